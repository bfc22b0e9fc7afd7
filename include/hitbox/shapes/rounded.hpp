#pragma once
/// Any shape with a radius: rounded boxes, triangles, polygons. A circle is a rounded point, a capsule a rounded
/// segment.

#include <hitbox/shapes/aabb.hpp>

namespace hitbox {

/// All points within `radius` of the core. With radius 0 it is the core itself. If the core has a radius, the radii are
/// added, and the sum is rounded to T once.
template <class S>
struct rounded {
    using scalar_type = scalar_t<S>;

    S core{};
    scalar_type radius{};

    [[gnu::always_inline]] friend constexpr bool operator==(const rounded&, const rounded&) = default;
};

template <class S, class T>
rounded(S, T) -> rounded<S>;

namespace detail {
template <class S>
inline constexpr const char* complaint<rounded<S>> =
    "a rounded shape, is not finite, has a negative radius, is inside out, or is empty";
template <class S>
inline constexpr bool has_hull<rounded<S>> = has_hull<S>;

inline namespace HITBOX_ISA {

template <class S, std::size_t N, scalar T = scalar_t<S>>
constexpr void fill_hull(rounded_hull<T>& hull, hull_storage<T, N>& s, const rounded<S>& shape) noexcept {
    fill_hull(hull, s, shape.core);
    hull.kind = 2 * hull.kind + 1;
    hull.radius = radius(shape);
}

template <class S>
concept has_radius = requires(const S& s) {
    { radius(s) } -> std::convertible_to<scalar_t<S>>;
};

/// Returns true if a + b does not overflow. @pre b >= 0
template <scalar T>
[[nodiscard]] constexpr bool sum_fits(T a, T b) noexcept {
    if constexpr (real<T> && !std::floating_point<T>) return true;  // a user's type handles overflow itself
    else return a <= static_cast<T>((std::numeric_limits<T>::max)() - b);
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns the vertices of the core. The rounded shape is therefore `faceted`, and its answers are exact.
template <class S>
    requires requires(const S& s) { vertices(s); }
[[nodiscard]] constexpr auto vertices(const rounded<S>& r) noexcept {
    return vertices(r.core);
}
/// Returns the vertices of a temporary rounded shape. The vertices of a convex_polygon are copied, because a view would
/// dangle.
template <class S>
    requires requires(const S& s) { vertices(s); }
[[nodiscard]] constexpr auto vertices(const rounded<S>&& r) noexcept {
    return vertices(static_cast<const S&&>(r.core));
}

/// Returns the sum of `radius` and the radius of the core.
template <detail::has_radius S>
[[nodiscard]] constexpr scalar_t<S> radius(const rounded<S>& r) noexcept {
    using T = scalar_t<S>;
    const T own = radius(r.core);
    if constexpr (std::signed_integral<T>) return detail::sum_towards(own, r.radius, true);
    else return own + r.radius;
}

template <class S>
[[nodiscard]] constexpr bool valid(const rounded<S>& r) noexcept {
    if (!detail::is_valid(r.core) || !detail::is_radius(r.radius)) return false;
    if constexpr (detail::has_radius<S>) return detail::sum_fits(r.radius, scalar_t<S>(radius(r.core)));
    else return true;
}

template <class S>
[[nodiscard]] constexpr vec2<scalar_t<S>> center(const rounded<S>& r) noexcept {
    return center(r.core);
}

template <class S>
[[nodiscard]] constexpr vec2<scalar_t<S>> support(const rounded<S>& r, vec2<scalar_t<S>> d) noexcept {
    if constexpr (faceted<S>) return detail::disc_support(detail::farthest(vertices(r), d), radius(r), d);
    else return detail::disc_support(support(r.core, d), r.radius, d);
}

template <class S>
    requires faceted<S> || requires(const S& s) { bounds(s); }
[[nodiscard]] constexpr aabb<scalar_t<S>> bounds(const rounded<S>& r) noexcept {
    if constexpr (faceted<S> || detail::is_any<S>) return detail::bounds_of<scalar_t<S>>(vertices(r), radius(r));
    else return detail::grown(bounds(r.core), r.radius);
}

template <class S>
    requires(faceted<S> || detail::is_any<S>) && real<scalar_t<S>>
[[nodiscard]] constexpr scalar_t<S> area(const rounded<S>& r) noexcept {
    return detail::area_of<scalar_t<S>>(vertices(r), radius(r));
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
