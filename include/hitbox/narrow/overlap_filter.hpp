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

/// No branch on whether it is yes or no: that is random.
[[nodiscard, gnu::always_inline]] inline verdict verdict_of(bool certain, bool yes) noexcept {
    static_assert(static_cast<int>(verdict::no) == 0 && static_cast<int>(verdict::yes) == 1);
    return certain ? static_cast<verdict>(yes) : verdict::unsure;
}
/// Returns the verdict of an excess with an error bound: a positive excess means apart. Unsure for a NaN.
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline verdict certain_overlap(T excess, T bound, bool in_range) noexcept {
    return verdict_of((magnitude(excess) > bound) & in_range, excess < T(0));
}

/// Boxes along the axes: each begins before the other ends. By comparisons alone, without an error. Touching
/// boxes are `unsure`; the exact test decides them.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline verdict filter_overlap(const aabb<T>& a, const aabb<T>& b) noexcept {
    const box_lanes<T> lanes{a, b};
    const bool apart = lanes.are_apart(), overlap = greater(lanes.others_end, lanes.begins) == 15;
    return verdict_of((apart | overlap) & lanes.are_valid(), overlap);
}

/// Discs: the square of the distance of the centres and that of both radii. Each difference and the sum carry one
/// rounding, each square two more, the sum one: together below 5 u of both; and what has no digits left is below
/// 2^-100.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline verdict filter_overlap(const circle<T>& a, const circle<T>& b) noexcept {
    const vec2<T> path = b.center - a.center;
    const T radius_sum = a.radius + b.radius, squared = dot(path, path), limit = radius_sum * radius_sum;
    const T bound = T(8) * unit_roundoff<T>() * (squared + limit) + T(0x1p-100);  // generous
    return certain_overlap(squared - limit, bound, smaller(a.radius, b.radius) >= T(0));
}

/// Two boxes along the x and y of both.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline verdict filter_overlap(const obb<T>& a, const obb<T>& b) noexcept {
    const box_filter<T> boxes{a, b};
    return certain_overlap(boxes.best, boxes.bound, boxes.in_range);
}

/// Each of the four ends from the other's segment: b's, then a's. The nearest one gives the distance of the segments,
/// unless they cross (Ericson, section 5.1.9).
///
/// With s the sum of the sizes, a squared distance is off by less than 32 u s^2: what division rounds moves the point
/// found along the segment, where the distance hardly changes. A turn is off by less than 4 u s |edge|: segments that
/// cross, but not by the signs of their turns, have an end within 4 u s of the other.
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
    const bool crossing = ((left ^ left >> 1) & 5) == 5;           // an end of each on either side of the other
    const T bound = T(64) * (units + unit_roundoff<T>() * limit);  // generous
    const bool in_range = (size > T(0x1p-30)) & (size < T(0x1p60)) & (sum < T(0x1p60)) &  // and so are the squares
                          (a.radius >= T(0)) & (b.radius >= T(0));
    return certain_overlap((crossing ? T(0) : lowest(off_x * off_x + off_y * off_y)) - limit, bound,
                           in_range & (!crossing | (certain == 15)));
}

/// Returns the verdict of the quick test for such a pair, if there is one.
template <class A, class B>
[[nodiscard, gnu::always_inline]] constexpr verdict test_overlap([[maybe_unused]] const A& a,
                                                                 [[maybe_unused]] const B& b) noexcept {
    if constexpr (requires { detail::filter_overlap(a, b); })  // no function of a shape's author
        if (!std::is_constant_evaluated()) return detail::filter_overlap(a, b);
    return verdict::unsure;
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
