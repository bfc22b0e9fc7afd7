#pragma once
/// A ray, and what it finds.

#include <hitbox/core/vec2.hpp>

namespace hitbox {

/// The way from `origin` to `origin + translation`, both ends included.
template <real T>
struct ray {
    using scalar_type = T;

    vec2<T> origin{};
    vec2<T> translation{};

    /// From one point to another; their difference is rounded, so `to` is where it ends within that rounding.
    [[nodiscard]] static constexpr ray between(vec2<T> from, vec2<T> to) noexcept { return {from, to - from}; }

    friend constexpr bool operator==(const ray&, const ray&) = default;
};

template <class T>
ray(vec2<T>, vec2<T>) -> ray<T>;

template <real T>
[[nodiscard]] constexpr bool valid(const ray<T>& r) noexcept {
    return is_finite(r.origin) && is_finite(r.translation);
}

/// What a start inside of a shape, or on its boundary, means.
enum class ray_start {
    solid,   // a hit at fraction 0: the shape is full
    hollow,  // nothing yet: the shape is a wall round an empty room, which is hit from inside
};

template <scalar T>
struct ray_hit {
    using scalar_type = T;

    T fraction{};      // of the translation, from 0 to 1
    vec2<T> point{};   // on the boundary; for a solid start inside, the origin
    vec2<T> normal{};  // unit, out of the shape

    friend constexpr bool operator==(const ray_hit&, const ray_hit&) = default;
};

}  // namespace hitbox
