#pragma once
/// The query `closest_point` of a polygon or a set.

#include <hitbox/sets/polygon_ray.hpp>
#include <hitbox/sets/queries.hpp>

namespace hitbox {
inline namespace HITBOX_ISA {

/// Returns the point of the border, of the outline or of a hole, that is nearest to q. `distance` is negative inside
/// the polygon, 0 on its border, and `gradient` points out of it. If several edges are at the same distance, the first
/// one counts. The sign is exact. The distance is infinity if the polygon is empty or the point is not finite. Takes
/// O(n) for n points.
/// @pre valid(p) and valid(q)
template <exact_real T>
[[nodiscard]] boundary_point<T> closest_point(const polygon<T>& p, vec2<std::type_identity_t<T>> q) {
    boundary_point<T> best{{}, std::numeric_limits<T>::infinity()};
    detail::check_arguments("closest_point", p, q);
    if (!detail::expect_valid(p, q)) return best;
    detail::for_each_border(p, [&](vec2<T> from, vec2<T> to) {
        const separation<T> gap = detail::signed_separation(q, segment<T>{from, to});
        if (!(gap.distance < best.distance)) return;
        if (gap.distance > T(0)) best = {gap.point_b, gap.distance, gap.normal};
        else best = {q, T(0), detail::border_normal(from, to)};
    });
    if (best.distance == T(0)) return best;
    if (contains(p, q)) best.distance = T(0) - best.distance;
    else best.gradient = vec2<T>{} - best.gradient;
    return best;
}

/// Returns the point of a set's boundary that is nearest to p; seams between pieces are not part of the boundary.
/// `distance` is negative inside, and `gradient` points out of the set. The distance is infinity if the set or the
/// point is invalid, or if the point is behind all edges of a one-sided chain.
/// @pre valid(set) and valid(p)
template <solid_set S>
    requires exact_real<detail::solid_scalar_t<S>>
[[nodiscard]] boundary_point<detail::solid_scalar_t<S>>
closest_point(const S& set, vec2<std::type_identity_t<detail::solid_scalar_t<S>>> p) {
    using T = detail::solid_scalar_t<S>;
    boundary_point<T> result{{}, std::numeric_limits<T>::infinity()};
    detail::check_arguments("closest_point", set, p);
    if (!detail::expect_valid(set, p)) return result;
    const auto& solid = detail::solid_of(set);
    const detail::solid_view<T> all{solid}, point{p};
    if (const auto hit = detail::collide_sets(all, point))
        return {hit->depth > T(0) ? hit->point_a : p, detail::unsigned_zero(T(0) - hit->depth), hit->normal};
    const separation<T> gap = detail::distance_of_sets(all, point);
    return gap.distance < result.distance ? boundary_point<T>{gap.point_a, gap.distance, gap.normal} : result;
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
