#pragma once
/// An oriented box.

#include <hitbox/core/quad.hpp>
#include <hitbox/core/rot2.hpp>
#include <hitbox/shapes/aabb.hpp>
#include <hitbox/shapes/convexity.hpp>

namespace hitbox {

/// An oriented box. As a shape it is the hull of its four vertices, centre +- rotated half extents. Each vertex is
/// rounded to T once (for float it is computed in double).
template <real T>
struct obb {
    using scalar_type = T;

    vec2<T> center{};
    vec2<T> half_extents{};
    rot2<T> rotation{};

    [[gnu::always_inline]] friend constexpr bool operator==(const obb&, const obb&) = default;

    /// Returns the box with this centre, half extents along its own axes, and angle from x towards y, in radians or
    /// degrees.
    [[nodiscard, gnu::always_inline]] static constexpr obb from_radians(vec2<T> middle, vec2<T> half,
                                                                        T angle) noexcept {
        return {middle, half, rot2<T>::from_radians(angle)};
    }
    [[nodiscard, gnu::always_inline]] static constexpr obb from_degrees(vec2<T> middle, vec2<T> half,
                                                                        T angle) noexcept {
        return {middle, half, rot2<T>::from_degrees(angle)};
    }
    /// Returns the box of this size that is turned about its centre. `corner` is the corner with the smaller
    /// coordinates before the rotation.
    [[nodiscard, gnu::always_inline]] static constexpr obb from_corner(vec2<T> corner, vec2<T> size,
                                                                       rot2<T> turned) noexcept {
        const vec2<T> half = size * (T(1) / T(2));
        return {corner + half, half, turned};
    }

    /// Returns the size along its own axes: twice the half extents.
    [[nodiscard, gnu::always_inline]] constexpr vec2<T> size() const noexcept { return half_extents + half_extents; }
    [[nodiscard, gnu::always_inline]] constexpr T width() const noexcept { return size().x; }
    [[nodiscard, gnu::always_inline]] constexpr T height() const noexcept { return size().y; }
};

template <class T>
obb(vec2<T>, vec2<T>) -> obb<T>;
template <class T>
obb(vec2<T>, vec2<T>, rot2<T>) -> obb<T>;

namespace detail {
template <real T>
inline constexpr const char* complaint<obb<T>> =
    "an obb, is not finite, is inside out, or has a rotation that is not of length 1";
template <real T>
inline constexpr std::uint32_t shape_kind<obb<T>> = 10;
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns true if the box and its vertices are finite, no half extent is negative, and the rotation is valid.
template <real T>
[[nodiscard]] constexpr bool valid(const obb<T>& box) noexcept {
    // A valid rotation may scale by up to about 1 + 2^-11.
    const T sum = box.half_extents.x + box.half_extents.y, extent = sum + sum / T(1024);
    return box.half_extents.x >= T(0) && box.half_extents.y >= T(0) && valid(box.rotation) &&
           is_finite(abs(box.center) + vec2<T>{extent, extent});
}

template <real T>
[[nodiscard]] constexpr vec2<T> center(const obb<T>& box) noexcept {
    return box.center;
}

}  // namespace HITBOX_ISA
}  // namespace hitbox

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The midpoints of a box's left and right sides, and the offset from there to its upper vertices.
template <real T>
struct obb_sides {
    vec2<wide_t<T>> left, right, v;

    constexpr explicit obb_sides(const obb<T>& box) noexcept {
        const auto middle = widen(box.center), half = widen(box.half_extents),
                   axis = widen(vec2<T>{box.rotation.c, box.rotation.s});
        const auto u = axis * half.x;
        left = middle - u, right = middle + u, v = perp(axis) * half.y;
    }
};

/// Returns the vertices counter-clockwise from the lower left one in the box's own frame, each rounded once.
template <real T>
[[nodiscard]] constexpr vertex_list<T, 4> rounded_vertices(const obb<T>& box) noexcept {
    const auto [left, right, v] = obb_sides<T>{box};
    return {{vec_cast<T>(left - v), vec_cast<T>(right - v), vec_cast<T>(right + v), vec_cast<T>(left + v)}, 4};
}

/// The vertices of a box in quads, with the same bits as `rounded_vertices`.
template <exact_real T>
struct vertex_quads {
    quad<T> x, y;

    [[gnu::always_inline]] inline explicit vertex_quads(const obb<T>& box) noexcept {
        using W = wide_t<T>;
        using Two = run_time_couple<W>;
        const vec2<W> middle = widen(box.center), half = widen(box.half_extents);
        const W c = static_cast<W>(box.rotation.c), s = static_cast<W>(box.rotation.s);
        const Two u = times(Two{c, s}, Two{half.x}), v = times(Two{W(0) - s, c}, Two{half.y});
        const auto all_four = [](W m, W along, W up) {  // one coordinate
            const Two ends = Two{m} + Two{W(0) - along, along};
            return narrowed_quad<T>(ends - Two{up}, ends.swapped() + Two{up});
        };
        x = all_four(middle.x, u[0], v[0]), y = all_four(middle.y, u[1], v[1]);
    }
    [[gnu::always_inline]] inline explicit vertex_quads(const aabb<T>& box) noexcept {
        const quad<T> ends = load_quad<T>(box);
        x = pick<0, 2, 2, 0>(ends), y = pick<1, 1, 3, 3>(ends);
    }
};

/// Returns true if the box is certainly so thick that the rounding of its vertices cannot make it degenerate.
///
/// |error of a vertex| <= d = 4 sqrt(2) u m, with the unit roundoff u and the largest coordinate m. The error of an
/// edge is then at most 2 d, and that of the cross product at a vertex, 4 hx hy, at most 4 d (hx + hy) + 4 d^2. The
/// cross product stays positive if both half extents are above 4 d < 24 u m.
template <real T>
[[nodiscard]] constexpr bool is_thick(const obb<T>& box) noexcept {
    if constexpr (std::floating_point<T>) {
        const vec2<T> c = abs(box.center), h = box.half_extents;
        const T smallest = smaller(h.x, h.y), largest = larger(c.x, c.y) + (h.x + h.y);
        return smallest > T(16) * std::numeric_limits<T>::epsilon() * largest;
    } else {
        return false;
    }
}

/// Fills the hull of a box with four vertices. A function of its own, because packs are not literal types.
template <exact_real T>
[[gnu::always_inline]] inline void fill_vertices(rounded_hull<T>& hull, T* columns, const obb<T>& box) noexcept {
    const vertex_quads<T> quads{box};
    fill_quad(hull, columns, quads.x, quads.y, 4);
}
template <exact_real T, std::size_t N>
[[gnu::noinline]] constexpr void fill_hull(rounded_hull<T>& hull, hull_storage<T, N>& s, const obb<T>& box) noexcept {
    hull.kind = shape_kind<obb<T>>, hull.own_center = box.center, hull.has_own_center = true;
    if (std::is_constant_evaluated()) return fill_from(hull, s.columns, vertices(box));
    if (!is_thick(box)) return fill_hull_of(hull, s.columns, rounded_vertices(box));
    fill_vertices(hull, s.columns, box);
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns the vertices. If rounding has made them equal or collinear, returns those of their hull.
template <real T>
[[nodiscard]] constexpr vertex_list<T, 4> vertices(const obb<T>& box) noexcept {
    auto list = detail::rounded_vertices(box);
    if (!detail::is_thick(box)) list = detail::hull_vertices(list);
    return list;
}

template <real T>
[[nodiscard]] constexpr T radius(const obb<T>&) noexcept {
    return T(0);
}

template <real T>
[[nodiscard]] constexpr vec2<T> support(const obb<T>& box, vec2<T> d) noexcept {
    return detail::farthest(detail::rounded_vertices(box), d);
}

template <real T>
[[nodiscard]] constexpr aabb<T> bounds(const obb<T>& box) noexcept {
    return detail::bounds_of<T>(detail::rounded_vertices(box), T(0));
}

template <real T>
[[nodiscard]] constexpr T area(const obb<T>& box) noexcept {
    return T(4) * box.half_extents.x * box.half_extents.y;
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
