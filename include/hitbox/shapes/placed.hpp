#pragma once
/// The functions by which a shape with a transform is itself a shape, such as `support` and `bounds`.

#include <hitbox/shapes/baked.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The transformed vertices of a borrowed polygon of any size. They are computed on access, because they cannot be
/// stored. Rounding may make the outline concave, so edges are those of its hull, found by gift wrapping.
template <real T>
class moved_view {
public:
    constexpr moved_view() = default;
    constexpr moved_view(const convex_polygon_view<T>& polygon, const transform2<T>& t) noexcept
        : polygon_{polygon}, transform_{t} {}
    [[nodiscard]] constexpr std::size_t size() const noexcept { return polygon_.size(); }
    [[nodiscard]] constexpr vec2<T> operator[](std::size_t i) const noexcept { return transform_ * polygon_[i]; }
    [[nodiscard]] constexpr index_iterator<moved_view> begin() const noexcept { return {*this, 0}; }
    [[nodiscard]] constexpr index_iterator<moved_view> end() const noexcept { return {*this, size()}; }

private:
    convex_polygon_view<T> polygon_{};
    transform2<T> transform_{};
};

/// Returns an upper bound for the |coordinates| of the shape, or of its centre if the shape has no bounds.
template <class S>
[[nodiscard]] constexpr scalar_t<S> max_abs_of(const S& s) noexcept {
    using T = scalar_t<S>;
    if constexpr (requires { s.largest_coordinate(); }) {
        return s.largest_coordinate();
    } else {
        vec2<T> max_abs = abs(center(s));
        if constexpr (requires { bounds(s); }) max_abs = (max)(abs(bounds(s).min), abs(bounds(s).max));
        return larger(max_abs.x, max_abs.y);
    }
}

template <class S>
inline constexpr bool has_hull<placed<S>> = faceted<placed<S>> || is_any<S>;
template <class S>
    requires bakeable<placed<S>>
inline constexpr bool has_hull<placed<S>> =
    has_hull<std::remove_cvref_t<decltype(baked(std::declval<const placed<S>&>()))>>;

// Placed shapes: the same vertices as those of `baked`, without storing normals.

/// Fills the hull of a placed box that stays convex.
template <exact_real T, class Box>
[[gnu::noinline]] inline void fill_moved(rounded_hull<T>& hull, T* columns, const Box& box,
                                         const transform2<T>& by) noexcept {
    const box_columns<T> corners{box};
    lanes_16::fill_moved(hull, columns, 4, corners.x, corners.y, by);
}

template <class S, std::size_t N, scalar T = scalar_t<S>>
constexpr void fill_placed(rounded_hull<T>& hull, hull_storage<T, N>& s, const S& shape,
                           const transform2<T>& by) noexcept {
    if constexpr (!bakeable<placed<S>>) {
        hull.kind = shape_kind<S>, hull.radius = radius(shape);
        fill_from(hull, s.columns, moved(by, vertices(shape)));
    } else if constexpr (polygon_like<decltype(baked(at(shape, by)))>) {
        hull.kind = polygon_kind;
        if constexpr (exact_real<T>)
            if (!std::is_constant_evaluated() && stays_convex(shape, by)) [[likely]]
                return fill_moved(hull, s.columns, shape, by);
        fill_from(hull, s.columns, moved(by, vertices(shape)));
    } else {
        fill_hull(hull, s, baked(at(shape, by)));
    }
}

/// Fills the hull of a placed polygon. Returns false if rounding has made the transformed outline concave or
/// degenerate.
template <exact_real T, std::size_t M>
[[nodiscard, gnu::noinline]] inline bool
fill_moved(rounded_hull<T>& hull, T* columns, const convex_polygon<T, M>& polygon, const transform2<T>& by) noexcept {
    const std::size_t n = polygon.size();
    if (n > max_filtered || !stays_convex(polygon, by)) return false;
    fill_moved(hull, columns, n, polygon.x(), polygon.y(), by);
    return true;
}

/// Fills the hull of a placed polygon that rounding has made concave or degenerate, from the vertices of its hull.
template <scalar T, std::size_t M>
[[gnu::cold, gnu::noinline]] constexpr void
fill_concave(rounded_hull<T>& hull, T* columns, const convex_polygon<T, M>& polygon, const transform2<T>& by) noexcept {
    fill_from(hull, columns, moved(by, polygon));
}

template <scalar T, std::size_t M, std::size_t N>
constexpr void fill_placed(rounded_hull<T>& hull, hull_storage<T, N>& s, const convex_polygon<T, M>& polygon,
                           const transform2<T>& by) noexcept {
    hull.kind = polygon_kind;
    if constexpr (exact_real<T>)
        if (!std::is_constant_evaluated() && fill_moved(hull, s.columns, polygon, by)) [[likely]]
            return;
    fill_concave(hull, s.columns, polygon, by);
}
template <scalar T, std::size_t N>
constexpr void fill_placed(rounded_hull<T>& hull, hull_storage<T, N>& s, const convex_polygon_view<T>& view,
                           const transform2<T>& by) noexcept {
    const std::size_t n = view.size();
    vertex_list<T, N> vertices;
    hull.kind = shape_kind<convex_polygon_view<T>>;
    for (std::size_t i = 0; i < n && n <= N; ++i) vertices.push_back(by * view[i]);
    if (n > N || (n > 0 && !strictly_convex(vertices))) {
        s.rows = {view, by, true};
        hull.rows = &s.rows, hull.count = static_cast<std::uint32_t>(n);
        s.rows.is_concave = n <= N || !turns_left_once<T>(hull);
        vertices.count = 0;
        if (!s.rows.is_concave || !wrap_vertices(vertices, hull)) return measure_extent(hull);
        hull.rows = nullptr;
    }
    fill_from(hull, s.columns, vertices);
}
template <class S, std::size_t N, scalar T = scalar_t<S>>
constexpr void fill_placed(rounded_hull<T>& hull, hull_storage<T, N>& s, const rounded<S>& shape,
                           const transform2<T>& by) noexcept {
    fill_placed(hull, s, shape.core, by);
    hull.kind = 2 * hull.kind + 1;
    hull.radius = radius(shape);
}
template <class S, std::size_t N, scalar T = scalar_t<S>>
constexpr void fill_placed(rounded_hull<T>& hull, hull_storage<T, N>& s, const placed<S>& shape,
                           const transform2<T>& by) noexcept {
    fill_placed(hull, s, baked(shape), by);
}
template <real T, std::size_t N>
constexpr void fill_placed(rounded_hull<T>& hull, hull_storage<T, N>& s, const placed<convex_polygon_view<T>>& shape,
                           const transform2<T>& by) noexcept {
    fill_placed(hull, s, shape.shape, by * shape.transform);
}

template <class S, std::size_t N, scalar T = scalar_t<S>>
constexpr void fill_hull(rounded_hull<T>& hull, hull_storage<T, N>& s, const placed<S>& shape) noexcept {
    fill_placed(hull, s, shape.shape, shape.transform);
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

template <real T>
[[nodiscard]] constexpr auto vertices(const placed<convex_polygon_view<T>>& p) noexcept {
    return detail::moved_view<T>{p.shape, p.transform};
}
template <real T, std::size_t N>
[[nodiscard]] constexpr vertex_list<T, N> vertices(const placed<convex_polygon<T, N>>& p) noexcept {
    return detail::moved(p.transform, p.shape);
}
template <class S>
    requires requires(const S& s) { vertices(s).points; }
[[nodiscard]] constexpr auto vertices(const placed<S>& p) noexcept {
    return detail::moved(p.transform, vertices(p.shape));
}
template <class S>
    requires requires(const S& s) { radius(s); }
[[nodiscard]] constexpr scalar_t<S> radius(const placed<S>& p) noexcept {
    return radius(p.shape);
}

/// Returns true if the shape and the transform are valid, and the translation plus twice the largest |coordinate| of
/// the shape is in the range of T.
template <class S>
[[nodiscard]] constexpr bool valid(const placed<S>& p) noexcept {
    if (!detail::is_valid(p.shape) || !valid(p.transform)) return false;
    const auto max_abs = detail::max_abs_of(p.shape);
    return is_finite(abs(p.transform.translation) + vec2<scalar_t<S>>{max_abs, max_abs} +
                     vec2<scalar_t<S>>{max_abs, max_abs});
}
template <class S>
[[nodiscard]] constexpr vec2<scalar_t<S>> center(const placed<S>& p) noexcept {
    if constexpr (polygon_like<S>) return detail::mean<scalar_t<S>>(vertices(p));
    else if constexpr (detail::bakeable<placed<S>>) return center(baked(p));
    else return p.transform * center(p.shape);
}
template <convex S>
[[nodiscard]] constexpr vec2<scalar_t<S>> support(const placed<S>& p, vec2<scalar_t<S>> d) noexcept {
    if constexpr (polygon_like<S>) return detail::farthest(vertices(p), d);
    else if constexpr (detail::bakeable<placed<S>>) return support(baked(p), d);
    else return p.transform * support(p.shape, inverse(p.transform.rotation) * d);
}
template <class S>
    requires detail::bakeable<placed<S>> || polygon_like<S>
[[nodiscard]] constexpr aabb<scalar_t<S>> bounds(const placed<S>& p) noexcept {
    if constexpr (polygon_like<S>) return detail::bounds_of<scalar_t<S>>(vertices(p), scalar_t<S>(0));
    else return bounds(baked(p));
}
template <class S>
[[nodiscard]] constexpr scalar_t<S> area(const placed<S>& p) noexcept {
    return area(p.shape);
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
