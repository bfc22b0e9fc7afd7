#pragma once
/// Corners and edge normals side by side, and how far the corners of one shape stay outside the edges of another, many
/// edges at once.
///
/// Lanes are edges: each pack holds the normals of several edges of one shape, and runs over the corners of the other.

#include <hitbox/core/wide.hpp>
#include <hitbox/narrow/facets.hpp>

namespace hitbox::detail {

/// Corners and outward unit normals side by side; dot(normal, corner) is the offset. Padded to whole packs with edges
/// that are there already or cannot be the best.
template <std::floating_point T>
struct lanes {
    const T* x = nullptr;
    const T* y = nullptr;
    const T* normal_x = nullptr;
    const T* normal_y = nullptr;
    const T* offset = nullptr;
    std::size_t corners = 0, edges = 0;
    bool eights = false;    // padded to eights, with edges that cannot be the best
    T largest{};            // |coordinate|
    T roundings{};          // by how many unit roundoffs of `largest` a score may be off
    T stretch{};            // by how much, relatively, the normals are longer or shorter than 1
    bool ordinary = false;  // no square of an edge over- or underflows
};

/// An edge's square that is no larger may have lost digits to underflow, or all of it.
template <std::floating_point T>
inline constexpr T tiny_square = std::same_as<T, float> ? T(0x1p-96) : T(0x1p-600);  // generous

/// The most corners that are looked at in lanes.
inline constexpr std::size_t most_lanes = 64;

/// Room for the lanes of a shape that keeps no normals.
template <std::floating_point T, std::size_t N>
struct lane_storage {
    static constexpr std::size_t room = (N + 3) / 4 * 4;
    T x[room], y[room], normal_x[room], normal_y[room], offset[room];
};

template <std::floating_point T, std::size_t N>
[[nodiscard]] inline lanes<T> lanes_of_point(vec2<T> p, lane_storage<T, N>& s) noexcept {
    s.x[0] = p.x, s.y[0] = p.y;
    return {s.x, s.y, nullptr, nullptr, nullptr, 1, 0, false, larger(magnitude(p.x), magnitude(p.y)), 0, 0, true};
}

/// Normals from corners, but for their length. The edge's coordinates carry 1 rounding each, its square 4, the root 3,
/// the quotient 4, the product 5: the normal is off by less than 7 u. Times the distance of two corners, 2 sqrt(2) m,
/// that is 20 u m; two dot products of 2 roundings each and a difference add 9 u m.
template <std::floating_point T, class List, std::size_t N>
[[nodiscard]] inline lanes<T> lanes_of_corners(const List& list, lane_storage<T, N>& s) noexcept {
    const std::size_t n = list.size();
    if (n == 1) return lanes_of_point(list[0], s);
    // Padding repeats the first edges.
    const corner_ring<T, N> ring{list};
    const pack<T> zero = pack_of(T(0));
    pack<T> largest = zero, shortest = pack_of(std::numeric_limits<T>::infinity());
    for (std::size_t i = 0; i < n; i += pack_size<T>) {
        const pack<T> x = ring.x(i), y = ring.y(i), edge_x = ring.x(i + 1) - x, edge_y = ring.y(i + 1) - y;
        const pack<T> squared = edge_x * edge_x + edge_y * edge_y, scale = inverse_root<T>(squared);
        const pack<T> normal_x = edge_y * scale, normal_y = zero - edge_x * scale;
        store_pack(s.x + i, x), store_pack(s.y + i, y);
        store_pack(s.normal_x + i, normal_x), store_pack(s.normal_y + i, normal_y);
        store_pack(s.offset + i, normal_x * x + normal_y * y);
        largest = upper(largest, upper(upper(x, zero - x), upper(y, zero - y)));
        shortest = lower(shortest, squared);
    }
    const bool ordinary = lowest<T>(shortest) > tiny_square<T>;
    return {s.x,     s.y, s.normal_x, s.normal_y, s.offset, n, n, false, highest<T>(largest), 32, inverse_root_error<T>,
            ordinary};
}

/// The lanes of a list of corners; in `storage`, if they do not lie somewhere already.
template <std::floating_point T, std::size_t N>
[[nodiscard]] inline lanes<T> lanes_of(const vertex_list<T, N>& list, lane_storage<T, N>& storage) noexcept {
    if constexpr (N == 1) return lanes_of_point(list[0], storage);
    else return lanes_of_corners(list, storage);
}

/// Stored normals were computed in wide arithmetic: for float they carry 1 rounding each, for double 3.
template <std::floating_point T>
[[nodiscard]] inline lanes<T> lanes_of(const convex_polygon_view<T>& polygon,
                                       lane_storage<T, most_lanes>& storage) noexcept {
    const facet_pointers<T>& f = polygon.facets();
    const std::size_t n = polygon.size();
    if (const auto points = polygon.points(); !points.empty()) return lanes_of_corners(points, storage);
    if (!f.offset || n < 3) return lanes_of_corners(polygon, storage);
    constexpr T roundings = std::same_as<T, float> ? 12 : 24;  // generous
    return {polygon.x(), polygon.y(), f.normal_x, f.normal_y, f.offset, n, n, true, f.largest, roundings, 0, true};
}

template <class List>
struct lane_room;
template <std::floating_point T, std::size_t N>
struct lane_room<vertex_list<T, N>> {
    using type = lane_storage<T, N>;
};
template <std::floating_point T>
struct lane_room<convex_polygon_view<T>> {
    using type = lane_storage<T, most_lanes>;
};

/// Lists in exact coordinates have scores, unless their edges are not those between neighbours.
template <class List>
concept has_lanes = requires(const List& list, typename lane_room<List>::type& storage) {
    lanes_of(list, storage);
}
&&exact_scalar<typename decltype(std::declval<List>()[0])::scalar_type>;

namespace lanes_16 {
#include <hitbox/narrow/scores.inl>
}  // namespace lanes_16

#if HITBOX_HAS_AVX2_KERNELS
#  if defined(__clang__)
#    pragma clang attribute push(__attribute__((target("avx2,fma,popcnt"))), apply_to = function)
#  else
#    pragma GCC push_options
#    pragma GCC target("avx2,fma,popcnt")
#  endif
namespace lanes_32 {
#  include <hitbox/narrow/scores.inl>
}  // namespace lanes_32
#  if defined(__clang__)
#    pragma clang attribute pop
#  else
#    pragma GCC pop_options
#  endif
#endif

/// By the widest registers that the processor has, and that the lanes fill.
template <bool Keep, std::floating_point T>
[[nodiscard, gnu::always_inline]] inline T score_all(const lanes<T>& a, const lanes<T>& b, T* of_a, T* of_b) noexcept {
#if HITBOX_HAS_AVX2_KERNELS
    if (a.eights && b.eights && has_avx2()) return lanes_32::score_all<Keep>(a, b, of_a, of_b);
#endif
    return lanes_16::score_all<Keep>(a, b, of_a, of_b);
}

}  // namespace hitbox::detail
