#pragma once
/// Compile errors for common mistakes in the arguments of a query: one line of output for each, which states what to
/// write.

#include <hitbox/fwd.hpp>
#include <hitbox/narrow/clip.hpp>
#include <hitbox/narrow/contains.hpp>
#include <hitbox/narrow/last_axis.hpp>
#include <hitbox/narrow/manifold.hpp>
#include <hitbox/narrow/ray_cast.hpp>
#include <hitbox/narrow/sat.hpp>
#include <hitbox/narrow/separating_axis.hpp>
#include <hitbox/narrow/shape_cast.hpp>
#include <hitbox/narrow/time_of_impact.hpp>
#include <hitbox/shapes/compile_errors.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// An argument that is not a convex shape. Every argument converts to it; overloads that need no conversion, such as
/// the queries and functions of your own with the names below, are therefore preferred.
struct mistake {
    template <is_mistake A>
    constexpr mistake(const A&) noexcept {
        report_mistake<A>();
        static_assert(
            is_list_without_hulls<A> || (!is_outline<A> && !is_shape_set<A>),
            "hitbox: this query takes convex shapes only; call it for the pieces of a compound, chain, polygon or "
            "range, or use intersects, collide, distance, contact_manifold without a margin, or a cast: they take sets "
            "if hitbox/sets.hpp or hitbox.hpp is included, the numbers are float or double, and the other shape has "
            "vertices");
    }
    template <is_any_solid A>
        requires(!vec_like<A>)
    constexpr mistake(std::initializer_list<A>) noexcept {
        static_assert(sizeof(A) == 0, "hitbox: several shapes in braces are a compound<T>{a, b}");
    }
};

/// A point in braces: `intersects(box, {3, 4})`. Nothing but braces converts to it.
template <scalar T>
struct point_in_braces {
    T x, y;
};

/// Two arguments of different types, or a set and a class that is neither a shape nor a set.
template <class A, class B>
concept mistaken_pair = mixed<A, B> || !(convex<A> || !is_no_shape<B>);

/// Further arguments that no query of these two solids takes.
template <class A, class B, class... More>
concept are_no_axis = !mixed<A, B> && sizeof...(More) > 0 &&
                      (sizeof...(More) > 1 ||
                       !(convex<A> && convex<B> && (std::same_as<More, sat::last_axis<argument_scalar<A>>> && ...)));

/// Arguments of `move_and_slide` whose position is not a vector, or whose motion is a shape or a number.
template <class S, class P, class M>
concept in_wrong_order =
    (!std::is_convertible_v<P, vec2<argument_scalar<S>>> && !vec_like<P> && !requires(const P& p) { p.pixel; }) ||
    (!std::is_convertible_v<M, vec2<argument_scalar<S>>> && !vec_like<M> &&
     (is_any_solid<M> || std::is_arithmetic_v<M>));

/// A vector of another library, which is not converted.
template <class V>
concept is_foreign_vector = vec_like<V> && !convex<V>;

/// Obstacles that are no mistake, also in braces. They need a conversion, so valid calls are preferred.
struct any_obstacles {
    template <class... O>
        requires((!is_reported<O> && !is_no_shape<O>) && ...)
    constexpr any_obstacles(const O&...) noexcept {}
};
/// The value of an option or of a member, also in braces.
struct any_value {
    template <class... V>
        requires((!is_reported<V> || vec_like<V> || std::is_arithmetic_v<V>) && ...)
    constexpr any_value(const V&...) noexcept {}
    constexpr any_value(std::initializer_list<any_value>) noexcept {}
};

/// Returns a point in place of a wrong argument. The call then has a result type, so that the compiler reports no
/// further errors.
template <class Other>
[[nodiscard]] constexpr auto a_point() noexcept {
    if constexpr (real<argument_scalar<Other>>) return vec2<argument_scalar<Other>>{};
    else return vec2<float>{};
}
template <class A, class... B>
[[nodiscard]] constexpr auto a_point_of_mixed() noexcept {
    static_assert(
        !(mixed<A, B> || ...),
        "hitbox: the arguments have coordinates of different types, such as float and double, or whole numbers, as in "
        "circle{{1, 2}, 3}; write both with the same one, as in circle<float>{{1, 2}, 3}");
    return a_point<A>();
}

template <class A>
[[nodiscard]] constexpr auto a_point_without_third() noexcept {
    static_assert(sizeof(A) == 0, "hitbox: this query takes two shapes, and no margin or condition; a position belongs "
                                  "to its shape: at(shape, position). intersects, penetrates and collide of convex "
                                  "shapes also take a sat::last_axis<T> of the same number type T, in a variable");
    return a_point<A>();
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox

// Writes the overloads of a query of two shapes, with a mistake in the first argument, in the second, or in both, and
// with a point in braces. It is a macro because the name of a function cannot be a template parameter.
#define HITBOX_MISTAKES_OF(query)                                                             \
    template <class B, class... More>                                                         \
        requires(!hitbox::detail::is_no_shape<B>)                                             \
    constexpr auto query(hitbox::detail::mistake, const B&, const More&...) {                 \
        return query(hitbox::detail::a_point<B>(), hitbox::detail::a_point<B>());             \
    }                                                                                         \
    template <hitbox::detail::no_mistake A, class... More>                                    \
    constexpr auto query(const A&, hitbox::detail::mistake, const More&...) {                 \
        return query(hitbox::detail::a_point<A>(), hitbox::detail::a_point<A>());             \
    }                                                                                         \
    template <hitbox::detail::no_mistake A, class T = hitbox::detail::argument_scalar<A>>     \
    [[nodiscard]] constexpr auto query(const A& a, hitbox::detail::point_in_braces<T> p) {    \
        return query(a, vec2<T>{p.x, p.y});                                                   \
    }                                                                                         \
    template <class A, class B, class... More>                                                \
        requires hitbox::detail::mistaken_pair<A, B>                                          \
    constexpr auto query(const A&, const B&, const More&...) {                                \
        if constexpr (hitbox::detail::is_no_shape<B>) hitbox::detail::report_mistake<B>();    \
        return query(hitbox::detail::a_point_of_mixed<A, B>(), hitbox::detail::a_point<A>()); \
    }

// Writes the overload of a query of two shapes for further arguments that it does not have.
#define HITBOX_NO_THIRD_OF(query)                                                               \
    template <hitbox::detail::is_any_solid A, hitbox::detail::is_any_solid B, class... More>    \
        requires hitbox::detail::are_no_axis<A, B, More...>                                     \
    constexpr auto query(const A&, const B&, const More&...) {                                  \
        return query(hitbox::detail::a_point_without_third<A>(), hitbox::detail::a_point<A>()); \
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
HITBOX_NO_THIRD_OF(intersects)
HITBOX_NO_THIRD_OF(penetrates)
HITBOX_NO_THIRD_OF(collide)
HITBOX_NO_THIRD_OF(distance)
HITBOX_NO_THIRD_OF(signed_distance)

template <detail::is_any_solid A, detail::is_any_solid B, class Margin>
    requires(!detail::mixed<A, B> && !std::is_convertible_v<const Margin&, detail::argument_scalar<A>>)
constexpr auto contact_manifold(const A&, const B&, const Margin&) {
    static_assert(sizeof(A) == 0, "hitbox: contact_manifold takes two shapes, and perhaps a margin, which is a length");
    return contact_manifold(detail::a_point<A>(), detail::a_point<A>());
}

template <detail::is_any_solid A, class P>
    requires detail::is_foreign_vector<P>
constexpr auto closest_point(const A&, const P&) {
    static_assert(sizeof(A) == 0, "hitbox: a point is a vec2<T>; convert the vector of another library: to_vec2(v)");
    return closest_point(detail::a_point<A>(), detail::a_point<A>());
}
template <scalar T = float>
constexpr auto closest_point(detail::mistake, vec2<T> p) {
    return closest_point(p, p);
}
template <class A, class B>
    requires detail::mixed<A, B>
constexpr auto closest_point(const A&, const B&) {
    return closest_point(detail::a_point_of_mixed<A, B>(), detail::a_point<A>());
}
template <class S, scalar T = detail::argument_scalar<S>>
    requires(detail::is_any_solid<S> && !vec_like<S> && !std::same_as<S, vec2<T>>)
constexpr auto closest_point(vec2<T> p, const S&) {
    static_assert(sizeof(S) == 0, "hitbox: the shape comes first: closest_point(shape, point)");
    return closest_point(p, p);
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

template <scalar T, detail::is_any_solid B, class Third>
    requires(!detail::mixed<ray<T>, B> && !std::same_as<Third, ray_start>)
constexpr auto ray_cast(const ray<T>& r, const B&, const Third&) {
    static_assert(sizeof(B) == 0, "hitbox: a ray is as long as its translation, and the third argument of ray_cast is "
                                  "ray_start::solid or ray_start::hollow");
    return ray_cast(r, vec2<T>{});
}

template <class A, class P = decltype(detail::a_point<A>()), class... More>
    requires(!requires(const A& r) { r.translation; })
constexpr auto ray_cast(const A&, const More&...) {
    static_assert(sizeof(A) == 0, "hitbox: the ray comes first: ray_cast(ray<T>{origin, translation}, shape)");
    return ray_cast(ray<typename P::scalar_type>{}, P{});
}

template <detail::is_any_solid A, class T = detail::argument_scalar<A>, class... More>
constexpr auto ray_cast(detail::point_in_braces<T> from, detail::point_in_braces<T>, const A& shape, const More&...) {
    return ray_cast(vec2<T>{from.x, from.y}, shape);
}

template <detail::is_any_solid A, detail::is_any_solid B>
constexpr auto shape_cast(const A&, const B&, detail::point_in_braces<detail::argument_scalar<A>> = {}) {
    static_assert(sizeof(A) == 0, "hitbox: shape_cast takes a shape, its translation and the other shape: "
                                  "shape_cast(a, vec2<T>{x, y}, b)");
    return shape_cast(detail::a_point<A>(), {}, detail::a_point<A>());
}
template <detail::is_any_solid A, class M, class B, class... More>
    requires(!std::is_convertible_v<M, vec2<detail::argument_scalar<A>>> && !detail::mixed<A, M>)
constexpr auto shape_cast(const A&, const M&, const B&, const More&...) {
    static_assert(sizeof(A) == 0, "hitbox: the order is shape_cast(a, translation, b), and the translation is a "
                                  "vec2<T>{x, y}; to_vec2(v) converts a vector of another library");
    return shape_cast(detail::a_point<A>(), {}, detail::a_point<A>());
}
template <scalar T = float, class... More>
constexpr auto shape_cast(detail::mistake, vec2<T> path, const More&...) {
    return shape_cast(vec2<T>{}, path, vec2<T>{});
}
template <detail::no_mistake A, class... More>
constexpr auto shape_cast(const A&, vec2<detail::argument_scalar<A>> path, detail::mistake, const More&...) {
    return shape_cast(detail::a_point<A>(), path, detail::a_point<A>());
}
template <detail::no_mistake A, scalar U = detail::argument_scalar<A>, class B = A, class... More>
    requires(detail::mixed<A, vec2<U>> || detail::mixed<A, B>)
constexpr auto shape_cast(const A&, vec2<U>, const B&, const More&...) {
    return shape_cast(detail::a_point_of_mixed<A, vec2<U>, B>(), {}, detail::a_point<A>());
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

template <detail::is_any_solid A, scalar T, detail::is_any_solid B>
constexpr auto time_of_impact(const A&, const sweep<T>& path, const B&) {
    static_assert(sizeof(A) == 0, "hitbox: time_of_impact takes a sweep for each shape: time_of_impact(a, sweep_a, b, "
                                  "sweep_b); sweep<T>{} stays at rest");
    return time_of_impact(vec2<T>{}, path, vec2<T>{}, path);
}
template <detail::is_any_solid A, class P, detail::is_any_solid B, class Q>
    requires(!detail::mixed<A, B> && !(std::same_as<P, sweep<detail::argument_scalar<A>>> && std::same_as<P, Q>))
constexpr auto time_of_impact(const A&, const P&, const B&, const Q&) {
    static_assert(sizeof(A) == 0, "hitbox: time_of_impact takes a sweep for each shape, of the same number type T: "
                                  "time_of_impact(a, sweep<T>{from, to}, b, sweep<T>{})");
    return time_of_impact(detail::a_point<A>(), {}, detail::a_point<A>(), {});
}
template <class A, scalar T, class B>
constexpr auto time_of_impact(const A&, vec2<T> path, const B&, vec2<T> = {}) {
    static_assert(sizeof(A) == 0, "hitbox: time_of_impact takes sweeps; shapes that do not turn take "
                                  "shape_cast(a, translation_a, b, translation_b)");
    return time_of_impact(path, {}, path, {});
}
// Two numbers in braces would be the translation in the first transform of a sweep, and reverse the motion.
template <detail::is_any_solid A, class N, detail::is_any_solid B, class T = detail::argument_scalar<A>>
    requires std::is_arithmetic_v<N>
constexpr auto time_of_impact(const A& a, const N (&)[2], const B& b, const sweep<T>&) {
    return time_of_impact(a, vec2<T>{}, b, vec2<T>{});
}
template <detail::is_any_solid A, detail::is_any_solid B, class N, class T = detail::argument_scalar<A>>
    requires std::is_arithmetic_v<N>
constexpr auto time_of_impact(const A& a, const sweep<T>&, const B& b, const N (&)[2]) {
    return time_of_impact(a, vec2<T>{}, b, vec2<T>{});
}
template <detail::is_any_solid A, class N, detail::is_any_solid B, class M, class T = detail::argument_scalar<A>>
    requires(std::is_arithmetic_v<N> && std::is_arithmetic_v<M>)
constexpr auto time_of_impact(const A& a, const N (&)[2], const B& b, const M (&)[2]) {
    return time_of_impact(a, vec2<T>{}, b, vec2<T>{});
}

template <detail::is_mistake S, class P = vec2<float>, class M = P, class O = detail::any_value,
          class Options = slide_options<float>>
constexpr auto move_and_slide(const S&, const P&, const M&, const O&, const Options& = {}) {
    detail::report_mistake<S>();
    static_assert(!detail::is_outline<S> && !detail::is_shape_set<S>,
                  "hitbox: move_and_slide moves one convex shape; a compound, chain, polygon or range can be the "
                  "obstacles");
    return move_and_slide(detail::a_point<S>(), {}, {}, circle{detail::a_point<S>(), {}});
}
template <detail::no_mistake S>
constexpr auto move_and_slide(const S&, vec2<detail::argument_scalar<S>>, vec2<detail::argument_scalar<S>>,
                              detail::mistake, const slide_options<detail::argument_scalar<S>>& = {}) {
    return move_and_slide(detail::a_point<S>(), {}, {}, circle{detail::a_point<S>(), {}});
}
template <detail::no_mistake S, class O, scalar U = detail::argument_scalar<S>, scalar V = U,
          class Options = slide_options<detail::argument_scalar<S>>>
    requires(detail::mixed<S, vec2<U>> || detail::mixed<S, vec2<V>> || detail::mixed<S, O> || detail::mixed<S, Options>)
constexpr auto move_and_slide(const S&, vec2<U>, vec2<V>, const O&, const Options& = {}) {
    return move_and_slide(detail::a_point_of_mixed<S, vec2<U>, vec2<V>, O, Options>(), {}, {},
                          circle{detail::a_point<S>(), {}});
}

// Arguments in a wrong order, or without a position or obstacles, with options in a variable or in braces.
template <detail::is_any_solid S, class P = vec2<detail::argument_scalar<S>>, class M = P,
          class O = slide_options<detail::argument_scalar<S>>,
          class Options = slide_options<detail::argument_scalar<S>>>
    requires(detail::in_wrong_order<S, P, M> || std::same_as<O, slide_options<detail::argument_scalar<S>>>)
constexpr auto move_and_slide(const S&, const P&, const M&, const O& = {}, const Options& = {}) {
    static_assert(sizeof(S) == 0, "hitbox: the order is move_and_slide(shape, position, motion, obstacles, options); "
                                  "only the options can be missing; both position and motion are vec2<T>");
    return move_and_slide(detail::a_point<S>(), {}, {}, circle{detail::a_point<S>(), {}});
}

// Obstacles before a position or a motion in braces.
template <detail::is_any_solid S, detail::is_shape_set O, class T = detail::argument_scalar<S>>
constexpr auto move_and_slide(const S& shape, const O& obstacles, vec2<T>, vec2<T>, const slide_options<T>& = {}) {
    return move_and_slide(shape, obstacles, obstacles);
}
// A number in place of the position, with a motion in braces.
template <detail::is_any_solid S, class P, class T = detail::argument_scalar<S>, class O = detail::any_value>
    requires std::is_arithmetic_v<P>
constexpr auto move_and_slide(const S& shape, const P& x, vec2<T>, const O&, const slide_options<T>& = {}) {
    return move_and_slide(shape, x, x);
}

// Options in braces that slide_options does not have. GCC takes them for an array, and reports their names.
template <detail::no_mistake S, class P = vec2<float>, class M = P, std::size_t N>
    requires(!detail::is_foreign_vector<P> && !detail::is_foreign_vector<M>)
constexpr auto move_and_slide(const S&, const P&, const M&, detail::any_obstacles, const detail::any_value (&)[N]) {
    static_assert(sizeof(S) == 0,
                  "hitbox: the last argument of move_and_slide is its options: some of .up, .floor_up, .step_height, "
                  ".snap_distance, .dt, in this order; all numbers are float, or all are double");
    return move_and_slide(detail::a_point_of_mixed<S, P, M>(), {}, {}, circle{detail::a_point<S>(), {}});
}
template <detail::no_mistake S, class P = vec2<float>, class M = P, class O = detail::any_value>
    requires(detail::is_foreign_vector<P> || detail::is_foreign_vector<M>)
constexpr auto move_and_slide(const S&, const P&, const M&, const O&,
                              const slide_options<detail::argument_scalar<S>>& = {}) {
    static_assert(sizeof(S) == 0, "hitbox: a position and a motion are vec2<T>; convert the vector of another library: "
                                  "to_vec2(v)");
    return move_and_slide(detail::a_point<S>(), {}, {}, circle{detail::a_point<S>(), {}});
}
template <class S, class P = vec2<float>, class M = P, class Options>
    requires(std::is_arithmetic_v<Options> || vec_like<Options>)
constexpr auto move_and_slide(const S& s, const P& p, const M& m, detail::any_obstacles obstacles,
                              const Options& value) {
    const detail::any_value values[]{value};
    return move_and_slide(s, p, m, obstacles, values);
}

// Compounds and chains can be placed. A range of shapes and a combination of sets cannot, because they have no centre.

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
template <class S, class Where = detail::point_in_braces<float>, class... More>
    requires((convex<S> || detail::is_outline<S> || detail::is_shape_set<S>) &&
             (sizeof...(More) > 0 || !std::same_as<Where, detail::point_in_braces<float>>))
constexpr auto at(const S&, const Where&, const More&...) {
    using T = detail::argument_scalar<S>;
    if constexpr (requires(const S& s) { center(s); })
        static_assert(std::is_convertible_v<Where, vec2<T>> && sizeof...(More) == 0,
                      "hitbox: write at(shape, vec2<T>{x, y}) with the number type T of the shape, or at(shape, "
                      "transform2<T>{{x, y}, rot2<T>::from_degrees(30)})");
    else
        static_assert(sizeof(S) == 0, "hitbox: a combination of sets, such as that of `together`, cannot be placed; "
                                      "place the shapes and sets in it");
    return vec2<T>{};
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
#undef HITBOX_NO_THIRD_OF
