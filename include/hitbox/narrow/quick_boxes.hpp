#pragma once
/// A quick look at two boxes, by their half extents.

#include <hitbox/core/quad.hpp>
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

/// The numbers of a box, four by four: of an obb what it says, of an aabb rounded, as in box_frame.
template <std::floating_point T>
struct box_numbers {
    static_assert(sizeof(obb<T>) == 6 * sizeof(T));

    quad<T> middle_and_half, half_and_turn;

    [[gnu::always_inline]] inline explicit box_numbers(const obb<T>& box) noexcept
        : middle_and_half{load_quad<T>(box)}, half_and_turn{load_quad<T>(box, 2)} {}
    [[gnu::always_inline]] inline explicit box_numbers(const aabb<T>& box) noexcept {
        const box_frame<T> frame = frame_of(box);
        const vec2<T> c = frame.center, h = frame.half_extents;
        middle_and_half = quad_of(c.x, c.y, h.x, h.y), half_and_turn = quad_of(h.x, h.y, T(1), T(0));
    }
};

/// Two boxes along the x and y of a and the x and y of b (Gottschalk, Lin and Manocha 1996): the way to the other's
/// centre, and how far each box reaches.
///
/// With coordinates up to m, how far the way exceeds both reaches is off by less than 28 u m: difference of centres 1,
/// three dot products of 2 each, sums 3, 6 for the corners, whose own rounding (and the 2^-10 by which a rotation may
/// be off) is not in the half extents, and 4 for the frame of an aabb.
template <std::floating_point T>
struct box_ways {
    quad<T> to_other, half, by_cosine, by_sine;  // a box reaches as far as its half, the other by the sum of these
    T largest{}, bound{};
    T farthest{};              // from a corner of one to one of the other, or more
    T thinnest{}, shortest{};  // half an edge; the same of those that rounding may have turned
    T cosine{}, sine{};        // of the angle from a to b
    T drift{};  // by how much the squares of the rotations' lengths are not 1, both together: a NaN is not lost

    template <class A, class B>
    [[gnu::always_inline]] inline box_ways(const A& a, const B& b) noexcept {
        const box_numbers<T> of_a{a}, of_b{b};
        half = pick<0, 1, 4, 5>(of_a.half_and_turn, of_b.half_and_turn);
        const quad<T> axes = pick<2, 3, 6, 7>(of_a.half_and_turn, of_b.half_and_turn);
        const quad<T> between = of_b.middle_and_half - of_a.middle_and_half;
        const quad<T> offset = pick<0, 1, 0, 1>(between) * quad_of(T(1), T(1), T(-1), T(-1));
        const quad<T> sideways = pick<1, 1, 3, 3>(axes) * quad_of(T(1), T(-1), T(1), T(-1));
        to_other = pick<0, 0, 2, 2>(axes) * offset + sideways * pick<1, 0, 3, 2>(offset);

        const quad<T> squares = axes * axes, dots = axes * pick<2, 3, 0, 1>(axes),
                      turns = axes * pick<3, 2, 1, 0>(axes);
        const quad<T> cosines = dots + pick<1, 0, 3, 2>(dots), sines = turns - pick<1, 0, 3, 2>(turns),
                      off_one = absolute(squares + pick<1, 0, 3, 2>(squares) - quad_of(T(1)));
        cosine = cosines[0], sine = sines[0], drift = off_one[0] + off_one[2];
        by_cosine = absolute(cosines) * pick<2, 3, 0, 1>(half), by_sine = absolute(sines) * pick<3, 2, 1, 0>(half);

        const quad<T> sizes = absolute(of_a.middle_and_half) + absolute(of_b.middle_and_half), way = absolute(offset);
        const quad<T> sums = pick<0, 2, 4, 6>(sizes, way) + pick<1, 3, 5, 7>(sizes, way);
        largest = sums[0] + sums[1];  // generous
        farthest = sums[1] + sums[2];
        thinnest = lowest(half);
        if constexpr (std::same_as<A, B>) shortest = thinnest;
        else shortest = smaller(frame_of(a).shortest, frame_of(b).shortest);
        bound = (T(28) + careful_roundings<T>)*unit_roundoff<T>() * largest +  // generous
                drift * (T(3) * sums[1] + farthest);                           // generous
    }
    /// The scores of the edges that face the other's centre, and the largest of them.
    [[nodiscard]] quad<T> scores() const noexcept { return absolute(to_other) - (half + (by_cosine + by_sine)); }
    [[nodiscard]] T best() const noexcept { return highest(scores()); }
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
    /// Across axis i, the edge towards the other box. Which is meant is random: no branch.
    [[nodiscard]] std::size_t edge_across(std::size_t i) const noexcept {
        const bool sideways = i % 2 == 0, backward = !(to_other[i] > T(0));
        return (sideways ? 1u : 2u) ^ (backward ? 2u : 0u);
    }
    /// Fills in the clear features, if one axis only can be the best one, and on one side only. The corner of the other
    /// box that is deepest behind that edge is told by the signs of the angles between their axes. Turned by less than
    /// rounding, or in a box thinner than that, it is not alone.
    [[gnu::always_inline]] inline void find_features(clear_features& found, T best, T off) const noexcept {
        const quad<T> score = scores(), limit = quad_of(best - T(2) * off);  // generous
        const quad<T> far_side = score - (absolute(to_other) + absolute(to_other));
        edge_set best_axes{~greater(limit, score) & 15};
        if (!best_axes.is_one() || greater(limit, far_side) != 15) return;
        const std::size_t i = best_axes.pop();
        const bool backward = !(to_other[i] > T(0));
        found.of_b = i >= 2;
        found.edge = edge_across(i), found.edge_end = next_index(found.edge, 4);
        // The sides of the other, along the normal.
        const quad<T> along_x = quad_of(cosine, sine, cosine, -sine), along_y = quad_of(-sine, cosine, sine, cosine);
        const bool right = (along_x[i] < T(0)) != backward, upper = (along_y[i] < T(0)) != backward;
        found.set_corner((right ? 1u : 0u) ^ (upper ? 3u : 0u), 4);
        found.found = smaller(half[i], smaller(by_cosine[i], by_sine[i])) > T(2) * off;  // generous

        const quad<T> beyond = absolute(to_other) + (by_cosine + by_sine) - half;
        const std::uint64_t out = greater(beyond, quad_of(off)), in = greater(quad_of(-off), beyond);
        const std::uint64_t of_owner = found.of_b ? 12 : 3, of_other = of_owner ^ 15;
        found.owner_sticks_out = (out & of_other) != 0, found.owner_is_in = (in & of_other) == of_other;
        found.other_sticks_out = (out & of_owner) != 0, found.other_is_in = (in & of_owner) == of_owner;
    }
};

/// Scores of boxes by their half extents; or clear features, and then no scores.
template <class A, class B, std::floating_point T>
inline void look_at_boxes(edge_scores<T>& scores, const A& a, const B& b) noexcept {
    const box_ways<T> ways{a, b};
    scores.best = ways.best(), scores.bound = scores.enough = ways.bound_of_edges(), scores.largest = ways.largest;
    scores.usable = ways.thick();
    if (scores.hulls_penetrating()) ways.find_features(scores.clear, scores.best, scores.bound);
    if (scores.clear.found) {
        scores.usable = false;
        return;
    }
    const quad<T> reach = ways.half + (ways.by_cosine + ways.by_sine), near_side = ways.to_other - reach,
                  far_side = quad_of(T(0)) - ways.to_other - reach;
    const auto fill = [](T* to, const quad<T>& four) {
        for (std::size_t k = 0; k < 4; k += pack_size<T>) store_pack(to + k, four.packs[k / pack_size<T>]);
    };
    fill(scores.of_a, pick<5, 0, 1, 4>(near_side, far_side)), fill(scores.of_b, pick<7, 2, 3, 6>(near_side, far_side));
    scores.edges_of_a = scores.edges_of_b = 4;
}

template <class A, class B>
    requires are_boxes<A, B>
[[nodiscard]] inline relation quick_relation(const A& a, const B& b) noexcept {
    using T = scalar_t<A>;
    return box_ways<T>{a, b}.told();
}

}  // namespace hitbox::detail
