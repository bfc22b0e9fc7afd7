#pragma once
/// The mass and the velocity of a body.

#include <hitbox/core/rot2.hpp>
#include <hitbox/core/transform2.hpp>

namespace hitbox {

/// A rigid body as plain numbers. Its shape is kept elsewhere, with the centre of mass as origin. The units of length,
/// time and mass are yours. A default body is immovable: impulses change neither of its velocities.
template <real T>
struct rigid_body {
    using scalar_type = T;

    vec2<T> position{};         // of the centre of mass
    rot2<T> rotation{};         // of the shape, about the centre of mass
    vec2<T> velocity{};         // of the centre of mass, length / time
    T angular_velocity = T(0);  // radians / time, counter-clockwise where y points up
    T inverse_mass = T(0);      // 1 / mass; 0: no impulse moves it
    T inverse_inertia = T(0);   // 1 / (mass * length^2), about the centre of mass; 0: no impulse turns it

    [[gnu::always_inline]] friend constexpr bool operator==(const rigid_body&, const rigid_body&) = default;
};

inline namespace HITBOX_ISA {

/// Returns true if all numbers are finite, the rotation is valid, and neither mass nor inertia is negative.
template <real T>
[[nodiscard]] constexpr bool valid(const rigid_body<T>& b) noexcept {
    return is_finite(b.position) && valid(b.rotation) && is_finite(b.velocity) &&
           detail::is_finite(b.angular_velocity) && detail::is_finite(b.inverse_mass) && b.inverse_mass >= T(0) &&
           detail::is_finite(b.inverse_inertia) && b.inverse_inertia >= T(0);
}

/// Returns the transform of the body, so that `at(shape, placement(b))` is its shape in the world.
template <real T>
[[nodiscard]] constexpr transform2<T> placement(const rigid_body<T>& b) noexcept {
    return {b.position, b.rotation};
}

/// Returns the velocity of the point of the body that is at `point`, in world coordinates.
template <real T>
[[nodiscard]] constexpr vec2<T> velocity_at(const rigid_body<T>& b, vec2<std::type_identity_t<T>> point) noexcept {
    return b.velocity + perp(point - b.position) * b.angular_velocity;
}

/// Returns the body after a time in which no force acts on it: moved and turned by its velocities. To apply a force,
/// change the velocity first (semi-implicit Euler). The rotation is normalised, so that a million steps do not scale
/// the shape.
template <real T>
[[nodiscard]] constexpr rigid_body<T> advanced(rigid_body<T> b, std::type_identity_t<T> time) noexcept {
    b.position += b.velocity * time;
    const T angle = product(b.angular_velocity, time);
    if (angle == T(0)) return b;
    const rot2<T> turned = rot2<T>::from_radians(angle) * b.rotation;
    const vec2<T> unit = unit_or(vec2<T>{turned.c, turned.s}, vec2<T>{b.rotation.c, b.rotation.s});
    b.rotation = {unit.x, unit.y};
    return b;
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
