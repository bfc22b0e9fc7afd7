#pragma once
/// Conversion of shapes into rounded hulls in world space. Most shapes have their own `fill_hull`, in their header.

#include <hitbox/core/quad.hpp>
#include <hitbox/shapes/rounded_hull.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Fills the hull of a point. A point has no edges, so no other column is read.
template <std::floating_point T>
[[gnu::always_inline]] inline void fill_point(rounded_hull<T>& hull, T* columns, vec2<T> p) noexcept {
    columns[0] = p.x, columns[4] = p.y;
    hull.columns = columns, hull.count = 1, hull.lanes = 4;
    hull.max_abs_coordinate = larger(magnitude(p.x), magnitude(p.y)), hull.filtered = true;
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
/// Fills the hull of a segment from both ends.
template <exact_real T>
[[gnu::noinline]] inline void fill_ends(rounded_hull<T>& hull, T* columns, quad<T> ends) noexcept {
    if (ends[0] == ends[2] && ends[1] == ends[3]) return fill_point(hull, columns, {ends[0], ends[1]});
    fill_quad(hull, columns, pick<0, 2, 2, 2>(ends), pick<1, 3, 3, 3>(ends), 2);
}
/// Fills a hull whose vertices are already in the columns.
template <exact_real T>
[[gnu::noinline]] inline void fill_many(rounded_hull<T>& hull, T* columns, std::size_t n) noexcept {
    lanes_16::fill_columns(hull, columns, n, lanes_16::column_vertices<T>{columns, columns + (n + 3) / 4 * 4});
}

/// Fills the hull of a polygon that is moved by a transform. @pre the transformed vertices are strictly convex, and n
/// <= max_filtered
template <exact_real T>
[[gnu::always_inline]] inline void fill_moved(rounded_hull<T>& hull, T* columns, std::size_t n, const T* x, const T* y,
                                              const transform2<T>& by) noexcept {
#if HITBOX_HAS_AVX2_KERNELS
    if constexpr (std::same_as<T, float>)
        if ((n + 3) / 4 == 2 && has_avx2()) return lanes_32::fill_moved(hull, columns, n, x, y, by);
#endif
    lanes_16::fill_moved(hull, columns, n, x, y, by);
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

/// Fills a hull from a list of vertices that fit into `columns`.
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

// One function for each kind of shape, mostly in the header of the shape. They fill the hull in place, because a
// returned hull would be copied.

template <class S, std::size_t N, scalar T = scalar_t<S>>
    requires faceted<S>
constexpr void fill_hull(rounded_hull<T>& hull, hull_storage<T, N>& s, const S& shape) noexcept {
    hull.radius = radius(shape), hull.kind = shape_kind<S>;
    if constexpr (shape_kind<S> >= 10) hull.own_center = center(shape), hull.has_own_center = true;
    fill_from(hull, s.columns, vertices(shape));
}

/// The hull of a shape with its storage. @pre the shape outlives it
template <class S>
struct hull_of {
    rounded_hull<scalar_t<S>> hull;
    hull_storage<scalar_t<S>, hull_room<S>> storage;

    constexpr explicit hull_of(const S& shape, bool bare = false) noexcept {
        hull.bare = bare;
        fill_hull(hull, storage, shape);
    }
    hull_of(const hull_of&) = delete;
    hull_of& operator=(const hull_of&) = delete;
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
