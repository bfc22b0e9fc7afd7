#pragma once
/// The exact relation of two hulls, by the signs of all pairs of features.

#include <hitbox/narrow/rounded_hull.hpp>

namespace hitbox::detail::inline HITBOX_ISA {

/// On which side of the line p -> q is the nearest vertex: 1 all strictly to the right, 0 some on it, -1 some to the
/// left.
template <scalar T>
[[nodiscard]] constexpr int side_of_line(vec2<T> p, vec2<T> q, const rounded_hull<T>& hull) noexcept {
    int nearest = 1;
    for (std::size_t i = 0; i < hull.size(); ++i) {
        const auto turn = exact::orient2d(p, q, hull.vertex(i));
        if (turn > 0) return -1;
        if (turn == 0) nearest = 0;
    }
    return nearest;
}

/// The best that the edges of a can do to separate b.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr int separation_sign(const rounded_hull<T>& a,
                                                                      const rounded_hull<T>& b) noexcept {
    int best = -1;
    vec2<T> p, q;
    for (std::size_t i = 0; i < a.size() && best < 1; ++i)
        if (find_edge(p, q, a, i)) best = larger(best, side_of_line(p, q, b));
    return best;
}

/// Two hulls without a shape that has an interior: if all their vertices are on one line, they are apart or touch along
/// it. Gives 1 apart, 0 touching, -1 not on one line.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr int sign_on_line(const rounded_hull<T>& a,
                                                                   const rounded_hull<T>& b) noexcept {
    struct ends {
        vec2<T> first, last;
    } of_a{a.vertex(0), a.vertex(0)}, of_b{b.vertex(0), b.vertex(0)};
    for (const bool is_b : {false, true}) {
        const rounded_hull<T>& s = is_b ? b : a;
        ends& e = is_b ? of_b : of_a;
        for (std::size_t i = 1; i < s.size(); ++i) {
            const vec2<T> v = s.vertex(i);
            if (before(v, e.first)) e.first = v;
            if (before(e.last, v)) e.last = v;
        }
    }
    const vec2<T> p = before(of_a.first, of_b.first) ? of_a.first : of_b.first,
                  q = before(of_a.last, of_b.last) ? of_b.last : of_a.last;
    for (const rounded_hull<T>* s : {&a, &b})
        for (std::size_t i = 0; i < s->size(); ++i)
            if (exact::orient2d(p, q, s->vertex(i)) != 0) return -1;
    return before(of_a.last, of_b.first) || before(of_b.last, of_a.first) ? 1 : 0;
}

/// The exact relation of two hulls without their radii. The edges of the Minkowski difference are parallel to those of
/// the two, so these decide (Ericson, section 5.2.1), unless the difference has no interior.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr relation relation_of_cores(const rounded_hull<T>& a,
                                                                             const rounded_hull<T>& b) noexcept {
    if (a.is_thin() && b.is_thin()) {
        const int sign = sign_on_line(a, b);
        if (sign >= 0) return relation_of_sign(sign);
    }
    const int sign = separation_sign(a, b);
    if (sign == 1) return relation::apart;
    const int other = separation_sign(b, a);
    return relation_of_sign(other > sign ? other : sign);
}

/// The sign of (distance - radii) of the nearest pair of an edge of a and a vertex of b. Exact.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr int proximity_sign(const rounded_hull<T>& a,
                                                                     const rounded_hull<T>& b) noexcept {
    int nearest = 1;
    for (std::size_t i = 0; i < a.size(); ++i) {
        vec2<T> p = a.vertex(i), q = p;
        const bool is_edge = find_edge(p, q, a, i);
        if (!is_edge && a.size() > 1) continue;
        for (std::size_t j = 0; j < b.size() && nearest >= 0; ++j) {
            const vec2<T> v = b.vertex(j);
            const auto excess = is_edge ? exact::compare_segment_distance(v, p, q, a.radius, b.radius)
                                        : exact::compare_distance(v, p, a.radius, b.radius);
            if (excess <= 0) nearest = excess < 0 ? -1 : smaller(nearest, 0);
        }
    }
    return nearest;
}

/// The exact relation of two rounded hulls, by signs alone.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr relation exact_relation(const rounded_hull<T>& a,
                                                                          const rounded_hull<T>& b) noexcept {
    const relation cores = relation_of_cores(a, b);
    if (!(a.radius > T(0) || b.radius > T(0))) return cores;
    if (cores != relation::apart) return relation::penetrating;
    const int one_way = proximity_sign(a, b), other_way = proximity_sign(b, a);
    return relation_of_sign(one_way < other_way ? one_way : other_way);
}

}  // namespace hitbox::detail::inline HITBOX_ISA
