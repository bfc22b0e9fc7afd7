#pragma once
/// The shadow of a shape on an axis: the loop that every separating-axis test stands on.

#include <hitbox/core/interval.hpp>
#include <hitbox/narrow/facets.hpp>

namespace hitbox::sat {

namespace detail {

/// Many points: four independent minima and maxima, for a single chain waits for each comparison in turn.
template <scalar T, class Dot>
[[nodiscard]] constexpr interval<T> long_shadow(std::size_t n, Dot&& dot_of) noexcept {
    const T first = dot_of(0);
    T low0 = first, low1 = first, low2 = first, low3 = first, high0 = first, high1 = first, high2 = first,
      high3 = first;
    const auto look = [](T d, T& low, T& high) {
        low = d < low ? d : low;
        high = high < d ? d : high;
    };
    std::size_t i = 1;
    for (; i + 4 <= n; i += 4) {
        look(dot_of(i), low0, high0), look(dot_of(i + 1), low1, high1);
        look(dot_of(i + 2), low2, high2), look(dot_of(i + 3), low3, high3);
    }
    for (; i < n; ++i) look(dot_of(i), low0, high0);
    using hitbox::detail::larger;
    using hitbox::detail::smaller;
    return {smaller(smaller(low0, low1), smaller(low2, low3)), larger(larger(high0, high1), larger(high2, high3))};
}

template <scalar T, class Dot>
[[nodiscard]] constexpr interval<T> shadow(std::size_t n, Dot&& dot_of) noexcept {
    if (n == 0) return {T(1), T(0)};
    if (n > 64) return long_shadow<T>(n, dot_of);
    T low = dot_of(0), high = low;
    for (std::size_t i = 1; i < n; ++i) {
        const T d = dot_of(i);
        low = d < low ? d : low;
        high = high < d ? d : high;
    }
    return {low, high};
}

}  // namespace detail

/// The shadow of points on an axis, in multiples of the axis' length: the least and the largest dot(axis, p). No
/// points: an interval that contains nothing.
template <scalar T>
[[nodiscard]] constexpr interval<T> project(std::span<const vec2<T>> points, vec2<T> axis) noexcept {
    return detail::shadow<T>(points.size(), [&](std::size_t i) { return dot(points[i], axis); });
}
/// Coordinates in two arrays. @pre y is as long as x
template <scalar T>
[[nodiscard]] constexpr interval<T> project(std::span<const T> x, std::span<const T> y, vec2<T> axis) noexcept {
    const std::size_t n = x.size() < y.size() ? x.size() : y.size();
    return detail::shadow<T>(
        n, [&](std::size_t i) { return static_cast<T>(product(x[i], axis.x) + product(y[i], axis.y)); });
}

/// The shadow of a shape on an axis, in multiples of the axis' length (a unit axis gives distances).
template <convex S>
    requires real<scalar_t<S>>
[[nodiscard]] constexpr interval<scalar_t<S>> project(const S& s, vec2<scalar_t<S>> axis) {
    using T = scalar_t<S>;
    if constexpr (hitbox::detail::indirect<S>) {
        return hitbox::detail::resolve(s, [axis](const auto& known) { return project(known, axis); });
    } else if constexpr (faceted<S>) {
        const auto corners = vertices(s);
        const interval<T> core =
            detail::shadow<T>(corners.size(), [&](std::size_t i) { return dot(vec2<T>{corners[i]}, axis); });
        const T grown = radius(s) == T(0) ? T(0) : product(T(radius(s)), length(axis));
        return {core.min - grown, core.max + grown};
    } else {
        return {dot(support(s, -axis), axis), dot(support(s, axis), axis)};
    }
}

}  // namespace hitbox::sat
