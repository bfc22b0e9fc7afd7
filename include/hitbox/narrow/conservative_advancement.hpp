#pragma once
/// Conservative advancement: a lower bound for the time that a gap between moving and turning shapes lasts.

#include <hitbox/narrow/swept_core.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The function p cos x + q sin x.
template <scalar W>
struct sinusoid {
    W p{}, q{};
};
template <scalar W>
[[nodiscard]] constexpr sinusoid<W> operator*(sinusoid<W> w, W k) noexcept {
    return {product(w.p, k), product(w.q, k)};
}

/// The angles from 0 to an end of at most a right angle: the sine and cosine of the end's magnitude, and its sign.
template <scalar W>
struct angle_interval {
    W sine{}, cosine{1};
    W side{1};

    [[nodiscard]] constexpr angle_interval opposite() const noexcept { return {sine, cosine, W(0) - side}; }
};
template <scalar W>
[[nodiscard]] constexpr angle_interval<W> angle_interval_to(W radians) noexcept {
    if (radians == W(0)) return {};
    const auto end = sine_cosine_of_radians(static_cast<double>(magnitude(radians)));
    return {static_cast<W>(end.sine), static_cast<W>(end.cosine), radians < W(0) ? W(-1) : W(1)};
}

/// Returns a lower bound for the sinusoid on an interval of angles.
template <scalar W>
[[nodiscard]] constexpr W lower_bound_of(sinusoid<W> w, const angle_interval<W>& over) noexcept {
    return (w.p < W(0) ? w.p : product(w.p, over.cosine)) + (w.q < W(0) ? product(w.q, over.sine) : W(0));
}

/// A lower bound for the gap along an axis for some time t >= 0: gap + rate * t + curvature * t^2 / 2.
template <scalar W>
struct gap_bound {
    W gap{}, rate{}, curvature{};

    /// Returns the time, at most `span`, during which the bound is at least `level + level_rate * t`.
    [[nodiscard]] constexpr W clear(W level, W level_rate, W span) const noexcept {
        const W room = gap - level, slope = rate - level_rate;
        if (!(room > W(0))) return W(0);
        const W square = product(slope, slope) - W(2) * product(curvature, room);
        if (square < W(0)) return span;  // the parabola never reaches the level
        const W below = square_root(square) - slope;
        return W(2) * room < product(below, span) ? W(2) * room / below : span;
    }
};

/// Two moving cores at one time, relative to the pivot of the first.
template <class A, class B>
struct advancing_pair {
    using W = typename A::scalar_type;

    A a;
    B b;
    vec2<W> start{}, velocity{};  // offset from a's pivot to b's at fraction 0, and its change up to fraction 1
    vec2<W> offset{};             // the offset at the current fraction
    vec2<W> normal{W(0), W(1)};   // the current axis, from a to b
    vec2<W> in_a{}, in_b{};       // the farthest points along the axis, in the frames of their cores
    W gap{};                      // the gap along the axis, without the radii
    W axis_turn{};                // the turning speed of the closest feature's normal, if that is known
    bool is_feature = false;      // whether it is known
    gjk::gap_search<W> search{};  // its points are in the frames of their cores, too
    W error_bound{};              // an upper bound for the rounding error of a gap

    /// Returns an upper bound for the relative speed of two points of the cores, per unit of the fraction.
    [[nodiscard]] constexpr W speed() const noexcept {
        return length_of(velocity) + product(magnitude(a.turn), a.max_distance) +
               product(magnitude(b.turn), b.max_distance) + drift();
    }
    /// Returns an upper bound for the speed at which the cores grow; see `swept_core::growth`.
    [[nodiscard]] constexpr W drift() const noexcept {
        return W(2) * (product(magnitude(a.growth), a.max_distance) + product(magnitude(b.growth), b.max_distance));
    }

    constexpr void set_axis(vec2<W> n) noexcept {
        normal = n, is_feature = false;
        in_a = a.farthest(turned_back(a.now, n));
        in_b = b.farthest(turned_back(b.now, -n));
        gap = dot(n, between(in_a, in_b)) - (a.radius + b.radius);
    }
    [[nodiscard]] constexpr vec2<W> between(vec2<W> p, vec2<W> q) const noexcept {
        return offset + (b.now * q - a.now * p);
    }
    /// Returns the point of the Minkowski difference b - a of the cores that is lowest along n.
    [[nodiscard]] constexpr gjk::difference_point<W> lowest(vec2<W> n) const noexcept {
        const vec2<W> p = a.farthest(turned_back(a.now, n)), q = b.farthest(turned_back(b.now, -n));
        return {between(p, q), p, q};
    }

    constexpr void move_cores(W fraction) noexcept {
        a.move_to(fraction), b.move_to(fraction);
        offset = start + velocity * fraction;
    }
    /// Sets the axis to that of the widest gap at the current fraction. The search starts with the points that were the
    /// closest before.
    constexpr void find_axis() noexcept {
        for (auto* point : {&search.p, &search.q}) point->at = between(point->in_a, point->in_b);
        search.normal = normal;
        widen_gap(search, error_bound, [this](vec2<W> n) { return lowest(n); });
        normal = search.normal, in_a = search.lowest.in_a, in_b = search.lowest.in_b;
        gap = dot(normal, search.lowest.at) - (a.radius + b.radius);
        const bool same_a = search.p.in_a == search.q.in_a, same_b = search.p.in_b == search.q.in_b;
        is_feature = same_a || same_b;  // else edges of both, or shapes known by their support
        axis_turn = same_a == same_b ? W(0) : same_a ? b.turn : a.turn;
    }
    /// Moves both cores to a fraction and sets the axis to that of the widest gap there.
    constexpr void move_to(W fraction) noexcept {
        move_cores(fraction);
        find_axis();
        const W core_gap = gap + (a.radius + b.radius);
        if (gap > W(4) * error_bound || search.is_edge || (search.is_vertex && core_gap > W(64) * error_bound)) return;
        // The cores nearly touch at two vertices, or overlap. `find_axis` does not compute depths,
        // `ordered_signed_distance` does.
        const vec2<W> first = normal;
        const W first_gap = gap;
        using detail::core_in_place;
        set_axis(gjk::ordered_signed_distance(core_in_place<A>{&a, {}}, core_in_place<B>{&b, offset}).normal);
        if (gap < first_gap) set_axis(first);
    }

    /// Moves both cores back from a fraction to the start, and chooses an axis for the start. The candidates are the
    /// current axis and the current axis turned back with either shape; the one with the widest gap at the start is
    /// taken. If vertices touch at the start, many axes separate the cores, and this one is the axis along which they
    /// will meet. If the widest gap at the start is wider by more than rounding, its axis is taken instead.
    constexpr void rewind_from(W fraction) noexcept {
        const vec2<W> there = normal;
        move_to(W(0));
        const vec2<W> widest = normal;
        const W widest_gap = gap;
        set_axis(there);
        for (const W turn : {a.turn, b.turn}) {
            const angle_interval<W> turned = angle_interval_to(product(turn, fraction));
            const vec2<W> best = normal;
            const W best_gap = gap;
            set_axis(turned_back(rot2<W>{turned.cosine, turned.side * turned.sine}, there));
            if (!(gap > best_gap)) set_axis(best);
        }
        if (widest_gap - gap > error_bound) set_axis(widest);
    }

    /// Returns an upper bound for the support of a core along a direction of its own frame while that direction turns
    /// by `-turned`. The core is within the support lines of the first and the last direction, so the bound is the
    /// support of the crossing of these lines. It is exact while one vertex stays the farthest, and holds for round
    /// cores, too.
    template <class Core>
    [[nodiscard]] static constexpr sinusoid<W> support_bound(const Core& core, vec2<W> d, vec2<W> first,
                                                             const angle_interval<W>& turned) noexcept {
        const W out = dot(d, first);
        if (turned.sine == W(0)) return {out, core.max_distance};
        const rot2<W> back{turned.cosine, W(0) - turned.side * turned.sine};
        const vec2<W> end = back * d, last = core.farthest(end);
        if (last == first) return {out, W(0) - turned.side * cross(d, first)};
        return {out, (dot(end, last) - product(out, turned.cosine)) / turned.sine};
    }

    /// Returns the bound on the gap if the axis does not turn.
    [[nodiscard]] constexpr gap_bound<W> bound_on_fixed_axis(const angle_interval<W>& of_a,
                                                             const angle_interval<W>& of_b) const noexcept {
        const sinusoid<W> out_a =
            a.turn == W(0) ? sinusoid<W>{} : support_bound(a, turned_back(a.now, normal), in_a, of_a);
        const sinusoid<W> out_b =
            b.turn == W(0) ? sinusoid<W>{} : support_bound(b, turned_back(b.now, -normal), in_b, of_b);
        const W turn_a = magnitude(a.turn), turn_b = magnitude(b.turn);
        return {gap, dot(normal, velocity) - (product(turn_a, out_a.q) + product(turn_b, out_b.q)) - drift(),
                lower_bound_of(out_a * product(turn_a, turn_a), of_a) +
                    lower_bound_of(out_b * product(turn_b, turn_b), of_b)};
    }

    /// Returns the bound on the gap if the axis turns with one of the cores. n, `away` and `moving` are axis, offset
    /// and velocity from that core to the other.
    template <class Other>
    [[nodiscard]] constexpr gap_bound<W> bound_on_turning_axis(W turn, const angle_interval<W>& of_axis,
                                                               const Other& other, vec2<W> n, vec2<W> farthest,
                                                               vec2<W> away, vec2<W> moving, W span) const noexcept {
        const W relative = other.turn - turn, side = of_axis.side, squared = product(turn, turn);
        const vec2<W> across = perp(n);
        const angle_interval<W> of_other =
            other.turn == W(0) ? of_axis.opposite() : angle_interval_to(product(relative, span));
        const sinusoid<W> out =
            relative == W(0) ? sinusoid<W>{} : support_bound(other, turned_back(other.now, -n), farthest, of_other);
        const W rate = dot(n, moving) + product(turn, dot(across, away)) - product(magnitude(relative), out.q);
        // The second derivative of the gap along n, if n and `across` turn at the rate `turn`:
        // (n . (away + moving t))'' = -turn^2 n . away + 2 turn across . moving - turn^2 t n . moving.
        const sinusoid<W> centrifugal = sinusoid<W>{dot(n, away), side * dot(across, away)} * (W(0) - squared);
        const sinusoid<W> sideways =
            sinusoid<W>{product(turn, dot(across, moving)), W(0) - product(magnitude(turn), dot(n, moving))} * W(2);
        const sinusoid<W> later = sinusoid<W>{dot(n, moving), side * dot(across, moving)} * (W(0) - squared);
        const W curvature = lower_bound_of(centrifugal, of_axis) + lower_bound_of(sideways, of_axis) +
                            product(smaller(lower_bound_of(later, of_axis), W(0)), span) +
                            lower_bound_of(out * product(relative, relative), of_other);
        return {gap, rate - drift(), curvature};
    }

    /// Returns the current rate of change of the gap if the axis turns at this speed and the farthest points stay.
    [[nodiscard]] constexpr W closing_rate(W turn) const noexcept {
        return dot(normal, velocity) + product(a.turn, cross(turned_back(a.now, normal), in_a)) +
               product(b.turn, cross(turned_back(b.now, -normal), in_b)) +
               product(turn, dot(perp(normal), between(in_a, in_b))) - drift();
    }

    /// A step from the current time, along the axis for which the bound stays above the level for the longest time.
    struct safe_step {
        W clear{};  // the time for which the gap stays above the level
        W rate{};   // the current rate of change of the gap
        W turn{};   // the turning speed of the axis
    };
    /// Returns the longest of the steps along a fixed axis and along an axis that turns with either core; or the step
    /// along the axis that turns with the closest feature, if `of_feature` is true.
    [[nodiscard]] constexpr safe_step bound_step(W level, W level_rate, W span, bool of_feature) const noexcept {
        const angle_interval<W> of_a = angle_interval_to(product(a.turn, span)),
                                of_b = a.turn == b.turn ? of_a : angle_interval_to(product(b.turn, span));
        const auto is_tried = [&](W turn) { return !of_feature || turn == axis_turn; };
        safe_step best{W(-1), W(0), W(0)};
        const auto keep = [&](const gap_bound<W>& o, W turn) {
            const W clear = o.clear(level, level_rate, span);
            if (clear > best.clear) best = {clear, o.rate, turn};
        };
        if (is_tried(W(0))) keep(bound_on_fixed_axis(of_a, of_b), W(0));
        if (a.turn != W(0) && is_tried(a.turn))
            keep(bound_on_turning_axis(a.turn, of_a, b, normal, in_b, offset, velocity, span), a.turn);
        if (b.turn != W(0) && is_tried(b.turn))
            keep(bound_on_turning_axis(b.turn, of_b, a, -normal, in_a, -offset, -velocity, span), b.turn);
        return best;
    }

    /// Returns a bound on the gap that replaces each turning core by the disc about its pivot. It holds for any time.
    [[nodiscard]] constexpr gap_bound<W> bound_by_discs() const noexcept {
        const W spare_a = a.turn == W(0) ? W(0) : a.max_distance - dot(turned_back(a.now, normal), in_a);
        const W spare_b = b.turn == W(0) ? W(0) : b.max_distance - dot(turned_back(b.now, -normal), in_b);
        return {gap - (spare_a + spare_b), dot(normal, velocity) - drift(), W(0)};
    }

    /// Returns a step of at most `max_step` during which the gap certainly stays above `level + level_rate * t`. The
    /// bound is tighter for a shorter span, because the core turns less in it. The first span is therefore a little
    /// longer than the time in which the gap would close at its current rate, or about twice the last safe time. Then
    /// spans between the longest successful and the shortest failed one are tried.
    [[nodiscard]] constexpr safe_step advance(W level, W level_rate, W max_step) const noexcept {
        const gap_bound<W> discs = bound_by_discs();
        safe_step best{discs.clear(level, level_rate, max_step), discs.rate, W(0)};
        if (best.clear == max_step) return best;
        const W quarter = W(3) / W(2), turning = magnitude(a.turn) + magnitude(b.turn);
        const W limit = quarter < product(turning, max_step) ? quarter / turning : max_step;
        W span = limit, clear_span{0}, other_span{0};
        bool of_feature = is_feature;
        if (of_feature) {
            const W closing = level_rate - closing_rate(axis_turn), room = (gap - level) * W(9) / W(8);
            if (room > W(0) && room < product(closing, limit)) span = room / closing;
        }
        for (int i = 0; i < 10; ++i) {
            const safe_step p = bound_step(level, level_rate, span, of_feature);
            if (p.clear >= best.clear) best = p;
            if (of_feature && !(p.clear * W(3) > span)) {
                of_feature = false;  // another axis may be better; the same span is tried again
                continue;
            }
            (p.clear == span ? clear_span : other_span) = span;
            if (clear_span == limit) break;
            if (clear_span > W(0)) {
                if (other_span > W(0) && !(clear_span * W(2) < other_span)) break;
                span = other_span > W(0) ? square_root(clear_span) * square_root(other_span)
                                         : smaller(clear_span * W(4), limit);
            } else {
                if (!(p.clear > W(0)) || p.clear * W(3) > span) break;
                span = p.clear * W(2);
            }
        }
        return best;
    }
};

/// An interval of fractions of the motion.
template <scalar W>
struct time_interval {
    W first{}, last{};
};

/// Returns the fractions from 0 to 1 at which two discs, one of which moves, can meet, with a margin for rounding. The
/// interval is empty if last < first.
template <scalar W>
[[nodiscard]] constexpr time_interval<W> time_interval_of_discs(vec2<W> offset, vec2<W> velocity, W radii) noexcept {
    const time_interval<W> never{W(1), W(0)};
    const W speed = length_of(velocity), distance = length_of(offset);
    const W limit = product(radii, W(1) + W(1) / W(1048576)) + (distance + speed) * (W(64) * unit_roundoff<W>());
    if (!(speed > W(0))) return distance > limit ? never : time_interval<W>{W(0), W(1)};
    const vec2<W> n = velocity / speed;
    const W along = W(0) - dot(offset, n), off = magnitude(cross(offset, n));
    if (off > limit) return never;
    const W half = square_root(product(limit - off, limit + off));
    return {larger(W(0), (along - half) / speed), smaller(W(1), (along + half) / speed)};
}

/// Returns the face of a core along n, relative to a's pivot.
template <class Core>
[[nodiscard]] constexpr auto face_along(const Core& core, vec2<typename Core::scalar_type> pivot,
                                        vec2<typename Core::scalar_type> n,
                                        typename Core::scalar_type error_bound) noexcept {
    using W = typename Core::scalar_type;
    if constexpr (is_hull<decltype(core.source)>) {
        const face<W> own = farthest_face(core.source, turned_back(core.now, n), error_bound);
        return face<W>{pivot + core.now * (own.first - core.pivot), pivot + core.now * (own.last - core.pivot)};
    } else {
        const vec2<W> p = support(core_in_place<Core>{&core, pivot}, n);
        return face<W>{p, p};
    }
}

/// Returns the point where the two touch along the normal: the middle of the common stretch of their faces, relative to
/// a's pivot. If the faces have no common stretch, the touched edge is too steep, by a rounding of the normal, to
/// belong to its face. Then steeper edges belong to the faces, too. With radii, the distance r of the cores determines
/// the normal within about the square root of error_bound / r, because a distance hardly changes with the direction
/// near its minimum, and no edge steeper than that can be the touched one.
template <class A, class B>
[[nodiscard]] constexpr auto meeting_point(const advancing_pair<A, B>& e) noexcept {
    using W = typename A::scalar_type;
    const W radii = e.a.radius + e.b.radius, largest = W(0x1p-10),
            steepest = radii > W(0) ? smaller(largest, W(8) * square_root(e.error_bound / radii)) : largest,
            max_tolerance = product(e.a.max_distance + e.b.max_distance, steepest);
    const vec2<W> tangent = perp(e.normal);
    vec2<W> level{};  // half way between the surfaces
    for (W tolerance = e.error_bound;; tolerance *= W(4)) {
        const face<W> face_a = face_along(e.a, vec2<W>{}, e.normal, tolerance);
        const face<W> face_b = face_along(e.b, e.offset, -e.normal, tolerance);
        const vec2<W> origin = midpoint(face_a.first, face_b.first);
        const tangent_interval<W> of_a{face_a, e.normal, origin}, of_b{face_b, e.normal, origin};
        const W low = larger(of_a.low(), of_b.low()), high = smaller(of_a.high(), of_b.high());
        const vec2<W> p = of_a.point_at((low + high) / W(2)), q = of_b.point_at((low + high) / W(2)),
                      middle = midpoint(p + e.normal * e.a.radius, q - e.normal * e.b.radius);
        if (tolerance == e.error_bound) level = middle;
        if (low - high > e.error_bound && tolerance < max_tolerance) continue;
        // Along the tangent, the line between the cores is more accurate than the normal.
        const vec2<W> between = radii > W(0) ? p + (q - p) * (e.a.radius / radii) : middle;
        return level + tangent * dot(tangent, between - level);
    }
}

/// Returns the two moving cores at fraction 0.
template <real T, class A, class B>
[[nodiscard]] constexpr auto advancing_pair_of(const A& source_a, const sweep<T>& sweep_a, const B& source_b,
                                               const sweep<T>& sweep_b,
                                               vertex_columns<wide_t<T>> (&rooms)[2]) noexcept {
    using W = wide_t<T>;
    W largest = larger(largest_of(source_a), largest_of(source_b));
    for (const sweep<T>* s : {&sweep_a, &sweep_b}) {
        const vec2<W> upper = widen((max)(abs(s->from.translation), abs(s->to.translation)));
        largest = larger(largest, larger(upper.x, upper.y));
    }
    const W scale = safe_scale(largest);
    advancing_pair<swept_core<T, A>, swept_core<T, B>> e{core_of(source_a, sweep_a, scale, rooms[0]),
                                                         core_of(source_b, sweep_b, scale, rooms[1])};
    const auto position = [scale](const transform2<T>& t) { return widen(t.translation) * scale; };
    const vec2<W> pivots = e.b.now * e.b.pivot - e.a.now * e.a.pivot;
    e.start = (position(sweep_b.from) - position(sweep_a.from)) + pivots;
    e.velocity = (position(sweep_b.to) - position(sweep_b.from)) - (position(sweep_a.to) - position(sweep_a.from));
    // The computation of a gap has fewer than 32 roundings of numbers up to these sizes. Angles and fractions are
    // rounded, too; their errors are multiplied by the speed.
    const W u = larger(unit_roundoff<W>(), static_cast<W>(unit_roundoff<double>()));
    const W sizes =
        e.a.max_distance + e.b.max_distance + e.a.radius + e.b.radius + length_of(e.a.pivot) + length_of(e.b.pivot);
    e.error_bound = W(64) * u * (length_of(e.start) + sizes + e.speed());
    e.normal = direction_of(e.start, e.normal), e.search.p = e.search.q = e.lowest(e.normal);
    const W coarse = W(16) * static_cast<W>(unit_roundoff<T>()) * scale;
    if constexpr (!is_hull<A>) e.error_bound += coarse * largest_of(source_a);
    if constexpr (!is_hull<B>) e.error_bound += coarse * largest_of(source_b);
    return e;
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
