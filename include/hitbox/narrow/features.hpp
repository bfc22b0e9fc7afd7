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
    // Of the separation, where it is measured as closely: what is beyond its digits, and by how much that may be off.
    wide_t<T> rest{}, off{};

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

/// The corner of a shape that is the nearest to an edge, or the deepest behind it, by its index.
template <scalar W>
struct nearest_corner {
    W height{};  // outside the edge
    std::size_t at = 0;
    W off{};   // by which the height may be off, if measured in arithmetic no wider than the coordinates
    W rest{};  // of the height, beyond its digits
};

/// Heights are off by the rounding of differences (2 u |w|, where w is the way from p to a corner: u for w, and u for
/// the angle of the normal), of the normal (4 u) and of the dot product (3 u).
template <scalar T, class Other>
[[nodiscard, gnu::always_inline]] constexpr auto corner_behind(const Other& other, vec2<wide_t<T>> from,
                                                               vec2<wide_t<T>> outward) noexcept {
    using W = wide_t<T>;
    const vec2<W> first = other.wide(0) - from;
    nearest_corner<W> nearest{dot(outward, first)};
    W reach = magnitude(first.x) + magnitude(first.y);
    for (std::size_t i = 1; i < other.size(); ++i) {
        const vec2<W> w = other.wide(i) - from;
        const W height = dot(outward, w);
        nearest.at = height < nearest.height ? i : nearest.at;  // before the minimum: no branch to mispredict
        nearest.height = smaller(nearest.height, height);
        if constexpr (is_widest<T>) reach = larger(reach, magnitude(w.x) + magnitude(w.y));
    }
    if constexpr (is_widest<T>) nearest.off = W(12) * unit_roundoff<W>() * reach;  // generous
    return nearest;
}

/// Of two numbers that are off by `off` at most, both together: 1, -1, or 0 if they may be the same.
[[nodiscard]] constexpr int order_of(const two_term& a, const two_term& b, double off) noexcept {
    const double difference = (a.high - b.high) + (a.low - b.low);
    return difference > off ? 1 : difference < 0 - off ? -1 : 0;
}

/// The same of the corners that rounding cannot tell from it, by two numbers for one. The normal is rounded once,
/// too.
template <class Other>
[[gnu::noinline]] constexpr void look_closer(nearest_corner<double>& nearest, vec2<double>& normal, const Other& other,
                                             vec2<double> from, vec2<double> to) noexcept {
    const double limit = nearest.height + 2 * nearest.off;
    const double off = 8 * unit_roundoff<double>() * nearest.off;  // generous: 96 u^2 |w|
    two_term least{most<double>(), 0};
    for (std::size_t i = 0; i < other.size(); ++i) {
        const vec2<double> corner = other.wide(i);
        if (dot(normal, corner - from) > limit) continue;
        const two_term height = height_in_two_terms(from, to, corner);
        if (order_of(height, least, 2 * off) < 0) least = height, nearest.at = i;
    }
    nearest.height = least.high, nearest.rest = least.low, nearest.off = off;
    normal = normal_of_edge<double>(from, to);
}

/// Is an edge better than the best (1), worse (-1), or do they tie (0)?
template <scalar T, scalar W>
[[nodiscard]] constexpr int compare_heights(const nearest_corner<W>& nearest,
                                            const separating_direction<T>& best) noexcept {
    if constexpr (is_widest<T>)
        return order_of({nearest.height, nearest.rest}, {best.separation, best.rest}, nearest.off + best.off);
    else return nearest.height > best.separation ? 1 : nearest.height == best.separation ? 0 : -1;
}

/// The separation along the edge p-q of `owner`, which is a or (if `Flipped`) b; kept if it is the best.
template <bool Flipped, scalar T, class A, class B, class Owner, class Other>
constexpr void keep_better_edge(separating_direction<T>& best, const facets<T, A>& a, const facets<T, B>& b,
                                const Owner& owner, const Other& other, vec2<T> p, vec2<T> q, std::size_t p_at) {
    using W = wide_t<T>;
    const vec2<W> from = owner.wide(p), to = owner.wide(q);
    vec2<W> outward = outward_normal(from, to);
    if (outward == vec2<W>{}) return;  // scaled to nothing beside a shape of another order of magnitude
    nearest_corner<W> nearest = corner_behind<T>(other, from, outward);
    if constexpr (is_widest<T>) {
        if (best.found && nearest.height + nearest.off < best.separation) return;
        look_closer(nearest, outward, other, from, to);
    }
    const vec2<W> normal = Flipped ? vec2<W>{} - outward : outward;
    if (best.found) {
        const int order = compare_heights<T>(nearest, best);
        if (order < 0) return;
        if (order == 0 && !wins_tie(normal, best.normal, a, b) && !better_owner<Flipped>(best, normal, a, b)) return;
    }
    best.normal = normal, best.separation = nearest.height, best.found = true, best.of_b = Flipped;
    if constexpr (is_widest<T>) best.rest = nearest.rest, best.off = nearest.off;
    best.p = p, best.q = q, best.v = other[nearest.at];
    best.p_at = p_at, best.q_at = p_at == nowhere ? nowhere : next_index(p_at, owner.size());
    best.v_at = p_at == nowhere ? nowhere : nearest.at;
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
    const vec2<W> outward = normal_of_edge<T>(owner.wide(p), owner.wide(q));
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
    const vec2<W> outward = features.p == features.q ? unit_from<T>(p, scaled.wide(features.v))
                                                     : normal_of_edge<T>(p, scaled.wide(features.q));
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
    W separation = squared;
    if constexpr (is_widest<T>) {
        // The root is off by less than 10 u |gap|: u for the way, 4 for the product, times the edge and over it, and 4
        // in proportion.
        const W off = W(12) * unit_roundoff<W>() * (magnitude(gap.x) + magnitude(gap.y));  // generous
        const W limit = best.separation + off;
        if (best.found && squared > product(limit, limit)) return;
        separation = distance_of<T>({}, past_end ? to : from, before_start ? from : to, v);
    }
    if (best.found && separation > best.separation) return;
    const std::size_t q_at = p_at == nowhere ? nowhere : next_index(p_at, owner.size());
    const auto fill_in = [&](separating_direction<T>& found) {  // where it is: a copy would wait for its parts
        found.separation = separation, found.found = true, found.of_b = Flipped;
        found.p = past_end ? q : p, found.q = before_start ? p : q, found.v = other[i];
        found.p_at = past_end ? q_at : p_at, found.q_at = before_start ? p_at : q_at;
        found.v_at = p_at == nowhere ? nowhere : i;
    };
    if (best.found && separation == best.separation) {
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
    const auto from = a.wide(0), to = b.wide(0), along = unit_from<T>(from, to);
    return separating_direction<T>{along == decltype(along){} ? fallback_normal<wide_t<T>>(a, b) : along,
                                   distance_of<T>(along, from, from, to),
                                   a[0],
                                   a[0],
                                   b[0],
                                   true,
                                   false,
                                   0,
                                   0,
                                   0};
}

/// The direction of closest features; and their squared distance, which may have lost digits, replaced by the distance.
template <scalar T, class List>
constexpr void measure_gap(separating_direction<T>& nearest, const facets<T, List>& scaled) {
    nearest.normal = direction_between(nearest, scaled);
    if constexpr (!is_widest<T>)
        nearest.separation =
            distance_of<T>(nearest.normal, scaled.wide(nearest.p), scaled.wide(nearest.q), scaled.wide(nearest.v));
}

/// How far apart they are, less the radii.
template <scalar T, class A, class B>
[[nodiscard]] constexpr wide_t<T> between_surfaces(const separating_direction<T>& found, const facets<T, A>& a,
                                                   const facets<T, B>& b) noexcept {
    const auto radius_a = a.wide_radius(), radius_b = b.wide_radius();
    if constexpr (is_widest<T>) {
        if (radius_a + radius_b > wide_t<T>(0)) {
            const auto p = a.wide(found.p), q = a.wide(found.q), v = a.wide(found.v);
            return found.separation < wide_t<T>(0) ? height_above<T>(found.normal, p, q, v, radius_a, radius_b)
                                                   : distance_of<T>(found.normal, p, q, v, radius_a, radius_b);
        }
    }
    return found.separation - (radius_a + radius_b);
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
        const vec2<W> outward = normal_of_edge<T>(owner.wide(p), owner.wide(q));
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
