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
        is_before = cosine_in > cosine_out;
        const W cosine = pick(is_before, cosine_out, cosine_in), next = pick(is_before, cosine_in, cosine_out),
                beyond = W(2) * cosine * cosine - W(1) - next;  // as in stands_on_corner
        const W rounding = W(256) * unit_roundoff<W>();         // generous
        on_corner = beyond < W(0);
        certain = smaller(cosine - next, magnitude(beyond)) > rounding;
    }
};

/// Which corners or edges meet, as in the ids of manifolds.
[[nodiscard]] constexpr unsigned id_of(bool of_b, std::size_t of_owner, std::size_t of_other) noexcept {
    const unsigned owner_left = of_b ? 0 : 16;
    return static_cast<unsigned>(of_owner) << owner_left | static_cast<unsigned>(of_other) << (16 - owner_left);
}

/// One end of the stretch that two edges share: midway between their surfaces there, and how far these overlap.
template <scalar W>
struct stretch_end {
    vec2<W> middle{};
    W overlap{};
    unsigned id{};
};

// Manifolds are filled in where they are returned from: a copy would wait for what was only just written.

/// The normal from a to b.
template <scalar T>
[[nodiscard, gnu::always_inline]] constexpr vec2<T> normal_of(const clear_way<T>& way, bool of_b) noexcept {
    return vec_cast<T>(pick(of_b, way.outward, -way.outward)) + vec2<T>{};
}
template <scalar T>
[[gnu::always_inline]] constexpr void fill_point(manifold_point<T>& at, vec2<T> point, T depth, unsigned id) noexcept {
    at.point = point, at.depth = depth, at.id = id;
}

/// The manifold of both ends, which are given by their places along the owner's edge. One is deeper: by `total`.
template <scalar T, scalar W>
[[gnu::always_inline]] constexpr void fill_stretch(manifold<T>& result, const clear_way<T>& way, bool of_b,
                                                   const stretch_end<W>& low, const stretch_end<W>& high, W total,
                                                   T margin) noexcept {
    const vec2<T> points[] = {vec_cast<T>(low.middle) + vec2<T>{}, vec_cast<T>(high.middle) + vec2<T>{}};
    const bool high_deeper = high.overlap > low.overlap;
    const T depth = round_to<T>(total), lesser = smaller(depth, round_to<T>(smaller(low.overlap, high.overlap)) + T(0));
    const T x[] = {points[0].x, points[1].x, T(0)}, y[] = {points[0].y, points[1].y, T(0)},
            depths[] = {pick(high_deeper, depth, lesser), pick(high_deeper, lesser, depth), T(0)};
    const unsigned ids[] = {low.id, high.id, 0};

    // From left to right along level ground, as in meetings; without the lesser one, the other comes first.
    const W upwards = dot(way.outward, vec2<W>{W(3), W(8)});
    const bool backwards = (upwards < W(0)) | ((upwards == W(0)) & (way.outward.x < W(0)));
    const bool both = !(lesser < T(0) - margin);
    const int one_only = both ? 0 : 1, first = (both & !backwards) | (one_only & high_deeper),
              second = (both & backwards) | one_only << 1;
    result.normal = normal_of(way, of_b), result.count = both ? 2 : 1;
    fill_point(result.points[0], {x[first], y[first]}, depths[first], ids[first]);
    fill_point(result.points[1], {x[second], y[second]}, depths[second], ids[second]);
}

/// What pressed_by_faces finds for the edge and the corner of a clear way out, as long as all that it compares differs
/// by more than `slack`, which is no less than its own; else false.
template <scalar T, scalar W>
[[nodiscard]] constexpr bool fill_pressed(manifold<T>& result, const clear_way<T>& way, const facing_side<W>& side,
                                          const clear_features& features, vec2<W> before_corner, vec2<W> after_corner,
                                          W total, W radius, W radius_of_other, W slack, T margin) noexcept {
    // The other's edge goes the opposite way; along the owner's it starts where it ends.
    const bool is_before = side.is_before, of_b = features.of_b;
    const vec2<W> start = pick(is_before, after_corner, way.corner), stop = pick(is_before, way.corner, before_corner);
    const edge_along<W> edge = way.edge(), other{start, stop, way.place(start), way.place(stop)};
    const std::size_t start_at = pick(is_before, features.corner_after, features.corner),
                      stop_at = pick(is_before, features.corner, features.corner_before);

    // The shared stretch, between the inner ends.
    const bool low_of_other = edge.start_place < other.start_place, high_of_other = other.stop_place < edge.stop_place;
    const W low = pick(low_of_other, edge.start_place, other.start_place),
            high = pick(high_of_other, edge.stop_place, other.stop_place);
    const W ends =
        smaller(magnitude(edge.start_place - other.start_place), magnitude(edge.stop_place - other.stop_place));
    const vec2<W> low_end = pick(low_of_other, edge.start, other.start),
                  high_end = pick(high_of_other, edge.stop, other.stop);
    const vec2<W> low_across = pick_edge(low_of_other, other, edge).at(low),
                  high_across = pick_edge(high_of_other, other, edge).at(high);
    const auto overlap = [&](bool of_other, vec2<W> end, vec2<W> across) {
        return dot(way.outward, pick(of_other, end, across) - pick(of_other, across, end)) + (radius + radius_of_other);
    };
    const W at_low = overlap(low_of_other, low_end, low_across),
            at_high = overlap(high_of_other, high_end, high_across);
    const bool high_deeper = at_high > at_low;
    const W deeper = pick(high_deeper, at_low, at_high), lesser = pick(high_deeper, at_high, at_low);
    if (!(smaller(high - low, ends) > slack && lesser < deeper - slack)) return false;

    const vec2<W> aside = way.outward * ((radius - radius_of_other) / W(2));
    const std::size_t face = features.edge | edge_feature;
    const stretch_end<W> at_start{midpoint(low_end, low_across) + aside, at_low,
                                  id_of(of_b, pick(side.on_corner & !high_deeper, features.edge, face), start_at)},
        at_stop{midpoint(high_end, high_across) + aside, at_high,
                id_of(of_b, pick(side.on_corner & high_deeper, features.edge_end, face), stop_at)};
    fill_stretch(result, way, of_b, at_start, at_stop, total, margin);
    return true;
}

/// The same for segments whose ends p and corner are nearest to each other: these meet, and where the segments go the
/// same way from there, what is across from the end of the shorter one.
template <scalar T, scalar W>
[[nodiscard]] constexpr bool fill_pressed_by_ends(manifold<T>& result, const capsule_way<T>& out,
                                                  const clear_features& features, W slack, T margin) noexcept {
    const clear_way<T>& way = out.way;
    const vec2<W> other_end = out.before_corner;
    const edge_along<W> edge{way.p, way.q, way.place(way.p), way.place(way.q)},
        other{way.corner, other_end, way.place(way.corner), way.place(other_end)};
    const W past = magnitude(edge.stop_place), past_other = magnitude(other.stop_place);
    const W back = dot(way.outward, way.p - way.q), other_back = dot(way.outward, other_end - way.corner);
    if (!(smaller(smaller(past, past_other), smaller(back, other_back)) > W(4) * slack)) return false;  // generous
    const bool of_b = features.of_b;
    const vec2<W> aside = way.outward * ((out.radius - out.radius_of_other) / W(2));
    const auto end = [&](vec2<W> on_owner, vec2<W> on_other, std::size_t at, std::size_t at_other) -> stretch_end<W> {
        const W overlap = dot(way.outward, on_owner - on_other) + (out.radius + out.radius_of_other);
        return {midpoint(on_owner, on_other) + aside, overlap, id_of(of_b, at, at_other)};
    };
    const stretch_end<W> first = end(way.p, way.corner, features.edge, features.corner);
    if ((edge.stop_place > W(0)) != (other.stop_place > W(0))) {
        result.normal = normal_of(way, of_b), result.count = 1;
        fill_point(result.points[0], vec_cast<T>(first.middle) + vec2<T>{}, round_to<T>(out.depth), first.id);
        return true;
    }

    const bool owner_ends = past < past_other;
    const W place = pick(owner_ends, other.stop_place, edge.stop_place);
    const vec2<W> across = pick_edge(owner_ends, edge, other).at(place);
    const stretch_end<W> last = end(pick(owner_ends, across, edge.stop), pick(owner_ends, other.stop, across),
                                    1 - features.edge, features.corner_before);
    if (!(magnitude(past - past_other) > slack && last.overlap < first.overlap - slack)) return false;
    const bool forwards = edge.stop_place > W(0);
    fill_stretch(result, way, of_b, forwards ? first : last, forwards ? last : first, out.depth, margin);
    return true;
}

template <class A, class B, class T>
[[nodiscard]] constexpr bool fill_through(manifold<T>& result, const A& a, const B& b, const clear_features& features,
                                          T largest, T margin) {
    using W = wide_t<T>;
    return with_owner(a, b, features, [&](const auto& owner, const auto& other) {
        const auto of_other = [&other](std::size_t i) { return widen(corner_of(other, i)); };
        const clear_way<T> way{widen(corner_of(owner, features.edge)), widen(corner_of(owner, features.edge_end)),
                               of_other(features.corner)};
        const vec2<W> previous = of_other(features.corner_before), next = of_other(features.corner_after);
        const facing_side<W> side{way, previous, next};
        const W slack = pressing_slack<T>(W(2) * static_cast<W>(largest));
        return side.certain && way.depth > slack &&
               fill_pressed(result, way, side, features, previous, next, way.depth, W(0), W(0), slack, margin);
    });
}

/// Is the manifold of what overlaps clear, through the features that decide? Then it is in `result`.
template <class T, class B>
[[nodiscard]] inline bool press_clearly(manifold<T>& result, const capsule<T>& a, const B& b, clear_features& features,
                                        T largest, T margin) {
    using W = wide_t<T>;
    const bool at_end = features.edge == features.edge_end;
    if (!features.found || (at_end && !are_capsules<capsule<T>, B>)) return false;
    const capsule_way<T> out = way_through(a, b, features, largest);
    const W slack = pressing_slack<T>(W(2) * static_cast<W>(largest));
    if (!out.certain || !(out.depth > slack)) return false;
    if (at_end) return fill_pressed_by_ends(result, out, features, slack, margin);
    const facing_side<W> side{out.way, out.before_corner, out.after_corner};
    return side.certain && fill_pressed(result, out.way, side, features, out.before_corner, out.after_corner, out.depth,
                                        out.radius, out.radius_of_other, slack, margin);
}

template <class T>
[[nodiscard, gnu::noinline]] inline bool press_clearly(manifold<T>& result, const capsule<T>& a, const capsule<T>& b,
                                                       const capsule_look<T>& look, T margin) {
    clear_features features = look.features(a, b);
    return press_clearly(result, a, b, features, reach_of(a, b), margin);
}

/// Is the answer clear? Then it is in `result`.
template <class T>
[[nodiscard]] inline bool clearly(manifold<T>& result, const capsule<T>& a, const capsule<T>& b, T margin) {
    const capsule_look<T> look{a, b};
    const relation told = look.told();
    if (told == relation::penetrating) return press_clearly(result, a, b, look, margin);
    return told == relation::apart && margin == T(0);
}
/// The same for a capsule and a polygon.
template <class T, class B>
    requires are_capsule_and_polygon<capsule<T>, B> && has_clear_gaps<T>
[[nodiscard]] inline bool clearly(manifold<T>& result, const capsule<T>& a, const B& b, T margin) {
    if (margin == T(0) && told_quickly(a, b) == relation::apart) return true;
    capsule_polygon_look<T> look{a, b};
    if (look.apart) return margin == T(0);
    return press_clearly(result, a, b, look.features, look.largest, margin);
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
    result.normal = vec_cast<T>(way.normal()) + vec2<T>{}, result.count = 1;
    fill_point(result.points[0], vec_cast<T>(middle) + vec2<T>{}, round_to<T>(way.depth), feature);
    return true;
}

}  // namespace hitbox::detail
