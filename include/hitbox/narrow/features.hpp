#pragma once
/// Where two faceted shapes are nearest: the edge of least overlap, the closest features, the deepest points.

#include <hitbox/narrow/relation.hpp>

namespace hitbox::detail {

/// A candidate for the way out: a unit direction from a to b and how far apart the corners are along it, with the
/// corners it comes from, on which it can be computed again exactly. `v` alone faces the edge p-q; p == q: it faces a
/// corner.
template <scalar T>
struct separating_direction {
    vec2<wide_t<T>> normal{};
    wide_t<T> separation{};
    vec2<T> p{}, q{}, v{};
    bool found = false;
};

/// The corners' separation along each edge of `owner`, which is a or (if `Flipped`) b; keeps the largest in `best`, and
/// looks no further once that is over `enough`. Edges that can be `passed_over` are.
template <bool Flipped, scalar T, class A, class B, class Owner, class Other, class Skip>
constexpr void keep_best_edge(separating_direction<T>& best, const facets<T, A>& a, const facets<T, B>& b,
                              const Owner& owner, const Other& other, wide_t<T> enough, Skip&& passed_over) {
    using W = wide_t<T>;
    for_each_edge(owner.corners, [&](vec2<T> p, vec2<T> q) {
        if (passed_over(p, q)) return true;
        const vec2<W> from = owner.wide(p), outward = outward_normal(from, owner.wide(q));
        if (outward == vec2<W>{}) return true;  // scaled to nothing beside a shape of another order of magnitude
        W least = dot(outward, other.wide(0) - from);
        std::size_t at = 0;
        for (std::size_t i = 1; i < other.size(); ++i) {
            const W s = dot(outward, other.wide(i) - from);
            if (s < least) least = s, at = i;
        }
        const vec2<W> normal = Flipped ? vec2<W>{} - outward : outward;
        if (!best.found || least > best.separation || (least == best.separation && wins_tie(normal, best.normal, a, b)))
            best = {normal, least, p, q, other[at], true};
        return !(least > enough);
    });
}

/// The axis of least overlap among the edge normals of both: the separating axis of largest separation, or any one
/// whose separation is over `enough`. `skip_a` and `skip_b` tell which edges cannot be it.
template <scalar T, class A, class B, class SkipA, class SkipB>
[[nodiscard]] constexpr auto least_overlap(const facets<T, A>& a, const facets<T, B>& b, wide_t<T> enough,
                                           SkipA&& skip_a, SkipB&& skip_b) {
    separating_direction<T> best;
    keep_best_edge<false>(best, a, b, a, b, enough, skip_a);
    if (!(best.found && best.separation > enough)) keep_best_edge<true>(best, a, b, b, a, enough, skip_b);
    return best;
}
template <scalar T, class A, class B>
[[nodiscard]] constexpr auto least_overlap(const facets<T, A>& a, const facets<T, B>& b, wide_t<T> enough) {
    const auto none = [](auto, auto) { return false; };
    return least_overlap(a, b, enough, none, none);
}

/// The same, with scores to pass over all edges that cannot be it.
template <scalar T, class A, class B>
[[nodiscard]] constexpr auto least_overlap(const facets<T, A>& a, const facets<T, B>& b, wide_t<T> enough,
                                           const edge_scores<T>& scores) {
    const auto hopeless = [&scores](const T* score) {
        return [&scores, score](auto, auto) mutable { return !scores.candidate(*score++); };
    };
    return least_overlap(a, b, enough, hopeless(scores.of_a), hopeless(scores.of_b));
}

/// Of the edges that exactly touch the other shape, the one that wins the tie: all separations are 0 in truth, whatever
/// rounding makes of them.
template <bool Flipped, scalar T, class A, class B, class Owner, class Other>
constexpr void keep_touching_edge(separating_direction<T>& best, const facets<T, A>& a, const facets<T, B>& b,
                                  const Owner& owner, const Other& other) {
    using W = wide_t<T>;
    for_each_edge(owner.corners, [&](vec2<T> p, vec2<T> q) {
        const vec2<W> outward = outward_normal(owner.wide(p), owner.wide(q));
        if (outward == vec2<W>{} || side_of_line(p, q, other.corners) != 0) return true;
        const vec2<W> normal = Flipped ? vec2<W>{} - outward : outward;
        if (!best.found || wins_tie(normal, best.normal, a, b)) best = {normal, W(0), p, q, {}, true};
        return true;
    });
}

template <scalar T, class A, class B>
[[nodiscard, gnu::noinline]] constexpr auto touching_edge(const facets<T, A>& a, const facets<T, B>& b) {
    separating_direction<T> best;
    keep_touching_edge<false>(best, a, b, a, b);
    keep_touching_edge<true>(best, a, b, b, a);
    return best;
}

/// Every corner of `other` against every edge of `owner`; keeps the nearest in `best`, whose separation is squared
/// here.
template <bool Flipped, scalar T, class A, class B, class Owner, class Other>
constexpr void keep_nearest(separating_direction<T>& best, const facets<T, A>& a, const facets<T, B>& b,
                            const Owner& owner, const Other& other) {
    using W = wide_t<T>;
    for_each_edge(owner.corners, [&](vec2<T> p, vec2<T> q) {
        const vec2<W> from = owner.wide(p), to = owner.wide(q), edge = to - from;
        const W length = dot(edge, edge);
        for (std::size_t i = 0; i < other.size(); ++i) {
            const vec2<W> v = other.wide(i), w = v - from;
            const W along = dot(w, edge), across = cross(edge, w);
            const bool before_start = along <= W(0), past_end = along >= length;
            const vec2<W> gap = before_start ? w : v - to;
            const W squared = before_start || past_end ? dot(gap, gap) : product(across, across) / length;
            if (best.found && squared > best.separation) continue;
            vec2<W> outward;
            if (before_start || past_end) outward = direction_of(gap, vec2<W>{});
            else outward = exact::orient2d(p, q, other[i]) <= 0 ? outward_normal(from, to) : outward_normal(to, from);
            const vec2<W> normal = Flipped ? vec2<W>{} - outward : outward;
            if (!best.found || squared < best.separation || wins_tie(normal, best.normal, a, b))
                best = {normal, squared, past_end ? q : p, before_start ? p : q, other[i], true};
        }
        return true;
    });
}

/// The closest features of two hulls that are apart. The direction of an edge is the edge's own normal: the difference
/// of two nearly equal points has none.
template <scalar T, class A, class B>
[[nodiscard, gnu::noinline]] constexpr auto closest_features(const facets<T, A>& a, const facets<T, B>& b) {
    using W = wide_t<T>;
    separating_direction<T> best;
    if (a.size() == 1 && b.size() == 1) {
        const vec2<W> gap = b.wide(0) - a.wide(0);
        best = {direction_of(gap, fallback_normal<W>(a, b)), length_of(gap), a[0], a[0], b[0], true};
        return best;
    }
    keep_nearest<false>(best, a, b, a, b);
    keep_nearest<true>(best, a, b, b, a);
    const vec2<W> gap = a.wide(best.v) - a.wide(best.p);
    best.separation = best.p == best.q ? length_of(gap) : magnitude(dot(best.normal, gap));
    return best;
}

// Where rounding hides which feature is the nearest, or on which side it is, the same searches with exact values.

/// least_overlap by exact areas: for hulls that penetrate by no more than the rounding of their coordinates.
template <bool Flipped, scalar T, class A, class B, class Owner, class Other>
constexpr void keep_best_edge_exactly(separating_direction<T>& best, const facets<T, A>& a, const facets<T, B>& b,
                                      const Owner& owner, const Other& other) {
    using W = wide_t<T>;
    for_each_edge(owner.corners, [&](vec2<T> p, vec2<T> q) {
        const vec2<W> edge = owner.wide(q) - owner.wide(p);
        const W edge_length = length_of(edge);
        separating_direction<T> found;
        for (std::size_t i = 0; i < other.size(); ++i) {
            const W distance = W(0) - exact::orient2d_value(p, q, vec2<T>{other[i]}, owner.shift()) / edge_length;
            if (!found.found || distance < found.separation) found = {{}, distance, p, q, other[i], true};
        }
        const vec2<W> outward = outward_normal(owner.wide(p), owner.wide(q));
        if (outward == vec2<W>{}) return true;
        found.normal = Flipped ? vec2<W>{} - outward : outward;
        if (!best.found || found.separation > best.separation ||
            (found.separation == best.separation && wins_tie(found.normal, best.normal, a, b)))
            best = found;
        return true;
    });
}

template <scalar T, class A, class B>
[[nodiscard, gnu::noinline]] constexpr auto exact_least_overlap(const facets<T, A>& a, const facets<T, B>& b) {
    separating_direction<T> best;
    keep_best_edge_exactly<false>(best, a, b, a, b);
    keep_best_edge_exactly<true>(best, a, b, b, a);
    return best;
}

/// closest_features by exact squared distances less the squared radii, which `separation` holds here.
template <bool Flipped, scalar T, class A, class B, class Owner, class Other>
constexpr void keep_nearest_exactly(separating_direction<T>& best, const facets<T, A>& a, const facets<T, B>& b,
                                    const Owner& owner, const Other& other) {
    using W = wide_t<T>;
    const auto keep = [&](vec2<T> p, vec2<T> q, vec2<T> v, W excess, vec2<W> outward) {
        const vec2<W> normal = Flipped ? vec2<W>{} - outward : outward;
        if (!best.found || excess < best.separation ||
            (excess == best.separation && wins_tie(normal, best.normal, a, b)))
            best = {normal, excess, p, q, v, true};
    };
    for_each_edge(owner.corners, [&](vec2<T> p, vec2<T> q) {
        for (std::size_t i = 0; i < other.size(); ++i) {
            const vec2<T> v = other[i];
            const bool before_start = exact::along(p, q, v) <= 0, past_end = exact::along(q, p, v) <= 0;
            const bool left = exact::orient2d(p, q, v) > 0;
            const vec2<T> end = before_start ? p : q;
            if (before_start || past_end)
                keep(end, end, v, exact::distance_value(v, end, a.radius, b.radius, a.shift()),
                     direction_of(owner.wide(v) - owner.wide(end), vec2<W>{}));
            else if (left)
                keep(p, q, v, exact::line_distance_value(v, p, q, a.radius, b.radius, a.shift()),
                     outward_normal(owner.wide(q), owner.wide(p)));
            else
                keep(p, q, v, exact::line_distance_value(v, q, p, a.radius, b.radius, a.shift()),
                     outward_normal(owner.wide(p), owner.wide(q)));
        }
        return true;
    });
}

/// The depth d = r - distance of shapes that penetrate by no more than the rounding of their coordinates, from the
/// exact r^2 - distance^2 of their closest features. In `separation`; scaled.
template <scalar T, class A, class B>
[[nodiscard, gnu::noinline]] constexpr auto exact_closest_features(const facets<T, A>& a, const facets<T, B>& b) {
    using W = wide_t<T>;
    separating_direction<T> best;
    if (a.size() == 1 && b.size() == 1) {
        best = closest_features(a, b);
        best.separation = exact::distance_value(b[0], a[0], a.radius, b.radius, a.shift());
    } else {
        keep_nearest_exactly<false>(best, a, b, a, b);
        keep_nearest_exactly<true>(best, a, b, b, a);
    }
    const W sum = a.wide_radius() + b.wide_radius(), excess = best.separation;
    const W squared = product(sum, sum) + excess;
    best.separation = excess / (sum + square_root(larger(squared, W(0))));
    return best;
}

/// A corner of a face, and its place along the tangent.
template <scalar W>
struct face_end {
    vec2<W> point{};
    W place{};
};

/// The face (or corner) of a shape that is farthest along a direction, and how wide the shape is along it.
template <scalar W>
struct face {
    face_end<W> first{}, last{};  // in world order
    W width{};
};

/// Corners within `slack` of the farthest belong to the face. `origin` is where places are measured from.
template <scalar T, class List, scalar W>
[[nodiscard]] constexpr face<W> farthest_face(const facets<T, List>& s, vec2<W> direction, vec2<W> origin,
                                              W slack) noexcept {
    const vec2<W> start = s.wide(0);
    W most{0}, least{0};
    for (std::size_t i = 1; i < s.size(); ++i) {
        const W reach = dot(direction, s.wide(i) - start);
        most = larger(most, reach), least = smaller(least, reach);
    }
    face_end<W> low, high;
    bool found = false;
    for (std::size_t i = 0; i < s.size(); ++i) {
        const vec2<W> p = s.wide(i);
        if (dot(direction, p - start) < most - slack) continue;
        const face_end<W> end{p, cross(direction, p - origin)};
        if (!found || end.place < low.place) low = end;
        if (!found || end.place > high.place) high = end;
        found = true;
    }
    const bool in_order = !before(high.point, low.point);
    return {in_order ? low : high, in_order ? high : low, most - least + W(2) * s.wide_radius()};
}

/// The point of a face at a place along the tangent, or the end nearest to it.
template <scalar W>
[[nodiscard]] constexpr vec2<W> point_on_face(const face<W>& f, W place) noexcept {
    const W stretch = f.last.place - f.first.place;
    if (stretch == W(0)) return f.first.point;
    const W fraction = (place - f.first.place) / stretch;
    if (!(fraction > W(0))) return f.first.point;
    if (!(fraction < W(1))) return f.last.point;
    return f.first.point + (f.last.point - f.first.point) * fraction;
}

/// The middle of the stretch that two faces share.
template <scalar W>
[[nodiscard]] constexpr W shared_place(const face<W>& a, const face<W>& b) noexcept {
    const W low = larger(smaller(a.first.place, a.last.place), smaller(b.first.place, b.last.place));
    const W high = smaller(larger(a.first.place, a.last.place), larger(b.first.place, b.last.place));
    return (low + high) / W(2);
}

}  // namespace hitbox::detail
