#pragma once
/// The centre of mass and the second moment of area of a shape.

#include <hitbox/shapes/any_shape.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// A sum that also adds up the rounding errors of its additions (Neumaier 1974).
template <real W>
class compensated_sum {
public:
    constexpr void add(W x) noexcept {
        const W sum = sum_ + x;
        rest_ += magnitude(sum_) < magnitude(x) ? (x - sum) + sum_ : (sum_ - sum) + x;
        sum_ = sum;
    }
    [[nodiscard]] constexpr W value() const noexcept { return sum_ + rest_; }

private:
    W sum_{0}, rest_{0};
};

/// Integrals over parts of a shape: of 1, of the position, and of the squared distance, relative to an origin near the
/// shape.
template <real W>
struct moments {
    W area{0};
    vec2<W> first{};
    W second{0};

    /// Adds a part, given by its area, its centroid, and its second moment about the centroid. All areas and moments
    /// are positive.
    constexpr void add(W part, vec2<W> middle, W own) noexcept {
        area += part, first += middle * part;
        second += own + product(part, length_squared(middle));
    }

    /// Adds the triangle of the origin, a and b. A triangle that rounding has turned inside out adds nothing.
    constexpr void add_triangle(vec2<W> a, vec2<W> b) noexcept {
        const W part = larger(cross(a, b) / W(2), W(0));
        const W squares = length_squared(a) + length_squared(b) - dot(a, b);
        add(part, (a + b) / W(3), product(part, squares) / W(18));
    }
    /// Adds the strip between the edge a-b and the same edge moved by r along its outward normal.
    constexpr void add_strip(vec2<W> a, vec2<W> b, vec2<W> normal, W r) noexcept {
        const W length = length_of(b - a), part = product(length, r);
        const W squares = product(length, length) + product(r, r);
        add(part, (a + b) / W(2) + normal * (r / W(2)), product(part, squares) / W(12));
    }
    /// Adds the sector of a disc about `vertex` between two unit normals, which enclose `angle`.
    constexpr void add_sector(vec2<W> vertex, vec2<W> from, vec2<W> to, W angle, W r) noexcept {
        const W squared = product(r, r), part = product(angle, squared) / W(2);
        vec2<W> middle{};
        if (angle != W(0)) middle = perp(from - to) * (W(2) * r / (W(3) * angle));
        add(part, vertex + middle, product(part, squared / W(2) - length_squared(middle)));
    }
};

/// Returns the outward unit normal of an edge, or zero for an edge of length 0.
template <real W>
[[nodiscard]] constexpr vec2<W> outward(vec2<W> a, vec2<W> b) noexcept {
    return direction_of(vec2<W>{b.y - a.y, a.x - b.x}, vec2<W>{});
}

/// Adds the rim of width r around the hull of n vertices (Steiner): a strip along each edge, and a sector at each
/// vertex.
template <real W, class Vertices>
constexpr void add_rim(moments<W>& m, const Vertices& vertex, std::size_t n, W r) noexcept {
    const vec2<W> none{};
    vec2<W> before = none;  // the normal of the last edge of nonzero length
    for (std::size_t i = 0; i < n; ++i) {
        const vec2<W> normal = outward(vertex(i), vertex(next_index(i, n)));
        if (normal != none) before = normal;
    }
    if (before == none) return m.add_sector(vertex(0), none, none, static_cast<W>(6.283185307179586477L), r);
    for (std::size_t i = 0; i < n; ++i) {
        const vec2<W> a = vertex(i), b = vertex(next_index(i, n)), normal = outward(a, b);
        if (normal == none) continue;
        const double angle =
            radians_of(static_cast<double>(cross(before, normal)), static_cast<double>(dot(before, normal)));
        m.add_sector(a, before, normal, static_cast<W>(angle), r);
        m.add_strip(a, b, normal, r);
        before = normal;
    }
}

/// Returns the offset from the first vertex to another, multiplied by a power of two so that it cannot overflow.
template <class Vertices, real W>
[[nodiscard]] constexpr vec2<W> offset_in(const Vertices& list, std::size_t i, W scale) noexcept {
    const vec2<W> from = widen(list[0]), to = widen(list[i]);
    return is_finite(to - from) ? (to - from) * scale : to * scale - from * scale;
}

/// Returns a power of two such that the fourth power of the scaled size neither overflows nor underflows.
template <real T, class Vertices>
[[nodiscard]] constexpr wide_t<T> size_scale(const Vertices& list, T r) noexcept {
    using W = wide_t<T>;
    W largest = static_cast<W>(r);
    for (std::size_t i = 1; i < list.size(); ++i) {
        const vec2<W> offset = abs(offset_in(list, i, W(1)));
        largest = larger(largest, larger(offset.x, offset.y));
    }
    return safe_scale(largest);
}

/// Returns the moments of the hull of the vertices, grown by r, about its first vertex and multiplied by `scale` (a
/// power of two).
template <real T, class Vertices>
[[nodiscard]] constexpr moments<wide_t<T>> moments_of(const Vertices& list, T r, wide_t<T> scale) noexcept {
    using W = wide_t<T>;
    moments<W> m;
    const std::size_t n = list.size();
    if (n == 0) return m;
    const auto vertex = [&](std::size_t i) { return offset_in(list, i, scale); };
    for (std::size_t i = 2; i < n; ++i) m.add_triangle(vertex(i - 1), vertex(i));
    if (r > T(0)) add_rim(m, vertex, n, product(static_cast<W>(r), scale));
    return m;
}

template <real T, class Vertices>
[[nodiscard]] constexpr vec2<T> centroid_of(const Vertices& list, T r) noexcept {
    const auto scale = size_scale(list, r);
    const auto m = moments_of(list, r, scale);
    if (!(m.area > wide_t<T>(0))) return mean<T>(list);
    const auto from = widen(vec2<T>{list[0]}), offset = m.first / m.area;
    // The sum is computed in the smaller of both scales, in which it does not overflow.
    if (scale < wide_t<T>(1)) return vec_cast<T>((from * scale + offset) / scale);
    return vec_cast<T>(from + offset / scale);
}

template <real T, class Vertices>
[[nodiscard]] constexpr T second_moment_of(const Vertices& list, T r) noexcept {
    const auto scale = size_scale(list, r);
    const auto m = moments_of(list, r, scale);
    if (!(m.area > wide_t<T>(0))) return T(0);
    const auto about_centroid = m.second - length_squared(m.first) / m.area;
    return round_to<T>(about_centroid / scale / scale / scale / scale);
}

/// Returns the second moment of a box, which does not depend on its position and rotation.
template <real T>
[[nodiscard]] constexpr T box_moment(vec2<wide_t<T>> size) noexcept {
    using W = wide_t<T>;
    if (!(size.x > W(0) && size.y > W(0))) return T(0);
    const W scale = safe_scale(larger(size.x, size.y));
    size *= scale;
    const W moment = product(product(size.x, size.y), length_squared(size)) / W(12);
    return round_to<T>(moment / scale / scale / scale / scale);
}

/// A shape whose centroid is its centre.
template <class S, class T = scalar_t<S>>
concept symmetric = std::same_as<S, vec2<T>> || std::same_as<S, circle<T>> || std::same_as<S, aabb<T>> ||
                    std::same_as<S, obb<T>> || std::same_as<S, segment<T>> || std::same_as<S, capsule<T>>;

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns the centre of mass of a shape of even density: the mean of all its points. For a shape without area, returns
/// its middle. `center` may be another point inside: for a polygon, the mean of its vertices.
template <class S>
    requires(faceted<S> || detail::is_any<S>) && real<scalar_t<S>>
[[nodiscard]] constexpr vec2<scalar_t<S>> centroid(const S& s) noexcept {
    if constexpr (detail::symmetric<S>) return center(s);
    else return detail::centroid_of<scalar_t<S>>(vertices(s), scalar_t<S>(radius(s)));
}

/// Returns the integral of the squared distance from the centroid over the shape's area, in fourth powers of the unit
/// of length: its moment of inertia at density 1. A body of a given mass has the moment of inertia mass / area(shape) *
/// second_moment(shape). Returns 0 for a shape without area.
template <class S>
    requires(faceted<S> || detail::is_any<S>) && real<scalar_t<S>>
[[nodiscard]] constexpr scalar_t<S> second_moment(const S& s) noexcept {
    return detail::second_moment_of<scalar_t<S>>(vertices(s), scalar_t<S>(radius(s)));
}

// Boxes have a closed form of the second moment.

template <real T>
[[nodiscard]] constexpr T second_moment(const aabb<T>& box) noexcept {
    return detail::box_moment<T>(detail::widen(box.max) - detail::widen(box.min));
}
template <real T>
[[nodiscard]] constexpr T second_moment(const obb<T>& box) noexcept {
    return detail::box_moment<T>(detail::widen(box.half_extents) + detail::widen(box.half_extents));
}

// The properties of a placed shape are those of the shape, transformed.

template <class S>
    requires requires(const S& s) { centroid(s); }
[[nodiscard]] constexpr vec2<scalar_t<S>> centroid(const placed<S>& p) noexcept {
    return p.transform * centroid(p.shape);
}
template <class S>
    requires requires(const S& s) { second_moment(s); }
[[nodiscard]] constexpr scalar_t<S> second_moment(const placed<S>& p) noexcept {
    return second_moment(p.shape);
}

// Shapes of a kind that is chosen at run time.

template <real T, std::size_t N>
[[nodiscard]] constexpr vec2<T> centroid(const any_shape<T, N>& s) noexcept {
    if (s.rounding != T(0)) return detail::centroid_of(vertices(s), radius(s));
    return std::visit([](const auto& known) { return centroid(known); }, s.value);
}
template <real T, std::size_t N>
[[nodiscard]] constexpr T second_moment(const any_shape<T, N>& s) noexcept {
    if (s.rounding != T(0)) return detail::second_moment_of(vertices(s), radius(s));
    return std::visit([](const auto& known) { return second_moment(known); }, s.value);
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
