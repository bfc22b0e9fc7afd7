#include "reference.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>
#include <limits>

namespace oracle {
namespace {

namespace mp = boost::multiprecision;
using integer = mp::number<mp::cpp_int_backend<>, mp::et_off>;  // of any size
using real = mp::number<mp::cpp_bin_float<200, mp::digit_base_2>, mp::et_off>;

template <class N>
struct vec {
    N x, y;
    friend vec operator-(const vec& a, const vec& b) { return {a.x - b.x, a.y - b.y}; }
    friend vec operator+(const vec& a, const vec& b) { return {a.x + b.x, a.y + b.y}; }
    friend bool operator==(const vec& a, const vec& b) { return a.x == b.x && a.y == b.y; }
    friend bool operator<(const vec& a, const vec& b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }
};
template <class N>
N dot(const vec<N>& a, const vec<N>& b) {
    return a.x * b.x + a.y * b.y;
}
template <class N>
N cross(const vec<N>& a, const vec<N>& b) {
    return a.x * b.y - a.y * b.x;
}
template <class N>
vec<N> outward(const vec<N>& edge) {  // of a counter-clockwise outline, as long as the edge
    return {edge.y, -edge.x};
}
real length(const vec<real>& v) { return sqrt(dot(v, v)); }
vec<real> unit(const vec<real>& v) {
    const real l = length(v);
    return {v.x / l, v.y / l};
}
vec<real> exactly(point p) { return {real(p.x), real(p.y)}; }

/// x as an odd integer times a power of two.
struct dyadic {
    std::int64_t mantissa = 0;
    int exponent = INT_MAX;
    explicit dyadic(double x) {
        if (x == 0) return;
        mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), 53));
        exponent -= 53;
        while (mantissa % 2 == 0) mantissa /= 2, ++exponent;
    }
    [[nodiscard]] integer over(int scale) const {  // x / 2^scale
        if (mantissa == 0) return 0;
        const integer magnitude = integer(std::abs(mantissa)) << (exponent - scale);
        return mantissa < 0 ? integer(-magnitude) : magnitude;
    }
};

int finest_exponent(const outline& s, int finest) {
    for (const point& p : s.corners) finest = (std::min)({finest, dyadic(p.x).exponent, dyadic(p.y).exponent});
    return (std::min)(finest, dyadic(s.radius).exponent);
}

using outline_points = std::vector<vec<integer>>;

/// Returns the strictly convex hull, counter-clockwise (Andrew's monotone chain, 1979). It may be a point or a segment.
outline_points hull(outline_points points) {
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    if (points.size() < 3) return points;
    outline_points chain;
    const auto half = [&](auto first, auto last) {
        const std::size_t start = chain.size();
        for (; first != last; ++first) {
            while (chain.size() >= start + 2 &&
                   cross(chain.back() - chain[chain.size() - 2], *first - chain.back()) <= 0)
                chain.pop_back();
            chain.push_back(*first);
        }
        chain.pop_back();
    };
    half(points.begin(), points.end());
    half(points.rbegin(), points.rend());
    return chain;
}

/// Vertices and radius on the common scale of both shapes.
struct integers {
    outline_points corners;
    integer radius;
    integers(const outline& s, int scale) : radius(dyadic(s.radius).over(scale)) {
        for (const point& p : s.corners) corners.push_back({dyadic(p.x).over(scale), dyadic(p.y).over(scale)});
        corners = hull(corners);
    }
};

/// The position of the origin relative to a convex outline, from which all answers follow.
struct position {
    enum class place { outside, on_boundary, inside } where = place::outside;
    bool flat = false;           // the outline has no interior
    integer numerator, divisor;  // outside: the squared distance
    vec<integer> nearest;        // outside: the direction from the nearest point of the outline to the origin
};

position look_from(const outline_points& outline) {
    using place = position::place;
    position seen;
    const std::size_t n = outline.size();
    seen.flat = n < 3;
    bool strictly_inside = n >= 3, inside = n >= 3, on_segment = false;
    const vec<integer> origin{integer(0), integer(0)};
    const auto nearer = [&](const integer& numerator, const integer& divisor, const vec<integer>& direction) {
        if (seen.divisor == 0 || numerator * seen.divisor < seen.numerator * divisor)
            seen.numerator = numerator, seen.divisor = divisor, seen.nearest = direction;
    };
    for (std::size_t i = 0; i < n; ++i) {
        const auto &p = outline[i], &q = outline[(i + 1) % n];
        const auto edge = q - p, to_origin = origin - p;
        const integer along = dot(to_origin, edge), squared = dot(edge, edge), left = cross(edge, to_origin);
        strictly_inside = strictly_inside && left > 0;
        inside = inside && left >= 0;
        on_segment = on_segment || p == origin || (left == 0 && along > 0 && along <= squared);
        if (along <= 0) nearer(dot(p, p), integer(1), to_origin);
        else if (along < squared) nearer(left * left, squared, left < 0 ? outward(edge) : origin - outward(edge));
    }
    seen.where = strictly_inside ? place::inside : inside || on_segment ? place::on_boundary : place::outside;
    return seen;
}

/// The Minkowski difference a - b of the vertices, with everything that a query returns.
struct difference {
    int scale;
    integers a, b;
    outline_points corners;
    integer radius;
    position origin;

    difference(const outline& shape_a, const outline& shape_b)
        : scale{finest_exponent(shape_b, finest_exponent(shape_a, 0))}, a{shape_a, scale}, b{shape_b, scale},
          radius{a.radius + b.radius} {
        for (const auto& p : a.corners)
            for (const auto& q : b.corners) corners.push_back(p - q);
        corners = hull(corners);
        origin = look_from(corners);
    }

    [[nodiscard]] relation kind() const {
        if (origin.where == position::place::inside) return relation::penetrating;
        if (origin.where == position::place::on_boundary)
            return radius > 0 ? relation::penetrating : relation::touching;
        const integer squared = radius * radius * origin.divisor;
        return origin.numerator < squared    ? relation::penetrating
               : origin.numerator == squared ? relation::touching
                                             : relation::apart;
    }

    [[nodiscard]] real unscaled(const integer& x) const { return ldexp(real(x), scale); }
    [[nodiscard]] vec<real> unscaled(const vec<integer>& p) const { return {unscaled(p.x), unscaled(p.y)}; }

    /// The distance of the hulls without their radii; 0 if they meet.
    [[nodiscard]] real core_distance() const {
        if (origin.where != position::place::outside) return real(0);
        return ldexp(sqrt(real(origin.numerator) / real(origin.divisor)), scale);
    }
    /// The depth of the origin below the boundary; if negative, minus its distance.
    [[nodiscard]] real depth() const {
        if (origin.where == position::place::outside) {
            const real d = core_distance(), r = unscaled(radius);
            const integer excess = radius * radius * origin.divisor - origin.numerator;  // r^2 - d^2 without rounding
            return r + d == 0 ? real(0) : ldexp(real(excess) / real(origin.divisor), 2 * scale) / (r + d);
        }
        real least(0);
        for (std::size_t i = 0; !origin.flat && i < corners.size(); ++i) {
            const real d = depth_below(i);
            if (i == 0 || d < least) least = d;
        }
        return least + unscaled(radius);
    }
    /// The depth of the origin below the line of the i-th edge.
    [[nodiscard]] real depth_below(std::size_t i) const {
        const auto &p = corners[i], &q = corners[(i + 1) % corners.size()];
        const auto m = outward(q - p);
        return ldexp(real(dot(m, p)) / sqrt(real(dot(m, m))), scale);
    }
    /// The unit vectors from a to b along which the translation is longer than the minimum by at most `margin`.
    [[nodiscard]] std::vector<vec<real>> best_normals(const real& margin) const {
        std::vector<vec<real>> normals;
        if (origin.where == position::place::outside) {
            normals.push_back(unit({real(origin.nearest.x), real(origin.nearest.y)}));
            return normals;
        }
        const real max_depth = depth() - unscaled(radius) + margin;
        for (std::size_t i = 0; corners.size() > 1 && i < corners.size(); ++i) {
            const auto edge = corners[(i + 1) % corners.size()] - corners[i], m = outward(edge);
            if (depth_below(i) <= max_depth) normals.push_back(unit({real(m.x), real(m.y)}));
            // At the end of a segment, its direction is as good as its normals.
            if (origin.flat && corners[i] == vec<integer>{integer(0), integer(0)})
                normals.push_back(unit({-real(edge.x), -real(edge.y)}));
        }
        return normals;
    }
};

real farthest(const outline& s, const vec<real>& n) {
    real max_dot = dot(exactly(s.corners[0]), n);
    for (const point& p : s.corners) max_dot = (std::max)(max_dot, dot(exactly(p), n));
    return max_dot + real(s.radius) * length(n);
}

real overlap(const outline& a, const outline& b, const vec<real>& n) {
    return farthest(a, n) + farthest(b, {-n.x, -n.y});
}

/// The depth of the origin in a grown outline of real vertices (counter-clockwise); if negative, minus its distance.
real depth_in(const std::vector<vec<real>>& corners, const real& radius) {
    const std::size_t n = corners.size();
    bool inside = n >= 3;
    real least(0), nearest(-1);
    for (std::size_t i = 0; i < n; ++i) {
        const auto &p = corners[i], &q = corners[(i + 1) % n];
        const auto edge = q - p;
        const real squared = dot(edge, edge), along = -dot(p, edge);
        const real below = n > 1 ? dot(outward(edge), p) / sqrt(squared) : real(0);
        inside = inside && below >= 0;
        if (i == 0 || below < least) least = below;
        const real d = along <= 0 ? length(p) : along >= squared ? length(q) : real(abs(below));
        if (nearest < 0 || d < nearest) nearest = d;
    }
    return radius + (inside ? least : real(-nearest));
}

double in_ulps(const real& x, const real& ulp) { return static_cast<double>(x / ulp); }

/// The spacing of the format at the largest coordinate, or at the depth, which may be larger.
real ulp_of(const outline& a, const outline& b, const precision& p, double depth = 0) {
    double largest = (std::max)({a.radius, b.radius, depth, std::numeric_limits<double>::min()});
    for (const outline* s : {&a, &b})
        for (const point& c : s->corners) largest = (std::max)({largest, std::abs(c.x), std::abs(c.y)});
    return (std::max)(ldexp(real(p.epsilon), std::ilogb(largest)), real(p.smallest));
}

}  // namespace

relation relation_of(const outline& a, const outline& b) { return difference(a, b).kind(); }

bool contains(const outline& a, const outline& b) {
    const int scale = finest_exponent(b, finest_exponent(a, 0));
    const integers outer(a, scale), inner(b, scale);
    if (outer.corners.size() < 3 && outer.radius < inner.radius) return false;  // narrower than b everywhere
    for (const auto& corner : inner.corners) {
        outline_points around;
        for (const auto& p : outer.corners) around.push_back(p - corner);
        const position seen = look_from(around);
        const integer grow = outer.radius - inner.radius;
        if (grow >= 0) {
            if (seen.where == position::place::outside && seen.numerator > grow * grow * seen.divisor) return false;
            continue;
        }
        if (seen.where == position::place::outside) return false;
        for (std::size_t i = 0; i < around.size(); ++i) {  // inside every edge by at least the difference of the radii
            const auto m = outward(around[(i + 1) % around.size()] - around[i]);
            const integer below = dot(m, around[i]);
            if (below < 0 || below * below < grow * grow * dot(m, m)) return false;
        }
    }
    return true;
}

separation separation_of(const outline& a, const outline& b) {
    const difference d(a, b);
    const auto normals = d.best_normals(real(0));
    separation found{static_cast<double>(real(-d.depth())), {0, 1}};
    if (!normals.empty()) found.normal = {static_cast<double>(normals[0].x), static_cast<double>(normals[0].y)};
    return found;
}

errors judge(const outline& a, const outline& b, const contact& given, const precision& p) {
    const difference d(a, b);
    const real depth = d.depth(), ulp = ulp_of(a, b, p, static_cast<double>(depth));
    const vec<real> n = exactly(given.normal), mtv = exactly(given.mtv);
    errors found;
    found.depth = in_ulps(abs(real(given.depth) - depth), ulp);
    found.too_long = in_ulps(length(mtv) - depth, ulp);
    const real wide_ulp = ulp / real(p.epsilon) * real(p.wide_epsilon);
    if (depth > ldexp(wide_ulp, -200) && depth <= 8 * wide_ulp)
        found.shallow = static_cast<double>(real(abs(real(given.depth) - depth) / depth / real(p.epsilon)));

    std::vector<vec<real>> moved;
    for (const auto& corner : d.corners) moved.push_back(d.unscaled(corner) + mtv);
    found.left = in_ulps(depth_in(moved, d.unscaled(d.radius)), ulp);

    // The direction of an edge is that of a difference of two coordinates: nothing but its own rounding is in it. That
    // between closest features turns with the rounding of the coordinates, over their distance; and as the nearest is
    // the one of least distance, which hardly changes with the direction near its minimum, with the root of a rounding.
    const real distance = d.core_distance();
    real explained(4 * p.epsilon);
    if (distance > 0) explained += 8 * wide_ulp / distance + sqrt(real(8 * p.wide_epsilon));
    const auto best = d.best_normals(4 * ulp);
    real angle = best.empty() ? real(0) : real(4);
    for (const auto& m : best) angle = (std::min)(angle, length(n - m));
    found.direction = static_cast<double>(angle / explained);

    const vec<real> on_a = exactly(given.point_a), on_b = exactly(given.point_b), up{-n.x, -n.y};
    // An error of the direction moves the chosen points by as much, times the length of the faces.
    const real turned = (angle < explained ? angle : real(0)) * 4 * ulp / real(p.epsilon);
    const auto note = [&](const real& off) {
        found.points = (std::max)(found.points, in_ulps(abs(off) - turned, ulp));
    };
    note(dot(on_a - on_b, n) - depth);
    note(farthest(a, n) - dot(on_a, n));
    note(farthest(b, up) - dot(on_b, up));
    const auto outside = [&](const integers& s, const vec<real>& point) {
        std::vector<vec<real>> around;
        for (const auto& corner : s.corners) around.push_back(d.unscaled(corner) - point);
        const real below = depth_in(around, d.unscaled(s.radius));
        if (below < 0) note(below);
    };
    outside(d.a, on_a), outside(d.b, on_b);
    return found;
}

double overlap_on(const outline& a, const outline& b, point axis, const precision& p) {
    return in_ulps(overlap(a, b, exactly(axis)), ulp_of(a, b, p));
}

}  // namespace oracle
