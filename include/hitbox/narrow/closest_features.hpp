#pragma once
/// The closest features of two hulls and their distance.

#include <hitbox/narrow/exact_relation.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The closest features of two hulls, or those of the minimum translation: an edge of the reference hull and a vertex
/// of the other hull, or a vertex of each.
template <scalar T>
struct hull_separation {
    using W = wide_t<T>;

    relation kind = relation::apart;
    bool of_b = false;  // whether b is the reference hull
    bool at_vertices = false;
    bool is_skewed = false;       // whether the normal is that of another edge, nearly parallel to the reference edge
    std::uint32_t reference = 0;  // first vertex of the reference edge, or the reference vertex
    std::uint32_t other = 0;
    vec2<W> normal{};  // unit, from the reference to the other
    W core{};          // separation along `normal` without the radii; negative if the hulls overlap
    W gap{};           // `core` minus both radii
};

/// Steps from a vertex of the hull and found.other, which are a vertex of the Minkowski difference, to the next edge of
/// the difference, counter-clockwise if `forward` is true. The next edge is parallel to an edge of one of the hulls, at
/// either vertex: to the one that turns less. Returns false if neither of the two edges leads in a direction.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr bool
step_towards(hull_separation<T>& found, vec2<wide_t<T>> direction, const rounded_hull<T>& hull,
             const rounded_hull<T>& other, std::size_t vertex, bool forward) noexcept {
    using W = wide_t<T>;
    const std::size_t v = found.other, next = forward ? hull.after(vertex) : hull.before(vertex),
                      next_of_other = forward ? other.after(v) : other.before(v);
    const auto wide = [](const rounded_hull<T>& s, std::size_t i) { return s.widened(s.vertex(i)); };
    const vec2<W> edge = wide(hull, next) - wide(hull, vertex),
                  edge_of_other = wide(other, v) - wide(other, next_of_other);  // reflected, as in the difference
    const bool leads_there = hull.size() > 2 && dot(edge, direction) > W(0),
               other_leads_there = other.size() > 1 && dot(edge_of_other, direction) > W(0);
    const W turn = cross(edge, edge_of_other);
    const bool is_first = forward ? turn >= W(0) : turn <= W(0);
    if (leads_there && (is_first || !other_leads_there)) {
        found.reference = static_cast<std::uint32_t>(forward ? vertex : next);
        return true;
    }
    if (!other_leads_there) return false;
    found.reference = static_cast<std::uint32_t>(forward ? v : next_of_other);
    found.other = static_cast<std::uint32_t>(vertex), found.of_b = !found.of_b;
    return true;
}

/// Finds the closest features of hulls that are apart: the best edge and the vertex in front of it, or, if the foot of
/// that vertex is beyond an end of the edge, this end and the vertex. The reason is that the point of the Minkowski
/// difference nearest to the origin is on its best edge. If it is a vertex, the normals of the two edges there are the
/// closest to its direction, so one of these edges has the largest separation. If edges are parallel, or nearly so, a
/// neighbouring edge of the difference may be nearer. The loop therefore steps along the difference until no edge is
/// nearer. It takes no step if `is_only` is true: no other edge and no other vertex may be as good, so the ends of the
/// best edge of the difference are the ends of the hull's edge and this vertex.
template <scalar T>
constexpr void keep_closest_features(hull_separation<T>& found, const rounded_hull<T>& a, const rounded_hull<T>& b,
                                     bool is_only) noexcept {
    using W = wide_t<T>;
    for (std::size_t steps = a.size() + b.size(); steps > 0; --steps) {
        const rounded_hull<T>&hull = one_of(found.of_b, a, b), &other = one_of(!found.of_b, a, b);
        const std::size_t end = hull.after(found.reference);
        const vec2<W> p = hull.widened(found.reference), q = hull.widened(end), v = other.widened(found.other),
                      edge = q - p;
        const bool before_p = dot(edge, v - p) < W(0), beyond_q = dot(edge, q - v) < W(0);
        if (!before_p && !beyond_q) return;  // the closest feature is the edge
        const std::size_t vertex = before_p ? found.reference : end;
        if (is_only || !step_towards(found, v - (before_p ? p : q), hull, other, vertex, !before_p)) {
            found.at_vertices = true, found.reference = static_cast<std::uint32_t>(vertex);
            return;
        }
    }
}

/// Returns 0 if v is opposite the edge from p to q, -1 if it is before p, 1 if it is beyond q. Returns 0 if an edge at
/// v is level, too: level faces have a common stretch.
template <scalar T>
[[nodiscard, gnu::noinline]] constexpr int side_of_opposite(vec2<wide_t<T>> normal, vec2<T> p, vec2<T> q, vec2<T> v,
                                                            vec2<T> next, vec2<T> previous, wide_t<T> scale) noexcept {
    using W = wide_t<T>;
    const vec2<T> size = (max)(abs(v), (max)(abs(p), abs(q)));
    const W rounding =  // as in `witnesses`
        W(4) * static_cast<W>(unit_roundoff<T>()) * (static_cast<W>(larger(size.x, size.y)) * scale);
    const auto along = [&](vec2<W> axis, vec2<T> to, vec2<T> from) {
        return dot(axis, widen(to) * scale - widen(from) * scale);
    };
    const bool before_p = along(perp(normal), v, p)<W(0) - rounding, beyond_q = along(perp(normal), v, q)> rounding,
               is_level = !(smaller(along(normal, next, v), along(normal, previous, v)) > rounding);
    return is_level ? 0 : int{beyond_q} - int{before_p};
}

/// Finds the features on the normal of hulls that overlap. Of several edges with the same rounded depth, the best one
/// may be beside the normal through its vertex, which is then opposite no point of the edge. The edge that the normal
/// crosses is nearly parallel and within rounding of the same depth, because the Minkowski difference is convex. The
/// loop steps along the difference to this edge; the normal stays.
template <scalar T>
[[gnu::cold, gnu::noinline]] constexpr void keep_opposite_features(hull_separation<T>& found, const rounded_hull<T>& a,
                                                                   const rounded_hull<T>& b) noexcept {
    using W = wide_t<T>;
    for (std::size_t steps = a.size() + b.size(); steps > 0; --steps) {
        const rounded_hull<T>&hull = found.of_b ? b : a, &other = found.of_b ? a : b;
        const std::size_t i = found.reference, end = hull.after(i), j = found.other;
        const int side = side_of_opposite(found.normal, hull.vertex(i), hull.vertex(end), other.vertex(j),
                                          other.vertex(other.after(j)), other.vertex(other.before(j)), a.scale);
        const vec2<W> along = perp(found.normal);
        const bool of_b = found.of_b;
        if (side == 0 || !step_towards(found, along * W(side), hull, other, side < 0 ? i : end, side > 0)) return;
        if (found.of_b != of_b) found.normal = vec2<W>{} - found.normal;
        found.is_skewed = true;
    }
}
/// Returns true if `keep_opposite_features` may change the features.
template <scalar T>
[[nodiscard, gnu::always_inline]] constexpr bool
may_be_beside(const hull_separation<T>& found, const rounded_hull<T>& a, const rounded_hull<T>& b) noexcept {
    const rounded_hull<T>&hull = one_of(found.of_b, a, b), &other = one_of(!found.of_b, a, b);
    const std::size_t i = found.reference, j = found.other;
    return hull.rows || other.rows ||
           side_of_opposite(found.normal, hull.in_column(i), hull.in_column(next_index(i, hull.count)),
                            other.in_column(j), other.in_column(next_index(j, other.count)),
                            other.in_column(previous_index(j, other.count)), a.scale) != 0;
}

/// Returns exact::cross_of. It is never inlined, so that the code is smaller.
[[nodiscard, gnu::cold, gnu::noinline]] constexpr double turn_of(vec2<double> p, vec2<double> q, vec2<double> u,
                                                                 vec2<double> v) noexcept {
    return exact::cross_of(p, q, u, v);
}

/// Returns distance - radii from `excess`, the difference of their squares, with a small relative error.
template <scalar W>
[[nodiscard]] constexpr W gap_from_squares(W excess, W distance, W radii) noexcept {
    return larger(W(0) - radii, smaller(distance, excess / (distance + radii)));
}

/// Recomputes a gap that is within rounding of 0. The exact relation gives its sign; see `exact_relation` for the sets.
/// The difference of squares gives its size with a small relative error.
template <scalar T>
[[gnu::cold, gnu::noinline]] constexpr void measure_slight_gap(hull_separation<T>& found, const rounded_hull<T>& a,
                                                               const rounded_hull<T>& b, edge_sets sets,
                                                               edge_name only) noexcept {
    using W = wide_t<T>;
    sets.keep(only);
    // The sign of found.core is exact unless numbers were scaled.
    const bool are_apart = found.core > W(0) && a.scale == W(1);
    found.kind = are_apart ? relation_by_radii(a, b, sets) : exact_relation(a, b, sets);
    if (found.kind == relation::touching) {
        found.gap = W(0);
        return;
    }
    if constexpr (exact_scalar<T>)
        if (found.core > W(0)) {
            const rounded_hull<T>&hull = found.of_b ? b : a, &other = found.of_b ? a : b;
            const auto at = [](const rounded_hull<T>& s, std::size_t i) { return widen(s.vertex(i)); };
            const std::size_t i = found.reference, j = found.other;
            const vec2<double> p = at(hull, i), q = at(hull, hull.after(i)), v = at(other, j),
                               next = at(other, other.after(j)), previous = at(other, other.before(j));
            const double radius_a = static_cast<double>(a.radius), radius_b = static_cast<double>(b.radius);
            double excess = found.at_vertices ? exact::distance_value(v, p, radius_a, radius_b, a.shift())
                                              : exact::line_distance_value(v, q, p, radius_a, radius_b, a.shift());
            // If two edges are parallel up to the last bits, another of their ends may be nearer.
            const vec2<double> around[] = {next, p, previous, v, q};
            constexpr std::uint8_t ends[][3] = {{0, 1, 4}, {2, 1, 4}, {1, 3, 0}, {1, 2, 3}, {4, 3, 0}, {4, 2, 3}};
            for (const auto& [k, from, to] : ends) {
                const vec2<double> u = around[k], s = around[from], t = around[to];
                if (found.at_vertices || !(turn_of(perp(s), perp(t), s, u) < 0) ||
                    !(turn_of(perp(t), perp(s), t, u) < 0) || !(turn_of(t, s, t, u) > 0))
                    continue;
                excess = smaller(excess, exact::line_distance_value(u, t, s, radius_a, radius_b, a.shift()));
            }
            found.gap = gap_from_squares(static_cast<W>(excess), found.core, a.wide_radius() + b.wide_radius());
        }
    const W least = [] {
        if constexpr (std::floating_point<W>) return std::numeric_limits<W>::denorm_min();
        else return W(0);
    }();
    if (found.kind == relation::penetrating && !(found.gap < W(0))) found.gap = W(0) - least;
    if (found.kind == relation::apart && !(found.gap > W(0))) found.gap = least;
}

/// Computes distance and normal of two vertices. If they are at the same point, the normal stays.
template <scalar T>
[[nodiscard, gnu::noinline]] constexpr with_rest<wide_t<T>>
measure_vertices(hull_separation<T>& found, const rounded_hull<T>& a, const rounded_hull<T>& b) noexcept {
    using W = wide_t<T>;
    const rounded_hull<T>&hull = one_of(found.of_b, a, b), &other = one_of(!found.of_b, a, b);
    const vec2<T> p = hull[found.reference], v = other[found.other];
    const vec2<W> path = other.widened(v) - hull.widened(p);
    with_rest<W> distance;
    if constexpr (std::same_as<T, float>) {  // no square leaves the range of double
        distance.value = square_root(dot(path, path));
        if (distance.value > 0) found.normal = {path.x / distance.value + 0, path.y / distance.value + 0};
    } else {
        if constexpr (std::same_as<T, double>) {
            const edge_line<T> line{hull, p, v};
            const two_term x = two_difference(other.widened(v).x, hull.widened(p).x),
                           y = two_difference(other.widened(v).y, hull.widened(p).y);
            if (line.along_axis)
                distance = {magnitude(path.x + path.y), path.x + path.y < 0 ? -x.low - y.low : x.low + y.low};
            else distance = {line.length, line.length_rest};
        }
        if (!(distance.value > W(0))) distance = {length_of(path)};
        if (distance.value > W(0)) found.normal = direction_of(path, found.normal);
    }
    found.core = distance.value;
    return distance;
}

/// Returns the distance of the cores minus the radii. The rounding errors of the parts are added before the result is
/// rounded.
[[nodiscard]] constexpr double less_radii(with_rest<double> core, double radius_a, double radius_b) noexcept {
    const two_term radii = two_sum(radius_a, radius_b), gap = two_difference(core.value, radii.high);
    return gap.high + (gap.low + (core.rest - radii.low));
}

/// Computes the gap, which is the distance of the cores minus the radii, and the relation. `rest` is the rounding error
/// of found.core.
template <scalar T>
constexpr void finish_gap(hull_separation<T>& found, wide_t<T> rest, const rounded_hull<T>& a, const rounded_hull<T>& b,
                          bool has_underflowed, const edge_sets& sets = {}, edge_name only = {}) noexcept {
    using W = wide_t<T>;
    const W radii = a.wide_radius() + b.wide_radius();
    if (found.at_vertices && found.normal == vec2<W>{})
        found.normal = {W(0), data_before(a, b) != found.of_b ? W(1) : W(-1)};
    if constexpr (std::same_as<T, double>) found.gap = less_radii({found.core, rest}, a.wide_radius(), b.wide_radius());
    else found.gap = found.core - radii;
    const auto sign = [](W x) { return x > W(0) ? 1 : x < W(0) ? -1 : 0; };
    found.kind = relation_of_sign(sign(found.gap));
    const bool round = radii > W(0) && found.core > W(0);
    const W slight = (found.core + radii) * (W(1) / W(1 << 25));
    // For double, products may overflow or underflow; signs of exact values then decide.
    const bool extreme =
        !std::same_as<T, float> &&
        (a.scale != W(1) || has_underflowed ||
         (std::same_as<T, double> && larger(magnitude(found.core), radii) < static_cast<W>(power_of_two(-400))));
    if ((round && magnitude(found.gap) <= slight) || extreme) measure_slight_gap(found, a, b, sets, only);
}

/// Handles an underflowed edge: its length is 0 after scaling, so it was not tested, yet it may be the edge that
/// separates the hulls. Up to rounding, its ends have the same distance as the edge itself. Two vertices therefore
/// become the closest features if the hulls are clearly farther apart along the line between them than along the best
/// edge.
template <scalar T>
[[gnu::cold, gnu::noinline]] constexpr void prefer_closest_vertices(hull_separation<T>& found, const rounded_hull<T>& a,
                                                                    const rounded_hull<T>& b) noexcept {
    using W = wide_t<T>;
    std::size_t of_a = 0, of_b = 0;
    vec2<W> best = b.widened(0) - a.widened(0);
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < b.size(); ++j) {
            const vec2<W> path = b.widened(j) - a.widened(i);
            const W squared = dot(path, path), least = dot(best, best);
            if (squared < least || (squared == least && wins_tie(path, best, a, b))) best = path, of_a = i, of_b = j;
        }
    }
    const vec2<W> n = direction_of(best, vec2<W>{});
    W separation = dot(n, best), extent_of_a{0};
    for (std::size_t j = 0; j < b.size(); ++j) separation = smaller(separation, dot(n, b.widened(j) - a.widened(of_a)));
    for (std::size_t i = 0; i < a.size(); ++i)
        extent_of_a = larger(extent_of_a, dot(n, a.widened(i) - a.widened(of_a)));
    const W tolerance =
        rounding_bound((static_cast<W>(a.max_abs_coordinate) + static_cast<W>(b.max_abs_coordinate)) * a.scale);
    if (!(separation - extent_of_a > larger(found.core, W(0)) + tolerance)) return;
    found.at_vertices = true, found.of_b = false;
    found.reference = static_cast<std::uint32_t>(of_a), found.other = static_cast<std::uint32_t>(of_b);
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
