#pragma once
/// A convex polygon that borrows its vertices, and the functions of all convex polygons.

#include <hitbox/shapes/aabb.hpp>

#include <span>

namespace hitbox {

enum class polygon_error;
template <scalar T, std::size_t N>
class convex_polygon;

namespace detail {

/// The borrowed columns of a convex_polygon.
template <scalar T>
struct polygon_columns {
    const T* first = nullptr;  // x, y; for real T also normal_x, normal_y, offset; null if there are no columns
    std::size_t lanes = 0;     // the length of each column
    T largest{};               // the largest |coordinate|
};

template <class P>
inline constexpr bool is_polygon = false;

inline namespace HITBOX_ISA {

struct polygon_maker;

}  // namespace HITBOX_ISA
}  // namespace detail

/// A convex polygon of any size that borrows its vertices from an array of vec2 or from a convex_polygon. They must
/// outlive the view and must not change. A default view is empty and not valid.
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
    /// Returns vertex i in counter-clockwise order, whatever the winding of the borrowed points. @pre i < size()
    [[nodiscard, gnu::always_inline]] constexpr vec2<T> operator[](std::size_t i) const noexcept {
        const auto at = static_cast<std::ptrdiff_t>(i);
        // In constant evaluation, a pointer to a coordinate of one point cannot be moved to the next point.
        if (std::is_constant_evaluated() && points_) return points_[stride_ < 0 ? -at : at];
        return {x_[at * stride_], y_[at * stride_]};
    }
    /// Returns the columns of the borrowed convex_polygon; their pointer is null if points are borrowed, and for
    /// integers.
    [[nodiscard, gnu::always_inline]] constexpr const detail::polygon_columns<T>& columns() const noexcept {
        return columns_;
    }
    [[nodiscard, gnu::always_inline]] constexpr iterator begin() const noexcept { return {*this, 0}; }
    [[nodiscard, gnu::always_inline]] constexpr iterator end() const noexcept { return {*this, size_}; }
    /// Returns the view itself, which is a list of its vertices.
    [[nodiscard, gnu::always_inline]] constexpr const convex_polygon_view& vertices() const noexcept { return *this; }

    /// The same vertices in the same order.
    [[gnu::always_inline]] friend constexpr bool operator==(const convex_polygon_view& a,
                                                            const convex_polygon_view& b) noexcept {
        if (a.size_ != b.size_) return false;
        for (std::size_t i = 0; i < a.size_; ++i)
            if (a[i] != b[i]) return false;
        return true;
    }

private:
    friend struct detail::polygon_maker;

    /// @pre there is a point if `clockwise` is true
    [[gnu::always_inline]] constexpr convex_polygon_view(std::span<const vec2<T>> points, bool clockwise) noexcept
        : points_{points.data() + (clockwise ? points.size() - 1 : 0)}, x_{&points_->x}, y_{&points_->y},
          stride_{clockwise ? -2 : 2}, size_{points.size()} {
        static_assert(sizeof(vec2<T>) == 2 * sizeof(T));
    }

    const vec2<T>* points_ = nullptr;  // the first vertex, if points are borrowed
    const T* x_ = nullptr;             // of the first vertex
    const T* y_ = nullptr;
    std::ptrdiff_t stride_ = 1;  // from vertex to vertex, in numbers of T
    detail::polygon_columns<T> columns_{};
    std::size_t size_ = 0;
};

template <scalar T, std::size_t N>
convex_polygon_view(const convex_polygon<T, N>&) -> convex_polygon_view<T>;

/// The types convex_polygon and convex_polygon_view.
template <class P>
concept polygon_like = detail::is_polygon<P>;

}  // namespace hitbox

namespace hitbox {
namespace detail {

template <scalar T>
inline constexpr const char* complaint<convex_polygon_view<T>> = "a convex_polygon_view, is empty";
inline constexpr std::uint32_t polygon_kind = 14;
template <scalar T>
inline constexpr std::uint32_t shape_kind<convex_polygon_view<T>> = 16;
template <scalar T>
inline constexpr bool is_polygon<convex_polygon_view<T>> = true;

inline namespace HITBOX_ISA {

template <scalar T>
constexpr void borrow_columns(rounded_hull<T>& hull, const polygon_columns<T>& columns, std::size_t n) noexcept {
    hull.columns = columns.first, hull.lanes = static_cast<std::uint32_t>(columns.lanes);
    hull.count = static_cast<std::uint32_t>(n);
    hull.max_abs_coordinate = columns.largest, hull.roundings = std::same_as<T, float> ? T(12) : T(24);
    hull.filtered = n > 2 && columns.lanes <= max_filtered;  // the filter reads all lanes, also unused ones
}

template <scalar T, std::size_t N>
constexpr void fill_hull(rounded_hull<T>& hull, hull_storage<T, N>& s, const convex_polygon_view<T>& view) noexcept {
    const std::size_t n = view.size();
    hull.kind = shape_kind<convex_polygon_view<T>>;
    if (view.columns().first) return borrow_columns(hull, view.columns(), n);
    if (n <= N) return fill_from(hull, s.columns, view);
    s.rows = {view};
    hull.rows = &s.rows, hull.count = static_cast<std::uint32_t>(n);
    measure_extent(hull);
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns true if the polygon is not empty: makers refuse points that do not form a convex polygon.
template <polygon_like P>
[[nodiscard]] constexpr bool valid(const P& polygon) noexcept {
    return polygon.size() > 0;
}
/// Returns a view of the vertices. The polygon must outlive it.
template <polygon_like P>
[[nodiscard]] constexpr auto vertices(const P& polygon) noexcept {
    return polygon.vertices();
}
template <polygon_like P>
[[nodiscard]] constexpr auto radius(const P&) noexcept {
    return typename P::scalar_type(0);
}
/// Returns the mean of the vertices.
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
