#pragma once
/// Quick overlap tests of boxes, circles and capsules by their own numbers.
///
/// The tests run in the shapes' own precision, mostly in four lanes, with an error bound, before hulls are made,
/// because making hulls takes longer. Results within the bound are `unsure` and left to the hulls, so no answer depends
/// on these tests. `yes` means that both shapes are valid and their interiors overlap. `no` may also mean that a shape
/// is invalid. Callers therefore need no separate validity check, which would take longer than these tests of boxes and
/// circles.

#include <hitbox/core/quad.hpp>
#include <hitbox/narrow/box_axis.hpp>
#include <hitbox/narrow/box_filter.hpp>
#include <hitbox/shapes/capsule.hpp>
#include <hitbox/shapes/circle.hpp>
#include <hitbox/shapes/obb.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Returns `yes` or `no` if certain, else `unsure`. There is no branch on yes or no, because that is random.
[[nodiscard, gnu::always_inline]] inline verdict verdict_of(bool certain, bool yes) noexcept {
    static_assert(static_cast<int>(verdict::no) == 0 && static_cast<int>(verdict::yes) == 1);
    return certain ? static_cast<verdict>(yes) : verdict::unsure;
}
/// Returns the verdict for an excess with an error bound; a positive excess means apart. Returns `unsure` for NaN.
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline verdict certain_overlap(T excess, T bound, bool in_range) noexcept {
    return verdict_of((magnitude(excess) > bound) & in_range, excess < T(0));
}

/// Tests two axis-aligned boxes by comparisons, without rounding. Touching boxes are `unsure`; the exact test decides
/// them.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline verdict filter_overlap(const aabb<T>& a, const aabb<T>& b) noexcept {
    const box_lanes<T> lanes{a, b};
    const bool apart = lanes.are_apart(), overlap = greater(lanes.others_end, lanes.begins) == 15;
    return verdict_of((apart | overlap) & lanes.are_valid(), overlap);
}

/// Tests two discs by the squared distance of the centres and the squared sum of the radii. The differences and the sum
/// of the radii carry one rounding each, a square two more, the sum of squares one: |error| < 5 u (squared + limit).
/// Underflow adds less than 2^-100.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline verdict filter_overlap(const circle<T>& a, const circle<T>& b) noexcept {
    const vec2<T> path = b.center - a.center;
    const T radius_sum = a.radius + b.radius, squared = dot(path, path), limit = radius_sum * radius_sum;
    const T bound = T(8) * unit_roundoff<T>() * (squared + limit) + T(0x1p-100);  // generous
    return certain_overlap(squared - limit, bound, smaller(a.radius, b.radius) >= T(0));
}

/// Tests two boxes along the x and y axes of both.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline verdict filter_overlap(const obb<T>& a, const obb<T>& b) noexcept {
    const box_filter<T> boxes{a, b};
    return certain_overlap(boxes.best, boxes.bound, boxes.in_range);
}

/// Tests two capsules by the distances of the four ends from the other segment: b's ends, then a's ends. The smallest
/// one is the distance of the segments, unless they cross (Ericson, section 5.1.9).
///
/// With s the sum of the sizes, |error of a squared distance| < 32 u s^2. The rounding of the division moves the
/// nearest point along the segment, which hardly changes the distance. |error of a cross product| < 4 u s |edge|, so
/// segments that cross although the signs of the cross products are wrong have an end within 4 u s of the other
/// segment.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline verdict filter_overlap(const capsule<T>& a, const capsule<T>& b) noexcept {
    const quad<T> of_a = load_quad<T>(a), of_b = load_quad<T>(b), zero = quad_of(T(0));
    const quad<T> start_x = pick<0, 0, 4, 4>(of_a, of_b), start_y = pick<1, 1, 5, 5>(of_a, of_b),
                  edge_x = pick<2, 2, 6, 6>(of_a, of_b) - start_x, edge_y = pick<3, 3, 7, 7>(of_a, of_b) - start_y,
                  x = pick<0, 2, 4, 6>(of_b, of_a) - start_x, y = pick<1, 3, 5, 7>(of_b, of_a) - start_y;
    const quad<T> edge_sizes = absolute(edge_x) + absolute(edge_y), gap_sizes = absolute(x) + absolute(y);
    const T size = edge_sizes[0] + edge_sizes[2] + gap_sizes[0];
    const quad<T> lengths = edge_x * edge_x + edge_y * edge_y, turns = edge_x * y - edge_y * x;
    const quad<T> along = (x * edge_x + y * edge_y) / upper(lengths, quad_of((std::numeric_limits<T>::min)()));
    const quad<T> clamped = upper(zero, lower(along, quad_of(T(1)))), off_x = x - edge_x * clamped,
                  off_y = y - edge_y * clamped;
    const T units = unit_roundoff<T>() * size * size, sum = a.radius + b.radius, limit = sum * sum;  // generous
    const std::uint64_t left = greater(turns, zero), certain = greater(absolute(turns), quad_of(T(8) * units));
    const bool crossing = ((left ^ left >> 1) & 5) == 5;           // each has its ends on both sides of the other
    const T bound = T(64) * (units + unit_roundoff<T>() * limit);  // generous
    const bool in_range = (size > T(0x1p-30)) & (size < T(0x1p60)) & (sum < T(0x1p60)) &  // and so are the squares
                          (a.radius >= T(0)) & (b.radius >= T(0));
    return certain_overlap((crossing ? T(0) : lowest(off_x * off_x + off_y * off_y)) - limit, bound,
                           in_range & (!crossing | (certain == 15)));
}

/// Returns the verdict of the quick test of a pair; `unsure` if there is no test for these kinds.
template <class A, class B>
[[nodiscard, gnu::always_inline]] constexpr verdict test_overlap([[maybe_unused]] const A& a,
                                                                 [[maybe_unused]] const B& b) noexcept {
    if constexpr (requires { detail::filter_overlap(a, b); })  // qualified, to call no function of a shape's author
        if (!std::is_constant_evaluated()) return detail::filter_overlap(a, b);
    return verdict::unsure;
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
