#pragma once
/// The separation of two rounded hulls: distance or depth, direction and closest features.

#include <hitbox/narrow/box_axis.hpp>
#include <hitbox/narrow/box_filter.hpp>
#include <hitbox/narrow/closest_features.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Finds the closest features of hulls that are apart or on one line, starting from the best edge. Returns the rounding
/// error of their distance.
///
/// If one shape is smaller than the rounding of the distance, its vertices seem to be equally near. The walk along the
/// Minkowski difference may then begin at a point that is not on it, and end on the far side of a shape. Such an edge
/// has a smaller separation than the best one; the vertices at which the walk began are then as near as any others.
template <scalar T>
[[nodiscard, gnu::noinline]] constexpr wide_t<T> measure_beside(hull_separation<T>& found, wide_t<T> rest,
                                                                const rounded_hull<T>& a, const rounded_hull<T>& b,
                                                                bool is_only) noexcept {
    using W = wide_t<T>;
    const bool of_b = found.of_b;
    const std::uint32_t edge = found.reference, vertex = found.other;
    keep_closest_features(found, a, b, is_only);
    if (found.at_vertices || (found.of_b == of_b && found.reference == edge)) return rest;
    edge_axis<T> again;
    measure_another(again, a, b, found.of_b, found.reference, std::uint64_t{1} << (found.other & 63));
    const W tolerance =
        rounding_bound((static_cast<W>(a.max_abs_coordinate) + static_cast<W>(b.max_abs_coordinate)) * a.scale);
    if (found.core - tolerance > again.separation) [[unlikely]] {
        found.of_b = of_b, found.reference = edge, found.other = vertex;
        keep_closest_features(found, a, b, true);
        return rest;
    }
    // If all vertices are on one line, both sides of the edge have the separation 0; the side that won the tie stays.
    if (again.separation > W(0)) found.normal = again.normal;
    else if (found.of_b != of_b) found.normal = vec2<W>{} - found.normal;
    found.core = again.separation;
    return again.rest;
}

/// Computes the separation of the hulls and their radii from the best edge.
template <scalar T>
[[gnu::always_inline]] constexpr void finish_axis(hull_separation<T>& found, const edge_axis<T>& best,
                                                  const rounded_hull<T>& a, const rounded_hull<T>& b,
                                                  const edge_sets& sets = {}, edge_name only = {}) noexcept {
    using W = wide_t<T>;
    found.of_b = best.of_b, found.reference = best.edge, found.other = best.vertex;
    found.normal = best.normal, found.core = best.separation, found.at_vertices = !best.found;
    W rest = best.rest;
    if (best.found && (best.separation > W(0) || (best.separation == W(0) && a.is_thin() && b.is_thin())))
        rest = measure_beside(found, rest, a, b, best.is_only);
    else if (best.found && !best.is_only && may_be_beside(found, a, b)) [[unlikely]]
        keep_opposite_features(found, a, b);
    if constexpr (!std::same_as<T, float>) {  // squares of edges of float do not underflow in double
        if (best.has_underflowed && !(best.separation > W(0))) prefer_closest_vertices(found, a, b);
    }
    if (found.at_vertices) rest = measure_vertices(found, a, b).rest;
    finish_gap(found, rest, a, b, best.has_underflowed, sets, only);
}

/// Returns true if two points are certainly apart by more than a length. Returns false for tiny lengths, whose squares
/// may underflow.
template <std::floating_point W>
[[nodiscard, gnu::always_inline]] constexpr bool certainly_farther(W squared_distance, W length) noexcept {
    const W least = product(length, length) * (W(1) + W(16) * unit_roundoff<W>());  // generous
    return squared_distance > least && least > static_cast<W>(power_of_two(-900));
}
/// Returns true if two discs are certainly apart by more than a length, also once their distance is rounded.
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] constexpr bool certainly_farther(const rounded_hull<T>& a, const rounded_hull<T>& b,
                                                                   T within) noexcept {
    using W = wide_t<T>;
    const vec2<W> path = b.widened(0) - a.widened(0);
    const W rounded = static_cast<W>(within) * (a.scale * (W(1) + W(4) * static_cast<W>(unit_roundoff<T>())));
    return certainly_farther(dot(path, path), a.wide_radius() + b.wide_radius() + rounded);
}

/// Finds the axis of two hulls without edges. Returns false and computes nothing if they are certainly apart by more
/// than `within`.
template <scalar T>
[[nodiscard]] constexpr bool find_separation_of_points(hull_separation<T>& found, const rounded_hull<T>& a,
                                                       const rounded_hull<T>& b, [[maybe_unused]] T within) noexcept {
    if constexpr (exact_real<T>)
        if (certainly_farther(a, b, within)) return false;
    found.at_vertices = true;
    finish_gap(found, measure_vertices(found, a, b).rest, a, b, false);
    return true;
}

/// Finds the best edge of two hulls. Returns false and computes nothing if they are certainly apart by more than
/// `within`.
template <scalar T>
[[gnu::always_inline]] constexpr bool find_best_edge(edge_axis<T>& best, const rounded_hull<T>& a,
                                                     const rounded_hull<T>& b, T within = max_value<T>()) noexcept {
    if constexpr (exact_scalar<T> && std::floating_point<T>) {
        if (!std::is_constant_evaluated()) {
            edge_candidates<T> candidates;
            if (filter_edges(candidates, a, b, a.radius + b.radius + within)) return false;
            best = best_axis(a, b, candidates, candidates.only);
            return true;
        }
    }
    best = best_of_edges(a, b, edge_sets{});
    return true;
}

/// Finds the axis of two boxes that touch or overlap, which is normal to a side of one of them, as in `collide`.
/// Returns false if the hulls are not boxes, or if `have_minimum_translation` is false.
template <scalar T>
[[nodiscard]] constexpr bool find_box_separation(hull_separation<T>& found, const rounded_hull<T>& a,
                                                 const rounded_hull<T>& b) noexcept {
    if (!is_box(a) || !is_box(b)) return false;
    const aabb<T> box_a = box_of(a), box_b = box_of(b);
    if (!intersects_pair(box_a, box_b) || !have_minimum_translation(box_a, box_b)) return false;
    const box_translation<T> out{box_a, box_b};
    found.of_b = !comes_first(box_a, box_b);  // both boxes have a parallel side; the order of the data decides
    const box_side side = found.of_b ? opposite(out.side) : out.side;
    found.reference = edge_of(side), found.other = vertex_facing(side), found.normal = normal_of<wide_t<T>>(side);
    found.core = found.gap = (wide_t<T>(0) - out.depth) * a.scale;
    found.kind = out.depth > 0 ? relation::penetrating : relation::touching;
    return true;
}

/// Finds the axis of two hulls along the best of the candidates. The name of a single candidate is a separate argument,
/// so that it is passed in a register.
template <scalar T>
[[gnu::noinline]] constexpr void find_separation_among(hull_separation<T>& found, const rounded_hull<T>& a,
                                                       const rounded_hull<T>& b, const edge_sets& candidates,
                                                       edge_name only = {}) noexcept {
    finish_axis(found, best_axis(a, b, candidates, only), a, b, candidates, only);
}

/// Finds the axis of two hulls, at least one of which has an edge. Returns false and computes nothing if they are
/// certainly apart by more than `within`.
template <scalar T>
[[nodiscard]] constexpr bool find_separation_of_edges(hull_separation<T>& found, const rounded_hull<T>& a,
                                                      const rounded_hull<T>& b, T within) noexcept {
    if constexpr (exact_scalar<T> && std::floating_point<T>) {
        if (!std::is_constant_evaluated()) {
            edge_candidates<T> candidates;
            if (filter_edges(candidates, a, b, a.radius + b.radius + within)) return false;
            find_separation_among(found, a, b, candidates, candidates.only);
            return true;
        }
    }
    find_separation_among(found, a, b, edge_sets{});
    return true;
}

/// Whether all shapes of a type have one vertex, as points and discs do.
template <class S>
inline constexpr bool is_point = requires(const S& s) { requires one_point<decltype(vertices(s))>; };

/// Finds the axis of the hulls of shapes of types A and B. Returns false and computes nothing if they are certainly
/// apart by more than `within`.
template <class A, class B, scalar T>
[[nodiscard]] constexpr bool find_separation_between(hull_separation<T>& found, const rounded_hull<T>& a,
                                                     const rounded_hull<T>& b, T within) noexcept {
    if constexpr (may_be_point<A> && may_be_point<B>)
        if (a.count + b.count < 3) return find_separation_of_points(found, a, b, within);
    if constexpr (may_be_box<A> && may_be_box<B>)
        if (find_box_separation(found, a, b)) return true;
    return find_separation_of_edges(found, a, b, within);
}
template <scalar T>
[[nodiscard]] constexpr bool find_separation(hull_separation<T>& found, const rounded_hull<T>& a,
                                             const rounded_hull<T>& b, T within) noexcept {
    return find_separation_between<aabb<T>, aabb<T>>(found, a, b, within);
}

/// Returns the normal of the axis of two hulls, from a to b.
template <scalar T>
[[nodiscard]] constexpr vec2<wide_t<T>> direction_between(const rounded_hull<T>& a, const rounded_hull<T>& b) noexcept {
    hull_separation<T> found;
    static_cast<void>(find_separation(found, a, b, max_value<T>()));
    return found.of_b ? vec2<wide_t<T>>{} - found.normal : found.normal;
}

/// Calls f with the hulls of two shapes, which have the same scale.
template <class A, class B, class F>
[[gnu::always_inline]] constexpr decltype(auto) with_hulls(const A& a, const B& b, F&& f) {
    hull_of<A> hull_a{a};
    hull_of<B> hull_b{b};
    if constexpr (std::same_as<scalar_t<A>, double>)
        hull_a.hull.scale = hull_b.hull.scale =
            safe_scale(larger(largest_coordinate(hull_a.hull), largest_coordinate(hull_b.hull)));
    return f(hull_a.hull, hull_b.hull);
}

/// Calls f with the separation of two shapes and their hulls, unless they are certainly apart by more than `within`. A
/// filter for such pairs proposes the edges, so the hulls need no normals. Returns false without a call if the filter
/// does not apply, as to invalid shapes.
template <class Filter, class A, class B, scalar T, class F>
[[nodiscard, gnu::always_inline]] inline bool with_pair_filter(const A& a, const B& b, T within, F&& f) noexcept {
    const Filter filter{a, b};
    if (filter.are_apart(within)) return true;
    if (!filter.proposes_edges()) return false;
    const auto hull_a = filter.hull_of(a), hull_b = filter.hull_of(b);
    hull_separation<T> found;
    edge_candidates<T> candidates;
    const edge_name only = filter.candidates(candidates);
    find_separation_among(found, hull_a.hull, hull_b.hull, candidates, only);
    f(found, hull_a.hull, hull_b.hull);
    return true;
}
/// Calls `with_pair_filter` if the filter takes this pair of types. Returns false for other types, and in constant
/// evaluation.
template <class Filter, class A, class B, scalar T, class F>
[[nodiscard, gnu::always_inline]] constexpr bool
with_filtered_separation([[maybe_unused]] const A& a, [[maybe_unused]] const B& b, [[maybe_unused]] T within,
                         [[maybe_unused]] F&& f) noexcept {
    if constexpr (std::constructible_from<Filter, const A&, const B&>)
        if (!std::is_constant_evaluated()) return with_pair_filter<Filter>(a, b, within, f);
    return false;
}

/// A hull as a shape with a support function.
template <scalar T>
struct hull_shape {
    using scalar_type = T;

    const rounded_hull<T>* hull;

    friend constexpr vec2<T> center(const hull_shape& s) noexcept { return s.hull->center(); }
    friend constexpr vec2<T> support(const hull_shape& s, vec2<T> d) noexcept {
        const vec2<T> vertex = farthest(*s.hull, d);
        return s.hull->radius > T(0) ? disc_support(vertex, s.hull->radius, d) : vertex;
    }
    friend constexpr rounded_hull<T> vertices(const hull_shape& s) noexcept { return *s.hull; }
    friend constexpr T radius(const hull_shape& s) noexcept { return s.hull->radius; }
};

/// Calls f with the support of a shape: its hull if it has one, else the shape itself.
template <class S, class F>
constexpr decltype(auto) with_support(const S& s, F&& f) {
    if constexpr (has_hull<S>) {
        const hull_of<S> own{s};
        return f(hull_shape<scalar_t<S>>{&own.hull});
    } else {
        return f(s);
    }
}
/// Calls f with the supports of two shapes.
template <class A, class B, class F>
constexpr decltype(auto) with_supports(const A& a, const B& b, F&& f) {
    return with_support(a, [&](const auto& p) -> decltype(auto) {
        return with_support(b, [&](const auto& q) -> decltype(auto) { return f(p, q); });
    });
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
