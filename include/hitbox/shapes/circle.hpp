#pragma once
/// A disc: all points within a radius of a centre.

#include <hitbox/shapes/aabb.hpp>

namespace hitbox {

/// All points within `radius` of `center`. Radius 0 is a point.
template <scalar T>
struct circle {
    using scalar_type = T;

    vec2<T> center{};
    T radius{};

    [[gnu::always_inline]] friend constexpr bool operator==(const circle&, const circle&) = default;
};

template <class T>
circle(vec2<T>, T) -> circle<T>;

namespace detail {
template <scalar T>
inline constexpr const char* complaint<circle<T>> = "a circle, is not finite or has a negative radius";
template <scalar T>
inline constexpr std::uint32_t shape_kind<circle<T>> = 2;

inline namespace HITBOX_ISA {

/// Tests two discs by the squared distance of the centres and the squared sum of the radii. The differences and the sum
/// of the radii carry one rounding each, a square two more, the sum of squares one: |error| < 5 u (squared + limit).
/// Underflow adds less than 2^-100.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline verdict filter_overlap(quick_tests, const circle<T>& a,
                                                                const circle<T>& b) noexcept {
    const vec2<T> path = b.center - a.center;
    const T radius_sum = a.radius + b.radius, squared = dot(path, path), limit = radius_sum * radius_sum;
    const T bound = T(8) * unit_roundoff<T>() * (squared + limit) + T(0x1p-100);  // generous
    return certain_overlap(squared - limit, bound, smaller(a.radius, b.radius) >= T(0));
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

template <scalar T>
[[nodiscard]] constexpr bool valid(const circle<T>& c) noexcept {
    return is_finite(c.center) && detail::is_radius(c.radius);
}

template <scalar T>
[[nodiscard]] constexpr vec2<T> center(const circle<T>& c) noexcept {
    return c.center;
}

template <scalar T>
[[nodiscard]] constexpr vec2<T> support(const circle<T>& c, vec2<T> d) noexcept {
    return detail::disc_support(c.center, c.radius, d);
}

template <scalar T>
[[nodiscard]] constexpr vertex_list<T, 1> vertices(const circle<T>& c) noexcept {
    return {{c.center}, 1};
}

template <real T>
[[nodiscard]] constexpr T area(const circle<T>& c) noexcept {
    return detail::area_of<T>(vertices(c), c.radius);
}

template <scalar T>
[[nodiscard]] constexpr T radius(const circle<T>& c) noexcept {
    return c.radius;
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
