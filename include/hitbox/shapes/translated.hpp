#pragma once
/// A translated copy of a shape.

#include <hitbox/shapes/any_shape.hpp>

namespace hitbox {
inline namespace HITBOX_ISA {

/// Returns a shape of the same kind with `offset` added to its coordinates, each rounded once. Unlike `at(shape,
/// offset)`, this works for integers, too.
/// @pre sums of integers stay in the range of their type
template <scalar T>
[[nodiscard]] constexpr vec2<T> translated(vec2<T> p, vec2<T> offset) noexcept {
    return p + offset;
}
template <scalar T>
[[nodiscard]] constexpr circle<T> translated(const circle<T>& c, vec2<T> offset) noexcept {
    return {c.center + offset, c.radius};
}
template <scalar T>
[[nodiscard]] constexpr aabb<T> translated(const aabb<T>& box, vec2<T> offset) noexcept {
    return {box.min + offset, box.max + offset};
}
template <real T>
[[nodiscard]] constexpr obb<T> translated(const obb<T>& box, vec2<T> offset) noexcept {
    return {box.center + offset, box.half_extents, box.rotation};
}
template <scalar T>
[[nodiscard]] constexpr segment<T> translated(const segment<T>& s, vec2<T> offset) noexcept {
    return {s.a + offset, s.b + offset};
}
template <scalar T>
[[nodiscard]] constexpr capsule<T> translated(const capsule<T>& c, vec2<T> offset) noexcept {
    return {c.a + offset, c.b + offset, c.radius};
}
template <scalar T>
[[nodiscard]] constexpr triangle<T> translated(const triangle<T>& t, vec2<T> offset) noexcept {
    return {t.a + offset, t.b + offset, t.c + offset};
}
/// Returns the translated polygon. Far away, rounding may leave fewer vertices, as with `baked`.
template <scalar T, std::size_t N>
[[nodiscard]] constexpr convex_polygon<T, N> translated(const convex_polygon<T, N>& polygon, vec2<T> offset) noexcept {
    if constexpr (real<T>) {
        return detail::moved_polygon<N>(polygon, transform2<T>{offset, {}});
    } else {
        vertex_list<T, N> vertices;
        for (const vec2<T> p : polygon.vertices()) vertices.push_back(p + offset);
        return detail::polygon_maker::fill<N>(detail::hull_vertices(vertices));
    }
}
/// Returns the shape translated after its own transform. For a view, use `at(view, offset)`: its vertices are borrowed
/// and cannot be moved.
template <class S>
[[nodiscard]] constexpr placed<S> translated(const placed<S>& p, vec2<scalar_t<S>> offset) noexcept {
    return {p.shape, {p.transform.translation + offset, p.transform.rotation}};
}
template <class S>
    requires requires(const S& core, vec2<scalar_t<S>> d) { translated(core, d); }
[[nodiscard]] constexpr auto translated(const rounded<S>& r, vec2<scalar_t<S>> offset) noexcept {
    return rounded{translated(r.core, offset), r.radius};
}
/// Returns the translated shape. If it holds a view, this becomes a placed view.
template <real T, std::size_t N>
[[nodiscard]] constexpr any_shape<T, N> translated(const any_shape<T, N>& s, vec2<T> offset) noexcept {
    any_shape<T, N> result = std::visit(
        [offset](const auto& known) -> any_shape<T, N> {
            if constexpr (requires { translated(known, offset); }) return translated(known, offset);
            else return at(known, offset);
        },
        s.value);
    result.rounding = s.rounding;
    return result;
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
