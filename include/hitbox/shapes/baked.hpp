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

/// Returns true if the transformed vertices of the polygon are certainly finite, and certainly the vertices of their
/// hull. With the largest coordinate m, |error of a vertex| < e = sqrt(2) u m for float and 5 e for other types, which
/// have no wider type; |error of an edge| < 2 e. At each vertex, take the cross product of both edges, divided by the
/// sum of their lengths. It stays positive if it exceeds 4 e plus the error of `flattest_vertex`. The smallest normal
/// number covers the errors of subnormal coordinates.
template <std::floating_point T, std::size_t N>
[[nodiscard]] constexpr bool stays_convex(const convex_polygon<T, N>& polygon, const transform2<T>& t) noexcept {
    constexpr T roundings = std::same_as<T, float> ? T(8) : T(48);
    const T max_abs =
        larger(magnitude(t.translation.x), magnitude(t.translation.y)) + T(1.5) * polygon.largest_coordinate();
    return polygon.size() > 2 && valid(t) &&
           polygon.flattest_vertex() >
               roundings * (std::numeric_limits<T>::epsilon() / 2) * max_abs + (std::numeric_limits<T>::min)();
}
/// Returns the same for a box. Its cross products, divided in the same way, are at least the smaller half extent; the
/// bound is twice that of polygons, because the vertices of an obb are rounded themselves.
template <exact_real T, class Box>
[[nodiscard]] inline bool stays_convex(const Box& box, const transform2<T>& t) noexcept {
    vec2<T> half, reach = abs(t.translation);  // a sum, which is NaN if one of its numbers is
    if constexpr (std::same_as<Box, aabb<T>>) half = (box.max - box.min) * T(.5), reach += abs(box.min) + abs(box.max);
    else half = box.half_extents, reach += abs(box.center) + half + half;
    constexpr T roundings = std::same_as<T, float> ? T(16) : T(96);
    const T max_abs = reach.x + reach.y;
    return smaller(half.x, half.y) >
               roundings * (std::numeric_limits<T>::epsilon() / 2) * max_abs + (std::numeric_limits<T>::min)() &&
           max_abs < T(0x1p60) && valid(t.rotation);
}

/// Returns the transformed vertices, or the vertices of their hull if rounding has made the outline concave. Returns
/// none if a vertex is not finite, because the polygon would be empty. A -0 becomes 0, as in stored vertices.
template <real T, std::size_t N>
[[nodiscard]] constexpr vertex_list<T, N> moved(const transform2<T>& t, const convex_polygon<T, N>& polygon) noexcept {
    vertex_list<T, N> list;
    const std::size_t n = polygon.size();
    for (std::size_t i = 0; i < n; ++i) list.points[i] = unsigned_zeros(t * vec2<T>{polygon.x()[i], polygon.y()[i]});
    list.count = n;
    if constexpr (std::floating_point<T>)
        if (stays_convex(polygon, t)) return list;
    for (const vec2<T> p : list)
        if (!is_finite(p)) list.count = 0;
    list = hull_vertices(list);
    return list;
}

/// The columns of a box, for packs.
template <exact_real T>
struct box_columns {
    alignas(16) T x[4], y[4];

    template <class Box>
    [[gnu::always_inline]] inline explicit box_columns(const Box& box) noexcept {
        const vertex_quads<T> corners{box};
        for (std::size_t k = 0; k < 4 / pack_size<T>; ++k) {
            store_pack(x + k * pack_size<T>, corners.x.packs[k]);
            store_pack(y + k * pack_size<T>, corners.y.packs[k]);
        }
    }
};

/// Replaces a polygon by a transformed polygon or box that stays convex.
template <exact_real T, std::size_t N, class S>
[[gnu::noinline]] void refill_quickly(convex_polygon<T, N>& to, const S& shape, const transform2<T>& by) noexcept {
    if constexpr (is_polygon<S>) {
        polygon_maker::refill_moved(to, shape.size(), lanes_16::moved_column_vertices<T>{shape.x(), shape.y(), by});
    } else {
        const box_columns<T> corners{shape};
        polygon_maker::refill_moved(to, 4, lanes_16::moved_column_vertices<T>{corners.x, corners.y, by});
    }
}
/// Replaces a polygon by the hull of transformed vertices. Returns false if one is not finite.
template <real T, std::size_t N, class Vertices>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr bool
refill_with_hull(convex_polygon<T, N>& to, const Vertices& vertices, const transform2<T>& by) noexcept {
    return polygon_maker::refill(to, moved(by, vertices));
}
/// Replaces a polygon by a transformed polygon or box. Returns false if a vertex is not finite; the polygon is then
/// unusable.
template <real T, std::size_t N, class S>
[[nodiscard]] constexpr bool refill_moved(convex_polygon<T, N>& to, const S& shape, const transform2<T>& by) noexcept {
    if constexpr (exact_real<T>)
        if (!std::is_constant_evaluated() && stays_convex(shape, by)) [[likely]]
            return refill_quickly(to, shape, by), true;
    if constexpr (is_polygon<S>) return refill_with_hull(to, shape, by);
    else return refill_with_hull(to, vertices(shape), by);
}
template <std::size_t N, class S, real T>
[[nodiscard]] constexpr convex_polygon<T, N> moved_polygon(const S& shape, const transform2<T>& by) noexcept {
    convex_polygon<T, N> polygon;
    if (!refill_moved(polygon, shape, by)) return {};
    return polygon;
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
    return detail::moved_polygon<4>(p.shape, p.transform);
}
template <real T>
[[nodiscard]] constexpr convex_polygon<T, 4> baked(const placed<obb<T>>& p) noexcept {
    return detail::moved_polygon<4>(p.shape, p.transform);
}
template <real T, std::size_t N>
[[nodiscard]] constexpr convex_polygon<T, N> baked(const placed<convex_polygon<T, N>>& p) noexcept {
    return detail::moved_polygon<N>(p.shape, p.transform);
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
