#pragma once
/// The queries `sat::separating_axis` and `sat::minimum_translation`.

#include <hitbox/narrow/collide.hpp>

namespace hitbox {
namespace sat {
namespace detail {
inline namespace HITBOX_ISA {

/// Returns true if two hulls meet, decided exactly; `found` is then their axis. If they are apart, `found.normal`
/// separates them: it is the edge normal with the widest gap, or the direction between the closest features if no edge
/// has a gap. The edges are filtered only once.
template <scalar T>
[[nodiscard, gnu::noinline]] constexpr bool find_separation_or_gap(hitbox::detail::hull_separation<T>& found,
                                                                   const hitbox::detail::rounded_hull<T>& a,
                                                                   const hitbox::detail::rounded_hull<T>& b) noexcept {
    namespace d = hitbox::detail;
    using W = d::wide_t<T>;
    if (a.count + b.count < 3 && d::find_separation_of_points(found, a, b, T(0)) && found.kind != d::relation::apart)
        return true;
    if (d::find_box_separation(found, a, b)) return true;
    d::edge_axis<T> edge;
    d::find_best_edge(edge, a, b);
    const W radii = a.wide_radius() + b.wide_radius();
    const bool has_gap = edge.found && edge.separation > radii;
    bool is_gap_certain = false;
    if constexpr (exact_scalar<T> && std::floating_point<T>) {
        const W largest =
            (static_cast<W>(a.max_abs_coordinate) + static_cast<W>(b.max_abs_coordinate)) * a.scale + radii;
        is_gap_certain = has_gap && edge.separation > radii + d::rounding_bound(largest);
    }
    if (!is_gap_certain) {
        found = {};
        d::finish_axis(found, edge, a, b);
        if (found.kind != d::relation::apart) return true;
    }
    found.kind = d::relation::apart;
    if (has_gap) found.of_b = edge.of_b, found.normal = edge.normal;
    return false;
}

/// Returns a unit vector from a to b along which two hulls are apart, or no value if they meet.
template <scalar T>
[[nodiscard]] constexpr std::optional<vec2<T>> separating_normal(const hitbox::detail::rounded_hull<T>& a,
                                                                 const hitbox::detail::rounded_hull<T>& b) noexcept {
    namespace d = hitbox::detail;
    d::hull_separation<T> found;
    if (find_separation_or_gap(found, a, b)) return {};
    const vec2<T> n = d::unsigned_zeros(d::vec_cast<T>(found.normal));
    return found.of_b ? vec2<T>{} - n : n;
}

template <class A, class B>
[[nodiscard]] constexpr std::optional<vec2<scalar_t<A>>> separating_axis_valid(const A& a, const B& b) {
    namespace d = hitbox::detail;
    using T = scalar_t<A>;
    if constexpr (d::has_hull<A> && d::has_hull<B>) {
        return d::with_hulls(a, b, [](const auto& p, const auto& q) { return separating_normal(p, q); });
    } else {
        return d::with_supports(a, b, [](const auto& p, const auto& q) -> std::optional<vec2<T>> {
            const auto found = d::gjk::signed_distance(p, q);
            if (found.kind != d::relation::apart) return {};
            return d::unsigned_zeros(d::vec_cast<T>(found.normal));
        });
    }
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns a unit axis, from a to b, on which the projections of a and b are apart, up to rounding. Returns no value
/// exactly when they intersect or a shape is invalid.
/// @pre valid(a) and valid(b)
template <convex A, convex B>
    requires same_scalar<A, B> && real<scalar_t<A>>
[[nodiscard]] constexpr std::optional<vec2<scalar_t<A>>> separating_axis(const A& a, const B& b) {
    hitbox::detail::check_arguments("separating_axis", a, b);
    if (!hitbox::detail::expect_valid(a, b)) return {};
    return detail::separating_axis_valid(a, b);
}

/// Returns the shortest translation of a after which the two only touch: `mtv()` of `collide`. It is zero if they touch
/// already. Returns no value if they are apart or a shape is invalid.
/// @pre valid(a) and valid(b)
template <convex A, convex B>
    requires same_scalar<A, B> && hitbox::detail::has_depth<A, B>
[[nodiscard]] constexpr std::optional<vec2<scalar_t<A>>> minimum_translation(const A& a, const B& b) {
    hitbox::detail::check_arguments("minimum_translation", a, b);
    if (!hitbox::detail::expect_valid(a, b)) return {};
    const auto hit = collide(a, b);
    if (!hit) return {};
    return hit->mtv();
}

}  // namespace HITBOX_ISA
}  // namespace sat
}  // namespace hitbox
