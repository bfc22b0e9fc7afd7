// Polygons as sets: every query takes them, and they can be moved.

#include <hitbox/hitbox.hpp>

#include <cmath>
#include <limits>
#include <vector>

#include "../catch_compat.hpp"
#include "../rounds.hpp"
#include "grid_polygons.hpp"

using namespace hitbox;
using namespace hitbox_tests;

TEMPLATE_TEST_CASE("a disc intersects a polygon according to its distance from all edges", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    int inside = 0, apart = 0, across = 0;
    const int polygons = hitbox_tests::many_if_all(80, 8);
    on_polygons<T>(polygons, [&](dice& d, const rings& all, const polygon<T>& p) {
        for (int i = 0; i < 20; ++i) {
            const vec2<T> q{fraction<T>(d), fraction<T>(d)};
            const circle<T> disc{q, T(d.between(0, 48)) / 16};
            const border_distance expected = border_of(all, q);
            const real_number gap = expected.distance - static_cast<real_number>(disc.radius);
            const real_number rounding = 16 * static_cast<real_number>(std::numeric_limits<T>::epsilon()) * 32;
            if (std::abs(gap) < rounding) continue;
            const bool meets = expected.is_inside || gap < 0;
            (meets ? expected.is_inside && gap > 0 ? inside : across : apart) += 1;
            CHECK(intersects(p, disc) == meets);
            CHECK(intersects(disc, p) == meets);
            CHECK(penetrates(p, disc) == meets);
            CHECK(collide(disc, p).has_value() == meets);
            CHECK((contact_manifold(disc, p).count > 0) == meets);
            CHECK(contains(p, disc) == (expected.is_inside && gap > 0));
            const real_number off = std::abs(static_cast<real_number>(distance(p, disc).distance) - (meets ? 0 : gap));
            CHECK(off <= rounding);
            if (!meets) CHECK(std::abs(static_cast<real_number>(signed_distance(disc, p)) - gap) <= rounding);
            if (const auto hit = collide(disc, p)) {
                const auto left = collide(translated(disc, hit->mtv()), p);
                CHECK((!left || static_cast<real_number>(left->depth) <= rounding));
            }
        }
    });
    CHECK(inside > polygons / 2);
    CHECK(apart > polygons);
    CHECK(across > polygons);
}

TEMPLATE_TEST_CASE("a query of a polygon equals the query of its compound, bit for bit", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    on_polygons<T>(many_if_all(40, 5), [&](dice& d, const rings&, const polygon<T>& p) {
        const compound<T> pieces{p};
        const transform2<T> where{{fraction<T>(d) / 4, 1}, rot2<T>::from_degrees(T(d.between(0, 359)))};
        const auto placed_polygon = at(p, where);
        const auto placed_pieces = at(pieces, where);
        for (int i = 0; i < 6; ++i) {
            const vec2<T> q{fraction<T>(d), fraction<T>(d)}, translation{fraction<T>(d) - 10, fraction<T>(d) - 10};
            const capsule<T> a{q, q + vec2<T>{2, 1}, 1};
            CHECK(collide(a, p) == collide(a, pieces));
            CHECK(collide(placed_polygon, a) == collide(placed_pieces, a));
            CHECK(distance(p, a) == distance(pieces, a));
            CHECK(contact_manifold(placed_polygon, a) == contact_manifold(placed_pieces, a));
            CHECK(contact_manifold(p, placed_pieces) == contact_manifold(pieces, placed_polygon));
            CHECK(shape_cast(a, translation, p) == shape_cast(a, translation, pieces));
            CHECK(shape_cast(placed_polygon, translation, a) == shape_cast(placed_pieces, translation, a));
            CHECK(ray_cast(ray<T>{q, translation}, placed_polygon) == ray_cast(ray<T>{q, translation}, placed_pieces));
            CHECK(contains(placed_polygon, q) == contains(placed_pieces, q));
            const auto slid = move_and_slide(a, {0, 0}, translation, p),
                       same = move_and_slide(a, {0, 0}, translation, pieces);
            CHECK(slid.position == same.position);
        }
    });
}

TEMPLATE_TEST_CASE("polygons and compounds are translated point by point", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    on_polygons<T>(40, [&](dice&, const rings&, const polygon<T>& p) {
        const vec2<T> by{-3, 1024};
        const polygon<T> moved = translated(p, by);
        REQUIRE(moved.size() == p.size());
        for (std::size_t i = 0; i < p.size(); ++i) CHECK(moved[i] == p[i] + by);
        CHECK(moved.ring_count() == p.ring_count());
        const compound<T> pieces{p}, moved_pieces = translated(pieces, by);
        REQUIRE(moved_pieces.size() == pieces.size());
        for (std::size_t i = 0; i < pieces.size(); ++i) CHECK(moved_pieces[i] == translated(pieces[i], by));
        CHECK(bounds(moved_pieces) == bounds(moved));
        CHECK(moved_pieces.border().size() == pieces.border().size());
        CHECK(area(moved_pieces) == area(pieces));
        CHECK(contains(moved_pieces, p[0] + by));
    });
}

TEST_CASE("a polygon is empty if rounding far away makes it self-intersecting; its compound is not") {
    // A box with a thin tooth on top.
    const polygon<float> p =
        *make_polygon(std::vector<vec2<float>>{{0, 0}, {8, 0}, {8, 8}, {4.25f, 8}, {4.125f, 9}, {4, 8}, {0, 8}});
    const vec2<float> far_away{0x1p23f, 0};  // multiples of 1 from there on
    CHECK(translated(p, far_away).empty());
    const auto moved = translated(compound<float>{p}, far_away);
    CHECK(valid(moved));
    CHECK(moved.size() == compound<float>{p}.size());
    CHECK(contains(moved, vec2<float>{0x1p23f + 4, 4}));
    CHECK(contains(at(p, far_away), vec2<float>{0x1p23f + 4, 4}));
    CHECK(!valid(translated(compound<float>{p}, {std::numeric_limits<float>::infinity(), 0})));
}
