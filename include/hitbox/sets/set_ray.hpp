#pragma once
/// The query `ray_cast` of a set of solids.

#include <hitbox/core/lists.hpp>
#include <hitbox/sets/polygon_ray.hpp>
#include <hitbox/sets/set_cast.hpp>

namespace hitbox {

/// The first hit of a ray at a set of solids.
template <scalar T>
struct set_ray_hit : ray_hit<T> {
    std::size_t piece = 0;  // the index of the piece that is hit; of several pieces, the smallest index

    [[gnu::always_inline]] friend constexpr bool operator==(const set_ray_hit&, const set_ray_hit&) = default;
};

namespace detail {
inline namespace HITBOX_ISA {

/// Returns the normal at a hit: that of the boundary facet at the hit that is most opposed to the ray. If the ray only
/// grazes the piece, the normal stays that of `hit`.
template <exact_real T>
[[nodiscard]] vec2<T> normal_of_hit(const ray<T>& r, const solid_view<T>& set, const set_ray_hit<T>& hit,
                                    const aabb<T>& around, double scale) {
    sum_list list;
    list.scale = scale;
    const mover_chain origin{hull_of<vec2<T>>{r.origin}.hull};
    constexpr std::uint32_t none = 0xffffffff;
    std::uint32_t first = none;
    set.for_each_piece_near(around, [&](const set_piece<T>& q, std::size_t j) {
        if (j == hit.piece) first = static_cast<std::uint32_t>(list.sums.size());
        return add_sum(list, origin, q.hull(), 0, j), true;
    });
    if (first == none) return hit.normal;
    const moving_origin motion{{}, widen(r.translation) * list.scale};
    const minkowski_sum& sum = list.sums[first];
    const sum_entry entry = entry_of(list, sum, motion, true);
    if (!entry.enters) return hit.normal;
    position_on_path where{motion, entry.fraction, nullptr, motion.translation() * entry.fraction};
    if (sum.radius == 0 && entry.edge && entry.fraction > 0) where.crossed = entry.edge;
    vec2<T> normal = hit.normal;
    double max_speed = 0;
    for (const active_facet& f : boundary_facets(blocked_directions_at(list, where, true))) {
        const double speed = 0 - dot(f.normal, motion.translation());
        if (speed > max_speed) max_speed = speed, normal = unsigned_zeros(vec_cast<T>(f.normal));
    }
    return normal;
}

/// Returns a power of two, at most 1, such that this part of the ray certainly leads out of the box. Returns 1 if half
/// of the ray might not.
template <exact_real T>
[[nodiscard]] T part_beyond(const ray<T>& r, const aabb<T>& box) noexcept {
    const vec2<T> path = abs(r.translation);
    const bool along_x = path.x >= path.y;
    const T length = along_x ? path.x : path.y, from = along_x ? r.origin.x : r.origin.y;
    const bool up = (along_x ? r.translation.x : r.translation.y) > T(0);
    const T to = up ? (along_x ? box.max.x : box.max.y) : (along_x ? box.min.x : box.min.y);
    // The part must be far longer than the rounding error of its end, so that the reversed ray is on the same line.
    const T min_length =
        larger(magnitude(from) / T(256), (std::numeric_limits<T>::min)() / std::numeric_limits<T>::epsilon());
    const T length_beyond = larger(up ? to - from : from - to, min_length);
    const auto exponent = [](T x) {
        return static_cast<int>(std::bit_cast<std::uint64_t>(static_cast<double>(x)) >> 52) - 1023;
    };
    const int doublings = exponent(length_beyond) + 1 - exponent(length);
    return static_cast<T>(power_of_two(smaller(0, larger(doublings, std::numeric_limits<T>::min_exponent))));
}

/// The interval of a ray that is inside of one piece.
template <exact_real T>
struct stretch_of_ray {
    T from{}, to{};        // fractions of the ray
    T error_bound{};       // error bound of `to`
    ray_hit<T> reverse{};  // the hit of the reversed ray, where the ray leaves the piece
    std::size_t piece = 0;
};
/// Returns the hit at which a ray that starts inside leaves the union of all pieces: the end of the intervals that are
/// connected with the start. A reversed ray finds the end of each interval. Its fraction is counted from its own start,
/// with an error relative to its length. If the ray is much longer than a piece, only a part of it is therefore
/// reversed.
template <exact_real T>
[[nodiscard]] std::optional<set_ray_hit<T>> wall_from_inside(const ray<T>& r, const solid_view<T>& set) {
    if (r.translation == vec2<T>{}) return {};
    std::vector<stretch_of_ray<T>> all;
    const aabb<T> along = swept_box(aabb<T>{r.origin, r.origin}, r.translation);
    set.for_each_piece_near(along, [&](const set_piece<T>& q, std::size_t j) {
        const T part = part_beyond(r, bounds(q));
        const vec2<T> path = r.translation * part;
        const ray<T> back{r.origin + path, vec2<T>{} - path};
        if (!valid(back)) return true;  // a piece so near to the end of the range of T is ignored
        const auto in = ray_cast_valid(r, q, ray_start::solid), out = ray_cast_valid(back, q, ray_start::solid);
        const T error_bound = T(4) * std::numeric_limits<T>::epsilon() * part;
        if (in && out) all.push_back({in->fraction, part * (T(1) - out->fraction), error_bound, *out, j});
        return true;
    });
    sort_list(all, [](const auto& p, const auto& q) { return p.from < q.from; });
    stretch_of_ray<T> best{};
    for (const auto& s : all)  // intervals of touching pieces are connected in spite of rounded ends
        if (s.from <= best.to + best.error_bound && s.to > best.to) best = s;
    if (!(best.to > T(0))) return {};
    // A ray that only runs along the boundary is not inside.
    const vec2<T> leaving = r.origin + r.translation * best.to;
    if (relation_of_sets(solid_view{segment<T>{r.origin, leaving}}, set) != relation::penetrating) return {};
    if (best.reverse.fraction > T(0))
        return set_ray_hit<T>{{best.to, best.reverse.point, best.reverse.normal}, best.piece};
    const vec2<T> end = r.origin + r.translation;
    const solid_view<T> point{end};
    if (relation_of_sets(point, set) == relation::penetrating) return {};
    const auto touch = collide_sets(point, set);
    if (!touch) return {};
    return set_ray_hit<T>{{T(1), end, vec2<T>{} - touch->normal}, best.piece};
}

/// Returns the index of the piece closest to a point that is on the boundary of the set, up to rounding.
template <exact_real T>
[[nodiscard]] std::size_t piece_at(vec2<T> p, const solid_view<T>& set) {
    std::size_t piece = 0;
    T min_distance = max_value<T>();
    set.for_each_piece_from_nearest({p, p}, [&](const set_piece<T>& q, std::size_t j) {
        const T distance = larger(signed_separation(p, q).distance, T(0));
        if (distance < min_distance || (distance == min_distance && j < piece)) min_distance = distance, piece = j;
        return min_distance;
    });
    return piece;
}

/// Returns the first wall that a hollow ray hits. @pre the ray starts in the set
template <exact_real T>
[[nodiscard]] std::optional<set_ray_hit<T>> wall_from_start(const ray<T>& r, const solid_view<T>& set) {
    bool known = false;
    const auto hit = first_border_hit(
        r,
        [&](const auto& visit) {
            known = set.for_each_border_edge([&](const segment<T>& e) { return visit(e.a, e.b), true; });
        },
        [&](vec2<T> p) { return do_sets_intersect(solid_view<T>{p}, set); });
    if (!known) return wall_from_inside(r, set);
    return hit ? set_ray_hit<T>{*hit, piece_at(hit->point, set)} : std::optional<set_ray_hit<T>>{};
}

/// Returns the first hit of a ray at a set. @pre both are valid
///
/// The hit of the first piece is computed directly in `best`, because copies of numbers that were just written are
/// slow.
template <exact_real T>
[[nodiscard]] std::optional<set_ray_hit<T>> ray_cast_at_set(const ray<T>& r, const solid_view<T>& set,
                                                            ray_start start) {
    std::optional<ray_hit<T>> best, another;
    std::size_t piece = 0;
    bool on_edge = false;  // whether the hit is clearly inside of an edge of a piece without a radius
    small_list<aabb<T>, 8> seen;
    set.for_each_piece_on_path({r.origin, r.origin}, r.translation, [&](const set_piece<T>& q, std::size_t j) {
        const bool is_first = !best;
        const T nearest = is_first ? T(1) : best->fraction;
        if (q.is_segment() && set.is_one_sided() && set.ignores(q, j, r.origin)) return nearest;
        another.reset();
        std::optional<ray_hit<T>>& hit = is_first ? best : another;
        bool inside = false;
        const rounded_hull<T>& hull = q.hull();
        const bool certain = cast_ray_at_hull(hit, inside, r, hull, ray_start::solid);
        if (inside) hit = hit_at_start(r.origin, q);
        seen.push_back(bounds(q));
        if (!hit) return nearest;
        if (!is_first) {
            if (hit->fraction > nearest || (hit->fraction == nearest && j >= piece)) return nearest;
            best = hit;
        }
        piece = j;
        on_edge = certain && hull.size() > 2 && !(hull.radius > T(0));
        return hit->fraction;
    });
    if (!best) return {};
    if (best->fraction == T(0)) {
        const solid_view<T> origin{r.origin};
        if (do_sets_intersect(origin, set)) {
            if (start == ray_start::hollow) return wall_from_start(r, set);
            return set_ray_hit<T>{{T(0), r.origin, vec2<T>{} - collide_sets(origin, set)->normal}, piece};
        }
    }
    set_ray_hit<T> hit{*best, piece};
    // Usually there is only one piece near the hit, and the ray enters it through an edge. This edge is the facet, and
    // the hit already has its normal.
    const vec2<T> max_abs = abs(r.origin) + abs(r.translation);
    const T largest = smaller(larger(max_abs.x, max_abs.y), (std::numeric_limits<T>::max)());
    const T margin = T(4) * std::numeric_limits<T>::epsilon() * largest;
    const auto seen_near = [&seen](const aabb<T>& box) {
        std::size_t count = 0;
        for (const aabb<T>& other : seen) count += intersects_pair(other, box);
        return count;
    };
    // This box is larger than `around`, because its bounds are rounded to nearest and not outwards.
    const vec2<T> p = hit.point, twice{T(2) * margin, T(2) * margin};
    if (on_edge && seen_near(aabb<T>{p - twice, p + twice}) == 1) return hit;
    const aabb<T> around = within_range(grown(aabb<T>{p, p}, margin));
    if (!on_edge || seen_near(around) != 1) hit.normal = normal_of_hit(r, set, hit, around, scale_of_set(largest));
    return hit;
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns the first point of a set of solids on the ray, if there is one. A ray that only grazes a piece is a hit.
/// `normal` is that of a facet of the outline of the whole, never of a seam; at a vertex, that of the facet that is
/// most opposed to the ray. A ray that starts inside or on the boundary is a hit at fraction 0 with `ray_start::solid`;
/// its normal leads out of the whole. With `ray_start::hollow`, it hits the first wall from inside, and the normal
/// still points out of the solid; a boundary at the start does not count. `piece` is the index of the piece that is
/// hit. Returns no value for an invalid ray or set.
/// @pre valid(r) and valid(set)
template <solid_set S>
[[nodiscard]] std::optional<set_ray_hit<detail::set_scalar_t<S>>>
ray_cast(const ray<std::type_identity_t<detail::set_scalar_t<S>>>& r, const S& set,
         ray_start start = ray_start::solid) {
    detail::check_arguments("ray_cast", r, set);
    if (!detail::expect_valid(r, set)) return {};
    return detail::ray_cast_at_set(r, detail::solid_view{detail::solid_of(set)}, start);
}

/// Returns true if a point is in one of the pieces or on its boundary. The answer is exact. Returns false if the set or
/// the point is invalid.
/// @pre valid(a) and valid(p)
template <solid_set A>
[[nodiscard]] bool contains(const A& a, vec2<std::type_identity_t<detail::set_scalar_t<A>>> p) {
    return intersects(a, p);
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
