#pragma once
// The hit of a ray on a convex shape with vertices and a radius, by brute force in long double; on a grid of whole
// numbers, exactly. The code shares nothing with the library.

#include "cast_reference.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace hitbox_tests::reference {

template <class T>
point extended_point(vec2<T> p) {
    return {static_cast<extended>(p.x), static_cast<extended>(p.y)};
}

/// Returns the convex hull of the points, counter-clockwise (Andrew 1979).
template <class P>
std::vector<P> outline_of(std::vector<P> points) {
    std::sort(points.begin(), points.end(), [](P p, P q) { return p.x != q.x ? p.x < q.x : p.y < q.y; });
    points.erase(std::unique(points.begin(), points.end()), points.end());
    if (points.size() < 3) return points;
    std::vector<P> outline;
    for (int half = 0; half < 2; ++half) {
        const std::size_t first = outline.size();
        for (const P p : points) {
            while (outline.size() >= first + 2 &&
                   !(cross(outline.back() - outline[outline.size() - 2], p - outline.back()) > 0))
                outline.pop_back();
            outline.push_back(p);
        }
        outline.pop_back();
        std::reverse(points.begin(), points.end());
    }
    return outline;
}

template <class S>
rounded_hull outline_hull_of(const S& s) {
    rounded_hull hull = hull_of(s);
    hull.corners = outline_of(hull.corners);
    return hull;
}

inline extended distance_to_edge(point x, point p, point q) {
    const point edge = q - p, from = x - p;
    const extended squared = dot(edge, edge), along = dot(from, edge);
    if (!(along > 0)) return std::hypot(from.x, from.y);
    if (along >= squared) return std::hypot(x.x - q.x, x.y - q.y);
    return std::abs(cross(edge, from)) / std::sqrt(squared);
}

/// Returns the distance of x from the hull of the vertices; inside, minus the distance from its boundary.
inline extended gap_to_core(const rounded_hull& s, point x) {
    const std::size_t n = s.corners.size();
    extended nearest = HUGE_VALL, outermost = -HUGE_VALL;
    for (std::size_t i = 0; i < n; ++i) {
        const point p = s.corners[i], q = s.corners[(i + 1) % n];
        nearest = std::min(nearest, distance_to_edge(x, p, q));
        if (n > 2) outermost = std::max(outermost, cross(x - p, q - p) / std::hypot(q.x - p.x, q.y - p.y));
    }
    return n > 2 && outermost <= 0 ? outermost : nearest;
}
inline extended gap_to(const rounded_hull& s, point x) { return gap_to_core(s, x) - s.radius; }

inline extended core_reach(const rounded_hull& s, point n) {
    extended max_dot = -HUGE_VALL;
    for (const point p : s.corners) max_dot = std::max(max_dot, dot(n, p));
    return max_dot;
}

enum class facing_direction { in, out };

/// A ray and a shape, with the interval of correct answers.
template <class T>
struct ray_question {
    rounded_hull shape;
    point origin, translation, along;
    extended length = 0, largest = 0, diameter = 0;
    stretch upper, lower;   // upper and lower bound of the interval of fractions at which they meet, by brute force
    stretch grown, shrunk;  // the intervals for a larger and a smaller shape: every answer in between is correct
    extended off = 0;       // the length by which the shape is grown and shrunk
    static constexpr extended epsilon = static_cast<extended>(std::numeric_limits<T>::epsilon());
    /// The error bound of a normal's length. Let w be the translation, r the radius, s the side of the disc's centre.
    /// The normal on an arc is w turned by the angle with cosine h / (r w^2) and sine s / (r w^2), where h is the root
    /// of r^2 w^2 - s^2. In double, h^2 + s^2 has a relative error of 5 u, w^2 of 2 u, the squares of 1 / (r w^2) and
    /// of its products of 6 u, and those of the turned w of 4 u: 17 u for the squared length, 4.25 epsilons for the
    /// length. A normal of float is that of double, rounded.
    static constexpr extended length_error = (sizeof(T) == 4 ? 0.51L : 4.25L) * epsilon;

    template <class S>
    ray_question(const ray<T>& r, const S& s)
        : shape{outline_hull_of(s)}, origin{extended_point(r.origin)}, translation{extended_point(r.translation)} {
        length = std::hypot(translation.x, translation.y), along = translation / length;
        const rounded_hull start{{origin}, 0};
        off = allowance(start, shape);
        largest = std::max({std::abs(origin.x), std::abs(origin.y), shape.radius});
        for (const point p : shape.corners) {
            largest = std::max({largest, std::abs(p.x), std::abs(p.y)});
            for (const point q : shape.corners) diameter = std::max(diameter, std::hypot(p.x - q.x, p.y - q.y));
        }
        diameter += 2 * shape.radius;
        const extended own = 64 * std::numeric_limits<extended>::epsilon() * largest;
        upper = meeting(start, shape, translation, own), grown = meeting(start, shape, translation, off);
        lower = certain(start, own), shrunk = certain(start, off);
    }

    /// Returns the fractions at which the ray certainly meets the shape. It meets a shape without an interior if it
    /// crosses it between its ends.
    stretch certain(const rounded_hull& start, extended less) const {
        if (shape.corners.size() != 2 || shape.radius > 0) return meeting(start, shape, translation, -less);
        const point p = shape.corners[0] - origin, q = shape.corners[1] - origin;
        const extended side_p = cross(along, p), side_q = cross(along, q), speed = std::abs(cross(translation, q - p));
        if (!(std::min(side_p, side_q) < -less && std::max(side_p, side_q) > less)) return stretch::nothing();
        const extended at = cross(p, q - p) / cross(translation, q - p),
                       about = less * std::hypot(q.x - p.x, q.y - p.y) / speed;
        return at - about > 0 && at + about < 1 ? stretch{at + about, at + about} : stretch::nothing();
    }

    bool can_meet() const { return !upper.empty() && upper.start <= 1 && upper.end >= 0; }
    bool must_meet() const { return !lower.empty() && lower.start <= 1 && lower.end >= 0; }
    bool surely_inside() const { return lower.start < 0 && lower.end > 0; }
    bool surely_outside() const { return upper.empty() || upper.start > 0 || upper.end < 0; }

    /// Returns the mistake in a hit where the ray enters or leaves the shape, or an empty text.
    std::string_view wrong_hit(const ray_hit<T>& hit, facing_direction facing) const {
        const extended fraction = static_cast<extended>(hit.fraction);
        const bool in = facing == facing_direction::in;
        const extended rounding = epsilon * fraction + static_cast<extended>(std::numeric_limits<T>::denorm_min());
        const extended first = in ? grown.start : shrunk.empty() ? grown.start : shrunk.end;
        const extended last = !in || shrunk.empty() || shrunk.end < 0 ? grown.end : shrunk.start;
        if (!(fraction >= 0 && fraction <= 1)) return "the fraction is not one";
        if (fraction < first - rounding && fraction < 1) return "too early";
        if (fraction > last + rounding && fraction > 0) return "too late";

        const point at = extended_point(hit.point), out = extended_point(hit.normal), from = at - origin;
        const extended near = off + epsilon * std::max(std::abs(at.x), std::abs(at.y));
        if (std::abs(gap_to(shape, at)) > near) return "the point is not on the boundary";
        if (std::abs(cross(along, from)) > near) return "the point is not on the ray's line";
        const extended place = dot(along, from);
        if (place < std::max(first, 0.L) * length - near) return "the point is too near";
        if (place > last * length + near) return "the point is too far";

        if (std::abs(std::hypot(out.x, out.y) - 1) > length_error) return "the normal is not a unit vector";
        // On an arc, the bounds of the position give the bounds of the normal.
        const extended bend = shape.radius > 0 ? (last - first) * length / shape.radius : 0;
        const extended turned = near + (2 * epsilon + bend) * diameter;
        const point core = at - out * shape.radius;
        if (gap_to_core(shape, core) > turned) return "the normal does not lead back to the core";
        if (core_reach(shape, out) - dot(out, core) > turned) return "the normal is not that of the boundary";
        if ((in ? dot(out, along) : -dot(out, along)) > 2 * epsilon) return "the normal is not opposed to the ray";
        return shape.radius > 0 || is_facet_normal(out, in) ? "" : "the normal is that of no facet";
    }

    bool is_facet_normal(point out, bool in) const {
        const auto is = [&](point n) { return std::hypot(n.x - out.x, n.y - out.y) <= 4 * epsilon; };
        const std::size_t n = shape.corners.size();
        for (std::size_t i = 0; n > 1 && i < n; ++i) {
            const point edge = shape.corners[(i + 1) % n] - shape.corners[i];
            if (is(-perp(edge) / std::hypot(edge.x, edge.y))) return true;
        }
        // A point, or a segment along the ray.
        return (n == 1 || (n == 2 && std::abs(cross(along, shape.corners[1] - shape.corners[0])) <= 2 * off)) &&
               is(in ? -along : along);
    }

    /// Returns the mistake in a hit at the start of the ray, whose normal must be that of the minimum translation.
    std::string_view wrong_start(const ray_hit<T>& hit) const {
        const point out = extended_point(hit.normal);
        if (hit.fraction != 0) return "the fraction of the start is not 0";
        if (extended_point(hit.point) != origin) return "the point of the start is not the origin";
        if (std::abs(std::hypot(out.x, out.y) - 1) > length_error) return "the normal is not a unit vector";
        const extended exit_distance = core_reach(shape, out) + shape.radius - dot(out, origin);
        const extended slack = off + 2 * epsilon * diameter;
        return exit_distance <= slack - std::min(gap_to(shape, origin), 0.L) ? "" : "the normal does not lead out";
    }

    /// Returns the mistake in an answer; an empty text if there is none.
    std::string_view wrong(const std::optional<ray_hit<T>>& hit, ray_start start) const {
        if (start == ray_start::solid || surely_outside()) {
            if (!hit) return must_meet() ? "a hit is missing" : "";
            if (!can_meet()) return "there is no hit";
            if (surely_inside()) return wrong_start(*hit);
            if (surely_outside()) return wrong_hit(*hit, facing_direction::in);
            return wrong_start(*hit).empty() ? "" : wrong_hit(*hit, facing_direction::in);
        }
        if (!hit) return lower.start <= 0 && lower.end > 0 && upper.end < 1 ? "the far wall is missing" : "";
        if (surely_inside())
            return lower.end > 1 ? "it does not get to the far wall" : wrong_hit(*hit, facing_direction::out);
        return wrong_hit(*hit, facing_direction::out).empty() ? "" : wrong_hit(*hit, facing_direction::in);
    }
};

}  // namespace hitbox_tests::reference
