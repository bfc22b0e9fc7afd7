#pragma once
/// A rotation, kept as the cosine and sine of its angle, and the conversion of angles.

#include <hitbox/core/vec2.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

struct sine_cosine {
    double sine, cosine;
};

/// Returns sine and cosine of high + low. @pre |high| <= pi/4, and low is the rounding error of high
///
/// Taylor's series to degrees 17 and 18, with a remainder below 2^-62. The last additions dominate the error, which is
/// below 0.8 ulp.
[[nodiscard]] constexpr sine_cosine sine_cosine_of_octant(double high, double low) noexcept {
    constexpr double sine_terms[] = {-1. / 6,         1. / 120,         -1. / 5040,         1. / 362880,
                                     -1. / 39916800., 1. / 6227020800., -1. / 1307674368e3, 1. / 355687428096e3};
    constexpr double cosine_terms[] = {1. / 24,         -1. / 720,          1. / 40320,         -1. / 3628800,
                                       1. / 479001600., -1. / 87178291200., 1. / 20922789888e3, -1. / 6402373705728e3};
    const double z = product(high, high);
    double s = 0, c = 0;
    for (int i = 7; i >= 0; --i) {
        s = sine_terms[i] + product(z, s);
        c = cosine_terms[i] + product(z, c);
    }
    const double half = z / 2, w = 1 - half;
    const double sine = high + (product(product(high, z), s) + product(low, w));
    const double cosine = w + (((1 - w) - half) + (product(product(z, z), c) - product(high, low)));
    return {sine, cosine};
}

/// Returns sine and cosine of the angle plus `quarters` right angles.
[[nodiscard]] constexpr sine_cosine quarter_turns(sine_cosine v, int quarters) noexcept {
    switch (quarters & 3) {
        case 1: return {v.cosine, -v.sine};
        case 2: return {-v.sine, -v.cosine};
        case 3: return {-v.cosine, v.sine};
        default: return v;
    }
}

/// Returns x modulo `period`, with the sign of x. It is exact, because each subtraction is of numbers within a factor
/// of two.
[[nodiscard]] constexpr double remainder_of(double x, double period) noexcept {
    double rest = magnitude(x), step = period;
    while (step <= rest / 2) step *= 2;
    for (; step >= period; step /= 2)
        if (rest >= step) rest -= step;
    return x < 0 ? -rest : rest;
}

[[nodiscard]] constexpr int nearest_integer(double x) noexcept { return static_cast<int>(x < 0 ? x - .5 : x + .5); }

/// Returns sine and cosine of an angle in radians. The error is below 1 ulp for |x| <= 10^6 (Cody and Waite 1980: pi/2
/// in parts of 33 bits, whose multiples are exact up to 2^20 right angles). Larger angles are first taken modulo the
/// double nearest to 2 pi. Returns NaN for an angle that is not finite.
[[nodiscard]] constexpr sine_cosine sine_cosine_of_radians(double x) noexcept {
    if (!is_finite(x)) return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
    if (magnitude(x) > 1e6) x = remainder_of(x, 6.283185307179586);
    const int quarters = nearest_integer(product(x, 0.6366197723675814));
    const double q = quarters;
    const double first = x - product(q, 1.57079632673412561417);
    const two_term second = two_sum(first, -product(q, 6.07710050630396597660e-11));
    const two_term rest = two_sum(second.high, second.low - product(q, 2.02226624879595063154e-21));
    return quarter_turns(sine_cosine_of_octant(rest.high, rest.low), quarters);
}

/// Returns the angle of the direction (c, s) in radians, in (-pi, pi], or 0 if the direction is zero or not finite. A
/// rational approximation has an error below 0.005. Its sine and cosine give the small remaining angle, for which three
/// terms of the arcsine series are accurate to 2^-57. The total error is below 4 ulp.
[[nodiscard]] constexpr double radians_of(double s, double c) noexcept {
    const double abs_s = magnitude(s), abs_c = magnitude(c), longer = larger(abs_s, abs_c),
                 shorter = smaller(abs_s, abs_c);
    if (!(longer > 0) || !is_finite(s) || !is_finite(c)) return 0;
    const double z = shorter / longer;
    double guess = z / (1 + product(.28, product(z, z)));
    if (abs_s > abs_c) guess = 1.5707963267948966 - guess;
    if (c < 0) guess = 3.141592653589793 - guess;
    if (s < 0) guess = -guess;
    const sine_cosine at = sine_cosine_of_radians(guess);
    const double x = c / longer, y = s / longer;
    const double sine = (product(y, at.cosine) - product(x, at.sine)) / square_root(1 + product(z, z));
    const double squared = product(sine, sine);
    return guess + (sine + product(product(sine, squared), 1. / 6 + product(squared, 3. / 40)));
}

/// Returns sine and cosine of an angle in degrees: exact at multiples of 90, with an error below 1 ulp elsewhere.
/// Returns NaN for an angle that is not finite.
[[nodiscard]] constexpr sine_cosine sine_cosine_of_degrees(double x) noexcept {
    if (!is_finite(x)) return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
    x = remainder_of(x, 360);
    const int quarters = nearest_integer(x / 90);
    const double rest = x - 90. * quarters;
    const two_term angle = two_product(rest, 0.017453292519943295);  // pi/180 and its rounding error
    const two_term whole = two_sum(angle.high, angle.low + product(rest, 2.9486522708701687e-19));
    return quarter_turns(sine_cosine_of_octant(whole.high, whole.low), quarters);
}

}  // namespace HITBOX_ISA
}  // namespace detail

/// A unit complex number {cosine, sine}. The default is no rotation. Angles are counter-clockwise when y points up.
///
/// It is constructed from two numbers or from none. A single number could be meant as an angle in either unit. It is
/// therefore not accepted, also not in the braces of a transform2 or an obb: use from_degrees or from_radians.
template <real T>
struct rot2 {
    using scalar_type = T;

    T c{1};  // cosine
    T s{0};  // sine

    [[gnu::always_inline]] constexpr rot2() noexcept = default;
    [[gnu::always_inline]] constexpr rot2(T cosine, T sine) noexcept : c{cosine}, s{sine} {}
    template <std::convertible_to<T> A>
    rot2(A angle)  // write rot2<T>::from_radians(angle), or from_degrees(angle)
        = delete;

    /// Returns the rotation by an angle in radians. The error is below 1 ulp of float or double for angles up to a
    /// million. The bits are the same everywhere. For long double and number types of your own it has the precision of
    /// double. A NaN or an infinity gives a rotation that is not valid.
    [[nodiscard, gnu::always_inline]] static constexpr rot2 from_radians(T angle) noexcept {
        const auto v = detail::sine_cosine_of_radians(static_cast<double>(angle));
        return {detail::round_to<T>(v.cosine), detail::round_to<T>(v.sine)};
    }

    /// Returns the rotation by an angle in degrees: exact at multiples of 90, with an error below 1 ulp elsewhere. A
    /// NaN or an infinity gives a rotation that is not valid.
    [[nodiscard, gnu::always_inline]] static constexpr rot2 from_degrees(T angle) noexcept {
        const auto v = detail::sine_cosine_of_degrees(static_cast<double>(angle));
        return {detail::round_to<T>(detail::unsigned_zero(v.cosine)),
                detail::round_to<T>(detail::unsigned_zero(v.sine))};
    }

    [[gnu::always_inline]] friend constexpr bool operator==(const rot2&, const rot2&) = default;
};

inline namespace HITBOX_ISA {

/// Returns v rotated by r. Each coordinate is rounded to T once (float is computed in double).
template <real T>
[[nodiscard]] constexpr vec2<T> operator*(rot2<T> r, vec2<T> v) noexcept {
    using W = detail::wide_t<T>;
    const W c = static_cast<W>(r.c), s = static_cast<W>(r.s), x = static_cast<W>(v.x), y = static_cast<W>(v.y);
    return {detail::round_to<T>(product(c, x) - product(s, y)), detail::round_to<T>(product(s, x) + product(c, y))};
}

/// Returns the rotation that applies b first, then a. A rotation may be multiplied in each frame: if the sum of many
/// roundings exceeds |c^2 + s^2 - 1| = 2^-16, the product is scaled to length 1. If a or b is not valid, the product
/// may be invalid, too.
template <real T>
[[nodiscard]] constexpr rot2<T> operator*(rot2<T> a, rot2<T> b) noexcept {
    using W = detail::wide_t<T>;
    const vec2<T> v = a * vec2<T>{b.c, b.s};
    const W c = static_cast<W>(v.x), s = static_cast<W>(v.y);
    const W drift = product(c, c) + product(s, s) - W(1), size = detail::magnitude(drift);
    if (!(size > W(1) / W(65536) && size < W(1) / W(256))) return {v.x, v.y};
    const W scale = W(1) - drift / W(2);
    return {detail::round_to<T>(product(c, scale)), detail::round_to<T>(product(s, scale))};
}

/// Returns the inverse rotation: the complex conjugate of r.
template <real T>
[[nodiscard]] constexpr rot2<T> inverse(rot2<T> r) noexcept {
    return {r.c, T(0) - r.s};
}

/// Returns the angle in radians, in (-pi, pi]: the inverse of `from_radians`. The error is below 4 ulp of double before
/// one rounding to T; the bits are the same everywhere. An invalid rotation gives the angle of its direction if it has
/// one, else 0.
template <real T>
[[nodiscard]] constexpr T angle(rot2<T> r) noexcept {
    return static_cast<T>(detail::radians_of(static_cast<double>(r.s), static_cast<double>(r.c)));
}

/// Returns true if the rotation is finite and |c^2 + s^2 - 1| is at most 2^-10. Any other rotation would scale the
/// shapes that it turns.
template <real T>
[[nodiscard]] constexpr bool valid(const rot2<T>& r) noexcept {
    using W = detail::wide_t<T>;
    const W c = static_cast<W>(r.c), s = static_cast<W>(r.s);
    return detail::magnitude(product(c, c) + product(s, s) - W(1)) <= W(1) / W(1024);
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
