// Discs.

#include "../catch_compat.hpp"

#include <hitbox/hitbox.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

using namespace hitbox;

namespace {

static_assert(circle{vec2{1.f, 2.f}, 3.f} == circle<float>{{1, 2}, 3});
static_assert(circle<float>{} == circle<float>{{0, 0}, 0});
static_assert(circle<int>{{1, 2}, 3} != circle<int>{{0, 2}, 3} && circle<int>{{1, 2}, 3} != circle<int>{{1, 0}, 3} &&
              circle<int>{{1, 2}, 3} != circle<int>{{1, 2}, 0});
static_assert(center(circle<float>{{1, 2}, 3}) == vec2{1.f, 2.f} && radius(circle<float>{{1, 2}, 3}) == 3);
static_assert(support(circle<double>{{1, 2}, 5}, {3, 4}) == vec2{4., 6.}, "the direction need not be a unit vector");
static_assert(support(circle<double>{{1, 2}, 5}, {0, 0}) == vec2{1., 7.}, "no direction: {0, 1}");
static_assert(bounds(circle<float>{{1, 2}, 3}) == aabb<float>{{-2, -1}, {4, 5}});
static_assert(bounds(circle<int>{{1, 2}, 3}) == aabb<int>{{-2, -1}, {4, 5}});
static_assert(bounds(circle<float>{{1, 2}, 0}) == aabb<float>{{1, 2}, {1, 2}});
static_assert(area(circle<double>{{7, 7}, 2}) == 4 * 3.141592653589793);
static_assert(valid(circle<float>{}) && valid(circle<int>{{1, 2}, 0}) && !valid(circle<int>{{1, 2}, -1}) &&
              !valid(circle<float>{{1, 2}, -1e-30f}));
static_assert(vertices(circle<float>{{1, 2}, 3}).size() == 1 &&
              vertices(circle<float>{{1, 2}, 3})[0] == vec2{1.f, 2.f});
static_assert(faceted<circle<float>> && convex<circle<float>> && faceted<circle<int>> && convex<circle<int>>);
static_assert(support(circle<int>{{1, 2}, 5}, {3, 4}) == vec2{4, 6} &&
                  support(circle<int>{{0, 0}, 5}, {1, 1}) == vec2{3, 3},
              "towards zero");
static_assert(intersects(circle<int>{{0, 0}, 5}, vec2<int>{3, 4}) &&
              !penetrates(circle<int>{{0, 0}, 5}, vec2<int>{3, 4}));
static_assert(contains(circle<int>{{0, 0}, 5}, circle<int>{{1, 0}, 4}) &&
              !contains(circle<int>{{0, 0}, 5}, circle<int>{{1, 1}, 4}));

}  // namespace

TEMPLATE_TEST_CASE("a circle with a NaN, an infinity or a negative radius is not valid", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const T bad : {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity(),
                        -std::numeric_limits<T>::infinity()}) {
        CHECK(!valid(circle<T>{{bad, T(0)}, T(1)}));
        CHECK(!valid(circle<T>{{T(0), bad}, T(1)}));
        CHECK(!valid(circle<T>{{T(0), T(0)}, bad}));
    }
    CHECK(!valid(circle<T>{{T(0), T(0)}, -std::numeric_limits<T>::denorm_min()}));
    CHECK(valid(circle<T>{{T(0), T(0)}, -T(0)}));
}

TEMPLATE_TEST_CASE("the bounds of a circle contain it and are at most one ulp too large", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    std::mt19937_64 random{23};
    // Multiples of 2^-20: double adds them exactly.
    const auto number = [&](int bits) {
        return static_cast<double>(static_cast<std::int64_t>(random() >> (64 - bits))) * 0x1p-20;
    };
    for (int i = 0; i < 2000; ++i) {
        const circle<T> c{{static_cast<T>(number(20 + i % 20) - number(30)), static_cast<T>(-number(20 + i % 24))},
                          static_cast<T>(number(8 + i % 30))};
        const aabb<T> box = bounds(c);
        const auto check = [](T got, T middle, T reach) {
            const double exact = static_cast<double>(middle) + static_cast<double>(reach);
            const bool outside = reach < 0 ? static_cast<double>(got) <= exact : static_cast<double>(got) >= exact;
            const double next = static_cast<double>(std::nextafter(got, middle));
            const bool tight = static_cast<double>(got) == exact || (reach < 0 ? next > exact : next < exact);
            return outside && tight;
        };
        CAPTURE(c.center.x, c.center.y, c.radius);
        CHECK(check(box.min.x, c.center.x, -c.radius));
        CHECK(check(box.max.x, c.center.x, c.radius));
        CHECK(check(box.min.y, c.center.y, -c.radius));
        CHECK(check(box.max.y, c.center.y, c.radius));
    }
}

TEMPLATE_TEST_CASE("the bounds of a circle far smaller than one ulp still contain it", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const T far = 1 / std::numeric_limits<T>::epsilon();
    const aabb<T> box = bounds(circle<T>{{far, T(0)}, T(.25)});
    CHECK(box.min.x < far);
    CHECK(box.max.x > far);
    CHECK(box.max.x - far <= T(2));
    const T tiny = std::numeric_limits<T>::denorm_min();
    CHECK(bounds(circle<T>{{T(1), T(0)}, tiny}).min.x == 1 - std::numeric_limits<T>::epsilon() / 2);
    CHECK(bounds(circle<T>{{T(1), T(0)}, tiny}).max.x == 1 + std::numeric_limits<T>::epsilon());
    CHECK(bounds(circle<T>{{T(1), T(0)}, tiny}).max.y == tiny);
}

TEMPLATE_TEST_CASE("the bounds of a disc at the end of the integer range end there, too", "", std::int8_t,
                   std::int32_t) {
    using T = TestType;
    constexpr T low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
    volatile T x = high, y = low;  // volatile, so that the compiler does not compute the result
    const aabb<T> right = bounds(circle<T>{{x, T(0)}, T(5)}), below = bounds(circle<T>{{T(0), y}, T(5)});
    CHECK(valid(right));
    CHECK(int{right.min.x} == high - 5);
    CHECK(int{right.max.x} == high);
    CHECK(valid(below));
    CHECK(int{below.min.y} == low);
    CHECK(int{below.max.y} == low + 5);
}

TEMPLATE_TEST_CASE("the support point of a circle is on it", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const circle<T> c{{T(3), T(-2)}, T(1.5)};
    for (int degrees = 0; degrees < 360; degrees += 7) {
        const rot2<T> r = rot2<T>::from_degrees(static_cast<T>(degrees));
        const vec2<T> d{r.c, r.s}, p = support(c, d * T(9));
        CHECK(std::abs(length(p - c.center) - c.radius) <= 8 * std::numeric_limits<T>::epsilon());
        CHECK(length(p - (c.center + d * c.radius)) <= 8 * std::numeric_limits<T>::epsilon());
    }
}

TEMPLATE_TEST_CASE("a circle of radius zero is a point", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const circle<T> point{{T(.1), T(.7)}, T(0)};
    CHECK(intersects(point, vec2<T>{T(.1), T(.7)}));
    CHECK(!intersects(point, vec2<T>{T(.1), std::nextafter(T(.7), T(1))}));
    CHECK(!penetrates(point, point));
    CHECK(contains(vec2<T>{T(.1), T(.7)}, point));
    CHECK(contains(point, vec2<T>{T(.1), T(.7)}));
    const auto hit = collide(point, circle<T>{{T(.1), T(.7)}, T(2)});
    REQUIRE(hit);
    CHECK(hit->depth == T(2));
    CHECK(hit->a_in_b);
    CHECK(!hit->b_in_a);
}
