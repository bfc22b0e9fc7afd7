#pragma once
/// Convex decomposition of a polygon without holes into the fewest pieces that diagonals can make.

#include <hitbox/decompose/convex_parts.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Returns the corners of the outline, counter-clockwise and without consecutive repetitions. Equal points have the
/// index of the first of them.
template <real T>
[[nodiscard]] std::vector<outline_corner<T>> corners_of(const polygon<T>& p) {
    const noded_rings<T> noded{polygon_with_holes_maker::rings_of(p), polygon_with_holes_maker::touches_of(p)};
    const sweep_order<T> order{ring_list<T>{noded.points, noded.starts}};
    std::vector<std::uint32_t> first_at(order.rank_count(), no_index);
    for (const std::uint32_t i : order.indices()) {
        std::uint32_t& first = first_at[order.rank(i)];
        first = (std::min)(first, noded.original[i]);
    }
    std::vector<outline_corner<T>> corners;
    const std::size_t n = noded.points.size();
    for (std::size_t k = 0; k < n; ++k) {
        const std::size_t i = p.is_clockwise(0) ? n - 1 - k : k;
        const std::uint32_t index = first_at[order.rank(static_cast<std::uint32_t>(i))];
        if (corners.empty() || corners.back().index != index) corners.push_back({noded.points[i], index, true});
    }
    while (corners.size() > 1 && corners.back().index == corners.front().index) corners.pop_back();
    return corners;
}

/// Rotates the outline to begin at its leftmost, lowest point. If the outline passes this point more than once, it
/// begins at the passage that borders on the unbounded outside.
template <real T>
void rotate_to_extreme(std::vector<outline_corner<T>>& corners) {
    const std::size_t n = corners.size();
    std::size_t best = 0;
    for (std::size_t i = 1; i < n; ++i) {
        const vec2<T> p = corners[i].point, q = corners[best].point;
        const auto came_from = [&](std::size_t k) { return corners[previous_index(k, n)].point; };
        if (p == q ? exact::orient2d(p, came_from(best), came_from(i)) > 0 : before(p, q)) best = i;
    }
    std::vector<outline_corner<T>> turned;
    for (std::size_t i = 0; i < n; ++i) turned.push_back(corners[(best + i) % n]);
    corners.swap(turned);
}

template <real T>
[[nodiscard]] bool goes_counter_clockwise(std::span<const outline_corner<T>> loop) {
    const std::size_t n = loop.size();
    std::size_t best = 0;
    for (std::size_t i = 1; i < n; ++i)
        if (before(loop[i].point, loop[best].point)) best = i;
    return exact::orient2d(loop[previous_index(best, n)].point, loop[best].point, loop[next_index(best, n)].point) > 0;
}

/// Splits an outline at the points where it touches itself, into loops that are counter-clockwise. A clockwise loop is
/// a bay of the outside; it stays with the part around it.
template <real T>
[[nodiscard]] std::vector<std::vector<outline_corner<T>>> split_at_points(std::vector<outline_corner<T>> corners) {
    rotate_to_extreme(corners);
    std::vector<std::vector<outline_corner<T>>> loops;
    std::vector<outline_corner<T>> open;
    for (const auto& c : corners) {
        for (std::size_t s = open.size(); s-- > 0;) {
            if (open[s].index != c.index) continue;
            const auto loop = std::span<const outline_corner<T>>{open}.subspan(s);
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

/// Cuts a piece with more vertices than allowed by diagonals from its first vertex.
[[nodiscard]] inline convex_partition with_fewer_corners(const convex_partition& parts, std::size_t max_corners) {
    convex_partition cut;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto piece = parts[i];
        const std::size_t n = piece.size();
        for (std::size_t first = 1, last; first + 1 < n; first = last) {
            last = (std::min)(n - 1, max_corners - 2 < n ? first + max_corners - 2 : n);
            cut.add_corner(piece[0], first == 1 && parts.is_border(i, 0));
            for (std::size_t k = first; k < last; ++k) cut.add_corner(piece[k], parts.is_border(i, k));
            cut.add_corner(piece[last], last == n - 1 && parts.is_border(i, last));
            cut.end_piece();
        }
    }
    return cut;
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns the partition into the fewest convex pieces that diagonals can make. Diagonals lead from point to point
/// inside the polygon. Takes at most O(n^3) steps and n^2 memory for n points, so it is meant for outlines of some
/// hundred points (Keil and Snoeyink 2002; Chazelle and Dobkin 1985 gave the first polynomial bound). A polygon with
/// holes is cut by convex_parts, because its fewest pieces are NP-hard to find (Lingas 1982, "The Power of
/// Non-Rectilinear Holes"). Empty for an empty polygon.
///
/// Pieces of more than `max_vertices` vertices (at least 3) are cut further. The number of pieces is then not always
/// the smallest.
template <real T>
[[nodiscard]] convex_partition convex_parts_optimal(const polygon<T>& p,
                                                    std::size_t max_vertices = static_cast<std::size_t>(-1)) {
    if (p.ring_count() != 1) return convex_parts(p, {.max_vertices = max_vertices});
    convex_partition parts;
    for (const auto& corners : detail::split_at_points(detail::corners_of(p))) {
        const detail::minimum_parts<T> minimum{corners};
        std::vector<detail::outline_corner<T>> piece;
        minimum.for_each_piece(
            [&](std::size_t i, bool border) { piece.push_back({corners[i].point, corners[i].index, border}); },
            [&] { detail::add_piece<T>(parts, piece), piece.clear(); });
    }
    return detail::with_fewer_corners(parts, (std::max)(max_vertices, std::size_t{3}));
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
