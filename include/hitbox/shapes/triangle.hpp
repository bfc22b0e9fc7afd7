#pragma once
/// A triangle with its vertices in either winding.

#include <hitbox/core/quad.hpp>
#include <hitbox/shapes/aabb.hpp>
#include <hitbox/shapes/convexity.hpp>

namespace hitbox {

/// All points between three vertices, in either winding. Vertices on a line make a segment, three equal ones a point.
template <scalar T>
struct triangle {
    using scalar_type = T;

    vec2<T> a{};
    vec2<T> b{};
    vec2<T> c{};

    [[gnu::always_inline]] friend constexpr bool operator==(const triangle&, const triangle&) = default;
};

template <class T>
triangle(vec2<T>, vec2<T>, vec2<T>) -> triangle<T>;

namespace detail {
template <scalar T>
inline constexpr const char* complaint<triangle<T>> = "a triangle, is not finite";
template <scalar T>
inline constexpr std::uint32_t shape_kind<triangle<T>> = 12;

inline namespace HITBOX_ISA {

template <exact_real T, std::size_t N>
[[gnu::noinline]] constexpr void fill_hull(rounded_hull<T>& hull, hull_storage<T, N>& s,
                                           const triangle<T>& shape) noexcept {
    const auto side = exact::orient2d(shape.a, shape.b, shape.c);
    hull.kind = shape_kind<triangle<T>>, hull.has_own_center = !(side > 0);
    if (hull.has_own_center) hull.own_center = center(shape);  // otherwise, the mean of the vertices is the same
    if (std::is_constant_evaluated()) return fill_from(hull, s.columns, vertices(shape));
    if (!(side < 0 || side > 0)) return fill_hull_of(hull, s.columns, {{shape.a, shape.b, shape.c}, 3});
    const quad<T> a_b = load_quad<T>(shape), b_c = load_quad<T>(shape, 2);
    if (side > 0) fill_quad(hull, s.columns, pick<0, 2, 6, 6>(a_b, b_c), pick<1, 3, 7, 7>(a_b, b_c), 3);
    else fill_quad(hull, s.columns, pick<0, 6, 2, 2>(a_b, b_c), pick<1, 7, 3, 3>(a_b, b_c), 3);
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

template <scalar T>
[[nodiscard]] constexpr bool valid(const triangle<T>& t) noexcept {
    return is_finite(t.a) && is_finite(t.b) && is_finite(t.c);
}

template <scalar T>
[[nodiscard]] constexpr vec2<T> center(const triangle<T>& t) noexcept {
    return detail::mean<T>(vertex_list<T, 4>{{t.a, t.b, t.c}, 3});
}

/// Returns the vertices, counter-clockwise. The list has room for four, like that of a box, so that the same code is
/// compiled for both.
template <scalar T>
[[nodiscard]] constexpr vertex_list<T, 4> vertices(const triangle<T>& t) noexcept {
    const auto side = exact::orient2d(t.a, t.b, t.c);
    if (side > 0) return {{t.a, t.b, t.c}, 3};
    if (side < 0) return {{t.a, t.c, t.b}, 3};
    return detail::hull_vertices(vertex_list<T, 4>{{t.a, t.b, t.c}, 3});
}

template <scalar T>
[[nodiscard]] constexpr T radius(const triangle<T>&) noexcept {
    return T(0);
}

template <scalar T>
[[nodiscard]] constexpr vec2<T> support(const triangle<T>& t, vec2<T> d) noexcept {
    return detail::farthest(vertex_list<T, 4>{{t.a, t.b, t.c}, 3}, d);
}

template <scalar T>
[[nodiscard]] constexpr aabb<T> bounds(const triangle<T>& t) noexcept {
    return {(min)(t.a, (min)(t.b, t.c)), (max)(t.a, (max)(t.b, t.c))};
}

template <real T>
[[nodiscard]] constexpr T area(const triangle<T>& t) noexcept {
    return detail::round_to<T>(detail::fan_area<T>(vertices(t)));
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
