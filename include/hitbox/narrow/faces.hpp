#pragma once
/// Which face of a shape is farthest along a direction, and where two such faces lie against each other: the deepest,
/// or the nearest, points.

#include <hitbox/narrow/measure.hpp>

namespace hitbox::detail {

/// The face (or corner) of a shape that is farthest along a direction, from clockwise to counter-clockwise.
template <scalar W>
struct face {
    vec2<W> first{}, last{};
    W front{};  // how far the corners reach along the direction
    W back{};   // how far they reach against it, at least
};

/// The corner farthest along a direction; of several the first.
template <scalar T, class List, scalar W>
[[nodiscard]] constexpr std::size_t farthest_corner(const facets<T, List>& s, vec2<W> direction) noexcept {
    const vec2<W> start = s.wide(0);
    W most{0};
    std::size_t at = 0;
    for (std::size_t i = 1; i < s.size(); ++i) {
        const W reach = dot(direction, s.wide(i) - start);
        at = reach > most ? i : at;
        most = larger(most, reach);
    }
    return at;
}

/// A stretch of a face by the indices of its first and last corner; or nowhere.
struct face_part {
    std::size_t first = nowhere, last = nowhere;
};

/// How far back from a face with the corner `at` the hull certainly reaches, along minus the direction: two corners
/// opposite tell it of most shapes.
template <scalar T, class List, scalar W>
[[nodiscard]] constexpr W reach_back(const facets<T, List>& s, std::size_t at, const vec2<W>& direction) noexcept {
    const std::size_t n = s.size(), opposite = at + n / 2, far_off = opposite < n ? opposite : opposite - n;
    return W(0) - smaller(dot(direction, s.wide(far_off)), dot(direction, s.wide(next_index(far_off, n))));
}

/// Both ways round from a known part of the face: corners within `slack` of it belong to the face, and it ends where
/// they turn back, for of a shape that is thinner than `slack` all are. Corners beyond an end are passed on the way: of
/// a convex outline, one side of any corner but the farthest leads up to that. Of an outline that may be dented by more
/// than `slack`, all corners are asked: they may be out of order, too, and a sliver clockwise.
template <scalar T, class List, scalar W>
[[nodiscard]] constexpr face<W> face_around(const facets<T, List>& s, const face_part& known, const vec2<W>& direction,
                                            W slack) noexcept {
    const std::size_t n = s.size();
    std::size_t first = known.first, last = known.last;
    const vec2<W> top = s.wide(first);
    const auto below = [&](std::size_t i) { return dot(direction, top - s.wide(i)); };
    const auto place = [&](std::size_t i) { return cross(direction, s.wide(i) - top); };
    W low{0}, high = last == first ? W(0) : place(last), least_below{0};
    const auto belongs = [&](std::size_t i) {
        const W depth = below(i);
        least_below = smaller(least_below, depth);
        return depth <= slack;
    };
    const auto widen_to = [&](std::size_t i) {
        const W at = place(i);
        if (at > high) high = at, last = i;
        if (at < low) low = at, first = i;
    };
    std::size_t end = next_index(known.last, n);
    if constexpr (may_be_dented<List>) {
        for (; end != known.first; end = next_index(end, n))
            if (belongs(end)) widen_to(end);
    } else {
        for (; end != known.first && belongs(end); end = next_index(end, n)) widen_to(end);
        for (std::size_t i = known.first; (i = previous_index(i, n)) != known.last && i != end && belongs(i);)
            widen_to(i);
    }
    return {s.wide(first), s.wide(last), dot(direction, top) - least_below, reach_back(s, known.first, direction)};
}

/// A single corner is all the face there is.
template <scalar T, scalar W>
[[nodiscard]] constexpr face<W> face_around(const facets<T, vertex_list<T, 1>>& s, const face_part&,
                                            const vec2<W>& direction, W) noexcept {
    const W height = dot(direction, s.wide(0));
    return {s.wide(0), s.wide(0), height, W(0) - height};
}

/// The whole face, wherever it is.
template <scalar T, class List, scalar W>
[[nodiscard]] constexpr face<W> farthest_face(const facets<T, List>& s, vec2<W> direction, W slack) noexcept {
    const std::size_t at = farthest_corner(s, direction);
    return face_around(s, {at, at}, direction, slack);
}

/// The places of a face's ends along the tangent of `direction`, in world order: from left to right.
template <scalar W>
struct stretch {
    vec2<W> first{}, last{};
    W first_place{}, last_place{};
};
template <scalar W>
[[nodiscard]] constexpr stretch<W> stretch_of(const face<W>& f, vec2<W> direction, vec2<W> origin) noexcept {
    const bool in_order = !before(f.last, f.first);
    const vec2<W> first = in_order ? f.first : f.last, last = in_order ? f.last : f.first;
    return {first, last, cross(direction, first - origin), cross(direction, last - origin)};
}

/// The point at a place along the tangent, or the end nearest to it.
template <scalar W>
[[nodiscard]] constexpr vec2<W> point_on(const stretch<W>& s, W place) noexcept {
    // The fraction of a corner, or of what is one for all that W can tell, is 0, by the same way as an edge's: which of
    // two shapes has the edge, no branch can predict.
    const W width = s.last_place - s.first_place, past_first = place - s.first_place;
    const W along = width == W(0) ? W(0) : past_first;
    const W fraction = along / (width + static_cast<W>(width == W(0) ? 1 : 0));
    if (!(fraction >= W(0))) return s.first;
    if (!(fraction < W(1))) return s.last;
    return s.first + (s.last - s.first) * fraction;
}

/// What two stretches share, along the tangent; with high < low they share nothing.
template <scalar W>
struct shared_part {
    W low{}, high{};
};
template <scalar W>
[[nodiscard]] constexpr shared_part<W> part_shared_by(const stretch<W>& a, const stretch<W>& b) noexcept {
    return {larger(smaller(a.first_place, a.last_place), smaller(b.first_place, b.last_place)),
            smaller(larger(a.first_place, a.last_place), larger(b.first_place, b.last_place))};
}

/// The middle of what two stretches share.
template <scalar W>
[[nodiscard]] constexpr W shared_place(const stretch<W>& a, const stretch<W>& b) noexcept {
    const shared_part<W> part = part_shared_by(a, b);
    return (part.low + part.high) / W(2);
}

/// One way round from a corner of a face, whose corners are within `slack`: as far along the tangent as the outline is
/// no more than `level` below.
template <scalar T, class List, scalar W>
[[nodiscard]] constexpr vec2<W> level_end(const facets<T, List>& s, std::size_t from, std::size_t stop, bool forward,
                                          const vec2<W>& direction, W slack, W level) noexcept {
    const std::size_t n = s.size();
    const auto after = [&](std::size_t i) { return beside_index(i, n, forward); };
    const vec2<W> top = s.wide(from);
    vec2<W> end = top, before_it = top;
    W farthest{0}, depth_before{0}, depth{0};
    for (std::size_t i = after(from); i != stop && depth <= level; i = after(i)) {
        vec2<W> p = s.wide(i);
        depth = dot(direction, top - p);
        if (!(depth <= slack)) break;
        if (depth > level) p = before_it + (p - before_it) * ((level - depth_before) / (depth - depth_before));
        const W place = cross(direction, p - top), reach = forward ? place : W(0) - place;
        if (reach > farthest) farthest = reach, end = p;
        before_it = p, depth_before = depth;
    }
    return end;
}

/// Both ways round from what is known of a face.
template <scalar T, class List, scalar W>
[[nodiscard]] constexpr face<W> level_part(const facets<T, List>& s, const face_part& known, const vec2<W>& direction,
                                           W slack, W level) noexcept {
    return {level_end(s, known.first, known.last, false, direction, slack, level),
            level_end(s, known.last, known.first, true, direction, slack, level)};
}

/// The parts of two faces that are level: to an eighth of what makes a face if they share a stretch or a point then,
/// else to a quarter or half of it.
template <scalar T, class A, class B, scalar W>
[[gnu::cold, gnu::noinline]] constexpr void
keep_what_is_level(stretch<W>& of_a, stretch<W>& of_b, const facets<T, A>& a, const facets<T, B>& b,
                   const face_part& at_a, const face_part& at_b, const vec2<W>& n, const vec2<W>& origin,
                   W slack) noexcept {
    for (W share = W(8);; share = share / W(2)) {
        const W level = slack / share;
        const stretch<W> level_a = stretch_of(level_part(a, at_a, n, slack, level), n, origin),
                         level_b = stretch_of(level_part(b, at_b, vec2<W>{} - n, slack, level), n, origin);
        const shared_part<W> part = part_shared_by(level_a, level_b);
        if (!(part.low <= part.high) && share > W(2)) continue;  // not even half: the ends that are nearest
        of_a = level_a, of_b = level_b;
        return;
    }
}

/// Points of two hulls that face each other along a direction.
template <scalar W>
struct facing_points {
    vec2<W> on_a{}, on_b{};
    // Beyond the other's far side, radii included, by more than rounding: certainly not inside it.
    bool a_sticks_out = false, b_sticks_out = false;
};

/// The nearest point to p of a part of a face, and whether that is a corner or on the edge (Ericson, section 5.1.2).
template <scalar W>
struct point_of_face {
    vec2<W> point{};
    face_part at{};
};
template <scalar T, class List, scalar W>
[[nodiscard]] constexpr point_of_face<W> nearest_on(const facets<T, List>& s, const face_part& part,
                                                    vec2<W> p) noexcept {
    const vec2<W> first = s.wide(part.first), last = s.wide(part.last), edge = last - first;
    const W along = dot(p - first, edge), length = dot(edge, edge);
    if (!(along > W(0))) return {first, {part.first, part.first}};
    if (!(along < length)) return {last, {part.last, part.last}};
    return {first + edge * (along / length), part};
}

template <scalar T, scalar W>
[[nodiscard]] constexpr point_of_face<W> nearest_on(const facets<T, vertex_list<T, 1>>& s, const face_part& part,
                                                    vec2<W>) noexcept {
    return {s.wide(0), part};
}

/// The middle of the stretch that the faces along n share, or the ends where they do not. Corners within `slack` belong
/// to a face. at_a and at_b: what is known of the faces.
///
/// In arithmetic no wider than the coordinates, `slack` is 8 roundings of the largest coordinates of both, more than a
/// deepest point may be off. Where it would be by more than 1.5 of them (3 units in the last place at most), as beside
/// an edge that is hardly longer than `slack`, only what is level of the faces counts, as long as that is shared.
template <scalar T, class A, class B, scalar W>
[[nodiscard]] constexpr facing_points<W> points_along(const facets<T, A>& a, const facets<T, B>& b, const vec2<W>& n,
                                                      W slack, const face_part& at_a = {},
                                                      const face_part& at_b = {}) noexcept {
    const vec2<W> back = vec2<W>{} - n;
    const W radius_a = a.wide_radius(), radius_b = b.wide_radius(), rounding = W(32) * slack;
    if constexpr (list_rank<A> == 1) {  // opposite a single corner there is nothing to share
        const face_part part = list_rank<B> == 1 ? face_part{0, 0} : at_b;
        if (part.first != nowhere) {
            const vec2<W> corner = a.wide(0), on_b = nearest_on(b, part, corner).point;
            const W height = dot(n, corner);
            return {corner + n * radius_a, on_b - n * radius_b,
                    radius_a - height > radius_b - dot(n, b.wide(part.first)) + rounding,
                    reach_back(b, part.first, back) + radius_b > height + radius_a + rounding};
        }
    }
    const auto part_of = [](const auto& s, const face_part& known, const vec2<W>& direction) {
        if (known.first != nowhere) return known;
        const std::size_t at = farthest_corner(s, direction);
        return face_part{at, at};
    };
    const face_part part_a = part_of(a, at_a, n), part_b = part_of(b, at_b, back);
    const face<W> face_a = face_around(a, part_a, n, slack), face_b = face_around(b, part_b, back, slack);
    const bool a_sticks_out = face_a.back + radius_a > face_b.front + radius_b + rounding;
    const bool b_sticks_out = face_b.back + radius_b > face_a.front + radius_a + rounding;
    const vec2<W> origin = midpoint(face_a.first, face_b.first);
    stretch<W> of_a = stretch_of(face_a, n, origin), of_b = stretch_of(face_b, n, origin);
    W place = shared_place(of_a, of_b);
    vec2<W> on_a = point_on(of_a, place), on_b = point_on(of_b, place);
    if constexpr (std::floating_point<T> && std::same_as<W, T>) {
        const W most = product(W(3) / W(16), slack);
        if (dot(n, a.wide(part_a.first) - on_a) > most || dot(back, b.wide(part_b.first) - on_b) > most) {
            keep_what_is_level(of_a, of_b, a, b, part_a, part_b, n, origin, slack);
            place = shared_place(of_a, of_b);
            on_a = point_on(of_a, place), on_b = point_on(of_b, place);
        }
    }
    return {on_a + n * radius_a, on_b - n * radius_b, a_sticks_out, b_sticks_out};
}

/// How far rounding may have turned a face: that of its coordinates, and that of projecting it in arithmetic no wider.
template <scalar T>
[[nodiscard]] constexpr wide_t<T> face_slack(wide_t<T> largest) noexcept {
    using W = wide_t<T>;
    return (std::same_as<W, T> ? W(8) : W(1)) * static_cast<W>(unit_roundoff<T>()) * largest;
}

}  // namespace hitbox::detail
