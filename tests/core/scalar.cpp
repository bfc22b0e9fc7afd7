// The types of coordinates, and arithmetic that must give the same bits on every machine.

#include "../catch_compat.hpp"
#include "at_run_time.hpp"

#include <hitbox/hitbox.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

using namespace hitbox;
using hitbox_tests::at_run_time;

namespace {

static_assert(scalar<float> && scalar<double> && scalar<long double>);
static_assert(scalar<signed char> && scalar<short> && scalar<int> && scalar<long> && scalar<long long>);
static_assert(!scalar<unsigned> && !scalar<bool> && !scalar<float*> && !scalar<const char*>);
static_assert(real<float> && real<double> && real<long double> && !real<int>);
static_assert(exact_scalar<float> && exact_scalar<double> && exact_scalar<int> && exact_scalar<std::int64_t> &&
              !exact_scalar<long double>);

static_assert(square_root(4.) == 2 && square_root(2.f) == 1.41421356f && square_root(9.L) == 3);
static_assert(square_root(2.) == 1.4142135623730951);
static_assert(square_root(0.) == 0 &&
              square_root(std::numeric_limits<double>::infinity()) == std::numeric_limits<double>::infinity());
static_assert(square_root(-1.) != square_root(-1.), "a NaN");
static_assert(square_root(std::numeric_limits<float>::quiet_NaN()) !=
              square_root(std::numeric_limits<float>::quiet_NaN()));
static_assert(square_root(std::numeric_limits<double>::denorm_min()) == detail::power_of_two(-537));
static_assert(square_root(std::numeric_limits<double>::max()) == 1.3407807929942596e154);

static_assert(detail::round_to<float>(1e300) == std::numeric_limits<float>::infinity());
static_assert(detail::round_to<float>(-1e300) == -std::numeric_limits<float>::infinity());
static_assert(detail::round_to<float>(.1) == .1f && detail::round_to<double>(.1) == .1);
static_assert(detail::round_to<int>(1e10) == std::numeric_limits<int>::max() &&
              detail::round_to<int>(-1e10) == std::numeric_limits<int>::min());
static_assert(detail::round_to<int>(2147483647.) == 2147483647 && detail::round_to<int>(2147483648.) == 2147483647);
static_assert(detail::round_to<std::int64_t>(9e18) == 9000000000000000000 &&
              detail::round_to<std::int64_t>(9.3e18) == std::numeric_limits<std::int64_t>::max());

/// A pseudo-random sequence that works in constant evaluation, too (Knuth's MMIX generator).
constexpr std::uint64_t next_random(std::uint64_t x) { return x * 6364136223846793005u + 1442695040888963407u; }

/// Finite positive numbers of all sizes: random bits, and every fourth time subnormal ones.
template <class T, class Bits>
constexpr std::array<T, 160> numbers_of_all_sizes() {
    constexpr int mantissa_bits = std::numeric_limits<T>::digits - 1;
    constexpr Bits largest = std::bit_cast<Bits>(std::numeric_limits<T>::max());
    std::array<T, 160> numbers{};
    std::uint64_t random = 7;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        random = next_random(random);
        Bits bits = static_cast<Bits>(random >> 32 << (sizeof(Bits) == 8 ? 31 : 0)) ^ static_cast<Bits>(random >> 33);
        bits = i % 4 == 0 ? bits & ((Bits{1} << mantissa_bits) - 1) : bits % largest;
        numbers[i] = std::bit_cast<T>(bits == 0 ? Bits{1} : bits);
    }
    numbers[0] = std::numeric_limits<T>::denorm_min(), numbers[1] = std::numeric_limits<T>::min(),
    numbers[2] = std::numeric_limits<T>::max();
    numbers[3] = T(1), numbers[4] = T(1) + std::numeric_limits<T>::epsilon(),
    numbers[5] = T(1) - std::numeric_limits<T>::epsilon() / 2;
    numbers[6] = T(4) - 2 * std::numeric_limits<T>::epsilon(), numbers[7] = 3 * std::numeric_limits<T>::denorm_min();
    return numbers;
}

template <class T, class Bits>
constexpr std::array<T, 160> roots_of_all_sizes() {
    std::array<T, 160> roots = numbers_of_all_sizes<T, Bits>();
    for (T& x : roots) x = square_root(x);
    return roots;
}

template <class T, class Bits>
void check_roots() {
    constexpr std::array<T, 160> numbers = numbers_of_all_sizes<T, Bits>(), roots = roots_of_all_sizes<T, Bits>();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        CAPTURE(i, numbers[i]);
        const T x = at_run_time(numbers[i]);
        CHECK(roots[i] == std::sqrt(x));
        CHECK(square_root(x) == std::sqrt(x));
    }
}

}  // namespace

TEST_CASE("a number outside an integer type's range becomes the nearest end of the range") {
    double far = 1e10;  // not const, or compilers know the answers beforehand
    CHECK(detail::round_to<int>(far) == std::numeric_limits<int>::max());
    CHECK(detail::round_to<int>(-far) == std::numeric_limits<int>::min());
    CHECK(detail::round_to<std::int64_t>(far) == 10'000'000'000);
}

TEST_CASE("the square root in constant evaluation equals that of the processor") {
    SECTION("float") { check_roots<float, std::uint32_t>(); }
    SECTION("double") { check_roots<double, std::uint64_t>(); }
}

TEMPLATE_TEST_CASE("the square root for constant evaluation is correct for all arguments", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    using limits = std::numeric_limits<T>;
    for (const T x : numbers_of_all_sizes<T, std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>()) {
        CAPTURE(x);
        CHECK(detail::root_by_digits(x) == std::sqrt(at_run_time(x)));
    }
    CHECK(std::isnan(detail::root_by_digits(T(-1))));
    CHECK(std::isnan(detail::root_by_digits(limits::quiet_NaN())));
    CHECK(detail::root_by_digits(limits::infinity()) == limits::infinity());
    CHECK((detail::root_by_digits(T(0)) == 0 && std::signbit(detail::root_by_digits(-T(0)))));
}

TEST_CASE("the square root of long double for constant evaluation has the digits of long double") {
    for (int i = 1; i < 200; ++i) {
        const long double x = static_cast<long double>(i) / 7, root = detail::root_by_digits(x);
        CHECK(std::abs(root - std::sqrt(x)) <= 2 * std::numeric_limits<long double>::epsilon() * root);
    }
}

TEST_CASE("numbers are rounded to float in constant evaluation as by the processor") {
    constexpr double max_float = static_cast<double>(std::numeric_limits<float>::max()), halfway = 0x1.ffffffp127;
    for (const double x : {0., .1, 1e-50, max_float, 0x1.fffffe8p127, std::nextafter(halfway, 0.), halfway, 0x1p128,
                           1e300, std::numeric_limits<double>::infinity()}) {
        CAPTURE(x);
        CHECK(detail::to_float(x) == static_cast<float>(at_run_time(x)));
        CHECK(detail::to_float(-x) == static_cast<float>(at_run_time(-x)));
    }
    CHECK(std::isnan(detail::to_float(std::numeric_limits<double>::quiet_NaN())));
    CHECK_TWICE(detail::round_to<float>(0x1.fffffe8p127) == std::numeric_limits<float>::max());
    CHECK_TWICE(detail::round_to<float>(-0x1.fffffe8p127) == std::numeric_limits<float>::lowest());
}

// MinGW's square root rounds twice, and 251 of a million roots differ.
TEST_CASE("the square root at run time is correctly rounded with any C library") {
    std::mt19937_64 random{29};
    int different = 0;
    for (int i = 0; i < 100000; ++i) {
        const double x = at_run_time(static_cast<double>(random() >> 11) * 0x1p-50);
        different += square_root(x) == detail::sqrt_by_digits(x) ? 0 : 1;
    }
    CHECK(different == 0);
}

TEST_CASE("the square root digit by digit is correctly rounded") {
    std::mt19937_64 random{3};
    const auto same = [](double x) { return detail::sqrt_by_digits(x) == std::sqrt(x); };
    for (int i = 0; i < 20000; ++i) {
        const double x =
            std::bit_cast<double>(random() % std::bit_cast<std::uint64_t>(std::numeric_limits<double>::infinity()));
        const double mantissa = static_cast<double>(random() >> 11) * 0x1p-53;
        if (x > 0 && !same(x)) FAIL("x = " << x);
        // The roots of squares and their neighbours are the hardest to round.
        const double square = mantissa * mantissa;
        if (square > 0 && !(same(square) && same(std::nextafter(square, 0.)) && same(std::nextafter(square, 1.))))
            FAIL("x = " << square);
        const double subnormal = std::bit_cast<double>(random() >> (13 + random() % 51));
        if (subnormal > 0 && !same(subnormal)) FAIL("x = " << subnormal);
    }
    SUCCEED("100000 roots");
}

TEMPLATE_TEST_CASE("the square root of a negative number or a NaN", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    CHECK(std::isnan(square_root(at_run_time(T(-1)))));
    CHECK(std::isnan(square_root(at_run_time(std::numeric_limits<T>::quiet_NaN()))));
    CHECK(std::isinf(square_root(at_run_time(std::numeric_limits<T>::infinity()))));
    CHECK(square_root(at_run_time(T(0))) == T(0));
    constexpr T of_negative_zero = square_root(-T(0));
    CHECK(std::signbit(of_negative_zero) == std::signbit(std::sqrt(at_run_time(-T(0)))));
}

TEMPLATE_TEST_CASE("a product is rounded before anything is added to it", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const T e = std::numeric_limits<T>::epsilon();
    const T a = at_run_time(1 + e), rounded = at_run_time(1 + 2 * e);
    CHECK(product(a, a) - rounded == T(0));  // fused it would be e * e
    CHECK(product(a, a) + product(-a, a) == T(0));
    constexpr T in_advance = product(1 + std::numeric_limits<T>::epsilon(), 1 + std::numeric_limits<T>::epsilon()) -
                             (1 + 2 * std::numeric_limits<T>::epsilon());
    CHECK(in_advance == T(0));
    CHECK(dot(vec2<T>{a, rounded}, vec2<T>{a, T(-1)}) == T(0));
    CHECK(cross(vec2<T>{a, rounded}, vec2<T>{T(1), a}) == T(0));
}

namespace {

/// A fixed-point number with 16 fraction bits, as used on game consoles.
struct fixed {
    std::int64_t raw = 0;

    constexpr fixed() = default;
    constexpr fixed(int x) : raw{std::int64_t{x} << 16} {}
    constexpr explicit fixed(double x) : raw{static_cast<std::int64_t>(x * 65536. + (x < 0 ? -.5 : .5))} {}
    constexpr explicit operator double() const { return static_cast<double>(raw) / 65536.; }

    static constexpr fixed of_raw(std::int64_t raw) {
        fixed x;
        x.raw = raw;
        return x;
    }
    friend constexpr fixed operator+(fixed a, fixed b) { return of_raw(a.raw + b.raw); }
    friend constexpr fixed operator-(fixed a, fixed b) { return of_raw(a.raw - b.raw); }
    friend constexpr fixed operator-(fixed a) { return of_raw(-a.raw); }
    friend constexpr fixed operator*(fixed a, fixed b) { return of_raw((a.raw * b.raw) >> 16); }
    friend constexpr fixed operator/(fixed a, fixed b) { return of_raw(b.raw == 0 ? 0 : a.raw * 65536 / b.raw); }
    friend constexpr auto operator<=>(fixed, fixed) = default;
    friend constexpr fixed sqrt(fixed x) {
        std::int64_t root = 0;
        for (std::int64_t bit = std::int64_t{1} << 30; bit != 0; bit >>= 1)
            if ((root + bit) * (root + bit) <= x.raw << 16) root += bit;
        return of_raw(root);
    }
};
constexpr fixed f(double x) { return fixed{x}; }

}  // namespace

template <>
inline constexpr bool hitbox::enable_scalar<fixed> = true;

namespace {

static_assert(scalar<fixed> && real<fixed> && !exact_scalar<fixed>);
static_assert(square_root(f(6.25)) == f(2.5));
static_assert(intersects(aabb<fixed>{{f(0), f(0)}, {f(4), f(4)}}, aabb<fixed>{{f(4), f(0)}, {f(8), f(4)}}));
static_assert(intersects(circle<fixed>{{f(0), f(0)}, f(1)}, circle<fixed>{{f(2), f(0)}, f(1)}));
static_assert(!penetrates(circle<fixed>{{f(0), f(0)}, f(1)}, circle<fixed>{{f(2), f(0)}, f(1)}));
static_assert(!intersects(circle<fixed>{{f(0), f(0)}, f(1)}, circle<fixed>{{f(2.001), f(0)}, f(1)}));

bool about(fixed x, double expected) { return std::abs(static_cast<double>(x) - expected) < .002; }

}  // namespace

TEST_CASE("every query takes a user's fixed-point number") {
    const auto polygon = make_convex_polygon({vec2<fixed>{f(0), f(0)}, {f(2), f(0)}, {f(2), f(2)}, {f(0), f(2)}});
    REQUIRE(polygon);
    const circle<fixed> disc{{f(2.5), f(1)}, f(1)};
    const capsule<fixed> pill{{f(-1), f(1)}, {f(.5), f(1)}, f(.25)};
    const triangle<fixed> wedge{{f(1), f(1)}, {f(3), f(1)}, {f(3), f(4)}};
    const obb<fixed> box{{f(1), f(2)}, {f(1), f(.5)}, rot2<fixed>::from_degrees(f(90))};
    const segment<fixed> line{{f(1), f(-1)}, {f(1), f(.5)}};

    CHECK(intersects(*polygon, disc));
    CHECK(intersects(*polygon, pill));
    CHECK(intersects(*polygon, wedge));
    CHECK(intersects(*polygon, box));
    CHECK(intersects(*polygon, line));
    CHECK(contains(*polygon, vec2<fixed>{f(1), f(1)}));
    CHECK(!intersects(*polygon, circle<fixed>{{f(3.5), f(1)}, f(1)}));
    CHECK(!intersects(*polygon, vec2<fixed>{f(2.01), f(1)}));

    const auto hit = collide(*polygon, disc);
    REQUIRE(hit);
    CHECK(about(hit->depth, .5));
    CHECK(about(hit->normal.x, 1));
    CHECK(about(hit->normal.y, 0));
    CHECK(about(hit->mtv().x, -.5));
    const auto crossing = collide(line, *polygon);
    REQUIRE(crossing);
    CHECK(about(crossing->depth, .5));
    const auto boxes = collide(aabb<fixed>{{f(0), f(0)}, {f(2), f(2)}}, aabb<fixed>{{f(1.75), f(0)}, {f(3), f(3)}});
    REQUIRE(boxes);
    CHECK(about(boxes->depth, .25));
    CHECK(about(sat::project(wedge, vec2<fixed>{f(0), f(1)}).max, 4));
    const auto gap = sat::separating_axis(*polygon, circle<fixed>{{f(4), f(1)}, f(1)});
    REQUIRE(gap);
    CHECK(about(gap->x, 1));
    const auto moved = collide(at(*polygon, vec2<fixed>{f(10), f(0)}), circle<fixed>{{f(12.5), f(1)}, f(1)});
    REQUIRE(moved);
    CHECK(about(moved->depth, .5));
}
