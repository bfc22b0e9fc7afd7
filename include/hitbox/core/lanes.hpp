#pragma once
/// Packs of 32 and 64 bytes, for processors with registers of this width.
///
/// A kernel is a body (.inl) that is included once for each width of registers, each time in another namespace:
/// lanes_16, lanes_32 or lanes_64. There, pack<T> is a register of this width, with the operations of core/pack.inl
/// and, for registers of up to 32 bytes, load_wide, narrowed and highest. Packs of 16 bytes are those of core/pack.hpp.
///
/// Only functions written in a kernel may use such a pack<T>, and none that the compiler generates (inherited
/// constructors). GCC splits wide registers in functions that are not compiled for them, even if they are inlined
/// later. The numbers of an answer are computed outside of kernels unless they are sums of exact products, because a
/// kernel may fuse a `product`. Error bounds hold with and without fused multiply-add.
///
/// Wider registers are not always faster. Code that does little with each number, such as comparing bounds, is limited
/// by the cache even with 32 bytes. Some processors (Intel before Ice Lake) reduce their clock rate for a while after
/// products of 64 bytes. HITBOX_NO_DISPATCH with -mavx2 -mfma limits registers to 32 bytes.

#include <hitbox/core/pack.hpp>

// Kernels are compiled for the compiler's target, for AVX2 with fused multiply-add, and for AVX-512. The program
// selects one of the three at run time by the features of the processor. With HITBOX_NO_DISPATCH, the compiler's flags
// alone select it. On Windows there are no wide kernels, because GCC does not align the stack for such registers.
#if !HITBOX_HAS_PACKS || !defined(__SSE2__) || defined(_WIN32)
#  define HITBOX_HAS_AVX2_KERNELS 0
#  define HITBOX_HAS_AVX512_KERNELS 0
#elif !defined(HITBOX_NO_DISPATCH)
#  define HITBOX_HAS_AVX2_KERNELS 1
#  define HITBOX_HAS_AVX512_KERNELS 1
#else
#  if defined(__AVX2__) && defined(__FMA__)
#    define HITBOX_HAS_AVX2_KERNELS 1
#  else
#    define HITBOX_HAS_AVX2_KERNELS 0
#  endif
#  if defined(__AVX512F__)
#    define HITBOX_HAS_AVX512_KERNELS 1
#  else
#    define HITBOX_HAS_AVX512_KERNELS 0
#  endif
#endif

// Functions between these macros may use the wide registers. Fused multiply-add is a separate feature, which processors
// with AVX2 have, too; AVX-512F includes it.
#if defined(__clang__)
#  define HITBOX_BEGIN_AVX2 \
      _Pragma("clang attribute push(__attribute__((target(\"avx2,fma,popcnt\"))), apply_to = function)")
#  define HITBOX_BEGIN_AVX512 \
      _Pragma("clang attribute push(__attribute__((target(\"avx512f,popcnt\"))), apply_to = function)")
#  define HITBOX_END_KERNELS _Pragma("clang attribute pop")
#else
#  define HITBOX_BEGIN_AVX2 _Pragma("GCC push_options") _Pragma("GCC target(\"avx2,fma,popcnt\")")
#  define HITBOX_BEGIN_AVX512 _Pragma("GCC push_options") _Pragma("GCC target(\"avx512f,popcnt\")")
#  define HITBOX_END_KERNELS _Pragma("GCC pop_options")
#endif

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

#if HITBOX_HAS_AVX2_KERNELS && defined(__AVX2__) && defined(__FMA__)
[[nodiscard]] constexpr bool has_avx2() noexcept { return true; }
#elif HITBOX_HAS_AVX2_KERNELS
[[nodiscard]] inline bool has_avx2() noexcept {
    return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 &&
           __builtin_cpu_supports("popcnt") != 0;
}
#endif
#if HITBOX_HAS_AVX512_KERNELS && defined(__AVX512F__)
[[nodiscard]] constexpr bool has_avx512() noexcept { return true; }
#elif HITBOX_HAS_AVX512_KERNELS
[[nodiscard]] inline bool has_avx512() noexcept {
    return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("popcnt") != 0;
}
#endif

/// The numbers from 0 to 7.
template <class T>
inline constexpr T counted[] = {T(0), T(1), T(2), T(3), T(4), T(5), T(6), T(7)};

#if HITBOX_HAS_AVX2_KERNELS

HITBOX_BEGIN_AVX2
namespace lanes_32 {
#  define HITBOX_PACK_BYTES 32
#  include <hitbox/core/pack.inl>
#  undef HITBOX_PACK_BYTES

[[nodiscard, gnu::always_inline]] inline pack<double> load_wide(const float* from) noexcept {
#  if defined(__clang__)
    return __builtin_convertvector(detail::load_pack(from), pack<double>);
#  else  // GCC 12 would convert the two halves separately
    return __builtin_ia32_cvtps2pd256(detail::load_pack(from));
#  endif
}
[[nodiscard, gnu::always_inline]] inline pack<float> narrowed(const pack<double>& low,
                                                              const pack<double>& high) noexcept {
    return __builtin_shufflevector(__builtin_ia32_cvtpd2ps256(low), __builtin_ia32_cvtpd2ps256(high), 0, 1, 2, 3, 4, 5,
                                   6, 7);
}
template <class T>
[[nodiscard, gnu::always_inline]] inline T highest(const pack<T>& p) noexcept {
    if constexpr (sizeof(T) == 4)
        return detail::highest<T>(
            detail::upper(__builtin_shufflevector(p, p, 0, 1, 2, 3), __builtin_shufflevector(p, p, 4, 5, 6, 7)));
    else
        return detail::highest<T>(
            detail::upper(__builtin_shufflevector(p, p, 0, 1), __builtin_shufflevector(p, p, 2, 3)));
}

}  // namespace lanes_32
HITBOX_END_KERNELS

#endif

#if HITBOX_HAS_AVX512_KERNELS

HITBOX_BEGIN_AVX512
namespace lanes_64 {
#  define HITBOX_PACK_BYTES 64
#  include <hitbox/core/pack.inl>
#  undef HITBOX_PACK_BYTES
}  // namespace lanes_64
HITBOX_END_KERNELS

#endif

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
