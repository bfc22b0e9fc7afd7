// The operations of packs of HITBOX_PACK_BYTES bytes, in a namespace for each width. See core/lanes.hpp.

template <class T>
struct register_of;
template <>
struct register_of<float> {
    typedef float type __attribute__((vector_size(HITBOX_PACK_BYTES)));
};
template <>
struct register_of<double> {
    typedef double type __attribute__((vector_size(HITBOX_PACK_BYTES)));
};
template <class T>
using pack = typename register_of<T>::type;

template <class T>
[[nodiscard, gnu::always_inline]] inline pack<T> pack_of(T x) noexcept {
    return x - pack<T>{};  // not x + 0, which would turn -0 into 0
}
template <class T>
[[nodiscard, gnu::always_inline]] inline pack<T> load_pack(const T* from) noexcept {
    pack<T> p;
    __builtin_memcpy(&p, from, sizeof p);
    return p;
}
template <class T>
[[gnu::always_inline]] inline void store_pack(T* to, const pack<T>& p) noexcept {
    __builtin_memcpy(to, &p, sizeof p);
}
/// Returns the absolute values by one operation; the larger of x and 0 - x would take two.
template <class T>
[[nodiscard, gnu::always_inline]] inline pack<T> absolute(const pack<T>& p) noexcept {
    using bits = decltype(p < p);
    return reinterpret_cast<pack<T>>(reinterpret_cast<bits>(p) & ~reinterpret_cast<bits>(pack_of(T(-0.))));
}

#if HITBOX_PACK_BYTES < 64
/// Returns the lane of `yes` where a > b, and that of `no` elsewhere.
template <class T>
[[nodiscard, gnu::always_inline]] inline pack<T> where_greater(const pack<T>& a, const pack<T>& b, const pack<T>& yes,
                                                               const pack<T>& no) noexcept {
    return a > b ? yes : no;
}
/// Returns the numbers with the bits of `mask` replaced: by `name` in the first lane, and by `step` more in each
/// following lane.
template <class T>
[[nodiscard, gnu::always_inline]] inline pack<T> renamed(const pack<T>& p, int mask, int name, int step) noexcept {
    using bits = decltype(p < p);
    const bits kept = reinterpret_cast<bits>(p) & ~mask;
    constexpr std::size_t count = sizeof p / sizeof(T);
    if constexpr (count == 2) return reinterpret_cast<pack<T>>(kept | bits{name, name + step});
    else if constexpr (count == 4)
        return reinterpret_cast<pack<T>>(kept | bits{name, name + step, name + 2 * step, name + 3 * step});
    else
        return reinterpret_cast<pack<T>>(kept | bits{name, name + step, name + 2 * step, name + 3 * step,
                                                     name + 4 * step, name + 5 * step, name + 6 * step,
                                                     name + 7 * step});
}
/// Returns all lanes but the first, followed by the first lane of `next`.
template <class T>
[[nodiscard, gnu::always_inline]] inline pack<T> shifted(const pack<T>& p, const pack<T>& next) noexcept {
    constexpr std::size_t count = sizeof p / sizeof(T);
    if constexpr (count == 8) return __builtin_shufflevector(p, next, 1, 2, 3, 4, 5, 6, 7, 8);
    else if constexpr (count == 4) return __builtin_shufflevector(p, next, 1, 2, 3, 4);
    else return __builtin_shufflevector(p, next, 1, 2);
}
#endif

#if defined(__SSE2__)

// In the scalar case a < b ? a : b compiles to one instruction; for vectors compilers do not find it. Registers of 64
// bytes take a rounding mode, of which 4 is the current one, and GCC's names take a mask as well.
#  if HITBOX_PACK_BYTES == 16
#    define HITBOX_X86(name, ...) __builtin_ia32_##name(__VA_ARGS__)
#  elif HITBOX_PACK_BYTES == 32
#    define HITBOX_X86(name, ...) __builtin_ia32_##name##256(__VA_ARGS__)
#  elif defined(__clang__)
#    define HITBOX_X86(name, ...) __builtin_ia32_##name##512(__VA_ARGS__, 4)
#  else
#    define HITBOX_X86(name, a, b) __builtin_ia32_##name##512_mask(a, b, a, sizeof(a[0]) == 4 ? -1 : 0xff, 4)
#  endif
[[nodiscard, gnu::always_inline]] inline pack<float> lower(pack<float> a, pack<float> b) noexcept {
    return HITBOX_X86(minps, a, b);
}
[[nodiscard, gnu::always_inline]] inline pack<double> lower(pack<double> a, pack<double> b) noexcept {
    return HITBOX_X86(minpd, a, b);
}
[[nodiscard, gnu::always_inline]] inline pack<float> upper(pack<float> a, pack<float> b) noexcept {
    return HITBOX_X86(maxps, a, b);
}
[[nodiscard, gnu::always_inline]] inline pack<double> upper(pack<double> a, pack<double> b) noexcept {
    return HITBOX_X86(maxpd, a, b);
}
#  if HITBOX_PACK_BYTES < 64
[[nodiscard, gnu::always_inline]] inline pack<float> root(pack<float> a) noexcept { return HITBOX_X86(sqrtps, a); }
[[nodiscard, gnu::always_inline]] inline pack<double> root(pack<double> a) noexcept { return HITBOX_X86(sqrtpd, a); }
/// Returns a mask: bit i is set if a[i] > b[i].
[[nodiscard, gnu::always_inline]] inline std::uint64_t greater(pack<float> a, pack<float> b) noexcept {
    return static_cast<unsigned>(HITBOX_X86(movmskps, reinterpret_cast<pack<float>>(a > b)));
}
[[nodiscard, gnu::always_inline]] inline std::uint64_t greater(pack<double> a, pack<double> b) noexcept {
    return static_cast<unsigned>(HITBOX_X86(movmskpd, reinterpret_cast<pack<double>>(a > b)));
}
#  else  // comparison 14 signals for NaN, like operator>
[[nodiscard, gnu::always_inline]] inline std::uint64_t greater(pack<float> a, pack<float> b) noexcept {
    return __builtin_ia32_cmpps512_mask(a, b, 14, 0xffff, 4);
}
[[nodiscard, gnu::always_inline]] inline std::uint64_t greater(pack<double> a, pack<double> b) noexcept {
    return __builtin_ia32_cmppd512_mask(a, b, 14, 0xff, 4);
}
#  endif
#  undef HITBOX_X86

#else

template <class P>
[[nodiscard, gnu::always_inline]] inline P lower(P a, P b) noexcept {
    return a < b ? a : b;
}
template <class P>
[[nodiscard, gnu::always_inline]] inline P upper(P a, P b) noexcept {
    return a > b ? a : b;
}
template <class P>
[[nodiscard, gnu::always_inline]] inline P root(P a) noexcept {
    for (std::size_t i = 0; i < sizeof a / sizeof a[0]; ++i) a[i] = square_root(a[i]);
    return a;
}
template <class P>
[[nodiscard, gnu::always_inline]] inline std::uint64_t greater(P a, P b) noexcept {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < sizeof a / sizeof a[0]; ++i) bits |= static_cast<std::uint64_t>(a[i] > b[i]) << i;
    return bits;
}

#endif
