// Convex pieces: each polygon's pieces are proven to cover it exactly; their number is compared with the minimum.

#include "../catch_compat.hpp"
#include "../partitions.hpp"
#include "../rounds.hpp"

#include <hitbox/hitbox.hpp>

using namespace hitbox;
using namespace hitbox_tests;

namespace {

/// Returns the minimum number of pieces, by brute force over all sets of diagonals that do not cross.
std::size_t fewest(const ring& r) {
    const std::size_t n = r.size();
    const auto at = [&](std::size_t i) { return r[i % n]; };
    struct diagonal {
        std::size_t i, k;
    };
    std::vector<diagonal> diagonals;
    const auto in_cone = [&](std::size_t i, grid_point p) {
        const grid_point last = at(i + n - 1), own = at(i), next = at(i + 1);
        const bool out = turn(own, next, p) > 0, in = turn(last, own, p) > 0;
        return turn(last, own, next) < 0 ? out || in : out && in;
    };
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = i + 2; k < n; ++k) {
            if ((k + 1) % n == i || !in_cone(i, r[k]) || !in_cone(k, r[i])) continue;
            bool free = true;
            for (std::size_t j = 0; j < n && free; ++j)
                free = !cross_properly({r[i], r[k], 0, 0}, {at(j), at(j + 1), 0, 0}) && !strictly_on(r[i], r[k], r[j]);
            if (free) diagonals.push_back({i, k});
        }
    const auto convex = [&](const std::vector<diagonal>& chosen) {
        for (std::size_t i = 0; i < n; ++i) {
            std::vector<std::size_t> ends{(i + 1) % n, (i + n - 1) % n};
            for (const diagonal& d : chosen)
                if (d.i == i || d.k == i) ends.insert(ends.end() - 1, d.i == i ? d.k : d.i);
            // Sorts counter-clockwise from the outgoing to the incoming edge. Sorting by index is enough, because the
            // diagonals do not cross.
            std::sort(ends.begin(), ends.end(),
                      [&](std::size_t s, std::size_t t) { return (s + n - i) % n < (t + n - i) % n; });
            for (std::size_t e = 0; e + 1 < ends.size(); ++e) {
                const std::int64_t angle = turn(at(i), r[ends[e]], r[ends[e + 1]]);
                const bool flat_border = angle == 0 && ends.size() == 2;
                if (angle < 0 || (angle == 0 && !flat_border)) return false;
            }
        }
        return true;
    };
    for (std::size_t count = 0;; ++count) {
        std::vector<diagonal> chosen;
        const auto search = [&](auto self, std::size_t from) -> bool {
            if (chosen.size() == count) return convex(chosen);
            for (std::size_t d = from; d < diagonals.size(); ++d) {
                const bool crosses = std::any_of(chosen.begin(), chosen.end(), [&](const diagonal& c) {
                    return cross_properly({r[c.i], r[c.k], 0, 0}, {r[diagonals[d].i], r[diagonals[d].k], 0, 0});
                });
                if (crosses) continue;
                chosen.push_back(diagonals[d]);
                if (self(self, d + 1)) return true;
                chosen.pop_back();
            }
            return false;
        };
        if (search(search, 0)) return count + 1;
    }
}

}  // namespace

// A piece is a list of the standard library, and not one of ours.
static_assert(std::same_as<decltype(std::declval<const convex_partition&>()[0]), std::span<const std::uint32_t>>);

TEMPLATE_TEST_CASE("convex pieces of named polygons", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    check_parts<T>({{{0, 0}, {4, 0}, {0, 3}}});
    check_parts<T>({{{2, 4}, {0, 2}, {2, 0}, {4, 1}, {6, 0}, {6, 4}, {4, 3}}});
    check_parts<T>({{{-3, 15}, {8, -5}, {28, 0}, {36, 1}, {23, 28}, {23, 28}}});
    check_parts<T>({{{0, 0}, {9, 0}, {9, 9}, {0, 9}}, {{0, 3}, {9, 5}, {3, 6}}});
    check_parts<T>({{{0, 0}, {4, 0}, {2, 2}, {4, 4}, {0, 4}, {2, 2}}});
    check_parts<T>({{{0, 0}, {6, 0}, {6, 6}, {0, 6}, {0, 0}, {2, 4}, {4, 2}}});
    for (int n = 1; n <= 4; ++n) check_parts<T>(lattice(n)), check_parts<T>(comb(n, 9)), check_parts<T>(spiral(n));
}

TEST_CASE("a convex outline is one piece, even with extra points on its edges") {
    const auto square = make_polygon({vec2{0., 0.}, {1., 0.}, {2., 0.}, {2., 2.}, {1., 2.}, {0., 2.}, {0., 1.}});
    REQUIRE(square);
    for (const convex_partition& parts : {convex_parts(*square), convex_parts_optimal(*square)}) {
        REQUIRE(parts.size() == 1);
        CHECK(parts[0].size() == 4);
        for (std::size_t k = 0; k < 4; ++k) CHECK(parts.is_border(0, k));
    }
}

TEMPLATE_TEST_CASE("convex pieces of random outlines", "", HITBOX_TESTS_REALS) {
    for (std::uint64_t seed = 1; seed <= many_if_optimised(300, 40); ++seed) {
        CAPTURE(seed);
        dice d{seed};
        for (const rings& all :
             {random_star(d, 3 + d.index(30), d.between(3, 60)), random_outline(d, 3 + d.index(30), d.between(4, 200)),
              polyomino(d, 4 + d.index(40), d.one_in(2))})
            if (sound(all)) check_parts<TestType>(all);
    }
}

TEST_CASE("the minimum number of pieces is that of brute force") {
    std::size_t compared = 0;
    for (std::uint64_t seed = 1; seed <= many_if_optimised(1500, 200); ++seed) {
        dice d{seed};
        rings all =
            d.one_in(2) ? random_outline(d, 4 + d.index(6), d.between(3, 30)) : polyomino(d, 2 + d.index(4), true);
        if (all.size() != 1 || all[0].size() > 12 || !sound(all)) continue;
        std::set<std::pair<std::int64_t, std::int64_t>> places;
        for (const grid_point p : all[0]) places.insert({p.x, p.y});
        bool touches = places.size() < all[0].size();
        for (const grid_edge& e : edges_of(all))
            for (const grid_point p : all[0]) touches = touches || strictly_on(e.a, e.b, p);
        if (touches) continue;
        if (twice_area(all[0]) < 0) std::reverse(all[0].begin(), all[0].end());
        CAPTURE(seed, to_text(all));
        CHECK(convex_parts_optimal(*to_polygon<double>(all)).size() == fewest(all[0]));
        ++compared;
    }
    CHECK(compared > 50);
}

TEST_CASE("the number of convex pieces is on average at most 1.1 times the minimum") {
    std::size_t parts = 0, fewest_parts = 0;
    for (std::uint64_t seed = 1; seed <= many_if_optimised(200, 40); ++seed) {
        dice d{seed};
        for (const rings& all :
             {random_outline(d, 5 + d.index(56), 1000000), random_star(d, 5 + d.index(56), 100000)}) {
            if (!sound(all)) continue;
            const auto made = to_polygon<double>(all);
            REQUIRE(made);
            parts += convex_parts(*made).size(), fewest_parts += convex_parts_optimal(*made).size();
        }
    }
    CHECK(10 * parts <= 11 * fewest_parts);
}

TEST_CASE("a star of a million points is decomposed, and a compound of the pieces contains the same points",
          "[.long]") {
    dice d{1};
    const rings all = random_star(d, 1000000, 400000000);
    const auto made = to_polygon<double>(all);
    REQUIRE(made);
    const convex_partition parts = convex_parts(*made);
    CHECK(fault_of_partition(*made, parts) == "");  // no three points in a row are on a line
    CHECK(twice_area_of_pieces(all, parts) == twice_area_within(all));
    const compound<double> land{*made};
    std::size_t inside = 0;
    for (int i = 0; i < 200; ++i) {
        const vec2<double> p{static_cast<double>(d.between(-400000000, 400000000)),
                             static_cast<double>(d.between(-400000000, 400000000))};
        const bool is_inside = contains(*made, p);
        inside += is_inside;
        CHECK(contains(land, p) == is_inside);
        CHECK(intersects(p, land) == is_inside);
    }
    CHECK(inside > 20);
    CHECK(inside < 180);
}
