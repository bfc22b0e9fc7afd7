// Coordinates beyond float and double: long double, a user's fixed-point numbers, and integers of every width.

#include "../catch_compat.hpp"

#include <hitbox/hitbox.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace user {

/// A fixed-point number with 16 bits after the point.
struct fixed {
    std::int64_t raw = 0;

    constexpr fixed() = default;
    constexpr fixed(int whole) : raw{std::int64_t{whole} << 16} {}
    constexpr explicit fixed(double x) : raw{static_cast<std::int64_t>(x * 65536)} {}
    constexpr explicit operator double() const { return static_cast<double>(raw) / 65536; }

    friend constexpr auto operator<=>(const fixed&, const fixed&) = default;
    friend constexpr fixed operator+(fixed a, fixed b) { return from(a.raw + b.raw); }
    friend constexpr fixed operator-(fixed a, fixed b) { return from(a.raw - b.raw); }
    friend constexpr fixed operator-(fixed a) { return from(-a.raw); }
    friend constexpr fixed operator*(fixed a, fixed b) { return from(a.raw * b.raw / 65536); }
    friend constexpr fixed operator/(fixed a, fixed b) { return from(b.raw == 0 ? 0 : a.raw * 65536 / b.raw); }
    static constexpr fixed from(std::int64_t raw) {
        fixed result;
        result.raw = raw;
        return result;
    }
};
constexpr fixed sqrt(fixed x) {
    std::int64_t low = 0, high = std::int64_t{1} << 31;
    while (low < high) {
        const std::int64_t middle = (low + high + 1) / 2;
        if (middle * middle <= x.raw * 65536) low = middle;
        else high = middle - 1;
    }
    return fixed::from(low);
}

}  // namespace user

template <>
inline constexpr bool hitbox::enable_scalar<user::fixed> = true;

using namespace hitbox;

namespace {
using F = user::fixed;
constexpr vec2<F> at_whole(int x, int y) { return {F{x}, F{y}}; }
}  // namespace

static_assert(scalar<user::fixed> && real<user::fixed> && !exact_scalar<user::fixed>);
static_assert(intersects(circle<F>{at_whole(0, 0), F{1}}, circle<F>{at_whole(2, 0), F{1}}), "touching counts");
static_assert(!intersects(circle<F>{at_whole(0, 0), F{1}}, circle<F>{at_whole(3, 0), F{1}}));

TEST_CASE("queries work with a user's fixed-point type") {
    const aabb<F> box{at_whole(0, 0), at_whole(4, 4)};
    const auto hit = collide(circle<F>{at_whole(5, 2), F{2}}, box);
    REQUIRE(hit.has_value());
    CHECK(static_cast<double>(hit->normal.x) == -1);
    CHECK(static_cast<double>(hit->normal.y) == 0);
    CHECK(static_cast<double>(hit->depth) == 1);
    CHECK(contains(box, at_whole(4, 4)));
    CHECK(!contains(box, at_whole(5, 4)));
    const auto boxes = collide(box, aabb<F>{at_whole(3, 1), at_whole(9, 2)});
    REQUIRE(boxes.has_value());
    CHECK(static_cast<double>(boxes->mtv().x) == -1);
    const auto made = make_convex_polygon({at_whole(0, 0), at_whole(2, 0), at_whole(0, 2)});
    REQUIRE(made);
    CHECK(intersects(*made, capsule<F>{at_whole(2, 2), at_whole(1, 2), F{1}}));
    CHECK(!intersects(*made, segment<F>{at_whole(2, 1), at_whole(3, 3)}));
    const auto apart = distance(rounded{box, F{1}}, circle<F>{at_whole(8, 8), F{2}});
    CHECK(std::abs(static_cast<double>(apart.distance) - (std::sqrt(32.) - 3)) < .001);
    CHECK(std::abs(static_cast<double>(apart.normal.x) - std::sqrt(.5)) < .001);
    CHECK(static_cast<double>(closest_point(box, at_whole(2, 3)).distance) == -1);
}

TEST_CASE("a fixed-point type has manifolds and common parts") {
    const aabb<F> floor{at_whole(0, 0), at_whole(8, 1)}, box{{F{2}, F{.5}}, at_whole(4, 3)};
    const auto m = contact_manifold(floor, box);
    REQUIRE(m.count == 2);
    CHECK(static_cast<double>(m.normal.y) == 1);
    CHECK(static_cast<double>(m.points[0].depth) == .5);
    CHECK(static_cast<double>(m.points[1].point.x) == 4);
    CHECK(contact_manifold(floor, circle<F>{at_whole(4, 3), F{1}}, F{2}).count == 1);
    const auto part = polygon_clip(floor, box);
    CHECK(part.size() == 4);
    CHECK(static_cast<double>(part.area) == 1);
}

TEST_CASE("long double answers as double does") {
    const obb<long double> door{{2, 1}, {1, .25L}, rot2<long double>::from_degrees(30)};
    const circle<long double> ball{{3, 2}, .75L};
    const obb<double> same_door{{2, 1}, {1, .25}, rot2<double>::from_degrees(30)};
    const auto hit = collide(ball, door);
    const auto same = collide(circle<double>{{3, 2}, .75}, same_door);
    REQUIRE(hit.has_value());
    REQUIRE(same.has_value());
    CHECK(std::abs(static_cast<double>(hit->depth) - same->depth) < 1e-14);
    CHECK(std::abs(static_cast<double>(hit->normal.x) - same->normal.x) < 1e-14);
    const auto m = contact_manifold(ball, door);
    REQUIRE(m.count == 1);
    CHECK(m.points[0].depth == hit->depth);
    const aabb<long double> box{{1, 0}, {3, 2}};
    const aabb<double> same_box{{1, 0}, {3, 2}};
    CHECK(std::abs(static_cast<double>(polygon_clip(door, box).area) - polygon_clip(same_door, same_box).area) < 1e-14);
    const circle<long double> far{{9, 9}, 1};
    CHECK(std::abs(static_cast<double>(distance(far, door).distance) -
                   distance(circle<double>{{9, 9}, 1}, same_door).distance) < 1e-14);
    CHECK(intersects(ball, door));
    CHECK(!intersects(circle<long double>{{9, 9}, 1}, door));
}

TEST_CASE("rays and casts of other scalars") {
    const aabb<F> box{at_whole(0, 0), at_whole(4, 4)};
    const auto ray_hit = ray_cast(ray<F>{at_whole(-4, 2), at_whole(8, 0)}, box);
    REQUIRE(ray_hit);
    CHECK(static_cast<double>(ray_hit->fraction) == .5);
    CHECK(static_cast<double>(ray_hit->normal.x) == -1);
    const auto far_wall = ray_cast(ray<F>{at_whole(2, 2), at_whole(8, 0)}, box, ray_start::hollow);
    REQUIRE(far_wall);
    CHECK(static_cast<double>(far_wall->fraction) == .25);
    const auto at_the_wall = ray_cast(ray<F>{at_whole(2, 2), at_whole(2, 0)}, box, ray_start::hollow);
    REQUIRE(at_the_wall);
    CHECK(static_cast<double>(at_the_wall->fraction) == 1);
    CHECK(!ray_cast(ray<F>{at_whole(-4, 5), at_whole(8, 0)}, box));
    const auto cast = shape_cast(circle<F>{at_whole(-3, 2), F{1}}, at_whole(8, 0), box);
    CHECK(cast.status == cast_status::hit);
    CHECK(static_cast<double>(cast.fraction) == .25);
    CHECK(shape_cast(circle<F>{at_whole(-1, 2), F{1}}, at_whole(8, 0), box).status == cast_status::started_touching);
    CHECK(shape_cast(circle<F>{at_whole(-1, 2), F{1}}, at_whole(-8, 0), box).status == cast_status::separated);

    const obb<long double> door{{2, 1}, {1, .25L}, rot2<long double>::from_degrees(30)};
    const obb<double> same_door{{2, 1}, {1, .25}, rot2<double>::from_degrees(30)};
    const auto hit = shape_cast(circle<long double>{{-3, 1}, .5L}, {8, 0}, door);
    const auto same = shape_cast(circle<double>{{-3, 1}, .5}, {8, 0}, same_door);
    CHECK(hit.status == same.status);
    CHECK(std::abs(static_cast<double>(hit.fraction) - same.fraction) < 1e-15);
    CHECK(std::abs(static_cast<double>(hit.normal.x) - same.normal.x) < 1e-15);
    const auto long_ray = ray_cast(ray<long double>{{-3, 1}, {8, 0}}, door);
    const auto same_ray = ray_cast(ray<double>{{-3, 1}, {8, 0}}, same_door);
    REQUIRE((long_ray && same_ray));
    CHECK(std::abs(static_cast<double>(long_ray->fraction) - same_ray->fraction) < 1e-15);
    // From vertex to vertex, where the filter is unsure which edge is entered last.
    const aabb<long double> corner{{3, 3}, {4, 4}};
    const auto diagonal = shape_cast(aabb<long double>{{0, 0}, {1, 1}}, {4, 4}, corner);
    CHECK(diagonal.status == cast_status::hit);
    CHECK(diagonal.fraction == .5L);
    CHECK(shape_cast(aabb<long double>{{0, 0}, {1, 1}}, {1, 1}, corner).status == cast_status::separated);
    CHECK(shape_cast(aabb<long double>{{2, 2}, {3, 3}}, {1, 1}, corner).status == cast_status::started_touching);
    CHECK(shape_cast(aabb<long double>{{2, 3}, {3, 4}}, {-1, 0}, corner).status == cast_status::separated);
}

TEST_CASE("a round shape of fixed point is cast at the side or corner that one of double hits") {
    std::mt19937 random{7};
    const auto whole = [&random](int low, int high) {
        return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
    };
    int hits = 0;
    for (int i = 0; i < 3000; ++i) {
        const int x = whole(-6, 6), y = whole(-6, 6), right = whole(-8, 8), up = whole(-8, 8), w = whole(1, 4);
        const auto expected = shape_cast(circle<double>{{double(x), double(y)}, 1}, {double(right), double(up)},
                                         aabb<double>{{0, 0}, {double(w), 3}});
        if (expected.status != cast_status::hit || expected.fraction > 0.999) continue;
        const auto found =
            shape_cast(circle<F>{at_whole(x, y), F{1}}, at_whole(right, up), aabb<F>{at_whole(0, 0), at_whole(w, 3)});
        CAPTURE(x, y, right, up, w, expected.fraction, expected.normal.x, expected.normal.y);
        // A fixed-point root loses half of the digits of a grazing hit.
        if (std::abs(expected.normal.x * right + expected.normal.y * up) < 0.3 * std::hypot(right, up)) continue;
        ++hits;
        CHECK(found.status == cast_status::hit);
        CHECK(std::abs(static_cast<double>(found.fraction) - expected.fraction) < 0.01);
        CHECK(std::abs(static_cast<double>(found.normal.x) - expected.normal.x) < 0.02);
        CHECK(std::abs(static_cast<double>(found.normal.y) - expected.normal.y) < 0.02);
    }
    CHECK(hits > 300);
}

namespace user {

/// A number type without a constexpr function, as of a library for many digits.
struct plain {
    double value = 0;

    plain() = default;
    plain(int whole) : value{static_cast<double>(whole)} {}
    explicit plain(double x) : value{x} {}
    explicit operator double() const { return value; }
    friend auto operator<=>(const plain&, const plain&) = default;
    friend plain operator+(plain a, plain b) { return plain{a.value + b.value}; }
    friend plain operator-(plain a, plain b) { return plain{a.value - b.value}; }
    friend plain operator-(plain a) { return plain{-a.value}; }
    friend plain operator*(plain a, plain b) { return plain{a.value * b.value}; }
    friend plain operator/(plain a, plain b) { return plain{a.value / b.value}; }
};
plain sqrt(plain x) { return plain{std::sqrt(x.value)}; }

}  // namespace user

template <>
inline constexpr bool hitbox::enable_scalar<user::plain> = true;

TEST_CASE("a number type need not be constexpr") {
    using P = user::plain;
    const circle<P> ball{{P{-3}, P{1}}, P{1}};
    const aabb<P> box{{P{0}, P{0}}, {P{2}, P{2}}};
    const auto cast = shape_cast(ball, {P{4}, P{0}}, box);
    CHECK(cast.status == cast_status::hit);
    CHECK(cast.fraction.value == 0.5);
    const auto seen = ray_cast(ray<P>{{P{-2}, P{1}}, {P{4}, P{0}}}, box);
    REQUIRE(seen);
    CHECK(seen->fraction.value == 0.5);
    CHECK(distance(ball, box).distance.value == 2);
    CHECK_FALSE(collide(ball, box).has_value());
    CHECK_FALSE(intersects(ball, box));
    CHECK(contact_manifold(ball, box, P{3}).count == 1);
}

TEMPLATE_TEST_CASE("integers answer exactly over their whole range", "", std::int8_t, std::int16_t, std::int32_t) {
    using T = TestType;
    constexpr T low = (std::numeric_limits<T>::min)(), high = (std::numeric_limits<T>::max)();
    const vec2<T> corner{low, low}, opposite{high, high};
    const aabb<T> everything{corner, opposite};
    CHECK(contains(everything, opposite));
    CHECK(contains(everything, triangle<T>{corner, {high, low}, opposite}));
    // A diagonal contains its midpoint exactly, and a point one step beside it is a miss.
    const segment<T> diagonal{corner, opposite};
    CHECK(intersects(diagonal, vec2<T>{0, 0}));
    CHECK(!intersects(diagonal, vec2<T>{1, 0}));
    CHECK(!intersects(diagonal, vec2<T>{static_cast<T>(high - 1), high}));
    CHECK(penetrates(diagonal, segment<T>{{low, high}, {high, low}}));
    // A disc as large as the type allows, touching and separated by one.
    CHECK(intersects(circle<T>{{0, 0}, high}, vec2<T>{high, 0}));
    CHECK(!intersects(circle<T>{{0, 0}, high}, vec2<T>{high, 1}));
    CHECK(!intersects(circle<T>{{0, 0}, static_cast<T>(high - 1)}, vec2<T>{high, 0}));
}

TEST_CASE("a minimum translation of integer boxes beyond the range is clamped to the largest number") {
    using limits = std::numeric_limits<std::int32_t>;
    const aabb<std::int32_t> everything{{(limits::min)(), (limits::min)()}, {(limits::max)(), (limits::max)()}};
    const auto hit = collide(everything, everything);
    REQUIRE(hit.has_value());
    CHECK(hit->depth == (limits::max)());
    CHECK(hit->a_in_b);
    CHECK(hit->b_in_a);
}

TEST_CASE("integer boxes have an integer minimum translation") {
    const auto hit = collide(aabb<int>{{0, 0}, {4, 4}}, aabb<int>{{3, 1}, {8, 4}});
    REQUIRE(hit.has_value());
    CHECK(hit->normal == vec2{1, 0});
    CHECK(hit->depth == 1);
    CHECK(hit->mtv() == vec2{-1, 0});
    CHECK(collide(aabb<int>{{0, 0}, {4, 4}}, aabb<int>{{4, 0}, {8, 4}})->depth == 0);
    CHECK(!collide(aabb<int>{{0, 0}, {4, 4}}, aabb<int>{{5, 0}, {8, 4}}));
}

TEST_CASE("of two equally short translations, integer boxes take the same one as boxes of double") {
    std::mt19937 random{3};
    const auto number = [&random](unsigned n) { return static_cast<int>(random() % n); };
    int contacts = 0;
    for (int i = 0; i < 2000; ++i) {
        const aabb<int> a = aabb<int>::from_corner({number(8), number(8)}, {1 + number(8), 1 + number(8)}),
                        b = aabb<int>::from_corner({number(8), number(8)}, {1 + number(8), 1 + number(8)});
        const auto hit = collide(a, b);
        const auto expected = collide(aabb<double>{detail::vec_cast<double>(a.min), detail::vec_cast<double>(a.max)},
                                      aabb<double>{detail::vec_cast<double>(b.min), detail::vec_cast<double>(b.max)});
        REQUIRE(hit.has_value() == expected.has_value());
        if (!hit || a == b) continue;
        CAPTURE(a.min.x, a.min.y, a.max.x, a.max.y, b.min.x, b.min.y, b.max.x, b.max.y);
        CHECK(detail::vec_cast<double>(hit->normal) == expected->normal);
        CHECK(static_cast<double>(hit->depth) == expected->depth);
        ++contacts;
    }
    CHECK(contacts > 500);
}

TEST_CASE("rays of long double that end within a rounding of a wall") {
    constexpr long double hair = std::numeric_limits<long double>::epsilon();
    const aabb<long double> box{{-1, -1}, {1, 1}};
    const auto from_inside = [&box](long double x) {
        return ray_cast(ray<long double>{{0, 0}, {x, 0}}, box, ray_start::hollow);
    };
    REQUIRE(from_inside(2));
    CHECK(from_inside(2)->fraction == .5L);
    REQUIRE(from_inside(1));
    CHECK(from_inside(1)->fraction == 1);
    CHECK(!from_inside(1 - hair));
    const auto from_outside = [&box](long double x) { return ray_cast(ray<long double>{{-3, 0}, {x, 0}}, box); };
    REQUIRE(from_outside(2));
    CHECK(from_outside(2)->fraction == 1);
    CHECK(!from_outside(2 - hair));
    // The ray passes slightly above the upper side, and begins slightly behind the left one.
    CHECK(!ray_cast(ray<long double>{{hair - 1, 1 + hair}, {4, 0}}, box));
}

TEST_CASE("shapes of long double that touch only by rounding may have an empty common part") {
    // The end of one is on the other up to rounding. They are reported as touching, but have no common vertex.
    const segment<long double> one{{1.2L, -.5L}, {2, 0}}, other{{1.5L, -.3125L}, {-2, -2.5L}};
    const auto nothing = polygon_clip(one, other);
    CHECK(nothing.area == 0);
    for (const vec2<long double> p : nothing) CHECK(contains(bounds(one), p));
}
