#pragma once
/// A rigid motion: a rotation, then a translation.

#include <hitbox/core/rot2.hpp>

namespace hitbox {

/// A rotation about the origin, then a translation: `t * p` is `t.rotation * p + t.translation`, and `a * b` applies b
/// first, then a. The default is the identity.
template <real T>
struct transform2 {
    using scalar_type = T;

    vec2<T> translation{};
    rot2<T> rotation{};

    [[gnu::always_inline]] friend constexpr bool operator==(const transform2&, const transform2&) = default;

    /// Returns the point p moved by this transform. Each coordinate is rounded to T once (float is computed in double).
    [[gnu::always_inline]] friend constexpr vec2<T> operator*(const transform2& t, vec2<T> p) noexcept {
        using W = detail::wide_t<T>;
        const rot2<W> r{static_cast<W>(t.rotation.c), static_cast<W>(t.rotation.s)};
        return detail::vec_cast<T>(r * detail::widen(p) + detail::widen(t.translation));
    }

    /// Returns the transform that applies b first, then a.
    [[gnu::always_inline]] friend constexpr transform2 operator*(const transform2& a, const transform2& b) noexcept {
        return {a * b.translation, a.rotation * b.rotation};
    }
};

template <class T>
transform2(vec2<T>, rot2<T>) -> transform2<T>;

inline namespace HITBOX_ISA {

/// Returns the inverse transform.
template <real T>
[[nodiscard]] constexpr transform2<T> inverse(const transform2<T>& t) noexcept {
    const rot2<T> back = inverse(t.rotation);
    return {vec2<T>{} - back * t.translation, back};
}

template <real T>
[[nodiscard]] constexpr bool valid(const transform2<T>& t) noexcept {
    return is_finite(t.translation) && valid(t.rotation);
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
