#pragma once
/// A readable compile error for calls that pass a set to a query of convex shapes.

#include <hitbox/narrow/clip.hpp>
#include <hitbox/narrow/last_axis.hpp>
#include <hitbox/narrow/sat.hpp>
#include <hitbox/narrow/separating_axis.hpp>
#include <hitbox/sets/chain.hpp>
#include <hitbox/sets/polygon_set.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Fails to compile with a message that names the queries which take sets. The return types of this function and of
/// the overloads below are deduced. The compiler therefore needs the body first, and reports this message before any
/// error about the use of the result.
template <class A, class... B>
constexpr auto refuse_sets() noexcept {
    constexpr bool is_convex = sizeof(A) == 0;
    static_assert(
        is_convex,
        "hitbox: this query takes convex shapes only; call it for the pieces of a compound, chain, polygon or "
        "range, or use intersects, collide, distance or contact_manifold, which take sets");
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

template <std::size_t N = 0, class A, class B>
    requires detail::solids<A, B>
constexpr auto polygon_clip(const A&, const B&) {
    return detail::refuse_sets<A, B>();
}
template <class A, class B, real T>
    requires detail::solids<A, B>
constexpr auto intersects(const A&, const B&, sat::last_axis<T>&) {
    return detail::refuse_sets<A, B>();
}
template <class A, class B, real T>
    requires detail::solids<A, B>
constexpr auto penetrates(const A&, const B&, sat::last_axis<T>&) {
    return detail::refuse_sets<A, B>();
}
template <class A, class B, real T>
    requires detail::solids<A, B>
constexpr auto collide(const A&, const B&, sat::last_axis<T>&) {
    return detail::refuse_sets<A, B>();
}

// Sets have no vertices, but their parts have.

template <real T>
void vertices(const polygon<T>&) = delete;  // write p.outline() and p.hole(i), or triangles(p) for a renderer
template <exact_real T>
void vertices(const compound<T>&) = delete;  // write vertices(piece) for each piece of c.pieces()
template <exact_real T>
void vertices(const placed<compound<T>>&) = delete;  // write vertices(baked(at(piece, t))) for each piece

}  // namespace HITBOX_ISA

namespace sat {
inline namespace HITBOX_ISA {

template <solid_set S>
constexpr auto project(const S&, vec2<std::type_identity_t<hitbox::detail::set_scalar_t<S>>>) {
    return hitbox::detail::refuse_sets<S>();
}
template <class A, class B>
    requires hitbox::detail::solids<A, B>
constexpr auto separating_axis(const A&, const B&) {
    return hitbox::detail::refuse_sets<A, B>();
}
template <class A, class B>
    requires hitbox::detail::solids<A, B>
constexpr auto minimum_translation(const A&, const B&) {
    return hitbox::detail::refuse_sets<A, B>();
}
template <class A, class B>
    requires hitbox::detail::solids<A, B>
constexpr auto axes(const A&, const B&) {
    return hitbox::detail::refuse_sets<A, B>();
}
template <class A, class B>
    requires hitbox::detail::solids<A, B>
constexpr auto explain(const A&, const B&) {
    return hitbox::detail::refuse_sets<A, B>();
}

}  // namespace HITBOX_ISA
}  // namespace sat
}  // namespace hitbox
