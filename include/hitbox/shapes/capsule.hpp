#pragma once
/// A segment with a radius.

#include <hitbox/shapes/segment.hpp>

namespace hitbox {

/// All points within `radius` of the segment a-b. a == b is a circle, radius 0 a segment.
template <scalar T>
struct capsule {
    using scalar_type = T;

    vec2<T> a{};
    vec2<T> b{};
    T radius{};

    [[gnu::always_inline]] friend constexpr bool operator==(const capsule&, const capsule&) = default;
};

template <class T>
capsule(vec2<T>, vec2<T>, T) -> capsule<T>;

namespace detail {
template <scalar T>
inline constexpr const char* complaint<capsule<T>> = "a capsule, is not finite or is inside out";
}  // namespace detail

inline namespace HITBOX_ISA {

template <scalar T>
[[nodiscard]] constexpr bool valid(const capsule<T>& c) noexcept {
    return is_finite(c.a) && is_finite(c.b) && detail::is_radius(c.radius);
}

template <scalar T>
[[nodiscard]] constexpr vec2<T> center(const capsule<T>& c) noexcept {
    return detail::midpoint(c.a, c.b);
}

template <scalar T>
[[nodiscard]] constexpr vertex_list<T, 2> vertices(const capsule<T>& c) noexcept {
    return vertices(segment<T>{c.a, c.b});
}

template <scalar T>
[[nodiscard]] constexpr T radius(const capsule<T>& c) noexcept {
    return c.radius;
}

template <scalar T>
[[nodiscard]] constexpr vec2<T> support(const capsule<T>& c, vec2<T> d) noexcept {
    return detail::disc_support(detail::farthest(vertices(c), d), c.radius, d);
}

template <scalar T>
[[nodiscard]] constexpr aabb<T> bounds(const capsule<T>& c) noexcept {
    return detail::bounds_of<T>(vertices(c), c.radius);
}

template <real T>
[[nodiscard]] constexpr T area(const capsule<T>& c) noexcept {
    return detail::area_of<T>(vertices(c), c.radius);
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
