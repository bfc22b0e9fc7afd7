#pragma once
/// The exact path of a linear cast, for everything that the filter does not decide: constant evaluation, scalars other
/// than float and double, large views, and answers within rounding of another one.
///
/// It only decides which event happens and which edge is entered last, from exact signs along the Minkowski difference
/// where shapes have no radius, and otherwise from the numbers of all edges. The functions of cast.hpp compute the
/// answer.

#include <hitbox/narrow/cast.hpp>
#include <hitbox/narrow/collide.hpp>
#include <hitbox/narrow/exact_meeting.hpp>
#include <hitbox/narrow/minkowski_walk.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// `leaves`: they touch at the start, and part or slide along.
enum class cast_event { nothing, hit, leaves, goes_in, overlaps };

/// The answer to a cast. `clear`: a hit that is farther than rounding from any other answer.
template <scalar W>
struct cast_outcome {
    cast_event event = cast_event::nothing;
    bool clear = false;
    cast_hit<W> at{};
};

/// The sign of cross(q - p, v), exact.
template <exact_scalar T>
[[nodiscard]] constexpr int turn_sign(vec2<T> p, vec2<T> q, const translations<T>& v) noexcept {
    return exact::sign_of_number(exact::cross_of(widen(p), widen(q), widen(v.of_b), widen(v.of_a)));
}

/// For shapes that touch by their radii: returns whether the motion leads from the touching edge or vertex of `owner`
/// towards the touching vertex. There is one direction between them, so any pair of touching features decides. 0: no
/// such pair.
template <scalar T>
[[nodiscard]] constexpr int approach_sign(const rounded_hull<T>& owner, const rounded_hull<T>& other,
                                          const translations<T>& motion) noexcept {
    const auto towards = [&](vec2<T> from, vec2<T> to) {  // dot(to - from, translation)
        const vec2<T> turned{to.y, T(0) - to.x}, start{from.y, T(0) - from.x};
        return turn_sign(start, turned, motion);
    };
    int sign = 0;
    for (std::size_t i = 0; i < other.size() && sign == 0; ++i) {
        const vec2<T> x = other[i];
        if (owner.size() == 1 && exact::compare_distance(x, owner[0], owner.radius, other.radius) == 0)
            return towards(owner[0], x);
        for_each_edge(owner, [&](vec2<T> p, vec2<T> q) {
            if (exact::compare_segment_distance(x, p, q, owner.radius, other.radius) != 0) return true;
            if (exact::along(p, q, x) <= 0) sign = towards(p, x);
            else if (exact::along(q, p, x) <= 0) sign = towards(q, x);
            else sign = turn_sign(p, q, motion) * (exact::orient2d(p, q, x) < 0 ? -1 : 1);
            return sign == 0;
        });
    }
    return sign;
}

/// Returns true if touching shapes penetrate as soon as they move. Hulls without radii of which both are thin never do,
/// and others are decided by walk_cores.
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
    bool passes = false;                                  // the motion stays outside of an edge, or on one side of all
    bool inside_at_end = true;
    bool found = false, tied = false;
    walked_edge last{};  // the edge that is entered last
};

/// Walks around the difference. `backwards`: also edges that the origin is behind may be entered; the last one is that
/// by which the reversed motion goes out. Of edges that are entered at the same fraction, the one that the motion meets
/// most squarely is the last.
template <exact_scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr core_walk
walk_cores(const rounded_hull<T>& a, const rounded_hull<T>& b, const cast_numbers<T>& c, bool backwards) noexcept {
    const exact::displacement m{widen(c.motion.of_b), widen(c.motion.of_a)};
    core_walk found;
    bool left = false, right = false;
    exact::difference_line last{};
    const auto normal_of = [&](const walked_edge& e) {
        const vec2<double> n = e.is_b ? vec2<double>{} - outward_normal(b.widened(e.of_b), b.widened(b.after(e.of_b)))
                                      : outward_normal(a.widened(e.of_a), a.widened(a.after(e.of_a)));
        return n + vec2<double>{};
    };
    walk_difference(a, b, [&](const walked_edge& w) {
        const exact::difference_line e = line_of(w, a, b);
        ++found.edges;
        const int gap = exact::sign_of_gap(e), closing = exact::sign_of_closing(e, m);
        const int at_end = gap > 0 && closing <= 0 ? 1 : gap < 0 && closing >= 0 ? -1 : exact::side_at_end(e, m);
        found.apart = found.apart || gap > 0, found.inside_at_end = found.inside_at_end && at_end < 0;
        if (gap == 0) found.touches = true, found.goes_in = found.goes_in && closing > 0;
        if (gap > 0 && at_end > 0) found.passes = true;
        const double side = exact::cross_of(m.from, m.to, e.mover, e.solid);
        left = left || side >= 0, right = right || side <= 0;
        if ((gap < 0 && !backwards) || closing <= 0) return true;
        if (e.from != e.to && (w.is_b ? b.widened(w.of_b) == b.widened(b.after(w.of_b))
                                      : a.widened(w.of_a) == a.widened(a.after(w.of_a))))
            return true;  // scaled to nothing beside something of another order of magnitude
        const int later = found.found ? exact::compare_crossings(e, last, m) : 1;
        if (later < 0) return true;
        bool wins = later > 0;
        if (later == 0) {
            const vec2<double> n = normal_of(w), best = normal_of(found.last);
            const double speed = dot(n, c.translation), best_speed = dot(best, c.translation);
            wins = speed > best_speed || (speed == best_speed && wins_tie(n, best, a, b));
        }
        found.tied = later == 0 || (found.tied && !wins);
        if (wins) found.found = true, found.last = w, last = e;
        return true;
    });
    found.passes = found.passes || (found.edges > 0 && (!left || !right));
    return found;
}

/// The entry by an edge, evaluated against all vertices.
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
meet_carefully(cast_hit<wide_t<T>>& at, const edge_entry<T>& e, const rounded_hull<T>& a, const rounded_hull<T>& b,
               const cast_numbers<T>& c) noexcept {
    return meet_at_edge<false>(at, e, a, b, c);
}

/// Calls f(entry) for every edge of either hull that the motion enters, those of a first.
template <scalar T, class F>
constexpr void for_each_entry(const rounded_hull<T>& a, const rounded_hull<T>& b, const cast_numbers<T>& c,
                              const F& f) noexcept {
    using W = wide_t<T>;
    for (const bool of_b : {false, true}) {
        const rounded_hull<T>& owner = of_b ? b : a;
        for (std::uint32_t i = 0; i < owner.size(); ++i) {
            if (!owner.has_edge(i)) continue;
            const edge_entry<T> e = entry_by(of_b, i, a, b, c);
            if (e.closing > W(0) && e.length > W(0)) f(e);
        }
    }
}

/// The first of all discs and edges, for motions so nearly along an edge that rounding hides which edge is entered
/// last.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr verdict enter_any(cast_hit<wide_t<T>>& at, const rounded_hull<T>& a,
                                                                    const rounded_hull<T>& b,
                                                                    const cast_numbers<T>& c) noexcept {
    using W = wide_t<T>;
    bool found = false;
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < b.size(); ++j) {
            cast_hit<W> next;
            const verdict meets = cast_discs_carefully(next, a, b, a.widened(i), b.widened(j), c);
            // A disc that is passed keeps its last fraction and may be level with an edge; the edge is better.
            const bool certain = meets == verdict::yes || meets == verdict::unsure;
            if (certain && (!found || next.fraction < at.fraction)) at = next, found = true;
        }
    for_each_entry(a, b, c, [&](const edge_entry<T>& e) {
        const auto level = level_vertices_of(e, a, b, c);
        if (!(level.low < e.extent && level.high > W(0)) || (found && !(e.fraction < at.fraction))) return;
        at.fraction = e.fraction, found = true;
        hit_edge(at, e, level, a, b, c);
    });
    return found ? verdict::unsure : verdict::no;
}

/// The entry of hulls by the numbers of all edges. `unsure` with the best numbers, within rounding of another answer.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr verdict
enter_by_numbers(cast_hit<wide_t<T>>& at, const rounded_hull<T>& a, const rounded_hull<T>& b,
                 const cast_numbers<T>& c) noexcept {
    using W = wide_t<T>;
    edge_entry<T> last;
    bool found = false;
    for_each_entry(a, b, c, [&](const edge_entry<T>& e) {
        if (!found || e.fraction > last.fraction) last = e, found = true;
    });
    if (!found) return cast_along_lines(at, a, b, c);
    const W speed = length_of(c.translation) * W(0x1p-40);
    const auto grazes = [&](const edge_entry<T>& e) { return !(e.closing > product(e.length, speed)); };
    if (grazes(last)) return enter_any(at, a, b, c);
    // Of edges that are entered at the same fraction, within rounding, the one with the foot nearest to it, then the
    // one that is met the most squarely. Of parallel edges, which are one facet, that of a.
    edge_entry<T> best;
    level_vertices<W> level{};
    W beyond{};
    int count = 0;
    const auto squarer = [&](const edge_entry<T>& e) {
        const W turn = product(e.closing, best.length) - product(best.closing, e.length);
        const auto normal_of = [](const edge_entry<T>& x) {
            const vec2<W> n{x.along.y / x.length, (W(0) - x.along.x) / x.length};
            return (x.of_b ? vec2<W>{} - n : n) + vec2<W>{};
        };
        return turn > W(0) || (turn == W(0) && wins_tie(normal_of(e), normal_of(best), a, b));
    };
    for_each_entry(a, b, c, [&](const edge_entry<T>& e) {
        if (grazes(e) || entered_later(last, e, c) == verdict::yes) return;
        if (count > 0 && are_one_facet(e, best, a, b)) return;
        const auto there = level_vertices_of(e, a, b, c);
        const W off = larger(there.low - e.extent, W(0) - there.high) / e.length;
        if (count == 0 || off < beyond || (off == beyond && squarer(e))) best = e, level = there, beyond = off;
        ++count;
    });
    // Where an edge is no longer than its rounding, the foot may be beyond either end.
    const W off = foot_margin<false>(best, c);
    if (a.radius + b.radius > T(0) && level.low > best.extent - off && level.high <= off) return enter_any(at, a, b, c);
    const verdict meets = meet_carefully(at, best, a, b, c);
    // A miss needs the end to be known. Of a motion so short beside the shapes that its entry is cut off, the start and
    // the exact test decide.
    const bool known = count <= 2 && magnitude(last.fraction) < max_fraction<W>;
    return known || !exact_scalar<T> ? meets : verdict::unsure;
}

/// A hit whose numbers are cut off to the motion. Within rounding, the way in may lie behind; then the direction is
/// that of the start.
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

/// The cast of hulls in the order of their data. @pre equal scales
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
                if (!exact_meeting{a, b, motion}.meet()) return;
            }
            if (core.found) {
                const edge_entry<T> e =
                    entry_by(core.last.is_b, core.last.is_b ? core.last.of_b : core.last.of_a, a, b, c);
                meets = meet_carefully(found.at, e, a, b, c);
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
            if (!exact_meeting{a, b, motion}.meet()) return;
        } else if (!moves || found.at.fraction < W(0) || found.at.fraction > W(1)) {
            return;
        }
    }
    cut_off<T>(found, a, b);
}

/// The scale at which no square of a number of a cast leaves the range.
template <scalar T>
[[nodiscard]] constexpr wide_t<T> scale_of_cast(const rounded_hull<T>& a, const rounded_hull<T>& b,
                                                const translations<T>& motion) noexcept {
    return safe_scale(larger(larger(largest_coordinate(a), largest_coordinate(b)), motion.largest()));
}

/// The cast of any hulls. The numbers of the hit are unscaled.
template <scalar T>
[[gnu::cold, gnu::noinline]] constexpr void cast_carefully(cast_outcome<wide_t<T>>& found, const rounded_hull<T>& a,
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
