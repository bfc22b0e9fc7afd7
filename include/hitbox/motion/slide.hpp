#pragma once
/// The velocity that is left after surfaces have blocked some directions.

#include <hitbox/core/exact.hpp>
#include <hitbox/core/lists.hpp>
#include <hitbox/core/small_list.hpp>
#include <hitbox/sets/function_ref.hpp>
#include <hitbox/shapes/aabb.hpp>

#include <initializer_list>
#include <span>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The directions that do not lead to the left of from -> to: out of a solid there, or along its surface.
struct half_plane {
    vec2<double> from{}, to{};  // decisions use the unrounded difference
    vec2<double> normal{};      // unit, outward

    /// Returns true if v is in the half-plane. The answer is exact.
    template <std::floating_point T>
    [[nodiscard]] bool holds(vec2<T> v) const noexcept {
        return exact::cross_of(from, to, vec2<double>{}, widen(v)) <= 0;
    }
};

/// Returns the half-plane of an outward normal, which need not be a unit vector.
template <std::floating_point T>
[[nodiscard]] half_plane half_plane_of(vec2<T> normal) noexcept {
    const vec2<double> n = widen(normal);
    return {{}, perp(n), unit_or(n, vec2<double>{0, 1})};
}

template <std::floating_point T>
[[nodiscard]] bool all_hold(list_view<const half_plane> planes, vec2<T> v) noexcept {
    for (const half_plane& p : planes)
        if (!p.holds(v)) return false;
    return true;
}

/// A direction along the surface of one half-plane.
struct sliding_ray {
    vec2<double> from{}, to{};  // the direction is that of the unrounded to - from
    vec2<double> unit{};        // the same, rounded
    double speed = 0;           // the component of the velocity along the ray

    [[nodiscard]] vec2<double> velocity() const noexcept { return unit * speed; }
};

/// Returns the ray within all half-planes along which the velocity has the largest component; with speed 0 if there is
/// none. Ties are broken by coordinates, so the order of the half-planes has no influence.
[[nodiscard]] inline sliding_ray best_ray(vec2<double> v, list_view<const half_plane> planes) noexcept {
    sliding_ray best;
    for (const half_plane& p : planes)
        for (const bool back : {false, true}) {
            sliding_ray ray{back ? p.to : p.from, back ? p.from : p.to, perp(p.normal) * (back ? -1.0 : 1.0), 0};
            ray.speed = dot(v, ray.unit);
            if (!(ray.speed > 0) || ray.speed < best.speed) continue;
            const bool is_free = detail::all_of(
                planes, [&](const half_plane& q) { return exact::cross_of(q.from, q.to, ray.from, ray.to) <= 0; });
            if (!is_free) continue;
            const vec2<double> r = ray.velocity(), b = best.velocity();
            const bool is_first = r == b ? before(best.to - best.from, ray.to - ray.from) : before(b, r);
            if (ray.speed > best.speed || is_first) best = ray;
        }
    return best;
}

/// Returns the distance from a number to the next one of larger magnitude.
template <std::floating_point T>
[[nodiscard]] T step_after(T x) noexcept {
    const T m = magnitude(x);
    return m > T(0) ? next_towards(m, true) - m : std::numeric_limits<T>::denorm_min();
}
template <std::floating_point T>
[[nodiscard]] vec2<T> step_after(vec2<T> p) noexcept {
    return {step_after(p.x), step_after(p.y)};
}

/// Returns the vector of T nearest to p that passes a test, other than the rounded p, at most three steps from it on
/// each axis; `otherwise` if there is none. `step` is one step on each axis.
template <std::floating_point T>
[[nodiscard]] vec2<T> another_rounding(vec2<double> p, vec2<T> step, function_ref<bool(vec2<T>)> passes,
                                       vec2<T> otherwise) {
    struct candidate {
        vec2<T> value;
        double distance;
    };
    const auto is_earlier = [](const candidate& c, const candidate& d) {
        if (c.distance != d.distance) return c.distance < d.distance;
        return c.value.x != d.value.x ? c.value.x < d.value.x : c.value.y < d.value.y;
    };
    const vec2<T> rounded = unsigned_zeros(vec_cast<T>(p));
    candidate left[48];  // one of the nearest passes in nearly all cases, so they are not sorted
    std::size_t n = 0;
    for (int i = 0; i < 49; ++i) {
        if (i == 24) continue;  // the rounded p
        const vec2<T> value{rounded.x + T(i / 7 - 3) * step.x, rounded.y + T(i % 7 - 3) * step.y};
        left[n++] = {value, length_squared(widen(value) - p)};
    }
    while (n > 0) {
        std::size_t first = 0;
        for (std::size_t i = 1; i < n; ++i)
            if (is_earlier(left[i], left[first])) first = i;
        if (passes(left[first].value)) return unsigned_zeros(left[first].value);
        left[first] = left[--n];
    }
    return otherwise;
}
/// Returns the vector of T nearest to p that passes a test: the rounded p, or `another_rounding`. Returns `otherwise`
/// if p is not finite.
template <std::floating_point T>
[[nodiscard]] vec2<T> nearest_rounding(vec2<double> p, vec2<T> step, function_ref<bool(vec2<T>)> passes,
                                       vec2<T> otherwise) {
    const vec2<T> rounded = unsigned_zeros(vec_cast<T>(p));
    if (!is_finite(rounded)) return otherwise;
    return passes(rounded) ? rounded : another_rounding<T>(p, step, passes, otherwise);
}

/// Returns the velocity along a ray, rounded to a vector of T within all half-planes. If the free cone is too thin to
/// contain a vector nearby, returns the longest multiple of to - from by a power of two that is not longer than this
/// velocity; 0 if it is not within all half-planes.
template <std::floating_point T>
[[nodiscard]] vec2<T> rounded_into(const sliding_ray& ray, list_view<const half_plane> planes) noexcept {
    const auto passes = [planes](vec2<T> v) { return all_hold(planes, v); };
    const vec2<T> none{};
    const vec2<T> near_ray = nearest_rounding<T>(ray.velocity(), step_after(vec_cast<T>(ray.velocity())), passes, none);
    if (near_ray != none) return near_ray;
    vec2<double> d = ray.to - ray.from;
    const double length = length_of(d);
    if (!(length > 0) || !is_finite(d)) return none;
    double scale = 1;
    while (length * scale > ray.speed && scale > 0x1p-900) scale *= 0.5;
    while (length * scale * 2 <= ray.speed && scale < 0x1p900) scale *= 2;
    const vec2<T> multiple = vec_cast<T>(d * scale);
    return is_finite(multiple) && passes(multiple) ? unsigned_zeros(multiple) : none;
}

/// Returns the velocity within all half-planes that is closest to v. The half-planes form a cone, so it is v itself,
/// the projection of v on one of the two rays of the cone, or 0.
template <std::floating_point T>
[[nodiscard]] vec2<T> slide_within(vec2<T> v, list_view<const half_plane> planes) noexcept {
    if (all_hold(planes, v)) return v;
    const sliding_ray ray = best_ray(widen(v), planes);
    return ray.speed > 0 ? rounded_into<T>(ray, planes) : vec2<T>{};
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns the velocity closest to `velocity` that leads into none of the surfaces with these outward normals:
/// dot(result, n) >= 0 for each, exactly. The free directions are a cone, so the result is `velocity` itself, its
/// projection on one of two rays, or 0 (a wedge). The order of the normals and duplicates change no bit. The result is
/// rounded into the cone. If the cone is so thin that few vectors of T are inside, as between two slanted walls, up to
/// half of the speed is lost. A zero normal blocks nothing. Returns 0 if an argument is not finite.
template <exact_real T, std::ranges::input_range R>
    requires std::same_as<std::ranges::range_value_t<R>, vec2<T>>
[[nodiscard]] vec2<T> slide(vec2<T> velocity, const R& normals) {
    detail::small_list<detail::half_plane, 8> planes;
    if (!is_finite(velocity)) return {};
    for (const vec2<T> n : normals) {
        if (!is_finite(n)) return {};
        if (n != vec2<T>{}) planes.push_back(detail::half_plane_of(n));
    }
    return detail::slide_within<T>(velocity, planes);
}
template <exact_real T>
[[nodiscard]] vec2<T> slide(vec2<T> velocity, std::initializer_list<vec2<T>> normals) {
    return slide(velocity, std::span{normals.begin(), normals.size()});
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
