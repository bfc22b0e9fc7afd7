#pragma once
/// Where two faceted shapes are nearest: the edge of least overlap, the closest features.

#include <hitbox/narrow/faces.hpp>
#include <hitbox/narrow/proximity.hpp>
#include <hitbox/narrow/relation.hpp>

namespace hitbox::detail {

/// A candidate for the way out: a unit direction from a to b and how far apart the corners are along it, with the
/// corners it comes from: the edge p-q, or p == q, a corner; of closest features also the corner v that faces it.
template <scalar T>
struct separating_direction {
    vec2<wide_t<T>> normal{};
    wide_t<T> separation{};
    vec2<T> p{}, q{}, v{};
    bool found = false;
    bool of_b = false;  // p and q are b's, v is a's
    std::size_t p_at = nowhere, q_at = nowhere, v_at = nowhere;

    // Where the features are in the lists of a and b, if that is known.
    [[nodiscard]] constexpr face_part at_a() const noexcept { return {of_b ? v_at : p_at, of_b ? v_at : q_at}; }
    [[nodiscard]] constexpr face_part at_b() const noexcept { return {of_b ? p_at : v_at, of_b ? q_at : v_at}; }
};

/// Of two edges, one of a and one of b, that are equally good along the same direction: the one that the data choose.
template <bool Flipped, scalar T, class A, class B, scalar W>
[[nodiscard]] constexpr bool better_owner(const separating_direction<T>& best, vec2<W> normal, const facets<T, A>& a,
                                          const facets<T, B>& b) noexcept {
    return best.of_b != Flipped && best.normal == normal && data_before(a, b) != Flipped;
}

/// The separation along the edge p-q of `owner`, which is a or (if `Flipped`) b; kept if it is the best.
template <bool Flipped, scalar T, class A, class B, class Owner, class Other>
constexpr void keep_better_edge(separating_direction<T>& best, const facets<T, A>& a, const facets<T, B>& b,
                                const Owner& owner, const Other& other, vec2<T> p, vec2<T> q, std::size_t p_at) {
    using W = wide_t<T>;
    const vec2<W> from = owner.wide(p), outward = outward_normal(from, owner.wide(q));
    if (outward == vec2<W>{}) return;  // scaled to nothing beside a shape of another order of magnitude
    W least = dot(outward, other.wide(0) - from);
    std::size_t at = 0;
    for (std::size_t i = 1; i < other.size(); ++i) {
        const W s = dot(outward, other.wide(i) - from);
        at = s < least ? i : at;  // before the minimum: no branch to mispredict
        least = smaller(least, s);
    }
    const vec2<W> normal = Flipped ? vec2<W>{} - outward : outward;
    const bool better = !best.found || least > best.separation ||
                        (least == best.separation &&
                         (wins_tie(normal, best.normal, a, b) || better_owner<Flipped>(best, normal, a, b)));
    if (!better) return;
    best.normal = normal, best.separation = least, best.found = true, best.of_b = Flipped;
    best.p = p, best.q = q, best.v = other[at];
    best.p_at = p_at, best.q_at = p_at == nowhere ? nowhere : next_index(p_at, owner.size());
    best.v_at = p_at == nowhere ? nowhere : at;
}

/// The axis of least overlap: the edge normal of either shape along which their corners are farthest apart.
/// Or any one along which they are farther apart than `enough`.
template <scalar T, class A, class B>
[[nodiscard]] constexpr auto least_overlap(const facets<T, A>& a, const facets<T, B>& b, wide_t<T> enough) {
    separating_direction<T> best;
    const auto unfinished = [&] { return !(best.found && best.separation > enough); };
    for_each_edge(a.corners, [&](vec2<T> p, vec2<T> q, std::size_t i) {
        keep_better_edge<false>(best, a, b, a, b, p, q, i);
        return unfinished();
    });
    if (!unfinished()) return best;
    for_each_edge(b.corners, [&](vec2<T> p, vec2<T> q, std::size_t i) {
        keep_better_edge<true>(best, a, b, b, a, p, q, i);
        return unfinished();
    });
    return best;
}

/// The same among the few edges that can be the best by their scores.
template <scalar T, class A, class B, class Scores>
    requires(!scalar<Scores>)
[[nodiscard]] constexpr auto least_overlap(const facets<T, A>& a, const facets<T, B>& b, const Scores& scores) {
    separating_direction<T> best;
    for_each_edge_in(scores.best_of_a(), a.corners,
                     [&](vec2<T> p, vec2<T> q, std::size_t i) { keep_better_edge<false>(best, a, b, a, b, p, q, i); });
    for_each_edge_in(scores.best_of_b(), b.corners,
                     [&](vec2<T> p, vec2<T> q, std::size_t i) { keep_better_edge<true>(best, a, b, b, a, p, q, i); });
    return best;
}

/// Of the edges that exactly touch the other shape, the one that wins the tie: all separations are 0 in truth, whatever
/// rounding makes of them.
template <bool Flipped, scalar T, class A, class B, class Owner, class Other>
[[gnu::noinline]] constexpr void keep_touching_edge(separating_direction<T>& best, const facets<T, A>& a,
                                                    const facets<T, B>& b, const Owner& owner, const Other& other,
                                                    vec2<T> p, vec2<T> q) {
    using W = wide_t<T>;
    const vec2<W> outward = outward_normal(owner.wide(p), owner.wide(q));
    if (outward == vec2<W>{} || side_of_line(p, q, other.corners) != 0) return;
    const vec2<W> normal = Flipped ? vec2<W>{} - outward : outward;
    if (!best.found || wins_tie(normal, best.normal, a, b)) best = {normal, W(0), p, q, {}, true, Flipped};
}

template <scalar T, class A, class B, class Scores>
[[nodiscard, gnu::noinline]] constexpr auto touching_edge(const facets<T, A>& a, const facets<T, B>& b,
                                                          const Scores& scores) {
    separating_direction<T> best;
    const auto keep_of_a = [&](vec2<T> p, vec2<T> q, std::size_t = nowhere) {
        keep_touching_edge<false>(best, a, b, a, b, p, q);
        return true;
    };
    const auto keep_of_b = [&](vec2<T> p, vec2<T> q, std::size_t = nowhere) {
        keep_touching_edge<true>(best, a, b, b, a, p, q);
        return true;
    };
    if (scores.usable) {
        for_each_edge_in(scores.facing_of_a(), a.corners, keep_of_a);
        for_each_edge_in(scores.facing_of_b(), b.corners, keep_of_b);
    } else {
        for_each_edge(a.corners, keep_of_a);
        for_each_edge(b.corners, keep_of_b);
    }
    return best;
}

/// The direction from a to b between two features. That of an edge is the edge's own normal: the difference of two
/// nearly equal points has none.
template <scalar T, class List>
[[nodiscard]] constexpr vec2<wide_t<T>> direction_between(const separating_direction<T>& features,
                                                          const facets<T, List>& scaled) noexcept {
    using W = wide_t<T>;
    const vec2<W> p = scaled.wide(features.p);
    const vec2<W> outward = features.p == features.q ? direction_of(scaled.wide(features.v) - p, vec2<W>{})
                                                     : outward_normal(p, scaled.wide(features.q));
    return features.of_b ? vec2<W>{} - outward : outward;
}

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

/// Is an edge of this squared length so short beside the coordinates (of which the largest is at least 2^-200, scaled)
/// that its products leave the range? Then either end will do.
template <scalar W>
[[nodiscard]] constexpr bool is_speck(W squared) noexcept {
    if constexpr (std::same_as<W, double>) return !(squared > power_of_two(-900));
    else return false;
}

/// The i-th corner of `other`, which is not inside the edge p-q of `owner`, against that edge; kept if it is the
/// nearest, with its squared distance as the separation and no direction yet.
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
    if (best.found && squared > best.separation) return;
    const std::size_t q_at = p_at == nowhere ? nowhere : next_index(p_at, owner.size());
    const auto fill_in = [&](separating_direction<T>& found) {  // where it is: a copy would wait for its parts
        found.separation = squared, found.found = true, found.of_b = Flipped;
        found.p = past_end ? q : p, found.q = before_start ? p : q, found.v = other[i];
        found.p_at = past_end ? q_at : p_at, found.q_at = before_start ? p_at : q_at;
        found.v_at = p_at == nowhere ? nowhere : i;
    };
    if (best.found && squared == best.separation) {
        separating_direction<T> found;
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
    const vec2<W> gap = b.wide(0) - a.wide(0);
    return separating_direction<T>{
        direction_of(gap, fallback_normal<W>(a, b)), length_of(gap), a[0], a[0], b[0], true, false, 0, 0, 0};
}

/// The direction of closest features; and their squared distance, which may have lost digits, replaced by the distance.
template <scalar T, class List>
constexpr void measure_gap(separating_direction<T>& nearest, const facets<T, List>& scaled) {
    nearest.normal = direction_between(nearest, scaled);
    const auto gap = scaled.wide(nearest.v) - scaled.wide(nearest.p);
    nearest.separation = nearest.p == nearest.q ? length_of(gap) : magnitude(dot(nearest.normal, gap));
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
[[nodiscard]] constexpr auto closest_features(const facets<T, A>& a, const facets<T, B>& b, const Scores& scores) {
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

// Where rounding hides which feature is the nearest, or on which side it is, the same searches with exact values.

/// least_overlap by exact areas: for hulls that penetrate by no more than the rounding of their coordinates.
template <bool Flipped, scalar T, class A, class B, class Owner, class Other>
constexpr void keep_best_edge_exactly(separating_direction<T>& best, const facets<T, A>& a, const facets<T, B>& b,
                                      const Owner& owner, const Other& other) {
    using W = wide_t<T>;
    for_each_edge(owner.corners, [&](vec2<T> p, vec2<T> q) {
        const vec2<W> outward = outward_normal(owner.wide(p), owner.wide(q));
        if (outward == vec2<W>{}) return true;
        const W edge_length = length_of(owner.wide(q) - owner.wide(p));
        separating_direction<T> found;
        for (std::size_t i = 0; i < other.size(); ++i) {
            const W distance = W(0) - exact::orient2d_value(p, q, vec2<T>{other[i]}, owner.shift()) / edge_length;
            if (!found.found || distance < found.separation) found = {{}, distance, p, q, other[i], true, Flipped};
        }
        found.normal = Flipped ? vec2<W>{} - outward : outward;
        if (!best.found || found.separation > best.separation ||
            (found.separation == best.separation && wins_tie(found.normal, best.normal, a, b)))
            best = found;
        return true;
    });
}

template <scalar T, class A, class B>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr auto exact_least_overlap(const facets<T, A>& a,
                                                                           const facets<T, B>& b) {
    separating_direction<T> best;
    keep_best_edge_exactly<false>(best, a, b, a, b);
    keep_best_edge_exactly<true>(best, a, b, b, a);
    return best;
}

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
                     direction_of(owner.wide(v) - owner.wide(end), vec2<W>{}));
            else if (left)
                keep(p, q, v, exact::line_distance_value(v, p, q, radius_a, radius_b, a.shift()),
                     outward_normal(owner.wide(q), owner.wide(p)));
            else
                keep(p, q, v, exact::line_distance_value(v, q, p, radius_a, radius_b, a.shift()),
                     outward_normal(owner.wide(p), owner.wide(q)));
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
[[nodiscard, gnu::cold, gnu::noinline]] constexpr auto exact_closest_features(const facets<T, A>& a,
                                                                              const facets<T, B>& b) {
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

}  // namespace hitbox::detail
