// Rays at polygons that need not be convex, against exact fractions of integers.

#include "../catch_compat.hpp"
#include "../polygons.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

using namespace hitbox;
using namespace hitbox_tests;

namespace {

/// A fraction of a path, from 0 to 1; den > 0.
struct exact_fraction {
    std::int64_t num, den;

    friend bool operator<(exact_fraction a, exact_fraction b) { return a.num * b.den < b.num * a.den; }
    friend bool operator==(exact_fraction a, exact_fraction b) { return a.num * b.den == b.num * a.den; }
};

std::int64_t cross_of(grid_point a, grid_point b) { return a.x * b.y - a.y * b.x; }
std::int64_t dot_of(grid_point a, grid_point b) { return a.x * b.x + a.y * b.y; }

bool lies_on(const grid_edge& e, grid_point p) { return p == e.a || p == e.b || strictly_on(e.a, e.b, p); }

/// Returns the fraction at which the path from o by d first meets an edge that does not contain o.
std::optional<exact_fraction> meets(grid_point o, grid_point d, const grid_edge& e) {
    if (lies_on(e, o) || d == grid_point{0, 0}) return {};
    const grid_point along{e.b.x - e.a.x, e.b.y - e.a.y}, to_a{e.a.x - o.x, e.a.y - o.y},
        to_b{e.b.x - o.x, e.b.y - o.y};
    std::int64_t den = cross_of(d, along), num = cross_of(to_a, along), place = cross_of(to_a, d);
    if (den == 0) {
        if (num != 0 || cross_of(to_a, d) != 0) return {};
        const std::int64_t length = dot_of(d, d), first = std::min(dot_of(to_a, d), dot_of(to_b, d));
        if (first < 0 || first > length) return {};
        return exact_fraction{first, length};
    }
    if (den < 0) den = -den, num = -num, place = -place;
    if (num < 0 || num > den || place < 0 || place > den) return {};
    return exact_fraction{num, den};
}

struct exact_hit {
    std::optional<exact_fraction> first;
    std::vector<grid_edge> edges;  // that are met there
};
exact_hit first_of(const std::vector<grid_edge>& edges, grid_point o, grid_point d) {
    exact_hit found;
    for (const grid_edge& e : edges)
        if (const auto at = meets(o, d, e)) {
            if (!found.first || *at < *found.first) found = {at, {}};
            if (*at == *found.first) found.edges.push_back(e);
        }
    return found;
}

template <class T>
double angle_between(vec2<T> n, grid_point edge) {
    const double x = static_cast<double>(n.x), y = static_cast<double>(n.y);
    const double ex = static_cast<double>(edge.x), ey = static_cast<double>(edge.y);
    return std::abs(x * ex + y * ey) / std::hypot(ex, ey);
}

template <class T>
void check_rays(const rings& all, dice& random, int size) {
    const auto made = to_polygon<T>(all);
    if (!made) return;
    INFO(to_text(all));
    const auto edges = edges_of(all);
    for (int i = 0; i < 60; ++i) {
        const grid_point o{random.between(-size - 3, size + 3), random.between(-size - 3, size + 3)};
        const grid_point d{random.between(-3 * size, 3 * size), random.between(-3 * size, 3 * size)};
        INFO("from " << o.x << ' ' << o.y << " by " << d.x << ' ' << d.y);
        const ray<T> r{{static_cast<T>(o.x), static_cast<T>(o.y)}, {static_cast<T>(d.x), static_cast<T>(d.y)}};
        const exact_hit expected = first_of(edges, o, d);
        const auto is_along = [&](const grid_edge& e) { return cross_of(d, {e.b.x - e.a.x, e.b.y - e.a.y}) == 0; };
        const auto leads_along = [&](const grid_edge& e) {  // see the test of rays along the border
            const auto ahead = [&](grid_point p) { return dot_of({p.x - o.x, p.y - o.y}, d); };
            return lies_on(e, o) && is_along(e) && std::max(ahead(e.a), ahead(e.b)) > 0;
        };
        if (std::any_of(edges.begin(), edges.end(), leads_along)) continue;

        const auto hollow = ray_cast(r, *made, ray_start::hollow);
        REQUIRE(hollow.has_value() == expected.first.has_value());
        const bool starts_in = contains(*made, r.origin);
        const auto solid = ray_cast(r, *made);
        if (starts_in) {
            REQUIRE(solid);
            CHECK(solid->fraction == 0);
            CHECK(solid->point == r.origin);
            CHECK(std::abs(length(solid->normal) - 1) < T(1e-6));
        } else {
            CHECK(solid == hollow);
        }
        if (!hollow) continue;
        const double fraction = static_cast<double>(expected.first->num) / static_cast<double>(expected.first->den);
        CHECK(std::abs(static_cast<double>(hollow->fraction) - fraction) <=
              2 * static_cast<double>(std::numeric_limits<T>::epsilon()) * (1 + fraction));
        // The normal is the outward normal of one of the edges there.
        bool right = false;
        for (const grid_edge& e : expected.edges)
            right = right || angle_between(hollow->normal, {e.b.x - e.a.x, e.b.y - e.a.y}) < 1e-6;
        CHECK(right);
        CHECK(std::abs(length(hollow->normal) - 1) < T(1e-6));
        const bool begins_along =
            std::any_of(edges.begin(), edges.end(), [&](const grid_edge& e) { return lies_on(e, o) && is_along(e); });
        if (expected.edges.size() == 1 && !is_along(expected.edges[0]) && !begins_along) {
            const vec2<T> middle = r.origin + r.translation * (hollow->fraction / 2);
            const T facing = dot(hollow->normal, r.translation);
            CHECK((contains(*made, middle) ? facing > 0 : facing < 0));
        }
    }
}

}  // namespace

TEMPLATE_TEST_CASE("a ray hits a polygon at the fraction that exact arithmetic computes", "", HITBOX_TESTS_REALS) {
    dice random{5};
    for (int i = 0; i < 60; ++i) {
        check_rays<TestType>(random_outline(random, 3 + random.index(12), 7), random, 7);
        check_rays<TestType>(random_star(random, 5 + random.index(20), 9), random, 9);
        check_rays<TestType>(polyomino(random, 3 + random.index(14), random.one_in(2)), random, 6);
    }
    check_rays<TestType>(comb(5, 6), random, 10);
    check_rays<TestType>(spiral(3), random, 20);
    check_rays<TestType>(lattice(3), random, 12);
}

TEMPLATE_TEST_CASE("the border along which a hollow ray runs from its start is no hit", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto whole = make_polygon({vec2<T>{0, 0}, {2, 0}, {4, 0}, {4, 4}, {0, 4}});  // one vertex is on an edge
    const auto notched = make_polygon({vec2<T>{0, 0}, {6, 0}, {6, 3}, {4, 3}, {4, 1}, {2, 1}, {2, 2}, {0, 2}});
    const auto ledge = make_polygon({vec2<T>{0, 0}, {6, 0}, {6, 3}, {4, 3}, {4, 1}, {0, 1}});
    REQUIRE((whole && notched && ledge));
    const auto check = [](const polygon<T>& p, const ray<T>& r, const std::optional<ray_hit<T>>& expected) {
        INFO("from " << r.origin.x << ' ' << r.origin.y << " by " << r.translation.x << ' ' << r.translation.y);
        const auto one = ray_cast(r, p, ray_start::hollow);
        const auto pieces = ray_cast(r, compound<T>{p}, ray_start::hollow);
        REQUIRE(one.has_value() == expected.has_value());
        REQUIRE(pieces.has_value() == expected.has_value());
        if (!expected) return;
        CHECK((one->point == expected->point && one->normal == expected->normal));
        CHECK((pieces->point == expected->point && pieces->normal == expected->normal));
    };
    check(*whole, {{1, 0}, {8, 0}}, {});
    check(*whole, {{3, 0}, {-8, 0}}, {});
    check(*whole, {{4, 0}, {0, 9}}, {});
    check(*whole, {{1, 0}, {1, 0}}, {});
    const ray_hit<T> right_arm{T(3) / 8, {4, 2}, {-1, 0}}, wall{T(3) / 8, {4, 1}, {-1, 0}};
    check(*notched, {{1, 2}, {8, 0}}, right_arm);  // over the gap to the other arm
    check(*notched, {{3, 1}, {8, 0}}, ray_hit<T>{T(1) / 8, {4, 1}, {-1, 0}});
    check(*ledge, {{1, 1}, {8, 0}}, wall);  // along the ledge into the wall
    check(*ledge, {{1, 1}, {3, 0}}, ray_hit<T>{T(1), {4, 1}, {-1, 0}});
    check(*ledge, {{3, 1}, {-8, 0}}, {});
}

TEMPLATE_TEST_CASE("a ray at a convex outline equals the ray at the convex polygon", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    dice random{6};
    for (int i = 0; i < 400; ++i) {
        std::vector<vec2<T>> points;
        for (int k = 0; k < 8; ++k)
            points.push_back({static_cast<T>(random.between(-9, 9)) / 7, static_cast<T>(random.between(-9, 9)) / 3});
        const auto hull = convex_hull<8>(points);
        if (!hull) continue;
        const auto made = make_polygon(vertices(*hull));
        REQUIRE(made);
        const auto coordinate = [&] { return static_cast<T>(random.between(-40, 40)) / 9; };
        const ray<T> r{{coordinate(), coordinate()}, {coordinate(), coordinate()}};
        for (const ray_start start : {ray_start::solid, ray_start::hollow}) {
            const auto one = ray_cast(r, *hull, start), other = ray_cast(r, *made, start);
            REQUIRE(one.has_value() == other.has_value());
            if (!one) continue;
            constexpr T few = 8 * std::numeric_limits<T>::epsilon();
            CHECK(std::abs(one->fraction - other->fraction) <= few);
            CHECK(length(one->point - other->point) <= few * 8);
            if (one->fraction > 0) CHECK(dot(one->normal, other->normal) > T(1) - few);
        }
    }
}

TEMPLATE_TEST_CASE("a solid ray from inside reports the direction to the nearest edge", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto frame = make_polygon({vec2<T>{0, 0}, {10, 0}, {10, 10}, {0, 10}}, {{{2, 2}, {8, 2}, {8, 8}, {2, 8}}});
    REQUIRE(frame);
    const auto normal_at = [&](T x, T y) { return ray_cast(ray<T>{{x, y}, {1, 0}}, *frame)->normal; };
    CHECK(normal_at(T(.5), 5) == vec2<T>{-1, 0});
    CHECK(normal_at(T(1.5), 5) == vec2<T>{1, 0});                     // into the hole
    CHECK(normal_at(0, 5) == vec2<T>{-1, 0});                         // on the outline
    CHECK(normal_at(2, 5) == vec2<T>{1, 0});                          // on the hole's
    CHECK(ray_cast(ray<T>{{5, 5}, {1, 0}}, *frame) == std::nullopt);  // ends in the hole
    const auto wall = ray_cast(ray<T>{{5, 5}, {6, 0}}, *frame);
    REQUIRE(wall);
    CHECK(wall->point == vec2<T>{8, 5});
    CHECK(wall->normal == vec2<T>{-1, 0});
}

TEMPLATE_TEST_CASE("invalid rays and polygons give no hit", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto square = make_polygon({vec2<T>{0, 0}, {1, 0}, {1, 1}, {0, 1}});
    constexpr T nan = std::numeric_limits<T>::quiet_NaN(), infinity = std::numeric_limits<T>::infinity();
    for (const T bad : {nan, infinity}) {
        CHECK(ray_cast(ray<T>{{bad, 0}, {1, 0}}, *square) == std::nullopt);
        CHECK(ray_cast(ray<T>{{-1, 0}, {1, bad}}, *square) == std::nullopt);
    }
    CHECK(ray_cast(ray<T>{{-1, 0}, {9, 0}}, polygon<T>{}) == std::nullopt);
    const T max_value = std::numeric_limits<T>::max();
    const auto wide = make_polygon(
        {vec2<T>{-max_value, -max_value}, {max_value, -max_value}, {max_value, max_value}, {-max_value, max_value}});
    REQUIRE(wide);
    const auto out = ray_cast(ray<T>{{0, 0}, {max_value, 0}}, *wide, ray_start::hollow);
    REQUIRE(out);
    CHECK(out->fraction == 1);
    CHECK(out->normal == vec2<T>{1, 0});
    CHECK(ray_cast(ray<T>{{2, 2}, {0, 0}}, *square) == std::nullopt);
    CHECK(ray_cast(ray<T>{{1, 1}, {0, 0}}, *square)->fraction == 0);
}
