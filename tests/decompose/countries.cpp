// Real outlines: every country of the world, coasts, islands and holes.

#include "../../examples/outlines.hpp"
#include "../catch_compat.hpp"
#include "../polygons.hpp"
#include "../rounds.hpp"

#include <hitbox/hitbox.hpp>

#if !defined(HITBOX_WORLD_DATA)
#  define HITBOX_WORLD_DATA "examples/data/world_50m.txt"
#endif

using namespace hitbox;
using namespace hitbox_tests;

TEST_CASE("every country of the world is decomposed into triangles and convex pieces") {
    std::size_t country = 0, points = 0, holes = 0, pieces = 0, least = 0;
    for (const outline& o : read_outlines(HITBOX_WORLD_DATA)) {
        if (country++ % many_if_all(1, 10) != 0) continue;  // all of them take four seconds
        CAPTURE(o.name, o.line);
        const auto made = make_polygon(o.points, o.holes);
        REQUIRE(made);
        // Inner edges cancel and the rest is the border. This proves the area, too, because no rounding is involved.
        CHECK(fault_of_partition(*made, triangulate(*made)) == "");
        // Pieces of up to eight vertices, as compounds have them; and pieces of any number, by the fast method.
        const convex_partition eight = convex_parts(*made, {.max_vertices = 8});
        const convex_partition merged = convex_parts(*made, {.recut_vertices = 0});
        CHECK(fault_of_parts(*made, eight) == "");
        CHECK(fault_of_parts(*made, merged) == "");
        points += made->size(), holes += made->hole_count(), pieces += eight.size();
        if (made->size() > 40) continue;
        const convex_partition fewest = convex_parts_optimal(*made);
        CHECK(fault_of_parts(*made, fewest) == "");
        CHECK(fewest.size() <= merged.size());
        least += fewest.size();
    }
    CHECK(pieces < points / 2);
    if (!all_are_tested) return;
    CHECK(points == 97661);
    CHECK(holes == 12);
    CHECK(least > 1000);
}
