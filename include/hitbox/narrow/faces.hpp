#pragma once
/// The extreme face of a shape along a direction, and the common part of two such faces.

#include <hitbox/narrow/separation.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The face (or vertex) of a shape that is farthest along a direction. `first` is its clockwise end, `last` the
/// counter-clockwise one.
template <scalar W>
struct face {
    vec2<W> first{}, last{};
};

/// Returns the face farthest along a direction. It consists of all vertices at most `tolerance` below the farthest one;
/// its ends are the outermost of these along the tangent. All vertices of a shape thinner than `tolerance` belong to
/// the face.
template <class Source, scalar W>
[[nodiscard]] constexpr face<W> farthest_face(const Source& s, vec2<W> direction, W tolerance) noexcept {
    vec2<W> top = s.widened(0);
    for (std::size_t i = 1; i < s.size(); ++i)
        if (dot(direction, s.widened(i) - top) > W(0)) top = s.widened(i);
    face<W> found{top, top};
    W low{0}, high{0};
    for (std::size_t i = 0; i < s.size(); ++i) {
        const vec2<W> offset = s.widened(i) - top;
        if (!(W(0) - dot(direction, offset) <= tolerance)) continue;
        const W position = cross(direction, offset);
        if (position > high) high = position, found.last = s.widened(i);
        if (position < low) low = position, found.first = s.widened(i);
    }
    return found;
}

/// The ends of a face with their positions along the tangent of `direction`, in world order: from left to right.
template <scalar W>
struct tangent_interval {
    vec2<W> first{}, last{};
    W first_position{}, last_position{};
};
template <scalar W>
[[nodiscard]] constexpr tangent_interval<W> tangent_interval_of(const face<W>& f, vec2<W> direction,
                                                                vec2<W> origin) noexcept {
    const bool in_order = !before(f.last, f.first);
    const vec2<W> first = in_order ? f.first : f.last, last = in_order ? f.last : f.first;
    return {first, last, cross(direction, first - origin), cross(direction, last - origin)};
}

/// Returns the point at a position on the tangent, or the end nearest to it.
template <scalar W>
[[nodiscard]] constexpr vec2<W> point_on(const tangent_interval<W>& s, W position) noexcept {
    // For a vertex, or an edge of width 0 in W, the fraction is 0. It is computed by the same instructions as for an
    // edge, because a branch on which of two shapes has the edge would be mispredicted.
    const W width = s.last_position - s.first_position, past_first = position - s.first_position;
    const W along = width == W(0) ? W(0) : past_first;
    const W fraction = along / (width + static_cast<W>(width == W(0) ? 1 : 0));
    if (!(fraction >= W(0))) return s.first;
    if (!(fraction < W(1))) return s.last;
    return s.first + (s.last - s.first) * fraction;
}

/// The common part of two intervals along the tangent; empty if high < low.
template <scalar W>
struct shared_part {
    W low{}, high{};
};
template <scalar W>
[[nodiscard]] constexpr shared_part<W> part_shared_by(const tangent_interval<W>& a,
                                                      const tangent_interval<W>& b) noexcept {
    return {larger(smaller(a.first_position, a.last_position), smaller(b.first_position, b.last_position)),
            smaller(larger(a.first_position, a.last_position), larger(b.first_position, b.last_position))};
}

/// Returns the middle of the common part of two intervals.
template <scalar W>
[[nodiscard]] constexpr W middle_of_overlap(const tangent_interval<W>& a, const tangent_interval<W>& b) noexcept {
    const shared_part<W> part = part_shared_by(a, b);
    return (part.low + part.high) / W(2);
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
