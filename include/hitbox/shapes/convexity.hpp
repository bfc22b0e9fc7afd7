#pragma once
/// The vertices of the convex hull of points, and exact tests whether points are the vertices of a convex polygon.

#include <hitbox/core/pack.hpp>
#include <hitbox/shapes/concepts.hpp>

#include <span>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Returns the vertex after `from`, counter-clockwise on the hull of `points`, by one exact step of gift wrapping
/// (Jarvis 1973). Returns `from` if all points are equal. @pre `from` is a vertex of the hull
template <scalar T, class Points>
[[nodiscard]] constexpr vec2<T> next_vertex(const Points& points, vec2<T> from) noexcept {
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

/// Packs of consecutive vertices of a cyclic list. The numbers are gathered one by one, because numbers that were just
/// stored one by one are slow to load as a whole.
template <std::floating_point T, std::size_t N>
class vertex_ring {
public:
    template <class List>
    explicit vertex_ring(const List& list) noexcept {
        const std::size_t n = list.size();
        for (std::size_t i = 0; i < n; ++i) x_[i] = list[i].x, y_[i] = list[i].y;
        for (std::size_t i = 0; i < 5; ++i) x_[n + i] = x_[i], y_[n + i] = y_[i];
    }
    // The coordinates of the vertices i, i + 1, ...
    [[nodiscard, gnu::always_inline]] pack<T> x(std::size_t i) const noexcept {
        return pack_from<T>([this, i](std::size_t k) { return x_[i + k]; });
    }
    [[nodiscard, gnu::always_inline]] pack<T> y(std::size_t i) const noexcept {
        return pack_from<T>([this, i](std::size_t k) { return y_[i + k]; });
    }

private:
    T x_[N + 5], y_[N + 5];
};

/// Returns true if the list is certainly strictly convex, counter-clockwise and winds around once. This is faster than
/// a test of each vertex. The error bound of the cross products is that of orient2d's filter, in T. @pre 3 to 64
/// vertices
template <std::floating_point T, std::size_t N>
[[nodiscard]] inline bool certainly_convex(const vertex_list<T, N>& list) noexcept {
    const std::size_t n = list.size();
    const vertex_ring<T, N> ring{list};
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

/// Returns true if c is strictly to the left of the line from a to b, exactly. Counts the entries of upper_half.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr bool turns_left(int& entries, vec2<T> a, vec2<T> b,
                                                                  vec2<T> c) noexcept {
    entries += !upper_half(a, b) && upper_half(b, c) ? 1 : 0;
    return exact::orient2d(a, b, c) > 0;
}
/// Returns true if the list is strictly convex and counter-clockwise, and winds around once. The test is exact.
template <scalar T, class List>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr bool turns_left_once(const List& list) noexcept {
    const std::size_t n = list.size();
    if (n < 3) return false;
    int entries = 0;
    vec2<T> a = list[n - 2], b = list[n - 1];
    for (std::size_t i = 0; i < n; ++i) {
        const vec2<T> c = list[i];
        if (!turns_left(entries, a, b, c)) return false;
        a = b, b = c;
    }
    return entries == 1;
}
template <scalar T, std::size_t N>
[[nodiscard]] constexpr bool strictly_convex(const vertex_list<T, N>& list) noexcept {
    if (N < 3 || list.size() < 3) return false;
    if constexpr (exact_scalar<T> && std::floating_point<T> && N <= 64)
        if (!std::is_constant_evaluated() && certainly_convex(list)) return true;
    return turns_left_once<T>(std::span<const vec2<T>>{list.points, list.size()});
}

/// Returns the vertices of the hull of `list`, counter-clockwise from the leftmost one. @pre the list is not empty
template <scalar T, std::size_t N>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr vertex_list<T, N>
wrapped_vertices(const vertex_list<T, N>& list) noexcept {
    const vec2<T> start = leftmost(list, list[0]);
    vertex_list<T, N> result;
    vec2<T> vertex = start;
    do {
        result.push_back(vertex);
        vertex = next_vertex(list, vertex);
    } while (vertex != start && result.size() < N);
    return result;
}
/// Returns the vertices of the hull of `list`, counter-clockwise: usually the list itself. Vertices that were rounded
/// far from the origin may have become equal, collinear or concave. One vertex is a point, two are a segment.
template <scalar T, std::size_t N>
[[nodiscard]] constexpr vertex_list<T, N> hull_vertices(const vertex_list<T, N>& list) noexcept {
    if (list.size() == 0 || strictly_convex(list)) return list;
    return wrapped_vertices(list);
}

/// Fills the hull of a shape that may be degenerate. This is rare and therefore not inlined.
template <exact_real T>
[[gnu::cold, gnu::noinline]] constexpr void fill_hull_of(rounded_hull<T>& hull, T* columns,
                                                         const vertex_list<T, 4>& vertices) noexcept {
    fill_from(hull, columns, turns_left_once<T>(vertices) ? vertices : wrapped_vertices(vertices));
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
