#pragma once
/// What all shapes with vertices are to the narrow phase: a convex polygon, segment or point, grown by a radius.

#include <hitbox/core/wide.hpp>
#include <hitbox/shapes/check_arguments.hpp>

namespace hitbox::detail::inline HITBOX_ISA {

/// How two closed sets lie: no common point; common points, but the origin on the boundary of the Minkowski difference;
/// the origin inside it.
enum class relation { apart, touching, penetrating };

[[nodiscard]] constexpr relation relation_of_sign(int sign) noexcept {
    return static_cast<relation>(1 - sign);  // a choice would be a branch
}

inline constexpr const char* invalid_shape = "a shape is not finite, has a negative size, or is empty";

/// Both shapes are usable. A broken one was flagged by check_arguments, at the front door.
template <class A, class B>
[[nodiscard]] constexpr bool expect_valid(const A& a, const B& b) {
    return is_valid(a) && is_valid(b);
}

/// Half the distance from 1 to the next number.
template <scalar W>
[[nodiscard]] constexpr W unit_roundoff() noexcept {
    if constexpr (std::floating_point<W>) return std::numeric_limits<W>::epsilon() / 2;
    else return W(1) / W(1024);
}

/// Larger than any separation.
template <scalar W>
[[nodiscard]] constexpr W most() noexcept {
    if constexpr (std::floating_point<W>) return std::numeric_limits<W>::infinity();
    else return (std::numeric_limits<W>::max)();
}

/// No hull with more vertices is looked at by the filter: sets of edges are 64 bits.
inline constexpr std::size_t most_filtered = 64;

/// Vertices that do not lie in columns: a borrowed polygon of any size, moved as its vertices are asked for.
template <scalar T>
struct vertex_rows {
    convex_polygon_view<T> polygon{};
    transform2<T> transform{};
    bool moved = false;
    bool dented = false;  // by rounding: neighbours in the list may not be neighbours on the hull

    [[nodiscard, gnu::cold, gnu::noinline]] constexpr vec2<T> operator[](std::size_t i) const noexcept {
        return moved ? transform * polygon[i] : polygon[i];
    }
};
template <std::signed_integral T>
struct vertex_rows<T> {
    convex_polygon_view<T> polygon{};
    static constexpr bool dented = false;

    [[nodiscard]] constexpr vec2<T> operator[](std::size_t i) const noexcept { return polygon[i]; }
};

/// A borrowed convex hull and the radius by which it is grown. Every exact shape becomes one at the door of a query,
/// and all that follows is compiled once for each type of numbers.
///
/// Vertices are strictly convex and counter-clockwise; two make a segment, one a point.
template <scalar T>
struct rounded_hull {
    using scalar_type = T;
    using wide_type = wide_t<T>;

    /// x, y, and for the filter also normal_x, normal_y and offset: the outward unit normals of the edges,
    /// approximately, and dot(normal, vertex). Each column is `lanes` long; beyond the last vertex it is repeated, and
    /// no vertex reaches the offset.
    const T* columns = nullptr;
    const vertex_rows<T>* rows = nullptr;  // instead of columns
    std::uint32_t lanes = 0;
    std::uint32_t count = 0;
    T radius{};
    T extent{};              // no less than any |coordinate| of a vertex
    T roundings{};           // by how many unit roundoffs of the extents a filtered separation may be off
    bool filtered = false;   // normals are there, and no square of an edge leaves the range
    std::uint32_t kind = 0;  // tells shapes of different types with the same vertices apart
    wide_type scale{1};      // a power of two by which magnitudes are computed, so that no square leaves the range
    vec2<T> own_center{};    // what the shape says it is
    bool has_own_center = false;

    [[nodiscard]] constexpr std::size_t size() const noexcept { return count; }
    [[nodiscard]] constexpr const T* x() const noexcept { return columns; }
    [[nodiscard]] constexpr const T* y() const noexcept { return columns + lanes; }
    [[nodiscard]] constexpr const T* normal_x() const noexcept { return columns + 2 * lanes; }
    [[nodiscard]] constexpr const T* normal_y() const noexcept { return columns + 3 * lanes; }
    [[nodiscard]] constexpr const T* offset() const noexcept { return columns + 4 * lanes; }

    [[nodiscard, gnu::always_inline]] constexpr vec2<T> operator[](std::size_t i) const noexcept {
        if (rows) [[unlikely]]
            return (*rows)[i];
        return {columns[i], columns[lanes + i]};
    }
    /// The same by a call, which is smaller: where it is seldom asked for.
    [[nodiscard, gnu::cold, gnu::noinline]] constexpr vec2<T> vertex(std::size_t i) const noexcept {
        return (*this)[i];
    }
    [[nodiscard]] constexpr bool dented() const noexcept { return rows && rows->dented; }
    /// It may be no more than a segment wide.
    [[nodiscard]] constexpr bool is_thin() const noexcept { return count <= 2 || dented(); }

    /// The vertex after one, counter-clockwise, and the one before.
    [[nodiscard, gnu::always_inline]] constexpr std::size_t after(std::size_t i) const noexcept {
        if (dented()) [[unlikely]]
            return wrapped(i, false);
        return next_index(i, count);
    }
    [[nodiscard]] constexpr std::size_t before(std::size_t i) const noexcept {
        if (dented()) [[unlikely]]
            return wrapped(i, true);
        return previous_index(i, count);
    }
    /// Is there an edge from this vertex to the next?
    [[nodiscard]] constexpr bool has_edge(std::size_t i) const noexcept {
        if (dented()) [[unlikely]]
            return is_vertex(i);
        return count > 1;
    }

    /// What ties look at: where the shape does not say it, the mean of the vertices.
    [[nodiscard]] constexpr vec2<T> center() const noexcept { return has_own_center ? own_center : mean<T>(*this); }

    /// In wide arithmetic, and scaled.
    [[nodiscard, gnu::always_inline]] constexpr vec2<wide_type> wide(vec2<T> p) const noexcept {
        if constexpr (std::same_as<T, double>) return p * scale;
        else return widen(p);
    }
    [[nodiscard, gnu::always_inline]] constexpr vec2<wide_type> wide(std::size_t i) const noexcept {
        return wide((*this)[i]);
    }
    [[nodiscard]] constexpr wide_type wide_radius() const noexcept { return static_cast<wide_type>(radius) * scale; }
    /// Rounded to T, and scaled back; infinity beyond the range of T, in constant evaluation too.
    [[nodiscard]] constexpr T unscaled(wide_type w) const noexcept {
        if constexpr (std::same_as<T, double>) {
            constexpr T infinity = std::numeric_limits<T>::infinity();
            if (scale < 1 && magnitude(w) > (std::numeric_limits<T>::max)() * scale)
                return w < 0 ? -infinity : infinity;
            return w / scale;
        } else {
            return round_to<T>(w);
        }
    }
    [[nodiscard]] constexpr vec2<T> unscaled(vec2<wide_type> p) const noexcept {
        return {static_cast<T>(unscaled(p.x) + T(0)), static_cast<T>(unscaled(p.y) + T(0))};
    }
    /// log2(scale)
    [[nodiscard]] constexpr int shift() const noexcept {
        if constexpr (std::same_as<T, double>)
            return static_cast<int>(std::bit_cast<std::uint64_t>(scale) >> 52) - 1023;
        else return 0;
    }

private:
    /// One step of gift wrapping (Jarvis 1973), exact; of equal vertices the first stands for all.
    [[nodiscard, gnu::cold, gnu::noinline]] constexpr std::size_t wrapped(std::size_t from,
                                                                          bool clockwise) const noexcept {
        const vec2<T> p = vertex(from);
        std::size_t best = from;
        for (std::size_t i = 0; i < count; ++i) {
            const vec2<T> q = vertex(i), r = vertex(best);
            if (q == p || q == r) continue;
            if (best == from) {
                best = i;
                continue;
            }
            const auto turn = exact::orient2d(p, r, q);
            if (turn == 0 ? farther(p, r, q) : (turn > 0) == clockwise) best = i;
        }
        return best;
    }
    [[nodiscard, gnu::cold, gnu::noinline]] constexpr bool is_vertex(std::size_t i) const noexcept {
        const vec2<T> p = vertex(i);
        for (std::size_t k = 0; k < i; ++k)
            if (vertex(k) == p) return false;
        const std::size_t next = wrapped(i, false), previous = wrapped(i, true);
        if (next == i) return false;  // all in one place
        const auto turn = exact::orient2d(vertex(previous), p, vertex(next));
        return turn > 0 || (turn == 0 && previous == next);  // on a line only the ends are vertices
    }
};

/// Room for what a shape does not keep: columns, and a description of what does not fit into them.
template <scalar T, std::size_t N>
struct hull_storage {
    alignas(32) T columns[(std::floating_point<T> ? 5 : 2) * N];
    [[no_unique_address]] std::conditional_t<(N >= most_filtered), vertex_rows<T>, std::monostate> rows;
};

/// An edge's square that is no larger may have lost digits to underflow, or all of it.
template <std::floating_point T>
inline constexpr T tiny_square = std::same_as<T, float> ? T(0x1p-96) : T(0x1p-600);  // generous

namespace lanes_16 {
#include <hitbox/narrow/hull_fill.inl>
}  // namespace lanes_16

#if HITBOX_HAS_AVX2_KERNELS
#  if defined(__clang__)
#    pragma clang attribute push(__attribute__((target("avx2,fma,popcnt"))), apply_to = function)
#  else
#    pragma GCC push_options
#    pragma GCC target("avx2,fma,popcnt")
#  endif
namespace lanes_32 {
#  include <hitbox/narrow/hull_fill.inl>
}  // namespace lanes_32
#  if defined(__clang__)
#    pragma clang attribute pop
#  else
#    pragma GCC pop_options
#  endif
#endif

/// Of vertices that are asked for one by one: what was only just written in small pieces is slow to load as a whole.
template <std::floating_point T, class Count, class Vertex>
[[gnu::always_inline]] inline void fill_normals(rounded_hull<T>& hull, T* columns, Count n,
                                                const Vertex& vertex) noexcept {
    lanes_16::normals_filler<T> filler{hull, columns, n};
    for (std::size_t i = 0; i < filler.lanes; i += pack_size<T>) {
        const auto at = [n, i](std::size_t k) { return i + k < n ? i + k : n - 1; };
        const auto next = [n, i](std::size_t k) { return i + k + 1 < n ? i + k + 1 : 0; };
        const auto vertices_at = [&](const auto& index) {
            return lanes_16::wide_vertices<T>{pack_from<T>([&](std::size_t k) { return vertex(index(k)).x; }),
                                              pack_from<T>([&](std::size_t k) { return vertex(index(k)).y; })};
        };
        filler.put(i, vertices_at(at), vertices_at(next));
    }
    filler.finish();
}

/// Of a point, which has no edges: nothing else is looked at.
template <std::floating_point T>
[[gnu::always_inline]] inline void fill_point(rounded_hull<T>& hull, T* columns, vec2<T> p) noexcept {
    columns[0] = p.x, columns[4] = p.y;
    hull.columns = columns, hull.count = 1, hull.lanes = 4;
    hull.extent = larger(magnitude(p.x), magnitude(p.y)), hull.filtered = true;
}

/// Of a box along the axes, whose normals are known. @pre min < max
template <std::floating_point T>
[[gnu::always_inline]] inline void fill_box(rounded_hull<T>& hull, T* columns, const aabb<T>& box) noexcept {
    const vec2<T> low = box.min, high = box.max, size = high - low;
    const T zero = T(0), one = T(1),
            rows[5][4] = {{low.x, high.x, high.x, low.x},
                          {low.y, low.y, high.y, high.y},
                          {zero, one, zero, -one},
                          {-one, zero, one, zero},
                          {-low.y, high.x, high.y, -low.x}};
    for (std::size_t row = 0; row < 5; ++row)
        for (std::size_t i = 0; i < 4; ++i) columns[4 * row + i] = rows[row][i];
    const vec2<T> most = (max)(abs(low), abs(high));
    const T shortest = smaller(size.x, size.y);
    hull.columns = columns, hull.count = 4, hull.lanes = 4;
    hull.extent = larger(most.x, most.y), hull.roundings = T(32), hull.filtered = shortest * shortest > tiny_square<T>;
}

/// Up to four vertices.
template <std::floating_point T>
[[gnu::noinline]] inline void fill_few(rounded_hull<T>& hull, T* columns, const vec2<T>* vertices,
                                       std::size_t n) noexcept {
    const auto vertex = [vertices](std::size_t i) { return vertices[i]; };
    if (n == 4) fill_normals(hull, columns, std::integral_constant<std::size_t, 4>{}, vertex);
    else if (n == 3) fill_normals(hull, columns, std::integral_constant<std::size_t, 3>{}, vertex);
    else if (n == 2) fill_normals(hull, columns, std::integral_constant<std::size_t, 2>{}, vertex);
    else fill_point(hull, columns, vertices[0]);
}
/// More.
template <std::floating_point T>
[[gnu::noinline]] inline void fill_many(rounded_hull<T>& hull, T* columns, std::size_t n) noexcept {
    const T *const xs = columns, *const ys = columns + (n + 3) / 4 * 4;
    fill_normals(hull, columns, n, [xs, ys](std::size_t i) { return vec2<T>{xs[i], ys[i]}; });
}

template <scalar T>
constexpr void measure_extent(rounded_hull<T>& hull) noexcept {
    using M = std::conditional_t<std::floating_point<T>, T, wide_t<T>>;
    M most{0};
    for (std::size_t i = 0; i < hull.size(); ++i) {
        const vec2<T> p = hull[i];
        most = larger(most, larger(magnitude(static_cast<M>(p.x)), magnitude(static_cast<M>(p.y))));
    }
    hull.extent = round_to<T>(most);
}

/// Of vertices that are no more than N.
template <scalar T, std::size_t N, class List>
constexpr void fill_from(rounded_hull<T>& hull, hull_storage<T, N>& s, const List& list) noexcept {
    const std::size_t n = list.size(), lanes = (n + 3) / 4 * 4;
    if constexpr (exact_real<T> && N <= 4 && requires { list.points; }) {
        if (!std::is_constant_evaluated() && n > 0) {
            if constexpr (requires {
                              requires std::extent_v<decltype(list.points)>
                              == 1;
                          })
                return fill_point(hull, s.columns, list[0]);
            else return fill_few(hull, s.columns, list.begin(), n);
        }
    }
    hull.columns = s.columns, hull.count = static_cast<std::uint32_t>(n),
    hull.lanes = static_cast<std::uint32_t>(lanes);
    T *const x = s.columns, *const y = x + lanes;
    for (std::size_t i = 0; i < lanes && n > 0; ++i) {
        const vec2<T> p = list[i < n ? i : n - 1];
        x[i] = p.x, y[i] = p.y;
    }
    if constexpr (exact_real<T>) {
        if (!std::is_constant_evaluated() && n > 1 && n <= most_filtered) return fill_many(hull, s.columns, n);
        if (!std::is_constant_evaluated() && n == 1) return fill_point(hull, s.columns, list[0]);
    }
    measure_extent(hull);
}

/// Even for plain shapes, odd for rounded ones.
template <class S>
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

/// How many vertices a list can hold at most; of lists of any size, how many are kept in columns.
template <class List>
inline constexpr std::size_t list_capacity = most_filtered;
template <scalar T, std::size_t N>
inline constexpr std::size_t list_capacity<vertex_list<T, N>> = (N + 3) / 4 * 4;

template <class S>
inline constexpr std::size_t hull_room = most_filtered;
template <faceted S>
inline constexpr std::size_t hull_room<S> = list_capacity<decltype(vertices(std::declval<const S&>()))>;
template <scalar T, std::size_t N>
inline constexpr std::size_t hull_room<convex_polygon<T, N>> = 1;  // it has columns
template <scalar T, std::size_t N>
inline constexpr std::size_t hull_room<placed<convex_polygon<T, N>>> = list_capacity<vertex_list<T, N>>;
template <real T, std::size_t N>
inline constexpr std::size_t hull_room<any_shape<T, N>> =
    N > most_filtered ? list_capacity<vertex_list<T, N>> : most_filtered;
template <class S>
    requires bakeable<S> && faceted<S>
inline constexpr std::size_t hull_room<S> = list_capacity<decltype(vertices(std::declval<const S&>()))>;

/// A shape that is replaced by another before it is looked at by itself: a placed one by its world-space shape,
/// any_shape by the shape it holds; and so the cores of rounded ones.
template <class S>
concept indirect = is_any<S> || bakeable<S>;

/// Calls f with the shape that `s` stands for.
template <class S, class F>
constexpr decltype(auto) resolve(const S& s, F&& f) {
    if constexpr (bakeable<S>) return resolve(baked(s), f);
    else if constexpr (!is_any<S>) return f(s);
    else if constexpr (requires { s.value; }) return std::visit(f, s.value);
    else return resolve(s.core, [&s, &f](const auto& known) { return f(rounded{known, s.radius}); });
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

// Each kind of shape, filled in where it is used: what is returned by value is copied, and waited for.

template <class S, std::size_t N, scalar T = scalar_t<S>>
    requires faceted<S>
constexpr void fill(rounded_hull<T>& hull, hull_storage<T, N>& s, const S& shape) noexcept {
    hull.radius = radius(shape), hull.kind = shape_kind<S>;
    if constexpr (shape_kind<S> >= shape_kind<triangle<T>> || requires(const S& o) { o.half_extents; })
        hull.own_center = center(shape), hull.has_own_center = true;
    fill_from(hull, s, vertices(shape));
}

template <exact_real T, std::size_t N>
constexpr void fill(rounded_hull<T>& hull, hull_storage<T, N>& s, const aabb<T>& box) noexcept {
    hull.kind = shape_kind<aabb<T>>;
    if (!std::is_constant_evaluated() && box.min.x < box.max.x && box.min.y < box.max.y)
        return fill_box(hull, s.columns, box);
    fill_from(hull, s, vertices(box));
}

template <scalar T>
constexpr void borrow_columns(rounded_hull<T>& hull, const polygon_columns<T>& columns, std::size_t n) noexcept {
    hull.columns = columns.first, hull.lanes = static_cast<std::uint32_t>(columns.lanes);
    hull.count = static_cast<std::uint32_t>(n);
    hull.extent = columns.largest, hull.roundings = std::same_as<T, float> ? T(12) : T(24);
    hull.filtered = n > 2 && n <= most_filtered;
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
    if (n <= N) return fill_from(hull, s, view);
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

// Placed shapes: what `baked` would make of them, but for the normals that it would store.

template <class S, std::size_t N, scalar T = scalar_t<S>>
constexpr void fill_placed(rounded_hull<T>& hull, hull_storage<T, N>& s, const S& shape,
                           const transform2<T>& by) noexcept {
    if constexpr (!bakeable<placed<S>>) {
        hull.kind = shape_kind<S>, hull.radius = radius(shape);
        fill_from(hull, s, moved(by, vertices(shape)));
    } else if constexpr (polygon_like<decltype(baked(at(shape, by)))>) {
        hull.kind = polygon_kind;
        fill_from(hull, s, moved(by, vertices(shape)));
    } else {
        fill(hull, s, baked(at(shape, by)));
    }
}
/// Of a polygon where it is placed, if its vertices stay those of its hull there; else false, and nothing else.
template <exact_real T, std::size_t M>
[[nodiscard, gnu::noinline]] inline bool
fill_moved(rounded_hull<T>& hull, T* columns, const convex_polygon<T, M>& polygon, const transform2<T>& by) noexcept {
    const std::size_t n = polygon.size();
    if (n < 3 || n > most_filtered || !valid(by.rotation) || !keeps_corners(polygon, reach_of(polygon, by)))
        return false;
#if HITBOX_HAS_AVX2_KERNELS
    if constexpr (std::same_as<T, float>)
        if ((n + 3) / 4 % 2 == 0 && has_avx2())
            return lanes_32::fill_moved(hull, columns, n, polygon.x(), polygon.y(), by), true;
#endif
    lanes_16::fill_moved(hull, columns, n, polygon.x(), polygon.y(), by);
    return true;
}

template <scalar T, std::size_t M, std::size_t N>
constexpr void fill_placed(rounded_hull<T>& hull, hull_storage<T, N>& s, const convex_polygon<T, M>& polygon,
                           const transform2<T>& by) noexcept {
    hull.kind = polygon_kind;
    if constexpr (exact_real<T>)
        if (!std::is_constant_evaluated() && fill_moved(hull, s.columns, polygon, by)) return;
    fill_from(hull, s, moved(by, polygon));
}
template <scalar T, std::size_t N>
constexpr void fill_placed(rounded_hull<T>& hull, hull_storage<T, N>& s, const convex_polygon_view<T>& view,
                           const transform2<T>& by) noexcept {
    const std::size_t n = view.size();
    hull.kind = view_kind;
    if (n <= N) {
        vertex_list<T, N> corners;
        for (std::size_t i = 0; i < n; ++i) corners.push_back(by * view[i]);
        return fill_from(hull, s, hull_corners(corners));
    }
    s.rows = {view, by, true};
    hull.rows = &s.rows, hull.count = static_cast<std::uint32_t>(n);
    s.rows.dented = !turns_left_once<T>(hull);
    measure_extent(hull);
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
}

template <class S, std::size_t N, scalar T = scalar_t<S>>
constexpr void fill(rounded_hull<T>& hull, hull_storage<T, N>& s, const placed<S>& shape) noexcept {
    fill_placed(hull, s, shape.shape, shape.transform);
}
template <real T, std::size_t M, std::size_t N>
constexpr void fill(rounded_hull<T>& hull, hull_storage<T, N>& s, const any_shape<T, M>& shape) noexcept {
    std::visit([&](const auto& known) { fill(hull, s, known); }, shape.value);
}

/// The hull of a shape, which must outlive it.
template <class S>
struct hull_of {
    rounded_hull<scalar_t<S>> hull;
    hull_storage<scalar_t<S>, hull_room<S>> storage;

    constexpr explicit hull_of(const S& shape) noexcept { fill(hull, storage, shape); }
    hull_of(const hull_of&) = delete;
    hull_of& operator=(const hull_of&) = delete;
};

/// May the hull of such a shape be a single vertex, or a box along the axes? Where both types of a pair tell that it is
/// not, no code is made for it.
template <class S>
inline constexpr bool may_be_point = true;
template <scalar T, std::size_t N>
inline constexpr bool may_be_point<convex_polygon<T, N>> = false;
template <class S>
inline constexpr bool may_be_box = is_any<S> || std::same_as<S, aabb<scalar_t<S>>>;
template <class S>
inline constexpr bool may_be_box<placed<S>> = may_be_box<S>;

/// An order among different hulls that depends on their numbers only, so that it is the same whichever comes first.
template <scalar T>
[[nodiscard, gnu::noinline]] constexpr bool data_before(const rounded_hull<T>& a, const rounded_hull<T>& b) noexcept {
    if (a.count != b.count) return a.count < b.count;
    for (std::size_t i = 0; i < a.count; ++i)
        if (a[i] != b[i]) return before(a[i], b[i]);
    return a.radius != b.radius ? a.radius < b.radius : a.kind <= b.kind;
}

/// The largest |coordinate| of the vertices, or the radius if that is larger.
template <scalar T>
[[nodiscard]] constexpr wide_t<T> largest_coordinate(const rounded_hull<T>& s) noexcept {
    return larger(static_cast<wide_t<T>>(s.extent), static_cast<wide_t<T>>(s.radius));
}

/// Scales both alike, so that their coordinates are in range; the largest of a's and of b's added, scaled.
template <scalar T>
constexpr wide_t<T> scale_both(rounded_hull<T>& a, rounded_hull<T>& b) noexcept {
    const wide_t<T> size_a = largest_coordinate(a), size_b = largest_coordinate(b);
    a.scale = b.scale = safe_scale(larger(size_a, size_b));
    return size_a * a.scale + size_b * a.scale;
}

/// Bounds the rounding errors of the depths and distances of corners with coordinates up to `largest` each: differences
/// 1, unit normal 3, dot product 3, all times sqrt(2) * 2 * largest, in unit roundoffs of W; below 20.
template <scalar W>
[[nodiscard]] constexpr W rounding_slack(W largest) noexcept {
    return product(W(24) * unit_roundoff<W>(), largest);
}

/// Outward unit normal of the edge from p to q of a counter-clockwise outline, of coordinates below 2^200.
/// Always inline: returned in two registers, compilers bring it together through memory and wait for it.
template <scalar W>
[[nodiscard, gnu::always_inline]] constexpr vec2<W> outward_normal(vec2<W> p, vec2<W> q) noexcept {
    const vec2<W> edge = q - p, across{edge.y, W(0) - edge.x};
    const W squared = dot(edge, edge);
    if constexpr (std::same_as<W, double>) {
        if (!(squared > power_of_two(-900))) return direction_of(across, vec2<W>{});
        const W length = square_root(squared);
        return {across.x / length, across.y / length};
    } else {
        return direction_of(across, vec2<W>{});
    }
}

/// Calls f(p, q) or f(p, q, index of p) for every edge of the hull, counter-clockwise, until it returns false. A
/// segment has an edge on either side, a point has none.
template <scalar T, class F>
constexpr void for_each_edge(const rounded_hull<T>& s, F&& f) {
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (!s.has_edge(i)) continue;
        if constexpr (requires { f(s[i], s[i], i); }) {
            if (!f(s[i], s[s.after(i)], i)) return;
        } else {
            if (!f(s[i], s[s.after(i)])) return;
        }
    }
}

/// The vertices of the edge from vertex i; false if there is none. For loops that are seldom run: code for lambdas
/// would not be made for size, whatever is said of the function around them.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr bool find_edge(vec2<T>& p, vec2<T>& q, const rounded_hull<T>& s,
                                                                 std::size_t i) noexcept {
    if (!s.has_edge(i)) return false;
    p = s.vertex(i), q = s.vertex(s.after(i));
    return true;
}

}  // namespace hitbox::detail::inline HITBOX_ISA
