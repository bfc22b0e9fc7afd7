#pragma once
/// Clipping of the faces of two hulls along an axis, which leaves one or two points.

#include <hitbox/narrow/contact.hpp>
#include <hitbox/narrow/edge_frame.hpp>
#include <hitbox/narrow/separation.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The outline of one hull near the vertex or edge that faces the other hull. It is walked vertex by vertex, so that a
/// face may consist of several edges that are collinear up to rounding.
template <scalar T>
struct outline_view {
    using W = wide_t<T>;

    struct end {
        std::size_t vertex;
        W offset{}, height{};  // position and height relative to the vertex nearest to the other hull
    };

    const rounded_hull<T>& hull;
    const edge_frame<W>& frame;
    vec2<W> top{};  // the vertex nearest to the other hull
    W position{};   // the position of `top`
    W tolerance{};
    bool is_reference = false;  // on the reference hull, positions ascend counter-clockwise

    [[nodiscard, gnu::cold, gnu::noinline]] constexpr end end_at(std::size_t i) const noexcept {
        const vec2<W> path = hull.widened(i) - top;
        const W height = frame.height(path);
        return {i, frame.position(path), is_reference ? W(0) - height : height};
    }
    [[nodiscard]] constexpr end neighbour(const end& e, bool forward) const noexcept {
        return end_at(forward ? hull.after(e.vertex) : hull.before(e.vertex));
    }
    /// Returns the distance along the tangent to the next vertex; negative if the outline turns back.
    [[nodiscard]] constexpr W distance_along(const end& e, const end& next, bool forward) const noexcept {
        return is_reference == forward ? next.offset - e.offset : e.offset - next.offset;
    }
    [[nodiscard]] constexpr bool goes_on(const end& e, const end& next, bool forward) const noexcept {
        return !(next.height > tolerance) && distance_along(e, next, forward) > W(0);
    }
    /// Returns the last vertex from an end on, in one direction, while the outline continues and is level.
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
        const edge_end<W> from{static_cast<std::uint32_t>(one.vertex), position + one.offset},
            to{static_cast<std::uint32_t>(another.vertex), position + another.offset};
        const bool in_order = one.offset < another.offset;
        return {in_order ? from : to,
                in_order ? to : from,
                from.position,
                one.height,
                another.offset - one.offset,
                another.height - one.height,
                !(larger(one.height, another.height) > tolerance)};
    }
    /// Returns the face that contains the edge from `first` to `last`, extended by level neighbours on both sides.
    [[nodiscard, gnu::cold, gnu::noinline]] constexpr facing_edge<W> about_edge(std::size_t first,
                                                                                std::size_t last) const noexcept {
        return between(level_end({first}, false), level_end({last, end_at(last).offset}, true));
    }
    /// Returns the face at the vertex nearest to the other hull: the level edges there, or else the flatter of the two
    /// edges, which is the incident edge.
    [[nodiscard, gnu::cold, gnu::noinline]] constexpr facing_edge<W> about_vertex(std::size_t vertex) const noexcept {
        const end here{vertex}, next = neighbour(here, true), previous = neighbour(here, false);
        const bool goes_forward = goes_on(here, next, true), goes_back = goes_on(here, previous, false);
        if (goes_back) {
            const end last = level_end(previous, false);
            return goes_forward ? between(last, level_end(next, true)) : between(here, last);
        }
        if (goes_forward) return between(here, level_end(next, true));
        const bool forward = product(next.height, distance_along(here, previous, false)) <=
                             product(previous.height, distance_along(here, next, true));
        return between(here, forward ? next : previous);
    }
};

/// Returns the closest features as the only point, for faces whose intervals on the tangent do not overlap. The
/// reference is the edge from p to the vertex `end`, or the vertex at p if `edge` is 0.
template <scalar T, scalar W = wide_t<T>>
[[nodiscard, gnu::noinline]] constexpr clipped_faces<W>
meet_at_vertex(const hull_separation<T>& found, const edge_frame<W>& frame, vec2<W> p, vec2<W> edge, std::size_t end,
               vec2<W> v, W rounding) noexcept {
    const W foot = frame.position(v - p), last = frame.position(edge), tolerance = product(rounding, frame.length);
    const std::uint32_t met =
        found.at_vertices ? found.reference
                          : feature_met(found.reference, static_cast<std::uint32_t>(end), foot, last, tolerance);
    const clip_point<W> point{W(0), W(0), W(0), met, found.other};
    const vec2<W> opposite = p + frame.offset(smaller(larger(foot, W(0)), last), W(0));
    return {1, true, found.core, opposite, v, W(0), frame, {point, point}};
}

/// Returns true if the outline falls away by more than `tolerance` beyond both ends of the level edge at a vertex.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr bool falls_away(const rounded_hull<T>& other, std::size_t vertex,
                                                                  bool forward, const edge_frame<wide_t<T>>& frame,
                                                                  wide_t<T> tolerance) noexcept {
    if (other.count == 2) return true;
    const std::size_t next = next_index(vertex, other.count), previous = previous_index(vertex, other.count),
                      beyond = forward ? next_index(next, other.count) : previous_index(previous, other.count);
    const vec2<wide_t<T>> v = other.widened(other.in_column(vertex));
    return smaller(frame.height(other.widened(other.in_column(forward ? previous : next)) - v),
                   frame.height(other.widened(other.in_column(beyond)) - v)) > tolerance;
}

/// Names both points of the usual faces by the vertices of the two edges. `met` is the feature of the reference edge
/// opposite the support vertex. `ahead` is true if the incident edge has the direction of the reference edge. If both
/// edges at the support vertex are steep (`tipped`), the point there is named by that vertex and `met`. The name then
/// stays the same while the shape tips over. Indices replace branches, because all of these conditions are random.
template <scalar W>
[[gnu::always_inline]] constexpr void name_usual_points(clipped_faces<W>& faces, const std::uint32_t (&edge)[2],
                                                        const std::uint32_t (&incident)[2], std::uint32_t met,
                                                        bool ahead, bool tipped) noexcept {
    faces.points[0].other_vertex = incident[ahead ? 0 : 1], faces.points[1].other_vertex = incident[ahead ? 1 : 0];
    const std::uint32_t low_features[] = {edge[0], met}, high_features[] = {edge[1], met};
    faces.points[0].reference_feature = low_features[as_index(tipped & faces.low_is_nearest)];
    faces.points[1].reference_feature = high_features[as_index(tipped & !faces.low_is_nearest)];
}

/// Clips the reference edge and the incident edge in the usual case: there are two points, and the outlines fall away
/// beyond both ends of the reference edge and of a level incident edge. Returns false and computes nothing in other
/// cases. Indices replace branches on the choice and the direction of the incident edge, because the processor cannot
/// predict these.
template <class Two, scalar T>
[[nodiscard, gnu::always_inline]] constexpr bool
clip_usual_faces(clipped_faces<wide_t<T>>& faces, const hull_separation<T>& found, const rounded_hull<T>& hull,
                 const rounded_hull<T>& other, wide_t<T> rounding) noexcept {
    using W = wide_t<T>;
    if (hull.rows || other.rows) return false;
    const std::size_t i = found.reference, end = next_index(i, hull.count), j = found.other;
    const T *const px = hull.x(), *const py = hull.y();
    const auto wide = [&hull](T one, T another) { return widened<Two>(hull, one, another); };
    const Two p_x = wide(px[i], px[i]), p_y = wide(py[i], py[i]);
    edges_at_vertex<Two, T> at_v{other, j};
    const Two to_x = wide(px[end], other.x()[j]) - p_x,
              to_y = wide(py[end], other.y()[j]) - p_y;  // from p to the edge's end and to v
    const edge_frame<W> frame{{to_x[0], to_y[0]}, found.normal};
    const Two along_x{frame.along.x}, along_y{frame.along.y};
    const W tolerance = product(rounding, frame.length);
    at_v.measure(other, frame);
    const Two positions = times(along_x, to_x) + times(along_y, to_y);
    const W last = positions[0], foot = positions[1];
    unsigned usual = 3;
    if (hull.count > 2) {
        const std::size_t before = previous_index(i, hull.count), beyond = next_index(end, hull.count);
        const Two falls =
            times(along_y, p_x - wide(px[before], px[beyond])) - times(along_x, p_y - wide(py[before], py[beyond]));
        usual = greater(falls, Two{tolerance});
    }
    // If both hulls are on one line, the normal may be that of the other side of the edge.
    const bool outward = product(frame.along.y, found.normal.x) - product(frame.along.x, found.normal.y) > W(0);
    if (usual != 3 || !outward) return false;
    std::size_t chosen = at_v.flatter();
    const unsigned rising = greater(at_v.heights, Two{tolerance});
    const bool level = rising != 3;
    if (level) [[unlikely]] {
        chosen = rising >> 1 == 0 ? 1 : 0;
        const bool turns_back = other.count > 2 && (chosen == 1) != (at_v.lengths[chosen] < W(0));
        if (turns_back || !falls_away(other, j, chosen == 1, frame, tolerance)) return false;
    }
    const W two_lengths[] = {at_v.lengths[0], at_v.lengths[1]}, two_heights[] = {at_v.heights[0], at_v.heights[1]};
    const W run = two_lengths[chosen], head = foot + run;
    // The interval from max(0, lower end) to min(last, upper end), computed with lanes instead of two branches.
    const Two feet{W(0) - foot, foot}, heads{W(0) - head, head}, shared = lower(Two{W(0), last}, upper(feet, heads));
    const W low = W(0) - shared[0], high = shared[1];
    if (!(high - low > tolerance) || !(magnitude(run) > tolerance)) return false;
    const W gain = two_heights[chosen];
    const Two behind = times(Two{low, high} - Two{foot}, Two{gain}) / Two{run};
    faces.points[0].position = low, faces.points[1].position = high;
    faces.points[0].reference_height = faces.points[1].reference_height = W(0);
    faces.points[0].other_height = behind[0], faces.points[1].other_height = behind[1];
    faces.low_is_nearest = behind[0] <= behind[1];
    const W farther = larger(behind[0], behind[1]);
    faces.count = 2;
    faces.farther = level || farther <= tolerance ? found.core : found.core + farther / frame.length;
    faces.p = {p_x[0], p_y[0]}, faces.v = {at_v.x[0], at_v.y[0]}, faces.foot = foot, faces.frame = frame;
    const std::uint32_t edge[] = {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(end)},
                        incident[] = {found.other, static_cast<std::uint32_t>(at_v.tips[chosen])};
    const bool tipped = W(7) * magnitude(gain) > W(4) * magnitude(run);
    name_usual_points(faces, edge, incident, feature_met(edge[0], edge[1], foot, last, tolerance), run > W(0), tipped);
    return true;
}

/// The flatter edge at a vertex: a line through the vertex at `start`, in the frame of the other hull's closest
/// feature.
template <scalar W>
struct flatter_edge {
    std::uint32_t ends[2];  // the vertex and the other end
    W start, run, gain;

    template <class Two, scalar T>
    [[gnu::always_inline]] constexpr flatter_edge(const edges_at_vertex<Two, T>& at, std::size_t vertex,
                                                  W vertex_position) noexcept
        : start{vertex_position} {
        const std::size_t chosen = at.flatter();
        const W lengths[] = {at.lengths[0], at.lengths[1]}, heights[] = {at.heights[0], at.heights[1]};
        run = lengths[chosen], gain = heights[chosen];
        ends[0] = static_cast<std::uint32_t>(vertex), ends[1] = static_cast<std::uint32_t>(at.tips[chosen]);
    }
    template <class Two>
    [[nodiscard, gnu::always_inline]] constexpr Two heights(Two positions) const noexcept {
        return times(positions - Two{start}, Two{gain}) / Two{run};
    }
};

/// Clips the flatter edges at two vertices that are the closest features. Returns false if an edge is level.
template <class Two, scalar T>
[[nodiscard, gnu::noinline]] constexpr bool
clip_flatter_edges(clipped_faces<wide_t<T>>& faces, const hull_separation<T>& found, const rounded_hull<T>& hull,
                   const rounded_hull<T>& other, wide_t<T> rounding) noexcept {
    using W = wide_t<T>;
    edges_at_vertex<Two, T> at_p{hull, found.reference}, at_v{other, found.other};
    const vec2<W> p{at_p.x[0], at_p.y[0]}, v{at_v.x[0], at_v.y[0]};
    edge_frame<W> frame{perp(v - p), found.normal};
    // If both hulls are on one line, the normal may be that of the other side of the edge.
    if (frame.height(found.normal) < W(0)) frame.along = vec2<W>{} - frame.along;
    const W tolerance = product(rounding, frame.length), foot = frame.position(v - p);
    at_p.measure(hull, frame), at_v.measure(other, frame);
    at_p.heights = Two{W(0)} - at_p.heights, at_p.lengths = Two{W(0)} - at_p.lengths;  // as seen from the other hull
    if ((greater(at_p.heights, Two{tolerance}) & greater(at_v.heights, Two{tolerance})) != 3) return false;
    flatter_edge<W> reference{at_p, found.reference, W(0)};
    reference.run = W(0) - reference.run;
    const flatter_edge<W> incident{at_v, found.other, foot};
    const W low = larger(smaller(W(0), reference.run), smaller(foot, foot + incident.run)),
            high = smaller(larger(W(0), reference.run), larger(foot, foot + incident.run));
    faces.p = p, faces.v = v, faces.frame = frame, faces.farther = found.core;
    if (!(high - low > tolerance)) {
        faces.count = 1, faces.low_is_nearest = true;
        faces.points[0] = {W(0), W(0), W(0), found.reference, found.other};
        return true;
    }
    if (!(smaller(magnitude(reference.run), magnitude(incident.run)) > tolerance)) return false;
    const Two positions{low, high}, of_reference = reference.heights(positions), of_other = incident.heights(positions),
                                    behind = of_reference + of_other;
    const W farther = larger(behind[0], behind[1]);
    const bool ascends = reference.run > W(0), other_ascends = incident.run > W(0);
    faces.count = 2, faces.low_is_nearest = behind[0] <= behind[1], faces.foot = foot;
    if (!(farther <= tolerance)) faces.farther = found.core + farther / frame.length;
    for (const std::size_t k : {std::size_t{0}, std::size_t{1}})
        faces.points[k] = {positions[k], of_reference[k], of_other[k], reference.ends[ascends ? k : 1 - k],
                           incident.ends[other_ascends ? k : 1 - k]};
    return true;
}

/// Clips the faces in all other cases: a face of several collinear edges, a single point, or a hull without columns.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr clipped_faces<wide_t<T>>
clip_other_faces(const hull_separation<T>& found, const rounded_hull<T>& hull, const rounded_hull<T>& other,
                 wide_t<T> rounding) noexcept {
    using W = wide_t<T>;
    const std::size_t end = found.at_vertices ? found.reference : hull.after(found.reference);
    const vec2<W> p = hull.widened(found.reference), v = other.widened(found.other), edge = hull.widened(end) - p;
    edge_frame<W> frame{found.at_vertices ? perp(v - p) : edge, found.normal};
    // If both hulls are on one line, the normal may be that of the other side of the edge.
    if (frame.height(found.normal) < W(0)) frame.along = vec2<W>{} - frame.along;
    const W foot = frame.position(v - p), tolerance = product(rounding, frame.length);
    const outline_view<T> near_side{hull, frame, p, W(0), tolerance, true},
        far_side{other, frame, v, foot, tolerance, false};
    const facing_edge<W> incident = far_side.about_vertex(found.other),
                         reference = found.at_vertices ? near_side.about_vertex(found.reference)
                                                       : near_side.about_edge(found.reference, end);
    clipped_faces<W> faces = meet_at_vertex(found, frame, p, edge, end, v, rounding);
    W low = larger(reference.low.position, incident.low.position),
      high = smaller(reference.high.position, incident.high.position);
    const bool is_point = !(high - low > tolerance);
    if (is_point && (found.at_vertices || !incident.level)) return faces;
    if (is_point) low = high = (low + high) / W(2);  // level faces that only touch end to end meet there
    const std::uint32_t met = faces.points[0].reference_feature;
    clip_point<W>*const first = &faces.points[0], *const second = &faces.points[1];
    faces.p = p, faces.foot = foot;
    for (clip_point<W>& at : faces.points) {
        at.position = &at == first ? low : high;
        at.reference_height = reference.height_at(at.position, tolerance);
        at.other_height = incident.height_at(at.position, tolerance);
    }
    if (is_point) {
        first->reference_feature = reference.nearer_end(low), first->other_vertex = incident.nearer_end(low);
        return faces;
    }
    first->reference_feature = reference.low.vertex, first->other_vertex = incident.low.vertex;
    second->reference_feature = reference.high.vertex, second->other_vertex = incident.high.vertex;
    const W low_behind = first->reference_height + first->other_height,
            high_behind = second->reference_height + second->other_height, behind = larger(low_behind, high_behind);
    faces.count = 2, faces.low_is_nearest = low_behind <= high_behind;
    if ((!reference.level || !incident.level) && !(behind <= tolerance))
        faces.farther = found.core + behind / frame.length;
    // A support vertex with two steep edges, as in name_usual_points.
    if (!found.at_vertices && W(7) * magnitude(incident.height_change) > W(4) * magnitude(incident.length))
        (faces.low_is_nearest ? first : second)->reference_feature = met;
    return faces;
}

/// Clips the faces at two vertices that are the closest features.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr clipped_faces<wide_t<T>>
clip_faces_at_vertices(const hull_separation<T>& found, const rounded_hull<T>& hull, const rounded_hull<T>& other,
                       wide_t<T> rounding) noexcept {
    using W = wide_t<T>;
    if (!hull.rows && !other.rows) {
        clipped_faces<W> faces{};
        bool done = std::is_constant_evaluated()
                        ? clip_flatter_edges<couple<W>>(faces, found, hull, other, rounding)
                        : clip_flatter_edges<run_time_couple<W>>(faces, found, hull, other, rounding);
        if (done) return faces;
    }
    return clip_other_faces(found, hull, other, rounding);
}

/// Clips the face at the reference edge and the face of the other hull along their axis (Catto, "Contact Manifolds",
/// GDC 2007; Ericson, section 5.5.6). In the plane, clipping is the intersection of two intervals on the tangent; if it
/// is a point, there is one contact point. Outlines that fall by at most the length `rounding` are level. @pre both
/// hulls have edges, and the closest features are not two vertices
template <scalar T>
[[gnu::always_inline]] constexpr void clip_faces_at_edge(clipped_faces<wide_t<T>>& faces,
                                                         const hull_separation<T>& found, const rounded_hull<T>& a,
                                                         const rounded_hull<T>& b, wide_t<T> rounding) noexcept {
    using W = wide_t<T>;
    const rounded_hull<T>&hull = one_of(found.of_b, a, b), &other = one_of(!found.of_b, a, b);
    bool usual = std::is_constant_evaluated()
                     ? clip_usual_faces<couple<W>>(faces, found, hull, other, rounding)
                     : clip_usual_faces<run_time_couple<W>>(faces, found, hull, other, rounding);
    if (!usual) [[unlikely]]
        faces = clip_other_faces(found, hull, other, rounding);
}
/// Does the same for any closest features.
template <scalar T>
[[gnu::always_inline]] constexpr void clip_faces(clipped_faces<wide_t<T>>& faces, const hull_separation<T>& found,
                                                 const rounded_hull<T>& a, const rounded_hull<T>& b,
                                                 wide_t<T> rounding) noexcept {
    if (!found.at_vertices) [[likely]]
        return clip_faces_at_edge(faces, found, a, b, rounding);
    faces = clip_faces_at_vertices(found, found.of_b ? b : a, found.of_b ? a : b, rounding);
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
