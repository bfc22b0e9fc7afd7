#pragma once
// The time at which two convex shapes that move along lines meet, by brute force in long double. The code shares
// nothing with the library. The Minkowski difference is covered with capsules, one for each edge of one shape and each
// vertex of the other, and the path of the origin is intersected with all of them.

#include "laws.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace hitbox_tests::reference {

using extended = long double;
using point = vec2<extended>;

/// Vertices, counter-clockwise, and a radius.
struct rounded_hull {
    std::vector<point> corners;
    extended radius = 0;
};

template <class S>
rounded_hull hull_of(const S& s) {
    if constexpr (hitbox::detail::indirect<S>) {
        return hitbox::detail::resolve(s, [](const auto& known) { return hull_of(known); });
    } else {
        rounded_hull result;
        const auto corners = vertices(s);
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const vec2<scalar_t<S>> p = corners[i];
            result.corners.push_back({static_cast<extended>(p.x), static_cast<extended>(p.y)});
        }
        result.radius = static_cast<extended>(radius(s));
        return result;
    }
}

/// An interval of fractions; empty if it ends before it starts.
struct stretch {
    extended start = -HUGE_VALL, end = HUGE_VALL;

    bool empty() const { return start > end; }
    void join(const stretch& other) {
        if (other.empty()) return;
        start = std::min(start, other.start), end = std::max(end, other.end);
    }
    /// Reduces the interval to the fractions t with offset + t slope >= 0.
    void cut(extended offset, extended slope) {
        if (slope > 0) start = std::max(start, -offset / slope);
        else if (slope < 0) end = std::min(end, -offset / slope);
        else if (offset < 0) *this = nothing();
    }
    static stretch nothing() { return {HUGE_VALL, -HUGE_VALL}; }
};

inline stretch in_disc(point translation, point middle, extended radius) {
    const extended squared = dot(translation, translation), across = cross(translation, middle);
    const extended rest = radius * radius * squared - across * across;
    if (radius < 0 || !(rest >= 0)) return stretch::nothing();
    const extended half = std::sqrt(rest), at = dot(translation, middle);
    return {(at - half) / squared, (at + half) / squared};
}

/// Returns the fractions at which the path is beside the segment p-q, at most `radius` from it.
inline stretch in_strip(point translation, point p, point q, extended radius) {
    const extended length = std::hypot(q.x - p.x, q.y - p.y);
    if (length == 0) return stretch::nothing();
    const point along = (q - p) / length, across = perp(along);
    stretch result;
    result.cut(-dot(p, along), dot(translation, along));
    result.cut(length + dot(p, along), -dot(translation, along));
    result.cut(radius - dot(p, across), dot(translation, across));
    result.cut(radius + dot(p, across), -dot(translation, across));
    return result;
}

/// Calls f(p, q) for each edge of a or b, once for each vertex of the other shape by which it is translated. All edges
/// of the Minkowski difference are among these segments.
template <class F>
void for_each_side(const rounded_hull& a, const rounded_hull& b, F f) {
    const auto edges = [](const rounded_hull& s, auto g) {
        const std::size_t n = s.corners.size();
        for (std::size_t i = 0; n > 1 && i < n; ++i) g(s.corners[i], s.corners[(i + 1) % n]);
    };
    edges(a, [&](point p, point q) {
        for (const point x : b.corners) f(x - p, x - q);
    });
    edges(b, [&](point p, point q) {
        for (const point x : a.corners) f(p - x, q - x);
    });
}

/// Returns the fractions of an endless path at which a meets b with a radius larger by `more`. If the sum
/// of the radii is then negative, edges are moved inwards.
inline stretch meeting(const rounded_hull& a, const rounded_hull& b, point translation, extended more) {
    const extended radius = a.radius + b.radius + more;
    if (radius >= 0) {
        stretch all = stretch::nothing();
        for (const point p : a.corners)
            for (const point q : b.corners) all.join(in_disc(translation, q - p, radius));
        for_each_side(a, b, [&](point p, point q) { all.join(in_strip(translation, p, q, radius)); });
        return all;
    }
    stretch inside;
    bool has_sides = false;
    for_each_side(a, b, [&](point p, point q) {
        const extended length = std::hypot(q.x - p.x, q.y - p.y);
        if (length == 0) return;
        const point out = -perp(q - p) / length;
        extended reach = -HUGE_VALL;
        for (const point x : a.corners)
            for (const point y : b.corners) reach = std::max(reach, dot(out, y - x));
        inside.cut(reach + radius, -dot(translation, out));
        has_sides = true;
    });
    return has_sides ? inside : stretch::nothing();
}

/// Returns the allowed error of an answer as a length: 8 units in the last place of double for the library, and 64 of
/// long double for the brute force.
inline extended allowance(const rounded_hull& a, const rounded_hull& b) {
    extended largest = 0;
    for (const rounded_hull* s : {&a, &b}) {
        largest = std::max(largest, s->radius);
        for (const point p : s->corners) largest = std::max({largest, std::abs(p.x), std::abs(p.y)});
    }
    return (8 * static_cast<extended>(std::numeric_limits<double>::epsilon()) +
            64 * std::numeric_limits<extended>::epsilon()) *
           largest;
}

}  // namespace hitbox_tests::reference
