// Queries of sets, against the same query of each piece.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../laws.hpp"
#include "../rounds.hpp"

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

namespace set_queries_tests {

using namespace hitbox;

TEMPLATE_TEST_CASE("a set touches, overlaps and is separated as its nearest piece is", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    std::mt19937 random{6};
    const auto number = [&random](unsigned n) { return static_cast<T>(random() % n) / 4; };
    int touching = 0, apart = 0;
    for (int round = 0; round < 150; ++round) {
        std::vector<any_shape<T>> shapes;
        for (int i = 0; i < 5; ++i) {
            const vec2<T> p{number(80), number(80)};
            if (i % 2 == 0) shapes.push_back(circle<T>{p, number(8)});
            else shapes.push_back(aabb<T>{p, p + vec2<T>{number(12), number(12)}});
        }
        const compound<T> pieces{shapes};
        const capsule<T> c{{number(80), number(80)}, {number(80), number(80)}, number(6)};
        bool meets = false, enters = false;
        T nearest = std::numeric_limits<T>::infinity();
        for (const auto& s : shapes) {
            meets = meets || intersects(s, c), enters = enters || penetrates(s, c);
            nearest = std::min(nearest, distance(s, c).distance);
        }
        (meets ? touching : apart) += 1;
        CHECK(intersects(pieces, c) == meets);
        CHECK(intersects(c, shapes) == meets);
        CHECK(penetrates(pieces, c) == enters);
        CHECK(distance(pieces, c).distance == nearest);
        CHECK(distance(c, shapes).distance == nearest);
        CHECK(collide(c, pieces).has_value() == meets);
        if (!meets) CHECK(signed_distance(c, pieces) == nearest);
        if (const auto hit = collide(c, pieces)) {
            // The minimum translation separates, to a few roundings.
            const auto left = collide(translated(c, hit->mtv()), pieces);
            CHECK((!left || left->depth <= 32 * std::numeric_limits<T>::epsilon() * 32));
        }
    }
    CHECK(touching > 30);
    CHECK(apart > 30);
}

// The ids of points on a floor of tiles name the ends of the floor, which may belong to tiles that are not met.
TEMPLATE_TEST_CASE("the piece of a manifold has the facet, and is met unless the overlap is deep", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::generator random{21};
    std::vector<aabb<T>> row, wall;
    for (int i = 0; i < 12; ++i) row.push_back({{T(i), T(0)}, {T(i + 1), T(1)}});
    for (int y = 0; y < 3; ++y)
        for (int x = 0; x < 6; ++x) {
            const vec2<T> low{T(4 * x + 2 * (y % 2)), T(2 * y)};
            wall.push_back({low, low + vec2<T>{4, 2}});
        }
    int met = 0, corners = 0;
    const auto check = [&](const auto& body, const auto& tiles, bool is_shallow) {
        const auto all = contact_manifolds(body, tiles);
        const auto first = contact_manifold(body, compound<T>{tiles});
        REQUIRE((first.count > 0) == intersects(body, tiles));
        if (first.count == 0) return;
        ++met, corners += all.count == 2 ? 1 : 0;
        REQUIRE(all.manifolds[0] == first);
        if (is_shallow) CHECK(intersects(body, tiles[first.piece_b]));
        const auto out = translated(body, collide(body, tiles)->mtv());
        for (const auto& m : all) {
            CHECK(m.piece_a == 0);
            CHECK(distance(out, tiles[m.piece_b]).distance < T(1e-4));
        }
    };
    const int rounds = hitbox_tests::many_if_all(2000, 400);
    for (int i = 0; i < rounds; ++i) {
        const vec2<T> p{random.real<T>(-1, 13), random.real(T(0.75), T(1.8))},
            q{random.real<T>(-1, 27), random.real<T>(-1, 7)};
        const T r = random.real(T(0.05), T(0.8));
        check(circle<T>{p, r}, row, p.y > T(1));
        check(aabb<T>{p - vec2<T>{r, r}, p + vec2<T>{r, r}}, row, p.y > T(1));
        check(circle<T>{q, r}, wall, false);
        check(capsule<T>{q, q + vec2<T>{r, 0}, r / 2}, wall, false);
    }
    CHECK(met > rounds * 3 / 2);
    CHECK(corners > 0);
    // Two collinear segments have no facet at a contact, and the deepest pair of pieces decides.
    const std::vector<segment<T>> lines{{{0, 0}, {1, 0}}, {{2, 0}, {3, 0}}};
    CHECK(contact_manifold(segment<T>{{T(2.5), 0}, {T(2.75), 0}}, lines).piece_b == 1);
}

TEMPLATE_TEST_CASE("the points of a contact with tiles are on the boundaries, also in a concave corner", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::generator random{5};
    const auto between = [&random](double low, double high) { return random.real<T>(T(low), T(high)); };
    std::size_t in_corner = 0;
    const auto check = [&](const auto& shape, const std::vector<aabb<T>>& tiles) {
        const auto hit = collide(shape, tiles);
        if (!hit || hit->depth == T(0)) return;
        in_corner += hit->normal.x != T(0) && hit->normal.y != T(0);
        const T tolerance = T(64) * std::numeric_limits<T>::epsilon() * T(16);
        CAPTURE(hit->depth, hit->normal.x, hit->normal.y, hit->point_a.x, hit->point_a.y);
        CHECK(std::abs(signed_distance(shape, hit->point_a)) <= tolerance);
        CHECK(distance(tiles, hit->point_b).distance <= tolerance);
        const auto inside = collide(hit->point_b, tiles);
        CHECK((!inside || inside->depth <= tolerance));
        CHECK(length(hit->point_a + hit->mtv() - hit->point_b) <= tolerance);
        const auto flipped = collide(tiles, shape);
        CHECK((flipped && flipped->point_a == hit->point_b && flipped->point_b == hit->point_a));
    };
    for (std::size_t i = 0; i < hitbox_tests::many_if_optimised(3000, 400); ++i) {
        std::vector<aabb<T>> tiles;
        for (int k = 0; k < 12; ++k) {
            const vec2<T> corner{static_cast<T>(random.index(10)), static_cast<T>(random.index(10))};
            tiles.push_back({corner, corner + vec2<T>{1, 1}});
        }
        const vec2<T> corner{between(0, 8), between(0, 8)}, size{between(.5, 4), between(.5, 4)};
        check(aabb<T>{corner, corner + size}, tiles);
        check(circle<T>{corner, size.x / 2}, tiles);
        check(capsule<T>{corner, corner + size, size.y / 8}, tiles);
        check(obb<T>{corner, size / T(2), rot2<T>::from_degrees(between(0, 90))}, tiles);
    }
    CHECK(in_corner > hitbox_tests::many_if_optimised(1000, 100));
}

TEST_CASE("the contact of two compounds in the other order is the same contact, reversed") {
    const compound<float> a{std::vector<aabb<float>>{{{0, 0}, {2, 1}}, {{2, 0}, {4, 1}}}};
    const compound<float> b{std::vector<circle<float>>{{{1, 1.75f}, 1}, {{3, 1.75f}, 1}}};
    const auto ab = collide(a, b), ba = collide(b, a);
    REQUIRE(ab);
    CHECK(ba == flipped(ab));
    CHECK(ab->normal == vec2<float>{0, 1});
    CHECK(ab->depth == 0.25f);
}

TEMPLATE_TEST_CASE("swapping two sets flips their contact and their distance, to the last bit", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::generator random{7};
    const auto between = [&random](double low, double high) { return random.real<T>(T(low), T(high)); };
    const auto some_boxes = [&] {
        std::vector<aabb<T>> boxes;
        for (int i = 0; i < 3; ++i) {
            const vec2<T> corner{between(0, 6), between(0, 6)};
            boxes.push_back({corner, corner + vec2<T>{between(.5, 4), between(.5, 4)}});
        }
        return compound<T>{boxes};
    };
    std::size_t contacts = 0;
    for (std::size_t i = 0; i < hitbox_tests::many_if_optimised(2000, 300); ++i) {
        const auto a = some_boxes(), b = some_boxes();
        const auto hit = collide(a, b);
        CAPTURE(i);
        CHECK(collide(b, a) == flipped(hit));
        const auto gap = distance(a, b), back = distance(b, a);
        CHECK(back.distance == gap.distance);
        CHECK(back.normal == -gap.normal);
        CHECK((back.point_a == gap.point_b && back.point_b == gap.point_a));
        contacts += hit.has_value();
    }
    CHECK(contacts > hitbox_tests::many_if_optimised(500, 50));
}

}  // namespace set_queries_tests
