#pragma once
/// How far a feature is from another, and which way. Of the candidates a search only needs to know which is the best;
/// this is for the one that it finds.
///
/// In T's wide type, in which what rounding takes is far below T's own; double, which has none, takes two numbers for
/// one, and rounds the result once. Coordinates are in the range of squares, as shapes are scaled; an edge may be far
/// shorter.

#include <hitbox/core/twofold.hpp>
#include <hitbox/narrow/facets.hpp>

namespace hitbox::detail {

/// Is T its own wide type, and still promised to be right to a few units in the last place?
template <scalar T>
inline constexpr bool is_widest = exact_scalar<T>&& std::same_as<T, wide_t<T>>;

/// The way from p to q in numbers of twice the digits, scaled where its squares would leave the range.
struct fine_way {
    two_term_vec way{};  // zero for p == q
    two_term scaled_length{};
    double scale = 1;

    constexpr fine_way(vec2<double> p, vec2<double> q) noexcept {
        const vec2<double> rounded = q - p;
        const double largest = larger(magnitude(rounded.x), magnitude(rounded.y));
        if (!(largest > 0)) return;
        scale = safe_scale(largest), way = two_difference(q, p, scale), scaled_length = length_of(way);
    }
    [[nodiscard]] constexpr two_term length() const noexcept {
        return {scaled_length.high / scale, scaled_length.low / scale};
    }
};

/// The same with the length turned into its inverse, for a unit vector and for heights; both zero for p == q.
struct fine_edge {
    two_term_vec way;
    two_term inverse;  // of the length of that

    constexpr fine_edge(vec2<double> p, vec2<double> q) noexcept : fine_edge{fine_way{p, q}} {}
    constexpr explicit fine_edge(const fine_way& w) noexcept
        : way{w.way}, inverse{w.scaled_length.high > 0 ? two_term{1, 0} / w.scaled_length : two_term{0, 0}} {}

    [[nodiscard]] constexpr vec2<double> unit() const noexcept {
        return {(way.x * inverse).high + 0, (way.y * inverse).high + 0};
    }
    [[nodiscard]] constexpr vec2<double> normal() const noexcept { return clockwise(unit()); }
    /// How far v is on the right, which is outside; p is on the edge. Off by less than 40 u^2 |v - p|, as the bounds of
    /// twofold.hpp add up.
    [[nodiscard]] constexpr two_term height_of(vec2<double> v, vec2<double> p) const noexcept {
        return cross(two_difference(v, p, 1), way) * inverse;
    }

private:
    [[nodiscard]] static constexpr vec2<double> clockwise(vec2<double> v) noexcept { return {v.y, 0 - v.x}; }
};

/// The unit vector from p to q; zero for p == q.
template <scalar T, scalar W>
[[nodiscard]] constexpr vec2<W> unit_from(vec2<W> p, vec2<W> q) noexcept {
    if constexpr (is_widest<T>) return fine_edge{p, q}.unit();
    else return direction_of(q - p, vec2<W>{});
}

/// The outward unit normal of the edge from p to q of a counter-clockwise outline; zero for p == q.
template <scalar T, scalar W>
[[nodiscard, gnu::always_inline]] constexpr vec2<W> normal_of_edge(vec2<W> p, vec2<W> q) noexcept {
    if constexpr (is_widest<T>) return fine_edge{p, q}.normal();
    else return outward_normal(p, q);
}

/// How far something is away, and in which direction.
template <scalar W>
struct measure {
    vec2<W> normal{};
    W distance{};
    W rest{};  // of it, beyond the digits, if W is T
};

/// How far v is outside the edge from p to q, along its outward normal. @pre p != q
template <scalar T, scalar W>
[[nodiscard, gnu::always_inline]] constexpr measure<W> measure_edge(vec2<W> p, vec2<W> q, vec2<W> v) noexcept {
    if constexpr (is_widest<T>) {
        const fine_edge edge{p, q};
        const two_term height = edge.height_of(v, p);
        return {edge.normal(), height.high, height.low};
    } else {
        const vec2<W> normal = outward_normal(p, q);
        return {normal, dot(normal, v - p)};
    }
}

/// How far v is from p. No direction if that is nothing.
template <scalar T, scalar W>
[[nodiscard]] constexpr measure<W> measure_ends(vec2<W> p, vec2<W> v) noexcept {
    if constexpr (is_widest<T>) {
        const fine_way way{p, v};
        const two_term length = way.length();
        return {fine_edge{way}.unit(), length.high, length.low};
    } else {
        return {direction_of(v - p, vec2<W>{}), length_of(v - p)};
    }
}

/// A distance less two radii.
template <scalar T, scalar W>
[[nodiscard, gnu::always_inline]] constexpr W less_radii(W distance, [[maybe_unused]] W rest, W radius_a,
                                                         W radius_b) noexcept {
    if constexpr (is_widest<T>) return (two_term{distance, rest} - two_sum(radius_a, radius_b)).high;
    else return distance - (radius_a + radius_b);
}

}  // namespace hitbox::detail
