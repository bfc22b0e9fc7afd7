#pragma once
/// The frame in which the faces of two hulls are clipped, and the points that are left.

#include <hitbox/core/quad.hpp>
#include <hitbox/shapes/rounded_hull.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The frame in which faces are clipped: positions along the reference edge and heights above it, both times the length
/// of that edge. They need neither root nor quotient, so they are exact for small integers. If |x y| of the edge is at
/// most 2^-600, as for an edge parallel to an axis, the frame consists of unit vectors, and `length` is 1.
template <scalar W>
struct edge_frame {
    vec2<W> along;  // from the first vertex of the reference edge to the next
    W squared, length;

    edge_frame() = default;
    [[gnu::always_inline]] constexpr edge_frame(vec2<W> edge, vec2<W> normal) noexcept
        : along{edge}, squared{1}, length{1} {
        if constexpr (std::floating_point<W>) {  // for other scalars, the range of squares is unknown
            if (magnitude(product(edge.x, edge.y)) > static_cast<W>(power_of_two(-600))) [[likely]] {
                squared = dot(edge, edge), length = root_of(squared);
                return;
            }
        }
        along = perp(normal);
    }
    [[nodiscard, gnu::always_inline]] constexpr W position(vec2<W> v) const noexcept { return dot(along, v); }
    /// Returns the height of v outwards from the reference edge.
    [[nodiscard, gnu::always_inline]] constexpr W height(vec2<W> v) const noexcept {
        return product(along.y, v.x) - product(along.x, v.y);
    }
    /// Returns the vector that has this position and this height.
    template <class Two>
    [[nodiscard, gnu::always_inline]] constexpr Two offset_by(W position, W height) const noexcept {
        const Two outward{along.y, W(0) - along.x};
        return (times(Two{along.x, along.y}, Two{position}) + times(outward, Two{height})) / Two{squared};
    }
    [[nodiscard]] constexpr vec2<W> offset(W position, W height) const noexcept {
        const couple<W> by = offset_by<couple<W>>(position, height);
        return {by[0], by[1]};
    }
};

/// Returns two coordinates of a hull's vertices, in wide arithmetic and scaled.
template <class Two, scalar T>
[[nodiscard, gnu::always_inline]] constexpr Two widened(const rounded_hull<T>& hull, T one, T another) noexcept {
    using W = wide_t<T>;
    if constexpr (std::same_as<T, double>) return times(Two{one, another}, Two{hull.scale});
    else if constexpr (std::same_as<Two, couple<W>>) return Two{static_cast<W>(one), static_cast<W>(another)};
    else return Two{one, another};
}

/// The two edges at a vertex of a hull with columns, in a frame. Element 0 of a couple belongs to the edge to the
/// previous vertex, element 1 to that to the next vertex.
template <class Two, scalar T>
struct edges_at_vertex {
    using W = wide_t<T>;

    std::size_t tips[2];  // the previous and the next vertex
    Two x, y;             // the vertex, in both elements
    Two heights, lengths;

    [[gnu::always_inline]] constexpr edges_at_vertex(const rounded_hull<T>& hull, std::size_t i) noexcept
        : tips{previous_index(i, hull.count), next_index(i, hull.count)},
          x{widened<Two>(hull, hull.x()[i], hull.x()[i])}, y{widened<Two>(hull, hull.y()[i], hull.y()[i])} {}
    [[gnu::always_inline]] constexpr void measure(const rounded_hull<T>& hull, const edge_frame<W>& frame) noexcept {
        const T *const xs = hull.x(), *const ys = hull.y();
        const Two to_x = widened<Two>(hull, xs[tips[0]], xs[tips[1]]) - x,
                  to_y = widened<Two>(hull, ys[tips[0]], ys[tips[1]]) - y, along_x{frame.along.x},
                  along_y{frame.along.y};
        heights = times(along_y, to_x) - times(along_x, to_y), lengths = times(along_x, to_x) + times(along_y, to_y);
    }
    /// Returns the index of the flatter edge, which is the incident edge.
    [[nodiscard, gnu::always_inline]] constexpr std::size_t flatter() const noexcept {
        const Two crossed = times(heights, lengths.swapped());
        return crossed[1] <= W(0) - crossed[0] ? 1 : 0;
    }
};

/// Returns the change of height up to which a face counts as level, which means parallel to the reference edge: an
/// error bound for the rounding of the coordinates and of their projections.
template <scalar T>
[[nodiscard]] constexpr wide_t<T> face_tolerance(T max_abs_coordinate, wide_t<T> scale = wide_t<T>(1)) noexcept {
    using W = wide_t<T>;
    return W(12) * static_cast<W>(unit_roundoff<T>()) * (static_cast<W>(max_abs_coordinate) * scale);
}
template <scalar T>
[[nodiscard]] constexpr wide_t<T> face_tolerance(const rounded_hull<T>& a, const rounded_hull<T>& b) noexcept {
    return face_tolerance(larger(a.max_abs_coordinate, b.max_abs_coordinate), a.scale);
}

/// One end of a face. Here and below, all positions and heights are in the frame of the reference edge.
template <scalar W>
struct edge_end {
    std::uint32_t vertex = 0;
    W position{};
};

/// A part of a hull's outline that faces the other hull, approximated by one line. Heights are measured backwards from
/// the vertex that is nearest to the other hull.
template <scalar W>
struct facing_edge {
    edge_end<W> low{}, high{};
    W start{}, height{};          // the height is `height` at position `start`
    W length{}, height_change{};  // and `height + height_change` at position `start + length`
    bool level = false;           // both heights are within rounding of 0

    /// Returns the height at a position. A line of length at most `tolerance` has no slope.
    [[nodiscard]] constexpr W height_at(W position, W tolerance) const noexcept {
        return magnitude(length) > tolerance ? height + product(position - start, height_change) / length : height;
    }
    [[nodiscard]] constexpr std::uint32_t nearer_end(W position) const noexcept {
        return position - low.position < high.position - position ? low.vertex : high.vertex;
    }
};

/// The flag that distinguishes an edge, which is named by its first vertex, from that vertex. No index has this bit.
inline constexpr std::uint32_t edge_flag = std::uint32_t{1} << 31;

/// A position on the tangent at which the faces meet.
template <scalar W>
struct clip_point {
    W position;
    W reference_height, other_height;  // the heights of both outlines there
    std::uint32_t reference_feature;   // a vertex, or with edge_flag an edge
    std::uint32_t other_vertex;
};

/// One or two positions at which two hulls without their radii meet, in ascending order. At one of them, the distance
/// of the hulls is the smallest: their separation along the axis. Members are uninitialised until they are computed.
template <scalar W>
struct clipped_faces {
    int count;
    bool low_is_nearest;
    W farther;     // the distance of the hulls at the other position
    vec2<W> p, v;  // points of the reference hull, at position 0, and of the other hull
    W foot;        // the position of v
    edge_frame<W> frame;
    clip_point<W> points[2];

    [[nodiscard]] constexpr vec2<W> on_reference(const clip_point<W>& at) const noexcept {
        return p + frame.offset(at.position, W(0) - at.reference_height);
    }
    [[nodiscard]] constexpr vec2<W> on_other(const clip_point<W>& at) const noexcept {
        return v + frame.offset(at.position - foot, at.other_height);
    }
    /// Returns the point midway between both outlines.
    template <class Two>
    [[nodiscard, gnu::always_inline]] constexpr Two between(const clip_point<W>& at) const noexcept {
        const Two half{W(1) / W(2)}, middle = times(Two{p.x, p.y}, half) + times(Two{v.x, v.y}, half);
        return middle + frame.template offset_by<Two>(at.position - product(foot, half[0]),
                                                      product(at.other_height - at.reference_height, half[0]));
    }
};

/// Returns the feature of the reference hull that meets a single vertex at a position: the reference edge, or the
/// vertex at one of its ends.
template <scalar W>
[[nodiscard, gnu::always_inline]] constexpr std::uint32_t feature_met(std::uint32_t from, std::uint32_t to, W foot,
                                                                      W last, W tolerance) noexcept {
    const std::uint32_t features[] = {from, to, from | edge_flag};
    const unsigned after_from = foot > tolerance ? 1 : 0, before_to = foot < last - tolerance ? 1 : 0;
    return features[after_from * (1 + before_to)];  // an index, because two conditions would become branches
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
