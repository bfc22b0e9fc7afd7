#pragma once
/// The query `contact_manifold`: up to two contact points for a solver.

#include <hitbox/narrow/collide.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The halves of an id: a feature of the reference hull, and the other's vertex.
[[nodiscard]] constexpr unsigned contact_id(bool reference_is_b, std::uint32_t reference,
                                            std::uint32_t vertex) noexcept {
    constexpr unsigned indices = edge_feature - 1;
    static_assert(edge_flag >> 16 == edge_feature);
    const unsigned feature = (reference & indices) | (reference >> 16 & edge_feature);
    return std::rotl(feature << 16 | (vertex & indices), 16 * int{reference_is_b});  // a branch would be random
}

/// From the middle between the hulls to that between the shapes, along the axis from the reference.
template <scalar T>
[[nodiscard, gnu::always_inline]] constexpr vec2<wide_t<T>>
to_middle(const hull_separation<T>& found, const rounded_hull<T>& a, const rounded_hull<T>& b) noexcept {
    const wide_t<T> radii[] = {a.wide_radius(), b.wide_radius()};
    return found.normal * ((radii[std::size_t{found.of_b}] - radii[std::size_t{!found.of_b}]) / wide_t<T>(2));
}

/// The one point of two hulls of which one is a single vertex, such as the centre of a disc: its closest features are
/// all that the two share.
template <scalar T>
[[gnu::noinline]] constexpr void press_vertex(manifold<T>& result, const hull_separation<T>& found,
                                              const rounded_hull<T>& a, const rounded_hull<T>& b, T depth) noexcept {
    const rounded_hull<T>&hull = found.of_b ? b : a, &other = found.of_b ? a : b;
    using W = wide_t<T>;
    const std::size_t end = found.at_vertices ? found.reference : hull.after(found.reference);
    const vec2<W> p = hull.widened(found.reference), edge = hull.widened(end) - p, v = other.widened(found.other);
    const edge_frame<W> frame{found.at_vertices ? perp(v - p) : edge, found.normal};
    const clipped_faces<W> faces = meet_at_vertex(found, frame, p, edge, end, v, face_slack(a, b));
    result.normal = normal_from_a(found), result.count = 1;
    result.points[0] = {a.unscaled(midpoint(faces.p, v) + to_middle(found, a, b)), depth,
                        contact_id(found.of_b, faces.points[0].reference_feature, found.other)};
}

/// The point midway between two faces, moved aside to that between the surfaces.
template <class Two, scalar T, scalar W>
[[nodiscard, gnu::always_inline]] constexpr vec2<T> point_between(const rounded_hull<T>& hull,
                                                                  const clipped_faces<W>& faces,
                                                                  const clip_point<W>& at, vec2<W> aside) noexcept {
    return rounded_point(hull, faces.template between<Two>(at) + Two{aside.x, aside.y});
}

template <scalar T>
[[gnu::noinline]] constexpr void manifold_along(manifold<T>& result, const hull_separation<T>& found,
                                                const rounded_hull<T>& a, const rounded_hull<T>& b, T margin) noexcept {
    using W = wide_t<T>;
    const T depth = rounded_depth(found, a);
    if (depth < T(0) - margin) return;
    if (a.count == 1 || b.count == 1) return press_vertex(result, found, a, b, depth);
    clipped_faces<W> faces;
    clip_faces(faces, found, a, b, face_slack(a, b));
    const vec2<W> aside = to_middle(found, a, b);
    const auto point_at = [&](const clip_point<W>& at, T point_depth) {
        const unsigned id = contact_id(found.of_b, at.reference_feature, at.other_vertex);
        const vec2<T> point = std::is_constant_evaluated() ? point_between<couple<W>>(a, faces, at, aside)
                                                           : point_between<run_time_couple<W>>(a, faces, at, aside);
        return manifold_point<T>{point, point_depth, id};
    };
    result.normal = normal_from_a(found), result.count = 1;
    manifold_point<T> low = point_at(faces.points[0], depth);
    if (faces.count == 1) {
        result.points[0] = low;
        return;
    }
    const T less = smaller(depth, static_cast<T>(a.unscaled(a.wide_radius() + b.wide_radius() - faces.farther) + T(0)));
    const T depths[] = {less, depth};
    const manifold_point<T> high = point_at(faces.points[1], depths[std::size_t{!faces.low_is_nearest}]);
    low.depth = depths[std::size_t{faces.low_is_nearest}];
    // From left to right on level ground; on a wall, from top to bottom. Where that changes, no ground is likely to be.
    // No branch on what is random: which one is first, and whether there is a second one.
    const bool both = !(less < T(0) - margin), rises = W(2) * faces.frame.along.x < faces.frame.along.y;
    const bool low_first = (both & !rises) | (!both & faces.low_is_nearest);
    manifold_point<T> left_out;
    manifold_point<T>* const places[] = {&result.points[0], both ? &result.points[1] : &left_out};
    *places[std::size_t{!low_first}] = low, *places[std::size_t{low_first}] = high;
    result.count = 1 + int{both};
}

/// Of two discs by their own numbers, unless they are nearly touching: false then.
inline bool press_discs(manifold<float>& result, const circle<float>& a, const circle<float>& b,
                        float margin) noexcept {
    const disc_separation found{a, b};
    if (found.overlap == verdict::no && margin == 0) return true;
    if (found.overlap != verdict::yes) return false;
    const double radii = static_cast<double>(a.radius) - static_cast<double>(b.radius);
    const vec2<double> middle = midpoint(widen(a.center), widen(b.center)) + found.normal * (radii / 2);
    result.normal = vec_cast<float>(found.normal) + vec2<float>{}, result.count = 1;
    result.points[0] = {vec_cast<float>(middle) + vec2<float>{}, round_to<float>(0 - found.gap), 0};
    return true;
}

/// One point, whose features have no names.
template <class A, class B, class T>
[[nodiscard]] constexpr manifold<T> manifold_of_supports(const A& a, const B& b, T margin) {
    using W = wide_t<T>;
    auto known = collide_supports(a, b);
    if (!known) {
        if (margin == T(0)) return manifold<T>{};
        const auto gap = gjk::signed_distance(a, b);
        known = contact<T>{vec_cast<T>(gap.normal) + vec2<T>{}, round_to<T>(W(0) - gap.distance),
                           vec_cast<T>(gap.point_a), vec_cast<T>(gap.point_b)};
        if (known->depth < T(0) - margin) return manifold<T>{};
    }
    return manifold<T>{known->normal, 1, {{midpoint(known->point_a, known->point_b) + vec2<T>{}, known->depth, 0}}};
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Where two shapes press on each other: one point, or two where face lies along face (with a radius or without), each
/// at an end of the stretch that the faces share. Never empty when the shapes touch or overlap. When they are apart by
/// no more than `margin` (a length) the depths are negative, for solvers that look ahead; beyond that it is empty, as
/// it is for an invalid shape.
///
/// The normal is that of `collide` and the depth of the deepest point its depth, bit for bit; apart, the direction of
/// the shortest gap and minus its length. The other point is left out if its depth is below -margin. A point lies
/// midway between the two surfaces, which are `depth` apart there along the normal; the surface of a face with a radius
/// is taken to be its middle line, moved by the radius along the normal.
///
/// An id names what meets at the point, by features of the shape that a placed shape or an any_shape stands for. Two
/// points: the corners of both faces at that end, whichever of them reaches farther or is the flatter one. For a vertex
/// at an angle at which either of its edges could face the other shape, the id is that vertex and the edge that it
/// stands on. One point: the nearest corners, or corner and edge. So an id stays the same from frame to frame while the
/// same features meet. For a shape known by its support only there is one point, with id 0.
///
/// Swapping a and b negates the normal and exchanges the halves of the ids, and changes no bit besides; the order of
/// the points is by place, left to right on level ground (y up).
/// @pre valid(a) and valid(b)
///
/// Faces clipped against each other as in Box2D (Catto, "Contact Manifolds", GDC 2007), whose version 3 also takes
/// pairs of corners as ids. In the plane, clipping is the intersection of two stretches of the tangent.
template <convex A, convex B>
    requires same_scalar<A, B> && real<scalar_t<A>>
[[nodiscard]] constexpr manifold<scalar_t<A>> contact_manifold(const A& a, const B& b,
                                                               std::type_identity_t<scalar_t<A>> margin = {}) {
    using T = scalar_t<A>;
    detail::check_arguments("contact_manifold", a, b);
    manifold<T> result;
    const T radius_sum = margin > T(0) ? margin : T(0);
    const detail::verdict overlap = detail::test_overlap(a, b);
    if (overlap == detail::verdict::no && radius_sum == T(0)) return result;
    if (overlap != detail::verdict::yes && !detail::expect_valid(a, b)) return result;
    if constexpr (detail::both_discs<A, B>)
        if (!std::is_constant_evaluated() && detail::press_discs(result, a, b, radius_sum)) return result;
    if constexpr (detail::has_hull<A> && detail::has_hull<B>) {
        detail::with_hulls(a, b, [&](const auto& p, const auto& q) {
            detail::hull_separation<T> found;
            if (detail::find_separation_between<A, B>(found, p, q, radius_sum))
                detail::manifold_along(result, found, p, q, radius_sum);
        });
    } else {
        result = detail::with_support(a, [&](const auto& p) {
            return detail::with_support(b,
                                        [&](const auto& q) { return detail::manifold_of_supports(p, q, radius_sum); });
        });
    }
    return result;
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
