#pragma once
/// The query `intersects` and its closed forms, for programs with boxes, circles and points only. For other shapes,
/// include intersects.hpp.

#include <hitbox/core/quad.hpp>
#include <hitbox/shapes/check_arguments.hpp>
#include <hitbox/shapes/circle.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Two boxes in four lanes, x and y of the first and of the second: the lower ends, the upper ends, and the upper ends
/// of the other box. The lanes of others_end - begins are the lengths by which the first box must move to the right,
/// up, to the left or down to leave the second one.
template <exact_real T>
struct box_lanes {
    quad<T> begins, ends, others_end;

    [[gnu::always_inline]] inline box_lanes(const aabb<T>& a, const aabb<T>& b) noexcept
        : box_lanes{load_quad<T>(a), load_quad<T>(b)} {
        static_assert(sizeof(aabb<T>) == 4 * sizeof(T));
    }
    /// @pre the lanes are `min` and `max` of each box
    [[gnu::always_inline]] inline box_lanes(const quad<T>& of_a, const quad<T>& of_b) noexcept {
        begins = pick<0, 1, 4, 5>(of_a, of_b), ends = pick<2, 3, 6, 7>(of_a, of_b);
        others_end = pick<2, 3, 0, 1>(ends);
    }
    [[nodiscard, gnu::always_inline]] inline bool are_valid() const noexcept {  // false for NaN and infinities, too
        const quad<T> sizes = ends - begins;
        constexpr T limit = (std::numeric_limits<T>::max)();
        return ((greater(quad_of(limit), sizes) & ~greater(quad_of(T(0)), sizes)) == 15);
    }
    [[nodiscard, gnu::always_inline]] inline bool have_minimum_translation() const noexcept {
        constexpr T limit = (std::numeric_limits<T>::max)() / 4;
        return (greater(ends, begins) & greater(quad_of(limit), upper(absolute(begins), absolute(ends)))) == 15;
    }
    [[nodiscard, gnu::always_inline]] inline bool are_apart() const noexcept {
        return greater(begins, others_end) != 0;
    }
};

/// Tests two axis-aligned boxes by comparisons, without rounding. Touching boxes are `unsure`; the exact test decides
/// them.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline verdict filter_overlap(quick_tests, const aabb<T>& a,
                                                                const aabb<T>& b) noexcept {
    const box_lanes<T> lanes{a, b};
    const bool apart = lanes.are_apart(), overlap = greater(lanes.others_end, lanes.begins) == 15;
    return verdict_of((apart | overlap) & lanes.are_valid(), overlap);
}

/// The first argument of `share_point`, the test of shapes that have no closed form. It is in intersects.hpp, where
/// argument-dependent lookup finds it through this type.
struct without_closed_form {};

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

// Closed forms, one for each pair of kinds; that of two boxes is in aabb.hpp.

/// Returns true if two valid shapes share a point, by a closed form. `intersects` calls it, in either order of the
/// shapes. Write a function of this name beside a shape of your own to add a closed form.
template <scalar T>
[[nodiscard]] constexpr bool intersects_pair(vec2<T> p, const aabb<T>& box) noexcept {
    return intersects_pair(aabb<T>{p, p}, box);
}
template <scalar T>
[[nodiscard]] constexpr bool intersects_pair(const circle<T>& a, const circle<T>& b) noexcept {
    return exact::compare_distance(a.center, b.center, a.radius, b.radius) <= 0;
}
template <scalar T>
[[nodiscard]] constexpr bool intersects_pair(const circle<T>& c, const aabb<T>& box) noexcept {
    const vec2<T> nearest = (max)(box.min, (min)(c.center, box.max));
    return exact::compare_distance(c.center, nearest, c.radius, T(0)) <= 0;
}

/// Returns true if `a` and `b` share at least one point; touching counts. The answer is exact for all built-in shapes
/// of float, double and integer coordinates. Returns false for an invalid shape.
/// @pre valid(a) and valid(b)
template <convex A, convex B>
    requires same_scalar<A, B>
[[nodiscard]] constexpr bool intersects(const A& a, const B& b) {
    detail::check_arguments("intersects", a, b);
    const detail::verdict overlap = detail::test_overlap(a, b);
    if (overlap != detail::verdict::unsure) [[likely]]
        return overlap == detail::verdict::yes;
    if (!detail::expect_valid(a, b)) return false;
    if constexpr (requires { intersects_pair(a, b); }) return intersects_pair(a, b);
    else if constexpr (requires { intersects_pair(b, a); }) return intersects_pair(b, a);
    else if constexpr (requires { share_point(detail::without_closed_form{}, a, b); })
        return share_point(detail::without_closed_form{}, a, b);
    else static_assert(sizeof(A) == 0, "hitbox: include hitbox/narrow/intersects.hpp for these shapes");
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
