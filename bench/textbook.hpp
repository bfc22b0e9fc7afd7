#pragma once
/// Collision as books and tutorials teach it, in float, simple and as fast as possible. hitbox is compared with it.
///
/// Polygons are tested by separating axes (Ericson, "Real-Time Collision Detection", 2005, section 5.2.1): normals are
/// computed from the edges and normalised, the test ends at the first separating axis, and the smallest overlap is
/// kept. A circle or capsule adds the axis to the closest vertex. Two circles, capsules or boxes have closed forms.
/// Touching counts as a hit.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>

namespace textbook {

template <class T>
struct vec2 {
    T x, y;

    friend vec2 operator+(vec2 a, vec2 b) { return {a.x + b.x, a.y + b.y}; }
    friend vec2 operator-(vec2 a, vec2 b) { return {a.x - b.x, a.y - b.y}; }
    friend vec2 operator-(vec2 a) { return {-a.x, -a.y}; }
    friend vec2 operator*(vec2 a, T k) { return {a.x * k, a.y * k}; }
};

template <class T>
T dot(vec2<T> a, vec2<T> b) {
    return a.x * b.x + a.y * b.y;
}

template <class T>
struct shadow {
    T min, max;
};

/// The inner loop of everything else in this file: a chain of minima and a chain of maxima.
template <class T>
shadow<T> project(std::span<const vec2<T>> points, vec2<T> axis) {
    T min = dot(points[0], axis), max = min;
    for (std::size_t i = 1; i < points.size(); ++i) {
        const T d = dot(points[i], axis);
        min = std::min(min, d);
        max = std::max(max, d);
    }
    return {min, max};
}

using vec = vec2<float>;

struct contact {
    vec normal;  // unit, from a to b
    float depth;
};

// --- Shapes. Outlines are counter-clockwise.

struct circle {
    vec center;
    float radius;
};

struct capsule {
    std::array<vec, 2> ends;
    float radius;
};

struct aabb {
    vec min, max;
};

struct triangle {
    std::array<vec, 3> corners;
};

template <std::size_t N>
struct polygon {
    std::array<vec, N> corners;
    std::size_t count;
};

struct obb {
    vec center, half_extents, axis;
};

/// Returns the vertices of an obb.
struct quad {
    std::array<vec, 4> corners;
};

struct placed_polygon {
    polygon<8> shape;
    vec position, rotation;
};

// --- The parts of the axis test: vertices, edges with different normals, the projection onto a unit axis.

template <std::size_t N>
std::span<const vec> corners(const polygon<N>& p) {
    return {p.corners.data(), p.count};
}
inline std::span<const vec> corners(const triangle& t) { return t.corners; }
inline std::span<const vec> corners(const quad& q) { return q.corners; }
inline std::span<const vec> corners(const capsule& c) { return c.ends; }
inline std::span<const vec> corners(const circle& c) { return {&c.center, 1}; }

template <std::size_t N>
std::size_t edges(const polygon<N>& p) {
    return p.count;
}
inline std::size_t edges(const triangle&) { return 3; }
inline std::size_t edges(const quad&) { return 2; }
inline std::size_t edges(const capsule&) { return 1; }
inline std::size_t edges(const circle&) { return 0; }

template <class S>
constexpr bool is_round = requires(const S& s) { s.radius; };

template <class S>
shadow<float> shadow_of(const S& s, vec axis) {
    const shadow<float> core = project(corners(s), axis);
    if constexpr (is_round<S>) return {core.min - s.radius, core.max + s.radius};
    else return core;
}

/// Returns the normal of the edge from the i-th vertex to the next, as long as the edge.
inline vec edge_normal(std::span<const vec> corners, std::size_t i) {
    const vec edge = corners[i + 1 < corners.size() ? i + 1 : 0] - corners[i];
    return {edge.y, -edge.x};
}

inline vec normalized(vec v) { return v * (1 / std::sqrt(dot(v, v))); }

inline vec closest_corner(std::span<const vec> corners, vec p) {
    vec closest = corners[0];
    float least = dot(closest - p, closest - p);
    for (const vec v : corners)
        if (const float squared = dot(v - p, v - p); squared < least) least = squared, closest = v;
    return closest;
}

// --- Yes or no. Without a radius, the length of an axis does not matter, so axes are not normalised.

template <class A, class B>
bool overlap_on(vec axis, const A& a, const B& b) {
    const shadow<float> sa = shadow_of(a, axis), sb = shadow_of(b, axis);
    return sa.max >= sb.min && sb.max >= sa.min;
}

template <class Owner, class A, class B>
bool overlap_on_edges(const Owner& owner, const A& a, const B& b) {
    for (std::size_t i = 0; i < edges(owner); ++i) {
        vec axis = edge_normal(corners(owner), i);
        if constexpr (is_round<A> || is_round<B>) axis = normalized(axis);
        if (!overlap_on(axis, a, b)) return false;
    }
    return true;
}

template <class Round, class Other, class A, class B>
bool overlap_on_corners(const Round& round, const Other& other, const A& a, const B& b) {
    for (const vec p : corners(round)) {
        const vec axis = closest_corner(corners(other), p) - p;
        if (dot(axis, axis) > 0 && !overlap_on(normalized(axis), a, b)) return false;
    }
    return true;
}

template <class A, class B>
bool intersects(const A& a, const B& b) {
    if (!overlap_on_edges(a, a, b) || !overlap_on_edges(b, a, b)) return false;
    if constexpr (is_round<A>) return overlap_on_corners(a, b, a, b);
    return true;
}

// --- The minimum translation.

/// Keeps the smaller overlap. Returns false if the shapes do not overlap.
template <class A, class B>
bool keep_overlap(contact& least, vec axis, const A& a, const B& b) {
    const shadow<float> sa = shadow_of(a, axis), sb = shadow_of(b, axis);
    const float forward = sa.max - sb.min, backward = sb.max - sa.min;
    if (forward < 0 || backward < 0) return false;
    if (forward < least.depth) least = {axis, forward};
    if (backward < least.depth) least = {-axis, backward};
    return true;
}

template <class Owner, class A, class B>
bool keep_overlap_on_edges(contact& least, const Owner& owner, const A& a, const B& b) {
    for (std::size_t i = 0; i < edges(owner); ++i)
        if (!keep_overlap(least, normalized(edge_normal(corners(owner), i)), a, b)) return false;
    return true;
}

template <class Round, class Other, class A, class B>
bool keep_overlap_on_corners(contact& least, const Round& round, const Other& other, const A& a, const B& b) {
    for (const vec p : corners(round)) {
        const vec axis = closest_corner(corners(other), p) - p;
        if (dot(axis, axis) > 0 && !keep_overlap(least, normalized(axis), a, b)) return false;
    }
    return true;
}

template <class A, class B>
std::optional<contact> collide(const A& a, const B& b) {
    contact least{{0, 1}, std::numeric_limits<float>::max()};
    if (!keep_overlap_on_edges(least, a, a, b) || !keep_overlap_on_edges(least, b, a, b)) return {};
    if constexpr (is_round<A>) {
        if (!keep_overlap_on_corners(least, a, b, a, b)) return {};
    }
    return least;
}

// --- Shapes that are first converted to vertices.

inline quad corners_of(const obb& box) {
    const vec u = box.axis * box.half_extents.x, v = vec{-box.axis.y, box.axis.x} * box.half_extents.y;
    return {{box.center - u - v, box.center + u - v, box.center + u + v, box.center - u + v}};
}

inline polygon<8> moved(const placed_polygon& p) {
    polygon<8> result = p.shape;
    for (std::size_t i = 0; i < result.count; ++i) {
        const vec v = p.shape.corners[i], r = p.rotation;
        result.corners[i] = p.position + vec{r.x * v.x - r.y * v.y, r.y * v.x + r.x * v.y};
    }
    return result;
}

inline bool intersects(const obb& a, const obb& b) { return intersects(corners_of(a), corners_of(b)); }
inline std::optional<contact> collide(const obb& a, const obb& b) { return collide(corners_of(a), corners_of(b)); }
inline bool intersects(const placed_polygon& a, const placed_polygon& b) { return intersects(moved(a), moved(b)); }
inline std::optional<contact> collide(const placed_polygon& a, const placed_polygon& b) {
    return collide(moved(a), moved(b));
}

// --- Closed forms.

inline bool intersects(const circle& a, const circle& b) {
    const vec d = b.center - a.center;
    const float reach = a.radius + b.radius;
    return dot(d, d) <= reach * reach;
}

/// Two discs by their centres and the sum of their radii.
inline std::optional<contact> collide_points(vec a, vec b, float reach) {
    const vec d = b - a;
    const float squared = dot(d, d);
    if (squared > reach * reach) return {};
    if (squared == 0) return contact{{0, 1}, reach};
    const float distance = std::sqrt(squared);
    return contact{d * (1 / distance), reach - distance};
}

inline std::optional<contact> collide(const circle& a, const circle& b) {
    return collide_points(a.center, b.center, a.radius + b.radius);
}

inline bool intersects(const aabb& a, const aabb& b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

inline std::optional<contact> collide(const aabb& a, const aabb& b) {
    if (!intersects(a, b)) return {};
    contact least{{1, 0}, a.max.x - b.min.x};
    if (const float d = b.max.x - a.min.x; d < least.depth) least = {{-1, 0}, d};
    if (const float d = a.max.y - b.min.y; d < least.depth) least = {{0, 1}, d};
    if (const float d = b.max.y - a.min.y; d < least.depth) least = {{0, -1}, d};
    return least;
}

/// The closest points of two segments (Ericson, section 5.1.9); in the plane, two inner points mean that they cross.
struct closest_points {
    vec a, b;
    bool cross;
};

inline float clamped(float x) { return std::min(std::max(x, 0.f), 1.f); }

inline closest_points closest(const std::array<vec, 2>& p, const std::array<vec, 2>& q) {
    const vec u = p[1] - p[0], v = q[1] - q[0], r = p[0] - q[0];
    const float a = dot(u, u), e = dot(v, v), b = dot(u, v), c = dot(u, r), f = dot(v, r);
    const float denominator = a * e - b * b;
    const float s0 = denominator > 0 ? (b * f - c * e) / denominator : 0;
    float s = clamped(s0);
    const float t0 = (b * s + f) / e, t = clamped(t0);
    if (t != t0) s = clamped((b * t - c) / a);
    return {p[0] + u * s, q[0] + v * t, denominator > 0 && s0 > 0 && s0 < 1 && t0 > 0 && t0 < 1};
}

inline bool intersects(const capsule& a, const capsule& b) {
    const closest_points near = closest(a.ends, b.ends);
    const vec d = near.b - near.a;
    const float reach = a.radius + b.radius;
    return near.cross || dot(d, d) <= reach * reach;
}

inline std::optional<contact> collide(const capsule& a, const capsule& b) {
    const closest_points near = closest(a.ends, b.ends);
    if (!near.cross) return collide_points(near.a, near.b, a.radius + b.radius);
    contact least{{0, 1}, std::numeric_limits<float>::max()};
    keep_overlap_on_edges(least, a, a, b);
    keep_overlap_on_edges(least, b, a, b);
    return least;
}

/// Boxes by centre, half extents and axes (Gottschalk, Lin and Manocha 1996; Ericson, section 4.4.1), without vertices.
namespace closed {

struct box_pair {
    vec d, v_a, v_b;  // the offset of the centres, and the second axes
    float cosine, sine;
};

inline box_pair pair_of(const obb& a, const obb& b) {
    const vec v_a{-a.axis.y, a.axis.x}, v_b{-b.axis.y, b.axis.x};
    return {b.center - a.center, v_a, v_b, std::abs(dot(a.axis, b.axis)), std::abs(dot(a.axis, v_b))};
}

inline float reach(float own, vec other, float along_x, float along_y) {
    return own + other.x * along_x + other.y * along_y;
}

inline bool intersects(const obb& a, const obb& b) {
    const box_pair p = pair_of(a, b);
    const vec ha = a.half_extents, hb = b.half_extents;
    return std::abs(dot(p.d, a.axis)) <= reach(ha.x, hb, p.cosine, p.sine) &&
           std::abs(dot(p.d, p.v_a)) <= reach(ha.y, hb, p.sine, p.cosine) &&
           std::abs(dot(p.d, b.axis)) <= reach(hb.x, ha, p.cosine, p.sine) &&
           std::abs(dot(p.d, p.v_b)) <= reach(hb.y, ha, p.sine, p.cosine);
}

inline bool keep(contact& least, vec d, vec axis, float reach) {
    const float along = dot(d, axis), depth = reach - std::abs(along);
    if (depth < 0) return false;
    if (depth < least.depth) least = {along < 0 ? -axis : axis, depth};
    return true;
}

inline std::optional<contact> collide(const obb& a, const obb& b) {
    const box_pair p = pair_of(a, b);
    const vec ha = a.half_extents, hb = b.half_extents;
    contact least{{0, 1}, std::numeric_limits<float>::max()};
    if (!keep(least, p.d, a.axis, reach(ha.x, hb, p.cosine, p.sine))) return {};
    if (!keep(least, p.d, p.v_a, reach(ha.y, hb, p.sine, p.cosine))) return {};
    if (!keep(least, p.d, b.axis, reach(hb.x, ha, p.cosine, p.sine))) return {};
    if (!keep(least, p.d, p.v_b, reach(hb.y, ha, p.sine, p.cosine))) return {};
    return least;
}

}  // namespace closed
}  // namespace textbook
