#pragma once
/// A shape whose kind is known at run time only.

#include <hitbox/shapes/placed.hpp>

#include <variant>

namespace hitbox {

/// One of the built-in shapes by value; polygons of more than 8 corners as views, whose corners must outlive it.
template <real T>
struct any_shape {
    using scalar_type = T;
    using variant_type = std::variant<vec2<T>, circle<T>, aabb<T>, obb<T>, segment<T>, capsule<T>, triangle<T>,
                                      convex_polygon<T, 8>, convex_polygon_view<T>, placed<convex_polygon_view<T>>>;

    variant_type value{};

    constexpr any_shape() = default;
    template <class S>
        requires std::constructible_from<variant_type, const S&> &&
            (!std::same_as<S, any_shape>)&&same_scalar<S, vec2<T>> constexpr any_shape(const S& s) noexcept
            : value{s} {}
        /// Copied if it has at most 8 corners, borrowed otherwise.
        template <std::size_t N>
            requires(N != 8)
        constexpr any_shape(const convex_polygon<T, N>& polygon) noexcept {
            if (polygon.size() <= 8) value = detail::polygon_maker::fill<8>(polygon.vertices());
            else value = convex_polygon_view<T>{polygon};
        }
        template <std::size_t N>
            requires(N > 8)
        any_shape(const convex_polygon<T, N>&&)
        = delete;  // a temporary cannot be borrowed

        friend constexpr bool operator==(const any_shape&, const any_shape&) = default;
};

template <class S>
any_shape(const S&) -> any_shape<scalar_t<S>>;

template <real T>
[[nodiscard]] constexpr vec2<T> center(const any_shape<T>& s) noexcept {
    return std::visit([](const auto& known) { return center(known); }, s.value);
}
template <real T>
[[nodiscard]] constexpr vec2<T> support(const any_shape<T>& s, vec2<T> d) noexcept {
    return std::visit([d](const auto& known) { return support(known, d); }, s.value);
}
template <real T>
[[nodiscard]] constexpr T radius(const any_shape<T>& s) noexcept {
    return std::visit([](const auto& known) { return T(radius(known)); }, s.value);
}
template <real T>
[[nodiscard]] constexpr aabb<T> bounds(const any_shape<T>& s) noexcept {
    return std::visit([](const auto& known) { return bounds(known); }, s.value);
}
template <real T>
[[nodiscard]] constexpr T area(const any_shape<T>& s) noexcept {
    return std::visit([](const auto& known) { return area(known); }, s.value);
}
template <real T>
[[nodiscard]] constexpr aabb<T> bounds(const rounded<any_shape<T>>& r) noexcept {
    return std::visit([&r](const auto& known) { return bounds(rounded{known, r.radius}); }, r.core.value);
}
template <real T>
[[nodiscard]] constexpr T area(const rounded<any_shape<T>>& r) noexcept {
    return std::visit([&r](const auto& known) { return area(rounded{known, r.radius}); }, r.core.value);
}
template <real T>
[[nodiscard]] constexpr bool valid(const any_shape<T>& s) noexcept {
    return !s.value.valueless_by_exception() && std::visit([](const auto& known) { return valid(known); }, s.value);
}

/// The world-space shape; a borrowed polygon stays a placed view, for there is no room to keep its moved corners.
template <real T>
[[nodiscard]] constexpr any_shape<T> baked(const placed<any_shape<T>>& p) noexcept {
    return std::visit(
        [&p](const auto& known) -> any_shape<T> {
            using S = std::remove_cvref_t<decltype(known)>;
            if constexpr (std::same_as<S, placed<convex_polygon_view<T>>>) {
                return placed<convex_polygon_view<T>>{known.shape, p.transform * known.transform};
            } else if constexpr (std::same_as<S, convex_polygon_view<T>>) {
                return at(known, p.transform);
            } else {
                return baked(at(known, p.transform));
            }
        },
        p.shape.value);
}

}  // namespace hitbox
