#pragma once
/// A shape with a transform, and `baked`, which transforms its coordinates.

#include <hitbox/core/transform2.hpp>
#include <hitbox/shapes/capsule.hpp>
#include <hitbox/shapes/circle.hpp>
#include <hitbox/shapes/convex_polygon.hpp>
#include <hitbox/shapes/obb.hpp>
#include <hitbox/shapes/rounded.hpp>
#include <hitbox/shapes/segment.hpp>
#include <hitbox/shapes/triangle.hpp>

namespace hitbox {

/// A shape that is rotated, then translated: the hull of the transformed vertices, each rounded to T once. It holds a
/// copy of the shape; to avoid copying a large polygon, place a view of it.
template <class S>
struct placed {
    using scalar_type = scalar_t<S>;

    S shape{};
    transform2<scalar_type> transform{};

    [[gnu::always_inline]] friend constexpr bool operator==(const placed&, const placed&) = default;
};

template <class S, class T>
placed(S, transform2<T>) -> placed<S>;

/// A range of shapes cannot be placed, because it has no centre. The compiler's message contains what to write instead.
template <class S>
    requires(std::ranges::range<const S> && !requires(const S& s) { center(s); })
struct placed<S> {
    static_assert(sizeof(S) == 0,
                  "hitbox: a range of shapes cannot be placed; make a compound of it, and place compound<T>{shapes}");

    S shape{};
    transform2<typename std::ranges::range_value_t<const S>::scalar_type> transform{};
};

namespace detail {
template <class S>
inline constexpr const char* complaint<placed<S>> =
    "a placed shape, is not finite, is inside out, is empty, or has a rotation that is not of length 1";
template <class S>
inline constexpr bool may_be_box<placed<S>> = may_be_box<S>;

inline namespace HITBOX_ISA {

template <real T, std::size_t N>
[[nodiscard]] constexpr vertex_list<T, N> moved(const transform2<T>& t, const vertex_list<T, N>& vertices) noexcept {
    vertex_list<T, N> list;
    for (const vec2<T> p : vertices) list.push_back(t * p);
    return hull_vertices(list);
}

/// Returns an upper bound for the |coordinates| of the placed polygon. @pre the rotation has about unit length
template <std::floating_point T, std::size_t N>
[[nodiscard]] constexpr T max_abs_of(const convex_polygon<T, N>& polygon, const transform2<T>& t) noexcept {
    return larger(magnitude(t.translation.x), magnitude(t.translation.y)) + T(1.5) * polygon.largest_coordinate();
}
/// Returns true if all vertices of the polygon are certainly vertices of the placed polygon's hull, too. With the
/// largest coordinate m, |error of a vertex| < e = sqrt(2) u m for float and 5 e for other types, which have no wider
/// type; |error of an edge| < 2 e. At each vertex, take the cross product of both edges, divided by the sum of their
/// lengths. It stays positive if it exceeds 4 e plus the error of `flattest_vertex`.
template <std::floating_point T, std::size_t N>
[[nodiscard]] constexpr bool keeps_vertices(const convex_polygon<T, N>& polygon, T max_abs) noexcept {
    constexpr T roundings = std::same_as<T, float> ? T(8) : T(48);
    return polygon.flattest_vertex() > roundings * (std::numeric_limits<T>::epsilon() / 2) * max_abs;
}

/// Returns a transformed vertex, with -0 replaced by 0 as in stored vertices.
template <real T, std::size_t N>
[[nodiscard]] constexpr vec2<T> moved_vertex(const transform2<T>& t, const convex_polygon<T, N>& polygon,
                                             std::size_t i) noexcept {
    return unsigned_zeros(t * vec2<T>{polygon.x()[i], polygon.y()[i]});
}

/// Returns the transformed vertices, or the vertices of their hull if rounding has made the outline concave. Returns
/// none if a vertex is not finite, because the polygon would be empty.
template <real T, std::size_t N>
[[nodiscard]] constexpr vertex_list<T, N> moved(const transform2<T>& t, const convex_polygon<T, N>& polygon) noexcept {
    vertex_list<T, N> list;
    const std::size_t n = polygon.size();
    for (std::size_t i = 0; i < n; ++i) list.points[i] = moved_vertex(t, polygon, i);
    list.count = n;
    if constexpr (std::floating_point<T>)
        if (valid(t.rotation) && keeps_vertices(polygon, max_abs_of(polygon, t))) return list;
    for (const vec2<T> p : list)
        if (!is_finite(p)) list.count = 0;
    list = hull_vertices(list);
    return list;
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns a shape rotated about the origin of its coordinates, then translated. The result is a shape in world
/// coordinates.
template <class S>
[[nodiscard]] constexpr placed<S> at(const S& s, const transform2<scalar_t<S>>& where) noexcept {
    return {s, where};
}
/// Returns the shape translated and not rotated. `at(s, {3, 4})` gives the same: its braces are a transform.
template <class S, std::convertible_to<vec2<scalar_t<S>>> V>
[[nodiscard]] constexpr placed<S> at(const S& s, const V& position) noexcept {
    return {s, {position, {}}};
}

/// Returns the placed shape with transformed coordinates: boxes become polygons, a `convex_polygon_view` stays placed.
/// Each coordinate is rounded once. If `at(s, t)` is valid, a query on it equals the query on `baked(at(s, t))` bit for
/// bit.
template <real T>
[[nodiscard]] constexpr vec2<T> baked(const placed<vec2<T>>& p) noexcept {
    return p.transform * p.shape;
}
template <real T>
[[nodiscard]] constexpr circle<T> baked(const placed<circle<T>>& p) noexcept {
    return {p.transform * p.shape.center, p.shape.radius};
}
template <real T>
[[nodiscard]] constexpr segment<T> baked(const placed<segment<T>>& p) noexcept {
    return {p.transform * p.shape.a, p.transform * p.shape.b};
}
template <real T>
[[nodiscard]] constexpr capsule<T> baked(const placed<capsule<T>>& p) noexcept {
    return {p.transform * p.shape.a, p.transform * p.shape.b, p.shape.radius};
}
template <real T>
[[nodiscard]] constexpr triangle<T> baked(const placed<triangle<T>>& p) noexcept {
    return {p.transform * p.shape.a, p.transform * p.shape.b, p.transform * p.shape.c};
}
template <real T>
[[nodiscard]] constexpr convex_polygon<T, 4> baked(const placed<aabb<T>>& p) noexcept {
    return detail::polygon_maker::fill<4>(detail::moved(p.transform, vertices(p.shape)));
}
template <real T>
[[nodiscard]] constexpr convex_polygon<T, 4> baked(const placed<obb<T>>& p) noexcept {
    return detail::polygon_maker::fill<4>(detail::moved(p.transform, vertices(p.shape)));
}
template <real T, std::size_t N>
[[nodiscard]] constexpr convex_polygon<T, N> baked(const placed<convex_polygon<T, N>>& p) noexcept {
    return detail::polygon_maker::fill<N>(detail::moved(p.transform, p.shape));
}
/// Returns a shape that is placed twice, with both transforms applied one after the other.
template <class S>
    requires requires(const placed<S>& inner) { baked(inner); }
[[nodiscard]] constexpr auto baked(const placed<placed<S>>& p) noexcept {
    return baked(at(baked(p.shape), p.transform));
}
/// Returns a borrowed polygon placed by the product of both transforms, because its transformed vertices cannot be
/// stored.
template <real T>
[[nodiscard]] constexpr placed<convex_polygon_view<T>> baked(const placed<placed<convex_polygon_view<T>>>& p) noexcept {
    return {p.shape.shape, p.transform * p.shape.transform};
}
/// Returns the baked core, rounded.
template <class S>
    requires polygon_like<S> || requires(const placed<S>& core) { baked(core); }
[[nodiscard]] constexpr auto baked(const placed<rounded<S>>& p) noexcept {
    const auto core = at(p.shape.core, p.transform);
    if constexpr (requires { baked(core); }) return rounded{baked(core), p.shape.radius};
    else return rounded{core, p.shape.radius};
}
/// Returns the baked core, rounded.
template <class S>
    requires requires(const S& core) { baked(core); }
[[nodiscard]] constexpr auto baked(const rounded<S>& r) noexcept {
    return rounded{baked(r.core), r.radius};
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
