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

/// The directions that the whole set blocks at the point where a ray hits a piece.
struct directions_at_hit {
    sum_list list;
    position_on_path where;
    blocked_directions blocked;
    bool is_known = false;  // whether the ray hits the piece

    directions_at_hit(const directions_at_hit&) = delete;
    directions_at_hit& operator=(const directions_at_hit&) = delete;
    /// `around` is a box around the point, `scale` that of the coordinates; see scale_of_set.
    template <exact_real T>
    directions_at_hit(const ray<T>& r, const solid_view<T>& set, std::size_t piece, const aabb<T>& around,
                      double scale) {
        list.scale = scale;
        const mover_chain origin{hull_of<vec2<T>>{r.origin}.hull};
        constexpr std::uint32_t none = 0xffffffff;
        std::uint32_t first = none;
        set.for_each_piece_near(around, [&](const set_piece<T>& q, std::size_t j) {
            if (q.is_segment() && set.is_one_sided() && set.ignores(q, j, r.origin)) return true;
            if (j == piece) first = static_cast<std::uint32_t>(list.sums.size());
            return add_sum(list, origin, q.hull(), 0, j), true;
        });
        if (first == none) return;
        if (!find_hit(where, list, list.sums[first], {{}, widen(r.translation) * scale})) return;
        blocked = blocked_directions_at(list, where, true), is_known = !has_no_interior(list.sums[first]);
    }
    /// Returns true if the ray goes on inside of the set; if `is_back` is true, the reversed ray.
    [[nodiscard]] bool lead_inside(bool is_back = false) const noexcept {
        return blocked.is_inside || is_blocked(blocked, is_back ? where.motion.to : where.motion.from,
                                               is_back ? where.motion.from : where.motion.to);
    }
    /// Returns the normal of the facet of the outline that is most opposed to the ray, or `otherwise` if no facet is.
    /// If two are equally opposed, the rules for ties decide, with the centre of the set, so that the order of the
    /// pieces does not. From inside of the set, segments do not count.
    template <exact_real T>
    [[nodiscard]] vec2<T> normal(vec2<T> otherwise, const ray<T>& r, const solid_view<T>& set,
                                 bool from_inside = false) const {
        vec2<T> normal = otherwise;
        double max_speed = 0;
        facet_list facets = boundary_facets(blocked);
        if (!from_inside) add_segments(facets, list, where, blocked);
        for (const active_facet& f : facets) {
            const double speed = 0 - dot(f.normal, where.motion.translation());
            const vec2<T> n = unsigned_zeros(vec_cast<T>(f.normal));
            const bool ties = speed == max_speed && speed > 0;
            const auto wins = [&] {
                return wins_tie(vec2<T>{} - n, vec2<T>{} - normal, hull_of<vec2<T>>{r.origin}.hull,
                                hull_of<vec2<T>>{set.center()}.hull);
            };
            if (speed > max_speed || (ties && wins())) max_speed = speed, normal = n;
        }
        return normal;
    }
    /// Returns the least index of a piece that has a facet with a normal here, or `otherwise` if there is none.
    template <exact_real T>
    [[nodiscard]] std::size_t piece_with(vec2<T> normal, std::size_t otherwise) const noexcept {
        for (bool is_found = false; const active_facet& f : blocked.facets) {
            const std::size_t piece = list.sums[f.sum].solid;
            const bool is_same = unsigned_zeros(vec_cast<T>(f.normal)) == normal;
            if (is_same && (!is_found || piece < otherwise)) otherwise = piece, is_found = true;
        }
        return otherwise;
    }
};

/// The precision of a ray: the largest coordinate on it, and the largest error of a point on it.
template <exact_real T>
struct ray_precision {
    T largest{}, margin{};

    explicit ray_precision(const ray<T>& r) noexcept {
        const vec2<T> max_abs = abs(r.origin) + abs(r.translation);
        largest = smaller(larger(max_abs.x, max_abs.y), (std::numeric_limits<T>::max)());
        margin = T(4) * std::numeric_limits<T>::epsilon() * largest;
    }
    [[nodiscard]] aabb<T> around(vec2<T> p) const noexcept { return within_range(grown(aabb<T>{p, p}, margin)); }
};

/// Returns a negative number if a ray hits a piece before another piece of the set, a positive one if it hits it later,
/// 0 if it hits both together. It is called if the rounded fractions are equal; those of pieces without a radius are
/// compared exactly. @pre the ray hits both
template <exact_real T>
[[nodiscard, gnu::cold, gnu::noinline]] int order_of_hits(const ray<T>& r, const solid_view<T>& set,
                                                          const set_piece<T>& q, std::size_t other) {
    sum_list list;
    list.scale = scale_of_set(ray_precision<T>{r}.largest);
    const mover_chain origin{hull_of<vec2<T>>{r.origin}.hull};
    const moving_origin motion{{}, widen(r.translation) * list.scale};
    add_sum(list, origin, q.hull(), 0, 0);
    set.visit_piece(other, swept_box(aabb<T>{r.origin, r.origin}, r.translation),
                    [&](const set_piece<T>& p) { add_sum(list, origin, p.hull(), 0, 0); });
    position_on_path one, two;
    if (!find_hit(one, list, list.sums.front(), motion) || !find_hit(two, list, list.sums.back(), motion)) return 0;
    if (one.crossed && two.crossed) return exact::compare_crossings(*one.crossed, *two.crossed, motion);
    return sign_of_number(one.fraction - two.fraction);
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

/// The interval of a ray that is in one piece.
template <exact_real T>
struct stretch_of_ray {
    T from{}, to{};               // fractions of the ray
    T error_bound{};              // error bound of `to`
    T part{};                     // the part of the ray that was reversed
    ray_hit<T> hit{}, reverse{};  // the hits of the ray and of the reversed ray
    std::size_t piece = 0;
    bool has_interior = false;
};
/// Returns a part of a ray, reversed.
template <exact_real T>
[[nodiscard]] ray<T> reversed(const ray<T>& r, T part) noexcept {
    const vec2<T> path = r.translation * part;
    return {r.origin + path, vec2<T>{} - path};
}
/// Returns the intervals of a ray in all pieces that it hits, in the order of their beginnings. A reversed ray finds
/// the end of each. Its fraction is counted from its own start, with an error relative to its length. If the ray is
/// much longer than a piece, only a part of it is therefore reversed.
template <exact_real T>
[[nodiscard]] std::vector<stretch_of_ray<T>> stretches_of(const ray<T>& r, const solid_view<T>& set) {
    std::vector<stretch_of_ray<T>> all;
    const aabb<T> along = swept_box(aabb<T>{r.origin, r.origin}, r.translation);
    set.for_each_piece_near(along, [&](const set_piece<T>& q, std::size_t j) {
        if (q.is_segment() && set.is_one_sided() && set.ignores(q, j, r.origin)) return true;
        const T part = part_beyond(r, bounds(q));
        const ray<T> back = reversed(r, part);
        if (!valid(back)) return true;  // a piece so near to the end of the range of T is ignored
        const auto in = ray_cast_valid(r, q, ray_start::solid), out = ray_cast_valid(back, q, ray_start::solid);
        const T error_bound = T(4) * std::numeric_limits<T>::epsilon() * part;
        const bool has_interior = q.hull().size() > 2 || q.hull().radius > T(0);
        if (in && out)
            all.push_back({in->fraction, part * (T(1) - out->fraction), error_bound, part, *in, *out, j, has_interior});
        return true;
    });
    sort_list(all, [](const auto& p, const auto& q) { return p.from < q.from; });
    return all;
}
/// The directions that a set blocks at the origin of a ray.
struct directions_at_start {
    sum_list list;
    blocked_directions blocked;

    directions_at_start(const directions_at_start&) = delete;
    directions_at_start& operator=(const directions_at_start&) = delete;
    template <exact_real T>
    directions_at_start(vec2<T> origin, vec2<T> path, const solid_view<T>& set) {
        static_cast<void>(sum_maker<T>{list, solid_view<T>{origin}, set, path}.add_near(T(0)));
        blocked = blocked_directions_at(list, {}, true);
    }
};
/// Returns true if a ray starts inside of the union of all pieces, or on its boundary and leads inside. The decision is
/// exact for pieces without a radius. @pre the ray starts in the set, and its length is not 0
template <exact_real T>
[[nodiscard]] bool leads_inside(const ray<T>& r, const solid_view<T>& set) {
    const solid_view<T> origin{r.origin};
    if (relation_of_sets(origin, set) == relation::penetrating) return true;
    const directions_at_start start{r.origin, r.translation, set};
    return is_blocked(start.blocked, {}, widen(r.translation) * start.list.scale);
}
/// Returns the hit at which a ray that starts inside leaves the inside of the union of all pieces: the first end of an
/// interval from where it does not go on inside.
template <exact_real T>
[[nodiscard]] std::optional<set_ray_hit<T>> wall_from_inside(const ray<T>& r, const solid_view<T>& set) {
    std::vector<stretch_of_ray<T>> all = stretches_of(r, set);
    stretch_of_ray<T> best{};
    for (const auto& s : all)  // intervals of touching pieces are connected in spite of rounded ends
        if (s.from <= best.to + best.error_bound && s.to > best.to) best = s;
    if (!(best.to > T(0))) return {};
    sort_list(all, [](const auto& p, const auto& q) { return p.to != q.to ? p.to < q.to : p.piece < q.piece; });
    for (const auto& s : all) {
        const bool is_last = s.to == best.to;
        if (s.to > best.to || !(is_last || s.to > s.error_bound) || !(s.reverse.fraction > T(0))) continue;
        const ray<T> back = reversed(r, s.part);
        const ray_precision<T> precision{back};
        const directions_at_hit directions{back, set, s.piece, precision.around(s.reverse.point),
                                           scale_of_set(precision.largest)};
        if (!is_last && (!directions.is_known || directions.lead_inside(true))) continue;
        const vec2<T> normal = directions.normal(s.reverse.normal, back, set, true);
        return set_ray_hit<T>{{s.to, s.reverse.point, normal}, directions.piece_with(normal, s.piece)};
    }
    const vec2<T> end = r.origin + r.translation;
    const solid_view<T> point{end};
    if (relation_of_sets(point, set) == relation::penetrating) return {};
    const directions_at_start at_end{end, vec2<T>{}, set};
    const facet_list facets = boundary_facets(at_end.blocked);
    if (facets.empty()) return {};
    const auto along = [&r](const active_facet& f) { return dot(f.normal, widen(r.translation)); };
    const active_facet* wall = &facets[0];
    for (const active_facet& f : facets)
        if (along(f) > along(*wall)) wall = &f;
    return set_ray_hit<T>{{T(1), end, unsigned_zeros(vec_cast<T>(wall->normal))}, best.piece};
}
/// Returns the first hit of a ray that starts on the boundary and does not lead inside: where it goes in, crosses a
/// piece without an interior, or touches the set again. The boundary along which it runs first does not count.
template <exact_real T>
[[nodiscard]] std::optional<set_ray_hit<T>> hit_after_start(const ray<T>& r, const solid_view<T>& set) {
    const std::vector<stretch_of_ray<T>> all = stretches_of(r, set);
    const auto is_crossing = [](const stretch_of_ray<T>& s) {
        return !s.has_interior && !(s.to > s.from + s.error_bound);
    };
    T run = 0;  // the end of the intervals that are connected with the start
    for (const auto& s : all)
        if (!is_crossing(s) && s.from <= run + s.error_bound) run = larger(run, s.to);
    const ray_precision<T> precision{r};
    for (const auto& s : all) {
        if (!(s.from > s.error_bound)) continue;
        const set_ray_hit<T> hit{s.hit, s.piece};
        if (is_crossing(s) || s.from > run + s.error_bound) return hit;
        if (!s.has_interior) continue;
        const directions_at_hit directions{r, set, s.piece, precision.around(s.hit.point),
                                           scale_of_set(precision.largest)};
        if (directions.lead_inside()) return hit;
    }
    return {};
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

/// Computes the first hit of a hollow ray that leads inside from the border edges of a set. Returns false if they are
/// not known.
template <exact_real T>
[[nodiscard]] bool find_wall_by_border(std::optional<set_ray_hit<T>>& wall, const ray<T>& r, const solid_view<T>& set) {
    bool known = false;
    const auto hit = first_border_hit(
        r,
        [&](const auto& visit) {
            known = set.for_each_border_edge([&](const segment<T>& e) { return visit(e.a, e.b), true; });
        },
        [&](vec2<T> p) { return do_sets_intersect(solid_view<T>{p}, set); });
    if (known && hit) wall = set_ray_hit<T>{*hit, piece_at(hit->point, set)};
    return known;
}

/// Returns the first hit of a hollow ray that starts in the set, and whether it leads inside.
template <exact_real T>
[[nodiscard]] std::optional<set_ray_hit<T>> hit_of_hollow_start(const ray<T>& r, const solid_view<T>& set,
                                                                bool& is_inside) {
    std::optional<set_ray_hit<T>> wall;
    if (r.translation == vec2<T>{}) return wall;
    is_inside = leads_inside(r, set);
    if (!is_inside) wall = hit_after_start(r, set);
    else if (!find_wall_by_border(wall, r, set)) wall = wall_from_inside(r, set);
    return wall;
}
/// The rule for a ray that starts in the set: null for `ray_start::solid`. It is a pointer so that a program with solid
/// rays only does not contain the rule for hollow ones.
template <exact_real T>
using hollow_rule = std::optional<set_ray_hit<T>> (*)(const ray<T>&, const solid_view<T>&, bool&);

/// Returns the first hit of a ray at a set. @pre both are valid
///
/// The hit of the first piece is computed directly in `best`, because copies of numbers that were just written are
/// slow.
template <exact_real T>
[[nodiscard]] std::optional<set_ray_hit<T>> ray_cast_at_set(const ray<T>& r, const solid_view<T>& set,
                                                            hollow_rule<T> hollow) {
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
            if (hit->fraction > nearest) return nearest;
            if (hit->fraction == nearest) {
                const int order = nearest > T(0) && *hit != *best ? order_of_hits(r, set, q, piece) : 0;
                if (order > 0 || (order == 0 && j >= piece)) return nearest;
            }
            best = hit;
        }
        piece = j;
        on_edge = certain && hull.size() > 1 && !(hull.radius > T(0));
        return hit->fraction;
    });
    if (!best) return {};
    if (best->fraction == T(0)) {
        const solid_view<T> origin{r.origin};
        if (do_sets_intersect(origin, set)) {
            if (!hollow) return set_ray_hit<T>{{T(0), r.origin, vec2<T>{} - collide_sets(origin, set)->normal}, piece};
            bool is_inside = false;
            const auto wall = hollow(r, set, is_inside);
            if (!wall || is_inside) return wall;
            best = *wall, piece = wall->piece, on_edge = false;
        }
    }
    set_ray_hit<T> hit{*best, piece};
    // Usually there is only one piece near the hit, and the ray enters it through an edge. This edge is the facet, and
    // the hit already has its normal.
    const ray_precision<T> precision{r};
    const T margin = precision.margin;
    const auto seen_near = [&seen](const aabb<T>& box) {
        std::size_t count = 0;
        for (const aabb<T>& other : seen) count += intersects_pair(other, box);
        return count;
    };
    // This box is larger than `around`, because its bounds are rounded to nearest and not outwards.
    const vec2<T> p = hit.point, twice{T(2) * margin, T(2) * margin};
    if (on_edge && seen_near(aabb<T>{p - twice, p + twice}) == 1) return hit;
    const aabb<T> around = precision.around(p);
    if (!on_edge || seen_near(around) != 1)
        hit.normal =
            directions_at_hit{r, set, piece, around, scale_of_set(precision.largest)}.normal(hit.normal, r, set);
    return hit;
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns the first point of a set of solids on the ray, if there is one. A ray that only grazes a piece is a hit.
/// `normal` is that of a facet of the outline of the whole, never of a seam; at a vertex, that of the facet that is
/// most opposed to the ray. A ray that starts inside or on the boundary is a hit at fraction 0 with `ray_start::solid`;
/// its normal leads out of the whole. With `ray_start::hollow`, a ray that starts inside or leads inside hits where it
/// leaves the whole, and the normal still points out of the solid. Any other ray hits where it next touches the whole;
/// a boundary at the start, and the boundary along which it runs from there, do not count. `piece` is the index of the
/// piece that is hit. Returns no value for an invalid ray or set.
/// @pre valid(r) and valid(set)
template <solid_set S>
[[nodiscard, gnu::always_inline]] inline std::optional<set_ray_hit<detail::solid_scalar_t<S>>>
ray_cast(const ray<std::type_identity_t<detail::solid_scalar_t<S>>>& r, const S& set,
         ray_start start = ray_start::solid) {
    detail::check_arguments("ray_cast", r, set);
    if (!detail::expect_valid(r, set)) return {};
    using T = detail::solid_scalar_t<S>;
    const detail::hollow_rule<T> hollow =
        start == ray_start::hollow ? &detail::hit_of_hollow_start<T> : detail::hollow_rule<T>{};
    return detail::ray_cast_at_set(r, detail::solid_view{detail::solid_of(set)}, hollow);
}

/// Returns true if a point is in one of the pieces or on its boundary. The answer is exact. Returns false if the set or
/// the point is invalid.
/// @pre valid(a) and valid(p)
template <solid_set A>
[[nodiscard]] bool contains(const A& a, vec2<std::type_identity_t<detail::solid_scalar_t<A>>> p) {
    return intersects(a, p);
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
