#pragma once
/// A rotation, kept as the cosine and sine of its angle.

#include <hitbox/core/vec2.hpp>

namespace hitbox {

/// A unit complex number {cosine, sine}. The default is no rotation. Angles are counter-clockwise when y points up.
///
/// It is constructed from two numbers or from none. A single number is probably meant as an angle, so it is not
/// accepted, not even as the last one in the braces of a transform2 or an obb: use from_degrees or from_radians.
template <real T>
struct rot2 {
    using scalar_type = T;

    T c{1};
    T s{0};

    [[gnu::always_inline]] constexpr rot2() noexcept = default;
    [[gnu::always_inline]] constexpr rot2(T cosine, T sine) noexcept : c{cosine}, s{sine} {}

    /// Returns the rotation by an angle in radians. The error is below 1 ulp of float or double for angles up to a
    /// million. The bits are the same everywhere. For long double and number types of your own it has the precision of
    /// double. A NaN or an infinity gives a rotation that is not valid.
    [[nodiscard, gnu::always_inline]] static constexpr rot2 from_radians(T angle) noexcept {
        const auto v = detail::sine_cosine_of_radians(static_cast<double>(angle));
        return {detail::round_to<T>(v.cosine), detail::round_to<T>(v.sine)};
    }

    /// Returns the rotation by an angle in degrees. Exact at multiples of 90.
    [[nodiscard, gnu::always_inline]] static constexpr rot2 from_degrees(T angle) noexcept {
        const auto v = detail::sine_cosine_of_degrees(static_cast<double>(angle));
        return {detail::round_to<T>(v.cosine + 0.), detail::round_to<T>(v.sine + 0.)};
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

/// Returns the rotation that applies b first, then a.
template <real T>
[[nodiscard]] constexpr rot2<T> operator*(rot2<T> a, rot2<T> b) noexcept {
    const vec2<T> v = a * vec2<T>{b.c, b.s};
    return {v.x, v.y};
}

/// Returns the inverse rotation.
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

/// Returns true if the rotation is finite and |c^2 + s^2 - 1| is at most 2^-10; a product of thousands of rotations
/// drifts by less. Any other rotation would scale the shapes that it turns.
template <real T>
[[nodiscard]] constexpr bool valid(const rot2<T>& r) noexcept {
    using W = detail::wide_t<T>;
    const W c = static_cast<W>(r.c), s = static_cast<W>(r.s);
    return detail::magnitude(product(c, c) + product(s, s) - W(1)) <= W(1) / W(1024);
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
