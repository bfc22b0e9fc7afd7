#pragma once
/// The linear cast of two hulls: the filter proposes edges, and cases that it leaves open take the exact path.
///
/// Both paths evaluate an edge by the functions of cast.hpp. The fast path answers only where the exact path gives the
/// same answer for certain, so no bit depends on lanes, fused products or constant evaluation.

#include <hitbox/narrow/cast_start.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Finds the edge that is entered last among several candidates. Parallel edges of both hulls are one facet, which
/// belongs to the hull whose data come first. Returns false if the exact path must decide.
template <exact_real T>
[[nodiscard, gnu::noinline]] inline bool keep_last_entered(edge_entry<T>& last, const cast_candidates<T>& found,
                                                           const rounded_hull<T>& a, const rounded_hull<T>& b,
                                                           const cast_numbers<T>& c, T slack) noexcept {
    bool first = true;
    for (const bool of_b : {false, true}) {
        for (std::uint64_t edges = of_b ? found.of_b : found.of_a; edges != 0; edges &= edges - 1) {
            if (first) {  // the caller has evaluated the first candidate
                first = false;
                continue;
            }
            edge_entry<T> e;
            e.of_b = of_b, e.edge = static_cast<std::uint32_t>(std::countr_zero(edges));
            const rounded_hull<T>&owner = of_b ? b : a, &other = of_b ? a : b;
            e.behind = other.count == 1 ? 1 : lanes_16::deepest_behind(owner, e.edge, other, slack);
            if (e.behind == 0) return false;
            evaluate_edge<true>(e, a, b, c);
            const verdict later = entered_later(e, last, c);
            if (later == verdict::no) continue;
            if (later == verdict::unsure) {  // two parallel edges, or two edges at a vertex
                if (!are_one_facet(e, last, a, b)) return false;
                if (e.of_b == data_before(a, b)) continue;
            }
            last = e;
        }
    }
    return true;
}

/// Casts two discs. Returns `unsure` if the start or the exact path must decide.
template <exact_real T>
[[nodiscard]] inline verdict select_disc(cast_hit<wide_t<T>>& at, const rounded_hull<T>& a, const rounded_hull<T>& b,
                                         const translations<T>& motion) noexcept {
    const vec2<T> translation = motion.of_a - motion.of_b;
    const T longest = larger(magnitude(translation.x), magnitude(translation.y)), radii = a.radius + b.radius;
    if (!(motion.largest() < wide_t<T>(0x1p60)) || !(larger(radii, larger(a.extent, b.extent)) < T(0x1p60)) ||
        !(smaller(longest, radii) > T(0x1p-60)))
        return verdict::unsure;
    return cast_discs<true>(at, a, b, a.widened(0), b.widened(0), cast_numbers<T>{a, b, motion}, true);
}

/// Casts hulls that are apart at the start, from the edges that the filter proposes. Returns `unsure` if the exact path
/// must decide.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline verdict
select_entry(cast_hit<wide_t<T>>& at, const cast_candidates<T>& found, const cast_bounds<T>& bounds,
             const rounded_hull<T>& a, const rounded_hull<T>& b, const translations<T>& motion) noexcept {
    if (!(found.along < T(0) - bounds.beside)) return verdict::unsure;
    const std::uint64_t edges = found.of_a | found.of_b;
    const cast_numbers<T> c{a, b, motion};
    if (!(found.first > T(bounds.radius_sum > T(0) ? -1 : 0)))
        return bounds.radius_sum > T(0) && edges == 0 ? cast_along_lines(at, a, b, c) : verdict::unsure;
    if (found.behind == 0) return verdict::unsure;
    edge_entry<T> last;
    last.of_b = found.of_a == 0, last.behind = found.behind;
    last.edge = static_cast<std::uint32_t>(std::countr_zero(last.of_b ? found.of_b : found.of_a));
    evaluate_edge<true>(last, a, b, c);
    const bool one = ((edges & (edges - 1)) | (found.of_a & found.of_b)) == 0;
    if (!one && !keep_last_entered(last, found, a, b, c, T(T(4) * bounds.error))) return verdict::unsure;
    return meet_at_edge<true>(at, last, a, b, c);
}

/// The separation of two hulls that overlap at the start, if it was computed.
template <scalar T>
struct start_separation {
    bool computed = false;
    hull_separation<T> nearest{};
};

/// Decides the event at the start, from the edges that may have the largest separation; a contact is computed from the
/// same edges. Returns `no` if the hulls are apart, and `unsure` if the exact path must decide.
///
/// Hulls without radii overlap if the separation of each edge is negative by more than the error. If it is not, the
/// filter of the motion cannot decide either, because its error is larger.
template <exact_real T>
[[nodiscard]] inline verdict decide_start(cast_event& event, start_separation<T>& start,
                                          const edge_candidates<T>& candidates, const rounded_hull<T>& a,
                                          const rounded_hull<T>& b, const translations<T>& motion) noexcept {
    const auto decided = [](bool certain) { return certain ? verdict::yes : verdict::unsure; };
    const bool round = a.radius + b.radius > T(0);
    if (!round && !(candidates.best < T(0) - candidates.error)) return decided(start_of_hulls(event, a, b, motion));
    event = cast_event::overlaps;
    if (is_box(a) && is_box(b)) return verdict::yes;  // the contact of boxes needs no separation of hulls
    find_separation_among(start.nearest, a, b, candidates);
    start.computed = true;
    if (start.nearest.kind == relation::penetrating) [[likely]]
        return verdict::yes;
    event = cast_event::nothing;
    if (start.nearest.kind == relation::apart) return verdict::no;
    return decided(start_of_rounded(event, start.nearest, a, b, motion));
}

/// Casts two hulls by the filter and the evaluation of one edge. Returns false within rounding of another answer.
template <exact_real T>
[[nodiscard]] inline bool cast_by_filter(cast_outcome<wide_t<T>>& found, start_separation<T>& start,
                                         const rounded_hull<T>& a, const rounded_hull<T>& b,
                                         const translations<T>& motion) noexcept {
    verdict meets = verdict::unsure;
    edge_candidates<T> nearest;
    cast_candidates<T> entry;
    cast_bounds<T> bounds;
    const vec2<T> translation = motion.of_a - motion.of_b;
    const bool points = a.count + b.count < 3;
    if (points) meets = select_disc(found.at, a, b, motion);
    else if (!(motion.largest() < wide_t<T>(0x1p60)) || !filter_applies(nearest.error, a, b) ||
             !bound_cast(bounds, a, b, translation, nearest.error))
        return find_cast_start(found.event, a, b, motion);
    nearest.enough = (nearest.error + bounds.radius_sum) * (T(1) + T(8) * unit_roundoff<T>());
    while (!points) {
        const cast_question left = filter_cast(entry, nearest, a, b, translation, bounds);
        if (left == cast_question::none) return true;
        if (left == cast_question::entry) {
            meets = select_entry(found.at, entry, bounds, a, b, motion);
            break;
        }
        const verdict in_the_way = decide_start(found.event, start, nearest, a, b, motion);
        if (in_the_way != verdict::no) return in_the_way == verdict::yes;
        nearest.enough = -std::numeric_limits<T>::infinity();  // skips the test of the start: the hulls are apart
    }
    if (meets == verdict::yes) found.event = cast_event::hit, found.clear = true;
    return meets != verdict::unsure || (points && find_cast_start(found.event, a, b, motion));
}

/// Casts two hulls. Compiled once for all kinds of shapes.
template <scalar T>
[[gnu::noinline]] constexpr void cast_hulls(cast_outcome<wide_t<T>>& found, start_separation<T>& start,
                                            const rounded_hull<T>& a, const rounded_hull<T>& b,
                                            const translations<T>& motion) noexcept {
    if constexpr (exact_real<T>) {
        if (!std::is_constant_evaluated() && !a.rows && !b.rows && cast_by_filter(found, start, a, b, motion)) return;
    }
    cast_carefully(found, a, b, motion);
}
template <scalar T>
constexpr void cast_hulls(cast_outcome<wide_t<T>>& found, const rounded_hull<T>& a, const rounded_hull<T>& b,
                          const translations<T>& motion) noexcept {
    start_separation<T> start;
    cast_hulls(found, start, a, b, motion);
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
