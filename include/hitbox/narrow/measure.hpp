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

/// From p to q, with the larger coordinate about 1, and by how much that is too much; zero for p == q.
struct scaled_way {
    two_term_vec way{};
    double scale = 1;

    constexpr scaled_way(vec2<double> p, vec2<double> q) noexcept {
        const vec2<double> rounded = q - p;
        const double largest = larger(magnitude(rounded.x), magnitude(rounded.y));
        if (!(largest > 0)) return;
        scale = safe_scale(largest), way = two_difference(q, p, scale);
    }
    [[nodiscard]] constexpr bool is_zero() const noexcept { return way.x.high == 0 && way.y.high == 0; }
};

/// The unit vector from p to q; zero for p == q.
template <scalar T, scalar W>
[[nodiscard]] constexpr vec2<W> unit_from(vec2<W> p, vec2<W> q) noexcept {
    if constexpr (is_widest<T>) {
        const scaled_way s{p, q};
        if (s.is_zero()) return {};
        const two_term length = length_of(s.way);
        return {(s.way.x / length).high + 0, (s.way.y / length).high + 0};
    } else {
        return direction_of(q - p, vec2<W>{});
    }
}

/// The outward unit normal of the edge from p to q of a counter-clockwise outline; zero for p == q.
template <scalar T, scalar W>
[[nodiscard, gnu::always_inline]] constexpr vec2<W> normal_of_edge(vec2<W> p, vec2<W> q) noexcept {
    if constexpr (is_widest<T>) {
        const vec2<W> along = unit_from<T>(p, q);
        return {along.y, W(0) - along.x};
    } else {
        return outward_normal(p, q);
    }
}

/// How far v is outside the edge from p to q: the cross product over the length. Its error is below 32 u^2 |v - p|, by
/// the bounds of twofold.hpp. @pre p != q
[[nodiscard]] constexpr two_term height_in_two_terms(vec2<double> p, vec2<double> q, vec2<double> v) noexcept {
    const scaled_way edge{p, q};
    return cross(two_difference(v, p, 1), edge.way) / length_of(edge.way);
}
[[nodiscard]] constexpr two_term distance_in_two_terms(vec2<double> p, vec2<double> q, vec2<double> v) noexcept {
    if (p != q) {
        const two_term height = height_in_two_terms(p, q, v);
        return height.high < 0 ? -height : height;
    }
    const scaled_way s{p, v};
    if (s.is_zero()) return {0, 0};
    const two_term length = length_of(s.way);
    return {length.high / s.scale, length.low / s.scale};
}

/// How far v is outside the edge from p to q, whose outward normal is known, less two radii. @pre p != q
template <scalar T, scalar W>
[[nodiscard, gnu::always_inline]] constexpr W height_above(const vec2<W>& normal, const vec2<W>& p, const vec2<W>& q,
                                                           const vec2<W>& v, W radius_a = W(0),
                                                           W radius_b = W(0)) noexcept {
    if constexpr (is_widest<T>) return (height_in_two_terms(p, q, v) - two_sum(radius_a, radius_b)).high;
    else return dot(normal, v - p) - (radius_a + radius_b);
}

/// How far v is from the line through p and q, whose normal is known, or from p if q is the same; less two radii.
template <scalar T, scalar W>
[[nodiscard, gnu::always_inline]] constexpr W distance_of(const vec2<W>& normal, const vec2<W>& p, const vec2<W>& q,
                                                          const vec2<W>& v, W radius_a = W(0),
                                                          W radius_b = W(0)) noexcept {
    if constexpr (is_widest<T>) return (distance_in_two_terms(p, q, v) - two_sum(radius_a, radius_b)).high;
    else return (p == q ? length_of(v - p) : magnitude(dot(normal, v - p))) - (radius_a + radius_b);
}

}  // namespace hitbox::detail
