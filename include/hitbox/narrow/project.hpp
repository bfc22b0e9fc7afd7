#pragma once
/// The shadow of a shape on an axis: the loop that every separating-axis test stands on.

#include <hitbox/core/interval.hpp>
#include <hitbox/narrow/facets.hpp>

namespace hitbox::sat {

namespace detail {

/// Four independent minima and maxima: a single chain would wait for each comparison in turn.
template <scalar T, class Dot>
[[nodiscard]] constexpr interval<T> shadow(std::size_t n, Dot&& dot_of) noexcept {
    if (n == 0) return {T(1), T(0)};
    const T first = dot_of(0);
    T low[4] = {first, first, first, first}, high[4] = {first, first, first, first};
    const auto look = [&](std::size_t lane, T d) {
        low[lane] = d < low[lane] ? d : low[lane];
        high[lane] = high[lane] < d ? d : high[lane];
    };
    std::size_t i = 1;
    for (; i + 4 <= n; i += 4)
        look(0, dot_of(i)), look(1, dot_of(i + 1)), look(2, dot_of(i + 2)), look(3, dot_of(i + 3));
    for (; i < n; ++i) look(0, dot_of(i));
    using hitbox::detail::larger;
    using hitbox::detail::smaller;
    return {smaller(smaller(low[0], low[1]), smaller(low[2], low[3])),
            larger(larger(high[0], high[1]), larger(high[2], high[3]))};
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
