#pragma once
/// The query `contains`: whether every point of one shape is in another.

#include <hitbox/narrow/intersects.hpp>

namespace hitbox {

/// The shapes that `contains` takes: those with vertices, in counter-clockwise order, and a radius by which the hull of
/// the vertices is grown. A support function alone does not describe the inside.
template <class S>
concept has_vertices = convex<S> && requires(const S& s) {
    { radius(s) } -> std::convertible_to<scalar_t<S>>;
    requires detail::indirect<S> || requires {
        { vertices(s)[0] } -> std::convertible_to<vec2<scalar_t<S>>>;
    };
};

namespace detail {
inline namespace HITBOX_ISA {

/// Returns true if every vertex of b, grown by the difference of the radii, is on the inner side of every edge of a.
/// @pre a has an interior
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr bool inside_edges(const rounded_hull<T>& a,
                                                                    const rounded_hull<T>& b) noexcept {
    const T less = static_cast<T>(T(0) - a.radius);
    vec2<T> p, q;
    for (std::size_t k = 0; k < a.size(); ++k) {
        if (!find_edge(p, q, a, k)) continue;
        for (std::size_t i = 0; i < b.size(); ++i)
            if (!(exact::compare_line_distance(b.vertex(i), p, q, b.radius, less) >= 0)) return false;
    }
    return true;
}

/// Returns true if the point p is in the hull of a's vertices.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr bool inside_core(const rounded_hull<T>& a, vec2<T> p) noexcept {
    if (a.size() == 1) return a.vertex(0) == p;
    vec2<T> from, to;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!find_edge(from, to, a, i)) continue;
        const auto side = exact::orient2d(from, to, p);
        if (!(side >= 0)) return false;
        // On the line of a segment, or of a hull as thin, only points between its ends are inside.
        if (side == 0 && a.is_thin() && !(exact::along(from, to, p) >= 0 && exact::along(to, from, p) >= 0))
            return false;
    }
    return true;
}

/// Returns true if the point p is within r + less of the hull of a's vertices; `less` is minus another radius.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr bool near_core(const rounded_hull<T>& a, vec2<T> p, T r,
                                                                 T less) noexcept {
    if (inside_core(a, p)) return true;
    if (r == T(0) - less) return false;
    vec2<T> from, to;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!find_edge(from, to, a, i)) continue;
        if (exact::compare_segment_distance(p, from, to, r, less) <= 0) return true;
    }
    return a.size() == 1 && exact::compare_distance(a.vertex(0), p, r, less) <= 0;
}

/// Returns true if a contains b, exactly. If a's radius is at least b's, it is enough to test the vertices of b,
/// because the distance from a convex set is a convex function. If b's radius is larger, a's radius cancels: the
/// vertices of b, grown by the difference, must be in the hull of a's vertices, which must have an interior.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr bool contains_exactly(const rounded_hull<T>& a,
                                                                        const rounded_hull<T>& b) noexcept {
    if (a.radius < b.radius) return !(a.is_thin() && sign_on_line(a, a) >= 0) && inside_edges(a, b);
    const T less = static_cast<T>(T(0) - b.radius);
    for (std::size_t i = 0; i < b.size(); ++i)
        if (!near_core(a, b.vertex(i), a.radius, less)) return false;
    return b.size() > 0;
}

/// Returns true if a contains b. The filter decides most cases: all vertices of b are certainly behind all edges of a,
/// or one certainly is not.
template <scalar T>
[[nodiscard, gnu::noinline]] constexpr bool contains_hull(const rounded_hull<T>& a, const rounded_hull<T>& b) noexcept {
    if constexpr (exact_real<T>) {
        T error{};
        if (!std::is_constant_evaluated() && a.size() > 2 && filter_applies(error, a, b)) {
            const T outermost = outermost_vertex(a, b), room = (a.radius - b.radius);
            const T error_bound = error + T(4) * unit_roundoff<T>() * (a.radius + b.radius);
            if (outermost > room + error_bound) return false;
            if (outermost < smaller(room, T(0)) - error_bound) return true;
        }
    }
    return contains_exactly(a, b);
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns true if every point of b, or p, is in a. `contains` calls it for valid shapes only. Write a function of this
/// name beside a shape of your own to add a closed form.
template <scalar T>
[[nodiscard]] constexpr bool contains_pair(const aabb<T>& a, const aabb<T>& b) noexcept {
    const bool left = a.min.x <= b.min.x, right = b.max.x <= a.max.x, bottom = a.min.y <= b.min.y,
               top = b.max.y <= a.max.y;
    return left & right & bottom & top;  // no branches: they are random
}
template <scalar T>
[[nodiscard]] constexpr bool contains_pair(const aabb<T>& a, vec2<T> p) noexcept {
    return contains_pair(a, aabb<T>{p, p});
}

/// Returns true if every point of `b` is in `a`, boundaries included: a shape contains itself. The answer is as exact
/// as that of `intersects`. Both shapes must have vertices: shapes known by their support only are not accepted.
/// Returns false for an invalid shape.
/// @pre valid(a) and valid(b)
template <has_vertices A, has_vertices B>
    requires same_scalar<A, B>
[[nodiscard]] constexpr bool contains(const A& a, const B& b) {
    detail::check_arguments("contains", a, b);
    if (!detail::expect_valid(a, b)) return false;
    if constexpr (requires { contains_pair(a, b); }) return contains_pair(a, b);
    else return detail::with_hulls(a, b, [](const auto& p, const auto& q) { return detail::contains_hull(p, q); });
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
