#pragma once
/// Queries of the same pair in every frame, which test the last separating axis first.

#include <hitbox/narrow/collide.hpp>
#include <hitbox/narrow/extent_along_axis.hpp>
#include <hitbox/narrow/separating_axis.hpp>

namespace hitbox {
namespace sat {

/// The axis of a pair that is kept between two queries: the one along which the shapes were farthest apart, or (for a
/// shape known by its support only) overlapped the least. A default one is empty. It only decides which axis is tested
/// first, so its contents never change a bit of an answer.
template <std::floating_point T>
    requires exact_scalar<T>
struct last_axis {
    using scalar_type = T;

    vec2<T> axis{};  // from a to b; used only if it is about a unit vector

    [[gnu::always_inline]] friend constexpr bool operator==(const last_axis&, const last_axis&) = default;
};

}  // namespace sat

namespace detail {
inline namespace HITBOX_ISA {

/// Returns the relation of two valid shapes and stores the axis to test next time: the axis that separates them, or,
/// for shapes known by their support only, the axis that decided. Two hulls that overlap leave `last` empty.
template <class A, class B, std::floating_point T>
[[nodiscard]] inline relation ask_and_remember(sat::last_axis<T>& last, const A& a, const B& b) {
    if constexpr (has_hull<A> && has_hull<B>) {
        return with_hulls(a, b, [&last](const rounded_hull<T>& p, const rounded_hull<T>& q) {
            const relation kind = relation_of(p, q);
            last.axis = {};
            if (kind == relation::apart) last.axis = *sat::detail::separating_normal(p, q);
            return kind;
        });
    } else {
        return with_support(a, [&](const auto& p) {
            return with_support(b, [&](const auto& q) {
                const auto found = gjk::signed_distance(p, q);
                last.axis = vec_cast<T>(found.normal);
                return found.kind;
            });
        });
    }
}

template <class A, class B>
concept has_closed_contact = both_aabb<A, B> || requires(const A& a, const B& b) { collide_pair(a, b); };
template <class A, class B>
concept has_closed_form = requires(const A& a, const B& b) { intersects_pair(a, b); } ||
                          requires(const A& a, const B& b) { intersects_pair(b, a); };

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns `intersects(a, b)`. It is faster if the axis in `last`, from an earlier query, still separates the shapes
/// or, for shapes known by their support only, still shows that they overlap. Keep one `last_axis` for each pair, with
/// the same order of arguments. With the axis of another pair the answer is the same, but it takes longer. `last` is
/// not used in
/// constant evaluation, nor for two kinds with a closed form, such as boxes.
/// @pre valid(a) and valid(b)
///
/// Shapes with vertices are projected onto the axis, and are apart if the shadows are apart by more than 48 roundings
/// of the coordinates. For shapes known by their support only, three supports of each are computed. They decide if the
/// shapes are apart by 256 roundings or overlap by 64.
template <convex A, convex B>
    requires same_scalar<A, B>
[[nodiscard]] constexpr bool intersects(const A& a, const B& b, sat::last_axis<scalar_t<A>>& last) {
    if (std::is_constant_evaluated() || detail::has_closed_form<A, B>) return intersects(a, b);
    detail::check_arguments("intersects", a, b);
    const detail::verdict overlap = detail::test_overlap(a, b);
    if (overlap != detail::verdict::unsure) return overlap == detail::verdict::yes;
    const detail::verdict known = detail::overlap_along(a, b, last.axis);
    if (!detail::expect_valid(a, b) || known == detail::verdict::no) return false;
    return known == detail::verdict::yes || detail::ask_and_remember(last, a, b) != detail::relation::apart;
}

/// Returns `penetrates(a, b)`, faster in the same cases as `intersects`.
/// @pre valid(a) and valid(b)
template <convex A, convex B>
    requires same_scalar<A, B>
[[nodiscard]] constexpr bool penetrates(const A& a, const B& b, sat::last_axis<scalar_t<A>>& last) {
    if (std::is_constant_evaluated()) return penetrates(a, b);
    detail::check_arguments("penetrates", a, b);
    const detail::verdict overlap = detail::test_overlap(a, b);
    if (overlap != detail::verdict::unsure) return overlap == detail::verdict::yes;
    const detail::verdict known = detail::overlap_along(a, b, last.axis);
    if (!detail::expect_valid(a, b) || known == detail::verdict::no) return false;
    return known == detail::verdict::yes || detail::ask_and_remember(last, a, b) == detail::relation::penetrating;
}

/// Returns `collide(a, b)`, faster if the shapes are certainly apart along the axis that `last` holds. Depth and
/// direction never depend on `last`, because another starting point would give other bits.
/// @pre valid(a) and valid(b)
template <convex A, convex B>
    requires same_scalar<A, B>
[[nodiscard]] constexpr std::optional<contact<scalar_t<A>>> collide(const A& a, const B& b,
                                                                    sat::last_axis<scalar_t<A>>& last) {
    if (std::is_constant_evaluated() || detail::has_closed_contact<A, B>) return collide(a, b);
    detail::check_arguments("collide", a, b);
    std::optional<contact<scalar_t<A>>> hit;
    if (!detail::expect_valid(a, b) || detail::overlap_along(a, b, last.axis) == detail::verdict::no) return hit;
    hit = detail::collide_valid(a, b);
    last.axis = {};
    if (!hit) static_cast<void>(detail::ask_and_remember(last, a, b));
    else if constexpr (!detail::has_hull<A> || !detail::has_hull<B>) last.axis = hit->normal;
    return hit;
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
