#pragma once
/// Which elements of a batch does a shape certainly hit, and which certainly not?

#include <hitbox/batch/soa.hpp>

namespace hitbox::detail {

/// What a look at some elements found, a bit for each.
struct verdicts {
    static constexpr std::size_t words = 16;
    std::uint64_t hit[words], unsure[words];
};

namespace lanes_16 {
#include <hitbox/batch/kernels.inl>
}  // namespace lanes_16

#if HITBOX_HAS_AVX2_KERNELS
#  if defined(__clang__)
#    pragma clang attribute push(__attribute__((target("avx2,popcnt"))), apply_to = function)
#  else
#    pragma GCC push_options
#    pragma GCC target("avx2,popcnt")
#  endif
namespace lanes_32 {
#  include <hitbox/batch/kernels.inl>
}  // namespace lanes_32
#  if defined(__clang__)
#    pragma clang attribute pop
#  else
#    pragma GCC pop_options
#  endif
#endif

#if HITBOX_HAS_AVX512_KERNELS
#  if defined(__clang__)
#    pragma clang attribute push(__attribute__((target("avx512f,popcnt"))), apply_to = function)
#  else
#    pragma GCC push_options
#    pragma GCC target("avx512f,popcnt")
#  endif
namespace lanes_64 {
#  include <hitbox/batch/kernels.inl>
}  // namespace lanes_64
#  if defined(__clang__)
#    pragma clang attribute pop
#  else
#    pragma GCC pop_options
#  endif
#endif

/// By the widest registers that the processor has.
template <class Q, class E>
[[nodiscard]] inline std::size_t look_at_batch(const Q& query, const batch<E>& many, std::size_t first,
                                               verdicts& found) noexcept {
#if HITBOX_HAS_AVX512_KERNELS
    if (has_avx512()) return lanes_64::look_at_batch(query, many, first, found);
#endif
#if HITBOX_HAS_AVX2_KERNELS
    if (has_avx2()) return lanes_32::look_at_batch(query, many, first, found);
#endif
    return lanes_16::look_at_batch(query, many, first, found);
}

}  // namespace hitbox::detail
