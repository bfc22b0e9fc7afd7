#pragma once
/// The queries `intersects` and `penetrates` of two convex shapes.

#include <hitbox/narrow/gjk.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Returns the relation of two shapes. @pre both are valid
template <class A, class B>
[[nodiscard]] constexpr relation relation_between(const A& a, const B& b) {
    using T = scalar_t<A>;
    constexpr bool are_upright = std::same_as<A, B> && std::same_as<A, aabb<T>> && exact_real<T>;
    if constexpr (are_upright || are_turned_boxes<A, B, T>) {
        return relation_of_boxes(a, b);
    } else if constexpr (has_hull<A> && has_hull<B>) {
        return with_hulls(a, b, [](const auto& p, const auto& q) { return relation_of<A, B>(p, q); });
    } else {
        return with_supports(a, b, [](const auto& p, const auto& q) { return gjk::signed_distance(p, q).kind; });
    }
}
template <class A, class B>
[[nodiscard]] constexpr bool share_point(without_closed_form, const A& a, const B& b) {
    return relation_between(a, b) != relation::apart;
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns true if `a` and `b` overlap and do not only touch: the origin is strictly inside their Minkowski difference.
/// A point or a segment strictly inside a shape penetrates it, and so do segments that cross. The answer is as exact as
/// that of `intersects`. Returns false for an invalid shape.
/// @pre valid(a) and valid(b)
template <convex A, convex B>
    requires same_scalar<A, B>
[[nodiscard]] constexpr bool penetrates(const A& a, const B& b) {
    detail::check_arguments("penetrates", a, b);
    const detail::verdict overlap = detail::test_overlap(a, b);
    if (overlap != detail::verdict::unsure) [[likely]]
        return overlap == detail::verdict::yes;
    return detail::expect_valid(a, b) && detail::relation_between(a, b) == detail::relation::penetrating;
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
