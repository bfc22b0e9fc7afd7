#pragma once
/// The queries `intersects` and `penetrates` of two convex shapes, and the relation of their hulls.
///
/// A filter decides hulls that are not within rounding of touching. For the others it proposes a few edges and the
/// vertices behind them, and exact predicates decide. No distance and no normal is computed.

#include <hitbox/narrow/gjk.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Returns true if the first proposed vertex is certainly nearer to its edge than the sum of the radii. The shapes then
/// overlap, whichever features are the closest.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline bool certainly_within_radii(const rounded_hull<T>& a, const rounded_hull<T>& b,
                                                                     const edge_candidates<T>& found) noexcept {
    using W = wide_t<T>;
    const chosen_edge first{found, found.only};
    const rounded_hull<T>&owner = one_of(first.of_b, a, b), &other = one_of(!first.of_b, a, b);
    const vec2<W> p = owner.widened(owner.in_column(first.edge)), v = other.widened(other.in_column(first.vertex)),
                  q = owner.widened(owner.in_column(next_index(first.edge, std::size_t{owner.count}))), path = q - p,
                  from_p = v - p, from_q = v - q;
    const W along = dot(path, from_p), squared = dot(path, path), area = cross(path, from_p);
    const W radius_sum = a.wide_radius() + b.wide_radius() -
                         rounding_bound(static_cast<W>(larger(a.max_abs_coordinate, b.max_abs_coordinate)) * a.scale);
    const vec2<W> from_end = along > W(0) ? from_q : from_p;
    const W least = along > W(0) && along < squared ? product(area, area) : product(dot(from_end, from_end), squared);
    return radius_sum > W(0) && least < product(product(radius_sum, radius_sum), squared);
}

/// Returns the relation of two hulls, at least one of which has an edge, by the proposed edges.
template <exact_real T>
[[nodiscard, gnu::noinline]] inline relation relation_by_candidates(const rounded_hull<T>& a,
                                                                    const rounded_hull<T>& b) noexcept {
    const bool is_round = a.radius + b.radius > T(0);
    edge_candidates<T> found;
    if (is_round) found.deep = T(0);
    if (filter_edges(found, a, b, a.radius + b.radius)) return relation::apart;
    if (is_round && found.best < T(0) - found.error) return relation::penetrating;
    if (is_round && found.enough > T(0) && certainly_within_radii(a, b, found)) return relation::penetrating;
    found.keep(found.only);
    return is_round && found.best > found.error ? relation_by_radii(a, b, found) : exact_relation(a, b, found);
}

/// Returns the relation of two hulls, at least one of which has an edge.
template <scalar T>
[[nodiscard, gnu::noinline]] constexpr relation relation_of_edges(const rounded_hull<T>& a,
                                                                  const rounded_hull<T>& b) noexcept {
    if constexpr (exact_real<T>) {
        if (!std::is_constant_evaluated()) {
            const verdict meets = a.radius + b.radius > T(0) ? verdict::unsure : filter_overlap(a, b, T(0));
            if (meets != verdict::unsure) return meets == verdict::yes ? relation::penetrating : relation::apart;
            return relation_by_candidates(a, b);
        }
    }
    if constexpr (exact_scalar<T>) {
        return exact_relation(a, b);
    } else {
        hull_separation<T> found;
        static_cast<void>(find_separation_of_edges(found, a, b, T(0)));
        return found.kind;
    }
}
/// Returns the relation of the hulls of shapes of types A and B.
template <class A, class B, scalar T>
[[nodiscard]] constexpr relation relation_of(const rounded_hull<T>& a, const rounded_hull<T>& b) noexcept {
    if constexpr (real<T> && may_be_point<A> && may_be_point<B>) {
        hull_separation<T> found;
        if (a.count + b.count < 3) return find_separation_of_points(found, a, b, T(0)) ? found.kind : relation::apart;
    }
    return relation_of_edges(a, b);
}
template <scalar T>
[[nodiscard, gnu::noinline]] constexpr relation relation_of(const rounded_hull<T>& a,
                                                            const rounded_hull<T>& b) noexcept {
    return relation_of<aabb<T>, aabb<T>>(a, b);
}

template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr relation
relation_of_vertices(const vertex_list<T, 4>& of_a, const vertex_list<T, 4>& of_b) noexcept {
    const bare_hull<T> a{of_a}, b{of_b};
    return relation_of_cores(a.hull, b.hull);
}

/// Returns the relation of two boxes, at least one of which is turned, by the edges that box_filter proposes.
template <class A, class B>
[[nodiscard, gnu::noinline]] inline relation relation_of_turned_boxes(const A& a, const B& b) noexcept {
    using T = scalar_t<A>;
    const box_filter<T> boxes{a, b};
    if (!boxes.proposes_edges()) return relation_of_vertices(vertices(a), vertices(b));
    const bare_hull<T> hull_a{a}, hull_b{b};
    edge_candidates<T> found;
    found.keep(boxes.candidates(found));
    return relation_of_cores(hull_a.hull, hull_b.hull, found);
}
/// Returns the relation of two upright boxes by comparisons. The boxes may be flat.
template <class A, class B>
[[nodiscard, gnu::always_inline]] inline relation relation_of_upright_boxes(const A& a, const B& b) noexcept {
    const box_lanes<scalar_t<A>> lanes{ends_of_upright(a), ends_of_upright(b)};
    if (lanes.are_apart()) return relation::apart;
    return greater(lanes.others_end, lanes.begins) == 15 ? relation::penetrating : relation::touching;
}
/// Returns the exact relation of two valid boxes.
template <class A, class B>
[[nodiscard, gnu::always_inline]] constexpr relation relation_of_boxes(const A& a, const B& b) noexcept {
    if (std::is_constant_evaluated()) return relation_of_vertices(vertices(a), vertices(b));
    if constexpr (are_turned_boxes<A, B, scalar_t<A>>)
        if (!is_upright(a) || !is_upright(b)) return relation_of_turned_boxes(a, b);
    return relation_of_upright_boxes(a, b);
}

/// Returns the relation of two shapes. @pre both are valid
template <class A, class B>
[[nodiscard]] constexpr relation relation_between(const A& a, const B& b) {
    using T = scalar_t<A>;
    constexpr bool are_upright = std::same_as<A, B> && std::same_as<A, aabb<T>> && exact_real<T>;
    if constexpr (are_upright || are_turned_boxes<A, B, T>) {
        return relation_of_boxes(a, b);
    } else if constexpr (has_hull<A> && has_hull<B>) {
        return with_hulls(a, b, [](const auto& p, const auto& q) { return relation_of<A, B>(p, q); });
    } else {
        return with_supports(a, b, [](const auto& p, const auto& q) { return gjk::signed_distance(p, q).kind; });
    }
}
template <class A, class B>
[[nodiscard]] constexpr bool share_point(without_closed_form, const A& a, const B& b) {
    return relation_between(a, b) != relation::apart;
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns true if `a` and `b` overlap and do not only touch: the origin is strictly inside their Minkowski difference.
/// A point or a segment strictly inside a shape penetrates it, and so do segments that cross. The answer is as exact as
/// that of `intersects`. Returns false for an invalid shape.
/// @pre valid(a) and valid(b)
template <convex A, convex B>
    requires same_scalar<A, B>
[[nodiscard]] constexpr bool penetrates(const A& a, const B& b) {
    detail::check_arguments("penetrates", a, b);
    const detail::verdict overlap = detail::test_overlap(a, b);
    if (overlap != detail::verdict::unsure) [[likely]]
        return overlap == detail::verdict::yes;
    return detail::expect_valid(a, b) && detail::relation_between(a, b) == detail::relation::penetrating;
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
