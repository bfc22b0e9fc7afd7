#pragma once
/// The SIMD filter of two boxes in each other's frames: it decides that they are apart or overlap, or proposes the few
/// edges that matter, before hulls are made.

#include <hitbox/core/quad.hpp>
#include <hitbox/narrow/edge_filter.hpp>
#include <hitbox/shapes/aabb.hpp>
#include <hitbox/shapes/hull_of.hpp>

namespace hitbox {

template <real T>
struct obb;  // defined for callers that have such a box

namespace detail {
inline namespace HITBOX_ISA {

template <exact_real T>
struct vertex_quads;

/// The names of the edge of one box that faces another box along an axis, and of the vertex of the other that is the
/// deepest behind it. The index consists of the axis (x or y of the first box, then of the second), whether the other
/// box lies on the negative side, and whether the cosine and the sine of the angle from the first box to the second are
/// negative.
struct facing_features {
    edge_name names[32]{};

    constexpr facing_features() noexcept {
        for (unsigned i = 0; i < 32; ++i) {
            const bool along_y = (i & 1) != 0, of_second = (i & 2) != 0, negative = (i & 4) != 0;
            const bool cosine_points_back = ((i & 8) != 0) != negative, sine_points_back = ((i & 16) != 0) != negative;
            const unsigned edge = (along_y ? 2u : 1u) ^ (negative ? 2u : 0u);
            // If an axis of the other box points against the normal, its vertex with the positive coordinate is the
            // deepest.
            const bool x_back = along_y ? sine_points_back != of_second : cosine_points_back,
                       y_back = along_y ? cosine_points_back : sine_points_back == of_second;
            names[i] = edge_name::of(of_second, edge, (x_back ? 1u : 0u) ^ (y_back ? 3u : 0u));
        }
    }
};
inline constexpr facing_features facing_features_of_boxes{};

/// Returns an axis-aligned box as an obb. Its centre and half extents are rounded once.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline obb<T> as_obb(const aabb<T>& box) noexcept {
    return {(box.min + box.max) * T(.5), (box.max - box.min) * T(.5), {}};
}
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline const obb<T>& as_obb(const obb<T>& box) noexcept {
    return box;
}

/// True for two boxes of T of which at least one is an obb.
template <class A, class B, class T>
concept are_turned_boxes =
    exact_real<T> && (std::same_as<A, obb<T>> ? std::same_as<B, obb<T>> || std::same_as<B, aabb<T>>
                                              : std::same_as<A, aabb<T>> && std::same_as<B, obb<T>>);

/// A hull without the normals of its edges, of a box or a capsule whose edges are proposed by a filter for such pairs.
template <exact_real T>
struct bare_hull {
    rounded_hull<T> hull;
    alignas(16) T columns[8];

    [[gnu::always_inline]] inline bare_hull(const quad<T>& x, const quad<T>& y, std::uint32_t n, std::uint32_t kind,
                                            T extent, T radius = T(0)) noexcept {
        store_quad(columns, 0, x), store_quad(columns, 4, y);
        hull.columns = columns, hull.count = n, hull.lanes = 4;
        hull.radius = radius, hull.max_abs_coordinate = extent, hull.kind = kind;
    }
    /// @pre the box has four vertices
    [[gnu::always_inline]] inline explicit bare_hull(const obb<T>& box) noexcept
        : bare_hull{vertex_quads<T>{box}, shape_kind<obb<T>>} {
        hull.own_center = box.center, hull.has_own_center = true;
    }
    [[gnu::always_inline]] inline explicit bare_hull(const aabb<T>& box) noexcept
        : bare_hull{vertex_quads<T>{box}, shape_kind<aabb<T>>} {}
    /// Makes the hull of vertices some of which rounding may have made equal. Sets no extent.
    constexpr explicit bare_hull(const vertex_list<T, 4>& vertices) noexcept {
        hull.columns = columns, hull.lanes = 4, hull.count = static_cast<std::uint32_t>(vertices.size());
        for (std::size_t i = 0; i < vertices.size(); ++i) columns[i] = vertices[i].x, columns[4 + i] = vertices[i].y;
    }
    bare_hull(const bare_hull&) = delete;
    bare_hull& operator=(const bare_hull&) = delete;

private:
    [[gnu::always_inline]] inline bare_hull(const vertex_quads<T>& at, std::uint32_t kind) noexcept
        : bare_hull{at.x, at.y, 4, kind, highest(upper(absolute(at.x), absolute(at.y)))} {}
};

/// The separations of two boxes along the x and y axes of a and of b (Gottschalk, Lin and Manocha 1996), one in each
/// lane: the projected distance of the centres minus the projected half extents of both boxes.
///
/// For coordinates up to m, |error of a separation| < 28 u m: 1 for the difference of the centres, three dot products
/// of 2 each, 3 for sums, 6 for the rounding of the vertices, which the half extents do not contain, and 4 more. If the
/// vertices are computed in a type that is no wider than T, this adds 24 u m. The drift of a rotation, up to 2^-10, has
/// its own term in `bound`.
template <exact_real T>
struct box_filter {
    quad<T> to_other, cosines, sines;
    // The other box's half extents, projected: one is multiplied by |cosine|, the other by |sine|.
    quad<T> by_cosine, by_sine;
    quad<T> excess;  // the separations
    // The error bound and the largest of `excess`; upper bounds for the |coordinates| and for the distance of two
    // vertices; and the smallest half extent.
    T bound, best, max_abs_coordinate, across, thinnest;
    bool in_range;

    template <class A, class B>
        requires are_turned_boxes<A, B, T>
    [[gnu::always_inline]] inline box_filter(const A& a, const B& b) noexcept : box_filter{as_obb(a), as_obb(b)} {}
    [[gnu::always_inline]] inline box_filter(const obb<T>& a, const obb<T>& b) noexcept {
        static_assert(sizeof(obb<T>) == 6 * sizeof(T));
        const quad<T> center_a = load_quad<T>(a), center_b = load_quad<T>(b);  // centre and half extents
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
        const T drift = off_one[0] + off_one[2];  // the sum of |c^2 + s^2 - 1| of both rotations
        constexpr T roundings = std::same_as<T, float> ? T(28) : T(52);
        max_abs_coordinate = sums[0] + sums[1], across = sums[1] + sums[2];
        bound = roundings * unit_roundoff<T>() * max_abs_coordinate + drift * (T(3) * sums[1] + across);  // generous
        thinnest = lowest(half);  // used only if `bound` is in range, which excludes NaN and infinity
        in_range = (bound > T(0x1p-80)) & (bound < T(0x1p80)) & (drift < T(0x1p-11)) & (thinnest >= T(0));
    }

    template <class Box>
    [[nodiscard, gnu::always_inline]] inline bare_hull<T> hull_of(const Box& box) const noexcept {
        return bare_hull<T>{box};
    }
    /// Returns true if the boxes are valid and certainly apart by more than `within`.
    [[nodiscard, gnu::always_inline]] inline bool are_apart(T within) const noexcept {
        return (best > (bound + within) * (T(1) + T(8) * unit_roundoff<T>())) & in_range;
    }
    /// Returns true if the boxes are valid and thick enough for the error bound of `candidates`.
    [[nodiscard, gnu::always_inline]] inline bool proposes_edges() const noexcept {
        return (thinnest > T(64) * std::numeric_limits<T>::epsilon() * max_abs_coordinate) & in_range;
    }

    /// Finds the edges that may have the largest separation, and the vertices that may be the deepest behind them.
    /// Returns the names of a single edge and vertex without computing sets.
    ///
    /// Rounding moves each end of an edge of length 2 h by up to sqrt(2) u m. The error of the edge's normal is
    /// therefore below 2 sqrt(2) u m / (2 h). Besides `bound`, the error of the separation is that times the distance d
    /// of the edge's first vertex from a vertex of the other box; d is at most the path plus all half extents. Rounding
    /// of a depth adds u d < u m d / h. The sum is below 3 u m d / h. An edge whose separation is less than the largest
    /// one by more than two such errors does not decide. A vertex is certainly the deepest if it is deeper by more than
    /// two errors; the difference of two vertices is twice the projected half extent.
    /// @pre proposes_edges()
    [[gnu::always_inline]] inline edge_name candidates(edge_candidates<T>& found) const noexcept {
        const T error = bound + T(4) * unit_roundoff<T>() * max_abs_coordinate * (across / thinnest);
        const quad<T> errors = quad_of(error);
        const std::uint64_t negative = greater(quad_of(T(0)), to_other),
                            turned = greater(quad_of(T(0)), pick<0, 4, 0, 4>(cosines, sines)) & 3;
        const std::uint64_t one_side = greater(absolute(to_other), errors), clear_cosine = greater(by_cosine, errors),
                            clear_sine = greater(by_sine, errors), clear = one_side & clear_cosine & clear_sine;
        const std::uint64_t axes = greater(excess, quad_of(best - T(2) * error));
        const auto facing = [&](unsigned axis) {
            return facing_features_of_boxes.names[axis | (negative >> axis & 1) << 2 | turned << 3];
        };
        found.error = error, found.enough = found.best = best;
        if (((axes & (axes - 1)) | (axes & ~clear)) == 0) [[likely]]
            return facing(static_cast<unsigned>(std::countr_zero(axes)));
        std::uint64_t edges_of[2] = {0, 0}, behind[2] = {0, 0};
        for (std::uint64_t rest = axes; rest != 0; rest &= rest - 1) {
            const auto axis = static_cast<unsigned>(std::countr_zero(rest));
            const edge_name name = facing(axis);
            std::uint64_t edges = std::uint64_t{1} << name.edge(), vertices = std::uint64_t{1} << name.vertex();
            if ((clear >> axis & 1) == 0) {
                const bool x_is_clear = ((axis & 1) == 0 ? clear_cosine : clear_sine) >> axis & 1,
                           y_is_clear = ((axis & 1) == 0 ? clear_sine : clear_cosine) >> axis & 1;
                if (!x_is_clear) vertices |= std::uint64_t{1} << (name.vertex() ^ 1);
                if (!y_is_clear) vertices |= std::uint64_t{1} << (name.vertex() ^ 3);
                const bool opposite = (one_side >> axis & 1) == 0;
                if (opposite) edges |= std::uint64_t{1} << (name.edge() ^ 2);
                if (opposite || (!x_is_clear && !y_is_clear)) vertices = 15;
            }
            edges_of[axis >> 1] |= edges, behind[axis >> 1] |= vertices;
        }
        found.of_a = edges_of[0], found.of_b = edges_of[1], found.behind_a = behind[0], found.behind_b = behind[1];
        return {};
    }
};

/// Tests two boxes along the x and y axes of both.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline verdict filter_overlap(quick_tests, const obb<T>& a,
                                                                const obb<T>& b) noexcept {
    const box_filter<T> boxes{a, b};
    return certain_overlap(boxes.best, boxes.bound, boxes.in_range);
}

/// Returns true if the sides of a box are exactly parallel to the axes.
template <exact_real T>
[[nodiscard]] constexpr bool is_upright(const aabb<T>&) noexcept {
    return true;
}
template <exact_real T>
[[nodiscard]] constexpr bool is_upright(const obb<T>& box) noexcept {
    const T c = magnitude(box.rotation.c), s = magnitude(box.rotation.s);
    return (c == 1 && s == 0) || (c == 0 && s == 1);
}
/// Returns the lower and upper ends of an upright box along x and y. They have the same bits as the rounded vertices of
/// the box, because each is a single sum.
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

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
