#pragma once
/// A quick look at two capsules, by the ends of their segments.

#include <hitbox/core/quad.hpp>
#include <hitbox/narrow/clear_way.hpp>

namespace hitbox::detail {

/// Each of the four ends from the other's segment: b's, then a's. The nearest one tells how far the segments are apart,
/// unless they cross (Ericson, section 5.1.9).
///
/// With s the sum of the sizes, a squared distance is off by less than 32 u s^2: what division rounds moves the point
/// found along the segment, where the distance hardly changes. A turn is off by less than 4 u s |edge|: segments that
/// cross, but not by the signs of their turns, have an end within 4 u s of the other.
template <quick_scalar T>
struct capsule_look {
    quad<T> squared, along;  // distances; places along the segment, from 0 to 1 where it is
    quad<T> turns, lengths;  // to the left of the segment; squared, of the segment
    T nearest{}, size{}, bound{}, limit{};
    bool crossing = false, sides_certain = false, trusted = false;

    [[gnu::always_inline]] inline capsule_look(const capsule<T>& a, const capsule<T>& b) noexcept {
        const quad<T> of_a = load_quad<T>(a), of_b = load_quad<T>(b), zero = quad_of(T(0));
        const quad<T> start_x = pick<0, 0, 4, 4>(of_a, of_b), start_y = pick<1, 1, 5, 5>(of_a, of_b),
                      edge_x = pick<2, 2, 6, 6>(of_a, of_b) - start_x, edge_y = pick<3, 3, 7, 7>(of_a, of_b) - start_y,
                      x = pick<0, 2, 4, 6>(of_b, of_a) - start_x, y = pick<1, 3, 5, 7>(of_b, of_a) - start_y;
        const quad<T> edge_sizes = absolute(edge_x) + absolute(edge_y), gap_sizes = absolute(x) + absolute(y);
        size = edge_sizes[0] + edge_sizes[2] + gap_sizes[0];
        lengths = edge_x * edge_x + edge_y * edge_y, turns = edge_x * y - edge_y * x;
        along = (x * edge_x + y * edge_y) / upper(lengths, quad_of((std::numeric_limits<T>::min)()));
        const quad<T> clamped = upper(zero, lower(along, quad_of(T(1)))), off_x = x - edge_x * clamped,
                      off_y = y - edge_y * clamped;
        squared = off_x * off_x + off_y * off_y;
        const T units = unit_roundoff<T>() * size * size, sum = a.radius + b.radius;  // generous
        const std::uint64_t left = greater(turns, zero),
                            certain = greater(absolute(turns), quad_of(T(8) * units));  // generous
        nearest = lowest(squared), limit = sum * sum;
        crossing = ((left ^ left >> 1) & 5) == 5;  // an end of each on either side of the other
        sides_certain = certain == 15;
        bound = T(64) * (units + unit_roundoff<T>() * limit) + underflow_slack<T>;  // generous
        const bool in_range = (size > T(0x1p-30)) & (size < T(0x1p60));             // and so are the squares
        trusted = (smaller(a.radius, b.radius) >= T(0)) & in_range & (!crossing | sides_certain);
    }
    [[nodiscard]] relation told() const noexcept {
        return certain_sign((crossing ? T(0) : nearest) - limit, bound, trusted);
    }
    /// What decides about the way between the segments, or out where they cross; where that is certain.
    /// Edge 0 goes from a to b, edge 1 back; the corner is to the right of it, or to the left if behind.
    [[nodiscard]] clear_features features(const capsule<T>& a, const capsule<T>& b) const noexcept {
        clear_features found = crossing ? crossing_features() : nearest_features();
        const bool a_out = sticks_out(b.radius - a.radius, larger(squared[2], squared[3])),
                   b_out = sticks_out(a.radius - b.radius, larger(squared[0], squared[1]));
        found.owner_sticks_out = pick(found.of_b, a_out, b_out),
        found.other_sticks_out = pick(found.of_b, b_out, a_out);
        return found;
    }

private:
    /// An end and the other's segment, or (if edge == edge_end) its end.
    [[nodiscard]] clear_features nearest_features() const noexcept {
        const std::size_t k = least_of(squared, nearest), end = k % 2, first = along[k] > T(.5) ? 1 : 0;
        const bool of_b = k >= 2;
        // Places along the segment are off by less than 8 u times the size.
        const T off = T(32) * unit_roundoff<T>() * size, room = off * off;  // generous
        const T past = pick(first == 1, T(0) - along[k], along[k] - T(1));
        const bool beside = past < T(0);
        const std::size_t mirror = (of_b ? 0 : 2) + first;
        const T mirrored = pick(end == 1, T(0) - along[mirror], along[mirror] - T(1));
        const bool mirror_past = (mirrored > T(0)) & (mirrored * mirrored * lengths[mirror] > room);
        const std::uint64_t decide = std::uint64_t{1} << k | std::uint64_t{!beside} << mirror;
        const bool alone = (greater(squared, quad_of(nearest + T(2) * bound)) | decide) == 15;
        const bool certain =
            sides_certain & !crossing & (past * past * lengths[k] > room) & (beside | mirror_past) & alone;
        clear_features found;
        const std::size_t left = turns[k] > T(0) ? 1 : 0;
        found.edge = pick(beside, first, left), found.edge_end = found.edge ^ std::size_t{beside};
        found.of_b = of_b, found.found = certain;
        found.set_corner(end, 2), found.behind = false;
        return found;
    }
    /// Each end is as far behind the other's segment as its turn over the length says; so the least of that is the way
    /// out. Its square is off by no more than that of a distance.
    [[nodiscard]] clear_features crossing_features() const noexcept {
        const quad<T> depths = turns / lengths * turns;  // no fourth power on the way
        const T least = lowest(depths);
        const std::size_t k = least_of(depths, least);
        const std::uint64_t deeper = greater(depths, quad_of(least + T(2) * bound)), decide = std::uint64_t{1} << k;
        const bool certain = sides_certain && (deeper | decide) == 15;
        clear_features found;
        found.edge = turns[k] > T(0) ? 0 : 1, found.edge_end = 1 - found.edge;
        found.of_b = k >= 2, found.found = certain;
        found.set_corner(k % 2, 2);
        return found;
    }
    /// The first that is the least.
    [[nodiscard]] static std::size_t least_of(const quad<T>& x, T least) noexcept {
        return static_cast<std::size_t>(std::countr_one(greater(x, quad_of(least)))) & 3;
    }
    /// An end this far from the other's segment is not inside that, which is wider by `wider` on each side.
    [[nodiscard]] bool sticks_out(T wider, T distance_squared) const noexcept {
        return (wider < T(0)) | (distance_squared > wider * wider + bound);
    }
};

template <quick_scalar T>
[[nodiscard]] inline relation quick_relation(const capsule<T>& a, const capsule<T>& b) noexcept {
    return capsule_look<T>{a, b}.told();
}

template <quick_scalar T>
[[nodiscard]] constexpr vec2<T> corner_of(const capsule<T>& c, std::size_t i) noexcept {
    return pick_in_place(i != 0, c.a, c.b);
}

template <class A, class B>
inline constexpr bool are_capsules = false;
template <quick_scalar T>
inline constexpr bool are_capsules<capsule<T>, capsule<T>> = true;

/// No less than any |coordinate| and radius.
template <quick_scalar T>
[[nodiscard]] inline T reach_of(const capsule<T>& a, const capsule<T>& b) noexcept {
    const vec2<T> most = (max)((max)(abs(a.a), abs(a.b)), (max)(abs(b.a), abs(b.b)));
    return larger(larger(most.x, most.y), larger(a.radius, b.radius));
}

}  // namespace hitbox::detail
