#pragma once
/// A convex polygon that stores its vertices in place.

#include <hitbox/core/assert.hpp>
#include <hitbox/shapes/rounded_hull.hpp>

namespace hitbox {

/// Any sized range of points: of vec2<T>, or of another library's vectors, which `to_vec2` takes.
template <class R>
concept point_range = std::ranges::forward_range<const R> && std::ranges::sized_range<const R> &&
                      vec_like<std::ranges::range_value_t<const R>>;

/// The coordinate type of a range of points.
template <point_range R>
using range_scalar_t =
    typename decltype(to_vec2(std::declval<const std::ranges::range_value_t<const R>&>()))::scalar_type;

namespace detail {

/// A range of anything but points, such as points with a z, pairs or numbers.
template <class R>
concept range_of_no_points = std::ranges::range<const R> && !vec_like<std::ranges::range_value_t<const R>>;

/// Numbers of a polygon for the narrow phase, beside its columns. Only scalars that can hold lengths have them.
template <scalar T>
struct polygon_margins {
    [[gnu::always_inline]] friend constexpr bool operator==(const polygon_margins&, const polygon_margins&) = default;
};

template <real T>
struct polygon_margins<T> {
    T largest{};   // the largest |coordinate|
    T flattest{};  // lower bound, over all vertices, of the cross product of both edges / the sum of their lengths

    [[gnu::always_inline]] friend constexpr bool operator==(const polygon_margins&, const polygon_margins&) = default;
};

}  // namespace detail

/// A strictly convex polygon of up to N vertices, in counter-clockwise order where y points up. A default polygon is
/// empty and not valid.
///
/// The vertices are stored as a structure of arrays.
template <scalar T, std::size_t N = 8>
class convex_polygon {
public:
    using scalar_type = T;
    using error_type = polygon_error;
    static constexpr std::size_t capacity = N;  // the largest number of vertices
    /// The length of each array: 4, or N rounded up to a multiple of 8: whole SIMD registers.
    static constexpr std::size_t lanes = N <= 4 ? 4 : (N + 7) / 8 * 8;

    [[gnu::always_inline]] constexpr convex_polygon() = default;
    template <point_range R>
    explicit constexpr convex_polygon(const R&) {
        static_assert(sizeof(R) == 0,
                      "hitbox: write make_convex_polygon(points), and test the result; *result is the polygon");
    }
    explicit constexpr convex_polygon(std::initializer_list<vec2<T>> points) : convex_polygon(std::span{points}) {}

    /// Returns the number of vertices: between 3 and N, or 0 for a default polygon. A polygon returned by `baked` or
    /// `translated` may have 1 or 2 vertices, if rounding made vertices equal.
    [[nodiscard, gnu::always_inline]] constexpr std::size_t size() const noexcept { return size_; }
    /// Returns vertex i. @pre i < size()
    [[nodiscard, gnu::always_inline]] constexpr vec2<T> operator[](std::size_t i) const {
        detail::expect(i < size_, "a polygon has no vertex with this index");
        return {x()[i], y()[i]};
    }
    /// Returns the vertices as a range of vec2<T>, borrowed from this polygon. Calling it on a temporary polygon does
    /// not compile, because the range would outlive the polygon.
    [[nodiscard, gnu::always_inline]] constexpr convex_polygon_view<T> vertices() const& noexcept { return {*this}; }
    convex_polygon_view<T> vertices() const&& = delete;

    /// Returns an array of `lanes` elements: the x or y of the vertices; for real T also the x or y of the outward unit
    /// normal of the edge from vertex i to the next, or the offset dot(normal, vertex) of this edge. Beyond the last
    /// vertex, coordinates repeat the last vertex, normals are zero, and offsets are infinite (0 for a number type of
    /// your own).
    [[nodiscard, gnu::always_inline]] constexpr const T* x() const noexcept { return columns_; }
    [[nodiscard, gnu::always_inline]] constexpr const T* y() const noexcept { return columns_ + lanes; }
    [[nodiscard, gnu::always_inline]] constexpr const T* normal_x() const noexcept
        requires real<T>
    {
        return columns_ + 2 * lanes;
    }
    [[nodiscard, gnu::always_inline]] constexpr const T* normal_y() const noexcept
        requires real<T>
    {
        return columns_ + 3 * lanes;
    }
    [[nodiscard, gnu::always_inline]] constexpr const T* offset() const noexcept
        requires real<T>
    {
        return columns_ + 4 * lanes;
    }
    /// Returns the largest |coordinate| of the vertices.
    [[nodiscard, gnu::always_inline]] constexpr T largest_coordinate() const noexcept
        requires real<T>
    {
        return margins_.largest;
    }
    /// Returns a lower bound, over all vertices, for the cross product of both edges divided by the sum of their
    /// lengths. The outline stays convex if each vertex moves by less than a quarter of this length. Returns 0 if it is
    /// not known.
    [[nodiscard, gnu::always_inline]] constexpr T flattest_vertex() const noexcept
        requires real<T>
    {
        return margins_.flattest;
    }

    [[gnu::always_inline]] friend constexpr bool operator==(const convex_polygon&, const convex_polygon&) = default;

private:
    friend struct detail::polygon_maker;

    T columns_[(real<T> ? 5 : 2) * lanes]{};
    [[no_unique_address]] detail::polygon_margins<T> margins_{};
    std::size_t size_ = 0;
};
template <point_range R>
convex_polygon(const R&) -> convex_polygon<range_scalar_t<R>>;

}  // namespace hitbox

namespace hitbox {
namespace detail {

template <scalar T, std::size_t N>
inline constexpr const char* complaint<convex_polygon<T, N>> = "a convex_polygon, is empty";
template <scalar T, std::size_t N>
inline constexpr std::uint32_t shape_kind<convex_polygon<T, N>> = polygon_kind;
template <scalar T, std::size_t N>
inline constexpr bool may_be_point<convex_polygon<T, N>> = false;
template <scalar T, std::size_t N>
inline constexpr std::size_t hull_room<convex_polygon<T, N>> = 1;  // the polygon's own columns are borrowed
template <scalar T, std::size_t N>
inline constexpr bool is_polygon<convex_polygon<T, N>> = true;

inline namespace HITBOX_ISA {

/// Another library's vectors seen as vec2<T>. The range is borrowed.
template <point_range R>
class seen_as_vec2 {
public:
    struct iterator {
        using value_type = vec2<range_scalar_t<R>>;
        using difference_type = std::ptrdiff_t;

        std::ranges::iterator_t<const R> at{};
        std::size_t index = 0;

        constexpr value_type operator*() const {
            const std::ranges::range_value_t<const R>& point = *at;
            return to_vec2(point);
        }
        constexpr iterator& operator++() { return ++at, ++index, *this; }
        constexpr iterator operator++(int) {
            const iterator old = *this;
            ++*this;
            return old;
        }
        friend constexpr bool operator==(const iterator& a, const iterator& b) noexcept { return a.index == b.index; }
    };

    constexpr explicit seen_as_vec2(const R& points) : points_{&points}, size_{std::ranges::size(points)} {}
    [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
    [[nodiscard]] constexpr iterator begin() const { return {std::ranges::begin(*points_), 0}; }
    [[nodiscard]] constexpr iterator end() const { return {std::ranges::begin(*points_), size_}; }

private:
    const R* points_;
    std::size_t size_;
};

/// Returns a range of points as a range of vec2<T>: the range itself if it is one, else a view that converts each
/// point.
template <point_range R>
[[nodiscard]] constexpr decltype(auto) as_vec2s(const R& points) {
    if constexpr (std::same_as<std::ranges::range_value_t<const R>, vec2<range_scalar_t<R>>>) return (points);
    else return seen_as_vec2<R>{points};
}

/// Fills polygons; nothing else does. The polygon is empty if a vertex is not finite, as after a transform with NaN.
/// @pre the vertices are strictly convex, counter-clockwise and at most N, or they are the one or two vertices that
/// rounding has left
struct polygon_maker {
    template <std::size_t N, class Vertices, scalar T = range_scalar_t<Vertices>>
    [[nodiscard]] static constexpr convex_polygon<T, N> fill(const Vertices& vertices,
                                                             bool clockwise = false) noexcept {
        convex_polygon<T, N> polygon;
        if (!refill(polygon, vertices, clockwise)) return {};
        return polygon;
    }
    /// Replaces the vertices of a polygon. Returns false if a vertex is not finite; the polygon is then unusable.
    template <scalar T, std::size_t N, class Vertices>
    [[nodiscard]] static constexpr bool refill(convex_polygon<T, N>& polygon, const Vertices& vertices,
                                               bool clockwise = false) noexcept {
        polygon = {};
        T *const x = polygon.columns_, *const y = x + polygon.lanes;
        const std::size_t n = std::ranges::size(vertices);
        std::size_t i = 0;
        for (const vec2<T> p : vertices) {
            if (!is_finite(p)) return false;
            const std::size_t at = clockwise ? n - 1 - i : i;
            x[at] = unsigned_zero(p.x), y[at] = unsigned_zero(p.y);
            ++i;
        }
        for (std::size_t k = n; n > 0 && k < polygon.lanes; ++k) x[k] = x[n - 1], y[k] = y[n - 1];
        polygon.size_ = n;
        if constexpr (std::same_as<T, float>)
            if (!std::is_constant_evaluated() && n > 2) return fill_normals_by_twos(polygon), true;
        if constexpr (real<T>) fill_normals(polygon);
        return true;
    }
    /// Replaces the vertices of a polygon by n others, transformed, with the same bits as `refill`. vertices_from(i)
    /// returns as many transformed vertices as a register has lanes; the last vertex repeats up to a multiple of four.
    /// @pre 3 to N vertices, which are finite after the transform; at run time
    template <exact_real T, std::size_t N, class Vertices>
    [[gnu::noinline]] static void refill_moved(convex_polygon<T, N>& polygon, std::size_t n,
                                               const Vertices& vertices_from) noexcept {
        T *const x = polygon.columns_, *const y = x + polygon.lanes;
        const std::size_t filled = (n + 3) / 4 * 4;
        for (std::size_t i = 0; i < filled; i += pack_size<T>) {
            const lanes_16::wide_vertices<T> at = vertices_from(i);
            store_pack(x + i, at.x), store_pack(y + i, at.y);
        }
        for (std::size_t i = filled; i < polygon.lanes; ++i) x[i] = x[n - 1], y[i] = y[n - 1];
        polygon.size_ = n;
        if constexpr (std::same_as<T, float>) fill_normals_by_twos(polygon);
        else fill_normals(polygon);
    }

    /// Returns a view of the points, which are convex and have this winding. @pre there is a point if `clockwise` is
    /// true
    template <scalar T>
    [[nodiscard]] static constexpr convex_polygon_view<T> borrow(std::span<const vec2<T>> vertices,
                                                                 bool clockwise) noexcept {
        return {vertices, clockwise};
    }
    template <scalar T, std::size_t N>
    [[nodiscard]] static constexpr convex_polygon_view<T> borrow(const vertex_list<T, N>& vertices) noexcept {
        return borrow(std::span<const vec2<T>>{vertices.points, vertices.size()}, false);
    }

    /// An edge with its length and its outward unit normal, which is {0, 0} for an edge of length 0.
    template <real T>
    struct measured_edge {
        vec2<T> edge, normal;
        T length;
    };
    template <real T, std::size_t N>
    [[nodiscard]] static constexpr measured_edge<wide_t<T>> measure_edge(const convex_polygon<T, N>& polygon,
                                                                         std::size_t i) noexcept {
        using W = wide_t<T>;
        const vec2<W> edge = widen(polygon[next_index(i, polygon.size())]) - widen(polygon[i]);
        const vec2<W> normal{edge.y, W(0) - edge.x};
        const W largest = larger(magnitude(edge.x), magnitude(edge.y));
        if (!(largest > W(0)) || !is_finite(edge)) return {edge, {}, W(0)};
        // Squares of differences of floats neither overflow nor underflow in double.
        const W scale = std::same_as<T, W> ? safe_scale(largest) : W(1);
        const vec2<W> scaled = normal * scale;
        const W length = square_root(dot(scaled, scaled));
        return {edge, unsigned_zeros(scaled / length), length / scale};
    }

    /// Fills normals and offsets. Padded lanes get the offset infinity, so that no vertex is outside of them (0 for a
    /// user's number type, which no filter reads). The flattest vertex is computed in wide arithmetic and reduced by
    /// more than its rounding error. It stays 0 for polygons with very large coordinates.
    template <real T, std::size_t N>
    static constexpr void fill_normals(convex_polygon<T, N>& polygon) noexcept {
        using W = wide_t<T>;
        constexpr std::size_t lanes = convex_polygon<T, N>::lanes;
        const T *const x = polygon.columns_, *const y = x + lanes;
        T *const normal_x = polygon.columns_ + 2 * lanes, *const normal_y = normal_x + lanes,
                 *const offset = normal_y + lanes;
        const std::size_t n = polygon.size_, edges = n > 1 ? n : 0;
        T largest(0);
        for (std::size_t i = 0; i < n; ++i) largest = larger(largest, larger(magnitude(x[i]), magnitude(y[i])));
        polygon.margins_.largest = largest;
        measured_edge<W> in{};
        if (edges > 0) in = measure_edge(polygon, n - 1);
        W flattest = in.length;
        for (std::size_t i = 0; i < edges; ++i) {
            const measured_edge<W> out = measure_edge(polygon, i);
            normal_x[i] = round_to<T>(out.normal.x), normal_y[i] = round_to<T>(out.normal.y);
            offset[i] = round_to<T>(dot(out.normal, widen(polygon[i])));
            flattest = smaller(flattest, static_cast<W>(cross(in.edge, out.edge) / (in.length + out.length)));
            in = out;
        }
        for (std::size_t i = edges; i < lanes; ++i) normal_x[i] = normal_y[i] = T(0), offset[i] = unreachable<T>();
        polygon.margins_.flattest = T(0);
        if constexpr (std::floating_point<T>) {
            constexpr W less = W(1) - W(16) * static_cast<W>(std::numeric_limits<T>::epsilon());  // generous
            if (n > 2 && largest < T(0x1p60)) polygon.margins_.flattest = round_to<T>(product(flattest, less));
        }
    }

    /// Does the same for two edges at a time, with the same bits. @pre there are at least three edges, none of length 0
    template <std::size_t N>
    static void fill_normals_by_twos(convex_polygon<float, N>& polygon) noexcept {
        using two = pack<double>;
        constexpr std::size_t lanes = convex_polygon<float, N>::lanes;
        float* const x = polygon.columns_;
        const float* const y = x + lanes;
        const auto dot = [](const two& ax, const two& bx, const two& ay, const two& by) {
            return rounded_product<double>(ax, bx) + rounded_product<double>(ay, by);
        };
        const auto add = [](const two& a, const two& b) { return pick<double, 1, 2>(a, b) + b; };
        const std::size_t n = polygon.size_;
        pack<float> largest = pack_of(0.f);
        for (std::size_t i = 0; i < 2 * lanes; i += pack_size<float>)
            largest = upper(largest, absolute<float>(load_pack(x + i)));
        polygon.margins_.largest = highest<float>(largest);
        for (std::size_t i = 0; i < lanes; i += pack_size<float>) {
            store_pack(x + 2 * lanes + i, pack_of(0.f)), store_pack(x + 3 * lanes + i, pack_of(0.f));
            store_pack(x + 4 * lanes + i, pack_of(unreachable<float>()));
        }
        const two zero = pack_of(0.), first_x = load_wide(x), first_y = load_wide(y);
        two at_x = first_x, at_y = first_y, edge_x = first_x - wide_pair(x[n - 1], x[n - 1]),
            edge_y = first_y - wide_pair(y[n - 1], y[n - 1]);  // the first of each is the last edge
        two length = root(dot(edge_x, edge_x, edge_y, edge_y)), flattest = pack_of(length[0]);
        edge_x = pick<double, 1, 0>(edge_x, edge_x), edge_y = pick<double, 1, 0>(edge_y, edge_y);
        length = pick<double, 1, 0>(length, length);
        for (std::size_t i = 0; i < n; i += 2) {  // the edges from i and i + 1; for an odd count, edge 0 once more
            const two before_x = edge_x, before_y = edge_y, before = length,
                      beyond_x = i + 2 < n ? load_wide(x + i + 2) : first_x,
                      beyond_y = i + 2 < n ? load_wide(y + i + 2) : first_y;
            two next_x = pick<double, 1, 2>(at_x, beyond_x), next_y = pick<double, 1, 2>(at_y, beyond_y);
            if (i + 1 == n) {
                at_x = pick<double, 0, 2>(at_x, first_x), at_y = pick<double, 0, 2>(at_y, first_y);
                next_x = first_x, next_y = first_y;
            }
            edge_x = next_x - at_x, edge_y = next_y - at_y;
            length = root(dot(edge_x, edge_x, edge_y, edge_y));
            const two normal_x = edge_y / length + zero, normal_y = (zero - edge_x) / length + zero;
            store_narrowed(x + 2 * lanes + i, normal_x), store_narrowed(x + 3 * lanes + i, normal_y);
            store_narrowed(x + 4 * lanes + i, dot(normal_x, at_x, normal_y, at_y));
            const two in_x = pick<double, 1, 2>(before_x, edge_x), in_y = pick<double, 1, 2>(before_y, edge_y);
            flattest = lower(flattest, (rounded_product<double>(in_x, edge_y) - rounded_product<double>(in_y, edge_x)) /
                                           add(before, length));
            at_x = beyond_x, at_y = beyond_y;
        }
        if (n % 2 != 0 && n < lanes) x[2 * lanes + n] = x[3 * lanes + n] = 0, x[4 * lanes + n] = unreachable<float>();
        constexpr double less = 1 - 16 * static_cast<double>(std::numeric_limits<float>::epsilon());  // generous
        const bool is_known = polygon.margins_.largest < 0x1p60f;
        polygon.margins_.flattest = is_known ? round_to<float>(product(lowest<double>(flattest), less)) : 0;
    }

    template <real T>
    [[nodiscard]] static constexpr T unreachable() noexcept {
        if constexpr (std::floating_point<T>) return std::numeric_limits<T>::infinity();
        else return T(0);
    }
};

template <scalar T, std::size_t M, std::size_t N>
constexpr void fill_hull(rounded_hull<T>& hull, hull_storage<T, N>&, const convex_polygon<T, M>& polygon) noexcept {
    hull.kind = polygon_kind;
    if constexpr (real<T>) {
        borrow_columns(hull, {polygon.x(), polygon.lanes, polygon.largest_coordinate()}, polygon.size());
    } else {
        hull.columns = polygon.x(), hull.lanes = polygon.lanes, hull.count = static_cast<std::uint32_t>(polygon.size());
        measure_extent(hull);
    }
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns a copy of the vertices of a temporary polygon: a view of them would dangle in a variable, or in a loop over
/// `vertices(baked(...))`.
template <scalar T, std::size_t N>
[[nodiscard]] constexpr vertex_list<T, N> vertices(const convex_polygon<T, N>&& polygon) noexcept {
    vertex_list<T, N> list;
    for (const vec2<T> p : polygon.vertices()) list.push_back(p);
    return list;
}
}  // namespace HITBOX_ISA
}  // namespace hitbox
