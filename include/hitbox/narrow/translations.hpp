#pragma once
/// The translations of two shapes in a linear cast, with the numbers and error bounds that all casts use.

#include <hitbox/shapes/rounded_hull.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The translations of two shapes from fraction 0 to fraction 1. Only their difference matters. Decisions use the
/// unrounded difference.
template <scalar T>
struct translations {
    using W = wide_t<T>;

    vec2<T> of_a{}, of_b{};

    /// Returns the translation of a relative to b, times a power of two.
    [[nodiscard]] constexpr vec2<W> relative(W scale) const noexcept {
        return widen(of_a) * scale - widen(of_b) * scale;
    }
    /// Returns the largest |coordinate| of both translations.
    [[nodiscard]] constexpr W largest() const noexcept {
        const vec2<W> a = abs(widen(of_a)), b = abs(widen(of_b));
        return larger(larger(a.x, a.y), larger(b.x, b.y));
    }
    [[nodiscard]] constexpr translations swapped() const noexcept { return {of_b, of_a}; }
};

/// Fractions are clamped to this value, which is far beyond [0, 1].
template <scalar W>
[[nodiscard]] constexpr W max_fraction() noexcept {
    return std::floating_point<W> ? W(0x1p64) : W(1024);
}

/// Returns x / y, clamped to [-max_fraction, max_fraction]. @pre y >= 0
template <scalar W>
[[nodiscard]] constexpr W bounded_quotient(W x, W y) noexcept {
    const W limit = max_fraction<W>();
    return x >= limit * y ? limit : x <= W(0) - limit * y ? W(0) - limit : x / y;
}

/// The motion of a relative to b, scaled like the hulls, with error bounds: `error_bound` for a distance at fraction 0,
/// and `drift` for the error that the motion adds up to fraction 1.
template <scalar T>
struct cast_numbers {
    using W = wide_t<T>;

    translations<T> motion{};
    vec2<W> of_a{}, of_b{}, translation{};
    W radius_sum{}, error_bound{}, drift{};

    /// @pre both hulls have the same scale
    [[gnu::always_inline]] constexpr cast_numbers(const rounded_hull<T>& a, const rounded_hull<T>& b,
                                                  const translations<T>& m) noexcept
        : motion{m}, of_a{a.widened(m.of_a)}, of_b{a.widened(m.of_b)}, translation{of_a - of_b} {
        const auto scaled = [&](W x) {
            if constexpr (std::same_as<T, double>) return x * a.scale;
            else return x;
        };
        radius_sum = a.wide_radius() + b.wide_radius();
        error_bound = rounding_bound(scaled(largest_coordinate(a) + largest_coordinate(b)));
        drift = rounding_bound(scaled(m.largest()));
    }
};

/// The first touch of two shapes.
template <scalar W>
struct cast_hit {
    W fraction{};
    vec2<W> normal{};  // unit, from a to b
    vec2<W> point{};   // at that fraction
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
