#pragma once
/// The concept of a set: convex pieces, and the search for those near a box.

#include <hitbox/narrow/separation.hpp>
#include <hitbox/shapes/any_shape.hpp>
#include <hitbox/shapes/compile_errors.hpp>

#include <span>

namespace hitbox {

/// A range of convex shapes: a set of solids. A query tests all of them one by one.
template <class R>
concept range_of_shapes = detail::is_shape_list<R>;

namespace detail {
inline namespace HITBOX_ISA {

/// The coordinate type of a set or of a convex shape.
template <class S>
using solid_scalar_t = argument_scalar<std::remove_cvref_t<S>>;

/// Returns the box that contains no point and extends no other box.
template <real T>
[[nodiscard]] constexpr aabb<T> box_of_nothing() noexcept {
    constexpr T far_away = std::numeric_limits<T>::infinity();
    return {{far_away, far_away}, {-far_away, -far_away}};
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox

namespace hitbox {
inline namespace HITBOX_ISA {

/// Calls visit(piece, index) for the pieces of a set that may meet a box, until `visit` returns false. A convex shape
/// is a set of one piece.
template <convex S, class Visit>
void for_each_piece_near(const S& piece, const aabb<scalar_t<S>>&, const Visit& visit) {
    static_cast<void>(visit(piece, std::size_t{0}));
}

template <range_of_shapes R, class Visit>
void for_each_piece_near(const R& shapes, const aabb<detail::solid_scalar_t<R>>& box, const Visit& visit) {
    std::size_t i = 0;
    for (const auto& s : shapes) {
        if (intersects_pair(bounds(s), box) && !visit(s, i)) return;
        ++i;
    }
}

/// Returns the box around all shapes; a box that contains nothing if there are none.
template <range_of_shapes R>
[[nodiscard]] aabb<detail::solid_scalar_t<R>> bounds(const R& shapes) noexcept {
    auto all = detail::box_of_nothing<detail::solid_scalar_t<R>>();
    for (const auto& s : shapes) all = merged(all, bounds(s));
    return all;
}
/// Returns true if each shape is valid. An empty range is valid, and meets nothing.
template <range_of_shapes R>
[[nodiscard]] bool valid(const R& shapes) noexcept {
    for (const auto& s : shapes)
        if (!detail::is_valid(s)) return false;
    return true;
}

}  // namespace HITBOX_ISA

/// Several solids that answer as one: a compound, a chain, or any range of convex shapes. To make a type of your own a
/// set, write `for_each_piece_near(set, box, visit)`, `bounds(set)` and `valid(set)` in its namespace, and give it a
/// `scalar_type`.
template <class S>
concept solid_set = !convex<S> && !detail::is_list_without_hulls<S> &&
                    requires(const S& s, const aabb<detail::solid_scalar_t<S>>& box) {
                        for_each_piece_near(s, box, detail::ignore_any_piece{});
                        { bounds(s) } -> std::same_as<aabb<detail::solid_scalar_t<S>>>;
                    };

/// A convex shape or a set of convex shapes.
template <class S>
concept solid = (convex<S> && detail::has_hull<S>) || solid_set<S>;

namespace detail {
inline namespace HITBOX_ISA {

/// Two solids with the same coordinate type, at least one of which is a set.
template <class A, class B>
concept solids = solid<A> && solid<B> && (solid_set<A> || solid_set<B>) &&
                 std::same_as<solid_scalar_t<A>, solid_scalar_t<B>> && exact_real<solid_scalar_t<A>>;

/// Clamps a box to the finite numbers. A bound that is NaN, because infinities were subtracted, becomes the end of the
/// range, so that a search in the box still finds everything.
template <exact_real T>
[[nodiscard]] aabb<T> within_range(const aabb<T>& box) noexcept {
    constexpr T max_value = (std::numeric_limits<T>::max)();
    const auto low = [](T x) { return x >= -max_value ? x : -max_value; };
    const auto high = [](T x) { return x <= max_value ? x : max_value; };
    return {{low(box.min.x), low(box.min.y)}, {high(box.max.x), high(box.max.y)}};
}

/// Returns a box around a box at both ends of a path, with a margin for rounding, clamped to the range of T.
template <exact_real T>
[[nodiscard]] aabb<T> swept_box(const aabb<T>& box, vec2<T> path) noexcept {
    const vec2<T> zero{};
    if (path == zero) return box;
    const vec2<T> max_abs = (max)(abs(box.min), abs(box.max)) + abs(path);
    return within_range(grown(aabb<T>{box.min + (min)(path, zero), box.max + (max)(path, zero)},
                              T(4) * std::numeric_limits<T>::epsilon() * larger(max_abs.x, max_abs.y)));
}

/// Returns a lower bound for the distance of any two shapes in two boxes, also after that distance is rounded.
template <exact_real T>
[[nodiscard]] T min_box_distance(const aabb<T>& a, const aabb<T>& b) noexcept {
    const vec2<T> gap = (max)(b.min - a.max, a.min - b.max);
    const T wider = larger(gap.x, gap.y);
    return wider - T(8) * std::numeric_limits<T>::epsilon() * magnitude(wider);
}

/// Returns true if a set may have one-sided pieces: segments that block only from their left side.
template <class S>
[[nodiscard]] constexpr bool is_one_sided(const S& s) noexcept {
    if constexpr (requires { s.is_one_sided(); }) return s.is_one_sided();
    else if constexpr (requires { s.shape.is_one_sided(); }) return s.shape.is_one_sided();
    else return false;
}
/// Returns true if piece i of such a set is one-sided. @pre the piece is a segment
template <class S>
[[nodiscard]] constexpr bool is_one_sided_piece(const S& s, std::size_t i) noexcept {
    if constexpr (requires { s.is_one_sided_piece(i); }) return s.is_one_sided_piece(i);
    else if constexpr (requires { s.shape.is_one_sided_piece(i); }) return s.shape.is_one_sided_piece(i);
    else return is_one_sided(s);
}
/// Returns true if a shape may meet a placed coarse shape. The tolerance covers the rounding of the placed vertices.
template <class P, class C>
[[nodiscard]] constexpr bool is_about_at(const P& p, const C& coarse) {
    using T = scalar_t<P>;
    const aabb<T> box = bounds(coarse);
    const vec2<T> max_abs = (max)(abs(box.min), abs(box.max));
    return distance(p, coarse).distance <= T(8) * std::numeric_limits<T>::epsilon() * larger(max_abs.x, max_abs.y);
}
/// A quick test: returns false if a shape certainly does not touch a set.
template <class S, class P>
[[nodiscard]] constexpr bool may_meet(const S& s, const P& p) {
    if constexpr (requires { s.may_meet(p); }) return s.may_meet(p);
    else if constexpr (requires { s.shape.may_meet(p); }) return is_about_at(p, at(s.shape.coarse(), s.transform));
    else return true;
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
