#pragma once
/// The way between a capsule and another one, or a polygon, where a quick look leaves one edge and one corner, or an
/// end and a corner, that decide about it.
///
/// To the last bit what collide.hpp and manifold.hpp find by searching.

#include <hitbox/narrow/clear_contact.hpp>
#include <hitbox/narrow/clear_gap.hpp>
#include <hitbox/narrow/contains.hpp>

namespace hitbox::detail {

/// Scores of a polygon's edges against a segment, and of the segment's two sides against the polygon.
template <quick_scalar T>
struct capsule_scores {
    T of_polygon[most_lanes];
    T best_of_polygon = -std::numeric_limits<T>::infinity();
    T of_sides[2] = {best_of_polygon, best_of_polygon};
    T bound{}, largest{}, stretched{};
    bool usable = false;

    /// Edges are off by `roundings` and what moved_bound says. In unit roundoffs of m, sides are by less than 24: the
    /// segment's direction by 5 in proportion, the way from its start to a corner by 1, products and their difference
    /// by 2, times 2 sqrt(2) m.
    [[gnu::always_inline]] inline capsule_scores(const capsule<T>& a, const quick_lanes<T>& polygon,
                                                 T roundings) noexcept {
        const lanes<T>& of = polygon.of;
        const vec2<T> along = a.b - a.a;
        const pack<T> ax = pack_of(a.a.x), ay = pack_of(a.a.y), bx = pack_of(a.b.x), by = pack_of(a.b.y);
        pack<T> best = pack_of(best_of_polygon);
        for (std::size_t i = 0; i < of.edges; i += pack_size<T>) {
            const pack<T> x = load_pack(of.normal_x + i), y = load_pack(of.normal_y + i);
            const pack<T> score = lower(x * ax + y * ay, x * bx + y * by) - load_pack(of.offset + i);
            store_pack(of_polygon + i, score), best = upper(best, score);
        }
        best_of_polygon = highest<T>(best);
        largest = larger(polygon.reach, reach_of(a, a));
        const T size = magnitude(along.x) + magnitude(along.y);
        const T sums = magnitude(a.a.x + a.a.y + a.b.x + a.b.y) + a.radius + polygon.reach;  // if one is no number
        bound = (roundings + T(24)) * unit_roundoff<T>() * largest +                         // generous
                moved_bound(largest, polygon.size + size, polygon.shortest);
        stretched = T(4) * (polygon.drift + T(8) * unit_roundoff<T>());  // generous
        usable = polygon.usable & polygon.in_place & (largest > T(0x1p-60)) & (largest < T(0x1p60)) &
                 (sums < T(0x1p63)) & (polygon.drift < T(0x1p-11)) & (a.radius >= T(0)) & (size > T(64) * bound);
    }
    void score_sides(const capsule<T>& a, const lanes<T>& polygon) noexcept {
        const vec2<T> along = a.b - a.a;
        const T length = square_root(dot(along, along));
        const pack<T> x = pack_of(along.x / length), y = pack_of(along.y / length), start_x = pack_of(a.a.x),
                      start_y = pack_of(a.a.y);
        pack<T> low = pack_of(std::numeric_limits<T>::infinity()), high = pack_of(T(0)) - low;
        for (std::size_t i = 0; i < polygon.edges; i += pack_size<T>) {  // beyond the corners, some are repeated
            const pack<T> left = x * (load_pack(polygon.y + i) - start_y) - y * (load_pack(polygon.x + i) - start_x);
            low = lower(low, left), high = upper(high, left);
        }
        of_sides[0] = T(0) - highest<T>(high), of_sides[1] = lowest<T>(low);
    }
    [[nodiscard]] std::size_t best_edge(std::size_t edges) const noexcept {
        return at_least(of_polygon, edges, best_of_polygon).pop();
    }
    [[nodiscard]] T best() const noexcept { return larger(best_of_polygon, larger(of_sides[0], of_sides[1])); }
    /// The only edge that can be the way out, of the polygon (b) or the segment (a).
    [[nodiscard]] only_edge only_best(std::size_t edges) const noexcept {
        const T most = best(), limit = most - T(2) * bound - stretched * magnitude(most);  // generous
        edge_set near_best = at_least(of_polygon, edges, limit);
        const bool right = of_sides[0] >= limit, left = of_sides[1] >= limit;
        const bool of_b = !near_best.empty(), one = near_best.is_one(), alone = one & !right & !left;
        return {pick(of_b, std::size_t{!right}, near_best.pop()), of_b, pick(of_b, right != left, alone)};
    }
};

/// The way out through clear features, in wide arithmetic.
template <quick_scalar T>
struct capsule_way {
    using W = wide_t<T>;

    clear_way<T> way;
    vec2<W> before_corner, after_corner;
    W radius, radius_of_other, depth;
    bool certain = false;  // and then the flags of sticking out are, where they are set

    /// The features are of the owner, which has the edge or the end, and of the other one.
    template <class Owner, class Other>
    capsule_way(const Owner& owner, const Other& other, clear_features& features, T largest) noexcept
        : way{way_of(owner, other, features)}, before_corner{widen(corner_of(other, features.corner_before))},
          after_corner{corners_in(other) == 2 ? before_corner : widen(corner_of(other, features.corner_after))},
          radius{radius_of(owner)}, radius_of_other{radius_of(other)}, depth{way.depth_with_radii(radius,
                                                                                                  radius_of_other)} {
        const W m = W(2) * static_cast<W>(largest), slack = larger(face_slack<T>(m), rounding_slack(m));
        const std::size_t n = corners_in(owner);
        // All else is farther back than what makes a face, also of manifolds (pressing_slack): then nothing else is
        // nearer, or behind the same edge.
        const W other_back = smaller(height(before_corner), height(after_corner)) - height(way.corner);
        W highest = features.edge == features.edge_end ? height(way.q) : W(0) - most<W>();
        if (n > 2)
            highest = larger(height(widen(corner_of(owner, previous_index(features.edge, n)))),
                             height(widen(corner_of(owner, next_index(features.edge_end, n)))));
        const W least = features.behind ? slack : m / W(1 << 20);  // generous
        certain = smaller(other_back, W(0) - highest) > W(4) * slack && magnitude(way.depth) > least;
        if constexpr (!std::same_as<Owner, Other>) tell_flags(owner, other, features, W(32) * slack);  // generous
    }

private:
    template <class Owner, class Other>
    void tell_flags(const Owner& owner, const Other& other, clear_features& features, W rounding) const noexcept {
        const W far_side = height(opposite_corner(owner, features.edge)),
                top = height(opposite_corner(other, features.corner));
        const W lowest = smaller(far_side, W(0)) - radius;  // of the owner, or higher
        features.owner_sticks_out = lowest < height(way.corner) - radius_of_other - rounding;
        features.other_sticks_out = top + radius_of_other > radius + rounding;
    }
    [[nodiscard]] W height(vec2<W> v) const noexcept { return dot(way.outward, v - way.p); }
    [[nodiscard]] static W radius_of(const capsule<T>& c) noexcept { return static_cast<W>(c.radius); }
    template <class Polygon>
    [[nodiscard]] static W radius_of(const Polygon&) noexcept {
        return W(0);
    }
    template <class S>
    [[nodiscard]] static vec2<W> opposite_corner(const S& s, std::size_t i) noexcept {
        const std::size_t n = corners_in(s), at = i + n / 2;
        return widen(corner_of(s, at < n ? at : at - n));
    }
    /// Of an end alone, q is the next corner.
    template <class Owner, class Other>
    [[nodiscard]] static clear_way<T> way_of(const Owner& owner, const Other& other,
                                             const clear_features& features) noexcept {
        const bool at_end = features.edge == features.edge_end;
        const std::size_t end = at_end ? next_index(features.edge, corners_in(owner)) : features.edge_end;
        const vec2<W> p = widen(corner_of(owner, features.edge)), q = widen(corner_of(owner, end)),
                      corner = widen(corner_of(other, features.corner));
        if (at_end) return {p, q, corner, measure_ends<T>(p, corner)};
        return {p, q, corner};
    }
};

/// Which features of a capsule and a polygon decide, if that can be told.
template <quick_scalar T>
struct capsule_polygon_look {
    using W = wide_t<T>;

    T largest{};
    clear_features features;
    clear_gap<W> gap;    // with the radius, where they are apart
    bool apart = false;  // certainly

    template <class B>
    capsule_polygon_look(const capsule<T>& a, const B& b) noexcept {
        quick_storage<B> room;
        const quick_lanes<T> polygon = quick_lanes_of(b, room);
        capsule_scores<T> scores{a, polygon, lane_roundings<quick_room<B> != 0, T>};
        if (!scores.usable) return;
        largest = scores.largest;
        if (!(scores.best_of_polygon > scores.bound)) scores.score_sides(a, polygon.of);
        if (scores.best() > scores.bound) find_gap(a, b, scores.best_edge(polygon.of.edges));
        else if (scores.best() < -scores.bound) find_way_out(a, b, scores.only_best(polygon.of.edges));
    }

private:
    template <class B>
    void find_way_out(const capsule<T>& a, const B& b, only_edge best) noexcept {
        const vec2<T> along = a.b - a.a, right{along.y, -along.x};
        features.of_b = best.of_b, features.found = best.found;
        features.edge = best.at, features.edge_end = next_index(best.at, best.of_b ? corners_in(b) : 2);
        if (best.of_b) features.set_corner(dot(along, normal_near(b, best.at)) < T(0) ? 1 : 0, 2);
        else features.set_corner(corner_against(b, best.at == 0 ? right : -right), corners_in(b));
    }
    template <class B>
    void find_gap(const capsule<T>& a, const B& b, std::size_t edge) noexcept {
        fill_gap_of_segment(gap, a, b, edge, largest);
        if (!gap.certain) return;
        features.of_b = gap.of_b, features.found = true, features.behind = false;
        features.edge = gap.edge, features.edge_end = gap.edge_end;
        features.set_corner(gap.corner, gap.of_b ? 2 : corners_in(b));
        gap.grow(static_cast<W>(a.radius));
        apart = gap.distance > face_slack<T>(W(2) * static_cast<W>(largest));
    }
};

template <quick_scalar T, class B>
[[nodiscard]] inline capsule_way<T> way_through(const capsule<T>& a, const B& b, clear_features& features,
                                                T largest) noexcept {
    return with_owner(a, b, features, [&features, largest](const auto& owner, const auto& other) {
        return capsule_way<T>{owner, other, features, largest};
    });
}

/// The contact through the features that decide, but for its flags.
template <quick_scalar T, class B>
[[nodiscard]] inline bool fill_round_contact(contact<T>& hit, const capsule<T>& a, const B& b, clear_features& features,
                                             T largest) noexcept {
    using W = wide_t<T>;
    const capsule_way<T> out = way_through(a, b, features, largest);
    if (!out.certain || !(out.depth > rounding_slack(W(2) * static_cast<W>(largest)))) return false;
    const clear_way<T>& way = out.way;
    const vec2<W> on_core = features.edge == features.edge_end ? way.p : way.on_edge();
    set_contact(hit, features.of_b, way.outward, out.depth, on_core + way.outward * out.radius,
                way.corner - way.outward * out.radius_of_other);
    return true;
}
/// @pre !look.apart
template <quick_scalar T, class B>
[[nodiscard]] inline bool fill_contact(contact<T>& hit, const capsule<T>& a, const B& b,
                                       capsule_polygon_look<T>& look) noexcept {
    return look.features.found && fill_round_contact(hit, a, b, look.features, look.largest);
}

/// Stands alone, or its registers would be saved where the look finds capsules apart.
template <quick_scalar T>
[[nodiscard, gnu::noinline]] inline bool fill_contact(contact<T>& hit, const capsule<T>& a, const capsule<T>& b,
                                                      const capsule_look<T>& look) noexcept {
    clear_features features = look.features(a, b);
    return features.found && features.owner_sticks_out && features.other_sticks_out &&
           fill_round_contact(hit, a, b, features, reach_of(a, b));
}

/// Is the answer clear? Then it is in `result`; else there may be anything.
template <quick_scalar T>
[[nodiscard]] inline bool clearly(std::optional<contact<T>>& result, const capsule<T>& a,
                                  const capsule<T>& b) noexcept {
    const capsule_look<T> look{a, b};
    const relation told = look.told();
    return told == relation::apart || (told == relation::penetrating && fill_contact(result.emplace(), a, b, look));
}
template <quick_scalar T, class B>
    requires are_capsule_and_polygon<capsule<T>, B> && has_clear_gaps<T>
[[nodiscard]] inline bool clearly(std::optional<contact<T>>& result, const capsule<T>& a, const B& b) noexcept {
    if (told_quickly(a, b) == relation::apart) return true;
    capsule_polygon_look<T> look{a, b};
    if (look.apart) return true;
    contact<T>& hit = result.emplace();
    if (!fill_contact(hit, a, b, look)) return false;
    const clear_features& features = look.features;
    hit.a_in_b = !pick(features.of_b, features.owner_sticks_out, features.other_sticks_out) && contains_resolved(b, a);
    hit.b_in_a = !pick(features.of_b, features.other_sticks_out, features.owner_sticks_out) && contains_resolved(a, b);
    return true;
}

/// The gap between two capsules, from the nearest features of their segments, where these are certain.
template <quick_scalar T, scalar W = wide_t<T>>
[[nodiscard]] inline clear_gap<W> gap_of_capsules(const capsule<T>& a, const capsule<T>& b) noexcept {
    static_assert(has_clear_gaps<T>);
    const capsule_look<T> look{a, b};
    if (look.told() != relation::apart) return {};
    clear_features features = look.features(a, b);
    if (!features.found) return {};
    const T largest = reach_of(a, b);
    const capsule_way<T> between = way_through(a, b, features, largest);
    const clear_way<T>& way = between.way;
    const bool at_end = features.edge == features.edge_end;
    const vec2<W> direction = way.q - way.p, w = way.corner - way.p;
    const W across = cross(direction, w),
            along = at_end ? dot(way.outward, w) : smaller(dot(way.outward, w), dot(way.outward, way.corner - way.q)),
            cores = at_end ? W(0) - way.depth : square_root(product(across, across) / dot(direction, direction));
    clear_gap<W> gap;
    gap.of_b = features.of_b;
    gap.outward = way.outward;
    gap.on_owner = (at_end ? way.p : way.on_edge()) + way.outward * between.radius;
    gap.on_other = way.corner - way.outward * between.radius_of_other;
    gap.distance = cores - (between.radius + between.radius_of_other);
    gap.certain = between.certain && gap.distance > face_slack<T>(W(2) * static_cast<W>(largest)) &&
                  agrees(cores, along, way.p, way.corner);
    return gap;
}

}  // namespace hitbox::detail
