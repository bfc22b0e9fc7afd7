#pragma once
/// The edges of the Minkowski difference b - a of two hulls, in order of direction.

#include <hitbox/core/exact_crossing.hpp>
#include <hitbox/narrow/rounded_hull.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// An edge of the Minkowski difference: an edge of one hull, and the deepest vertex of the other behind it. Two
/// parallel edges are one edge, with the flag `both`.
struct walked_edge {
    std::uint32_t of_a = 0, of_b = 0;  // a vertex of each hull; the edge begins at the vertex of its owner
    bool is_b = false, both = false;   // whether the edge belongs to b, and to both
};

/// Returns true if the direction p -> q is in the half-open upper half: from straight right to before straight left.
template <scalar T>
[[nodiscard]] constexpr bool goes_up(vec2<T> p, vec2<T> q) noexcept {
    return q.y > p.y || (q.y == p.y && q.x > p.x);
}
/// Compares the directions p -> q and u -> v counter-clockwise from (1, 0): -1 if the first comes first, 0 if they are
/// equal.
template <scalar T>
[[nodiscard]] constexpr int order_of_directions(vec2<T> p, vec2<T> q, vec2<T> u, vec2<T> v) noexcept {
    const bool first = goes_up(p, q), second = goes_up(u, v);
    if (first != second) return first ? -1 : 1;
    if constexpr (exact_scalar<T>) {
        const double side = exact::cross_of(widen(p), widen(q), widen(u), widen(v));
        return side > 0 ? -1 : side < 0 ? 1 : 0;
    } else {
        const auto side = cross(widen(q) - widen(p), widen(v) - widen(u));
        using W = wide_t<T>;
        return side > W(0) ? -1 : side < W(0) ? 1 : 0;
    }
}

/// A position on the outline of a hull, counter-clockwise from its lowest vertex or from its highest one.
template <scalar T>
struct outline_step {
    const rounded_hull<T>& hull;
    std::size_t first = 0, at = 0, next = 0;
    bool done = false;

    constexpr outline_step(const rounded_hull<T>& h, bool from_top) noexcept : hull{h} {
        for (std::size_t i = 1; i < h.size(); ++i) {
            const vec2<T> p = h[i], q = h[first];
            if (from_top ? goes_up(q, p) : goes_up(p, q)) first = i;
        }
        at = first, next = hull.after(at), done = next == at;
    }
    constexpr void advance() noexcept { at = next, next = hull.after(at), done = at == first; }
};

/// Calls f(edge) for the edges of b - a, counter-clockwise, until f returns false. A point has no edge, a segment has
/// an edge on either side.
///
/// The outlines are merged by direction, which needs no memory (de Berg et al., "Computational Geometry", section
/// 13.3).
template <scalar T, class F>
constexpr void walk_difference(const rounded_hull<T>& a, const rounded_hull<T>& b, const F& f) {
    outline_step<T> i{a, true}, j{b, false};
    while (!i.done || !j.done) {
        const int order = i.done ? -1 : j.done ? 1 : order_of_directions<T>(b[j.at], b[j.next], a[i.next], a[i.at]);
        const walked_edge edge{static_cast<std::uint32_t>(i.at), static_cast<std::uint32_t>(j.at), order < 0,
                               order == 0};
        if (!f(edge)) return;
        if (order >= 0) i.advance();
        if (order <= 0) j.advance();
    }
}

/// Returns the line of an edge of the Minkowski difference, as differences of four vertices.
template <exact_scalar T>
[[nodiscard]] constexpr exact::difference_line line_of(const walked_edge& e, const rounded_hull<T>& a,
                                                       const rounded_hull<T>& b) noexcept {
    const vec2<double> u = widen(a[e.of_a]), v = widen(b[e.of_b]);
    if (e.is_b) return {v, widen(b[b.after(e.of_b)]), v, u};
    return {widen(a[a.after(e.of_a)]), u, v, u};
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
