#pragma once
/// A line segment between two points, both included.

#include <hitbox/core/quad.hpp>
#include <hitbox/shapes/aabb.hpp>

namespace hitbox {

/// All points between `a` and `b`, both included. a == b is a point.
template <scalar T>
struct segment {
    using scalar_type = T;

    vec2<T> a{};
    vec2<T> b{};

    [[gnu::always_inline]] friend constexpr bool operator==(const segment&, const segment&) = default;
};

template <class T>
segment(vec2<T>, vec2<T>) -> segment<T>;

namespace detail {
template <scalar T>
inline constexpr const char* complaint<segment<T>> = "a segment, is not finite";
template <scalar T>
inline constexpr std::uint32_t shape_kind<segment<T>> = 4;

inline namespace HITBOX_ISA {

template <exact_real T, std::size_t N>
[[gnu::noinline]] constexpr void fill_hull(rounded_hull<T>& hull, hull_storage<T, N>& s,
                                           const segment<T>& shape) noexcept {
    hull.kind = shape_kind<segment<T>>;
    if (std::is_constant_evaluated()) return fill_from(hull, s.columns, vertices(shape));
    fill_ends(hull, s.columns, load_quad<T>(shape));
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

template <scalar T>
[[nodiscard]] constexpr bool valid(const segment<T>& s) noexcept {
    return is_finite(s.a) && is_finite(s.b);
}

template <scalar T>
[[nodiscard]] constexpr vec2<T> center(const segment<T>& s) noexcept {
    return detail::midpoint(s.a, s.b);
}

template <scalar T>
[[nodiscard]] constexpr vertex_list<T, 2> vertices(const segment<T>& s) noexcept {
    return {{s.a, s.b}, s.a == s.b ? 1u : 2u};
}

template <scalar T>
[[nodiscard]] constexpr T radius(const segment<T>&) noexcept {
    return T(0);
}

template <scalar T>
[[nodiscard]] constexpr vec2<T> support(const segment<T>& s, vec2<T> d) noexcept {
    return detail::farthest(vertices(s), d);
}

template <scalar T>
[[nodiscard]] constexpr aabb<T> bounds(const segment<T>& s) noexcept {
    return {(min)(s.a, s.b), (max)(s.a, s.b)};
}

template <scalar T>
[[nodiscard]] constexpr T area(const segment<T>&) noexcept {
    return T(0);
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
