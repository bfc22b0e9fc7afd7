// Chapter 7 of docs/tutorial: the usual mistakes with the separating-axis test, each beside the correct version.
//
//     mistakes [picture.svg]

#include <cstdio>

#include <hitbox/debug/svg.hpp>
#include <hitbox/hitbox.hpp>

using namespace hitbox;

namespace {

using polygon_8 = convex_polygon<float, 8>;

float overlap_along(const polygon_8& a, const polygon_8& b, vec2<float> axis) {
    return sat::project(a, axis).max - sat::project(b, axis).min;
}

/// The outward normals of a polygon's edges, as long as the edges.
std::vector<vec2<float>> long_normals(const polygon_8& p) {
    std::vector<vec2<float>> normals;
    for (std::size_t i = 0; i < p.size(); ++i) {
        const vec2<float> edge = p[(i + 1) % p.size()] - p[i];
        normals.push_back({edge.y, 0 - edge.x});
    }
    return normals;
}

}  // namespace

int main(int argc, char** argv) {
    const polygon_8 a = *make_convex_polygon({vec2{0.f, 0.f}, vec2{4.f, 0.f}, vec2{4.f, 1.f}, vec2{0.f, 1.f}});
    const polygon_8 b = *make_convex_polygon({vec2{3.5f, 0.75f}, vec2{5.5f, 0.75f}, vec2{5.5f, 3.f}, vec2{3.5f, 3.f}});
    const auto hit = collide(a, b);
    std::printf("right: depth %g, move a by (%g, %g)\n", double(hit->depth), double(hit->mtv().x),
                double(hit->mtv().y));

    // 1. Axes that are not unit vectors: each overlap is multiplied by the length of its axis.
    float least = 1e9f;
    vec2<float> chosen;
    for (const vec2<float> axis : long_normals(a))
        if (const float overlap = overlap_along(a, b, axis); overlap < least) least = overlap, chosen = axis;
    std::printf("not normalised: depth %g along (%g, %g)\n", double(least), double(chosen.x), double(chosen.y));

    // 2. The last axis instead of the one of least overlap.
    vec2<float> last;
    for (const vec2<float> axis : long_normals(a)) last = unit_or(axis, vec2{0.f, 1.f});
    std::printf("the last axis: depth %g along (%g, %g)\n", double(overlap_along(a, b, last)), double(last.x),
                double(last.y));

    // 3. The axes of one polygon only.
    const polygon_8 diamond =
        *make_convex_polygon({vec2{5.5f, 2.f}, vec2{7.f, 0.5f}, vec2{8.5f, 2.f}, vec2{7.f, 3.5f}});
    const polygon_8 plate = *make_convex_polygon({vec2{5.f, 0.f}, vec2{5.9f, 0.f}, vec2{5.9f, 1.f}, vec2{5.f, 1.f}});
    bool gap = false;
    for (const vec2<float> axis : long_normals(plate)) gap = gap || overlap_along(plate, diamond, axis) < 0;
    std::printf("axes of the plate only: %s; of both: %s\n", gap ? "apart" : "they meet",
                intersects(plate, diamond) ? "they meet" : "apart");

    // 4. The wrong sign: the normal points from a to b, so a must move against it.
    const auto again = collide(at(a, hit->normal * hit->depth), b);
    std::printf("a moved along the normal: depth %g\n", double(again->depth));

    // 5. Containment: if one shadow contains the other, their overlap is not the distance to move out.
    const interval<float> whole{0, 10}, part{4, 5};
    const float common = part.max - part.min;
    std::printf("what the shadows share: %g; the way out: %g\n", double(common),
                double(*minimum_translation(part, whole)));

    debug::svg picture{debug::y_axis::up, 560};
    picture.explain(plate, diamond);
    return picture.save(argc > 1 ? argv[1] : "tutorial_mistakes.svg") ? 0 : 1;
}
