#pragma once
/// The projection of a shape onto an axis, the basis of every separating-axis test.

#include <hitbox/core/interval.hpp>
#include <hitbox/shapes/any_shape.hpp>
#include <hitbox/shapes/hull_of.hpp>

#include <span>

namespace hitbox {
namespace sat {
namespace detail {
inline namespace HITBOX_ISA {

/// Returns the interval of n dot products. A zero is +0, so that it does not depend on the order of the points. NaN is
/// ignored.
template <scalar T, class Dot>
[[nodiscard]] constexpr interval<T> shadow(std::size_t n, const Dot& dot_of) noexcept {
    if (n == 0) return {T(1), T(0)};
    T low, high;
    if constexpr (std::floating_point<T>) high = -(low = std::numeric_limits<T>::infinity());
    else low = high = dot_of(0);
    const auto update = [&](std::size_t i) {
        const T d = dot_of(i);
        low = d < low ? d : low;
        high = d > high ? d : high;
    };
    for (std::size_t i = 1; i < n; i += 2) update(i - 1), update(i);
    if (n % 2 != 0) update(n - 1);
    return {hitbox::detail::unsigned_zero(low), hitbox::detail::unsigned_zero(high)};
}

template <class T>
concept has_packs = std::same_as<T, float> || std::same_as<T, double>;

using hitbox::detail::pack, hitbox::detail::pack_of, hitbox::detail::pack_size, hitbox::detail::pick;

/// Returns a pack whose first two lanes are the minimum of `low` and minus the maximum of `high`. Both are found by the
/// same minimum instructions.
template <has_packs T>
[[nodiscard, gnu::always_inline]] inline pack<T> ends_of(const pack<T>& low, const pack<T>& high) noexcept {
    using namespace hitbox::detail;
    const pack<T> mirrored = pack_of(T(0)) - high;
    if constexpr (pack_size<T> == 4) {
        const pack<T> two = lower(pick<T, 0, 4, 1, 5>(low, mirrored), pick<T, 2, 6, 3, 7>(low, mirrored));
        return lower(two, pick<T, 2, 3, 2, 3>(two, two));
    } else {
        return lower(pick<T, 0, 2>(low, mirrored), pick<T, 1, 3>(low, mirrored));
    }
}

/// Loads as many points as fill a pack. It copies bytes, because a pointer to one point must not be used to read the
/// next.
template <has_packs T>
[[nodiscard, gnu::always_inline]] inline pack<T> load_points(const vec2<T>* from) noexcept {
    pack<T> p;
    __builtin_memcpy(&p, from, sizeof p);
    return p;
}

/// Returns the result of `shadow`, computed in packs: dots(i) returns the dot products of points i, i + 1, ... The last
/// pack may repeat points of the one before. Long lists have two independent chains of minima, because each minimum of
/// a single chain waits for the previous one. @pre n >= pack_size
template <has_packs T, class Dots>
[[nodiscard, gnu::always_inline]] inline interval<T> shadow_in_packs(std::size_t n, const Dots& dots) noexcept {
    using namespace hitbox::detail;
    const std::size_t last = n - pack_size<T>;
    pack<T> low = pack_of(std::numeric_limits<T>::infinity()), high = pack_of(T(0)) - low;
    const auto update = [&dots](std::size_t i, pack<T>& minima, pack<T>& maxima) {
        const pack<T> d = dots(i);
        minima = lower(d, minima), maxima = upper(d, maxima);
    };
    std::size_t i = 0;
    if (last > pack_size<T>) {
        pack<T> low_too = low, high_too = high;
        for (; i + pack_size<T> < last; i += 2 * pack_size<T>)
            update(i, low, high), update(i + pack_size<T>, low_too, high_too);
        low = lower(low, low_too), high = upper(high, high_too);
    }
    if (i < last) update(i, low, high);
    update(last, low, high);
    const pack<T> ends = ends_of<T>(low, high);
    return {unsigned_zero(ends[0]), T(0) - ends[1]};
}
/// The same for an array of points: their coordinates are multiplied by those of the axis, and the products are added
/// in pairs.
template <has_packs T>
[[nodiscard, gnu::always_inline]] inline interval<T> shadow_in_packs(std::span<const vec2<T>> points,
                                                                     vec2<T> n) noexcept {
    using namespace hitbox::detail;
    keep_rounded(n.x), keep_rounded(n.y);
    pack<T> axis;
    if constexpr (pack_size<T> == 4) axis = pick<T, 0, 4, 1, 5>(pack_of(n.x), pack_of(n.y));
    else axis = pick<T, 0, 2>(pack_of(n.x), pack_of(n.y));
    return shadow_in_packs<T>(points.size(), [axis, from = points.data()](std::size_t i) {
        const pack<T> a = rounded_product<T>(load_points(from + i), axis),
                      b = rounded_product<T>(load_points(from + i + pack_size<T> / 2), axis);
        if constexpr (pack_size<T> == 4) return pick<T, 0, 2, 4, 6>(a, b) + pick<T, 1, 3, 5, 7>(a, b);
        else return pick<T, 0, 2>(a, b) + pick<T, 1, 3>(a, b);
    });
}
template <has_packs T>
[[nodiscard, gnu::always_inline]] inline interval<T> shadow_in_packs(const T* x, const T* y, std::size_t n,
                                                                     vec2<T> axis) noexcept {
    using namespace hitbox::detail;
    return shadow_in_packs<T>(n, [x, y, axis_x = pack_of(axis.x), axis_y = pack_of(axis.y)](std::size_t i) {
        return rounded_product<T>(load_pack(x + i), axis_x) + rounded_product<T>(load_pack(y + i), axis_y);
    });
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns the shadow of points on an axis, in multiples of the axis' length: from the smallest to the largest
/// dot(axis, p). Without points, it is an interval that contains nothing. Products that are NaN are left out.
template <scalar T>
[[nodiscard]] constexpr interval<T> project(std::span<const vec2<T>> points, vec2<T> axis) noexcept {
    if constexpr (detail::has_packs<T> && sizeof(vec2<T>) == 2 * sizeof(T))
        if (!std::is_constant_evaluated() && points.size() >= hitbox::detail::pack_size<T>)
            return detail::shadow_in_packs(points, axis);
    return detail::shadow<T>(points.size(), [&](std::size_t i) { return dot(points[i], axis); });
}
/// Returns the shadow of points whose coordinates are in two arrays. @pre y is as long as x
template <scalar T>
[[nodiscard]] constexpr interval<T> project(std::span<const T> x, std::span<const T> y, vec2<T> axis) noexcept {
    const std::size_t n = x.size() < y.size() ? x.size() : y.size();
    if constexpr (detail::has_packs<T>)
        if (!std::is_constant_evaluated() && n >= hitbox::detail::pack_size<T>)
            return detail::shadow_in_packs(x.data(), y.data(), n, axis);
    return detail::shadow<T>(
        n, [&](std::size_t i) { return static_cast<T>(product(x[i], axis.x) + product(y[i], axis.y)); });
}

/// Returns the shadow of a shape on an axis, in multiples of the axis' length: with a unit axis, in units of length.
template <convex S>
    requires real<scalar_t<S>>
[[nodiscard]] constexpr interval<scalar_t<S>> project(const S& s, vec2<scalar_t<S>> axis) {
    using T = scalar_t<S>;
    if constexpr (hitbox::detail::indirect<S>) {
        return hitbox::detail::resolve(s, [axis](const auto& known) { return project(known, axis); });
    } else if constexpr (faceted<S>) {
        const auto core = [&] {
            if constexpr (requires { s.x(), s.lanes; }) {
                return project(std::span<const T>{s.x(), s.size()}, std::span<const T>{s.y(), s.size()}, axis);
            } else {
                const auto list = vertices(s);
                return detail::shadow<T>(list.size(), [&](std::size_t i) { return dot(vec2<T>{list[i]}, axis); });
            }
        }();
        if (vertices(s).size() == 0) return core;  // no vertices: the radius does not count
        const T grown = radius(s) == T(0) ? T(0) : product(T(radius(s)), length(axis));
        return {core.min - grown, core.max + grown};
    } else {
        return {dot(support(s, -axis), axis), dot(support(s, axis), axis)};
    }
}

}  // namespace HITBOX_ISA
}  // namespace sat
}  // namespace hitbox
