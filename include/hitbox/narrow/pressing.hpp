#pragma once
/// Which edge or corner does a shape press on another with?

#include <hitbox/narrow/faces.hpp>

namespace hitbox {

/// A feature in one half of a point's id: the index of a corner in `vertices(shape)`, or with this bit set that of the
/// edge from the corner to the next. Indices count up to 32767, and then from 0 again.
inline constexpr unsigned edge_feature = 0x8000;

namespace detail {

/// The corner of a shape that is farthest along a direction, and of the two edges that meet there the one that faces
/// the direction more. A point has none: p == q.
template <scalar T>
struct facing_edge {
    using W = wide_t<T>;

    vec2<T> corner{}, p{}, q{};
    std::size_t corner_at = nowhere, p_at = nowhere, q_at = nowhere;  // their indices, where edges go by index
    vec2<W> normal{};                                                 // of the edge, outward
    W cosine{-2}, next_cosine{-2};  // of the angles between the direction and the normals of that edge and of the other
    W turned{5};                    // from the direction to the normal, squared: tells small angles, as no cosine does

    /// Might the corner as well be the end of its other edge? This one is then more than half as far turned away as
    /// that: cos(2 angle) < cos(other angle).
    [[nodiscard]] constexpr bool stands_on_corner() const noexcept {
        return W(2) * product(cosine, cosine) - W(1) < next_cosine;
    }
};

/// Calls f(p, q, index of p) for both edges at the corner with index `at`; at a point for none. The edges of a moved
/// view are not those between neighbours: there, the index is nowhere.
template <class List, class F>
constexpr void for_edges_at(const List& list, std::size_t at, F&& f) {
    const std::size_t n = list.size(), previous = previous_index(at, n);
    if (n < 2) return;
    f(list[previous], list[at], previous);
    f(list[at], list[next_index(at, n)], at);
}
template <real T, class F>
constexpr void for_edges_at(const moved_view<T>& list, std::size_t at, F&& f) {
    const vec2<T> corner = list[at];
    for_each_edge(list, [&](vec2<T> p, vec2<T> q) {
        if (p == corner || q == corner) f(p, q, nowhere);
        return true;
    });
}

/// `known`: an edge that faces the direction, or the corner that is farthest along it.
template <scalar T, class List>
[[nodiscard]] constexpr facing_edge<T> edge_facing(const facets<T, List>& s, const vec2<wide_t<T>>& direction,
                                                   const face_part& known) noexcept {
    using W = wide_t<T>;
    facing_edge<T> best;
    const std::size_t at = known.first != nowhere ? known.first : farthest_corner(s, direction);
    best.corner = best.p = best.q = s[at];
    best.corner_at = best.p_at = best.q_at = at;
    if (known.last != known.first) {
        best.q = s[known.last], best.q_at = known.last;
        best.normal = direction, best.cosine = W(1);
        return best;
    }
    for_edges_at(s.corners, at, [&](vec2<T> p, vec2<T> q, std::size_t p_at) {
        const vec2<W> normal = normal_of_edge<T>(s.wide(p), s.wide(q));
        if (normal == vec2<W>{}) return;  // scaled to nothing beside a shape of another order of magnitude
        const vec2<W> turn = normal - direction;
        const W cosine = dot(normal, direction), turned = dot(turn, turn);
        if (!(turned < best.turned || (turned == best.turned && before(best.normal, normal)))) {
            best.next_cosine = cosine;
            return;
        }
        best.next_cosine = best.cosine, best.cosine = cosine, best.turned = turned, best.normal = normal;
        best.p = p, best.q = q;
        best.p_at = p_at, best.q_at = p_at == nowhere ? nowhere : next_index(p_at, s.size());
    });
    return best;
}

/// A corner, its place along the tangent, and its index.
template <scalar W>
struct pressing_end {
    vec2<W> point{};
    W place{};
    unsigned feature{};
};

/// What a shape presses on another with: an edge, or a corner alone (also one of an edge that is seen from its end).
template <scalar W>
struct pressing_face {
    pressing_end<W> low{}, high{};  // by place; the same for a corner
    unsigned edge{};                // as a feature
    bool is_edge = false;
    bool is_level = false;  // several edges that are one within rounding; `edge` is that which the other shape is over

    /// The point at a place between the ends. Measured from the end that is first in world order, whichever is the low
    /// one.
    [[nodiscard]] constexpr vec2<W> between(W place) const noexcept {
        const bool in_order = before(low.point, high.point);
        const pressing_end<W>&first = in_order ? low : high, &last = in_order ? high : low;
        const W fraction = (place - first.place) / (last.place - first.place);
        if (!(fraction > W(0))) return first.point;
        if (!(fraction < W(1))) return last.point;
        return first.point + (last.point - first.point) * fraction;
    }
    /// The point at a place. An end that is there within `slack` is meant, or the nearest if none is: across a steep
    /// edge, rounding is a long way.
    [[nodiscard]] constexpr vec2<W> at(W place, W slack) const noexcept {
        const W to_low = magnitude(place - low.place), to_high = magnitude(place - high.place);
        if (to_low > slack && to_high > slack) return between(place);
        const bool first_is_low = before(low.point, high.point);
        return (first_is_low ? to_low <= to_high : to_low < to_high) ? low.point : high.point;
    }
};

/// The nearest point of a face, and whether that is an end or on the edge between (Ericson, section 5.1.2).
template <scalar W>
struct nearest_on_face {
    vec2<W> point{};
    unsigned feature{};
};
template <scalar W>
[[nodiscard]] constexpr nearest_on_face<W> nearest_on(const pressing_face<W>& face, vec2<W> p) noexcept {
    const bool in_order = before(face.low.point, face.high.point);
    const pressing_end<W>&first = in_order ? face.low : face.high, &last = in_order ? face.high : face.low;
    const vec2<W> way = last.point - first.point;
    const W along = dot(p - first.point, way), length = dot(way, way);
    if (!face.is_edge || along <= W(0)) return {first.point, first.feature};
    if (along >= length) return {last.point, last.feature};
    return {first.point + way * (along / length), face.edge};
}

/// The index of a corner, looked for if it is not known, as it is in a feature.
template <scalar T, class List>
[[nodiscard]] constexpr unsigned feature_of(const facets<T, List>& s, vec2<T> corner, std::size_t at) noexcept {
    if (at == nowhere) {
        at = 0;
        while (at + 1 < s.size() && vec2<T>{s[at]} != corner) ++at;
    }
    return static_cast<unsigned>(at) & (edge_feature - 1);
}

/// Along which way faces are measured: the tangent, from an origin. What is no longer than `slack` is nothing.
template <scalar W>
struct pressing_line {
    vec2<W> tangent{}, origin{};
    W slack{};

    [[nodiscard]] constexpr W place(vec2<W> p) const noexcept { return dot(p - origin, tangent); }
    [[nodiscard]] constexpr W height(vec2<W> p) const noexcept { return cross(tangent, p - origin); }
};

/// A face that grows by the edges level with its own, within rounding, as in face_around: which of them is found to
/// face the other shape is up to rounding, and not to where that shape is.
template <scalar T, class List>
struct level_edges {
    using W = wide_t<T>;

    const facets<T, List>& s;
    const pressing_line<W>& line;
    W aim{};              // the place of the other shape
    W beside{most<W>()};  // how far the edge that is named is beside that
    pressing_face<W> found{};

    /// One way round from a corner, until the outline leaves the level or turns back. `ahead`: 1 if this goes up the
    /// tangent, else -1. An end within slack of the face's own has that one's name.
    constexpr void add(std::size_t corner, bool forward, W ahead) noexcept {
        const std::size_t n = s.size();
        const W height = line.height(s.wide(corner));
        pressing_end<W> last = end_at(corner);
        for (std::size_t i = corner;;) {
            i = beside_index(i, n, forward);
            const pressing_end<W> end = end_at(i);
            const bool level = magnitude(line.height(end.point) - height) <= line.slack;
            if (i == corner || !level || product(ahead, end.place - last.place) < W(0) - line.slack) return;
            if (end.place > found.high.place + line.slack) found.high = end, found.is_level = true;
            if (end.place < found.low.place - line.slack) found.low = end, found.is_level = true;
            const W off = larger(smaller(end.place, last.place) - aim, aim - larger(end.place, last.place));
            if (larger(off, W(0)) < beside)
                beside = larger(off, W(0)), found.edge = (forward ? last : end).feature | edge_feature;
            last = end;
        }
    }
    [[nodiscard]] constexpr pressing_end<W> end_at(std::size_t i) const noexcept {
        return {s.wide(i), line.place(s.wide(i)), feature_of(s, vec2<T>{s[i]}, i)};
    }
};

/// An edge no longer than slack along the line is a corner, unless others are level with it. `ahead`: 1 if the outline
/// goes up the tangent there, else -1. `over`: the corner with which the other shape faces this one.
template <scalar T, class List, scalar W>
[[nodiscard]] constexpr pressing_face<W> face_of(const facets<T, List>& s, const facing_edge<T>& e,
                                                 const pressing_line<W>& line, W ahead, vec2<W> over) noexcept {
    const auto end = [&](vec2<T> corner, std::size_t at) -> pressing_end<W> {
        return {s.wide(corner), line.place(s.wide(corner)), feature_of(s, corner, at)};
    };
    const auto p = end(e.p, e.p_at), q = end(e.q, e.q_at), corner = end(e.corner, e.corner_at);
    const W stretch = q.place - p.place;
    const bool forward = stretch > W(0), is_edge = magnitude(stretch) > line.slack;
    const pressing_face<W> alone{is_edge ? (forward ? p : q) : corner, is_edge ? (forward ? q : p) : corner,
                                 p.feature | edge_feature, is_edge};
    if (s.size() < 3 || !(magnitude(line.height(q.point) - line.height(p.point)) <= line.slack)) return alone;
    level_edges<T, List> all{s, line, line.place(over)};
    all.found = alone;
    all.add(e.corner_at, true, ahead);
    all.add(e.corner_at, false, W(0) - ahead);
    all.found.is_edge = true;
    return all.found.is_level ? all.found : alone;
}

/// Rounding has moved each corner by up to sqrt(2) u m, one of an obb of double by four times that; two of either shape
/// make a face.
template <scalar T>
[[nodiscard]] constexpr wide_t<T> pressing_slack(wide_t<T> largest) noexcept {
    using W = wide_t<T>;
    const W roundings = W(std::same_as<T, W> ? 12 : 3) * static_cast<W>(unit_roundoff<T>());
    return product(roundings, largest) + rounding_slack(largest);
}

}  // namespace detail
}  // namespace hitbox
