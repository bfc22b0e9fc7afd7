#pragma once
/// The way out of an overlap where a quick look leaves one edge only, and one corner behind it: most overlaps are like
/// that.
///
/// To the last bit what the searches of features.hpp and faces.hpp find, without all that they compare it with.

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

/// An edge of one hull, its owner, and the corner of the other that is deepest behind it: alone, by more than makes a
/// face. Found only where a careful look could find nothing else.
struct clear_features {
    std::size_t edge = nowhere, edge_end = nowhere;
    std::size_t corner = nowhere, corner_before = nowhere, corner_after = nowhere;  // and its neighbours
    bool of_b = false;                                                              // the owner is b
    // Beyond the other's far side by more than rounding: certainly not inside it.
    bool owner_sticks_out = false, other_sticks_out = false;
    bool found = false;

    /// The i-th of `n`.
    [[nodiscard]] constexpr clear_features with_corner(std::size_t i, std::size_t n) const noexcept {
        clear_features result = *this;
        result.corner = i, result.corner_before = (i == 0 ? n : i) - 1, result.corner_after = next_index(i, n);
        return result;
    }
};

/// The heights of all corners above the edge are off by as much as its score at most, so that two of them differ by no
/// more than twice that from what they should; what makes a face is less than as much again.
template <std::floating_point T>
[[nodiscard]] inline clear_features features_behind(std::size_t edge, T score, T bound, const lanes<T>& owner,
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
    clear_features found{edge, end};
    found.owner_sticks_out = below != 0, found.other_sticks_out = above != 0;
    found.found = corners.is_one() && (facing & ~std::uint64_t{0} >> (64 - owner.corners)) == (one(edge) | one(end));
    return found.with_corner(corners.pop(), other.corners);
}

/// features_behind(edge, whether it is b's) of the only edge that the scores of hulls that certainly penetrate leave.
template <std::floating_point T, class F>
[[nodiscard, gnu::always_inline]] inline clear_features clear_features_of(const edge_scores<T>& scores,
                                                                          F&& features_behind_edge) noexcept {
    if (!scores.hulls_penetrating()) return {};
    const only_edge best = scores.only_best();
    if (!best.found) return {};
    clear_features features = features_behind_edge(best.at, best.of_b);
    features.of_b = best.of_b;
    return features;
}

/// An edge with its places along a tangent. What chooses here and below does it by index: no branch could predict it.
template <scalar W>
struct edge_along {
    vec2<W> ends[2];
    W places[2];

    /// The point at a place, or the end nearest to it; as measured by point_on and by pressing_face.
    [[nodiscard, gnu::always_inline]] constexpr vec2<W> at(W place) const noexcept {
        const int first = before(ends[1], ends[0]), last = 1 - first;
        const W fraction = (place - places[first]) / (places[last] - places[first]);
        if (!(fraction > W(0))) return ends[first];
        if (!(fraction < W(1))) return ends[last];
        return ends[first] + (ends[last] - ends[first]) * fraction;
    }
};

/// The way out through clear features, from their exact coordinates: the edge p-q and the corner; in wide arithmetic.
/// Places are measured from halfway between p and the corner, along the edge.
template <scalar W>
struct clear_way {
    vec2<W> outward{};  // the edge's unit normal
    W depth{};          // of the corner behind it
    vec2<W> p{}, q{}, corner{}, origin{};

    constexpr clear_way(vec2<W> p_, vec2<W> q_, vec2<W> corner_) noexcept
        : outward{outward_normal(p_, q_)}, depth{W(0) - dot(outward, corner_ - p_)}, p{p_}, q{q_}, corner{corner_},
          origin{midpoint(p_, corner_)} {}
    constexpr clear_way(vec2<W> p_, vec2<W> q_, vec2<W> corner_, vec2<W> outward_) noexcept
        : outward{outward_}, depth{W(0) - dot(outward, corner_ - p_)}, p{p_}, q{q_}, corner{corner_}, origin{midpoint(
                                                                                                          p_,
                                                                                                          corner_)} {}

    [[nodiscard]] constexpr W place(vec2<W> v) const noexcept { return cross(outward, v - origin); }
    [[nodiscard]] constexpr edge_along<W> edge() const noexcept { return {{p, q}, {place(p), place(q)}}; }
    /// The deepest point of the edge, across from the corner, which is the other one.
    [[nodiscard]] constexpr vec2<W> on_edge() const noexcept {
        const edge_along<W> e = edge();
        const W at = place(corner), low = larger(smaller(e.places[0], e.places[1]), at),
                high = smaller(larger(e.places[0], e.places[1]), at);
        return e.at((low + high) / W(2));
    }
};

}  // namespace hitbox::detail
