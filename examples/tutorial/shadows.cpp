// Chapter 4 of docs/tutorial: the separating-axis test.
//
//     shadows [picture.svg]

#include <cstdio>

#include <hitbox/debug/svg.hpp>
#include <hitbox/hitbox.hpp>

using namespace hitbox;

namespace {

using corners = std::span<const vec2<float>>;

// The shadow of a polygon: from the smallest to the largest position of its corners along the axis.
interval<float> shadow(corners polygon, vec2<float> axis) {
    interval<float> result{dot(polygon[0], axis), dot(polygon[0], axis)};
    for (const vec2<float> corner : polygon) {
        const float place = dot(corner, axis);
        if (place < result.min) result.min = place;
        if (place > result.max) result.max = place;
    }
    return result;
}

// Returns true if there is a gap on an axis that is perpendicular to an edge of a.
bool has_gap(corners a, corners b) {
    for (std::size_t i = 0; i < a.size(); ++i) {
        const vec2<float> edge = a[(i + 1) % a.size()] - a[i], axis{edge.y, -edge.x};
        if (!intersects(shadow(a, axis), shadow(b, axis))) return true;
    }
    return false;
}

bool polygons_meet(corners a, corners b) { return !has_gap(a, b) && !has_gap(b, a); }

}  // namespace

int main(int argc, char** argv) {
    const vec2<float> wedge[] = {{-1.5f, 1.75f}, {1.5f, -1.75f}, {1.5f, 1.75f}};
    const vec2<float> crate[] = {{-4, -2.5f}, {-0.5f, -2.5f}, {-0.5f, 0}, {-4, 0}};
    std::printf("textbook: %s\n", polygons_meet(wedge, crate) ? "they meet" : "apart");

    const auto a = make_convex_polygon(std::span{wedge}), b = make_convex_polygon(std::span{crate});
    std::printf("library: %s\n", intersects(*a, *b) ? "they meet" : "apart");
    const auto axes = sat::explain(*a, *b);
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const auto t = axes[i];
        std::printf("axis (%5.2f, %5.2f): %s %.2f%s\n", double(t.axis.x), double(t.axis.y),
                    t.overlap < 0 ? "gap" : "overlap", double(t.overlap < 0 ? 0 - t.overlap : t.overlap),
                    t.decides ? ", decides" : "");
    }
    debug::svg picture{debug::y_axis::up, 560};
    picture.explain(*a, *b);
    return picture.save(argc > 1 ? argv[1] : "tutorial_shadows.svg") ? 0 : 1;
}
