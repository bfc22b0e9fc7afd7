#pragma once
/// Do two convex shapes share a point? Do their interiors?

#include <hitbox/narrow/gjk.hpp>
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

/// A quick look at two boxes by their half extents (Gottschalk, Lin and Manocha 1996): certainly apart, certainly
/// penetrating, or touching for all that T can tell.
///
/// With coordinates up to m, each axis' gap is off by less than 24 u m: difference of centres 1, three dot products of
/// 2 each, sums 3, and 6 for the corners, whose own rounding (and the 2^-10 by which a rotation may be off) is not in
/// the half extents.
template <std::floating_point T>
[[nodiscard]] constexpr relation quick_relation(const obb<T>& a, const obb<T>& b) noexcept {
    if (std::is_constant_evaluated()) return relation::touching;
    const vec2<T> offset = b.center - a.center, ca = abs(a.center), cb = abs(b.center);
    const T c = dot(vec2<T>{a.rotation.c, a.rotation.s}, vec2<T>{b.rotation.c, b.rotation.s});
    const T s = cross(vec2<T>{a.rotation.c, a.rotation.s}, vec2<T>{b.rotation.c, b.rotation.s});
    const T abs_c = magnitude(c), abs_s = magnitude(s);
    const auto along = [offset](const rot2<T>& r) {
        return vec2<T>{magnitude(r.c * offset.x + r.s * offset.y), magnitude(r.c * offset.y - r.s * offset.x)};
    };
    const vec2<T> in_a = along(a.rotation), in_b = along(b.rotation), ha = a.half_extents, hb = b.half_extents;
    const T gaps[] = {in_a.x - ha.x - (abs_c * hb.x + abs_s * hb.y), in_a.y - ha.y - (abs_s * hb.x + abs_c * hb.y),
                      in_b.x - hb.x - (abs_c * ha.x + abs_s * ha.y), in_b.y - hb.y - (abs_s * ha.x + abs_c * ha.y)};
    const T gap = larger(larger(gaps[0], gaps[1]), larger(gaps[2], gaps[3]));
    const T sizes = ha.x + ha.y + hb.x + hb.y;
    const T drift = larger(magnitude(length_squared(vec2<T>{a.rotation.c, a.rotation.s}) - T(1)),
                           magnitude(length_squared(vec2<T>{b.rotation.c, b.rotation.s}) - T(1)));
    const T slack = T(24) * unit_roundoff<T>() * (larger(ca.x, ca.y) + larger(cb.x, cb.y) + sizes) +
                    drift * (T(4) * sizes + magnitude(offset.x) + magnitude(offset.y));
    const bool ordinary = slack > T(0x1p-80) && slack < T(0x1p80);
    return !ordinary      ? relation::touching
           : gap > slack  ? relation::apart
           : gap < -slack ? relation::penetrating
                          : relation::touching;
}

template <class A, class B>
[[nodiscard]] constexpr relation relation_between(const A& a, const B& b) {
    if constexpr (std::same_as<A, obb<float>> && std::same_as<B, obb<float>>) {
        if (const relation quick = quick_relation(a, b); quick != relation::touching) return quick;
    }
    if constexpr (!faceted<A> || !faceted<B>) return gjk::signed_distance(a, b).kind;
    else if constexpr (list_rank<decltype(vertices(a))> > list_rank<decltype(vertices(b))>)
        return relation_of(facets_of(b), facets_of(a));
    else return relation_of(facets_of(a), facets_of(b));
}

template <class A, class B>
[[nodiscard]] constexpr bool intersects_resolved(const A& a, const B& b) {
    if constexpr (indirect<A>) return resolve(a, [&b](const auto& known) { return intersects_resolved(known, b); });
    else if constexpr (indirect<B>)
        return resolve(b, [&a](const auto& known) { return intersects_resolved(a, known); });
    else if constexpr (requires { intersects_pair(a, b); }) return intersects_pair(a, b);
    else if constexpr (requires { intersects_pair(b, a); }) return intersects_pair(b, a);
    else return relation_between(a, b) != relation::apart;
}

template <class A, class B>
[[nodiscard]] constexpr bool penetrates_resolved(const A& a, const B& b) {
    if constexpr (indirect<A>) return resolve(a, [&b](const auto& known) { return penetrates_resolved(known, b); });
    else if constexpr (indirect<B>)
        return resolve(b, [&a](const auto& known) { return penetrates_resolved(a, known); });
    else return relation_between(a, b) == relation::penetrating;
}

}  // namespace detail

/// True when `a` and `b` share at least one point; touching counts. Exact for all built-in shapes of float, double and
/// integer coordinates. False for an invalid shape.
/// @pre valid(a) and valid(b)
template <convex A, convex B>
    requires same_scalar<A, B>
[[nodiscard]] constexpr bool intersects(const A& a, const B& b) {
    // A closed form is total and often says no: then nothing more needs to be known of the shapes.
    if constexpr (requires { intersects_pair(a, b); })
        return intersects_pair(a, b) ? detail::expect_valid(a, b) : detail::no_for(a, b);
    else return detail::expect_valid(a, b) && detail::intersects_resolved(a, b);
}

/// True when `a` must be moved some way before it no longer overlaps `b`: the origin is strictly inside their Minkowski
/// difference. Touching does not count; a point or a segment strictly inside, or segments that cross, do. Exact as
/// `intersects`.
/// @pre valid(a) and valid(b)
template <convex A, convex B>
    requires same_scalar<A, B>
[[nodiscard]] constexpr bool penetrates(const A& a, const B& b) {
    return detail::expect_valid(a, b) && detail::penetrates_resolved(a, b);
}

}  // namespace hitbox
