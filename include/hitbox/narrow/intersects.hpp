#pragma once
/// The queries `intersects` and `penetrates` of two convex shapes.

#include <hitbox/narrow/gjk.hpp>
#include <hitbox/shapes/circle.hpp>

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
        return with_support(a, [&b](const auto& p) {
            return with_support(b, [&p](const auto& q) { return gjk::signed_distance(p, q).kind; });
        });
    }
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

// Closed forms, one for each pair of kinds; the closed form of two boxes is in box_axis.hpp.

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
    else return detail::relation_between(a, b) != detail::relation::apart;
}

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
