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
};

// What outlines are at a place is computed with numbers, or with packs of them, for some places at once.
template <class N, scalar W>
[[nodiscard, gnu::always_inline]] constexpr N everywhere(W x) noexcept {
    if constexpr (std::same_as<N, W>) return x;
    else return pack_of(x);
}
template <scalar W, class N>
[[nodiscard, gnu::always_inline]] constexpr N lane_product(N a, N b) noexcept {
    if constexpr (std::same_as<N, W>) return product(a, b);
    else return rounded_product<W>(a, b);
}

template <scalar W, class N>
[[nodiscard, gnu::always_inline]] constexpr W lane(const N& x, std::size_t i) noexcept {
    if constexpr (std::same_as<N, W>) return x;
    else return static_cast<W>(x[i]);
}

/// The outline at places of a facing edge; at its ends, and beyond them, what the ends are to the last bit. No branch
/// on which end a place is at: that is random.
template <scalar W, class N>
struct outline_at {
    N x, y;
    N rise;  // how far it stays behind

    [[gnu::always_inline]] constexpr outline_at(const facing_edge<W>& edge, N place) noexcept {
        const W run = edge.high.place - edge.low.place;
        const N one = everywhere<N>(W(1)), zero = everywhere<N>(W(0));
        N fraction = (place - everywhere<N>(edge.low.place)) / everywhere<N>(run > W(0) ? run : W(1));
        if constexpr (std::same_as<N, W>) fraction = smaller(larger(fraction, zero), one);
        else fraction = lower(one, upper(zero, fraction));
        const auto between = [&](W low, W high) {
            const N inside = everywhere<N>(low) + lane_product<W>(everywhere<N>(high - low), fraction);
            if constexpr (std::same_as<N, W>) return fraction < one ? inside : high;
            else return where_greater<W>(one, fraction, inside, everywhere<N>(high));
        };
        x = between(edge.low.point.x, edge.high.point.x), y = between(edge.low.point.y, edge.high.point.y);
        rise = between(edge.low.rise, edge.high.rise);
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
    std::uint32_t reference_feature = 0, other_feature = 0;
};

/// Of two points, which are in the order of their places, one is the nearest: there the hulls are as far apart as they
/// are along their axis.
template <scalar W>
struct clipped_faces {
    int count = 0;
    bool low_is_nearest = true;
    W farther{};  // how far the hulls are apart at the other one
    clip_point<W> points[2]{};
};

/// By which feature of an edge's owner is a vertex met, if that is all they share? Beyond an end it is the vertex
/// there.
template <scalar W>
[[nodiscard, gnu::always_inline]] constexpr std::uint32_t met_by_vertex(std::uint32_t edge, std::size_t end, W place,
                                                                        W length, W slack) noexcept {
    const std::uint32_t features[] = {edge, static_cast<std::uint32_t>(end), edge | edge_feature};
    return features[place > slack ? (place < length - slack ? 2 : 1) : 0];
}

/// Two faces that are clipped against each other.
template <scalar W>
struct face_pair {
    facing_edge<W> reference{}, incident{};
    std::uint32_t met_by_vertex = 0;
};

/// A vertex that is known to lie in a column.
template <scalar T>
[[nodiscard, gnu::always_inline]] constexpr vec2<wide_t<T>> in_column(const rounded_hull<T>& hull,
                                                                      std::size_t i) noexcept {
    return hull.wide(vec2<T>{hull.columns[i], hull.columns[hull.lanes + i]});
}

/// Do the neighbours of the best edge fall away from it, as is usual?
template <scalar T, scalar W>
[[nodiscard, gnu::always_inline]] constexpr bool stands_alone(const axis<T>& found, const rounded_hull<T>& hull,
                                                              std::size_t end, W slack) noexcept {
    if (hull.count == 2) return true;
    const vec2<W> n = found.normal, p = in_column(hull, found.reference),
                  beyond_p = in_column(hull, previous_index(found.reference, hull.count)),
                  beyond_q = in_column(hull, next_index(end, hull.count));
    return smaller(dot(n, p - beyond_p), dot(n, p - beyond_q)) > slack;
}

/// Of the two edges at a vertex the one that is level, if the outline falls away beyond both its ends, or the flatter
/// one if neither is.
template <scalar W>
struct incident_edge {
    bool usual = false;  // if not, find_faces finds it
    bool level = false, forward = false;
    std::uint32_t end = 0;
    W rise{};

    /// What is random, which neighbour it is, is an index into what there is of both.
    template <scalar T>
    [[gnu::always_inline]] constexpr incident_edge(const axis<T>& found, const rounded_hull<T>& other,
                                                   W slack) noexcept {
        const vec2<W> n = found.normal, v = in_column(other, found.other);
        const std::size_t next = next_index(found.other, other.count),
                          previous = previous_index(found.other, other.count);
        const vec2<W> to_next = in_column(other, next) - v, to_previous = in_column(other, previous) - v;
        const W rises[] = {dot(n, to_previous), dot(n, to_next)};
        const auto squared = [](W x) { return product(x, x); };
        level = !(smaller(rises[0], rises[1]) > slack);
        if (level) [[unlikely]] {
            forward = !(rises[1] > slack);
            const std::size_t beyond = forward ? next_index(next, other.count) : previous_index(previous, other.count);
            usual = smaller(rises[forward ? 0 : 1], dot(n, in_column(other, beyond) - v)) > slack;
        } else {
            usual = true;
            forward = product(squared(rises[1]), dot(to_previous, to_previous)) <=
                      product(squared(rises[0]), dot(to_next, to_next));
            rise = rises[forward ? 1 : 0];
        }
        const std::size_t ends[] = {previous, next};
        end = static_cast<std::uint32_t>(ends[forward ? 1 : 0]);
    }
};

template <scalar T, scalar W>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr face_pair<W>
find_faces(const axis<T>& found, const rounded_hull<T>& hull, const rounded_hull<T>& other, W slack) noexcept {
    const vec2<W> n = found.normal, tangent = perp(n), p = hull.wide(found.reference), v = other.wide(found.other);
    const outline_view<T> near_side{hull, n, tangent, p, p, slack, true},
        far_side{other, vec2<W>{} - n, tangent, p, v, slack, false};
    face_pair<W> faces;
    faces.incident = far_side.about_vertex(found.other);
    faces.met_by_vertex = found.reference;
    if (found.at_vertices) {
        faces.reference = near_side.about_vertex(found.reference);
        return faces;
    }
    const std::size_t end = hull.after(found.reference);
    faces.reference = near_side.about_edge(found.reference, end);
    faces.met_by_vertex = met_by_vertex(found.reference, end, dot(tangent, v - p), near_side.end_at(end).place, slack);
    return faces;
}

/// The closest features themselves, where the faces share no more than that.
template <scalar T>
[[nodiscard, gnu::noinline]] constexpr clip_point<wide_t<T>>
meet_at_vertex(const axis<T>& found, const rounded_hull<T>& hull, const rounded_hull<T>& other,
               wide_t<T> slack) noexcept {
    using W = wide_t<T>;
    const vec2<W> v = other.wide(found.other), p = hull.wide(found.reference);
    if (found.at_vertices) return {p, v, found.reference, found.other};
    const std::size_t end = hull.after(found.reference);
    const vec2<W> tangent = perp(found.normal), q = hull.wide(end);
    const W place = dot(tangent, v - p), length = dot(tangent, q - p);
    return {place >= length ? q : p + tangent * larger(place, W(0)), v,
            met_by_vertex(found.reference, end, place, length, slack), found.other};
}

/// Always inline, as what is found stays in registers then.
template <scalar T, scalar W>
[[nodiscard, gnu::always_inline]] constexpr bool usual_faces(face_pair<W>& faces, const axis<T>& found,
                                                             const rounded_hull<T>& hull, const rounded_hull<T>& other,
                                                             W slack) noexcept {
    if (found.at_vertices || hull.rows || other.rows) return false;
    const std::size_t end = next_index(found.reference, hull.count);
    const vec2<W> tangent = perp(found.normal), p = in_column(hull, found.reference), q = in_column(hull, end);
    const incident_edge<W> edge{found, other, slack};
    const W length = dot(tangent, q - p), foot = dot(tangent, in_column(other, found.other) - p),
            head = dot(tangent, in_column(other, edge.end) - p);
    const bool turns_back = edge.level && !(edge.forward ? head < foot : foot < head);
    if (!(length > W(0)) || !stands_alone(found, hull, end, slack) || !edge.usual || turns_back) return false;
    // On which side it lies is random.
    const std::uint32_t ends[] = {found.other, edge.end};
    const W rises[] = {W(0), edge.rise};
    const std::size_t high = foot < head ? 1 : 0, low = 1 - high;
    faces.reference.low = {found.reference, p, W(0), W(0)};
    faces.reference.high = {static_cast<std::uint32_t>(end), q, length, W(0)};
    faces.incident.low = {ends[low], in_column(other, ends[low]), foot < head ? foot : head, rises[low]};
    faces.incident.high = {ends[high], in_column(other, ends[high]), foot < head ? head : foot, rises[high]};
    faces.met_by_vertex = met_by_vertex(found.reference, end, foot, length, slack);
    return true;
}

/// The faces of two hulls along their axis (Catto, "Contact Manifolds", GDC 2007; Ericson, section 5.5.6). In the
/// plane, clipping is the intersection of two stretches of the tangent. Where they share no more than a point, that is
/// it. `slack`: outlines that fall by no more are level.
template <scalar T>
[[nodiscard, gnu::noinline]] constexpr clipped_faces<wide_t<T>>
clip_faces(const axis<T>& found, const rounded_hull<T>& a, const rounded_hull<T>& b, wide_t<T> slack) noexcept {
    using W = wide_t<T>;
    const rounded_hull<T>* const hulls[] = {&a, &b};  // no branch on whose the reference is
    const rounded_hull<T>&hull = *hulls[found.of_b ? 1 : 0], &other = *hulls[found.of_b ? 0 : 1];
    if (other.size() == 1 || hull.size() == 1)
        return {1, true, found.core, {meet_at_vertex(found, hull, other, slack)}};
    face_pair<W> faces;
    if (!usual_faces(faces, found, hull, other, slack)) [[unlikely]]
        faces = find_faces(found, hull, other, slack);
    const facing_edge<W>&reference = faces.reference, &incident = faces.incident;
    W low = larger(reference.low.place, incident.low.place), high = smaller(reference.high.place, incident.high.place);
    const W rise = incident.low.rise + incident.high.rise, run = incident.high.place - incident.low.place;
    const bool share = high - low > slack;
    if (!share) {
        if (found.at_vertices || rise > W(0)) return {1, true, found.core, {meet_at_vertex(found, hull, other, slack)}};
        low = high = (low + high) / W(2);  // level faces end where the other begins: there
    }
    clipped_faces<W> result;
    W gaps[2]{};
    const auto put = [&](std::size_t i, const auto& of_reference, const auto& of_incident) {
        result.points[i].on_reference = {lane<W>(of_reference.x, i), lane<W>(of_reference.y, i)};
        result.points[i].on_other = {lane<W>(of_incident.x, i), lane<W>(of_incident.y, i)};
        gaps[i] = found.core + (lane<W>(of_reference.rise, i) + lane<W>(of_incident.rise, i));
    };
    if (std::same_as<W, double> && !std::is_constant_evaluated()) {
        if constexpr (std::same_as<W, double>) {
            const pack<W> places = pack_from<W>([&](std::size_t i) { return i == 0 ? low : high; });
            const outline_at<W, pack<W>> of_reference{reference, places}, of_incident{incident, places};
            put(0, of_reference, of_incident), put(1, of_reference, of_incident);
        }
    } else {
        put(0, outline_at<W, W>{reference, low}, outline_at<W, W>{incident, low});
        put(1, outline_at<W, W>{reference, high}, outline_at<W, W>{incident, high});
    }
    result.count = share ? 2 : 1;
    result.low_is_nearest = gaps[0] <= gaps[1];
    const W farther = larger(gaps[0], gaps[1]);
    result.farther = farther - found.core <= slack ? found.core : farther;
    // On a vertex about which neither edge lies flat, the point is named by that alone, however many there are: it is
    // the same while the shape tips over.
    const bool tipped = !found.at_vertices & (W(7) * rise > W(4) * run);
    const std::uint32_t low_features[] = {reference.low.vertex, faces.met_by_vertex},
                        high_features[] = {reference.high.vertex, faces.met_by_vertex};
    result.points[0].reference_feature = low_features[(tipped & result.low_is_nearest) ? 1 : 0];
    result.points[1].reference_feature = high_features[(tipped & !result.low_is_nearest) ? 1 : 0];
    result.points[0].other_feature = incident.low.vertex, result.points[1].other_feature = incident.high.vertex;
    if (!share) {
        const auto nearer_end = [low](const facing_edge<W>& e) {
            return low - e.low.place < e.high.place - low ? e.low.vertex : e.high.vertex;
        };
        result.points[0].reference_feature = nearer_end(reference);
        result.points[0].other_feature = nearer_end(incident);
    }
    return result;
}

}  // namespace hitbox::detail::inline HITBOX_ISA
