#pragma once
/// The query `contact_manifold`: up to two contact points for a solver.

#include <hitbox/narrow/collide.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Returns an id made of a feature of the reference hull and a vertex of the other hull.
[[nodiscard]] constexpr unsigned contact_id(bool reference_is_b, std::uint32_t reference,
                                            std::uint32_t vertex) noexcept {
    constexpr unsigned indices = edge_feature - 1;
    static_assert(edge_flag >> 16 == edge_feature);
    const unsigned feature = (reference & indices) | (reference >> 16 & edge_feature);
    return std::rotl(feature << 16 | (vertex & indices), 16 * int{reference_is_b});  // without a branch
}

/// Returns the offset from the middle between the hulls to the middle between the shapes, along the axis.
template <scalar T>
[[nodiscard, gnu::always_inline]] constexpr vec2<wide_t<T>>
to_middle(const hull_separation<T>& found, const rounded_hull<T>& a, const rounded_hull<T>& b) noexcept {
    const wide_t<T> radii[] = {a.wide_radius(), b.wide_radius()};
    return found.normal * ((radii[std::size_t{found.of_b}] - radii[std::size_t{!found.of_b}]) / wide_t<T>(2));
}

/// Computes the single point of two hulls, one of which is a vertex, such as the centre of a disc. The point comes from
/// the closest features.
template <scalar T>
[[gnu::noinline]] constexpr void press_vertex(manifold<T>& result, const hull_separation<T>& found,
                                              const rounded_hull<T>& a, const rounded_hull<T>& b, T depth) noexcept {
    const rounded_hull<T>&hull = found.of_b ? b : a, &other = found.of_b ? a : b;
    using W = wide_t<T>;
    const std::size_t end = found.at_vertices ? found.reference : hull.after(found.reference);
    const vec2<W> p = hull.widened(found.reference), edge = hull.widened(end) - p, v = other.widened(found.other);
    const edge_frame<W> frame{found.at_vertices ? perp(v - p) : edge, found.normal};
    const clipped_faces<W> faces = meet_at_vertex(found, frame, p, edge, end, v, face_tolerance(a, b));
    result.normal = normal_from_a(found), result.count = 1;
    result.points[0] = {a.unscaled(midpoint(faces.p, v) + to_middle(found, a, b)), depth,
                        contact_id(found.of_b, faces.points[0].reference_feature, found.other)};
}

/// Computes the single point of a hull and a disc; there is none if they are apart by more than `margin`. Returns false
/// and computes nothing if the exact path must decide.
[[nodiscard, gnu::noinline]] inline bool press_disc(manifold<float>& result, const rounded_hull<float>& hull,
                                                    const disc_beside& disc, float margin) noexcept {
    vertex_axis axis;
    const verdict found = axis.find(hull, disc, margin);
    if (found != verdict::yes) return found == verdict::no;
    const float depth = round_to<float>(0 - axis.gap);
    if (depth < 0 - margin) return true;
    const double tolerance = product(face_tolerance(axis.max_abs_coordinate), axis.length),
                 position = smaller(larger(axis.foot, 0.), axis.last),
                 aside = (static_cast<double>(hull.radius) - static_cast<double>(disc.radius)) / 2;
    const std::uint32_t ends[] = {axis.edge, axis.end},
                        features[] = {feature_met(axis.edge, axis.end, axis.foot, axis.last, tolerance),
                                      ends[axis.at_end ? 1 : 0]};
    const pack<double> half = pack_of(.5), middle = rounded_product<double>(axis.opposite(position), half) +
                                                    rounded_product<double>(axis.vertex, half);
    result.normal = disc.from_a(rounded_vec(axis.normal)), result.count = 1;
    result.points[0] = {rounded_vec(middle + rounded_product<double>(axis.normal, pack_of(aside))), depth,
                        contact_id(disc.is_a, features[axis.at_vertex ? 1 : 0], 0)};
    return true;
}

/// Returns the point midway between the surfaces: midway between two faces, shifted by the difference of the radii.
template <class Two, scalar T, scalar W>
[[nodiscard, gnu::always_inline]] constexpr vec2<T> point_between(const rounded_hull<T>& hull,
                                                                  const clipped_faces<W>& faces,
                                                                  const clip_point<W>& at, vec2<W> aside) noexcept {
    return rounded_point(hull, faces.template between<Two>(at) + Two{aside.x, aside.y});
}

template <scalar T>
constexpr void manifold_along_skewed(manifold<T>& result, hull_separation<T> found, const rounded_hull<T>& a,
                                     const rounded_hull<T>& b, T margin) noexcept;

template <scalar T>
[[gnu::noinline]] constexpr void manifold_along(manifold<T>& result, const hull_separation<T>& found,
                                                const rounded_hull<T>& a, const rounded_hull<T>& b, T margin) noexcept {
    using W = wide_t<T>;
    if (found.is_skewed) [[unlikely]]
        return manifold_along_skewed(result, found, a, b, margin);
    const T depth = rounded_depth(found, a);
    if (depth < T(0) - margin) return;
    if (a.count == 1 || b.count == 1) return press_vertex(result, found, a, b, depth);
    clipped_faces<W> faces;
    clip_faces(faces, found, a, b, face_tolerance(a, b));
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
    T less = smaller(depth, unsigned_zero(a.unscaled(a.wide_radius() + b.wide_radius() - faces.farther)));
    // The depth of double is more accurate than this difference, so level faces take the depth itself.
    if constexpr (std::same_as<T, double>) less = faces.farther == found.core ? depth : less;
    const T depths[] = {less, depth};
    const manifold_point<T> high = point_at(faces.points[1], depths[std::size_t{!faces.low_is_nearest}]);
    low.depth = depths[std::size_t{faces.low_is_nearest}];
    // The points are ordered from left to right on level ground, from top to bottom on a wall. The order changes at a
    // slope that is unlikely for ground. Which point is first and whether there is a second one is random, so there is
    // no branch.
    const bool both = !(less < T(0) - margin), rises = W(2) * faces.frame.along.x < faces.frame.along.y;
    const bool low_first = (both & !rises) | (!both & faces.low_is_nearest);
    manifold_point<T> left_out;
    manifold_point<T>* const places[] = {&result.points[0], both ? &result.points[1] : &left_out};
    *places[std::size_t{!low_first}] = low, *places[std::size_t{low_first}] = high;
    result.count = 1 + int{both};
}

/// Clips in the frame of the reference edge if the normal is that of another edge.
template <scalar T>
[[gnu::cold, gnu::noinline]] constexpr void manifold_along_skewed(manifold<T>& result, hull_separation<T> found,
                                                                  const rounded_hull<T>& a, const rounded_hull<T>& b,
                                                                  T margin) noexcept {
    edge_axis<T> reference;
    measure_another(reference, a, b, found.of_b, found.reference, std::uint64_t{1} << (found.other & 63));
    const vec2<T> normal = normal_from_a(found);
    found.normal = reference.normal, found.is_skewed = false;
    manifold_along(result, found, a, b, margin);
    result.normal = normal;
}

/// Computes the point of two discs from their centres and radii; there is none if they are apart by more than `margin`.
/// Returns false and computes nothing if centres and radii do not decide.
[[nodiscard]] inline bool press_discs(manifold<float>& result, const circle<float>& a, const circle<float>& b,
                                      float margin) noexcept {
    disc_axis axis{a, b};
    if (axis.is_apart(static_cast<double>(margin) * (1 + 0x1p-23))) return true;  // the rounded depth decides
    if (!axis.is_certain()) [[unlikely]]
        return false;
    const float depth = round_to<float>(0 - axis.gap);
    if (depth < 0 - margin) return true;
    const pack<double> half = pack_of(.5), aside = pack_of((axis.radius_a - axis.radius_b) / 2),
                       middle =
                           rounded_product<double>(axis.center_a, half) + rounded_product<double>(axis.center_b, half);
    result.normal = rounded_vec(axis.normal), result.count = 1;
    result.points[0] = {rounded_vec(middle + rounded_product<double>(axis.normal, aside)), depth, 0};
    return true;
}

/// Computes the points of two axis-aligned boxes by intervals. Returns false and computes nothing if the boxes are
/// apart or rounding might change a bit. Takes a quarter of the time of clipping the hulls.
[[nodiscard]] inline bool press_boxes(manifold<float>& result, const aabb<float>& a, const aabb<float>& b) noexcept {
    const box_lanes<float> lanes{a, b};
    const shared_lengths shared{lanes, a, b};
    if (!shared.are_exact || lanes.are_apart()) return false;
    const box_translation<float> out{a, b};
    if (!shared.is_clear[1 - axis_of(out.side)]) return false;
    const box_witnesses<float> facing{a, b, out.side};
    const bool of_b = !comes_first(a, b);  // whether b is the reference, in the same way as for hulls
    const box_side side = of_b ? opposite(out.side) : out.side;
    const float depth = unsigned_zero(round_to<float>(out.depth));
    const vec2<float> middle = unsigned_zeros(vec_cast<float>(midpoint(widen(facing.on_a), widen(facing.on_b))));
    // The points are ordered from left to right on level ground, from top to bottom on a wall. Edges are
    // counter-clockwise.
    const bool level = axis_of(side) == 1, along_edge = side == box_side::bottom || side == box_side::left;
    const vec2<float> first{level ? shared.low.x : middle.x, level ? middle.y : shared.high.y},
        second{level ? shared.high.x : middle.x, level ? middle.y : shared.low.y};
    const std::uint32_t edge = edge_of(side), facing_edge = edge_of(opposite(side)), end = (edge + 1) % 4,
                        facing_end = (facing_edge + 1) % 4;
    const unsigned at_start = contact_id(of_b, edge, facing_end), at_end = contact_id(of_b, end, facing_edge);
    result.normal = normal_of<float>(out.side), result.count = 2;
    result.points[0] = {unsigned_zeros(first), depth, along_edge ? at_start : at_end};
    result.points[1] = {unsigned_zeros(second), depth, along_edge ? at_end : at_start};
    return true;
}

/// Returns the single point of two shapes known by their support only. Its id is 0.
template <class A, class B, class T>
[[nodiscard]] constexpr manifold<T> manifold_of_supports(const A& a, const B& b, T margin) {
    using W = wide_t<T>;
    auto known = collide_supports(a, b);
    if (!known) {
        if (margin == T(0)) return manifold<T>{};
        const auto gap = gjk::signed_distance(a, b);
        known = contact<T>{unsigned_zeros(vec_cast<T>(gap.normal)), round_to<T>(W(0) - gap.distance),
                           vec_cast<T>(gap.point_a), vec_cast<T>(gap.point_b)};
        if (known->depth < T(0) - margin) return manifold<T>{};
    }
    return manifold<T>{known->normal, 1, {{unsigned_zeros(midpoint(known->point_a, known->point_b)), known->depth, 0}}};
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns the points at which two shapes press on each other: one point, or two if two faces lie along each other
/// (with a radius or without), one at each end of the stretch that the faces share. It is never empty if the shapes
/// touch or overlap. If they are apart by at most `margin` (a length), the depths are negative, for solvers that look
/// ahead. If they are farther apart, or a shape is invalid, it is empty.
///
/// The normal is that of `collide`, and the deepest point has the depth of `collide`, bit for bit. If the shapes are
/// apart, the normal is the direction of the shortest gap, and this depth is minus its length. The other point is left
/// out if its depth is below -margin. A point lies midway between the two surfaces, which are `depth` apart along the
/// normal (in absolute value). The face of a shape with a radius counts as the edge of its core, moved by the radius
/// along the normal.
///
/// An id names the features that meet at the point; for a placed shape or an any_shape, those of the shape in it. Of
/// two points, each id names the vertices of both faces at that end. If the incident face rises by more than 4 in 7
/// (about 30 degrees) above the other one, the id of the deeper point names instead its vertex and the edge on which it
/// stands. A point keeps this id if the other one is left out. The id of any other single point names the closest
/// features: two vertices, or a vertex and an edge. An id therefore stays the same from frame to frame while the same
/// features meet. A shape known by its support only has one point, with id 0.
///
/// Swapping a and b negates the normal, exchanges the halves of the ids, and changes no other bit. The points are in
/// order of their positions, left to right on level ground (y up).
/// @pre valid(a) and valid(b)
///
/// The faces are clipped against each other as in Box2D (Catto, "Contact Manifolds", GDC 2007), whose version 3 also
/// uses pairs of vertices as ids. In the plane, clipping is the intersection of two intervals on the tangent.
template <convex A, convex B>
    requires same_scalar<A, B> && real<scalar_t<A>>
[[nodiscard]] constexpr manifold<scalar_t<A>> contact_manifold(const A& a, const B& b,
                                                               std::type_identity_t<scalar_t<A>> margin = {}) {
    using T = scalar_t<A>;
    detail::check_arguments("contact_manifold", a, b);
    manifold<T> result;
    const T max_gap = margin > T(0) ? margin : T(0);
    const auto press_disc = [&](const auto& hull, const auto& disc) {
        return detail::press_disc(result, hull, disc, max_gap);
    };
    if (detail::with_disc(a, b, press_disc)) return result;
    if constexpr (detail::both_discs<A, B>)
        if (!std::is_constant_evaluated() && detail::press_discs(result, a, b, max_gap)) return result;
    const auto press = [&](const auto& found, const auto& p, const auto& q) {
        detail::manifold_along(result, found, p, q, max_gap);
    };
    if (detail::with_filtered_separation<detail::box_filter<float>>(a, b, max_gap, press)) return result;
    const detail::verdict overlap = detail::test_overlap(a, b);
    if (overlap == detail::verdict::no && max_gap == T(0)) return result;
    if (detail::with_filtered_separation<detail::capsule_filter>(a, b, max_gap, press)) return result;
    if (overlap != detail::verdict::yes && !detail::expect_valid(a, b)) return result;
    if constexpr (detail::both_aabb<A, B> && std::same_as<T, float>)
        if (!std::is_constant_evaluated() && detail::press_boxes(result, a, b)) return result;
    if constexpr (detail::has_hull<A> && detail::has_hull<B>) {
        detail::with_hulls(a, b, [&](const auto& p, const auto& q) {
            if (detail::with_held_disc<A, B>(p, q, press_disc)) return;
            detail::hull_separation<T> found;
            if (detail::find_separation_between<A, B>(found, p, q, max_gap)) press(found, p, q);
        });
    } else {
        result = detail::with_supports(
            a, b, [max_gap](const auto& p, const auto& q) { return detail::manifold_of_supports(p, q, max_gap); });
    }
    return result;
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
