// Rotations: the library's sine and cosine against 100 digits from Boost, or against long double without Boost.

#include "../catch_compat.hpp"
#include "../rounds.hpp"
#include "at_run_time.hpp"

#include <hitbox/core/rot2.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>

#if __has_include(<boost/multiprecision/cpp_bin_float.hpp>)
#  include <boost/multiprecision/cpp_bin_float.hpp>
#endif

using namespace hitbox;
using hitbox_tests::at_run_time;

namespace {

#if __has_include(<boost/multiprecision/cpp_bin_float.hpp>)
using wide_number = boost::multiprecision::cpp_bin_float_100;
constexpr double slack = 0;
#else
using wide_number = long double;
// On x86, long double has eleven bits more than double, and the reference is off by hundredths of an ulp. Elsewhere
// long double may equal double, and the reference is as inaccurate as the tested functions.
constexpr double slack = std::numeric_limits<long double>::digits > std::numeric_limits<double>::digits ? .01 : 3.5;
#endif

using std::acos, std::atan2, std::cos, std::frexp, std::ldexp, std::sin;  // of numbers that are not of Boost

const wide_number pi = acos(wide_number(-1));

template <class T>
double ulps_off(T x, const wide_number& expected) {
    int exponent = 0;
    static_cast<void>(frexp(expected, &exponent));
    const int smallest = std::numeric_limits<T>::min_exponent;
    const int ulp = (exponent < smallest ? smallest : exponent) - std::numeric_limits<T>::digits;
    return static_cast<double>(ldexp(wide_number(wide_number(x) - expected), -ulp));
}

/// A rotation by `radians`, followed by quarter turns.
struct reference {
    explicit reference(const wide_number& radians, int quarters = 0) : c(cos(radians)), s(sin(radians)) {
        for (int i = 0; i < (quarters & 3); ++i) {
            const wide_number before = c;
            c = -s, s = before;
        }
    }

    wide_number c, s;
};

/// Returns the larger error of cosine and sine, in ulps.
template <class T>
double error_of(rot2<T> r, const reference& expected) {
    return std::max(std::abs(ulps_off(r.c, expected.c)), std::abs(ulps_off(r.s, expected.s)));
}

template <class T>
void check_radians(T x) {
    const double error = error_of(rot2<T>::from_radians(x), reference(wide_number(x)));
    if (error <= 1 + slack) return;
    CAPTURE(x, error);
    CHECK(error <= 1 + slack);
}

template <class T>
void check_degrees(T x) {
    int quarters = 0;
    const T rest = std::remquo(x, T(90), &quarters);  // exact, so that a tiny sine has all its digits
    const double error =
        error_of(rot2<T>::from_degrees(x), reference(wide_number(wide_number(rest) * pi / 180), quarters));
    if (error <= 1 + slack) return;
    CAPTURE(x, error);
    CHECK(error <= 1 + slack);
}

class random_angles {
public:
    double between(double low, double high) {
        return low + (high - low) * (static_cast<double>(random_() >> 11) * 0x1p-53);
    }

private:
    std::mt19937_64 random_{11};
};

template <class T>
using bits_of = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

template <class T>
bool same_bits(rot2<T> a, rot2<T> b) {
    using U = bits_of<T>;
    return std::bit_cast<U>(a.c) == std::bit_cast<U>(b.c) && std::bit_cast<U>(a.s) == std::bit_cast<U>(b.s);
}

template <class T>
constexpr bool no_negative_zero(rot2<T> r) {
    using U = bits_of<T>;
    return std::bit_cast<U>(r.c) != std::bit_cast<U>(-T(0)) && std::bit_cast<U>(r.s) != std::bit_cast<U>(-T(0));
}

constexpr std::array angles{0.,
                            .1,
                            -.1,
                            .5,
                            .7853981633974483,
                            .7853981633974484,
                            1.,
                            1.5707963267948966,
                            1.5707963267948968,
                            -1.5707963267948966,
                            2.,
                            3.,
                            3.141592653589793,
                            4.,
                            4.71238898038469,
                            5.5,
                            6.283185307179586,
                            7.,
                            -9.5,
                            12.566370614359172,
                            1e-8,
                            -1e-20,
                            1e-310,
                            45.,
                            30.,
                            60.,
                            100.,
                            359.9999,
                            -720.5,
                            12345.678,
                            999999.9,
                            1000001.,
                            1e15,
                            -1e30};

template <class T, bool Degrees>
constexpr auto turned(T angle) {
    return Degrees ? rot2<T>::from_degrees(angle) : rot2<T>::from_radians(angle);
}

template <class T, bool Degrees>
constexpr auto turned_by_all() {
    std::array<rot2<T>, angles.size()> all{};
    for (std::size_t i = 0; i < angles.size(); ++i) all[i] = turned<T, Degrees>(detail::round_to<T>(angles[i]));
    return all;
}

template <class T, bool Degrees>
void check_constant_evaluation() {
    constexpr auto in_advance = turned_by_all<T, Degrees>();
    for (std::size_t i = 0; i < angles.size(); ++i) {
        CAPTURE(angles[i], Degrees);
        CHECK(same_bits(in_advance[i], turned<T, Degrees>(at_run_time(detail::round_to<T>(angles[i])))));
    }
}

static_assert(rot2<float>{} == rot2<float>{1, 0}, "the default is no rotation");
static_assert(!std::is_constructible_v<rot2<float>, float> && !std::is_convertible_v<float, rot2<float>> &&
                  !std::is_aggregate_v<rot2<float>>,
              "one number, which can only be meant as an angle, makes no rotation");
static_assert(std::is_trivially_copyable_v<rot2<float>> && std::is_standard_layout_v<rot2<double>>);
static_assert(sizeof(rot2<float>) == 2 * sizeof(float) && sizeof(rot2<double>) == 2 * sizeof(double));
static_assert(std::same_as<decltype(rot2{.6, .8}), rot2<double>>);
static_assert(rot2<double>::from_radians(0) == rot2<double>{1, 0});
static_assert(rot2<double>::from_degrees(90) == rot2<double>{0, 1});
static_assert(rot2<float>::from_degrees(-90) == rot2<float>{0, -1});
static_assert(rot2<float>::from_degrees(180) == rot2<float>{-1, 0});
static_assert(rot2<double>::from_degrees(30).s == .5 || rot2<double>::from_degrees(30).s == .5 - 0x1p-54,
              "within an ulp");
static_assert(rot2{3.f, 4.f} * vec2{1.f, 0.f} == vec2{3.f, 4.f});
static_assert(rot2<float>{0, 1} * vec2<float>{1, 0} == vec2<float>{0, 1}, "counter-clockwise");
static_assert(rot2<float>{.6f, .8f} * vec2<float>{5, 0} == vec2<float>{3, 4});
static_assert(inverse(rot2<double>{.6, .8}) == rot2<double>{.6, -.8});
static_assert(no_negative_zero(inverse(rot2<double>{1, 0})));
static_assert(rot2<double>{0, 1} * rot2<double>{0, 1} == rot2<double>{-1, 0});
static_assert(valid(rot2<float>{}) && valid(rot2<float>{.6f, .8f}) && valid(rot2<double>{-.8, .6}));
static_assert(!valid(rot2<float>{0, 0}) && !valid(rot2<float>{1, 1}) && !valid(rot2<float>{.5f, .5f}));

}  // namespace

TEMPLATE_TEST_CASE("sine and cosine of radians are within one ulp up to two turns", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    random_angles random;
    for (int i = 0; i < hitbox_tests::many_if_all(3000, 1000); ++i) {
        check_radians(static_cast<T>(random.between(-12.56637, 12.56637)));
        check_radians(static_cast<T>(random.between(-1, 1) * std::ldexp(1., -static_cast<int>(random.between(0, 60)))));
    }
    SUCCEED();
}

TEMPLATE_TEST_CASE("sine and cosine of radians are within one ulp around every right angle", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (int quarters = -8; quarters <= 8; ++quarters) {
        T low = static_cast<T>(pi / 2 * quarters), high = low;
        for (int i = 0; i < 40; ++i) {
            check_radians(low);
            check_radians(high);
            low = std::nextafter(low, T(-100)), high = std::nextafter(high, T(100));
        }
    }
    for (int odd = -15; odd <= 15; odd += 2) {  // where one octant takes over from another
        T low = static_cast<T>(pi / 4 * odd), high = low;
        for (int i = 0; i < 40; ++i) {
            check_radians(low);
            check_radians(high);
            low = std::nextafter(low, T(-100)), high = std::nextafter(high, T(100));
        }
    }
    SUCCEED("2500 angles");
}

TEMPLATE_TEST_CASE("sine and cosine of radians are within one ulp up to a million", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    random_angles random;
    for (int i = 0; i < 1000; ++i) check_radians(static_cast<T>(random.between(-1e6, 1e6)));
    for (int i = 0; i < 600; ++i)
        check_radians(static_cast<T>(pi / 2 * static_cast<int>(random.between(-636000, 636000))));
    SUCCEED("1600 angles");
}

TEMPLATE_TEST_CASE("sine and cosine of degrees are within one ulp", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    random_angles random;
    for (int i = 0; i < hitbox_tests::many_if_all(1500, 500); ++i) {
        check_degrees(static_cast<T>(random.between(-720, 720)));
        check_degrees(static_cast<T>(random.between(-1e6, 1e6)));
    }
    for (int i = -720; i <= 720; i += 5) {
        if (i % 90 != 0) check_degrees(static_cast<T>(i));
        check_degrees(std::nextafter(static_cast<T>(i), T(1000)));
        check_degrees(std::nextafter(static_cast<T>(i), T(-1000)));
    }
    SUCCEED();
}

TEMPLATE_TEST_CASE("multiples of 90 degrees are exact, without a negative zero", "", HITBOX_TESTS_REALS, long double) {
    using T = TestType;
    constexpr rot2<T> expected[] = {{T(1), T(0)}, {T(0), T(1)}, {T(-1), T(0)}, {T(0), T(-1)}};
    for (int quarters = -40; quarters <= 40; ++quarters) {
        CAPTURE(quarters);
        const rot2<T> r = rot2<T>::from_degrees(static_cast<T>(90 * quarters));
        CHECK(r == expected[quarters & 3]);
        CHECK(!(r.c == T(0) && std::signbit(r.c)));
        CHECK(!(r.s == T(0) && std::signbit(r.s)));
    }
    CHECK(rot2<T>::from_degrees(T(-0.)) == rot2<T>{});
    CHECK(rot2<T>::from_degrees(T(90) * 65536) == rot2<T>{});
    CHECK(rot2<T>::from_radians(T(-0.)) == rot2<T>{});
    CHECK(!std::signbit(rot2<T>::from_radians(T(-0.)).s));
    CHECK(!std::signbit(rot2<T>::from_degrees(T(-0.)).s));
}

TEMPLATE_TEST_CASE("a negative angle gives the mirrored rotation, bit for bit", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    random_angles random;
    for (int i = 0; i < 500; ++i) {
        const T angle = static_cast<T>(random.between(-1000, 1000));
        CAPTURE(angle);
        CHECK(same_bits(inverse(rot2<T>::from_radians(angle)), rot2<T>::from_radians(-angle)));
        CHECK(same_bits(inverse(rot2<T>::from_degrees(angle)), rot2<T>::from_degrees(-angle)));
    }
}

TEMPLATE_TEST_CASE("an angle gives the same bits in constant evaluation and at run time", "", HITBOX_TESTS_REALS) {
    check_constant_evaluation<TestType, false>();
    check_constant_evaluation<TestType, true>();
}

TEMPLATE_TEST_CASE("every finite angle gives a unit vector", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const T angle : {T(1e6), T(1e7), T(1e15), T(1e30), std::numeric_limits<T>::max(),
                          -std::numeric_limits<T>::max(), std::numeric_limits<T>::denorm_min()}) {
        CAPTURE(angle);
        for (const rot2<T> r : {rot2<T>::from_radians(angle), rot2<T>::from_degrees(angle)}) {
            CHECK(std::abs(std::hypot(r.c, r.s) - 1) <= 2 * std::numeric_limits<T>::epsilon());
            CHECK(valid(r));
        }
    }
    CHECK(rot2<T>::from_radians(std::numeric_limits<T>::denorm_min()).s == std::numeric_limits<T>::denorm_min());
    for (const T angle : {std::numeric_limits<T>::infinity(), -std::numeric_limits<T>::infinity(),
                          std::numeric_limits<T>::quiet_NaN()}) {
        CHECK(!valid(rot2<T>::from_radians(angle)));
        CHECK(!valid(rot2<T>::from_degrees(angle)));
    }
}

TEMPLATE_TEST_CASE("a rotation keeps lengths, and a product of rotations adds their angles", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const T tolerance = 4 * std::numeric_limits<T>::epsilon();
    const rot2<T> a = rot2<T>::from_degrees(T(20)), b = rot2<T>::from_degrees(T(-50)),
                  both = rot2<T>::from_degrees(T(-30));
    CHECK(std::abs((a * b).c - both.c) <= tolerance);
    CHECK(std::abs((a * b).s - both.s) <= tolerance);
    const vec2<T> v{T(3), T(-7)}, turned_twice = a * (b * v), turned_once = (a * b) * v;
    CHECK(length(turned_twice - turned_once) <= 8 * tolerance);
    CHECK(length(inverse(a) * (a * v) - v) <= 8 * tolerance);
    CHECK(std::abs(length(a * v) - length(v)) <= 8 * tolerance);
}

TEST_CASE("float vectors are rotated in double and rounded once") {
    random_angles random;
    for (int i = 0; i < 2000; ++i) {
        const rot2<float> r = rot2<float>::from_radians(static_cast<float>(random.between(-4, 4)));
        const vec2<float> v{static_cast<float>(random.between(-9, 9)), static_cast<float>(random.between(-9, 9))};
        const vec2<float> w = r * v;
        const auto c = wide_number(r.c), s = wide_number(r.s), from_x = wide_number(v.x), from_y = wide_number(v.y);
        const wide_number x = c * from_x - s * from_y, y = s * from_x + c * from_y;
        CHECK(std::abs(ulps_off(w.x, x)) <= .5001);
        CHECK(std::abs(ulps_off(w.y, y)) <= .5001);
    }
}

TEMPLATE_TEST_CASE("a rotation that is not nearly a unit vector, or not finite, is not valid", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const T nan = std::numeric_limits<T>::quiet_NaN(), inf = std::numeric_limits<T>::infinity();
    CHECK(valid(rot2<T>{T(1.0004), T(0)}));
    CHECK(!valid(rot2<T>{T(1.0006), T(0)}));
    CHECK(valid(rot2<T>{T(0), T(-.9996)}));
    CHECK(!valid(rot2<T>{T(0), T(-.9994)}));
    for (const T bad : {nan, inf, -inf, std::numeric_limits<T>::max()}) {
        CHECK(!valid(rot2<T>{bad, T(0)}));
        CHECK(!valid(rot2<T>{T(1), bad}));
    }
}

TEST_CASE("whether a rotation is valid does not depend on fused multiply-add") {
    constexpr rot2<double> a{0.64736186584062783, 0.76282316244024806}, b{0.69038084705980118, 0.72412074166743179};
    STATIC_REQUIRE(valid(a));
    STATIC_REQUIRE(valid(b));
    CHECK(valid(rot2<double>{at_run_time(a.c), at_run_time(a.s)}));
    CHECK(valid(rot2<double>{at_run_time(b.c), at_run_time(b.s)}));
}

TEMPLATE_TEST_CASE("the angle of a rotation is within four ulps", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    random_angles random;
    // The reference is the angle of the rounded cosine and sine. The error is below 4 ulps of double, and is rounded
    // once more for float.
    const double bound = (std::is_same_v<T, float> ? .5 + 0x1p-20 : 4) + slack;
    double worst = 0;
    for (std::size_t i = 0; i < hitbox_tests::many_if_optimised(3000, 750); ++i) {
        const double small = std::ldexp(1., -static_cast<int>(random.between(0, 80)));
        for (const double x :
             {random.between(-3.15, 3.15), random.between(-1, 1) * small,
              1.5707963267948966 + random.between(-1, 1) * small, -3.141592653589793 + random.between(0, 1) * small}) {
            const rot2<T> r = rot2<T>::from_radians(static_cast<T>(x));
            const wide_number expected = atan2(wide_number(r.s), wide_number(r.c));
            if (expected == 0) CHECK(angle(r) == 0);
            else worst = std::max(worst, std::abs(ulps_off(angle(r), expected)));
        }
    }
    CHECK(worst <= bound);
    CHECK(worst > 0);
}

TEMPLATE_TEST_CASE("angles of quarter turns are exact, and no input gives NaN", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const T half = static_cast<T>(1.5707963267948966), whole = static_cast<T>(3.141592653589793);
    CHECK(angle(rot2<T>{1, 0}) == 0);
    CHECK(angle(rot2<T>{0, 1}) == half);
    CHECK(angle(rot2<T>{0, -1}) == -half);
    CHECK(angle(rot2<T>{-1, 0}) == whole);
    CHECK(angle(rot2<T>{-1, T(-0.)}) == whole);
    CHECK(angle(rot2<T>{T(-1), -std::numeric_limits<T>::min()}) == -whole);
    const T nan = std::numeric_limits<T>::quiet_NaN(), inf = std::numeric_limits<T>::infinity();
    for (const rot2<T> r : {rot2<T>{0, 0}, rot2<T>{nan, 1}, rot2<T>{1, nan}, rot2<T>{inf, 1}, rot2<T>{1, -inf}}) {
        CHECK(!std::isnan(angle(r)));
        CHECK(angle(r) == 0);
    }
    // The length does not matter.
    const T large = std::numeric_limits<T>::max(), tiny = std::numeric_limits<T>::denorm_min();
    CHECK(angle(rot2<T>{large, large}) == static_cast<T>(0.7853981633974483));
    CHECK(angle(rot2<T>{tiny, -tiny}) == static_cast<T>(-0.7853981633974483));
}

TEST_CASE("an angle is the same in constant evaluation and at run time") {
    constexpr double in_advance = angle(rot2<double>::from_radians(2.5));
    CHECK(in_advance == angle(rot2<double>::from_radians(at_run_time(2.5))));
    constexpr float small = angle(rot2<float>::from_radians(-1e-20f));
    CHECK(small == angle(rot2<float>::from_radians(at_run_time(-1e-20f))));
}

TEMPLATE_TEST_CASE("a rotation by quarter turns has no negative zeros", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (int quarters = -8; quarters <= 8; ++quarters) {
        const auto r = rot2<T>::from_degrees(T(90) * static_cast<T>(quarters));
        CAPTURE(quarters);
        CHECK((r.c != 0 || !std::signbit(r.c)));
        CHECK((r.s != 0 || !std::signbit(r.s)));
    }
    for (const auto r : {rot2<T>::from_degrees(T(-0.)), rot2<T>::from_radians(T(-0.))}) CHECK(!std::signbit(r.s));
}

TEMPLATE_TEST_CASE("a rotation that is multiplied in each frame remains one", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const double degrees : {0.7, 1., 3., 5.5, 11., -2., 120.}) {
        const auto step = rot2<T>::from_degrees(static_cast<T>(degrees));
        rot2<T> r{};
        double largest_drift = 0;
        for (int frame = 0; frame < 200'000; ++frame) {
            r = r * step;
            const double c = static_cast<double>(r.c), s = static_cast<double>(r.s);
            largest_drift = std::max(largest_drift, std::abs(c * c + s * s - 1));
        }
        CAPTURE(degrees);
        CHECK(valid(r));
        CHECK(largest_drift <= 0x1p-16);
        // Each product adds a rounding of the step and one of the product to the angle.
        const double turned = std::remainder(degrees * 200'000, 360) * std::acos(-1.0) / 180,
                     error = std::remainder(static_cast<double>(angle(r)) - turned, 2 * std::acos(-1.0));
        CHECK(std::abs(error) <= 200'000 * 4 * static_cast<double>(std::numeric_limits<T>::epsilon()));
    }
    // Products that are nearly of length 1 are not changed, and mistakes are not hidden.
    const rot2<T> exact{T(0.6), T(0.8)};
    CHECK(exact * rot2<T>{} == exact);
    CHECK(!valid(rot2<T>{2, 0} * rot2<T>{}));
    CHECK(!valid(rot2<T>{T(0.5), 0} * exact));
    CHECK(!valid(rot2<T>{std::numeric_limits<T>::quiet_NaN(), 0} * exact));
}
