#pragma once
/// Where do two shapes press on each other? One or two points for a solver, with ids to know them again by.

#include <hitbox/narrow/clear_manifold.hpp>
#include <hitbox/narrow/distance.hpp>

namespace hitbox {
namespace detail {

/// A place where the faces meet, in wide arithmetic and scaled. The features: of a, of b.
template <scalar W>
struct meeting {
    vec2<W> on_a{}, on_b{};
    unsigned feature_a{}, feature_b{};
    W overlap{};  // along the normal, with radii
};

/// One meeting, or those at both ends of the stretch that two edges share: the edges clipped against each other's sides
/// (Sutherland and Hodgman 1974, in one dimension).
template <scalar W>
struct meetings {
    meeting<W> at[2]{};
    int count = 1;
    int first = 0;

    /// From left to right along level ground; no wall or slope is likely to stand where the order turns round.
    constexpr void measure(vec2<W> n, W radii) noexcept {
        for (int i = 0; i < count; ++i) at[i].overlap = dot(n, at[i].on_a - at[i].on_b) + radii;
        const W upwards = dot(n, vec2<W>{W(3), W(8)});
        if (count == 2 && (upwards < W(0) || (upwards == W(0) && n.x < W(0)))) first = 1;
    }
    [[nodiscard]] constexpr int deepest() const noexcept {
        return count == 2 && at[1 - first].overlap > at[first].overlap ? 1 - first : first;
    }
};

template <scalar W>
[[nodiscard]] constexpr meetings<W> meetings_of(const pressing_face<W>& a, const pressing_face<W>& b,
                                                W slack) noexcept {
    if (!a.is_edge || !b.is_edge) {
        const auto on_a = nearest_on(a, b.low.point), on_b = nearest_on(b, a.low.point);
        return {{{on_a.point, on_b.point, on_a.feature, on_b.feature}}, 1};
    }
    const W low = larger(a.low.place, b.low.place), high = smaller(a.high.place, b.high.place);
    if (high - low > slack)
        return {{{a.at(low, slack), b.at(low, slack), a.low.feature, b.low.feature},
                 {a.at(high, slack), b.at(high, slack), a.high.feature, b.high.feature}},
                2};
    // No stretch to share: the ends that are nearest to each other, or all of an edge shorter than that.
    const bool a_first = a.low.place + a.high.place < b.low.place + b.high.place;
    const auto &end_a = a_first ? a.high : a.low, &end_b = a_first ? b.low : b.high;
    return {{{end_a.point, end_b.point, end_a.feature, end_b.feature}}, 1};
}

/// How two shapes press on each other: along which normal, how deep at the deepest point (a gap: less than 0), and what
/// is known of the faces there.
template <scalar T>
struct pressure {
    vec2<wide_t<T>> wide_normal{};
    vec2<T> normal{};
    T depth{};
    face_part at_a{}, at_b{};
};

/// Is the direction the edge's normal, up to its rounding to T?
template <scalar T>
[[nodiscard]] constexpr bool is_normal_of(const facing_edge<T>& e, vec2<wide_t<T>> direction) noexcept {
    using W = wide_t<T>;
    return e.cosine > W(0) && magnitude(cross(e.normal, direction)) <= W(4) * static_cast<W>(unit_roundoff<T>());
}

/// Depths within `slack` of the deepest one are that.
template <scalar T, scalar W>
[[nodiscard]] constexpr manifold<T> manifold_of(const meetings<W>& found, const pressure<T>& known, W radius_a,
                                                W radius_b, W scale, W slack, T margin) noexcept {
    const int deepest = found.deepest();
    const W most = found.at[deepest].overlap;
    const vec2<W> aside = known.wide_normal * ((radius_a - radius_b) / W(2));
    manifold<T> result;
    result.normal = known.normal;
    for (int k = 0; k < found.count; ++k) {
        const int i = k == 0 ? found.first : 1 - found.first;
        const meeting<W>& m = found.at[i];
        const T d = m.overlap >= most - slack ? static_cast<T>(known.depth + T(0))
                                              : smaller(known.depth, round_to<T>(m.overlap / scale) + T(0));
        if (d < T(0) - margin && i != deepest) continue;
        const vec2<W> middle = midpoint(m.on_a, m.on_b) + aside;
        result.points[result.count++] = {vec_cast<T>(middle / scale) + vec2<T>{}, d, m.feature_a << 16 | m.feature_b};
    }
    return result;
}

/// Where the shapes press on each other. Both are scaled.
template <scalar T, class A, class B>
[[nodiscard, gnu::noinline]] constexpr manifold<T>
pressed_by_faces(const facets<T, A>& a, const facets<T, B>& b, const pressure<T>& known, wide_t<T> largest, T margin) {
    using W = wide_t<T>;
    const W slack = pressing_slack<T>(largest);
    const vec2<W> n = known.wide_normal, tangent{n.y, W(0) - n.x};
    const auto edge_a = edge_facing(a, n, known.at_a), edge_b = edge_facing(b, vec2<W>{} - n, known.at_b);
    const vec2<W> corner_a = a.wide(edge_a.corner), corner_b = b.wide(edge_b.corner);
    const pressing_line<W> line{tangent, midpoint(corner_a, corner_b), slack};
    const auto face_a = face_of(a, edge_a, line, W(-1), corner_b), face_b = face_of(b, edge_b, line, W(1), corner_a);
    auto found = meetings_of(face_a, face_b, slack);
    const W radius_a = a.wide_radius(), radius_b = b.wide_radius();
    found.measure(n, radius_a + radius_b);
    meeting<W>& deepest = found.at[found.deepest()];
    // On a corner, of which either edge may be said to face the other shape, the face that it stands on has the say.
    const bool on_corner_a = !face_a.is_level && edge_a.stands_on_corner(),
               on_corner_b = !face_b.is_level && edge_b.stands_on_corner();
    if (found.count == 2 && is_normal_of(edge_a, n) && on_corner_b) deepest.feature_a = face_a.edge;
    if (found.count == 2 && is_normal_of(edge_b, vec2<W>{} - n) && on_corner_a) deepest.feature_b = face_b.edge;
    return manifold_of(found, known, radius_a, radius_b, a.scale, slack, margin);
}

/// A single corner presses on what is nearest to it: one point.
template <scalar T, class B>
[[nodiscard]] constexpr manifold<T> pressed(const facets<T, vertex_list<T, 1>>& a, const facets<T, B>& b,
                                            const pressure<T>& known, wide_t<T> largest, T margin) {
    using W = wide_t<T>;
    const face_part part = list_rank<B> == 1 ? face_part{0, 0} : known.at_b;
    if (part.first == nowhere) return pressed_by_faces(a, b, known, largest, margin);
    const auto [on_b, at_b] = nearest_on(b, part, a.wide(0));
    const unsigned corner = feature_of(b, b[at_b.first], at_b.first);
    const vec2<W> middle = midpoint(a.wide(0), on_b) + known.wide_normal * ((a.wide_radius() - b.wide_radius()) / W(2));
    return {known.normal,
            1,
            {{vec_cast<T>(middle / a.scale) + vec2<T>{}, static_cast<T>(known.depth + T(0)),
              at_b.first == at_b.last ? corner : corner | edge_feature}}};
}
template <scalar T, class A, class B>
[[nodiscard]] constexpr manifold<T> pressed(const facets<T, A>& a, const facets<T, B>& b, const pressure<T>& known,
                                            wide_t<T> largest, T margin) {
    return pressed_by_faces(a, b, known, largest, margin);
}

template <scalar T, class A, class B, class Scores>
[[nodiscard]] constexpr manifold<T> manifold_scored(facets<T, A>& a, facets<T, B>& b, const Scores& scores, T margin) {
    using W = wide_t<T>;
    if (scores.apart() && margin == T(0)) return manifold<T>{};
    const W largest = scale_both(a, b);
    pressure<T> known;
    if (const auto out = way_out_of(a, b, largest, scores)) {
        known = {out->normal, {}, rounded_depth(a, *out), out->at_a, out->at_b};
    } else {
        if (margin == T(0)) return manifold<T>{};
        const auto gap = gap_between(a, b, largest, bare(scores));
        known.wide_normal = gap.normal, known.depth = T(0) - positive<T>(a.unscaled(gap.distance));
        if (known.depth < T(0) - margin) return manifold<T>{};
    }
    known.normal = vec_cast<T>(known.wide_normal) + vec2<T>{};
    return pressed(a, b, known, largest, margin);
}

[[nodiscard]] constexpr manifold<float> manifold_of(const circle<float>& a, const circle<float>& b,
                                                    const way_between_discs& out) noexcept {
    const double difference = static_cast<double>(a.radius) - static_cast<double>(b.radius);
    const vec2<double> middle = midpoint(out.from, out.to) + out.normal * (difference / 2);
    return {vec_cast<float>(out.normal) + vec2<float>{},
            1,
            {{vec_cast<float>(middle) + vec2<float>{}, positive<float>(out.depth), 0}}};
}

/// Of upright boxes, whose contact is known: the ends of the stretch that the two sides share, from top to bottom or
/// from left to right. Empty where that is no longer than rounding.
[[nodiscard]] constexpr manifold<float> manifold_of(const upright_boxes<float>& boxes,
                                                    const contact<float>& hit) noexcept {
    const aabb<float>&a = boxes.a, &b = boxes.b;
    const vec2<double> low = widen((max)(a.min, b.min)), high = widen((min)(a.max, b.max));
    const vec2<float> reach = (max)((max)(abs(a.min), abs(a.max)), (max)(abs(b.min), abs(b.max)));
    const bool across = hit.normal.x != 0, forward = hit.normal.x + hit.normal.y > 0;
    const double stretch = across ? high.y - low.y : high.x - low.x;
    if (!boxes.found || !(stretch > 0x1p-20 * static_cast<double>(larger(reach.x, reach.y)))) return {};
    const vec2<double> middle = midpoint(widen(hit.point_a), widen(hit.point_b));
    // Corners by index: lower left, lower right, upper right, upper left.
    constexpr unsigned right_side[] = {2, 1}, left_side[] = {3, 0}, upper_side[] = {3, 2}, lower_side[] = {0, 1};
    const auto &of_a = across ? (forward ? right_side : left_side) : (forward ? upper_side : lower_side),
               &of_b = across ? (forward ? left_side : right_side) : (forward ? lower_side : upper_side);
    const vec2<double> first = across ? vec2<double>{middle.x, high.y} : vec2<double>{low.x, middle.y},
                       last = across ? vec2<double>{middle.x, low.y} : vec2<double>{high.x, middle.y};
    return {hit.normal,
            2,
            {{vec_cast<float>(first) + vec2<float>{}, hit.depth, of_a[0] << 16 | of_b[0]},
             {vec_cast<float>(last) + vec2<float>{}, hit.depth, of_a[1] << 16 | of_b[1]}}};
}

/// Of shapes whose contact is known. Of the faces nothing else is.
template <class A, class B, class T>
[[nodiscard, gnu::noinline]] constexpr manifold<T> manifold_of_contact(const A& shape_a, const B& shape_b,
                                                                       const contact<T>& hit, T margin) {
    if constexpr (std::same_as<T, float> && requires { upright_boxes<T>{shape_a, shape_b}; }) {
        if (const auto found = manifold_of(upright_boxes<T>{shape_a, shape_b}, hit); found.count != 0) return found;
    }
    auto a = facets_of(shape_a);
    auto b = facets_of(shape_b);
    const auto largest = scale_both(a, b);
    const vec2<wide_t<T>> n = widen(hit.normal);
    return pressed(a, b, pressure<T>{direction_of(n, n), hit.normal, hit.depth}, largest, margin);
}

template <class A, class B, class T>
[[nodiscard]] constexpr manifold<T> manifold_of_corners(const A& shape_a, const B& shape_b, T margin) {
    if constexpr (std::same_as<A, circle<float>> && std::same_as<B, circle<float>>) {
        const way_between_discs out{shape_a, shape_b};
        if (out.told == relation::penetrating) return manifold_of(shape_a, shape_b, out);
    }
    if constexpr (requires { collide_pair(shape_a, shape_b); }) {
        if (const auto hit = collide_pair(shape_a, shape_b)) return manifold_of_contact(shape_a, shape_b, *hit, margin);
    }
    auto a = facets_of(shape_a);
    auto b = facets_of(shape_b);
    typename scores_for<decltype(a.corners), decltype(b.corners)>::type scores;
    look_quickly(scores, a, b);
    return manifold_scored(a, b, scores, margin);
}

/// One point, whose features have no names.
template <class A, class B, class T>
[[nodiscard]] constexpr manifold<T> manifold_of_supports(const A& a, const B& b, T margin) {
    using W = wide_t<T>;
    auto known = collide(a, b);
    if (!known) {
        if (margin == T(0)) return manifold<T>{};
        const auto gap = gjk::signed_distance(a, b);
        known = contact<T>{vec_cast<T>(gap.normal) + vec2<T>{}, round_to<T>(W(0) - gap.distance),
                           vec_cast<T>(gap.point_a), vec_cast<T>(gap.point_b)};
        if (known->depth < T(0) - margin) return manifold<T>{};
    }
    return manifold<T>{known->normal, 1, {{midpoint(known->point_a, known->point_b) + vec2<T>{}, known->depth, 0}}};
}

/// Round shapes that are looked at as they come, in this order.
template <class A, class B>
concept pressed_at_first_sight = requires(manifold<scalar_t<A>>& result, const A& a, const B& b, scalar_t<A> margin) {
    clearly(result, a, b, margin);
};

template <class A, class B, class T>
    requires pressed_at_first_sight<A, B>
[[nodiscard, gnu::noinline]] constexpr manifold<T> manifold_carefully(const A& a, const B& b, T margin) {
    if (!expect_valid(a, b)) return {};
    return resolve(b, [&](const auto& known) { return manifold_of_corners(a, known, margin); });
}
template <class A, class B, class T>
    requires pressed_at_first_sight<A, B>
[[nodiscard]] constexpr manifold<T> manifold_looking_first(const A& a, const B& b, T margin) {
    manifold<T> result;
    if (!std::is_constant_evaluated() && clearly(result, a, b, margin)) return result;
    result = manifold_carefully(a, b, margin);
    return result;
}

/// Of shapes that are scored as they come: by search.
template <class A, class B, class T>
[[nodiscard, gnu::noinline]] constexpr manifold<T> manifold_scored_shapes(const A& a, const B& b,
                                                                          sharp_scores<T>& scores, T margin) {
    if (!(scores.usable || expect_valid(a, b))) return {};
    return resolve_scored(a, b, scores, [margin](auto& facets_a, auto& facets_b, const auto& told) {
        return manifold_scored(facets_a, facets_b, told, margin);
    });
}

template <class A, class B, class T>
[[nodiscard]] constexpr manifold<T> manifold_at_once(const A& a, const B& b, T margin) {
    manifold<T> result;
    if constexpr (are_boxes<A, B>) {
        if (!is_turned(a) && !is_turned(b)) {
            const auto hit = collide_unturned(a, b);
            if (hit) result = manifold_of_contact(a, b, *hit, margin);
            if (hit || margin == T(0)) return result;
        }
    }
    sharp_scores<T> scores;
    look_at_once(scores, a, b);
    const clear_features& features = scores.clear;
    if (features.found && fill_through(result, a, b, features, scores.largest, margin)) return result;
    if (!(scores.apart() && margin == T(0))) result = manifold_scored_shapes(a, b, scores, margin);
    return result;
}

template <class A, class B, class T>
[[nodiscard]] constexpr manifold<T> manifold_resolved(const A& a, const B& b, T margin) {
    if constexpr (scored_at_once<A, B>) return manifold_at_once(a, b, margin);
    else if constexpr (pressed_at_first_sight<A, B>) return manifold_looking_first(a, b, margin);
    else if constexpr (pressed_at_first_sight<B, A>) return flipped(manifold_looking_first(b, a, margin));
    else if constexpr (indirect<A>)
        return resolve(a, [&](const auto& known) { return manifold_resolved(known, b, margin); });
    else if constexpr (indirect<B>)
        return resolve(b, [&](const auto& known) { return manifold_resolved(a, known, margin); });
    else if constexpr (!faceted<A> || !faceted<B>) return manifold_of_supports(a, b, margin);
    else if constexpr (list_rank<decltype(vertices(a))> > list_rank<decltype(vertices(b))>)
        return flipped(manifold_of_corners(b, a, margin));
    else return manifold_of_corners(a, b, margin);
}

}  // namespace detail

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
/// points: the corners of both faces at that end, whichever of them reaches farther or is the flatter one. A corner at
/// an angle at which either of its edges could be said to face the other shape: that corner, and the edge that it
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
    const T reach = margin > T(0) ? margin : T(0);
    if constexpr (detail::scored_at_once<A, B> || detail::pressed_at_first_sight<A, B> ||
                  detail::pressed_at_first_sight<B, A>) {
        return detail::manifold_resolved(a, b, reach);
    } else {
        const detail::relation told = detail::told_quickly(a, b);
        if (told == detail::relation::apart && reach == T(0)) return manifold<T>{};
        if (told == detail::relation::touching && !detail::expect_valid(a, b)) return manifold<T>{};
        return detail::manifold_resolved(a, b, reach);
    }
}

}  // namespace hitbox
