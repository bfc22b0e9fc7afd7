#pragma once
/// The rule of internal edges: the directions that several solids block together. An edge on the seam between two of
/// them blocks nothing, so there are no "ghost collisions".
///
/// Two solids side by side have edges between them, the internal edges of a seam. A shape that slides over both must
/// not stop there (a ghost collision). Seen from the moving shape, the solids are Minkowski sums, and the moving shape
/// is the origin. Where the origin touches the boundary of several sums, each sum blocks a cone of directions. A facet
/// of one sum belongs to the outline of the union if it continues, in one of its two directions, outside of all other
/// cones. Otherwise it is an internal edge and blocks nothing. `is_boundary_facet` is this test.

#include <hitbox/core/lists.hpp>
#include <hitbox/core/small_list.hpp>
#include <hitbox/sets/minkowski_sum.hpp>

#include <limits>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// A position on the path of the moving shape: the crossing with the line of an edge, or a fraction of the path.
struct position_on_path {
    moving_origin motion{};
    double fraction = 0;
    const sum_edge* crossed = nullptr;  // if set, the origin is exactly on the line of this edge
    vec2<double> offset{};              // the translation up to this position, rounded

    [[nodiscard]] bool at_start() const noexcept { return !crossed && fraction == 0; }
};

/// Returns the distance of the origin from the line of an edge times the length of the edge; positive outside. The path
/// crosses the line at the fraction gap_of(e) / closing_of(e, m).
[[nodiscard]] inline double gap_of(const sum_edge& e) noexcept {
    return exact::cross_of(e.from, e.to, e.mover, e.solid);
}
[[nodiscard]] inline double closing_of(const sum_edge& e, const moving_origin& m) noexcept {
    return exact::cross_of(e.from, e.to, m.from, m.to);
}

using exact::sign_of_number;

/// A facet of a sum that the moving shape touches: an edge, or a point of an arc if the sum has a radius. The solid is
/// on the left of the facet.
struct active_facet {
    vec2<double> from{}, to{};       // the direction is to - from, exact for an edge
    vec2<double> normal{};           // unit, outward
    const sum_edge* edge = nullptr;  // for an arc: the edge that starts at its centre
    std::uint32_t sum = 0;
    bool is_arc = false;
    bool backward = true, forward = true;  // whether the boundary continues in that direction
    bool at_vertex = false;                // whether the facet ends here, at a vertex of the sum
    bool is_back = false;                  // whether it is the back of a one-sided solid, which does not block

    /// Returns a positive number if the direction of `other` is counter-clockwise of this one, a negative one if it is
    /// clockwise, 0 if they are parallel.
    [[nodiscard]] double turn_to(const active_facet& other) const noexcept {
        return exact::cross_of(from, to, other.from, other.to);
    }
};

/// The directions that one touched sum blocks: those that lead behind all of its touched facets. There is one facet, or
/// two at a vertex of the sum; `first` and `count` are their range in the list.
struct blocked_cone {
    std::uint32_t first = 0, count = 0;
    const minkowski_sum* sum = nullptr;
};
/// Returns true if a gap of width zero between two sums is closed: it is between two pieces on both sides of the same
/// thin piece. Two thin pieces on both sides of another piece leave it free.
[[nodiscard]] inline bool is_gap_closed(const blocked_cone& c, const blocked_cone& other) noexcept {
    const minkowski_sum &s = *c.sum, &t = *other.sum;
    return (s.is_mover_thin && s.mover == t.mover) || (s.is_solid_thin && s.solid == t.solid);
}

using facet_list = small_list<active_facet, 8>;

/// All facets that are touched at a position, and the cones of directions that they block.
struct blocked_directions {
    facet_list facets;
    small_list<blocked_cone, 8> cones;
    bool thin = false;       // there may be pieces without an interior, which gaps of width zero block
    bool is_inside = false;  // whether the position is strictly inside of a sum, which has no facet here

    [[nodiscard]] list_view<const active_facet> facets_of(const blocked_cone& c) const noexcept {
        return {facets.data() + c.first, c.count};
    }
    /// @pre there is a cone
    void remove_last() noexcept {
        facets.shrink(cones.back().first);
        cones.shrink(cones.size() - 1);
    }
};

/// Returns the side of the facet's line to which a direction leads: 1 for the inside, -1 for the outside. If the
/// direction is along the line, the direction `then` decides; along the tangent of an arc, the result is 0.
[[nodiscard]] inline int inner_side(const active_facet& f, vec2<double> from, vec2<double> to,
                                    vec2<double> then) noexcept {
    const double side = exact::cross_of(f.from, f.to, from, to);
    if (f.is_arc && magnitude(side) <= 0x1p-40 * length_of(f.to - f.from) * length_of(to - from)) return 0;
    return side != 0 ? sign_of_number(side) : sign_of_number(cross(f.to - f.from, then));
}
/// Returns true if the direction from -> to, turned slightly towards `then` if that is not zero, leads into a cone.
[[nodiscard]] inline bool leads_into(const blocked_directions& all, const blocked_cone& c, vec2<double> from,
                                     vec2<double> to, vec2<double> then) noexcept {
    for (const active_facet& f : all.facets_of(c))
        if (inner_side(f, from, to, then) <= 0) return false;
    return true;
}
/// Returns true if the direction leads into any cone except cone `but`; turned slightly towards `then`, also if it
/// leads into a closed gap beside cone `but`.
[[nodiscard, gnu::noinline]] inline bool leads_into_any(const blocked_directions& all, vec2<double> from,
                                                        vec2<double> to, std::size_t but = static_cast<std::size_t>(-1),
                                                        vec2<double> then = {}) noexcept {
    for (std::size_t i = 0; i < all.cones.size(); ++i) {
        if (i == but) continue;
        const bool is_turned = then != vec2<double>{} && is_gap_closed(all.cones[but], all.cones[i]);
        if (leads_into(all, all.cones[i], from, to, is_turned ? then : vec2<double>{})) return true;
    }
    return false;
}

/// Returns true if a direction is blocked, by a sum or in a closed gap.
[[nodiscard]] inline bool is_blocked(const blocked_directions& all, vec2<double> from, vec2<double> to) noexcept {
    if (leads_into_any(all, from, to)) return true;
    const vec2<double> left = perp(to - from), right = vec2<double>{} - left;
    for (std::size_t i = 0; all.thin && i < all.cones.size(); ++i)
        if (leads_into(all, all.cones[i], from, to, left) && leads_into_any(all, from, to, i, right)) return true;
    return false;
}

/// Returns true if the cones block every direction.
[[nodiscard]] inline bool are_all_blocked(const blocked_directions& all) noexcept {
    if (all.cones.empty()) return false;
    for (const active_facet& f : all.facets)
        if (!is_blocked(all, f.from, f.to) || !is_blocked(all, f.to, f.from)) return false;
    return true;
}
/// Returns true if a thin piece is inside of the other solid: the cones of this piece alone block every direction. A
/// shape with an interior that is held from all sides, as in a hole into which it fits exactly, only touches.
[[nodiscard, gnu::cold, gnu::noinline]] inline bool is_thin_piece_inside(const blocked_directions& all) {
    if (!are_all_blocked(all)) return false;
    for (const blocked_cone& one : all.cones)
        for (const bool of_mover : {true, false}) {
            if (!(of_mover ? one.sum->is_mover_thin : one.sum->is_solid_thin)) continue;
            blocked_directions own;
            own.thin = true;
            for (const blocked_cone& c : all.cones) {
                if (of_mover ? c.sum->mover != one.sum->mover : c.sum->solid != one.sum->solid) continue;
                own.cones.push_back({static_cast<std::uint32_t>(own.facets.size()), c.count, c.sum});
                for (const active_facet& f : all.facets_of(c)) own.facets.push_back(f);
            }
            if (own.cones.size() == all.cones.size() || are_all_blocked(own)) return true;
        }
    return false;
}

/// Returns true if the facet belongs to the outline of the union of all sums, false if it is an internal edge. Clears
/// `forward` or `backward` if the facet is internal in that direction from the contact.
[[nodiscard]] inline bool is_boundary_facet(const blocked_directions& all, std::size_t cone, active_facet& f) noexcept {
    const vec2<double> outward = all.thin && !f.is_arc ? f.normal : vec2<double>{};
    f.forward = f.forward && !leads_into_any(all, f.from, f.to, cone, outward);
    f.backward = f.backward && !leads_into_any(all, f.to, f.from, cone, outward);
    return f.forward || f.backward;
}

/// Adds the facets of a polygon's sum through a position, and the cone that they block. Returns false if the position
/// is not on the sum's boundary; sets `is_inside` if it is inside. side(edge) is positive if the position is outside of
/// the line of an edge, and 0 on the line.
template <class Side>
bool add_touched_edges(blocked_directions& blocked, list_view<const sum_edge> edges, const minkowski_sum& s,
                       std::uint32_t sum, const Side& side) {
    const auto begin = static_cast<std::uint32_t>(blocked.facets.size());
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const int at = side(edges[i]);
        if (at > 0) return blocked.facets.shrink(begin), false;
        if (at == 0) blocked.facets.push_back({edges[i].from, edges[i].to, edges[i].normal, &edges[i], sum});
    }
    const auto count = static_cast<std::uint32_t>(blocked.facets.size()) - begin;
    if (count == 0) return blocked.is_inside = true, false;
    if (count > 1) {
        // At a vertex each facet continues in one direction: where the inside of the other facets is on its left.
        for (std::uint32_t i = begin; i < begin + count; ++i) {
            active_facet& f = blocked.facets[i];
            f.at_vertex = true;
            for (std::uint32_t k = begin; k < begin + count; ++k) {
                const double turn = f.turn_to(blocked.facets[k]);
                if (turn > 0) f.forward = false;
                if (turn < 0) f.backward = false;
            }
        }
    }
    blocked.cones.push_back({begin, count, &s});
    return true;
}

/// The point of a sum's hull, without the radius, that is nearest to a given point.
struct nearest_on_hull {
    double distance = std::numeric_limits<double>::infinity();  // negative inside
    const sum_edge* edge = nullptr;
    bool at_vertex = false;  // whether the point is the first vertex of the edge
    vec2<double> normal{};   // unit, from the hull to the point
};
[[nodiscard]] inline nearest_on_hull nearest_on(list_view<const sum_edge> edges, vec2<double> p) noexcept {
    nearest_on_hull best;
    const sum_edge* shallowest = nullptr;
    double max_out = -std::numeric_limits<double>::infinity();
    for (const sum_edge& e : edges) {
        const vec2<double> d = e.direction(), from = p - e.start(), n = e.normal;
        const double out = dot(n, from), along = dot(d, from);
        if (e.extent > 0 && out > max_out) max_out = out, shallowest = &e;
        // The foot on a facet of a convex hull is the nearest point, even with rounding if it is clearly on the facet.
        const double inner = smaller(along, e.extent - along);
        if (out > 0 && inner > 0 && inner * inner > 0x1p-40 * (out * out) * e.extent) return {out, &e, false, n};
        // max(|x|, |y|) is a lower bound for the length and saves most roots.
        if (!(largest_of(from) >= best.distance))
            if (const double gap = length_of(from); gap < best.distance) best = {gap, &e, true, from};
        if (along > 0 && along < e.extent && magnitude(out) <= best.distance) best = {magnitude(out), &e, false, n};
    }
    if (edges.size() > 2 && shallowest && max_out < 0) return {max_out, shallowest, false, shallowest->normal};
    if (!best.edge) return best;
    if (best.at_vertex) best.normal = unit_or(best.normal, vec2<double>{0, 1});
    else if (dot(best.normal, p - best.edge->start()) < 0) {
        best.normal = vec2<double>{} - best.normal;
        if (edges.size() == 2)
            best.edge = &edges[best.edge == &edges[0] ? 1 : 0];  // the same edge, seen from the other side
    }
    return best;
}

/// Returns true if the origin is inside of a polygon's sum, so that the moving shape penetrates the solid. The test is
/// exact.
[[nodiscard]] inline bool holds_origin(list_view<const sum_edge> edges) noexcept {
    return edges.size() > 2 && detail::all_of(edges, [](const sum_edge& e) { return gap_of(e) < 0; });
}
/// Returns whether the origin is inside of a sum with or without a radius. Returns `unsure` if the origin is within
/// rounding of the boundary of a rounded sum, except beside the inner part of an edge, where the exact distance from
/// the line of the edge decides.
[[nodiscard]] inline verdict filter_origin(const minkowski_sum& s, list_view<const sum_edge> edges,
                                           double tolerance) noexcept {
    if (!(s.radius > 0)) return holds_origin(edges) ? verdict::yes : verdict::no;
    const auto beyond_radius = [&s](const sum_edge& e) { return 0 - dot(e.normal, e.start()) - s.radius; };
    for (const sum_edge& e : edges)  // a lower bound for the distance
        if (e.extent > 0 && beyond_radius(e) > 4 * tolerance) return verdict::no;
    const double gap = nearest_on(edges, {}).distance - s.radius;
    if (magnitude(gap) > tolerance) return gap < 0 ? verdict::yes : verdict::no;
    for (const sum_edge& e : edges) {
        if (!(e.extent > 0) || magnitude(beyond_radius(e)) > 4 * tolerance || gap_of(e) < 0) continue;
        const auto from_line = [&](vec2<double> p, vec2<double> a, vec2<double> b) {
            return exact::compare_line_distance(p, a, b, s.radius_of_solid, s.radius_of_mover);
        };
        if ((e.of_solid ? from_line(e.mover, e.to, e.from) : from_line(e.solid, e.from, e.to)) >= 0)
            return verdict::no;  // the whole sum is behind this line
        const double along = 0 - dot(e.direction(), e.start()), max_error = tolerance * length_of(e.direction());
        if (along > max_error && along < e.extent - max_error) return verdict::yes;
    }
    return verdict::unsure;
}

/// Adds the facet of a sum with a radius on which a position lies. Returns false if there is none; sets `is_inside` if
/// the position is clearly inside.
inline bool add_touched_arc(blocked_directions& blocked, list_view<const sum_edge> edges, const minkowski_sum& s,
                            std::uint32_t sum, vec2<double> position, double tolerance) {
    for (const sum_edge& e : edges)  // usually one edge decides, because the whole sum is behind its line
        if (e.extent > 0 && dot(e.normal, position - e.start()) - s.radius > 2 * tolerance) return false;
    const nearest_on_hull nearest = nearest_on(edges, position);
    if (nearest.edge && nearest.distance - s.radius < 0 - tolerance) blocked.is_inside = true;
    if (!nearest.edge || !(magnitude(nearest.distance - s.radius) <= tolerance)) return false;
    active_facet f;
    f.normal = nearest.normal, f.edge = nearest.edge, f.sum = sum, f.is_arc = nearest.at_vertex;
    // A normal on an arc that equals the normal of an edge within rounding is replaced by that edge.
    for (const sum_edge& e : edges)
        if (f.is_arc && length_squared(e.direction()) > 0 && length_of(e.normal - f.normal) < 0x1p-40)
            f.is_arc = false, f.edge = &e, f.normal = e.normal;
    if (f.is_arc) f.from = {}, f.to = perp(f.normal);
    else f.from = f.edge->from, f.to = f.edge->to;
    if (!f.is_arc && dot(f.normal, nearest.normal) < 0) return false;
    blocked.cones.push_back({static_cast<std::uint32_t>(blocked.facets.size()), 1, &s});
    blocked.facets.push_back(f);
    return true;
}

/// Returns true if a facet with this unit normal belongs to the front of a one-sided solid, or if the solid blocks from
/// all sides (`front` is zero). A facet that is parallel to `front` within 2^-20 does not belong to it, because the
/// upright end of a platform may lean by a few roundings.
[[nodiscard]] inline bool is_in_front(vec2<double> front, vec2<double> normal) noexcept {
    return front == vec2<double>{} || dot(front, normal) > 0x1p-20 * largest_of(front);
}
/// Marks the facets of the last cone that do not block because the solid is one-sided. Removes the cone if all its
/// facets are of this kind.
inline void keep_front_of_last(blocked_directions& all, const minkowski_sum& s) {
    if (s.front == vec2<double>{}) return;
    const blocked_cone last = all.cones.back();
    bool is_any_in_front = false;
    for (std::uint32_t i = last.first; i < last.first + last.count; ++i) {
        active_facet& f = all.facets[i];
        f.is_back = !is_in_front(s.front, f.normal);
        is_any_in_front = is_any_in_front || !f.is_back;
    }
    if (!is_any_in_front) all.remove_last();
}

/// Returns the facets that the moving shape touches at a position on its path, and the directions that they block.
template <class List>
[[nodiscard]] blocked_directions blocked_directions_at(const List& list, const position_on_path& where, bool thin) {
    blocked_directions all;
    all.thin = thin;
    const double tolerance = 32 * list.tolerance();  // the crossing of two curves has a larger error
    for (std::uint32_t i = 0; i < list.sums.size(); ++i) {
        const minkowski_sum& s = list.sums[i];
        const auto edges = list.edges_of(s);
        if (s.radius > 0) {
            if (add_touched_arc(all, edges, s, i, where.offset, tolerance)) keep_front_of_last(all, s);
        } else if (edges.size() > 2) {
            const bool is_touched = add_touched_edges(all, edges, s, i, [&](const sum_edge& e) {
                if (where.at_start()) return sign_of_number(gap_of(e));
                if (where.crossed == &e) return 0;
                if (where.crossed) return exact::compare_crossings(e, *where.crossed, where.motion);
                const double out = dot(e.normal, where.offset - e.start());
                return magnitude(out) <= tolerance ? 0 : sign_of_number(out);
            });
            if (is_touched) keep_front_of_last(all, s);
        }
    }
    return all;
}

/// Returns true if two of the facets face each other, so that the moving shape has no room to either side.
[[nodiscard]] inline bool are_in_gap(const facet_list& facets) noexcept {
    for (std::size_t i = 0; i + 1 < facets.size(); ++i)
        for (std::size_t k = i + 1; k < facets.size(); ++k)
            if (dot(facets[i].normal, facets[k].normal) < 0 && facets[i].turn_to(facets[k]) == 0) return true;
    return false;
}
/// Adds the end wall of a corridor that is exactly as wide as the moving shape. By the rule it is an internal edge,
/// because the side walls block both of its directions, but it must stop the shape. Of a vertex, such as the tip of a
/// slope, the facet that is perpendicular to the side walls is added, if the directions into it are blocked.
[[gnu::cold, gnu::noinline]] inline void add_ends_of_gap(facet_list& boundary, const blocked_directions& all) {
    for (std::size_t c = 0; c < all.cones.size(); ++c) {
        for (active_facet f : all.facets_of(all.cones[c])) {
            const vec2<double> left_of_from = perp(f.from), left_of_to = perp(f.to);
            const bool is_known = detail::any_of(
                boundary, [&f](const active_facet& g) { return f.turn_to(g) == 0 && dot(f.normal, g.normal) > 0; });
            const auto is_side = [&](const active_facet& g) {
                return exact::cross_of(left_of_from, left_of_to, g.from, g.to) == 0;
            };
            const bool may_be_end =
                all.cones[c].count == 1 ||
                (leads_into(all, all.cones[c], left_of_from, left_of_to, {}) && detail::any_of(boundary, is_side));
            if (is_known || f.is_back || !may_be_end || leads_into_any(all, left_of_to, left_of_from, c)) continue;
            f.forward = f.backward = true;  // it does not end at a convex corner, but between the walls
            boundary.push_back(f);
        }
    }
}

/// Adds a facet to a list with one facet for each direction. A point of an arc whose normal equals that of a facet
/// within 2^-20 counts as that facet.
[[gnu::noinline]] inline void add_facet(facet_list& list, active_facet f) {
    for (active_facet& g : list) {
        const bool same = f.is_arc || g.is_arc ? length_of(f.normal - g.normal) < 0x1p-20
                                               : f.turn_to(g) == 0 && dot(f.normal, g.normal) > 0;
        if (!same) continue;
        f.forward = f.forward || g.forward, f.backward = f.backward || g.backward;
        f.at_vertex = f.at_vertex && g.at_vertex;
        if (g.is_arc ? !f.is_arc : !f.is_arc && f.edge->of_solid && !g.edge->of_solid) g = f;
        else g.forward = f.forward, g.backward = f.backward, g.at_vertex = f.at_vertex;
        return;
    }
    list.push_back(f);
}
/// Returns the facets that the outline of the union has at the contact, one for each direction.
[[nodiscard]] inline facet_list boundary_facets(const blocked_directions& all) {
    facet_list boundary;
    for (std::size_t c = 0; c < all.cones.size(); ++c)
        for (active_facet f : all.facets_of(all.cones[c]))
            if (!f.is_back && is_boundary_facet(all, c, f)) add_facet(boundary, f);
    if (are_in_gap(boundary)) add_ends_of_gap(boundary, all);
    return boundary;
}
/// Returns the boundary facets at the contact, or all touched facets if the shape is held from all sides, as in a hole
/// into which it fits exactly: none of them then belongs to the outline.
[[nodiscard, gnu::noinline]] inline facet_list holding_facets(const blocked_directions& all) {
    facet_list facets = boundary_facets(all);
    if (!facets.empty()) return facets;
    for (const active_facet& f : all.facets)
        if (!f.is_back) add_facet(facets, f);
    return facets;
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
