#pragma once
/// The SIMD filter of edges: it decides that two hulls are apart, or proposes the few edges that matter.
///
/// The results are used with a bound on their error only, so no bit of an answer comes from them, and compilers may
/// fuse and reorder the arithmetic.

#include <hitbox/core/lanes.hpp>
#include <hitbox/narrow/rounded_hull.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The only edge along which two hulls may be the farthest apart, or overlap the least, and the only vertex of the
/// other that may be the deepest behind it. All in eight bits, as scores of the filter carry them.
struct edge_name {
    static constexpr int vertex_mask = 7, edge_step = 8, edge_mask = 7 * edge_step, of_b_mask = 64;
    std::uint32_t bits = 0;  // none

    static constexpr edge_name from(std::uint32_t score, std::uint32_t vertex) noexcept {
        return {(score & (edge_mask | of_b_mask)) | vertex | 128};
    }
    [[nodiscard]] constexpr explicit operator bool() const noexcept { return bits != 0; }
    [[nodiscard]] constexpr std::size_t vertex() const noexcept { return bits & vertex_mask; }
    [[nodiscard]] constexpr std::size_t edge() const noexcept { return (bits & edge_mask) / edge_step; }
    [[nodiscard]] constexpr bool of_b() const noexcept { return (bits & of_b_mask) != 0; }
};

/// The edges along which two hulls may be the farthest apart, or overlap the least: one by its name, or sets of bits.
template <std::floating_point T>
struct edge_candidates {
    T error{};         // by how much a separation may be off
    T enough{};        // a separation beyond this ends the query
    T best{};          // the largest
    edge_name only{};  // then the sets do not count
    std::uint64_t of_a = ~std::uint64_t{0}, of_b = ~std::uint64_t{0};
    // The vertices of the other that may be the deepest behind the first of these edges.
    std::uint64_t behind_a = ~std::uint64_t{0}, behind_b = ~std::uint64_t{0};
};

/// The edges of a hull along which a point may be the farthest apart from it, or the least deep in it.
template <std::floating_point T>
struct edges_at_point {
    T best;  // the largest separation
    std::uint64_t edges;
};

/// The answer of a filter: certainly not, certainly, or left to the exact test.
enum class verdict { no, yes, unsure };

/// Completes the candidates where there is more than one, by a call: rarely.
template <std::floating_point T>
void keep_deepest_of_some(edge_candidates<T>& found, const rounded_hull<T>& a, const rounded_hull<T>& b) noexcept;

namespace lanes_16 {
#include <hitbox/narrow/edge_filter.inl>
}  // namespace lanes_16

#if HITBOX_HAS_AVX2_KERNELS
#  if defined(__clang__)
#    pragma clang attribute push(__attribute__((target("avx2,fma,popcnt"))), apply_to = function)
#  else
#    pragma GCC push_options
#    pragma GCC target("avx2,fma,popcnt")
#  endif
namespace lanes_32 {
#  include <hitbox/narrow/edge_filter.inl>
}  // namespace lanes_32
#  if defined(__clang__)
#    pragma clang attribute pop
#  else
#    pragma GCC pop_options
#  endif
#endif

template <std::floating_point T>
[[gnu::cold, gnu::noinline]] inline void keep_deepest_of_some(edge_candidates<T>& found, const rounded_hull<T>& a,
                                                              const rounded_hull<T>& b) noexcept {
    lanes_16::keep_deepest(found, a, b);
}

/// Do both fill whole registers of 32 bytes, and has the processor those?
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline bool fill_wide_lanes([[maybe_unused]] const rounded_hull<T>& a,
                                                              [[maybe_unused]] const rounded_hull<T>& b) noexcept {
#if HITBOX_HAS_AVX2_KERNELS
    constexpr std::size_t wide_lanes = 32 / sizeof(T);
    const auto lanes_of = [](const rounded_hull<T>& h) { return h.count == 1 ? 0 : h.lanes; };  // one vertex is spread
    return (lanes_of(a) | lanes_of(b)) % wide_lanes == 0 && has_avx2();
#else
    return false;
#endif
}

template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline edges_at_point<T> filter_point(const rounded_hull<T>& hull, T x, T y,
                                                                        T slack) noexcept {
#if HITBOX_HAS_AVX2_KERNELS
    if (fill_wide_lanes(hull, hull)) return lanes_32::filter_point(hull, x, y, slack);
#endif
    return lanes_16::filter_point(hull, x, y, slack);
}

template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline T outermost_vertex(const rounded_hull<T>& outer,
                                                            const rounded_hull<T>& inner) noexcept {
#if HITBOX_HAS_AVX2_KERNELS
    if (fill_wide_lanes(outer, inner)) return lanes_32::farthest_outside(outer, inner);
#endif
    return lanes_16::farthest_outside(outer, inner);
}

/// Is the largest coordinate in the range in which the bound on the error of a separation holds? It is `roundings` unit
/// roundoffs of that; and for what it is compared with, in T's wide type, 24 more where that is T itself.
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline bool bound_filter(T& error, T extent, T roundings) noexcept {
    constexpr T careful = std::same_as<T, float> ? T(1) : T(24), least = T(0x1p-60), most = T(0x1p60);
    error = (roundings + careful) * unit_roundoff<T>() * extent * (T(1) + T(8) * unit_roundoff<T>());  // generous
    return (extent > least) & (extent < most);
}
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline bool filter_applies(T& error, const rounded_hull<T>& a,
                                                             const rounded_hull<T>& b) noexcept {
    return bound_filter(error, larger(a.extent, b.extent), larger(a.roundings, b.roundings)) & a.filtered & b.filtered;
}

/// Returns the relation of two hulls with the sum of radii `reach` if the filter is certain.
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

/// Looks at hulls by the widest registers that the processor has and that the lanes fill. False if the filter does not
/// apply; then all edges stay candidates. `wanted`: how far apart is enough.
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline bool filter_edges(edge_candidates<T>& found, const rounded_hull<T>& a,
                                                           const rounded_hull<T>& b, T wanted) noexcept {
    if (a.count + b.count < 3 || !filter_applies(found.error, a, b)) return false;
    found.enough = (found.error + wanted) * (T(1) + T(8) * unit_roundoff<T>());
#if HITBOX_HAS_AVX2_KERNELS
    if (fill_wide_lanes(a, b)) return found.only = lanes_32::filter_edges(found, a, b), true;
#endif
    found.only = lanes_16::filter_edges(found, a, b);
    return true;
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
