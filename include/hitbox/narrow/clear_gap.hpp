#pragma once
/// Where two sharp shapes that are apart are nearest to each other, if the edge that scores best leads to features that
/// are certainly the nearest: most pairs are like that.
///
/// To the last bit what gap.hpp and faces.hpp find by searching.

#include <hitbox/core/interval.hpp>
#include <hitbox/narrow/quick_discs.hpp>

namespace hitbox::detail {

/// Numbers of which these gaps are certain: computed in so much wider ones that rounding is nothing beside what makes a
/// face.
template <class T>
inline constexpr bool has_clear_gaps = quick_scalar<T> && !std::same_as<T, wide_t<T>>;

// Guesses, which are held against exact coordinates afterwards.

/// About the direction of an edge's outward normal.
template <quick_scalar T, std::size_t N>
[[nodiscard]] inline vec2<T> normal_near(const convex_polygon<T, N>& p, std::size_t edge) noexcept {
    return {p.normal_x()[edge], p.normal_y()[edge]};
}
template <quick_scalar T, std::size_t N>
[[nodiscard]] inline vec2<T> normal_near(const placed<convex_polygon<T, N>>& p, std::size_t edge) noexcept {
    const vec2<T> n = normal_near(p.shape, edge), axis{p.transform.rotation.c, p.transform.rotation.s};
    return {axis.x * n.x - axis.y * n.y, axis.y * n.x + axis.x * n.y};
}
template <box A, quick_scalar T = scalar_t<A>>
[[nodiscard]] inline vec2<T> normal_near(const A& a, std::size_t edge) noexcept {
    const T c = frame_of(a).rotation.c, s = frame_of(a).rotation.s;
    const vec2<T> normals[] = {{s, -c}, {c, s}, {-s, c}, {-c, -s}};
    return normals[edge];
}
template <quick_scalar T>
[[nodiscard]] inline vec2<T> normal_near(const triangle<T>& t, std::size_t edge) noexcept {
    const vec2<T> along = corner_of(t, next_index(edge, 3)) - corner_of(t, edge);
    return {along.y, -along.x};
}

/// About the corner that is farthest against a direction.
template <quick_scalar T, std::size_t N>
[[nodiscard]] inline std::size_t corner_against(const convex_polygon<T, N>& p, vec2<T> n) noexcept {
    constexpr std::size_t packs = convex_polygon<T, N>::lanes / pack_size<T>;
    const pack<T> normal_x = pack_of(n.x), normal_y = pack_of(n.y);
    pack<T> heights[packs], least = pack_of(std::numeric_limits<T>::infinity());
    for (std::size_t k = 0; k < packs; ++k) {  // beyond the corners, the last one is repeated
        heights[k] = normal_x * load_pack(p.x() + k * pack_size<T>) + normal_y * load_pack(p.y() + k * pack_size<T>);
        least = lower(least, heights[k]);
    }
    const pack<T> lowest_of_all = pack_of(lowest<T>(least));
    std::uint64_t above = 0;
    for (std::size_t k = 0; k < packs; ++k) above |= greater(heights[k], lowest_of_all) << (k * pack_size<T>);
    return edge_set{~above}.pop();
}
template <quick_scalar T, std::size_t N>
[[nodiscard]] inline std::size_t corner_against(const placed<convex_polygon<T, N>>& p, vec2<T> n) noexcept {
    const vec2<T> axis{p.transform.rotation.c, p.transform.rotation.s};
    return corner_against(p.shape, vec2<T>{axis.x * n.x + axis.y * n.y, axis.x * n.y - axis.y * n.x});
}
template <box A, quick_scalar T = scalar_t<A>>
[[nodiscard]] inline std::size_t corner_against(const A& a, vec2<T> n) noexcept {
    const vec2<T> axis{frame_of(a).rotation.c, frame_of(a).rotation.s};
    const std::size_t right = dot(axis, n) < T(0) ? 1 : 0;
    return cross(axis, n) < T(0) ? 3 - right : right;
}
template <quick_scalar T>
[[nodiscard]] inline std::size_t corner_against(const triangle<T>& t, vec2<T> n) noexcept {
    const T heights[] = {dot(n, corner_of(t, 0)), dot(n, corner_of(t, 1)), dot(n, corner_of(t, 2))};
    const std::size_t at = heights[1] < heights[0] ? 1 : 0;
    return heights[2] < smaller(heights[0], heights[1]) ? 2 : at;
}

/// In wide arithmetic.
template <scalar W>
struct clear_gap {
    vec2<W> outward{};  // unit, from the owner to the other
    vec2<W> on_owner{}, on_other{};
    W distance{};
    bool of_b = false;  // the owner is b
    bool certain = false;
    std::size_t edge = nowhere, edge_end = nowhere;  // of the owner, where it was found by index; the same: an end
    std::size_t corner = nowhere;                    // of the other

    /// The radius is that of the other if the owner is b, as of round shapes and polygons; else of the owner.
    constexpr void grow(W radius) noexcept {
        const vec2<W> reach = outward * radius;
        if (of_b) on_other = on_other - reach;
        else on_owner = on_owner + reach;
        distance = distance - radius;
    }
};

/// Is a distance between p and q what gap_between takes for certain? It finds no less along the gap, and knows the
/// largest of all coordinates.
template <scalar W>
[[nodiscard]] constexpr bool agrees(W distance, W along, vec2<W> p, vec2<W> q) noexcept {
    const W coordinates = larger(magnitude(p.x), magnitude(p.y)) + larger(magnitude(q.x), magnitude(q.y));
    return distance - along <= W(4) * unit_roundoff<W>() * coordinates;
}

/// The gap between an edge and a point outside it; or, where that is not beside the edge, between it and the nearer
/// end. Certain if, along the gap, the outline turns back at this feature by more than `slack`, which is what makes a
/// face: 2^-23 of coordinates up to m.
///
/// Other corners are then farther back still. Distances, as squared by search, are off by less than 8 u times that from
/// the nearer end of an edge to a corner, 23 u m, u the roundoff of the wide type; two of them by m 2^-47 together.
/// What is beyond a corner that is back by h is farther away by h. The ends of the edge are at least r = m 2^-20 from
/// the foot, and so farther from the point by r^2 / (2 sqrt(8) m) > m 2^-43; and from edges at the point, which rise by
/// h over a length l, by more than r h / (2 l) > m 2^-45.
template <class Owner, quick_scalar T = scalar_t<Owner>, scalar W = wide_t<T>>
[[nodiscard, gnu::always_inline]] inline clear_gap<W> gap_to_point(const Owner& owner, std::size_t edge, vec2<W> v,
                                                                   W slack) noexcept {
    const W back = W(2) * slack, beside = W(8) * slack;
    const std::size_t n = corners_in(owner), end = next_index(edge, n);
    const auto corner = [&owner](std::size_t i) { return widen(corner_of(owner, i)); };
    const vec2<W> p = corner(edge), q = corner(end), normal = outward_normal(p, q);
    const bool at_p = !(cross(normal, v - p) > beside), at_q = !at_p && !(cross(normal, q - v) > beside);
    const vec2<W> base = at_q ? q : p, w = v - base;
    clear_gap<W> gap;
    gap.edge = at_q ? end : edge, gap.edge_end = at_p ? edge : end;
    W along;
    if (at_p || at_q) {
        gap.distance = square_root(dot(w, w));
        if (!(gap.distance > W(0))) return gap;
        gap.outward = w / gap.distance;
        gap.on_owner = base;
        along = dot(gap.outward, w);
    } else {
        const vec2<W> direction = q - p;
        const W across = cross(direction, w);
        gap.distance = square_root(product(across, across) / dot(direction, direction));
        gap.outward = normal;
        gap.on_owner = clear_way<T>{p, q, v, {normal, dot(normal, v - p)}}.on_edge();
        along = smaller(dot(normal, v - p), dot(normal, v - q));
    }
    gap.on_other = v;
    const vec2<W> before_it = corner(at_q ? edge : previous_index(edge, n)),
                  after = corner(at_p ? end : next_index(end, n));
    const bool all_of_it = n == 2 && !(at_p || at_q);  // a segment's edge
    const W owner_back = smaller(dot(gap.outward, base - before_it), dot(gap.outward, base - after));
    gap.certain = (all_of_it || owner_back > back) && agrees(gap.distance, along, base, v);
    return gap;
}

/// The same for a corner of the other shape, whose outline has to turn back there, too.
template <quick_scalar T, class Owner, class Other, scalar W = wide_t<T>>
[[nodiscard, gnu::always_inline]] inline clear_gap<W>
gap_through(const Owner& owner, const Other& other, std::size_t edge, std::size_t corner, T largest) noexcept {
    static_assert(has_clear_gaps<T>);
    const W slack = face_slack<T>(W(2) * static_cast<W>(largest));
    const std::size_t n = corners_in(other);
    const vec2<W> v = widen(corner_of(other, corner)), before_v = widen(corner_of(other, previous_index(corner, n))),
                  after_v = widen(corner_of(other, next_index(corner, n)));
    clear_gap<W> gap = gap_to_point(owner, edge, v, slack);
    const W back = smaller(dot(gap.outward, before_v - v), dot(gap.outward, after_v - v));
    gap.certain = gap.certain && gap.distance > slack && back > W(2) * slack;
    gap.corner = corner;
    return gap;
}

/// The gap between a disc and a polygon, which is the owner: from the centre, less the radius.
template <quick_scalar T, class B, scalar W = wide_t<T>>
[[nodiscard]] inline clear_gap<W> gap_of_disc(const circle<T>& a, const B& b) noexcept {
    static_assert(has_clear_gaps<T>);
    const disc_look<T> look = look_at_disc(a, b);
    if (look.told != relation::apart) return {};
    const W radius = static_cast<W>(a.radius), slack = face_slack<T>(W(2) * static_cast<W>(look.largest));
    clear_gap<W> gap = gap_to_point(b, look.p, widen(a.center), slack);
    gap.of_b = true;
    gap.grow(radius);
    gap.certain = gap.certain && gap.distance > slack;
    return gap;
}

template <class A, class B>
inline constexpr bool are_capsule_and_polygon = false;
template <quick_scalar T, quick_polygon B>
    requires std::same_as<T, scalar_t<B>>
inline constexpr bool are_capsule_and_polygon<capsule<T>, B> = true;

/// The gap between a capsule's segment and a polygon, of valid ones, of which an edge is known that may have the
/// segment outside. If it is not that, there is the segment's own. Filled in where it stays: a copy would wait for it.
template <quick_scalar T, class B, scalar W = wide_t<T>>
inline void fill_gap_of_segment(clear_gap<W>& gap, const capsule<T>& a, const B& b, std::size_t edge,
                                T largest) noexcept {
    static_assert(has_clear_gaps<T>);
    const vec2<T> along = a.b - a.a, right{along.y, -along.x};
    const std::size_t end = dot(along, normal_near(b, edge)) < T(0) ? 1 : 0;
    gap = gap_through(b, a, edge, end, largest);
    gap.of_b = true;
    if (gap.certain) return;
    const bool on_right = dot(widen(right), gap.outward) < W(0);
    gap = gap_through(a, b, on_right ? 0 : 1, corner_against(b, on_right ? right : -right), largest);
}

/// As point_on and shared_place find it: where a side is nearest to the middle of what two sides share.
template <scalar W>
[[nodiscard]] constexpr W place_on_side(interval<W> side, interval<W> a, interval<W> b, W origin) noexcept {
    const W middle = (larger(a.min - origin, b.min - origin) + smaller(a.max - origin, b.max - origin)) / W(2);
    const W start = side.min - origin, fraction = (middle - start) / ((side.max - origin) - start);
    if (!(fraction >= W(0))) return side.min;
    if (!(fraction < W(1))) return side.max;
    return side.min + product(side.max - side.min, fraction);
}

/// How far sides that share a stretch are apart, `gap` but for rounding, by the numbers that search squares: the least
/// of what it finds from an edge to a corner beside it, or between corners opposite each other. Not certain (0) if the
/// ways between other corners may be the shortest for all that these numbers can tell, by 2^-48 of their squares.
template <scalar W>
[[nodiscard]] constexpr W distance_of_sides(interval<W> a, interval<W> b, W gap) noexcept {
    const auto from_edge = [gap](interval<W> edge) {
        const W length = edge.max - edge.min, across = product(length, gap);
        return product(across, across) / product(length, length);
    };
    const auto is_beside = [](W corner, interval<W> edge) { return corner > edge.min && corner < edge.max; };
    const W low = magnitude(b.min - a.min), high = magnitude(b.max - a.max), unclear = gap * power_of_two(-22);
    if ((low > W(0) && !(low > unclear)) || (high > W(0) && !(high > unclear))) return W(0);
    W squared = std::numeric_limits<W>::infinity();
    if (is_beside(b.min, a) || is_beside(b.max, a)) squared = from_edge(a);
    if (is_beside(a.min, b) || is_beside(a.max, b)) squared = smaller(squared, from_edge(b));
    if (low == W(0) || high == W(0) || a.min == b.max || b.min == a.max) squared = smaller(squared, product(gap, gap));
    return square_root(squared);
}

/// Between sides that share a stretch: of both boxes along that, `a` and `b`, and across.
template <scalar W>
[[nodiscard]] constexpr clear_gap<W> gap_between_sides(interval<W> a, interval<W> b, interval<W> across_a,
                                                       interval<W> across_b, bool vertical) noexcept {
    const bool forward = across_a.max < across_b.min;
    const W from = forward ? across_a.max : across_a.min, to = forward ? across_b.min : across_b.max,
            distance = distance_of_sides(a, b, magnitude(to - from));
    // Halfway between where the sides begin, as the outlines go round.
    const W half = W(1) / W(2), origin = vertical == forward ? product(a.max, half) + product(b.min, half)
                                                             : product(a.min, half) + product(b.max, half);
    const W on_a = place_on_side(a, a, b, origin), on_b = place_on_side(b, a, b, origin), one = forward ? W(1) : W(-1);
    const bool certain = distance > W(0);
    if (vertical) return {{W(0), one}, {on_a, from}, {on_b, to}, distance, false, certain};
    return {{one, W(0)}, {from, on_a}, {to, on_b}, distance, false, certain};
}

/// The gap between two boxes, of which the first is the owner. Bounds are those of gap_to_point; of a distance that
/// squares have rounded by less than 4 u of itself, gap_between is certain.
template <quick_scalar T, scalar W = wide_t<T>>
[[nodiscard]] constexpr clear_gap<W> gap_between_upright(const aabb<T>& box_a, const aabb<T>& box_b) noexcept {
    static_assert(has_clear_gaps<T>);
    const vec2<W> a_min = widen(box_a.min), a_max = widen(box_a.max), b_min = widen(box_b.min),
                  b_max = widen(box_b.max);
    const vec2<W> after = b_min - a_max, before_it = a_min - b_max, apart = (max)(after, before_it),
                  size = (min)(a_max - a_min, b_max - b_min),
                  most = (max)((max)(abs(a_min), abs(a_max)), (max)(abs(b_min), abs(b_max)));
    const W largest = larger(most.x, most.y), slack = face_slack<T>(W(2) * largest), back = W(2) * slack;
    const bool ordinary = largest > W(0x1p-60) && largest < W(0x1p60) && size.x > back && size.y > back;
    if (!ordinary || !(larger(apart.x, apart.y) > slack)) return {};  // or no number
    if (!(apart.x > W(0) && apart.y > W(0))) {
        const interval<W> a_x{a_min.x, a_max.x}, a_y{a_min.y, a_max.y}, b_x{b_min.x, b_max.x}, b_y{b_min.y, b_max.y};
        if (apart.y > W(0)) return gap_between_sides(a_x, b_x, a_y, b_y, true);
        return gap_between_sides(a_y, b_y, a_x, b_x, false);
    }
    const bool right = after.x > W(0), up = after.y > W(0);
    const vec2<W> on_a{right ? a_max.x : a_min.x, up ? a_max.y : a_min.y},
        on_b{right ? b_min.x : b_max.x, up ? b_min.y : b_max.y}, w = on_b - on_a;
    const W distance = square_root(dot(w, w));
    const vec2<W> n = w / distance;
    const bool certain =
        smaller(magnitude(n.x) * size.x, magnitude(n.y) * size.y) > back && agrees(distance, dot(n, w), on_a, on_b);
    return {n, on_a, on_b, distance, false, certain};
}

/// The gap between the nearest features.
template <quick_scalar T, class A, class B, scalar W = wide_t<T>>
    requires scored_at_once<A, B>
[[nodiscard, gnu::always_inline]] inline clear_gap<W> find_clear_gap(const A& a, const B& b,
                                                                     const edge_scores<T>& scores) noexcept {
    const only_edge best = scores.only_best();  // or one of several
    clear_features features;
    features.of_b = best.of_b;
    clear_gap<W> gap = with_owner(a, b, features, [&](const auto& owner, const auto& other) {
        const std::size_t corner = corner_against(other, normal_near(owner, best.at));
        return gap_through(owner, other, best.at, corner, scores.largest);
    });
    gap.of_b = best.of_b;
    return gap;
}

}  // namespace hitbox::detail
