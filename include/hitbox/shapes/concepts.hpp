#pragma once
/// The concepts of a shape: `convex` by a centre and a support function, `faceted` by vertices and a radius.

#include <hitbox/core/assert.hpp>
#include <hitbox/core/exact.hpp>
#include <hitbox/core/pack.hpp>
#include <hitbox/core/vec2.hpp>

#include <cstddef>

namespace hitbox {
inline namespace HITBOX_ISA {

/// Returns a point of the shape, in its middle where it has one, in world coordinates. Every shape has this function,
/// and is `convex` with `support`.
template <scalar T>
[[nodiscard]] constexpr vec2<T> center(vec2<T> p) noexcept {
    return p;
}
/// Returns a point of the shape that is farthest along the direction `d`, which need not be of unit length. With d =
/// {0, 0} that is any point of the shape.
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

/// Closed, bounded and convex, known by two functions. A shape of your own joins by writing them in its namespace.
template <class S>
concept convex = requires(const S& s, vec2<scalar_t<S>> d) {
    { center(s) } -> std::same_as<vec2<scalar_t<S>>>;      // any point inside
    { support(s, d) } -> std::same_as<vec2<scalar_t<S>>>;  // the farthest point along d
};

namespace detail {

/// The kind of an argument in words, followed by what may be wrong with it. The header of a shape specialises it.
template <class S>
inline constexpr const char* complaint = "a shape, is not finite or is inside out";
template <scalar T>
inline constexpr const char* complaint<vec2<T>> = "a vec2, is not finite";

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

/// The convex hull of finitely many corners, grown by a radius. Answers about such shapes are exact. An any_shape is
/// not faceted: it has corners for drawing, and its answers are those of the shape that it holds.
template <class S>
concept faceted = !detail::is_any<S> && requires(const S& s, std::size_t i) {
    { center(s) } -> std::same_as<vec2<scalar_t<S>>>;              // any point inside
    { vertices(s)[i] } -> std::convertible_to<vec2<scalar_t<S>>>;  // corners, counter-clockwise
    { vertices(s).size() } -> std::convertible_to<std::size_t>;
    { radius(s) } -> std::convertible_to<scalar_t<S>>;  // by which the hull of the corners is grown
};

/// Two shapes with the same coordinate type. Every query of a pair needs this.
template <class A, class B>
concept same_scalar = std::same_as<scalar_t<A>, scalar_t<B>>;

/// Up to N points, in place.
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
/// Returns the distance, >= 0, by which the hull of the vertices is grown; 0 for a shape with sharp corners.
template <scalar T>
[[nodiscard]] constexpr T radius(vec2<T>) noexcept {
    return T(0);
}

}  // namespace HITBOX_ISA

namespace detail {
inline namespace HITBOX_ISA {

/// Returns the index after i in a cyclic list. Without a condition, because that could become a mispredicted branch.
[[nodiscard]] constexpr std::size_t next_index(std::size_t i, std::size_t size) noexcept {
    return (i + 1) * std::size_t{i + 1 != size};
}
[[nodiscard]] constexpr std::size_t previous_index(std::size_t i, std::size_t size) noexcept {
    return i + size * std::size_t{i == 0} - 1;
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

/// Returns the corner after `from`, counter-clockwise on the hull of `points`, by one exact step of gift wrapping
/// (Jarvis 1973). Returns `from` if all points are equal. @pre `from` is a corner of the hull
template <scalar T, class Points>
[[nodiscard]] constexpr vec2<T> next_corner(const Points& points, vec2<T> from) noexcept {
    vec2<T> best = from;
    for (const vec2<T> p : points) {
        if (p == from) continue;
        if (best == from) {
            best = p;
            continue;
        }
        const auto side = exact::orient2d(from, best, p);
        if (side < 0 || (side == 0 && farther(from, best, p))) best = p;
    }
    return best;
}

template <scalar T, class Points>
[[nodiscard]] constexpr vec2<T> leftmost(const Points& points, vec2<T> start) noexcept {
    for (const vec2<T> p : points)
        if (before(p, start)) start = p;
    return start;
}

/// Returns true if a direction points up or straight right. A full turn enters this half of the directions once.
template <scalar T>
[[nodiscard]] constexpr bool upper_half(vec2<T> from, vec2<T> to) noexcept {
    return to.y > from.y || (to.y == from.y && to.x > from.x);
}

/// Packs of consecutive corners of a cyclic list. The numbers are gathered one by one, because numbers that were just
/// stored one by one are slow to load as a whole.
template <std::floating_point T, std::size_t N>
class corner_ring {
public:
    template <class List>
    explicit corner_ring(const List& list) noexcept {
        const std::size_t n = list.size();
        for (std::size_t i = 0; i < n; ++i) x_[i] = list[i].x, y_[i] = list[i].y;
        for (std::size_t i = 0; i < 5; ++i) x_[n + i] = x_[i], y_[n + i] = y_[i];
    }
    // The coordinates of the corners i, i + 1, ...
    [[nodiscard, gnu::always_inline]] pack<T> x(std::size_t i) const noexcept {
        return pack_from<T>([this, i](std::size_t k) { return x_[i + k]; });
    }
    [[nodiscard, gnu::always_inline]] pack<T> y(std::size_t i) const noexcept {
        return pack_from<T>([this, i](std::size_t k) { return y_[i + k]; });
    }

private:
    T x_[N + 5], y_[N + 5];
};
/// Packs of consecutive corners for lists that fit into registers. @pre 2 to 4 corners
template <std::floating_point T, std::size_t N>
    requires(N <= 4)
class corner_ring<T, N> {
public:
    [[gnu::always_inline]] explicit corner_ring(const vertex_list<T, N>& list) noexcept {
        const std::size_t n = list.size();
        const vec2<T> p = list[0], q = list[1], r = list[N < 3 ? 0 : 2], s = list[N < 4 ? 0 : 3];
        points_[0] = p, points_[1] = q;
        points_[2] = n > 2 ? r : p;
        points_[3] = n > 3 ? s : n > 2 ? p : q;
        points_[4] = n > 3 ? p : n > 2 ? q : p;
        points_[5] = n > 3 ? q : n > 2 ? r : q;
    }
    [[nodiscard, gnu::always_inline]] pack<T> x(std::size_t i) const noexcept {
        return pack_from<T>([this, i](std::size_t k) { return points_[i + k].x; });
    }
    [[nodiscard, gnu::always_inline]] pack<T> y(std::size_t i) const noexcept {
        return pack_from<T>([this, i](std::size_t k) { return points_[i + k].y; });
    }

private:
    vec2<T> points_[6];
};

/// Returns true if the list is certainly strictly convex, counter-clockwise and winds around once. This is faster than
/// a test of each vertex. The error bound of the cross products is that of orient2d's filter, in T.
template <std::floating_point T, std::size_t N>
[[nodiscard]] inline bool certainly_convex(const vertex_list<T, N>& list) noexcept {
    const std::size_t n = list.size();
    const corner_ring<T, N> ring{list};
    const pack<T> zero = pack_of(T(0));
    std::uint64_t left = 0, up = 0;
    for (std::size_t i = 0; i < n; i += pack_size<T>) {
        const pack<T> x = ring.x(i + 1), y = ring.y(i + 1);
        const pack<T> in_x = x - ring.x(i), in_y = y - ring.y(i), out_x = ring.x(i + 2) - x, out_y = ring.y(i + 2) - y;
        const pack<T> l = in_x * out_y, r = in_y * out_x;
        const pack<T> size = upper(l, zero - l) + upper(r, zero - r);
        const pack<T> bound = pack_of(T(2) * std::numeric_limits<T>::epsilon()) * size + pack_of(T(0x1p-120));
        left |= greater(l - r, bound) << i;
        up |= (greater(in_y, zero) | (greater(in_x, zero) & ~greater(zero, in_y))) << i;
    }
    const std::uint64_t all = ~std::uint64_t{0} >> (64 - n);
    const std::uint64_t after = up << 1 | (up & all) >> (n - 1), entries = up & ~after & all;
    return (left & all) == all && (entries & (entries - 1)) == 0;  // with left turns only, there is at least one entry
}

/// Returns true if the list is strictly convex, counter-clockwise and winds around once. Exact.
template <scalar T, class List>
[[nodiscard]] constexpr bool turns_left_once(const List& list) noexcept {
    const std::size_t n = list.size();
    if (n < 3) return false;
    int turns = 0;
    vec2<T> a = list[n - 2], b = list[n - 1];
    for (std::size_t i = 0; i < n; ++i) {
        const vec2<T> c = list[i];
        if (!(exact::orient2d(a, b, c) > 0)) return false;
        turns += !upper_half(a, b) && upper_half(b, c) ? 1 : 0;
        a = b, b = c;
    }
    return turns == 1;
}
template <scalar T, std::size_t N>
[[nodiscard]] constexpr bool strictly_convex(const vertex_list<T, N>& list) noexcept {
    if (N < 3 || list.size() < 3) return false;
    if constexpr (exact_scalar<T> && std::floating_point<T> && N <= 64) {
        if (!std::is_constant_evaluated() && certainly_convex(list)) return true;
    }
    return turns_left_once<T>(list);
}

/// Returns the corners of the hull of `list`, counter-clockwise: usually the list itself. Corners that were rounded far
/// from the origin may have become equal, collinear or concave. One corner is a point, two are a segment.
template <scalar T, std::size_t N>
[[nodiscard]] constexpr vertex_list<T, N> hull_corners(const vertex_list<T, N>& list) noexcept {
    if (list.size() == 0 || strictly_convex(list)) return list;
    const vec2<T> start = leftmost(list, list[0]);
    vertex_list<T, N> result;
    vec2<T> corner = start;
    do {
        result.push_back(corner);
        corner = next_corner(list, corner);
    } while (corner != start && result.size() < N);
    return result;
}

/// Returns the point halfway between a and b, rounded once for float.
template <scalar T>
[[nodiscard]] constexpr vec2<T> midpoint(vec2<T> a, vec2<T> b) noexcept {
    using W = wide_t<T>;
    const vec2<W> half_a = widen(a) * (W(1) / W(2)), half_b = widen(b) * (W(1) / W(2));
    return vec_cast<T>(half_a + half_b);
}

/// Returns the mean of the corners.
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

/// Returns the corner farthest along d, the first of several.
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

/// Returns the area of a fan of triangles from the first corner.
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

/// Returns the area of the hull of the corners grown by r: the hull, a strip along each edge, and the sectors at the
/// corners, which form one disc (Steiner).
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

/// What `valid` returns for the shape; if it has none, whether its centre is finite. A range is valid if its shapes
/// are: the `valid` of ranges is not found here if the shapes are of another namespace.
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
