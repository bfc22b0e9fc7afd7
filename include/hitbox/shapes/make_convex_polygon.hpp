#pragma once
/// Makers of convex polygons, which report why and where points do not form one.

#include <hitbox/core/result.hpp>
#include <hitbox/core/rot2.hpp>
#include <hitbox/shapes/convex_polygon.hpp>
#include <hitbox/shapes/convexity.hpp>

#include <initializer_list>

namespace hitbox {

/// The reason why points do not form a polygon. If several apply, `make_convex_polygon` reports the first of this list;
/// `check_polygon` documents its own order.
enum class polygon_error {
    too_few_points,
    not_finite,
    not_convex,
    collinear,
    duplicate_point,
    self_intersecting,
    too_many_points,
    // The following apply to polygons with holes only, which may have collinear and repeated points.
    zero_area,
    spike,
    edges_overlap,
    rings_cross,
    hole_outside,
    hole_in_hole,
};

namespace detail {
inline namespace HITBOX_ISA {

/// The result of a pass over all points: the first fault of each kind.
struct outline_report {
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    std::size_t first[7] = {none, none, none, none, none, none, none};
    bool clockwise = false;

    constexpr void note(polygon_error error, std::size_t index) noexcept {
        std::size_t& first_index = first[static_cast<int>(error)];
        if (first_index == none || index < first_index) first_index = index;
    }
    [[nodiscard]] constexpr int error() const noexcept {
        for (int e = 0; e < 7; ++e)
            if (first[e] != none) return e;
        return -1;
    }
};

/// Walks the outline once and computes the exact turn at each vertex. Points that are equal to the one before are
/// recorded and skipped.
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

    vec2<T> before_last = last;  // the vertex before the last one
    index = 0;
    for (const vec2<T> p : points)
        if (p != last) before_last = p;
    // The turn a -> b -> c is that at b. The walk ends when it reaches the first distinct vertices again.
    std::size_t left_at = outline_report::none, right_at = outline_report::none, lefts = 0, rights = 0, b_at = n - 1;
    int turns_up = 0;                   // how often the direction enters the upper half
    vec2<T> a = before_last, b = last;  // two different points, unless all are equal
    for (const vec2<T> c : points) {
        if (c == b) {
            report.note(polygon_error::duplicate_point, index > 0 ? index : n - 1);  // a closing point
        } else {
            const auto turn = exact::orient2d(a, b, c);
            if (turn > 0) ++lefts, left_at = left_at < b_at ? left_at : b_at;
            else if (turn < 0) ++rights, right_at = right_at < b_at ? right_at : b_at;
            else report.note(polygon_error::collinear, b_at);
            turns_up += !upper_half(a, b) && upper_half(b, c) ? 1 : 0;
            a = b, b = c;
        }
        b_at = index++;
    }
    report.clockwise = rights > lefts;
    if (lefts > 0 && rights > 0) report.note(polygon_error::not_convex, report.clockwise ? left_at : right_at);
    if (turns_up > 1) report.note(polygon_error::self_intersecting, 0);  // no single point is wrong
    return report;
}

template <class R, class Result>
[[nodiscard]] constexpr Result refusal(const outline_report& report) noexcept {
    const int e = report.error();
    return Result{static_cast<polygon_error>(e), report.first[e]};
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns a sentence with what is wrong and, usually, what to do.
[[nodiscard]] constexpr const char* to_string(polygon_error error) noexcept {
    switch (error) {
        case polygon_error::too_few_points: return "fewer than 3 points: use a segment, a capsule or a point";
        case polygon_error::not_finite: return "a coordinate is NaN or infinite, or a radius is not positive";
        case polygon_error::not_convex:
            return "the outline turns inwards at this point: make_polygon and compound take concave shapes";
        case polygon_error::collinear:
            return "this point is on a line with its neighbours: leave it out, as convex_hull does; if all are, use a "
                   "segment";
        case polygon_error::duplicate_point:
            return "this point repeats another: leave it out, as convex_hull does; if all do, use a point";
        case polygon_error::self_intersecting:
            return "the outline crosses itself or goes round more than once: put the points in order; for a convex "
                   "shape, convex_hull does this";
        case polygon_error::too_many_points: return "more points than the polygon holds: raise its <N>";
        case polygon_error::zero_area: return "all points of the ring are on a line: it has no inside";
        case polygon_error::spike: return "the ring goes back the way that it came: leave this point out";
        case polygon_error::edges_overlap: return "two edges have more than a point in common";
        case polygon_error::rings_cross: return "an edge of a hole crosses the outline or another hole";
        case polygon_error::hole_outside: return "the hole is outside of the outline";
        case polygon_error::hole_in_hole: return "the hole is inside of another hole: make it a polygon of its own";
    }
    return "unknown polygon_error";
}

/// Returns the polygon through the points, which may have either winding; or the reason why they do not form a convex
/// polygon, and the index of the wrong point. The check is exact: there is no tolerance, and nothing is repaired or
/// dropped. The index is 0 for `self_intersecting`, because no single point is wrong, N for `too_many_points`, and the
/// number of points for `too_few_points`.
template <std::size_t N = 8, point_range R>
[[nodiscard]] constexpr result<convex_polygon<range_scalar_t<R>, N>> make_convex_polygon(const R& points) {
    using made = result<convex_polygon<range_scalar_t<R>, N>>;
    const auto& vertices = detail::as_vec2s(points);
    detail::outline_report report = detail::inspect_outline(vertices);
    if (std::ranges::size(points) > N) report.note(polygon_error::too_many_points, N);
    if (report.error() >= 0) return detail::refusal<R, made>(report);
    return detail::polygon_maker::fill<N>(vertices, report.clockwise);
}

template <std::size_t N = 8, vec_like V = vec2<float>>
[[nodiscard]] constexpr auto make_convex_polygon(std::initializer_list<V> points) {
    return make_convex_polygon<N>(std::span{points.begin(), points.size()});
}
template <std::size_t N = 8, detail::range_of_no_points R>
result<convex_polygon<float, N>> make_convex_polygon(const R&) = delete;  // points have x, y, and no third number

/// Returns the polygon through points that are known to be convex. If they are not, HITBOX_ASSERT reports it, and the
/// polygon is empty.
template <std::size_t N = 8, point_range R>
[[nodiscard]] constexpr convex_polygon<range_scalar_t<R>, N> assume_convex(const R& points) {
    const auto made = make_convex_polygon<N>(points);
    return detail::expect_value(made, "points assumed convex are not") ? *made : convex_polygon<range_scalar_t<R>, N>{};
}

template <std::size_t N = 8, vec_like V = vec2<float>>
[[nodiscard]] constexpr auto assume_convex(std::initializer_list<V> points) {
    return assume_convex<N>(std::span{points.begin(), points.size()});
}

/// Returns a view of the points, which may have either winding; or the reason why they do not form a convex polygon.
/// The points are borrowed: they must outlive the view and must not change. A temporary container does not compile.
/// Vectors of another library cannot be borrowed: make a convex_polygon.
template <scalar T>
[[nodiscard]] constexpr result<convex_polygon_view<T>> make_convex_polygon_view(std::span<const vec2<T>> points) {
    const detail::outline_report report = detail::inspect_outline(points);
    if (report.error() >= 0) return detail::refusal<std::span<const vec2<T>>, result<convex_polygon_view<T>>>(report);
    return detail::polygon_maker::borrow(points, report.clockwise);
}
template <std::ranges::contiguous_range R>
    requires std::ranges::borrowed_range<R> && requires {
        requires scalar<typename std::ranges::range_value_t<R>::scalar_type>;
        requires std::same_as<std::ranges::range_value_t<R>, vec2<typename std::ranges::range_value_t<R>::scalar_type>>;
    }
[[nodiscard]] constexpr auto make_convex_polygon_view(R&& points) {
    return make_convex_polygon_view(std::span<const std::ranges::range_value_t<R>>{points});
}

/// Returns the regular polygon with n vertices on a circle, the first one at an angle of 0, to the right of the middle.
/// Returns an error for fewer than 3 vertices (index n), for a radius that is not positive or vertices beyond the range
/// of T (`not_finite`, index 0), and for more than N vertices (index N). If rounding moves the vertices of a small
/// polygon far away onto each other, the error is that of make_convex_polygon.
template <std::size_t N = 8, real T>
[[nodiscard]] constexpr result<convex_polygon<T, N>> regular_polygon(std::size_t n, T circumradius,
                                                                     vec2<T> middle = {}) {
    using made = result<convex_polygon<T, N>>;
    if (n < 3) return made{polygon_error::too_few_points, n};
    if (!(circumradius > T(0)) || !is_finite(vec2<T>{circumradius, circumradius} + middle))
        return made{polygon_error::not_finite, 0};
    if (n > N) return made{polygon_error::too_many_points, N};
    vertex_list<T, N> vertices;
    for (std::size_t i = 0; i < n; ++i) {
        const double angle = 360. * static_cast<double>(i) / static_cast<double>(n);
        const auto at = detail::sine_cosine_of_degrees(angle);
        using W = detail::wide_t<T>;
        const vec2<W> spoke =
            vec2<W>{static_cast<W>(at.cosine), static_cast<W>(at.sine)} * static_cast<W>(circumradius);
        vertices.push_back(detail::vec_cast<T>(detail::widen(middle) + spoke));
    }
    return make_convex_polygon<N>(vertices);
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
