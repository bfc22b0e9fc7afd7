#pragma once
/// A collider of a world: shape, transform, filter.

#include <hitbox/core/lists.hpp>
#include <hitbox/narrow/compile_errors.hpp>
#include <hitbox/sets/chain.hpp>
#include <hitbox/sets/queries.hpp>
#include <hitbox/sets/set_ray.hpp>

#include <compare>
#include <concepts>
#include <optional>
#include <variant>

namespace hitbox {

/// The identity of a collider in a world. After the removal of the collider, the id is stale, even if its index is used
/// again. A default id is null: it belongs to no collider.
struct collider_id {
    std::uint32_t index = 0, generation = 0;  // generation 0: none

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return generation != 0; }
    friend constexpr bool operator==(const collider_id&, const collider_id&) = default;
    friend constexpr auto operator<=>(const collider_id&, const collider_id&) = default;
};

/// The filter that decides which colliders meet. Two colliders of the same group other than 0 meet if the group is
/// positive, and do not meet if it is negative. Any other two meet if the mask of each has a bit of the category of the
/// other (as in Box2D).
struct collider_filter {
    std::uint32_t category = 1;              // its own bits; 1 by default
    std::uint32_t mask = ~std::uint32_t{0};  // the categories that it meets; all by default
    std::int32_t group = 0;                  // 0: none; positive: members of the group meet; negative: they do not

    /// Returns true if colliders with these filters meet. The order of the two has no influence.
    [[nodiscard]] constexpr bool meets(const collider_filter& other) const noexcept {
        if (group != 0 && group == other.group) return group > 0;
        return (mask & other.category) != 0 && (other.mask & category) != 0;
    }
    friend constexpr bool operator==(const collider_filter&, const collider_filter&) = default;
};

/// The filter of a query: `w.query_any(disc, {.mask = walls})`. By default a query sees every collider, whatever its
/// category and mask, and sensors, too. The mask and group of a collider count only with `as_collider`.
struct query_filter {
    std::uint32_t mask = ~std::uint32_t{0};        // sees the categories in this mask; all bits: every collider
    std::optional<collider_filter> as_collider{};  // if given: sees only what a collider with this filter would meet
    collider_id ignore{};                          // does not see this collider
    bool sensors = true;                           // also sees sensors

    /// Returns true if the query sees a collider with this id, filter and kind.
    [[nodiscard]] constexpr bool sees(collider_id id, const collider_filter& of, bool is_sensor) const noexcept {
        if (id == ignore || (is_sensor && !sensors)) return false;
        if (mask != ~std::uint32_t{0} && (mask & of.category) == 0) return false;
        return !as_collider || as_collider->meets(of);
    }
};

/// The condition by which a query selects colliders: a query_filter, or a predicate such as `[&](collider_id id) {
/// return id != gun && id != me; }`. A predicate alone decides, also about sensors. It is called for the colliders near
/// the query, in any order, at most ten times for each. A collider_filter does not compile; the message says what to
/// write.
template <class F>
concept query_condition =
    std::same_as<F, query_filter> || std::same_as<F, collider_filter> || std::predicate<const F&, collider_id>;

/// The shape of a collider, about its origin: any convex shape of up to eight vertices (a shape of your own by
/// `to_any_shape`), a compound, a polygon, which becomes a compound, or a chain. A default one is a point. Queries take
/// it as a set: `collide(disc, at(w[id].shape, w[id].transform))`.
template <exact_real T>
struct collider_shape {
    using scalar_type = T;

    std::variant<any_shape<T>, compound<T>, chain<T>> value{};  // the shape that it holds

    collider_shape() = default;
    collider_shape(const compound<T>& c) : value{c} {}
    collider_shape(const chain<T>& c) : value{c} {}
    template <class S>
        requires(!std::same_as<S, collider_shape> && convex<S> && same_scalar<S, vec2<T>>)
    collider_shape(const S& s) : value{to_any_shape(s)} {}
    collider_shape(const polygon<T>& p) : value{compound<T>{p}} {}
    template <detail::is_reported A>
    collider_shape(const A&) {
        detail::report_mistake<A>();
    }
    template <detail::not_kept_with<T> A>
    collider_shape(const A&) = delete;  // write circle<T>{...} with the T of the world, or compound<T>{range}

    /// Returns true if it is a one-sided chain.
    [[nodiscard, gnu::always_inline]] bool is_one_sided() const noexcept {
        const auto* line = std::get_if<chain<T>>(&value);
        return line && line->is_one_sided();
    }
};

/// A collider to add to a world.
template <exact_real T>
struct collider {
    collider_shape<T> shape{};  // about the origin of the collider
    transform2<T> transform{};  // the position and the rotation of the shape
    collider_filter filter{};   // which colliders it meets
    bool sensor = false;        // it reports colliders that touch it, without contact points, and blocks nothing
    std::uint64_t user = 0;     // any number; the library does not use it
    bool fixed = false;         // a part of the level: it meets all colliders but other fixed ones
};

inline namespace HITBOX_ISA {

template <exact_real T>
[[nodiscard]] aabb<T> bounds(const collider_shape<T>& s) noexcept {
    return std::visit([](const auto& known) { return bounds(known); }, s.value);
}
/// Returns the centre of the bounding box.
template <exact_real T>
[[nodiscard]] vec2<T> center(const collider_shape<T>& s) noexcept {
    return center(bounds(s));
}
template <exact_real T>
[[nodiscard]] bool valid(const collider_shape<T>& s) noexcept {
    return std::visit([](const auto& known) { return detail::is_valid(known); }, s.value);
}
template <exact_real T, class Visit>
void for_each_piece_near(const collider_shape<T>& s, const aabb<T>& box, const Visit& visit) {
    std::visit([&](const auto& known) { for_each_piece_near(known, box, visit); }, s.value);
}
/// Calls visit(segment) for the stored outline of a compound; see the functions of this name in compound.hpp.
template <exact_real T, class Visit>
bool for_each_border_edge(const placed<collider_shape<T>>& p, const Visit& visit) {
    const auto* pieces = std::get_if<compound<T>>(&p.shape.value);
    return pieces && detail::for_each_border_edge(at(*pieces, p.transform), visit);
}

}  // namespace HITBOX_ISA

namespace detail {
inline namespace HITBOX_ISA {

/// An id, and nothing that converts to one, so that arguments in braces are not taken for an id.
template <class I>
concept is_id = std::same_as<I, collider_id>;
/// A mask or an id in place of a condition.
template <class F>
concept is_no_condition = std::is_arithmetic_v<F> || is_id<F>;

/// A solid with coordinates of type T.
template <class S, class T>
concept solid_with = solid<S> && std::same_as<solid_scalar_t<S>, T>;

/// True if one of the arguments B, C and D of a query should be a condition and is not. `Second` is B if B may be one.
template <class Second, class B, class C, class D>
concept lacks_condition = (std::same_as<B, Second> && is_no_condition<B>) || is_no_condition<C> || is_no_condition<D>;
/// True if the first argument of a query is wrong, the second one, B, is no `Second`, a filter is not the last one, or
/// a condition is none. Missing arguments count as a filter.
template <bool FirstIsRight, class Second, class B, class C, class D>
inline constexpr bool is_wrong_call =
    !FirstIsRight || !std::is_convertible_v<const B&, Second> || lacks_condition<Second, B, C, D> ||
    (std::same_as<B, query_filter> && !std::same_as<C, query_filter>) ||
    (std::same_as<C, query_filter> && !std::same_as<D, query_filter>);
/// Reports what is wrong with the arguments of a query of a world<T>. The second argument should be a `Second`.
template <class T, class Second, class A, class B, class C, class D>
constexpr void report_query_mistake() noexcept {
    if constexpr (mixed<vec2<T>, A> || mixed<vec2<T>, B>) static_cast<void>(a_point_of_mixed<vec2<T>, A, B>());
    else if constexpr (is_mistake<A> && !solid<A> && std::is_convertible_v<const B&, Second>) report_mistake<A>();
    else if constexpr (lacks_condition<Second, B, C, D>)
        static_assert(sizeof(A) == 0, "hitbox: a condition is {.ignore = id}, {.mask = categories} or a predicate that "
                                      "takes a collider_id; it is the last argument");
    else
        static_assert(sizeof(A) == 0, "hitbox: the order is w.query(shape), w.nearest(shape, search_radius), "
                                      "w.shape_cast(shape, translation), w.ray_cast(ray<T>{origin, translation}), with "
                                      "the condition last; shapes have vertices, and a vector is a vec2<T>");
}

/// A type to which only numbers convert.
struct only_a_number {
    template <class N>
        requires std::is_arithmetic_v<N>
    constexpr only_a_number(N) noexcept {}
};
/// A position and an angle in braces, `{{1, 2}, 0.5f}`.
template <exact_real T>
struct angle_in_braces {
    vec2<T> position;
    only_a_number angle;
};

/// Returns the answer of a predicate.
template <class Answer>
[[nodiscard]] constexpr bool answer_of(const Answer& answer) {
    static_assert(
        !std::floating_point<Answer>,
        "hitbox: a condition returns bool, true for a collider that the query sees; all hits are in the list");
    return static_cast<bool>(answer);
}

/// Returns true if a query with this condition sees a collider.
template <query_condition F>
[[nodiscard]] constexpr bool sees(const F& condition, collider_id id, const collider_filter& of, bool is_sensor) {
    static_assert(!std::same_as<F, collider_filter>,
                  "hitbox: a query takes {.mask = categories}, which sees all colliders of these categories, or "
                  "query_filter{.as_collider = filter}, which sees what a collider with this filter would meet");
    if constexpr (std::same_as<F, query_filter>) return condition.sees(id, of, is_sensor);
    else if constexpr (std::predicate<const F&, collider_id>) return answer_of(condition(id));
    else return true;
}

/// Returns true if a shape is a view of vertices that it does not own. A world cannot store such a shape.
template <exact_real T>
[[nodiscard]] bool is_borrowed(const any_shape<T>& s) noexcept {
    return std::holds_alternative<convex_polygon_view<T>>(s.value) ||
           std::holds_alternative<placed<convex_polygon_view<T>>>(s.value);
}
/// Returns what is wrong with a shape that a world cannot store, such as "a circle, is not finite or has a negative
/// radius".
template <exact_real T>
[[nodiscard]] const char* complaint_about(const collider_shape<T>& s) noexcept {
    return std::visit(
        [](const auto& known) -> const char* {
            using S = std::remove_cvref_t<decltype(known)>;
            if constexpr (std::same_as<S, any_shape<T>>) {
                if (is_borrowed(known))
                    return "a convex_polygon_view, borrows its vertices; pass a polygon or a convex_polygon of up to 8 "
                           "vertices";
                if (std::holds_alternative<convex_polygon<T>>(known.value))
                    return "a convex_polygon, is empty or has more than 8 vertices; add it as a polygon";
                return std::visit([](const auto& one) { return complaint<std::remove_cvref_t<decltype(one)>>; },
                                  known.value);
            } else if constexpr (std::same_as<S, compound<T>>) {
                if (detail::any_of(known.pieces(), [](const auto& piece) { return is_borrowed(piece); }))
                    return "a compound, has a piece that borrows its vertices";
            }
            return complaint<S>;
        },
        s.value);
}
/// Returns true if a world can store a shape: it is valid, and owns its vertices.
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

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox

/// Collider ids may be keys of std::unordered_map and std::unordered_set.
template <>
struct std::hash<hitbox::collider_id> {
    [[nodiscard]] std::size_t operator()(const hitbox::collider_id& id) const noexcept {
        return std::hash<std::uint64_t>{}(std::uint64_t{id.generation} << 32 | id.index);
    }
};
