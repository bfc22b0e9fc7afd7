#pragma once
/// Convex decomposition of a polygon without holes into the fewest pieces that diagonals can make.

#include <hitbox/decompose/convex_parts.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Returns the vertices of the outline, counter-clockwise and without consecutive repetitions. Equal points have the
/// index of the first of them.
template <real T>
[[nodiscard]] std::vector<outline_vertex<T>> vertices_of(const polygon<T>& p) {
    const noded_rings<T> noded{polygon_with_holes_maker::rings_of(p), polygon_with_holes_maker::touches_of(p)};
    const sweep_order<T> order{ring_list<T>{noded.points, noded.starts}};
    value_list<std::uint32_t> first_at(order.rank_count(), no_index);
    for (const std::uint32_t i : order.indices()) {
        std::uint32_t& first = first_at[order.rank(i)];
        first = (std::min)(first, noded.original[i]);
    }
    std::vector<outline_vertex<T>> vertices;
    const std::size_t n = noded.points.size();
    for (std::size_t k = 0; k < n; ++k) {
        const std::size_t i = p.is_clockwise(0) ? n - 1 - k : k;
        const std::uint32_t index = first_at[order.rank(static_cast<std::uint32_t>(i))];
        if (vertices.empty() || vertices.back().index != index) vertices.push_back({noded.points[i], index, true});
    }
    while (vertices.size() > 1 && vertices.back().index == vertices.front().index) vertices.pop_back();
    return vertices;
}

/// Rotates the outline to begin at its leftmost, lowest point. If the outline passes this point more than once, it
/// begins at the passage that borders on the unbounded outside.
template <real T>
void rotate_to_extreme(std::vector<outline_vertex<T>>& vertices) {
    const std::size_t n = vertices.size();
    std::size_t best = 0;
    for (std::size_t i = 1; i < n; ++i) {
        const vec2<T> p = vertices[i].point, q = vertices[best].point;
        const auto came_from = [&](std::size_t k) { return vertices[previous_index(k, n)].point; };
        if (p == q ? exact::orient2d(p, came_from(best), came_from(i)) > 0 : before(p, q)) best = i;
    }
    std::vector<outline_vertex<T>> turned;
    for (std::size_t i = 0; i < n; ++i) turned.push_back(vertices[(best + i) % n]);
    vertices.swap(turned);
}

/// Returns true if a loop is counter-clockwise. Its leftmost, lowest point decides.
template <real T>
[[nodiscard]] bool goes_counter_clockwise(std::span<const outline_vertex<T>> loop) {
    const std::size_t n = loop.size();
    std::size_t best = 0;
    for (std::size_t i = 1; i < n; ++i)
        if (before(loop[i].point, loop[best].point)) best = i;
    return exact::orient2d(loop[previous_index(best, n)].point, loop[best].point, loop[next_index(best, n)].point) > 0;
}

/// Splits an outline at the points where it touches itself, into loops that are counter-clockwise. A clockwise loop is
/// a part of the outside; it stays in the loop around it.
template <real T>
[[nodiscard]] std::vector<std::vector<outline_vertex<T>>> split_at_points(std::vector<outline_vertex<T>> vertices) {
    rotate_to_extreme(vertices);
    std::vector<std::vector<outline_vertex<T>>> loops;
    std::vector<outline_vertex<T>> open;
    for (const auto& c : vertices) {
        for (std::size_t s = open.size(); s-- > 0;) {
            if (open[s].index != c.index) continue;
            const auto loop = std::span<const outline_vertex<T>>{open}.subspan(s);
            if (!goes_counter_clockwise(loop)) continue;
            loops.emplace_back(loop.begin(), loop.end());
            rotate_to_extreme(loops.back());
            open.resize(s);
        }
        open.push_back(c);
    }
    loops.push_back(open);
    return loops;
}

/// Cuts each piece with more than `max_vertices` vertices by diagonals from its first vertex. @pre max_vertices >= 3
[[nodiscard]] inline convex_partition with_fewer_vertices(const convex_partition& parts, std::size_t max_vertices) {
    convex_partition cut;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto piece = parts[i];
        const std::size_t n = piece.size();
        for (std::size_t first = 1, last; first + 1 < n; first = last) {
            last = (std::min)(n - 1, max_vertices - 2 < n ? first + max_vertices - 2 : n);
            cut.add_vertex(piece[0], first == 1 && parts.is_border(i, 0));
            for (std::size_t k = first; k < last; ++k) cut.add_vertex(piece[k], parts.is_border(i, k));
            cut.add_vertex(piece[last], last == n - 1 && parts.is_border(i, last));
            cut.end_piece();
        }
    }
    return cut;
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns the partition into the fewest convex pieces that diagonals can make if no piece has a straight angle.
/// Diagonals lead from point to point inside the polygon. Takes at most O(n^3) steps and n^2 memory for n points, so it
/// is meant for outlines of some hundred points (Keil and Snoeyink 2002; Chazelle and Dobkin 1985 gave the first
/// polynomial bound). A polygon with holes is cut by convex_parts, because its fewest pieces are NP-hard to find
/// (Lingas 1982, "The Power of Non-Rectilinear Holes"). Returns no pieces for an empty polygon.
///
/// Pieces of more than `max_vertices` vertices are cut further; the number of pieces is then not always the smallest.
/// Numbers below 3 count as 3.
template <real T>
[[nodiscard]] convex_partition convex_parts_optimal(const polygon<T>& p,
                                                    std::size_t max_vertices = static_cast<std::size_t>(-1)) {
    if (p.ring_count() != 1) return convex_parts(p, {.max_vertices = max_vertices});
    convex_partition parts;
    for (const auto& vertices : detail::split_at_points(detail::vertices_of(p)))
        detail::minimum_parts<T>{vertices}.add_to(parts);
    return detail::with_fewer_vertices(parts, (std::max)(max_vertices, std::size_t{3}));
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
