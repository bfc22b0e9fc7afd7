#pragma once
/// The separation of two capsules. A filter proposes edges from the capsules' coordinates before hulls are made.

#include <hitbox/narrow/separation.hpp>
#include <hitbox/shapes/capsule.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The heights of the ends of two segments above each other's lines, and the separations along the four edges.
///
/// A segment has an edge on either side. Edge 0 leads from the first end to the second, with its outside on the right.
/// Lanes 0 and 1 of `heights` are the ends of a on the left of b; lanes 2 and 3 are the ends of b on the left of a. For
/// the largest coordinate m, two ends are at most 2.9 m apart. A cross product has an error of 4 u times both lengths
/// (two differences, a product, a difference), a length 4 u, a quotient 1 u. Therefore |error of a height| < 27 u m.
struct capsule_filter {
    quad<float> heights, separations;  // separations along b's edge 0, a's edge 0, b's edge 1, a's edge 1
    float max_abs_coordinate, best, error, radius_sum;
    bool applies;

    [[gnu::always_inline]] inline capsule_filter(const capsule<float>& a, const capsule<float>& b) noexcept {
        static_assert(sizeof(capsule<float>) == 5 * sizeof(float));
        const quad<float> of_a = load_quad<float>(a), of_b = load_quad<float>(b);
        const quad<float> start_x = pick<0, 0, 4, 4>(of_b, of_a), start_y = pick<1, 1, 5, 5>(of_b, of_a),
                          edge_x = pick<2, 2, 6, 6>(of_b, of_a) - start_x,
                          edge_y = pick<3, 3, 7, 7>(of_b, of_a) - start_y, x = pick<0, 2, 4, 6>(of_a, of_b) - start_x,
                          y = pick<1, 3, 5, 7>(of_a, of_b) - start_y, squared = edge_x * edge_x + edge_y * edge_y;
        heights = (edge_x * y - edge_y * x) / quad<float>{{root(squared.packs[0])}};
        const quad<float> other = pick<1, 0, 3, 2>(heights);
        // The separation along an edge 0 is minus the larger height, along an edge 1 the smaller height.
        const quad<float> high = quad_of(0.f) - upper(heights, other), low = lower(heights, other);
        separations = pick<0, 2, 4, 6>(high, low);
        const quad<float> size_a = absolute(of_a), size_b = absolute(of_b), sizes = size_a + size_b,
                          sums = sizes + pick<1, 0, 3, 2>(sizes);  // NaN if a coordinate is NaN
        best = highest(separations), max_abs_coordinate = highest(upper(size_a, size_b));
        error = 33 * unit_roundoff<float>() * max_abs_coordinate * (1 + 8 * unit_roundoff<float>());  // generous
        const float sum = sums[0] + sums[2];
        const bool in_range = (sum < 0x1p60f) & (max_abs_coordinate > 0x1p-60f);
        const float least = lowest(squared), least_radius = smaller(a.radius, b.radius);
        radius_sum = a.radius + b.radius;
        applies = in_range & (least_radius >= 0) & (radius_sum < 0x1p60f) & (least > tiny_square<float>);
    }

    [[nodiscard, gnu::always_inline]] inline bool are_apart(float within) const noexcept {
        return applies && best > (error + (radius_sum + within)) * (1 + 8 * unit_roundoff<float>());
    }
    [[nodiscard, gnu::always_inline]] inline bool proposes_edges() const noexcept { return applies; }
    [[nodiscard, gnu::always_inline]] inline bare_hull<float> hull_of(const capsule<float>& shape) const noexcept {
        const quad<float> ends = load_quad<float>(shape);
        return {pick<0, 2, 2, 2>(ends),     pick<1, 3, 3, 3>(ends), 2,
                shape_kind<capsule<float>>, max_abs_coordinate,     shape.radius};
    }

    /// Finds the edges that may have the largest separation, and the ends that may be the deepest behind them. Returns
    /// the names of a single edge and end without computing sets.
    [[gnu::always_inline]] inline edge_name candidates(edge_candidates<float>& found) const noexcept {
        const float tolerance = 4 * error;
        const quad<float> rises = heights - pick<1, 0, 3, 2>(heights);
        // Bits in the order of `separations`.
        const std::uint64_t edges = greater(separations, quad_of(best - tolerance)),
                            behind_first = greater(rises, quad_of(0 - tolerance)),
                            behind_second = greater(quad_of(tolerance), rises);
        const std::uint64_t behind[] = {behind_first, behind_second};
        found.error = error, found.enough = found.best = best;
        const auto first = static_cast<unsigned>(std::countr_zero(edges));
        const std::uint64_t ends = behind[first >> 1] >> (2 * first & 2) & 3;
        if (((edges & (edges - 1)) | (ends & (ends - 1))) == 0) [[likely]]
            return edge_name::of((first & 1) == 0, first >> 1, static_cast<std::uint32_t>(ends >> 1));
        found.of_b = (edges & 1) | (edges >> 1 & 2), found.of_a = (edges >> 1 & 1) | (edges >> 2 & 2);
        found.behind_b = behind[~found.of_b & 1] & 3, found.behind_a = behind[~found.of_a & 1] >> 2;
        return {};
    }
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
