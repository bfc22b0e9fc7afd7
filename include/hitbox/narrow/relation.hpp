#pragma once
/// Apart, touching or penetrating: the one exact decision that every query shares.

#include <hitbox/narrow/filter.hpp>

namespace hitbox::detail {

/// On which side of the line p -> q is the nearest corner: 1 all strictly to the right, 0 some on it, -1 some to the
/// left.
template <class List, scalar T>
[[nodiscard]] constexpr int side_of_line(vec2<T> p, vec2<T> q, const List& list) noexcept {
    int nearest = 1;
    const std::size_t n = list.size();
    for (std::size_t i = 0; i < n; ++i) {
        const auto turn = exact::orient2d(p, q, vec2<T>{list[i]});
        if (turn > 0) return -1;
        if (turn == 0) nearest = 0;
    }
    return nearest;
}

/// The best that the edges of a can do to separate b.
template <class A, class B>
[[nodiscard]] constexpr int separation_sign(const A& a, const B& b) noexcept {
    int best = -1;
    for_each_edge(a, [&](auto p, auto q) {
        const int side = side_of_line(p, q, b);
        best = side > best ? side : best;
        return best < 1;
    });
    return best;
}

/// No more than a segment wide, as far as can be told without a look at every corner.
template <class List>
[[nodiscard]] constexpr bool may_be_thin(const List& list) noexcept {
    return list.size() <= 2;
}
template <real T>
[[nodiscard]] constexpr bool may_be_thin(const moved_view<T>&) noexcept {
    return true;  // rounding may have collapsed it
}

/// First and last corner from left to right.
template <scalar T>
struct span_of_corners {
    vec2<T> first, last;
};
template <class List, scalar T>
[[nodiscard]] constexpr span_of_corners<T> span_of(const List& list, vec2<T> start) noexcept {
    span_of_corners<T> span{start, start};
    for (std::size_t i = 0; i < list.size(); ++i) {
        const vec2<T> p = list[i];
        if (before(p, span.first)) span.first = p;
        if (before(span.last, p)) span.last = p;
    }
    return span;
}

/// Two sets without a shape that has an interior: if all their corners are on one line, they are apart or touch along
/// it. Gives 1 apart, 0 touching, -1 not on one line.
template <class A, class B>
[[nodiscard]] constexpr int sign_on_line(const A& a, const B& b) noexcept {
    const auto span_a = span_of(a, a[0]), span_b = span_of(b, b[0]);
    const auto p = before(span_a.first, span_b.first) ? span_a.first : span_b.first;
    const auto q = before(span_a.last, span_b.last) ? span_b.last : span_a.last;
    const auto on_line = [&](const auto& list) {
        for (std::size_t i = 0; i < list.size(); ++i)
            if (exact::orient2d(p, q, decltype(p){list[i]}) != 0) return false;
        return true;
    };
    if (!on_line(a) || !on_line(b)) return -1;
    return before(span_a.last, span_b.first) || before(span_b.last, span_a.first) ? 1 : 0;
}

/// The hulls of two corner lists, without their radii. The facets of the Minkowski difference are parallel to those of
/// the two, so their edges decide (Ericson, section 5.2.1), unless the difference has no interior.
template <class A, class B>
[[nodiscard, gnu::noinline]] constexpr relation relation_of_cores(const A& a, const B& b) noexcept {
    if (may_be_thin(a) && may_be_thin(b)) {
        const int sign = sign_on_line(a, b);
        if (sign >= 0) return relation_of_sign(sign);
    }
    const int sign = separation_sign(a, b);
    if (sign == 1) return relation::apart;
    const int other = separation_sign(b, a);
    return relation_of_sign(other > sign ? other : sign);
}

/// Calls f with both ends of each edge in the set, and its index.
template <class List, class F>
constexpr void for_each_edge_in(edge_set edges, const List& list, F&& f) {
    while (!edges.empty()) {
        const std::size_t i = edges.pop();
        f(list[i], list[next_index(i, list.size())], i);
    }
}
template <scalar T, class F>
constexpr void for_each_edge_in(edge_set, const vertex_list<T, 1>&, F&&) {}

/// Where all other edges certainly have some of the other hull inside, those of the sets decide.
template <class A, class B>
[[nodiscard, gnu::noinline]] constexpr relation relation_by_some(const A& a, const B& b, edge_set of_a,
                                                                 edge_set of_b) noexcept {
    int best = -1;
    for_each_edge_in(of_a, a, [&](auto p, auto q, std::size_t) {
        best = best < 1 ? (std::max)(best, side_of_line(p, q, b)) : best;
    });
    for_each_edge_in(of_b, b, [&](auto p, auto q, std::size_t) {
        best = best < 1 ? (std::max)(best, side_of_line(p, q, a)) : best;
    });
    return relation_of_sign(best);
}
template <class A, class B, class Scores>
[[nodiscard]] constexpr relation relation_of_cores(const A& a, const B& b, const Scores& scores) noexcept {
    if (scores.usable && !(may_be_thin(a) && may_be_thin(b)))
        return relation_by_some(a, b, scores.facing_of_a(), scores.facing_of_b());
    return relation_of_cores(a, b);
}

/// The smallest squared distance of a corner of b from an edge in the set, of a; in wide arithmetic.
template <scalar T, class A, class B>
[[nodiscard]] constexpr wide_t<T> least_squared(edge_set edges, const facets<T, A>& a, const facets<T, B>& b) noexcept {
    using W = wide_t<T>;
    W least = most<W>();
    for_each_edge_in(edges, a.corners, [&](vec2<T> p, vec2<T> q, std::size_t) {
        const vec2<W> from = widen(p), edge = widen(q) - from;
        const W length = dot(edge, edge);
        for (std::size_t i = 0; i < b.size(); ++i) {
            const vec2<W> w = widen(vec2<T>{b[i]}) - from;
            const W along = dot(w, edge), across = cross(edge, w), to_end = length_squared(w - edge);
            const W squared = along <= W(0) ? dot(w, w) : along >= length ? to_end : across / length * across;
            least = squared < least ? squared : least;
        }
    });
    return least;
}

/// Every edge of a against every corner of b: the smallest sign of (distance - radii). 1: none is that near. Many
/// corners without an edge are a placed view that rounding has collapsed to a point.
template <scalar T, class A, class B>
[[nodiscard]] constexpr int proximity_sign(const facets<T, A>& a, const facets<T, B>& b) noexcept {
    int nearest = 1;
    bool is_point = a.size() > 1;
    for_each_edge(a.corners, [&](vec2<T> p, vec2<T> q) {
        is_point = false;
        for (std::size_t i = 0; i < b.size() && nearest >= 0; ++i) {
            const auto gap = exact::compare_segment_distance(vec2<T>{b[i]}, p, q, a.radius, b.radius);
            if (gap <= 0) nearest = gap < 0 ? -1 : 0;
        }
        return nearest >= 0;
    });
    for (std::size_t i = 0; is_point && i < b.size() && nearest >= 0; ++i) {
        const auto gap = exact::compare_distance(a[0], vec2<T>{b[i]}, a.radius, b.radius);
        if (gap <= 0) nearest = gap < 0 ? -1 : 0;
    }
    return nearest;
}

/// Are hulls that are apart by themselves still apart, or not, with their radii?
template <scalar T, class A, class B>
[[nodiscard, gnu::noinline]] constexpr relation relation_with_radii(const facets<T, A>& a,
                                                                    const facets<T, B>& b) noexcept {
    const int sign = proximity_sign(a, b);
    if (sign < 0) return relation::penetrating;
    const int other = proximity_sign(b, a);
    return relation_of_sign(other < sign ? other : sign);
}

/// Hulls that are apart by more than `known` or not at all, with their radii: apart or not for certain, or `touching`
/// if that cannot be told.
///
/// The squared distance of the closest features is off by less than 16 roundings of the coordinates' squares
/// (differences 1, products and sums 2, the quotient 1, all times |coordinate| <= m). No square on the way is larger
/// than 8 m^2: where one leaves the range, the bound does, too.
template <scalar T, class A, class B, class Scores>
[[nodiscard]] constexpr relation certain_with_radii(const facets<T, A>& a, const facets<T, B>& b, const Scores& scores,
                                                    wide_t<T> m, wide_t<T> known) noexcept {
    using W = wide_t<T>;
    const W sum = static_cast<W>(a.radius) + static_cast<W>(b.radius), limit = sum * sum;
    const W least = smaller(least_squared(scores.facing_of_a(), a, b), least_squared(scores.facing_of_b(), b, a));
    const W slack =
        W(4) * unit_roundoff<W>() * (W(16) * m * m + W(16) * limit) + static_cast<W>(power_of_two(-900));  // generous
    if (least < limit - slack) return relation::penetrating;
    return least > limit + slack && least > known ? relation::apart : relation::touching;
}

/// What the scores tell for certain; `touching` if that is nothing. Hulls that overlap by less than the scores can tell
/// have closest features less than twice the bound apart.
template <scalar T, class A, class B>
[[nodiscard]] constexpr relation certain_relation(const facets<T, A>& a, const facets<T, B>& b,
                                                  const edge_scores<T>& scores) noexcept {
    using W = wide_t<T>;
    if (!scores.usable) return relation::touching;
    if (!(a.radius > T(0) || b.radius > T(0))) return scores.relation_of_hulls();
    if (scores.apart()) return relation::apart;
    if (scores.hulls_penetrating()) return relation::penetrating;
    const W bound = static_cast<W>(scores.bound);
    return certain_with_radii(a, b, scores, static_cast<W>(scores.largest),
                              scores.hulls_apart() ? W(0) : W(16) * bound * bound);
}
template <scalar T, class A, class B>
[[nodiscard]] constexpr relation certain_relation(const facets<T, A>&, const facets<T, B>&,
                                                  const sharp_scores<T>& scores) noexcept {
    return scores.usable ? scores.relation_of_hulls() : relation::touching;
}
template <scalar T, class A, class B>
[[nodiscard]] constexpr relation certain_relation(const facets<T, A>& a, const facets<T, B>& b,
                                                  const turns& found) noexcept {
    if (!found.usable) return relation::touching;
    if (found.crossing) return relation::penetrating;
    if (!(a.radius > T(0) || b.radius > T(0))) return relation::apart;
    return certain_with_radii(a, b, found, largest_coordinate(a) + largest_coordinate(b), wide_t<T>(0));
}
template <scalar T, class A, class B>
[[nodiscard]] constexpr relation certain_relation(const facets<T, A>&, const facets<T, B>&, const no_scores&) noexcept {
    return relation::touching;
}

/// The exact relation of two faceted shapes, of which the scores do not tell it for certain.
template <scalar T, class A, class B, class Scores>
[[nodiscard, gnu::noinline]] constexpr relation careful_relation(const facets<T, A>& a, const facets<T, B>& b,
                                                                 const Scores& scores) noexcept {
    if constexpr (are_sharp<Scores>) {
        return relation_of_cores(a.corners, b.corners, bare(scores));
    } else {
        const bool round = a.radius > T(0) || b.radius > T(0);
        if (!round) return relation_of_cores(a.corners, b.corners, scores);
        if (a.size() == 1 && b.size() == 1) {
            const auto gap = exact::compare_distance(a[0], b[0], a.radius, b.radius);
            return relation_of_sign(gap > 0 ? 1 : gap == 0 ? 0 : -1);
        }
        if (relation_of_cores(a.corners, b.corners, scores) != relation::apart) return relation::penetrating;
        return relation_with_radii(a, b);
    }
}

/// The exact relation of two faceted shapes, of which the scores are known.
template <scalar T, class A, class B, class Scores>
[[nodiscard]] constexpr relation relation_scored(const facets<T, A>& a, const facets<T, B>& b,
                                                 const Scores& scores) noexcept {
    const relation quick = certain_relation(a, b, scores);
    return quick != relation::touching ? quick : careful_relation(a, b, scores);
}

/// The exact relation of two faceted shapes.
template <scalar T, class A, class B>
[[nodiscard, gnu::noinline]] constexpr relation relation_of(const facets<T, A>& a, const facets<T, B>& b) noexcept {
    if constexpr (std::same_as<A, B> && std::same_as<A, vertex_list<T, 4>> && has_lanes<A>) {
        if (!(a.radius > T(0) || b.radius > T(0))) {
            const turned_edges told = look_at_turns(a.corners, b.corners);
            if (told.kind != relation::touching) return told.kind;
            return told.usable ? relation_by_some(a.corners, b.corners, told.of_a, told.of_b)
                               : relation_of_cores(a.corners, b.corners);
        }
    }
    typename scores_for<A, B>::type scores;
    look_quickly(scores, a, b);
    return relation_scored(a, b, scores);
}

}  // namespace hitbox::detail
