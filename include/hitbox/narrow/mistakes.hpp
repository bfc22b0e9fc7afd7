#pragma once
/// Common mistakes in the arguments of a query, each reported by one line of the compiler that says what to write.

#include <hitbox/narrow/clip.hpp>
#include <hitbox/narrow/contains.hpp>
#include <hitbox/narrow/manifold.hpp>
#include <hitbox/narrow/ray_cast.hpp>
#include <hitbox/narrow/sat.hpp>
#include <hitbox/narrow/separating_axis.hpp>
#include <hitbox/narrow/shape_cast.hpp>
#include <hitbox/narrow/time_of_impact.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// A list of points that is not a shape.
template <class R>
concept is_point_list = point_range<R> && !convex<R>;
/// polygon<T>, which this header does not include.
template <class P>
concept is_outline = !convex<P> && requires(const P& p) { p.ring_count(); };
/// A range of convex shapes.
template <class R>
concept is_shape_list =
    std::ranges::forward_range<const R> && convex<std::ranges::range_value_t<const R>> && !point_range<R> && !convex<R>;

/// A range of shapes known by their support only.
template <class R>
concept is_list_without_hulls = is_shape_list<R> && !has_hull<std::ranges::range_value_t<const R>>;

struct ignore_any_piece {
    template <class S>
    constexpr bool operator()(const S&, std::size_t) const noexcept {
        return true;
    }
};
/// A compound, a chain, a range of convex shapes, or a set of your own.
template <class S>
concept is_shape_set = !convex<S> && (is_shape_list<S> || requires(const S& s, aabb<typename S::scalar_type> box) {
    for_each_piece_near(s, box, ignore_any_piece{});
});
/// A result, an optional or a pointer.
template <class P>
concept is_holder = !convex<P> && requires(const P& p) { *p; } && !std::is_array_v<P> &&
                    (convex<std::remove_cvref_t<decltype(*std::declval<const P&>())>> ||
                     is_outline<std::remove_cvref_t<decltype(*std::declval<const P&>())>> ||
                     is_shape_set<std::remove_cvref_t<decltype(*std::declval<const P&>())>>);

template <class A>
concept is_mistake = is_point_list<A> || is_holder<A> || is_outline<A> || is_shape_set<A>;

/// An argument that is not a convex shape. Every argument converts to it; overloads that need no conversion, such as
/// the queries and functions of your own with the names below, are therefore preferred.
struct mistake {
    template <is_mistake A>
    constexpr mistake(const A&) noexcept {
        static_assert(
            !is_point_list<A>,
            "hitbox: a list of points is not a shape; make a polygon of it with make_convex_polygon or convex_hull");
        static_assert(
            !is_holder<A>,
            "hitbox: a result, an optional or a pointer is not a shape; test it, and pass what it holds: *it");
        static_assert(!is_list_without_hulls<A>,
                      "hitbox: a range of shapes known by their support only is not a set; write vertices(shape) and "
                      "radius(shape) beside them, or call the query for each of them");
        static_assert(
            is_list_without_hulls<A> || (!is_outline<A> && !is_shape_set<A>),
            "hitbox: this query takes convex shapes only; include hitbox/sets.hpp for the queries of a compound, "
            "chain, polygon or range: intersects, collide, distance, contact_manifold and casts, which take sets "
            "beside shapes with vertices");
    }
};
template <class S>
concept no_mistake = !is_mistake<S>;

/// The coordinate type of an argument; void if it has none.
template <class A>
[[nodiscard]] consteval auto scalar_of_argument() noexcept {
    if constexpr (convex<A>) return std::type_identity<scalar_t<A>>{};
    else if constexpr (is_shape_list<A>) return std::type_identity<scalar_t<std::ranges::range_value_t<const A>>>{};
    else if constexpr (requires { typename A::scalar_type; }) return std::type_identity<typename A::scalar_type>{};
    else return std::type_identity<void>{};
}
template <class A>
using argument_scalar = typename decltype(scalar_of_argument<A>())::type;

/// Two arguments with different coordinate types.
template <class A, class B>
concept mixed =
    !is_point_list<A> && !is_point_list<B> && !is_holder<A> && !is_holder<B> && scalar<argument_scalar<A>> &&
    scalar<argument_scalar<B>> && !std::same_as<argument_scalar<A>, argument_scalar<B>>;

/// Returns a point in place of a wrong argument. The call then has a result type, so that the compiler reports no
/// further errors.
template <class Other>
[[nodiscard]] constexpr auto a_point() noexcept {
    if constexpr (scalar<argument_scalar<Other>>) return vec2<argument_scalar<Other>>{};
    else return vec2<float>{};
}
template <class A, class B>
[[nodiscard]] constexpr auto a_point_of_mixed() noexcept {
    static_assert(
        !mixed<A, B>,
        "hitbox: the arguments have coordinates of different types, such as float and double; write both with "
        "the same one");
    return a_point<A>();
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox

// Writes the overloads of a query of two shapes, with a mistake in the first argument, in the second, or in both. It is
// a macro because the name of a function cannot be a template parameter.
#define HITBOX_MISTAKES_OF(query)                                                             \
    template <class B, class... More>                                                         \
    constexpr auto query(hitbox::detail::mistake, const B&, const More&...) {                 \
        return query(hitbox::detail::a_point<B>(), hitbox::detail::a_point<B>());             \
    }                                                                                         \
    template <hitbox::detail::no_mistake A, class... More>                                    \
    constexpr auto query(const A&, hitbox::detail::mistake, const More&...) {                 \
        return query(hitbox::detail::a_point<A>(), hitbox::detail::a_point<A>());             \
    }                                                                                         \
    template <class A, class B, class... More>                                                \
        requires hitbox::detail::mixed<A, B>                                                  \
    constexpr auto query(const A&, const B&, const More&...) {                                \
        return query(hitbox::detail::a_point_of_mixed<A, B>(), hitbox::detail::a_point<A>()); \
    }

namespace hitbox {
inline namespace HITBOX_ISA {

HITBOX_MISTAKES_OF(intersects)
HITBOX_MISTAKES_OF(penetrates)
HITBOX_MISTAKES_OF(contains)
HITBOX_MISTAKES_OF(collide)
HITBOX_MISTAKES_OF(contact_manifold)
HITBOX_MISTAKES_OF(polygon_clip)
HITBOX_MISTAKES_OF(distance)
HITBOX_MISTAKES_OF(signed_distance)

template <scalar T>
constexpr auto closest_point(detail::mistake, vec2<T> p) {
    return closest_point(p, p);
}
template <class A, class B>
    requires detail::mixed<A, B>
constexpr auto closest_point(const A&, const B&) {
    return closest_point(detail::a_point_of_mixed<A, B>(), detail::a_point<A>());
}

template <scalar T, class... More>
constexpr auto ray_cast(const ray<T>& r, detail::mistake, const More&...) {
    return ray_cast(r, vec2<T>{});
}
template <scalar T, class B, class... More>
    requires detail::mixed<ray<T>, B>
constexpr auto ray_cast(const ray<T>& r, const B&, const More&...) {
    return ray_cast(r, detail::a_point_of_mixed<ray<T>, B>());
}

template <scalar T, class... More>
constexpr auto shape_cast(detail::mistake, vec2<T> path, const More&...) {
    return shape_cast(vec2<T>{}, path, vec2<T>{});
}
template <detail::no_mistake A, class... More>
constexpr auto shape_cast(const A&, vec2<detail::argument_scalar<A>> path, detail::mistake, const More&...) {
    return shape_cast(detail::a_point<A>(), path, detail::a_point<A>());
}
template <detail::no_mistake A, class B, class... More>
    requires detail::mixed<A, B>
constexpr auto shape_cast(const A&, vec2<detail::argument_scalar<A>> path, const B&, const More&...) {
    return shape_cast(detail::a_point_of_mixed<A, B>(), path, detail::a_point<A>());
}

template <scalar T, class... More>
constexpr auto time_of_impact(detail::mistake, const sweep<T>& path, const More&...) {
    return time_of_impact(vec2<T>{}, path, vec2<T>{}, path);
}
template <detail::no_mistake A, scalar T, class... More>
constexpr auto time_of_impact(const A&, const sweep<T>& path, detail::mistake, const More&...) {
    return time_of_impact(vec2<T>{}, path, vec2<T>{}, path);
}
template <detail::no_mistake A, scalar T, class B, class... More>
    requires detail::mixed<A, B>
constexpr auto time_of_impact(const A&, const sweep<T>& path, const B&, const More&...) {
    return time_of_impact(detail::a_point_of_mixed<A, B>(), path, vec2<T>{}, path);
}

template <scalar T, class O, class... More>
constexpr auto move_and_slide(detail::mistake, vec2<T> position, vec2<T> motion, const O&, const More&...) {
    return move_and_slide(vec2<T>{}, position, motion, std::span<const circle<T>>{});
}
template <detail::no_mistake S, class... More>
constexpr auto move_and_slide(const S&, vec2<detail::argument_scalar<S>> position,
                              vec2<detail::argument_scalar<S>> motion, detail::mistake, const More&...) {
    using T = detail::argument_scalar<S>;
    return move_and_slide(vec2<T>{}, position, motion, std::span<const circle<T>>{});
}
template <detail::no_mistake S, class O, class... More>
    requires detail::mixed<S, O>
constexpr auto move_and_slide(const S&, vec2<detail::argument_scalar<S>> position,
                              vec2<detail::argument_scalar<S>> motion, const O&, const More&...) {
    using T = detail::argument_scalar<S>;
    return move_and_slide(detail::a_point_of_mixed<S, O>(), position, motion, std::span<const circle<T>>{});
}

template <class Many, class... More>
constexpr auto intersects_many(detail::mistake, const Many&, const More&...) {
    return std::size_t{0};
}

// Compounds and chains can be placed. A range of shapes cannot, because it has no centre.

template <detail::is_shape_list R>
constexpr auto at(const R&, const transform2<detail::argument_scalar<R>>&) {
    static_assert(!detail::is_shape_list<R>,
                  "hitbox: a range of shapes cannot be placed; make a compound of it, and place compound<T>{shapes}");
    return vec2<detail::argument_scalar<R>>{};
}
template <detail::is_shape_list R>
constexpr auto at(const R& shapes, vec2<detail::argument_scalar<R>> position) {
    return at(shapes, transform2<detail::argument_scalar<R>>{position, {}});
}
template <class... Where>
constexpr auto at(detail::mistake, const Where&...) {
    return vec2<float>{};
}

}  // namespace HITBOX_ISA

namespace sat {
inline namespace HITBOX_ISA {

template <scalar T>
constexpr auto project(hitbox::detail::mistake, vec2<T> axis) {
    return project(axis, axis);
}
HITBOX_MISTAKES_OF(separating_axis)
HITBOX_MISTAKES_OF(minimum_translation)
HITBOX_MISTAKES_OF(axes)
HITBOX_MISTAKES_OF(explain)

}  // namespace HITBOX_ISA
}  // namespace sat
}  // namespace hitbox

#undef HITBOX_MISTAKES_OF
