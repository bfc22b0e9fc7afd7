#pragma once
/// The linear cast of two hulls (`cast_hulls`), which decides whether and when they meet: a filter proposes edges, and
/// cases that it leaves open take the exact path.
///
/// Both paths evaluate an edge by the functions of edge_entry.hpp. The fast path answers only where the exact path
/// gives the same answer for certain, so no bit depends on lanes, fused products or constant evaluation. As in
/// edge_filter.hpp, the numbers of the filter have an error bound and only choose the edges that are evaluated.

#include <hitbox/narrow/exact_cast.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The tolerances of the filter of a cast.
template <std::floating_point T>
struct cast_bounds {
    T radius_sum{};
    T error{};        // see cross_edges
    T min_closing{};  // an edge that the motion approaches more slowly counts as parallel to the motion
    T beside{};       // if a parallel edge is farther away than this, the motion stays on one side of it
};

/// The edges that may be entered last.
template <std::floating_point T>
struct cast_candidates {
    T first{};  // lower bound for the fraction of the entry
    T along{};  // the largest separation of an edge that counts as parallel to the motion
    std::uint64_t of_a = 0, of_b = 0;
    std::uint64_t behind = 0;  // the vertices that may be the deepest behind the first of these edges
};

/// The question that the filter of a cast leaves open.
enum class cast_question {
    none,   // the hulls certainly do not meet
    start,  // they may touch or overlap at the start
    entry,  // they are certainly apart at the start, or the caller knows this
};

namespace lanes_16 {
#include <hitbox/narrow/cast_filter.inl>
}  // namespace lanes_16

#if HITBOX_HAS_AVX2_KERNELS
HITBOX_BEGIN_AVX2
namespace lanes_32 {
#  include <hitbox/narrow/cast_filter.inl>
}  // namespace lanes_32
HITBOX_END_KERNELS
#endif

/// Computes the bounds of `cross_edges`. Returns false if the numbers are out of range.
///
/// d is the error of a separation, plus 8 roundings of the radii and coordinates. k is the error of `closing`, with
/// m = |x| + |y| of the translation: 7 u m for the normal, 1 u m for the rounded translation, 2 u m for products and
/// sum. So k < 10.1 u m; g = 32 u m and min_closing = 2^-13 m. For double, whose fractions are not evaluated in a wider
/// type, g and min_closing are 64 times as large.
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline bool bound_cast(cast_bounds<T>& bounds, const rounded_hull<T>& a,
                                                         const rounded_hull<T>& b, vec2<T> translation,
                                                         T start_error) noexcept {
    constexpr T u = unit_roundoff<T>(), margin = std::same_as<T, float> ? T(1) : T(64);
    const vec2<T> size = abs(translation);
    const T longest = larger(size.x, size.y), manhattan = size.x + size.y;
    bounds.radius_sum = a.radius + b.radius;
    const bool in_range = (longest > T(0x1p-60)) & (longest < T(0x1p60)) & (bounds.radius_sum < T(0x1p60));
    bounds.error =
        margin * (start_error + T(8) * u * (bounds.radius_sum + larger(a.max_abs_coordinate, b.max_abs_coordinate)) +
                  T(32) * u * manhattan);
    bounds.min_closing = T(0x1p-13) * manhattan;
    bounds.beside = bounds.min_closing * T(1.125) + bounds.error;
    return in_range;
}

/// Filters with the widest registers that the processor has and that the lanes fill. @pre bound_cast returned true, and
/// `start.error` and `start.enough` are set
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline cast_question
filter_cast(cast_candidates<T>& found, edge_candidates<T>& start, const rounded_hull<T>& a, const rounded_hull<T>& b,
            vec2<T> translation, const cast_bounds<T>& bounds) noexcept {
#if HITBOX_HAS_AVX2_KERNELS
    if (fill_wide_lanes(a, b)) return lanes_32::filter_cast(found, start, a, b, translation, bounds);
#endif
    return lanes_16::filter_cast(found, start, a, b, translation, bounds);
}

/// Decides the state of two hulls without radii at the start. Only edges that may separate them are tested. If the
/// hulls touch, they move into each other if the motion leads into every touching edge. Returns false if they are apart
/// or the exact path must decide.
template <exact_real T>
[[nodiscard, gnu::noinline]] inline bool start_of_hulls(cast_event& event, const rounded_hull<T>& a,
                                                        const rounded_hull<T>& b,
                                                        const translations<T>& motion) noexcept {
    T error{};
    if ((a.is_thin() && b.is_thin()) || a.count + b.count < 3 || !filter_applies(error, a, b)) return false;
    bool touches = false, goes_in = true;
    for (const bool of_b : {false, true}) {
        const rounded_hull<T>&owner = of_b ? b : a, &other = of_b ? a : b;
        std::uint64_t edges = lanes_16::edges_outside(owner, other, T(0) - error);
        for (; edges != 0; edges &= edges - 1) {
            const auto i = static_cast<std::size_t>(std::countr_zero(edges));
            const vec2<T> p = owner.in_column(i), q = owner.in_column(next_index(i, owner.count));
            const std::uint64_t behind = lanes_16::deepest_behind(owner, i, other, T(4) * error);
            if (behind == 0) return false;
            const int nearest = sign_outside_edge(p, q, other, behind);
            if (nearest > 0) return false;
            if (nearest < 0) continue;
            touches = true;
            const double turn = exact::cross_of(p, q, motion.of_b, motion.of_a);
            goes_in = goes_in && (of_b ? turn > 0 : turn < 0);
        }
    }
    event = !touches ? cast_event::overlaps : goes_in ? cast_event::goes_in : cast_event::leaves;
    return true;
}

/// Decides the event of two hulls with radii that touch, from their closest features. Returns false if the distance of
/// the found features is not exactly the sum of the radii, because others are then the closest.
template <exact_real T>
[[nodiscard, gnu::cold, gnu::noinline]] inline bool start_of_rounded(cast_event& event, const hull_separation<T>& found,
                                                                     const rounded_hull<T>& a, const rounded_hull<T>& b,
                                                                     const translations<T>& motion) noexcept {
    const rounded_hull<T>&hull = found.of_b ? b : a, &other = found.of_b ? a : b;
    const vec2<T> p = hull.vertex(found.reference), v = other.vertex(found.other),
                  q = hull.vertex(hull.after(found.reference));
    const bool at_vertices = found.at_vertices;
    if (!(found.core > 0) || (at_vertices ? exact::compare_distance(v, p, a.radius, b.radius)
                                          : exact::compare_segment_distance(v, p, q, a.radius, b.radius)) != 0)
        return false;
    if (!at_vertices && exact::compare_line_distance(v, q, p, a.radius, b.radius) != 0) return false;
    // The direction to the vertex from the opposite vertex, or perpendicular to the edge.
    const vec2<double> from = at_vertices ? vec2<double>{widen(v).y, 0 - widen(v).x} : widen(p),
                       to = at_vertices ? vec2<double>{widen(p).y, 0 - widen(p).x} : widen(q);
    const double turn = exact::cross_of(from, to, widen(motion.of_b), widen(motion.of_a));
    event = (found.of_b ? turn > 0 : turn < 0) ? cast_event::goes_in : cast_event::leaves;
    return true;
}

/// Finds the event of a cast that does not begin apart, where the filter does not apply. Returns false if the event is
/// not certain. @pre both hulls have columns
template <exact_real T>
[[nodiscard, gnu::cold, gnu::noinline]] inline bool find_cast_start(cast_event& event, const rounded_hull<T>& a,
                                                                    const rounded_hull<T>& b,
                                                                    const translations<T>& motion) noexcept {
    if (!(a.radius + b.radius > T(0))) return start_of_hulls(event, a, b, motion);
    hull_separation<T> found;
    if (!find_separation(found, a, b, T(0)) || found.kind == relation::apart) return false;
    if (found.kind == relation::penetrating) return event = cast_event::overlaps, true;
    return start_of_rounded(event, found, a, b, motion);
}

/// Finds the edge that is entered last among several candidates. Parallel edges of both hulls are one facet, which
/// belongs to the hull whose data come first. Returns false if the exact path must decide.
template <exact_real T>
[[nodiscard, gnu::noinline]] inline bool keep_last_entered(edge_entry<T>& last, const cast_candidates<T>& found,
                                                           const rounded_hull<T>& a, const rounded_hull<T>& b,
                                                           const cast_numbers<T>& c, T error_bound) noexcept {
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
            e.behind = lanes_16::deepest_behind(owner, e.edge, other, error_bound);
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
    if (!(motion.largest() < wide_t<T>(0x1p60)) ||
        !(larger(radii, larger(a.max_abs_coordinate, b.max_abs_coordinate)) < T(0x1p60)) ||
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
        const verdict starts_in_contact = decide_start(found.event, start, nearest, a, b, motion);
        if (starts_in_contact != verdict::no) return starts_in_contact == verdict::yes;
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
    if constexpr (exact_real<T>)
        if (!std::is_constant_evaluated() && !a.rows && !b.rows && cast_by_filter(found, start, a, b, motion)) return;
    cast_exactly(found, a, b, motion);
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
