#pragma once
/// Packs wider than the registers of the compiler's target, used where the processor has them.
///
/// A kernel is a body (.inl) that is included once for each width of registers, each time in another namespace. There,
/// lane_pack<T> is a register of numbers, with the functions load, store, all, absolute, lower, upper and greater, and
/// highest for registers of up to 32 bytes.
///
/// Only functions written in a kernel may use a lane_pack<T>, and none that the compiler generates (inherited
/// constructors). GCC splits wide registers in functions that are not compiled for them, even if they are inlined
/// later. Numbers of answers are computed outside of kernels unless they are sums of exact products, because a kernel
/// may fuse a `product`. Error bounds hold with and without fused multiply-add.
///
/// Wider registers are not always faster. Code that does little with each number, such as comparing bounds, waits for
/// the cache already with 32 bytes. Some processors (Intel before Ice Lake) reduce their clock rate for a while after
/// products of 64 bytes. HITBOX_NO_DISPATCH with -mavx2 -mfma limits registers to 32 bytes.

#include <hitbox/core/pack.hpp>

// Kernels are compiled for the compiler's target, for AVX2 with fused multiply-add, and for AVX-512. The program
// selects one of them at run time by the features of the processor; HITBOX_NO_DISPATCH leaves it to the compiler's
// flags alone. Not on Windows, where GCC does not align the stack for such registers.
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

/// The numbers 0, 1, 2, ...
template <class T>
inline constexpr T counted[] = {T(0), T(1), T(2), T(3), T(4), T(5), T(6), T(7)};

namespace lanes_16 {

template <class T>
using lane_pack = pack<T>;
template <class T>
[[nodiscard, gnu::always_inline]] inline lane_pack<T> all(T x) noexcept {
    return pack_of(x);
}
template <class T>
[[nodiscard, gnu::always_inline]] inline lane_pack<T> load(const T* from) noexcept {
    return load_pack(from);
}
template <class T>
[[nodiscard, gnu::always_inline]] inline lane_pack<T> load_in_halves(const T* from) noexcept {
    return load_pack(from);
}
template <class T>
[[gnu::always_inline]] inline void store(T* to, const lane_pack<T>& w) noexcept {
    store_pack(to, w);
}
/// Loads numbers of float and converts them to double, as many as a register has lanes of double.
[[nodiscard, gnu::always_inline]] inline lane_pack<double> load_widened(const float* from) noexcept {
    return load_wide(from);
}
/// Returns all lanes but the first, followed by the first lane of `next`.
[[nodiscard, gnu::always_inline]] inline lane_pack<float> shifted(const lane_pack<float>& w,
                                                                  const lane_pack<float>& next) noexcept {
    return pick<float, 1, 2, 3, 4>(w, next);
}
[[nodiscard, gnu::always_inline]] inline lane_pack<double> shifted(const lane_pack<double>& w,
                                                                   const lane_pack<double>& next) noexcept {
    return pick<double, 1, 2>(w, next);
}

}  // namespace lanes_16

#if HITBOX_HAS_AVX2_KERNELS

// Registers of 32 bytes. Fused multiply-add is a feature of its own, and came to processors together with AVX2.
#  if defined(__clang__)
#    pragma clang attribute push(__attribute__((target("avx2,fma,popcnt"))), apply_to = function)
#  else
#    pragma GCC push_options
#    pragma GCC target("avx2,fma,popcnt")
#  endif
namespace lanes_32 {

template <class T>
struct register_of;
template <>
struct register_of<float> {
    typedef float type __attribute__((vector_size(32)));
};
template <>
struct register_of<double> {
    typedef double type __attribute__((vector_size(32)));
};
template <class T>
using lane_pack = typename register_of<T>::type;

template <class T>
[[nodiscard, gnu::always_inline]] inline lane_pack<T> all(T x) noexcept {
    return x - lane_pack<T>{};
}
template <class T>
[[nodiscard, gnu::always_inline]] inline lane_pack<T> load(const T* from) noexcept {
    lane_pack<T> w;
    __builtin_memcpy(&w, from, sizeof w);
    return w;
}
/// Loads numbers that may just have been stored in registers of 16 bytes. A load of 32 bytes would wait for both
/// stores.
template <class T>
[[nodiscard, gnu::always_inline]] inline lane_pack<T> load_in_halves(const T* from) noexcept {
    const pack<T> low = load_pack(from), high = load_pack(from + pack_size<T>);
    if constexpr (pack_size<T> == 4) return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
    else return __builtin_shufflevector(low, high, 0, 1, 2, 3);
}
template <class T>
[[gnu::always_inline]] inline void store(T* to, const lane_pack<T>& w) noexcept {
    __builtin_memcpy(to, &w, sizeof w);
}
template <class T>
[[nodiscard, gnu::always_inline]] inline lane_pack<T> absolute(const lane_pack<T>& w) noexcept {
    using bits = decltype(w < w);
    return reinterpret_cast<lane_pack<T>>(reinterpret_cast<bits>(w) & ~reinterpret_cast<bits>(all(T(-0.))));
}
/// Returns the numbers with the bits of `mask` replaced: by `name` in the first lane, and by `step` more in each
/// following lane.
template <class T>
[[nodiscard, gnu::always_inline]] inline lane_pack<T> renamed(const lane_pack<T>& w, int mask, int name,
                                                              int step) noexcept {
    using bits = decltype(w < w);
    const bits kept = reinterpret_cast<bits>(w) & ~mask;
    if constexpr (sizeof(T) == 4)
        return reinterpret_cast<lane_pack<T>>(kept | bits{name, name + step, name + 2 * step, name + 3 * step,
                                                          name + 4 * step, name + 5 * step, name + 6 * step,
                                                          name + 7 * step});
    else return reinterpret_cast<lane_pack<T>>(kept | bits{name, name + step, name + 2 * step, name + 3 * step});
}
/// Returns yes[i] where a[i] > b[i], else no[i].
template <class T>
[[nodiscard, gnu::always_inline]] inline lane_pack<T>
where_greater(const lane_pack<T>& a, const lane_pack<T>& b, const lane_pack<T>& yes, const lane_pack<T>& no) noexcept {
    using bits = decltype(a > b);
    const bits is_greater = a > b;
    return reinterpret_cast<lane_pack<T>>((is_greater & reinterpret_cast<bits>(yes)) |
                                          (~is_greater & reinterpret_cast<bits>(no)));
}
[[nodiscard, gnu::always_inline]] inline lane_pack<float> lower(lane_pack<float> a, lane_pack<float> b) noexcept {
    return __builtin_ia32_minps256(a, b);
}
[[nodiscard, gnu::always_inline]] inline lane_pack<double> lower(lane_pack<double> a, lane_pack<double> b) noexcept {
    return __builtin_ia32_minpd256(a, b);
}
[[nodiscard, gnu::always_inline]] inline lane_pack<float> upper(lane_pack<float> a, lane_pack<float> b) noexcept {
    return __builtin_ia32_maxps256(a, b);
}
[[nodiscard, gnu::always_inline]] inline lane_pack<double> upper(lane_pack<double> a, lane_pack<double> b) noexcept {
    return __builtin_ia32_maxpd256(a, b);
}
[[nodiscard, gnu::always_inline]] inline lane_pack<float> root(lane_pack<float> a) noexcept {
    return __builtin_ia32_sqrtps256(a);
}
[[nodiscard, gnu::always_inline]] inline lane_pack<double> root(lane_pack<double> a) noexcept {
    return __builtin_ia32_sqrtpd256(a);
}
[[nodiscard, gnu::always_inline]] inline lane_pack<double> load_widened(const float* from) noexcept {
#  if defined(__clang__)
    return __builtin_convertvector(load_pack(from), lane_pack<double>);
#  else  // GCC 12 would convert the two halves separately
    return __builtin_ia32_cvtps2pd256(load_pack(from));
#  endif
}
[[nodiscard, gnu::always_inline]] inline lane_pack<float> narrowed(const lane_pack<double>& low,
                                                                   const lane_pack<double>& high) noexcept {
    return __builtin_shufflevector(__builtin_ia32_cvtpd2ps256(low), __builtin_ia32_cvtpd2ps256(high), 0, 1, 2, 3, 4, 5,
                                   6, 7);
}
[[nodiscard, gnu::always_inline]] inline lane_pack<float> shifted(const lane_pack<float>& w,
                                                                  const lane_pack<float>& next) noexcept {
    return __builtin_shufflevector(w, next, 1, 2, 3, 4, 5, 6, 7, 8);
}
[[nodiscard, gnu::always_inline]] inline lane_pack<double> shifted(const lane_pack<double>& w,
                                                                   const lane_pack<double>& next) noexcept {
    return __builtin_shufflevector(w, next, 1, 2, 3, 4);
}
/// Returns a mask: bit i is set if a[i] > b[i].
[[nodiscard, gnu::always_inline]] inline std::uint64_t greater(lane_pack<float> a, lane_pack<float> b) noexcept {
    return static_cast<unsigned>(__builtin_ia32_movmskps256(reinterpret_cast<lane_pack<float>>(a > b)));
}
[[nodiscard, gnu::always_inline]] inline std::uint64_t greater(lane_pack<double> a, lane_pack<double> b) noexcept {
    return static_cast<unsigned>(__builtin_ia32_movmskpd256(reinterpret_cast<lane_pack<double>>(a > b)));
}
/// Returns the largest lane.
template <class T>
[[nodiscard, gnu::always_inline]] inline T highest(const lane_pack<T>& w) noexcept {
    if constexpr (sizeof(T) == 4)
        return detail::highest<T>(
            detail::upper(__builtin_shufflevector(w, w, 0, 1, 2, 3), __builtin_shufflevector(w, w, 4, 5, 6, 7)));
    else
        return detail::highest<T>(
            detail::upper(__builtin_shufflevector(w, w, 0, 1), __builtin_shufflevector(w, w, 2, 3)));
}

}  // namespace lanes_32
#  if defined(__clang__)
#    pragma clang attribute pop
#  else
#    pragma GCC pop_options
#  endif

#endif

#if HITBOX_HAS_AVX512_KERNELS

// Registers of 64 bytes, whose comparisons give masks. AVX-512F brings fused multiply-add.
#  if defined(__clang__)
#    pragma clang attribute push(__attribute__((target("avx512f,popcnt"))), apply_to = function)
#  else
#    pragma GCC push_options
#    pragma GCC target("avx512f,popcnt")
#  endif
namespace lanes_64 {

template <class T>
struct register_of;
template <>
struct register_of<float> {
    typedef float type __attribute__((vector_size(64)));
};
template <>
struct register_of<double> {
    typedef double type __attribute__((vector_size(64)));
};
template <class T>
using lane_pack = typename register_of<T>::type;

template <class T>
[[nodiscard, gnu::always_inline]] inline lane_pack<T> all(T x) noexcept {
    return x - lane_pack<T>{};
}
template <class T>
[[nodiscard, gnu::always_inline]] inline lane_pack<T> load(const T* from) noexcept {
    lane_pack<T> w;
    __builtin_memcpy(&w, from, sizeof w);
    return w;
}
template <class T>
[[gnu::always_inline]] inline void store(T* to, const lane_pack<T>& w) noexcept {
    __builtin_memcpy(to, &w, sizeof w);
}
template <class T>
[[nodiscard, gnu::always_inline]] inline lane_pack<T> absolute(const lane_pack<T>& w) noexcept {
    using bits = decltype(w < w);
    return reinterpret_cast<lane_pack<T>>(reinterpret_cast<bits>(w) & ~reinterpret_cast<bits>(all(T(-0.))));
}

// The operations on all lanes with the current rounding mode (4). Each compiler has its own names.
#  if defined(__clang__)
[[nodiscard, gnu::always_inline]] inline lane_pack<float> lower(lane_pack<float> a, lane_pack<float> b) noexcept {
    return __builtin_ia32_minps512(a, b, 4);
}
[[nodiscard, gnu::always_inline]] inline lane_pack<double> lower(lane_pack<double> a, lane_pack<double> b) noexcept {
    return __builtin_ia32_minpd512(a, b, 4);
}
[[nodiscard, gnu::always_inline]] inline lane_pack<float> upper(lane_pack<float> a, lane_pack<float> b) noexcept {
    return __builtin_ia32_maxps512(a, b, 4);
}
[[nodiscard, gnu::always_inline]] inline lane_pack<double> upper(lane_pack<double> a, lane_pack<double> b) noexcept {
    return __builtin_ia32_maxpd512(a, b, 4);
}
#  else
[[nodiscard, gnu::always_inline]] inline lane_pack<float> lower(lane_pack<float> a, lane_pack<float> b) noexcept {
    return __builtin_ia32_minps512_mask(a, b, a, -1, 4);
}
[[nodiscard, gnu::always_inline]] inline lane_pack<double> lower(lane_pack<double> a, lane_pack<double> b) noexcept {
    return __builtin_ia32_minpd512_mask(a, b, a, 0xff, 4);
}
[[nodiscard, gnu::always_inline]] inline lane_pack<float> upper(lane_pack<float> a, lane_pack<float> b) noexcept {
    return __builtin_ia32_maxps512_mask(a, b, a, -1, 4);
}
[[nodiscard, gnu::always_inline]] inline lane_pack<double> upper(lane_pack<double> a, lane_pack<double> b) noexcept {
    return __builtin_ia32_maxpd512_mask(a, b, a, 0xff, 4);
}
#  endif
/// Returns a mask: bit i is set if a[i] > b[i]. Comparison 14 signals for NaN, like operator>.
[[nodiscard, gnu::always_inline]] inline std::uint64_t greater(lane_pack<float> a, lane_pack<float> b) noexcept {
    return __builtin_ia32_cmpps512_mask(a, b, 14, 0xffff, 4);
}
[[nodiscard, gnu::always_inline]] inline std::uint64_t greater(lane_pack<double> a, lane_pack<double> b) noexcept {
    return __builtin_ia32_cmppd512_mask(a, b, 14, 0xff, 4);
}

}  // namespace lanes_64
#  if defined(__clang__)
#    pragma clang attribute pop
#  else
#    pragma GCC pop_options
#  endif

#endif

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
