#pragma once
/// The scalars: numbers that can be coordinates, and arithmetic on them that gives the same bits everywhere (`product`,
/// `square_root`).

// These checks come first, so that their message is the first one. Clang has a macro only for the finite part of
// -ffast-math.
#if !defined(HITBOX_ALLOW_FAST_MATH)
#  if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ != 0) ||        \
      defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__) || \
      defined(_M_FP_FAST)
#    error "hitbox: -ffast-math, or a part of it, breaks exact answers; if you must, define HITBOX_ALLOW_FAST_MATH"
#  endif
#endif
#if !defined(HITBOX_ALLOW_X87)
#  if (defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0 && __FLT_EVAL_METHOD__ != 16) || \
      (defined(_M_IX86_FP) && _M_IX86_FP < 2)
#    error "hitbox: x87 arithmetic breaks exact answers; use -msse2 -mfpmath=sse; if you must, define HITBOX_ALLOW_X87"
#  endif
#endif

#include <hitbox/core/isa.hpp>

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#if !defined(__GNUC__)
#  include <cmath>
#endif

namespace hitbox {

/// Specialise as true for a number type of your own, such as fixed point. The type needs + - * / and unary -,
/// comparisons, an implicit conversion from int, explicit conversions from and to double, and a function `sqrt(T)` in
/// its namespace; they need not be constexpr. Exact answers and equal bits are not promised for it: its own arithmetic
/// decides.
template <class T>
inline constexpr bool enable_scalar = false;

/// A coordinate type that can hold lengths and unit vectors: float, double, long double, or a type with
/// `enable_scalar`.
template <class T>
concept real = std::floating_point<T> || enable_scalar<T>;

/// A coordinate type: any `real`, or a signed integer.
template <class T>
concept scalar = real<T> || std::signed_integral<T>;

/// A coordinate type for which yes-or-no answers are exact. Integers of 64 bits are exact up to +-2^52.
template <class T>
concept exact_scalar = scalar<T> && (std::same_as<T, float> || std::same_as<T, double> || std::signed_integral<T>);

/// A `real` type for which yes-or-no answers are exact: float or double. Only these two have SIMD code.
template <class T>
concept exact_real = std::same_as<T, float> || std::same_as<T, double>;

namespace detail {
inline namespace HITBOX_ISA {

/// Returns the name of an enumerator, or "unknown value". The names are those of the values 0, 1 and so on.
template <class E, std::size_t N>
[[nodiscard]] constexpr const char* name_in(const char* const (&names)[N], E e) noexcept {
    const auto i = static_cast<std::size_t>(e);
    return i < N ? names[i] : "unknown value";
}

template <class T>
struct wide {
    using type = T;
};
template <class T>
    requires std::same_as<T, float> || std::signed_integral<T>
struct wide<T> {
    using type = double;
};

/// The type in which magnitudes of T are computed, to be rounded to T once at the end.
template <scalar T>
using wide_t = typename wide<T>::type;

/// Returns x, or 0 for -0.
template <scalar T>
[[nodiscard]] constexpr T unsigned_zero(T x) noexcept {
    return static_cast<T>(x + T(0));
}

/// Returns |x|; +0 for either zero.
template <scalar T>
[[nodiscard]] constexpr T magnitude(T x) noexcept {
#if defined(__GNUC__)
    // One instruction. The condition below would become a branch that random signs mispredict.
    if constexpr (std::same_as<T, float>) return __builtin_fabsf(x);
    else if constexpr (std::same_as<T, double>) return __builtin_fabs(x);
    else
#endif
        return T(0) < x ? x : static_cast<T>(T(0) - x);
}

/// Returns false for infinities and NaN.
template <scalar T>
[[nodiscard]] constexpr bool is_finite(T x) noexcept {
    if constexpr (std::floating_point<T>) return magnitude(x) <= (std::numeric_limits<T>::max)();
    else return true;
}

template <scalar T>
[[nodiscard]] constexpr T smaller(T a, T b) noexcept {
    return b < a ? b : a;
}

template <scalar T>
[[nodiscard]] constexpr T larger(T a, T b) noexcept {
    return a < b ? b : a;
}

/// Returns max(x, 0). It masks bits, because compilers make a branch of a condition. @pre x is not NaN
template <scalar T>
[[nodiscard]] constexpr T positive_part(T x) noexcept {
    if constexpr (std::same_as<T, float>) {
        const auto bits = std::bit_cast<std::uint32_t>(x);
        return std::bit_cast<float>(bits & ~(std::uint32_t{0} - (bits >> 31)));
    } else if constexpr (std::same_as<T, double>) {
        const auto bits = std::bit_cast<std::uint64_t>(x);
        return std::bit_cast<double>(bits & ~(std::uint64_t{0} - (bits >> 63)));
    } else {
        return larger(x, T(0));
    }
}

/// Returns 2^k. @pre 2^k is a normal double
[[nodiscard]] constexpr double power_of_two(int k) noexcept {
    return std::bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52);
}

/// Forces the compiler to round x in its register, so that x is neither fused nor widened. An empty asm statement does
/// this; no pragma in a header can.
template <class T>
    requires std::same_as<T, float> || std::same_as<T, double>
[[gnu::always_inline]] inline void keep_rounded([[maybe_unused]] T& x) noexcept {
#if !defined(__GNUC__) || defined(__wasm__)
#elif defined(__SSE2_MATH__)
    asm("" : "+x"(x));
#elif defined(__aarch64__)
    asm("" : "+w"(x));
#elif defined(__riscv) || defined(__s390x__) || defined(__powerpc64__) || defined(__loongarch__)
    asm("" : "+f"(x));
#else
    asm("" : "+m"(x));
#endif
}

/// Returns 0 or 1, and hides from the compiler that this is a condition. GCC replaces an array of two elements by a
/// branch if it knows the condition; a random one is mispredicted.
[[nodiscard, gnu::always_inline]] constexpr std::size_t as_index(bool condition) noexcept {
    std::size_t index{condition};
#if defined(__GNUC__)
    if (!std::is_constant_evaluated()) asm("" : "+r"(index));
#endif
    return index;
}

/// Returns x rounded to float, also in constant evaluation, which refuses the conversion of numbers beyond the range of
/// float.
[[nodiscard]] constexpr float to_float(double x) noexcept {
    constexpr float max_float = (std::numeric_limits<float>::max)(), infinity = std::numeric_limits<float>::infinity();
    if (!(magnitude(x) > static_cast<double>(max_float))) return static_cast<float>(x);
    const float beyond =
        magnitude(x) < 0x1.ffffffp127 ? max_float : infinity;  // the tie, halfway to 2^128, rounds to even: to infinity
    return x < 0 ? -beyond : beyond;
}

/// Returns x rounded to T; for integers, x truncated towards zero. If it overflows, returns infinity (also in constant
/// evaluation), or for integers the nearest one in range.
template <scalar T, scalar W>
[[nodiscard]] constexpr T round_to(W x) noexcept {
    if constexpr (std::signed_integral<T> && std::same_as<W, double>) {
        if (x >= -static_cast<double>((std::numeric_limits<T>::min)())) return (std::numeric_limits<T>::max)();
        if (!(x > static_cast<double>((std::numeric_limits<T>::min)()))) return (std::numeric_limits<T>::min)();
    }
    if constexpr (std::same_as<T, float> && std::same_as<W, double>) {
        if (std::is_constant_evaluated()) return to_float(x);
#if defined(__GNUC__) && !defined(__clang__)
        if (!std::is_constant_evaluated()) {  // when it vectorises, GCC 12 omits the rounding of double(float(x))
            T rounded = static_cast<T>(x);
            keep_rounded(rounded);
            return rounded;
        }
#endif
    }
    return static_cast<T>(x);
}

/// Returns high - low for any signs. @pre low <= high
template <std::signed_integral T>
[[nodiscard]] constexpr std::uint64_t difference_of(T high, T low) noexcept {
    return static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);  // correct modulo 2^64
}

/// Returns the correctly rounded square root, digit by digit, for constant evaluation. @pre x is finite and positive
[[nodiscard]] constexpr double sqrt_by_digits(double x) noexcept {
    int exponent = 0;
    if (x < power_of_two(-1000)) x *= power_of_two(100), exponent = -100;
    const auto bits = std::bit_cast<std::uint64_t>(x);
    exponent += static_cast<int>(bits >> 52) - 1075;  // x = mantissa * 2^exponent
    std::uint64_t mantissa = (bits & ((std::uint64_t{1} << 52) - 1)) | std::uint64_t{1} << 52;
    if (exponent % 2 != 0) mantissa *= 2, --exponent;

    std::uint64_t root = 0, rest = 0;  // of mantissa * 2^54: 54 digits, the last one to round by
    for (int digit = 53; digit >= 0; --digit) {
        rest = rest << 2 | (digit >= 27 ? mantissa >> (2 * digit - 54) & 3 : 0);
        const std::uint64_t trial = root << 2 | 1;
        root <<= 1;
        if (rest >= trial) rest -= trial, root |= 1;
    }
    const std::uint64_t rounded = (root >> 1) + (root & 1);  // a tie cannot happen
    return static_cast<double>(rounded) * power_of_two(exponent / 2 - 26);
}

/// Returns the square root in constant evaluation: correctly rounded for float and double, NaN for a negative number or
/// a NaN.
template <std::floating_point T>
[[nodiscard]] constexpr T root_by_digits(T x) noexcept {
    if (!(x > T(0)) || !is_finite(x)) return x == T(0) || x > T(0) ? x : std::numeric_limits<T>::quiet_NaN();
    // For float: rounding a double root again is innocuous, 53 >= 2 * 24 + 2 (Figueroa 1995).
    T root = static_cast<T>(sqrt_by_digits(static_cast<double>(x)));
    for (int i = 0; std::same_as<T, long double> && i < 3; ++i) root = (root + x / root) / 2;
    return root;
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox

namespace hitbox {
inline namespace HITBOX_ISA {

/// Returns a * b, rounded on its own: no compiler may fuse it with an addition that follows, so the bits are the same
/// with and without fused multiply-add.
template <scalar T>
[[nodiscard]] constexpr T product(T a, T b) noexcept {
    T p = static_cast<T>(a * b);
#if !(defined(__x86_64__) || defined(__i386__)) || defined(__FMA__) || defined(__FMA4__) || defined(__AVX512F__)
    if constexpr (std::same_as<T, float> || std::same_as<T, double>) {
        if (!std::is_constant_evaluated()) detail::keep_rounded(p);
    }
#endif
    return p;
}

/// Returns the square root, correctly rounded for float and double, also in constant evaluation. Returns NaN for a
/// negative number or a NaN.
template <real T>
[[nodiscard]] constexpr T square_root(T x) noexcept {
    if constexpr (!std::floating_point<T>) {
        return sqrt(x);
    } else {
        if (std::is_constant_evaluated()) return detail::root_by_digits(x);
#if defined(__MINGW32__) && defined(__SSE2_MATH__)
        // Without optimisation the builtin calls MinGW's sqrt, which rounds twice: to the x87's 64 digits, then to 53.
        if constexpr (std::same_as<T, double>) {
            asm("sqrtsd %0, %0" : "+x"(x));
            return x;
        }
#endif
#if defined(__GNUC__)
        if constexpr (std::same_as<T, float>) return __builtin_sqrtf(x);
        else if constexpr (std::same_as<T, double>) return __builtin_sqrt(x);
        else return __builtin_sqrtl(x);
#else
        return std::sqrt(x);
#endif
    }
}

}  // namespace HITBOX_ISA

namespace detail {
inline namespace HITBOX_ISA {

/// An unevaluated sum: `low` is the rounding error of `high`.
struct two_term {
    double high, low;
};
/// Returns a + b = high + low, exactly (Knuth 1969; Shewchuk 1997, theorem 7).
[[nodiscard]] constexpr two_term two_sum(double a, double b) noexcept {
    const double sum = a + b, b_part = sum - a, a_part = sum - b_part;
    return {sum, (a - a_part) + (b - b_part)};
}

/// Returns a - b = high + low, exactly.
[[nodiscard]] constexpr two_term two_difference(double a, double b) noexcept { return two_sum(a, 0 - b); }

/// Returns a * b = high + low, exactly, if nothing overflows or underflows (Dekker 1971; Shewchuk 1997, theorem 18).
[[nodiscard]] constexpr two_term two_product(double a, double b) noexcept {
    constexpr double splitter = 134217729;  // 2^27 + 1
    const double p = product(a, b);
    const double ca = product(splitter, a), cb = product(splitter, b);
    const double a1 = ca - (ca - a), b1 = cb - (cb - b), a2 = a - a1, b2 = b - b1;
    return {p, product(a2, b2) - (((p - product(a1, b1)) - product(a2, b1)) - product(a1, b2))};
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
