// Compounds: their pieces, their border, and their pieces near a box.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../laws.hpp"
#include "grid_polygons.hpp"

#include <algorithm>
#include <vector>

namespace compound_tests {

using namespace hitbox;
using namespace hitbox_tests;
using V = vec2<float>;

TEST_CASE("copies of a compound share its pieces") {
    const compound<float> original{std::vector<aabb<float>>{{{0, 0}, {1, 1}}, {{1, 0}, {2, 1}}}};
    const compound<float> copy = original;  // NOLINT: the copy is the point
    CHECK(copy.pieces().data() == original.pieces().data());
    CHECK(copy.size() == 2);
    CHECK(copy[1] == any_shape<float>{aabb<float>{{1, 0}, {2, 1}}});
    CHECK(copy.border().empty());               // it was not made of a polygon
    const compound<float> in_braces{original};  // it has no pieces that are compounds
    CHECK(in_braces.pieces().data() == original.pieces().data());
}

TEST_CASE("a compound of shapes in braces takes several kinds, and shapes of any_shape") {
    const aabb<float> tile{{0, 0}, {1, 1}};
    const compound<float> c{tile, V{1, 2}, at(obb<float>{{0, 0}, {1, 1}, {}}, V{3, 4}), any_shape<float>{tile}};
    CHECK(c.size() == 4);
    CHECK(c[0] == c[3]);
    CHECK(compound<float>{tile}.size() == 1);
}

TEST_CASE("a compound reports whether a piece has no interior") {
    const auto has_thin = [](std::vector<any_shape<float>> pieces) { return compound<float>{pieces}.has_thin_piece(); };
    const any_shape<float> tile{aabb<float>{{0, 0}, {1, 1}}}, line{segment<float>{{0, 0}, {1, 1}}};
    CHECK_FALSE(has_thin({tile, circle<float>{{0, 0}, 1}, capsule<float>{{0, 0}, {1, 1}, 1}}));
    CHECK(has_thin({tile, line}));
    CHECK(has_thin({line, tile}));
    CHECK(has_thin({V{1, 2}}));
    CHECK(has_thin({tile, aabb<float>{{0, 0}, {1, 0}}}));  // a segment, by its extents
    CHECK_FALSE(compound<float>{}.has_thin_piece());
    CHECK(chain<float>::open(std::vector<V>{{0, 0}, {5, 0}}).edges().has_thin_piece());
}

TEMPLATE_TEST_CASE("a compound of a polygon has the border of the polygon, with the solid on its left", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    on_polygons<T>(60, [](dice&, const rings& all, const polygon<T>& p) {
        const compound<T> pieces{p};
        // Twice the signed areas of the triangles from the origin to each edge, which are whole numbers. Holes count
        // negative.
        long double twice = 0, expected_twice = 0, length_sum = 0, expected_length = 0;
        for (const segment<T>& e : pieces.border()) {
            const auto ax = static_cast<long double>(e.a.x), ay = static_cast<long double>(e.a.y);
            const auto bx = static_cast<long double>(e.b.x), by = static_cast<long double>(e.b.y);
            twice += ax * by - ay * bx, length_sum += std::hypot(bx - ax, by - ay);
        }
        for (std::size_t r = 0; r < all.size(); ++r) {
            const auto own = static_cast<long double>(twice_area(all[r]));
            expected_twice += (own > 0) == (r == 0) ? own : -own;
        }
        for (const grid_edge& e : edges_of(all))
            expected_length +=
                std::hypot(static_cast<long double>(e.b.x - e.a.x), static_cast<long double>(e.b.y - e.a.y));
        CHECK(twice == expected_twice);
        CHECK(std::abs(length_sum - expected_length) <= 1e-12L * expected_length);
    });
}

TEMPLATE_TEST_CASE("pieces near a box include every piece that touches it, in a placed compound, too", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    on_polygons<T>(40, [](dice& d, const rings&, const polygon<T>& p) {
        const compound<T> pieces{p};
        const transform2<T> where{{fraction<T>(d), fraction<T>(d)}, rot2<T>::from_degrees(T(d.between(0, 359)))};
        const auto set = at(pieces, where);
        for (int i = 0; i < 8; ++i) {
            const vec2<T> corner{fraction<T>(d), fraction<T>(d)};
            const aabb<T> box{corner, corner + vec2<T>{T(d.between(0, 64)) / 8, T(d.between(0, 64)) / 8}};
            std::vector<std::size_t> found;
            for_each_piece_near(set, box, [&](const auto&, std::size_t k) { return found.push_back(k), true; });
            std::ranges::sort(found);
            CHECK(std::ranges::adjacent_find(found) == found.end());  // each once
            for (std::size_t k = 0; k < pieces.size(); ++k)
                if (intersects(box, at(pieces[k], where))) CHECK(std::ranges::binary_search(found, k));
        }
        CHECK(contains(bounds(set), at(pieces[0], where)));
    });
}

// The centre of a placed circle is rounded, and its radius is not scaled by the length of the rotation.
TEMPLATE_TEST_CASE("the box around a placed compound contains its placed pieces, and is not much larger", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::generator random{17};
    const auto number = [&random](double largest) { return random.real<T>(T(-largest), T(largest)); };
    for (int i = 0; i < 3000; ++i) {
        const T size = i % 3 == 0 ? T(1) : i % 3 == 1 ? T(1e-3) : T(100);
        const vec2<T> p{number(3), number(3)}, q{number(3), number(3)};
        const any_shape<T> piece = i % 4 == 0   ? any_shape<T>{circle<T>{p * size, size}}
                                   : i % 4 == 1 ? any_shape<T>{capsule<T>{p * size, q * size, size}}
                                   : i % 4 == 2 ? any_shape<T>{aabb<T>{(min)(p, q) * size, (max)(p, q) * size}}
                                                : any_shape<T>{segment<T>{p * size, q * size}};
        const rot2<T> turn = i % 5 == 0 ? rot2<T>{} : rot2<T>::from_radians(number(3));
        const T length = i % 2 == 0 ? T(1) : 1 + number(0.0004);
        const transform2<T> where{{number(i % 7 == 0 ? 1e-9 : 30), number(1)}, {turn.c * length, turn.s * length}};
        const auto set = at(compound<T>{std::vector<any_shape<T>>{piece}}, where);
        const aabb<T> of_piece = bounds(at(piece, where)), of_set = bounds(set);
        CAPTURE(i, where.translation);
        CHECK(contains(of_set, of_piece));
        if (i % 4 < 2 && i % 5 == 0)  // placed boxes of turned pieces are larger than the pieces
            CHECK(contains(detail::grown(of_piece, size * T(0.02)), of_set));
        world<T> w;
        const auto id = w.add({.shape = set.shape, .transform = where});
        CHECK(contains(w.bounds(id), of_piece));
    }
    const auto boxes = at(compound<T>{std::vector<aabb<T>>{{{0, 0}, {1, 1}}}}, vec2<T>{2, 3});
    CHECK(bounds(boxes) == aabb<T>{{2, 3}, {3, 4}});
}

TEST_CASE("no piece of a placed compound is near a box that is far away") {
    std::vector<aabb<float>> tiles;
    for (int i = 0; i < 64; ++i) tiles.push_back({{static_cast<float>(i), 0}, {static_cast<float>(i + 1), 1}});
    const auto row = at(compound<float>{tiles}, transform2<float>{{100, 0}, rot2<float>::from_degrees(90)});
    int visited = 0;
    const auto count = [&visited](const auto&, std::size_t) { return ++visited, true; };
    for_each_piece_near(row, aabb<float>{{0, 0}, {1, 1}}, count);
    CHECK(visited == 0);
    for_each_piece_near(row, aabb<float>{{99.25f, 10.25f}, {99.75f, 10.75f}}, count);
    CHECK(visited >= 1);
    CHECK(visited <= 3);
}

/// Returns the numbers of the pieces that a search along a path visits if each visit ends the path at `fraction`.
template <class S, class T>
std::vector<std::size_t> visited(const S& set, const aabb<T>& box, vec2<T> path, T fraction) {
    std::vector<std::size_t> found;
    using detail::for_each_piece_on_path;
    for_each_piece_on_path(set, box, path, [&](const auto&, std::size_t i) {
        found.push_back(i);
        return fraction;
    });
    return found;
}

// A ray or a cast along a diagonal would otherwise visit all tiles in the box around its path.
TEMPLATE_TEST_CASE("a search along a path finds all pieces of a placed compound on it, and few others", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::generator random{31};
    constexpr int side = 60;
    std::vector<aabb<T>> tiles;
    for (int i = 0; i < side * side; ++i)
        tiles.push_back(aabb<T>::from_corner({T(i % side), T(i / side)}, {T(0.4), T(0.4)}));
    const compound<T> level{tiles};
    for (int i = 0; i < 40; ++i) {
        const T far = i % 4 == 0 ? T(1e4) : T(10);
        transform2<T> where{{random.real<T>(-1, 1) * far, random.real<T>(-1, 1) * far}, random.rotation<T>()};
        // A valid rotation may be longer or shorter than 1 by 2^-11, which moves the far end of a path.
        const T length = i % 2 == 0 ? T(1) : i % 4 == 1 ? T(1.00045) : T(0.99955);
        where.rotation.c *= length, where.rotation.s *= length;
        REQUIRE(valid(where));
        const auto placed_level = at(level, where);
        const vec2<T> corner{random.real<T>(-1, 1), random.real<T>(-1, 1)},
            inside{random.real<T>(-5, 65), random.real<T>(-5, 65)};
        const vec2<T> from = where * (i % 2 == 1 ? corner : inside),
                      to = where * vec2<T>{random.real<T>(-5, 65), random.real<T>(-5, 65)}, path = to - from;
        const aabb<T> box{from - vec2<T>{T(0.3), T(0.2)}, from + vec2<T>{T(0.3), T(0.2)}};
        std::vector<char> in_placed(tiles.size());
        const auto all = visited(placed_level, box, path, T(1));
        for (const std::size_t k : all) in_placed[k] = 1;
        std::size_t missed = 0, close = 0;
        for (std::size_t k = 0; k < tiles.size(); ++k) {
            const auto tile = baked(at(tiles[k], where));
            const bool is_on_path = shape_cast(box, path, tile).status != cast_status::separated;
            missed += is_on_path && !in_placed[k] ? 1 : 0;
            const aabb<T> wide{box.min - vec2<T>{3, 3}, box.max + vec2<T>{3, 3}};
            close += shape_cast(wide, path, tile).status != cast_status::separated ? 1 : 0;
        }
        CHECK(missed == 0);
        CHECK(all.size() <= close);
        // The first tiles on the path end the search.
        if (all.size() > 40) CHECK(visited(placed_level, box, path, T(0.01)).size() < 20);
    }
}

}  // namespace compound_tests
