// Triangulation: proven of each polygon, as laid out in polygons.hpp, that the triangles are it.

#include "../catch_compat.hpp"
#include "../polygons.hpp"
#include "../rounds.hpp"

#include <hitbox/hitbox.hpp>

using namespace hitbox;
using namespace hitbox_tests;

namespace {

std::int64_t twice_area(const rings& all) {
    std::int64_t sum = 0;
    for (const ring& r : all) {
        const std::int64_t own = hitbox_tests::twice_area(r), size = own < 0 ? -own : own;
        sum += &r == &all[0] ? size : -size;
    }
    return sum;
}

/// The same triangles whatever the unit; their area by integers.
template <class T>
void check_triangles(const rings& all) {
    CAPTURE(to_text(all));
    const auto made = to_polygon<T>(all);
    REQUIRE(made);
    const auto triangles = triangulate(*made);
    CHECK(fault_of_partition(*made, triangles) == "");
    const std::vector<grid_point> points = [&] {
        std::vector<grid_point> list;
        for (const ring& r : all) list.insert(list.end(), r.begin(), r.end());
        return list;
    }();
    std::int64_t sum = 0;
    for (const auto& t : triangles) sum += turn(points[t[0]], points[t[1]], points[t[2]]);
    CHECK(sum == twice_area(all));
    for (const T unit : {static_cast<T>(0x1p-80), static_cast<T>(0x1p+100)}) {
        const auto scaled = to_polygon<T>(all, unit);
        REQUIRE(scaled);
        CHECK(triangulate(*scaled) == triangles);
    }
}

}  // namespace

TEMPLATE_TEST_CASE("triangles of named polygons", "", float, double) {
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

TEMPLATE_TEST_CASE("triangles of random stars and outlines", "", float, double) {
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
    CHECK(sound_ones > 100);
}

TEMPLATE_TEST_CASE("triangles of polyominoes, whose rings touch", "", float, double) {
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
