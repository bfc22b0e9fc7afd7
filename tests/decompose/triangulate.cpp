// Triangulation: each polygon's triangles are proven to cover it exactly; polygons.hpp explains the proof.

#include "../catch_compat.hpp"
#include "../partitions.hpp"
#include "../rounds.hpp"

#include <hitbox/hitbox.hpp>

using namespace hitbox;
using namespace hitbox_tests;

TEMPLATE_TEST_CASE("triangles of named polygons", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    check_triangles<T>({{{0, 0}, {4, 0}, {0, 3}}});
    check_triangles<T>({{{0, 0}, {0, 3}, {4, 0}}});  // clockwise
    check_triangles<T>({{{2, 4}, {0, 2}, {2, 0}, {4, 1}, {6, 0}, {6, 4}, {4, 3}}});
    check_triangles<T>({{{-3, 15}, {8, -5}, {28, 0}, {36, 1}, {23, 28}, {23, 28}}});  // a repeated point
    check_triangles<T>({{{0, 0}, {2, 0}, {4, 0}, {4, 4}, {4, 4}, {2, 4}, {0, 4}, {0, 2}, {0, 0}}});
    check_triangles<T>({{{0, 0}, {9, 0}, {9, 9}, {0, 9}}, {{3, 3}, {6, 3}, {6, 6}, {3, 6}}});
    check_triangles<T>({{{0, 0}, {9, 0}, {9, 9}, {0, 9}}, {{0, 0}, {6, 3}, {3, 6}}});  // in a corner
    check_triangles<T>({{{0, 0}, {9, 0}, {9, 9}, {0, 9}}, {{0, 3}, {6, 3}, {3, 6}}});  // on an edge
    check_triangles<T>({{{0, 0}, {9, 0}, {9, 9}, {0, 9}}, {{0, 3}, {9, 5}, {3, 6}}});  // from side to side
    check_triangles<T>({{{0, 0}, {4, 0}, {2, 2}, {4, 4}, {0, 4}, {2, 2}}});            // an hourglass
    check_triangles<T>({{{0, 0}, {6, 0}, {6, 6}, {0, 6}, {0, 0}, {2, 4}, {4, 2}}});    // its own hole
    for (int n = 1; n <= 6; ++n)
        check_triangles<T>(lattice(n)), check_triangles<T>(comb(n, 9)), check_triangles<T>(spiral(n));
}

TEMPLATE_TEST_CASE("triangles of random stars and outlines", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    int sound_ones = 0;
    for (std::uint64_t seed = 1; seed <= many_if_optimised(400, 100); ++seed) {
        CAPTURE(seed);
        dice d{seed};
        const rings star = random_star(d, 3 + d.index(40), d.between(2, 60));
        if (sound(star)) check_triangles<T>(star), ++sound_ones;
        const rings outline = random_outline(d, 3 + d.index(40), d.between(4, 200));
        if (sound(outline)) check_triangles<T>(outline), ++sound_ones;
    }
    CHECK(sound_ones > static_cast<int>(many_if_optimised(400, 100)));
}

TEMPLATE_TEST_CASE("triangles of polyominoes, whose rings touch", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    std::size_t with_holes = 0;
    for (std::uint64_t seed = 1; seed <= many_if_optimised(300, 80); ++seed) {
        CAPTURE(seed);
        dice d{seed};
        const rings all = polyomino(d, 4 + d.index(140), d.one_in(2));
        check_triangles<T>(all);
        with_holes += all.size() > 1 ? 1 : 0;
    }
    CHECK(with_holes > many_if_optimised(60, 15));
}

TEST_CASE("an empty polygon has no triangles") { CHECK(triangulate(polygon<float>{}).empty()); }
