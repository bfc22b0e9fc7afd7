#pragma once
/// Compile errors for arguments that are not shapes: one line of output for each, which states what to write.

#include <hitbox/shapes/placed.hpp>

#include <variant>

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
concept is_shape_list = std::ranges::forward_range<const R> && convex<std::ranges::range_value_t<const R>> &&
                        !vec_like<std::ranges::range_value_t<const R>> && !convex<R>;
/// A range of shapes known by their support only. It is not a set, because queries of sets need vertices.
template <class R>
concept is_list_without_hulls = is_shape_list<R> && !has_hull<std::ranges::range_value_t<const R>>;

/// The visitor with which concepts test for_each_piece_near.
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
/// A range of results, optionals or pointers.
template <class R>
concept is_holder_list = std::ranges::forward_range<const R> && is_holder<std::ranges::range_value_t<const R>>;
/// A range of compounds, chains or polygons.
template <class R>
concept is_set_list =
    std::ranges::forward_range<const R> && !is_shape_set<R> && !is_outline<R> &&
    (is_outline<std::ranges::range_value_t<const R>> || is_shape_set<std::ranges::range_value_t<const R>>);
/// world<T>, and collider<T> or collider_id, which this header does not include.
template <class W>
concept is_world = requires(const W& w) { w.solids(); };
template <class C>
concept is_collider = requires(const C& c) { c.fixed; } || requires(const C& c) { c.generation; };
/// A std::variant, or a range of them.
template <class V>
concept is_variant = requires { std::variant_size<V>::value; } ||
                     requires { std::variant_size<std::ranges::range_value_t<const V>>::value; };

template <class R>
concept is_ray = !convex<R> && requires(const R& r) { r.origin, r.translation; };
template <class W>
concept is_transform = !convex<W> && requires(const W& w) { w.rotation, w.translation; };

/// An argument that `report_mistake` reports.
template <class A>
concept is_reported =
    !convex<A> && (is_point_list<A> || is_holder<A> || is_holder_list<A> || is_set_list<A> || is_world<A> ||
                   is_collider<A> || is_variant<A> || vec_like<A> || std::is_arithmetic_v<A>);
/// Any other class that is neither a shape nor a set.
template <class A>
concept is_no_shape = std::is_class_v<A> && !convex<A> && !is_reported<A> && !is_outline<A> && !is_shape_set<A>;
template <class A>
concept is_mistake = is_reported<A> || is_outline<A> || is_shape_set<A> || is_no_shape<A>;

/// Reports what is wrong with an argument that is not a shape.
template <class A>
constexpr void report_mistake() noexcept {
    static_assert(!is_point_list<A>,
                  "hitbox: a list of points is not a shape; make a polygon of it with make_convex_polygon or "
                  "convex_hull, or with make_polygon if it is concave");
    static_assert(!is_holder<A>,
                  "hitbox: a result, an optional or a pointer is not a shape; test it, and pass what it holds: *it");
    static_assert(!is_holder_list<A>, "hitbox: a range of pointers, results or optionals is not a range of shapes; "
                                      "make a range of what they hold, or call the query for each: *it");
    static_assert(!is_set_list<A>,
                  "hitbox: a range of compounds, chains or polygons is not a set; put all their pieces "
                  "into one compound<T>, or call the query for each");
    static_assert(!is_list_without_hulls<A>,
                  "hitbox: a range of shapes known by their support only is not a set; write vertices(shape) and "
                  "radius(shape) beside them, or call the query for each of them");
    static_assert(!is_world<A>, "hitbox: a world is not a shape; pass its solids, w.solids(), or call the query of the "
                                "world, such as w.collide(shape)");
    static_assert(!is_collider<A>, "hitbox: a collider or its id is not a shape; pass the placed shape, w.at(id)");
    static_assert(!is_variant<A>, "hitbox: a std::variant is not a shape; use any_shape<T>, or std::visit");
    static_assert(!vec_like<A>, "hitbox: a vector of another library is not a point; convert it once: to_vec2(v)");
    static_assert(!std::is_arithmetic_v<A>, "hitbox: a number is not a shape; a point is vec2{x, y}");
    static_assert(!is_ray<A>, "hitbox: a ray is not a shape; write ray_cast(ray, shape), or pass a segment");
    static_assert(!is_transform<A>, "hitbox: a transform is not a shape; place the shape: at(shape, transform)");
    static_assert(!is_no_shape<A> || is_ray<A> || is_transform<A>,
                  "hitbox: this type is not a shape; pass the member that is one, or write center(s) and support(s, d) "
                  "for the type, in its namespace; both take a const S& and return a vec2<T> by value");
}

/// A result or an optional of a shape.
template <class R>
concept is_optional_shape = is_holder<R> && requires(const R& r) { r.has_value(); };
template <class S>
concept no_mistake = !is_mistake<S>;
/// A shape or a set of shapes, whether the query in question takes it or not.
template <class S>
concept is_any_solid = convex<S> || is_outline<S> || is_shape_set<S>;

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

/// A shape, a set or a range of shapes with coordinates of a type other than T.
template <class S, class T>
concept of_other_scalar = !std::same_as<argument_scalar<S>, T> && is_any_solid<S>;
/// A shape or a set that a collider of a world<T> cannot have.
template <class S, class T>
concept not_kept_with = of_other_scalar<S, T> || is_shape_list<S>;

/// A vector of another library or of another coordinate type.
template <class V, class To>
concept not_converted_to = vec_like<V> && !std::is_convertible_v<V, To>;

/// Two arguments with different coordinate types, or with integers in a query that has no answer for them.
template <class A, class B>
concept mixed =
    !is_point_list<A> && !is_point_list<B> && !is_holder<A> && !is_holder<B> && scalar<argument_scalar<A>> &&
    scalar<argument_scalar<B>> && (!std::same_as<argument_scalar<A>, argument_scalar<B>> || !real<argument_scalar<A>>);

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

template <detail::is_point_list R>
constexpr auto bounds(const R&) {
    detail::report_mistake<R>();
    return aabb<float>{};
}
template <detail::is_point_list R>
constexpr float area(const R&) {
    detail::report_mistake<R>();
    return 0;
}
template <detail::is_point_list R>
constexpr auto centroid(const R&) {
    detail::report_mistake<R>();
    return vec2<float>{};
}
// A result or an optional is not a shape: test it, and write bounds(*it). Deleted functions do not satisfy a concept.
template <detail::is_optional_shape R>
void bounds(const R&) = delete;  // write bounds(*it)
template <detail::is_optional_shape R>
void area(const R&) = delete;  // write area(*it)
template <detail::is_optional_shape R>
void centroid(const R&) = delete;  // write centroid(*it)
template <detail::is_optional_shape R>
void vertices(const R&) = delete;  // write vertices(*it)
template <detail::is_optional_shape R>
void valid(const R&) = delete;  // write it.has_value()
template <detail::is_optional_shape R, class V>
void translated(const R&, const V&) = delete;  // write translated(*it, offset)
template <detail::is_any_solid S, class... V>
    requires(sizeof...(V) != 1 || !(std::is_convertible_v<V, vec2<detail::argument_scalar<S>>> && ...))
constexpr auto translated(const S&, const V&...) {
    static_assert(sizeof(S) == 0, "hitbox: write translated(shape, vec2<T>{x, y}) with the number type T of the shape");
    return vec2<float>{};
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
