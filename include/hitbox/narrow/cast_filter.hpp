#pragma once
/// The SIMD filter of linear casts: the edges through which a moving hull may enter another, from approximate normals.
///
/// As in edge_filter.hpp, these numbers have an error bound and only choose the edges that are evaluated. No bit of an
/// answer comes from them, and the chosen edges may differ from build to build.

#include <hitbox/narrow/edge_filter.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

template <std::floating_point T>
struct cast_bounds {
    T radius_sum{};
    T error{};        // see cross_edges
    T min_closing{};  // an edge that the motion approaches more slowly counts as parallel to the motion
    T beside{};       // if a parallel edge is farther away than this, the motion stays on one side of it
};

/// The edges that may be entered last.
template <std::floating_point T>
struct cast_candidates {
    T first{};  // lower bound for the fraction of the entry
    T along{};  // the largest separation of an edge that counts as parallel to the motion
    std::uint64_t of_a = 0, of_b = 0;
    std::uint64_t behind = 0;  // the vertices that may be the deepest behind the first of these edges
};

/// The question that the filter of a cast leaves open.
enum class cast_question {
    none,   // the hulls certainly do not meet
    start,  // they may touch or overlap at the start
    entry,  // they are certainly apart at the start, or the caller knows this
};

namespace lanes_16 {
#include <hitbox/narrow/cast_filter.inl>
}  // namespace lanes_16

#if HITBOX_HAS_AVX2_KERNELS
HITBOX_BEGIN_AVX2
namespace lanes_32 {
#  include <hitbox/narrow/cast_filter.inl>
}  // namespace lanes_32
HITBOX_END_KERNELS
#endif

/// Computes the bounds of `cross_edges`. Returns false if the numbers are out of range.
///
/// d is the error of a separation, plus 8 roundings of the radii and coordinates. k is the error of `closing`, with
/// m = |x| + |y| of the translation: 7 u m for the normal, 1 u m for the rounded translation, 2 u m for products and
/// sum. So k < 10.1 u m; g = 32 u m and min_closing = 2^-13 m. For double, whose fractions are not evaluated in a wider
/// type, g and min_closing are 64 times as large.
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline bool bound_cast(cast_bounds<T>& bounds, const rounded_hull<T>& a,
                                                         const rounded_hull<T>& b, vec2<T> translation,
                                                         T start_error) noexcept {
    constexpr T u = unit_roundoff<T>(), careful = std::same_as<T, float> ? T(1) : T(64);
    const vec2<T> size = abs(translation);
    const T longest = larger(size.x, size.y), manhattan = size.x + size.y;
    bounds.radius_sum = a.radius + b.radius;
    const bool in_range = (longest > T(0x1p-60)) & (longest < T(0x1p60)) & (bounds.radius_sum < T(0x1p60));
    bounds.error =
        careful * (start_error + T(8) * u * (bounds.radius_sum + larger(a.extent, b.extent)) + T(32) * u * manhattan);
    bounds.min_closing = T(0x1p-13) * manhattan;
    bounds.beside = bounds.min_closing * T(1.125) + bounds.error;
    return in_range;
}

/// Filters with the widest registers that the processor has and that the lanes fill. @pre bound_cast returned true, and
/// `start.error` and `start.enough` are set
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline cast_question
filter_cast(cast_candidates<T>& found, edge_candidates<T>& start, const rounded_hull<T>& a, const rounded_hull<T>& b,
            vec2<T> translation, const cast_bounds<T>& bounds) noexcept {
#if HITBOX_HAS_AVX2_KERNELS
    if (fill_wide_lanes(a, b)) return lanes_32::filter_cast(found, start, a, b, translation, bounds);
#endif
    return lanes_16::filter_cast(found, start, a, b, translation, bounds);
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
