#pragma once
/// The relation and the contact of two solids, each as a whole.

#include <hitbox/core/lists.hpp>
#include <hitbox/sets/minimum_translation.hpp>
#include <hitbox/sets/outline_face.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Returns true if a solid has a piece without an interior near the other solid or its motion. Near means within about
/// the size of the other solid.
template <exact_real T>
[[nodiscard]] bool has_thin_piece(const solid_view<T>& s, const solid_view<T>& other, vec2<T> motion) {
    const aabb<T> box = other.bounds();
    const vec2<T> size = box.max - box.min;
    bool found = false;
    s.for_each_piece_near(swept_box(within_range(grown(box, larger(larger(size.x, size.y), T(0)))), motion),
                          [&](const set_piece<T>& piece, std::size_t) {
                              return !(found = piece.hull().size() < 3 && !(piece.hull().radius > T(0)));
                          });
    return found;
}
/// Returns true if a piece of one solid may be thin enough to move along a gap of width zero between two pieces of the
/// other. Such gaps must then be tested.
template <exact_real T>
[[nodiscard]] bool fits_into_gaps(const solid_view<T>& a, const solid_view<T>& b, vec2<T> motion_of_a = {}) {
    return (b.is_set() && a.may_be_thin() && has_thin_piece(a, b, vec2<T>{} - motion_of_a)) ||
           (a.is_set() && b.may_be_thin() && has_thin_piece(b, a, motion_of_a));
}

/// Returns whether two solids, each as a whole, are apart, touch or penetrate. `depth`, if given, receives the depth of
/// the first two pieces that penetrate each other.
template <exact_real T>
[[nodiscard]] relation relation_of_sets(const solid_view<T>& a, const solid_view<T>& b, T* depth = nullptr) {
    relation found = relation::apart;
    for_each_piece_pair<T>(a, b, T(0), [&](const set_piece<T>& p, std::size_t, const set_piece<T>& q, std::size_t) {
        const relation one = relation_between(p, q);
        if (one != relation::apart && found != relation::penetrating) found = one;
        if (found == relation::penetrating && depth) {
            with_hulls(p, q, [depth](const rounded_hull<T>& hull_p, const rounded_hull<T>& hull_q) {
                hull_separation<T> between;
                if (hull_p.count + hull_q.count > 2 && find_separation_of_edges(between, hull_p, hull_q, T(0)))
                    *depth = hull_p.unscaled(0 - between.gap);
            });
        }
        return found != relation::penetrating;
    });
    if (found != relation::touching || !fits_into_gaps(a, b)) return found;
    sum_list list;
    static_cast<void>(sum_maker<T>{list, a, b, {}}.add_near(T(0)));
    return is_thin_piece_inside(blocked_directions_at(list, {}, true)) ? relation::penetrating : found;
}

/// The contact of two solids, each as a whole: the minimum translation out of the overlap, and the facets that the
/// moving shape touches after that translation.
template <exact_real T>
struct set_contact {
    relation kind = relation::apart;
    set_translation out;
    blocked_directions blocked;
    facet_list facets;  // of the outline, the deepest first

    set_contact(const set_contact&) = delete;
    set_contact& operator=(const set_contact&) = delete;
    set_contact(const solid_view<T>& a, const solid_view<T>& b) {
        T depth = 0;
        kind = relation_of_sets(a, b, &depth);
        if (kind == relation::apart) return;
        const bool thin = fits_into_gaps(a, b);
        const vec2<double> preferred = widen(b.center()) - widen(a.center());
        position_on_path where;
        if (kind == relation::penetrating) {
            find_minimum_translation(out, a, b, thin, preferred, depth);
            where.offset = out.position.move, where.fraction = 1;
            const free_position& end = out.position;  // the end of a round front has a normal along the solid
            if (end.is_crossing && end.sum == end.other_sum && end.is_arc) out.list.sums[end.sum].front = {};
        } else {
            static_cast<void>(sum_maker<T>{out.list, a, b, {}}.add_near(T(0)));
        }
        blocked = blocked_directions_at(out.list, where, thin);
        facets = holding_facets(blocked);
        const auto first = [&](const active_facet& f, const active_facet& g) {
            const double depth_f = dot(f.normal, where.offset), depth_g = dot(g.normal, where.offset);
            if (magnitude(depth_f - depth_g) > out.list.tolerance()) return depth_f > depth_g;
            const double along_f = 0 - dot(f.normal, preferred), along_g = 0 - dot(g.normal, preferred);
            if (along_f != along_g) return along_f > along_g;
            return f.normal.x != g.normal.x ? f.normal.x < g.normal.x : f.normal.y < g.normal.y;
        };
        sort_few(facets.data(), facets.data() + facets.size(), first);
        facets.erase_if([&](const active_facet& f) { return dot(f.normal, where.offset) < 0 - out.list.tolerance(); });
    }
    /// Returns the boundary facet with the normal of the minimum translation if the facet to which the translation was
    /// computed is not at the boundary: two pieces may touch there in a corner only, in line with the facet. Else
    /// returns null.
    [[nodiscard]] const active_facet* facet_instead() const noexcept {
        const free_position& p = out.position;
        if (p.is_arc || p.is_crossing) return nullptr;
        for (std::size_t c = 0; c < blocked.cones.size(); ++c)
            for (active_facet f : blocked.facets_of(blocked.cones[c]))
                if (f.edge == p.edge && is_boundary_facet(blocked, c, f)) return nullptr;
        for (const active_facet& f : facets)
            if (!f.is_arc && dot(f.normal, p.normal) >= 1 - 0x1p-40) return &f;
        return nullptr;
    }
    [[nodiscard]] T unscaled(double w) const noexcept { return round_to<T>(w / out.list.scale); }
    [[nodiscard]] vec2<T> unscaled(vec2<double> p) const noexcept { return vec_cast<T>(p * (1 / out.list.scale)); }
};

/// The contact of two pieces, and their indices.
template <exact_real T>
struct piece_contact : contact<T> {
    std::size_t piece_a = 0, piece_b = 0;
};
/// Returns the contact of the deepest pair of pieces. It is used if the outline has no facet at the contact, as for
/// points and segments, or if coordinates are too large for the search for a minimum translation.
template <exact_real T>
[[nodiscard]] piece_contact<T> deepest_contact(const solid_view<T>& a, const solid_view<T>& b) {
    piece_contact<T> result;
    bool found = false;
    for_each_piece_pair<T>(a, b, T(0), [&](const set_piece<T>& p, std::size_t i, const set_piece<T>& q, std::size_t j) {
        const auto hit = collide_valid(p, q);
        if (hit && (!found || hit->depth > result.depth)) result = {*hit, i, j}, found = true;
        return true;
    });
    result.a_in_b = result.b_in_a = false;
    return result;
}

/// Returns the middle of the stretch in which the edges of a sum's edge touch after a translation that ends on its
/// line. The radii are not included.
[[nodiscard]] inline vec2<double> middle_of_contact(const sum_edge& e, vec2<double> move) noexcept {
    const vec2<double> d = e.direction();
    const double squared = dot(d, d), of_other = e.extent - squared;  // lengths and positions are multiplied by |d|
    if (!(squared > 0)) return e.solid;
    const double of_solid = e.of_solid ? squared : of_other, of_mover = e.of_solid ? of_other : squared,
                 at = dot(d, move - e.start());
    return e.solid + d * ((larger(0.0, at - of_mover) + smaller(of_solid, at)) / (2 * squared));
}

/// Returns the contact along the minimum translation, which ends at a facet, an arc or a crossing of two boundaries.
template <exact_real T>
[[nodiscard]] contact<T> contact_of_sets(const solid_view<T>& a, const solid_view<T>& b, const set_contact<T>& found) {
    contact<T> hit;
    if (found.kind == relation::touching) {
        if (found.facets.empty()) return deepest_contact(a, b);
        const auto m = manifold_along_facet<T>(found.out.list, found.facets.front(), true);
        hit.normal = m.normal;
        hit.point_a = hit.point_b = m.count == 2 ? midpoint(m.points[0].point, m.points[1].point) : m.points[0].point;
        return hit;
    }
    const free_position& position = found.out.position;
    if (!position.found()) return deepest_contact(a, b);
    hit.normal = unsigned_zeros(vec_cast<T>(vec2<double>{} - position.normal));
    hit.depth = larger(found.unscaled(position.distance), std::numeric_limits<T>::denorm_min());
    if (!position.edge) return hit;
    const active_facet* const other = found.facet_instead();
    const minkowski_sum& s = found.out.list.sums[other ? other->sum : position.sum];
    const sum_edge& e = other ? *other->edge : *position.edge;
    const vec2<double> outward = position.is_arc ? unit_or(position.move - e.start(), vec2<double>{0, 1}) : e.normal;
    // On a facet, every point of the stretch that both outlines share is a deepest point. The middle of it is returned.
    vec2<double> on_a = e.mover - outward * s.radius_of_mover, on_b = on_a + position.move;
    if (!position.is_arc && !e.of_solid)
        on_b = e.solid + outward * (s.radius - s.radius_of_mover), on_a = on_b - position.move;
    const bool has_stretch = e.extent > length_squared(e.direction());  // edges of both shapes are parallel
    if (!position.is_arc && (position.is_crossing || has_stretch))
        on_b = middle_of_contact(e, position.move) + outward * s.radius_of_solid, on_a = on_b - position.move;
    if (!position.is_arc && !position.is_crossing) {
        for (const active_facet& f : found.facets) {
            if (f.is_arc || dot(f.normal, position.normal) < 1 - 0x1p-40) continue;
            const auto m = manifold_along_facet<T>(found.out.list, f, false);
            if (m.count < 2) break;
            vec2<double> middle = widen(midpoint(m.points[0].point, m.points[1].point)) * found.out.list.scale;
            const vec2<double> tangent = perp(outward);
            const double shift = dot(tangent, middle) - dot(tangent, midpoint(on_a, on_b));
            const double level =
                magnitude(static_cast<double>(m.points[0].depth) - static_cast<double>(m.points[1].depth));
            if (level <= 0x1p-20 * static_cast<double>(hit.depth)) on_a += tangent * shift, on_b += tangent * shift;
            break;
        }
    }
    hit.point_a = unsigned_zeros(found.unscaled(on_a)), hit.point_b = unsigned_zeros(found.unscaled(on_b));
    return hit;
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
