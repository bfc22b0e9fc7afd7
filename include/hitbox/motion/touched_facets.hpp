#pragma once
/// Facets that a moving shape touches or that stop it, and vertices of solids at which two facets meet.

#include <hitbox/core/lists.hpp>
#include <hitbox/motion/moving_shape.hpp>
#include <hitbox/sets/blocking_cast.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// A facet of the common outline of all solids, and a piece that it belongs to.
struct surface {
    half_plane plane{};
    std::size_t piece = 0;
    bool is_floor = false;  // whether a body can stand on it
};

/// A vertex of the common outline, and the two facets of the outline that end and begin there.
struct solid_corner {
    bool exists = false;
    vec2<double> point{};
    half_plane faces[2]{};
};

/// The free part of a motion, and the facets that stop it.
struct blocked_motion {
    double fraction = 1;
    bool is_stopped = false;
    vec2<double> step{};     // the translation up to the facet that stops the motion
    active_facet stop{};     // the facet that stops the motion; one of several
    facet_list facets{};     // all facets that are met there; valid until the next search
    vec2<double> ends[2]{};  // the ends of `stop` relative to the start of the cast, without the radius
    double radius = 0;       // the radius of the sum of `stop`

    /// Returns the largest coordinate of the stopping facet along a unit direction, relative to the start of the cast.
    [[nodiscard]] double end_along(vec2<double> direction) const noexcept {
        const double first = dot(direction, ends[0]), second = dot(direction, ends[1]);
        return larger(first, second) + radius * (stop.is_arc ? 1.0 : dot(direction, stop.normal));
    }
};

/// Returns the distance of the origin from an edge's line, positive outside, with a relative error of a few roundings.
/// @pre the edge has a length
[[nodiscard]] inline double distance_to_line(const sum_edge& e) noexcept {
    return exact::cross_accurate(e.from, e.to, e.mover, e.solid) / length_of(e.direction());
}
/// Returns the distance to the line after the shape has moved by `step`; for an arc, the distance from its centre.
[[nodiscard]] inline double distance_after(const sum_edge& e, bool is_arc, vec2<double> step) noexcept {
    return is_arc ? length_of(step - e.start()) : distance_to_line(e) + dot(e.normal, step);
}

/// Returns true if a facet is within a tolerance of a shape that has moved by `step`. The tolerance is given on each
/// axis; the error bound of the distance is added. This test alone decides contacts and the facets that stop a motion.
template <class List>
[[nodiscard]] bool is_facet_touched(const List& list, const active_facet& f, vec2<double> step,
                                    vec2<double> tolerance) noexcept {
    if (!f.edge) return true;
    const double radius = list.sums[f.sum].radius;
    const double gap = distance_after(*f.edge, f.is_arc, step) - radius;
    return gap <= dot(abs(f.normal), tolerance) + 0x1p-52 * (radius + length_of(step));
}

/// Returns the facet of a sum to which its nearest point belongs.
[[nodiscard]] inline active_facet facet_of(const nearest_on_hull& nearest, std::uint32_t sum) noexcept {
    active_facet f;
    f.normal = nearest.normal, f.edge = nearest.edge, f.sum = sum, f.is_arc = nearest.at_vertex;
    return f;
}
/// Returns true if a shape that has moved by `step` touches a sum, or is in it.
template <class List>
[[nodiscard]] bool is_sum_touched(const List& list, std::uint32_t sum, vec2<double> step,
                                  vec2<double> tolerance) noexcept {
    const minkowski_sum& s = list.sums[sum];
    if (s.size() == 0) return false;
    const nearest_on_hull nearest = nearest_on(list.edges_of(s), step);
    return nearest.distance <= s.radius || is_facet_touched(list, facet_of(nearest, sum), step, tolerance);
}

/// Computes the step to the facet, which is more accurate than a fraction of a long motion, and the ends of the facet.
template <class List>
void measure_stop(blocked_motion& result, const List& list, const moving_origin& motion) noexcept {
    const active_facet& stop = result.stop;
    if (!stop.edge) return;
    const sum_edge& e = *stop.edge;
    const double radius = list.sums[stop.sum].radius, back = 1 / list.scale;
    const vec2<double> d = e.direction(), step = motion.to * result.fraction;
    const double squared = dot(d, d);
    const double gap = distance_after(e, stop.is_arc, step) - radius;
    // A motion along an axis stays on its line, because in a corridor as wide as the shape no other line is free.
    const double speed = dot(stop.normal, motion.to);
    const bool stays_on_line =
        (motion.to.x == 0 || motion.to.y == 0) && magnitude(speed) > 0x1p-10 * largest_of(motion.to);
    const vec2<double> off = stays_on_line ? motion.to * (gap / speed) : stop.normal * gap;
    result.step = result.step - off * back, result.radius = radius * back;
    result.ends[0] = result.ends[1] = e.start() * back;
    if (!stop.is_arc && squared > 0) result.ends[1] = (e.start() + d * (e.extent / squared)) * back;
}

/// Returns true if an end of a surface's edge is within a tolerance of the origin, given on each axis.
template <class List>
[[nodiscard]] bool is_end_touched(const List& list, const surface& s, vec2<double> tolerance) noexcept {
    for (const minkowski_sum& sum : list.sums) {
        if (sum.solid != s.piece) continue;
        for (const sum_edge& e : list.edges_of(sum)) {
            const vec2<double> d = e.direction();
            const double along = 0 - dot(d, e.start()), near_end = dot(abs(d), tolerance);
            const bool is_end = along <= near_end || along >= e.extent - near_end;
            if (e.extent > 0 && is_end && length_of(e.normal - s.plane.normal) < 0x1p-20) return true;
        }
    }
    return false;
}

/// Returns the blocked directions of all solids within a tolerance of the origin, given on each axis.
template <class List>
[[nodiscard]] blocked_directions blocked_directions_within(const List& list, vec2<double> tolerance, bool thin) {
    blocked_directions all;
    all.thin = thin;
    for (std::uint32_t i = 0; i < list.sums.size(); ++i) {
        const minkowski_sum& s = list.sums[i];
        const auto edges = list.edges_of(s);
        bool is_touched = false;
        if (s.radius > 0) {
            const double margin = larger(tolerance.x, tolerance.y) + 4 * s.tolerance();
            is_touched = add_touched_arc(all, edges, s, i, {}, margin);
            if (is_touched && !is_facet_touched(list, all.facets.back(), {}, tolerance))
                all.remove_last(), is_touched = false;
        } else if (edges.size() > 2) {
            is_touched = add_touched_edges(all, edges, s, i, [&](const sum_edge& e) {
                const double out = distance_to_line(e);
                // At the end of a facet, the next one may be farther away than its own, smaller tolerance.
                const bool is_near_end =
                    out > 0 && out <= tolerance.x + tolerance.y && is_sum_touched(list, i, {}, tolerance);
                return is_near_end || magnitude(out) <= dot(abs(e.normal), tolerance) ? 0 : sign_of_number(out);
            });
        }
        if (is_touched) keep_front_of_last(all, s);
    }
    return all;
}

/// Returns true if the disc of an arc is behind the line of another facet, within a tolerance given on each axis.
template <class List>
[[nodiscard]] bool is_behind_line(const List& list, const active_facet& arc, const active_facet& line,
                                  vec2<double> tolerance) noexcept {
    const double extent = dot(line.normal, arc.edge->start()) + list.sums[arc.sum].radius;
    const double level = dot(line.normal, line.edge->start()) + list.sums[line.sum].radius;
    return extent <= level + dot(abs(line.normal), tolerance);
}
/// Returns true if an edge is nearer than an arc that is behind the line of this edge. The edge may not be touched: far
/// from the origin, the tolerance along an axis may be far smaller than that along the slightly different normal of the
/// arc.
template <class List>
[[nodiscard]] bool is_behind_nearer_edge(const List& list, const active_facet& arc, vec2<double> tolerance) noexcept {
    const double gap = length_of(arc.edge->start()) - list.sums[arc.sum].radius;
    for (std::uint32_t i = 0; i < list.sums.size(); ++i)
        for (const sum_edge& e : list.edges_of(list.sums[i])) {
            const double along = 0 - dot(e.direction(), e.start());
            const double out = 0 - dot(e.normal, e.start()) - list.sums[i].radius;
            if (!(along > 0 && along < e.extent && out >= 0 && out <= gap) ||
                !is_in_front(list.sums[i].front, e.normal))
                continue;
            active_facet line;
            line.normal = e.normal, line.edge = &e, line.sum = i;
            if (is_behind_line(list, arc, line, tolerance)) return true;
        }
    return false;
}
/// Removes the arcs behind the line of another touched facet, as at the end of a floor that continues, or of a nearer
/// edge. A shape that slides along the line does not meet such an arc. Its normal is slightly different, so it could
/// hide the facet.
template <class List>
void erase_ends_of_floors(const List& list, blocked_directions& all, vec2<double> tolerance) {
    for (std::size_t c = all.cones.size(); c-- > 0;) {
        const std::uint32_t at = all.cones[c].first;  // an arc is the only facet of its cone
        if (!all.facets[at].is_arc) continue;
        const auto is_before = [&, f = all.facets[at]](const active_facet& g) {
            return !g.is_arc && !g.is_back && is_behind_line(list, f, g, tolerance);
        };
        if (!detail::any_of(all.facets, is_before) && !is_behind_nearer_edge(list, all.facets[at], tolerance)) continue;
        all.facets.erase_at(at), all.cones.erase_at(c);
        for (std::size_t k = c; k < all.cones.size(); ++k) --all.cones[k].first;
    }
}

/// Returns the vertex of the solid to which a facet of a sum belongs. There is none if the facet is a side of the
/// solid, or if the solid has a radius.
[[nodiscard]] inline std::optional<vec2<double>> vertex_of(const active_facet& f, const minkowski_sum& s,
                                                           list_view<const chain_vertex> vertices) noexcept {
    if (!f.edge || s.radius_of_solid > 0 || (!f.is_arc && f.edge->of_solid) || vertices.size() < 2) return {};
    const std::uint32_t index = f.edge->of_solid ? f.edge->reference : f.edge->other;
    for (const chain_vertex& v : vertices)
        if (v.index == index) return v.point;
    return {};
}

/// The corner of the outline of all pieces at a point. Each piece at the point blocks a sector of directions. The free
/// sector around a given direction is between two faces, which may belong to different pieces. An internal edge, such
/// as the side of a tile that its neighbour hides, is therefore not a face.
///
/// Distances of at most `tolerance`, given on each axis, count as zero.
class outline_corner {
public:
    outline_corner(vec2<double> point, vec2<double> outward, vec2<double> tolerance) noexcept
        : point_{point}, outward_{outward}, tolerance_{tolerance} {}

    /// Adds a piece that may contain the point.
    void add(list_view<const chain_vertex> vertices, double radius) noexcept {
        if (radius > 0) add_round(vertices, radius);
        else if (vertices.size() > 2) add_polygon(vertices);
        else if (vertices.size() == 2) add_segment(vertices[0].point, vertices[1].point);
    }
    /// Returns the corner, if the outline is convex there.
    [[nodiscard]] solid_corner corner() const noexcept {
        const double angle = to_before_ + to_after_;
        if (is_covered_ || !(angle > half_turn + 0x1p-20)) return {};
        return {true, point_, {before_, after_}};
    }

private:
    static constexpr double half_turn = 2;

    /// Returns the angle from a to b, counter-clockwise, on a scale from 0 to 4 that increases with the angle.
    [[nodiscard]] static double turn(vec2<double> a, vec2<double> b) noexcept {
        const double c = cross(a, b), d = dot(a, b), sum = magnitude(c) + magnitude(d);
        return c >= 0 ? 1 - d / sum : 3 + d / sum;
    }
    [[nodiscard, gnu::noinline]] static half_plane face(vec2<double> from, vec2<double> to) noexcept {
        return {from, to, edge_normal(to - from)};
    }
    /// Adds a blocked sector: counter-clockwise from the direction of `after` to the reversed direction of `before`.
    [[gnu::noinline]] void add_sector(const half_plane& before, const half_plane& after) noexcept {
        const vec2<double> first = after.to - after.from, last = before.from - before.to;
        const double to_after = turn(outward_, first), to_before = turn(last, outward_);
        if (to_after + to_before > 2 * half_turn + 0x1p-20) is_covered_ = true;
        if (to_after < to_after_) to_after_ = to_after, after_ = after;
        if (to_before < to_before_) to_before_ = to_before, before_ = before;
    }
    [[nodiscard]] bool is_at_point(vec2<double> p) const noexcept {
        const vec2<double> off = abs(p - point_);
        return off.x <= tolerance_.x && off.y <= tolerance_.y;
    }
    /// Returns the side of a line on which the point is: 1 for the outside, 0 for the line itself, -1 for the inside.
    [[nodiscard]] int side_of(const half_plane& line) const noexcept {
        const double out = dot(line.normal, point_ - line.from);
        return magnitude(out) <= dot(abs(line.normal), tolerance_) ? 0 : sign_of_number(out);
    }
    void add_polygon(list_view<const chain_vertex> vertices) noexcept {
        half_plane first{}, last{}, previous = face(vertices.back().point, vertices.front().point);
        bool has_first = false, has_last = false;
        int before = side_of(previous);
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            const half_plane edge = face(vertices[i].point, vertices[next_index(i, vertices.size())].point);
            const int side = side_of(edge);
            if (side > 0) return;
            if (side == 0 && before < 0) first = edge, has_first = true;
            if (side < 0 && before == 0) last = previous, has_last = true;
            previous = edge, before = side;
        }
        if (has_first && has_last) add_sector(first, last);
        else is_covered_ = is_covered_ || before < 0;
    }
    void add_segment(vec2<double> a, vec2<double> b) noexcept {
        const half_plane there = face(a, b), back = face(b, a);
        if (side_of(there) != 0) return;
        const bool is_at_a = is_at_point(a), is_at_b = is_at_point(b);
        if (!is_at_a && !is_at_b && !(dot(b - a, point_ - a) > 0 && dot(a - b, point_ - b) > 0)) return;
        if (!is_at_b) add_sector(back, there);
        if (!is_at_a) add_sector(there, back);
    }
    void add_round(list_view<const chain_vertex> vertices, double radius) noexcept {
        double min_squared = std::numeric_limits<double>::infinity();
        vec2<double> nearest{};  // from the nearest point of the hull without the radius
        bool is_inside = vertices.size() > 2;
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            const vec2<double> a = vertices[i].point, d = vertices[next_index(i, vertices.size())].point - a,
                               from = point_ - a;
            const double along = dot(d, from), squared = dot(d, d);
            const double part = along <= 0 ? 0 : along >= squared ? 1 : along / squared;
            const vec2<double> off = from - d * part;
            if (dot(off, off) < min_squared) min_squared = dot(off, off), nearest = off;
            is_inside = is_inside && cross(d, from) > 0;
        }
        const half_plane tangent = face({}, perp(nearest));
        const double gap = length_of(nearest) - radius, tolerance = dot(abs(tangent.normal), tolerance_);
        if (is_inside || gap < 0 - tolerance) is_covered_ = true;
        else if (gap <= tolerance) add_sector(tangent, tangent);
    }

    vec2<double> point_, outward_, tolerance_;
    half_plane before_{}, after_{};                                // the faces that end and begin at the point
    double to_before_ = 2 * half_turn, to_after_ = 2 * half_turn;  // the angles from `outward_` to the faces
    bool is_covered_ = false;                                      // whether a piece covers the point or `outward_`
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
