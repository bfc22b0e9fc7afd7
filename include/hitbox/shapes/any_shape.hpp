#pragma once
/// A shape whose kind is known at run time only.

#include <hitbox/shapes/placed.hpp>

#include <variant>

namespace hitbox {

/// One of the built-in shapes by value, polygons of up to N corners among them. Only a convex_polygon_view is borrowed:
/// its corners must outlive it.
template <real T, std::size_t N = 8>
    requires(N >= 4)  // a box at an angle becomes a polygon
struct any_shape {
    using scalar_type = T;
    using variant_type = std::variant<vec2<T>, circle<T>, aabb<T>, obb<T>, segment<T>, capsule<T>, triangle<T>,
                                      convex_polygon<T, N>, convex_polygon_view<T>, placed<convex_polygon_view<T>>>;

    variant_type value{};

    [[gnu::always_inline]] constexpr any_shape() = default;
    template <class S>
        requires(std::constructible_from<variant_type, const S&> && !std::same_as<S, any_shape> &&
                 same_scalar<S, vec2<T>>)
    [[gnu::always_inline]] constexpr any_shape(const S& s) noexcept : value{s} {}
    /// A polygon with less room, copied. No T is deduced from it: the guides below do that.
    template <std::size_t M>
        requires(M < N)
    [[gnu::always_inline]] constexpr any_shape(const convex_polygon<std::type_identity_t<T>, M>& polygon) noexcept
        : value{detail::polygon_maker::fill<N>(polygon.vertices())} {}
    template <std::size_t M>
        requires(M > N)
    any_shape(const convex_polygon<std::type_identity_t<T>, M>&)  // too many corners: any_shape<T, M>, or a view
    = delete;

    [[gnu::always_inline]] friend constexpr bool operator==(const any_shape&, const any_shape&) = default;
};

namespace detail {

template <real T, std::size_t N>
inline constexpr bool is_any<any_shape<T, N>> = true;
template <class S>
inline constexpr bool is_any<rounded<S>> = is_any<S>;

}  // namespace detail

template <class S>
any_shape(const S&) -> any_shape<scalar_t<S>>;
template <class T, std::size_t M>
any_shape(const convex_polygon<T, M>&) -> any_shape<T, (M > 8 ? M : 8)>;

}  // namespace hitbox

namespace hitbox::inline HITBOX_ISA {

template <real T, std::size_t N>
[[nodiscard]] constexpr vec2<T> center(const any_shape<T, N>& s) noexcept {
    return std::visit([](const auto& known) { return center(known); }, s.value);
}
template <real T, std::size_t N>
[[nodiscard]] constexpr vec2<T> support(const any_shape<T, N>& s, vec2<T> d) noexcept {
    return std::visit([d](const auto& known) { return support(known, d); }, s.value);
}
template <real T, std::size_t N>
[[nodiscard]] constexpr T radius(const any_shape<T, N>& s) noexcept {
    return std::visit([](const auto& known) { return T(radius(known)); }, s.value);
}

}  // namespace hitbox::inline HITBOX_ISA

namespace hitbox::detail::inline HITBOX_ISA {

/// The corners of what an any_shape holds: copied, or those of a view, which remain borrowed.
template <real T, std::size_t N>
class any_corners {
    struct borrowed {
        const any_corners* list = nullptr;
        [[nodiscard]] constexpr vec2<T> operator[](std::size_t i) const noexcept { return (*list)[i]; }
    };

public:
    using iterator = index_iterator<borrowed>;

    template <class S>
    constexpr explicit any_corners(const S& s) noexcept {
        for (const vec2<T> p : vertices(s)) held_.push_back(p);
    }
    constexpr explicit any_corners(const convex_polygon_view<T>& view) noexcept : seen_{view, {}} {}
    constexpr explicit any_corners(const placed<convex_polygon_view<T>>& p) noexcept : seen_{p.shape, p.transform} {}

    [[nodiscard]] constexpr std::size_t size() const noexcept { return held_.size() + seen_.size(); }
    /// @pre i < size()
    [[nodiscard]] constexpr vec2<T> operator[](std::size_t i) const noexcept {
        return held_.size() > 0 ? held_[i] : seen_[i];
    }
    /// They must not outlive the list.
    [[nodiscard]] constexpr iterator begin() const noexcept { return {{this}, 0}; }
    [[nodiscard]] constexpr iterator end() const noexcept { return {{this}, size()}; }

private:
    vertex_list<T, N> held_{};
    moved_view<T> seen_{};
};

}  // namespace hitbox::detail::inline HITBOX_ISA

namespace hitbox::inline HITBOX_ISA {

/// The corners of the shape that it holds, counter-clockwise, with size(), [i], begin() and end(): one of a point or a
/// circle, two of a segment or a capsule. With `radius`, by which their hull is grown, all that it takes to draw it.
/// Those of a placed view are moved when they are read, each rounded once.
template <real T, std::size_t N>
[[nodiscard]] constexpr auto vertices(const any_shape<T, N>& s) noexcept {
    return std::visit([](const auto& known) { return detail::any_corners<T, N>{known}; }, s.value);
}
template <real T, std::size_t N>
[[nodiscard]] constexpr aabb<T> bounds(const any_shape<T, N>& s) noexcept {
    return std::visit([](const auto& known) { return bounds(known); }, s.value);
}
template <real T, std::size_t N>
[[nodiscard]] constexpr T area(const any_shape<T, N>& s) noexcept {
    return std::visit([](const auto& known) { return area(known); }, s.value);
}
template <real T, std::size_t N>
[[nodiscard]] constexpr aabb<T> bounds(const rounded<any_shape<T, N>>& r) noexcept {
    return std::visit([&r](const auto& known) { return bounds(rounded{known, r.radius}); }, r.core.value);
}
template <real T, std::size_t N>
[[nodiscard]] constexpr T area(const rounded<any_shape<T, N>>& r) noexcept {
    return std::visit([&r](const auto& known) { return area(rounded{known, r.radius}); }, r.core.value);
}
template <real T, std::size_t N>
[[nodiscard]] constexpr bool valid(const any_shape<T, N>& s) noexcept {
    return !s.value.valueless_by_exception() && std::visit([](const auto& known) { return valid(known); }, s.value);
}

/// The world-space shape; a borrowed polygon stays a placed view, for there is no room to keep its moved corners.
template <real T, std::size_t N>
[[nodiscard]] constexpr any_shape<T, N> baked(const placed<any_shape<T, N>>& p) noexcept {
    return std::visit(
        [&p](const auto& known) -> any_shape<T, N> {
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

}  // namespace hitbox::inline HITBOX_ISA
