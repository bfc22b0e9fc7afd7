#pragma once
/// What if a list of points is given where a shape is expected? One line says what is missing.

#include <hitbox/narrow/clip.hpp>
#include <hitbox/narrow/contains.hpp>
#include <hitbox/narrow/manifold.hpp>
#include <hitbox/narrow/ray_cast.hpp>
#include <hitbox/narrow/sat.hpp>
#include <hitbox/narrow/separating_axis.hpp>
#include <hitbox/narrow/shape_cast.hpp>
#include <hitbox/narrow/time_of_impact.hpp>

namespace hitbox::detail::inline HITBOX_ISA {

template <class R>
concept is_point_list = point_range<R> && !convex<R>;

/// A list of points that is no shape. As it takes a conversion to get here, functions of your own with the names below
/// are preferred.
struct point_list {
    template <is_point_list R>
    constexpr point_list(const R&) noexcept {}
};

template <class S>
concept is_other = !is_point_list<S>;

/// Says what is missing, and is never compiled. A point of the other argument's numbers gives the answer a type, so
/// that nothing else is complained of.
template <class Other>
[[nodiscard]] constexpr auto not_a_shape() noexcept {
    constexpr bool is_a_shape = sizeof(Other) == 0;
    static_assert(
        is_a_shape,
        "hitbox: a list of points is not a shape; make a polygon of it with make_convex_polygon or convex_hull");
    if constexpr (convex<Other>) return vec2<scalar_t<Other>>{};
    else return vec2<float>{};
}

}  // namespace hitbox::detail::inline HITBOX_ISA

namespace hitbox::inline HITBOX_ISA {

// Every query, with the list as the one shape or the other.

template <class B, class... More>
constexpr auto intersects(detail::point_list, const B&, const More&...) {
    return intersects(detail::not_a_shape<B>(), detail::not_a_shape<B>());
}
template <detail::is_other A, class... More>
constexpr auto intersects(const A&, detail::point_list, const More&...) {
    return intersects(detail::not_a_shape<A>(), detail::not_a_shape<A>());
}

template <class B, class... More>
constexpr auto penetrates(detail::point_list, const B&, const More&...) {
    return penetrates(detail::not_a_shape<B>(), detail::not_a_shape<B>());
}
template <detail::is_other A, class... More>
constexpr auto penetrates(const A&, detail::point_list, const More&...) {
    return penetrates(detail::not_a_shape<A>(), detail::not_a_shape<A>());
}

template <class B>
constexpr auto contains(detail::point_list, const B&) {
    return contains(detail::not_a_shape<B>(), detail::not_a_shape<B>());
}
template <detail::is_other A>
constexpr auto contains(const A&, detail::point_list) {
    return contains(detail::not_a_shape<A>(), detail::not_a_shape<A>());
}

template <class B, class... More>
constexpr auto collide(detail::point_list, const B&, const More&...) {
    return collide(detail::not_a_shape<B>(), detail::not_a_shape<B>());
}
template <detail::is_other A, class... More>
constexpr auto collide(const A&, detail::point_list, const More&...) {
    return collide(detail::not_a_shape<A>(), detail::not_a_shape<A>());
}

template <class B, class... More>
constexpr auto contact_manifold(detail::point_list, const B&, const More&...) {
    return contact_manifold(detail::not_a_shape<B>(), detail::not_a_shape<B>());
}
template <detail::is_other A, class... More>
constexpr auto contact_manifold(const A&, detail::point_list, const More&...) {
    return contact_manifold(detail::not_a_shape<A>(), detail::not_a_shape<A>());
}

template <std::size_t N = 0, class B>
constexpr auto polygon_clip(detail::point_list, const B&) {
    return polygon_clip<N>(detail::not_a_shape<B>(), detail::not_a_shape<B>());
}
template <std::size_t N = 0, detail::is_other A>
constexpr auto polygon_clip(const A&, detail::point_list) {
    return polygon_clip<N>(detail::not_a_shape<A>(), detail::not_a_shape<A>());
}

template <class B>
constexpr auto distance(detail::point_list, const B&) {
    return distance(detail::not_a_shape<B>(), detail::not_a_shape<B>());
}
template <detail::is_other A>
constexpr auto distance(const A&, detail::point_list) {
    return distance(detail::not_a_shape<A>(), detail::not_a_shape<A>());
}

template <class B>
constexpr auto signed_distance(detail::point_list, const B&) {
    return signed_distance(detail::not_a_shape<B>(), detail::not_a_shape<B>());
}
template <detail::is_other A>
constexpr auto signed_distance(const A&, detail::point_list) {
    return signed_distance(detail::not_a_shape<A>(), detail::not_a_shape<A>());
}

template <scalar T>
constexpr auto closest_point(detail::point_list, vec2<T> p) {
    return closest_point(detail::not_a_shape<vec2<T>>(), p);
}

template <scalar T, class... More>
constexpr auto ray_cast(const ray<T>& r, detail::point_list, const More&...) {
    return ray_cast(r, detail::not_a_shape<vec2<T>>());
}

template <scalar T, class... More>
constexpr auto shape_cast(detail::point_list, vec2<T> way, const More&...) {
    return shape_cast(detail::not_a_shape<vec2<T>>(), way, vec2<T>{});
}
template <detail::is_other A, class... More>
constexpr auto shape_cast(const A&, vec2<std::type_identity_t<scalar_t<A>>> way, detail::point_list, const More&...) {
    return shape_cast(detail::not_a_shape<A>(), way, detail::not_a_shape<A>());
}

template <scalar T, class... More>
constexpr auto time_of_impact(detail::point_list, const sweep<T>& way, const More&...) {
    return time_of_impact(detail::not_a_shape<vec2<T>>(), way, vec2<T>{}, way);
}
template <detail::is_other A, scalar T, class... More>
constexpr auto time_of_impact(const A&, const sweep<T>& way, detail::point_list, const More&...) {
    return time_of_impact(detail::not_a_shape<vec2<T>>(), way, vec2<T>{}, way);
}

template <class Many, class... More>
constexpr auto intersects_many(detail::point_list, const Many&, const More&...) {
    static_cast<void>(detail::not_a_shape<Many>());
    return std::size_t{0};
}

}  // namespace hitbox::inline HITBOX_ISA

namespace hitbox::sat::inline HITBOX_ISA {

template <scalar T>
constexpr auto project(hitbox::detail::point_list, vec2<T> axis) {
    return project(hitbox::detail::not_a_shape<vec2<T>>(), axis);
}

template <class B>
constexpr auto separating_axis(hitbox::detail::point_list, const B&) {
    return separating_axis(hitbox::detail::not_a_shape<B>(), hitbox::detail::not_a_shape<B>());
}
template <hitbox::detail::is_other A>
constexpr auto separating_axis(const A&, hitbox::detail::point_list) {
    return separating_axis(hitbox::detail::not_a_shape<A>(), hitbox::detail::not_a_shape<A>());
}

template <class B>
constexpr auto minimum_translation(hitbox::detail::point_list, const B&) {
    return minimum_translation(hitbox::detail::not_a_shape<B>(), hitbox::detail::not_a_shape<B>());
}
template <hitbox::detail::is_other A>
constexpr auto minimum_translation(const A&, hitbox::detail::point_list) {
    return minimum_translation(hitbox::detail::not_a_shape<A>(), hitbox::detail::not_a_shape<A>());
}

template <class B, class... More>
constexpr auto axes(hitbox::detail::point_list, const B&, const More&...) {
    return axes(hitbox::detail::not_a_shape<B>(), hitbox::detail::not_a_shape<B>());
}
template <hitbox::detail::is_other A, class... More>
constexpr auto axes(const A&, hitbox::detail::point_list, const More&...) {
    return axes(hitbox::detail::not_a_shape<A>(), hitbox::detail::not_a_shape<A>());
}

template <class B, class... More>
constexpr auto explain(hitbox::detail::point_list, const B&, const More&...) {
    return explain(hitbox::detail::not_a_shape<B>(), hitbox::detail::not_a_shape<B>());
}
template <hitbox::detail::is_other A, class... More>
constexpr auto explain(const A&, hitbox::detail::point_list, const More&...) {
    return explain(hitbox::detail::not_a_shape<A>(), hitbox::detail::not_a_shape<A>());
}

}  // namespace hitbox::sat::inline HITBOX_ISA
