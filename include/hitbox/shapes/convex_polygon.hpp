#pragma once
/// A convex polygon that stores its vertices in place, and a view that borrows them.

#include <hitbox/core/assert.hpp>
#include <hitbox/shapes/aabb.hpp>

#include <span>

namespace hitbox {

enum class polygon_error;
template <scalar T>
class convex_polygon_view;

/// Any sized range of points: of vec2<T>, or of another library's vectors, which `to_vec2` takes.
template <class R>
concept point_range = std::ranges::forward_range<const R> && std::ranges::sized_range<const R> &&
                      vec_like<std::ranges::range_value_t<const R>>;

/// The coordinate type of a range of points.
template <point_range R>
using range_scalar_t =
    typename decltype(to_vec2(std::declval<const std::ranges::range_value_t<const R>&>()))::scalar_type;

namespace detail {

inline constexpr std::size_t polygon_lanes = 8;

/// Numbers of a polygon for the narrow phase, beside its columns. Only for scalars that can hold lengths.
template <scalar T>
struct polygon_margins {
    [[gnu::always_inline]] friend constexpr bool operator==(const polygon_margins&, const polygon_margins&) = default;
};

template <real T>
struct polygon_margins<T> {
    T largest{};   // the largest |coordinate|
    T flattest{};  // lower bound, over all corners, of the cross product of both edges / the sum of their lengths

    [[gnu::always_inline]] friend constexpr bool operator==(const polygon_margins&, const polygon_margins&) = default;
};

/// The borrowed columns of a convex_polygon.
template <scalar T>
struct polygon_columns {
    const T* first = nullptr;  // x, y; for real T also normal_x, normal_y, offset; null if there are no columns
    std::size_t lanes = 0;     // the length of each column
    T largest{};               // the largest |coordinate|
};

/// Borrowed consecutive points.
template <scalar T>
struct point_row {
    const vec2<T>* first = nullptr;
    std::ptrdiff_t step = 1;  // -1 for clockwise points; `first` is then the last one
};

inline namespace HITBOX_ISA {

struct polygon_maker;

template <class P>
inline constexpr bool is_polygon = false;

}  // namespace HITBOX_ISA
}  // namespace detail

/// Up to N corners, counter-clockwise and strictly convex. Default-constructed it is empty, and not valid.
/// Storage is a structure of arrays, padded to whole lanes by repeating the last corner.
template <scalar T, std::size_t N = 8>
class convex_polygon {
public:
    using scalar_type = T;
    using error_type = polygon_error;
    static constexpr std::size_t capacity = N;
    static constexpr std::size_t lanes =
        (N + detail::polygon_lanes - 1) / detail::polygon_lanes * detail::polygon_lanes;

    [[gnu::always_inline]] constexpr convex_polygon() = default;

    /// Returns the number of corners: between 3 and N, or 0 for a default polygon. A polygon returned by `baked` or
    /// `translated` may have 1 or 2 corners, if rounding made corners equal.
    [[nodiscard, gnu::always_inline]] constexpr std::size_t size() const noexcept { return size_; }
    /// @pre i < size()
    [[nodiscard, gnu::always_inline]] constexpr vec2<T> operator[](std::size_t i) const {
        detail::expect(i < size_, "a polygon has no corner with this index");
        return {x()[i], y()[i]};
    }
    /// Returns the corners as a range of vec2<T>, borrowed from this polygon. Calling it on a temporary polygon does
    /// not compile, because the range would outlive the polygon.
    [[nodiscard, gnu::always_inline]] constexpr convex_polygon_view<T> vertices() const& noexcept { return {*this}; }
    convex_polygon_view<T> vertices() const&& = delete;

    /// Structure-of-arrays access. Each array has `lanes` elements: the coordinates of the corners; for real T also the
    /// outward unit normal of the edge from corner i to the next, and its offset dot(normal, corner).
    /// largest_coordinate() is the largest |coordinate|. Beyond the last corner, the arrays repeat it, the normals are
    /// zero, and no corner reaches the offset.
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
    [[nodiscard, gnu::always_inline]] constexpr T largest_coordinate() const noexcept
        requires real<T>
    {
        return margins_.largest;
    }
    /// Returns a lower bound, over all corners, of the cross product of both edges divided by the sum of their lengths:
    /// it bounds by how much corners may move before the outline becomes concave. 0 if unknown.
    [[nodiscard, gnu::always_inline]] constexpr T flattest_corner() const noexcept
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

/// A convex polygon of any size that borrows its corners from an array of vec2 or from a convex_polygon. They must
/// outlive the view and must not change. Default-constructed it is empty, and not valid.
template <scalar T>
class convex_polygon_view {
public:
    using scalar_type = T;
    using error_type = polygon_error;
    using iterator = detail::index_iterator<convex_polygon_view>;

    [[gnu::always_inline]] constexpr convex_polygon_view() = default;

    template <std::size_t N>
    [[gnu::always_inline]] constexpr convex_polygon_view(const convex_polygon<T, N>& polygon) noexcept
        : x_{polygon.x()}, y_{polygon.y()}, size_{polygon.size()} {
        if constexpr (real<T>) columns_ = {polygon.x(), polygon.lanes, polygon.largest_coordinate()};
    }

    [[nodiscard, gnu::always_inline]] constexpr std::size_t size() const noexcept { return size_; }
    /// Returns corner i in counter-clockwise order, whatever the winding of the borrowed points. @pre i < size()
    [[nodiscard, gnu::always_inline]] constexpr vec2<T> operator[](std::size_t i) const noexcept {
        const auto at = static_cast<std::ptrdiff_t>(i);
        // In constant evaluation, a pointer to a coordinate of one point cannot be moved to the next point.
        if (std::is_constant_evaluated() && points_) return points_[stride_ < 0 ? -at : at];
        return {x_[at * stride_], y_[at * stride_]};
    }
    /// Returns the columns of the borrowed convex_polygon; their pointer is null if points are borrowed.
    [[nodiscard, gnu::always_inline]] constexpr const T* x() const noexcept { return points_ ? nullptr : x_; }
    [[nodiscard, gnu::always_inline]] constexpr const T* y() const noexcept { return points_ ? nullptr : y_; }
    [[nodiscard, gnu::always_inline]] constexpr const detail::polygon_columns<T>& columns() const noexcept {
        return columns_;
    }
    /// Returns the borrowed points; empty if a convex_polygon is borrowed.
    [[nodiscard, gnu::always_inline]] constexpr detail::point_row<T> row() const noexcept {
        return {points_, stride_ < 0 ? -1 : 1};
    }
    /// Returns the borrowed points if they are counter-clockwise; else, and if a convex_polygon is borrowed, an empty
    /// span.
    [[nodiscard, gnu::always_inline]] constexpr std::span<const vec2<T>> points() const noexcept {
        return points_ && stride_ > 0 ? std::span{points_, size_} : std::span<const vec2<T>>{};
    }
    [[nodiscard, gnu::always_inline]] constexpr iterator begin() const noexcept { return {*this, 0}; }
    [[nodiscard, gnu::always_inline]] constexpr iterator end() const noexcept { return {*this, size_}; }
    /// Returns the view itself, which is a list of its vertices.
    [[nodiscard, gnu::always_inline]] constexpr const convex_polygon_view& vertices() const noexcept { return *this; }

    /// The same corners in the same order.
    [[gnu::always_inline]] friend constexpr bool operator==(const convex_polygon_view& a,
                                                            const convex_polygon_view& b) noexcept {
        if (a.size_ != b.size_) return false;
        for (std::size_t i = 0; i < a.size_; ++i)
            if (a[i] != b[i]) return false;
        return true;
    }

private:
    friend struct detail::polygon_maker;

    /// @pre clockwise points are not empty
    [[gnu::always_inline]] constexpr convex_polygon_view(std::span<const vec2<T>> points, bool clockwise) noexcept
        : points_{points.data() + (clockwise ? points.size() - 1 : 0)}, x_{&points_->x}, y_{&points_->y},
          stride_{clockwise ? -2 : 2}, size_{points.size()} {
        static_assert(sizeof(vec2<T>) == 2 * sizeof(T));
    }

    const vec2<T>* points_ = nullptr;  // the first, if there are any
    const T* x_ = nullptr;             // of the first corner
    const T* y_ = nullptr;
    std::ptrdiff_t stride_ = 1;  // from corner to corner
    detail::polygon_columns<T> columns_{};
    std::size_t size_ = 0;
};

template <scalar T, std::size_t N>
convex_polygon_view(const convex_polygon<T, N>&) -> convex_polygon_view<T>;

/// convex_polygon or convex_polygon_view.
template <class P>
concept polygon_like = detail::is_polygon<P>;

}  // namespace hitbox

namespace hitbox {
namespace detail {

template <scalar T, std::size_t N>
inline constexpr const char* complaint<convex_polygon<T, N>> = "a convex_polygon, is empty";
template <scalar T>
inline constexpr const char* complaint<convex_polygon_view<T>> = "a convex_polygon_view, is empty";

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

/// A range of vec2<T>: the range itself, if it is one.
template <point_range R>
[[nodiscard]] constexpr decltype(auto) as_vec2s(const R& points) {
    if constexpr (std::same_as<std::ranges::range_value_t<const R>, vec2<range_scalar_t<R>>>) return (points);
    else return seen_as_vec2<R>{points};
}

/// Fills polygons; nothing else does. The polygon is empty if a corner is not finite, as after a transform with NaN.
/// @pre the corners are strictly convex, counter-clockwise and at most N, or they are the one or two corners that
/// rounding has left
struct polygon_maker {
    template <std::size_t N, class Vertices, scalar T = range_scalar_t<Vertices>>
    [[nodiscard]] static constexpr convex_polygon<T, N> fill(const Vertices& corners, bool clockwise = false) noexcept {
        convex_polygon<T, N> polygon;
        T *const x = polygon.columns_, *const y = x + polygon.lanes;
        const std::size_t n = std::ranges::size(corners);
        std::size_t i = 0;
        for (const vec2<T> p : corners) {
            if (!is_finite(p)) return {};
            const std::size_t at = clockwise ? n - 1 - i : i;
            x[at] = p.x + T(0), y[at] = p.y + T(0);
            ++i;
        }
        for (std::size_t k = n; n > 0 && k < polygon.lanes; ++k) x[k] = x[n - 1], y[k] = y[n - 1];
        polygon.size_ = n;
        if constexpr (real<T>) fill_normals(polygon);
        return polygon;
    }

    /// @pre clockwise points are not empty
    template <scalar T>
    [[nodiscard]] static constexpr convex_polygon_view<T> borrow(std::span<const vec2<T>> corners,
                                                                 bool clockwise) noexcept {
        return {corners, clockwise};
    }
    template <scalar T, std::size_t N>
    [[nodiscard]] static constexpr convex_polygon_view<T> borrow(const vertex_list<T, N>& corners) noexcept {
        return borrow(std::span<const vec2<T>>{corners.points, corners.size()}, false);
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
        return {edge, scaled / length + vec2<W>{}, length / scale};
    }

    /// Fills normals and offsets. Padded lanes get the offset infinity (or the largest T), so that no vertex is outside
    /// of them. The flattest corner is computed in wide arithmetic and reduced by more than its rounding error. It
    /// stays 0 for polygons with very large coordinates.
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
        for (std::size_t i = edges; i < lanes; ++i) offset[i] = unreachable<T>();
        if constexpr (std::floating_point<T>) {
            constexpr W less = W(1) - W(16) * static_cast<W>(std::numeric_limits<T>::epsilon());  // generous
            if (n > 2 && largest < T(0x1p60)) polygon.margins_.flattest = round_to<T>(product(flattest, less));
        }
    }

    template <real T>
    [[nodiscard]] static constexpr T unreachable() noexcept {
        if constexpr (std::floating_point<T>) return std::numeric_limits<T>::infinity();
        else return T(0);
    }
};

template <scalar T, std::size_t N>
inline constexpr bool is_polygon<convex_polygon<T, N>> = true;
template <scalar T>
inline constexpr bool is_polygon<convex_polygon_view<T>> = true;

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns true if the polygon is not empty: none can be made of invalid points.
template <polygon_like P>
[[nodiscard]] constexpr bool valid(const P& polygon) noexcept {
    return polygon.size() > 0;
}
/// Returns a view of the vertices, which the polygon must outlive.
template <polygon_like P>
[[nodiscard]] constexpr auto vertices(const P& polygon) noexcept {
    return polygon.vertices();
}
/// Returns a copy of the vertices of a temporary polygon: a view of them would dangle in a variable, or in a loop over
/// `vertices(baked(...))`.
template <scalar T, std::size_t N>
[[nodiscard]] constexpr vertex_list<T, N> vertices(const convex_polygon<T, N>&& polygon) noexcept {
    vertex_list<T, N> list;
    for (const vec2<T> p : polygon.vertices()) list.push_back(p);
    return list;
}
template <polygon_like P>
[[nodiscard]] constexpr auto radius(const P&) noexcept {
    return typename P::scalar_type(0);
}
/// Returns the mean of the corners.
template <polygon_like P>
[[nodiscard]] constexpr auto center(const P& polygon) noexcept {
    return detail::mean<typename P::scalar_type>(polygon.vertices());
}
template <polygon_like P>
[[nodiscard]] constexpr auto support(const P& polygon, vec2<typename P::scalar_type> d) noexcept {
    return detail::farthest(polygon.vertices(), d);
}
template <polygon_like P>
    requires real<typename P::scalar_type>
[[nodiscard]] constexpr auto area(const P& polygon) noexcept {
    using T = typename P::scalar_type;
    return detail::round_to<T>(detail::fan_area<T>(polygon.vertices()));
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
