// All mistakes of outlines and holes, against brute force on a grid of integers.

#include "../polygons.hpp"
#include "../rounds.hpp"

#include <limits>
#include <vector>

#include "catch_compat.hpp"

using namespace hitbox;
using namespace hitbox_tests;

namespace {

bool is_in(const std::vector<polygon_mistake>& all, const polygon_mistake& one) {
    return std::find(all.begin(), all.end(), one) != all.end();
}
template <class T>
std::vector<polygon_mistake> mistakes_of(const rings& all) {
    return polygon_mistakes(to_points<T>(all[0]), to_holes<T>(all));
}

/// Returns true unless all points are on one line.
bool has_area(const ring& r) {
    if (r.size() < 3) return false;
    for (const grid_point p : r)
        for (const grid_point q : r)
            if (turn(r[0], p, q) != 0) return true;
    return false;
}
/// Returns true if the edges are consecutive, ignoring repeated points.
bool are_neighbours(const std::vector<grid_edge>& edges, std::size_t i, std::size_t j) {
    std::vector<std::size_t> same;  // the edges of this ring, in order
    for (std::size_t k = 0; k < edges.size(); ++k)
        if (edges[k].ring == edges[i].ring) same.push_back(k);
    for (std::size_t k = 0; k < same.size(); ++k) {
        const std::size_t next = same[(k + 1) % same.size()];
        if ((same[k] == i && next == j) || (same[k] == j && next == i)) return true;
    }
    return false;
}

/// Returns every two edges that cross or overlap, by brute force.
std::vector<polygon_mistake> bad_pairs(const rings& all) {
    std::vector<polygon_mistake> found;
    const std::vector<grid_edge> edges = edges_of(all);
    for (std::size_t j = 0; j < edges.size(); ++j)
        for (std::size_t i = 0; i < j; ++i) {
            const grid_edge &e = edges[i], &f = edges[j];
            if (!has_area(all[e.ring]) || !has_area(all[f.ring]) || are_neighbours(edges, i, j)) continue;
            if (cross_properly(e, f))
                found.push_back({e.ring == f.ring ? polygon_error::self_intersecting : polygon_error::rings_cross,
                                 e.index, f.index});
            else if (overlap(e, f)) found.push_back({polygon_error::edges_overlap, e.index, f.index});
        }
    return found;
}

template <class T>
void check_against_brute_force(const rings& all) {
    const std::vector<polygon_mistake> found = mistakes_of<T>(all);
    REQUIRE(found.empty() == sound(all));
    const polygon_check first = to_check<T>(all);
    if (!first.valid) REQUIRE(found.front() == polygon_mistake{first.error, first.first, first.second});
    const std::vector<polygon_mistake> expected = bad_pairs(all);
    for (const polygon_mistake& one : expected) REQUIRE(is_in(found, one));
    // All overlaps must be expected. Other crossings may be found at a vertex only.
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (found[i].error == polygon_error::edges_overlap) REQUIRE(is_in(expected, found[i]));
        for (std::size_t j = 0; j < i; ++j) REQUIRE(!(found[i] == found[j]));
    }
}

}  // namespace

TEMPLATE_TEST_CASE("all mistakes are those of brute force", "", HITBOX_TESTS_REALS) {
    int bad = 0, many = 0;
    const int seeds = many_if_all(400, 60);
    for (int seed = 1; seed <= seeds; ++seed) {
        dice d{static_cast<std::uint64_t>(seed)};
        const int size = d.between(4, 12);
        rings all;
        switch (seed % 4) {
            case 0: all = random_star(d, 3 + d.index(10), size); break;
            case 1: all = random_outline(d, 3 + d.index(10), size); break;
            case 2: all = lattice(d.between(1, 2)); break;
            default:
                all = {
                    {{0, 0}, {size, 0}, {size, size}, {0, size}}, {{1, 1}, {2, 1}, {2, 2}}, {{3, 2}, {2, 3}, {3, 3}}};
        }
        for (int step = 0; step < 12; ++step) {
            CAPTURE(seed, step, to_text(all));
            check_against_brute_force<TestType>(all);
            const auto found = mistakes_of<TestType>(all).size();
            bad += found > 0 ? 1 : 0, many += found > 2 ? 1 : 0;
            all = mutated(all, d, size);
        }
    }
    CHECK(bad > 2 * seeds);
    CHECK(many > seeds / 2);
}

TEST_CASE("all mistakes of a polygon are reported at once") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<vec2<float>> outline{{0, 0},   {20, 0},  {20, 20}, {10, 20},
                                           {10, 25}, {10, 20}, {0, 20}};  // a spike
    const std::vector<std::vector<vec2<float>>> holes{
        {{1, 1}, {3, 3}, {3, 1}, {1, 3}},          // 7: a bow tie
        {{5, 5}, {6, nan}, {nan, 6}},              // 11
        {{8, 8}, {9, 9}},                          // 14
        {{18, 10}, {22, 10}, {22, 12}, {18, 12}},  // 16: across the outline
        {{30, 0}, {31, 0}, {31, 1}},               // 20
        {{5, 10}, {9, 10}, {9, 14}, {5, 14}},      // 23
        {{6, 11}, {8, 11}, {8, 13}},               // 27: in the one before
    };
    const auto found = polygon_mistakes(outline, holes);
    const polygon_mistake expected[] = {
        {polygon_error::too_few_points, 14},      {polygon_error::spike, 4},
        {polygon_error::self_intersecting, 7, 9}, {polygon_error::not_finite, 12},
        {polygon_error::not_finite, 13},          {polygon_error::rings_cross, 1, 16},
        {polygon_error::rings_cross, 1, 18},      {polygon_error::hole_in_hole, 27},
    };
    for (const polygon_mistake& one : expected) {
        CAPTURE(to_string(one.error), one.first);
        CHECK(is_in(found, one));
    }
    CHECK(found.size() == std::size(expected));
    CHECK(found[0] == expected[0]);
    // After the spike is removed, the positions of the holes are checked, too.
    const std::vector<vec2<float>> box{{0, 0}, {20, 0}, {20, 20}, {0, 20}};
    CHECK(is_in(polygon_mistakes(box, holes), {polygon_error::hole_outside, 17}));
    CHECK(polygon_mistakes(box).empty());
    CHECK(polygon_mistakes({vec2{0., 0.}, {2., 2.}, {2., 0.}, {0., 2.}}).size() == 1);
}
