#pragma once
/// The query `shape_cast` of two solids of which at least one is a set.

#include <hitbox/narrow/shape_cast.hpp>
#include <hitbox/sets/blocking_cast.hpp>
#include <hitbox/sets/queries.hpp>

namespace hitbox {

/// The first touch of two moving solids of which at least one is a set.
template <scalar T>
struct set_cast_result : cast_result<T> {
    std::size_t piece_a = 0, piece_b = 0;  // the indices of the pieces that touch; 0 for a convex shape

    [[gnu::always_inline]] friend constexpr bool operator==(const set_cast_result&, const set_cast_result&) = default;
};

namespace detail {
inline namespace HITBOX_ISA {

/// The first entry of a path into a set, and the list of sums in which it was found. The list has the sums of all
/// pieces near the path up to the entry, and few others.
struct entry_into_set {
    sum_list list;
    set_entry entry;
    bool starts_inside = false;  // the other members are unset then
};
template <exact_real T>
void find_entry_into(entry_into_set& into, const solid_view<T>& a, const solid_view<T>& b, T search_radius,
                     const translations<T>& moves, bool thin) {
    // A thin shape may pass along the boundary of a sum, where only all sums together decide. All sums are therefore
    // tested.
    into.starts_inside = thin && relation_of_sets(a, b) == relation::penetrating;
    const vec2<T> path = moves.of_a - moves.of_b;
    sum_list& list = into.list;
    sum_maker<T> maker{list, a, b, path};
    const moving_origin motion{widen(moves.of_b) * list.scale, widen(moves.of_a) * list.scale};
    const double length = larger(largest_of(motion.translation()), (std::numeric_limits<double>::min)());
    double first = 1;
    for (bool all = thin; !into.starts_inside; all = true) {
        const auto visit = [&](const set_piece<T>& p, std::size_t i, const set_piece<T>& q, std::size_t j) {
            into.starts_inside = into.starts_inside || (intersects_pair(bounds(p), bounds(q)) &&
                                                        relation_between(p, q) == relation::penetrating);
            if (into.starts_inside) return T(-1);
            maker.add(p, i, q, j);
            if (all) return T(1);
            const minkowski_sum& s = list.sums.back();
            const sum_entry at = entry_of(list, s, motion, false);
            if (at.enters && enters_front(s, at)) first = smaller(first, at.fraction);
            // The margin adds the pieces that are only touched at this entry.
            return static_cast<T>(smaller(1.0, first + 128 * list.tolerance() / length)) *
                   (T(1) + std::numeric_limits<T>::epsilon());
        };
        for_each_pair_on_path<T>(a, b, search_radius, path, visit);
        if (into.starts_inside) return;
        maker.sort();
        into.entry = first_entry(list, motion, thin);
        // The rounding of an entry depends on the largest coordinate of all sums. With all sums, the same path may only
        // graze, and the first entry may come later. All pieces are then searched.
        if (all || !(first < 1) || (into.entry.found && into.entry.where.fraction <= first)) return;
    }
}

/// Returns the point at which a mover meets a facet of a sum. For an arc, the point is on the disc about the nearest
/// vertex of the solid.
template <exact_real T>
[[nodiscard, gnu::cold, gnu::noinline]] vec2<double>
point_on_facet(const entry_into_set& into, const active_facet& facet, const rounded_hull<T>& mover,
               const rounded_hull<T>& solid, const translations<T>& moves) {
    const double fraction = into.entry.where.fraction;
    const cast_numbers<T> c{mover, solid, moves};
    const minkowski_sum& s = into.list.sums[facet.sum];
    if (facet.edge && !facet.is_arc) {
        cast_hit<wide_t<T>> at;
        edge_entry<T> e = entry_by(facet.edge->of_solid, facet.edge->reference, mover, solid, c);
        e.fraction = at.fraction = fraction;
        hit_edge(at, e, level_vertices_of(e, mover, solid, c), mover, solid, c);
        return at.point;
    }
    const vec2<double> there = into.entry.where.motion.translation() * fraction;
    const sum_edge* nearest = nullptr;
    double min_distance = 0;
    for (const sum_edge& e : into.list.edges_of(s)) {
        const double away = largest_of(there - e.start());
        if (!nearest || away < min_distance) nearest = &e, min_distance = away;
    }
    return nearest->solid + facet.normal * s.radius_of_solid + c.of_b * fraction;
}

/// The fast path: the cast at the piece that is entered first, if all other pieces are entered clearly later. There is
/// then no seam at the hit (an internal edge between two pieces, the cause of ghost collisions), and no sum is needed.
/// Returns `yes` and sets `first` and the pieces of `result` for a hit, `no` for none, and `unsure` if another piece is
/// entered at about the same fraction.
template <exact_real T>
[[nodiscard, gnu::noinline]] verdict cast_at_one_piece(cast_hit<wide_t<T>>& first, set_cast_result<T>& result,
                                                       const solid_view<T>& a, const solid_view<T>& b, T search_radius,
                                                       const translations<T>& moves) {
    constexpr double clear = 0x1p-20;  // a fraction of the motion, larger than the error of the fractions
    double second = 2;
    bool certain = true;
    first.fraction = 2;
    const bool a_one_sided = a.is_one_sided(), b_one_sided = b.is_one_sided();
    const auto visit = [&](const set_piece<T>& p, std::size_t i, const set_piece<T>& q, std::size_t j) {
        if ((a_one_sided && a.is_edge(p, i)) || (b_one_sided && b.is_edge(q, j))) return certain = false, T(-1);
        cast_outcome<wide_t<T>> found;
        with_hulls(p, q, [&](const rounded_hull<T>& hull_p, const rounded_hull<T>& hull_q) {
            cast_hulls(found, hull_p, hull_q, moves);
        });
        certain = certain && (found.clear || found.event == cast_event::nothing);
        if (found.clear) second = smaller(second, larger(first.fraction, found.at.fraction));
        if (found.clear && found.at.fraction < first.fraction) first = found.at, result.piece_a = i, result.piece_b = j;
        return certain ? static_cast<T>(smaller(1.0, first.fraction + 2 * clear)) : T(-1);
    };
    // If one solid stays, the motion is not rounded, and only a piece whose box is on the path can be touched.
    const bool exact_path = moves.of_a == vec2<T>{} || moves.of_b == vec2<T>{};
    for_each_pair_on_path<T>(a, b, exact_path ? T(0) : search_radius, moves.of_a - moves.of_b, visit);
    if (!certain) return verdict::unsure;
    if (!(first.fraction <= 1)) return verdict::no;
    return second <= first.fraction + clear ? verdict::unsure : verdict::yes;
}

/// Returns the cast of two solids that penetrate at the start. Its pieces are the first two that penetrate; if only the
/// wholes do, the first two that touch.
template <exact_real T>
[[nodiscard, gnu::cold]] set_cast_result<T> stuck_in_set(const solid_view<T>& a, const solid_view<T>& b) {
    set_cast_result<T> result{stuck_in<T>(collide_sets(a, b))};
    relation found = relation::apart;
    for_each_piece_pair<T>(a, b, T(0), [&](const set_piece<T>& p, std::size_t i, const set_piece<T>& q, std::size_t j) {
        const relation one = relation_between(p, q);
        const bool first = i != result.piece_a ? i < result.piece_a : j < result.piece_b;
        if (one != relation::apart && (one > found || (one == found && first)))
            found = one, result.piece_a = i, result.piece_b = j;
        return true;
    });
    return result;
}

/// Returns the cast of two solids. @pre both are valid, finite translations
template <exact_real T>
[[nodiscard]] set_cast_result<T> cast_sets(const solid_view<T>& a, vec2<T> of_a, const solid_view<T>& b, vec2<T> of_b) {
    set_cast_result<T> result;
    if (are_in_reverse(a, b)) {
        result = cast_sets(b, of_b, a, of_a);
        return {flipped(result), result.piece_b, result.piece_a};
    }
    const T search_radius =
        std::numeric_limits<T>::epsilon() * larger(larger(abs(of_a).x, abs(of_a).y), larger(abs(of_b).x, abs(of_b).y));
    const translations<T> moves{of_a, of_b};
    cast_hit<wide_t<T>> at;
    const bool thin = fits_into_gaps(a, b, of_a - of_b);
    const verdict one = thin ? verdict::unsure : cast_at_one_piece(at, result, a, b, search_radius, moves);
    if (one == verdict::no) return {separated<T>()};
    if (one == verdict::yes) {
        static_cast<cast_result<T>&>(result) = result_of_hit<T>(at);
        return result;
    }
    entry_into_set into;
    find_entry_into(into, a, b, search_radius, moves, thin);
    if (into.starts_inside) return stuck_in_set(a, b);
    const active_facet* facet = into.entry.found ? facet_of_entry(into.entry) : nullptr;
    if (!facet) return {separated<T>()};
    const double fraction = into.entry.where.fraction;
    result.status = fraction > 0 ? cast_status::hit : cast_status::started_touching;
    result.fraction = round_to<T>(fraction);
    result.normal = unsigned_zeros(vec_cast<T>(facet->normal));
    const minkowski_sum& s = into.list.sums[facet->sum];
    result.piece_a = s.mover, result.piece_b = s.solid;
    const double scale = into.list.scale;
    const auto swept = [search_radius](const aabb<T>& box, vec2<T> path) {
        return within_range(grown(swept_box(box, path), search_radius));
    };
    const aabb<T> at_a = swept(b.bounds(), of_b - of_a), at_b = swept(a.bounds(), of_a - of_b);
    a.visit_piece(s.mover, at_a, [&](const set_piece<T>& p) {
        b.visit_piece(s.solid, at_b, [&](const set_piece<T>& q) {
            // By rounding, an entry into a piece that is touched at the start may seem to be later.
            if (fraction * largest_of(into.entry.where.motion.translation()) <= 128 * into.list.tolerance() &&
                relation_between(p, q) != relation::apart)
                result.status = cast_status::started_touching, result.fraction = 0;
            with_hulls(p, q, [&](rounded_hull<T> hull_p, rounded_hull<T> hull_q) {
                hull_p.scale = hull_q.scale = static_cast<wide_t<T>>(scale);
                const vec2<double> point = point_on_facet(into, *facet, hull_p, hull_q, moves);
                result.point = unsigned_zeros(vec_cast<T>(point * (1 / scale)));
            });
        });
    });
    return result;
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns when a solid that moves by `of_a` first enters another solid that moves by `of_b`. The status is `hit` if b
/// blocks the motion, and `separated` otherwise. Unlike between two convex shapes, touching in passing is no hit, so a
/// shape that slides over a floor does not stop at its seams. The first piece is found by comparing unrounded
/// fractions, exactly for shapes without a radius.
///
/// The normal is that of a facet of the outline of the whole, out of b, against the motion. In a concave corner, this
/// is the facet most opposed to the motion; at a vertex, the facet along which the longest part of the motion remains.
/// If two facets of a corner are equally opposed, it is the one whose normal has the larger x or, if both x are equal,
/// the larger y.
/// `piece_a` and `piece_b` are the pieces that have this facet. If the solids touch at the start and the motion leads
/// into b, the status is `started_touching`. If it slides along b, it may still hit another piece later. If they
/// penetrate at the start, depth and point are those of `collide`, a moved by `normal * depth` no longer overlaps b,
/// and the pieces are the first two that penetrate. The status is `failed` for an invalid solid or translation.
/// @pre valid(a) and valid(b), finite translations
template <class A, class B>
    requires detail::solids<A, B>
[[nodiscard]] auto shape_cast(const A& a, vec2<std::type_identity_t<detail::solid_scalar_t<A>>> of_a, const B& b,
                              vec2<std::type_identity_t<detail::solid_scalar_t<A>>> of_b) {
    using T = detail::solid_scalar_t<A>;
    detail::check_arguments("shape_cast", a, of_a, b, of_b);
    if (!detail::expect_valid(a, b) || !is_finite(of_a) || !is_finite(of_b)) return set_cast_result<T>{};
    return detail::cast_sets(detail::solid_view{detail::solid_of(a)}, of_a, detail::solid_view{detail::solid_of(b)},
                             of_b);
}
/// Returns the cast at a solid b that does not move.
template <class A, class B>
    requires detail::solids<A, B>
[[nodiscard]] auto shape_cast(const A& a, vec2<std::type_identity_t<detail::solid_scalar_t<A>>> translation,
                              const B& b) {
    return shape_cast(a, translation, b, {});
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
