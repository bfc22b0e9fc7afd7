// The pieces near a box, with their vertices; the side of an edge; and which pieces are joined.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace near_pieces_tests {

using namespace hitbox;
using V = vec2<float>;
using W = vec2<double>;
using points = std::vector<W>;

/// A shape, with the box, the radius and the vertices expected; vertices are counter-clockwise from the lowest left
/// one.
struct known_shape {
    any_shape<float> shape;
    aabb<float> box;
    points vertices;
    double radius;
};
known_shape some_shape(std::mt19937& random) {
    const auto whole = [&](unsigned n) { return static_cast<float>(random() % n); };
    const V p{whole(20) - 10, whole(20) - 10}, size{1 + whole(3), 1 + whole(3)}, q = p + size;
    const W a = detail::widen(p), b = detail::widen(q);
    switch (random() % 4) {
        case 0: return {aabb<float>{p, q}, {p, q}, {a, {b.x, a.y}, b, {a.x, b.y}}, 0};
        case 1: return {circle<float>{p, 0.5f}, {p - V{0.5f, 0.5f}, p + V{0.5f, 0.5f}}, {a}, 0.5};
        case 2: return {capsule<float>{q, p, 0.25f}, {p - V{0.25f, 0.25f}, q + V{0.25f, 0.25f}}, {a, b}, 0.25};
        default: return {triangle<float>{q, {p.x, q.y}, p}, {p, q}, {a, b, {a.x, b.y}}, 0};
    }
}
bool is_met(const aabb<float>& a, const aabb<float>& b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

TEST_CASE("near pieces: a search finds each piece that meets the box, and replaces the last results", "[motion]") {
    std::mt19937 random{1};
    detail::near_pieces<float> found;
    for (int round = 0; round < 200; ++round) {
        std::vector<known_shape> known;
        std::vector<any_shape<float>> shapes;
        for (std::size_t i = 0; i < 12; ++i) known.push_back(some_shape(random)), shapes.push_back(known[i].shape);
        const aabb<float> box = some_shape(random).box;
        found.find(detail::solid_view{shapes}, box);
        std::size_t at = 0;
        for (std::size_t i = 0; i < known.size(); ++i) {
            if (!is_met(known[i].box, box)) continue;
            REQUIRE(at < found.size());
            const detail::near_piece<float>& p = found[at++];
            CHECK(p.index == i);
            CHECK(p.box == known[i].box);
            CHECK(p.radius == known[i].radius);
            CHECK_FALSE(p.is_one_way());
            double largest = 0;
            points vertices;
            for (const detail::chain_vertex& v : found.vertices_of(p)) vertices.push_back(v.point);
            for (const W v : known[i].vertices) largest = std::max({largest, std::abs(v.x), std::abs(v.y)});
            CHECK(vertices == known[i].vertices);
            CHECK(p.max_abs_coordinate == largest);
        }
        CHECK(at == found.size());
        CHECK_FALSE(found.has_fronts());
    }
}

TEST_CASE("near pieces: a search is valid for every box inside the searched one", "[motion]") {
    const std::vector<aabb<float>> none;
    detail::near_pieces<float> found;
    CHECK_FALSE(found.knows({{0, 0}, {0, 0}}));
    found.find(detail::solid_view{none}, aabb<float>{{-1, 2}, {3, 4}});
    CHECK(found.knows({{-1, 2}, {3, 4}}));
    CHECK(found.knows({{0, 3}, {0, 3}}));
    CHECK_FALSE(found.knows({{-1.5f, 2}, {3, 4}}));
    CHECK_FALSE(found.knows({{-1, 2}, {3.5f, 4}}));
    CHECK_FALSE(found.knows({{-1, 1}, {3, 4}}));
    CHECK_FALSE(found.knows({{-1, 2}, {3, 5}}));
    found.find(detail::solid_view{none}, aabb<float>{{10, 10}, {11, 11}});
    CHECK_FALSE(found.knows({{0, 3}, {0, 3}}));
}

// The lowest vertex comes first, so a chain that descends has the opposite order of vertices.
TEST_CASE("near pieces: the left of an edge of a one-sided chain is its front, to the last bit", "[motion]") {
    std::mt19937 random{2};
    detail::near_pieces<float> found;
    int checked = 0;
    while (checked < 400) {
        const auto any = [&] { return std::ldexp(static_cast<float>(random() % (1u << 24)), -20) - 8; };
        const V a{any(), any()}, b{any(), any()};
        if (a.x == b.x) continue;
        ++checked;
        const chain<float> line = chain<float>::open(std::vector<V>{a, b}, chain_sides::one);
        found.find(detail::solid_view{line}, bounds(line));
        REQUIRE(found.size() == 1);
        CHECK(found.has_fronts());
        CHECK(found[0].is_edge);
        // perp(b - a): to the left of the edge.
        const W d = detail::widen(b) - detail::widen(a);
        CHECK(found[0].front.x * d.y < 0);
        CHECK(found[0].front.y * d.x > 0);
        // The sum of two floats is exact in double. The midpoint is therefore on the line, and its neighbours are not.
        const W middle = (detail::widen(a) + detail::widen(b)) * 0.5;
        const double above = std::nextafter(middle.y, 100.0), below = std::nextafter(middle.y, -100.0);
        const bool to_the_right = b.x > a.x;
        CHECK_FALSE(found.is_behind(found[0], middle));
        CHECK(found.is_behind(found[0], {middle.x, above}) == !to_the_right);
        CHECK(found.is_behind(found[0], {middle.x, below}) == to_the_right);
    }
}

TEST_CASE("near pieces: platforms block from their front, and have no side behind an edge", "[motion]") {
    const std::vector<any_shape<float>> solids{aabb<float>{{0, 0}, {1, 1}}},
        platforms{aabb<float>{{2, 0}, {3, 1}}, segment<float>{{4, 0}, {5, 0}}};
    detail::near_pieces<float> found;
    const auto all = with_platforms(solids, platforms, V{0, 1});
    found.find(detail::solid_view{all}, aabb<float>{{-9, -9}, {9, 9}});
    REQUIRE(found.size() == 3);
    CHECK(found.has_fronts());
    CHECK_FALSE(found[0].is_one_way());
    for (const std::size_t i : {1u, 2u}) {
        CHECK(found[i].front == W{0, 1});
        CHECK_FALSE(found[i].is_edge);
        CHECK_FALSE(found.is_behind(found[i], {4.5, -3}));
    }
    found.find(detail::solid_view{solids}, aabb<float>{{-9, -9}, {9, 9}});
    CHECK_FALSE(found.has_fronts());
}

TEST_CASE("near pieces: two are joined if their distance is at most the tolerance, in either order", "[motion]") {
    std::mt19937 random{3};
    detail::near_pieces<float> found;
    const aabb<float> everything{{-99, -99}, {99, 99}};
    int joined = 0, apart = 0;
    for (int round = 0; round < 1000; ++round) {
        const auto quarter = [&](unsigned n) { return static_cast<float>(random() % n) / 4; };
        const V p{quarter(24), quarter(24)}, size{quarter(8), quarter(8)}, q{quarter(24), quarter(24)};
        const bool is_round = random() % 2 == 0;
        const std::vector<any_shape<float>> two{
            aabb<float>{p, p + size}, is_round ? any_shape<float>{circle<float>{q, 1}} : aabb<float>{q, q + size}};
        const V far_corner = is_round ? q : q + size;
        const V gap{std::max({0.f, q.x - (p.x + size.x), p.x - far_corner.x}),
                    std::max({0.f, q.y - (p.y + size.y), p.y - far_corner.y})};
        const double distance = std::max(0.0, length(detail::widen(gap)) - (is_round ? 1 : 0)), tolerance = 0.3;
        found.find(detail::solid_view{two}, everything);
        REQUIRE(found.size() == 2);
        for (const double scale : {1.0, 0.125}) {
            CHECK(found.are_joined(found[0], found[1], tolerance, scale) == (distance <= tolerance));
            CHECK(found.are_joined(found[1], found[0], tolerance, scale) == (distance <= tolerance));
        }
        ++(distance <= tolerance ? joined : apart);
    }
    CHECK(joined > 100);
    CHECK(apart > 100);
}

}  // namespace near_pieces_tests
