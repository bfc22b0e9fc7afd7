#pragma once
/// Along which axis are two shapes apart, or which is the shortest move that ends their overlap?

#include <hitbox/narrow/collide.hpp>

namespace hitbox::sat {

namespace detail {

/// Of the edges of `owner` that exactly have all of `other` outside, the one that wins the tie, if it wins against
/// `best`. Scaled, a short edge may be nothing beside a shape of another order of magnitude: then as it is.
template <bool Flipped, scalar T, class A, class B, class Owner, class Other, class W = hitbox::detail::wide_t<T>>
constexpr void keep_separating_edge(vec2<W>& best, const hitbox::detail::facets<T, A>& a,
                                    const hitbox::detail::facets<T, B>& b, const Owner& owner, const Other& other) {
    namespace d = hitbox::detail;
    d::for_each_edge(owner.corners, [&](vec2<T> p, vec2<T> q) {
        if (d::side_of_line(p, q, other.corners) < 1) return true;
        vec2<W> outward = d::normal_of_edge<T>(owner.wide(p), owner.wide(q));
        if (outward == vec2<W>{}) outward = d::normal_of_edge<T>(d::widen(p), d::widen(q));
        const vec2<W> normal = Flipped ? vec2<W>{} - outward : outward;
        if (best == vec2<W>{} || d::wins_tie(normal, best, a, b)) best = normal;
        return true;
    });
}

/// Of two hulls that are apart, but by so little that what tells how far is below the range of double: the normal of an
/// edge that exactly separates them. Zero where none does, as all corners are on one line.
template <scalar T, class A, class B>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr auto
exactly_separating_normal(const hitbox::detail::facets<T, A>& a, const hitbox::detail::facets<T, B>& b) {
    vec2<hitbox::detail::wide_t<T>> best{};
    keep_separating_edge<false>(best, a, b, a, b);
    keep_separating_edge<true>(best, a, b, b, a);
    return best;
}

/// Of two shapes that are apart: the edge normal with the widest gap, or the direction between the closest features if
/// no edge has one. Where rounding could hide on which side a corner is, both are looked for with exact values: a
/// direction between corners that are no more than roundings apart would be arbitrary. So would be one between corners
/// whose distance has no square in the range of double; but any radii are smaller still, so that an edge that separates
/// the hulls does.
template <scalar T, class A, class B>
[[nodiscard]] constexpr auto separating_normal_of(hitbox::detail::facets<T, A> a, hitbox::detail::facets<T, B> b) {
    namespace d = hitbox::detail;
    using W = d::wide_t<T>;
    const W slack = d::rounding_slack(d::scale_both(a, b)), sum = a.wide_radius() + b.wide_radius();
    auto edge = d::least_overlap(a, b, d::most<W>());
    if (edge.found && edge.separation > sum + slack) return edge.normal;
    auto nearest = d::closest_features(a, b);
    if constexpr (exact_scalar<T>) {
        if (edge.found && !(nearest.separation > sum + slack)) {
            edge = d::exact_least_overlap(a, b);
            nearest = d::exact_closest_features(a, b);
            const W hulls = nearest.separation + sum;
            if (!(edge.separation > sum) && d::is_speck(product(hulls, hulls))) {
                const auto exact = exactly_separating_normal(a, b);
                if (exact != vec2<W>{}) return exact;
            }
        }
    }
    const auto normal = edge.found && edge.separation > sum ? edge.normal : nearest.normal;
    if (normal != vec2<W>{}) return normal;
    // On one line, and nearer than wide arithmetic can tell beside coordinates as large as these.
    return d::direction_of(b.wide(b.center()) - a.wide(a.center()), d::fallback_normal<W>(a, b));
}

template <scalar T, class A, class B>
[[nodiscard, gnu::noinline]] constexpr auto separating_normal(const hitbox::detail::facets<T, A>& a,
                                                              const hitbox::detail::facets<T, B>& b) {
    return separating_normal_of<T>(hitbox::detail::borrowed(a), hitbox::detail::borrowed(b));
}

template <class A, class B>
[[nodiscard]] constexpr std::optional<vec2<scalar_t<A>>> separating_axis_resolved(const A& a, const B& b) {
    namespace d = hitbox::detail;
    if constexpr (d::indirect<A>) {
        return d::resolve(a, [&b](const auto& known) { return separating_axis_resolved(known, b); });
    } else if constexpr (d::indirect<B>) {
        return d::resolve(b, [&a](const auto& known) { return separating_axis_resolved(a, known); });
    } else {
        using T = scalar_t<A>;
        using W = d::wide_t<T>;
        if (intersects(a, b)) return {};
        vec2<W> normal;
        if constexpr (faceted<A> && faceted<B>) {
            normal = separating_normal(d::facets_of(a), d::facets_of(b));
        } else {
            normal = gjk::signed_distance(a, b).normal;
        }
        return d::vec_cast<T>(normal) + vec2<T>{};
    }
}

}  // namespace detail

/// A unit axis, from a to b, on which the shadows of a and b are apart (beyond rounding); empty exactly when they
/// intersect, or when a shape is invalid.
/// @pre valid(a) and valid(b)
template <convex A, convex B>
    requires same_scalar<A, B> && real<scalar_t<A>>
[[nodiscard]] constexpr std::optional<vec2<scalar_t<A>>> separating_axis(const A& a, const B& b) {
    if (!hitbox::detail::expect_valid(a, b)) return {};
    return detail::separating_axis_resolved(a, b);
}

/// The shortest move of a after which the two only touch: zero if they touch already, empty if they are apart.
/// @pre valid(a) and valid(b)
template <convex A, convex B>
    requires same_scalar<A, B> && hitbox::detail::has_depth<A, B>
[[nodiscard]] constexpr std::optional<vec2<scalar_t<A>>> minimum_translation(const A& a, const B& b) {
    const auto hit = collide(a, b);
    if (!hit) return {};
    return hit->mtv();
}

}  // namespace hitbox::sat
