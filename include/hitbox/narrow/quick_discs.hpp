#pragma once
/// A quick look at a disc and a polygon, by the feature that is nearest to the centre.

#include <hitbox/narrow/quick.hpp>

namespace hitbox::detail {

template <class A, class B>
inline constexpr bool are_disc_and_polygon = false;
template <quick_scalar T, quick_polygon B>
    requires std::same_as<T, scalar_t<B>>
inline constexpr bool are_disc_and_polygon<circle<T>, B> = true;

/// Where the centre of a disc is: behind one edge and no other for certain, or outside and nearest to an edge (then p
/// and q are its ends) or to a corner (both are that).
template <quick_scalar T>
struct disc_look {
    relation told = relation::touching;
    std::size_t p = nowhere, q = nowhere;
    bool inside = false, certain = false;
    // Certainly not inside the other.
    bool disc_sticks_out = false, polygon_sticks_out = false;
    T largest{};  // |coordinate|
};

/// The nearest feature to a point that is outside the edge with the largest score. Places along an edge are off by no
/// more than scores are; squares may underflow, which scores do not.
template <quick_scalar T>
constexpr void find_nearest(disc_look<T>& look, const lanes<T>& polygon, vec2<T> c, std::size_t edge, T off) noexcept {
    const std::size_t n = polygon.corners, end = next_index(edge, n);
    const auto corner = [&polygon](std::size_t i) { return vec2<T>{polygon.x[i], polygon.y[i]}; };
    const vec2<T> p = corner(edge), q = corner(end), along = q - p;
    // Of an edge so short that from one end to the other no distance changes by more than the rounding of the careful
    // search, nothing is certain.
    constexpr T careful = std::same_as<T, wide_t<T>> ? T(1) : T(0x1p-24);
    const vec2<T> gap = c - p;
    const T reach = careful * off * (magnitude(gap.x) + magnitude(gap.y)) + underflow_slack<T>,
            size = magnitude(along.x) + magnitude(along.y), slack = off * size, past_p = dot(gap, along),
            past_q = dot(c - q, along);
    if (!(size * size > T(4) * reach)) return;
    look.p = edge, look.q = end, look.certain = past_p > slack && past_q < -slack;
    if (look.certain) return;
    // Before p, or past q: nearest to that corner if the other edge there says so, too.
    const bool at_p = past_p < -slack;
    const std::size_t at = at_p ? edge : end, next = at_p ? previous_index(edge, n) : next_index(end, n);
    const vec2<T> v = corner(at), way = corner(next) - v;
    look.p = look.q = at;
    const T way_size = magnitude(way.x) + magnitude(way.y);
    look.certain = (at_p || past_q > slack) && dot(c - v, way) < -off * way_size && way_size * way_size > T(4) * reach;
}

/// How far a point is outside each edge, and the largest of that.
template <quick_scalar T>
[[nodiscard, gnu::always_inline]] inline T score_point(const lanes<T>& polygon, vec2<T> p, T* scores) noexcept {
    const pack<T> x = pack_of(p.x), y = pack_of(p.y);
    pack<T> most = pack_of(-std::numeric_limits<T>::infinity());
    for (std::size_t i = 0; i < polygon.edges; i += pack_size<T>) {
        const pack<T> score =
            load_pack(polygon.normal_x + i) * x + load_pack(polygon.normal_y + i) * y - load_pack(polygon.offset + i);
        store_pack(scores + i, score), most = upper(most, score);
    }
    return highest<T>(most);
}

/// A disc beside the lanes of a polygon: no coordinate and no radius is beyond `largest`, and whether numbers of that
/// size can be looked at.
template <quick_scalar T>
struct disc_range {
    T largest{};
    bool trusted = false;

    [[gnu::always_inline]] inline disc_range(const circle<T>& a, const lane_worth<T>& polygon) noexcept {
        const T x = magnitude(a.center.x), y = magnitude(a.center.y);
        const T sums = polygon.reach + (x + y + a.radius);  // if one is no number
        largest = larger(polygon.reach, larger(larger(x, y), a.radius));
        trusted = polygon.usable & (largest > T(0x1p-60)) & (sums < T(0x1p60)) & (polygon.drift < T(0x1p-11)) &
                  (a.radius >= T(0));
    }
};

template <quick_scalar T, quick_polygon B>
[[nodiscard]] inline disc_look<T> look_at_disc(const circle<T>& a, const B& b) noexcept {
    quick_storage<B> room;
    const quick_lanes<T> of_b = quick_lanes_of(b, room);
    const disc_range<T> range{a, of_b};
    const T m = range.largest;
    disc_look<T> look;
    if (!range.trusted || !of_b.in_place) return look;
    // As for two polygons; what the disc is wide is its radius.
    const T bound = lane_roundings<quick_room<B> != 0, T> * unit_roundoff<T>() * m +
                    moved_bound(m, of_b.size + a.radius, of_b.shortest);
    if (!(bound < std::numeric_limits<T>::infinity())) return look;

    T scores[most_lanes];
    const T best = score_point(of_b.of, a.center, scores), stretched = T(4) * of_b.drift * magnitude(best),
            off = T(4) * bound;  // generous
    const edge_set near_best = at_least(scores, of_b.of.edges, best - T(2) * bound - stretched);
    look.largest = m, look.inside = best < -bound;
    edge_set rest = near_best;
    const std::size_t edge = rest.pop();
    if (look.inside) {
        look.told = relation::penetrating;
        look.p = edge, look.q = next_index(edge, of_b.of.corners), look.certain = near_best.is_one();
    } else if (best > bound) {
        find_nearest(look, of_b.of, a.center, edge, off);
        if (!look.certain) return look;
        const vec2<T> gap = a.center - vec2<T>{of_b.of.x[look.p], of_b.of.y[look.p]};
        const T squared = look.p == look.q ? dot(gap, gap) : best * best, limit = a.radius * a.radius;
        const T rounding = off * (T(2) * a.radius + magnitude(gap.x) + magnitude(gap.y)) +  // generous
                           stretched * best + underflow_slack<T>;                           // generous
        look.told = certain_sign(squared - limit, rounding);
    }
    const std::size_t opposite = edge + of_b.of.corners / 2,
                      far_off = opposite < of_b.of.corners ? opposite : opposite - of_b.of.corners;
    const vec2<T> across = a.center - vec2<T>{of_b.of.x[far_off], of_b.of.y[far_off]};
    look.disc_sticks_out = best + a.radius > off + stretched;
    look.polygon_sticks_out =
        dot(across, across) > a.radius * a.radius +
                                  off * T(4) * (magnitude(across.x) + magnitude(across.y) + a.radius) +  // generous
                                  underflow_slack<T>;
    return look;
}

/// Yes or no: apart by the edge with the largest score, or near enough to that edge. Near a corner that may leave it
/// open.
///
/// The point of the edge that is nearest to the centre is off across the edge, in unit roundoffs of m, by less than 10
/// times 2 sqrt(2) that the way to it is long, and moved corners by 19: less than three times what scores are.
template <quick_scalar T, quick_polygon B>
    requires(std::same_as<T, scalar_t<B>> && !box<B>)
[[nodiscard]] inline relation quick_relation(const circle<T>& a, const B& b) noexcept {
    quick_storage<B> room;
    const quick_lanes<T> of_b = quick_lanes_of(b, room);
    const disc_range<T> range{a, of_b};
    if (!range.trusted) return relation::touching;
    const vec2<T> c = a.center;
    const T bound = (lane_roundings<quick_room<B> != 0, T> + T(2)) * unit_roundoff<T>() * range.largest;
    T scores[most_lanes];
    const T best = score_point(of_b.of, c, scores);
    const std::size_t n = of_b.of.corners, edge = at_least(scores, n, best).pop(), end = next_index(edge, n);
    const vec2<T> p{of_b.of.x[edge], of_b.of.y[edge]}, along = vec2<T>{of_b.of.x[end], of_b.of.y[end]} - p, gap = c - p;
    const T squared = larger(dot(along, along), (std::numeric_limits<T>::min)());
    const pack<T> place = lower(upper(pack_of(dot(gap, along) / squared), pack_of(T(0))), pack_of(T(1)));
    const vec2<T> off = gap - along * place[0];
    const T within = a.radius - T(4) * bound;                 // generous; so large that no square underflows
    const T stretched = T(4) * of_b.drift * magnitude(best);  // generous
    const bool parted = best - a.radius > bound + stretched,
               deep = (best < -bound) |
                      ((within > T(0x1p-56)) & (dot(off, off) < within * within * (T(1) - T(16) * unit_roundoff<T>())));
    return static_cast<relation>(1 + int{deep} - int{parted});  // a choice would be a branch
}
template <quick_polygon A, quick_scalar T>
    requires(std::same_as<T, scalar_t<A>> && !box<A>)
[[nodiscard]] inline relation quick_relation(const A& a, const circle<T>& b) noexcept { return quick_relation(b, a); }

}  // namespace hitbox::detail
