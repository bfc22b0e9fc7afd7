#pragma once
// Rays on a grid, in whole numbers: rays that touch, graze, run along an edge or hit a vertex are decided exactly.

#include "grid.hpp"
#include "ray_reference.hpp"

namespace hitbox_tests::grid_rays {

using whole = std::int64_t;
using spot = vec2<whole>;

/// Vertices, counter-clockwise, and a radius, in units of a quarter.
struct grid_shape {
    grid_points corners;
    whole radius = 0;
};

template <class S>
grid_shape grid_shape_of(const S& s) {
    if constexpr (hitbox::detail::indirect<S>) {
        return hitbox::detail::resolve(s, [](const auto& known) { return grid_shape_of(known); });
    } else {
        return {reference::outline_of(grid_corners(s)), static_cast<whole>(static_cast<double>(radius(s)) * 4)};
    }
}

inline int sign(whole x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

/// Returns the sign of the distance from x to the edge minus the radius.
inline int beyond_edge(spot x, spot p, spot q, whole radius) {
    const spot edge = q - p, from = x - p;
    const whole squared = length_squared(edge), along = dot(from, edge), area = cross(edge, from);
    if (along <= 0) return sign(length_squared(from) - radius * radius);
    if (along >= squared) return sign(length_squared(x - q) - radius * radius);
    return sign(area * area - radius * radius * squared);
}

template <class F>
bool any_edge(const grid_points& corners, F f) {
    for (std::size_t i = 0; i < corners.size(); ++i)
        if (f(corners[i], corners[(i + 1) % corners.size()])) return true;
    return false;
}

/// Returns -1 inside of the shape, 0 on its boundary, 1 outside.
inline int place_of(const grid_shape& s, spot x) {
    if (s.corners.size() > 2) {
        int least = 1;
        any_edge(s.corners, [&](spot p, spot q) { return least = std::min(least, sign(cross(q - p, x - p))), false; });
        if (least > 0 || (least == 0 && s.radius > 0)) return -1;
        if (least == 0) return 0;
    }
    int nearest = 1;
    any_edge(s.corners,
             [&](spot p, spot q) { return nearest = std::min(nearest, beyond_edge(x, p, q, s.radius)), false; });
    return nearest;
}

inline bool share_a_point(spot a, spot b, spot p, spot q) {
    const int p_side = sign(cross(b - a, p - a)), q_side = sign(cross(b - a, q - a));
    const int a_side = sign(cross(q - p, a - p)), b_side = sign(cross(q - p, b - p));
    if (a != b && p != q && p_side * q_side < 0 && a_side * b_side < 0) return true;
    return beyond_edge(p, a, b, 0) == 0 || beyond_edge(q, a, b, 0) == 0 || beyond_edge(a, p, q, 0) == 0 ||
           beyond_edge(b, p, q, 0) == 0;
}

inline bool meets(const grid_shape& s, spot from, spot to) {
    if (place_of(s, from) <= 0 || place_of(s, to) <= 0) return true;
    return any_edge(s.corners, [&](spot p, spot q) {
        return share_a_point(from, to, p, q) || beyond_edge(p, from, to, s.radius) <= 0;
    });
}

/// Returns true if the path from a point on the boundary leads inside.
inline bool goes_in(const grid_shape& s, spot from, spot translation) {
    if (s.radius == 0) {
        return s.corners.size() > 2 && !any_edge(s.corners, [&](spot p, spot q) {
                   return cross(q - p, from - p) == 0 && cross(q - p, translation) <= 0;
               });
    }
    return any_edge(s.corners, [&](spot p, spot q) {  // only one point of the core is at the distance of the radius
        if (beyond_edge(from, p, q, s.radius) != 0) return false;
        const spot edge = q - p;
        const whole along = dot(from - p, edge);
        if (along <= 0) return dot(from - p, translation) < 0;
        if (along >= length_squared(edge)) return dot(from - q, translation) < 0;
        return cross(edge, from - p) * whole{sign(cross(edge, translation))} < 0;
    });
}

/// Returns true if the endless path only touches the shape.
inline bool is_tangent(const grid_shape& s, spot from, spot translation) {
    whole low = INT64_MAX, high = INT64_MIN;
    for (const spot p : s.corners)
        low = std::min(low, cross(translation, p - from)), high = std::max(high, cross(translation, p - from));
    const whole aside = std::max(low, -high);
    return aside >= 0 && aside * aside == s.radius * s.radius * length_squared(translation);
}

/// Returns the outward normals, as long as the edges, of the facets of a shape without a radius through which the path
/// enters (`in`) or leaves it. Of several facets at a vertex, returns those whose normals are closest to the reversed
/// path, or to the path where it leaves.
/// Returns none if the path misses.
inline std::vector<spot> facets_met(const grid_shape& s, spot from, spot translation, bool in) {
    struct facet {
        spot out;
        whole gap, speed;  // at fraction gap / speed
    };
    std::vector<facet> met;
    const auto later = [in](const facet& x, const facet& y) {
        return sign(x.gap * y.speed - y.gap * x.speed) * (in ? 1 : -1);
    };
    any_edge(s.corners, [&](spot p, spot q) {
        const spot edge = q - p;
        const whole turn = cross(edge, translation) * (in ? 1 : -1);
        if (turn <= 0) return false;
        const facet next{{edge.y, -edge.x}, cross(edge, from - p) * (in ? -1 : 1), turn};
        const int order = met.empty() ? 0 : later(next, met[0]);
        if (order > 0) met.clear();
        if (order >= 0) met.push_back(next);
        return false;
    });
    std::vector<spot> best;
    whole max_speed = 0, squared = 1;
    for (const facet& f : met) {
        const int order = sign(f.speed * f.speed * squared - max_speed * max_speed * length_squared(f.out));
        if (order > 0) best.clear(), max_speed = f.speed, squared = length_squared(f.out);
        if (order >= 0) best.push_back(f.out);
    }
    return best;
}

}  // namespace hitbox_tests::grid_rays
