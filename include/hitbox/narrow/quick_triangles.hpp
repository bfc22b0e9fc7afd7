#pragma once
/// A quick look at two triangles, by their turns.

#include <hitbox/narrow/clear_way.hpp>

#include <utility>

namespace hitbox::detail {

/// Calls keep(first edge, least turn, bound, squared length of the edges) for packs of the edges of `owner`, whose
/// winding is `side`: how far `other` stays outside them, times their length. A turn l - r is off by less than 3.01 u
/// (|l| + |r|) <= 6.02 u m (|edge.x| + |edge.y|). The fourth is the first once more.
template <quick_scalar T, class Keep>
[[gnu::always_inline]] inline void look_along_edges(const triangle<T>& owner, const triangle<T>& other, T side, T m,
                                                    const Keep& keep) noexcept {
    const vec2<T> p[] = {owner.a, owner.b, owner.c, owner.a, owner.b}, corners[] = {other.a, other.b, other.c};
    const pack<T> turned = pack_of(side), zero = pack_of(T(0)), unit = pack_of(T(8) * unit_roundoff<T>() * m);
    for (std::size_t k = 0; k < 4; k += pack_size<T>) {
        const pack<T> x = pack_from<T>([&](std::size_t i) { return p[k + i].x; }),
                      y = pack_from<T>([&](std::size_t i) { return p[k + i].y; }),
                      edge_x = (pack_from<T>([&](std::size_t i) { return p[k + i + 1].x; }) - x) * turned,
                      edge_y = (pack_from<T>([&](std::size_t i) { return p[k + i + 1].y; }) - y) * turned;
        pack<T> least = pack_of(std::numeric_limits<T>::infinity());
        for (const vec2<T> q : corners) least = lower(least, edge_y * (pack_of(q.x) - x) - edge_x * (pack_of(q.y) - y));
        keep(k, least,
             unit * (upper(edge_x, zero - edge_x) + upper(edge_y, zero - edge_y)) +
                 pack_of(underflow_slack<T>),  // generous
             edge_x * edge_x + edge_y * edge_y);
    }
}

/// Which edges have all of the other certainly outside, and which have some of it certainly inside, bit by bit.
struct edges_told {
    std::uint64_t outside = 0, inside = 0;
};
template <quick_scalar T>
[[nodiscard, gnu::always_inline]] inline edges_told tell_edges(const triangle<T>& owner, const triangle<T>& other,
                                                               T side, T m) noexcept {
    edges_told told;
    look_along_edges(owner, other, side, m,
                     [&told](std::size_t k, const pack<T>& least, const pack<T>& bound, const pack<T>&) {
                         told.outside |= greater(least, bound) << k;
                         told.inside |= greater(pack_of(T(0)) - bound, least) << k;
                     });
    return told;
}

/// Twice the signed area, or 0 if its sign is not certain.
template <quick_scalar T>
[[nodiscard]] inline T certain_area(const triangle<T>& t, T m) noexcept {
    const vec2<T> u = t.b - t.a, v = t.c - t.a;
    const T area = u.x * v.y - u.y * v.x;
    const T bound = T(8) * unit_roundoff<T>() * m * (magnitude(u.x) + magnitude(u.y)) + underflow_slack<T>;  // generous
    return magnitude(area) > bound ? area : T(0);
}

/// What is known of two triangles before their edges are looked at.
template <quick_scalar T>
struct triangle_pair {
    T m{};                 // |coordinate|
    T side_a{}, side_b{};  // their windings
    bool ordinary = false;

    triangle_pair(const triangle<T>& a, const triangle<T>& b) noexcept {
        const vec2<T> reach_a = (max)(abs(a.a), (max)(abs(a.b), abs(a.c))),
                      reach_b = (max)(abs(b.a), (max)(abs(b.b), abs(b.c)));
        m = larger(larger(reach_a.x, reach_a.y), larger(reach_b.x, reach_b.y));
        const T area_a = certain_area(a, m), area_b = certain_area(b, m);
        side_a = area_a > T(0) ? T(1) : T(-1), side_b = area_b > T(0) ? T(1) : T(-1);
        const bool sums = (reach_a.x + reach_a.y) + (reach_b.x + reach_b.y) < T(0x1p60);  // not so, if one is no number
        ordinary = sums & (m > T(0x1p-30)) & (area_a != T(0)) & (area_b != T(0));
    }
};

template <quick_scalar T>
[[nodiscard]] inline relation quick_relation(const triangle<T>& a, const triangle<T>& b) noexcept {
    const triangle_pair<T> both{a, b};
    if (!both.ordinary) return relation::touching;
    const edges_told by_a = tell_edges(a, b, both.side_a, both.m), by_b = tell_edges(b, a, both.side_b, both.m);
    if ((by_a.outside | by_b.outside) != 0) return relation::apart;
    return (by_a.inside & by_b.inside) == 15 ? relation::penetrating : relation::touching;
}

/// The same corners, counter-clockwise, of a triangle whose winding is certain.
template <quick_scalar T>
[[nodiscard, gnu::always_inline]] inline vec2<T> corner_of(const triangle<T>& t, std::size_t i,
                                                           bool clockwise) noexcept {
    return i == 0 ? t.a : (i == 1) != clockwise ? t.b : t.c;
}
template <quick_scalar T>
[[nodiscard, gnu::always_inline]] inline vec2<T> corner_of(const triangle<T>& t, std::size_t i) noexcept {
    const vec2<T> u = t.b - t.a, v = t.c - t.a;
    return corner_of(t, i, u.x * v.y < u.y * v.x);
}

/// Turns by the edge instead of heights above it, with the bound of look_along_edges.
template <quick_scalar T>
[[nodiscard, gnu::always_inline]] inline clear_features
triangle_features_behind(std::size_t edge, T m, const triangle<T>& owner, const triangle<T>& other,
                         bool owner_clockwise, bool other_clockwise) noexcept {
    const std::size_t end = next_index(edge, 3), last = next_index(end, 3);
    const vec2<T> p = corner_of(owner, edge, owner_clockwise), along = corner_of(owner, end, owner_clockwise) - p;
    const auto turn = [&](vec2<T> q) { return along.y * (q.x - p.x) - along.x * (q.y - p.y); };
    const T turns[] = {turn(other.a), turn(other.b), turn(other.c)};
    const T slack =
        T(32) * unit_roundoff<T>() * m * (magnitude(along.x) + magnitude(along.y)) + underflow_slack<T>;  // generous
    std::size_t at = turns[1] < turns[0] ? 1 : 0;
    const T least = smaller(turns[0], turns[1]), middle = larger(turns[0], turns[1]),
            deepest = smaller(least, turns[2]);
    at = turns[2] < least ? 2 : at;
    const T highest = larger(middle, turns[2]), next = larger(least, smaller(middle, turns[2]));
    const T behind = turn(corner_of(owner, last, owner_clockwise));
    clear_features found{edge, end};
    found.owner_sticks_out = behind<deepest - slack, found.other_sticks_out = highest> slack;
    found.found = smaller(next - deepest, T(0) - behind) > slack;
    return found.with_corner(at == 0 || !other_clockwise ? at : 3 - at, 3);
}

template <class A, class B>
inline constexpr bool are_triangles = false;
template <quick_scalar T>
inline constexpr bool are_triangles<triangle<T>, triangle<T>> = true;

/// Scores from turns: off by 12 u m, as |edge.x| + |edge.y| <= sqrt(2) times the length, and in proportion by the root
/// and two roundings. The corners of a clockwise triangle are listed backwards.
template <quick_scalar T>
constexpr clear_features look_at_triangles(edge_scores<T>& scores, const triangle<T>& a,
                                           const triangle<T>& b) noexcept {
    if (std::is_constant_evaluated()) return {};
    const triangle_pair<T> both{a, b};
    pack<T> best = pack_of(-std::numeric_limits<T>::infinity()), shortest = pack_of(T(1));
    const auto fill = [&best, &shortest, &both](T* to, const triangle<T>& owner, const triangle<T>& other, T side) {
        look_along_edges(owner, other, side, both.m,
                         [&](std::size_t k, const pack<T>& least, const pack<T>&, const pack<T>& squared) {
                             const pack<T> score = least * inverse_root<T>(squared);
                             store_pack(to + k, score);
                             best = upper(best, score), shortest = lower(shortest, squared);
                         });
        if (side < T(0)) std::swap(to[0], to[2]);
    };
    fill(scores.of_a, a, b, both.side_a), fill(scores.of_b, b, a, both.side_b);
    scores.best = highest<T>(best);
    scores.edges_of_a = scores.edges_of_b = 3;
    scores.largest = both.m;
    scores.stretch = inverse_root_error<T> + T(8) * unit_roundoff<T>();                         // generous
    scores.bound = scores.enough = (T(16) + careful_roundings<T>)*unit_roundoff<T>() * both.m;  // generous
    scores.usable = both.ordinary && lowest<T>(shortest) > tiny_square<T>;
    return clear_features_of(scores, [&](std::size_t edge, bool of_b) {
        const bool turned = both.side_a < T(0), turned_b = both.side_b < T(0);
        return triangle_features_behind(edge, both.m, of_b ? b : a, of_b ? a : b, of_b ? turned_b : turned,
                                        of_b ? turned : turned_b);
    });
}

}  // namespace hitbox::detail
