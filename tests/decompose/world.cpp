// Real outlines: every landmass of the world.

#include "../../examples/outlines.hpp"
#include "../catch_compat.hpp"
#include "../polygons.hpp"

#include <hitbox/hitbox.hpp>

#if !defined(HITBOX_WORLD_DATA)
#  define HITBOX_WORLD_DATA "examples/data/world_110m.txt"
#endif

using namespace hitbox;
using namespace hitbox_tests;

namespace {

bool edges_cross(const std::vector<vec2<float>>& p, std::size_t e, std::size_t f) {
    const vec2<float> a = p[e], b = p[(e + 1) % p.size()], c = p[f], d = p[(f + 1) % p.size()];
    return exact::orient2d(a, b, c) * exact::orient2d(a, b, d) < 0 &&
           exact::orient2d(c, d, a) * exact::orient2d(c, d, b) < 0;
}

}  // namespace

TEST_CASE("every landmass of the world is cut into triangles and convex pieces") {
    std::size_t crossed = 0, points = 0, pieces = 0, least = 0;
    for (const outline& o : read_outlines(HITBOX_WORLD_DATA)) {
        CAPTURE(o.name, o.line);
        const auto made = make_polygon(o.points);
        if (!made) {
            const polygon_check check = check_polygon(o.points);
            CHECK(check.error == polygon_error::self_intersecting);
            CHECK(edges_cross(o.points, check.first, check.second));
            ++crossed;
            continue;
        }
        CHECK(fault_of_partition(*made, triangulate(*made)) == "");
        const convex_partition parts = convex_parts(*made), eight = convex_parts(*made, {.max_vertices = 8});
        CHECK(fault_of_parts(*made, parts) == "");
        CHECK(fault_of_parts(*made, eight) == "");
        points += made->size(), pieces += parts.size();
        if (made->size() > 120) continue;
        const convex_partition fewest = convex_parts_optimal(*made);
        CHECK(fault_of_parts(*made, fewest) == "");
        CHECK(fewest.size() <= parts.size());
        least += fewest.size();
    }
    CHECK(crossed == 1);  // a sliver of Sudan's, as the data has it
    CHECK(points > 5000);
    CHECK(pieces < points);
    CHECK(least > 100);
}
