#pragma once
/// The blocked directions at a contact with several solids, without internal edges (no "ghost collision" at seams).

#include <hitbox/core/lists.hpp>
#include <hitbox/sets/minkowski_sum.hpp>
#include <hitbox/sets/small_list.hpp>

#include <limits>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Where a mover is on its way: where that crosses the line of an edge, or at a fraction; at 0 it has not moved.
struct place_on_way {
    moving_origin motion{};
    double fraction = 0;
    const sum_edge* crossed = nullptr;  // the origin is exactly on its line
    vec2<double> offset{};              // how far the mover has moved, about

    [[nodiscard]] bool at_start() const noexcept { return !crossed && fraction == 0; }
};

/// The signed area by which the origin is outside an edge's line, and how much of it the way makes up for: its fraction
/// is the quotient of the two.
[[nodiscard]] inline double gap_of(const sum_edge& e) noexcept {
    return exact::cross_of(e.from, e.to, e.mover, e.solid);
}
[[nodiscard]] inline double closing_of(const sum_edge& e, const moving_origin& m) noexcept {
    return exact::cross_of(e.from, e.to, m.from, m.to);
}

[[nodiscard]] inline int sign_of_number(double x) noexcept { return x > 0 ? 1 : x < 0 ? -1 : 0; }

/// A facet of a sum that the mover is in touch with: of a polygon's sum, an edge; of a rounded one, also a place on an
/// arc. The solid is on its left.
struct active_facet {
    vec2<double> from{}, to{};       // its direction: exact, if it is an edge
    vec2<double> normal{};           // unit, outward
    const sum_edge* edge = nullptr;  // or that which starts at the vertex that the arc is about
    std::uint32_t sum = 0;
    bool is_arc = false;
    bool backward = true, forward = true;  // does the boundary go on in that direction?
    bool at_vertex = false;                // of the sum: the facet itself ends here
    bool is_back = false;                  // not in the front of a one-sided solid: does not block

    [[nodiscard]] double turn_to(const active_facet& other) const noexcept {
        return exact::cross_of(from, to, other.from, other.to);
    }
};

/// A sum that the mover touches: its facets there, one, or two in a corner. Inside of them is blocked.
struct contact_cone {
    std::uint32_t first = 0, count = 0;
};

using facet_list = small_list<active_facet, 8>;

struct contact_cones {
    facet_list facets;
    small_list<contact_cone, 8> cones;
    bool thin = false;  // the mover has no inside: slits between solids do not let it through

    [[nodiscard]] std::span<const active_facet> facets_of(const contact_cone& c) const noexcept {
        return {facets.data() + c.first, c.count};
    }
    /// @pre there is a cone
    void remove_last() noexcept {
        facets.shrink(cones.back().first);
        cones.shrink(cones.size() - 1);
    }
};

/// Which side of the facet's line is a direction on, 1 inside; a direction along it is on the side of `then`.
[[nodiscard]] inline int inner_side(const active_facet& f, vec2<double> from, vec2<double> to,
                                    vec2<double> then) noexcept {
    const double side = exact::cross_of(f.from, f.to, from, to);
    if (side != 0 && !(f.is_arc && magnitude(side) <= 0x1p-40 * length_of(f.to - f.from) * length_of(to - from)))
        return sign_of_number(side);
    return sign_of_number(cross(f.to - f.from, then));
}
/// Does the direction from -> to, turned a little towards `then` if that is not zero, lead into a cone?
[[nodiscard]] inline bool leads_into(const contact_cones& all, const contact_cone& c, vec2<double> from,
                                     vec2<double> to, vec2<double> then) noexcept {
    for (const active_facet& f : all.facets_of(c))
        if (inner_side(f, from, to, then) <= 0) return false;
    return true;
}
[[nodiscard]] inline bool leads_into_any(const contact_cones& all, vec2<double> from, vec2<double> to,
                                         vec2<double> then = {},
                                         std::size_t but = static_cast<std::size_t>(-1)) noexcept {
    for (std::size_t i = 0; i < all.cones.size(); ++i)
        if (i != but && leads_into(all, all.cones[i], from, to, then)) return true;
    return false;
}

/// Is a direction blocked? A mover without an inside finds no way along a slit between two solids.
[[nodiscard]] inline bool is_blocked(const contact_cones& all, vec2<double> from, vec2<double> to) noexcept {
    if (!all.thin) return leads_into_any(all, from, to);
    const vec2<double> left = perp(to - from), zero{};
    return leads_into_any(all, from, to, left) && leads_into_any(all, from, to, zero - left);
}

/// Returns true if the cones block every direction. @pre the moving shape is thin; otherwise the penetrated solid
/// decides
[[nodiscard]] inline bool are_all_blocked(const contact_cones& all) noexcept {
    if (all.cones.empty()) return false;
    for (const active_facet& f : all.facets)
        if (!is_blocked(all, f.from, f.to) || !is_blocked(all, f.to, f.from)) return false;
    return true;
}

/// Keeps those of the directions in which the facet goes on from the contact that bound what all block together. If
/// there are none, the facet is inside: no outline has it.
[[nodiscard]] inline bool is_admitted(const contact_cones& all, std::size_t cone, active_facet& f) noexcept {
    const vec2<double> outward = all.thin ? f.normal : vec2<double>{};
    f.forward = f.forward && !leads_into_any(all, f.from, f.to, outward, cone);
    f.backward = f.backward && !leads_into_any(all, f.to, f.from, outward, cone);
    return f.forward || f.backward;
}

/// Keeps the facets of a polygon's sum that go through a place. False if that is outside, or inside of all.
template <class Side>
bool add_touched_edges(contact_cones& cones, std::span<const sum_edge> edges, std::uint32_t sum, const Side& side) {
    const auto begin = static_cast<std::uint32_t>(cones.facets.size());
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const int s = side(edges[i]);
        if (s > 0) return cones.facets.shrink(begin), false;
        if (s == 0) cones.facets.push_back({edges[i].from, edges[i].to, edges[i].normal, &edges[i], sum});
    }
    const auto count = static_cast<std::uint32_t>(cones.facets.size()) - begin;
    if (count == 0) return false;
    if (count > 1) {
        // In a corner each goes on in one direction: that in which the others have the inside on their left.
        for (std::uint32_t i = begin; i < begin + count; ++i) {
            active_facet& f = cones.facets[i];
            f.at_vertex = true;
            for (std::uint32_t k = begin; k < begin + count; ++k) {
                const double turn = f.turn_to(cones.facets[k]);
                if (turn > 0) f.forward = false;
                if (turn < 0) f.backward = false;
            }
        }
    }
    cones.cones.push_back({begin, count});
    return true;
}

/// The nearest place of a sum's hull, without the radius, to a point.
struct nearest_on_hull {
    double distance = std::numeric_limits<double>::infinity();  // negative inside
    const sum_edge* edge = nullptr;
    bool at_vertex = false;  // the edge's first
    vec2<double> normal{};   // unit, from the hull to the point
};
[[nodiscard]] inline nearest_on_hull nearest_on(std::span<const sum_edge> edges, vec2<double> p) noexcept {
    nearest_on_hull best;
    const sum_edge* least_deep = nullptr;
    double most = -std::numeric_limits<double>::infinity();
    for (const sum_edge& e : edges) {
        const vec2<double> d = e.direction(), from = p - e.start(), n = e.normal;
        const double out = dot(n, from), along = dot(d, from);
        if (e.reach > 0 && out > most) most = out, least_deep = &e;
        // A vector is no shorter than its coordinates are large.
        if (!(largest_of(from) >= best.distance))
            if (const double gap = length_of(from); gap < best.distance) best = {gap, &e, true, from};
        if (along > 0 && along < e.reach && magnitude(out) <= best.distance) best = {magnitude(out), &e, false, n};
    }
    if (edges.size() > 2 && least_deep && most < 0) return {most, least_deep, false, least_deep->normal};
    if (!best.edge) return best;
    if (best.at_vertex) best.normal = unit_or(best.normal, vec2<double>{0, 1});
    else if (dot(best.normal, p - best.edge->start()) < 0) {
        best.normal = vec2<double>{} - best.normal;
        if (edges.size() == 2) best.edge = &edges[best.edge == &edges[0] ? 1 : 0];  // the same one from the other side
    }
    return best;
}

/// Is the origin in a polygon's sum, so that the mover penetrates the solid? Exact.
[[nodiscard]] inline bool holds_origin(std::span<const sum_edge> edges) noexcept {
    return edges.size() > 2 && detail::all_of(edges, [](const sum_edge& e) { return gap_of(e) < 0; });
}
/// The same of any sum, or unsure: where rounded boundaries meet within roundings, but not along an edge.
[[nodiscard]] inline verdict look_at_origin(const minkowski_sum& s, std::span<const sum_edge> edges,
                                            double slack) noexcept {
    if (!(s.radius > 0)) return holds_origin(edges) ? verdict::yes : verdict::no;
    const auto beyond_radius = [&s](const sum_edge& e) { return 0 - dot(e.normal, e.start()) - s.radius; };
    for (const sum_edge& e : edges)  // the nearest place is no nearer than that
        if (e.reach > 0 && beyond_radius(e) > 4 * slack) return verdict::no;
    const double gap = nearest_on(edges, {}).distance - s.radius;
    if (magnitude(gap) > slack) return gap < 0 ? verdict::yes : verdict::no;
    for (const sum_edge& e : edges) {
        if (!(e.reach > 0) || magnitude(beyond_radius(e)) > 4 * slack || gap_of(e) < 0) continue;
        const auto from_line = [&](vec2<double> p, vec2<double> a, vec2<double> b) {
            return exact::compare_line_distance(p, a, b, s.radius_of_solid, s.radius_of_mover);
        };
        if ((e.of_solid ? from_line(e.mover, e.to, e.from) : from_line(e.solid, e.from, e.to)) >= 0)
            return verdict::no;  // all of the sum is behind that
        const double along = 0 - dot(e.direction(), e.start()), most_off = slack * length_of(e.direction());
        if (along > most_off && along < e.reach - most_off) return verdict::yes;
    }
    return verdict::unsure;
}

/// The facet of a sum with a radius that a place lies on.
inline bool add_touched_arc(contact_cones& cones, std::span<const sum_edge> edges, std::uint32_t sum, double radius,
                            vec2<double> place, double slack) {
    for (const sum_edge& e : edges)  // mostly one edge shows that the whole sum is behind it
        if (e.reach > 0 && dot(e.normal, place - e.start()) - radius > 2 * slack) return false;
    const nearest_on_hull near_place = nearest_on(edges, place);
    if (!near_place.edge || !(magnitude(near_place.distance - radius) <= slack)) return false;
    active_facet f;
    f.normal = near_place.normal, f.edge = near_place.edge, f.sum = sum, f.is_arc = near_place.at_vertex;
    // A corner's normal that is that of an edge within rounding is that edge's.
    for (const sum_edge& e : edges)
        if (f.is_arc && length_squared(e.direction()) > 0 && length_of(e.normal - f.normal) < 0x1p-40)
            f.is_arc = false, f.edge = &e, f.normal = e.normal;
    if (f.is_arc) f.from = {}, f.to = perp(f.normal);
    else f.from = f.edge->from, f.to = f.edge->to;
    if (!f.is_arc && dot(f.normal, near_place.normal) < 0) return false;
    cones.cones.push_back({static_cast<std::uint32_t>(cones.facets.size()), 1});
    cones.facets.push_back(f);
    return true;
}

/// Returns true if a boundary with this normal, and this edge if it is one, is part of the front of a solid, or if the
/// solid blocks from all sides. Exact for an edge.
[[nodiscard]] inline bool is_in_front(const minkowski_sum& s, const sum_edge* edge, vec2<double> normal) noexcept {
    if (s.front == vec2<double>{}) return true;
    if (!edge) return dot(s.front, normal) > 0;
    // The front is perp(d) of a direction d that the edge runs against: dot(d, edge) < 0.
    return exact::cross_of({}, perp(s.front), perp(edge->from), perp(edge->to)) > 0;
}
/// Marks those facets of the last cone that do not block because the solid is one-sided. A cone of nothing else does
/// not block at all: it is removed.
inline void keep_front_of_last(contact_cones& all, const minkowski_sum& s) {
    if (s.front == vec2<double>{}) return;
    const contact_cone last = all.cones.back();
    bool is_any_in_front = false;
    for (std::uint32_t i = last.first; i < last.first + last.count; ++i) {
        active_facet& f = all.facets[i];
        f.is_back = !is_in_front(s, f.is_arc ? nullptr : f.edge, f.normal);
        is_any_in_front = is_any_in_front || !f.is_back;
    }
    if (!is_any_in_front) all.remove_last();
}

/// All that a mover touches at a place of its way.
template <class List>
[[nodiscard]] contact_cones cones_at(const List& list, const place_on_way& where, bool thin) {
    contact_cones all;
    all.thin = thin;
    const double slack = 32 * list.slack();  // a place that two curves cross at is off by more
    for (std::uint32_t i = 0; i < list.sums.size(); ++i) {
        const minkowski_sum& s = list.sums[i];
        const auto edges = list.edges_of(s);
        if (s.radius > 0) {
            if (add_touched_arc(all, edges, i, s.radius, where.offset, slack)) keep_front_of_last(all, s);
        } else if (edges.size() > 2) {
            const bool is_touched = add_touched_edges(all, edges, i, [&](const sum_edge& e) {
                if (where.at_start()) return sign_of_number(gap_of(e));
                if (where.crossed == &e) return 0;
                if (where.crossed) return exact::compare_crossings(e, *where.crossed, where.motion);
                const double out = dot(e.normal, where.offset - e.start());
                return magnitude(out) <= slack ? 0 : sign_of_number(out);
            });
            if (is_touched) keep_front_of_last(all, s);
        }
    }
    return all;
}

/// Is the mover between two facets that face each other, which leave it no room aside?
[[nodiscard]] inline bool are_in_slit(const facet_list& facets) noexcept {
    for (std::size_t i = 0; i + 1 < facets.size(); ++i)
        for (std::size_t k = i + 1; k < facets.size(); ++k)
            if (dot(facets[i].normal, facets[k].normal) < 0 && facets[i].turn_to(facets[k]) == 0) return true;
    return false;
}
/// In a corridor exactly as wide as the moving shape, the end wall is not part of the outline, yet the shape can only
/// leave backwards. Such walls are admitted, too.
inline void admit_ends_of_slit(facet_list& admitted, const contact_cones& all) {
    for (std::size_t c = 0; c < all.cones.size(); ++c) {
        if (all.cones[c].count != 1) continue;
        const active_facet& f = all.facets_of(all.cones[c])[0];
        const bool is_known = detail::any_of(
            admitted, [&f](const active_facet& g) { return f.turn_to(g) == 0 && dot(f.normal, g.normal) > 0; });
        if (!is_known && !leads_into_any(all, perp(f.to), perp(f.from), {}, c)) admitted.push_back(f);
    }
}

/// The facets that an outline of all solids together has at the contact, one of each direction. Corners whose normal is
/// that of a facet, within the root of a rounding, count as that facet.
[[nodiscard]] inline facet_list admitted_facets(const contact_cones& all) {
    facet_list admitted;
    for (std::size_t c = 0; c < all.cones.size(); ++c)
        for (active_facet f : all.facets_of(all.cones[c])) {
            if (f.is_back || !is_admitted(all, c, f)) continue;
            bool known = false;
            for (active_facet& g : admitted) {
                const bool same = f.is_arc || g.is_arc ? length_of(f.normal - g.normal) < 0x1p-20
                                                       : f.turn_to(g) == 0 && dot(f.normal, g.normal) > 0;
                if (!same) continue;
                known = true;
                f.forward = f.forward || g.forward, f.backward = f.backward || g.backward;
                f.at_vertex = f.at_vertex && g.at_vertex;
                if (g.is_arc && !f.is_arc) g = f;
                else g.forward = f.forward, g.backward = f.backward, g.at_vertex = f.at_vertex;
            }
            if (!known) admitted.push_back(f);
        }
    if (!all.thin && are_in_slit(admitted)) admit_ends_of_slit(admitted, all);
    return admitted;
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
