#pragma once
/// Where a ray hits, or that it does not, where a quick look leaves one edge of a polygon; or of a disc, where rounding
/// is too little to matter.
///
/// To the last bit what first_touch.hpp finds by searching.

#include <hitbox/narrow/clear_gap.hpp>
#include <hitbox/narrow/first_touch.hpp>
#include <hitbox/narrow/ray.hpp>

namespace hitbox::detail {

/// A polygon's edges as half-planes that the ray enters or leaves (Cyrus and Beck 1978).
template <quick_scalar T>
struct ray_look {
    T largest{};                 // no coordinate is beyond that, nor of the ray's end
    std::size_t edge = nowhere;  // the only one that the ray can come in by, if there is one
    bool misses = false;         // certainly

    /// Heights above an edge are off by `bound`, as scores of polygons are, at either end of the ray. Sideways, the
    /// way's length takes the place of the normal's.
    template <quick_polygon B>
    ray_look(const ray<T>& r, const B& s) noexcept {
        quick_storage<B> room;
        const quick_lanes<T> polygon = quick_lanes_of(s, room);
        const lanes<T>& of = polygon.of;
        const vec2<T> from = r.origin, way = r.translation;
        const T length = magnitude(way.x) + magnitude(way.y);
        largest = polygon.reach + magnitude(from.x) + magnitude(from.y) + length;  // a sum: if one is no number
        const T rounding = lane_roundings<quick_room<B> != 0, T> * unit_roundoff<T>() * T(2) * largest,  // generous
            bound = rounding + moved_bound(largest, largest, polygon.shortest);                          // generous
        const bool trusted = polygon.usable & polygon.in_place & (largest > T(0x1p-40)) & (largest < T(0x1p60)) &
                             (polygon.drift < T(0x1p-11)) & (bound < largest) & (length > T(0x1p-20) * largest);
        if (!trusted) return;

        T heights[most_lanes], climbs[most_lanes];
        const pack<T> zero = pack_of(T(0)), least = pack_of(T(0x1p-120));
        const pack<T> x = pack_of(from.x), y = pack_of(from.y), way_x = pack_of(way.x), way_y = pack_of(way.y);
        pack<T> outside = pack_of(-std::numeric_limits<T>::infinity()), last = outside;
        for (std::size_t i = 0; i < of.edges; i += pack_size<T>) {
            const pack<T> normal_x = load_pack(of.normal_x + i), normal_y = load_pack(of.normal_y + i);
            const pack<T> height = normal_x * x + normal_y * y - load_pack(of.offset + i),
                          climb = normal_x * way_x + normal_y * way_y, fraction = height / upper(zero - climb, least);
            store_pack(heights + i, height), store_pack(climbs + i, climb);
            outside = upper(outside, lower(height, height + climb)), last = upper(last, fraction);
        }
        const T fraction = highest<T>(last);
        misses = highest<T>(outside) > bound || passes(from, way, of, rounding * length);
        if (misses || !(fraction > T(0) && fraction < T(1))) return;
        std::uint64_t not_inside = 0;  // edges that it is not certainly inside of by then: the last one is among them
        for (std::size_t i = 0; i < of.edges; i += pack_size<T>)
            not_inside |= greater(load_pack(heights + i) + load_pack(climbs + i) * pack_of(fraction),
                                  pack_of(T(-4) * bound))  // generous
                          << i;
        edge_set last_ones{not_inside & ~std::uint64_t{0} >> (64 - of.edges)};
        if (last_ones.is_one()) edge = last_ones.pop();
    }

private:
    /// Are all corners on one side of the way?
    [[nodiscard]] static bool passes(vec2<T> from, vec2<T> way, const lanes<T>& of, T bound) noexcept {
        const pack<T> x = pack_of(from.x), y = pack_of(from.y), way_x = pack_of(way.x), way_y = pack_of(way.y);
        pack<T> low = pack_of(std::numeric_limits<T>::infinity()), high = pack_of(T(0)) - low;
        for (std::size_t i = 0; i < of.edges; i += pack_size<T>) {  // beyond the corners, some are repeated
            const pack<T> left = way_x * (load_pack(of.y + i) - y) - way_y * (load_pack(of.x + i) - x);
            low = lower(low, left), high = upper(high, left);
        }
        return lowest<T>(low) > bound || highest<T>(high) < -bound;
    }
};

/// The hit on the edge, in wide arithmetic; unless it is so near to an end of the ray or of the edge, or the ray so
/// nearly along that, that search would look closer.
template <quick_scalar T, class B>
[[nodiscard]] inline bool fill_hit(ray_hit<T>& hit, const ray<T>& r, const B& s, const ray_look<T>& look) noexcept {
    using W = wide_t<T>;
    const std::size_t n = corners_in(s), end = next_index(look.edge, n);
    const auto corner = [&s](std::size_t i) { return widen(corner_of(s, i)); };
    const vec2<W> p = corner(look.edge), q = corner(end), from = widen(r.origin), way = widen(r.translation);
    const scaled_edge<W> scaled{q - p};
    const W gap = dot(scaled.across, from - p),
            closing = cross_with_motion(corner_of(s, look.edge), corner_of(s, end), {r.translation, {}}, W(1), 0) *
                      scaled.unit;
    if (!(closing > W(0))) return false;
    const entered_edge<W> in = scaled.entered(gap, closing, true);
    const vec2<W> out = vec2<W>{} - in.normal, origin = corner(0), at = from - (origin - way * in.fraction);
    const W m = W(2) * static_cast<W>(look.largest), slack = W(4) * face_slack<T>(m);  // generous
    const W place = cross(in.normal, at), place_p = cross(in.normal, p - origin),
            place_q = cross(in.normal, q - origin);
    const W low = smaller(place_p, place_q), high = larger(place_p, place_q);
    const W before_end = smaller(in.fraction, W(1) - in.fraction) * in.speed;
    const W behind =
        smaller(dot(out, p - corner(previous_index(look.edge, n))), dot(out, q - corner(next_index(end, n))));
    const W least = smaller(smaller(place - low, high - place), smaller(before_end, behind));
    if (!(least > slack && in.speed > m * W(0x1p-40))) return false;  // generous
    const bool forward = place_p < place_q;
    const vec2<W> point = point_on(stretch<W>{forward ? p : q, forward ? q : p, low, high}, place);
    hit = {round_to<T>(in.fraction), vec_cast<T>(point) + vec2<T>{}, vec2<T>{} - vec_cast<T>(in.normal)};
    return true;
}

/// Is the answer clear? Then it is in `result`; else there may be anything.
template <quick_scalar T, quick_polygon B>
    requires has_clear_gaps<T> && std::same_as<T, scalar_t<B>>
[[nodiscard]] inline bool clearly(std::optional<ray_hit<T>>& result, const ray<T>& r, const B& s) noexcept {
    const ray_look<T> look{r, s};
    return look.misses || (look.edge != nowhere && fill_hit(result.emplace(), r, s, look));
}
/// The same for a disc: near what would be a graze, or an end of the ray, search looks closer.
template <quick_scalar T>
    requires has_clear_gaps<T>
[[nodiscard]] inline bool clearly(std::optional<ray_hit<T>>& result, const ray<T>& r, const circle<T>& s) noexcept {
    using W = wide_t<T>;
    const vec2<W> center = widen(s.center), offset = center - widen(r.origin), way = widen(r.translation);
    const W radius = static_cast<W>(s.radius), limit = product(radius, radius), squared = dot(way, way),
            side = cross(way, offset), apart = dot(offset, offset);
    if (!(smaller(squared, limit) > W(0x1p-80) && larger(squared, apart) < W(0x1p80))) return false;
    if (product(side, side) > product(limit, squared) * (W(1) + W(0x1p-30))) return true;  // generous
    const W room = (limit + apart) * W(0x1p-40);                                           // generous
    if (!(apart > limit + room)) return false;                                             // it may start inside
    if (dot(way, offset) < W(0)) return true;
    const passage moving{facets_of(r.origin), facets_of(s), translations<T>{r.translation, {}}};
    const auto in = way_into_disc(moving, widen(r.origin), center);
    if (in.meets != verdict::yes) return false;
    if (in.fraction > W(1) + in.margin) return true;
    if (!(in.fraction > in.margin && in.fraction < W(1) - in.margin)) return false;
    const vec2<W> point = center - in.normal * radius;
    result = ray_hit<T>{round_to<T>(in.fraction), vec_cast<T>(point) + vec2<T>{}, vec2<T>{} - vec_cast<T>(in.normal)};
    return true;
}

}  // namespace hitbox::detail
