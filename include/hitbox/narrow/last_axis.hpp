#pragma once
/// The same pair again, frame after frame: does the axis that parted it last time still do so?

#include <hitbox/narrow/collide.hpp>
#include <hitbox/narrow/one_axis.hpp>

namespace hitbox {

namespace sat {

/// What is kept of a pair between two queries: the axis along which the shapes were farthest apart, or (of a shape that
/// is known by its support only) overlapped the least. By default it knows nothing. Whatever it holds, no answer has
/// another bit: it is only where to look first.
template <std::floating_point T>
    requires exact_scalar<T>
struct last_axis {
    using scalar_type = T;

    vec2<T> axis{};  // from a to b; not looked along unless it is about a unit vector

    friend constexpr bool operator==(const last_axis&, const last_axis&) = default;
};

}  // namespace sat

namespace detail {

/// Looks for the axis along which two shapes that are not invalid are the farthest apart: a few supports.
template <class A, class B, std::floating_point T>
inline void find_axis(sat::last_axis<T>& last, const A& a, const B& b) {
    using W = wide_t<T>;
    const vec2<W> offset = widen(center(b)) - widen(center(a));
    const W slack = W(16) * static_cast<W>(unit_roundoff<T>()) * (magnitude(offset.x) + magnitude(offset.y));
    last.axis = vec_cast<T>(gjk::widest_gap(direction_of(offset, vec2<W>{W(1), W(0)}), slack, [&a, &b](vec2<W> n) {
        const vec2<T> d = vec_cast<T>(n);
        return widen(support(b, -d)) - widen(support(a, d));
    }));
}

/// The relation of two shapes of which one is known by its support only, and the axis that comes with it.
template <class A, class B, std::floating_point T>
[[nodiscard]] inline relation relation_by_supports(sat::last_axis<T>& last, const A& a, const B& b) {
    const auto found = gjk::signed_distance(a, b);
    last.axis = vec_cast<T>(found.normal);
    return found.kind;
}

/// The ordinary answer, and where to look next time: an axis that comes with it, or that of the gap. Two shapes with
/// corners that overlap leave nothing behind.
template <class A, class B, std::floating_point T, class Ask>
[[nodiscard]] inline auto ask_and_remember(sat::last_axis<T>& last, const A& a, const B& b, Ask ask) {
    if constexpr (indirect<A>) {
        return resolve(a, [&](const auto& known) { return ask_and_remember(last, known, b, ask); });
    } else if constexpr (indirect<B>) {
        return resolve(b, [&](const auto& known) { return ask_and_remember(last, a, known, ask); });
    } else {
        last = {};
        const auto answer = ask(a, b);
        if (!answer && last == sat::last_axis<T>{}) find_axis(last, a, b);
        return answer;
    }
}

template <class A, class B>
concept has_closed_contact = requires(const A& a, const B& b) {
    collide_pair(a, b);
};
template <class A, class B>
concept has_closed_form = requires(const A& a, const B& b) {
    intersects_pair(a, b);
}
|| requires(const A& a, const B& b) { intersects_pair(b, a); };

}  // namespace detail

/// `intersects(a, b)`, sooner if the axis that `last` holds from an earlier query still parts the two, or shows how
/// they overlap. Keep one for each pair, and ask in the same order; any other gives the same answer, only not sooner.
/// In constant evaluation it is not looked at; nor for two kinds with a closed form, which is as quick.
/// @pre valid(a) and valid(b)
///
/// Shapes with corners: their shadows on one axis, where those are apart by more than 48 roundings of the coordinates.
/// Shapes known by their support: three supports of each, where they are apart by 256 or overlap by 64.
template <convex A, convex B>
    requires same_scalar<A, B>
[[nodiscard]] constexpr bool intersects(const A& a, const B& b, sat::last_axis<scalar_t<A>>& last) {
    if (std::is_constant_evaluated() || detail::has_closed_form<A, B>) return intersects(a, b);
    const detail::relation known = detail::relation_along(a, b, last.axis);
    if (known == detail::relation::apart) return detail::no_for(a, b);
    if (detail::told_quickly(a, b) == detail::relation::penetrating) return true;
    if (!detail::expect_valid(a, b)) return false;
    if (known == detail::relation::penetrating) return true;
    return detail::ask_and_remember(last, a, b, [&last]<class P, class Q>(const P& p, const Q& q) {
        if constexpr ((faceted<P> && faceted<Q>) || detail::has_closed_form<P, Q>)
            return detail::intersects_resolved(p, q);
        else return detail::relation_by_supports(last, p, q) != detail::relation::apart;
    });
}

/// `penetrates(a, b)`, sooner by the same look.
/// @pre valid(a) and valid(b)
template <convex A, convex B>
    requires same_scalar<A, B>
[[nodiscard]] constexpr bool penetrates(const A& a, const B& b, sat::last_axis<scalar_t<A>>& last) {
    if (std::is_constant_evaluated()) return penetrates(a, b);
    const detail::relation known = detail::relation_along(a, b, last.axis);
    if (known == detail::relation::apart) return detail::no_for(a, b);
    if (detail::told_quickly(a, b) == detail::relation::penetrating) return true;
    if (!detail::expect_valid(a, b)) return false;
    if (known == detail::relation::penetrating) return true;
    return detail::ask_and_remember(last, a, b, [&last]<class P, class Q>(const P& p, const Q& q) {
        if constexpr (faceted<P> && faceted<Q>) return detail::penetrates_resolved(p, q);
        else return detail::relation_by_supports(last, p, q) == detail::relation::penetrating;
    });
}

/// `collide(a, b)`, sooner if they are certainly apart along the axis that `last` holds. How deep and which way is
/// always computed anew: begun elsewhere, it would end in other bits.
/// @pre valid(a) and valid(b)
template <convex A, convex B>
    requires same_scalar<A, B>
[[nodiscard]] constexpr std::optional<contact<scalar_t<A>>> collide(const A& a, const B& b,
                                                                    sat::last_axis<scalar_t<A>>& last) {
    if (std::is_constant_evaluated() || detail::has_closed_contact<A, B>) return collide(a, b);
    if (detail::relation_along(a, b, last.axis) == detail::relation::apart) {
        static_cast<void>(detail::no_for(a, b));
        return {};
    }
    if (!detail::expect_valid(a, b)) return {};
    return detail::ask_and_remember(last, a, b, [&last]<class P, class Q>(const P& p, const Q& q) {
        const auto hit = detail::collide_resolved(p, q);
        if constexpr (!faceted<P> || !faceted<Q>) last.axis = hit ? hit->normal : vec2<scalar_t<P>>{};
        return hit;
    });
}

}  // namespace hitbox
