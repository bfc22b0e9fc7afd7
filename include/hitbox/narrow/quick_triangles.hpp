#pragma once
/// A quick look at two triangles, by their turns.

#include <hitbox/narrow/clear_way.hpp>

#include <utility>

namespace hitbox::detail {

/// Which way round a triangle goes, and how far any turn by one of its edges may be off: l - r by less than 3.01 u (|l|
/// + |r|) <= 6.02 u m (|edge.x| + |edge.y|), and no edge is longer than the two from the first corner together.
template <quick_scalar T>
struct winding {
    T side{}, bound{};
    bool certain = false;

    [[gnu::always_inline]] inline winding(const triangle<T>& t, T m) noexcept {
        const vec2<T> u = t.b - t.a, v = t.c - t.a, reach = abs(u) + abs(v);
        const T area = u.x * v.y - u.y * v.x;
        bound = T(8) * unit_roundoff<T>() * m * (reach.x + reach.y) + underflow_slack<T>;  // generous
        side = area > T(0) ? T(1) : T(-1), certain = magnitude(area) > bound;
    }
};

/// The corners of a triangle in columns, the third twice, and what comes after each: its edges, the third twice.
template <quick_scalar T>
struct triangle_columns {
    static constexpr std::size_t packs = 4 / pack_size<T>;
    pack<T> x[packs], y[packs], end_x[packs], end_y[packs];

    [[gnu::always_inline]] inline explicit triangle_columns(const triangle<T>& t) noexcept {
        static_assert(sizeof t == 6 * sizeof(T));
        const T* const from = &t.a.x;
        if constexpr (packs == 1) {
            const pack<T> ab = load_pack(from), bc = load_pack(from + 2);
            x[0] = pick<T, 0, 2, 6, 6>(ab, bc), y[0] = pick<T, 1, 3, 7, 7>(ab, bc);
            end_x[0] = pick<T, 1, 2, 0, 0>(x[0], x[0]), end_y[0] = pick<T, 1, 2, 0, 0>(y[0], y[0]);
        } else {
            const pack<T> a = load_pack(from), b = load_pack(from + 2), c = load_pack(from + 4);
            x[0] = pick<T, 0, 2>(a, b), y[0] = pick<T, 1, 3>(a, b);
            x[1] = pick<T, 0, 0>(c, c), y[1] = pick<T, 1, 1>(c, c);
            end_x[0] = pick<T, 0, 2>(b, c), end_y[0] = pick<T, 1, 3>(b, c);
            end_x[1] = pick<T, 0, 0>(a, a), end_y[1] = pick<T, 1, 1>(a, a);
        }
    }
};

/// Calls keep(first edge, least turn, squared length of the edges) for packs of the edges of `owner`, whose winding is
/// `side`: how far `other` stays outside them, times their length. The fourth is the third once more.
template <quick_scalar T, class Keep>
[[gnu::always_inline]] inline void look_along_edges(const triangle_columns<T>& owner, const triangle<T>& other, T side,
                                                    const Keep& keep) noexcept {
    const vec2<T> corners[] = {other.a, other.b, other.c};
    const pack<T> turned = pack_of(side);
    for (std::size_t i = 0; i < owner.packs; ++i) {
        const pack<T> x = owner.x[i], y = owner.y[i];
        const pack<T> edge_x = (owner.end_x[i] - x) * turned, edge_y = (owner.end_y[i] - y) * turned;
        pack<T> least = pack_of(std::numeric_limits<T>::infinity());
        for (const vec2<T> q : corners) least = lower(least, edge_y * (pack_of(q.x) - x) - edge_x * (pack_of(q.y) - y));
        keep(i * pack_size<T>, least, edge_x * edge_x + edge_y * edge_y);
    }
}

/// Which edges have all of the other certainly outside, and which have some of it certainly inside, bit by bit.
struct edges_told {
    std::uint64_t outside = 0, inside = 0;
};
template <quick_scalar T>
[[nodiscard, gnu::always_inline]] inline edges_told tell_edges(const triangle<T>& owner, const triangle<T>& other,
                                                               const winding<T>& way) noexcept {
    edges_told told;
    look_along_edges(triangle_columns<T>{owner}, other, way.side,
                     [&](std::size_t k, const pack<T>& least, const pack<T>&) {
                         told.outside |= greater(least, pack_of(way.bound)) << k;
                         told.inside |= greater(pack_of(T(0) - way.bound), least) << k;
                     });
    return told;
}

/// The largest |coordinate| of two triangles; 0 if one is too large for products, or no number.
template <quick_scalar T>
[[nodiscard, gnu::always_inline]] inline T largest_of(const triangle<T>& a, const triangle<T>& b) noexcept {
    const pack<T> zero = pack_of(T(0)), limit = pack_of(T(0x1p60));
    pack<T> largest = zero, sum = zero;  // of numbers of which one is none
    static_assert(sizeof(triangle<T>) == 6 * sizeof(T));
    for (std::size_t k = 0; k < 6; k += pack_size<T>) {
        const std::size_t at = k + pack_size<T> > 6 ? 6 - pack_size<T> : k;  // the last one may overlap
        const pack<T> of_a = load_pack(&a.a.x + at), of_b = load_pack(&b.a.x + at);
        largest = upper(largest, upper(upper(of_a, zero - of_a), upper(of_b, zero - of_b))), sum = sum + (of_a + of_b);
    }
    const bool good = greater(limit, upper(sum, zero - sum)) == (std::uint64_t{1} << pack_size<T>)-1;
    const T m = highest<T>(largest);
    return good && m < T(0x1p60) ? m : T(0);
}

/// What is known of two triangles before their edges are looked at.
template <quick_scalar T>
struct triangle_pair {
    T m;  // |coordinate|
    winding<T> of_a, of_b;
    bool ordinary;

    [[gnu::always_inline]] inline triangle_pair(const triangle<T>& a, const triangle<T>& b) noexcept
        : m{largest_of(a, b)}, of_a{a, m}, of_b{b, m}, ordinary{m > T(0x1p-30) && of_a.certain && of_b.certain} {}
};

template <quick_scalar T>
[[nodiscard]] inline relation quick_relation(const triangle<T>& a, const triangle<T>& b) noexcept {
    const triangle_pair<T> both{a, b};
    if (!both.ordinary) return relation::touching;
    const edges_told by_a = tell_edges(a, b, both.of_a), by_b = tell_edges(b, a, both.of_b);
    if ((by_a.outside | by_b.outside) != 0) return relation::apart;
    return (by_a.inside & by_b.inside) == 15 ? relation::penetrating : relation::touching;
}

template <quick_scalar T>
inline constexpr vec2<T> triangle<T>::*triangle_corners[3] = {&triangle<T>::a, &triangle<T>::b, &triangle<T>::c};

/// The index of a corner of a triangle, counted counter-clockwise: no branch on what is random.
[[nodiscard]] constexpr std::size_t turned_round(std::size_t i, bool clockwise) noexcept {
    const bool mirrored = clockwise & (i != 0);
    return i ^ (3 * std::size_t{mirrored});
}
/// The corner that is the i-th counter-clockwise, of a triangle whose winding is certain.
template <quick_scalar T>
[[nodiscard, gnu::always_inline]] inline vec2<T> corner_of(const triangle<T>& t, std::size_t i,
                                                           bool clockwise) noexcept {
    return t.*triangle_corners<T>[turned_round(i, clockwise)];
}
template <quick_scalar T>
[[nodiscard, gnu::always_inline]] inline vec2<T> corner_of(const triangle<T>& t, std::size_t i) noexcept {
    const vec2<T> u = t.b - t.a, v = t.c - t.a;
    return corner_of(t, i, u.x * v.y < u.y * v.x);
}

/// Turns by the edge instead of heights above it, with the bound of those.
template <quick_scalar T>
[[gnu::always_inline]] inline void
triangle_features_behind(clear_features& found, std::size_t edge, const triangle<T>& owner, const triangle<T>& other,
                         const winding<T>& of_owner, const winding<T>& of_other) noexcept {
    const bool owner_clockwise = of_owner.side < T(0), other_clockwise = of_other.side < T(0);
    const std::size_t end = next_index(edge, 3), last = next_index(end, 3);
    const vec2<T> p = corner_of(owner, edge, owner_clockwise), along = corner_of(owner, end, owner_clockwise) - p;
    const auto turn = [&](vec2<T> q) { return along.y * (q.x - p.x) - along.x * (q.y - p.y); };
    const T turns[] = {turn(other.a), turn(other.b), turn(other.c)};
    const T slack = T(6) * of_owner.bound;  // generous
    const T least = smaller(turns[0], turns[1]), middle = larger(turns[0], turns[1]),
            deepest = smaller(least, turns[2]);
    const std::size_t second = turns[1] < turns[0], third = turns[2] < least, at = second * (1 - third) + 2 * third;
    const T farthest = larger(middle, turns[2]), next = larger(least, smaller(middle, turns[2]));
    const T behind = turn(corner_of(owner, last, owner_clockwise));
    found.edge = edge, found.edge_end = end;
    found.owner_sticks_out = deepest - slack > behind;
    found.other_sticks_out = farthest > slack;
    found.found = smaller(next - deepest, T(0) - behind) > slack;
    found.set_corner(turned_round(at, other_clockwise), 3);
}

template <class A, class B>
inline constexpr bool are_triangles = false;
template <quick_scalar T>
inline constexpr bool are_triangles<triangle<T>, triangle<T>> = true;

/// Scores from turns: off by 12 u m, as |edge.x| + |edge.y| <= sqrt(2) times the length, and in proportion by the root
/// and two roundings. The corners of a clockwise triangle are listed backwards.
template <quick_scalar T>
inline void look_at_triangles(edge_scores<T>& scores, const triangle<T>& a, const triangle<T>& b) noexcept {
    const triangle_pair<T> both{a, b};
    pack<T> best = pack_of(-std::numeric_limits<T>::infinity()), shortest = pack_of(T(1));
    const auto fill = [&best, &shortest](T* to, const triangle<T>& owner, const triangle<T>& other, T side) {
        look_along_edges(triangle_columns<T>{owner}, other, side,
                         [&](std::size_t k, const pack<T>& least, const pack<T>& squared) {
                             const pack<T> score = least * inverse_root<T>(squared);
                             store_pack(to + k, score);
                             best = upper(best, score), shortest = lower(shortest, squared);
                         });
        if (side < T(0)) std::swap(to[0], to[2]);
    };
    fill(scores.of_a, a, b, both.of_a.side), fill(scores.of_b, b, a, both.of_b.side);
    scores.best = highest<T>(best);
    scores.edges_of_a = scores.edges_of_b = 3;
    scores.largest = both.m;
    scores.stretch = inverse_root_error<T> + T(8) * unit_roundoff<T>();                         // generous
    scores.bound = scores.enough = (T(16) + careful_roundings<T>)*unit_roundoff<T>() * both.m;  // generous
    scores.usable = both.ordinary && lowest<T>(shortest) > tiny_square<T>;
    find_clear_features(scores, [&](clear_features& found, std::size_t edge, bool of_b) {
        triangle_features_behind(found, edge, pick_in_place(of_b, a, b), pick_in_place(of_b, b, a),
                                 pick_in_place(of_b, both.of_a, both.of_b), pick_in_place(of_b, both.of_b, both.of_a));
    });
}

}  // namespace hitbox::detail
