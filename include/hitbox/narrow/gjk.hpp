#pragma once
/// Distance, depth and direction of two convex shapes that are known by their support only (GJK). Internal: arguments
/// are checked by `distance` and `collide`.

#include <hitbox/narrow/separation.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {
namespace gjk {

/// The signed distance of a and b, negative if they overlap. `normal` is a unit vector from a to b, and the points are
/// the nearest or deepest ones. Distances within the tolerance of 0 count as touching.
template <scalar W>
struct outcome {
    relation kind = relation::apart;
    W distance{};
    vec2<W> normal{W(0), W(1)};
    vec2<W> point_a{};
    vec2<W> point_b{};
};

inline constexpr std::size_t max_vertices = 64;  // sets of vertices are 64 bits

/// A boundary point of the Minkowski difference b - a, and the points of both shapes of which it is the difference.
template <scalar W>
struct difference_point {
    vec2<W> at, in_a, in_b;
};

/// The known part of the Minkowski difference: a convex polygon of its boundary points, counter-clockwise.
template <scalar W>
struct known_polygon {
    difference_point<W> vertices[max_vertices]{};
    std::size_t size = 0;

    /// Adds a boundary point and removes the vertices that are then inside. Returns false if the point is not outside
    /// of the polygon, or if there is no room.
    constexpr bool add(const difference_point<W>& p) noexcept {
        if (size == max_vertices) return false;
        for (std::size_t i = 0; i < size; ++i)
            if (vertices[i].at == p.at) return false;
        if (size < 2) return vertices[size++] = p, true;
        std::uint64_t seen = 0;  // bit i: p is outside of the edge that begins at vertex i
        for (std::size_t i = 0; i < size; ++i) seen |= std::uint64_t{sees(p, i)} << i;
        const std::uint64_t before = seen << 1 | seen >> (size - 1);  // bit i: the same for the edge that ends there
        const std::uint64_t starts = size == 2 ? seen : seen & ~before, hidden = size == 2 ? 0 : seen & before;
        if (starts == 0) return size == 2 && lengthen(p);
        std::size_t kept = 0, position = 0;  // p follows the first vertex from which an edge is seen
        for (std::size_t i = 0; i < size; ++i) {
            if ((hidden >> i & 1) == 0) vertices[kept++] = vertices[i];
            if ((starts >> i & 1) != 0 && position == 0) position = kept;
        }
        for (std::size_t i = kept; i > position; --i) vertices[i] = vertices[i - 1];
        vertices[position] = p;
        size = kept + 1;
        return true;
    }

private:
    /// Adds a point on the line of a segment. Returns false if it is in the segment.
    [[nodiscard]] constexpr bool lengthen(const difference_point<W>& p) noexcept {
        const vec2<W> edge = vertices[1].at - vertices[0].at;
        const W along = dot(p.at - vertices[0].at, edge);
        if (along >= W(0) && along <= dot(edge, edge)) return false;
        return vertices[along < W(0) ? 0 : 1] = p, true;
    }
    [[nodiscard]] constexpr bool sees(const difference_point<W>& p, std::size_t edge) const noexcept {
        const vec2<W> from = vertices[edge].at, to = vertices[next_index(edge, size)].at;
        return cross(to - from, p.at - from) < W(0);
    }
};

/// The feature of the known polygon nearest to the origin: for an origin outside, the nearest edge or vertex; for an
/// origin inside or on the boundary, the edge with the minimum translation.
template <scalar W>
struct nearest_feature {
    vec2<W> outward{};  // the direction along which the difference may extend farther
    W extent{};         // the extent of the polygon along `outward`
    std::size_t from = 0, to = 0;
    W fraction{};  // position between the two vertices
};

template <scalar W>
[[nodiscard]] constexpr nearest_feature<W> nearest_to_origin(const known_polygon<W>& polygon, W tolerance) noexcept {
    nearest_feature<W> inside, outside;
    W deepest{}, shortest{};
    bool has_inside = false, has_outside = false, is_outside = false;
    for (std::size_t i = 0; i < polygon.size; ++i) {
        const std::size_t j = next_index(i, polygon.size);
        const vec2<W> p = polygon.vertices[i].at, q = polygon.vertices[j].at, edge = q - p;
        const W length_squared = dot(edge, edge), along = W(0) - dot(p, edge);
        const W fraction = along <= W(0) || length_squared == W(0) ? W(0)
                           : along >= length_squared               ? W(1)
                                                                   : along / length_squared;
        const vec2<W> nearest = fraction == W(1) ? q : p + edge * fraction;
        const vec2<W> normal = outward_normal(p, q);
        const W offset = dot(normal, p), distance = dot(nearest, nearest);
        if (!has_inside || offset < deepest)
            has_inside = true, deepest = offset, inside = {normal, offset, i, j, fraction};
        is_outside = is_outside || offset < W(0);
        if (!has_outside || distance < shortest) {
            has_outside = true, shortest = distance;
            // The normal of an edge, or the direction to a vertex: each is accurate where the other one is not.
            const bool on_edge = fraction > W(0) && fraction < W(1) && offset < W(0);
            const vec2<W> outward = on_edge ? normal : direction_of(-nearest, normal);
            outside = {outward, dot(outward, nearest), i, j, fraction};
        }
    }
    // The direction to a vertex that is within rounding of the origin would be random.
    return (is_outside && shortest > tolerance * tolerance) || polygon.size == 1 ? outside : inside;
}

/// Returns the largest |coordinate| of a shape, from its support along the axes.
template <class S>
[[nodiscard]] constexpr wide_t<scalar_t<S>> largest_coordinate(const S& s) {
    using T = scalar_t<S>;
    wide_t<T> largest{0};
    const vec2<T> directions[] = {{T(1), T(0)}, {T(0), T(1)}, {T(-1), T(0)}, {T(0), T(-1)}};
    for (const vec2<T> d : directions) {
        const auto p = abs(widen(support(s, d)));
        largest = larger(largest, larger(p.x, p.y));
    }
    return largest;
}

/// An order of two shapes that does not depend on which is a, so that swapping changes no bit. A shape with vertices
/// goes first, then the one more to the left.
template <class A, class B>
[[nodiscard]] constexpr bool goes_first(const A& a, const B& b) {
    if constexpr (faceted<A> != faceted<B>) return faceted<A>;
    using T = scalar_t<A>;
    if (center(a) != center(b)) return before(center(a), center(b));
    const vec2<T> directions[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    for (const vec2<T> d : directions)
        if (support(a, d) != support(b, d)) return before(support(a, d), support(b, d));
    return true;
}

/// Returns the result of `signed_distance` for two shapes of which a goes first.
template <class A, class B>
[[nodiscard]] constexpr outcome<wide_t<scalar_t<A>>>
ordered_signed_distance(const A& a, const B& b, wide_t<scalar_t<A>> part = wide_t<scalar_t<A>>(1)) {
    using T = scalar_t<A>;
    using W = wide_t<T>;
    const auto boundary = [&](vec2<W> d) -> difference_point<W> {
        const vec2<T> direction = vec_cast<T>(d);
        const vec2<W> in_a = widen(support(a, -direction)), in_b = widen(support(b, direction));
        return {in_b - in_a, in_a, in_b};
    };
    known_polygon<W> known;
    W largest{0};
    const vec2<W> first[] = {{W(1), W(0)}, {W(0), W(1)}, {W(-1), W(0)}, {W(0), W(-1)}};
    for (const vec2<W> d : first) {
        const auto p = boundary(d);
        for (const vec2<W> v : {p.in_a, p.in_b}) largest = larger(largest, larger(magnitude(v.x), magnitude(v.y)));
        known.add(p);
    }
    const W tolerance = W(8) * static_cast<W>(unit_roundoff<T>()) * largest, enough = tolerance * part;

    // Each tested direction gives a lower bound for the signed distance. The best bound is kept, so that rounding of
    // the polygon, when its vertices are very near each other, cannot make the result worse.
    nearest_feature<W> best;
    difference_point<W> from, to;
    W min_extent{0};
    bool converged = false;
    for (std::size_t step = 0; step < 2 * max_vertices; ++step) {
        const nearest_feature<W> nearest = nearest_to_origin(known, tolerance);
        const auto p = boundary(nearest.outward);
        const W extent = dot(nearest.outward, p.at);
        converged = !(extent - nearest.extent > enough);
        if (converged || step == 0 || extent < min_extent) {
            best = nearest, min_extent = extent;
            from = known.vertices[nearest.from], to = known.vertices[nearest.to];
        }
        if (converged || !known.add(p)) break;
    }
    // The vertices are too near each other to give a better direction. The direction is turned in smaller and smaller
    // steps while this improves the bound.
    for (W turn = W(1) / W(32); !converged && W(1) + turn * turn > W(1); turn = turn / W(2)) {
        for (const W side : {turn, W(0) - turn}) {
            const vec2<W> direction = direction_of(best.outward + perp(best.outward) * side, best.outward);
            const auto p = boundary(direction);
            const W extent = dot(direction, p.at);
            if (extent < min_extent) min_extent = extent, best.outward = direction;
        }
    }
    if (!converged) from = to = boundary(best.outward);
    outcome<W> result;
    result.distance = W(0) - min_extent;
    result.normal = direction_of(-best.outward, vec2<W>{W(0), W(1)});
    result.point_a = lerp(from.in_a, to.in_a, best.fraction), result.point_b = lerp(from.in_b, to.in_b, best.fraction);
    result.kind = result.distance > tolerance          ? relation::apart
                  : result.distance < W(0) - tolerance ? relation::penetrating
                                                       : relation::touching;
    return result;
}

/// A search for the unit direction along which a convex set is farthest from the origin. Its points are differences of
/// points of two shapes.
template <scalar W>
struct gap_search {
    vec2<W> normal{W(0), W(1)};    // the best direction
    difference_point<W> lowest{};  // the lowest point of the set along it
    difference_point<W> p{}, q{};  // the ends of the last segment of the set that was the nearest to the origin
    bool is_edge = false;          // whether this segment is on an edge of the set
    bool is_vertex = false;        // whether p and q are the same vertex of the set, and no other point is nearer
};

/// Finds the direction of the point of the set that is nearest to the origin, accurate to about `tolerance`. lowest(n)
/// returns the lowest point of the set along n. The search starts with the segment of the set from p to q; a good start
/// saves steps. If the origin is in the set, finds the tested direction with the smallest depth. This is the algorithm
/// of Gilbert, Johnson and Keerthi 1988 with at most two points: in the plane, a third point hides one of the two, or
/// the origin is inside.
template <scalar W, class Lowest>
constexpr void widen_gap(gap_search<W>& s, W tolerance, Lowest&& lowest) {
    difference_point<W>&p = s.p, &q = s.q;
    const vec2<W> first = s.normal;
    W widest{};
    for (int step = 0; step < 32; ++step) {
        const vec2<W> edge = q.at - p.at;
        const W along = W(0) - dot(p.at, edge), all = dot(edge, edge);
        if (!(along > W(0))) q = p;
        else if (!(along < all)) p = q;
        const bool is_segment = p.at != q.at;
        vec2<W> n = is_segment ? outward_normal(p.at, q.at) : direction_of(p.at, first);
        if (is_segment && dot(n, p.at) < W(0)) n = -n;
        const difference_point<W> w = lowest(n);
        const W gap = dot(n, w.at);
        if (step == 0 || gap > widest) widest = gap, s.normal = n, s.lowest = w;
        const bool is_end = w.at == p.at || w.at == q.at;
        s.is_edge = is_end && is_segment, s.is_vertex = is_end && !is_segment;
        if (is_end || !(dot(n, p.at) - gap > tolerance)) return;
        if (is_segment) {
            // Finds the side of the triangle beyond which the origin is. If there is none, the origin is inside.
            const W turn = cross(q.at - p.at, w.at - p.at), side_p = cross(w.at - p.at, p.at),
                    side_q = cross(q.at - w.at, w.at);
            const bool beyond_p = turn > W(0) ? side_p < W(0) : side_p > W(0);
            const bool beyond_q = turn > W(0) ? side_q < W(0) : side_q > W(0);
            if (!beyond_p && !beyond_q) return;
            if (beyond_p && (!beyond_q || dot(w.at, p.at - w.at) < W(0))) q = w;
            else p = w;
        } else {
            q = w;
        }
    }
}

/// Returns the signed distance by supports only. In the plane, one growing polygon of boundary points of the Minkowski
/// difference gives both the distance (Gilbert, Johnson and Keerthi 1988) and the depth (the expanding polytope, van
/// den Bergen 2001). At most 64 vertices are kept. The relation is decided with a tolerance of 8 u times the largest
/// coordinate. The distance may be too small by up to `part` times this tolerance; `part` is a power of two.
template <convex A, convex B>
    requires same_scalar<A, B>
[[nodiscard]] constexpr auto signed_distance(const A& a, const B& b,
                                             wide_t<scalar_t<A>> part = wide_t<scalar_t<A>>(1)) {
    if (goes_first(a, b)) return ordered_signed_distance(a, b, part);
    auto result = ordered_signed_distance(b, a, part);
    const auto swapped = result.point_a;
    result.normal = vec2<decltype(result.distance)>{} - result.normal;
    result.point_a = result.point_b, result.point_b = swapped;
    return result;
}

}  // namespace gjk
}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
