#pragma once
/// SIMD packs: 16 bytes of float or double, in a vector register where the compiler has a type for it (GCC and Clang;
/// HITBOX_NO_SIMD switches it off), in a plain array elsewhere.
///
/// The compiler may fuse a product and a sum, unless the product is documented as rounded. Answers therefore contain
/// rounded products only. Nothing here runs in constant evaluation.

#include <hitbox/core/scalar.hpp>

#include <cstddef>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The number of lanes of a pack. Arrays that packs are loaded from are padded to multiples of it.
template <class T>
inline constexpr std::size_t pack_size = 16 / sizeof(T);

#if defined(__GNUC__) && !defined(HITBOX_NO_SIMD)
#  define HITBOX_HAS_PACKS 1
#else
#  define HITBOX_HAS_PACKS 0
#endif

#if HITBOX_HAS_PACKS

#  define HITBOX_PACK_BYTES 16
#  include <hitbox/core/pack.inl>
#  undef HITBOX_PACK_BYTES

/// Returns the pack with the lanes f(0), f(1), ...
template <class T, class F>
[[nodiscard, gnu::always_inline]] inline pack<T> pack_from(F&& f) noexcept {
    if constexpr (pack_size<T> == 4) return pack<T>{f(0), f(1), f(2), f(3)};
    else return pack<T>{f(0), f(1)};
}
/// Loads two floats and converts them to double.
[[nodiscard, gnu::always_inline]] inline pack<double> load_wide(const float* from) noexcept {
    typedef float two_floats __attribute__((vector_size(8)));
    two_floats two;
    __builtin_memcpy(&two, from, sizeof two);
#  if defined(__SSE2__) && !defined(__clang__)  // GCC 12 converts them one by one
    return __builtin_ia32_cvtps2pd(__builtin_shufflevector(two, two, 0, 1, -1, -1));
#  else
    return __builtin_convertvector(two, pack<double>);
#  endif
}
/// Converts two floats to double.
[[nodiscard, gnu::always_inline]] inline pack<double> wide_pair(float one, float another) noexcept {
#  if defined(__SSE2__) && !defined(__clang__)  // GCC 12 converts them one by one
    return __builtin_ia32_cvtps2pd(
        __builtin_shufflevector(pack<float>{one, 0, 0, 0}, pack<float>{another, 0, 0, 0}, 0, 4, 1, 5));
#  else
    return pack<double>{static_cast<double>(one), static_cast<double>(another)};
#  endif
}
/// Converts two packs of double to one of float; each number is rounded.
[[nodiscard, gnu::always_inline]] inline pack<float> narrowed(const pack<double>& low,
                                                              const pack<double>& high) noexcept {
#  if defined(__SSE2__)
    return __builtin_shufflevector(__builtin_ia32_cvtpd2ps(low), __builtin_ia32_cvtpd2ps(high), 0, 1, 4, 5);
#  else
    typedef float two_floats __attribute__((vector_size(8)));
    return __builtin_shufflevector(__builtin_convertvector(low, two_floats), __builtin_convertvector(high, two_floats),
                                   0, 1, 2, 3);
#  endif
}
/// Converts two doubles to float and stores them; each number is rounded.
[[gnu::always_inline]] inline void store_narrowed(float* to, const pack<double>& p) noexcept {
#  if defined(__SSE2__)
    const pack<float> rounded = __builtin_ia32_cvtpd2ps(p);
    __builtin_memcpy(to, &rounded, 2 * sizeof(float));
#  else
    typedef float two_floats __attribute__((vector_size(8)));
    const two_floats rounded = __builtin_convertvector(p, two_floats);
    __builtin_memcpy(to, &rounded, sizeof rounded);
#  endif
}

#else

template <class T>
struct pack {
    T lanes[pack_size<T>];

    [[nodiscard]] T operator[](std::size_t i) const noexcept { return lanes[i]; }

    template <class F>
    [[nodiscard]] static pack each(F&& f) noexcept {
        pack p;
        for (std::size_t i = 0; i < pack_size<T>; ++i) p.lanes[i] = f(i);
        return p;
    }
    friend pack operator+(pack a, pack b) noexcept {
        return each([&](std::size_t i) { return a[i] + b[i]; });
    }
    friend pack operator-(pack a, pack b) noexcept {
        return each([&](std::size_t i) { return a[i] - b[i]; });
    }
    friend pack operator*(pack a, pack b) noexcept {
        return each([&](std::size_t i) { return a[i] * b[i]; });
    }
    friend pack operator/(pack a, pack b) noexcept {
        return each([&](std::size_t i) { return a[i] / b[i]; });
    }
    friend pack lower(pack a, pack b) noexcept {
        return each([&](std::size_t i) { return a[i] < b[i] ? a[i] : b[i]; });
    }
    friend pack upper(pack a, pack b) noexcept {
        return each([&](std::size_t i) { return a[i] > b[i] ? a[i] : b[i]; });
    }
    friend pack root(pack a) noexcept {
        return each([&](std::size_t i) { return square_root(a[i]); });
    }
    friend std::uint64_t greater(pack a, pack b) noexcept {
        std::uint64_t bits = 0;
        for (std::size_t i = 0; i < pack_size<T>; ++i) bits |= static_cast<std::uint64_t>(a[i] > b[i]) << i;
        return bits;
    }
};

template <class T>
[[nodiscard, gnu::always_inline]] inline pack<T> pack_of(T x) noexcept {
    return pack<T>::each([x](std::size_t) { return x; });
}
template <class T, class F>
[[nodiscard, gnu::always_inline]] inline pack<T> pack_from(F&& f) noexcept {
    return pack<T>::each(f);
}
template <class T>
[[nodiscard, gnu::always_inline]] inline pack<T> load_pack(const T* from) noexcept {
    return pack<T>::each([from](std::size_t i) { return from[i]; });
}
template <class T>
[[gnu::always_inline]] inline void store_pack(T* to, const pack<T>& p) noexcept {
    for (std::size_t i = 0; i < pack_size<T>; ++i) to[i] = p[i];
}
[[nodiscard, gnu::always_inline]] inline pack<double> load_wide(const float* from) noexcept {
    return pack<double>::each([from](std::size_t i) { return static_cast<double>(from[i]); });
}
[[nodiscard, gnu::always_inline]] inline pack<double> wide_pair(float one, float another) noexcept {
    return {{static_cast<double>(one), static_cast<double>(another)}};
}
[[nodiscard, gnu::always_inline]] inline pack<float> narrowed(const pack<double>& low,
                                                              const pack<double>& high) noexcept {
    return pack<float>::each([&](std::size_t i) { return round_to<float>(i < 2 ? low[i] : high[i - 2]); });
}
[[gnu::always_inline]] inline void store_narrowed(float* to, const pack<double>& p) noexcept {
    to[0] = round_to<float>(p[0]), to[1] = round_to<float>(p[1]);
}
template <class T>
[[nodiscard, gnu::always_inline]] inline pack<T> absolute(const pack<T>& p) noexcept {
    return pack<T>::each([&p](std::size_t i) { return magnitude(p[i]); });
}
template <class T>
[[nodiscard, gnu::always_inline]] inline pack<T> renamed(const pack<T>& p, int mask, int name, int step) noexcept {
    using bits = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
    return pack<T>::each([&](std::size_t i) {
        const bits kept = std::bit_cast<bits>(p[i]) & ~bits{mask};
        return std::bit_cast<T>(kept | bits{name + static_cast<int>(i) * step});
    });
}
template <class T>
[[nodiscard, gnu::always_inline]] inline pack<T> where_greater(const pack<T>& a, const pack<T>& b, const pack<T>& yes,
                                                               const pack<T>& no) noexcept {
    return pack<T>::each([&](std::size_t i) { return a[i] > b[i] ? yes[i] : no[i]; });
}
template <class T>
[[nodiscard, gnu::always_inline]] inline pack<T> shifted(const pack<T>& p, const pack<T>& next) noexcept {
    return pack<T>::each([&](std::size_t i) { return i + 1 < pack_size<T> ? p[i + 1] : next[0]; });
}

#endif

/// Reduces all lanes to one number: `one_of` chooses one of two numbers in each lane.
template <class T, class Choice>
[[nodiscard, gnu::always_inline]] inline T folded(const pack<T>& p, const Choice& one_of) noexcept {
#if HITBOX_HAS_PACKS
    if constexpr (pack_size<T> == 4) {
        const pack<T> two = one_of(p, __builtin_shufflevector(p, p, 2, 3, 0, 1));
        return one_of(two, __builtin_shufflevector(two, two, 1, 0, 3, 2))[0];
    } else {
        return one_of(p, __builtin_shufflevector(p, p, 1, 0))[0];
    }
#else
    pack<T> chosen = p;
    for (std::size_t i = 1; i < pack_size<T>; ++i) chosen = one_of(chosen, pack_of(p[i]));
    return chosen[0];
#endif
}
/// Returns the largest lane.
template <class T>
[[nodiscard, gnu::always_inline]] inline T highest(const pack<T>& p) noexcept {
    return folded<T>(p, [](const pack<T>& a, const pack<T>& b) { return upper(a, b); });
}
/// Returns the smallest lane.
template <class T>
[[nodiscard, gnu::always_inline]] inline T lowest(const pack<T>& p) noexcept {
    return folded<T>(p, [](const pack<T>& a, const pack<T>& b) { return lower(a, b); });
}

/// Returns a * b, rounded on its own like `product`.
template <class T>
[[nodiscard, gnu::always_inline]] inline pack<T> rounded_product(pack<T> a, pack<T> b) noexcept {
#if HITBOX_HAS_PACKS && defined(__SSE2__)
    pack<T> p = a * b;
#  if defined(__FMA__) || defined(__FMA4__) || defined(__AVX512F__)
    asm("" : "+x"(p));
#  endif
    return p;
#elif HITBOX_HAS_PACKS && defined(__aarch64__)
    pack<T> p = a * b;
    asm("" : "+w"(p));
    return p;
#else
    return pack_from<T>([&](std::size_t i) { return product(static_cast<T>(a[i]), static_cast<T>(b[i])); });
#endif
}

/// Returns the square root. With SSE2, the root of a double is one instruction at run time; for a plain square root,
/// compilers add a call to the math library that handles negative numbers. @pre x is not negative
template <class T>
[[nodiscard, gnu::always_inline]] constexpr T root_of(T x) noexcept {
#if HITBOX_HAS_PACKS && defined(__SSE2__)
    if constexpr (std::is_same_v<T, double>)
        if (!std::is_constant_evaluated()) return root(pack<double>{x, 1})[0];
#endif
    return square_root(x);
}

/// Returns the lanes of two packs with the given indices; the indices of `high` follow those of `low`.
template <class T, int... Lanes>
[[nodiscard, gnu::always_inline]] inline pack<T> pick(const pack<T>& low, const pack<T>& high) noexcept {
#if HITBOX_HAS_PACKS
    return __builtin_shufflevector(low, high, Lanes...);
#else
    constexpr std::size_t lanes[] = {Lanes...};
    return pack_from<T>(
        [&](std::size_t i) { return lanes[i] < pack_size<T> ? low[lanes[i]] : high[lanes[i] - pack_size<T>]; });
#endif
}

/// Writes the floors of four numbers to `out`. @pre they are in the range of std::int32_t
template <class T>
[[gnu::always_inline]] inline void floors(const T* four, std::int32_t* out) noexcept {
#if HITBOX_HAS_PACKS
    if constexpr (pack_size<T> == 4) {
        typedef std::int32_t integers __attribute__((vector_size(16)));
        const pack<T> p = load_pack(four);
        integers towards_zero = __builtin_convertvector(p, integers);
        towards_zero += reinterpret_cast<integers>(__builtin_convertvector(towards_zero, pack<T>) > p);
        __builtin_memcpy(out, &towards_zero, sizeof towards_zero);
        return;
    }
#endif
    for (int i = 0; i < 4; ++i) {
        const auto towards_zero = static_cast<std::int32_t>(four[i]);
        out[i] = towards_zero - (static_cast<T>(towards_zero) > four[i] ? 1 : 0);
    }
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
