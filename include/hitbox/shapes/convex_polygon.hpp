#pragma once
/// A convex polygon: its corners in place, or borrowed; made by functions that refuse what is not convex.

#include <hitbox/core/result.hpp>
#include <hitbox/core/rot2.hpp>
#include <hitbox/shapes/aabb.hpp>

#include <initializer_list>
#include <ranges>
#include <span>

namespace hitbox {

/// Why points do not make a convex polygon. Where several reasons apply, the first of this list is reported.
enum class polygon_error {
    too_few_points,
    not_finite,
    not_convex,
    collinear,
    duplicate_point,
    self_intersecting,
    too_many_points,
};

/// What is wrong and what to do about it.
[[nodiscard]] constexpr const char* to_string(polygon_error error) noexcept {
    switch (error) {
        case polygon_error::too_few_points: return "fewer than 3 points: use a segment, a capsule or a point";
        case polygon_error::not_finite: return "a coordinate is NaN or infinite";
        case polygon_error::not_convex:
            return "the outline turns inwards at this point: use convex_hull, or split it into convex parts";
        case polygon_error::collinear:
            return "this point is on a line with its neighbours: leave it out, as convex_hull does; if all are, use a "
                   "segment";
        case polygon_error::duplicate_point:
            return "this point repeats another: leave it out, as convex_hull does; if all do, use a point";
        case polygon_error::self_intersecting:
            return "the outline goes round more than once: order the points, or use convex_hull";
        case polygon_error::too_many_points: return "more points than the polygon holds: raise its <N>";
    }
    return "unknown polygon_error";
}

/// Any sized range of vec2<T>.
template <class R>
concept point_range = std::ranges::forward_range<const R> && std::ranges::sized_range<const R> &&
    requires(const R& points) {
    typename std::ranges::range_value_t<const R>::scalar_type;
} && std::same_as<std::ranges::range_value_t<const R>, vec2<typename std::ranges::range_value_t<const R>::scalar_type>>;

template <point_range R>
using range_scalar_t = typename std::ranges::range_value_t<const R>::scalar_type;

namespace detail {

inline constexpr std::size_t polygon_lanes = 8;

/// What makes the narrow phase fast: unit normals and offsets of the edges, for scalars that can hold them.
template <scalar T, std::size_t Lanes>
struct facet_data {
    friend constexpr bool operator==(const facet_data&, const facet_data&) = default;
};

template <real T, std::size_t Lanes>
struct facet_data<T, Lanes> {
    T normal_x[Lanes]{};
    T normal_y[Lanes]{};
    T offset[Lanes]{};
    T largest{};  // |coordinate|

    friend constexpr bool operator==(const facet_data&, const facet_data&) = default;
};

/// Where a convex_polygon keeps them.
template <scalar T>
struct facet_pointers {
    const T* normal_x = nullptr;
    const T* normal_y = nullptr;
    const T* offset = nullptr;
    T largest{};  // |coordinate|
};

struct polygon_maker;

}  // namespace detail

template <scalar T>
class convex_polygon_view;

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

    constexpr convex_polygon() = default;

    /// Between 3 and N; fewer only for `baked` polygons that rounding has collapsed.
    [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
    /// @pre i < size()
    [[nodiscard]] constexpr vec2<T> operator[](std::size_t i) const {
        detail::expect(i < size_, "a polygon has no corner with this index");
        return {x_[i], y_[i]};
    }
    /// The corners as a range of vec2<T>, borrowed from this polygon.
    [[nodiscard]] constexpr convex_polygon_view<T> vertices() const noexcept { return {*this}; }

    /// Structure-of-arrays access, `lanes` long: corners; for real T also the outward unit normal and the offset
    /// dot(normal, corner) of the edge from corner i to the next, and the largest |coordinate|.
    [[nodiscard]] constexpr const T* x() const noexcept { return x_; }
    [[nodiscard]] constexpr const T* y() const noexcept { return y_; }
    [[nodiscard]] constexpr const T* normal_x() const noexcept requires real<T> { return facets_.normal_x; }
    [[nodiscard]] constexpr const T* normal_y() const noexcept requires real<T> { return facets_.normal_y; }
    [[nodiscard]] constexpr const T* offset() const noexcept requires real<T> { return facets_.offset; }
    [[nodiscard]] constexpr T largest_coordinate() const noexcept requires real<T> { return facets_.largest; }

    friend constexpr bool operator==(const convex_polygon&, const convex_polygon&) = default;

private:
    friend struct detail::polygon_maker;

    T x_[lanes]{};
    T y_[lanes]{};
    [[no_unique_address]] detail::facet_data<T, lanes> facets_{};
    std::size_t size_ = 0;
};

/// A convex polygon of any size whose corners live elsewhere: in an array of vec2, or in a convex_polygon. They must
/// outlive it and stay as they are. Default-constructed it is empty, and not valid.
template <scalar T>
class convex_polygon_view {
public:
    using scalar_type = T;
    using error_type = polygon_error;
    using iterator = detail::index_iterator<convex_polygon_view>;

    constexpr convex_polygon_view() = default;

    template <std::size_t N>
    constexpr convex_polygon_view(const convex_polygon<T, N>& polygon) noexcept
        : x_{polygon.x()}, y_{polygon.y()}, size_{polygon.size()} {
        if constexpr (real<T>)
            facets_ = {polygon.normal_x(), polygon.normal_y(), polygon.offset(), polygon.largest_coordinate()};
    }

    [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
    /// Counter-clockwise, whichever way the borrowed points go round. @pre i < size()
    [[nodiscard]] constexpr vec2<T> operator[](std::size_t i) const noexcept {
        const std::size_t at = clockwise_ ? size_ - 1 - i : i;
        return points_ ? points_[at] : vec2<T>{x_[at], y_[at]};
    }
    /// Edge normals and offsets beside the coordinates, where a convex_polygon keeps them; null pointers otherwise.
    [[nodiscard]] constexpr const T* x() const noexcept { return x_; }
    [[nodiscard]] constexpr const T* y() const noexcept { return y_; }
    [[nodiscard]] constexpr const detail::facet_pointers<T>& facets() const noexcept { return facets_; }
    [[nodiscard]] constexpr iterator begin() const noexcept { return {*this, 0}; }
    [[nodiscard]] constexpr iterator end() const noexcept { return {*this, size_}; }
    [[nodiscard]] constexpr const convex_polygon_view& vertices() const noexcept { return *this; }

    /// The same corners in the same order.
    friend constexpr bool operator==(const convex_polygon_view& a, const convex_polygon_view& b) noexcept {
        if (a.size_ != b.size_) return false;
        for (std::size_t i = 0; i < a.size_; ++i)
            if (a[i] != b[i]) return false;
        return true;
    }

private:
    template <scalar U>
    friend constexpr result<convex_polygon_view<U>> make_convex_polygon_view(std::span<const vec2<U>> points);

    constexpr convex_polygon_view(std::span<const vec2<T>> points, bool clockwise) noexcept
        : points_{points.data()}, size_{points.size()}, clockwise_{clockwise} {}

    const vec2<T>* points_ = nullptr;
    const T* x_ = nullptr;
    const T* y_ = nullptr;
    detail::facet_pointers<T> facets_{};
    std::size_t size_ = 0;
    bool clockwise_ = false;
};

template <scalar T, std::size_t N>
convex_polygon_view(const convex_polygon<T, N>&) -> convex_polygon_view<T>;

namespace detail {

/// The only way to fill a polygon. @pre the corners are strictly convex, counter-clockwise and at most N (or a baked
/// remnant)
struct polygon_maker {
    template <std::size_t N, class Vertices, scalar T = range_scalar_t<Vertices>>
    [[nodiscard]] static constexpr convex_polygon<T, N> fill(const Vertices& corners, bool clockwise = false) noexcept {
        convex_polygon<T, N> polygon;
        const std::size_t n = std::ranges::size(corners);
        std::size_t i = 0;
        for (const vec2<T> p : corners) {
            const std::size_t at = clockwise ? n - 1 - i : i;
            polygon.x_[at] = p.x + T(0), polygon.y_[at] = p.y + T(0);
            ++i;
        }
        for (std::size_t k = n; n > 0 && k < polygon.lanes; ++k)
            polygon.x_[k] = polygon.x_[n - 1], polygon.y_[k] = polygon.y_[n - 1];
        polygon.size_ = n;
        if constexpr (real<T>) fill_facets(polygon);
        return polygon;
    }

    /// Padded lanes get an offset of infinity (the largest T where there is none), so that no corner is ever beyond
    /// them.
    template <real T, std::size_t N>
    static constexpr void fill_facets(convex_polygon<T, N>& polygon) noexcept {
        using W = wide_t<T>;
        auto& f = polygon.facets_;
        const std::size_t n = polygon.size_;
        for (std::size_t i = 0; i < polygon.lanes; ++i) {
            const std::size_t j = i + 1 < n ? i + 1 : 0;
            const vec2<W> a = widen(vec2<T>{polygon.x_[i], polygon.y_[i]}),
                          b = widen(vec2<T>{polygon.x_[j], polygon.y_[j]});
            const vec2<W> edge = i < n && n > 1 ? b - a : vec2<W>{};
            const vec2<W> normal = direction_of(vec2<W>{edge.y, W(0) - edge.x}, vec2<W>{});
            f.normal_x[i] = round_to<T>(normal.x), f.normal_y[i] = round_to<T>(normal.y);
            f.offset[i] = i < n && n > 1 ? round_to<T>(dot(normal, a)) : unreachable<T>();
            f.largest = larger(f.largest, larger(magnitude(polygon.x_[i]), magnitude(polygon.y_[i])));
        }
    }

    template <real T>
    [[nodiscard]] static constexpr T unreachable() noexcept {
        if constexpr (std::floating_point<T>) return std::numeric_limits<T>::infinity();
        else return T(0);
    }
};

/// What a look at all points found: the first offender of each kind.
struct outline_report {
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    std::size_t first[7] = {none, none, none, none, none, none, none};
    bool clockwise = false;

    constexpr void note(polygon_error error, std::size_t index) noexcept {
        std::size_t& place = first[static_cast<int>(error)];
        if (place == none || index < place) place = index;
    }
    [[nodiscard]] constexpr int error() const noexcept {
        for (int e = 0; e < 7; ++e)
            if (first[e] != none) return e;
        return -1;
    }
};

/// Walks the outline once, corner by corner, with exact turns. Points equal to the one before are noted and passed
/// over.
template <class R, scalar T = range_scalar_t<R>>
[[nodiscard]] constexpr outline_report inspect_outline(const R& points) noexcept {
    outline_report report;
    const std::size_t n = std::ranges::size(points);
    if (n < 3) return report.note(polygon_error::too_few_points, n), report;
    std::size_t index = 0;
    vec2<T> last{};
    for (const vec2<T> p : points) {
        if (!is_finite(p)) report.note(polygon_error::not_finite, index);
        last = p;
        ++index;
    }
    if (report.error() >= 0) return report;

    vec2<T> before_last = last;  // the corner before the last one
    index = 0;
    for (const vec2<T> p : points) {
        if (p != last) before_last = p;
    }
    // Each turn a -> b -> c is b's; the walk ends when the first distinct corners have come round again.
    std::size_t left_at = outline_report::none, right_at = outline_report::none, lefts = 0, rights = 0, b_at = n - 1;
    int turns_up = 0, turns_down = 0;
    vec2<T> a = before_last, b = last;
    for (const vec2<T> c : points) {
        if (c == b) {
            report.note(polygon_error::duplicate_point, index);
        } else if (a != b) {
            const auto turn = exact::orient2d(a, b, c);
            if (turn > 0) ++lefts, left_at = left_at < b_at ? left_at : b_at;
            else if (turn < 0) ++rights, right_at = right_at < b_at ? right_at : b_at;
            else report.note(polygon_error::collinear, b_at);
            turns_up += !upper_half(a, b) && upper_half(b, c) ? 1 : 0;
            turns_down += upper_half(a, b) && !upper_half(b, c) ? 1 : 0;
        }
        if (c != b) a = b, b = c;
        b_at = index++;
    }
    report.clockwise = rights > lefts;
    if (lefts > 0 && rights > 0) report.note(polygon_error::not_convex, report.clockwise ? left_at : right_at);
    if (turns_up > 1 || turns_down > 1) report.note(polygon_error::self_intersecting, 0);
    return report;
}

template <class R, class Result>
[[nodiscard]] constexpr Result refusal(const outline_report& report) noexcept {
    const int e = report.error();
    return Result{static_cast<polygon_error>(e), report.first[e]};
}

}  // namespace detail

/// The polygon through the points, in either winding; or the reason why they do not make one, and the point to blame.
/// Exact: no tolerance, nothing repaired, nothing dropped.
template <std::size_t N = 8, point_range R>
[[nodiscard]] constexpr result<convex_polygon<range_scalar_t<R>, N>> make_convex_polygon(const R& points) {
    using made = result<convex_polygon<range_scalar_t<R>, N>>;
    detail::outline_report report = detail::inspect_outline(points);
    if (std::ranges::size(points) > N) report.note(polygon_error::too_many_points, N);
    if (report.error() >= 0) return detail::refusal<R, made>(report);
    return detail::polygon_maker::fill<N>(points, report.clockwise);
}

template <std::size_t N = 8, scalar T>
[[nodiscard]] constexpr result<convex_polygon<T, N>> make_convex_polygon(std::initializer_list<vec2<T>> points) {
    return make_convex_polygon<N>(std::span{points.begin(), points.size()});
}

/// The polygon through points that are known to be convex; an empty one (and a failed assertion) if they are not.
template <std::size_t N = 8, point_range R>
[[nodiscard]] constexpr convex_polygon<range_scalar_t<R>, N> assume_convex(const R& points) {
    const auto made = make_convex_polygon<N>(points);
    return detail::expect(made.has_value(), "points assumed convex are not") ? *made
                                                                             : convex_polygon<range_scalar_t<R>, N>{};
}

template <std::size_t N = 8, scalar T>
[[nodiscard]] constexpr convex_polygon<T, N> assume_convex(std::initializer_list<vec2<T>> points) {
    return assume_convex<N>(std::span{points.begin(), points.size()});
}

/// A view of the points, in either winding; or the reason why they are no convex polygon.
template <scalar T>
[[nodiscard]] constexpr result<convex_polygon_view<T>> make_convex_polygon_view(std::span<const vec2<T>> points) {
    const detail::outline_report report = detail::inspect_outline(points);
    if (report.error() >= 0) return detail::refusal<std::span<const vec2<T>>, result<convex_polygon_view<T>>>(report);
    return convex_polygon_view<T>{points, report.clockwise};
}
template <std::ranges::contiguous_range R>
    requires point_range<R>
[[nodiscard]] constexpr auto make_convex_polygon_view(const R& points) {
    return make_convex_polygon_view(std::span<const std::ranges::range_value_t<const R>>{points});
}

/// The regular polygon with n corners on a circle, the first one at an angle of 0.
/// Refused: fewer than 3 or more than N corners, a radius that is not finite and positive.
template <std::size_t N = 8, real T>
[[nodiscard]] constexpr result<convex_polygon<T, N>> regular_polygon(std::size_t n, T radius_to_corner,
                                                                     vec2<T> middle = {}) {
    using made = result<convex_polygon<T, N>>;
    if (n < 3) return made{polygon_error::too_few_points, n};
    if (!(radius_to_corner > T(0)) || !is_finite(vec2<T>{radius_to_corner, radius_to_corner} + middle))
        return made{polygon_error::not_finite, 0};
    if (n > N) return made{polygon_error::too_many_points, N};
    vertex_list<T, N> corners;
    for (std::size_t i = 0; i < n; ++i) {
        const double angle = 360. * static_cast<double>(i) / static_cast<double>(n);
        const auto at = detail::sine_cosine_of_degrees(angle);
        using W = detail::wide_t<T>;
        const vec2<W> spoke =
            vec2<W>{static_cast<W>(at.cosine), static_cast<W>(at.sine)} * static_cast<W>(radius_to_corner);
        corners.push_back(detail::vec_cast<T>(detail::widen(middle) + spoke));
    }
    return make_convex_polygon<N>(corners);
}

namespace detail {
template <class P>
inline constexpr bool is_polygon = false;
template <scalar T, std::size_t N>
inline constexpr bool is_polygon<convex_polygon<T, N>> = true;
template <scalar T>
inline constexpr bool is_polygon<convex_polygon_view<T>> = true;
}  // namespace detail

/// convex_polygon or convex_polygon_view.
template <class P>
concept polygon_like = detail::is_polygon<P>;

/// A polygon cannot be made of anything invalid; only an empty one is.
template <polygon_like P>
[[nodiscard]] constexpr bool valid(const P& polygon) noexcept {
    return polygon.size() > 0;
}
template <polygon_like P>
[[nodiscard]] constexpr auto vertices(const P& polygon) noexcept {
    return polygon.vertices();
}
template <polygon_like P>
[[nodiscard]] constexpr auto radius(const P&) noexcept {
    return typename P::scalar_type(0);
}
/// The mean of the corners.
template <polygon_like P>
[[nodiscard]] constexpr auto center(const P& polygon) noexcept {
    return detail::mean<typename P::scalar_type>(polygon.vertices());
}
template <polygon_like P>
[[nodiscard]] constexpr auto support(const P& polygon, vec2<typename P::scalar_type> d) noexcept {
    return detail::farthest(polygon.vertices(), d);
}
template <polygon_like P>
[[nodiscard]] constexpr auto bounds(const P& polygon) noexcept {
    using T = typename P::scalar_type;
    return detail::bounds_of<T>(polygon.vertices(), T(0));
}
template <polygon_like P>
    requires real<typename P::scalar_type>
[[nodiscard]] constexpr auto area(const P& polygon) noexcept {
    using T = typename P::scalar_type;
    return detail::round_to<T>(detail::fan_area<T>(polygon.vertices()));
}

}  // namespace hitbox
