#pragma once
/// A borrowed convex hull with a radius: the form into which queries convert shapes with vertices.

#include <hitbox/core/lanes.hpp>
#include <hitbox/core/transform2.hpp>
#include <hitbox/shapes/check_arguments.hpp>
#include <hitbox/shapes/convex_polygon_view.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Returns a number that is larger than any separation.
template <scalar W>
[[nodiscard]] constexpr W max_value() noexcept {
    if constexpr (std::floating_point<W>) return std::numeric_limits<W>::infinity();
    else return (std::numeric_limits<W>::max)();
}

/// Vertices that are not stored in columns: a borrowed polygon of any size, whose vertices are transformed when they
/// are read.
template <scalar T>
struct vertex_rows {
    convex_polygon_view<T> polygon{};
    transform2<T> transform{};
    bool moved = false;
    bool is_concave = false;  // rounding has made the outline concave, so neighbours may not be neighbours on the hull

    [[nodiscard, gnu::cold, gnu::noinline]] constexpr vec2<T> operator[](std::size_t i) const noexcept {
        return moved ? transform * polygon[i] : polygon[i];
    }
};
template <std::signed_integral T>
struct vertex_rows<T> {
    convex_polygon_view<T> polygon{};
    static constexpr bool is_concave = false;

    [[nodiscard]] constexpr vec2<T> operator[](std::size_t i) const noexcept { return polygon[i]; }
};

/// A borrowed convex hull and the radius by which it is grown. A query first converts every shape with vertices to a
/// rounded hull, so the code after the conversion is compiled once for each type of numbers.
///
/// Vertices are strictly convex and counter-clockwise; two make a segment, one a point.
template <scalar T>
struct rounded_hull {
    using scalar_type = T;
    using wide_type = wide_t<T>;

    /// The columns x, y, and for the filter also normal_x, normal_y and offset: the approximate outward unit normals of
    /// the edges, and dot(normal, vertex). Each column has `lanes` numbers. Lanes beyond the last vertex repeat it, and
    /// have an offset so large that no vertex is outside.
    const T* columns = nullptr;
    const vertex_rows<T>* rows = nullptr;  // used instead of columns if not null
    std::uint32_t lanes = 0;
    std::uint32_t count = 0;
    T radius{};
    T max_abs_coordinate{};  // an upper bound for |coordinates| of vertices
    T roundings{};           // the error bound of a filtered separation, in unit roundoffs of `max_abs_coordinate`
    bool filtered = false;   // whether there are normals and no square of an edge overflows or underflows
    bool bare = false;       // whether normals were left out, for a query that usually needs none
    std::uint32_t kind = 0;  // distinguishes shapes of different types with the same vertices
    wide_type scale{1};      // a power of two that multiplies coordinates, so that squares stay in range
    vec2<T> own_center{};    // the result of the shape's own `center`
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
    /// Returns vertex i of a hull with columns. Every hull that the filter accepts has columns.
    [[nodiscard, gnu::always_inline]] constexpr vec2<T> in_column(std::size_t i) const noexcept {
        return {columns[i], columns[lanes + i]};
    }
    /// Returns vertex i like operator[], but is never inlined; for rare use.
    [[nodiscard, gnu::cold, gnu::noinline]] constexpr vec2<T> vertex(std::size_t i) const noexcept {
        return (*this)[i];
    }
    [[nodiscard]] constexpr bool is_concave() const noexcept { return rows && rows->is_concave; }
    /// Returns true if the hull may have no interior.
    [[nodiscard]] constexpr bool is_thin() const noexcept { return count <= 2 || is_concave(); }

    /// Returns the index of the next vertex of the hull, counter-clockwise; `before` returns the previous one.
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
    /// Returns true if an edge of the hull begins at this vertex.
    [[nodiscard]] constexpr bool has_edge(std::size_t i) const noexcept {
        if (is_concave()) [[unlikely]]
            return is_vertex(i);
        return count > 1;
    }

    /// Returns the centre that decides ties: that of the shape, or the mean of the vertices.
    [[nodiscard]] constexpr vec2<T> center() const noexcept { return has_own_center ? own_center : mean<T>(*this); }

    /// Adds the radius of a rounded any_shape. A rounded shape has a different kind.
    constexpr void grow(T by) noexcept {
        if (by != T(0)) kind = 2 * kind + 1, radius = radius + by;
    }

    /// Returns a point in wide arithmetic, scaled.
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
    /// Returns a number unscaled and rounded to T. It becomes infinity on overflow, also in constant evaluation.
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
        return {unsigned_zero(unscaled(p.x)), unsigned_zero(unscaled(p.y))};
    }
    /// Returns log2(scale).
    [[nodiscard]] constexpr int shift() const noexcept {
        if constexpr (std::same_as<T, double>)
            return static_cast<int>(std::bit_cast<std::uint64_t>(scale) >> 52) - 1023;
        else return 0;
    }

private:
    /// Returns the next vertex of the hull by one exact step of gift wrapping (Jarvis 1973). Equal vertices are
    /// represented by the first of them.
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
    /// Returns true if vertex i is a vertex of the hull: all vertices are on the left of the edge that begins there, or
    /// on its line in front of i. Vertices inside of the hull or of its edges therefore do not count.
    [[nodiscard, gnu::cold, gnu::noinline]] constexpr bool is_vertex(std::size_t i) const noexcept {
        const vec2<T> p = vertex(i);
        for (std::size_t k = 0; k < i; ++k)
            if (vertex(k) == p) return false;
        const std::size_t next = wrapped(i, false);
        if (next == i) return false;  // all vertices are equal
        for (std::size_t k = 0; k < count; ++k) {
            const auto side = exact::orient2d(p, vertex(next), vertex(k));
            if (side < 0 || (side == 0 && exact::along(p, vertex(next), vertex(k)) < 0)) return false;
        }
        return true;
    }
};

/// Writes the vertices of the hull of an outline that rounding has made concave, from the leftmost. Returns false if
/// the list is too small.
template <scalar T, std::size_t N>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr bool wrap_vertices(vertex_list<T, N>& vertices,
                                                                     const rounded_hull<T>& hull) noexcept {
    std::size_t first = 0;
    for (std::size_t i = 1; i < hull.size(); ++i)
        if (before(hull[i], hull[first])) first = i;
    std::size_t i = first;
    do {
        if (vertices.size() == N) return false;
        vertices.push_back(hull[i]);
        i = hull.after(i);
    } while (i != first);
    return true;
}

/// Computes `max_abs_coordinate` from the vertices.
template <scalar T>
constexpr void measure_extent(rounded_hull<T>& hull) noexcept {
    using M = std::conditional_t<std::floating_point<T>, T, wide_t<T>>;
    M largest{0};
    for (std::size_t i = 0; i < hull.size(); ++i) {
        const vec2<T> p = hull[i];
        largest = larger(largest, larger(magnitude(static_cast<M>(p.x)), magnitude(static_cast<M>(p.y))));
    }
    hull.max_abs_coordinate = round_to<T>(largest);
}

/// Returns the largest |coordinate| of the vertices, or the radius if that is larger.
template <scalar T>
[[nodiscard]] constexpr wide_t<T> largest_coordinate(const rounded_hull<T>& s) noexcept {
    return larger(static_cast<wide_t<T>>(s.max_abs_coordinate), static_cast<wide_t<T>>(s.radius));
}

/// Returns an error bound for depths and distances of vertices with |coordinates| up to `largest`: differences 1, unit
/// normal 3, dot product 3, all times 2 sqrt(2) * largest * u. The sum is below 20 u * largest; 24 is used.
template <scalar W>
[[nodiscard]] constexpr W rounding_bound(W largest) noexcept {
    return product(W(24) * unit_roundoff<W>(), largest);
}

/// Returns the outward unit normal of the edge from p to q of a counter-clockwise outline. @pre coordinates below 2^200
///
/// Always inlined, because compilers combine a pair that is returned in two registers through memory, which is slow.
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

/// Returns the outward unit normal of the edge that begins at vertex i, for rare use. A -0 becomes 0.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr vec2<wide_t<T>> normal_of_edge(const rounded_hull<T>& hull,
                                                                                 std::size_t i) noexcept {
    return unsigned_zeros(outward_normal(hull.widened(i), hull.widened(hull.after(i))));
}

/// Calls f(p, q) or f(p, q, index of p) for every edge of the hull, counter-clockwise, until f returns false. A segment
/// has an edge on either side, a point has none.
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

/// Finds the vertices of the edge that begins at vertex i. Returns false if there is none. For loops that rarely run,
/// because the lambda of `for_each_edge` would not be optimised for size in a cold function.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr bool find_edge(vec2<T>& p, vec2<T>& q, const rounded_hull<T>& s,
                                                                 std::size_t i) noexcept {
    if (!s.has_edge(i)) return false;
    p = s.vertex(i), q = s.vertex(s.after(i));
    return true;
}

/// Replaces vertex_rows in the storage of shapes that always fit into columns.
struct no_rows {};

/// Storage for the columns of a shape that has none, and for the vertex_rows of a shape that does not fit into columns.
template <scalar T, std::size_t N>
struct hull_storage {
    alignas(64) T columns[(std::floating_point<T> ? 5 : 2) * N];
    [[no_unique_address]] std::conditional_t<(N >= max_filtered), vertex_rows<T>, no_rows> rows;
};

namespace lanes_16 {
#include <hitbox/shapes/hull_fill.inl>
}  // namespace lanes_16

#if HITBOX_HAS_AVX2_KERNELS
HITBOX_BEGIN_AVX2
namespace lanes_32 {
#  include <hitbox/shapes/hull_fill.inl>
}  // namespace lanes_32
HITBOX_END_KERNELS
#endif

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
