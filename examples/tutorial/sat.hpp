#pragma once
// The separating-axis test, as chapters 2 to 6 of docs/tutorial write it.
// The library has the same queries, exact and for all shapes: intersects,
// collide.

#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <hitbox/shapes.hpp>

namespace tutorial {

using hitbox::aabb, hitbox::circle, hitbox::interval, hitbox::vec2;

// ---- Chapter 2: intervals.

inline bool meet(interval<float> a, interval<float> b) {
    const bool a_ends_first = a.max < b.min;
    const bool b_ends_first = b.max < a.min;
    return !a_ends_first && !b_ends_first;
}

// How far a must move so that it only touches b; negative: backwards.
inline float way_out(interval<float> a, interval<float> b) {
    const float back = a.max - b.min;
    const float forward = b.max - a.min;
    return back <= forward ? -back : forward;
}

// ---- Chapter 3: boxes.

inline bool meet(const aabb<float>& a, const aabb<float>& b) {
    const interval<float> a_floor{a.min.x, a.max.x};
    const interval<float> b_floor{b.min.x, b.max.x};
    const interval<float> a_wall{a.min.y, a.max.y};
    const interval<float> b_wall{b.min.y, b.max.y};
    return meet(a_floor, b_floor) && meet(a_wall, b_wall);
}

// ---- Chapter 4: polygons.

// The corners of a convex polygon, in order.
using corners = std::vector<vec2<float>>;

// From the smallest to the largest position of the corners on the axis.
inline interval<float> shadow(const corners& p, vec2<float> axis) {
    interval<float> result{dot(p[0], axis), dot(p[0], axis)};
    for (const vec2<float> corner : p) {
        const float position = dot(corner, axis);
        if (position < result.min) result.min = position;
        if (position > result.max) result.max = position;
    }
    return result;
}

// Adds a perpendicular of each edge.
inline void add_axes(std::vector<vec2<float>>& axes, const corners& p) {
    for (std::size_t i = 0; i < p.size(); ++i) {
        const vec2<float> edge = p[(i + 1) % p.size()] - p[i];
        axes.push_back({edge.y, -edge.x});
    }
}

inline bool meet(const corners& a, const corners& b) {
    std::vector<vec2<float>> axes;
    add_axes(axes, a);
    add_axes(axes, b);
    for (const vec2<float> axis : axes)
        if (!meet(shadow(a, axis), shadow(b, axis))) return false;
    return true;
}

// ---- Chapter 5: circles.

inline bool meet(const circle<float>& a, const circle<float>& b) {
    const float radius_sum = a.radius + b.radius;
    return length_squared(b.center - a.center) <= radius_sum * radius_sum;
}

inline float clamped(float v, float low, float high) {
    if (v < low) return low;
    return v > high ? high : v;
}

inline bool meet(const aabb<float>& box, const circle<float>& c) {
    const float x = clamped(c.center.x, box.min.x, box.max.x);
    const float y = clamped(c.center.y, box.min.y, box.max.y);
    const vec2<float> nearest{x, y};
    return length_squared(nearest - c.center) <= c.radius * c.radius;
}

inline interval<float> shadow(const circle<float>& c, vec2<float> axis) {
    const float middle = dot(c.center, axis);
    const float half = c.radius * length(axis);
    return {middle - half, middle + half};
}

// Adds the direction from the centre to the nearest corner.
inline void add_axis_to_corner(std::vector<vec2<float>>& axes,
                               const corners& p, vec2<float> center) {
    vec2<float> nearest = p[0] - center;
    for (const vec2<float> corner : p) {
        const vec2<float> there = corner - center;
        if (length_squared(there) < length_squared(nearest))
            nearest = there;
    }
    if (length_squared(nearest) > 0) axes.push_back(nearest);
}

inline bool meet(const corners& p, const circle<float>& c) {
    std::vector<vec2<float>> axes;
    add_axes(axes, p);
    add_axis_to_corner(axes, p, c.center);
    for (const vec2<float> axis : axes)
        if (!meet(shadow(p, axis), shadow(c, axis))) return false;
    return true;
}

// ---- Chapter 6: the minimum translation.

// The shortest vector by which a must move so that it only touches b.
// Returns nothing if an axis has a gap.
template <class A, class B>
std::optional<vec2<float>> way_out(const A& a, const B& b,
                                   std::span<const vec2<float>> axes) {
    float least = std::numeric_limits<float>::infinity();
    vec2<float> result{};
    for (const vec2<float> axis : axes) {
        const vec2<float> unit = axis / length(axis);
        const auto shadow_a = shadow(a, unit), shadow_b = shadow(b, unit);
        if (!meet(shadow_a, shadow_b)) return std::nullopt;
        const float move = way_out(shadow_a, shadow_b);
        if (std::abs(move) < least) {
            least = std::abs(move);
            result = unit * move;
        }
    }
    return result;
}

inline auto way_out(const corners& a, const corners& b) {
    std::vector<vec2<float>> axes;
    add_axes(axes, a);
    add_axes(axes, b);
    return way_out(a, b, axes);
}

inline auto way_out(const corners& p, const circle<float>& c) {
    std::vector<vec2<float>> axes;
    add_axes(axes, p);
    add_axis_to_corner(axes, p, c.center);
    return way_out(p, c, axes);
}

// Two circles have one axis: from centre to centre.
inline auto way_out(const circle<float>& a, const circle<float>& b) {
    vec2<float> axis = b.center - a.center;
    if (length_squared(axis) == 0) axis = {1, 0};  // any axis
    return way_out(a, b, std::span{&axis, 1});
}

}  // namespace tutorial
