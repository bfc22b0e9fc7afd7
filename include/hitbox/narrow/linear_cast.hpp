#pragma once
/// The time and the normal at which a shape that moves along a line first touches another.
///
/// Seen from the first shape, the origin moves through the Minkowski difference of the two: the difference of the hulls
/// is a convex polygon, the radii grow it, and so the answer is that of a ray against a rounded polygon. Edges are
/// half-planes that the ray enters or leaves (Cyrus and Beck 1978); where it passes the last edge that it enters beyond
/// the end of that edge, only the disc at that end is left.

#include <hitbox/narrow/collide.hpp>
#include <hitbox/narrow/faces.hpp>
#include <hitbox/narrow/linear_cast_exact.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Where an endless way enters the grown Minkowski difference, if it meets it at all.
template <scalar W>
struct cast_entry {
    verdict meets = verdict::no;
    W fraction{};
    W margin{};        // the fraction may be off by that
    vec2<W> normal{};  // unit, from a to b
};

/// Fractions are cut off there, far beyond those that matter.
template <scalar W>
inline constexpr W most_fraction = std::floating_point<W> ? W(0x1p64) : W(1024);

/// x / y, cut off. @pre y >= 0
template <scalar W>
[[nodiscard]] constexpr W bounded_quotient(W x, W y) noexcept {
    constexpr W most = most_fraction<W>;
    return x >= most * y ? most : x <= W(0) - most * y ? W(0) - most : x / y;
}

/// Two shapes as scaled hulls, and the motion of the first as seen from the second.
template <scalar T>
struct linear_cast {
    using W = wide_t<T>;

    rounded_hull<T> a;
    rounded_hull<T> b;
    translations<T> motion;
    vec2<W> way{};
    W largest{};         // coordinate of both, added
    W slack{}, drift{};  // what rounding may do to a distance: at fraction 0, and from there to 1
    W manhattan{};       // |way.x| + |way.y|

    constexpr linear_cast(const rounded_hull<T>& first, const rounded_hull<T>& second,
                          const translations<T>& moves) noexcept
        : a{first}, b{second}, motion{moves} {
        const W size_a = largest_coordinate(a), size_b = largest_coordinate(b), size = motion.largest();
        a.scale = b.scale = safe_scale(larger(larger(size_a, size_b), size));
        way = motion.relative(a.scale);
        largest = size_a * a.scale + size_b * a.scale;
        slack = rounding_slack(largest);
        drift = rounding_slack(larger(magnitude(way.x), magnitude(way.y)));
        manhattan = magnitude(way.x) + magnitude(way.y);
    }

    [[nodiscard]] constexpr W reach() const noexcept { return a.wide_radius() + b.wide_radius(); }
    [[nodiscard]] constexpr W slack_at(W fraction) const noexcept {
        return slack + product(drift, magnitude(fraction));
    }
    /// The same the other way.
    [[nodiscard]] constexpr linear_cast backwards() const noexcept {
        linear_cast result = *this;
        result.motion = {motion.of_b, motion.of_a};
        result.way = vec2<W>{} - way;
        return result;
    }
};

/// Where the corners of a shape lie, seen along a way and across it.
template <scalar W>
struct shadows {
    W low_along{}, high_along{}, low_across{}, high_across{};
};
template <scalar T, scalar W>
[[nodiscard]] constexpr shadows<W> shadows_of(const rounded_hull<T>& s, vec2<W> way, vec2<W> origin) noexcept {
    const vec2<W> first = s.wide(0) - origin;
    const W along = dot(way, first), across = cross(way, first);
    shadows<W> result{along, along, across, across};
    for (std::size_t i = 1; i < s.size(); ++i) {
        const vec2<W> p = s.wide(i) - origin;
        const W x = dot(way, p), y = cross(way, p);
        result.low_along = smaller(result.low_along, x), result.high_along = larger(result.high_along, x);
        result.low_across = smaller(result.low_across, y), result.high_across = larger(result.high_across, y);
    }
    return result;
}

/// A quick no: seen along the way, one shape is beside the other, behind it, or farther ahead than the way leads. This
/// decides most misses.
template <scalar T>
[[nodiscard]] constexpr bool certainly_passes(const linear_cast<T>& s) noexcept {
    using W = wide_t<T>;
    const vec2<W> origin = s.a.wide(0);
    const shadows<W> a = shadows_of(s.a, s.way, origin), b = shadows_of(s.b, s.way, origin);
    const W aside = larger(b.low_across - a.high_across, a.low_across - b.high_across);
    const W ahead = b.low_along - a.high_along - dot(s.way, s.way), behind = a.low_along - b.high_along;
    return larger(aside, larger(ahead, behind)) > product(s.reach() + s.slack + s.drift, length_of(s.way));  // generous
}

/// An edge of the difference that the origin enters on its way.
template <scalar W>
struct entered_edge {
    W fraction{};
    W speed{};  // along the normal
    vec2<W> normal{};
};

/// An edge, scaled so that its length can be squared.
template <scalar W>
struct scaled_edge {
    W unit{};  // by how much: a power of two
    W size{};  // the larger coordinate of the edge
    vec2<W> edge{}, across{};

    /// @pre whole is not zero
    [[gnu::always_inline]] constexpr explicit scaled_edge(vec2<W> whole) noexcept {
        const W longest = larger(magnitude(whole.x), magnitude(whole.y));
        unit = safe_scale(longest), size = longest * unit;
        edge = whole * unit, across = {edge.y, W(0) - edge.x};
    }
    [[nodiscard, gnu::always_inline]] constexpr W length() const noexcept { return square_root(dot(edge, edge)); }
    /// No less than the length, and no root.
    [[nodiscard, gnu::always_inline]] constexpr W length_at_most() const noexcept {
        return magnitude(edge.x) + magnitude(edge.y);
    }
};

/// An edge that the origin may enter, from how far outside and how fast, both times the scaled length. Roots are left
/// for the edges that are entered last.
template <scalar W>
struct candidate_edge {
    W fraction{};
    W closing{};
    scaled_edge<W> scaled;
    bool of_b = false;

    [[nodiscard]] constexpr entered_edge<W> entered() const noexcept {
        const W length = scaled.length();
        const vec2<W> outward = vec2<W>{scaled.across.x / length, scaled.across.y / length} + vec2<W>{};
        return {fraction, closing / length, of_b ? vec2<W>{} - outward : outward};
    }
};

/// Calls f(edge) for every edge of `owner` that is entered; false if one keeps the shapes apart all the way.
template <bool Flipped, scalar T, class F>
constexpr bool for_entered_edges_of(const linear_cast<T>& s, const rounded_hull<T>& owner, const rounded_hull<T>& other,
                                    F&& f) noexcept {
    using W = wide_t<T>;
    bool never = false;
    for_each_edge(owner, [&](vec2<T> p, vec2<T> q) {
        const vec2<W> from = owner.wide(p), whole = owner.wide(q) - from;
        if (whole == vec2<W>{}) return true;  // scaled to nothing beside something of another order of magnitude
        const scaled_edge<W> scaled{whole};
        W least = dot(scaled.across, other.wide(0) - from);
        for (std::size_t i = 1; i < other.size(); ++i) least = smaller(least, dot(scaled.across, other.wide(i) - from));
        // Certainly left, and not between the shapes at the start: half of the edges.
        const W leaving = Flipped ? cross(s.way, scaled.edge) : cross(scaled.edge, s.way);
        if (least <= W(0) && leaving > product(W(16) * unit_roundoff<W>() * scaled.size, s.manhattan)) return true;
        const W gap = s.reach() > W(0) ? least - product(s.reach(), scaled.length()) : least;
        const W most = scaled.length_at_most(), allowed = product(s.slack, most);
        const W turn = cross_with_motion(p, q, s.motion, owner.scale, owner.shift()) * scaled.unit;
        const W closing = Flipped ? turn : W(0) - turn;
        if (gap > allowed && gap - closing > allowed + product(s.drift, most)) return !(never = true);
        if (!(closing > W(0))) return true;
        f(candidate_edge<W>{bounded_quotient(gap, closing), closing, scaled, Flipped});
        return true;
    });
    return !never;
}
template <scalar T, class F>
constexpr bool for_each_entered_edge(const linear_cast<T>& s, F&& f) noexcept {
    return for_entered_edges_of<false>(s, s.a, s.b, f) && for_entered_edges_of<true>(s, s.b, s.a, f);
}

/// The corners at the ends of a face, and their places along the tangent.
template <scalar W>
struct face_end {
    vec2<W> point{};
    W place{};
};
template <scalar W>
struct face_interval {
    face_end<W> low{}, high{};
};
template <class Source, scalar W>
[[nodiscard]] constexpr face_interval<W> face_interval_along(const Source& s, vec2<W> normal, vec2<W> outward,
                                                             vec2<W> origin, W slack) noexcept {
    const face<W> found = farthest_face(s, outward, slack);
    const face_end<W> first{found.first, cross(normal, found.first - origin)},
        last{found.last, cross(normal, found.last - origin)};
    const bool in_order = first.place == last.place ? !before(last.point, first.point) : first.place < last.place;
    return in_order ? face_interval<W>{first, last} : face_interval<W>{last, first};
}

/// Where the way enters the disc about the corner q - p of the difference.
template <scalar T, scalar W>
[[nodiscard]] constexpr cast_entry<W> entry_into_disc(const linear_cast<T>& s, vec2<W> p, vec2<W> q) noexcept {
    const W unit = safe_scale(larger(magnitude(s.way.x), magnitude(s.way.y)));
    const vec2<W> way = s.way * unit, d = q - p;
    const W squared = dot(way, way), length = square_root(squared);
    const W reach = product(s.reach(), length), side = cross(way, d), allowed = product(s.slack, length);
    // Half of the chord that the way cuts off; with that, sine and cosine of the angle between the normal and the way.
    // A disc of radius zero is hit head-on.
    const W aside = magnitude(side), scale = safe_scale(s.reach()), r = s.reach() * scale, c = side * scale;
    const W chord = aside < reach ? product(product(r, r), squared) - product(c, c) : W(0);
    const W half = square_root(larger(chord, W(0))) / scale;
    const bool head_on = side == W(0) || reach == W(0);
    const W sine = head_on ? W(0) : aside < reach ? side / reach : side < W(0) ? W(-1) : W(1);
    const W cosine = head_on ? W(1) : aside < reach ? half / reach : W(0);
    const vec2<W> along = way / length;
    cast_entry<W> result;
    result.meets = reach - aside > allowed ? verdict::yes : aside - reach > allowed ? verdict::no : verdict::unsure;
    result.fraction = bounded_quotient(dot(way, d) - half, squared / unit);
    const W off = W(4) * product(s.slack_at(result.fraction), length);  // generous
    result.margin = bounded_quotient(off, product(squared, cosine) / unit);
    result.normal = direction_of(along * cosine + perp(along) * sine, along);
    return result;
}

/// Does the endless way pass the difference within its reach?
template <scalar T>
[[nodiscard]] constexpr verdict way_meets(const linear_cast<T>& s) noexcept {
    using W = wide_t<T>;
    const vec2<W> along = direction_of(s.way, vec2<W>{}), origin = s.a.wide(0);
    W low_a{0}, high_a{0};
    for (std::size_t i = 1; i < s.a.size(); ++i) {
        const W side = cross(along, s.a.wide(i) - origin);
        low_a = smaller(low_a, side), high_a = larger(high_a, side);
    }
    W low_b = cross(along, s.b.wide(0) - origin), high_b = low_b;
    for (std::size_t i = 1; i < s.b.size(); ++i) {
        const W side = cross(along, s.b.wide(i) - origin);
        low_b = smaller(low_b, side), high_b = larger(high_b, side);
    }
    const W gap = larger(low_b - high_a, low_a - high_b) - s.reach();
    return gap > s.slack ? verdict::no : gap < W(0) - s.slack ? verdict::yes : verdict::unsure;
}

/// The faces along an edge's normal where the origin enters it: how far apart they are along it (less than 0: they
/// share a stretch), and the two ends that are nearest when it comes from below, or from above.
template <scalar W>
struct facing {
    W below{}, above{};
    vec2<W> low_of_a{}, high_of_a{}, low_of_b{}, high_of_b{};

    [[nodiscard]] constexpr W apart() const noexcept { return larger(below, above); }
};
template <scalar T, scalar W>
[[nodiscard]] constexpr facing<W> faces_at(const linear_cast<T>& s, const entered_edge<W>& edge) noexcept {
    const vec2<W> origin = s.b.wide(0), moved = s.way * edge.fraction;
    const auto a = face_interval_along(s.a, edge.normal, edge.normal, origin - moved, s.slack);
    const auto b = face_interval_along(s.b, edge.normal, vec2<W>{} - edge.normal, origin, s.slack);
    return {
        b.low.place - a.high.place, a.low.place - b.high.place, a.low.point, a.high.point, b.low.point, b.high.point};
}

/// The first of all discs and faces, for a way so nearly along an edge that rounding hides which edge is entered last.
template <scalar T>
[[nodiscard, gnu::noinline]] constexpr cast_entry<wide_t<T>>
find_entry_by_brute_force(const linear_cast<T>& s) noexcept {
    using W = wide_t<T>;
    cast_entry<W> best;
    const auto keep_first = [&best](const cast_entry<W>& next) {
        if (best.meets == verdict::no || next.fraction < best.fraction) best = next;
    };
    for (std::size_t i = 0; i < s.a.size(); ++i)
        for (std::size_t j = 0; j < s.b.size(); ++j) {
            const cast_entry<W> disc = entry_into_disc(s, s.a.wide(i), s.b.wide(j));
            if (disc.meets != verdict::no) keep_first(disc);
        }
    for_each_entered_edge(s, [&](const candidate_edge<W>& candidate) {
        const entered_edge<W> edge = candidate.entered();
        if (faces_at(s, edge).apart() < W(0))
            keep_first(
                {verdict::unsure, edge.fraction, bounded_quotient(s.slack_at(edge.fraction), edge.speed), edge.normal});
    });
    return best;
}

/// @pre the way is not zero
template <scalar T>
[[nodiscard]] constexpr cast_entry<wide_t<T>> find_entry(const linear_cast<T>& s) noexcept {
    using W = wide_t<T>;
    entered_edge<W> edge;
    bool found = false;
    const auto keep_last = [&](const candidate_edge<W>& candidate) {
        if (found && candidate.fraction < edge.fraction) return;
        const entered_edge<W> next = candidate.entered();
        if (!found || next.fraction > edge.fraction ||
            (next.fraction == edge.fraction &&
             (next.speed > edge.speed || (next.speed == edge.speed && wins_tie(next.normal, edge.normal, s.a, s.b)))))
            edge = next, found = true;
    };
    if (!for_each_entered_edge(s, keep_last)) return cast_entry<W>{};
    if (!found) {  // points, or hulls on lines along the way: the corners that meet first
        const vec2<W> along = direction_of(s.way, vec2<W>{});
        const auto front = face_interval_along(s.a, along, along, vec2<W>{}, W(0));
        const auto back = face_interval_along(s.b, along, vec2<W>{} - along, vec2<W>{}, W(0));
        return entry_into_disc(s, front.low.point, back.low.point);
    }

    // At that fraction, do the faces share a stretch? The way may be off by more along them than across.
    const W across = length_of(s.way), off = s.slack_at(edge.fraction);
    const bool grazes = !(edge.speed > across * W(0x1p-40));  // then it may be anywhere along them
    // A motion so short beside the shapes that its entry is unknown; the start decides better.
    if (!grazes && !(magnitude(edge.fraction) < most_fraction<W>))
        return cast_entry<W>{verdict::unsure, edge.fraction, W(0), edge.normal};
    const W everywhere = W(8) * (s.largest + product(across, W(1) + magnitude(edge.fraction)));  // generous
    const W slack = grazes ? everywhere : product(off, W(1) + across / edge.speed);
    facing<W> faces = faces_at(s, edge);
    cast_entry<W> result{verdict::yes, edge.fraction, bounded_quotient(off, edge.speed), edge.normal};
    if (faces.apart() < W(0) - slack) return result;
    result.meets = way_meets(s);
    if (result.meets == verdict::no) return result;
    if (!(s.reach() > W(0))) {
        result.meets = verdict::unsure;  // near a corner of two edges: which one it is, is found exactly
        return result;
    }
    if (grazes) {
        const cast_entry<W> first = find_entry_by_brute_force(s);
        return first.meets == verdict::no
                   ? cast_entry<W>{verdict::unsure, result.fraction, result.margin, result.normal}
                   : first;
    }
    // An edge that is entered at the same fraction, within rounding, may be the one whose faces meet.
    const W earliest = edge.fraction - W(2) * result.margin;  // generous
    for_each_entered_edge(s, [&](const candidate_edge<W>& candidate) {
        if (candidate.fraction < earliest) return;
        const entered_edge<W> next = candidate.entered();
        if (!(next.speed > across * W(0x1p-40))) return;
        const facing<W> others = faces_at(s, next);
        if (others.apart() < faces.apart()) faces = others, edge = next;
    });
    result.fraction = edge.fraction, result.normal = edge.normal;
    if (faces.apart() < W(0)) return result;
    // Where it could be either end, the way reaches one of them first.
    const bool upwards = cross(edge.normal, s.way) > W(0);
    const bool at_low_end = upwards ? faces.below >= W(0) - slack : !(faces.above >= W(0) - slack);
    const auto disc = at_low_end ? entry_into_disc(s, faces.high_of_a, faces.low_of_b)
                                 : entry_into_disc(s, faces.low_of_a, faces.high_of_b);
    if (disc.meets == verdict::yes || faces.apart() > slack) return disc;
    result.meets = verdict::unsure;
    return result;
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
