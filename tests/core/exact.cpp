// Exact signs: against Boost's big integers if Boost is available, and on cases made by hand everywhere.

#include "../catch_compat.hpp"
#include "../rounds.hpp"

#include <hitbox/core/exact.hpp>

#include <cmath>
#include <cstdint>
#include <iomanip>
#include <limits>
#include <random>
#include <sstream>

#if __has_include(<boost/multiprecision/cpp_int.hpp>)
#  include <boost/multiprecision/cpp_int.hpp>
#endif

using namespace hitbox;

namespace {

/// Returns -1, 0 or 1, and 2 for a NaN, which has no sign.
template <class T>
constexpr int sign(const T& x) {
    return x > 0 ? 1 : x < 0 ? -1 : x == 0 ? 0 : 2;
}

using point = vec2<double>;

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double largest = std::numeric_limits<double>::max();
constexpr double tiny = std::numeric_limits<double>::denorm_min();
constexpr double two_to(int k) { return detail::power_of_two(k); }

/// `along` takes double only; float and integers are widened without loss.
template <class T>
constexpr double along(vec2<T> a, vec2<T> b, vec2<T> p) {
    return exact::along(detail::widen(a), detail::widen(b), detail::widen(p));
}

// Tests in constant evaluation.

static_assert(exact::line_distance_value(vec2{0., 2.}, {0., 0.}, {0x1p-600, 0.}, 1., 0.) == 3 &&
                  exact::line_distance_value(vec2{0., -2.}, {0., 0.}, {0x1p-600, 0.}, -1., 0.) == -3,
              "an edge whose square is below the range of double");
static_assert(exact::along(vec2{0.L, 0.L}, {2.L, 0.L}, {3.L, 1.L}) == 6, "of other scalars, too");
static_assert(exact::orient2d(point{0, 0}, point{1, 0}, point{0, 1}) > 0, "counter-clockwise is positive");
static_assert(exact::orient2d(point{0, 0}, point{0, 1}, point{1, 0}) < 0);
static_assert(exact::orient2d(point{.1, .1}, point{.2, .2}, point{.3, .3}) == 0,
              "equal coordinates are on the diagonal");
static_assert(exact::orient2d(point{.5, .5}, point{12, 12}, point{24, 24 - 16 * eps}) < 0, "one ulp off the diagonal");
static_assert(exact::orient2d(point{.5, .5 + eps}, point{12, 12}, point{24, 24}) > 0);
static_assert(exact::orient2d(point{.5, .5}, point{12, 12}, point{24, 24}) == 0);
static_assert(exact::orient2d(point{0, 0}, point{largest, largest}, point{-largest, -largest}) == 0);
static_assert(exact::orient2d(point{-largest, 0}, point{largest, 0}, point{0, tiny}) > 0, "the widest possible spread");
static_assert(exact::orient2d(vec2<float>{0, 0}, vec2<float>{3e38f, 1}, vec2<float>{3e38f, 1.0000001f}) > 0);
static_assert(exact::orient2d(vec2<int>{0, 0}, vec2<int>{2147483647, 2147483646},
                              vec2<int>{-2147483647, -2147483646}) == 0);
static_assert(exact::orient2d(vec2<int>{-2147483647 - 1, -2147483647 - 1}, vec2<int>{2147483647, 2147483646},
                              vec2<int>{0, 0}) > 0);

static_assert(exact::along(point{0, 0}, point{1, 1}, point{-1, 1}) == 0, "a right angle");
static_assert(exact::along(point{0, 0}, point{1, 1}, point{-1, 1 + eps}) > 0);
static_assert(exact::along(point{0, 0}, point{1, 1}, point{-1 - eps, 1}) < 0);

static_assert(exact::compare_distance(point{0, 0}, point{3, 4}, 2., 3.) == 0);
static_assert(exact::compare_distance(point{0, 0}, point{3, 4}, 2., 3 - 2 * eps) > 0);
static_assert(exact::compare_distance(point{0, 0}, point{3, 4}, 2., 3 + 2 * eps) < 0);
static_assert(exact::compare_distance(point{0, 0}, point{3e300, 4e300}, 5e300, tiny) < 0 ||
                  exact::compare_distance(point{0, 0}, point{3e300, 4e300}, 5e300, tiny) > 0,
              "the decimal numbers are rounded: some sign, but not zero");
static_assert(exact::compare_distance(vec2<int>{-2147483647, 0}, vec2<int>{2147483647, 0}, 2147483647, 2147483647) ==
              0);
static_assert(exact::compare_distance(vec2<int>{-2147483647 - 1, 0}, vec2<int>{2147483647, 0}, 2147483647, 2147483647) >
              0);

static_assert(exact::compare_line_distance(point{0, 5}, point{-1, 0}, point{7, 0}, 2., 3.) == 0,
              "on the left: positive");
static_assert(exact::compare_line_distance(point{0, -5}, point{-1, 0}, point{7, 0}, 2., 3.) < 0);
static_assert(exact::compare_line_distance(point{0, -5}, point{-1, 0}, point{7, 0}, -2., -3.) == 0);
static_assert(exact::compare_line_distance(point{0, 5 + 4 * eps}, point{-1, 0}, point{7, 0}, 2., 3.) > 0);
static_assert(exact::compare_line_distance(point{0, 5 - 4 * eps}, point{-1, 0}, point{7, 0}, 2., 3.) < 0);
static_assert(exact::compare_line_distance(point{-4, 3}, point{0, 0}, point{3, 4}, 5., 0.) == 0, "a slanted line");

static_assert(exact::compare_segment_distance(point{-3, 4}, point{0, 0}, point{9, 0}, 5., 0.) == 0, "before the start");
static_assert(exact::compare_segment_distance(point{12, 4}, point{0, 0}, point{9, 0}, 5., 0.) == 0, "past the end");
static_assert(exact::compare_segment_distance(point{4, -5}, point{0, 0}, point{9, 0}, 5., 0.) == 0,
              "between, on the right");
static_assert(exact::compare_segment_distance(point{4, 5}, point{0, 0}, point{9, 0}, 5., 0.) == 0,
              "between, on the left");
static_assert(exact::compare_segment_distance(point{3, 4}, point{0, 0}, point{0, 0}, 5., 0.) == 0,
              "a segment that is a point");
static_assert(exact::compare_segment_distance(vec2<int>{4, 5}, vec2<int>{0, 0}, vec2<int>{9, 0}, 5, 0) == 0);

/// Returns whether every predicate has a sign if one of its numbers is huge. Constant evaluation stops at an overflow,
/// so no predicate may overflow.
constexpr bool has_signs_with_one(double huge) {
    for (int k = 0; k < 8; ++k) {
        double x[8] = {1, 2, 3, 5, 7, 13, 11, 17};
        x[k] = huge;
        const point p{x[0], x[1]}, q{x[2], x[3]}, r{x[4], x[5]};
        const double by_line = huge < 0x1p512 ? exact::compare_line_distance(p, q, r, x[6], x[7]) : 1;
        for (const double s :
             {exact::compare_distance(p, q, x[6], x[7]), exact::orient2d(p, q, r), exact::along(p, q, r), by_line})
            if (!(s < 0 || s > 0)) return false;
    }
    return true;
}
static_assert(has_signs_with_one(0x1p511) && has_signs_with_one(0x1p900));

}  // namespace

TEST_CASE("constant evaluation multiplies no numbers whose fourth power is beyond the range") {
    using exact::detail::fourth_powers_fit;
    const double max_magnitude = std::nextafter(two_to(240), 0.);
    CHECK(fourth_powers_fit(max_magnitude, -max_magnitude, 0., tiny));
    CHECK(std::isfinite(max_magnitude * max_magnitude * max_magnitude * max_magnitude));
    for (const double x : {two_to(240), -two_to(240), largest, std::numeric_limits<double>::quiet_NaN()}) {
        CHECK(!fourth_powers_fit(x, 1., 1., 1.));
        CHECK(!fourth_powers_fit(1., 1., x, 1.));
        CHECK(!fourth_powers_fit(1., 1., 1., x));
    }
}

TEST_CASE("products that are rounded in different directions differ by their rounding errors") {
    // t^2 exceeds a multiple of 2^53 by slightly more than 2^52, so the product is rounded up. (t - k)(t + k) is
    // smaller by k^2, and mostly rounded down.
    int apart = 0;
    for (std::uint64_t more = 1; more < 8000; more += 8) {
        const std::uint64_t rest = (std::uint64_t{1} << 52) + more, all = (std::uint64_t{1} << 53) - 1;
        std::uint64_t root = 1;  // modulo 2^bits, bit by bit
        for (int bits = 3; bits < 53; ++bits)
            if (((root * root ^ rest) >> bits & 1) != 0) root += std::uint64_t{1} << (bits - 1);
        for (const std::uint64_t other : {root, all + 1 - root, root ^ std::uint64_t{1} << 52}) {
            const double t = static_cast<double>(other & all);
            for (double k = 0; k < 100; ++k) {
                if (t * t < 0x1p105) break;
                const double l = (k + 1) * (k + 1) > 9000 ? 0 : k + 3;
                const exact::detail::two_products both{t - k, 0, t + k, 0, t - l, 0, t + l, 0};
                apart += (t - k) * (t + k) != (t - l) * (t + l) ? 1 : 0;
                if (sign(exact::detail::by_two_terms(both)) != sign(l - k) ||
                    sign(exact::detail::by_integers(both)) != sign(l - k))
                    FAIL(t << ' ' << k << ' ' << l);
            }
        }
    }
    CHECK(apart > 1000);
}

TEST_CASE("a turn far smaller than the rounding of its products has a sign") {
    // (1 + e)(1 + e) and 1 + 2e differ by e^2 only.
    for (const int k : {0, 40, 200, 300, 400, 500, 1000, -100, -300, -400, -480, -500, -511}) {
        CAPTURE(k);
        const double s = two_to(k);
        const point a{s * (1 + eps), s * (1 + 2 * eps)}, b{s, s * (1 + eps)}, o{0, 0};
        CHECK(sign(exact::orient2d(a, b, o)) == 1);
        CHECK(sign(exact::orient2d(b, a, o)) == -1);
        CHECK(sign(exact::orient2d(a, a, o)) == 0);
        CHECK(sign(exact::along(o, point{s * (1 + eps), -s * (1 + 2 * eps)}, point{s * (1 + eps), s})) == 1);
    }
}

TEST_CASE("a turn between a long and a short side has a sign") {
    // The same with sides of very different lengths. No factor of a product may overflow or underflow.
    for (const int k : {300, 600, 900, 1000, 1010, 1020}) {
        CAPTURE(k);
        const double s = two_to(k), t = two_to(-k / 2);
        const point a{s * (1 + eps), s * (1 + 2 * eps)}, b{t, t * (1 + eps)}, o{0, 0};
        CHECK(sign(exact::orient2d(a, b, o)) == 1);
        CHECK(sign(exact::orient2d(b, a, o)) == -1);
    }
}

TEST_CASE("a turn whose products underflow to zero has a sign") {
    for (const int k : {-538, -560, -600, -800, -1000, -1022, -1070}) {
        CAPTURE(k);
        const double side = std::ldexp(1., k);
        CHECK(sign(exact::orient2d(point{0, 0}, point{side, 0}, point{0, side})) == 1);
        CHECK(sign(exact::orient2d(point{0, 0}, point{0, side}, point{side, 0})) == -1);
        CHECK(sign(exact::orient2d(point{0, 0}, point{side, side}, point{-side, -side})) == 0);
        CHECK(sign(exact::orient2d(point{side, side}, point{3 * side, side}, point{side, 2 * side})) == 1);
        CHECK(sign(exact::along(point{0, 0}, point{side, 0}, point{side, side})) == 1);
        CHECK(sign(exact::compare_distance(point{0, 0}, point{side, 0}, side, 0.)) == 0);
        CHECK(sign(exact::compare_distance(point{0, 0}, point{2 * side, 0}, side, 0.)) == 1);
        CHECK(sign(exact::compare_distance(point{0, 0}, point{side, 0}, side, side)) == -1);
        CHECK(sign(exact::compare_line_distance(point{0, side}, point{0, 0}, point{side, 0}, side, 0.)) == 0);
        CHECK(sign(exact::compare_line_distance(point{0, 2 * side}, point{0, 0}, point{side, 0}, side, 0.)) == 1);
        CHECK(sign(exact::compare_line_distance(point{0, side}, point{0, 0}, point{1, 0}, side, tiny)) == -1);
    }
}

TEST_CASE("a turn whose products overflow has a sign") {
    for (const double s : {1e160, 1e200, 1e300, largest}) {
        CAPTURE(s);
        CHECK(sign(exact::orient2d(point{-s, -s}, point{s, -s}, point{s, s})) == 1);
        CHECK(sign(exact::orient2d(point{-s, -s}, point{s, s}, point{s, -s})) == -1);
        CHECK(sign(exact::orient2d(point{-s, -s}, point{s, s}, point{s / 2, s / 2})) == 0);
        CHECK(sign(exact::orient2d(point{-s, -s}, point{s, s}, point{0, tiny})) == 1);
        CHECK(sign(exact::along(point{0, 0}, point{s, s}, point{-s, s})) == 0);
        CHECK(sign(exact::along(point{0, 0}, point{s, s}, point{-s, std::nextafter(s, 0.)})) == -1);
        CHECK(sign(exact::compare_distance(point{-s, 0}, point{s, 0}, s, s)) == 0);
        CHECK(sign(exact::compare_distance(point{-s, tiny}, point{s, 0}, s, s)) == 1);
        CHECK(sign(exact::compare_line_distance(point{0, s}, point{-s, -s}, point{s, -s}, s, s)) == 0);
        CHECK(sign(exact::compare_line_distance(point{0, std::nextafter(s, 0.)}, point{-s, -s}, point{s, -s}, s, s)) ==
              -1);
        CHECK(sign(exact::compare_segment_distance(point{0, s}, point{-s, -s}, point{s, -s}, s, s)) == 0);
    }
}

TEST_CASE("a NaN or an infinity gives some number and does not hang") {
    const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
    for (const double bad : {nan, inf, -inf}) {
        static_cast<void>(exact::orient2d(point{bad, 0}, point{1, bad}, point{2, 2}));
        static_cast<void>(exact::along(point{bad, 0}, point{1, bad}, point{2, tiny}));
        static_cast<void>(exact::compare_distance(point{bad, 0}, point{1, tiny}, 1., bad));
        static_cast<void>(exact::compare_line_distance(point{bad, 0}, point{1, tiny}, point{3, bad}, 1., bad));
        static_cast<void>(exact::compare_segment_distance(point{bad, 0}, point{1, tiny}, point{3, bad}, 1., bad));
        static_cast<void>(exact::orient2d_value(point{bad, tiny}, point{1, bad}, point{2, 2}));
    }
    SUCCEED();
}

TEST_CASE("orient2d_value computes the area even if its rounded products cancel") {
    for (const int k : {0, 20, 400, -400}) {
        CAPTURE(k);
        const double s = two_to(k);
        const point a{s * (1 + eps), s * (1 + 2 * eps)}, b{s, s * (1 + eps)}, o{0, 0};
        CHECK(exact::orient2d_value(a, b, o) == s * eps * (s * eps));
        CHECK(exact::orient2d_value(b, a, o) == -(s * eps * (s * eps)));
    }
    CHECK(exact::orient2d_value(point{0, 0}, point{3, 0}, point{0, 5}) == 15);
    CHECK(exact::orient2d_value(point{0, 0}, point{tiny, 0}, point{0, tiny}) > 0);
    CHECK(exact::orient2d_value(point{0, 0}, point{0, largest}, point{largest, 0}) < 0);
}

TEMPLATE_TEST_CASE("integers of any value have exact signs", "", std::int8_t, std::int16_t, std::int32_t) {
    using T = TestType;
    constexpr T low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max(), under = T(high - 1);
    CHECK(sign(exact::orient2d(vec2<T>{low, low}, vec2<T>{high, high}, vec2<T>{0, 0})) == 0);
    CHECK(sign(exact::orient2d(vec2<T>{low, low}, vec2<T>{high, under}, vec2<T>{0, 0})) == 1);
    CHECK(sign(exact::orient2d(vec2<T>{low, low}, vec2<T>{under, high}, vec2<T>{0, 0})) == -1);
    CHECK(sign(along(vec2<T>{low, low}, vec2<T>{high, high}, vec2<T>{high, low})) == 1);
    CHECK(sign(along(vec2<T>{0, 0}, vec2<T>{high, high}, vec2<T>{T(-high), high})) == 0);
    CHECK(sign(exact::compare_distance(vec2<T>{low, 0}, vec2<T>{high, 0}, high, high)) == 1);
    CHECK(sign(exact::compare_distance(vec2<T>{T(-high), 0}, vec2<T>{high, 0}, high, high)) == 0);
    CHECK(sign(exact::compare_distance(vec2<T>{T(-high), 0}, vec2<T>{under, 0}, high, high)) == -1);
    CHECK(sign(exact::compare_line_distance(vec2<T>{0, high}, vec2<T>{low, T(-high)}, vec2<T>{high, T(-high)}, high,
                                            high)) == 0);
    CHECK(sign(exact::compare_segment_distance(vec2<T>{0, low}, vec2<T>{low, high}, vec2<T>{high, high}, high, high)) ==
          1);
}

TEST_CASE("64-bit integers have exact signs up to 2^52") {
    using T = std::int64_t;
    constexpr T m = T{1} << 52;
    CHECK(sign(exact::orient2d(vec2<T>{-m, -m}, vec2<T>{m, m}, vec2<T>{0, 0})) == 0);
    CHECK(sign(exact::orient2d(vec2<T>{-m, -m}, vec2<T>{m, m - 1}, vec2<T>{0, 0})) == 1);
    CHECK(sign(exact::orient2d(vec2<T>{-m, 1 - m}, vec2<T>{m, m}, vec2<T>{0, 0})) == -1);
    CHECK(sign(along(vec2<T>{-m, -m}, vec2<T>{m - 1, m}, vec2<T>{m, -m - 1})) == 1);
    CHECK(sign(exact::compare_distance(vec2<T>{-m, 0}, vec2<T>{m, 0}, m, m)) == 0);
    CHECK(sign(exact::compare_distance(vec2<T>{-m, 1}, vec2<T>{m, 0}, m, m)) == 1);
    CHECK(sign(exact::compare_line_distance(vec2<T>{0, m}, vec2<T>{-m, -m}, vec2<T>{m, 1 - m}, m, m)) == -1);
}

TEST_CASE("predicates of long double are computed in long double") {
    CHECK(sign(exact::orient2d(vec2<long double>{0, 0}, vec2<long double>{1, 0}, vec2<long double>{0, 1})) == 1);
    CHECK(sign(exact::orient2d(vec2<long double>{1, 3}, vec2<long double>{2, 5}, vec2<long double>{4, 9})) == 0);
    CHECK(sign(exact::orient2d(vec2<long double>{1, 3}, vec2<long double>{2, 5}, vec2<long double>{4, 8})) == -1);
    CHECK(sign(exact::compare_distance(vec2<long double>{0, 0}, vec2<long double>{3, 4}, 2.L, 3.L)) == 0);
    CHECK(sign(exact::compare_line_distance(vec2<long double>{0, 5}, vec2<long double>{-1, 0}, vec2<long double>{7, 0},
                                            2.L, 3.L)) == 0);
    CHECK(sign(exact::compare_line_distance(vec2<long double>{0, -5}, vec2<long double>{-1, 0}, vec2<long double>{7, 0},
                                            2.L, 3.L)) == -1);
    CHECK(sign(exact::compare_segment_distance(vec2<long double>{12, 4}, vec2<long double>{0, 0},
                                               vec2<long double>{9, 0}, 5.L, 0.L)) == 0);
    // Points beside a slanted segment away from the origin, on either side.
    const vec2<long double> from{10, 20}, to{16, 28}, left{9, 27}, right{17, 21};
    CHECK(sign(exact::compare_segment_distance(left, from, to, 5.L, 0.L)) == 0);
    CHECK(sign(exact::compare_segment_distance(right, from, to, 5.L, 0.L)) == 0);
    CHECK(sign(exact::compare_segment_distance(right, from, to, 4.L, 0.L)) == 1);
    CHECK(sign(exact::compare_segment_distance(left, from, to, 6.L, 0.L)) == -1);
}

#if __has_include(<boost/multiprecision/cpp_int.hpp>)
namespace {

using boost::multiprecision::cpp_int;

/// Returns x in units of 2^-1074; every double is a multiple of it.
template <class T>
cpp_int whole(T x) {
    int exponent = 0;
    const double mantissa = std::frexp(static_cast<double>(x), &exponent);
    const cpp_int n{static_cast<std::int64_t>(std::ldexp(mantissa, 53))};
    const int shift = exponent - 53 + 1074;
    return shift >= 0 ? cpp_int{n << shift} : cpp_int{n / (cpp_int{1} << -shift)};
}

struct whole_vec {
    cpp_int x, y;
};
whole_vec operator-(const whole_vec& a, const whole_vec& b) { return {a.x - b.x, a.y - b.y}; }
cpp_int dot(const whole_vec& a, const whole_vec& b) { return a.x * b.x + a.y * b.y; }
cpp_int cross(const whole_vec& a, const whole_vec& b) { return a.x * b.y - a.y * b.x; }
template <class T>
whole_vec whole(vec2<T> p) {
    return {whole(p.x), whole(p.y)};
}
cpp_int signed_square(const cpp_int& x) { return x * abs(x); }

/// One set of arguments for all predicates.
template <class T>
struct arguments {
    vec2<T> a, b, p;
    T r1, r2;
};

template <class T>
void check_all(const arguments<T>& in) {
    const vec2<T> a = in.a, b = in.b, p = in.p;
    const T r1 = in.r1, r2 = in.r2;
    const whole_vec wa = whole(a), wb = whole(b), wp = whole(p), edge = wb - wa;
    const cpp_int r = whole(r1) + whole(r2), length = dot(edge, edge), turn = cross(edge, wp - wa),
                  forth = dot(edge, wp - wa);
    const auto agree = [&](const char* what, int got, const cpp_int& expected) {
        if (got == expected.sign()) return;
        std::ostringstream text;
        text << std::setprecision(17) << what << ", a{" << +a.x << ", " << +a.y << "}, b{" << +b.x << ", " << +b.y
             << "}, p{" << +p.x << ", " << +p.y << "}, r1 = " << +r1 << ", r2 = " << +r2;
        INFO(text.str());
        REQUIRE(got == expected.sign());
    };
    agree("orient2d(a, b, p)", sign(exact::orient2d(a, b, p)), turn);
    agree("orient2d(p, b, a)", sign(exact::orient2d(p, b, a)), -turn);
    agree("along(a, b, p)", sign(along(a, b, p)), forth);
    agree("compare_distance(a, p, r1, r2)", sign(exact::compare_distance(a, p, r1, r2)), dot(wp - wa, wp - wa) - r * r);
    if (a != b)
        agree("compare_line_distance(p, a, b, r1, r2)", sign(exact::compare_line_distance(p, a, b, r1, r2)),
              signed_square(turn) - signed_square(r) * length);
    if (r < 0) return;
    const cpp_int nearest = forth <= 0        ? cpp_int{dot(wp - wa, wp - wa) - r * r}
                            : forth >= length ? cpp_int{dot(wp - wb, wp - wb) - r * r}
                                              : cpp_int{turn * turn - r * r * length};
    agree("compare_segment_distance(p, a, b, r1, r2)", sign(exact::compare_segment_distance(p, a, b, r1, r2)), nearest);
}

class random_numbers {
public:
    /// Returns a number in [0, 1).
    double unit() { return static_cast<double>(random_() >> 11) * 0x1p-53; }
    double between(double low, double high) { return low + (high - low) * unit(); }
    int integer(int low, int high) {
        return low + static_cast<int>(random_() % static_cast<std::uint64_t>(high - low + 1));
    }
    std::uint64_t bits() { return random_(); }
    template <class T>
    T nudged(T x, int steps) {
        const int n = integer(-steps, steps);
        for (int i = 0; i < std::abs(n); ++i)
            x = std::nextafter(x, n < 0 ? -std::numeric_limits<T>::max() : std::numeric_limits<T>::max());
        return x;
    }

private:
    std::mt19937_64 random_{20};
};

template <class T>
arguments<T> anywhere(random_numbers& random) {
    const auto x = [&] { return static_cast<T>(random.between(-1, 1)); };
    return {{x(), x()}, {x(), x()}, {x(), x()}, x(), x()};
}

template <class T>
arguments<T> on_a_small_grid(random_numbers& random) {
    const auto x = [&] { return static_cast<T>(random.integer(-4, 4)); };
    return {{x(), x()}, {x(), x()}, {x(), x()}, x(), x()};
}

/// Returns arguments with p within a few ulps of the line a-b, and r within a few ulps of a distance.
template <class T>
arguments<T> nearly_degenerate(random_numbers& random) {
    arguments<T> in = anywhere<T>(random);
    const double t = random.between(-1, 2), ex = static_cast<double>(in.b.x) - static_cast<double>(in.a.x),
                 ey = static_cast<double>(in.b.y) - static_cast<double>(in.a.y);
    const double length = std::hypot(ex, ey), off = random.integer(0, 2) == 0 ? 0 : random.between(-1, 1);
    in.p = {static_cast<T>(static_cast<double>(in.a.x) + ex * t - ey / length * off),
            static_cast<T>(static_cast<double>(in.a.y) + ey * t + ex / length * off)};
    in.p = {random.nudged(in.p.x, 2), random.nudged(in.p.y, 2)};
    const double dx = static_cast<double>(in.p.x) - static_cast<double>(in.a.x),
                 dy = static_cast<double>(in.p.y) - static_cast<double>(in.a.y);
    const double distance = random.integer(0, 1) == 0 ? off : std::hypot(dx, dy);
    in.r2 = random.nudged(static_cast<T>(distance - static_cast<double>(in.r1)), 2);
    return in;
}

/// Returns all arguments times a power of two. The signs stay the same unless a number overflows or underflows.
template <class T>
arguments<T> scaled(const arguments<T>& in, int k) {
    const auto s = [k](T x) { return std::ldexp(x, k); };
    return {{s(in.a.x), s(in.a.y)}, {s(in.b.x), s(in.b.y)}, {s(in.p.x), s(in.p.y)}, s(in.r1), s(in.r2)};
}

/// Returns arguments with random exponents.
template <class T>
arguments<T> of_all_sizes(random_numbers& random) {
    constexpr int low = std::numeric_limits<T>::min_exponent - std::numeric_limits<T>::digits;
    constexpr int high = std::numeric_limits<T>::max_exponent;
    const auto x = [&] {
        const T mantissa = random.integer(0, 3) == 0 ? T(1) : static_cast<T>(random.between(.5, .999));
        return std::ldexp(random.integer(0, 1) == 0 ? mantissa : -mantissa, random.integer(low, high - 1));
    };
    return {{x(), x()}, {x(), x()}, {x(), x()}, x(), x()};
}

/// Returns arguments from a short list: zeros, ones, the ends of the range and their neighbours.
template <class T>
arguments<T> of_special_numbers(random_numbers& random) {
    using limits = std::numeric_limits<T>;
    const T numbers[] = {T(0),
                         T(1),
                         T(1) + limits::epsilon(),
                         T(1) - limits::epsilon() / 2,
                         T(3),
                         limits::denorm_min(),
                         3 * limits::denorm_min(),
                         limits::min(),
                         limits::max(),
                         limits::max() / 2,
                         limits::max() * (1 - limits::epsilon()),
                         std::sqrt(limits::max()),
                         std::sqrt(limits::min())};
    const auto x = [&] {
        const T value = numbers[random.integer(0, 12)];
        return random.integer(0, 1) == 0 ? value : -value;
    };
    return {{x(), x()}, {x(), x()}, {x(), x()}, x(), x()};
}

}  // namespace

TEMPLATE_TEST_CASE("every sign equals the sign of the exact value", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    random_numbers random;
    constexpr int reach = std::numeric_limits<T>::max_exponent - 3, depth = std::numeric_limits<T>::min_exponent - 5;
    for (std::size_t i = 0; i < hitbox_tests::many_if_optimised(2000, 500); ++i) {
        check_all(anywhere<T>(random));
        check_all(on_a_small_grid<T>(random));
        check_all(scaled(on_a_small_grid<T>(random), random.integer(depth, reach)));
        for (int k = 0; k < 3; ++k) {
            const arguments<T> near = nearly_degenerate<T>(random);
            check_all(near);
            check_all(scaled(near, random.integer(depth, reach)));
        }
        check_all(of_all_sizes<T>(random));
        check_all(of_special_numbers<T>(random));
    }
    SUCCEED("5500 sets of arguments, or 22000");
}

TEMPLATE_TEST_CASE("every sign of integers equals the sign of the exact value", "", std::int16_t, std::int32_t,
                   std::int64_t) {
    using T = TestType;
    random_numbers random;
    const auto any = [&] {
        const std::uint64_t bits = random.bits();
        if constexpr (sizeof(T) == 8) return static_cast<T>(bits % ((std::uint64_t{1} << 53) + 1)) - (T{1} << 52);
        else return static_cast<T>(static_cast<std::make_unsigned_t<T>>(bits));
    };
    for (int i = 0; i < 3000; ++i) {
        arguments<T> in{{any(), any()}, {any(), any()}, {any(), any()}, any(), any()};
        check_all(in);
        // Points on a line through the origin, and one step beside it.
        const T k = static_cast<T>(random.integer(-100, 100)), dx = static_cast<T>(random.integer(-300, 300)),
                dy = static_cast<T>(random.integer(-300, 300));
        in.a = {T(k * dx), T(k * dy)}, in.b = {T(-k * dx), T(-k * dy)},
        in.p = {T(7 * dx + random.integer(-1, 1)), T(7 * dy)};
        check_all(in);
        // The distance is a whole number.
        in.p = {T(in.a.x + 3 * (dx % 32)), T(in.a.y + 4 * (dx % 32))}, in.r1 = T(100),
        in.r2 = T(std::abs(dx % 32) * 5 - 100 + random.integer(-1, 1));
        check_all(in);
    }
    SUCCEED("9000 sets of arguments");
}

TEST_CASE("orient2d_value is within a rounding or two of the exact area") {
    random_numbers random;
    for (int i = 0; i < 3000; ++i) {
        arguments<double> in = i % 2 == 0 ? nearly_degenerate<double>(random) : anywhere<double>(random);
        if (i % 3 == 0) in = scaled(in, random.integer(-400, 400));
        const whole_vec a = whole(in.a), b = whole(in.b), p = whole(in.p);
        const cpp_int expected = cross(a - p, b - p);  // in units of 2^-2148
        const cpp_int got = whole(exact::orient2d_value(in.a, in.b, in.p)) << 1074;
        CAPTURE(in.a.x, in.a.y, in.b.x, in.b.y, in.p.x, in.p.y);
        CHECK(bool((abs(got - expected) << 51) <= abs(expected)));
    }
}
#endif

TEMPLATE_TEST_CASE("segment distances of small whole numbers are equal in all types", "", int, long double) {
    using T = TestType;
    using whole = vec2<T>;
    const auto in_double = [](whole v) { return point{static_cast<double>(v.x), static_cast<double>(v.y)}; };
    const auto sign = [](auto x) { return x > 0 ? 1 : x < 0 ? -1 : 0; };
    const whole a{2, 1};
    for (const whole b : {whole{5, 1}, whole{5, 5}, whole{2, -3}, whole{-1, 2}}) {
        for (int x = -6; x <= 9; ++x) {
            for (int y = -6; y <= 9; ++y) {
                for (const int r : {0, 1, 2, 5}) {
                    CAPTURE(b.x, b.y, x, y, r);
                    const whole p{static_cast<T>(x), static_cast<T>(y)};
                    CHECK(sign(exact::compare_segment_distance(p, a, b, static_cast<T>(r), T(1))) ==
                          sign(exact::compare_segment_distance(in_double(p), in_double(a), in_double(b),
                                                               static_cast<double>(r), 1.)));
                }
            }
        }
    }
}

#ifdef __SIZEOF_INT128__
TEST_CASE("the cross product of differences of float numbers is rounded once", "[exact]") {
    __extension__ using wide_integer = __int128;
    std::mt19937_64 random{7};
    for (int round = 0; round < 20000; ++round) {
        // Differences have up to 28 bits, so the products have more bits than a double holds.
        const int bits = 1 + round % 28;
        std::int64_t x[8];
        for (std::int64_t& n : x)
            n = static_cast<std::int64_t>(random() >> (64 - bits)) - (std::int64_t{1} << bits >> 1);
        if (round % 3 == 0) x[4] = x[0], x[5] = x[1], x[6] = x[2] + round % 2, x[7] = x[3];  // as good as parallel
        const auto at = [&](int i) { return point{static_cast<double>(x[i]), static_cast<double>(x[i + 1])} * 0.125; };
        const wide_integer exactly =
            wide_integer{x[2] - x[0]} * (x[7] - x[5]) - wide_integer{x[3] - x[1]} * (x[6] - x[4]);
        REQUIRE(exact::cross_accurate(at(0), at(2), at(4), at(6)) == static_cast<double>(exactly) / 64);
    }
}
#endif

TEST_CASE("cross products of any numbers are accurate to an ulp, and have the correct sign", "[exact]") {
    std::mt19937_64 random{8};
    const auto number = [&] {
        const double x = std::ldexp(static_cast<double>(random() >> 11), static_cast<int>(random() % 80) - 100);
        return random() % 2 == 0 ? x : -x;
    };
    for (int round = 0; round < 20000; ++round) {
        const point a{number(), number()}, c{number(), number()};
        // Every third edge is parallel to an axis.
        const point b{round % 6 == 1 ? a.x : number(), round % 6 == 4 ? a.y : number()};
        const point d = round % 2 == 0 ? point{number(), number()} : c + (b - a);
        const double accurate = exact::cross_accurate(a, b, c, d), value = exact::cross_value(a, b, c, d);
        REQUIRE(sign(accurate) == sign(value));
        REQUIRE(std::abs(accurate - value) <= 2 * eps * std::abs(value));
    }
}
