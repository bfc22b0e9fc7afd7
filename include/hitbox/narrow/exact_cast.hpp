#pragma once
/// The decision of a linear cast by exact arithmetic, for everything that the filter does not decide: constant
/// evaluation, scalars other than float and double, polygon views of more than 64 vertices, and answers that rounding
/// could change.
///
/// It decides only which event happens and which edge is entered last. For shapes without radii, exact signs along the
/// Minkowski difference decide this. For other shapes, all edges are evaluated and compared. The functions of
/// edge_entry.hpp then compute the answer.

#include <hitbox/narrow/collide.hpp>
#include <hitbox/narrow/edge_entry.hpp>
#include <hitbox/narrow/exact_meeting.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The event of a cast. `leaves`: the hulls touch at the start, and move apart or slide along each other. `goes_in`:
/// they touch at the start, and the motion leads into the other hull. `overlaps`: they penetrate at the start.
enum class cast_event { nothing, hit, leaves, goes_in, overlaps };

/// The result of a cast. `clear` is true for a hit that differs from every other possible result by more than rounding.
template <scalar W>
struct cast_outcome {
    cast_event event = cast_event::nothing;
    bool clear = false;
    cast_hit<W> at{};
};

/// Returns the exact sign of cross(q - p, v.of_a - v.of_b).
template <exact_scalar T>
[[nodiscard]] constexpr int turn_sign(vec2<T> p, vec2<T> q, const translations<T>& v) noexcept {
    return exact::sign_of_number(exact::cross_of(p, q, v.of_b, v.of_a));
}

/// For shapes that touch with their radii: returns 1 if the motion leads from the touching edge or vertex of `owner`
/// towards the touching vertex of `other`, -1 if away. There is only one contact direction, so any pair of touching
/// features decides. Returns 0 for a motion across this direction, or if there is no such pair.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr int
approach_sign(const rounded_hull<T>& owner, const rounded_hull<T>& other, const translations<T>& motion) noexcept {
    const auto towards = [&](vec2<T> from, vec2<T> to) {  // dot(to - from, translation)
        const vec2<T> turned{to.y, T(0) - to.x}, start{from.y, T(0) - from.x};
        return turn_sign(start, turned, motion);
    };
    int sign = 0;
    for (std::size_t i = 0; i < other.size() && sign == 0; ++i) {
        const vec2<T> x = other[i];
        if (owner.size() == 1 && exact::compare_distance(x, owner[0], owner.radius, other.radius) == 0)
            return towards(owner[0], x);
        vec2<T> p, q;
        for (std::size_t k = 0; k < owner.size() && sign == 0; ++k) {
            if (!find_edge(p, q, owner, k) || exact::compare_segment_distance(x, p, q, owner.radius, other.radius) != 0)
                continue;
            if (exact::along(p, q, x) <= 0) sign = towards(p, x);
            else if (exact::along(q, p, x) <= 0) sign = towards(q, x);
            else sign = turn_sign(p, q, motion) * (exact::orient2d(p, q, x) < 0 ? -1 : 1);
        }
    }
    return sign;
}

/// Returns true if touching shapes penetrate as soon as they move. Hulls without radii are decided by walk_cores,
/// except two thin hulls, which never penetrate.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr bool goes_in(const rounded_hull<T>& a, const rounded_hull<T>& b,
                                                               const translations<T>& motion) noexcept {
    if constexpr (!exact_scalar<T>) {
        std::optional<contact<T>> hit;
        collide_hulls<aabb<T>, aabb<T>>(hit, a, b);
        return hit && dot(hit->normal, motion.relative(T(1))) > T(0);
    } else {
        return a.radius + b.radius > T(0) &&
               (approach_sign(a, b, motion) > 0 || (b.size() > 1 && approach_sign(b, a, motion.swapped()) > 0));
    }
}

/// The exact decisions of a cast by the edges of the Minkowski difference of two hulls without radii.
struct core_walk {
    int edges = 0;
    bool apart = false, touches = false, goes_in = true;  // at the start
    bool passes = false;  // the motion stays outside of an edge, or all vertices are on one side of its line
    bool inside_at_end = true;
    bool found = false, tied = false;
    walked_edge last{};  // the edge that is entered last
};

/// Returns true if the normal of an edge of the Minkowski difference is more opposed to the motion than that of
/// another, or as opposed and wins the tie.
template <exact_scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr bool
is_more_opposed(const walked_edge& edge, const walked_edge& other, const rounded_hull<T>& a, const rounded_hull<T>& b,
                vec2<double> translation) noexcept {
    const auto normal_of = [&](const walked_edge& e) {
        return e.is_b ? unsigned_zeros(vec2<double>{} - normal_of_edge(b, e.of_b)) : normal_of_edge(a, e.of_a);
    };
    const vec2<double> n = normal_of(edge), best = normal_of(other);
    const double speed = dot(n, translation), best_speed = dot(best, translation);
    return speed > best_speed || (speed == best_speed && wins_tie(n, best, a, b));
}

/// Walks around the Minkowski difference, counter-clockwise. A point has no edge, a segment has an edge on either side.
/// If `backwards` is true, edges that the origin is already behind count, too; the last one is then the edge through
/// which the reversed motion leaves. Of edges that are entered at the same fraction, the one most opposed to the motion
/// counts as the last.
template <exact_scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr core_walk
walk_cores(const rounded_hull<T>& a, const rounded_hull<T>& b, const cast_numbers<T>& c, bool backwards) noexcept {
    const exact::displacement motion{widen(c.motion.of_b), widen(c.motion.of_a)};
    core_walk found;
    exact::difference_line last{};
    bool left = false, right = false;
    for (outline_step<T> i{a, true}, j{b, false}; !i.is_done || !j.is_done;) {
        const int order = order_of_edges(i, j);
        const walked_edge w{static_cast<std::uint32_t>(i.at), static_cast<std::uint32_t>(j.at), order < 0};
        const exact::difference_line e = line_of(w, a, b);
        if (order >= 0) i.advance();
        if (order <= 0) j.advance();
        ++found.edges;
        const int gap = exact::sign_of_gap(e), closing = exact::sign_of_closing(e, motion);
        const int at_end = gap > 0 && closing <= 0 ? 1 : gap < 0 && closing >= 0 ? -1 : exact::side_at_end(e, motion);
        found.apart = found.apart || gap > 0, found.inside_at_end = found.inside_at_end && at_end < 0;
        if (gap == 0) found.touches = true, found.goes_in = found.goes_in && closing > 0;
        if (gap > 0 && at_end > 0) found.passes = true;
        const double side = exact::cross_of(motion.from, motion.to, e.mover, e.solid);
        left = left || side >= 0, right = right || side <= 0;
        if ((gap < 0 && !backwards) || closing <= 0) continue;
        const rounded_hull<T>& owner = w.is_b ? b : a;
        if (e.from != e.to && owner.widened(w.first()) == owner.widened(owner.after(w.first())))
            continue;  // an edge that has underflowed to a point, because the other hull is much larger
        const int later = found.found ? exact::compare_crossings(e, last, motion) : 1;
        if (later < 0) continue;
        const bool wins = later > 0 || is_more_opposed(w, found.last, a, b, c.translation);
        found.tied = later == 0 || (found.tied && !wins);
        if (wins) found.found = true, found.last = w, last = e;
    }
    found.passes = found.passes || (found.edges > 0 && (!left || !right));
    found.inside_at_end = found.inside_at_end && found.edges > 0;
    return found;
}

/// Returns the entry through an edge, evaluated against all vertices of the other hull.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr edge_entry<T>
entry_by(bool of_b, std::uint32_t edge, const rounded_hull<T>& a, const rounded_hull<T>& b,
         const cast_numbers<T>& c) noexcept {
    edge_entry<T> e;
    e.of_b = of_b, e.edge = edge;
    evaluate_edge<false>(e, a, b, c);
    return e;
}

template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr verdict
meet_out_of_line(cast_hit<wide_t<T>>& at, const edge_entry<T>& e, const rounded_hull<T>& a, const rounded_hull<T>& b,
                 const cast_numbers<T>& c) noexcept {
    return meet_at_edge<false>(at, e, a, b, c);
}

/// Evaluates edge k of a and b together, in this order, against the other hull. Returns false if there is no edge, or
/// the motion does not enter it.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr bool find_entry(edge_entry<T>& e, std::size_t k,
                                                                  const rounded_hull<T>& a, const rounded_hull<T>& b,
                                                                  const cast_numbers<T>& c) noexcept {
    using W = wide_t<T>;
    const bool of_b = k >= a.size();
    if (of_b) k -= a.size();
    if (!(of_b ? b : a).has_edge(k)) return false;
    e = entry_by(of_b, static_cast<std::uint32_t>(k), a, b, c);
    return e.closing > W(0) && e.length > W(0);
}

/// Finds the first hit among all discs and edges. Used if the motion is nearly parallel to an edge, so that rounding
/// hides which edge is entered last.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr verdict enter_any(cast_hit<wide_t<T>>& at, const rounded_hull<T>& a,
                                                                    const rounded_hull<T>& b,
                                                                    const cast_numbers<T>& c) noexcept {
    using W = wide_t<T>;
    bool found = false;
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < b.size(); ++j) {
            cast_hit<W> next;
            const verdict meets = cast_discs_out_of_line(next, a, b, a.widened(i), b.widened(j), c);
            // A missed disc has a fraction, too, which may be as small as that of an edge. It does not count.
            const bool certain = meets == verdict::yes || meets == verdict::unsure;
            if (certain && (!found || next.fraction < at.fraction)) at = next, found = true;
        }
    edge_entry<T> e;
    for (std::size_t k = 0; k < a.size() + b.size(); ++k) {
        if (!find_entry(e, k, a, b, c) || (found && !(e.fraction < at.fraction))) continue;
        const auto level = level_vertices_of(e, a, b, c);
        if (!(level.low < e.extent && level.high > W(0))) continue;
        at.fraction = e.fraction, found = true;
        hit_edge(at, e, level, a, b, c);
    }
    return found ? verdict::unsure : verdict::no;
}

/// Finds the entry from the evaluated numbers of all edges. Returns `unsure` within rounding of another answer; `at`
/// then has the best numbers.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr verdict
enter_by_numbers(cast_hit<wide_t<T>>& at, const rounded_hull<T>& a, const rounded_hull<T>& b,
                 const cast_numbers<T>& c) noexcept {
    using W = wide_t<T>;
    const std::size_t edges = a.size() + b.size();
    edge_entry<T> e, last;
    bool found = false;
    for (std::size_t k = 0; k < edges; ++k)
        if (find_entry(e, k, a, b, c) && (!found || e.fraction > last.fraction)) last = e, found = true;
    if (!found) return cast_along_lines(at, a, b, c);
    const W speed = length_of(c.translation) * W(0x1p-40);
    const auto grazes = [&](const edge_entry<T>& x) { return !(x.closing > product(x.length, speed)); };
    if (grazes(last)) return enter_any(at, a, b, c);
    // Among edges that are entered at the same fraction within rounding, the one with the foot nearest to the edge is
    // chosen, then the one most opposed to the motion. Parallel edges are one facet, for which the edge of a is chosen.
    edge_entry<T> best;
    level_vertices<W> level{};
    W beyond{};
    int count = 0;
    const auto is_squarer = [&] {
        const W turn = product(e.closing, best.length) - product(best.closing, e.length);
        const auto normal_of = [](const edge_entry<T>& x) {
            const vec2<W> n{x.along.y / x.length, (W(0) - x.along.x) / x.length};
            return unsigned_zeros(x.of_b ? vec2<W>{} - n : n);
        };
        return turn > W(0) || (turn == W(0) && wins_tie(normal_of(e), normal_of(best), a, b));
    };
    for (std::size_t k = 0; k < edges; ++k) {
        if (!find_entry(e, k, a, b, c) || grazes(e) || entered_later(last, e, c) == verdict::yes) continue;
        if (count > 0 && are_one_facet(e, best, a, b)) continue;
        const auto there = level_vertices_of(e, a, b, c);
        const W off = larger(there.low - e.extent, W(0) - there.high) / e.length;
        if (count == 0 || off < beyond || (off == beyond && is_squarer())) best = e, level = there, beyond = off;
        ++count;
    }
    // If the edge is not longer than its rounding error, the foot may be beyond either end.
    const W off = foot_margin<false>(best, c);
    if (a.radius + b.radius > T(0) && level.low > best.extent - off && level.high <= off) return enter_any(at, a, b, c);
    const verdict meets = meet_out_of_line(at, best, a, b, c);
    // A miss is certain only if the fraction is known. If the motion is so short that its fraction is clamped, the
    // start and the exact test decide.
    const bool known = count <= 2 && magnitude(last.fraction) < max_fraction<W>();
    return known || !exact_scalar<T> ? meets : verdict::unsure;
}

/// Clamps a hit to the motion. The computed entry may be before the start by a rounding; normal and point are then
/// those at the start.
template <scalar T>
[[gnu::cold, gnu::noinline]] constexpr void cut_off(cast_outcome<wide_t<T>>& found, const rounded_hull<T>& a,
                                                    const rounded_hull<T>& b) noexcept {
    using W = wide_t<T>;
    cast_hit<W>& at = found.at;
    found.event = cast_event::hit;
    if (at.normal == vec2<W>{} || at.fraction < W(0)) {
        hull_separation<T> nearest;
        static_cast<void>(find_separation(nearest, a, b, max_value<T>()));
        at.normal = nearest.of_b ? vec2<W>{} - nearest.normal : nearest.normal;
        at.point = witnesses(nearest, a, b).on_b;
    }
    at.fraction = larger(W(0), smaller(W(1), at.fraction));
}

/// Casts two hulls that are in the order of their data. @pre equal scales
template <scalar T>
[[gnu::cold, gnu::noinline]] constexpr void cast_in_order(cast_outcome<wide_t<T>>& found, const rounded_hull<T>& a,
                                                          const rounded_hull<T>& b,
                                                          const translations<T>& motion) noexcept {
    using W = wide_t<T>;
    const cast_numbers<T> c{a, b, motion};
    verdict meets = verdict::unsure;
    if constexpr (exact_scalar<T>) {
        if (!(a.radius + b.radius > T(0))) {
            const core_walk core = walk_cores(a, b, c, false);
            const bool thin = core.edges < 3;
            if (!thin && !core.apart) {
                found.event = !core.touches  ? cast_event::overlaps
                              : core.goes_in ? cast_event::goes_in
                                             : cast_event::leaves;
                return;
            }
            if (core.passes || motion.of_a == motion.of_b) {
                if (thin && relation_of(a, b) == relation::touching) found.event = cast_event::leaves;
                return;
            }
            if (thin) {
                if (relation_of(a, b) != relation::apart) return void(found.event = cast_event::leaves);
                if (!exact_meeting{a, b, motion}.meet(false)) return;
            }
            if (core.found) {
                const edge_entry<T> e = entry_by(core.last.is_b, core.last.first(), a, b, c);
                meets = meet_out_of_line(found.at, e, a, b, c);
            } else {
                meets = cast_along_lines(found.at, a, b, c);
            }
            found.clear = meets == verdict::yes && !core.tied;
            return cut_off<T>(found, a, b);
        }
    }
    const bool moves = motion.of_a != motion.of_b && c.translation != vec2<W>{};
    if (moves) meets = enter_by_numbers(found.at, a, b, c);
    if (meets == verdict::no) return;
    found.clear = meets == verdict::yes;
    if (meets == verdict::unsure) {
        const relation start = relation_of(a, b);
        if (start != relation::apart) {
            found.event = start == relation::penetrating ? cast_event::overlaps
                          : goes_in(a, b, motion)        ? cast_event::goes_in
                                                         : cast_event::leaves;
            return;
        }
        if constexpr (exact_scalar<T>) {
            if (!exact_meeting{a, b, motion}.meet(walk_cores(a, b, c, false).passes)) return;
        } else if (!moves || found.at.fraction < W(0) || found.at.fraction > W(1)) {
            return;
        }
    }
    cut_off<T>(found, a, b);
}

/// Returns a scale, a power of two, at which no square of a number of a cast overflows or underflows.
template <scalar T>
[[nodiscard]] constexpr wide_t<T> scale_of_cast(const rounded_hull<T>& a, const rounded_hull<T>& b,
                                                const translations<T>& motion) noexcept {
    return safe_scale(larger(larger(largest_coordinate(a), largest_coordinate(b)), motion.largest()));
}

/// Casts any two hulls. The numbers of the hit are unscaled.
template <scalar T>
[[gnu::cold, gnu::noinline]] constexpr void cast_exactly(cast_outcome<wide_t<T>>& found, const rounded_hull<T>& a,
                                                         const rounded_hull<T>& b,
                                                         const translations<T>& motion) noexcept {
    using W = wide_t<T>;
    rounded_hull<T> p = a, q = b;
    p.scale = q.scale = scale_of_cast(a, b, motion);
    const bool in_order = data_before(a, b);
    if (in_order) cast_in_order(found, p, q, motion);
    else cast_in_order(found, q, p, motion.swapped());
    if (!in_order) found.at.normal = vec2<W>{} - found.at.normal;
    found.at.point = found.at.point / p.scale;
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
