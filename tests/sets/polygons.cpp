// Polygons are shapes to every query; compounds have mass, a nearest point, and can be moved.

#include "../polygons.hpp"

#include <hitbox/hitbox.hpp>

#include <cmath>
#include <limits>
#include <vector>

#include "catch_compat.hpp"

using namespace hitbox;
using namespace hitbox_tests;

namespace {

using real_number = long double;

rings some_rings(dice& d, int i) {
    switch (i % 4) {
        case 0: return random_star(d, 3 + d.index(12), 20);
        case 1: return random_outline(d, 4 + d.index(10), 16);
        case 2: return polyomino(d, 4 + d.index(12), false);
        default:
            return {{{0, 0}, {12, 0}, {12, 12}, {0, 12}}, {{3, 3}, {6, 3}, {6, 9}, {3, 9}}, {{8, 4}, {10, 8}, {8, 8}}};
    }
}

/// Calls law(rings, polygon) for polygons on a grid, convex and concave, some with holes.
template <class T, class Law>
void on_polygons(int count, Law law) {
    dice d{7};
    for (int i = 0; i < count; ++i) {
        const rings all = some_rings(d, i);
        const auto made = to_polygon<T>(all);
        if (!made) continue;
        INFO("polygon " << i << ": " << to_text(all));
        law(d, all, *made);
    }
}

/// The distance of a point from the border, and whether it is inside, by all edges.
struct border_distance {
    real_number distance = std::numeric_limits<real_number>::infinity();
    bool is_inside = false;
};
template <class T>
border_distance border_of(const rings& all, vec2<T> p) {
    const auto x = static_cast<real_number>(p.x), y = static_cast<real_number>(p.y);
    border_distance found;
    for (const grid_edge& e : edges_of(all)) {
        const real_number ax = e.a.x, ay = e.a.y, bx = e.b.x - ax, by = e.b.y - ay;
        const real_number part = std::min(1.L, std::max(0.L, ((x - ax) * bx + (y - ay) * by) / (bx * bx + by * by)));
        found.distance = std::min(found.distance, std::hypot(x - ax - part * bx, y - ay - part * by));
        if ((e.a.y <= y) != (e.b.y <= y) && x < ax + (y - ay) / by * bx) found.is_inside = !found.is_inside;
    }
    return found;
}

template <class T>
T fraction(dice& d) {
    return static_cast<T>(d.between(-64, 24 * 16)) / 16;
}

}  // namespace

TEMPLATE_TEST_CASE("a disc meets a polygon as the distance to all of its edges says", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    int inside = 0, apart = 0, across = 0;
    on_polygons<T>(80, [&](dice& d, const rings& all, const polygon<T>& p) {
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
    CHECK(inside > 50);
    CHECK(apart > 100);
    CHECK(across > 100);
}

TEMPLATE_TEST_CASE("the closest point of a polygon is that of all of its edges", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    int inside = 0;
    on_polygons<T>(80, [&](dice& d, const rings& all, const polygon<T>& p) {
        const compound<T> pieces{p};
        for (int i = 0; i < 20; ++i) {
            const vec2<T> q = i % 5 == 0 ? p[d.index(p.size())] : vec2<T>{fraction<T>(d), fraction<T>(d)};
            const border_distance expected = border_of(all, q);
            const real_number rounding = 64 * static_cast<real_number>(std::numeric_limits<T>::epsilon()) * 32;
            inside += expected.is_inside && expected.distance > 0 ? 1 : 0;
            for (const auto& found :
                 {closest_point(p, q), closest_point(pieces, q), closest_point(at(p, vec2<T>{}), q)}) {
                const real_number sign = contains(p, q) ? -1 : 1;
                CHECK(std::abs(sign * static_cast<real_number>(found.distance) - expected.distance) <= rounding);
                CHECK(border_of(all, found.point).distance <= rounding);
                CHECK(std::abs(length(found.gradient) - 1) <= 8 * std::numeric_limits<T>::epsilon());
                if (expected.distance == 0) CHECK(found.point == q);
                // The gradient leads from inside to outside, along the line to the nearest point.
                CHECK(length(q - found.gradient * found.distance - found.point) <= static_cast<T>(rounding));
            }
        }
    });
    CHECK(inside > 100);
}

TEMPLATE_TEST_CASE("a query of a polygon is the query of its compound, bit for bit", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    on_polygons<T>(40, [&](dice& d, const rings&, const polygon<T>& p) {
        const compound<T> pieces{p};
        const transform2<T> where{{fraction<T>(d) / 4, 1}, rot2<T>::from_degrees(T(d.between(0, 359)))};
        const auto placed_polygon = at(p, where);
        const auto placed_pieces = at(pieces, where);
        for (int i = 0; i < 6; ++i) {
            const vec2<T> q{fraction<T>(d), fraction<T>(d)}, way{fraction<T>(d) - 10, fraction<T>(d) - 10};
            const capsule<T> a{q, q + vec2<T>{2, 1}, 1};
            CHECK(collide(a, p) == collide(a, pieces));
            CHECK(collide(placed_polygon, a) == collide(placed_pieces, a));
            CHECK(distance(p, a) == distance(pieces, a));
            CHECK(contact_manifold(placed_polygon, a) == contact_manifold(placed_pieces, a));
            CHECK(contact_manifold(p, placed_pieces) == contact_manifold(pieces, placed_polygon));
            CHECK(shape_cast(a, way, p) == shape_cast(a, way, pieces));
            CHECK(shape_cast(placed_polygon, way, a) == shape_cast(placed_pieces, way, a));
            CHECK(ray_cast(ray<T>{q, way}, placed_polygon) == ray_cast(ray<T>{q, way}, placed_pieces));
            CHECK(contains(placed_polygon, q) == contains(placed_pieces, q));
            const auto slid = move_and_slide(a, {0, 0}, way, p), same = move_and_slide(a, {0, 0}, way, pieces);
            CHECK(slid.position == same.position);
        }
    });
}

TEMPLATE_TEST_CASE("a compound of a polygon weighs what the polygon does", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const real_number epsilon = static_cast<real_number>(std::numeric_limits<T>::epsilon());
    on_polygons<T>(80, [&](dice&, const rings& all, const polygon<T>& p) {
        // Triangles from the origin to each edge, with signs: whole numbers.
        real_number area_sum = 0, x = 0, y = 0, squares = 0;
        for (std::size_t r = 0; r < all.size(); ++r) {
            const real_number sign = (twice_area(all[r]) > 0) == (r == 0) ? 1 : -1;
            for (std::size_t i = 0; i < all[r].size(); ++i) {
                const grid_point a = all[r][i], b = all[r][(i + 1) % all[r].size()];
                const auto twice = static_cast<real_number>(a.x * b.y - a.y * b.x) * sign;
                area_sum += twice / 2, x += twice * (a.x + b.x) / 6, y += twice * (a.y + b.y) / 6;
                squares += twice * (a.x * a.x + a.y * a.y + b.x * b.x + b.y * b.y + a.x * b.x + a.y * b.y) / 12;
            }
        }
        x /= area_sum, y /= area_sum;
        squares -= area_sum * (x * x + y * y);
        const compound<T> pieces{p};
        CHECK(std::abs(real_number(area(pieces)) - area_sum) <= 2 * epsilon * area_sum);
        CHECK(std::abs(real_number(centroid(pieces).x) - x) <= 32 * epsilon * 32);
        CHECK(std::abs(real_number(centroid(pieces).y) - y) <= 32 * epsilon * 32);
        CHECK(std::abs(real_number(second_moment(pieces)) - squares) <= 32 * epsilon * squares);
        CHECK(area(at(pieces, vec2<T>{3, 4})) == area(pieces));
        CHECK(second_moment(at(pieces, vec2<T>{3, 4})) == second_moment(pieces));
        for (const T k : {T(0x1p-20), T(0x1p20)}) {
            const compound<T> scaled{*to_polygon<T>(all, k)};
            CHECK(area(scaled) == area(pieces) * k * k);
            CHECK(centroid(scaled) == centroid(pieces) * k);
        }
    });
}

TEST_CASE("overlapping pieces count once each, and pieces without area have the mean of their middles") {
    const std::vector<aabb<float>> twice{{{0, 0}, {2, 1}}, {{0, 0}, {2, 1}}};
    CHECK(area(compound<float>{twice}) == 4);
    CHECK(centroid(compound<float>{twice}) == vec2<float>{1, 0.5f});
    CHECK(second_moment(compound<float>{twice}) == 2 * second_moment(twice[0]));
    const std::vector<any_shape<float>> mixed{circle<float>{{0, 0}, 1}, circle<float>{{4, 0}, 1}, vec2<float>{9, 9}};
    CHECK(std::abs(area(compound<float>{mixed}) - 6.2831853f) < 1e-5f);
    CHECK(length(centroid(compound<float>{mixed}) - vec2<float>{2, 0}) < 1e-6f);
    CHECK(std::abs(second_moment(compound<float>{mixed}) - 2 * (1.5707963f + 4 * 3.1415927f)) < 1e-4f);
    const std::vector<segment<float>> lines{{{0, 0}, {2, 0}}, {{2, 0}, {2, 2}}};
    CHECK(area(compound<float>{lines}) == 0);
    CHECK(centroid(compound<float>{lines}) == vec2<float>{1.5f, 0.5f});
    CHECK(second_moment(compound<float>{lines}) == 0);
}

TEST_CASE("at the ends of the range a compound's mass has no NaN") {
    for (const double size : {1e-300, 1e-100, 1e100, 1e300}) {
        const compound<double> pieces{std::vector<aabb<double>>{{{0, 0}, {size, size}}, {{size, 0}, {2 * size, size}}}};
        CHECK(length(centroid(pieces) / size - vec2<double>{1, 0.5}) <= 1e-15);
        CHECK(!std::isnan(area(pieces)));
        CHECK(!std::isnan(second_moment(pieces)));
    }
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

TEST_CASE("far away a polygon that rounding makes unsound is empty; its compound is not") {
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
