#pragma once
/// The shadow of a shape on an axis: the loop that every separating-axis test stands on.

#include <hitbox/core/interval.hpp>
#include <hitbox/narrow/facets.hpp>

#include <span>

namespace hitbox::sat {

namespace detail {

/// A zero is a positive one, so that it does not depend on the order of the points; what is no number is left out.
template <scalar T, class Dot>
[[nodiscard]] constexpr interval<T> shadow(std::size_t n, const Dot& dot_of) noexcept {
    if (n == 0) return {T(1), T(0)};
    T low, high;
    if constexpr (std::floating_point<T>) high = -(low = std::numeric_limits<T>::infinity());
    else low = high = dot_of(0);
    const auto look = [&](std::size_t i) {
        const T d = dot_of(i);
        low = d < low ? d : low;
        high = d > high ? d : high;
    };
    for (std::size_t i = 1; i < n; i += 2) look(i - 1), look(i);
    if (n % 2 != 0) look(n - 1);
    return {low + T(0), high + T(0)};
}

template <class T>
concept has_packs = std::same_as<T, float> || std::same_as<T, double>;

/// From how many points on packs are the quicker way; they fill more than one.
template <has_packs T>
inline constexpr std::size_t enough_pairs = std::same_as<T, float> ? 12 : 32;
template <has_packs T>
inline constexpr std::size_t enough_in_columns = std::same_as<T, float> ? 8 : 32;

/// `shadow` of many points at once: dots(i) gives a pack, the i-th first. The last pack may have points of the one
/// before once more. Two chains of minima, for one would wait for itself. @pre n > pack_size
template <has_packs T, class Dots>
[[nodiscard, gnu::always_inline]] inline interval<T> shadow_in_packs(std::size_t n, const Dots& dots) noexcept {
    using namespace hitbox::detail;
    constexpr std::size_t size = pack_size<T>;
    const pack<T> endless = pack_of(std::numeric_limits<T>::infinity());
    pack<T> low = endless, low_too = endless, high = pack_of(T(0)) - endless, high_too = high;
    const auto look = [&dots](std::size_t i, pack<T>& least, pack<T>& most) {
        const pack<T> d = dots(i);
        least = lower(d, least), most = upper(d, most);
    };
    std::size_t i = 0;
    for (; i + 2 * size <= n; i += 2 * size) look(i, low, high), look(i + size, low_too, high_too);
    if (i + size <= n) look(i, low, high);
    look(n - size, low_too, high_too);
    return {lowest<T>(lower(low, low_too)) + T(0), highest<T>(upper(high, high_too)) + T(0)};
}

// Not inlined, so that `project` is, and short lists do not pay for long ones.

template <has_packs T>
[[nodiscard, gnu::noinline]] inline interval<T> shadow_of_pairs(const T* points, std::size_t n, vec2<T> axis) noexcept {
    using namespace hitbox::detail;
    const pack<T> x = pack_of(axis.x), y = pack_of(axis.y);
    return shadow_in_packs<T>(n, [points, &x, &y](std::size_t i) {
        const T* const from = points + 2 * i;
        return rounded_product<T>(load_every_other(from), x) + rounded_product<T>(load_every_other(from + 1), y);
    });
}
template <has_packs T>
[[nodiscard, gnu::noinline]] inline interval<T> shadow_of_columns(const T* at_x, const T* at_y, std::size_t n,
                                                                  vec2<T> axis) noexcept {
    using namespace hitbox::detail;
    const pack<T> x = pack_of(axis.x), y = pack_of(axis.y);
    return shadow_in_packs<T>(n, [at_x, at_y, &x, &y](std::size_t i) {
        return rounded_product<T>(load_pack(at_x + i), x) + rounded_product<T>(load_pack(at_y + i), y);
    });
}

}  // namespace detail

/// The shadow of points on an axis, in multiples of the axis' length: the least and the largest dot(axis, p). No
/// points: an interval that contains nothing. Products that are no number are left out.
template <scalar T>
[[nodiscard]] constexpr interval<T> project(std::span<const vec2<T>> points, vec2<T> axis) noexcept {
    if constexpr (detail::has_packs<T> && sizeof(vec2<T>) == 2 * sizeof(T)) {
        if (!std::is_constant_evaluated() && points.size() >= detail::enough_pairs<T>)
            return detail::shadow_of_pairs(&points.data()->x, points.size(), axis);
    }
    return detail::shadow<T>(points.size(), [&](std::size_t i) { return dot(points[i], axis); });
}
/// Coordinates in two arrays. @pre y is as long as x
template <scalar T>
[[nodiscard]] constexpr interval<T> project(std::span<const T> x, std::span<const T> y, vec2<T> axis) noexcept {
    const std::size_t n = x.size() < y.size() ? x.size() : y.size();
    if constexpr (detail::has_packs<T>) {
        if (!std::is_constant_evaluated() && n >= detail::enough_in_columns<T>)
            return detail::shadow_of_columns(x.data(), y.data(), n, axis);
    }
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
        const auto core = [&] {
            if constexpr (requires { s.x(), s.lanes; }) {
                return project(std::span<const T>{s.x(), s.size()}, std::span<const T>{s.y(), s.size()}, axis);
            } else {
                const auto corners = vertices(s);
                return detail::shadow<T>(corners.size(), [&](std::size_t i) { return dot(vec2<T>{corners[i]}, axis); });
            }
        }();
        const T grown = radius(s) == T(0) ? T(0) : product(T(radius(s)), length(axis));
        return {core.min - grown, core.max + grown};
    } else {
        return {dot(support(s, -axis), axis), dot(support(s, axis), axis)};
    }
}

}  // namespace hitbox::sat
