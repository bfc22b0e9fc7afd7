#pragma once
/// Conversion of shapes into rounded hulls in world space.

#include <hitbox/core/quad.hpp>
#include <hitbox/narrow/rounded_hull.hpp>
#include <hitbox/shapes/any_shape.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Fills the hull of a point. A point has no edges, so no other column is read.
template <std::floating_point T>
[[gnu::always_inline]] inline void fill_point(rounded_hull<T>& hull, T* columns, vec2<T> p) noexcept {
    columns[0] = p.x, columns[4] = p.y;
    hull.columns = columns, hull.count = 1, hull.lanes = 4;
    hull.extent = larger(magnitude(p.x), magnitude(p.y)), hull.filtered = true;
}

/// Fills the hull of an axis-aligned box, whose normals are known. @pre min < max
template <std::floating_point T>
[[gnu::always_inline]] inline void fill_box(rounded_hull<T>& hull, T* columns, const aabb<T>& box) noexcept {
    const vec2<T> low = box.min, high = box.max, size = high - low;
    const vec2<T> most = (max)(abs(low), abs(high));
    hull.columns = columns, hull.count = 4, hull.lanes = 4;
    hull.extent = larger(most.x, most.y), hull.roundings = T(32);
    const T zero = T(0), one = T(1),
            rows[5][4] = {{low.x, high.x, high.x, low.x},
                          {low.y, low.y, high.y, high.y},
                          {zero, one, zero, -one},
                          {-one, zero, one, zero},
                          {-low.y, high.x, high.y, -low.x}};
    for (std::size_t row = 0; row < 2; ++row)
        for (std::size_t i = 0; i < 4; ++i) columns[4 * row + i] = rows[row][i];
    if (hull.bare) return;
    for (std::size_t row = 2; row < 5; ++row)
        for (std::size_t i = 0; i < 4; ++i) columns[4 * row + i] = rows[row][i];
    const T shortest = smaller(size.x, size.y);
    hull.filtered = shortest * shortest > tiny_square<T>;
}

/// Fills a hull of two to four vertices in registers; if there are fewer than four, the last one is repeated. Vertices
/// that were just stored one by one would be slow to load as a whole.
template <exact_real T>
[[gnu::noinline]] inline void fill_quad(rounded_hull<T>& hull, T* columns, quad<T> x, quad<T> y,
                                        std::size_t n) noexcept {
    const auto after = [n](const quad<T>& q) {
        return n == 4 ? pick<1, 2, 3, 0>(q) : n == 3 ? pick<1, 2, 0, 0>(q) : pick<1, 0, 0, 0>(q);
    };
    const quad<T> next_x = after(x), next_y = after(y);
    lanes_16::normals_filler<T> filler{hull, columns, n, 4};
    for (std::size_t k = 0; k < 4 / pack_size<T>; ++k)
        filler.put(k * pack_size<T>, {x.packs[k], y.packs[k]}, {next_x.packs[k], next_y.packs[k]});
    filler.finish();
}
/// Fills a hull whose vertices are already in the columns.
template <exact_real T>
[[gnu::noinline]] inline void fill_many(rounded_hull<T>& hull, T* columns, std::size_t n) noexcept {
    lanes_16::fill_columns(hull, columns, n, lanes_16::column_vertices<T>{columns, columns + (n + 3) / 4 * 4});
}

/// Adds the normals to a hull that was filled without them. @pre the hull does not borrow its columns
template <exact_real T>
inline void complete_normals(rounded_hull<T>& hull, T* columns) noexcept {
    if (!hull.bare) return;
    hull.bare = false;
    if (hull.columns == columns && hull.count > 1 && hull.count <= max_filtered) fill_many(hull, columns, hull.count);
}

template <class List>
concept one_point = requires(const List& list) { requires std::extent_v<decltype(list.points)> == 1; };

/// Fills a hull from a list of at most N vertices.
template <scalar T, class List>
constexpr void fill_from(rounded_hull<T>& hull, T* columns, const List& list) noexcept {
    const std::size_t n = list.size(), lanes = (n + 3) / 4 * 4;
    if constexpr (exact_real<T>)
        if (!std::is_constant_evaluated() && (one_point<List> || n == 1)) return fill_point(hull, columns, list[0]);
    hull.columns = columns, hull.count = static_cast<std::uint32_t>(n), hull.lanes = static_cast<std::uint32_t>(lanes);
    T *const x = columns, *const y = x + lanes;
    for (std::size_t i = 0; i < lanes && n > 0; ++i) {
        const vec2<T> p = list[i < n ? i : n - 1];
        x[i] = p.x, y[i] = p.y;
    }
    if constexpr (exact_real<T>)
        if (!std::is_constant_evaluated() && n > 1 && n <= max_filtered) return fill_many(hull, columns, n);
    measure_extent(hull);
}

/// Fills the hull of a shape that may be degenerate. This is rare and therefore not inlined.
template <exact_real T>
[[gnu::cold, gnu::noinline]] constexpr void fill_hull_of(rounded_hull<T>& hull, T* columns,
                                                         const vertex_list<T, 4>& corners) noexcept {
    fill_from(hull, columns, hull_corners(corners));
}

template <class S>  // even for plain shapes, odd for rounded ones
inline constexpr std::uint32_t shape_kind = 32 + 2 * sizeof(S);
template <scalar T>
inline constexpr std::uint32_t shape_kind<vec2<T>> = 0;
template <scalar T>
inline constexpr std::uint32_t shape_kind<circle<T>> = 2;
template <scalar T>
inline constexpr std::uint32_t shape_kind<segment<T>> = 4;
template <scalar T>
inline constexpr std::uint32_t shape_kind<capsule<T>> = 6;
template <scalar T>
inline constexpr std::uint32_t shape_kind<aabb<T>> = 8;
template <real T>
inline constexpr std::uint32_t shape_kind<obb<T>> = 10;
template <scalar T>
inline constexpr std::uint32_t shape_kind<triangle<T>> = 12;
inline constexpr std::uint32_t polygon_kind = 14, view_kind = 16;

/// The maximum number of vertices of a type of lists; for lists of any size, the number that is stored in columns.
template <class List>
inline constexpr std::size_t list_capacity = max_filtered;
template <scalar T, std::size_t N>
inline constexpr std::size_t list_capacity<vertex_list<T, N>> = (N + 3) / 4 * 4;

template <class S>
inline constexpr std::size_t hull_room = max_filtered;
template <faceted S>
inline constexpr std::size_t hull_room<S> = list_capacity<decltype(vertices(std::declval<const S&>()))>;
template <scalar T, std::size_t N>
inline constexpr std::size_t hull_room<convex_polygon<T, N>> = 1;  // the polygon's own columns are borrowed
template <scalar T, std::size_t N>
inline constexpr std::size_t hull_room<placed<convex_polygon<T, N>>> = list_capacity<vertex_list<T, N>>;
template <real T, std::size_t N>
inline constexpr std::size_t hull_room<any_shape<T, N>> =
    N > max_filtered ? list_capacity<vertex_list<T, N>> : max_filtered;
template <class S>
    requires bakeable<S> && faceted<S>
inline constexpr std::size_t hull_room<S> = list_capacity<decltype(vertices(std::declval<const S&>()))>;

/// A shape that stands for another one: a placed one for its world-space shape, any_shape for the shape it holds.
template <class S>
concept indirect = is_any<S> || bakeable<S>;

/// Calls f with the shape that `s` stands for.
template <class S, class F>
constexpr decltype(auto) resolve(const S& s, F&& f) {
    if constexpr (bakeable<S>) return resolve(baked(s), f);
    else if constexpr (!is_any<S>) return f(s);
    else if constexpr (requires { s.value; }) return visit_held(s, f);
    else return resolve(as_any(s), f);
}

/// Shapes that have a hull: those with vertices and a radius, also rounded, placed, or known at run time only.
template <class S>
inline constexpr bool has_hull = faceted<S> || is_any<S>;
template <class S>
inline constexpr bool has_hull<rounded<S>> = has_hull<S>;
template <class S>
inline constexpr bool has_hull<placed<S>> = faceted<placed<S>> || is_any<S>;
template <class S>
    requires bakeable<placed<S>>
inline constexpr bool has_hull<placed<S>> =
    has_hull<std::remove_cvref_t<decltype(baked(std::declval<const placed<S>&>()))>>;

// One function for each kind of shape. They fill the hull in place, because a returned hull would be copied.

template <class S, std::size_t N, scalar T = scalar_t<S>>
    requires faceted<S>
constexpr void fill(rounded_hull<T>& hull, hull_storage<T, N>& s, const S& shape) noexcept {
    hull.radius = radius(shape), hull.kind = shape_kind<S>;
    if constexpr (shape_kind<S> >= shape_kind<triangle<T>> || requires(const S& o) { o.half_extents; })
        hull.own_center = center(shape), hull.has_own_center = true;
    fill_from(hull, s.columns, vertices(shape));
}

template <exact_real T, std::size_t N>
constexpr void fill(rounded_hull<T>& hull, hull_storage<T, N>& s, const aabb<T>& box) noexcept {
    hull.kind = shape_kind<aabb<T>>;
    if (!std::is_constant_evaluated() && box.min.x < box.max.x && box.min.y < box.max.y)
        return fill_box(hull, s.columns, box);
    fill_from(hull, s.columns, vertices(box));
}

template <exact_real T, std::size_t N>
[[gnu::noinline]] constexpr void fill(rounded_hull<T>& hull, hull_storage<T, N>& s, const capsule<T>& shape) noexcept {
    hull.radius = shape.radius, hull.kind = shape_kind<capsule<T>>;
    if (std::is_constant_evaluated()) return fill_from(hull, s.columns, vertices(shape));
    if (shape.a == shape.b) return fill_point(hull, s.columns, shape.a);
    const quad<T> ends = load_quad<T>(shape);
    fill_quad(hull, s.columns, pick<0, 2, 2, 2>(ends), pick<1, 3, 3, 3>(ends), 2);
}

template <exact_real T, std::size_t N>
constexpr void fill(rounded_hull<T>& hull, hull_storage<T, N>& s, const segment<T>& shape) noexcept {
    fill(hull, s, capsule<T>{shape.a, shape.b, T(0)});
    hull.kind = shape_kind<segment<T>>;
}

template <exact_real T, std::size_t N>
[[gnu::noinline]] constexpr void fill(rounded_hull<T>& hull, hull_storage<T, N>& s, const triangle<T>& shape) noexcept {
    const auto side = exact::orient2d(shape.a, shape.b, shape.c);
    hull.kind = shape_kind<triangle<T>>, hull.has_own_center = !(side > 0);
    if (hull.has_own_center) hull.own_center = center(shape);  // otherwise, the mean of the vertices is the same
    if (std::is_constant_evaluated()) return fill_from(hull, s.columns, vertices(shape));
    if (!(side < 0 || side > 0)) return fill_hull_of(hull, s.columns, {{shape.a, shape.b, shape.c}, 3});
    const quad<T> a_b = load_quad<T>(shape), b_c = load_quad<T>(shape, 2);
    if (side > 0) fill_quad(hull, s.columns, pick<0, 2, 6, 6>(a_b, b_c), pick<1, 3, 7, 7>(a_b, b_c), 3);
    else fill_quad(hull, s.columns, pick<0, 6, 2, 2>(a_b, b_c), pick<1, 7, 3, 3>(a_b, b_c), 3);
}

/// Fills the hull of a box with four vertices. A function of its own, because packs are not literal types.
template <exact_real T>
[[gnu::always_inline]] inline void fill_corners(rounded_hull<T>& hull, T* columns, const obb<T>& box) noexcept {
    const corner_quads<T> corners_of{box};
    fill_quad(hull, columns, corners_of.x, corners_of.y, 4);
}
template <exact_real T, std::size_t N>
[[gnu::noinline]] constexpr void fill(rounded_hull<T>& hull, hull_storage<T, N>& s, const obb<T>& box) noexcept {
    hull.kind = shape_kind<obb<T>>, hull.own_center = box.center, hull.has_own_center = true;
    if (std::is_constant_evaluated()) return fill_from(hull, s.columns, vertices(box));
    if (!is_thick(box)) return fill_hull_of(hull, s.columns, corners(box));
    fill_corners(hull, s.columns, box);
}

template <scalar T>
constexpr void borrow_columns(rounded_hull<T>& hull, const polygon_columns<T>& columns, std::size_t n) noexcept {
    hull.columns = columns.first, hull.lanes = static_cast<std::uint32_t>(columns.lanes);
    hull.count = static_cast<std::uint32_t>(n);
    hull.extent = columns.largest, hull.roundings = std::same_as<T, float> ? T(12) : T(24);
    hull.filtered = n > 2 && columns.lanes <= max_filtered;  // the filter reads all lanes, also unused ones
}

template <scalar T, std::size_t M, std::size_t N>
constexpr void fill(rounded_hull<T>& hull, hull_storage<T, N>&, const convex_polygon<T, M>& polygon) noexcept {
    hull.kind = polygon_kind;
    if constexpr (real<T>) {
        borrow_columns(hull, {polygon.x(), polygon.lanes, polygon.largest_coordinate()}, polygon.size());
    } else {
        hull.columns = polygon.x(), hull.lanes = polygon.lanes, hull.count = static_cast<std::uint32_t>(polygon.size());
        measure_extent(hull);
    }
}

template <scalar T, std::size_t N>
constexpr void fill(rounded_hull<T>& hull, hull_storage<T, N>& s, const convex_polygon_view<T>& view) noexcept {
    const std::size_t n = view.size();
    hull.kind = view_kind;
    if (view.columns().first) return borrow_columns(hull, view.columns(), n);
    if (n <= N) return fill_from(hull, s.columns, view);
    s.rows = {view};
    hull.rows = &s.rows, hull.count = static_cast<std::uint32_t>(n);
    measure_extent(hull);
}

template <class S, std::size_t N, scalar T = scalar_t<S>>
constexpr void fill(rounded_hull<T>& hull, hull_storage<T, N>& s, const rounded<S>& shape) noexcept {
    fill(hull, s, shape.core);
    hull.kind = 2 * hull.kind + 1;
    hull.radius = radius(shape);
}

// Placed shapes: the same vertices as those of `baked`, without storing normals.

template <class S, std::size_t N, scalar T = scalar_t<S>>
constexpr void fill_placed(rounded_hull<T>& hull, hull_storage<T, N>& s, const S& shape,
                           const transform2<T>& by) noexcept {
    if constexpr (!bakeable<placed<S>>) {
        hull.kind = shape_kind<S>, hull.radius = radius(shape);
        fill_from(hull, s.columns, moved(by, vertices(shape)));
    } else if constexpr (polygon_like<decltype(baked(at(shape, by)))>) {
        hull.kind = polygon_kind;
        fill_from(hull, s.columns, moved(by, vertices(shape)));
    } else {
        fill(hull, s, baked(at(shape, by)));
    }
}
/// Fills the hull of a placed polygon. Returns false if rounding has made the transformed outline concave or
/// degenerate.
template <exact_real T, std::size_t M>
[[nodiscard, gnu::noinline]] inline bool
fill_moved(rounded_hull<T>& hull, T* columns, const convex_polygon<T, M>& polygon, const transform2<T>& by) noexcept {
    const std::size_t n = polygon.size();
    if (n < 3 || n > max_filtered || !valid(by.rotation) || !keeps_corners(polygon, max_abs_of(polygon, by)))
        return false;
#if HITBOX_HAS_AVX2_KERNELS
    if constexpr (std::same_as<T, float>)
        if ((n + 3) / 4 == 2 && has_avx2())
            return lanes_32::fill_moved(hull, columns, n, polygon.x(), polygon.y(), by), true;
#endif
    lanes_16::fill_moved(hull, columns, n, polygon.x(), polygon.y(), by);
    return true;
}

/// Fills the hull of a placed polygon that rounding has made concave or degenerate, from the vertices of its hull.
template <scalar T, std::size_t M>
[[gnu::cold, gnu::noinline]] constexpr void
fill_dented(rounded_hull<T>& hull, T* columns, const convex_polygon<T, M>& polygon, const transform2<T>& by) noexcept {
    fill_from(hull, columns, moved(by, polygon));
}

template <scalar T, std::size_t M, std::size_t N>
constexpr void fill_placed(rounded_hull<T>& hull, hull_storage<T, N>& s, const convex_polygon<T, M>& polygon,
                           const transform2<T>& by) noexcept {
    hull.kind = polygon_kind;
    if constexpr (exact_real<T>)
        if (!std::is_constant_evaluated() && fill_moved(hull, s.columns, polygon, by)) [[likely]]
            return;
    fill_dented(hull, s.columns, polygon, by);
}
template <scalar T, std::size_t N>
constexpr void fill_placed(rounded_hull<T>& hull, hull_storage<T, N>& s, const convex_polygon_view<T>& view,
                           const transform2<T>& by) noexcept {
    const std::size_t n = view.size();
    vertex_list<T, N> corners;
    hull.kind = view_kind;
    for (std::size_t i = 0; i < n && n <= N; ++i) corners.push_back(by * view[i]);
    if (n > N || (n > 0 && !strictly_convex(corners))) {
        s.rows = {view, by, true};
        hull.rows = &s.rows, hull.count = static_cast<std::uint32_t>(n);
        s.rows.dented = n <= N || !turns_left_once<T>(hull);
        corners.count = 0;
        if (!s.rows.dented || !wrap_corners(corners, hull)) return measure_extent(hull);
        hull.rows = nullptr;
    }
    fill_from(hull, s.columns, corners);
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
template <real T, std::size_t M, std::size_t N>
constexpr void fill_placed(rounded_hull<T>& hull, hull_storage<T, N>& s, const any_shape<T, M>& shape,
                           const transform2<T>& by) noexcept {
    std::visit([&](const auto& known) { fill_placed(hull, s, known, by); }, shape.value);
    hull.grow(shape.rounding);
}

template <class S, std::size_t N, scalar T = scalar_t<S>>
constexpr void fill(rounded_hull<T>& hull, hull_storage<T, N>& s, const placed<S>& shape) noexcept {
    fill_placed(hull, s, shape.shape, shape.transform);
}
template <real T, std::size_t M, std::size_t N>
constexpr void fill(rounded_hull<T>& hull, hull_storage<T, N>& s, const any_shape<T, M>& shape) noexcept {
    std::visit([&](const auto& known) { fill(hull, s, known); }, shape.value);
    hull.grow(shape.rounding);
}

/// The hull of a shape with its storage. @pre the shape outlives it
template <class S>
struct hull_of {
    rounded_hull<scalar_t<S>> hull;
    hull_storage<scalar_t<S>, hull_room<S>> storage;

    constexpr explicit hull_of(const S& shape, bool bare = false) noexcept {
        hull.bare = bare;
        fill(hull, storage, shape);
    }
    hull_of(const hull_of&) = delete;
    hull_of& operator=(const hull_of&) = delete;
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
