// Vectors, and conversions from and to other libraries' vectors.

#include "../catch_compat.hpp"

#include <hitbox/core/vec2.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string_view>

using namespace hitbox;

namespace {

static_assert(vec2<float>{} == vec2<float>{0, 0});
static_assert(vec2{1, 2} + vec2{3, -5} == vec2{4, -3});
static_assert(vec2{1, 2} - vec2{3, -5} == vec2{-2, 7});
static_assert(-vec2{1, -2} == vec2{-1, 2});
static_assert(vec2{1, -2} * 3 == vec2{3, -6} && 3 * vec2{1, -2} == vec2{3, -6});
static_assert(vec2{7., -2.} / 2. == vec2{3.5, -1.} && vec2{7, -2} / 2 == vec2{3, -1});
static_assert(vec2{1, 2} != vec2{1, 3} && vec2{1, 2} != vec2{0, 2});
static_assert(vec2{0., 0.} == vec2{-0., -0.});

constexpr vec2<int> stepped() {
    vec2<int> v{1, 2};
    v += vec2{10, 20};
    v -= vec2{1, 1};
    v *= 6;
    v /= 4;
    return v;
}
static_assert(stepped() == vec2{15, 31});

static_assert(dot(vec2{1, 2}, vec2{3, 5}) == 13);
static_assert(cross(vec2{1, 2}, vec2{3, 5}) == -1);
static_assert(cross(vec2{1., 0.}, vec2{0., 1.}) == 1, "counter-clockwise is positive");
static_assert(perp(vec2{2, 1}) == vec2{-1, 2} && perp(vec2{1., 0.}) == vec2{0., 1.},
              "a quarter turn counter-clockwise");
static_assert(dot(vec2{3, 7}, perp(vec2{3, 7})) == 0);
static_assert(length_squared(vec2{3, -4}) == 25);
static_assert(length(vec2{3.f, -4.f}) == 5 && length(vec2{-5., 12.}) == 13 && length(vec2{3.L, 4.L}) == 5);
static_assert(length(vec2{0., 0.}) == 0);
static_assert((min)(vec2{1, 5}, vec2{2, -3}) == vec2{1, -3});
static_assert((max)(vec2{1, 5}, vec2{2, -3}) == vec2{2, 5});
static_assert(abs(vec2{-1, 5}) == vec2{1, 5} && abs(vec2{.5, -.25}) == vec2{.5, .25});
static_assert(lerp(vec2{2., 4.}, vec2{4., 0.}, .25) == vec2{2.5, 3.});
static_assert(unit_or(vec2{0.f, -3.f}, vec2{1.f, 0.f}) == vec2{0.f, -1.f});
static_assert(unit_or(vec2{0., 0.}, vec2{0., 1.}) == vec2{0., 1.});
static_assert(unit_or(vec2{6., 8.}, vec2{0., 1.}) == vec2{.6, .8});
static_assert(is_finite(vec2{1, 2}) && is_finite(vec2{1., -2.}));
static_assert(!is_finite(vec2{std::numeric_limits<float>::infinity(), 0.f}) &&
              !is_finite(vec2{0., std::numeric_limits<double>::quiet_NaN()}));
static_assert(std::same_as<decltype(vec2{1.f, 2.f}), vec2<float>> && std::same_as<vec2<double>::scalar_type, double>);
static_assert(vec2<short>{1, 2} + vec2<short>{3, 4} == vec2<short>{4, 6});

// Vector types of other libraries.

struct with_members {
    float x, y;
};
struct with_functions {
    double values[2];
    constexpr double x() const { return values[0]; }
    constexpr const double& y() const { return values[1]; }
};
struct integral {
    int x, y;
};
struct without_y {
    float x;
};
struct of_text {
    const char *x, *y;
};
struct of_unsigned {
    unsigned x, y;
};
struct in_space {
    float x, y, z;
};
struct functions_in_space {
    static constexpr float x() { return 1; }
    static constexpr float y() { return 2; }
    static constexpr float z() { return 3; }
};
struct pixel_rectangle {
    int x, y, w, h;
};
struct rectangle {
    float x, y, width, height;
};

static_assert(vec_like<with_members> && vec_like<with_functions> && vec_like<integral> && vec_like<vec2<float>>);
static_assert(!vec_like<without_y> && !vec_like<of_text> && !vec_like<float> && !vec_like<float*>);
static_assert(!vec_like<of_unsigned>, "no coordinate of ours");
static_assert(!vec_like<in_space> && !vec_like<functions_in_space>, "z would be lost");
static_assert(!vec_like<pixel_rectangle> && !vec_like<rectangle>, "a rectangle is no point");
static_assert(to_vec2(integral{1, 2}) == vec2<int>{1, 2});

// Conversion to other vector types.
struct with_references {
    double values[2]{};
    constexpr double& x() { return values[0]; }
    constexpr double& y() { return values[1]; }
    constexpr double x() const { return values[0]; }
    constexpr double y() const { return values[1]; }
};
class without_default {
public:
    constexpr without_default(float x, float y) : x_{x}, y_{y} {}
    constexpr float x() const { return x_; }
    constexpr float y() const { return y_; }

private:
    float x_, y_;
};
static_assert(to_vec2(from_vec2<with_members>(vec2{1.5f, -2.f})) == vec2{1.5f, -2.f});
static_assert(to_vec2(from_vec2<with_references>(vec2{1.5, -2.})) == vec2{1.5, -2.});
static_assert(to_vec2(from_vec2<without_default>(vec2{1.5f, -2.f})) == vec2{1.5f, -2.f});
static_assert(from_vec2<integral>(vec2{3, -4}).y == -4 && from_vec2<std::array<int, 2>>(vec2{3, -4})[1] == -4);
static_assert(from_vec2<with_members>(vec2{.1, .2}).x == .1f, "rounded");
static_assert(from_vec2<vec2<double>>(vec2{.5f, .25f}) == vec2{.5, .25});
static_assert(fillable_from<integral, std::int16_t> && !fillable_from<integral, std::int64_t> &&
                  !fillable_from<integral, float> && !fillable_from<with_members, int>,
              "whole numbers stay whole, and fit");
static_assert(!fillable_from<in_space, float> && !fillable_from<pixel_rectangle, std::string_view> &&
              !fillable_from<float, float> && !fillable_from<without_y, float>);
static_assert(to_vec2(vec2<double>{1, 2}) == vec2<double>{1, 2});

/// Evaluated only for a V that is vec_like, so that the file compiles when it is not.
template <class T>
bool within_ulps(T x, T expected, T ulps) {
    return std::abs(x - expected) <= ulps * std::numeric_limits<T>::epsilon() * std::abs(expected);
}

/// Vectors with lengths over the whole range of T, in all directions.
template <class T, class Check>
void for_all_sizes(Check check) {
    std::mt19937_64 random{5};
    const auto unit = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
    for (int exponent = std::numeric_limits<T>::min_exponent; exponent < std::numeric_limits<T>::max_exponent;
         exponent += 3)
        for (int i = 0; i < 4; ++i)
            check(vec2<T>{std::ldexp(static_cast<T>(unit() * 2 - 1), exponent - 1),
                          std::ldexp(static_cast<T>(unit() * 2 - 1), exponent - 1 - i * 3)});
}

}  // namespace

TEST_CASE("scalars with vectors, and vector types of other libraries") {
    CHECK_TWICE(3 * vec2{1, -2} == vec2{3, -6});
    CHECK_TWICE(length(vec2{3.L, 4.L}) == 5);
    CHECK_TWICE(to_vec2(with_members{1, 2}) == vec2<float>{1, 2});
    CHECK_TWICE(to_vec2(with_functions{{1, 2}}) == vec2<double>{1, 2});
}

TEMPLATE_TEST_CASE("a length neither overflows nor underflows", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for_all_sizes<T>([](vec2<T> v) {
        const T largest = (std::max)(std::abs(v.x), std::abs(v.y));
        if (largest == T(0)) return;
        CAPTURE(v.x, v.y);
        CHECK(length(v) >= largest);
        CHECK(within_ulps(length(v), std::hypot(v.x, v.y), T(3)));
        CHECK(length(v) == length(vec2<T>{-v.y, v.x}));
    });
    constexpr T tiny = std::numeric_limits<T>::denorm_min(), huge = std::numeric_limits<T>::max() / 4;
    CHECK(length(vec2<T>{3 * tiny, 4 * tiny}) == 5 * tiny);
    CHECK(length(vec2<T>{tiny, T(0)}) == tiny);
    CHECK(length(vec2<T>{T(0), -huge}) == huge);
    CHECK(within_ulps(length(vec2<T>{huge * T(.6), huge * T(.8)}), huge, T(2)));
    CHECK(std::isinf(length(vec2<T>{std::numeric_limits<T>::max(), std::numeric_limits<T>::max()})));
    CHECK(std::isinf(length(vec2<T>{std::numeric_limits<T>::infinity(), T(0)})));
    CHECK(std::isnan(length(vec2<T>{std::numeric_limits<T>::quiet_NaN(), T(0)})));
}

TEMPLATE_TEST_CASE("unit_or is a unit vector in the same direction, whatever the size", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for_all_sizes<T>([](vec2<T> v) {
        if (v == vec2<T>{} || std::fpclassify(v.x) == FP_SUBNORMAL || std::fpclassify(v.y) == FP_SUBNORMAL) return;
        CAPTURE(v.x, v.y);
        const vec2<T> u = unit_or(v, vec2<T>{5, 5}), half = unit_or(v / T(2), vec2<T>{5, 5});
        const T h = std::hypot(v.x, v.y);
        if (!std::isfinite(h)) return;
        CHECK(std::abs(std::hypot(u.x, u.y) - 1) <= 2 * std::numeric_limits<T>::epsilon());
        CHECK(within_ulps(u.x, v.x / h, T(4)));
        CHECK(within_ulps(u.y, v.y / h, T(4)));
        if (std::abs(v.x) > 8 * std::numeric_limits<T>::min() && std::abs(v.y) > 8 * std::numeric_limits<T>::min())
            CHECK(u == half);
    });
    constexpr T tiny = std::numeric_limits<T>::denorm_min(), huge = std::numeric_limits<T>::max();
    CHECK(unit_or(vec2<T>{tiny, T(0)}, vec2<T>{0, 1}) == vec2<T>{1, 0});
    CHECK(within_ulps(unit_or(vec2<T>{3 * tiny, -4 * tiny}, vec2<T>{0, 1}).y, T(-.8), T(2)));
    CHECK(within_ulps(unit_or(vec2<T>{huge, huge}, vec2<T>{0, 1}).x, T(.70710678118654752), T(2)));
}

TEMPLATE_TEST_CASE("unit_or returns its fallback if there is no direction", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const T nan = std::numeric_limits<T>::quiet_NaN(), inf = std::numeric_limits<T>::infinity();
    const vec2<T> fallback{T(0), T(1)};
    CHECK(unit_or(vec2<T>{0, 0}, fallback) == fallback);
    CHECK(unit_or(vec2<T>{-T(0), T(0)}, fallback) == fallback);
    for (const T bad : {nan, inf, -inf}) {
        CHECK(unit_or(vec2<T>{bad, T(1)}, fallback) == fallback);
        CHECK(unit_or(vec2<T>{T(1), bad}, fallback) == fallback);
        CHECK(unit_or(vec2<T>{bad, bad}, fallback) == fallback);
    }
}

TEMPLATE_TEST_CASE("a direction has no negative zero", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const vec2<T> v : {vec2<T>{T(2), -T(0)}, vec2<T>{-T(2), -T(0)}}) {
        const vec2<T> u = unit_or(v, vec2<T>{0, 1});
        CHECK(u.x == (v.x > 0 ? T(1) : T(-1)));
        CHECK(!std::signbit(u.y));
    }
    CHECK(!std::signbit(unit_or(vec2<T>{-T(0), T(-3)}, vec2<T>{0, 1}).x));
}

TEMPLATE_TEST_CASE("lerp returns its ends exactly", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    std::mt19937_64 random{9};
    const auto x = [&] { return static_cast<T>(static_cast<double>(random() >> 11) * 0x1p-53 * 200 - 100); };
    for (int i = 0; i < 200; ++i) {
        const vec2<T> a{x(), x()}, b{x(), x()};
        CHECK(lerp(a, b, T(0)) == a);
        CHECK(lerp(a, b, T(1)) == b);
        CHECK(length(lerp(a, b, T(.5)) - (a + b) / T(2)) <= 200 * std::numeric_limits<T>::epsilon());
        CHECK(lerp(a, b, T(2)) == b * T(2) - a);
    }
}

TEST_CASE("the compound operators change their left side only") {
    vec2<float> a{1, 2};
    const vec2<float> b{3, 5};
    CHECK(&(a += b) == &a);
    CHECK(a == vec2<float>{4, 7});
    CHECK((a -= b) == vec2<float>{1, 2});
    CHECK((a *= 4) == vec2<float>{4, 8});
    CHECK((a /= 2) == vec2<float>{2, 4});
    CHECK(b == vec2<float>{3, 5});
}

namespace {
/// Not inlined, so that the compiler cannot compute the result in advance.
#if defined(__GNUC__)
[[gnu::noinline]]
#endif
vec2<double> rounded_and_widened(vec2<double> v) {
    return detail::widen(detail::vec_cast<float>(v * 3.));
}
}  // namespace

TEST_CASE("a number rounded to float stays rounded when it is widened again") {
    std::mt19937_64 random{5};
    for (int i = 0; i < 100; ++i) {
        const double x = static_cast<double>(random() >> 11), y = static_cast<double>(random() >> 11);
        const vec2<double> v = rounded_and_widened({x, y});
        volatile float expected_x = static_cast<float>(x * 3.), expected_y = static_cast<float>(y * 3.);
        CHECK(v.x == static_cast<double>(expected_x));
        CHECK(v.y == static_cast<double>(expected_y));
    }
}

static_assert(normalized_or(vec2{3., 4.}, vec2{0., 1.}) == vec2{.6, .8});
static_assert(normalized_or(vec2{0., 0.}, vec2{0., 1.}) == vec2{0., 1.});
