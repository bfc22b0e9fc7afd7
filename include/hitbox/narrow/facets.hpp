#pragma once
/// The common ground of the narrow phase: a shape's corners in wide arithmetic, its edges, and which of two shapes goes
/// first.

#include <hitbox/shapes/any_shape.hpp>
#include <hitbox/shapes/hull.hpp>

namespace hitbox {

namespace detail {

inline constexpr const char* invalid_shape = "a shape is not finite, has a negative size, or is empty";

/// Both shapes are usable; a broken one is flagged through the assertion hook.
template <class A, class B>
[[nodiscard]] constexpr bool expect_valid(const A& a, const B& b) {
    return expect(is_valid(a) && is_valid(b), invalid_shape);
}

/// An answer of "no", for which a broken shape must only be flagged, and not be looked at otherwise.
template <class A, class B>
[[nodiscard]] constexpr bool no_for(const A& a, const B& b) {
    if (!std::is_constant_evaluated()) HITBOX_ASSERT(is_valid(a) && is_valid(b), invalid_shape);
    static_cast<void>(a), static_cast<void>(b);
    return false;
}

template <class S>
inline constexpr bool is_any = false;
template <real T>
inline constexpr bool is_any<any_shape<T>> = true;
template <class S>
inline constexpr bool is_any<rounded<S>> = is_any<S>;

/// A shape that a query replaces by another before it looks at it: placed ones by their world-space shape, any_shape by
/// the shape it holds; and so the cores of rounded ones.
template <class S>
concept indirect = is_any<S> || bakeable<S>;

/// A placed shape whose baked one is a polygon.
template <class P>
concept bakes_to_polygon = bakeable<P> && polygon_like<decltype(baked(std::declval<const P&>()))> &&
    requires(const P& p) {
    vertices(p).points;
};

/// Calls f with the shape that `s` stands for. A placed polygon's is borrowed from its moved corners: the normals that
/// `baked` would store cost more than most queries.
template <class S, class F>
constexpr decltype(auto) resolve(const S& s, F&& f) {
    if constexpr (bakes_to_polygon<S>) {
        const auto corners = vertices(s);
        return f(polygon_maker::borrow(corners));
    } else if constexpr (bakeable<S>) return resolve(baked(s), f);
    else if constexpr (!is_any<S>) return f(s);
    else if constexpr (requires { s.value; }) return std::visit(f, s.value);
    else return resolve(s.core, [&s, &f](const auto& known) { return f(rounded{known, s.radius}); });
}

/// Kinds of lists in a fixed order: a symmetric question about two kinds is compiled for one order only.
template <class List>
inline constexpr std::size_t list_rank = sizeof(List);
template <scalar T, std::size_t N>
inline constexpr std::size_t list_rank<vertex_list<T, N>> = N;
template <scalar T>
inline constexpr std::size_t list_rank<convex_polygon_view<T>> = 1000;
template <real T>
inline constexpr std::size_t list_rank<moved_view<T>> = 1001;

/// Lists whose neighbours may not be neighbours on the hull, as each corner was rounded by itself.
template <class List>
inline constexpr bool may_be_dented = false;
template <real T>
inline constexpr bool may_be_dented<moved_view<T>> = true;

/// Corners, radius and centre of a faceted shape, gathered once per query. All polygons have the same list type, and so
/// have circles and points, segments and capsules: the algorithms are compiled for few pairs.
template <scalar T, class List>
struct facets {
    using scalar_type = T;
    using wide_type = wide_t<T>;
    static constexpr bool has_own_center = list_rank<List> < 1000;

    List corners;
    T radius{};
    vec2<T> stored_center{};
    std::size_t kind = 0;  // tells shapes of different types with the same corners apart
    wide_type scale{1};    // a power of two, for magnitudes
    bool center_is_stored = has_own_center;

    [[nodiscard]] constexpr std::size_t size() const noexcept { return corners.size(); }
    [[nodiscard]] constexpr vec2<T> operator[](std::size_t i) const noexcept { return corners[i]; }
    /// A polygon's is worked out when asked for, in a tie.
    [[nodiscard]] constexpr vec2<T> center() const noexcept {
        return has_own_center || center_is_stored ? stored_center : mean<T>(corners);
    }

    /// In wide arithmetic, and scaled.
    [[nodiscard]] constexpr vec2<wide_type> wide(vec2<T> p) const noexcept {
        if constexpr (std::same_as<T, double>) return p * scale;
        else return widen(p);
    }
    [[nodiscard]] constexpr vec2<wide_type> wide(std::size_t i) const noexcept { return wide(vec2<T>{corners[i]}); }
    /// Rounded to T, and scaled back; infinity beyond the range of T, in constant evaluation too.
    [[nodiscard]] constexpr T unscaled(wide_type x) const noexcept {
        if constexpr (std::same_as<T, double>) {
            constexpr T infinity = std::numeric_limits<T>::infinity();
            if (scale < 1 && magnitude(x) > (std::numeric_limits<T>::max)() * scale)
                return x < 0 ? -infinity : infinity;
            return x / scale;
        } else {
            return round_to<T>(x);
        }
    }
    [[nodiscard]] constexpr vec2<T> unscaled(vec2<wide_type> p) const noexcept {
        return {static_cast<T>(unscaled(p.x) + T(0)), static_cast<T>(unscaled(p.y) + T(0))};
    }
    /// log2(scale)
    [[nodiscard]] constexpr int shift() const noexcept {
        if constexpr (std::same_as<T, double>)
            return static_cast<int>(std::bit_cast<std::uint64_t>(scale) >> 52) - 1023;
        else return 0;
    }
    [[nodiscard]] constexpr wide_type wide_radius() const noexcept { return static_cast<wide_type>(radius) * scale; }
};

/// Different for different shapes with the same kind of list: even for plain ones, odd for rounded ones.
template <class S>
inline constexpr std::size_t shape_kind = 4 * sizeof(S) + (requires(const S& s) { s.half_extents; } ? 2 : 0);
template <class S>
inline constexpr std::size_t shape_kind<rounded<S>> = 2 * shape_kind<S> + 1;

template <faceted S>
[[nodiscard]] constexpr auto facets_of(const S& s) noexcept {
    using T = scalar_t<S>;
    using result = facets<T, decltype(vertices(s))>;
    if constexpr (result::has_own_center) return result{vertices(s), radius(s), center(s), shape_kind<S>};
    else return result{vertices(s), radius(s), {}, shape_kind<S>};
}

/// With corners in one kind of list: what is seldom asked is compiled for that, and not for each pair of kinds. Points,
/// which have no edges, and moved corners stay as they are.
template <scalar T, class List>
[[nodiscard]] constexpr const facets<T, List>& borrowed(const facets<T, List>& s) noexcept {
    return s;
}
template <scalar T, std::size_t N>
    requires(N > 1)
[[nodiscard]] constexpr facets<T, convex_polygon_view<T>> borrowed(const facets<T, vertex_list<T, N>>& s) noexcept {
    return {polygon_maker::borrow(s.corners), s.radius, s.center(), s.kind, s.scale, true};
}

/// An index of no corner.
inline constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

/// Calls f(p, q) or f(p, q, index of p) for every edge of the hull, counter-clockwise, until it returns false. A
/// segment has an edge on either side, a point has none. The corners of a moved view have no such index.
template <class List, class F>
constexpr void for_each_edge(const List& list, F&& f) {
    const std::size_t n = list.size();
    for (std::size_t i = 0; n > 1 && i < n; ++i) {
        if constexpr (requires { f(list[i], list[i], i); }) {
            if (!f(list[i], list[next_index(i, n)], i)) return;
        } else {
            if (!f(list[i], list[next_index(i, n)])) return;
        }
    }
}
template <scalar T, class F>
constexpr void for_each_edge(const vertex_list<T, 1>&, F&&) {}
template <real T, class F>
constexpr void for_each_edge(const moved_view<T>& list, F&& f) {
    if (list.size() == 0) return;
    const vec2<T> start = leftmost(list, list[0]);
    vec2<T> p = start;
    for (std::size_t i = 0; i <= list.size(); ++i) {
        const vec2<T> q = next_corner(list, p);
        if (q == p) return;
        if constexpr (requires { f(p, q, nowhere); }) {
            if (!f(p, q, nowhere)) return;
        } else {
            if (!f(p, q)) return;
        }
        if (q == start) return;
        p = q;
    }
}

/// An order among different shapes that depends on their numbers only, so that it is the same whichever comes first.
template <scalar T, class A, class B>
[[nodiscard]] constexpr bool data_before(const facets<T, A>& a, const facets<T, B>& b) noexcept {
    if (a.size() != b.size()) return a.size() < b.size();
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i] != b[i]) return before(a[i], b[i]);
    return a.radius != b.radius ? a.radius < b.radius : a.kind <= b.kind;
}

/// The largest |coordinate| of the corners, or the radius if that is larger.
template <scalar T, class List>
[[nodiscard]] constexpr wide_t<T> largest_coordinate(const facets<T, List>& s) noexcept {
    using W = wide_t<T>;
    if constexpr (std::same_as<List, convex_polygon_view<T>>) {
        if (s.corners.facets().offset) return static_cast<W>(larger(s.corners.facets().largest, s.radius));
    }
    // Integers are widened first: the smallest one has no magnitude in its own type.
    using M = std::conditional_t<std::floating_point<T>, T, W>;
    M most_x = static_cast<M>(s.radius), most_y = most_x;  // two short chains
    for (std::size_t i = 0; i < s.size(); ++i) {
        const vec2<T> p = s[i];
        most_x = larger(most_x, magnitude(static_cast<M>(p.x)));
        most_y = larger(most_y, magnitude(static_cast<M>(p.y)));
    }
    return static_cast<W>(larger(most_x, most_y));
}

/// Scales both alike, so that their coordinates are in range; the largest of a's and of b's added, scaled.
template <scalar T, class A, class B>
constexpr wide_t<T> scale_both(facets<T, A>& a, facets<T, B>& b) noexcept {
    const wide_t<T> size_a = largest_coordinate(a), size_b = largest_coordinate(b);
    a.scale = b.scale = safe_scale(larger(size_a, size_b));
    return size_a * a.scale + size_b * a.scale;
}

/// Larger than any separation.
template <scalar W>
[[nodiscard]] constexpr W most() noexcept {
    if constexpr (std::floating_point<W>) return std::numeric_limits<W>::infinity();
    else return (std::numeric_limits<W>::max)();
}

/// Half the distance from 1 to the next number.
template <scalar W>
[[nodiscard]] constexpr W unit_roundoff() noexcept {
    if constexpr (std::floating_point<W>) return std::numeric_limits<W>::epsilon() / 2;
    else return W(1) / W(1024);
}

/// Bounds the rounding errors of the depths and distances of corners with coordinates up to `largest` each: differences
/// 1, unit normal 3, dot product 3, all times sqrt(2) * 2 * largest, in unit roundoffs of W; below 20.
template <scalar W>
[[nodiscard]] constexpr W rounding_slack(W largest) noexcept {
    return product(W(24) * unit_roundoff<W>(), largest);
}

/// Outward unit normal of the edge from p to q of a counter-clockwise outline, of coordinates below 2^200.
/// Always inline: returned in two registers, compilers bring it together through memory and wait for it.
template <scalar W>
[[nodiscard, gnu::always_inline]] constexpr vec2<W> outward_normal(vec2<W> p, vec2<W> q) noexcept {
    const vec2<W> edge = q - p, across{edge.y, W(0) - edge.x};
    const W squared = dot(edge, edge);
    if constexpr (std::same_as<W, double>) {
        if (!(squared > power_of_two(-900))) return direction_of(across, vec2<W>{});
        const W length = square_root(squared);
        return {across.x / length, across.y / length};
    } else {
        return direction_of(across, vec2<W>{});
    }
}

/// Which of two candidate directions (unit, from a to b) is better when their depths are equal as computed: the larger
/// component along the offset of the centres, then the lexicographically larger of n and -n, then the one that the
/// shapes' data choose.
template <scalar T, class A, class B, scalar W>
[[nodiscard]] constexpr bool wins_tie(vec2<W> n, vec2<W> best, const facets<T, A>& a, const facets<T, B>& b) noexcept {
    const vec2<W> offset = b.wide(b.center()) - a.wide(a.center());
    const W along = dot(n, offset), best_along = dot(best, offset);
    if (along != best_along) return along > best_along;
    const vec2<W> upper = before(n, vec2<W>{}) ? -n : n, best_upper = before(best, vec2<W>{}) ? -best : best;
    if (upper != best_upper) return before(best_upper, upper);
    return n != best && before(best, n) == data_before(a, b);
}

/// The direction where all are equally good: {0, 1}, turned round if the data say that b goes first.
template <scalar W, scalar T, class A, class B>
[[nodiscard]] constexpr vec2<W> fallback_normal(const facets<T, A>& a, const facets<T, B>& b) noexcept {
    return {W(0), data_before(a, b) ? W(1) : W(-1)};
}

}  // namespace detail
}  // namespace hitbox
