#pragma once
/// The SIMD filter of two boxes in each other's frames: it decides that they are apart or overlap, or proposes the few
/// edges that matter, before hulls are made.

#include <hitbox/core/quad.hpp>
#include <hitbox/narrow/edge_filter.hpp>
#include <hitbox/narrow/hull_of.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The edge of one box that faces another box along an axis, and the vertex of the other that is the deepest behind it.
/// The index consists of the axis (x or y of the first box, then of the second), whether the other box lies on the
/// negative side, and whether the cosine and the sine of the angle from the first box to the second are negative.
struct facing_features {
    std::uint8_t edge[32]{}, vertex[32]{};

    constexpr facing_features() noexcept {
        for (unsigned i = 0; i < 32; ++i) {
            const bool along_y = (i & 1) != 0, of_second = (i & 2) != 0, negative = (i & 4) != 0;
            const bool cosine_points_back = ((i & 8) != 0) != negative, sine_points_back = ((i & 16) != 0) != negative;
            edge[i] = static_cast<std::uint8_t>((along_y ? 2u : 1u) ^ (negative ? 2u : 0u));
            // Does the other's x axis point back along the normal, and its y axis? Then its far side is behind.
            const bool x_back = along_y ? sine_points_back != of_second : cosine_points_back,
                       y_back = along_y ? cosine_points_back : sine_points_back == of_second;
            vertex[i] = static_cast<std::uint8_t>((x_back ? 1u : 0u) ^ (y_back ? 3u : 0u));
        }
    }
};
inline constexpr facing_features facing_features_of_boxes{};

/// A box along the axes as one that is turned; its numbers carry one more rounding.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline obb<T> as_obb(const aabb<T>& box) noexcept {
    return {(box.min + box.max) * T(.5), (box.max - box.min) * T(.5), {}};
}
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline const obb<T>& as_obb(const obb<T>& box) noexcept {
    return box;
}

/// Two boxes along the x and y of a and the x and y of b (Gottschalk, Lin and Manocha 1996): the path to the other's
/// centre, and how far each box reaches.
///
/// With coordinates up to m, how far the path exceeds both reaches is off by less than 28 u m: difference of centres 1,
/// three dot products of 2 each, sums 3, 6 for the corners, whose own rounding (and the 2^-10 by which a rotation may
/// be off) is not in the half extents, and 4; where corners are computed in no wider type, 24 more.
template <exact_real T>
struct box_filter {
    quad<T> to_other, cosines, sines;
    // How far the other box reaches with the side that is turned by the cosine and that which is turned by the sine.
    quad<T> by_cosine, by_sine;
    quad<T> excess;
    T bound, best, extent, across, thinnest;
    bool in_range;

    template <class A, class B>
    [[gnu::always_inline]] inline box_filter(const A& a, const B& b) noexcept : box_filter{as_obb(a), as_obb(b)} {}
    [[gnu::always_inline]] inline box_filter(const obb<T>& a, const obb<T>& b) noexcept {
        static_assert(sizeof(obb<T>) == 6 * sizeof(T));
        const quad<T> center_a = load_quad<T>(a), center_b = load_quad<T>(b);  // and half extents
        const quad<T> turn_a = load_quad<T>(a, 2), turn_b = load_quad<T>(b, 2);
        const quad<T> half = pick<0, 1, 4, 5>(turn_a, turn_b), axes = pick<2, 3, 6, 7>(turn_a, turn_b);
        const quad<T> offset = pick<0, 1, 0, 1>(center_b - center_a) * quad_of(T(1), T(1), T(-1), T(-1));
        const quad<T> sideways = pick<1, 1, 3, 3>(axes) * quad_of(T(1), T(-1), T(1), T(-1));
        to_other = pick<0, 0, 2, 2>(axes) * offset + sideways * pick<1, 0, 3, 2>(offset);

        const quad<T> squares = axes * axes, dots = axes * pick<2, 3, 0, 1>(axes),
                      turns = axes * pick<3, 2, 1, 0>(axes);
        cosines = dots + pick<1, 0, 3, 2>(dots), sines = turns - pick<1, 0, 3, 2>(turns);
        const quad<T> off_one = absolute(squares + pick<1, 0, 3, 2>(squares) - quad_of(T(1)));
        by_cosine = absolute(cosines) * pick<2, 3, 0, 1>(half), by_sine = absolute(sines) * pick<3, 2, 1, 0>(half);
        excess = absolute(to_other) - (half + (by_cosine + by_sine));
        best = highest(excess);

        const quad<T> sizes = absolute(center_a) + absolute(center_b), path = absolute(offset);
        const quad<T> sums = pick<0, 2, 4, 6>(sizes, path) + pick<1, 3, 5, 7>(sizes, path);
        const T drift = off_one[0] + off_one[2];  // of the squares of the rotations' lengths from 1
        constexpr T roundings = std::same_as<T, float> ? T(28) : T(52);
        extent = sums[0] + sums[1], across = sums[1] + sums[2];
        bound = roundings * unit_roundoff<T>() * extent + drift * (T(3) * sums[1] + across);  // generous
        thinnest = lowest(half);  // of numbers that are finite, or there is no such bound
        in_range = (bound > T(0x1p-80)) & (bound < T(0x1p80)) & (drift < T(0x1p-11)) & (thinnest >= T(0));
    }

    /// Are the boxes valid, and certainly apart by more than `within`?
    [[nodiscard, gnu::always_inline]] inline bool are_apart(T within) const noexcept {
        return (best > (bound + within) * (T(1) + T(8) * unit_roundoff<T>())) & in_range;
    }
    /// Are the boxes valid, and thick enough for a bound on the separation along their edges?
    [[nodiscard, gnu::always_inline]] inline bool proposes_edges() const noexcept {
        return (thinnest > T(64) * std::numeric_limits<T>::epsilon() * extent) & in_range;
    }

    /// The edges along which the boxes may be the farthest apart, and the vertices behind them.
    ///
    /// Rounding moves each end of an edge of length 2 h by up to sqrt(2) u m. The edge's normal is therefore off by
    /// less than 2 sqrt(2) u m / 2 h, and the separation along it by that times the distance d of its first vertex and
    /// a vertex of the other box, besides `bound`: d is at most the path and the half extents of both. Rounding of a
    /// depth adds u d < u m d / h. Together that is less than 3 u m d / h. So an edge that is worse than the best one
    /// by more than two such errors does not decide. Of two vertices, the one is certainly the deepest if it is by more
    /// than two errors, and a side of the other box is twice as long as its reach.
    /// @pre proposes_edges()
    [[nodiscard, gnu::always_inline]] inline edge_candidates<T> candidates() const noexcept {
        const T error = bound + T(4) * unit_roundoff<T>() * extent * (across / thinnest);
        const quad<T> errors = quad_of(error);
        const std::uint64_t negative = greater(quad_of(T(0)), to_other),
                            turned = greater(quad_of(T(0)), pick<0, 4, 0, 4>(cosines, sines)) & 3;
        const std::uint64_t one_side = greater(absolute(to_other), errors), clear_cosine = greater(by_cosine, errors),
                            clear_sine = greater(by_sine, errors), clear = one_side & clear_cosine & clear_sine;
        std::uint64_t edges_of[2] = {0, 0}, behind[2] = {0, 0};
        for (std::uint64_t axes = greater(excess, quad_of(best - T(2) * error)); axes != 0; axes &= axes - 1) {
            const auto axis = static_cast<unsigned>(std::countr_zero(axes));
            const std::size_t index = axis | (negative >> axis & 1) << 2 | turned << 3;
            const unsigned edge = facing_features_of_boxes.edge[index], vertex = facing_features_of_boxes.vertex[index];
            std::uint64_t edges = std::uint64_t{1} << edge, vertices = std::uint64_t{1} << vertex;
            if ((clear >> axis & 1) == 0) {
                const bool x_is_clear = ((axis & 1) == 0 ? clear_cosine : clear_sine) >> axis & 1,
                           y_is_clear = ((axis & 1) == 0 ? clear_sine : clear_cosine) >> axis & 1;
                if (!x_is_clear) vertices |= std::uint64_t{1} << (vertex ^ 1);
                if (!y_is_clear) vertices |= std::uint64_t{1} << (vertex ^ 3);
                const bool opposite = (one_side >> axis & 1) == 0;
                if (opposite) edges |= std::uint64_t{1} << (edge ^ 2);
                if (opposite || (!x_is_clear && !y_is_clear)) vertices = 15;
            }
            edges_of[axis >> 1] |= edges, behind[axis >> 1] |= vertices;
        }
        edge_candidates<T> found;
        found.error = error, found.enough = found.best = best;
        found.of_a = edges_of[0], found.of_b = edges_of[1], found.behind_a = behind[0], found.behind_b = behind[1];
        return found;
    }
};

/// Is a box along the axes, but for quarter turns?
template <exact_real T>
[[nodiscard]] constexpr bool is_upright(const aabb<T>&) noexcept {
    return true;
}
template <exact_real T>
[[nodiscard]] constexpr bool is_upright(const obb<T>& box) noexcept {
    const T c = magnitude(box.rotation.c), s = magnitude(box.rotation.s);
    return (c == 1 && s == 0) || (c == 0 && s == 1);
}
/// The lower and upper ends of such a box along x and y, as its corners are rounded: in T with the same bits, because
/// nothing else is rounded.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline quad<T> ends_of_upright(const aabb<T>& box) noexcept {
    return load_quad<T>(box);
}
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline quad<T> ends_of_upright(const obb<T>& box) noexcept {
    const quad<T> numbers = load_quad<T>(box), zero = quad_of(T(0)), sideways = quad_of(magnitude(box.rotation.s)),
                  half = where_greater(sideways, zero, pick<3, 2, 3, 2>(numbers), pick<2, 3, 2, 3>(numbers));
    return pick<0, 1, 0, 1>(numbers) + half * quad_of(T(-1), T(-1), T(1), T(1));
}

/// The hull of a box without the normals of its edges: for pairs of boxes, whose edges their own filter proposes.
/// @pre it has four corners
template <exact_real T>
struct corner_hull {
    rounded_hull<T> hull;
    alignas(16) T columns[8];

    [[gnu::always_inline]] inline explicit corner_hull(const obb<T>& box) noexcept {
        const auto [x, y] = corner_quads(box);
        hull.kind = shape_kind<obb<T>>, hull.own_center = box.center, hull.has_own_center = true;
        put(x, y);
    }
    [[gnu::always_inline]] inline explicit corner_hull(const aabb<T>& box) noexcept {
        const quad<T> ends = load_quad<T>(box);
        hull.kind = shape_kind<aabb<T>>;
        put(pick<0, 2, 2, 0>(ends), pick<1, 1, 3, 3>(ends));
    }
    corner_hull(const corner_hull&) = delete;
    corner_hull& operator=(const corner_hull&) = delete;

private:
    [[gnu::always_inline]] inline void put(const quad<T>& x, const quad<T>& y) noexcept {
        store_quad(columns, 0, x), store_quad(columns, 4, y);
        hull.columns = columns, hull.count = 4, hull.lanes = 4;
        hull.extent = highest(upper(absolute(x), absolute(y)));
    }
};

/// How some edges of a separate it from b, of which these vertices may be the deepest behind them if it is one edge.
/// Exact: 1 if an edge has all of b strictly outside, 0 if an edge has b outside or on it, otherwise -1.
template <exact_real T>
[[nodiscard, gnu::noinline]] inline int sign_behind(const rounded_hull<T>& a, std::uint64_t edges,
                                                    const rounded_hull<T>& b, std::uint64_t vertices) noexcept {
    if ((edges & (edges - 1)) != 0) vertices = 15;
    int best = -1;
    for (; edges != 0 && best < 1; edges &= edges - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(edges));
        const vec2<T> p = a.in_column(i), q = a.in_column(next_index(i, std::size_t{4}));
        int nearest = 1;
        for (std::uint64_t rest = vertices; rest != 0 && nearest >= 0; rest &= rest - 1) {
            const double turn = exact::orient2d(p, q, b.in_column(static_cast<std::size_t>(std::countr_zero(rest))));
            if (!(turn < 0)) nearest = turn > 0 ? -1 : 0;
        }
        best = larger(best, nearest);
    }
    return best;
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
