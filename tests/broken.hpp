#pragma once
// Invalid shapes: every number of every kind of shape is replaced by every invalid value.

#include "laws.hpp"

#include <limits>
#include <utility>
#include <vector>

namespace hitbox_tests {

// Access to every number in a shape.

template <class T>
std::vector<T*> fields(vec2<T>& p) {
    return {&p.x, &p.y};
}
template <class T>
std::vector<T*> fields(circle<T>& c) {
    return {&c.center.x, &c.center.y, &c.radius};
}
template <class T>
std::vector<T*> fields(aabb<T>& b) {
    return {&b.min.x, &b.min.y, &b.max.x, &b.max.y};
}
template <class T>
std::vector<T*> fields(obb<T>& b) {
    return {&b.center.x, &b.center.y, &b.half_extents.x, &b.half_extents.y, &b.rotation.c, &b.rotation.s};
}
template <class T>
std::vector<T*> fields(segment<T>& s) {
    return {&s.a.x, &s.a.y, &s.b.x, &s.b.y};
}
template <class T>
std::vector<T*> fields(capsule<T>& c) {
    return {&c.a.x, &c.a.y, &c.b.x, &c.b.y, &c.radius};
}
template <class T>
std::vector<T*> fields(triangle<T>& t) {
    return {&t.a.x, &t.a.y, &t.b.x, &t.b.y, &t.c.x, &t.c.y};
}
template <class T>
std::vector<T*> fields(ellipse<T>& e) {
    return {&e.middle.x, &e.middle.y};
}
template <polygon_like P>
std::vector<scalar_t<P>*> fields(P&) {
    return {};  // cannot be made of anything invalid
}
template <class S>
std::vector<scalar_t<S>*> fields(rounded<S>& r) {
    auto all = fields(r.core);
    all.push_back(&r.radius);
    return all;
}
template <class S>
std::vector<scalar_t<S>*> fields(placed<S>& p) {
    auto all = fields(p.shape);
    for (auto* field :
         {&p.transform.translation.x, &p.transform.translation.y, &p.transform.rotation.c, &p.transform.rotation.s})
        all.push_back(field);
    return all;
}

// Finite but invalid shapes: inside out, with a negative size, with a rotation that scales, or empty. Each function
// calls f() with the shape in this state, and then restores it.

template <class T, class F>
void with(T& field, T broken, F& f) {
    const T sound = std::exchange(field, broken);
    f();
    field = sound;
}
template <class T, class F>
void with_rotations(rot2<T>& r, F& f) {
    for (const rot2<T> broken : {rot2<T>{2, 0}, rot2<T>{0, 0}, rot2<T>{T(.5), T(.5)}, rot2<T>{1, T(.0625)}})
        with(r, broken, f);
}
template <class S, class F>
void with_finite_mistakes(S& s, F f) {
    using T = scalar_t<S>;
    constexpr T least = -std::numeric_limits<T>::denorm_min(), max_value = (std::numeric_limits<T>::max)();
    if constexpr (polygon_like<S>) with(s, S{}, f);
    if constexpr (std::is_same_v<S, circle<T>> || std::is_same_v<S, capsule<T>>)
        for (const T radius : {T(-1), least}) with(s.radius, radius, f);
    if constexpr (std::is_same_v<S, aabb<T>>) {
        with(s.min.x, s.max.x + 1, f), with(s.min.y, s.max.y + 1, f);
        with(s, aabb<T>{s.max, s.min}, f);
    }
    if constexpr (std::is_same_v<S, obb<T>>) {
        for (const T half : {T(-1), least}) with(s.half_extents.x, half, f), with(s.half_extents.y, half, f);
        with_rotations(s.rotation, f);
        with(s.half_extents, {max_value, max_value}, f);  // finite, but its corners are not
    }
    if constexpr (requires { s.core; }) {
        for (const T radius : {T(-1), least}) with(s.radius, radius, f);
        with_finite_mistakes(s.core, f);
        if constexpr (requires { s.core.radius; }) {
            const T sound = std::exchange(s.core.radius, max_value);
            with(s.radius, max_value, f);  // the sum of both radii leaves the range
            s.core.radius = sound;
        }
    }
    if constexpr (requires { s.transform; }) {
        with_rotations(s.transform.rotation, f);
        with_finite_mistakes(s.shape, f);
    }
}

/// Calls f() with s invalid in each of these ways. Afterwards, s is valid again.
template <class S, class F>
void with_every_mistake(S& s, F f) {
    using limits = std::numeric_limits<scalar_t<S>>;
    for (auto* field : fields(s))
        for (const auto poison : {limits::quiet_NaN(), limits::infinity(), -limits::infinity()})
            with(*field, poison, f);
    with_finite_mistakes(s, f);
}

}  // namespace hitbox_tests
