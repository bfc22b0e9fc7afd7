#pragma once
/// The exact state of two hulls at the start of a linear cast: apart, overlapping, or touching with a motion into or
/// out of contact.

#include <hitbox/narrow/careful_cast.hpp>
#include <hitbox/narrow/cast_filter.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

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
            const vec2<double> p = widen(owner.in_column(i)), q = widen(owner.in_column(next_index(i, owner.count)));
            std::uint64_t behind = lanes_16::deepest_behind(owner, i, other, T(4) * error);
            if (behind == 0) return false;
            int nearest = 1;
            for (; behind != 0 && nearest >= 0; behind &= behind - 1) {
                const auto j = static_cast<std::size_t>(std::countr_zero(behind));
                const double turn = exact::orient2d(p, q, widen(other.in_column(j)));
                if (turn >= 0) nearest = turn > 0 ? -1 : 0;
            }
            if (nearest > 0) return false;
            if (nearest < 0) continue;
            touches = true;
            const double turn = exact::cross_of(p, q, widen(motion.of_b), widen(motion.of_a));
            goes_in = goes_in && (of_b ? turn > 0 : turn < 0);
        }
    }
    event = !touches ? cast_event::overlaps : goes_in ? cast_event::goes_in : cast_event::leaves;
    return true;
}

/// Decides the state of two hulls with radii at the start from their closest features, if these are certain. @pre they
/// are not apart
template <exact_real T>
[[nodiscard, gnu::cold, gnu::noinline]] inline bool start_of_rounded(cast_event& event, const hull_separation<T>& found,
                                                                     const rounded_hull<T>& a, const rounded_hull<T>& b,
                                                                     const translations<T>& motion) noexcept {
    const rounded_hull<T>&hull = found.of_b ? b : a, &other = found.of_b ? a : b;
    if (!(found.core > 0) || !are_closest(found, hull, other)) return false;
    const vec2<double> p = widen(hull.vertex(found.reference)), v = widen(other.vertex(found.other)),
                       q = widen(hull.vertex(hull.after(found.reference)));
    // The direction to the vertex from the opposite vertex, or perpendicular to the edge.
    const vec2<double> from = found.at_vertices ? vec2<double>{v.y, 0 - v.x} : p,
                       to = found.at_vertices ? vec2<double>{p.y, 0 - p.x} : q;
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

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
