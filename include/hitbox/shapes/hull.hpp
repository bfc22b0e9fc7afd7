#pragma once
/// The convex hull of points.

#include <hitbox/shapes/convexity.hpp>
#include <hitbox/shapes/make_convex_polygon.hpp>

namespace hitbox {
inline namespace HITBOX_ISA {

/// Returns the convex hull of the points. It is strictly convex in exact arithmetic, its vertices are among the points,
/// and every point is inside it or on its boundary. Returns an error for fewer than 3 points (index: their number), for
/// a point that is not finite, for more than N vertices (index N), and for points that are all equal
/// (`duplicate_point`, index 1) or all on one line (`collinear`, index 0).
///
/// Gift wrapping (Jarvis 1973; Ericson, Real-Time Collision Detection, section 3.9.1) takes O(points x vertices) time
/// and allocates nothing.
template <std::size_t N = 8, point_range R>
[[nodiscard]] constexpr result<convex_polygon<range_scalar_t<R>, N>> convex_hull(const R& points) {
    using T = range_scalar_t<R>;
    using made = result<convex_polygon<T, N>>;
    const auto& seen = detail::as_vec2s(points);
    const std::size_t n = std::ranges::size(points);
    if (n < 3) return made{polygon_error::too_few_points, n};
    std::size_t index = 0;
    for (const vec2<T> p : seen) {
        if (!is_finite(p)) return made{polygon_error::not_finite, index};
        ++index;
    }
    const vec2<T> start = detail::leftmost(seen, vec2<T>{*std::ranges::begin(seen)});
    vertex_list<T, N> vertices;
    vec2<T> vertex = start;
    do {
        if (vertices.size() == N) return made{polygon_error::too_many_points, N};
        vertices.push_back(vertex);
        vertex = detail::next_vertex(seen, vertex);
    } while (vertex != start);
    if (vertices.size() == 1) return made{polygon_error::duplicate_point, 1};
    if (vertices.size() == 2) return made{polygon_error::collinear, 0};
    return detail::polygon_maker::fill<N>(vertices);
}

template <std::size_t N = 8, vec_like V = vec2<float>>
[[nodiscard]] constexpr auto convex_hull(std::initializer_list<V> points) {
    return convex_hull<N>(std::span{points.begin(), points.size()});
}
template <std::size_t N = 8, detail::range_of_no_points R>
result<convex_polygon<float, N>> convex_hull(const R&) = delete;  // points have x, y, and no third number

}  // namespace HITBOX_ISA
}  // namespace hitbox
