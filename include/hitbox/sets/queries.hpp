#pragma once
/// All queries of compounds, chains and ranges of shapes, each with one answer for the whole.

#include <hitbox/sets/contact_of_sets.hpp>
#include <hitbox/sets/covering.hpp>
#include <hitbox/sets/nearest_pieces.hpp>
#include <hitbox/sets/order_of_sets.hpp>

namespace hitbox {

/// The contact points of two solids along one facet of their outlines, and the pieces that have this facet.
template <scalar T>
struct set_manifold : manifold<T> {
    std::size_t piece_a = 0, piece_b = 0;  // indices; 0 for a convex shape. Of several pieces in line, one in contact

    [[nodiscard, gnu::always_inline]] friend constexpr bool operator==(const set_manifold&,
                                                                       const set_manifold&) = default;
};
/// The contact points of two solids on at most two facets of their outlines. The deeper facet comes first.
template <scalar T>
struct manifold_list {
    set_manifold<T> manifolds[2]{};  // the first `count` of them; normals from a to b
    int count = 0;                   // 0: they share no facet

    [[nodiscard]] const set_manifold<T>* begin() const noexcept { return manifolds; }
    [[nodiscard]] const set_manifold<T>* end() const noexcept { return manifolds + count; }
};

namespace detail {
inline namespace HITBOX_ISA {

template <exact_real T>
[[nodiscard]] bool do_sets_intersect(const solid_view<T>& a, const solid_view<T>& b) {
    bool found = false;
    for_each_piece_pair<T>(a, b, T(0), [&](const set_piece<T>& p, std::size_t, const set_piece<T>& q, std::size_t) {
        return !(found = relation_between(p, q) != relation::apart);
    });
    return found;
}

/// Returns true if `outer` contains `inner`. `depth` is the depth of their overlap if `is_depth_known` is true. @pre
/// they overlap
template <exact_real T>
[[nodiscard]] bool holds(const solid_view<T>& outer, const solid_view<T>& inner, bool is_depth_known, T depth) {
    // A contained shape must move by at least twice its radius to leave. This decides most circles and capsules.
    T r = 0;
    if (!inner.is_set() && is_depth_known)
        inner.for_each_piece_near(inner.bounds(),
                                  [&](const set_piece<T>& q, std::size_t) { return r = radius(q), false; });
    return !(depth < T(1.99) * r) && are_pieces_in(outer, inner);
}

/// Returns the contact of two solids, each as a whole. @pre both are valid
template <exact_real T>
[[nodiscard]] std::optional<contact<T>> collide_sets(const solid_view<T>& a, const solid_view<T>& b) {
    if (are_in_reverse(a, b)) return flipped(collide_sets(b, a));
    const set_contact<T> found{a, b};
    if (found.kind == relation::apart) return {};
    contact<T> result = contact_of_sets(a, b, found);
    const bool is_known = found.out.position.found();
    result.a_in_b = holds(b, a, is_known, result.depth), result.b_in_a = holds(a, b, is_known, result.depth);
    return result;
}
/// Returns the same manifold seen from the other solid.
template <exact_real T>
[[nodiscard]] set_manifold<T> flipped(const set_manifold<T>& m) noexcept {
    return {hitbox::flipped(static_cast<const manifold<T>&>(m)), m.piece_b, m.piece_a};
}
/// Returns the contact points of two solids, each as a whole. @pre both are valid
template <exact_real T>
[[nodiscard]] manifold_list<T> manifolds_of_sets(const solid_view<T>& a, const solid_view<T>& b) {
    manifold_list<T> result;
    if (are_in_reverse(a, b)) {
        result = manifolds_of_sets(b, a);
        for (set_manifold<T>& m : result.manifolds) m = flipped(m);
        return result;
    }
    const set_contact<T> found{a, b};
    const double tolerance = face_tolerance(T(1), found.out.list.max_abs_coordinate);
    const active_facet* first = nullptr;
    for (const active_facet& f : found.facets) {
        if (result.count == 2) break;
        if (first && are_in_line(*first, f, tolerance)) continue;
        const auto m =
            manifold_along_facet<T>(found.out.list, f, found.kind == relation::touching, {a.is_set(), b.is_set()});
        const minkowski_sum& s = found.out.list.sums[f.sum];
        if (m.count > 0) result.manifolds[result.count++] = {m, s.mover, s.solid}, first = &f;
    }
    return result;
}
/// Returns the first of these manifolds; for two solids that share a point and no facet, this point.
template <exact_real T>
[[nodiscard]] set_manifold<T> manifold_of_sets(const solid_view<T>& a, const solid_view<T>& b) {
    if (are_in_reverse(a, b)) return flipped(manifold_of_sets(b, a));
    const manifold_list<T> all = manifolds_of_sets(a, b);
    if (all.count > 0) return all.manifolds[0];
    const auto hit = collide_sets(a, b);
    if (!hit) return {};
    const auto met = deepest_contact(a, b);
    const vec2<T> point = unsigned_zeros(midpoint(hit->point_a, hit->point_b));
    return {{hit->normal, 1, {{point, hit->depth, 0}}}, met.piece_a, met.piece_b};
}
template <exact_real T>
[[nodiscard]] separation<T> distance_of_sets(const solid_view<T>& a, const solid_view<T>& b) {
    if (b.is_set() && are_in_reverse(a, b)) {
        const separation<T> reversed = distance_of_sets(b, a);
        return is_finite(reversed.distance) ? flipped(reversed) : reversed;
    }
    nearest_pieces<T> found;
    if (!search_from_nearest(found, a, b)) search_in_growing_boxes(found, a, b);
    const separation<T>& best = found.best;
    if (best.distance == T(0))
        if (const auto hit = collide_sets(a, b)) return separation<T>{T(0), hit->normal, hit->point_a, hit->point_b};
    return best;
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns true if two solids, of which at least one is a set, share a point; touching counts. The answer is exact.
/// Returns false if one is invalid or empty.
/// @pre valid(a) and valid(b)
template <class A, class B>
    requires detail::solids<A, B>
[[nodiscard]] bool intersects(const A& a, const B& b) {
    detail::check_arguments("intersects", a, b);
    if (!detail::expect_valid(a, b)) return false;
    return detail::do_sets_intersect(detail::solid_view{detail::solid_of(a)}, detail::solid_view{detail::solid_of(b)});
}

/// Returns true if `a` and `b` as wholes overlap and do not only touch. A point on the seam between two pieces is
/// inside. The answer is exact. Returns false if one is invalid.
/// @pre valid(a) and valid(b)
template <class A, class B>
    requires detail::solids<A, B>
[[nodiscard]] bool penetrates(const A& a, const B& b) {
    detail::check_arguments("penetrates", a, b);
    return detail::expect_valid(a, b) &&
           detail::relation_of_sets(detail::solid_view{detail::solid_of(a)}, detail::solid_view{detail::solid_of(b)}) ==
               detail::relation::penetrating;
}

/// Returns the contact of two solids as wholes, if they share a point. `mtv()` is the shortest translation of a after
/// which it penetrates no piece of b. It leads out of the whole, or into a hole that is large enough for a. It is
/// accurate to a few roundings of the coordinates. The normal is that of a facet of the outline, never of a seam; in a
/// concave corner, between two facets, it is the direction opposite to `mtv()`. If the solids only touch, the depth is
/// 0 and the normal is that of a facet of the outline. There is a value exactly when `intersects` is true. `a_in_b` and
/// `b_in_a` are those of `contains`. Returns no value if a solid is invalid.
/// @pre valid(a) and valid(b)
///
/// Each pair of pieces forbids an open convex set of translations, their Minkowski sum. The minimum translation is the
/// point nearest to the origin that is in none of these sets. This takes O(n^2 k) for n edges of the k sums that are at
/// most as deep as the translation is long; mostly these are few.
template <class A, class B>
    requires detail::solids<A, B>
[[nodiscard]] auto collide(const A& a, const B& b) {
    using T = detail::solid_scalar_t<A>;
    std::optional<contact<T>> result;
    detail::check_arguments("collide", a, b);
    if (detail::expect_valid(a, b))
        result = detail::collide_sets(detail::solid_view{detail::solid_of(a)}, detail::solid_view{detail::solid_of(b)});
    return result;
}

/// Returns the contact points of two solids as wholes, for at most two facets, which meet in a concave corner or at a
/// vertex. Facets of several pieces that are in line up to rounding count as one, so on a floor of tiles the points are
/// those on one long floor, and the ids name the ends of this floor: 0 and 1, whichever tiles they belong to. `piece_a`
/// and `piece_b` are pieces that meet. Returns no manifolds if the solids share no facet, as where they are apart, or
/// if one is invalid.
/// @pre valid(a) and valid(b)
template <class A, class B>
    requires detail::solids<A, B>
[[nodiscard]] auto contact_manifolds(const A& a, const B& b) {
    using T = detail::solid_scalar_t<A>;
    detail::check_arguments("contact_manifolds", a, b);
    if (!detail::expect_valid(a, b)) return manifold_list<T>{};
    return detail::manifolds_of_sets(detail::solid_view{detail::solid_of(a)}, detail::solid_view{detail::solid_of(b)});
}
/// Returns the first manifold of `contact_manifolds`; for two solids that share a point and no facet, this point. It is
/// empty if the solids are apart, or one is invalid.
/// @pre valid(a) and valid(b)
template <class A, class B>
    requires detail::solids<A, B>
[[nodiscard]] auto contact_manifold(const A& a, const B& b) {
    using T = detail::solid_scalar_t<A>;
    detail::check_arguments("contact_manifold", a, b);
    if (!detail::expect_valid(a, b)) return set_manifold<T>{};
    return detail::manifold_of_sets(detail::solid_view{detail::solid_of(a)}, detail::solid_view{detail::solid_of(b)});
}

/// Returns the distance of the two nearest pieces of two solids, and their nearest points. If the solids overlap, the
/// distance is 0, and normal and points are those of `collide`. If a solid is invalid or empty, the distance is
/// infinity and the normal {0, 1}.
/// @pre valid(a) and valid(b)
template <class A, class B>
    requires detail::solids<A, B>
[[nodiscard]] auto distance(const A& a, const B& b) {
    using T = detail::solid_scalar_t<A>;
    separation<T> best;
    best.distance = std::numeric_limits<T>::infinity();
    detail::check_arguments("distance", a, b);
    if (!detail::expect_valid(a, b)) return best;
    return detail::distance_of_sets(detail::solid_view{detail::solid_of(a)}, detail::solid_view{detail::solid_of(b)});
}
/// Returns the distance of two solids, or minus the depth of their overlap, with the bits of `distance` and `collide`.
/// Returns infinity if one is invalid.
/// @pre valid(a) and valid(b)
template <class A, class B>
    requires detail::solids<A, B>
[[nodiscard]] auto signed_distance(const A& a, const B& b) {
    using T = detail::solid_scalar_t<A>;
    const auto& p = detail::solid_of(a);
    const auto& q = detail::solid_of(b);
    if (const auto hit = collide(p, q)) return static_cast<T>(T(0) - hit->depth);
    return distance(p, q).distance;
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
