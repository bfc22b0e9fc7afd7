#pragma once
/// What does a ray find?

#include <hitbox/shapes/ray.hpp>

namespace hitbox {

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

    [[gnu::always_inline]] friend constexpr bool operator==(const ray_hit&, const ray_hit&) = default;
};

}  // namespace hitbox
