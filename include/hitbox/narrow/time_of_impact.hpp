#pragma once
/// The query `time_of_impact`: when two shapes that move and turn first touch.

#include <hitbox/narrow/collide.hpp>
#include <hitbox/narrow/conservative_advancement.hpp>
#include <hitbox/narrow/shape_cast.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

inline constexpr int max_impact_steps = 4096;

/// Returns x rounded to T, or the next smaller number of T if the rounded number is larger than `limit`.
template <real T, scalar W>
[[nodiscard]] constexpr T rounded_below(W x, W limit) noexcept {
    const T nearest = static_cast<T>(x);
    if (!(static_cast<W>(nearest) > limit) || !(nearest > T(0))) return nearest;
    if constexpr (std::same_as<T, float>) return std::bit_cast<float>(std::bit_cast<std::uint32_t>(nearest) - 1);
    else if constexpr (std::same_as<T, double>) return std::bit_cast<double>(std::bit_cast<std::uint64_t>(nearest) - 1);
    else return nearest;
}

/// Makes the last step to a contact. Its length follows from the rate at which the gap closes, and is limited to what
/// is safe. In a graze, this rate changes during the step. The step is therefore also limited to the time in which the
/// curvature of the motion changes the gap by the rounding error. It is undone if the gap is not closed after it.
/// Returns the fraction that is reached, and the last fraction up to which the motion is safe.
template <class Pair, scalar W>
[[nodiscard]] constexpr time_interval<W> last_bit_to_contact(Pair& e, W now) noexcept {
    const auto ahead = e.advance(W(0) - e.error_bound, W(0), W(1) - now);
    const W max_time = now + ahead.clear, bend = product(magnitude(e.a.turn) + magnitude(e.b.turn), e.speed());
    W t = now;
    if (ahead.rate < W(0)) {
        const W left = larger(e.gap, W(0)) / (W(0) - ahead.rate);
        t = smaller(now + (bend > W(0) ? smaller(left, square_root(W(4) * e.error_bound / bend)) : left), max_time);
        auto there = e;
        there.move_cores(t), there.find_axis();
        if (there.gap > W(2) * e.error_bound) t = now;
        else e.a.now = there.a.now, e.b.now = there.b.now, e.offset = there.offset;
    }
    const angle_interval<W> turned = angle_interval_to(product(ahead.turn, t - now));
    e.set_axis(rot2<W>{turned.cosine, turned.side * turned.sine} * e.normal);
    return {t, max_time};
}

/// Returns how deep a motion along a surface with this normal may lead into it because the end of the sweep is rounded
/// to T. A coordinate that does not change is not rounded.
template <real T, class Core, scalar W>
[[nodiscard]] constexpr W rounding_of_end(const sweep<T>& s, const Core& core, vec2<W> normal) noexcept {
    const vec2<W> from = widen(s.from.translation), to = widen(s.to.translation);
    const W x = to.x == from.x ? W(0) : product(to.x, normal.x), y = to.y == from.y ? W(0) : product(to.y, normal.y);
    const W moved = product(magnitude(x) + magnitude(y), core.scale);
    return static_cast<W>(unit_roundoff<T>()) * (moved + (core.turn == W(0) ? W(0) : core.max_distance));
}

/// Returns how far `at` may round the vertices of a shape at the start of its sweep. The rounding is 0 if the shape is
/// turned by a multiple of 90 degrees and `all` is false: its vertices may be exact.
template <real T, class Core>
[[nodiscard]] constexpr auto rounding_at_start(const sweep<T>& s, const Core& core, bool all) noexcept {
    using W = wide_t<T>;
    if (!all && (s.from.rotation.c == T(0) || s.from.rotation.s == T(0))) return W(0);
    const vec2<W> to = abs(widen(s.from.translation));
    const W largest = product(larger(to.x, to.y), core.scale) + core.max_distance + length_of(core.pivot);
    return product(W(2) * static_cast<W>(unit_roundoff<T>()), largest);
}

/// Returns the first impact of two shapes, which touch at fraction 0 if `touching` is true. @pre they do not penetrate
/// at fraction 0
///
/// Conservative advancement (Mirtich 1996, section 2.3.2): a lower bound for the gap along one axis gives a safe length
/// for each step. The axis may be fixed or turn with either shape (Catto, "Continuous Collision", GDC 2013). The bound
/// is of second order, so steps converge to a contact like those of Newton's method, and never go beyond it.
template <real T, class A, class B>
[[nodiscard]] constexpr cast_result<T> first_impact(const A& source_a, const sweep<T>& sweep_a, const B& source_b,
                                                    const sweep<T>& sweep_b, bool touching) noexcept {
    using W = wide_t<T>;
    vertex_columns<W> rooms[2];
    auto e = advancing_pair_of(source_a, sweep_a, source_b, sweep_b, rooms);
    const time_interval<W> window =
        time_interval_of_discs(e.start, e.velocity, e.a.max_distance + e.b.max_distance + e.a.radius + e.b.radius);
    const cast_result<T> none{cast_status::separated, T(1)};
    if (!(window.first <= window.last) || !(e.speed() > W(0))) return none;

    W t = touching ? W(0) : window.first;
    e.move_to(t);
    // If the shapes touch at the start, only a motion that goes in deeper is a contact: deeper than the rounding of
    // gaps and of a motion that slides along the surface. This rule ends once there is a gap.
    bool bound = touching || (t == W(0) && e.gap <= W(2) * e.error_bound);
    const W begin = smaller(e.gap, W(0));
    // Vertices that touch once `at` has rounded them may be apart or overlap before. The axis of the widest gap is then
    // random, so the shapes may overlap as much as the rounding allows along any axis.
    const bool off = magnitude(e.gap) > W(2) * e.error_bound;
    const W blur = touching ? rounding_at_start(sweep_a, e.a, off) + rounding_at_start(sweep_b, e.b, off) : W(0);
    const W sinking = W(8) * static_cast<W>(unit_roundoff<T>()) * e.speed() + rounding_of_end(sweep_a, e.a, e.normal) +
                      rounding_of_end(sweep_b, e.b, e.normal);
    const auto allowed = [&](W at) { return blur + W(2) * e.error_bound + product(sinking, at); };

    const auto meet = [&](cast_status status, T fraction) {
        const vec2<W> from = widen(sweep_a.from.translation), to = widen(sweep_a.to.translation);
        const vec2<W> seen_from = lerp(from, to, t) + e.a.now * e.a.pivot / e.a.scale;
        return cast_result<T>{status, fraction, vec2<T>{} - vec_cast<T>(e.normal),
                              unsigned_zeros(vec_cast<T>(seen_from + meeting_point(e) / e.a.scale)), T(0)};
    };
    for (int step = 0; step < max_impact_steps; ++step) {
        const W level = bound ? begin - allowed(t) : e.error_bound;
        const auto ahead = e.advance(level, bound ? W(0) - sinking : W(0), window.last - t);
        const W next = t + ahead.clear;
        if (e.gap - level <= e.error_bound || next == t) {
            if (bound) {
                auto halfway = e;
                halfway.move_to(t / W(2));
                const bool from_the_start = t == W(0) || begin - halfway.gap > allowed(t) / W(8);
                if (!from_the_start) return meet(cast_status::hit, rounded_below<T>(t, t));
                e.rewind_from(t);
                t = W(0);
                return meet(touching ? cast_status::started_touching : cast_status::hit, T(0));
            }
            time_interval<W> end{t, t};  // a fraction that is rounded down needs no last step
            if (static_cast<W>(static_cast<T>(t)) > t || std::same_as<T, W>) end = last_bit_to_contact(e, t);
            t = end.first;
            return meet(cast_status::hit, rounded_below<T>(t, end.last));
        }
        if (!(next < window.last)) return none;
        t = next;
        e.move_to(t);
        bound = bound && !(e.gap > W(2) * (magnitude(begin) + allowed(t)));
    }
    return {cast_status::step_limit, rounded_below<T>(t, t)};
}

/// Compares two sweeps by their numbers: 1 if the first comes first, -1 if the second does, 0 if they are equal.
template <real T>
[[nodiscard]] constexpr int order_of(const sweep<T>& a, const sweep<T>& b) noexcept {
    const auto turned = [](const rot2<T>& r) { return vec2<T>{r.c, r.s}; };
    const vec2<T> of_a[] = {a.from.translation, a.to.translation, turned(a.from.rotation), turned(a.to.rotation)};
    const vec2<T> of_b[] = {b.from.translation, b.to.translation, turned(b.from.rotation), turned(b.to.rotation)};
    for (int i = 0; i < 4; ++i)
        if (of_a[i] != of_b[i]) return before(of_a[i], of_b[i]) ? 1 : -1;
    return a.turns == b.turns ? 0 : a.turns < b.turns ? 1 : -1;
}

/// Calls f with the hull of a shape that has one, else with the shape itself.
template <class S, class F>
constexpr decltype(auto) with_source(const S& s, F&& f) {
    if constexpr (has_hull<S>) {
        const hull_of<S> own{s};
        return f(own.hull);
    } else {
        return f(s);
    }
}

template <class A, class B, real T>
[[nodiscard]] constexpr cast_result<T> impact_of(const A& a, const sweep<T>& sweep_a, const B& b,
                                                 const sweep<T>& sweep_b, bool touching) {
    const int order = order_of(sweep_a, sweep_b);
    bool in_order = order > 0;
    if constexpr (is_hull<A> && is_hull<B>) in_order = order == 0 ? data_before(a, b) : in_order;
    else if constexpr (!is_hull<A> && !is_hull<B>) in_order = order == 0 ? gjk::goes_first(a, b) : in_order;
    else in_order = order == 0 ? is_hull<A> : in_order;
    if (in_order) return first_impact(a, sweep_a, b, sweep_b, touching);
    return flipped(first_impact(b, sweep_b, a, sweep_a, touching));
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns when `a` and `b`, each given in its own coordinates and moved by its sweep, first touch. At `fraction`,
/// shapes with vertices overlap by at most 64 * 2^-53 times the sum of their sizes, their distance and the length of
/// the path, however fast they turn. The status is `separated` if they do not touch. It is `step_limit` if the limit of
/// steps was reached, as for some shapes that almost touch for a long time; there is then no contact up to `fraction`.
///
/// The normal points out of b at the point of contact. The status is `started_overlapping` exactly when
/// `penetrates(at(a, sweep_a.from), at(b, sweep_b.from))`: a at its start, moved by `normal * depth`, no longer
/// overlaps b. It is `started_touching` if they touch at the start and move into each other. If they touch and move
/// apart or along each other, the query continues. It is `failed` for an invalid shape or sweep. Swapping a and b flips
/// the answer, to the last bit.
/// @pre both shapes are valid wherever the sweeps begin and end
template <convex A, convex B>
    requires same_scalar<A, B> && std::floating_point<scalar_t<A>>
[[nodiscard]] constexpr cast_result<scalar_t<A>> time_of_impact(const A& a, const sweep<scalar_t<A>>& sweep_a,
                                                                const B& b, const sweep<scalar_t<A>>& sweep_b) {
    using T = scalar_t<A>;
    detail::check_arguments("time_of_impact", a, sweep_a, b, sweep_b);
    const auto sound = [](const auto& shape, const sweep<T>& s) {
        return valid(at(shape, s.from)) && valid(at(shape, s.to));
    };
    if (!sound(a, sweep_a) || !sound(b, sweep_b)) {
        const bool alone = detail::expect_valid(a, b) && valid(sweep_a) && valid(sweep_b);
        static_cast<void>(
            detail::expect(!alone, "time_of_impact: a sweep takes a shape beyond the range of its numbers"));
        return {};
    }
    const auto begin = detail::collide_valid(at(a, sweep_a.from), at(b, sweep_b.from));
    if (begin && begin->depth > T(0))
        return {cast_status::started_overlapping, T(0), vec2<T>{} - begin->normal,
                detail::unsigned_zeros(detail::midpoint(begin->point_a, begin->point_b)), begin->depth};
    return detail::with_source(a, [&](const auto& p) {
        return detail::with_source(
            b, [&](const auto& q) { return detail::impact_of(p, sweep_a, q, sweep_b, begin.has_value()); });
    });
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
