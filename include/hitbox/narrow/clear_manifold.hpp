#pragma once
/// Manifolds where a quick look at the shapes leaves one way out, and one edge of each that presses.
///
/// To the last bit what manifold.hpp finds by searching.

#include <hitbox/narrow/clear_capsule.hpp>
#include <hitbox/narrow/clear_contact.hpp>
#include <hitbox/narrow/pressing.hpp>

namespace hitbox::detail {

/// Of the two edges at the corner of a clear way out, the one that faces the other shape more, by cosines. Certain if
/// no rounding could tell otherwise.
template <scalar W>
struct facing_side {
    bool is_before = false, on_corner = false, certain = false;

    template <scalar T>
    constexpr facing_side(const clear_way<T>& way, vec2<W> before_corner, vec2<W> after_corner) noexcept {
        const vec2<W> in = way.corner - before_corner, out = after_corner - way.corner;
        const W cosine_in = cross(in, way.outward) / square_root(dot(in, in)),
                cosine_out = cross(out, way.outward) / square_root(dot(out, out));
        const W cosine = larger(cosine_in, cosine_out), next = smaller(cosine_in, cosine_out),
                beyond = W(2) * cosine * cosine - W(1) - next;  // as in stands_on_corner
        const W rounding = W(256) * unit_roundoff<W>();         // generous
        is_before = cosine_in > cosine_out, on_corner = beyond < W(0);
        certain = smaller(cosine - next, magnitude(beyond)) > rounding;
    }
};

/// What pressed_by_faces finds for the edge and the corner of a clear way out, as long as all that it compares differs
/// by more than `slack`, which is no less than its own; else nothing.
template <scalar T, scalar W>
[[nodiscard]] constexpr manifold<T> pressed_clearly(const clear_way<T>& way, const facing_side<W>& side,
                                                    const clear_features& features, vec2<W> before_corner,
                                                    vec2<W> after_corner, W total, W radius, W radius_of_other, W slack,
                                                    T margin) noexcept {
    // The other's edge goes the opposite way; along the owner's it starts where it ends.
    const bool is_before = side.is_before, of_b = features.of_b;
    const vec2<W> start = pick(is_before, after_corner, way.corner), stop = pick(is_before, way.corner, before_corner);
    const edge_along<W> edge = way.edge(), other{start, stop, way.place(start), way.place(stop)};
    const std::size_t start_at = is_before ? features.corner : features.corner_after,
                      stop_at = is_before ? features.corner_before : features.corner;
    const auto id = [of_b](std::size_t of_owner, std::size_t of_other) {
        return static_cast<unsigned>((of_b ? of_other : of_owner) << 16 | (of_b ? of_owner : of_other));
    };

    // The shared stretch, between the inner ends.
    const W low = larger(edge.start_place, other.start_place), high = smaller(edge.stop_place, other.stop_place);
    const W ends =
        smaller(magnitude(edge.start_place - other.start_place), magnitude(edge.stop_place - other.stop_place));
    const bool low_of_other = edge.start_place < other.start_place, high_of_other = other.stop_place < edge.stop_place;
    const vec2<W> low_end = pick(low_of_other, edge.start, other.start),
                  high_end = pick(high_of_other, edge.stop, other.stop);
    const vec2<W> low_across = pick_edge(low_of_other, other, edge).at(low),
                  high_across = pick_edge(high_of_other, other, edge).at(high);
    const auto overlap = [&](bool of_other, vec2<W> end, vec2<W> across) {
        return dot(way.outward, pick(of_other, end, across) - pick(of_other, across, end)) + (radius + radius_of_other);
    };
    const W at_low = overlap(low_of_other, low_end, low_across),
            at_high = overlap(high_of_other, high_end, high_across);
    if (!(smaller(high - low, ends) > slack && smaller(at_low, at_high) < larger(at_low, at_high) - slack)) return {};

    const bool high_deeper = at_high > at_low;
    const vec2<W> aside = way.outward * ((radius - radius_of_other) / W(2));
    const vec2<T> points[] = {vec_cast<T>(midpoint(low_end, low_across) + aside + vec2<W>{}),
                              vec_cast<T>(midpoint(high_end, high_across) + aside + vec2<W>{})};
    const std::size_t face = features.edge | edge_feature;
    const unsigned ids[] = {id(side.on_corner && !high_deeper ? face : features.edge, start_at),
                            id(side.on_corner && high_deeper ? face : features.edge_end, stop_at), 0};
    const T depth = round_to<T>(total), lesser = smaller(depth, round_to<T>(smaller(at_low, at_high) + W(0)));
    const T x[] = {points[0].x, points[1].x, T(0)}, y[] = {points[0].y, points[1].y, T(0)},
            depths[] = {pick(high_deeper, depth, lesser), pick(high_deeper, lesser, depth), T(0)};

    // From left to right along level ground, as in meetings; without the lesser one, the other comes first.
    const W upwards = dot(way.outward, vec2<W>{W(3), W(8)});
    const bool backwards = (upwards < W(0)) | ((upwards == W(0)) & (way.outward.x < W(0)));
    const bool both = !(lesser < T(0) - margin);
    const int first = both ? !backwards : high_deeper, second = both ? backwards : 2;
    return {vec_cast<T>(pick(of_b, way.outward, -way.outward)) + vec2<T>{},
            both ? 2 : 1,
            {{{x[first], y[first]}, depths[first], ids[first]}, {{x[second], y[second]}, depths[second], ids[second]}}};
}

template <class A, class B, class T>
[[nodiscard]] constexpr manifold<T> manifold_through(const A& a, const B& b, const clear_features& features, T largest,
                                                     T margin) {
    using W = wide_t<T>;
    return with_owner(a, b, features, [&](const auto& owner, const auto& other) -> manifold<T> {
        const auto of_other = [&other](std::size_t i) { return widen(corner_of(other, i)); };
        const clear_way<T> way{widen(corner_of(owner, features.edge)), widen(corner_of(owner, features.edge_end)),
                               of_other(features.corner)};
        const vec2<W> previous = of_other(features.corner_before), next = of_other(features.corner_after);
        const facing_side<W> side{way, previous, next};
        const W slack = pressing_slack<T>(W(2) * static_cast<W>(largest));
        if (!side.certain || !(way.depth > slack)) return {};
        return pressed_clearly(way, side, features, previous, next, way.depth, W(0), W(0), slack, margin);
    });
}

/// Capsules whose segments are apart, where an end of one is nearest to the side of the other.
template <class T>
[[nodiscard]] inline manifold<T> manifold_through(const capsule<T>& a, const capsule<T>& b, const capsule_look<T>& look,
                                                  T margin) {
    using W = wide_t<T>;
    clear_features features = look.features(a, b);
    if (!features.found || features.edge == features.edge_end) return {};
    const capsule<T>&owner = features.of_b ? b : a, &other = features.of_b ? a : b;
    const T reach = reach_of(a, b);
    const way_between_segments<T> between{owner, other, features, reach};
    features.edge = between.edge, features.edge_end = between.edge_end;
    const facing_side<W> side{between.way, between.other_end, between.other_end};
    const W radius = static_cast<W>(owner.radius), radius_of_other = static_cast<W>(other.radius),
            depth = between.way.depth_with_radii(radius, radius_of_other),
            slack = pressing_slack<T>(W(2) * static_cast<W>(reach));
    if (!between.certain || !side.certain || !(depth > slack)) return {};
    return pressed_clearly(between.way, side, features, between.other_end, between.other_end, depth, radius,
                           radius_of_other, slack, margin);
}

/// Is the answer clear? Then it is in `result`.
template <class T>
[[nodiscard]] inline bool clearly(manifold<T>& result, const capsule<T>& a, const capsule<T>& b, T margin) {
    const capsule_look<T> look{a, b};
    const relation told = look.told();
    if (told == relation::penetrating) result = manifold_through(a, b, look, margin);
    return result.count != 0 || (told == relation::apart && margin == T(0));
}
/// The same for a capsule and a polygon.
template <class T, class B>
    requires are_capsule_and_polygon<capsule<T>, B> && has_clear_gaps<T>
[[nodiscard]] inline bool clearly(manifold<T>& result, const capsule<T>& a, const B& b, T margin) {
    using W = wide_t<T>;
    if (margin == T(0) && told_quickly(a, b) == relation::apart) return true;
    capsule_polygon_look<T> look{a, b};
    clear_features& features = look.features;
    if (look.apart && margin == T(0)) return true;
    if (look.apart || !features.found || features.edge == features.edge_end) return false;
    const capsule_way<T> out = with_owner_of(a, b, features, [&look](const auto& owner, const auto& other) {
        return capsule_way<T>{owner, other, look.features, look.largest};
    });
    const facing_side<W> side{out.way, out.before_corner, out.after_corner};
    const W slack = pressing_slack<T>(W(2) * static_cast<W>(look.largest));
    if (!out.certain || !side.certain || !(out.depth > slack)) return false;
    result = pressed_clearly(out.way, side, features, out.before_corner, out.after_corner, out.depth, out.radius,
                             out.radius_of_other, slack, margin);
    return result.count != 0;
}
/// The same for a disc and a polygon.
template <class T, quick_polygon B>
[[nodiscard]] inline bool clearly(manifold<T>& result, const circle<T>& a, const B& b, T margin) {
    using W = wide_t<T>;
    const disc_look<T> look = look_at_disc(a, b);
    if (look.told == relation::apart) return margin == T(0);
    if (!look.certain) return false;
    const disc_way<T> way{a, b, look};
    if (!way.certain) return false;
    const vec2<W> middle = midpoint(way.center, way.on_polygon) - way.outward * (static_cast<W>(a.radius) / W(2));
    const unsigned feature = static_cast<unsigned>(look.p) | (look.p == look.q ? 0u : edge_feature);
    result = {
        vec_cast<T>(way.normal()) + vec2<T>{}, 1, {{vec_cast<T>(middle + vec2<W>{}), round_to<T>(way.depth), feature}}};
    return true;
}

}  // namespace hitbox::detail
