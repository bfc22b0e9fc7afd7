#pragma once
/// Batch kernels: quick tests that decide which elements of a batch a shape certainly hits or certainly misses.

#include <hitbox/batch/soa.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The results of a quick test of 64 * words elements, one bit each. Elements with neither bit are certainly apart or
/// are invalid.
struct verdicts {
    static constexpr std::size_t words = 16;
    std::uint64_t hit[words], unsure[words];
};

/// A query shape that is tested by its bounding box. If `Certain` is true, the pairs are decided exactly, so any gap
/// between the boxes means apart. Otherwise one of the two is known by its support only; see `bounds_well_apart`.
template <class T, bool Certain>
struct boxed {
    aabb<T> box;
};

/// An upper bound for the error that underflow adds to a few products.
template <exact_real T>
inline constexpr T underflow_slack = std::same_as<T, float> ? T(0x1p-120) : T(0x1p-900);

/// The centre, half extents and rotation of a box. For an aabb, the centre and half extents are rounded.
template <exact_real T>
struct box_frame {
    vec2<T> center{}, half_extents{};
    rot2<T> rotation{};
};
template <exact_real T>
[[nodiscard]] constexpr box_frame<T> frame_of(const obb<T>& box) noexcept {
    return {box.center, box.half_extents, box.rotation};
}
template <exact_real T>
[[nodiscard]] constexpr box_frame<T> frame_of(const aabb<T>& box) noexcept {
    const vec2<T> low = box.min * T(.5), high = box.max * T(.5);
    return {low + high, high - low, {}};
}

template <class S, class... Kinds>
inline constexpr bool is_one_of = (std::same_as<S, Kinds> || ...);
/// True for two kinds of boxes of which at least one is `obb`.
template <class A, class B, class T = scalar_t<B>>
inline constexpr bool are_boxes =
    is_one_of<A, aabb<T>, obb<T>> && is_one_of<B, aabb<T>, obb<T>> && !(is_aabb<A> && is_aabb<B>);
template <class A, class B, class T = scalar_t<B>>
inline constexpr bool are_circles = is_one_of<A, circle<T>> && is_one_of<B, circle<T>>;

/// True if there is a kernel for these two kinds. Other kinds are tested by their bounding boxes.
template <class Q, class E, class T = scalar_t<E>>
inline constexpr bool has_kernel =
    are_boxes<Q, E> || (is_one_of<Q, vec2<T>, circle<T>, aabb<T>> && is_one_of<E, circle<T>, aabb<T>>);

/// Returns the argument of the kernels for a valid query shape other than `placed` and `any_shape`. The vertices for
/// its bounding box are computed here, because a kernel with fused multiply-add would round them differently.
template <class Q, class E>
[[nodiscard]] inline auto for_kernels(const Q& query, const batch<E>&) noexcept {
    constexpr bool certain = faceted<Q> && (faceted<E> || indirect<E>);
    using T = scalar_t<Q>;
    if constexpr (std::same_as<Q, vec2<T>> && is_one_of<E, aabb<T>>) return aabb<T>{query, query};
    else if constexpr (std::same_as<Q, vec2<T>> && is_one_of<E, circle<T>>) return circle<T>{query, T(0)};
    else if constexpr (has_kernel<Q, E>) return query;
    else return boxed<T, certain>{box_around(query)};
}

namespace lanes_16 {
#include <hitbox/batch/kernels.inl>
}  // namespace lanes_16

#if HITBOX_HAS_AVX2_KERNELS
HITBOX_BEGIN_AVX2
namespace lanes_32 {
#  include <hitbox/batch/kernels.inl>
}  // namespace lanes_32
HITBOX_END_KERNELS
#endif

#if HITBOX_HAS_AVX512_KERNELS
HITBOX_BEGIN_AVX512
namespace lanes_64 {
#  include <hitbox/batch/kernels.inl>
}  // namespace lanes_64
HITBOX_END_KERNELS
#endif

/// Tests a shape against elements `first`, first + 1, ... of a batch, in the widest registers that the processor has.
/// Returns the number of certain hits.
template <class Q, class E>
[[nodiscard]] inline std::size_t filter_batch(const Q& query, const batch<E>& many, std::size_t first,
                                              verdicts& found) noexcept {
    const auto known = for_kernels(query, many);
#if HITBOX_HAS_AVX512_KERNELS
    if (has_avx512()) return lanes_64::filter_batch(known, many, first, found);
#endif
#if HITBOX_HAS_AVX2_KERNELS
    if (has_avx2()) return lanes_32::filter_batch(known, many, first, found);
#endif
    return lanes_16::filter_batch(known, many, first, found);
}

/// Tests the pairs (i, i) of two batches of the same size, from i = `first` on.
template <class A, class B>
inline void filter_pairs(const batch<A>& as, const batch<B>& bs, std::size_t first, verdicts& found) noexcept {
#if HITBOX_HAS_AVX512_KERNELS
    if (has_avx512()) return lanes_64::filter_pairs(as, bs, first, found);
#endif
#if HITBOX_HAS_AVX2_KERNELS
    if (has_avx2()) return lanes_32::filter_pairs(as, bs, first, found);
#endif
    return lanes_16::filter_pairs(as, bs, first, found);
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
