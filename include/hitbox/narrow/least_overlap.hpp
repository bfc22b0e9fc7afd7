#pragma once
/// Along which edge's normal do two faceted shapes overlap the least?

#include <hitbox/narrow/features.hpp>

namespace hitbox::detail {

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

/// The same of the corners that rounding cannot tell from it, by two numbers for one; of those that tie, the first
/// one's index. The normal is rounded once, too.
template <class Other>
[[gnu::noinline]] constexpr void look_closer(nearest_corner<double>& nearest, vec2<double>& normal, const Other& other,
                                             vec2<double> from, vec2<double> to) noexcept {
    const double limit = nearest.height + 2 * nearest.off;
    const double off = 8 * unit_roundoff<double>() * nearest.off;  // generous: 96 u^2 |w|
    const fine_edge edge{from, to};
    two_term least{most<double>(), 0}, chosen = least;
    for (std::size_t i = 0; i < other.size(); ++i) {
        const vec2<double> corner = other.wide(i);
        if (dot(normal, corner - from) > limit) continue;
        const two_term height = edge.height_of(corner, from);
        if (order_of(height, chosen, 2 * off) < 0) chosen = height, nearest.at = i;
        if (order_of(height, least, 0) < 0) least = height;
    }
    nearest.height = least.high, nearest.rest = least.low, nearest.off = off;
    normal = edge.normal();
}

/// The best edge so far. If separations are measured with twice the digits, also the highest of them, by which ties are
/// told: that two edges tie with a third does not mean that they tie with each other, but with the highest all are
/// compared alike, in whatever order they come. Where some tie, it takes a second look to choose among those.
template <scalar T>
struct edge_search {
    using W = wide_t<T>;

    separating_direction<T> best;
    two_term highest{-most<double>(), 0};
    double off{};
    bool tied = false, choosing = false;

    /// Is an edge better than the best (1), worse (-1), or do they tie (0)?
    [[nodiscard]] constexpr int compare(const nearest_corner<W>& nearest) noexcept {
        if constexpr (is_widest<T>) {
            const two_term height{nearest.height, nearest.rest};
            const int order = order_of(height, highest, nearest.off + off), exactly = order_of(height, highest, 0);
            tied = tied || order == 0;
            if (choosing) return order;
            if (exactly >= 0) off = exactly > 0 ? nearest.off : larger(off, nearest.off);  // generous
            if (exactly > 0) highest = height;
            return order;
        } else {
            if (!best.found) return 1;
            return nearest.height > best.separation ? 1 : nearest.height == best.separation ? 0 : -1;
        }
    }
    /// Calls look() for all edges, and again if that is needed.
    template <class Look>
    constexpr const separating_direction<T>& run(const Look& look) {
        look();
        if (tied) choosing = true, best.found = false, look();
        return best;
    }
};

/// The separation along the edge p-q of `owner`, which is a or (if `Flipped`) b; kept if it is the best.
template <bool Flipped, scalar T, class A, class B, class Owner, class Other>
constexpr void keep_better_edge(edge_search<T>& search, const facets<T, A>& a, const facets<T, B>& b,
                                const Owner& owner, const Other& other, vec2<T> p, vec2<T> q, std::size_t p_at) {
    using W = wide_t<T>;
    separating_direction<T>& best = search.best;
    const vec2<W> from = owner.wide(p), to = owner.wide(q);
    vec2<W> outward = outward_normal(from, to);
    if (outward == vec2<W>{}) return;  // scaled to nothing beside a shape of another order of magnitude
    nearest_corner<W> nearest = corner_behind<T>(other, from, outward);
    if constexpr (is_widest<T>) {
        if (nearest.height + nearest.off < search.highest.high) return;
        look_closer(nearest, outward, other, from, to);
    }
    const vec2<W> normal = Flipped ? vec2<W>{} - outward : outward;
    const int order = search.compare(nearest);
    if (order < 0) return;
    if (best.found && order == 0 && !wins_tie(normal, best.normal, a, b) && !better_owner<Flipped>(best, normal, a, b))
        return;
    best.normal = normal, best.separation = nearest.height, best.found = true, best.of_b = Flipped;
    if constexpr (is_widest<T>) best.rest = nearest.rest;
    best.p = p, best.q = q, best.v = other[nearest.at];
    best.p_at = p_at, best.q_at = p_at == nowhere ? nowhere : next_index(p_at, owner.size());
    best.v_at = p_at == nowhere ? nowhere : nearest.at;
}

/// The axis of least overlap: the edge normal of either shape along which their corners are farthest apart.
/// Or any one along which they are farther apart than `enough`.
template <scalar T, class A, class B>
[[nodiscard]] constexpr auto least_overlap(const facets<T, A>& a, const facets<T, B>& b, wide_t<T> enough) {
    edge_search<T> search;
    const auto unfinished = [&] { return !(search.best.found && search.best.separation > enough); };
    return search.run([&] {
        for_each_edge(a.corners, [&](vec2<T> p, vec2<T> q, std::size_t i) {
            keep_better_edge<false>(search, a, b, a, b, p, q, i);
            return unfinished();
        });
        if (!unfinished()) return;
        for_each_edge(b.corners, [&](vec2<T> p, vec2<T> q, std::size_t i) {
            keep_better_edge<true>(search, a, b, b, a, p, q, i);
            return unfinished();
        });
    });
}

/// The same among the few edges that can be the best by their scores.
template <scalar T, class A, class B, class Scores>
[[nodiscard]] constexpr auto best_by_scores(const facets<T, A>& a, const facets<T, B>& b, const Scores& scores) {
    edge_search<T> search;
    return search.run([&] {
        for_each_edge_in(scores.best_of_a(), a.corners, [&](vec2<T> p, vec2<T> q, std::size_t i) {
            keep_better_edge<false>(search, a, b, a, b, p, q, i);
        });
        for_each_edge_in(scores.best_of_b(), b.corners, [&](vec2<T> p, vec2<T> q, std::size_t i) {
            keep_better_edge<true>(search, a, b, b, a, p, q, i);
        });
    });
}

/// The same by scores if they are of any use.
template <scalar T, class A, class B, class Scores>
[[nodiscard]] constexpr auto least_overlap(const facets<T, A>& a, const facets<T, B>& b, wide_t<T> enough,
                                           const Scores& scores) {
    if constexpr (std::same_as<Scores, no_scores>) return least_overlap(a, b, enough);
    else return scores.usable ? best_by_scores(a, b, scores) : least_overlap(a, b, enough);
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
[[nodiscard, gnu::cold, gnu::noinline]] constexpr auto best_edge_exactly(const facets<T, A>& a, const facets<T, B>& b) {
    separating_direction<T> best;
    keep_best_edge_exactly<false>(best, a, b, a, b);
    keep_best_edge_exactly<true>(best, a, b, b, a);
    return best;
}
template <scalar T, class A, class B>
[[nodiscard]] constexpr auto exact_least_overlap(const facets<T, A>& a, const facets<T, B>& b) {
    return best_edge_exactly(borrowed(a), borrowed(b));
}

}  // namespace hitbox::detail
