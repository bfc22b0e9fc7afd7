#pragma once
/// The frame in which the faces of two hulls are clipped.

#include <hitbox/core/quad.hpp>
#include <hitbox/narrow/rounded_hull.hpp>

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

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
