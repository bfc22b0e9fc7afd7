#pragma once
/// Do two convex shapes share a point? Do their interiors?

#include <hitbox/narrow/gjk.hpp>
#include <hitbox/narrow/near_boxes.hpp>
#include <hitbox/narrow/quick_discs.hpp>
#include <hitbox/narrow/relation.hpp>

namespace hitbox {

// Closed forms, each pair once. Written as "all of these hold", so that NaN answers false.

template <scalar T>
[[nodiscard]] constexpr bool intersects_pair(const aabb<T>& a, const aabb<T>& b) noexcept {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}
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

namespace detail {

template <class A, class B>
[[nodiscard]] constexpr relation relation_between(const A& a, const B& b) {
    if constexpr (are_boxes<A, B>) return relation_of_boxes(a, b);
    else if constexpr (scored_at_once<A, B>) {
        sharp_scores<scalar_t<A>> scores;
        look_at_once(scores, a, b);
        return resolve_scored(a, b, scores, [](const auto& facets_a, const auto& facets_b, const auto& told) {
            return relation_scored(facets_a, facets_b, told);
        });
    } else if constexpr (!faceted<A> || !faceted<B>) return gjk::signed_distance(a, b).kind;
    else if constexpr (list_rank<decltype(vertices(a))> > list_rank<decltype(vertices(b))>)
        return relation_of(facets_of(b), facets_of(a));
    else return relation_of(facets_of(a), facets_of(b));
}

/// What a quick look at the shapes as they come tells for certain, of valid ones; `touching` if that is nothing.
template <class A, class B>
[[nodiscard, gnu::always_inline]] constexpr relation told_quickly([[maybe_unused]] const A& a,
                                                                  [[maybe_unused]] const B& b) noexcept {
    if constexpr (requires { quick_relation(a, b); }) {
        return std::is_constant_evaluated() ? relation::touching : quick_relation(a, b);
    } else {
        return relation::touching;
    }
}

/// The same where to touch is as good as to penetrate.
template <class A, class B>
[[nodiscard, gnu::always_inline]] constexpr relation told_of_meeting(const A& a, const B& b) noexcept {
    if constexpr (requires { quick_meeting(a, b); }) {
        return std::is_constant_evaluated() ? relation::touching : quick_meeting(a, b);
    } else {
        return told_quickly(a, b);
    }
}

template <class A, class B>
[[nodiscard]] constexpr bool intersects_resolved(const A& a, const B& b) {
    if constexpr (scored_at_once<A, B>) return relation_between(a, b) != relation::apart;
    else if constexpr (indirect<A>)
        return resolve(a, [&b](const auto& known) { return intersects_resolved(known, b); });
    else if constexpr (indirect<B>)
        return resolve(b, [&a](const auto& known) { return intersects_resolved(a, known); });
    else if constexpr (requires { intersects_pair(a, b); }) return intersects_pair(a, b);
    else if constexpr (requires { intersects_pair(b, a); }) return intersects_pair(b, a);
    else return relation_between(a, b) != relation::apart;
}

template <class A, class B>
[[nodiscard]] constexpr bool penetrates_resolved(const A& a, const B& b) {
    if constexpr (scored_at_once<A, B>) return relation_between(a, b) == relation::penetrating;
    else if constexpr (indirect<A>)
        return resolve(a, [&b](const auto& known) { return penetrates_resolved(known, b); });
    else if constexpr (indirect<B>)
        return resolve(b, [&a](const auto& known) { return penetrates_resolved(a, known); });
    else return relation_between(a, b) == relation::penetrating;
}

// What is not told at once stands apart: it would take registers and room from what is.

template <class A, class B>
[[nodiscard, gnu::noinline]] constexpr bool intersects_carefully(const A& a, const B& b) {
    // A closed form is total and often says no: then nothing more needs to be known of the shapes.
    if constexpr (requires { intersects_pair(a, b); }) return intersects_pair(a, b) ? expect_valid(a, b) : no_for(a, b);
    else return expect_valid(a, b) && intersects_resolved(a, b);
}
template <class A, class B>
[[nodiscard, gnu::noinline]] constexpr bool penetrates_carefully(const A& a, const B& b) {
    return expect_valid(a, b) && penetrates_resolved(a, b);
}

}  // namespace detail

/// True when `a` and `b` share at least one point; touching counts. Exact for all built-in shapes of float, double and
/// integer coordinates. False for an invalid shape.
/// @pre valid(a) and valid(b)
template <convex A, convex B>
    requires same_scalar<A, B>
[[nodiscard]] constexpr bool intersects(const A& a, const B& b) {
    if constexpr (detail::are_boxes<A, B>) {
        return detail::relation_of_boxes(a, b) != detail::relation::apart;
    } else {
        const detail::relation told = detail::told_of_meeting(a, b);
        if (told != detail::relation::touching) return told == detail::relation::penetrating;
        return detail::intersects_carefully(a, b);
    }
}

/// True when `a` must be moved some way before it no longer overlaps `b`: the origin is strictly inside their Minkowski
/// difference. Touching does not count; a point or a segment strictly inside, or segments that cross, do. Exact as
/// `intersects`.
/// @pre valid(a) and valid(b)
template <convex A, convex B>
    requires same_scalar<A, B>
[[nodiscard]] constexpr bool penetrates(const A& a, const B& b) {
    if constexpr (detail::are_boxes<A, B>) {
        return detail::relation_of_boxes(a, b) == detail::relation::penetrating;
    } else {
        const detail::relation told = detail::told_quickly(a, b);
        if (told != detail::relation::touching) return told == detail::relation::penetrating;
        return detail::penetrates_carefully(a, b);
    }
}

}  // namespace hitbox
