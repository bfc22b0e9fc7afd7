// The union of overlapping outlines, enlarged by Clipper, as a compound of hitbox. It needs Clipper2, or Clipper 6.4
// (Debian: libpolyclipping-dev).

#include <cstdio>
#include <vector>

#include <hitbox/sets.hpp>

using namespace hitbox;
using ring = std::vector<vec2<float>>;

#if __has_include(<clipper2/clipper.h>)
#  include <clipper2/clipper.h>

compound<float> widened_union(const std::vector<ring>& outlines, double by) {
    using namespace Clipper2Lib;
    PathsD paths;
    for (const ring& outline : outlines) {
        PathD& path = paths.emplace_back();
        for (const vec2<float> p : outline) path.emplace_back(double(p.x), double(p.y));
    }
    paths = InflatePaths(Union(paths, FillRule::NonZero), by, JoinType::Miter, EndType::Polygon);
    std::vector<ring> outer, holes;
    for (const PathD& path : paths) {
        ring& to = (IsPositive(path) ? outer : holes).emplace_back();
        for (const PointD& p : path) to.push_back({float(p.x), float(p.y)});
    }
    return compound<float>{*make_polygon(outer.at(0), holes)};  // of one connected region
}

#else
#  include <polyclipping/clipper.hpp>

compound<float> widened_union(const std::vector<ring>& outlines, double by) {
    using namespace ClipperLib;
    constexpr double scale = 1024;  // Clipper 6.4 computes in integers
    Clipper clipper;
    for (const ring& outline : outlines) {
        Path path;
        for (const vec2<float> p : outline) path.emplace_back(cInt(double(p.x) * scale), cInt(double(p.y) * scale));
        clipper.AddPath(path, ptSubject, true);
    }
    Paths paths;
    clipper.Execute(ctUnion, paths, pftNonZero, pftNonZero);
    ClipperOffset offset;
    offset.AddPaths(paths, jtMiter, etClosedPolygon);
    offset.Execute(paths, by * scale);
    std::vector<ring> outer, holes;
    for (const Path& path : paths) {
        ring& to = (Orientation(path) ? outer : holes).emplace_back();
        for (const IntPoint& p : path) to.push_back({float(double(p.X) / scale), float(double(p.Y) / scale)});
    }
    return compound<float>{*make_polygon(outer.at(0), holes)};  // of one connected region
}
#endif

int main() {
    // Four bars of a frame, which overlap at its corners. Each is enlarged by a quarter.
    const std::vector<ring> bars{{{0, 0}, {8, 0}, {8, 1}, {0, 1}},
                                 {{0, 7}, {8, 7}, {8, 8}, {0, 8}},
                                 {{0, 0}, {1, 0}, {1, 8}, {0, 8}},
                                 {{7, 0}, {8, 0}, {8, 8}, {7, 8}}};
    const compound<float> frame = widened_union(bars, 0.25);
    std::printf("area %g\n", double(area(frame)));
    const circle<float> ball{{4, 4}, 2.5f};
    std::printf("a ball in the middle %s\n", intersects(frame, ball) ? "touches" : "is free");
    std::printf("distance %g\n", double(distance(ball, frame).distance));
}
