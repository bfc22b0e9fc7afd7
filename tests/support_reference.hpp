#pragma once
// The time at which a shape that moves along a line meets another one, if one of them is an ellipse. It is computed in
// long double from the supports of the Minkowski difference: the path enters at the supporting line that it crosses
// last. The position of this line's touching point decides on which side the search continues. The code shares nothing
// with the library.

#include "ray_reference.hpp"

namespace hitbox_tests::reference {

/// Vertices and a radius; for an ellipse, its centre and radii.
struct extent_of_shape {
    rounded_hull hull;
    point radii{};

    template <class S>
    explicit extent_of_shape(const S& s) {
        if constexpr (std::is_same_v<S, ellipse<scalar_t<S>>>)
            hull.corners = {extended_point(s.middle)}, radii = extended_point(s.radii);
        else hull = hull_of(s);
    }

    /// Returns the farthest point along a unit vector.
    point farthest(point n) const {
        point best = hull.corners[0];
        for (const point p : hull.corners)
            if (dot(p, n) > dot(best, n)) best = p;
        const point scaled{radii.x * n.x, radii.y * n.y};
        const extended length = std::hypot(scaled.x, scaled.y);
        if (length > 0) best = best + point{radii.x * scaled.x / length, radii.y * scaled.y / length};
        return best + n * hull.radius;
    }
    extended largest() const {
        extended max_abs = 0;
        for (const point n : {point{1, 0}, point{0, 1}, point{-1, 0}, point{0, -1}})
            max_abs = std::max(max_abs, std::abs(dot(farthest(n), n)));
        return max_abs;
    }
    /// Returns the smallest radius of curvature of the outline.
    extended least_curvature_radius() const {
        const extended longer = std::max(radii.x, radii.y), shorter = std::min(radii.x, radii.y);
        return hull.radius + (longer > 0 ? shorter * shorter / longer : 0);
    }
};

/// The Minkowski difference b - a, grown by `more`.
struct difference_of_shapes {
    const extent_of_shape& a;
    const extent_of_shape& b;
    extended more = 0;

    point farthest(point n) const { return b.farthest(n) - a.farthest(n * -1.L) + n * more; }
    extended reach(point n) const { return dot(farthest(n), n); }
};

/// Returns the fractions of an endless path at which a meets b grown by `more`. A negative `more` beyond the smallest
/// radius of curvature of b gives an empty interval.
inline stretch meeting(const extent_of_shape& a, const extent_of_shape& b, point translation, extended more) {
    const difference_of_shapes both{a, b, more};
    const extended length = std::hypot(translation.x, translation.y);
    const point along = translation / length, across = perp(along);
    if (a.least_curvature_radius() + b.least_curvature_radius() < -more || both.reach(across) < 0 ||
        both.reach(across * -1.L) < 0)
        return stretch::nothing();
    // Directions are given by their components along and across the path. The touching point of the supporting line in
    // question is on the path.
    const auto crossing = [&](extended sense) {
        point low{0, -1}, high{0, 1}, n{1, 0};
        extended best = HUGE_VALL;
        for (int step = 0; step < 80 && n != low && n != high; ++step) {
            const point direction = along * (n.x * sense) + across * n.y, x = both.farthest(direction);
            best = std::min(best, dot(x, direction) / (n.x * length));
            (dot(x, across) < 0 ? low : high) = n;
            n = low + high, n = n / std::hypot(n.x, n.y);
        }
        return best * sense;
    };
    const stretch result{crossing(-1), crossing(1)};
    return result.empty() ? stretch::nothing() : result;
}

/// The tolerance for such shapes: 8 units in the last place of T of the largest coordinate.
template <class T>
extended allowance(const extent_of_shape& a, const extent_of_shape& b) {
    return static_cast<extended>(std::numeric_limits<T>::epsilon()) * 8 * std::max(a.largest(), b.largest());
}

/// A ray and an ellipse. Whether there is a hit is checked within the same bounds as the fraction.
template <class T>
struct support_ray_question {
    extent_of_shape start, shape;
    point origin, translation, along;
    extended length = 0, off = 0;
    stretch grown, shrunk;
    static constexpr extended epsilon = static_cast<extended>(std::numeric_limits<T>::epsilon());

    template <class S>
    support_ray_question(const ray<T>& r, const S& s)
        : start{r.origin}, shape{s}, origin{extended_point(r.origin)}, translation{extended_point(r.translation)} {
        length = std::hypot(translation.x, translation.y), along = translation / length;
        off = allowance<T>(start, shape);
        grown = meeting(start, shape, translation, off), shrunk = meeting(start, shape, translation, -off);
    }

    bool can_meet() const { return !grown.empty() && grown.start <= 1 && grown.end >= 0; }
    bool must_meet() const { return !shrunk.empty() && shrunk.start <= 1 && shrunk.end >= 0; }
    bool surely_inside() const { return shrunk.start < 0 && shrunk.end > 0; }
    bool surely_outside() const { return grown.empty() || grown.start > 0 || grown.end < 0; }

    std::string_view wrong_hit(const ray_hit<T>& hit, facing_direction facing) const {
        const extended fraction = static_cast<extended>(hit.fraction);
        const bool in = facing == facing_direction::in;
        const extended rounding = epsilon * fraction;
        const extended first = in ? grown.start : shrunk.empty() ? grown.start : shrunk.end;
        const extended last = !in || shrunk.empty() || shrunk.end < 0 ? grown.end : shrunk.start;
        if (!(fraction >= 0 && fraction <= 1)) return "the fraction is not one";
        if (fraction < first - rounding && fraction < 1) return "too early";
        if (fraction > last + rounding && fraction > 0) return "too late";

        const point at = extended_point(hit.point), out = extended_point(hit.normal);
        // The distance from the boundary, to first order: the value of the conic divided by its gradient.
        const point from = at - shape.hull.corners[0], r = shape.radii;
        const point slope{from.x / (r.x * r.x), from.y / (r.y * r.y)};
        const extended away = (dot(from, slope) - 1) / (2 * std::hypot(slope.x, slope.y));
        if (std::abs(away) > 2 * off) return "the point is not on the boundary";
        if (std::abs(std::hypot(out.x, out.y) - 1) > 2 * epsilon) return "the normal is not a unit vector";
        // If the normal is off by the root of a rounding, the support along it is off by a rounding.
        if (dot(shape.farthest(out) - at, out) > 2 * off) return "the normal is not that of the boundary";
        return "";
    }

    std::string_view wrong_start(const ray_hit<T>& hit) const {
        return hit.fraction == 0 && extended_point(hit.point) == origin ? "" : "the start is not the origin";
    }

    std::string_view wrong(const std::optional<ray_hit<T>>& hit, ray_start rule) const {
        if (rule == ray_start::solid || surely_outside()) {
            if (!hit) return must_meet() ? "a hit is missing" : "";
            if (!can_meet()) return "there is no hit";
            if (surely_inside()) return wrong_start(*hit);
            if (surely_outside()) return wrong_hit(*hit, facing_direction::in);
            return wrong_start(*hit).empty() ? "" : wrong_hit(*hit, facing_direction::in);
        }
        if (!hit) return shrunk.start <= 0 && shrunk.end > 0 && grown.end < 1 ? "the far wall is missing" : "";
        if (surely_inside())
            return shrunk.end > 1 ? "it does not get to the far wall" : wrong_hit(*hit, facing_direction::out);
        return wrong_hit(*hit, facing_direction::out).empty() ? "" : wrong_hit(*hit, facing_direction::in);
    }
};

}  // namespace hitbox_tests::reference
