#pragma once
/// The convex hull of points.

#include <hitbox/shapes/make_convex_polygon.hpp>

namespace hitbox {
inline namespace HITBOX_ISA {

/// The hull of the points: strictly convex in exact arithmetic, its corners among the points, every point inside it.
/// Refused: fewer than 3 points; a NaN or infinity; all points in one place (index 1: it repeats the one before) or on
/// one line (index 0: no one point is to blame); more than N corners (index N).
/// Gift wrapping (Jarvis 1973; Ericson, Real-Time Collision Detection, section 3.9.1): points times corners, no memory.
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
    vertex_list<T, N> corners;
    vec2<T> corner = start;
    do {
        if (corners.size() == N) return made{polygon_error::too_many_points, N};
        corners.push_back(corner);
        corner = detail::next_corner(seen, corner);
    } while (corner != start);
    if (corners.size() == 1) return made{polygon_error::duplicate_point, 1};
    if (corners.size() == 2) return made{polygon_error::collinear, 0};
    return detail::polygon_maker::fill<N>(corners);
}

template <std::size_t N = 8, vec_like V>
[[nodiscard]] constexpr auto convex_hull(std::initializer_list<V> points) {
    return convex_hull<N>(std::span{points.begin(), points.size()});
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
