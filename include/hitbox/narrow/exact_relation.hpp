#pragma once
/// The exact relation of two hulls: apart, touching or penetrating, by the exact signs of proposed edges and vertices.

#include <hitbox/narrow/edge_axis.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The relation of two closed sets: `apart` if they have no common point, `touching` if the origin is on the boundary
/// of their Minkowski difference, `penetrating` if it is inside.
enum class relation { apart, touching, penetrating };

[[nodiscard]] constexpr relation relation_of_sign(int sign) noexcept {
    return static_cast<relation>(1 - sign);  // arithmetic, because conditions would become branches
}

/// Returns the exact sign of the separation of some vertices of a hull from the edge from p to q of another hull: 1 if
/// all are strictly outside, 0 if the nearest is on the line of the edge, otherwise -1.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr int sign_outside_edge(vec2<T> p, vec2<T> q, const rounded_hull<T>& b,
                                                                        std::uint64_t vertices) noexcept {
    int nearest = 1;
    for (std::size_t j = 0; j < b.size() && nearest >= 0; ++j) {
        if (!edge_sets::has(vertices, j)) continue;
        const auto turn = exact::orient2d(p, q, b.vertex(j));
        if (!(turn < 0)) nearest = turn > 0 ? -1 : 0;
    }
    return nearest;
}

/// Returns the exact sign of the separation of b from a by some edges of a: 1 if all vertices of b are strictly outside
/// of one edge; 0 if none is inside of one edge; otherwise -1. Only the vertices that may be the deepest are tested.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr int separation_sign(const rounded_hull<T>& a, std::uint64_t edges,
                                                                      const rounded_hull<T>& b,
                                                                      std::uint64_t behind) noexcept {
    int best = -1;
    const std::uint64_t vertices = edge_sets::vertices(edges, behind);
    vec2<T> p, q;
    for (std::size_t i = 0; i < a.size() && best < 1; ++i)
        if (edge_sets::has(edges, i) && find_edge(p, q, a, i))
            best = larger(best, sign_outside_edge(p, q, b, vertices));
    return best;
}

/// Returns the relation of two hulls without interiors whose vertices are all on one line: 1 if they are apart, 0 if
/// they touch. Returns -1 if the vertices are not on one line.
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

/// Returns the exact relation of two hulls without their radii. Each edge of the Minkowski difference is parallel to an
/// edge of a hull, so the edges of the hulls decide (Ericson, section 5.2.1), unless the difference has no interior.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr relation
relation_of_cores(const rounded_hull<T>& a, const rounded_hull<T>& b, const edge_sets& sets = {}) noexcept {
    const int sign = separation_sign(a, sets.of_a, b, sets.behind_a);
    if (sign == 1) return relation::apart;
    const int either = larger(sign, separation_sign(b, sets.of_b, a, sets.behind_b));
    const int on_line = either <= 0 && a.is_thin() && b.is_thin() ? sign_on_line(a, b) : -1;
    return relation_of_sign(on_line < 0 ? either : on_line);
}

/// Returns the sign of (distance - radii) for the nearest pair of an edge of a and a vertex of b. The sign is exact.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr int
proximity_sign(const rounded_hull<T>& a, std::uint64_t edges, const rounded_hull<T>& b, std::uint64_t behind) noexcept {
    int nearest = 1;
    const std::uint64_t vertices = edge_sets::vertices(edges, behind);
    for (std::size_t i = 0; i < a.size(); ++i) {
        vec2<T> p = a.vertex(i), q = p;
        const bool is_edge = edge_sets::has(edges, i) && find_edge(p, q, a, i);
        if (!is_edge && a.size() > 1) continue;
        for (std::size_t j = 0; j < b.size() && nearest >= 0; ++j) {
            if (!edge_sets::has(vertices, j)) continue;
            const vec2<T> v = b.vertex(j);
            const auto excess = is_edge ? exact::compare_segment_distance(v, p, q, a.radius, b.radius)
                                        : exact::compare_distance(v, p, a.radius, b.radius);
            if (!(excess > 0)) nearest = excess < 0 ? -1 : 0;
        }
    }
    return nearest;
}

/// Returns the exact relation of two rounded hulls that are apart without their radii. If only some edges may have the
/// largest separation and only some vertices may be the deepest behind them, the sets hold these. They decide, because
/// the closest features are one of these edges or an end of it, and such a vertex; see `keep_closest_features`.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr relation
relation_by_radii(const rounded_hull<T>& a, const rounded_hull<T>& b, const edge_sets& sets) noexcept {
    const int sign = proximity_sign(a, sets.of_a, b, sets.behind_a);
    return relation_of_sign(sign < 0 ? sign : smaller(sign, proximity_sign(b, sets.of_b, a, sets.behind_b)));
}
/// Returns the exact relation of two rounded hulls.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr relation
exact_relation(const rounded_hull<T>& a, const rounded_hull<T>& b, const edge_sets& sets = {}) noexcept {
    const relation cores = relation_of_cores(a, b, sets);
    if (!(a.radius > T(0) || b.radius > T(0))) return cores;
    return cores == relation::apart ? relation_by_radii(a, b, sets) : relation::penetrating;
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
