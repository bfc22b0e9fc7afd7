#pragma once
/// The cast of a moving shape at many solids, and the facets that stop it.

#include <hitbox/narrow/translations.hpp>
#include <hitbox/sets/internal_edges.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The entry of a path into a Minkowski sum: on the line of an edge, or on the arc about a vertex.
struct sum_entry {
    bool enters = false;
    const sum_edge* edge = nullptr;  // null on an arc, and if the path starts inside
    double fraction = 0;             // of the path
    vec2<double> normal{};           // unit, out of the sum
};

/// Returns the fraction of the path at which it crosses the line of an edge. @pre closing_of(e, m) > 0
[[nodiscard]] inline double fraction_of_crossing(const sum_edge& e, const moving_origin& m) noexcept {
    return bounded_quotient(exact::cross_accurate(e.from, e.to, e.mover, e.solid),
                            exact::cross_accurate(e.from, e.to, m.from, m.to));
}

/// Returns the entry into a sum without a radius. The decision is exact. If `closed` is true, touching counts as
/// entering. The path is a segment, so only the normals of the edges and of the path can be separating axes. At a
/// vertex of a one-sided solid, the edge in its front is entered.
[[nodiscard]] inline sum_entry entry_of_polygon(list_view<const sum_edge> edges, vec2<double> front,
                                                const moving_origin& m, bool closed) noexcept {
    sum_entry entry;
    if (edges.size() < 3) return entry;
    int side_of_path = 0;
    bool left = false, right = false, on = false;
    for (const sum_edge& e : edges) {
        const double gap = gap_of(e), closing = closing_of(e, m);
        const int at_end = side_at_end(e, m);
        if (closed ? gap > 0 && at_end > 0 : gap >= 0 && at_end >= 0) return entry;
        side_of_path = sign_of_number(exact::cross_of(m.from, m.to, e.mover, e.solid));
        left = left || side_of_path > 0, right = right || side_of_path < 0, on = on || side_of_path == 0;
        if (gap < 0 || closing <= 0) continue;
        // The path enters a convex polygon through the line that it crosses last.
        const int order = entry.edge ? exact::compare_crossings(*entry.edge, e, m) : -1;
        if (order < 0 || (order == 0 && front != vec2<double>{} && is_in_front(front, e.normal))) entry.edge = &e;
    }
    const bool meets = closed ? on || (left && right) : left && right;
    if (!meets) return {};
    entry.enters = true;
    if (!entry.edge) return entry;
    entry.normal = entry.edge->normal;
    entry.fraction = fraction_of_crossing(*entry.edge, m);
    return entry;
}

/// Returns the entry into a sum with a radius, accurate to a few roundings. A path that leads inside by less than
/// `tolerance` does not enter.
[[nodiscard]] inline sum_entry entry_of_rounded(list_view<const sum_edge> edges, double radius, const moving_origin& m,
                                                double tolerance) noexcept {
    sum_entry entry;
    const vec2<double> path = m.translation();
    const auto keep = [&entry](double fraction, const sum_edge* edge, vec2<double> normal) {
        const double at = fraction > 0 ? fraction : 0;
        if (!entry.enters || at < entry.fraction) entry = {true, edge, at, normal};
    };
    // A path whose two ends are clearly outside of one facet's line does not enter. This decides most cases.
    for (const sum_edge& e : edges) {
        const double gap = 0 - dot(e.normal, e.start()) - radius;
        if (e.extent > 0 && gap > 4 * tolerance && gap + dot(e.normal, path) > 4 * tolerance) return entry;
    }
    const double length_of_path = length_of(path);
    if (!(length_of_path > 0)) return entry;
    for (const sum_edge& e : edges) {
        const vec2<double> start = e.start(), n = e.normal;
        const double gap = 0 - dot(n, start) - radius, closing = 0 - dot(n, path);
        if (e.extent > 0 && closing > 0 && gap >= 0 - tolerance && closing - gap > tolerance) {
            const vec2<double> d = e.direction();
            const double fraction = larger(gap / closing, 0.0), along = dot(d, path * fraction - start);
            // A path that is nearly parallel to the facet may pass the disc about its end by less than the tolerance,
            // and come beside the facet when it is already behind the line of it.
            const double speed = dot(d, path), to_facet = dot(d, start) + (speed > 0 ? 0 : e.extent),
                         beside = speed != 0 ? to_facet / speed : 0;
            if (along >= 0 && along <= e.extent) keep(fraction, &e, n);
            else if (beside > fraction && beside < 1 && beside * closing - gap <= 2 * tolerance) keep(beside, &e, n);
        }
        // The disc about the vertex. max(|x|, |y|) is a lower bound for the length and decides most cases without a
        // root.
        const double ahead = dot(start, path);
        if (!(ahead > 0)) continue;
        if (largest_of(start) < radius && length_of(start) < radius - tolerance) continue;
        const double before_vertex = ahead / length_of_path;
        const vec2<double> nearest = start - path * (smaller(before_vertex, length_of_path) / length_of_path);
        if (largest_of(nearest) >= radius || length_of(nearest) >= radius - tolerance) continue;
        const double across = cross(path, start) / length_of_path;
        const double back = (radius - across) * (radius + across);
        const double fraction = (before_vertex - square_root(larger(back, 0.0))) / length_of_path;
        keep(fraction, nullptr, unit_or(path * fraction - start, vec2<double>{0, 1}));
    }
    return entry;
}

template <class List>
[[nodiscard]] sum_entry entry_of(const List& list, const minkowski_sum& s, const moving_origin& m,
                                 bool closed) noexcept {
    const auto edges = list.edges_of(s);
    return s.radius > 0 ? entry_of_rounded(edges, s.radius, m, s.tolerance())
                        : entry_of_polygon(edges, s.front, m, closed);
}

/// Returns true if an entry leads through the front of a one-sided solid, or if the solid is not one-sided.
[[nodiscard]] inline bool enters_front(const minkowski_sum& s, const sum_entry& at) noexcept {
    return is_in_front(s.front, at.normal);
}

/// The first entry into any of the sums, and the boundary facets that the moving shape touches there.
struct set_entry {
    bool found = false;
    position_on_path where{};
    facet_list boundary{};
    active_facet entered{};  // the facet through which the path enters the first sum
};

/// Returns true if two facets meet at a convex corner, where each facet continues behind the other one.
[[nodiscard]] inline bool sticks_out(const active_facet& f, const active_facet& g) noexcept {
    if (g.forward == g.backward) return false;
    const vec2<double> path = g.forward ? g.to - g.from : g.from - g.to;
    return dot(f.normal, path) < 0;
}

/// Returns the facet that stops the moving shape: in a concave corner the one most opposed to the motion, at a convex
/// corner the one along which most of the motion remains. If the motion is opposed equally by several, the normal with
/// the larger x wins, then that with the larger y. Returns null if no facet opposes the motion.
[[nodiscard]] inline const active_facet* stopping_facet(const set_entry& entry) noexcept {
    const vec2<double> path = entry.where.motion.translation();
    const active_facet *squarest = nullptr, *mildest = nullptr;
    double max_speed = 0, min_speed = 0;
    for (const active_facet& f : entry.boundary) {
        const double speed = 0 - dot(f.normal, path);
        if (!(speed > 0)) continue;
        const auto wins_tie_with = [&](const active_facet* g, double other) {
            return speed == other && before(g->normal, f.normal);
        };
        if (!squarest || speed > max_speed || wins_tie_with(squarest, max_speed)) squarest = &f, max_speed = speed;
        if (!mildest || speed < min_speed || wins_tie_with(mildest, min_speed)) mildest = &f, min_speed = speed;
    }
    if (squarest == mildest) return squarest;
    return sticks_out(*squarest, *mildest) ? mildest : squarest;
}

/// Returns `stopping_facet`; if there is none, because the path leads into the facet by less than the rounding of a dot
/// product, returns the entered facet, which is the last one of the boundary. @pre an entry was found
[[nodiscard]] inline const active_facet* facet_of_entry(const set_entry& entry) noexcept {
    const active_facet* stop = stopping_facet(entry);
    return stop || entry.boundary.empty() ? stop : &entry.boundary.view().back();
}

/// Returns the facet through which a path enters a sum.
[[nodiscard]] inline active_facet entered_facet(const sum_entry& at, std::uint32_t sum) noexcept {
    active_facet f;
    f.normal = at.normal, f.edge = at.edge, f.sum = sum, f.is_arc = !at.edge;
    if (at.edge) f.from = at.edge->from, f.to = at.edge->to;
    else f.to = perp(at.normal);
    return f;
}

/// Adds a facet that stops the shape as the last one of the boundary: a facet of the outline into which the path leads
/// by less than the rounding of a dot product. In a dead end it is possible that there is none, and that no facet
/// belongs to the outline; it is then the entered facet.
inline void add_stop(set_entry& entry) {
    const moving_origin& motion = entry.where.motion;
    active_facet stop = entry.entered;
    for (std::size_t i = 0; i < entry.boundary.size(); ++i) {
        if (inner_side(entry.boundary[i], motion.from, motion.to, {}) <= 0) continue;
        stop = entry.boundary[i], entry.boundary.erase_at(i);
        break;
    }
    entry.boundary.push_back(stop);
}

/// Returns the first entry of the path into any of the sums. If `thin` is true, the moving shape has no interior: a sum
/// that it touches counts as entered, unless the motion is free there. @pre none is penetrated at the start
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
    // Fractions of edges are compared exactly, those of arcs as rounded numbers. A thin shape may leave a sum that it
    // touches at the start: there is no normal then, and sums that it enters at the start come first.
    const auto sooner = [&](const numbered_entry& x, const numbered_entry& y) {
        const bool is_x_left = x.at.normal == vec2<double>{}, is_y_left = y.at.normal == vec2<double>{};
        if (is_x_left || is_y_left || list.sums[x.sum].radius > 0 || list.sums[y.sum].radius > 0)
            return x.at.fraction != y.at.fraction ? x.at.fraction < y.at.fraction : is_y_left && !is_x_left;
        return exact::compare_crossings(*x.at.edge, *y.at.edge, motion) < 0;
    };
    set_entry result;
    while (!entries.empty()) {
        std::size_t first = 0;
        for (std::size_t i = 1; i < entries.size(); ++i)
            if (sooner(entries[i], entries[first])) first = i;
        const numbered_entry next = entries[first];
        entries.erase_at(first);
        position_on_path where{motion, next.at.fraction, nullptr, motion.translation() * next.at.fraction};
        const bool is_polygon = list.sums[next.sum].radius == 0;
        if (is_polygon && next.at.edge && gap_of(*next.at.edge) > 0) where.crossed = next.at.edge;
        const blocked_directions blocked = blocked_directions_at(list, where, thin);
        if (thin && !is_blocked(blocked, motion.from, motion.to)) continue;
        result.found = true, result.where = where, result.entered = entered_facet(next.at, next.sum);
        result.boundary = holding_facets(blocked);
        if (!stopping_facet(result) && next.at.normal != vec2<double>{}) add_stop(result);
        break;
    }
    return result;
}

/// Returns true if the sum of a point and a piece has no interior: the piece is a point or a segment.
[[nodiscard]] inline bool has_no_interior(const minkowski_sum& s) noexcept { return s.size() < 3 && !(s.radius > 0); }

/// Finds the position at which a moving point hits the piece of a sum. Returns false if it misses a piece that has an
/// interior. @pre the point hits a piece that has none
[[nodiscard, gnu::noinline]] inline bool find_hit(position_on_path& where, const sum_list& list,
                                                  const minkowski_sum& sum, const moving_origin& motion) noexcept {
    where.motion = motion;
    const vec2<double> path = motion.translation();
    if (has_no_interior(sum)) {
        const sum_edge* nearest = nullptr;
        for (const sum_edge& e : list.edges_of(sum)) {
            if (closing_of(e, motion) > 0) where.crossed = &e;
            if (!nearest || dot(e.start() - nearest->start(), path) < 0) nearest = &e;
        }
        // A motion along the line of a segment hits its end.
        where.fraction = where.crossed ? fraction_of_crossing(*where.crossed, motion)
                                       : bounded_quotient(dot(nearest->start(), path), dot(path, path));
        where.offset = where.crossed ? path * where.fraction : nearest->start();
        return true;
    }
    const sum_entry entry = entry_of(list, sum, motion, true);
    where.fraction = entry.fraction, where.offset = path * entry.fraction;
    if (sum.radius == 0 && entry.edge && entry.fraction > 0) where.crossed = entry.edge;
    return entry.enters;
}

/// Adds the sides of segments that are hit by a moving point, unless the segments continue inside of other pieces only.
inline void add_segments(facet_list& facets, const sum_list& list, const position_on_path& where,
                         const blocked_directions& blocked) {
    const double tolerance = 32 * list.tolerance();
    for (const minkowski_sum& s : list.sums) {
        if (!has_no_interior(s)) continue;
        for (const sum_edge& e : list.edges_of(s)) {
            if (!(closing_of(e, where.motion) > 0)) continue;
            const vec2<double> d = e.direction(), from_start = where.offset - e.start();
            const bool is_on_line = where.crossed ? exact::compare_crossings(e, *where.crossed, where.motion) == 0
                                                  : magnitude(dot(e.normal, from_start)) <= tolerance;
            const double margin = tolerance * largest_of(d), passed = dot(d, from_start), rest = e.extent - passed;
            if (!is_on_line || passed < 0 - margin || rest < 0 - margin) continue;
            const bool continues = (rest > margin && !is_blocked(blocked, e.from, e.to)) ||
                                   (passed > margin && !is_blocked(blocked, e.to, e.from));
            if (continues) facets.push_back({e.from, e.to, e.normal, &e});
        }
    }
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
