#pragma once
/// The cast of a moving shape at many solids, and the facets that stop it.

#include <hitbox/narrow/linear_cast.hpp>
#include <hitbox/sets/contact_cones.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Where a way goes into a sum: on the line of an edge, or about a vertex at a fraction.
struct sum_entry {
    bool enters = false;
    const sum_edge* edge = nullptr;
    double fraction = 0;
    vec2<double> normal{};  // unit, out of the sum
};

/// Of a sum without a radius. `closed`: it is enough to touch. Exact: the way is a segment, and separating axes are the
/// normals of the edges and the way's own.
[[nodiscard]] inline sum_entry entry_of_polygon(std::span<const sum_edge> edges, const moving_origin& m,
                                                bool closed) noexcept {
    sum_entry entry;
    if (edges.size() < 3) return entry;
    int side_of_way = 0;
    bool left = false, right = false, on = false;
    for (const sum_edge& e : edges) {
        const double gap = gap_of(e), closing = closing_of(e, m);
        const int at_end = side_at_end(e, m);
        if (closed ? gap > 0 && at_end > 0 : gap >= 0 && at_end >= 0) return entry;
        side_of_way = sign_of_number(exact::cross_of(m.from, m.to, e.mover, e.solid));
        left = left || side_of_way > 0, right = right || side_of_way < 0, on = on || side_of_way == 0;
        if (gap < 0 || closing <= 0) continue;
        // The last line on the way in.
        if (!entry.edge || exact::compare_crossings(*entry.edge, e, m) < 0) entry.edge = &e;
    }
    const bool meets = closed ? on || (left && right) : left && right;
    if (!meets) return {};
    entry.enters = true;
    if (!entry.edge) return entry;
    const sum_edge& e = *entry.edge;
    entry.normal = e.normal;
    entry.fraction = bounded_quotient(exact::cross_accurate(e.from, e.to, e.mover, e.solid),
                                      exact::cross_accurate(e.from, e.to, m.from, m.to));
    return entry;
}

/// The same of a sum with a radius: to a few roundings, by which a way must go in to count.
[[nodiscard]] inline sum_entry entry_of_rounded(std::span<const sum_edge> edges, double radius, const moving_origin& m,
                                                double slack) noexcept {
    sum_entry entry;
    const vec2<double> way = m.way();
    const auto keep = [&entry](double fraction, const sum_edge* edge, vec2<double> normal) {
        const double at = fraction > 0 ? fraction : 0;
        if (!entry.enters || at < entry.fraction) entry = {true, edge, at, normal};
    };
    // A motion that stays outside of a facet by more than roundings does not enter; this decides most cases.
    for (const sum_edge& e : edges) {
        const double gap = 0 - dot(e.normal, e.start()) - radius;
        if (e.reach > 0 && gap > 4 * slack && gap + dot(e.normal, way) > 4 * slack) return entry;
    }
    const double length_of_way = length_of(way);
    if (!(length_of_way > 0)) return entry;
    for (const sum_edge& e : edges) {
        const vec2<double> d = e.direction(), start = e.start();
        if (e.reach > 0) {
            const vec2<double> n = e.normal;
            const double gap = 0 - dot(n, start) - radius, closing = 0 - dot(n, way);
            const double fraction = closing > 0 ? gap / closing : 2;
            const vec2<double> there = way * larger(fraction, 0.0) - start;
            const double along = dot(d, there);
            if (gap >= 0 - slack && closing - gap > slack && closing > 0 && along >= 0 && along <= e.reach)
                keep(fraction, &e, n);
        }
        // A disc about the vertex. A vector is no shorter than its coordinates are large.
        const double ahead = dot(start, way);
        if (!(ahead > 0)) continue;
        if (largest_of(start) < radius && length_of(start) < radius - slack) continue;
        const double before_vertex = ahead / length_of_way;
        const vec2<double> nearest = start - way * (smaller(before_vertex, length_of_way) / length_of_way);
        if (largest_of(nearest) >= radius || length_of(nearest) >= radius - slack) continue;
        const double across = cross(way, start) / length_of_way;
        const double back = (radius - across) * (radius + across);
        const double fraction = (before_vertex - square_root(larger(back, 0.0))) / length_of_way;
        keep(fraction, nullptr, unit_or(way * fraction - start, vec2<double>{0, 1}));
    }
    return entry;
}

template <class List>
[[nodiscard]] sum_entry entry_of(const List& list, const minkowski_sum& s, const moving_origin& m,
                                 bool closed) noexcept {
    const auto edges = list.edges_of(s);
    return s.radius > 0 ? entry_of_rounded(edges, s.radius, m, s.slack()) : entry_of_polygon(edges, m, closed);
}

/// Returns true if an entry leads through the front of a solid, or if the solid blocks from all sides.
[[nodiscard]] inline bool enters_front(const minkowski_sum& s, const sum_entry& at) noexcept {
    return is_in_front(s, at.edge, at.normal);
}

/// One of the pieces that are gone into first, and all that is touched there.
struct set_entry {
    bool found = false;
    place_on_way where{};
    contact_cones cones{};
    facet_list admitted{};
};

/// Do two facets meet in a corner that sticks out? Then each goes on behind the other.
[[nodiscard]] inline bool sticks_out(const active_facet& f, const active_facet& g) noexcept {
    if (g.forward == g.backward) return false;
    const vec2<double> way = g.forward ? g.to - g.from : g.from - g.to;
    return dot(f.normal, way) < 0;
}

/// The choice among several facets: in a concave corner the one that is hit most squarely; on a convex corner the one
/// that leaves the most of the motion.
[[nodiscard]] inline const active_facet* stopping_facet(const set_entry& entry) noexcept {
    const vec2<double> way = entry.where.motion.way();
    const active_facet *squarest = nullptr, *mildest = nullptr;
    double most = 0, least = 0;
    for (const active_facet& f : entry.admitted) {
        const double speed = 0 - dot(f.normal, way);
        if (!(speed > 0)) continue;
        if (!squarest || speed > most) squarest = &f, most = speed;
        if (!mildest || speed < least) mildest = &f, least = speed;
    }
    if (squarest == mildest) return squarest;
    return sticks_out(*squarest, *mildest) ? mildest : squarest;
}

/// That through which a way goes into a sum.
[[nodiscard]] inline active_facet entered_facet(const sum_entry& at, std::uint32_t sum) noexcept {
    active_facet f;
    f.normal = at.normal, f.edge = at.edge, f.sum = sum, f.is_arc = !at.edge;
    if (at.edge) f.from = at.edge->from, f.to = at.edge->to;
    else f.to = perp(at.normal);
    return f;
}

/// The first of all sums that the way goes into. @pre none is penetrated at the start
template <class List>
[[nodiscard]] set_entry first_entry(const List& list, const moving_origin& motion, bool thin) {
    struct numbered_entry {
        sum_entry at;
        std::uint32_t sum;
    };
    small_list<numbered_entry, 8> entries;
    for (std::uint32_t i = 0; i < list.sums.size(); ++i) {
        const minkowski_sum& s = list.sums[i];
        const sum_entry at = entry_of(list, s, motion, thin);
        if (at.enters && enters_front(s, at)) entries.push_back({at, i});
    }
    // Edges' fractions are compared exactly, unless one is about a vertex.
    const auto sooner = [&](const numbered_entry& x, const numbered_entry& y) {
        const bool both_rounded = list.sums[x.sum].radius > 0 || list.sums[y.sum].radius > 0;
        if (both_rounded) return x.at.fraction < y.at.fraction;
        if (!x.at.edge || !y.at.edge) return !x.at.edge && y.at.edge;
        return exact::compare_crossings(*x.at.edge, *y.at.edge, motion) < 0;
    };
    set_entry result;
    while (!entries.empty()) {
        std::size_t first = 0;
        for (std::size_t i = 1; i < entries.size(); ++i)
            if (sooner(entries[i], entries[first])) first = i;
        const numbered_entry next = entries[first];
        entries.erase_at(first);
        place_on_way where{motion, next.at.fraction, nullptr, motion.way() * next.at.fraction};
        const bool is_polygon = list.sums[next.sum].radius == 0;
        if (is_polygon && next.at.edge && gap_of(*next.at.edge) > 0) where.crossed = next.at.edge;
        contact_cones cones = cones_at(list, where, thin);
        if (thin && !is_blocked(cones, motion.from, motion.to)) continue;
        result.found = true, result.where = where;
        result.admitted = admitted_facets(cones);
        // In a dead end no facet need go on along an outline: what is gone into stops the mover all the same.
        if (!stopping_facet(result) && next.at.normal != vec2<double>{})
            result.admitted.push_back(entered_facet(next.at, next.sum));
        result.cones = std::move(cones);
        break;
    }
    return result;
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
