#pragma once
/// A sweep: the motion of a shape from one transform to another.

#include <hitbox/core/transform2.hpp>

namespace hitbox {

/// A motion from one transform to another while a fraction goes from 0 to 1. The origin of the shape moves along a line
/// at constant speed, and the shape turns about it at constant speed: by the smaller of the two angles between the
/// rotations (counter-clockwise if that is exactly half a turn), plus `turns` whole turns, counter-clockwise if
/// positive.
template <real T>
struct sweep {
    using scalar_type = T;

    transform2<T> from{};
    transform2<T> to{};
    int turns = 0;

    [[gnu::always_inline]] friend constexpr bool operator==(const sweep&, const sweep&) = default;
};

template <class T>
sweep(transform2<T>, transform2<T>) -> sweep<T>;
template <class T>
sweep(transform2<T>, transform2<T>, int) -> sweep<T>;

inline namespace HITBOX_ISA {

template <real T>
[[nodiscard]] constexpr bool valid(const sweep<T>& s) noexcept {
    return valid(s.from) && valid(s.to);
}

/// Returns the angle of the whole sweep in radians, positive if counter-clockwise. The type is double for a sweep of
/// float.
template <real T>
[[nodiscard]] constexpr detail::wide_t<T> swept_angle(const sweep<T>& s) noexcept {
    using W = detail::wide_t<T>;
    const vec2<W> from = detail::widen(vec2<T>{s.from.rotation.c, s.from.rotation.s});
    const vec2<W> to = detail::widen(vec2<T>{s.to.rotation.c, s.to.rotation.s});
    const double turn = detail::radians_of(static_cast<double>(cross(from, to)), static_cast<double>(dot(from, to)));
    return static_cast<W>(turn + product(6.283185307179586, static_cast<double>(s.turns)));
}

/// Returns the transform at a fraction of the sweep: exactly `from` at 0 and `to` at 1. Fractions outside [0, 1]
/// continue the same motion.
template <real T>
[[nodiscard]] constexpr transform2<T> interpolate(const sweep<T>& s, T fraction) noexcept {
    if (fraction == T(0)) return s.from;
    if (fraction == T(1)) return s.to;
    using W = detail::wide_t<T>;
    const W t = static_cast<W>(fraction);
    const auto turned = detail::sine_cosine_of_radians(static_cast<double>(product(swept_angle(s), t)));
    const rot2<W> by{static_cast<W>(turned.cosine), static_cast<W>(turned.sine)};
    // A product of two rotations could be scaled to length 1; this one keeps the length of `from`.
    const vec2<W> r = by * detail::widen(vec2<T>{s.from.rotation.c, s.from.rotation.s});
    return {detail::vec_cast<T>(lerp(detail::widen(s.from.translation), detail::widen(s.to.translation), t)),
            {detail::round_to<T>(r.x), detail::round_to<T>(r.y)}};
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
