#pragma once
/// An interval of one axis, with its overlap, containment and minimum translation.

#include <hitbox/core/scalar.hpp>

#include <optional>

namespace hitbox {

/// All t with min <= t <= max. An interval with max < min, a NaN or an infinite end contains and touches nothing.
template <scalar T>
struct interval {
    using scalar_type = T;

    T min{};
    T max{};

    [[gnu::always_inline]] friend constexpr bool operator==(const interval&, const interval&) = default;
};

template <class T>
interval(T, T) -> interval<T>;

inline namespace HITBOX_ISA {

template <scalar T>
[[nodiscard]] constexpr bool valid(const interval<T>& a) noexcept {
    return a.min <= a.max && detail::is_finite(a.min) && detail::is_finite(a.max);
}

/// Returns true if t is in `a`; both ends count.
template <scalar T>
[[nodiscard]] constexpr bool contains(const interval<T>& a, T t) noexcept {
    return a.min <= t && t <= a.max && valid(a);
}

/// Returns true if every number of `b` is in `a`; false if `b` is empty.
template <scalar T>
[[nodiscard]] constexpr bool contains(const interval<T>& a, const interval<T>& b) noexcept {
    return a.min <= b.min && b.max <= a.max && valid(a) && valid(b);
}

/// Returns true if the intervals share a number; touching counts.
template <scalar T>
[[nodiscard]] constexpr bool intersects(const interval<T>& a, const interval<T>& b) noexcept {
    return a.min <= b.max && b.min <= a.max && valid(a) && valid(b);
}

/// Returns true if the intervals overlap and do not only touch. An interval of one number penetrates another interval
/// that has this number strictly inside.
template <scalar T>
[[nodiscard]] constexpr bool penetrates(const interval<T>& a, const interval<T>& b) noexcept {
    return a.min < b.max && b.min < a.max && valid(a) && valid(b);
}

/// Returns the shortest signed translation of `a` after which the two at most touch; negative is towards smaller
/// numbers. Returns 0 if they touch, and no value if they are apart. Of two equally short translations, returns the
/// negative one. A translation of integers beyond the range of T becomes the end of that range.
template <scalar T>
[[nodiscard]] constexpr std::optional<T> minimum_translation(const interval<T>& a, const interval<T>& b) noexcept {
    if (!intersects(a, b)) return {};
    if constexpr (std::signed_integral<T>) {
        constexpr auto max_value = static_cast<std::uint64_t>((std::numeric_limits<T>::max)());
        const std::uint64_t down = detail::difference_of(a.max, b.min), up = detail::difference_of(b.max, a.min);
        if (down <= up)
            return down <= max_value ? static_cast<T>(-static_cast<T>(down)) : (std::numeric_limits<T>::min)();
        return static_cast<T>(up <= max_value ? up : max_value);
    } else {
        const T down = static_cast<T>(a.max - b.min), up = static_cast<T>(b.max - a.min);
        return static_cast<T>(down <= up ? T(0) - down : detail::unsigned_zero(up));
    }
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
