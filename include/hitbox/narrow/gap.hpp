#pragma once
/// How wide is the gap between two faceted shapes, and which way is it, for certain?

#include <hitbox/narrow/closest_features.hpp>
#include <hitbox/narrow/least_overlap.hpp>

namespace hitbox::detail {

/// In wide arithmetic, and scaled.
template <scalar W>
struct gap {
    vec2<W> normal{};  // unit, from a to b
    W distance{};      // less the radii, so negative where only they overlap
};

/// How far the nearest corner of b lies beyond the farthest one of a, along n: no more than the distance of the hulls.
template <scalar T, class A, class B, scalar W>
[[nodiscard]] constexpr W gap_along(const facets<T, A>& a, const facets<T, B>& b, vec2<W> n) noexcept {
    vec2<W> from = a.wide(0), to = b.wide(0);
    for (std::size_t i = 1; i < a.size(); ++i)
        if (dot(n, a.wide(i) - from) > W(0)) from = a.wide(i);
    for (std::size_t i = 1; i < b.size(); ++i)
        if (dot(n, b.wide(i) - to) < W(0)) to = b.wide(i);
    return dot(n, to - from);
}

/// The distance of the closest features, from the very number by which they were found to be the closest: features
/// that tie give the same bits.
template <scalar T, class A>
[[nodiscard]] constexpr wide_t<T> feature_distance(const facets<T, A>& a, const separating_direction<T>& nearest) {
    using W = wide_t<T>;
    if constexpr (is_widest<T>) return nearest.separation;
    const vec2<W> w = a.wide(nearest.v) - a.wide(nearest.p), edge = a.wide(nearest.q) - a.wide(nearest.p);
    if (nearest.p == nearest.q) return length_of(w);
    const W across = cross(edge, w);
    return square_root(product(across, across) / dot(edge, edge));
}

/// The gap between shapes whose hulls are apart, which have coordinates that add up to `largest` at most.
///
/// The closest features tell a distance, and with it a direction, about which rounding may be quite wrong: near a
/// corner, an edge that passes it by less than rounding can turn it by any angle. How far the hulls are apart along the
/// direction bounds their distance from below, as the features do from above: if the two agree, but for rounding, both
/// are right (the duality that ends GJK). Otherwise the direction is that of the features that are closest by exact
/// values, or that of an edge if a corner of it is as close for all that double can tell. Where radii leave no more
/// than rounding, the distance comes from exact values, too.
template <scalar T, class A, class B, scalar W, class Scores = no_scores>
[[nodiscard]] constexpr gap<W> gap_between(const facets<T, A>& a, const facets<T, B>& b, W largest,
                                           const Scores& scores = {}) {
    constexpr bool discs = list_rank<A> == 1 && list_rank<B> == 1;  // their direction is beyond doubt
    const auto nearest = discs ? corner_to_corner(a, b) : closest_features(a, b, scores);
    const W hulls = discs ? nearest.separation : feature_distance(a, nearest);
    const W radii = a.wide_radius() + b.wide_radius();
    gap<W> result{nearest.normal, is_widest<T> ? between_surfaces(nearest, a, b) : hulls - radii};
    const auto certain = [&] {
        return discs || hulls - gap_along(a, b, result.normal) <= W(4) * unit_roundoff<W>() * largest;
    };
    if constexpr (exact_scalar<T>) {
        const bool slight = magnitude(result.distance) <= rounding_slack(largest);
        if (slight || !certain()) {
            const auto exact = exact_closest_features(a, b);
            result.normal = exact.normal;
            if (slight) result.distance = smaller(exact.separation, W(2) * rounding_slack(largest));
        }
    }
    if (!certain()) {
        const auto edge = least_overlap(a, b, most<W>());
        if (edge.found && edge.separation > gap_along(a, b, result.normal)) result.normal = edge.normal;
    }
    // The features may coincide for all that W can tell.
    if (result.normal == vec2<W>{}) result.normal = fallback_normal<W>(a, b);
    return result;
}

}  // namespace hitbox::detail
