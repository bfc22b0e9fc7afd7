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

using hitbox::detail::lower, hitbox::detail::upper, hitbox::detail::pack, hitbox::detail::pack_of,
    hitbox::detail::pack_size, hitbox::detail::pick;

/// The least lane of `low` and the greatest of `high`, both by the same minima.
template <has_packs T>
[[nodiscard, gnu::always_inline]] inline interval<T> ends_of(const pack<T>& low, const pack<T>& high) noexcept {
    const pack<T> mirrored = pack_of(T(0)) - high;
    pack<T> least;
    if constexpr (pack_size<T> == 4) {
        const pack<T> two = lower(pick<T, 0, 4, 1, 5>(low, mirrored), pick<T, 2, 6, 3, 7>(low, mirrored));
        least = lower(two, pick<T, 2, 3, 2, 3>(two, two));
    } else {
        least = lower(pick<T, 0, 2>(low, mirrored), pick<T, 1, 3>(low, mirrored));
    }
    return {least[0] + T(0), T(0) - least[1]};
}

/// `shadow` of one or two packs of points; dots(i) gives a pack, the i-th first. @pre pack_size <= n <= 2 * pack_size
template <has_packs T, class Dots>
[[nodiscard, gnu::always_inline]] inline interval<T> shadow_of_few(std::size_t n, const Dots& dots) noexcept {
    const pack<T> endless = pack_of(std::numeric_limits<T>::infinity()), first = dots(0), last = dots(n - pack_size<T>);
    return ends_of<T>(lower(last, lower(first, endless)), upper(last, upper(first, pack_of(T(0)) - endless)));
}

/// The last pack may have points of the one before once more. Two chains of minima, for one would wait for itself. Not
/// inlined, so that `project` is, and short lists do not pay for long ones. @pre n >= 2 * pack_size
template <has_packs T, class Dots>
[[nodiscard, gnu::noinline]] inline interval<T> shadow_of_many(std::size_t n, Dots dots) noexcept {
    constexpr std::size_t size = pack_size<T>;
    pack<T> low = pack_of(std::numeric_limits<T>::infinity()), low_too = low, high = pack_of(T(0)) - low,
            high_too = high;
    const auto look = [&dots](std::size_t i, pack<T>& least, pack<T>& most) {
        const pack<T> d = dots(i);
        least = lower(d, least), most = upper(d, most);
    };
    std::size_t i = 0;
    for (; i + 2 * size <= n; i += 2 * size) look(i, low, high), look(i + size, low_too, high_too);
    if (i + size <= n) look(i, low, high);
    look(n - size, low_too, high_too);
    return ends_of<T>(lower(low, low_too), upper(high, high_too));
}

template <has_packs T, class Dots>
[[nodiscard, gnu::always_inline]] inline interval<T> shadow_in_packs(std::size_t n, const Dots& dots) noexcept {
    return n <= 2 * pack_size<T> ? shadow_of_few<T>(n, dots) : shadow_of_many<T>(n, dots);
}

/// Points one after the other: both coordinates times the axis', added across.
template <has_packs T>
struct dots_of_pairs {
    const T* points;
    vec2<T> axis;

    [[nodiscard, gnu::always_inline]] pack<T> operator()(std::size_t i) const noexcept {
        const pack<T> both =
            hitbox::detail::pack_from<T>([this](std::size_t k) { return k % 2 == 0 ? axis.x : axis.y; });
        const auto products = [this, &both](std::size_t at) {
            return hitbox::detail::rounded_product<T>(hitbox::detail::load_pack(points + at), both);
        };
        const pack<T> first = products(2 * i), second = products(2 * i + pack_size<T>);
        if constexpr (pack_size<T> == 4) return pick<T, 0, 2, 4, 6>(first, second) + pick<T, 1, 3, 5, 7>(first, second);
        else return pick<T, 0, 2>(first, second) + pick<T, 1, 3>(first, second);
    }
};
template <has_packs T>
struct dots_of_columns {
    const T *x, *y;
    vec2<T> axis;

    [[nodiscard, gnu::always_inline]] pack<T> operator()(std::size_t i) const noexcept {
        using namespace hitbox::detail;
        return rounded_product<T>(load_pack(x + i), pack_of(axis.x)) +
               rounded_product<T>(load_pack(y + i), pack_of(axis.y));
    }
};

}  // namespace detail

/// The shadow of points on an axis, in multiples of the axis' length: the least and the largest dot(axis, p). No
/// points: an interval that contains nothing. Products that are no number are left out.
template <scalar T>
[[nodiscard]] constexpr interval<T> project(std::span<const vec2<T>> points, vec2<T> axis) noexcept {
    if constexpr (detail::has_packs<T> && sizeof(vec2<T>) == 2 * sizeof(T)) {
        if (!std::is_constant_evaluated() && points.size() >= hitbox::detail::pack_size<T>)
            return detail::shadow_in_packs<T>(points.size(), detail::dots_of_pairs<T>{&points.data()->x, axis});
    }
    return detail::shadow<T>(points.size(), [&](std::size_t i) { return dot(points[i], axis); });
}
/// Coordinates in two arrays. @pre y is as long as x
template <scalar T>
[[nodiscard]] constexpr interval<T> project(std::span<const T> x, std::span<const T> y, vec2<T> axis) noexcept {
    const std::size_t n = x.size() < y.size() ? x.size() : y.size();
    if constexpr (detail::has_packs<T>) {
        if (!std::is_constant_evaluated() && n >= hitbox::detail::pack_size<T>)
            return detail::shadow_in_packs<T>(n, detail::dots_of_columns<T>{x.data(), y.data(), axis});
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
