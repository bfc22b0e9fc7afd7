#pragma once
/// A ray: a directed line segment from an origin.

#include <hitbox/shapes/concepts.hpp>

namespace hitbox {

/// The segment from `origin` to `origin + translation`, both ends included.
template <real T>
struct ray {
    using scalar_type = T;

    vec2<T> origin{};
    vec2<T> translation{};

    /// Returns the ray from one point to another. Their difference is rounded, so it ends at `to` within that rounding.
    [[nodiscard, gnu::always_inline]] static constexpr ray between(vec2<T> from, vec2<T> to) noexcept {
        return {from, to - from};
    }

    [[gnu::always_inline]] friend constexpr bool operator==(const ray&, const ray&) = default;
};

template <class T>
ray(vec2<T>, vec2<T>) -> ray<T>;

namespace detail {

template <real T>
inline constexpr const char* complaint<ray<T>> = "a ray, is not finite";

}  // namespace detail

inline namespace HITBOX_ISA {

template <real T>
[[nodiscard]] constexpr bool valid(const ray<T>& r) noexcept {
    return is_finite(r.origin) && is_finite(r.translation);
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
