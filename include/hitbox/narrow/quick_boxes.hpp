#pragma once
/// A quick look at two boxes, by their half extents.

#include <hitbox/narrow/clear_way.hpp>

namespace hitbox::detail {

/// A box by its half extents: of an obb what it says, of an aabb rounded.
template <std::floating_point T>
struct box_frame {
    vec2<T> center{}, half_extents{};
    rot2<T> rotation{};
    T shortest{};  // half of an edge that rounding may have turned, or less
};
template <std::floating_point T>
[[nodiscard]] constexpr box_frame<T> frame_of(const obb<T>& box) noexcept {
    const vec2<T> h{box.half_extents.x, box.half_extents.y};  // number by number: as pairs they would be copied first
    return {{box.center.x, box.center.y}, h, {box.rotation.c, box.rotation.s}, smaller(h.x, h.y)};
}
template <std::floating_point T>
[[nodiscard]] constexpr box_frame<T> frame_of(const aabb<T>& box) noexcept {
    const vec2<T> low = box.min * T(.5), high = box.max * T(.5);
    const bool in_order = box.min.x <= box.max.x && box.min.y <= box.max.y;  // halves may not tell
    return {low + high, in_order ? high - low : vec2<T>{-1, -1}, {}, std::numeric_limits<T>::infinity()};
}

/// A corner with its exact coordinates, of a box that has four.
template <std::floating_point T>
[[nodiscard]] constexpr vec2<T> corner_of(const aabb<T>& box, std::size_t i) noexcept {
    return {i == 1 || i == 2 ? box.max.x : box.min.x, i >= 2 ? box.max.y : box.min.y};
}
template <std::floating_point T>
[[nodiscard]] constexpr vec2<T> corner_of(const obb<T>& box, std::size_t i) noexcept {
    return corner(box, i);
}

/// Two boxes, at least one an `obb`, whose edges the scores can count.
template <class A, class B>
inline constexpr bool are_boxes = false;
template <std::floating_point T>
    requires exact_scalar<T>
inline constexpr bool are_boxes<obb<T>, obb<T>> = true;
template <std::floating_point T>
    requires exact_scalar<T>
inline constexpr bool are_boxes<aabb<T>, obb<T>> = true;
template <std::floating_point T>
    requires exact_scalar<T>
inline constexpr bool are_boxes<obb<T>, aabb<T>> = true;

/// Without a turn, a box is the one between two of its corners. A sum of two floats is the same by way of double
/// (Figueroa 1995).
template <real T>
[[nodiscard]] constexpr aabb<T> untwisted(const obb<T>& box) noexcept {
    return {box.center - box.half_extents, box.center + box.half_extents};
}
template <scalar T>
[[nodiscard]] constexpr const aabb<T>& untwisted(const aabb<T>& box) noexcept {
    return box;
}
template <scalar T>
[[nodiscard]] constexpr bool is_turned(const aabb<T>&) noexcept {
    return false;
}
template <real T>
[[nodiscard]] constexpr bool is_turned(const obb<T>& box) noexcept {
    return box.rotation.c != T(1) || box.rotation.s != T(0);
}

template <class S>
concept box = requires(const S& s) {
    is_turned(s);
};

/// Two boxes along the axes. Not found if one is turned, or flat: a flat one answers as the segment or point that it
/// is; or so large that a depth might overflow, as search scales them.
template <scalar T>
struct upright_boxes {
    aabb<T> a, b;
    bool found = false;

    template <box A, box B>
    constexpr upright_boxes(const A& box_a, const B& box_b) noexcept {
        if (is_turned(box_a) || is_turned(box_b)) return;
        a = untwisted(box_a), b = untwisted(box_b);
        found = a.min.x < a.max.x && a.min.y < a.max.y && b.min.x < b.max.x && b.min.y < b.max.y;
        if constexpr (std::floating_point<T> && std::same_as<T, wide_t<T>>) {
            const vec2<T> most = (max)((max)(abs(a.min), abs(a.max)), (max)(abs(b.min), abs(b.max)));
            found = found && larger(most.x, most.y) < (std::numeric_limits<T>::max)() / 4;
        }
    }
};

/// Two boxes along the axes of each: the way from a's centre to b's, and the half extents of both added.
///
/// With coordinates up to m, how far the one way exceeds the other is off by less than 28 u m: difference of centres 1,
/// three dot products of 2 each, sums 3, 6 for the corners, whose own rounding (and the 2^-10 by which a rotation may
/// be off) is not in the half extents, and 4 for the frame of an aabb.
template <std::floating_point T>
struct box_ways {
    vec2<T> in_a{}, in_b{}, reach_a{}, reach_b{};
    T largest{}, bound{};
    T farthest{};              // from a corner of one to one of the other, or more
    T thinnest{}, shortest{};  // half an edge; the same of those that rounding may have turned
    T drift{};  // by how much the squares of the rotations' lengths are not 1, both together: a NaN is not lost

    [[gnu::always_inline]] inline box_ways(const box_frame<T>& a, const box_frame<T>& b) noexcept {
        const vec2<T> offset = b.center - a.center, ca = abs(a.center), cb = abs(b.center);
        const vec2<T> axis_a{a.rotation.c, a.rotation.s}, axis_b{b.rotation.c, b.rotation.s};
        const vec2<T> ha = a.half_extents, hb = b.half_extents;
        const T c = magnitude(dot(axis_a, axis_b)), s = magnitude(cross(axis_a, axis_b));
        in_a = {dot(axis_a, offset), cross(axis_a, offset)}, in_b = {dot(axis_b, offset), cross(axis_b, offset)};
        reach_a = {ha.x + (c * hb.x + s * hb.y), ha.y + (s * hb.x + c * hb.y)};
        reach_b = {hb.x + (c * ha.x + s * ha.y), hb.y + (s * ha.x + c * ha.y)};
        const T sizes = ha.x + ha.y + hb.x + hb.y;
        drift = magnitude(length_squared(axis_a) - T(1)) + magnitude(length_squared(axis_b) - T(1));
        largest = larger(ca.x, ca.y) + larger(cb.x, cb.y) + sizes;  // generous
        farthest = sizes + magnitude(offset.x) + magnitude(offset.y);
        thinnest = smaller(smaller(ha.x, ha.y), smaller(hb.x, hb.y)), shortest = smaller(a.shortest, b.shortest);
        bound = (T(28) + careful_roundings<T>)*unit_roundoff<T>() * largest +  // generous
                drift * (T(3) * sizes + farthest);                             // generous
    }
    /// The scores of the edges that face the other's centre, and the largest of them.
    [[nodiscard]] vec2<T> along_a() const noexcept { return abs(in_a) - reach_a; }
    [[nodiscard]] vec2<T> along_b() const noexcept { return abs(in_b) - reach_b; }
    [[nodiscard]] T best() const noexcept {
        return larger(larger(along_a().x, along_a().y), larger(along_b().x, along_b().y));
    }
    [[nodiscard]] bool usable() const noexcept {
        return (bound > T(0x1p-80)) & (bound < T(0x1p80)) & (drift < T(0x1p-11));  // generous
    }
    /// What that tells for certain. Corners that rounding has moved onto each other make no difference: the bound has
    /// their rounding, too.
    [[nodiscard, gnu::always_inline]] inline relation told() const noexcept {
        return certain_sign(best(), bound, (thinnest >= T(0)) & usable());
    }
    /// Both have all four corners, in their order, as in is_thick.
    [[nodiscard]] bool thick() const noexcept {
        return usable() && thinnest > T(16) * std::numeric_limits<T>::epsilon() * largest;
    }
    /// What a single score may be off by. That the corners are rounded makes the boxes little larger or smaller, but a
    /// short edge it turns by a lot: each end is off by sqrt(2) u m (by four times that where corners are computed in
    /// no wider type), so the edge by less than sqrt(2) u m over half its length. Times how far from it the other's
    /// corners may be, that is what its own separation is off by.
    [[nodiscard]] T bound_of_edges() const noexcept {
        constexpr T roundings = std::same_as<T, float> ? T(2) : T(8);                     // generous
        const T leverage = farthest / larger(shortest, (std::numeric_limits<T>::min)());  // as in moved_bound
        return bound + roundings * unit_roundoff<T>() * largest * leverage;
    }
};

/// The corner of `other` that is deepest behind an edge of `owner`, by the signs of the angles between their axes.
/// Turned by less than rounding, or in a box thinner than that, it is not alone.
template <std::floating_point T>
inline void box_features_behind(clear_features& found, std::size_t edge, T score, T bound, const box_frame<T>& owner,
                                const box_frame<T>& other) noexcept {
    const T c = owner.rotation.c, s = owner.rotation.s, halves[] = {owner.half_extents.y, owner.half_extents.x};
    const vec2<T> normals[] = {{s, -c}, {c, s}, {-s, c}, {-c, -s}}, axis{other.rotation.c, other.rotation.s};
    const T along_x = dot(normals[edge], axis), along_y = cross(axis, normals[edge]);
    const T step_x = T(2) * magnitude(along_x) * other.half_extents.x,
            step_y = T(2) * magnitude(along_y) * other.half_extents.y;
    const T thickness = T(2) * halves[edge % 2], slack = T(4) * bound;  // generous
    const std::size_t right = along_x < T(0) ? 1 : 0, corner = along_y < T(0) ? 3 - right : right;
    found.edge = edge, found.edge_end = next_index(edge, 4);
    found.owner_sticks_out = T(0) - thickness < score - slack;
    found.other_sticks_out = score + step_x + step_y > slack;
    found.found = smaller(thickness, smaller(step_x, step_y)) > slack;
    found.set_corner(corner, 4);
}

/// Scores of boxes by their half extents (Gottschalk, Lin and Manocha 1996).
template <class A, class B, std::floating_point T>
inline void look_at_boxes(edge_scores<T>& scores, const A& box_a, const B& box_b) noexcept {
    const box_frame<T> a = frame_of(box_a), b = frame_of(box_b);
    const box_ways<T> ways{a, b};
    const auto fill = [](T* to, vec2<T> to_other, vec2<T> reach) {  // as packs, as which they are looked at
        const T four[] = {-to_other.y - reach.y, to_other.x - reach.x, to_other.y - reach.y, -to_other.x - reach.x};
        for (std::size_t k = 0; k < 4; k += pack_size<T>)
            store_pack(to + k, pack_from<T>([&four, k](std::size_t i) { return four[k + i]; }));
    };
    fill(scores.of_a, ways.in_a, ways.reach_a), fill(scores.of_b, -ways.in_b, ways.reach_b);
    scores.best = ways.best(), scores.bound = scores.enough = ways.bound_of_edges(), scores.largest = ways.largest;
    scores.edges_of_a = scores.edges_of_b = 4;
    scores.usable = ways.thick();
    find_clear_features(scores, [&](clear_features& found, std::size_t edge, bool of_b) {
        box_features_behind(found, edge, scores.best, scores.bound, of_b ? b : a, of_b ? a : b);
    });
}

template <class A, class B>
    requires are_boxes<A, B>
[[nodiscard]] inline relation quick_relation(const A& box_a, const B& box_b) noexcept {
    using T = scalar_t<A>;
    const box_frame<T> a = frame_of(box_a), b = frame_of(box_b);
    return box_ways<T>{a, b}.told();
}

}  // namespace hitbox::detail
