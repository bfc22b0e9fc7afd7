#pragma once
/// The reference answers for all libraries: brute force in double, from the definitions, without code of hitbox.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace reference {

struct point {
    double x, y;

    friend point operator+(point a, point b) { return {a.x + b.x, a.y + b.y}; }
    friend point operator-(point a, point b) { return {a.x - b.x, a.y - b.y}; }
    friend point operator*(point a, double k) { return {a.x * k, a.y * k}; }
    friend bool operator<(point a, point b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }
};

inline double dot(point a, point b) { return a.x * b.x + a.y * b.y; }
inline double cross(point a, point b) { return a.x * b.y - a.y * b.x; }
inline double length(point a) { return std::sqrt(dot(a, a)); }

/// A shape: all points within a radius of the hull of some points.
struct outline {
    std::vector<point> points;
    double radius;
};

inline outline moved(outline s, point by) {
    for (point& p : s.points) p = p + by;
    return s;
}

/// Returns the box around a shape.
struct box {
    point min, max;
};

inline box bounds(const outline& s) {
    box b{s.points[0], s.points[0]};
    for (const point p : s.points) {
        b.min = {std::min(b.min.x, p.x), std::min(b.min.y, p.y)};
        b.max = {std::max(b.max.x, p.x), std::max(b.max.y, p.y)};
    }
    const point r{s.radius, s.radius};
    return {b.min - r, b.max + r};
}

/// Returns one side of the hull of sorted points, from the first to the last (Andrew's monotone chain).
template <class Iterator>
void append_half_hull(std::vector<point>& hull, Iterator first, Iterator last) {
    const std::size_t start = hull.size();
    for (; first != last; ++first) {
        while (hull.size() >= start + 2 && cross(hull.back() - hull[hull.size() - 2], *first - hull.back()) <= 0)
            hull.pop_back();
        hull.push_back(*first);
    }
    hull.pop_back();
}

/// Returns the hull, counter-clockwise. It has one or two points if the points are equal or on one line.
inline std::vector<point> hull_of(std::vector<point> points) {
    std::sort(points.begin(), points.end());
    std::vector<point> hull;
    append_half_hull(hull, points.begin(), points.end());
    append_half_hull(hull, points.rbegin(), points.rend());
    if (hull.empty()) hull.push_back(points[0]);
    return hull;
}

inline double distance_to_origin(point a, point b) {
    const point edge = b - a;
    const double squared = dot(edge, edge), along = squared > 0 ? std::clamp(-dot(a, edge) / squared, 0., 1.) : 0;
    return length(a + edge * along);
}

/// Returns the distance of the origin from the Minkowski difference of the cores; if it is inside, minus its depth.
inline double core_distance(const outline& a, const outline& b) {
    std::vector<point> differences;
    for (const point p : a.points)
        for (const point q : b.points) differences.push_back(q - p);
    const std::vector<point> hull = hull_of(differences);
    double nearest = length(hull[0]);
    bool inside = hull.size() > 2;
    for (std::size_t i = 0; i < hull.size(); ++i) {
        const point p = hull[i], q = hull[(i + 1) % hull.size()];
        nearest = std::min(nearest, distance_to_origin(p, q));
        inside = inside && cross(q - p, point{0, 0} - p) >= 0;
    }
    return inside ? -nearest : nearest;
}

/// Returns the gap between two shapes; if they overlap, minus the length of the minimum translation.
inline double signed_distance(const outline& a, const outline& b) { return core_distance(a, b) - a.radius - b.radius; }

}  // namespace reference
