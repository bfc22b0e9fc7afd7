#pragma once
/// The SIMD filter of edges: it decides that two hulls are apart, or proposes the few edges that matter.
///
/// Every use of these results allows for their error bound. No bit of an answer therefore comes from them, and
/// compilers may fuse and reorder the arithmetic.

#include <hitbox/core/lanes.hpp>
#include <hitbox/shapes/rounded_hull.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Returns the first or the second of two hulls without a branch, because the owner of the best edge is random.
template <scalar T>
[[nodiscard, gnu::always_inline]] constexpr const rounded_hull<T>& one_of(bool second, const rounded_hull<T>& a,
                                                                          const rounded_hull<T>& b) noexcept {
    const rounded_hull<T>* const hulls[] = {&a, &b};
    return *hulls[as_index(second)];
}

/// The indices of the only edge that may have the largest separation, and of the only vertex that may be the deepest
/// behind it. Together with the owner of the edge they have seven bits, so that a score of the filter can store them in
/// its lowest bits. Bit 7 is set in every name.
struct edge_name {
    static constexpr int vertex_mask = 7, edge_step = 8, edge_mask = 7 * edge_step, of_b_mask = 64;
    std::uint32_t bits = 0;  // 0: no name

    static constexpr edge_name of(bool of_b, std::uint32_t edge, std::uint32_t vertex) noexcept {
        return from(edge * edge_step | of_b_mask * std::uint32_t{of_b}, vertex);
    }
    static constexpr edge_name from(std::uint32_t score, std::uint32_t vertex) noexcept {
        return {(score & (edge_mask | of_b_mask)) | vertex | 128};
    }
    [[nodiscard]] constexpr explicit operator bool() const noexcept { return bits != 0; }
    [[nodiscard]] constexpr std::size_t vertex() const noexcept { return bits & vertex_mask; }
    [[nodiscard]] constexpr std::size_t edge() const noexcept { return (bits & edge_mask) / edge_step; }
    [[nodiscard]] constexpr bool of_b() const noexcept { return (bits & of_b_mask) != 0; }
};

/// Edges of two hulls, as sets of bits, and for each set the vertices of the other hull that may be the deepest behind
/// its first edge. By default, these are all edges and all vertices.
struct edge_sets {
    std::uint64_t of_a = ~std::uint64_t{0}, of_b = ~std::uint64_t{0};
    std::uint64_t behind_a = ~std::uint64_t{0}, behind_b = ~std::uint64_t{0};

    /// Returns whether a set holds an index. Indices from 64 on belong to every set.
    [[nodiscard]] static constexpr bool has(std::uint64_t set, std::size_t i) noexcept {
        return i >= 64 || (set >> i & 1) != 0;
    }
    /// Returns the vertices that may be the deepest behind some of the edges. For several edges, these are all.
    [[nodiscard]] static constexpr std::uint64_t vertices(std::uint64_t edges, std::uint64_t behind) noexcept {
        return (edges & (edges - 1)) == 0 ? behind : ~std::uint64_t{0};
    }
    /// Replaces the sets by a single edge and vertex, if there is a name.
    constexpr void keep(edge_name name) noexcept {
        if (!name) return;
        of_a = name.of_b() ? 0 : std::uint64_t{1} << name.edge(),
        of_b = name.of_b() ? std::uint64_t{1} << name.edge() : 0;
        behind_a = behind_b = std::uint64_t{1} << name.vertex();
    }
};

/// The edges that may have the largest separation: a single one by its name, or sets.
template <std::floating_point T>
struct edge_candidates : edge_sets {
    T error{};                                     // an upper bound for the error of a separation
    T enough{};                                    // a separation beyond this ends the query
    T deep = -std::numeric_limits<T>::infinity();  // one below this may end it, too: depths do not matter
    T best{};                                      // the largest separation
    edge_name only{};                              // if set, the sets below are not used
};

/// The edges of a hull that may have the largest separation from a point.
template <std::floating_point T>
struct edges_at_point {
    T best;  // the largest separation
    std::uint64_t edges;
};

/// Finds the deepest vertices if there is more than one candidate. This is rare and therefore not inlined.
template <std::floating_point T>
void keep_deepest_of_some(edge_candidates<T>& found, const rounded_hull<T>& a, const rounded_hull<T>& b) noexcept;

namespace lanes_16 {
#include <hitbox/narrow/edge_filter.inl>
}  // namespace lanes_16

#if HITBOX_HAS_AVX2_KERNELS
HITBOX_BEGIN_AVX2
namespace lanes_32 {
#  include <hitbox/narrow/edge_filter.inl>
}  // namespace lanes_32
HITBOX_END_KERNELS
#endif

template <std::floating_point T>
[[gnu::cold, gnu::noinline]] inline void keep_deepest_of_some(edge_candidates<T>& found, const rounded_hull<T>& a,
                                                              const rounded_hull<T>& b) noexcept {
    lanes_16::keep_deepest(found, a, b);
}

/// Returns true if the columns of both hulls fill whole registers of 32 bytes and the processor has such registers.
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline bool fill_wide_lanes([[maybe_unused]] const rounded_hull<T>& a,
                                                              [[maybe_unused]] const rounded_hull<T>& b) noexcept {
#if HITBOX_HAS_AVX2_KERNELS
    constexpr std::size_t wide_lanes = 32 / sizeof(T);
    // A single vertex is broadcast and needs no columns.
    const auto lanes_of = [](const rounded_hull<T>& h) { return h.count == 1 ? 0 : h.lanes; };
    return (lanes_of(a) | lanes_of(b)) % wide_lanes == 0 && has_avx2();
#else
    return false;
#endif
}

/// Returns the edges that may have the largest separation from a point.
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline edges_at_point<T> filter_point(const rounded_hull<T>& hull, T x, T y,
                                                                        T error_bound) noexcept {
#if HITBOX_HAS_AVX2_KERNELS
    if (fill_wide_lanes(hull, hull)) return lanes_32::filter_point(hull, x, y, error_bound);
#endif
    return lanes_16::filter_point(hull, x, y, error_bound);
}

/// Returns the largest height of a vertex of `inner` above an edge of `outer`.
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline T outermost_vertex(const rounded_hull<T>& outer,
                                                            const rounded_hull<T>& inner) noexcept {
#if HITBOX_HAS_AVX2_KERNELS
    if (fill_wide_lanes(outer, inner)) return lanes_32::farthest_outside(outer, inner);
#endif
    return lanes_16::farthest_outside(outer, inner);
}

/// Computes the error bound of a separation: `roundings` * u * the largest coordinate. The exact separation that it is
/// compared with is computed in T's wide type; if this is T itself, its error adds 24 u. Returns false if the largest
/// coordinate is outside of the range in which the bound holds.
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline bool bound_filter(T& error, T max_abs_coordinate, T roundings) noexcept {
    constexpr T margin = std::same_as<T, float> ? T(1) : T(24), lower_limit = T(0x1p-60), upper_limit = T(0x1p60);
    error = (roundings + margin) * unit_roundoff<T>() * max_abs_coordinate *
            (T(1) + T(8) * unit_roundoff<T>());  // generous
    return (max_abs_coordinate > lower_limit) & (max_abs_coordinate < upper_limit);
}
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline bool filter_applies(T& error, const rounded_hull<T>& a,
                                                             const rounded_hull<T>& b) noexcept {
    return bound_filter(error, larger(a.max_abs_coordinate, b.max_abs_coordinate), larger(a.roundings, b.roundings)) &
           a.filtered & b.filtered;
}

/// Returns whether two hulls whose radii add up to `radius_sum` overlap, if the filter is certain.
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline verdict filter_overlap(const rounded_hull<T>& a, const rounded_hull<T>& b,
                                                                T radius_sum) noexcept {
    T error{};
    if (a.count + b.count < 3 || !filter_applies(error, a, b)) return verdict::unsure;
    const T enough = (error + radius_sum) * (T(1) + T(8) * unit_roundoff<T>());
#if HITBOX_HAS_AVX2_KERNELS
    const T best = fill_wide_lanes(a, b) ? lanes_32::best_separation(a, b) : lanes_16::best_separation(a, b);
#else
    const T best = lanes_16::best_separation(a, b);
#endif
    return best > enough ? verdict::no : best < T(0) - error ? verdict::yes : verdict::unsure;
}

/// Filters with the widest registers that the processor has and that the lanes fill. Returns true if the hulls are
/// certainly apart by more than `wanted`; candidates are then not needed. If the filter does not apply, all edges stay
/// candidates.
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline bool filter_edges(edge_candidates<T>& found, const rounded_hull<T>& a,
                                                           const rounded_hull<T>& b, T wanted) noexcept {
    if (a.count + b.count < 3 || !filter_applies(found.error, a, b)) return false;
    found.enough = (found.error + wanted) * (T(1) + T(8) * unit_roundoff<T>());
#if HITBOX_HAS_AVX2_KERNELS
    if (fill_wide_lanes(a, b)) return found.only = lanes_32::filter_edges(found, a, b), found.best > found.enough;
#endif
    return found.only = lanes_16::filter_edges(found, a, b), found.best > found.enough;
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
