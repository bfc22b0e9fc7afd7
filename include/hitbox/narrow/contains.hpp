#pragma once
/// Is every point of one shape in another?

#include <hitbox/narrow/intersects.hpp>

namespace hitbox {

template <scalar T>
[[nodiscard]] constexpr bool contains_pair(const aabb<T>& a, const aabb<T>& b) noexcept {
    return a.min.x <= b.min.x && b.max.x <= a.max.x && a.min.y <= b.min.y && b.max.y <= a.max.y;
}
template <scalar T>
[[nodiscard]] constexpr bool contains_pair(const aabb<T>& a, vec2<T> p) noexcept {
    return contains_pair(a, aabb<T>{p, p});
}

namespace detail {

/// Every corner of b, grown by how much larger b's radius is, on the inner side of every edge of a, which has an
/// interior.
template <scalar T, class A, class B>
[[nodiscard]] constexpr bool inside_edges(const facets<T, A>& a, const facets<T, B>& b) noexcept {
    const T less = static_cast<T>(T(0) - a.radius);
    bool inside = true;
    for_each_edge(a.corners, [&](auto p, auto q) {
        for (std::size_t i = 0; i < b.size() && inside; ++i)
            inside = exact::compare_line_distance(vec2<T>{b[i]}, p, q, b.radius, less) >= 0;
        return inside;
    });
    return inside;
}

/// Is the point p within radius `r + less` of the hull of a's corners?
template <scalar T, class A>
[[nodiscard]] constexpr bool near_core(const facets<T, A>& a, vec2<T> p, T r, T less) noexcept {
    const vertex_list<T, 1> point{{p}, 1};
    if (relation_of_cores(a.corners, point) != relation::apart) return true;
    if (r == T(0) - less) return false;
    bool near_edge = false, is_point = true;
    for_each_edge(a.corners, [&](auto from, auto to) {
        is_point = false;
        near_edge = exact::compare_segment_distance(p, from, to, r, less) <= 0;
        return !near_edge;
    });
    return is_point ? exact::compare_distance(vec2<T>{a[0]}, p, r, less) <= 0 : near_edge;
}

/// Of shapes without a radius.
template <class A, class B>
[[nodiscard, gnu::noinline]] constexpr bool contains_corners(const A& a, const B& b) noexcept {
    using T = typename decltype(b[0])::scalar_type;
    for (std::size_t i = 0; i < b.size(); ++i)
        if (relation_of_cores(a, vertex_list<T, 1>{{b[i]}, 1}) == relation::apart) return false;
    return b.size() > 0;
}

/// With the same radius, or a larger one in a: a convex set's distance is largest at the other's corners. With a larger
/// one in b: discs cancel from both sides, so the rest of b's must be inside a's corners, which then must have an
/// interior.
template <scalar T, class A, class B>
[[nodiscard, gnu::noinline]] constexpr bool contains_facets(const facets<T, A>& a, const facets<T, B>& b) noexcept {
    if (a.radius < b.radius) {
        bool thin = false;
        if (may_be_thin(a.corners)) {
            const auto span = span_of(a.corners, a[0]);
            thin = side_of_line(span.first, span.last, a.corners) == 0 &&
                   side_of_line(span.last, span.first, a.corners) == 0;
        }
        return !thin && inside_edges(a, b);
    }
    const T less = static_cast<T>(T(0) - b.radius);
    for (std::size_t i = 0; i < b.size(); ++i)
        if (!near_core(a, vec2<T>{b[i]}, a.radius, less)) return false;
    return b.size() > 0;
}

template <class A, class B>
[[nodiscard]] constexpr bool contains_resolved(const A& a, const B& b) {
    if constexpr (indirect<A>) return resolve(a, [&b](const auto& known) { return contains_resolved(known, b); });
    else if constexpr (indirect<B>) return resolve(b, [&a](const auto& known) { return contains_resolved(a, known); });
    else if constexpr (requires { contains_pair(a, b); }) return contains_pair(a, b);
    else return contains_facets(facets_of(a), facets_of(b));
}

}  // namespace detail

/// What `contains` takes: support alone does not tell what is inside.
template <class S>
concept has_corners = convex<S> && requires(const S& s) {
    { radius(s) } -> std::convertible_to<scalar_t<S>>;  // goes with `vertices`: a shape with corners and a radius
};

/// True when every point of `b` is in `a`, boundaries included: a shape contains itself. Exact as `intersects`.
/// Needs the corners of both, so shapes known by their support only do not take part. False for an invalid shape.
/// @pre valid(a) and valid(b)
template <has_corners A, has_corners B>
    requires same_scalar<A, B>
[[nodiscard]] constexpr bool contains(const A& a, const B& b) {
    return detail::expect_valid(a, b) && detail::contains_resolved(a, b);
}

}  // namespace hitbox
