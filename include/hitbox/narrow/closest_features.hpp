#pragma once
/// Where are two faceted shapes nearest to each other?

#include <hitbox/narrow/features.hpp>
#include <hitbox/narrow/proximity.hpp>

namespace hitbox::detail {

/// The same two corners, whichever edges they were found by.
template <scalar T>
[[nodiscard]] constexpr bool same_corners(const separating_direction<T>& a, const separating_direction<T>& b) noexcept {
    const bool corners = a.p == a.q && b.p == b.q;
    return corners && (a.of_b == b.of_b ? a.p == b.p && a.v == b.v : a.p == b.v && a.v == b.p);
}

/// Where normals are the same, the shape that the data choose has the edge: also of two corners, which are found by
/// edges of both, for a third within rounding of one of them is compared with what was found.
template <scalar T, class A, class B>
[[nodiscard]] constexpr bool nearest_wins_tie(const separating_direction<T>& best, const separating_direction<T>& found,
                                              const facets<T, A>& a, const facets<T, B>& b) noexcept {
    const auto chosen_by_data = [&] { return best.of_b != found.of_b && data_before(a, b) != found.of_b; };
    if (same_corners(best, found)) return chosen_by_data();
    const auto normal = direction_between(found, a), old = direction_between(best, a);
    return normal == old ? chosen_by_data() : wins_tie(normal, old, a, b);
}

/// The i-th corner of `other`, which is not inside the edge p-q of `owner`, against that edge; kept if it is the
/// nearest, with its squared distance as the separation (or its distance, if that is measured as closely as it can be)
/// and no direction yet.
template <bool Flipped, scalar T, class A, class B, class Owner, class Other>
constexpr void keep_nearest(separating_direction<T>& best, const facets<T, A>& a, const facets<T, B>& b,
                            const Owner& owner, const Other& other, vec2<T> p, vec2<T> q, std::size_t p_at,
                            std::size_t i) {
    using W = wide_t<T>;
    const vec2<W> from = owner.wide(p), to = owner.wide(q), edge = to - from;
    const vec2<W> v = other.wide(i), w = v - from, x = v - to;
    const W length = dot(edge, edge);
    const bool speck = is_speck(length);
    const W along = dot(w, edge), back = W(0) - dot(x, edge);
    const bool before_start = along <= W(0) || speck, past_end = back <= W(0) && !speck;
    const vec2<W> gap = along < back ? w : x;  // from the nearer end: rounded the least
    const W across = cross(edge, gap);
    const W squared = before_start || past_end ? dot(gap, gap) : product(across, across) / length;
    W separation = squared, rest{0};
    if constexpr (is_widest<T>) {
        // The root is off by less than 10 u |gap|: u for the way, 4 for the product, times the edge and over it, and 4
        // in proportion.
        const W off = W(12) * unit_roundoff<W>() * (magnitude(gap.x) + magnitude(gap.y));  // generous
        const W limit = best.separation + off;
        // Beside an edge, squares that leave the range tell nothing.
        const bool told = before_start || past_end || product(across, across) > power_of_two(-900);
        if (best.found && told && squared > product(limit, limit)) return;
        const two_term distance = before_start || past_end ? fine_way{past_end ? to : from, v}.length()
                                                           : absolute(fine_edge{from, to}.height_of(v, from));
        separation = distance.high, rest = distance.low;
    }
    if (best.found && separation > best.separation) return;
    const std::size_t q_at = p_at == nowhere ? nowhere : next_index(p_at, owner.size());
    const auto fill_in = [&](separating_direction<T>& found) {  // where it is: a copy would wait for its parts
        found.separation = separation, found.rest = rest, found.found = true, found.of_b = Flipped;
        found.p = past_end ? q : p, found.q = before_start ? p : q, found.v = other[i];
        found.p_at = past_end ? q_at : p_at, found.q_at = before_start ? p_at : q_at;
        found.v_at = p_at == nowhere ? nowhere : i;
    };
    if (best.found && separation == best.separation) {
        separating_direction<T> found;
        rest = best.rest = smaller(rest, best.rest);  // they are no farther apart than the nearest
        fill_in(found);
        if (!nearest_wins_tie(best, found, a, b)) return;
    }
    fill_in(best);
}

/// keep_nearest for all corners, and for all edges of `owner` that have none of `other` inside.
template <bool Flipped, scalar T, class A, class B, class Owner, class Other>
constexpr void keep_nearest_of_facing(separating_direction<T>& best, const facets<T, A>& a, const facets<T, B>& b,
                                      const Owner& owner, const Other& other) {
    for_each_edge(owner.corners, [&](vec2<T> p, vec2<T> q, std::size_t i) {
        if (side_of_line(p, q, other.corners) < 0) return true;
        for (std::size_t k = 0; k < other.size(); ++k) keep_nearest<Flipped>(best, a, b, owner, other, p, q, i, k);
        return true;
    });
}

/// Two points: shapes without edges. A placed view may have many corners that rounding moved onto each other.
template <scalar T, class A, class B>
[[nodiscard]] constexpr auto corner_to_corner(const facets<T, A>& a, const facets<T, B>& b) {
    using W = wide_t<T>;
    const measure<W> gap = measure_ends<T>(a.wide(0), b.wide(0));
    separating_direction<T> found{gap.normal, gap.distance, a[0], a[0], b[0], true, false, 0, 0, 0, gap.rest};
    if (gap.normal == vec2<W>{}) found.normal = fallback_normal<W>(a, b);
    return found;
}

/// The direction of closest features; and their squared distance, which may have lost digits, replaced by the distance.
template <scalar T, class List>
constexpr void measure_gap(separating_direction<T>& nearest, const facets<T, List>& scaled) {
    nearest.normal = direction_between(nearest, scaled);
    if constexpr (!is_widest<T>) {
        const auto gap = scaled.wide(nearest.v) - scaled.wide(nearest.p);
        nearest.separation = nearest.p == nearest.q ? length_of(gap) : magnitude(dot(nearest.normal, gap));
    }
}

/// The closest features of two hulls that are apart: a corner of one and an edge of the other that has all of the
/// first on its outer side, as the origin is outside an edge of their Minkowski difference.
template <scalar T, class A, class B>
[[nodiscard, gnu::noinline]] constexpr auto closest_features(const facets<T, A>& a, const facets<T, B>& b) {
    separating_direction<T> best;
    keep_nearest_of_facing<false>(best, a, b, a, b);
    keep_nearest_of_facing<true>(best, a, b, b, a);
    if (!best.found) return corner_to_corner(a, b);
    measure_gap(best, a);
    return best;
}

/// The same among the few edges that can be such by their scores, and the few corners that can be the nearest to them.
template <scalar T, class A, class B, class Scores>
[[nodiscard]] constexpr auto closest_by_scores(const facets<T, A>& a, const facets<T, B>& b, const Scores& scores) {
    separating_direction<T> best;
    const typename corners_for<Scores, A>::type near_a{a.corners};
    const typename corners_for<Scores, B>::type near_b{b.corners};
    T limit = most<T>();
    for_each_edge_in(scores.facing_of_a(), a.corners,
                     [&](vec2<T> p, vec2<T> q, std::size_t) { limit = smaller(limit, near_b.squared_at_most(p, q)); });
    for_each_edge_in(scores.facing_of_b(), b.corners,
                     [&](vec2<T> p, vec2<T> q, std::size_t) { limit = smaller(limit, near_a.squared_at_most(p, q)); });
    for_each_edge_in(scores.facing_of_a(), a.corners, [&](vec2<T> p, vec2<T> q, std::size_t edge) {
        edge_set corners = near_b.within(limit, p, q);
        if (corners.empty() || !(scores.certainly_faces_b(edge) || side_of_line(p, q, b.corners) >= 0)) return;
        while (!corners.empty()) keep_nearest<false>(best, a, b, a, b, p, q, edge, corners.pop());
    });
    for_each_edge_in(scores.facing_of_b(), b.corners, [&](vec2<T> p, vec2<T> q, std::size_t edge) {
        edge_set corners = near_a.within(limit, p, q);
        if (corners.empty() || !(scores.certainly_faces_a(edge) || side_of_line(p, q, a.corners) >= 0)) return;
        while (!corners.empty()) keep_nearest<true>(best, a, b, b, a, p, q, edge, corners.pop());
    });
    measure_gap(best, a);
    return best;
}

/// The same by scores if they are of any use.
template <scalar T, class A, class B, class Scores>
[[nodiscard]] constexpr auto closest_features(const facets<T, A>& a, const facets<T, B>& b, const Scores& scores) {
    if constexpr (std::same_as<Scores, no_scores>) return closest_features(a, b);
    else return scores.usable ? closest_by_scores(a, b, scores) : closest_features(a, b);
}

// Where rounding hides which feature is the nearest, or on which side it is, the same search with exact values.

/// closest_features by exact squared distances less r^2, which `separation` holds here.
template <bool Flipped, scalar T, class A, class B, class Owner, class Other>
constexpr void keep_nearest_exactly(separating_direction<T>& best, const facets<T, A>& a, const facets<T, B>& b,
                                    const Owner& owner, const Other& other, T radius_a, T radius_b) {
    using W = wide_t<T>;
    const auto keep = [&](vec2<T> p, vec2<T> q, vec2<T> v, W excess, vec2<W> outward) {
        const vec2<W> normal = Flipped ? vec2<W>{} - outward : outward;
        if (!best.found || excess < best.separation ||
            (excess == best.separation && wins_tie(normal, best.normal, a, b)))
            best = {normal, excess, p, q, v, true, Flipped};
    };
    for_each_edge(owner.corners, [&](vec2<T> p, vec2<T> q) {
        for (std::size_t i = 0; i < other.size(); ++i) {
            const vec2<T> v = other[i];
            const bool before_start = exact::along(p, q, v) <= 0, past_end = exact::along(q, p, v) <= 0;
            const bool left = exact::orient2d(p, q, v) > 0;
            const vec2<T> end = before_start ? p : q;
            if (before_start || past_end)
                keep(end, end, v, exact::distance_value(v, end, radius_a, radius_b, a.shift()),
                     unit_from<T>(owner.wide(end), owner.wide(v)));
            else if (left)
                keep(p, q, v, exact::line_distance_value(v, p, q, radius_a, radius_b, a.shift()),
                     normal_of_edge<T>(owner.wide(q), owner.wide(p)));
            else
                keep(p, q, v, exact::line_distance_value(v, q, p, radius_a, radius_b, a.shift()),
                     normal_of_edge<T>(owner.wide(p), owner.wide(q)));
        }
        return true;
    });
}

/// Of hulls that are apart; with r the sum of two radii.
template <scalar T, class A, class B>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr auto nearest_exactly(const facets<T, A>& a, const facets<T, B>& b,
                                                                       T radius_a, T radius_b) {
    separating_direction<T> best;
    keep_nearest_exactly<false>(best, a, b, a, b, radius_a, radius_b);
    keep_nearest_exactly<true>(best, a, b, b, a, radius_a, radius_b);
    if (!best.found) {
        best = corner_to_corner(a, b);
        best.separation = exact::distance_value(b[0], a[0], radius_a, radius_b, a.shift());
    }
    return best;
}

/// The depth d = r - distance of shapes that penetrate by no more than the rounding of their coordinates, from the
/// exact r^2 - distance^2 of their closest features. In `separation`; scaled.
template <scalar T, class A, class B>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr auto depth_exactly(const facets<T, A>& a, const facets<T, B>& b) {
    using W = wide_t<T>;
    auto best = nearest_exactly(a, b, a.radius, b.radius);
    const W sum = a.wide_radius() + b.wide_radius(), excess = best.separation;
    const W limit = product(sum, sum), squared = limit + excess;
    if (squared < limit / W(4) && !is_speck(limit)) {
        // Hulls far nearer to each other than the radii reach: the difference of squares has lost which are the
        // nearest.
        best = nearest_exactly(a, b, T(0), T(0));
        best.separation = square_root(best.separation) - sum;
        return best;
    }
    // Never deeper than the radii, whatever squares below the range of W lose.
    best.separation = larger(W(0) - sum, excess / (sum + square_root(larger(squared, W(0)))));
    return best;
}

template <scalar T, class A, class B>
[[nodiscard]] constexpr auto exact_closest_features(const facets<T, A>& a, const facets<T, B>& b) {
    return depth_exactly(borrowed(a), borrowed(b));
}

}  // namespace hitbox::detail
