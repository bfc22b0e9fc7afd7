#pragma once
/// The way out of an overlap where a quick look leaves one edge only, and one corner behind it: most overlaps are like
/// that.
///
/// To the last bit what least_overlap.hpp, closest_features.hpp and faces.hpp find, without all that they compare with.

#include <hitbox/narrow/faces.hpp>
#include <hitbox/narrow/filter.hpp>

namespace hitbox::detail {

/// Numbers that quick looks can be taken at.
template <class T>
concept quick_scalar = std::floating_point<T> && exact_scalar<T>;

/// What a separation that may be off by `bound` tells; `touching` is nothing. Not a number is never certain.
template <std::floating_point W>
[[nodiscard]] constexpr relation certain_sign(W separation, W bound, bool trusted = true) noexcept {
    const relation sign = separation > W(0) ? relation::apart : relation::penetrating;
    const bool certain = (magnitude(separation) > bound) & trusted;
    return certain ? sign : relation::touching;
}

/// The heights of all corners above the edge are off by as much as its score at most, so that two of them differ by no
/// more than twice that from what they should; what makes a face is less than as much again.
template <std::floating_point T>
inline void find_features_behind(clear_features& found, std::size_t edge, T score, T bound, const lanes<T>& owner,
                                 const lanes<T>& other) noexcept {
    const T x = owner.normal_x[edge], y = owner.normal_y[edge];
    const pack<T> normal_x = pack_of(x), normal_y = pack_of(y);
    const auto height = [&](const lanes<T>& s, std::size_t i) {
        return normal_x * load_pack(s.x + i) + normal_y * load_pack(s.y + i);
    };
    const T slack = T(4) * bound, top = x * owner.x[edge] + y * owner.y[edge], bottom = top + score;  // generous
    std::uint64_t deepest = 0, facing = 0, above = 0, below = 0;
    for (std::size_t i = 0; i < other.corners; i += pack_size<T>) {
        const pack<T> h = height(other, i);
        deepest |= greater(pack_of(bottom + slack), h) << i, above |= greater(h, pack_of(top + slack));
    }
    for (std::size_t i = 0; i < owner.corners; i += pack_size<T>) {
        const pack<T> h = height(owner, i);
        facing |= greater(h, pack_of(top - slack)) << i, below |= greater(pack_of(bottom - slack), h);
    }
    const auto one = [](std::size_t i) { return std::uint64_t{1} << i; };
    const std::size_t end = next_index(edge, owner.corners);
    edge_set corners{deepest & ~std::uint64_t{0} >> (64 - other.corners)};
    found.edge = edge, found.edge_end = end;
    found.owner_sticks_out = below != 0, found.other_sticks_out = above != 0;
    found.found = corners.is_one() && (facing & ~std::uint64_t{0} >> (64 - owner.corners)) == (one(edge) | one(end));
    found.set_corner(corners.pop(), other.corners);
}

/// Fills in the clear features by find(features, edge, whether that is b's), for the only edge that the scores of hulls
/// that certainly penetrate leave.
template <std::floating_point T, class F>
[[gnu::always_inline]] inline void find_clear_features(edge_scores<T>& scores, F&& find) noexcept {
    if (!scores.hulls_penetrating()) return;
    const only_edge best = scores.only_best();
    if (!best.found) return;
    find(scores.clear, best.at, best.of_b);
    scores.clear.of_b = best.of_b;
}

/// One of two, without a branch that nobody could predict. Number by number: a pair that was only just written would be
/// loaded as one, and waited for.
template <class N>
[[nodiscard, gnu::always_inline]] constexpr N pick(bool second, N first, N other) noexcept {
    const N both[] = {first, other};
    return both[second ? 1 : 0];
}
template <scalar W>
[[nodiscard, gnu::always_inline]] constexpr vec2<W> pick(bool second, vec2<W> first, vec2<W> other) noexcept {
    return {pick(second, first.x, other.x), pick(second, first.y, other.y)};
}
/// The same for what stays where it is. Of two addresses, compilers would choose by a branch.
template <class S>
[[nodiscard, gnu::always_inline]] constexpr const S& pick_in_place(bool second, const S& first,
                                                                   const S& other) noexcept {
    if (std::is_constant_evaluated()) return second ? other : first;
    const auto from = std::bit_cast<std::uintptr_t>(&first), to = std::bit_cast<std::uintptr_t>(&other);
    return *std::bit_cast<const S*>(from ^ ((from ^ to) & (std::uintptr_t{0} - std::uintptr_t{second})));
}

/// An edge with the places of its ends along a tangent.
template <scalar W>
struct edge_along {
    vec2<W> start{}, stop{};
    W start_place{}, stop_place{};

    /// The point at a place, or the end nearest to it; as measured by point_on and by pressing_face.
    [[nodiscard, gnu::always_inline]] constexpr vec2<W> at(W place) const noexcept {
        const bool turned = before(stop, start);
        const vec2<W> first = pick(turned, start, stop), last = pick(turned, stop, start);
        const W from = pick(turned, start_place, stop_place), to = pick(turned, stop_place, start_place);
        const W fraction = (place - from) / (to - from);
        if (!(fraction > W(0))) return first;
        if (!(fraction < W(1))) return last;
        return first + (last - first) * fraction;
    }
};

template <scalar W>
[[nodiscard, gnu::always_inline]] constexpr edge_along<W> pick_edge(bool second, const edge_along<W>& first,
                                                                    const edge_along<W>& other) noexcept {
    return {pick(second, first.start, other.start), pick(second, first.stop, other.stop),
            pick(second, first.start_place, other.start_place), pick(second, first.stop_place, other.stop_place)};
}

/// The way out through clear features, from their exact coordinates: the edge p-q and the corner; in wide arithmetic.
/// Places are measured from halfway between p and the corner, along the edge.
template <scalar T>
struct clear_way {
    using W = wide_t<T>;

    vec2<W> outward{};  // the edge's unit normal
    W depth{};          // of the corner behind it
    W rest{};           // of the depth, as in `measure`
    vec2<W> p{}, q{}, corner{}, origin{};

    [[gnu::always_inline]] constexpr clear_way(vec2<W> p_, vec2<W> q_, vec2<W> corner_,
                                               const measure<W>& known) noexcept
        : outward{known.normal}, depth{W(0) - known.distance}, rest{W(0) - known.rest}, p{p_}, q{q_}, corner{corner_} {
        origin = midpoint(p, corner);
    }
    [[gnu::always_inline]] constexpr clear_way(vec2<W> p_, vec2<W> q_, vec2<W> corner_) noexcept
        : clear_way{p_, q_, corner_, measure_edge<T>(p_, q_, corner_)} {}

    /// Of what is around the edge and the corner.
    [[nodiscard]] constexpr W depth_with_radii(W radius, W radius_of_other) const noexcept {
        return W(0) - less_radii<T>(W(0) - depth, W(0) - rest, radius, radius_of_other);
    }
    [[nodiscard]] constexpr W place(vec2<W> v) const noexcept { return cross(outward, v - origin); }
    [[nodiscard, gnu::always_inline]] constexpr edge_along<W> edge() const noexcept {
        return {p, q, place(p), place(q)};
    }
    /// The deepest point of the edge, across from the corner, which is the other one.
    [[nodiscard, gnu::always_inline]] constexpr vec2<W> on_edge() const noexcept {
        const edge_along<W> e = edge();
        const W at = place(corner), low = larger(smaller(e.start_place, e.stop_place), at),
                high = smaller(larger(e.start_place, e.stop_place), at);
        return e.at((low + high) / W(2));
    }
};

}  // namespace hitbox::detail
