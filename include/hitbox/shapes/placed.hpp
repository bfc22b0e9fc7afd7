#pragma once
/// The functions by which a shape with a transform is itself a shape, such as `support` and `bounds`.

#include <hitbox/shapes/baked.hpp>

#include <variant>

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
    } else if constexpr (requires { s.core; }) {
        return max_abs_of(s.core) + s.radius;
    } else if constexpr (requires { s.rounding; }) {
        return std::visit([](const auto& known) { return max_abs_of(known); }, s.value) + s.rounding;
    } else if constexpr (requires { s.radius; }) {  // the exact bounds of a round shape would take longer
        vec2<T> max_abs{};
        for (const vec2<T> p : vertices(s)) max_abs = (max)(max_abs, abs(p));
        return larger(max_abs.x, max_abs.y) + s.radius;
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

/// A transform as packs of two: the coordinates of the rotated unit vectors along x and y, and the translation.
template <exact_real T>
struct rotation_lanes {
    pack<double> of_x, of_y, translation;

    [[gnu::always_inline]] explicit rotation_lanes(const transform2<T>& where) noexcept
        : of_x{both(where.rotation.c, where.rotation.s)}, of_y{both(-where.rotation.s, where.rotation.c)},
          translation{both(where.translation.x, where.translation.y)} {}
    [[nodiscard, gnu::always_inline]] pack<double> along_x(T x) const noexcept {
        return rounded_product<double>(of_x, pack_of(static_cast<double>(x)));
    }
    [[nodiscard, gnu::always_inline]] pack<double> along_y(T y) const noexcept {
        return rounded_product<double>(of_y, pack_of(static_cast<double>(y)));
    }
    /// Returns the box between two rotated points, translated.
    [[nodiscard, gnu::always_inline]] aabb<T> box(const pack<double>& low, const pack<double>& high) const noexcept {
        const pack<double> zero = pack_of(0.), from = low + translation + zero, to = high + translation + zero;
        return {{round_to<T>(from[0]), round_to<T>(from[1])}, {round_to<T>(to[0]), round_to<T>(to[1])}};
    }

private:
    [[nodiscard, gnu::always_inline]] static pack<double> both(T a, T b) noexcept {
        return pack_from<double>([&](std::size_t i) { return static_cast<double>(i == 0 ? a : b); });
    }
};

/// Returns the box around n transformed vertices, each rounded in the same way as a vertex of the placed shape.
/// Rounding keeps the order of numbers, so only the lowest and highest coordinates are translated and rounded. The box
/// is not finite if a vertex is not, or if there is none.
template <exact_real T, class Corner>
[[nodiscard]] inline aabb<T> box_of_moved(const transform2<T>& where, std::size_t n, const Corner& corner) noexcept {
    const rotation_lanes<T> lanes{where};
    const auto rotated = [&](std::size_t i) {
        const vec2<T> p = corner(i);
        return lanes.along_x(p.x) + lanes.along_y(p.y);
    };
    pack<double> low = rotated(0), high = low;
    for (std::size_t i = 1; i < n; ++i) {
        const pack<double> p = rotated(i);
        low = lower(low, p), high = upper(high, p);
    }
    return lanes.box(low, high);
}
template <exact_real T>
[[nodiscard]] inline aabb<T> box_of_moved(const transform2<T>& where, const obb<T>& box) noexcept {
    const vertex_list<T, 4> corners = vertices(box);
    return box_of_moved(where, corners.size(), [&corners](std::size_t i) { return corners[i]; });
}
template <exact_real T, std::size_t N>
[[nodiscard]] inline aabb<T> box_of_moved(const transform2<T>& where, const convex_polygon<T, N>& polygon) noexcept {
    constexpr T none = std::numeric_limits<T>::quiet_NaN();
    if (polygon.size() == 0) return {{none, none}, {none, none}};
    return box_of_moved(where, polygon.size(),
                        [x = polygon.x(), y = polygon.y()](std::size_t i) { return vec2<T>{x[i], y[i]}; });
}
/// Returns the same for a box, whose lowest sums are those of the lowest products.
template <exact_real T>
[[nodiscard]] inline aabb<T> box_of_moved(const transform2<T>& where, const aabb<T>& box) noexcept {
    const rotation_lanes<T> lanes{where};
    const pack<double> x0 = lanes.along_x(box.min.x), x1 = lanes.along_x(box.max.x), y0 = lanes.along_y(box.min.y),
                       y1 = lanes.along_y(box.max.y);
    // In this order, a NaN is in one of the sums.
    return lanes.box(lower(x0, x1) + lower(y0, y1), upper(x1, x0) + upper(y1, y0));
}

/// Returns the bounds of a placed shape by its baked vertices.
template <class S, real T>
[[nodiscard]] constexpr aabb<T> bounds_of_baked(const S& s, const transform2<T>& where) noexcept {
    if constexpr (polygon_like<S>) return bounds_of<T>(vertices(at(s, where)), T(0));
    else return bounds(baked(at(s, where)));
}
/// Returns the bounds of a placed shape without its normals, which take most of the time of `baked`. At run time, the
/// box is not finite if the placed shape is not.
template <class S, real T>
[[nodiscard]] constexpr aabb<T> bounds_at(const S& s, const transform2<T>& where) noexcept {
    if constexpr (requires { box_of_moved(where, s); })
        if (!std::is_constant_evaluated()) return box_of_moved(where, s);
    return bounds_of_baked(s, where);
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
    const aabb<scalar_t<S>> box = detail::bounds_at(p.shape, p.transform);
    return is_finite(box.max - box.min) ? box : detail::bounds_of_baked(p.shape, p.transform);
}
template <class S>
[[nodiscard]] constexpr scalar_t<S> area(const placed<S>& p) noexcept {
    return area(p.shape);
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
