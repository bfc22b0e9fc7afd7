#pragma once
/// The query `polygon_clip`: the common polygon of two convex shapes, its area and centroid.

#include <hitbox/narrow/intersects.hpp>
#include <hitbox/shapes/placed.hpp>

#include <optional>

namespace hitbox {

/// The common part of two convex polygons: up to N vertices, counter-clockwise. The first vertex is the leftmost one;
/// if there are several, the lowest of these. A segment has two vertices, a point has one, and no vertices mean that
/// there is no common part. Vertices of either shape are exact; crossings of edges are rounded once. A thin part may
/// therefore be concave by a rounding, or have lost vertices that rounding made equal: use `convex_hull(part.vertices)`
/// to make a convex_polygon of it.
template <scalar T, std::size_t N>
struct common_part {
    using scalar_type = T;

    vertex_list<T, N> vertices{};  // counter-clockwise
    T area{};                      // >= 0; 0 for a segment or a point
    vec2<T> centroid{};            // for a segment its middle; {0, 0} if there is no common part

    [[nodiscard, gnu::always_inline]] constexpr bool empty() const noexcept { return vertices.size() == 0; }
    [[nodiscard, gnu::always_inline]] constexpr std::size_t size() const noexcept { return vertices.size(); }
    [[nodiscard, gnu::always_inline]] constexpr vec2<T> operator[](std::size_t i) const noexcept { return vertices[i]; }
    [[nodiscard, gnu::always_inline]] constexpr const vec2<T>* begin() const noexcept { return vertices.begin(); }
    [[nodiscard, gnu::always_inline]] constexpr const vec2<T>* end() const noexcept { return vertices.end(); }

    [[gnu::always_inline]] friend constexpr bool operator==(const common_part& a, const common_part& b) noexcept {
        if (a.size() != b.size() || a.area != b.area || a.centroid != b.centroid) return false;
        for (std::size_t i = 0; i < a.size(); ++i)
            if (a[i] != b[i]) return false;
        return true;
    }
};

namespace detail {
inline namespace HITBOX_ISA {

/// The maximum number of vertices of a type of shape; 0 if it is known at run time only.
template <class S>
inline constexpr std::size_t vertex_capacity = 0;
template <class S>
    requires requires {
        typename S::scalar_type;
        S::capacity;
    }
inline constexpr std::size_t vertex_capacity<S> = S::capacity;
template <class S>
    requires(faceted<S> && requires(const S& s) { vertices(s).points; })
inline constexpr std::size_t vertex_capacity<S> =
    sizeof(decltype(vertices(std::declval<const S&>()))::points) / sizeof(vec2<scalar_t<S>>);
template <class S>
    requires bakeable<placed<S>>
inline constexpr std::size_t vertex_capacity<placed<S>> =
    vertex_capacity<decltype(baked(std::declval<const placed<S>&>()))>;

/// An upper bound for the number of vertices of the common part of two shapes; 0 if unknown.
template <class A, class B>
inline constexpr std::size_t clip_capacity =
    vertex_capacity<A> > 0 && vertex_capacity<B> > 0 ? vertex_capacity<A> + vertex_capacity<B> : 0;

/// A convex outline, counter-clockwise from its leftmost (lowest) vertex.
template <scalar T, std::size_t N>
struct outline {
    vertex_list<T, N> vertices{};

    [[nodiscard]] constexpr std::size_t size() const noexcept { return vertices.size(); }
    [[nodiscard]] constexpr vec2<T> operator[](std::size_t i) const noexcept { return vertices[i]; }
    [[nodiscard]] constexpr vec2<T> next(std::size_t i) const noexcept { return vertices[next_index(i, size())]; }
};

/// Returns the outline of a hull; empty if it has more than N vertices.
template <std::size_t N, scalar T>
[[nodiscard]] constexpr outline<T, N> outline_of(const rounded_hull<T>& s) noexcept {
    vertex_list<T, N> list;
    bool fits = true;
    for_each_edge(s, [&](vec2<T> p, vec2<T>) {
        fits = list.size() < N;
        if (fits) list.push_back(p);
        return fits;
    });
    if (!fits) return {};
    if (list.size() == 0) list.push_back(s[0]);
    std::size_t first = 0;
    for (std::size_t i = 1; i < list.size(); ++i)
        if (before(list[i], list[first])) first = i;
    outline<T, N> result;
    for (std::size_t i = 0; i < list.size(); ++i) result.vertices.push_back(list[(first + i) % list.size()]);
    return result;
}

/// Returns true if v is in the outline or on its boundary. The test is exact.
template <scalar T, std::size_t N>
[[nodiscard]] constexpr bool holds(const outline<T, N>& s, vec2<T> v) noexcept {
    if (s.size() == 1) return v == s[0];
    if (s.size() == 2) return exact::orient2d(s[0], s[1], v) == 0 && !before(v, s[0]) && !before(s[1], v);
    for (std::size_t i = 0; i < s.size(); ++i)
        if (exact::orient2d(s[i], s.next(i), v) < 0) return false;
    return true;
}

/// A vertex of a common part: scaled in wide arithmetic, with its rounding error for double, and rounded to T.
template <scalar T>
struct clip_vertex {
    vec2<wide_t<T>> scaled{};
    vec2<T> rounded{};
    vec2<wide_t<T>> rest{};
};

/// Returns to - from.
template <scalar T>
[[nodiscard]] constexpr point_difference<T> difference_of(const clip_vertex<T>& to,
                                                          const clip_vertex<T>& from) noexcept {
    point_difference<T> d = difference_of<T>(to.scaled, from.scaled);
    d.rest = d.rest + (to.rest - from.rest);
    return d;
}

/// Wide arithmetic at a scale that keeps fourth powers in range.
template <scalar T>
struct clip_frame {
    using W = wide_t<T>;
    W scale{1};

    [[nodiscard]] constexpr vec2<W> wide(vec2<T> p) const noexcept { return widen(p) * scale; }
    [[nodiscard]] constexpr clip_vertex<T> operator()(vec2<T> p) const noexcept { return {wide(p), unsigned_zeros(p)}; }
    /// Returns log2(scale).
    [[nodiscard]] constexpr int shift() const noexcept {
        return static_cast<int>(std::bit_cast<std::uint64_t>(static_cast<double>(scale)) >> 52) - 1023;
    }

    /// Returns twice the signed area of p, q, v, accurate to a few roundings. Where floating point would cancel, exact
    /// arithmetic is used.
    [[nodiscard]] constexpr W turn(vec2<T> p, vec2<T> q, vec2<T> v) const noexcept {
        const vec2<W> from = wide(p), a = wide(q) - from, b = wide(v) - from;
        const W left = product(a.x, b.y), right = product(a.y, b.x), value = left - right;
        if constexpr (exact_scalar<T>)
            if (!(magnitude(value) * W(8) > magnitude(left) + magnitude(right)))
                return exact::orient2d_value(p, q, v, shift());
        return value;
    }
    /// Returns the crossing of the edge from `from` to `to` with the line through r and s, with its rest: the width of
    /// a thin part may be far below the rounding of a coordinate.
    [[nodiscard]] static constexpr clip_vertex<double> accurate_crossing(vec2<double> from, vec2<double> to,
                                                                         vec2<double> r, vec2<double> s) noexcept {
        using point = point_difference<double>;
        const point path = difference_of<double>(to, from), line = difference_of<double>(s, r);
        const with_rest<double> at_from = cross_of(line, difference_of<double>(from, r)).of,
                                whole = cross_of(path, line).of;
        if (whole.value == 0) return {midpoint(from, to)};  // it has underflowed
        const double part = at_from.value / whole.value;
        const two_term back = two_product(part, whole.value);
        const double part_rest =
            (((at_from.value - back.high) - back.low) + (at_from.rest - product(part, whole.rest))) / whole.value;
        const auto coordinate = [&](double start, double length, double rest) {
            const two_term by = two_product(length, part), at = two_sum(start, by.high);
            return two_term{at.high, at.low + (by.low + (product(rest, part) + product(length, part_rest)))};
        };
        const two_term x = coordinate(from.x, path.value.x, path.rest.x),
                       y = coordinate(from.y, path.value.y, path.rest.y);
        return {{x.high, y.high}, {}, {x.low, y.low}};
    }
    /// Returns the crossing of two edges that cross properly. It is computed along the edge that is first in world
    /// order, so that swapping the edges changes no bit.
    [[nodiscard]] constexpr clip_vertex<T> crossing(vec2<T> p, vec2<T> q, vec2<T> r, vec2<T> s) const noexcept {
        if (before(q, p)) return crossing(q, p, r, s);
        if (before(s, r)) return crossing(p, q, s, r);
        if (before(r, p)) return crossing(r, s, p, q);  // p and r differ, because edges that cross share no end
        const vec2<W> from = wide(p), to = wide(q);
        clip_vertex<T> place;
        if constexpr (std::same_as<T, double>) {
            place = accurate_crossing(from, to, wide(r), wide(s));
        } else {
            const W at_p = turn(r, s, p), at_q = turn(r, s, q), whole = at_p - at_q;
            place.scaled = whole == W(0) ? midpoint(from, to) : from + (to - from) * (at_p / whole);
        }
        // Clamped to the bounding boxes of both edges, which contain the exact crossing.
        const vec2<T> low = (max)((min)(p, q), (min)(r, s)), high = (min)((max)(p, q), (max)(r, s));
        const vec2<T> rounded = unsigned_zeros(vec_cast<T>(place.scaled / scale));
        const vec2<W> clamped = (max)(wide(low), (min)(place.scaled, wide(high)));
        return {clamped,
                unsigned_zeros((max)(low, (min)(rounded, high))),
                {clamped.x == place.scaled.x ? place.rest.x : W(0), clamped.y == place.scaled.y ? place.rest.y : W(0)}};
    }
};

/// Returns the start of the part of edge p -> q that bounds the common part of its own shape and `other`. Returns no
/// value if this part is empty or a point. @pre both shapes have an interior
template <scalar T, std::size_t N>
[[nodiscard]] constexpr std::optional<clip_vertex<T>> start_of_part(vec2<T> p, vec2<T> q, const outline<T, N>& other,
                                                                    const clip_frame<T>& frame) noexcept {
    const std::size_t n = other.size();
    std::size_t in = n, out = n, on_line = n;
    bool in_at_vertex = false;
    auto side = exact::orient2d(p, q, other[0]);
    for (std::size_t i = 0; i < n; ++i) {
        const auto next_side = exact::orient2d(p, q, other.next(i));
        if (side >= 0 && next_side < 0) in = i, in_at_vertex = side == 0;
        if (side < 0 && next_side >= 0) out = i;
        if (side == 0 && next_side == 0) on_line = i;
        side = next_side;
    }
    if (in < n) {
        const vec2<T> r = other[in], s = other.next(in);
        if (exact::orient2d(other[out], other.next(out), p) <= 0 || exact::orient2d(r, s, q) <= 0) return {};
        if (exact::orient2d(r, s, p) >= 0) return frame(p);
        return in_at_vertex ? frame(r) : frame.crossing(p, q, r, s);
    }
    if (on_line == n) return {};
    // The edge is along an edge of `other`, with both shapes on the same side.
    const vec2<T> r = other[on_line], s = other.next(on_line);
    const bool ascending = before(p, q);
    const auto ahead = [ascending](vec2<T> x, vec2<T> y) { return ascending ? before(x, y) : before(y, x); };
    const vec2<T> from = ahead(p, r) ? r : p, to = ahead(q, s) ? q : s;
    return ahead(from, to) ? std::optional{frame(from)} : std::nullopt;
}

/// Compares directions counter-clockwise, from just after straight down to straight down: negative if p -> q comes
/// first, 0 if they are equal. The comparison is exact.
template <scalar T>
[[nodiscard]] constexpr int compare_directions(vec2<T> p, vec2<T> q, vec2<T> r, vec2<T> s) noexcept {
    const bool rises = before(p, q), other_rises = before(r, s);
    if (rises != other_rises) return rises ? -1 : 1;
    const auto turn = exact::cross_of(p, q, r, s);
    return turn > 0 ? -1 : turn < 0 ? 1 : 0;
}

template <scalar T, std::size_t N>
struct clip_vertices {
    clip_vertex<T> list[N]{};
    std::size_t count = 0;
};

/// Returns the common part of two outlines whose interiors meet. Each of its edges is a part of an edge of one of the
/// outlines. Sorted by direction, these parts form its outline, like the edges of a Minkowski sum (de Berg et al.,
/// section 13.3).
template <scalar T, std::size_t N>
[[nodiscard]] constexpr clip_vertices<T, N> common_interior(const outline<T, N>& a, const outline<T, N>& b,
                                                            const clip_frame<T>& frame) noexcept {
    clip_vertices<T, N> result;
    for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
        const int order = i == a.size() ? 1 : j == b.size() ? -1 : compare_directions(a[i], a.next(i), b[j], b.next(j));
        auto start = order <= 0 ? start_of_part(a[i], a.next(i), b, frame) : std::nullopt;
        if (!start && order >= 0) start = start_of_part(b[j], b.next(j), a, frame);
        if (start && result.count < N) result.list[result.count++] = *start;
        i += order <= 0, j += order >= 0;
    }
    return result;
}

/// Returns the common part of two outlines that only touch, or of which one has no interior. It is the segment or point
/// between the outermost common vertices and crossings.
template <scalar T, std::size_t N>
[[nodiscard]] constexpr clip_vertices<T, N> common_segment(const outline<T, N>& a, const outline<T, N>& b,
                                                           const clip_frame<T>& frame) noexcept {
    clip_vertex<T> first, last;
    bool found = false;
    const auto keep = [&](const clip_vertex<T>& p) {
        if (!found || before(p.rounded, first.rounded)) first = p;
        if (!found || before(last.rounded, p.rounded)) last = p;
        found = true;
    };
    for (const vec2<T> p : a.vertices)
        if (holds(b, p)) keep(frame(p));
    for (const vec2<T> p : b.vertices)
        if (holds(a, p)) keep(frame(p));
    const auto apart = [](vec2<T> p, vec2<T> q, vec2<T> r, vec2<T> s) {
        const auto at_r = exact::orient2d(p, q, r), at_s = exact::orient2d(p, q, s);
        return (at_r < 0 && at_s > 0) || (at_r > 0 && at_s < 0);
    };
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < b.size(); ++j) {
            const vec2<T> p = a[i], q = a.next(i), r = b[j], s = b.next(j);
            if (apart(p, q, r, s) && apart(r, s, p, q)) keep(frame.crossing(p, q, r, s));
        }
    }
    clip_vertices<T, N> result;
    if (found) result.list[result.count++] = first;
    if (found && first.rounded != last.rounded) result.list[result.count++] = last;
    return result;
}

/// Returns the common part with its area and centroid, from a fan of triangles about the first vertex. Vertices that
/// rounding makes equal are merged.
template <scalar T, std::size_t N>
[[nodiscard]] constexpr common_part<T, N> measured(const clip_vertices<T, N>& vertices, wide_t<T> scale) noexcept {
    using W = wide_t<T>;
    common_part<T, N> result;
    if (vertices.count == 0) return result;
    const clip_vertex<T>& start = vertices.list[0];
    W twice{0};
    vec2<W> moment{};
    for (std::size_t i = 0; i < vertices.count; ++i) {
        const vec2<T> vertex = vertices.list[i].rounded;
        if (result.empty() || (vertex != result[result.size() - 1] && vertex != result[0]))
            result.vertices.push_back(vertex);
        if (i < 2) continue;
        const auto p = difference_of(vertices.list[i - 1], start), q = difference_of(vertices.list[i], start);
        const W turn = larger(cross_of(p, q).of.value, W(0));
        twice = twice + turn, moment += (p.value + q.value) * turn;
    }
    const vec2<W> middle = midpoint(start.scaled, vertices.list[vertices.count - 1].scaled);
    const vec2<W> centroid = twice > W(0) ? start.scaled + moment / (W(3) * twice) : middle;
    result.area = round_to<T>(twice / W(2) / scale / scale);
    result.centroid = unsigned_zeros(vec_cast<T>(centroid / scale));
    return result;
}

template <std::size_t N, scalar T>
[[nodiscard, gnu::noinline]] constexpr common_part<T, N> common_part_of(const outline<T, N>& a, const outline<T, N>& b,
                                                                        relation kind) {
    if (kind == relation::apart) return {};
    wide_t<T> largest{0};
    for (const auto* s : {&a, &b})
        for (const vec2<T> p : s->vertices)
            largest = larger(largest, larger(magnitude(widen(p).x), magnitude(widen(p).y)));
    const clip_frame<T> frame{safe_scale(largest)};
    const bool solid = kind == relation::penetrating && a.size() > 2 && b.size() > 2;
    return measured(solid ? common_interior(a, b, frame) : common_segment(a, b, frame), frame.scale);
}

inline constexpr const char* not_to_be_clipped =
    "polygon_clip: a shape has a radius, or the shapes have more vertices than polygon_clip<N> holds";

template <std::size_t N, class A, class B>
[[nodiscard]] constexpr common_part<scalar_t<A>, N> polygon_clip_valid(const A& a, const B& b) {
    using T = scalar_t<A>;
    return with_hulls(a, b, [](const rounded_hull<T>& p, const rounded_hull<T>& q) -> common_part<T, N> {
        const auto outline_p = outline_of<N>(p), outline_q = outline_of<N>(q);
        const bool fits = outline_p.size() > 0 && outline_q.size() > 0 && outline_p.size() + outline_q.size() <= N;
        if (!expect(fits && p.radius == T(0) && q.radius == T(0), not_to_be_clipped)) return {};
        return common_part_of<N, T>(outline_p, outline_q, relation_of(p, q));
    });
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns the common part of two convex shapes without radii, with its area and centroid. It is empty if they are
/// apart or one is invalid. Shapes that only touch have a segment or a point in common, of area 0. Swapping a and b
/// changes no bit.
///
/// The list of vertices and crossings is decided exactly. Crossings, area and centroid are computed in wide arithmetic,
/// for double with the rounding errors of the crossings, and rounded once. The number of vertices of a view or an
/// any_shape is known at run time only: pass a limit N for the vertices of both shapes together, `polygon_clip<N>(a,
/// b)`.
/// @pre valid(a) and valid(b); no radius; together at most N vertices. Otherwise HITBOX_ASSERT reports it, and the
/// answer is empty
template <std::size_t N = 0, convex A, convex B>
    requires same_scalar<A, B> && real<scalar_t<A>> && (N > 0 || detail::clip_capacity<A, B> > 0)
[[nodiscard]] constexpr auto polygon_clip(const A& a, const B& b) {
    constexpr std::size_t capacity = N > 0 ? N : detail::clip_capacity<A, B>;
    detail::check_arguments("polygon_clip", a, b);
    if (!detail::expect_valid(a, b)) return common_part<scalar_t<A>, capacity>{};
    return detail::polygon_clip_valid<capacity>(a, b);
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
