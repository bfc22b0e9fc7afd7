// Pieces of a polygon as shapes: triangles, and convex polygons with a limit of vertices.

#include "../polygons.hpp"

#include "catch_compat.hpp"

using namespace hitbox;
using namespace hitbox_tests;

namespace {

rings rings_of_kind(dice& d, int i) {
    switch (i % 4) {
        case 0: return random_star(d, 3 + d.index(40), 50);
        case 1: return comb(2 + i % 7, 5);
        case 2: return polyomino(d, 4 + d.index(30), true);
        default: return lattice(1 + i % 3);
    }
}

/// Returns twice the area of a shape with integer vertices; fails unless it is convex and counter-clockwise.
template <class Vertices>
std::int64_t twice_area_of(const Vertices& list) {
    ring r;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const vec2<float> p{list[i]};
        r.push_back({static_cast<std::int64_t>(p.x), static_cast<std::int64_t>(p.y)});
    }
    for (std::size_t i = 0; i < r.size(); ++i) CHECK(turn(r[i], r[(i + 1) % r.size()], r[(i + 2) % r.size()]) > 0);
    return twice_area(r);
}

template <std::size_t N>
void check_convex(const polygon<float>& p, std::int64_t expected) {
    const auto pieces = convex_polygons<N>(p);
    const auto parts = convex_parts(p, N);
    REQUIRE(pieces.size() == parts.size());
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        CHECK(valid(pieces[i]));
        CHECK(pieces[i].size() >= 3);
        CHECK(pieces[i].size() <= N);
        REQUIRE(pieces[i].size() == parts[i].size());
        for (const vec2<float> v : pieces[i].vertices()) {
            bool is_a_point_of_the_polygon = false;
            for (const std::uint32_t k : parts[i]) is_a_point_of_the_polygon = is_a_point_of_the_polygon || p[k] == v;
            CHECK(is_a_point_of_the_polygon);
        }
        sum += twice_area_of(pieces[i].vertices());
    }
    CHECK(sum == expected);
}

}  // namespace

TEST_CASE("a polygon is decomposed into shapes that cover it exactly, with at most the given number of vertices") {
    dice d{5};
    for (int i = 0; i < 60; ++i) {
        const rings all = rings_of_kind(d, i);
        const auto made = to_polygon<float>(all);
        if (!made) continue;
        CAPTURE(i, to_text(all));
        std::int64_t expected = 0;
        for (std::size_t r = 0; r < all.size(); ++r)
            expected += (twice_area(all[r]) < 0 ? -twice_area(all[r]) : twice_area(all[r])) * (r == 0 ? 1 : -1);
        check_convex<8>(*made, expected);
        check_convex<5>(*made, expected);
        check_convex<3>(*made, expected);
        std::int64_t sum = 0;
        for (const triangle<float>& t : triangles(*made)) sum += twice_area_of(std::vector<vec2<float>>{t.a, t.b, t.c});
        CHECK(sum == expected);
        CHECK(triangles(*made).size() == triangulate(*made).size());
    }
}

TEST_CASE("the maximum number of vertices may be of any integer type") {
    const auto p =
        make_polygon(std::vector<vec2<float>>{{2, 0}, {4, 0}, {6, 2}, {6, 4}, {4, 6}, {2, 6}, {0, 4}, {0, 2}});
    CHECK(convex_parts(*p).size() == 1);
    CHECK(convex_parts(*p, {}).size() == 1);
    CHECK(convex_parts(*p, 8).size() == 1);
    CHECK(convex_parts(*p, 5u).size() == 2);
    CHECK(convex_parts(*p, std::size_t{3}).size() == 6);
    CHECK(convex_parts(*p, 0).size() == 6);  // as 3
    CHECK(convex_parts(*p, -1).size() == 6);
    CHECK(convex_parts(*p, {.max_vertices = 5}).size() == 2);
    CHECK(convex_polygons(*p).size() == 1);
    CHECK(convex_polygons(*p)[0].size() == 8);
}
