// Numbers of twice the digits: the bounds that their header states, against arithmetic of 100 digits.

#include "../catch_compat.hpp"
#include "../rounds.hpp"

#include <hitbox/core/twofold.hpp>
#include <hitbox/narrow/measure.hpp>

#include <cmath>
#include <limits>
#include <random>

#if __has_include(<boost/multiprecision/cpp_bin_float.hpp>)
#  include <boost/multiprecision/cpp_bin_float.hpp>
#endif

using namespace hitbox;
using detail::two_term;

namespace {

// In constant evaluation.

using point = vec2<double>;
constexpr double height(point p, point q, point v, double radius_a = 0, double radius_b = 0) {
    const auto found = detail::measure_edge<double>(p, q, v);
    return detail::less_radii<double>(found.distance, found.rest, radius_a, radius_b);
}
constexpr double distance(point p, point q, double radius_a = 0, double radius_b = 0) {
    const auto found = detail::measure_ends<double>(p, q);
    return detail::less_radii<double>(found.distance, found.rest, radius_a, radius_b);
}
constexpr point unit(point p, point q) { return detail::unit_from<double>(p, q); }
constexpr point normal(point p, point q) { return detail::normal_of_edge<double>(p, q); }

static_assert(height({0, 0}, {3, 0}, {1, -2}) == 2, "outside is positive");
static_assert(height({0, 0}, {3, 0}, {1, 2}, .5, .25) == -2.75);
static_assert(distance({1, 1}, {4, 5}, 1, 2) == 2);
static_assert(distance({1, 1}, {1, 1}, 1, 2) == -3);
static_assert(unit({1, 1}, {4, 5}) == point{.6, .8});
static_assert(unit({1, 1}, {1, 1}) == point{}, "there is none");
static_assert(normal({0, 0}, {0, 0x1p-700}) == point{1, 0}, "its square underflows");
static_assert(height({0, 0}, {0x1p-700, 0}, {0, -3}) == 3);

#if __has_include(<boost/multiprecision/cpp_bin_float.hpp>)

using boost::multiprecision::cpp_bin_float_100;
using real_number = cpp_bin_float_100;

constexpr double u = 0x1p-53;

real_number value(const two_term& t) { return real_number{t.high} + t.low; }

/// In units of u^2 of the exact value.
double error(const two_term& got, const real_number& exact) {
    if (exact == 0) return value(got) == 0 ? 0 : std::numeric_limits<double>::infinity();
    return static_cast<double>(abs((value(got) - exact) / exact) / u / u);
}

class numbers {
public:
    explicit numbers(unsigned seed) : random_{seed} {}
    double between(double low, double high) { return std::uniform_real_distribution{low, high}(random_); }
    /// With few or many bits, and of another size each time.
    double ordinary() {
        const double few = std::ldexp(std::round(between(-64, 64)), static_cast<int>(between(-9, 9)));
        return between(0, 1) < .2 ? few : std::ldexp(between(-1, 1), static_cast<int>(between(-30, 30)));
    }
    two_term pair() {
        const double high = ordinary();
        return detail::two_sum(high, high * u * between(-1, 1));
    }
    point in_square(double size) { return {between(-size, size), between(-size, size)}; }

private:
    std::mt19937_64 random_;
};

#endif

}  // namespace

#if __has_include(<boost/multiprecision/cpp_bin_float.hpp>)

TEST_CASE("two-term numbers keep the bounds of the literature", "[twofold]") {
    numbers some{1};
    double sum = 0, product = 0, quotient = 0, root = 0, cancelled = 0;
    for (std::size_t i = 0; i < hitbox_tests::many_if_optimised(20000, 5000); ++i) {
        const two_term a = some.pair(), b = some.pair(), near{-a.high * (1 + 4 * u * some.between(-1, 1)), a.low};
        sum = std::max(sum, error(a + b, value(a) + value(b)));
        cancelled = std::max(cancelled, error(a + near, value(a) + value(near)));
        product = std::max(product, error(a * b, value(a) * value(b)));
        if (b.high != 0) quotient = std::max(quotient, error(a / b, value(a) / value(b)));
        if (a.high > 0) root = std::max(root, error(detail::root_of(a), sqrt(value(a))));
    }
    INFO("sum " << sum << ", of opposites " << cancelled << ", product " << product << ", quotient " << quotient
                << ", root " << root << " u^2");
    two_term below{-3, 0x1p-60};  // not const, or compilers know the answers beforehand
    const two_term magnitude = detail::absolute(below), above = detail::absolute(-below);
    CHECK((magnitude.high == 3 && magnitude.low == -0x1p-60));
    CHECK((above.high == 3 && above.low == -0x1p-60));
    CHECK(sum <= 3);
    CHECK(cancelled <= 3);
    CHECK(product <= 5);
    CHECK(quotient <= 15);
    CHECK(root <= 4);
}

TEST_CASE("what is measured in double is rounded once", "[twofold]") {
    numbers some{2};
    double worst_height = 0, worst_distance = 0, worst_normal = 0, worst_absolute = 0;
    const auto roundings = [](double got, const real_number& exact) {
        return static_cast<double>(abs((real_number{got} - exact) / exact) / u);
    };
    for (std::size_t i = 0; i < hitbox_tests::many_if_optimised(10000, 2500); ++i) {
        // Edges short and long, corners near them and far off: a height is then far below the coordinates.
        const point p = some.in_square(1),
                    way = some.in_square(1) * std::ldexp(1, static_cast<int>(some.between(-40, 1)));
        const point q = p + way;
        point v = some.in_square(1);
        if (i % 3 == 0) v = p + (q - p) * some.between(-3, 3);
        if (q == p || v == p) continue;
        const real_number ex = real_number{q.x} - p.x, ey = real_number{q.y} - p.y, wx = real_number{v.x} - p.x,
                          wy = real_number{v.y} - p.y, length = sqrt(ex * ex + ey * ey);
        const real_number outside = (wx * ey - wy * ex) / length;
        const two_term two = detail::fine_edge{p, q}.height_of(v, p);
        const real_number size = sqrt(wx * wx + wy * wy);
        worst_absolute = std::max(worst_absolute, static_cast<double>(abs(value(two) - outside) / size / u / u));
        const double a = some.between(0, 1), b = some.between(0, 1);
        const auto far_from_nothing = [&](const real_number& x) { return abs(x) > size * 0x1p-40; };
        if (far_from_nothing(outside)) worst_height = std::max(worst_height, roundings(height(p, q, v), outside));
        if (far_from_nothing(outside - a - b))
            worst_height = std::max(worst_height, roundings(height(p, q, v, a, b), outside - a - b));
        worst_distance = std::max(worst_distance, roundings(distance(p, v), size));
        if (far_from_nothing(size - a - b))
            worst_distance = std::max(worst_distance, roundings(distance(p, v, a, b), size - a - b));
        const point n = normal(p, q);
        const real_number nx = n.x - ey / length, ny = n.y + ex / length;
        worst_normal = std::max(worst_normal, static_cast<double>(sqrt(nx * nx + ny * ny) / u));
    }
    INFO("height " << worst_height << " u, distance " << worst_distance << " u, normal " << worst_normal
                   << " u, before rounding " << worst_absolute << " u^2 |w|");
    CHECK(worst_height <= 1);
    CHECK(worst_distance <= 1);
    CHECK(worst_normal <= 1);
    CHECK(worst_absolute <= 40);
}

#endif
