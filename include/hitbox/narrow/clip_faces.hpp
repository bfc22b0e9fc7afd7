#pragma once
/// Where do two hulls meet along an axis? Their faces are clipped against each other, which leaves one point or two.

#include <hitbox/narrow/closest_axis.hpp>
#include <hitbox/narrow/contact.hpp>

namespace hitbox::detail::inline HITBOX_ISA {

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
    vec2<W> point{};
    W place{};  // along the tangent
    W rise{};   // how far it stays behind the vertex that is the farthest along the normal; 0 if that is rounding
};

/// A stretch of a hull's outline that faces along a direction, its ends by place.
template <scalar W>
struct facing_edge {
    edge_end<W> low{}, high{};

    /// 0 at the low end and 1 at the high end, exactly. No branch on which end a place is at: that is random.
    [[nodiscard]] constexpr W fraction_at(W place) const noexcept {
        const W run = high.place - low.place;
        const W fraction = (place - low.place) / (run > W(0) ? run : W(1));
        return smaller(larger(fraction, W(0)), W(1));
    }
    /// How far the outline stays behind at a fraction of it, and the point there; at the ends those of the ends.
    [[nodiscard]] constexpr W rise_at(W fraction) const noexcept {
        return fraction < W(1) ? low.rise + product(high.rise - low.rise, fraction) : high.rise;
    }
    [[nodiscard]] constexpr vec2<W> point_at(W fraction) const noexcept {
        const vec2<W> point = low.point + (high.point - low.point) * fraction;
        return {fraction < W(1) ? point.x : high.point.x, fraction < W(1) ? point.y : high.point.y};
    }
};

/// The outline of one hull about a vertex or an edge that is the farthest along `outward`.
template <scalar T>
struct outline_view {
    using W = wide_t<T>;

    const rounded_hull<T>& hull;
    vec2<W> outward{};
    vec2<W> tangent{};  // of places, the same for both hulls
    vec2<W> origin{};
    vec2<W> top{};  // the farthest vertex
    W slack{};
    bool rising = false;  // do places rise counter-clockwise?

    [[nodiscard, gnu::cold, gnu::noinline]] constexpr edge_end<W> end_at(std::size_t i) const noexcept {
        const vec2<W> p = hull.wide(i);
        const W rise = dot(outward, top - p);
        return {static_cast<std::uint32_t>(i), p, dot(tangent, p - origin), rise > slack ? rise : W(0)};
    }
    [[nodiscard]] constexpr edge_end<W> neighbour(const edge_end<W>& end, bool forward) const noexcept {
        return end_at(forward ? hull.after(end.vertex) : hull.before(end.vertex));
    }
    /// Is the way on to the next vertex level, and does it not turn back?
    [[nodiscard]] constexpr bool goes_on(const edge_end<W>& end, const edge_end<W>& next, bool forward) const noexcept {
        return !(next.rise > W(0)) && (rising == forward ? next.place > end.place : next.place < end.place);
    }
    /// From an end as far as the outline goes on.
    [[nodiscard, gnu::cold, gnu::noinline]] constexpr edge_end<W> level_end(edge_end<W> end,
                                                                            bool forward) const noexcept {
        for (std::size_t steps = hull.size(); steps > 1; --steps) {
            const edge_end<W> next = neighbour(end, forward);
            if (!goes_on(end, next, forward)) break;
            end = next;
        }
        return end;
    }
    [[nodiscard]] static constexpr facing_edge<W> in_order(const edge_end<W>& one, const edge_end<W>& other) noexcept {
        return one.place < other.place ? facing_edge<W>{one, other} : facing_edge<W>{other, one};
    }
    /// From the first to the last vertex of an edge, and on where its neighbours are in line with it.
    [[nodiscard, gnu::cold, gnu::noinline]] constexpr facing_edge<W> about_edge(std::size_t first,
                                                                                std::size_t last) const noexcept {
        return in_order(level_end(end_at(first), false), level_end(end_at(last), true));
    }
    /// About the farthest vertex: what is level there, else the edge that rises the least from it, the incident edge.
    [[nodiscard, gnu::cold, gnu::noinline]] constexpr facing_edge<W> about_vertex(std::size_t vertex) const noexcept {
        const edge_end<W> here = end_at(vertex);
        if (hull.size() == 1) return {here, here};
        const edge_end<W> next = neighbour(here, true), previous = neighbour(here, false);
        const bool goes_forward = goes_on(here, next, true), goes_back = goes_on(here, previous, false);
        if (goes_forward || goes_back)
            return in_order(goes_back ? level_end(previous, false) : here, goes_forward ? level_end(next, true) : here);
        const auto squared = [](W x) { return product(x, x); };
        const vec2<W> to_next = next.point - here.point, to_previous = previous.point - here.point;
        const bool forward = product(squared(next.rise), dot(to_previous, to_previous)) <=
                             product(squared(previous.rise), dot(to_next, to_next));
        return in_order(here, forward ? next : previous);
    }
};

/// A place where the faces meet.
template <scalar W>
struct clip_point {
    vec2<W> on_reference{}, on_other{};  // of the hulls, without their radii
    W separation{};                      // from the one to the other along the normal
    std::uint32_t reference_feature = 0, other_feature = 0;
};

/// Of two points the second is the one where the hulls are farther apart, or as far.
template <scalar W>
struct clipped_faces {
    int count = 0;
    clip_point<W> points[2]{};
};

/// What two faces have at a place, which is named by their ends on that side.
template <scalar W>
[[nodiscard, gnu::noinline]] constexpr clip_point<W>
clip_at(const facing_edge<W>& reference, const facing_edge<W>& incident, W core, W place, bool at_low) noexcept {
    const W of_reference = reference.fraction_at(place), of_incident = incident.fraction_at(place);
    return {reference.point_at(of_reference), incident.point_at(of_incident),
            core + (reference.rise_at(of_reference) + incident.rise_at(of_incident)),
            at_low ? reference.low.vertex : reference.high.vertex, at_low ? incident.low.vertex : incident.high.vertex};
}

/// The usual faces: an edge whose neighbours fall away from it, and of the two edges at a vertex the one that is level,
/// or the flatter one if neither is. False of others, which `find_faces` finds.
template <scalar T, scalar W>
[[nodiscard, gnu::noinline]] constexpr bool usual_faces(facing_edge<W>& reference, facing_edge<W>& incident,
                                                        const axis<T>& found, const rounded_hull<T>& hull,
                                                        const rounded_hull<T>& other, W slack) noexcept {
    if (found.at_vertices || hull.rows || other.rows) return false;
    const auto at = [](const rounded_hull<T>& h, std::size_t i) {
        return h.wide(vec2<T>{h.columns[i], h.columns[h.lanes + i]});
    };
    const std::size_t end = next_index(found.reference, hull.count);
    const vec2<W> n = found.normal, tangent = perp(n), p = at(hull, found.reference), q = at(hull, end),
                  v = at(other, found.other);
    const W length = dot(tangent, q - p), foot = dot(tangent, v - p);
    if (!(length > W(0))) return false;
    if (hull.count > 2) {
        const vec2<W> beyond_p = at(hull, previous_index(found.reference, hull.count)),
                      beyond_q = at(hull, next_index(end, hull.count));
        if (!(smaller(dot(n, p - beyond_p), dot(n, p - beyond_q)) > slack)) return false;
    }
    reference.low = {found.reference, p, W(0), W(0)};
    reference.high = {static_cast<std::uint32_t>(end), q, length, W(0)};
    incident.low = incident.high = {found.other, v, foot, W(0)};
    const std::size_t beside[] = {next_index(found.other, other.count), previous_index(found.other, other.count)};
    const vec2<W> ways[] = {at(other, beside[0]) - v, at(other, beside[1]) - v};
    W rises[] = {dot(n, ways[0]), dot(n, ways[1])};
    const auto squared = [](W x) { return product(x, x); };
    std::size_t k =
        product(squared(rises[0]), dot(ways[1], ways[1])) <= product(squared(rises[1]), dot(ways[0], ways[0])) ? 0 : 1;
    if (!(smaller(rises[0], rises[1]) > slack)) {  // one is level: that, if the outline falls away beyond both its ends
        k = rises[0] > slack ? 1 : 0;
        const std::size_t beyond = k == 0 ? next_index(beside[0], other.count) : previous_index(beside[1], other.count);
        if (!(smaller(rises[1 - k], dot(n, at(other, beyond) - v)) > slack)) return false;
        rises[k] = W(0);
    }
    const vec2<W> w = at(other, beside[k]);
    const W head = dot(tangent, w - p);
    if (rises[k] == W(0) && !(k == 0 ? head < foot : foot < head)) return false;
    (foot < head ? incident.high : incident.low) = {static_cast<std::uint32_t>(beside[k]), w, head, rises[k]};
    return true;
}

template <scalar T, scalar W>
[[gnu::cold, gnu::noinline]] constexpr void find_faces(facing_edge<W>& reference, facing_edge<W>& incident,
                                                       const axis<T>& found, const rounded_hull<T>& hull,
                                                       const rounded_hull<T>& other, W slack) noexcept {
    const vec2<W> n = found.normal, tangent = perp(n), p = hull.wide(found.reference), v = other.wide(found.other);
    const outline_view<T> near_side{hull, n, tangent, p, p, slack, true},
        far_side{other, vec2<W>{} - n, tangent, p, v, slack, false};
    reference = found.at_vertices ? near_side.about_vertex(found.reference)
                                  : near_side.about_edge(found.reference, hull.after(found.reference));
    incident = far_side.about_vertex(found.other);
}

/// The faces of two hulls along their axis (Catto, "Contact Manifolds", GDC 2007; Ericson, section 5.5.6). In the
/// plane, clipping is the intersection of two stretches of the tangent. Where they share no more than a point, that is
/// it. `slack`: outlines that fall by no more are level.
template <scalar T>
constexpr void clip_faces(clipped_faces<wide_t<T>>& result, const axis<T>& found, const rounded_hull<T>& a,
                          const rounded_hull<T>& b, wide_t<T> slack) noexcept {
    using W = wide_t<T>;
    const rounded_hull<T>&hull = found.of_b ? b : a, &other = found.of_b ? a : b;
    const vec2<W> v = other.wide(found.other), p = hull.wide(found.reference);
    clip_point<W>&first = result.points[0], &second = result.points[1];
    result.count = 1;
    first = {p, v, found.core, found.reference, found.other};
    if (found.at_vertices && (hull.size() == 1 || other.size() == 1)) return;
    std::uint32_t met_alone = found.reference;  // by the other's vertex, if that is all they share
    if (!found.at_vertices) {
        const std::size_t end = hull.after(found.reference);
        const vec2<W> tangent = perp(found.normal), q = hull.wide(end);
        const W place = dot(tangent, v - p), length = dot(tangent, q - p);
        first.on_reference = place >= length ? q : p + tangent * larger(place, W(0));
        // Above an end of the edge it is the vertex there that is met.
        if (place > slack)
            met_alone = place < length - slack ? found.reference | edge_feature : static_cast<std::uint32_t>(end);
        first.reference_feature = met_alone;
        if (other.size() == 1) return;
    }
    facing_edge<W> reference, incident;
    if (!usual_faces(reference, incident, found, hull, other, slack))
        find_faces(reference, incident, found, hull, other, slack);
    const W low = larger(reference.low.place, incident.low.place),
            high = smaller(reference.high.place, incident.high.place);
    if (!(high - low > slack)) {
        if (found.at_vertices || incident.low.rise + incident.high.rise > W(0)) return;
        // Level faces that end where the other begins: there.
        const auto nearer_end = [](const facing_edge<W>& e, W place) {
            return (place - e.low.place < e.high.place - place ? e.low : e.high).vertex;
        };
        const W place = (low + high) / W(2);
        first = clip_at(reference, incident, found.core, place, true);
        first.separation = found.core;
        first.reference_feature = nearer_end(reference, place), first.other_feature = nearer_end(incident, place);
        return;
    }
    const clip_point<W> low_end = clip_at(reference, incident, found.core, low, true),
                        high_end = clip_at(reference, incident, found.core, high, false);
    const bool low_first = low_end.separation <= high_end.separation;
    first = low_first ? low_end : high_end, second = low_first ? high_end : low_end;
    first.separation = found.core;
    // On a vertex about which neither edge lies flat, the point is named by that alone, however many there are: it is
    // the same while the shape tips over.
    const W run = incident.high.place - incident.low.place, rise = incident.low.rise + incident.high.rise;
    if (!found.at_vertices && W(7) * rise > W(4) * run) first.reference_feature = met_alone;
    if (second.separation - first.separation <= slack) second.separation = first.separation;
    result.count = 2;
}

/// The points where the hulls are the nearest to each other, or the deepest in each other: the middle of what faces
/// that are level share, else the vertex that is it and the point opposite.
template <scalar W>
struct witness_points {
    vec2<W> on_a{}, on_b{};
};
template <scalar T>
[[nodiscard]] constexpr witness_points<wide_t<T>> witnesses(const axis<T>& found, const rounded_hull<T>& a,
                                                            const rounded_hull<T>& b) noexcept {
    using W = wide_t<T>;
    const rounded_hull<T>&hull = found.of_b ? b : a, &other = found.of_b ? a : b;
    const vec2<W> n = found.normal, v = other.wide(found.other), p = hull.wide(found.reference);
    if (is_box(a) && is_box(b) && found.core <= W(0) && have_way_out(box_of(a), box_of(b))) {
        const vec2<W> from_a = found.of_b ? vec2<W>{} - n : n;
        const box_side side = from_a.x > W(0)   ? box_side::right
                              : from_a.x < W(0) ? box_side::left
                              : from_a.y > W(0) ? box_side::top
                                                : box_side::bottom;
        const box_witnesses<T> points{box_of(a), box_of(b), side};
        return {a.wide(points.on_a), a.wide(points.on_b)};
    }
    const vec2<W> tangent = perp(n);
    vec2<W> on_reference = found.at_vertices ? p : p + tangent * dot(tangent, v - p), on_other = v;
    if (!found.at_vertices && other.size() > 1) {
        // A unit in the last place of what is here, as a point promises to be right to two.
        const vec2<W> most = (max)((max)(abs(p), abs(v)), abs(hull.wide(hull.after(found.reference))));
        const W slack = W(4) * static_cast<W>(unit_roundoff<T>()) * larger(most.x, most.y);
        const W next = dot(n, other.wide(other.after(found.other)) - v),
                previous = dot(n, other.wide(other.before(found.other)) - v);
        if (smaller(next, previous) <= slack) {
            clipped_faces<W> faces;
            clip_faces(faces, found, a, b, slack);
            const clip_point<W>&first = faces.points[0], &second = faces.points[1];
            const bool level = faces.count == 2 && second.separation == first.separation;
            on_reference = level ? (first.on_reference + second.on_reference) / W(2) : first.on_reference;
            on_other = level ? (first.on_other + second.on_other) / W(2) : first.on_other;
        }
    }
    on_reference += n * hull.wide_radius();
    on_other -= n * other.wide_radius();
    return found.of_b ? witness_points<W>{on_other, on_reference} : witness_points<W>{on_reference, on_other};
}

}  // namespace hitbox::detail::inline HITBOX_ISA
