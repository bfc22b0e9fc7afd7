#pragma once
/// Clipping of the faces of two hulls along an axis, which leaves one or two points.

#include <hitbox/narrow/closest_axis.hpp>
#include <hitbox/narrow/contact.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// How far rounding may have turned a face of either hull: that of its coordinates, and that of projecting it.
template <scalar T>
[[nodiscard]] constexpr wide_t<T> face_slack(const rounded_hull<T>& a, const rounded_hull<T>& b) noexcept {
    using W = wide_t<T>;
    return W(12) * static_cast<W>(unit_roundoff<T>()) * (static_cast<W>(larger(a.extent, b.extent)) * a.scale);
}

/// One end of a face.
template <scalar W>
struct edge_end {
    std::uint32_t vertex = 0;
    W place{};  // along the tangent
};

/// A stretch of a hull's outline that faces along a direction, its ends by place. It is a line that stays behind the
/// vertex which is the farthest in that direction.
template <scalar W>
struct facing_edge {
    edge_end<W> low{}, high{};
    W start{}, rise{};   // at the place `start` it stays behind by `rise`,
    W run{}, gain{};     // and at `start` + `run` by `gain` more
    bool level = false;  // neither end stays behind by more than rounding

    /// How much farther it stays behind for each length; nothing of what is no longer than `slack`.
    [[nodiscard]] constexpr W slope(W slack) const noexcept { return magnitude(run) > slack ? gain / run : W(0); }
    [[nodiscard]] constexpr W behind(W place, W slope_of_it) const noexcept {
        return rise + product(place - start, slope_of_it);
    }
};

/// Of two edges at a vertex, by how far each falls back and runs on: is the first the flatter one?
template <scalar W>
[[nodiscard, gnu::always_inline]] constexpr bool is_flatter(W rise, W run, W other_rise, W other_run) noexcept {
    return product(rise, other_run) <= product(other_rise, run);
}

/// The outline of one hull about a vertex or an edge that is the farthest along `outward`, vertex by vertex: for faces
/// of several edges that are in line but for rounding.
template <scalar T>
struct outline_view {
    using W = wide_t<T>;

    struct end {
        std::size_t vertex;
        W offset{}, rise{};  // how far along the tangent, and how far behind, from the farthest vertex
    };

    const rounded_hull<T>& hull;
    vec2<W> outward{};
    vec2<W> tangent{};  // of places, the same for both hulls
    vec2<W> top{};      // the farthest vertex
    W place{};          // of that
    W slack{};
    bool rising = false;  // do places rise counter-clockwise?

    [[nodiscard, gnu::cold, gnu::noinline]] constexpr end end_at(std::size_t i) const noexcept {
        const vec2<W> way = hull.wide(i) - top;
        return {i, dot(tangent, way), W(0) - dot(outward, way)};
    }
    [[nodiscard]] constexpr end neighbour(const end& e, bool forward) const noexcept {
        return end_at(forward ? hull.after(e.vertex) : hull.before(e.vertex));
    }
    /// How far the outline runs on to the next vertex; negative if it turns back.
    [[nodiscard]] constexpr W run(const end& e, const end& next, bool forward) const noexcept {
        return rising == forward ? next.offset - e.offset : e.offset - next.offset;
    }
    [[nodiscard]] constexpr bool goes_on(const end& e, const end& next, bool forward) const noexcept {
        return !(next.rise > slack) && run(e, next, forward) > W(0);
    }
    /// From an end as far as the outline goes on and is level.
    [[nodiscard, gnu::cold, gnu::noinline]] constexpr end level_end(end e, bool forward) const noexcept {
        for (std::size_t steps = hull.size(); steps > 1; --steps) {
            const end next = neighbour(e, forward);
            if (!goes_on(e, next, forward)) break;
            e = next;
        }
        return e;
    }
    [[nodiscard, gnu::cold, gnu::noinline]] constexpr facing_edge<W> between(const end& one,
                                                                             const end& another) const noexcept {
        const edge_end<W> from{static_cast<std::uint32_t>(one.vertex), place + one.offset},
            to{static_cast<std::uint32_t>(another.vertex), place + another.offset};
        const bool in_order = one.offset < another.offset;
        return {in_order ? from : to,
                in_order ? to : from,
                from.place,
                one.rise,
                another.offset - one.offset,
                another.rise - one.rise,
                !(larger(one.rise, another.rise) > slack)};
    }
    /// From the farthest vertex to the next, which is as far, and on where its neighbours are in line with them.
    [[nodiscard, gnu::cold, gnu::noinline]] constexpr facing_edge<W> about_edge(std::size_t first,
                                                                                std::size_t last) const noexcept {
        return between(level_end({first}, false), level_end({last, end_at(last).offset}, true));
    }
    /// About the farthest vertex: what is level there, else the edge that is the flatter one, the incident edge.
    [[nodiscard, gnu::cold, gnu::noinline]] constexpr facing_edge<W> about_vertex(std::size_t vertex) const noexcept {
        const end here{vertex}, next = neighbour(here, true), previous = neighbour(here, false);
        const bool goes_forward = goes_on(here, next, true), goes_back = goes_on(here, previous, false);
        if (goes_back) {
            const end last = level_end(previous, false);
            return goes_forward ? between(last, level_end(next, true)) : between(here, last);
        }
        if (goes_forward) return between(here, level_end(next, true));
        const bool forward = is_flatter(next.rise, run(here, next, true), previous.rise, run(here, previous, false));
        return between(here, forward ? next : previous);
    }
};

/// The flag that distinguishes an edge of a hull, named by its first vertex, from that vertex: beyond all indices.
inline constexpr std::uint32_t edge_flag = std::uint32_t{1} << 31;

/// A place where the faces meet.
template <scalar W>
struct clip_point {
    W place{};                            // along the tangent
    W reference_rise{}, other_rise{};     // how far each outline stays behind there
    std::uint32_t reference_feature = 0;  // a vertex, or with edge_flag an edge
    std::uint32_t other_vertex = 0;
};

/// Where hulls meet, without their radii. Of two points, which are in the order of their places, one is the nearest:
/// there the hulls are as far apart as they are along their axis.
template <scalar W>
struct clipped_faces {
    int count = 0;
    bool low_is_nearest = true;
    W farther{};       // how far the hulls are apart at the other one
    vec2<W> p{}, v{};  // points of the reference, at place 0, and of the other
    W foot{};          // the place of v
    clip_point<W> points[2]{};

    [[nodiscard]] constexpr vec2<W> on_reference(const clip_point<W>& at, vec2<W> normal) const noexcept {
        return p + (perp(normal) * at.place - normal * at.reference_rise);
    }
    [[nodiscard]] constexpr vec2<W> on_other(const clip_point<W>& at, vec2<W> normal) const noexcept {
        return v + (perp(normal) * (at.place - foot) + normal * at.other_rise);
    }
};

/// Two faces that are clipped against each other, as their axis sees them: places are along the tangent, from the
/// reference's vertex on.
template <scalar T>
struct face_pair {
    using W = wide_t<T>;

    vec2<W> normal{}, tangent{}, p{}, v{};  // the reference's first vertex and the other's
    W foot{}, length{};                     // the place of the other's vertex, and that of the end of the edge
    std::size_t end = 0;                    // of the reference edge
    facing_edge<W> reference{}, incident{};

    constexpr face_pair() = default;
    [[gnu::always_inline]] constexpr face_pair(const axis<T>& found, vec2<W> first, vec2<W> vertex) noexcept
        : normal{found.normal}, tangent{perp(normal)}, p{first}, v{vertex}, foot{dot(tangent, v - p)} {}

    /// By which feature of the reference is the other's vertex met, if that is all they share? Beyond an end of an edge
    /// it is the vertex there.
    [[nodiscard, gnu::always_inline]] constexpr std::uint32_t met_by_vertex(const axis<T>& found,
                                                                            W slack) const noexcept {
        const std::uint32_t edge = found.reference,
                            features[] = {edge, static_cast<std::uint32_t>(end), edge | edge_flag};
        return features[!found.at_vertices && foot > slack ? (foot < length - slack ? 2 : 1) : 0];
    }
    /// The point of the reference, an edge or a vertex, that is opposite the other's vertex or the nearest to that.
    [[nodiscard, gnu::always_inline]] constexpr vec2<W> opposite() const noexcept {
        return p + tangent * smaller(larger(foot, W(0)), length);  // which is 0 for a vertex
    }
    /// The closest features themselves, where the faces share no more than those.
    [[nodiscard, gnu::always_inline]] constexpr clipped_faces<W> at_vertex(const axis<T>& found,
                                                                           W slack) const noexcept {
        const clip_point<W> point{W(0), W(0), W(0), met_by_vertex(found, slack), found.other};
        return {1, true, found.core, opposite(), v, W(0), {point, point}};
    }
};

/// Does the outline fall away beyond both ends of the level edge at a vertex?
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr bool falls_away(const rounded_hull<T>& other, std::size_t vertex,
                                                                  bool forward, vec2<wide_t<T>> n,
                                                                  wide_t<T> slack) noexcept {
    if (other.count == 2) return true;
    const std::size_t next = next_index(vertex, other.count), previous = previous_index(vertex, other.count),
                      beyond = forward ? next_index(next, other.count) : previous_index(previous, other.count);
    const vec2<wide_t<T>> v = other.wide(other.in_column(vertex));
    return smaller(dot(n, other.wide(other.in_column(forward ? previous : next)) - v),
                   dot(n, other.wide(other.in_column(beyond)) - v)) > slack;
}

/// The reference edge and the incident edge, as they mostly are: the outline falls away beyond both ends of the first,
/// and of the second if that is level. False if it does not. No branch on what is random, which of the two edges at the
/// support vertex is the incident one and to which side it goes: these are indices.
template <scalar T>
[[nodiscard, gnu::always_inline]] constexpr bool usual_faces(face_pair<T>& pair, const axis<T>& found,
                                                             const rounded_hull<T>& hull, const rounded_hull<T>& other,
                                                             wide_t<T> slack) noexcept {
    using W = wide_t<T>;
    if (found.at_vertices || hull.rows || other.rows) return false;
    pair = {found, hull.wide(hull.in_column(found.reference)), other.wide(other.in_column(found.other))};
    const vec2<W> n = pair.normal, p = pair.p, v = pair.v;
    pair.end = next_index(found.reference, hull.count),
    pair.length = dot(pair.tangent, hull.wide(hull.in_column(pair.end)) - p);
    if (!(pair.length > W(0))) return false;
    if (hull.count > 2) {
        const vec2<W> beyond_p = hull.wide(hull.in_column(previous_index(found.reference, hull.count))),
                      beyond_q = hull.wide(hull.in_column(next_index(pair.end, hull.count)));
        if (!(smaller(dot(n, p - beyond_p), dot(n, p - beyond_q)) > slack)) return false;
    }
    const std::size_t next = next_index(found.other, other.count), previous = previous_index(found.other, other.count);
    const vec2<W> to_previous = other.wide(other.in_column(previous)) - v,
                  to_next = other.wide(other.in_column(next)) - v;
    const std::size_t neighbours[] = {previous, next};
    const W rises[] = {dot(n, to_previous), dot(n, to_next)},
            runs[] = {dot(pair.tangent, to_previous), dot(pair.tangent, to_next)};
    std::size_t chosen = is_flatter(rises[1], W(0) - runs[1], rises[0], runs[0]) ? 1 : 0;
    const bool level = !(smaller(rises[0], rises[1]) > slack);
    if (level) [[unlikely]] {
        chosen = rises[1] > slack ? 0 : 1;
        const bool turns_back = other.count > 2 && (chosen == 1) != (runs[chosen] < W(0));
        if (turns_back || !falls_away(other, found.other, chosen == 1, n, slack)) return false;
    }
    const W run = runs[chosen], head = pair.foot + run;
    const std::uint32_t tips[] = {found.other, static_cast<std::uint32_t>(neighbours[chosen])};
    const std::size_t high = run > W(0) ? 1 : 0;
    pair.incident.low = {tips[1 - high], smaller(pair.foot, head)};
    pair.incident.high = {tips[high], larger(pair.foot, head)};
    pair.incident.start = pair.foot, pair.incident.run = run, pair.incident.gain = rises[chosen];
    pair.incident.level = level;
    pair.reference.low = {found.reference, W(0)};
    pair.reference.high = {static_cast<std::uint32_t>(pair.end), pair.length};
    pair.reference.level = true;
    return true;
}

/// The same where a face consists of several edges in line, or the closest features are two vertices, or a hull has no
/// columns.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr face_pair<T>
find_faces(const axis<T>& found, const rounded_hull<T>& hull, const rounded_hull<T>& other, wide_t<T> slack) noexcept {
    using W = wide_t<T>;
    face_pair<T> pair{found, hull.wide(found.reference), other.wide(found.other)};
    const outline_view<T> near_side{hull, pair.normal, pair.tangent, pair.p, W(0), slack, true},
        far_side{other, vec2<W>{} - pair.normal, pair.tangent, pair.v, pair.foot, slack, false};
    pair.incident = far_side.about_vertex(found.other);
    if (found.at_vertices) {
        pair.reference = near_side.about_vertex(found.reference);
    } else {
        pair.end = hull.after(found.reference), pair.length = near_side.end_at(pair.end).offset;
        pair.reference = near_side.about_edge(found.reference, pair.end);
    }
    return pair;
}

/// The common part of two faces.
template <scalar T>
[[nodiscard, gnu::always_inline]] constexpr clipped_faces<wide_t<T>>
clip(const face_pair<T>& pair, const axis<T>& found, wide_t<T> slack) noexcept {
    using W = wide_t<T>;
    const facing_edge<W>&reference = pair.reference, &incident = pair.incident;
    const W low = larger(reference.low.place, incident.low.place),
            high = smaller(reference.high.place, incident.high.place);
    const W reference_slope = reference.slope(slack), incident_slope = incident.slope(slack);
    if (!(high - low > slack)) {
        if (found.at_vertices || !incident.level) return pair.at_vertex(found, slack);
        const W middle = (low + high) / W(2);  // level faces end where the other begins: there
        const auto nearer_end = [middle](const facing_edge<W>& e) {
            return middle - e.low.place < e.high.place - middle ? e.low.vertex : e.high.vertex;
        };
        const clip_point<W> point{middle, reference.behind(middle, reference_slope),
                                  incident.behind(middle, incident_slope), nearer_end(reference), nearer_end(incident)};
        return {1, true, found.core, pair.p, pair.v, pair.foot, {point, point}};
    }
    const W low_rises[] = {reference.behind(low, reference_slope), incident.behind(low, incident_slope)},
            high_rises[] = {reference.behind(high, reference_slope), incident.behind(high, incident_slope)};
    const W low_gap = found.core + (low_rises[0] + low_rises[1]),
            high_gap = found.core + (high_rises[0] + high_rises[1]), farther = larger(low_gap, high_gap);
    const bool low_is_nearest = low_gap <= high_gap,
               level = (reference.level & incident.level) | (farther - found.core <= slack);
    // On a vertex about which neither edge lies flat, the point is named by that alone, however many there are: it is
    // the same while the shape tips over.
    const bool tipped = !found.at_vertices & (W(7) * magnitude(incident_slope) > W(4));
    const std::uint32_t met = pair.met_by_vertex(found, slack), low_features[] = {reference.low.vertex, met},
                        high_features[] = {reference.high.vertex, met};
    return {2,
            low_is_nearest,
            level ? found.core : farther,
            pair.p,
            pair.v,
            pair.foot,
            {{low, low_rises[0], low_rises[1], low_features[(tipped & low_is_nearest) ? 1 : 0], incident.low.vertex},
             {high, high_rises[0], high_rises[1], high_features[(tipped & !low_is_nearest) ? 1 : 0],
              incident.high.vertex}}};
}

/// The faces of two hulls along their axis (Catto, "Contact Manifolds", GDC 2007; Ericson, section 5.5.6). In the
/// plane, clipping is the intersection of two stretches of the tangent. Where they share no more than a point, that is
/// it. `slack`: outlines that fall by no more are level. Both hulls have edges.
template <scalar T>
[[nodiscard, gnu::noinline]] constexpr clipped_faces<wide_t<T>>
clip_faces(const axis<T>& found, const rounded_hull<T>& a, const rounded_hull<T>& b, wide_t<T> slack) noexcept {
    const rounded_hull<T>&hull = found.of_b ? b : a, &other = found.of_b ? a : b;
    face_pair<T> pair;
    if (!usual_faces(pair, found, hull, other, slack)) [[unlikely]]
        pair = find_faces(found, hull, other, slack);
    return clip(pair, found, slack);
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
