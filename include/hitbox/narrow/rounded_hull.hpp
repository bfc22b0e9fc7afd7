#pragma once
/// The view of a shape with vertices in all queries: a borrowed convex hull with a radius.

#include <hitbox/core/lanes.hpp>
#include <hitbox/core/transform2.hpp>
#include <hitbox/shapes/check_arguments.hpp>
#include <hitbox/shapes/convex_polygon.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// How two closed sets lie: no common point; common points, but the origin on the boundary of the Minkowski difference;
/// the origin inside it.
enum class relation { apart, touching, penetrating };

[[nodiscard]] constexpr relation relation_of_sign(int sign) noexcept {
    return static_cast<relation>(1 - sign);  // a choice would be a branch
}

inline constexpr const char* invalid_shape = "a shape is not finite, has a negative size, or is empty";

/// Both shapes are usable. A broken one was flagged by check_arguments, at the front door.
template <class A, class B>
[[nodiscard]] constexpr bool expect_valid(const A& a, const B& b) {
    return is_valid(a) && is_valid(b);
}

/// Half the distance from 1 to the next number.
template <scalar W>
[[nodiscard]] constexpr W unit_roundoff() noexcept {
    if constexpr (std::floating_point<W>) return std::numeric_limits<W>::epsilon() / 2;
    else return W(1) / W(1024);
}

/// Larger than any separation.
template <scalar W>
[[nodiscard]] constexpr W max_value() noexcept {
    if constexpr (std::floating_point<W>) return std::numeric_limits<W>::infinity();
    else return (std::numeric_limits<W>::max)();
}

/// No hull with more vertices is looked at by the filter: sets of edges are 64 bits.
inline constexpr std::size_t max_filtered = 64;

/// Vertices that do not lie in columns: a borrowed polygon of any size, moved when its vertices are read.
template <scalar T>
struct vertex_rows {
    convex_polygon_view<T> polygon{};
    transform2<T> transform{};
    bool moved = false;
    bool dented = false;  // by rounding: neighbours in the list may not be neighbours on the hull

    [[nodiscard, gnu::cold, gnu::noinline]] constexpr vec2<T> operator[](std::size_t i) const noexcept {
        return moved ? transform * polygon[i] : polygon[i];
    }
};
template <std::signed_integral T>
struct vertex_rows<T> {
    convex_polygon_view<T> polygon{};
    static constexpr bool dented = false;

    [[nodiscard]] constexpr vec2<T> operator[](std::size_t i) const noexcept { return polygon[i]; }
};

/// A borrowed convex hull and the radius by which it is grown. Every exact shape becomes one at the door of a query,
/// and all that follows is compiled once for each type of numbers.
///
/// Vertices are strictly convex and counter-clockwise; two make a segment, one a point.
template <scalar T>
struct rounded_hull {
    using scalar_type = T;
    using wide_type = wide_t<T>;

    /// x, y, and for the filter also normal_x, normal_y and offset: the outward unit normals of the edges,
    /// approximately, and dot(normal, vertex). Each column is `lanes` long; beyond the last vertex it is repeated, and
    /// no vertex reaches the offset.
    const T* columns = nullptr;
    const vertex_rows<T>* rows = nullptr;  // instead of columns
    std::uint32_t lanes = 0;
    std::uint32_t count = 0;
    T radius{};
    T extent{};              // no less than any |coordinate| of a vertex
    T roundings{};           // by how many unit roundoffs of the extents a filtered separation may be off
    bool filtered = false;   // normals are there, and no square of an edge leaves the range
    bool bare = false;       // filled without normals, for a query that mostly needs none
    std::uint32_t kind = 0;  // distinguishes shapes of different types with the same vertices
    wide_type scale{1};      // a power of two by which magnitudes are computed, so that no square leaves the range
    vec2<T> own_center{};    // what the shape says it is
    bool has_own_center = false;

    [[nodiscard]] constexpr std::size_t size() const noexcept { return count; }
    [[nodiscard]] constexpr const T* x() const noexcept { return columns; }
    [[nodiscard]] constexpr const T* y() const noexcept { return columns + lanes; }
    [[nodiscard]] constexpr const T* normal_x() const noexcept { return columns + 2 * lanes; }
    [[nodiscard]] constexpr const T* normal_y() const noexcept { return columns + 3 * lanes; }
    [[nodiscard]] constexpr const T* offset() const noexcept { return columns + 4 * lanes; }

    [[nodiscard, gnu::always_inline]] constexpr vec2<T> operator[](std::size_t i) const noexcept {
        if (rows) [[unlikely]]
            return (*rows)[i];
        return {columns[i], columns[lanes + i]};
    }
    /// The same of a hull that has columns, as all have that the filter has looked at.
    [[nodiscard, gnu::always_inline]] constexpr vec2<T> in_column(std::size_t i) const noexcept {
        return {columns[i], columns[lanes + i]};
    }
    /// The same by a call, which is smaller: for rare use.
    [[nodiscard, gnu::cold, gnu::noinline]] constexpr vec2<T> vertex(std::size_t i) const noexcept {
        return (*this)[i];
    }
    [[nodiscard]] constexpr bool is_concave() const noexcept { return rows && rows->dented; }
    /// It may be no more than a segment wide.
    [[nodiscard]] constexpr bool is_thin() const noexcept { return count <= 2 || is_concave(); }

    /// The vertex after one, counter-clockwise, and the one before.
    [[nodiscard, gnu::always_inline]] constexpr std::size_t after(std::size_t i) const noexcept {
        if (is_concave()) [[unlikely]]
            return wrapped(i, false);
        return next_index(i, count);
    }
    [[nodiscard]] constexpr std::size_t before(std::size_t i) const noexcept {
        if (is_concave()) [[unlikely]]
            return wrapped(i, true);
        return previous_index(i, count);
    }
    /// Is there an edge from this vertex to the next?
    [[nodiscard]] constexpr bool has_edge(std::size_t i) const noexcept {
        if (is_concave()) [[unlikely]]
            return is_vertex(i);
        return count > 1;
    }

    /// The centre for ties: the mean of the vertices unless the shape has its own.
    [[nodiscard]] constexpr vec2<T> center() const noexcept { return has_own_center ? own_center : mean<T>(*this); }

    /// For the radius that an any_shape adds to the shape that it holds: a rounded one has a kind of its own.
    constexpr void grow(T by) noexcept {
        if (by != T(0)) kind = 2 * kind + 1, radius = radius + by;
    }

    /// In wide arithmetic, and scaled.
    [[nodiscard, gnu::always_inline]] constexpr vec2<wide_type> widened(vec2<T> p) const noexcept {
        if constexpr (std::same_as<T, double>) return p * scale;
        else return widen(p);
    }
    [[nodiscard, gnu::always_inline]] constexpr vec2<wide_type> widened(std::size_t i) const noexcept {
        return widened((*this)[i]);
    }
    [[nodiscard]] constexpr wide_type wide_radius() const noexcept {
        if constexpr (std::same_as<T, double>) return radius * scale;
        else return static_cast<wide_type>(radius);
    }
    /// Rounded to T, and scaled back; infinity beyond the range of T, in constant evaluation too.
    [[nodiscard]] constexpr T unscaled(wide_type w) const noexcept {
        if constexpr (std::same_as<T, double>) {
            constexpr T infinity = std::numeric_limits<T>::infinity();
            if (scale < 1 && magnitude(w) > (std::numeric_limits<T>::max)() * scale)
                return w < 0 ? -infinity : infinity;
            return w / scale;
        } else {
            return round_to<T>(w);
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

private:
    /// One step of gift wrapping (Jarvis 1973), exact; of equal vertices the first stands for all.
    [[nodiscard, gnu::cold, gnu::noinline]] constexpr std::size_t wrapped(std::size_t from,
                                                                          bool clockwise) const noexcept {
        const vec2<T> p = vertex(from);
        std::size_t best = from;
        for (std::size_t i = 0; i < count; ++i) {
            const vec2<T> q = vertex(i), r = vertex(best);
            if (q == p || q == r) continue;
            if (best == from) {
                best = i;
                continue;
            }
            const auto turn = exact::orient2d(p, r, q);
            if (turn == 0 ? farther(p, r, q) : (turn > 0) == clockwise) best = i;
        }
        return best;
    }
    /// Does an edge of the hull start there: are all vertices on its left, and none behind it? So no corner inside of
    /// the hull counts, and of those on a line only the ends.
    [[nodiscard, gnu::cold, gnu::noinline]] constexpr bool is_vertex(std::size_t i) const noexcept {
        const vec2<T> p = vertex(i);
        for (std::size_t k = 0; k < i; ++k)
            if (vertex(k) == p) return false;
        const std::size_t next = wrapped(i, false);
        if (next == i) return false;  // all in one place
        for (std::size_t k = 0; k < count; ++k) {
            const auto side = exact::orient2d(p, vertex(next), vertex(k));
            if (side < 0 || (side == 0 && exact::along(p, vertex(next), vertex(k)) < 0)) return false;
        }
        return true;
    }
};

/// The first or the second of two hulls, without a branch: whose edge is the best one is random.
template <scalar T>
[[nodiscard, gnu::always_inline]] constexpr const rounded_hull<T>& one_of(bool second, const rounded_hull<T>& a,
                                                                          const rounded_hull<T>& b) noexcept {
    const rounded_hull<T>* const hulls[] = {&a, &b};
    return *hulls[second ? 1 : 0];
}

/// Writes the vertices of the hull of an outline that rounding has made concave, from the leftmost. Returns false if
/// the list is too small.
template <scalar T, std::size_t N>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr bool wrap_corners(vertex_list<T, N>& corners,
                                                                    const rounded_hull<T>& hull) noexcept {
    std::size_t first = 0;
    for (std::size_t i = 1; i < hull.size(); ++i)
        if (before(hull[i], hull[first])) first = i;
    std::size_t i = first;
    do {
        if (corners.size() == N) return false;
        corners.push_back(hull[i]);
        i = hull.after(i);
    } while (i != first);
    return true;
}

/// From the vertices.
template <scalar T>
constexpr void measure_extent(rounded_hull<T>& hull) noexcept {
    using M = std::conditional_t<std::floating_point<T>, T, wide_t<T>>;
    M most{0};
    for (std::size_t i = 0; i < hull.size(); ++i) {
        const vec2<T> p = hull[i];
        most = larger(most, larger(magnitude(static_cast<M>(p.x)), magnitude(static_cast<M>(p.y))));
    }
    hull.extent = round_to<T>(most);
}

/// An order among different hulls that depends on their numbers only, so that it is the same whichever comes first.
template <scalar T>
[[nodiscard, gnu::noinline]] constexpr bool data_before(const rounded_hull<T>& a, const rounded_hull<T>& b) noexcept {
    if (a.count != b.count) return a.count < b.count;
    for (std::size_t i = 0; i < a.count; ++i)
        if (a[i] != b[i]) return before(a[i], b[i]);
    return a.radius != b.radius ? a.radius < b.radius : a.kind <= b.kind;
}

/// The largest |coordinate| of the vertices, or the radius if that is larger.
template <scalar T>
[[nodiscard]] constexpr wide_t<T> largest_coordinate(const rounded_hull<T>& s) noexcept {
    return larger(static_cast<wide_t<T>>(s.extent), static_cast<wide_t<T>>(s.radius));
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

/// Calls f(p, q) or f(p, q, index of p) for every edge of the hull, counter-clockwise, until it returns false. A
/// segment has an edge on either side, a point has none.
template <scalar T, class F>
constexpr void for_each_edge(const rounded_hull<T>& s, F&& f) {
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (!s.has_edge(i)) continue;
        if constexpr (requires { f(s[i], s[i], i); }) {
            if (!f(s[i], s[s.after(i)], i)) return;
        } else {
            if (!f(s[i], s[s.after(i)])) return;
        }
    }
}

/// The vertices of the edge from vertex i; false if there is none. For loops that are seldom run: lambdas
/// would not be optimised for size, even in a function that is.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr bool find_edge(vec2<T>& p, vec2<T>& q, const rounded_hull<T>& s,
                                                                 std::size_t i) noexcept {
    if (!s.has_edge(i)) return false;
    p = s.vertex(i), q = s.vertex(s.after(i));
    return true;
}

/// In place of vertex_rows where columns always suffice.
struct no_rows {};

/// Room for what a shape does not keep: columns, and a description of what does not fit into them.
template <scalar T, std::size_t N>
struct hull_storage {
    alignas(64) T columns[(std::floating_point<T> ? 5 : 2) * N];
    [[no_unique_address]] std::conditional_t<(N >= max_filtered), vertex_rows<T>, no_rows> rows;
};

/// An edge's square that is no larger may have lost digits to underflow, or all of it.
template <std::floating_point T>
inline constexpr T tiny_square = std::same_as<T, float> ? T(0x1p-96) : T(0x1p-600);  // generous

namespace lanes_16 {
#include <hitbox/narrow/hull_fill.inl>
}  // namespace lanes_16

#if HITBOX_HAS_AVX2_KERNELS
#  if defined(__clang__)
#    pragma clang attribute push(__attribute__((target("avx2,fma,popcnt"))), apply_to = function)
#  else
#    pragma GCC push_options
#    pragma GCC target("avx2,fma,popcnt")
#  endif
namespace lanes_32 {
#  include <hitbox/narrow/hull_fill.inl>
}  // namespace lanes_32
#  if defined(__clang__)
#    pragma clang attribute pop
#  else
#    pragma GCC pop_options
#  endif
#endif

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
