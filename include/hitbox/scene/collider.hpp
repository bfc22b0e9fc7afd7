#pragma once
/// A collider of a world: shape, transform, filter.

#include <hitbox/core/lists.hpp>
#include <hitbox/sets/chain.hpp>
#include <hitbox/sets/queries.hpp>
#include <hitbox/sets/set_ray.hpp>

#include <compare>
#include <variant>

namespace hitbox {

/// Names a collider of a world. After its removal it names nothing, also when its index is used again. A default one
/// names nothing.
struct collider_id {
    std::uint32_t index = 0, generation = 0;  // generation 0: none

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return generation != 0; }
    friend constexpr bool operator==(const collider_id&, const collider_id&) = default;
    friend constexpr auto operator<=>(const collider_id&, const collider_id&) = default;
};

/// Who meets whom: two of the same group that is not 0 meet if it is positive, and do not if it is negative; others
/// meet if each one's mask has the other's category (as in Box2D).
struct collider_filter {
    std::uint32_t category = 1, mask = ~std::uint32_t{0};
    std::int32_t group = 0;

    [[nodiscard]] constexpr bool meets(const collider_filter& other) const noexcept {
        if (group != 0 && group == other.group) return group > 0;
        return (mask & other.category) != 0 && (other.mask & category) != 0;
    }
    friend constexpr bool operator==(const collider_filter&, const collider_filter&) = default;
};

/// Whom a query asks: the colliders that its filter meets, but not those that it ignores.
struct query_filter {
    collider_filter filter{};
    collider_id ignore{};
    bool sensors = true;

    constexpr query_filter() = default;
    constexpr query_filter(const collider_filter& f, collider_id but = {}, bool with_sensors = true) noexcept
        : filter{f}, ignore{but}, sensors{with_sensors} {}
};

/// Any convex shape of up to eight corners, a compound or a chain, about the origin of the collider.
template <exact_real T>
struct collider_shape {
    std::variant<any_shape<T>, compound<T>, chain<T>> value{};

    collider_shape() = default;
    collider_shape(const compound<T>& c) : value{c} {}
    collider_shape(const chain<T>& c) : value{c} {}
    template <class S>
        requires(std::constructible_from<any_shape<T>, const S&> && !std::same_as<S, collider_shape>)
    collider_shape(const S& s) : value{any_shape<T>{s}} {}
};

/// What to add to a world.
template <exact_real T>
struct collider {
    collider_shape<T> shape{};
    transform2<T> transform{};
    collider_filter filter{};
    bool sensor = false;     // meets, but has no contact points and is not in the way
    std::uint64_t user = 0;  // yours
};

}  // namespace hitbox

namespace hitbox::detail::inline HITBOX_ISA {

/// Polygons whose corners are elsewhere cannot be kept.
template <exact_real T>
[[nodiscard]] bool is_borrowed(const any_shape<T>& s) noexcept {
    return std::holds_alternative<convex_polygon_view<T>>(s.value) ||
           std::holds_alternative<placed<convex_polygon_view<T>>>(s.value);
}
template <exact_real T>
[[nodiscard]] bool can_be_kept(const collider_shape<T>& s) noexcept {
    return std::visit(
        [](const auto& known) {
            if (!is_valid(known)) return false;
            if constexpr (std::same_as<std::remove_cvref_t<decltype(known)>, any_shape<T>>) return !is_borrowed(known);
            else if constexpr (std::same_as<std::remove_cvref_t<decltype(known)>, compound<T>>)
                return !detail::any_of(known.pieces(), [](const auto& piece) { return is_borrowed(piece); });
            else return true;
        },
        s.value);
}

}  // namespace hitbox::detail::inline HITBOX_ISA
