#pragma once
/// Which elements of a batch does a shape certainly hit, and which certainly not?

#include <hitbox/batch/soa.hpp>

// Kernels are compiled for AVX2 beside what the compiler was told to make code for, and taken where the processor has
// it, which is looked up as the program runs; HITBOX_NO_DISPATCH leaves that to the compiler's flags alone. Not on
// Windows, where GCC does not align the stack for such registers.
#if HITBOX_HAS_PACKS && defined(__SSE2__) && !defined(_WIN32) && (defined(__AVX2__) || !defined(HITBOX_NO_DISPATCH))
#  define HITBOX_HAS_AVX2_KERNELS 1
#else
#  define HITBOX_HAS_AVX2_KERNELS 0
#endif

namespace hitbox::detail {

#if HITBOX_HAS_AVX2_KERNELS && defined(__AVX2__)
[[nodiscard]] constexpr bool has_avx2() noexcept { return true; }
#elif HITBOX_HAS_AVX2_KERNELS
[[nodiscard]] inline bool has_avx2() noexcept {
    return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("popcnt") != 0;
}
#endif

/// What a look at some elements found, a bit for each.
struct verdicts {
    static constexpr std::size_t words = 16;
    std::uint64_t hit[words], unsure[words];
};

namespace lanes_16 {

template <class T>
using wide = pack<T>;
template <class T>
[[nodiscard, gnu::always_inline]] inline wide<T> all(T x) noexcept {
    return pack_of(x);
}
template <class T>
[[nodiscard, gnu::always_inline]] inline wide<T> load(const T* from) noexcept {
    return load_pack(from);
}
#include <hitbox/batch/kernels.inl>

}  // namespace lanes_16

#if HITBOX_HAS_AVX2_KERNELS

// Registers of 32 bytes, for a processor that has them even if the compiler was told of none. No fused multiply-add:
// that is a feature of its own.
#  if defined(__clang__)
#    pragma clang attribute push(__attribute__((target("avx2,popcnt"))), apply_to = function)
#  else
#    pragma GCC push_options
#    pragma GCC target("avx2,popcnt")
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
using wide = typename register_of<T>::type;

template <class T>
[[nodiscard, gnu::always_inline]] inline wide<T> all(T x) noexcept {
    return x - wide<T>{};
}
template <class T>
[[nodiscard, gnu::always_inline]] inline wide<T> load(const T* from) noexcept {
    wide<T> w;
    __builtin_memcpy(&w, from, sizeof w);
    return w;
}
[[nodiscard, gnu::always_inline]] inline wide<float> lower(wide<float> a, wide<float> b) noexcept {
    return __builtin_ia32_minps256(a, b);
}
[[nodiscard, gnu::always_inline]] inline wide<double> lower(wide<double> a, wide<double> b) noexcept {
    return __builtin_ia32_minpd256(a, b);
}
[[nodiscard, gnu::always_inline]] inline wide<float> upper(wide<float> a, wide<float> b) noexcept {
    return __builtin_ia32_maxps256(a, b);
}
[[nodiscard, gnu::always_inline]] inline wide<double> upper(wide<double> a, wide<double> b) noexcept {
    return __builtin_ia32_maxpd256(a, b);
}
/// Bit i is set where a[i] > b[i].
[[nodiscard, gnu::always_inline]] inline std::uint64_t greater(wide<float> a, wide<float> b) noexcept {
    return static_cast<unsigned>(__builtin_ia32_movmskps256((wide<float>)(a > b)));
}
[[nodiscard, gnu::always_inline]] inline std::uint64_t greater(wide<double> a, wide<double> b) noexcept {
    return static_cast<unsigned>(__builtin_ia32_movmskpd256((wide<double>)(a > b)));
}
#  include <hitbox/batch/kernels.inl>

}  // namespace lanes_32
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
#if HITBOX_HAS_AVX2_KERNELS
    if (has_avx2()) return lanes_32::look_at_batch(query, many, first, found);
#endif
    return lanes_16::look_at_batch(query, many, first, found);
}

}  // namespace hitbox::detail
