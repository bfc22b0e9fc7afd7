#pragma once
/// The common ground of the narrow phase: a shape's corners in wide arithmetic, its edges, and which of two shapes goes first.

#include <hitbox/shapes/any_shape.hpp>
#include <hitbox/shapes/hull.hpp>

namespace hitbox {

/// Faceted in coordinates that can hold lengths: what has a depth and a direction.
template <class S>
concept real_faceted = faceted<S> && real<scalar_t<S>>;

namespace detail {

/// Both shapes are usable; says so through the assertion hook.
template <class A, class B>
[[nodiscard]] constexpr bool expect_valid(const A& a, const B& b) {
    return expect(is_valid(a) && is_valid(b), "a shape is not finite, has a negative size, or is empty");
}

template <class S>
inline constexpr bool is_any = false;
template <real T>
inline constexpr bool is_any<any_shape<T>> = true;

/// A shape that a query replaces by another before it looks at it: placed ones by their world-space shape, any_shape by
/// the shape it holds.
template <class S>
concept indirect = is_any<S> || bakeable<S>;

/// Calls f with the shape that `s` stands for.
template <class S, class F>
constexpr decltype(auto) resolve(const S& s, F&& f) {
    if constexpr (is_any<S>) return std::visit(f, s.value);
    else if constexpr (bakeable<S>) return resolve(baked(s), f);
    else return f(s);
}

/// Corners, radius and centre of a faceted shape, gathered once per query.
template <class S>
struct facets {
    using scalar_type = scalar_t<S>;
    using list_type = decltype(vertices(std::declval<const S&>()));
    using wide_type = wide_t<scalar_type>;

    list_type corners;
    scalar_type radius;
    vec2<scalar_type> center;
    wide_type scale{1};                                                               // a power of two, for magnitudes

    constexpr explicit facets(const S& s) : corners{vertices(s)}, radius{hitbox::radius(s)}, center{hitbox::center(s)} {}
    [[nodiscard]] constexpr std::size_t size() const noexcept { return corners.size(); }
    [[nodiscard]] constexpr vec2<scalar_type> operator[](std::size_t i) const noexcept { return corners[i]; }

    /// In wide arithmetic, and scaled.
    [[nodiscard]] constexpr vec2<wide_type> wide(vec2<scalar_type> p) const noexcept {
        if constexpr (std::same_as<scalar_type, double>) return p * scale;
        else return widen(p);
    }
    [[nodiscard]] constexpr vec2<wide_type> wide(std::size_t i) const noexcept { return wide(vec2<scalar_type>{corners[i]}); }
    [[nodiscard]] constexpr wide_type wide_radius() const noexcept { return static_cast<wide_type>(radius) * scale; }
};

/// Calls f(p, q) for every edge of the hull, counter-clockwise, until it returns false. A segment has an edge on either side, a
/// point has none.
template <class List, class F>
constexpr void for_each_edge(const List& list, F&& f) {
    const std::size_t n = list.size();
    for (std::size_t i = 0; n > 1 && i < n; ++i)
        if (!f(list[i], list[next_index(i, n)])) return;
}
template <real T, class F>
constexpr void for_each_edge(const moved_view<T>& list, F&& f) {
    if (list.size() == 0) return;
    const vec2<T> start = leftmost(list, list[0]);
    vec2<T> p = start;
    for (std::size_t i = 0; i <= list.size(); ++i) {
        const vec2<T> q = next_corner(list, p);
        if (q == p || !f(p, q) || q == start) return;
        p = q;
    }
}

/// An order among different shapes that depends on their numbers only, so that it is the same whichever comes first.
template <class A, class B>
[[nodiscard]] constexpr bool data_before(const facets<A>& a, const facets<B>& b) noexcept {
    if (a.size() != b.size()) return a.size() < b.size();
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i] != b[i]) return before(a[i], b[i]);
    return a.radius <= b.radius;
}

/// The largest |coordinate| of the corners, or the radius if that is larger.
template <class S>
[[nodiscard]] constexpr wide_t<scalar_t<S>> largest_coordinate(const facets<S>& s) noexcept {
    using W = wide_t<scalar_t<S>>;
    W most = static_cast<W>(s.radius);
    for (std::size_t i = 0; i < s.size(); ++i) {
        const vec2<W> p = widen(vec2<scalar_t<S>>{s[i]});
        most = larger(most, larger(magnitude(p.x), magnitude(p.y)));
    }
    return most;
}

/// Half the distance from 1 to the next number.
template <scalar W>
[[nodiscard]] constexpr W unit_roundoff() noexcept {
    if constexpr (std::floating_point<W>) return std::numeric_limits<W>::epsilon() / 2;
    else return W(1) / W(1024);
}

/// Bounds the rounding errors of the depths and distances of corners with coordinates up to `largest` each: differences 1, unit
/// normal 3, dot product 3, all times sqrt(2) * 2 * largest, in unit roundoffs of W; below 20.
template <scalar W>
[[nodiscard]] constexpr W rounding_slack(W largest) noexcept {
    return W(24) * unit_roundoff<W>() * largest;
}

/// Outward unit normal of the edge from p to q of a counter-clockwise outline.
template <scalar W>
[[nodiscard]] constexpr vec2<W> outward_normal(vec2<W> p, vec2<W> q) noexcept {
    const vec2<W> edge = q - p;
    return direction_of(vec2<W>{edge.y, W(0) - edge.x}, vec2<W>{});
}

/// Which of two candidate directions (unit, from a to b) is better when their depths are equal to the bit: the larger component
/// along the offset of the centres, then the lexicographically larger of n and -n, then the one that the shapes' data choose.
template <class A, class B, scalar W>
[[nodiscard]] constexpr bool wins_tie(vec2<W> n, vec2<W> best, const facets<A>& a, const facets<B>& b) noexcept {
    const vec2<W> offset = b.wide(b.center) - a.wide(a.center);
    const W along = dot(n, offset), best_along = dot(best, offset);
    if (along != best_along) return along > best_along;
    const vec2<W> upper = before(n, vec2<W>{}) ? -n : n, best_upper = before(best, vec2<W>{}) ? -best : best;
    if (upper != best_upper) return before(best_upper, upper);
    return n != best && before(best, n) == data_before(a, b);
}

/// The direction where all are equally good: {0, 1}, turned round if the data say that b goes first.
template <scalar W, class A, class B>
[[nodiscard]] constexpr vec2<W> fallback_normal(const facets<A>& a, const facets<B>& b) noexcept {
    return {W(0), data_before(a, b) ? W(1) : W(-1)};
}

}  // namespace detail
}  // namespace hitbox
