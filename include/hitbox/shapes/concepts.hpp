#pragma once
/// The concepts of a shape: `convex` by a centre and a support function, `faceted` by vertices and a radius.

#include <hitbox/core/assert.hpp>
#include <hitbox/core/exact.hpp>
#include <hitbox/core/vec2.hpp>

#include <cstddef>

namespace hitbox {
inline namespace HITBOX_ISA {

/// Returns a point inside the shape, its middle if it has one, in world coordinates. `center` and `support` make a type
/// a `convex` shape.
template <scalar T>
[[nodiscard]] constexpr vec2<T> center(vec2<T> p) noexcept {
    return p;
}
/// Returns a point of the shape that is farthest along the direction `d`, which need not be of unit length. For d = {0,
/// 0}, returns any point of the shape.
template <scalar T>
[[nodiscard]] constexpr vec2<T> support(vec2<T> p, vec2<T>) noexcept {
    return p;
}
/// Returns the area, >= 0, in squared units of the coordinates; 0 for points and segments.
template <scalar T>
[[nodiscard]] constexpr T area(vec2<T>) noexcept {
    return T(0);
}
/// Returns true if the shape is well formed: finite coordinates, no negative radius, no box inside out. Queries answer
/// "no" for other shapes. A shape of your own without such a function is valid if its centre is finite.
template <scalar T>
[[nodiscard]] constexpr bool valid(vec2<T> p) noexcept {
    return is_finite(p);
}

}  // namespace HITBOX_ISA

/// The coordinate type of a shape.
template <class S>
using scalar_t = typename decltype(center(std::declval<const std::remove_cvref_t<S>&>()))::scalar_type;

/// A closed, bounded and convex shape, which two functions describe. To make a type of your own a shape, write them in
/// its namespace.
template <class S>
concept convex = requires(const S& s, vec2<scalar_t<S>> d) {
    { center(s) } -> std::same_as<vec2<scalar_t<S>>>;      // any point inside
    { support(s, d) } -> std::same_as<vec2<scalar_t<S>>>;  // the farthest point along d
};

namespace detail {

/// The kind of an argument in words, followed by what may be wrong with it. The header of a shape specialises it.
template <class S>
inline constexpr const char* complaint = "a shape or set, is not finite, is inside out, or has an empty part";
template <scalar T>
inline constexpr const char* complaint<vec2<T>> = "a vec2, is not finite";

/// A number for each kind of shape, which hulls keep: even for plain shapes, odd for rounded ones. From 10 on, the
/// centre of a shape may differ from the mean of its vertices. Shapes of a user share a kind if they have the same
/// size.
template <class S>
inline constexpr std::uint32_t shape_kind = 32 + 2 * sizeof(S);
template <scalar T>
inline constexpr std::uint32_t shape_kind<vec2<T>> = 0;

/// A shape whose kind is known at run time only: any_shape, or a rounded one.
template <class S>
inline constexpr bool is_any = false;

/// Walks a list by index; dereferences by value.
template <class List>
struct index_iterator {
    using value_type = std::remove_cvref_t<decltype(std::declval<const List&>()[0])>;
    using difference_type = std::ptrdiff_t;

    List list{};
    std::size_t index = 0;

    [[gnu::always_inline]] constexpr value_type operator*() const noexcept { return list[index]; }
    [[gnu::always_inline]] constexpr index_iterator& operator++() noexcept { return ++index, *this; }
    [[gnu::always_inline]] constexpr index_iterator operator++(int) noexcept {
        index_iterator old = *this;
        ++index;
        return old;
    }
    [[gnu::always_inline]] friend constexpr bool operator==(const index_iterator& a, const index_iterator& b) noexcept {
        return a.index == b.index;
    }
};

}  // namespace detail
}  // namespace hitbox

namespace hitbox {

/// The convex hull of finitely many vertices, grown by a radius. Answers about such shapes are exact. An any_shape is
/// not faceted: it has vertices for drawing, and its answers are those of the shape that it holds.
template <class S>
concept faceted = !detail::is_any<S> && requires(const S& s, std::size_t i) {
    { center(s) } -> std::same_as<vec2<scalar_t<S>>>;              // any point inside
    { vertices(s)[i] } -> std::convertible_to<vec2<scalar_t<S>>>;  // vertices, counter-clockwise
    { vertices(s).size() } -> std::convertible_to<std::size_t>;
    { radius(s) } -> std::convertible_to<scalar_t<S>>;  // by which the hull of the vertices is grown
};

/// Two shapes with the same coordinate type. Every query of a pair needs this.
template <class A, class B>
concept same_scalar = std::same_as<scalar_t<A>, scalar_t<B>>;

/// A list of up to N points, stored in place.
template <scalar T, std::size_t N>
struct vertex_list {
    vec2<T> points[N]{};
    std::size_t count = 0;

    [[nodiscard, gnu::always_inline]] constexpr std::size_t size() const noexcept { return count; }
    [[nodiscard, gnu::always_inline]] constexpr vec2<T> operator[](std::size_t i) const noexcept {
        return points[N == 1 ? 0 : i];
    }
    [[nodiscard, gnu::always_inline]] constexpr const vec2<T>* begin() const noexcept { return points; }
    [[nodiscard, gnu::always_inline]] constexpr const vec2<T>* end() const noexcept { return points + count; }
    /// @pre size() < N
    [[gnu::always_inline]] constexpr void push_back(vec2<T> p) noexcept { points[count++] = p; }
};

inline namespace HITBOX_ISA {

/// Returns the vertices, counter-clockwise where y points up. The shape is their convex hull grown by `radius`; with
/// both functions it is `faceted`, and its answers are exact.
template <scalar T>
[[nodiscard]] constexpr vertex_list<T, 1> vertices(vec2<T> p) noexcept {
    return {{p}, 1};
}
/// Returns the distance, >= 0, by which the hull of the vertices is grown; 0 for a shape that is not rounded.
template <scalar T>
[[nodiscard]] constexpr T radius(vec2<T>) noexcept {
    return T(0);
}

}  // namespace HITBOX_ISA

namespace detail {
inline namespace HITBOX_ISA {

// The properties of a shape that the queries use. The header of a shape specialises them, and has a function
// `fill_hull`, which makes its hull. Unqualified calls with a hull find functions of this namespace in headers that
// come later.

template <scalar T>
struct rounded_hull;
template <scalar T, std::size_t N>
struct hull_storage;

/// The filter takes hulls with at most this many vertices, because sets of edges are 64 bits.
inline constexpr std::size_t max_filtered = 64;

/// The maximum number of vertices of a type of lists; for lists of any size, the number that is stored in columns.
template <class List>
inline constexpr std::size_t list_capacity = max_filtered;
template <scalar T, std::size_t N>
inline constexpr std::size_t list_capacity<vertex_list<T, N>> = (N + 3) / 4 * 4;

/// The vertices that the storage of a shape's hull has columns for.
template <class S>
inline constexpr std::size_t hull_room = max_filtered;
template <faceted S>
inline constexpr std::size_t hull_room<S> = list_capacity<decltype(vertices(std::declval<const S&>()))>;

template <class P>
concept bakeable = requires(const P& p) { baked(p); };

/// A shape that stands for another one: a placed one for its world-space shape, any_shape for the shape it holds.
template <class S>
concept indirect = is_any<S> || bakeable<S>;

/// Shapes that have a hull: those with vertices and a radius, also rounded, placed, or known at run time only.
template <class S>
inline constexpr bool has_hull = faceted<S> || is_any<S>;

/// Whether the hull of a type of shapes may be a single vertex, and whether it may be an axis-aligned box. If neither
/// type of a pair may be one, no code is generated for this case.
template <class S>
inline constexpr bool may_be_point = true;
template <class S>
inline constexpr bool may_be_box = is_any<S>;

/// A square of an edge that is at most this bound may have lost some or all digits to underflow.
template <std::floating_point T>
inline constexpr T tiny_square = std::same_as<T, float> ? T(0x1p-96) : T(0x1p-600);  // generous

/// The result of a filter: certainly no, certainly yes, or left to the exact test.
enum class verdict { no, yes, unsure };

/// The first argument of quick overlap tests, `filter_overlap`. Argument-dependent lookup finds them through it, also
/// in headers that are included later.
///
/// The tests run in the shapes' own precision, mostly in four lanes, with an error bound, before hulls are made,
/// because making hulls takes longer. Results within the bound are `unsure`, and the test of the hulls decides them. No
/// answer therefore depends on these tests. `yes` means that both shapes are valid and their interiors overlap. `no`
/// may also mean that a shape is invalid. Callers therefore need no separate validity check, which would take longer
/// than these tests of boxes and circles.
struct quick_tests {};

/// Returns half the distance from 1 to the next larger number. For a number type of the user, returns a power of two
/// that is at least that. @pre W is not an integer
template <scalar W>
[[nodiscard]] constexpr W unit_roundoff() noexcept {
    if constexpr (std::floating_point<W>) return std::numeric_limits<W>::epsilon() / 2;
    W u(1);
    for (int halvings = 0; halvings < 100 && W(1) + u / W(2) > W(1); ++halvings) u = u / W(2);
    return u;
}

/// Returns `yes` or `no` if certain, else `unsure`. There is no branch on `yes`, because the processor could not
/// predict it.
[[nodiscard, gnu::always_inline]] inline verdict verdict_of(bool certain, bool yes) noexcept {
    static_assert(static_cast<int>(verdict::no) == 0 && static_cast<int>(verdict::yes) == 1);
    return certain ? static_cast<verdict>(yes) : verdict::unsure;
}
/// Returns the verdict for an excess with an error bound; a positive excess means apart. Returns `unsure` for NaN.
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline verdict certain_overlap(T excess, T bound, bool in_range) noexcept {
    return verdict_of((magnitude(excess) > bound) & in_range, excess < T(0));
}

/// Returns the verdict of the quick test of a pair; `unsure` if there is no test for these kinds.
template <class A, class B>
[[nodiscard, gnu::always_inline]] constexpr verdict test_overlap([[maybe_unused]] const A& a,
                                                                 [[maybe_unused]] const B& b) noexcept {
    if constexpr (requires { filter_overlap(quick_tests{}, a, b); })
        if (!std::is_constant_evaluated()) return filter_overlap(quick_tests{}, a, b);
    return verdict::unsure;
}

/// Returns the index after i in a cyclic list. It has no condition, because that could become a mispredicted branch.
[[nodiscard]] constexpr std::size_t next_index(std::size_t i, std::size_t size) noexcept {
    return (i + 1) & (std::size_t{0} - std::size_t{i + 1 < size});
}
[[nodiscard]] constexpr std::size_t previous_index(std::size_t i, std::size_t size) noexcept {
    return i - 1 + (size & (std::size_t{0} - std::size_t{i < 1}));
}

/// Returns true if a is before b in world order: from left to right, then from bottom to top.
template <scalar T>
[[nodiscard]] constexpr bool before(vec2<T> a, vec2<T> b) noexcept {
    return (int{a.x < b.x} | (int{a.x == b.x} & int{a.y < b.y})) != 0;  // without an unpredictable branch
}

/// Returns true if `far_point` is farther from `from` than `near_point`. @pre all three are on a line, and both points
/// are on the same side of `from`
template <scalar T>
[[nodiscard]] constexpr bool farther(vec2<T> from, vec2<T> near_point, vec2<T> far_point) noexcept {
    return before(from, near_point) ? before(near_point, far_point) : before(far_point, near_point);
}

/// Returns the point halfway between a and b, rounded once for float.
template <scalar T>
[[nodiscard]] constexpr vec2<T> midpoint(vec2<T> a, vec2<T> b) noexcept {
    using W = wide_t<T>;
    const vec2<W> half_a = widen(a) * (W(1) / W(2)), half_b = widen(b) * (W(1) / W(2));
    return vec_cast<T>(half_a + half_b);
}

/// Returns the mean of the vertices; the origin if there are none.
template <scalar T, class Vertices>
[[nodiscard]] constexpr vec2<T> mean(const Vertices& list) noexcept {
    using W = wide_t<T>;
    const std::size_t n = list.size();
    if (n == 0) return {};
    vec2<W> sum{};
    const W share = W(1) / static_cast<W>(static_cast<int>(n));
    for (std::size_t i = 0; i < n; ++i) sum += widen(vec2<T>{list[i]}) * share;
    return vec_cast<T>(sum);
}

/// Returns the vertex farthest along d, the first of several; the origin if there are no vertices.
template <scalar T, class Vertices>
[[nodiscard]] constexpr vec2<T> farthest(const Vertices& list, vec2<T> d) noexcept {
    using W = wide_t<T>;
    const vec2<W> direction = widen(d);
    const std::size_t n = list.size();
    if (n == 0) return {};
    vec2<T> best = list[0];
    W max_extent = dot(widen(best), direction);
    for (std::size_t i = 1; i < n; ++i) {
        const vec2<T> p = list[i];
        const W extent = dot(widen(p), direction);
        if (extent > max_extent) max_extent = extent, best = p;
    }
    return best;
}

/// Returns the area of a fan of triangles from the first vertex.
template <scalar T, class Vertices>
[[nodiscard]] constexpr wide_t<T> fan_area(const Vertices& list) noexcept {
    using W = wide_t<T>;
    W twice{0};
    for (std::size_t i = 2; i < list.size(); ++i) {
        const vec2<W> a = widen(vec2<T>{list[0]}), b = widen(vec2<T>{list[i - 1]}), c = widen(vec2<T>{list[i]});
        twice += cross(b - a, c - a);
    }
    return twice / W(2);
}

/// Returns the area of the hull of the vertices grown by r: the hull, a strip along each edge, and the sectors at the
/// vertices, which form one disc (Steiner).
template <real T, class Vertices>
[[nodiscard]] constexpr T area_of(const Vertices& list, T r) noexcept {
    using W = wide_t<T>;
    W perimeter{0};
    for (std::size_t i = 0; i < list.size(); ++i)
        perimeter += length_of(widen(vec2<T>{list[next_index(i, list.size())]}) - widen(vec2<T>{list[i]}));
    const W out = static_cast<W>(r), disc = product(static_cast<W>(3.141592653589793238L), out);
    return round_to<T>(fan_area<T>(list) + product(out, disc + perimeter));
}

/// Returns true for a finite number that is not negative.
template <scalar T>
[[nodiscard]] constexpr bool is_radius(T r) noexcept {
    return is_finite(r) && r >= T(0);
}

/// Returns the point of a disc about p farthest along d; the topmost point for a zero d. For integers, the offset is
/// rounded towards zero.
template <scalar T>
[[nodiscard]] constexpr vec2<T> disc_support(vec2<T> p, T r, vec2<T> d) noexcept {
    using W = wide_t<T>;
    return vec_cast<T>(widen(p) + direction_of(widen(d), vec2<W>{W(0), W(1)}) * static_cast<W>(r));
}

/// Returns valid(shape); if there is no such function, returns true if the centre is finite. A range is valid if its
/// shapes are: lookup does not find the `valid` of ranges if the shapes are of another namespace.
template <class S>
[[nodiscard]] constexpr bool is_valid(const S& s) noexcept {
    if constexpr (requires { valid(s); }) {
        return valid(s);
    } else if constexpr (requires { center(s); }) {
        return is_finite(center(s));
    } else {
        for (const auto& one : s)
            if (!is_valid(one)) return false;
        return true;
    }
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
