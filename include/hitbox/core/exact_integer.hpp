#pragma once
/// Big integers of a few thousand bits, and the signs of small polynomials that they decide.
///
/// Every double is an integer multiple of a power of two. On a common scale, integers therefore evaluate a predicate
/// exactly when the floating-point filter cannot decide it.

#include <hitbox/core/vec2.hpp>

namespace hitbox {
namespace exact {
namespace detail {
inline namespace HITBOX_ISA {

/// The limbs of any double as an integer multiple of 2^-1074, with one limb to spare for the sum of two.
inline constexpr int double_limbs = 67;

/// A signed integer as sign and magnitude, with room for a product of four doubles. One type serves all sizes, because
/// functions touch the limbs in use only; a type per size would multiply the code and gain no time.
struct integer {
    std::uint32_t limbs[4 * double_limbs];  // least significant first; not set beyond those in use
    int size = 0;                           // limbs in use; the top one is not 0
    bool negative = false;

    constexpr integer() noexcept {}  // NOLINT: the limbs stay as they are
    constexpr integer(const integer& other) noexcept { *this = other; }
    [[gnu::cold, gnu::noinline]] constexpr integer& operator=(const integer& other) noexcept {
        size = other.size, negative = other.negative;
        for (int i = 0; i < size; ++i) limbs[i] = other.limbs[i];
        return *this;
    }

    constexpr void trim() noexcept {
        while (size > 0 && limbs[size - 1] == 0) --size;
    }
};

[[nodiscard]] constexpr int sign_of(const integer& x) noexcept { return x.size == 0 ? 0 : x.negative ? -1 : 1; }

/// Returns the exponent e of the unit in the last place of x, so x is a multiple of 2^e. Returns 1024 for zero.
[[nodiscard]] constexpr int lowest_exponent(double x) noexcept {
    if (x == 0) return 1024;
    const int biased = static_cast<int>(std::bit_cast<std::uint64_t>(x) >> 52 & 2047);
    return (biased == 0 ? 1 : biased) - 1075;
}

/// Returns x / 2^unit. @pre x is 0, or unit <= lowest_exponent(x)
[[nodiscard, gnu::cold, gnu::noinline]] constexpr integer to_integer(double x, int unit) noexcept {
    integer result;
    if (x == 0) return result;
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
    const std::uint64_t mantissa = (bits >> 52 & 2047) == 0 ? fraction : fraction | std::uint64_t{1} << 52;
    const int shift = lowest_exponent(x) - unit, first = shift / 32, rest = shift % 32;
    for (int i = 0; i < first; ++i) result.limbs[i] = 0;
    result.limbs[first] = static_cast<std::uint32_t>(mantissa << rest);
    result.limbs[first + 1] = static_cast<std::uint32_t>(mantissa >> (32 - rest));
    result.limbs[first + 2] = static_cast<std::uint32_t>(mantissa >> 32 >> (32 - rest));
    result.size = first + 3;
    result.negative = bits >> 63 != 0;
    result.trim();
    return result;
}

[[nodiscard]] constexpr bool smaller_magnitude(const integer& a, const integer& b) noexcept {
    if (a.size != b.size) return a.size < b.size;
    for (int i = a.size - 1; i >= 0; --i)
        if (a.limbs[i] != b.limbs[i]) return a.limbs[i] < b.limbs[i];
    return false;
}

/// Returns a + b, or a - b if `negate`.
[[nodiscard, gnu::cold, gnu::noinline]] constexpr integer sum(const integer& a, const integer& b,
                                                              bool negate) noexcept {
    const bool swapped = smaller_magnitude(a, b), b_negative = b.negative != negate,
               subtract = a.negative != b_negative;
    const integer &big = swapped ? b : a, &little = swapped ? a : b;
    integer result;
    std::int64_t carry = 0;
    for (int i = 0; i < big.size; ++i) {
        const std::int64_t other = i < little.size ? little.limbs[i] : 0;
        carry += big.limbs[i] + (subtract ? -other : other);
        result.limbs[i] = static_cast<std::uint32_t>(carry & 0xffffffff);
        carry >>= 32;
    }
    result.size = big.size;
    if (carry != 0) result.limbs[result.size++] = static_cast<std::uint32_t>(carry);
    result.negative = swapped ? b_negative : a.negative;
    result.trim();
    return result;
}
[[nodiscard]] constexpr integer operator+(const integer& a, const integer& b) noexcept { return sum(a, b, false); }
[[nodiscard]] constexpr integer operator-(const integer& a, const integer& b) noexcept { return sum(a, b, true); }

[[nodiscard, gnu::cold, gnu::noinline]] constexpr integer operator*(const integer& a, const integer& b) noexcept {
    integer result;
    result.size = a.size + b.size;
    for (int i = 0; i < result.size; ++i) result.limbs[i] = 0;
    for (int i = 0; i < a.size; ++i) {
        std::uint64_t carry = 0;
        for (int j = 0; j < b.size; ++j) {
            carry += std::uint64_t{a.limbs[i]} * b.limbs[j] + result.limbs[i + j];
            result.limbs[i + j] = static_cast<std::uint32_t>(carry & 0xffffffff);
            carry >>= 32;
        }
        result.limbs[i + b.size] = static_cast<std::uint32_t>(carry);
    }
    result.negative = a.negative != b.negative;
    result.trim();
    return result;
}

/// Returns x * 2^k, clamped to the finite, non-zero doubles, so that the sign survives. @pre x > 0
[[nodiscard, gnu::cold, gnu::noinline]] constexpr double scaled(double x, int k) noexcept {
    using limits = std::numeric_limits<double>;
    while (k != 0) {
        const int step = k > 1000 ? 1000 : k < -1000 ? -1000 : k;
        const double factor = hitbox::detail::power_of_two(step);
        if (factor > 1 && x > (limits::max)() / factor) return (limits::max)();
        x *= factor;
        k -= step;
    }
    return x == 0 ? limits::denorm_min() : x;
}

/// Returns a * 2^unit within about one rounding. The sign always survives.
[[nodiscard, gnu::cold, gnu::noinline]] constexpr double to_double(const integer& a, int unit) noexcept {
    if (a.size == 0) return 0;
    double top = 0;
    const int low = a.size < 3 ? 0 : a.size - 3;
    for (int i = a.size - 1; i >= low; --i) top = top * 4294967296. + a.limbs[i];
    const double value = scaled(top, 32 * low + unit);
    return a.negative ? -value : value;
}

/// Returns the lowest exponent among those of some doubles: all are multiples of 2 to this power.
[[nodiscard, gnu::cold, gnu::noinline]] constexpr int finest_unit(const double* all, int count) noexcept {
    int unit = 1024;
    for (int i = 0; i < count; ++i) unit = lowest_exponent(all[i]) < unit ? lowest_exponent(all[i]) : unit;
    return unit;
}
template <class... D>
[[nodiscard]] constexpr int common_unit(D... x) noexcept {
    const double all[] = {x...};
    return finest_unit(all, static_cast<int>(sizeof...(x)));
}

/// Returns (x - y) / 2^unit, or (x + y) / 2^unit if `add`.
[[nodiscard, gnu::cold, gnu::noinline]] constexpr integer to_difference(double x, double y, int unit,
                                                                        bool add = false) noexcept {
    return sum(to_integer(x, unit), to_integer(y, unit), !add);
}

struct integer_vec {
    integer x, y;

    friend constexpr integer_vec operator-(const integer_vec& a, const integer_vec& b) noexcept {
        return {a.x - b.x, a.y - b.y};
    }
};
[[nodiscard]] constexpr integer_vec to_integers(vec2<double> v, int unit) noexcept {
    return {to_integer(v.x, unit), to_integer(v.y, unit)};
}
[[nodiscard]] constexpr integer_vec to_differences(vec2<double> p, vec2<double> q, int unit) noexcept {
    return {to_difference(p.x, q.x, unit), to_difference(p.y, q.y, unit)};
}
[[nodiscard, gnu::cold, gnu::noinline]] constexpr integer cross(const integer_vec& a, const integer_vec& b) noexcept {
    return a.x * b.y - a.y * b.x;
}
[[nodiscard, gnu::cold, gnu::noinline]] constexpr integer dot(const integer_vec& a, const integer_vec& b) noexcept {
    return a.x * b.x + a.y * b.y;
}

// The last step of each predicate in exact.hpp, in units of the finest scale among the inputs. Each function returns
// the value for coordinates times 2^shift, with the exact sign and an error of a few roundings.

/// The operands of (a - a0)(b - b0) - (c - c0)(d - d0), the difference of two products.
struct two_products {
    double a, a0, b, b0, c, c0, d, d0;
};

[[nodiscard, gnu::cold, gnu::noinline]] constexpr double by_integers(const two_products& t, int shift = 0) noexcept {
    const int unit = common_unit(t.a, t.a0, t.b, t.b0, t.c, t.c0, t.d, t.d0);
    const integer_vec one{to_difference(t.a, t.a0, unit), to_difference(t.c, t.c0, unit)},
        other{to_difference(t.d, t.d0, unit), to_difference(t.b, t.b0, unit)};
    return to_double(cross(one, other), 2 * (unit + shift));
}

[[nodiscard, gnu::cold, gnu::noinline]] constexpr double distance_by_integers(vec2<double> p, vec2<double> q, double r1,
                                                                              double r2, int shift = 0) noexcept {
    const int unit = common_unit(p.x, p.y, q.x, q.y, r1, r2);
    const integer_vec d = to_differences(p, q, unit);
    const integer r = to_difference(r1, r2, unit, true);
    return to_double(dot(d, d) - r * r, 2 * (unit + shift));
}

/// Compares the signed distance of p from the line a-b, positive on the left, with r = r1 + r2. Returns
/// (|cross| cross - r |r| l) / l with l = |b - a|^2, which has the sign of the distance minus r.
[[nodiscard, gnu::cold, gnu::noinline]] constexpr double line_distance_by_integers(vec2<double> p, vec2<double> a,
                                                                                   vec2<double> b, double r1, double r2,
                                                                                   int shift = 0) noexcept {
    const int unit = common_unit(p.x, p.y, a.x, a.y, b.x, b.y, r1, r2);
    const integer_vec edge = to_differences(b, a, unit);
    const integer c = cross(edge, to_differences(p, a, unit)), r = to_difference(r1, r2, unit, true);
    const integer edge_squared = dot(edge, edge);
    integer left = c * c, right = r * r * edge_squared;
    left.negative = c.negative, right.negative = r.negative;
    // The divisor is scaled to about 1, because the square of a short edge may underflow on the scale of large
    // coordinates.
    const int size = 32 * edge_squared.size;
    return to_double(left - right, 2 * (unit + shift) - size) / to_double(edge_squared, -size);
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace exact
}  // namespace hitbox
