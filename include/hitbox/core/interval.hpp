#pragma once
/// A stretch of one axis: does it contain, does it touch, which way out?

#include <hitbox/core/scalar.hpp>

#include <optional>

namespace hitbox {

/// All t with min <= t <= max. With max < min, a NaN or an infinite end it contains nothing and meets nothing.
template <scalar T>
struct interval {
    using scalar_type = T;

    T min{};
    T max{};

    [[gnu::always_inline]] friend constexpr bool operator==(const interval&, const interval&) = default;
};

template <class T>
interval(T, T) -> interval<T>;

}  // namespace hitbox

namespace hitbox::inline HITBOX_ISA {

template <scalar T>
[[nodiscard]] constexpr bool valid(const interval<T>& a) noexcept {
    return a.min <= a.max && detail::is_finite(a.min) && detail::is_finite(a.max);
}

/// Is t in a? Both ends count.
template <scalar T>
[[nodiscard]] constexpr bool contains(const interval<T>& a, T t) noexcept {
    return a.min <= t && t <= a.max && valid(a);
}

/// Is every point of b in a? False for an empty b.
template <scalar T>
[[nodiscard]] constexpr bool contains(const interval<T>& a, const interval<T>& b) noexcept {
    return a.min <= b.min && b.max <= a.max && valid(a) && valid(b);
}

/// Do they share a number? Touching counts.
template <scalar T>
[[nodiscard]] constexpr bool intersects(const interval<T>& a, const interval<T>& b) noexcept {
    return a.min <= b.max && b.min <= a.max && valid(a) && valid(b);
}

/// Do their interiors share a number? Touching does not count; an interval of one number has no interior of its own,
/// but penetrates another that has it strictly inside.
template <scalar T>
[[nodiscard]] constexpr bool penetrates(const interval<T>& a, const interval<T>& b) noexcept {
    return a.min < b.max && b.min < a.max && valid(a) && valid(b);
}

/// The shortest signed move of a after which the two at most touch: negative is towards smaller numbers; zero if they
/// touch; empty if they are apart. Of two equal ways out, the one towards smaller numbers. Integers: a move beyond the
/// range of T becomes the end of that range.
template <scalar T>
[[nodiscard]] constexpr std::optional<T> minimum_translation(const interval<T>& a, const interval<T>& b) noexcept {
    if (!intersects(a, b)) return {};
    if constexpr (std::signed_integral<T>) {
        constexpr auto most = static_cast<std::uint64_t>((std::numeric_limits<T>::max)());
        const std::uint64_t down = detail::difference_of(a.max, b.min), up = detail::difference_of(b.max, a.min);
        if (down <= up) return down <= most ? static_cast<T>(-static_cast<T>(down)) : (std::numeric_limits<T>::min)();
        return static_cast<T>(up <= most ? up : most);
    } else {
        const T down = static_cast<T>(a.max - b.min), up = static_cast<T>(b.max - a.min);
        return static_cast<T>(down <= up ? T(0) - down : up + T(0));
    }
}

}  // namespace hitbox::inline HITBOX_ISA
