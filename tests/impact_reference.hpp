#pragma once
// Two moving shapes and the gap between them at any time, computed in long double from all vertices and edges. The code
// shares nothing with the library.

#include <hitbox/hitbox.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace hitbox_tests::travel {

using hitbox::vec2;
using real_number = long double;
using point = vec2<real_number>;

/// A moving shape: vertices, a radius, and its motion.
struct traveller {
    std::vector<point> corners;
    real_number radius = 0;
    point radii{};  // of an ellipse around the only vertex
    point from{}, to{}, start{1, 0};
    real_number growth = 0, turn = 0;

    std::vector<point> now;
    point turned{1, 0};

    template <class T>
    void set_out(const hitbox::sweep<T>& motion) {
        const auto wide = [](vec2<T> p) { return point{static_cast<real_number>(p.x), static_cast<real_number>(p.y)}; };
        const auto unit = [&wide](const hitbox::rot2<T>& r) { return wide({r.c, r.s}); };
        from = wide(motion.from.translation), to = wide(motion.to.translation), start = unit(motion.from.rotation);
        const point end = unit(motion.to.rotation);
        turn = std::atan2(cross(start, end) + 0.L, dot(start, end)) + 2 * std::acos(real_number(-1)) * motion.turns;
        growth = std::hypot(end.x, end.y) / std::hypot(start.x, start.y) - 1;
    }

    void go_to(real_number t) {
        const real_number k = 1 + growth * t, c = std::cos(turn * t) * k, s = std::sin(turn * t) * k;
        turned = {start.x * c - start.y * s, start.x * s + start.y * c};
        now.clear();
        for (const point p : corners)
            now.push_back({from.x * (1 - t) + to.x * t + turned.x * p.x - turned.y * p.y,
                           from.y * (1 - t) + to.y * t + turned.x * p.y + turned.y * p.x});
    }
    /// Returns the largest coordinate along a direction.
    real_number reach(point n) const {
        real_number max_dot = -std::numeric_limits<real_number>::infinity();
        for (const point p : now) max_dot = std::max(max_dot, p.x * n.x + p.y * n.y);
        const real_number along = turned.x * n.x + turned.y * n.y, across = turned.x * n.y - turned.y * n.x;
        return max_dot + radius + std::hypot(radii.x * along, radii.y * across);
    }
};

inline real_number distance_to_segment(point p, point a, point b) {
    const point e = b - a, w = p - a;
    const real_number all = e.x * e.x + e.y * e.y;
    const real_number part = all > 0 ? std::clamp((w.x * e.x + w.y * e.y) / all, real_number(0), real_number(1)) : 0;
    return std::hypot(w.x - e.x * part, w.y - e.y * part);
}

/// Returns the gap along one direction.
inline real_number gap_along(const traveller& a, const traveller& b, point n) {
    return -a.reach(n) - b.reach({-n.x, -n.y});
}

/// Returns the distance of hulls that are apart, or minus their overlap: the largest gap along the edge normals.
inline real_number gap_of_hulls(const traveller& a, const traveller& b) {
    real_number apart = std::numeric_limits<real_number>::infinity(), overlap = -apart;
    for (const auto* one : {&a, &b}) {
        const auto* other = one == &a ? &b : &a;
        const std::size_t n = one->now.size();
        for (std::size_t i = 0; i < n; ++i) {
            const point p = one->now[i], q = one->now[(i + 1) % n], e = q - p;
            for (const point v : other->now) apart = std::min(apart, distance_to_segment(v, p, q));
            const real_number l = std::hypot(e.x, e.y);
            if (!(l > 0)) continue;
            // The normals of the edge, and its direction for hulls on one line.
            for (const point d : {point{e.y / l, -e.x / l}, point{-e.y / l, e.x / l}, e * (1 / l), e * (-1 / l)}) {
                real_number out = -std::numeric_limits<real_number>::infinity(), in = -out;
                for (const point v : one->now) out = std::max(out, d.x * (v.x - p.x) + d.y * (v.y - p.y));
                for (const point v : other->now) in = std::min(in, d.x * (v.x - p.x) + d.y * (v.y - p.y));
                overlap = std::max(overlap, in - out);
            }
        }
    }
    const bool points = std::isinf(overlap);  // neither shape has an edge
    return (overlap >= 0 || points ? apart : overlap) - a.radius - b.radius;
}

/// Returns the gap of any two shapes: the largest of many directions, refined between its neighbours.
inline real_number gap_by_directions(const traveller& a, const traveller& b) {
    constexpr int directions = 64;
    const auto gap = [&](real_number angle) { return gap_along(a, b, {std::cos(angle), std::sin(angle)}); };
    const real_number step = 2 * std::acos(real_number(-1)) / directions;
    std::vector<real_number> gaps;
    for (int i = 0; i < directions; ++i) gaps.push_back(gap(step * i));
    real_number best = *std::max_element(gaps.begin(), gaps.end());
    for (int i = 0; i < directions; ++i) {
        const auto at = [&](int k) { return gaps[static_cast<std::size_t>((k + directions) % directions)]; };
        if (at(i) < at(i - 1) || at(i) < at(i + 1)) continue;
        real_number low = step * (i - 1), high = step * (i + 1);
        for (int k = 0; k < 60; ++k) {
            const real_number left = low + (high - low) * .4L, right = low + (high - low) * .6L;
            (gap(left) < gap(right) ? low : high) = gap(left) < gap(right) ? left : right;
        }
        best = std::max(best, gap((low + high) / 2));
    }
    return best;
}

/// Two shapes and the gap between them; `hulls` is false if one of them is an ellipse.
struct meeting {
    traveller a, b;
    bool hulls = true;

    real_number gap_at(real_number t) {
        a.go_to(t), b.go_to(t);
        return hulls ? gap_of_hulls(a, b) : gap_by_directions(a, b);
    }
    /// Returns an upper bound for the change of the gap, as a length for the whole motion.
    real_number speed() const {
        const auto reach = [](const traveller& s) {
            real_number max_distance = 0;
            for (const point p : s.corners) max_distance = std::max(max_distance, std::hypot(p.x, p.y));
            return max_distance + s.radius + std::max(s.radii.x, s.radii.y);
        };
        const point v = (b.to - b.from) - (a.to - a.from);
        return std::hypot(v.x, v.y) + std::abs(a.turn) * reach(a) + std::abs(b.turn) * reach(b) + reach(a) + reach(b);
    }
};

}  // namespace hitbox_tests::travel
