#pragma once
/// The start and the end of a linear cast. Clear cases are decided by the entry, the rest exactly.

#include <hitbox/narrow/linear_cast.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The sign of cross(q - p, v), exact.
template <exact_scalar T>
[[nodiscard]] constexpr int turn_sign(vec2<T> p, vec2<T> q, const translations<T>& v) noexcept {
    const double turn = exact::cross_of(widen(p), widen(q), widen(v.of_b), widen(v.of_a));
    return turn > 0 ? 1 : turn < 0 ? -1 : 0;
}

/// Of hulls that touch: is the way into every edge that touches?
template <bool Flipped, scalar T>
[[nodiscard]] constexpr bool goes_into_edges(const linear_cast<T>& s, const rounded_hull<T>& owner,
                                             const rounded_hull<T>& other) noexcept {
    bool into = true;
    for_each_edge(owner, [&](vec2<T> p, vec2<T> q) {
        if (side_of_line(p, q, other) == 0) into = turn_sign(p, q, s.motion) == (Flipped ? 1 : -1);
        return into;
    });
    return into;
}

/// For shapes that touch by their radii: returns whether the motion leads from the touching edge or vertex towards the
/// touching vertex. There is one direction between them, so any pair of touching features decides. 0: no such pair.
template <bool Flipped, scalar T>
[[nodiscard]] constexpr int approach_sign(const linear_cast<T>& s, const rounded_hull<T>& owner,
                                          const rounded_hull<T>& other) noexcept {
    const auto towards = [&s](vec2<T> from, vec2<T> to) {  // dot(to - from, way)
        const vec2<T> turned{to.y, T(0) - to.x}, start{from.y, T(0) - from.x};
        return turn_sign(start, turned, s.motion) * (Flipped ? -1 : 1);
    };
    int sign = 0;
    for (std::size_t i = 0; i < other.size() && sign == 0; ++i) {
        const vec2<T> x = other[i];
        if (owner.size() == 1 && exact::compare_distance(x, owner[0], s.a.radius, s.b.radius) == 0)
            return towards(owner[0], x);
        for_each_edge(owner, [&](vec2<T> p, vec2<T> q) {
            if (exact::compare_segment_distance(x, p, q, s.a.radius, s.b.radius) != 0) return true;
            if (exact::along(p, q, x) <= 0) sign = towards(p, x);
            else if (exact::along(q, p, x) <= 0) sign = towards(q, x);
            else sign = turn_sign(p, q, s.motion) * (exact::orient2d(p, q, x) < 0 ? -1 : 1) * (Flipped ? -1 : 1);
            return sign == 0;
        });
    }
    return sign;
}

/// Of touching shapes: do they penetrate as soon as they move?
template <scalar T>
[[nodiscard, gnu::noinline]] constexpr bool goes_in(const linear_cast<T>& s) noexcept {
    if constexpr (!exact_scalar<T>) {
        std::optional<contact<T>> hit;
        collide_hulls<aabb<T>, aabb<T>>(hit, s.a, s.b);
        return hit && dot(hit->normal, s.motion.relative(T(1))) > T(0);
    } else {
        if (s.reach() > 0)
            return approach_sign<false>(s, s.a, s.b) > 0 || (s.b.size() > 1 && approach_sign<true>(s, s.b, s.a) > 0);
        return s.a.size() + s.b.size() > 2 && goes_into_edges<false>(s, s.a, s.b) && goes_into_edges<true>(s, s.b, s.a);
    }
}

/// Is an edge of this squared length so short beside the coordinates (of which the largest is at least 2^-200, scaled)
/// that its products leave the range?
template <scalar W>
[[nodiscard]] constexpr bool is_speck(W squared) noexcept {
    if constexpr (std::same_as<W, double>) return !(squared > power_of_two(-900));
    else return false;
}

/// How a motion begins, or where it is stopped.
enum class passage_event { nothing, meeting, begins_touching, begins_going_in, begins_penetrating };

template <scalar W>
struct first_touch {
    passage_event event = passage_event::nothing;
    W fraction{};
    vec2<W> normal{};  // of a meeting: unit, from a to b
};

/// Clear cases by the way in; what is within rounding of another answer, exactly.
template <scalar T>
[[nodiscard]] constexpr first_touch<wide_t<T>> find_first_touch(const linear_cast<T>& s) noexcept {
    using W = wide_t<T>;
    using touch = first_touch<W>;
    cast_entry<W> in{verdict::unsure, W(0), W(4), vec2<W>{}};
    if (s.way != vec2<W>{} && !is_speck(dot(s.way, s.way))) {
        if (certainly_passes(s)) return touch{};
        in = find_entry(s);
    }
    if (in.meets == verdict::no) return touch{};
    if (in.meets == verdict::yes && in.fraction > in.margin) {
        if (in.fraction < W(1) - in.margin) return touch{passage_event::meeting, in.fraction, in.normal};
        if (in.fraction > W(1) + in.margin) return touch{};
    }
    const relation start = relation_of(s.a, s.b);
    if (start == relation::penetrating) return touch{passage_event::begins_penetrating};
    if (start == relation::touching)
        return touch{goes_in(s) ? passage_event::begins_going_in : passage_event::begins_touching};
    if (in.meets == verdict::yes && in.fraction < W(0) - in.margin) return touch{};
    if constexpr (exact_scalar<T>) {
        const exact_linear_cast exact{s.a, s.b, s.motion};
        if (!exact.meet()) return touch{};
        if (!(s.reach() > 0)) {
            const auto edge = exact.last_entered_edge();
            if (edge.found) in.fraction = edge.fraction, in.normal = edge.normal;
        }
    } else if (in.fraction < W(0) || in.fraction > W(1)) {
        return touch{};
    }
    // Sliding along within rounding: the way in may lie behind.
    if (in.normal == vec2<W>{} || in.fraction < W(0)) in.normal = direction_between(s.a, s.b);
    return touch{passage_event::meeting, larger(W(0), smaller(W(1), in.fraction)), in.normal};
}

/// Where the faces that touch at a fraction do, on b, which is where it was at fraction 0; scaled. The middle of the
/// stretch that they share.
template <scalar T, scalar W, class Source>
[[nodiscard]] constexpr vec2<W> touching_point_on(const linear_cast<T>& s, W fraction, vec2<W> normal,
                                                  const Source& of_shape_b) noexcept {
    // Rounding may have turned a face by that much: of its coordinates, or of how the normal was found.
    const W slack = larger(s.slack, static_cast<W>(unit_roundoff<T>()) * s.largest);
    const vec2<W> origin = s.b.wide(s.b[0]);
    const auto face_of_a = [&](W off) {
        return face_interval_along(s.a, normal, normal, origin - s.way * fraction, off);
    };
    const auto face_of_b = [&](W off) {
        return face_interval_along(of_shape_b, normal, vec2<W>{} - normal, origin, off);
    };
    auto on_a = face_of_a(slack), on_b = face_of_b(slack);
    const auto apart = [&] {
        return larger(on_a.low.place, on_b.low.place) - smaller(on_a.high.place, on_b.high.place);
    };
    // A motion that grazes an arc turns the normal by more, perhaps past that of the next side, whose other end is then
    // the farthest. Faces that touch have a place in common.
    for (W wider = W(4) * slack; W(0) < wider && wider < apart() * W(0x1p-10); wider = W(4) * wider)
        on_a = face_of_a(wider), on_b = face_of_b(wider);
    const W place = (larger(on_a.low.place, on_b.low.place) + smaller(on_a.high.place, on_b.high.place)) / W(2);
    const tangent_interval<W> of_b{on_b.low.point, on_b.high.point, on_b.low.place, on_b.high.place};
    return point_on(of_b, place) - normal * s.b.wide_radius();
}
template <scalar T, scalar W>
[[nodiscard]] constexpr vec2<W> touching_point(const linear_cast<T>& s, W fraction, vec2<W> normal) noexcept {
    return touching_point_on(s, fraction, normal, s.b);
}

/// The same where the face of b is known to be one edge and a is a point, unless a vertex beside that is level with it.
template <scalar T, scalar W>
[[nodiscard]] constexpr vec2<W> touching_point_on_edge(const linear_cast<T>& s, W fraction, vec2<W> normal,
                                                       std::size_t edge) noexcept {
    const std::size_t end = s.b.after(edge);
    const vec2<W> p = s.b.wide(edge), q = s.b.wide(end), origin = s.b.wide(0);
    const W slack = W(2) * larger(s.slack, static_cast<W>(unit_roundoff<T>()) * s.largest);
    const auto drop = [&](std::size_t i) {
        const vec2<W> v = s.b.wide(i);
        return smaller(dot(normal, v - p), dot(normal, v - q));
    };
    if (!(smaller(drop(s.b.before(edge)), drop(s.b.after(end))) > slack)) return touching_point(s, fraction, normal);
    const W place = cross(normal, s.a.wide(0) - (origin - s.way * fraction)), place_p = cross(normal, p - origin),
            place_q = cross(normal, q - origin);
    const tangent_interval<W> face =
        place_p < place_q ? tangent_interval<W>{p, q, place_p, place_q} : tangent_interval<W>{q, p, place_q, place_p};
    return point_on(face, place);
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
