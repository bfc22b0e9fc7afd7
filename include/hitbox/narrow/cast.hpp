#pragma once
/// First touch of two hulls that move along a line: filter, evaluate, foot, point.
///
/// Seen from b, the origin moves through the Minkowski difference of the two, which the radii grow. The filter chooses
/// the edge that is entered last, and only that one is evaluated. If the origin enters it between its ends, it is hit;
/// beyond an end, only the disc about that end can be. Evaluation gives the same bits however the edge was chosen.
/// Decisions within rounding of another answer are `unsure`.

#include <hitbox/narrow/cast_filter.hpp>
#include <hitbox/narrow/closest_axis.hpp>
#include <hitbox/narrow/linear_cast_exact.hpp>

namespace hitbox::detail::inline HITBOX_ISA {

/// Where two shapes first touch.
template <scalar W>
struct cast_hit {
    W fraction{};
    vec2<W> normal{};  // unit, from a to b
    vec2<W> point{};   // at that fraction
};

/// The motion of a as seen from b, and bounds on rounding: `slack` on a distance at fraction 0, and `drift` on what the
/// motion adds to it up to fraction 1.
template <exact_real T>
struct cast_numbers {
    using W = wide_t<T>;
    vec2<W> translation{}, of_a{}, of_b{};
    W radius_sum{}, slack{}, drift{};
};

/// cross(d, e), and where that cancels, the exact value to a rounding: the same bits in every build.
[[nodiscard, gnu::always_inline]] inline double same_cross(vec2<double> d, vec2<double> e, vec2<double> d_from,
                                                           vec2<double> d_to, vec2<double> e_from,
                                                           vec2<double> e_to) noexcept {
    const double l = product(d.x, e.y), r = product(d.y, e.x), value = l - r;
    if (magnitude(value) > 0x1p-20 * (magnitude(l) + magnitude(r))) [[likely]]
        return value;
    return exact::cross_accurate(d_from, d_to, e_from, e_to);
}

/// An edge that may be entered last, and the vertex of the other hull that is deepest behind it.
template <exact_real T>
struct edge_entry {
    using W = wide_t<T>;
    bool of_b = false;
    std::uint32_t edge = 0, vertex = 0;
    std::uint64_t behind = 0;      // the vertices that may be the deepest
    vec2<W> p{}, v{}, along{};     // the edge's first vertex, the vertex in front of it, and the edge
    W gap{}, closing{}, length{};  // times the length
    W fraction{};
};

/// The separation and the fraction at which the edge is entered, whichever lanes chose it.
template <exact_real T>
[[gnu::always_inline]] inline void evaluate_edge(edge_entry<T>& e, const rounded_hull<T>& a, const rounded_hull<T>& b,
                                                 const cast_numbers<T>& c) noexcept {
    using W = wide_t<T>;
    const rounded_hull<T>&owner = e.of_b ? b : a, &other = e.of_b ? a : b;
    const vec2<T> q = owner.in_column(next_index(e.edge, owner.count));
    e.p = widen(owner.in_column(e.edge)), e.along = widen(q) - e.p;
    std::uint64_t rest = e.behind;
    std::size_t j = static_cast<std::size_t>(std::countr_zero(rest));
    const vec2<W> to = widen(q);
    e.v = widen(other.in_column(j)), e.vertex = static_cast<std::uint32_t>(j);
    W least = same_cross(e.v - e.p, e.along, e.p, e.v, e.p, to);
    for (rest &= rest - 1; rest != 0; rest &= rest - 1) {
        j = static_cast<std::size_t>(std::countr_zero(rest));
        const vec2<W> v = widen(other.in_column(j));
        const W area = same_cross(v - e.p, e.along, e.p, v, e.p, to);
        if (area < least) least = area, e.v = v, e.vertex = static_cast<std::uint32_t>(j);
    }
    const W turn = cross(c.translation, e.along);
    e.closing = e.of_b ? W(0) - turn : turn;
    e.length = square_root(dot(e.along, e.along));
    e.gap = least - product(c.radius_sum, e.length);
    e.fraction = e.gap / e.closing;
}

/// The entry into the disc about vertex d of the difference. `is_all`: the difference is this disc.
///
/// With w the translation, r the sum of the radii: side is off by slack |w|, so `rest` by less than 4 r slack |w|^2.
/// Its root is then off by less than 2 r slack |w|^2 / half; as half <= r |w|, the fraction by less than 4 r slack /
/// half.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline verdict enter_disc(cast_hit<wide_t<T>>& at, vec2<wide_t<T>> d,
                                                            const cast_numbers<T>& c, bool is_all) noexcept {
    using W = wide_t<T>;
    const W squared = dot(c.translation, c.translation), ahead = dot(c.translation, d), side = cross(c.translation, d);
    const W reach = product(product(c.radius_sum, c.radius_sum), squared), rest = reach - product(side, side);
    const W allowed = W(4) * c.radius_sum * c.slack * squared;  // generous
    if (rest < W(0) - allowed) return verdict::no;
    if (!(rest > allowed)) return verdict::unsure;
    const W half = square_root(rest);
    at.fraction = (ahead - half) / squared;
    const W margin = W(4) * (c.slack + c.drift) * c.radius_sum, within = at.fraction * half;
    if (!(within > margin)) {
        // A single disc that is left before the start is certainly not met.
        return is_all && ahead + half < 0 && (W(0) - (ahead + half)) * half > margin * squared ? verdict::no
                                                                                               : verdict::unsure;
    }
    if (!(at.fraction < W(1))) return (at.fraction - W(1)) * half > margin ? verdict::no : verdict::unsure;
    if (!((W(1) - at.fraction) * half > margin)) return verdict::unsure;
    const W inverse = W(1) / (c.radius_sum * squared);
    const W along = half * inverse, across = side * inverse;
    at.normal = {product(c.translation.x, along) - product(c.translation.y, across),
                 product(c.translation.y, along) + product(c.translation.x, across)};
    return verdict::yes;
}

/// The cast of vertices u of a and v of b. The point is found from the shape whose data goes last, so that swapping
/// changes no bit.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline verdict
cast_discs(cast_hit<wide_t<T>>& at, const rounded_hull<T>& a, const rounded_hull<T>& b, vec2<wide_t<T>> u,
           vec2<wide_t<T>> v, const cast_numbers<T>& c, bool is_all) noexcept {
    const verdict meets = enter_disc<T>(at, v - u, c, is_all);
    if (meets == verdict::yes)
        at.point = data_before(a, b) ? v + c.of_b * at.fraction - at.normal * b.wide_radius()
                                     : u + c.of_a * at.fraction + at.normal * a.wide_radius();
    return meets;
}

/// The hit on the edge that is entered last, or on the disc at one of its ends.
///
/// The fraction is off by less than off length / closing, so the position on the edge by less than off + |w| off length
/// / closing, in units of the edge; four times that is generous. Positions and separations are times the length.
template <exact_real T>
[[nodiscard]] inline verdict meet_at_edge(cast_hit<wide_t<T>>& at, const edge_entry<T>& e, const rounded_hull<T>& a,
                                          const rounded_hull<T>& b, const cast_numbers<T>& c) noexcept {
    using W = wide_t<T>;
    const rounded_hull<T>& other = e.of_b ? a : b;
    const W sign = e.of_b ? W(1) : W(-1);
    const W t = e.fraction, squared = e.length * e.length;
    const W off = c.slack + c.drift * magnitude(t);
    const W shift = product(sign * dot(e.along, c.translation), t), place = dot(e.along, e.v - e.p) + shift;
    // The ends of what is level with the edge, within rounding of W, and of T for the point.
    W low = place, high = place, low_seen = place, high_seen = place;
    vec2<W> at_low = e.v, at_high = e.v;
    if ((e.behind & (e.behind - 1)) != 0) {  // vertices beside it may be level with it
        const W level = static_cast<W>(unit_roundoff<T>()) / unit_roundoff<W>() / W(24) * c.slack;
        for (const std::size_t k : {next_index(e.vertex, other.count), previous_index(e.vertex, other.count)}) {
            const vec2<W> v = widen(other.in_column(k)), w = v - e.p;
            const W drop = cross(w, e.along) - (e.gap + c.radius_sum * e.length), there = dot(e.along, w) + shift;
            if (!(drop <= larger(level, W(2) * c.slack) * e.length)) continue;
            low_seen = smaller(low_seen, there), high_seen = larger(high_seen, there);
            if (!(drop <= W(2) * c.slack * e.length)) continue;
            if (there < low) low = there, at_low = v;
            if (there > high) high = there, at_high = v;
        }
    }
    const W unsure = W(4) * off * e.length *
                     (W(1) + e.length * (magnitude(c.translation.x) + magnitude(c.translation.y)) / e.closing);
    const bool on_edge = low < squared - unsure && high > unsure;
    const vec2<W> moved = (e.of_b ? c.of_a : c.of_b) * t;
    const W radius = other.wide_radius();
    const vec2<W> outward{e.along.y / e.length, W(0) - e.along.x / e.length};
    const W toward = e.of_b ? W(-1) : W(1);
    if (on_edge) {
        const W margin = W(2) * off * e.length;
        if (!(e.gap > margin)) return verdict::unsure;
        if (!(e.closing - e.gap > margin)) return e.gap - e.closing > margin ? verdict::no : verdict::unsure;
        at.fraction = t;
        at.normal = {toward * outward.x + W(0), toward * outward.y + W(0)};
        at.point = e.v + moved - outward * radius;
        if (low_seen < high_seen) {
            const W middle = (larger(low_seen, W(0)) + smaller(high_seen, squared)) / W(2);
            at.point = at.point + e.along * ((middle - place) / squared);
        }
        return verdict::yes;
    }
    if (!(c.radius_sum > W(0))) return verdict::unsure;
    // The disc at that end.
    const bool at_end = low > squared - unsure;
    const vec2<W> u = at_end ? e.p + e.along : e.p, v = at_end ? at_low : at_high;
    const vec2<W> d = e.of_b ? u - v : v - u;
    const verdict meets = enter_disc<T>(at, d, c, false);
    if (meets == verdict::yes) at.point = v + (e.of_b ? c.of_a : c.of_b) * at.fraction - at.normal * (toward * radius);
    return meets;
}

/// Is e entered later than another edge? `unsure` within rounding.
template <exact_real T>
[[nodiscard]] inline verdict entered_later(const edge_entry<T>& e, const edge_entry<T>& other,
                                           const cast_numbers<T>& c) noexcept {
    using W = wide_t<T>;
    const W off = W(4) * (c.slack + c.drift);
    const W l = e.gap * other.closing, r = other.gap * e.closing;
    const W bound = off * (e.length * other.closing + other.length * e.closing);
    return l - r > bound ? verdict::yes : r - l > bound ? verdict::no : verdict::unsure;
}

template <exact_real T>
[[nodiscard, gnu::always_inline]] inline cast_numbers<T> numbers_of(const rounded_hull<T>& a, const rounded_hull<T>& b,
                                                                    const translations<T>& motion) noexcept {
    cast_numbers<T> c;
    c.of_a = widen(motion.of_a), c.of_b = widen(motion.of_b), c.translation = c.of_a - c.of_b;
    c.radius_sum = a.wide_radius() + b.wide_radius();
    c.slack = rounding_slack(largest_coordinate(a) + largest_coordinate(b));
    c.drift = rounding_slack(
        larger(larger(magnitude(c.of_a.x), magnitude(c.of_a.y)), larger(magnitude(c.of_b.x), magnitude(c.of_b.y))));
    return c;
}

/// Keeps the last one of several edges that may be entered last. Parallel edges of both hulls are one facet, of which
/// the farther one counts, or the one whose hull goes first by its data. False: exact arithmetic has to decide.
template <exact_real T>
[[nodiscard, gnu::noinline]] inline bool keep_last_entered(edge_entry<T>& last, const cast_candidates<T>& found,
                                                           const rounded_hull<T>& a, const rounded_hull<T>& b,
                                                           const cast_numbers<T>& c, T slack) noexcept {
    using W = wide_t<T>;
    bool first = true;
    for (const bool of_b : {false, true}) {
        for (std::uint64_t edges = of_b ? found.of_b : found.of_a; edges != 0; edges &= edges - 1) {
            if (first) {  // `last` as it came
                first = false;
                continue;
            }
            edge_entry<T> e;
            e.of_b = of_b, e.edge = static_cast<std::uint32_t>(std::countr_zero(edges));
            const rounded_hull<T>&owner = of_b ? b : a, &other = of_b ? a : b;
            e.behind = other.count == 1 ? 1 : lanes_16::deepest_behind(owner, e.edge, other, slack);
            if (e.behind == 0) return false;
            evaluate_edge(e, a, b, c);
            const verdict later = entered_later(e, last, c);
            if (later == verdict::no) continue;
            if (later == verdict::unsure) {  // one facet of both, or a vertex
                if (cross(e.along, last.along) != W(0)) return false;
                if (!(dot(e.along, last.along) * (e.of_b == last.of_b ? W(1) : W(-1)) > W(0))) return false;
                if (e.fraction < last.fraction) continue;
                if (e.fraction == last.fraction && e.of_b == data_before(a, b)) continue;
            }
            last = e;
        }
    }
    return true;
}

/// Hulls that lie on lines along the motion: the vertices that meet first.
template <exact_real T>
[[nodiscard, gnu::noinline]] inline verdict cast_along_lines(cast_hit<wide_t<T>>& at, const rounded_hull<T>& a,
                                                             const rounded_hull<T>& b,
                                                             const cast_numbers<T>& c) noexcept {
    using W = wide_t<T>;
    vec2<W> u = a.wide(0), v = b.wide(0);
    for (std::size_t i = 1; i < a.size(); ++i)
        if (dot(c.translation, a.wide(i) - u) > W(0)) u = a.wide(i);
    for (std::size_t i = 1; i < b.size(); ++i)
        if (dot(c.translation, b.wide(i) - v) < W(0)) v = b.wide(i);
    return cast_discs<T>(at, a, b, u, v, c, false);
}

/// The cast of two hulls. `unsure`: the start, or exact arithmetic, has to decide. @pre scales of 1, columns
template <exact_real T>
[[nodiscard]] inline verdict select_cast(cast_hit<wide_t<T>>& at, const rounded_hull<T>& a, const rounded_hull<T>& b,
                                         const translations<T>& motion) noexcept {
    const vec2<T> translation = motion.of_a - motion.of_b;
    cast_bounds<T> bounds;
    if (a.count + b.count < 3) {
        const T longest = larger(magnitude(translation.x), magnitude(translation.y)), radii = a.radius + b.radius,
                most = larger(larger(longest, radii), larger(a.extent, b.extent));
        if (!(most < T(0x1p60)) || !(smaller(longest, radii) > T(0x1p-60))) return verdict::unsure;
        return cast_discs<T>(at, a, b, a.wide(0), b.wide(0), numbers_of(a, b, motion), true);
    }
    cast_candidates<T> found;
    if (!bound_cast(bounds, a, b, translation)) return verdict::unsure;
    if (!filter_cast(found, a, b, translation, bounds)) return verdict::no;
    if (!(found.along < T(0) - bounds.beside)) return verdict::unsure;
    const std::uint64_t edges = found.of_a | found.of_b;
    const cast_numbers<T> c = numbers_of(a, b, motion);
    if (!(found.first > T(bounds.radius_sum > T(0) ? -1 : 0)))
        return bounds.radius_sum > T(0) && edges == 0 ? cast_along_lines(at, a, b, c) : verdict::unsure;
    if (found.behind == 0) return verdict::unsure;
    edge_entry<T> last;
    last.of_b = found.of_a == 0, last.behind = found.behind;
    last.edge = static_cast<std::uint32_t>(std::countr_zero(last.of_b ? found.of_b : found.of_a));
    evaluate_edge(last, a, b, c);
    const bool one = ((edges & (edges - 1)) | (found.of_a & found.of_b)) == 0;
    if (!one && !keep_last_entered(last, found, a, b, c, T(T(4) * bounds.error))) return verdict::unsure;
    return meet_at_edge(at, last, a, b, c);
}

}  // namespace hitbox::detail::inline HITBOX_ISA
