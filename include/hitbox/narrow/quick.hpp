#pragma once
/// Apart or penetrating, told at once for shapes as they come: before anything about them is checked or gathered.
///
/// Each function looks at one kind of pair in the shapes' own type (or in double) and knows a bound on its error. What
/// is not certain, a broken shape among it, is left to the careful way.

#include <hitbox/narrow/filter.hpp>

namespace hitbox::detail {

/// Numbers that quick looks can be taken at.
template <class T>
concept quick_scalar = std::floating_point<T> && exact_scalar<T>;

/// What a separation that may be off by `bound` tells; `touching` is nothing. Not a number is never certain.
template <std::floating_point W>
[[nodiscard]] constexpr relation certain_sign(W separation, W bound, bool trusted = true) noexcept {
    const relation sign = separation > W(0) ? relation::apart : relation::penetrating;
    return (magnitude(separation) > bound) & trusted ? sign : relation::touching;
}

/// More than underflow can take from a few products.
template <quick_scalar T>
inline constexpr T underflow_slack = std::same_as<T, float> ? T(0x1p-120) : T(0x1p-900);

/// The bound is that of exact::compare_distance.
template <quick_scalar T>
[[nodiscard]] inline relation quick_relation(const circle<T>& a, const circle<T>& b) noexcept {
    const vec2<T> gap = b.center - a.center;
    const T sum = a.radius + b.radius, squared = gap.x * gap.x + gap.y * gap.y, limit = sum * sum;
    const T bound = T(8) * unit_roundoff<T>() * (squared + limit) + underflow_slack<T>;
    return certain_sign(squared - limit, bound, smaller(a.radius, b.radius) >= T(0));
}

/// Comparisons are exact. Both boxes at once, in lanes: a's x and y, b's x and y.
template <quick_scalar T>
[[nodiscard]] inline relation quick_relation(const aabb<T>& a, const aabb<T>& b) noexcept {
    constexpr T infinity = std::numeric_limits<T>::infinity();
    const T low[] = {a.min.x, a.min.y, b.min.x, b.min.y}, high[] = {a.max.x, a.max.y, b.max.x, b.max.y},
            other[] = {b.max.x, b.max.y, a.max.x, a.max.y};
    std::uint64_t apart = 0, inside = 15, good = 15;
    for (std::size_t k = 0; k < 4; k += pack_size<T>) {
        const auto in = [k](const T* four) { return pack_from<T>([four, k](std::size_t i) { return four[k + i]; }); };
        const pack<T> lows = in(low), highs = in(high), others = in(other);
        constexpr std::uint64_t all = (1u << pack_size<T>)-1;
        apart |= greater(lows, others);
        inside &= greater(others, lows) | ~all;
        good &= (greater(lows, pack_of(-infinity)) & greater(pack_of(infinity), highs) & ~greater(lows, highs)) | ~all;
    }
    if (good != 15) return relation::touching;
    return apart != 0 ? relation::apart : inside == 15 ? relation::penetrating : relation::touching;
}

/// By the nearest of the four ends, each from the other segment, unless the segments cross (Ericson, section 5.1.9).
/// With s the sum of the sizes, a squared distance is off by less than 32 u s^2: what division rounds moves the point
/// found along the segment, where the distance hardly changes. A turn is off by less than 4 u s |edge|: segments that
/// cross, but not by the signs of their turns, have an end within 4 u s of the other.
template <quick_scalar T>
[[nodiscard]] inline relation quick_relation(const capsule<T>& a, const capsule<T>& b) noexcept {
    const vec2<T> edge_a = a.b - a.a, edge_b = b.b - b.a, gap = b.a - a.a;
    const T size = magnitude(edge_a.x) + magnitude(edge_a.y) + magnitude(edge_b.x) + magnitude(edge_b.y) +
                   magnitude(gap.x) + magnitude(gap.y);
    const vec2<T> ends[] = {gap, b.b - a.a, vec2<T>{} - gap, a.b - b.a}, edges[] = {edge_a, edge_a, edge_b, edge_b};
    const T units = unit_roundoff<T>() * size * size;
    const pack<T> zero = pack_of(T(0)), turn_bound = pack_of(T(8) * units);
    pack<T> farthest = pack_of(-std::numeric_limits<T>::infinity());  // negated: the nearest
    std::uint64_t left = 0, certain = 0;
    for (std::size_t k = 0; k < 4; k += pack_size<T>) {
        const pack<T> x = pack_from<T>([&](std::size_t i) { return ends[k + i].x; }),
                      y = pack_from<T>([&](std::size_t i) { return ends[k + i].y; }),
                      edge_x = pack_from<T>([&](std::size_t i) { return edges[k + i].x; }),
                      edge_y = pack_from<T>([&](std::size_t i) { return edges[k + i].y; });
        const pack<T> length = edge_x * edge_x + edge_y * edge_y, turn = edge_x * y - edge_y * x;
        const pack<T> along = (x * edge_x + y * edge_y) / upper(length, pack_of((std::numeric_limits<T>::min)()));
        const pack<T> clamped = upper(zero, lower(along, pack_of(T(1))));
        const pack<T> off_x = x - edge_x * clamped, off_y = y - edge_y * clamped;
        farthest = upper(farthest, zero - (off_x * off_x + off_y * off_y));
        left |= greater(turn, zero) << k;
        certain |= greater(upper(turn, zero - turn), turn_bound) << k;
    }
    const T squared = T(0) - highest<T>(farthest), sum = a.radius + b.radius, limit = sum * sum;
    const bool crossing = ((left ^ left >> 1) & 5) == 5;  // an end of each on either side of the other
    const T bound = T(64) * (units + unit_roundoff<T>() * limit) + underflow_slack<T>;
    return certain_sign((crossing ? T(0) : squared) - limit, bound,
                        (smaller(a.radius, b.radius) >= T(0)) & (size > T(0x1p-30)) & (!crossing | (certain == 15)));
}

/// Which edges of `owner`, whose winding is `side`, have all of `other` certainly outside, and which have some of it
/// certainly inside, bit by bit. A turn l - r is off by less than 3.01 u (|l| + |r|) <= 6.02 u m (|edge.x| + |edge.y|).
struct edges_told {
    std::uint64_t outside = 0, inside = 0;
};
template <quick_scalar T>
[[nodiscard, gnu::always_inline]] inline edges_told look_along_edges(const triangle<T>& owner, const triangle<T>& other,
                                                                     T side, T m) noexcept {
    const vec2<T> p[] = {owner.a, owner.b, owner.c, owner.a, owner.b}, corners[] = {other.a, other.b, other.c};
    const pack<T> turned = pack_of(side), zero = pack_of(T(0)), unit = pack_of(T(8) * unit_roundoff<T>() * m);
    edges_told told;
    for (std::size_t k = 0; k < 4; k += pack_size<T>) {
        const pack<T> x = pack_from<T>([&](std::size_t i) { return p[k + i].x; }),
                      y = pack_from<T>([&](std::size_t i) { return p[k + i].y; }),
                      edge_x = (pack_from<T>([&](std::size_t i) { return p[k + i + 1].x; }) - x) * turned,
                      edge_y = (pack_from<T>([&](std::size_t i) { return p[k + i + 1].y; }) - y) * turned;
        pack<T> least = pack_of(std::numeric_limits<T>::infinity());
        for (const vec2<T> q : corners) least = lower(least, edge_y * (pack_of(q.x) - x) - edge_x * (pack_of(q.y) - y));
        const pack<T> bound = unit * (upper(edge_x, zero - edge_x) + upper(edge_y, zero - edge_y));
        told.outside |= greater(least, bound) << k;
        told.inside |= greater(zero - bound, least) << k;
    }
    return told;
}

/// Twice the signed area, or 0 if its sign is not certain.
template <quick_scalar T>
[[nodiscard]] inline T certain_area(const triangle<T>& t, T m) noexcept {
    const vec2<T> u = t.b - t.a, v = t.c - t.a;
    const T area = u.x * v.y - u.y * v.x;
    return magnitude(area) > T(8) * unit_roundoff<T>() * m * (magnitude(u.x) + magnitude(u.y)) ? area : T(0);
}

template <quick_scalar T>
[[nodiscard]] inline relation quick_relation(const triangle<T>& a, const triangle<T>& b) noexcept {
    const vec2<T> reach_a = (max)(abs(a.a), (max)(abs(a.b), abs(a.c))),
                  reach_b = (max)(abs(b.a), (max)(abs(b.b), abs(b.c)));
    const T m = larger(larger(reach_a.x, reach_a.y), larger(reach_b.x, reach_b.y));
    const T area_a = certain_area(a, m), area_b = certain_area(b, m);
    const bool sums = (reach_a.x + reach_a.y) + (reach_b.x + reach_b.y) < T(0x1p60);  // not so, if one is no number
    if (!(sums & (m > T(0x1p-30)) & (area_a != T(0)) & (area_b != T(0)))) return relation::touching;
    const edges_told by_a = look_along_edges(a, b, area_a > T(0) ? T(1) : T(-1), m);
    const edges_told by_b = look_along_edges(b, a, area_b > T(0) ? T(1) : T(-1), m);
    if ((by_a.outside | by_b.outside) != 0) return relation::apart;
    return (by_a.inside & by_b.inside) == 15 ? relation::penetrating : relation::touching;
}

/// What a polygon stores, or what that becomes where it is placed: the lanes, and how large the numbers in them are.
template <quick_scalar T>
struct quick_lanes {
    lanes<T> of;
    T largest{};  // |coordinate|, or more
    bool trusted = false;
};

template <quick_scalar T, std::size_t N>
[[nodiscard, gnu::always_inline]] inline quick_lanes<T> quick_lanes_of(const convex_polygon<T, N>& s,
                                                                       lane_storage<T, 0>&) noexcept {
    const std::size_t n = s.size();
    return {{s.x(), s.y(), s.normal_x(), s.normal_y(), s.offset(), n, n}, s.largest_coordinate(), n > 2};
}

/// The edges' offsets are those of the moved corners; lanes beyond the edges keep theirs, which no corner reaches.
template <quick_scalar T, std::size_t N>
[[nodiscard, gnu::always_inline]] inline quick_lanes<T>
quick_lanes_of(const placed<convex_polygon<T, N>>& s, lane_storage<T, convex_polygon<T, N>::lanes>& room) noexcept {
    const convex_polygon<T, N>& p = s.shape;
    const rot2<T> r = s.transform.rotation;
    const vec2<T> by = s.transform.translation;
    const pack<T> c = pack_of(r.c), sine = pack_of(r.s), by_x = pack_of(by.x), by_y = pack_of(by.y);
    const pack<T> never = pack_of((std::numeric_limits<T>::max)());
    const std::size_t n = p.size();
    for (std::size_t i = 0; i < n; i += pack_size<T>) {
        const pack<T> x = load_pack(p.x() + i), y = load_pack(p.y() + i);
        const pack<T> nx = load_pack(p.normal_x() + i), ny = load_pack(p.normal_y() + i);
        const pack<T> moved_x = c * x - sine * y + by_x, moved_y = sine * x + c * y + by_y;
        const pack<T> normal_x = c * nx - sine * ny, normal_y = sine * nx + c * ny;
        store_pack(room.x + i, moved_x), store_pack(room.y + i, moved_y);
        store_pack(room.normal_x + i, normal_x), store_pack(room.normal_y + i, normal_y);
        store_pack(room.offset + i, upper(normal_x * moved_x + normal_y * moved_y, load_pack(p.offset() + i) - never));
    }
    const T drift = r.c * r.c + r.s * r.s - T(1),
            reach = magnitude(by.x) + magnitude(by.y) + T(1.5) * p.largest_coordinate();
    return {{room.x, room.y, room.normal_x, room.normal_y, room.offset, n, n},
            reach,
            n > 2 && magnitude(drift) < T(0x1p-11)};
}

/// Polygons with stored normals, placed or not.
template <class S>
inline constexpr std::size_t quick_room = static_cast<std::size_t>(-1);
template <quick_scalar T, std::size_t N>
    requires(N <= most_lanes)
inline constexpr std::size_t quick_room<convex_polygon<T, N>> = 0;
template <quick_scalar T, std::size_t N>
    requires(N <= most_lanes)
inline constexpr std::size_t quick_room<placed<convex_polygon<T, N>>> = convex_polygon<T, N>::lanes;

template <class S>
concept quick_polygon = quick_room<S>
!= static_cast<std::size_t>(-1);

template <quick_polygon A, quick_polygon B>
[[nodiscard]] inline relation quick_relation(const A& a, const B& b) noexcept {
    using T = scalar_t<A>;
    lane_storage<T, quick_room<A>> room_a;
    lane_storage<T, quick_room<B>> room_b;
    const quick_lanes<T> of_a = quick_lanes_of(a, room_a), of_b = quick_lanes_of(b, room_b);
    const T m = larger(of_a.largest, of_b.largest);
    const auto ignored = [](std::size_t, const pack<T>&) {};
    const pack<T> start = pack_of(-std::numeric_limits<T>::infinity());
    const T best = highest<T>(score_edges(of_b.of, of_a.of, score_edges(of_a.of, of_b.of, start, ignored), ignored));
    const T bound = (quick_room<A> + quick_room<B> == 0 ? T(12) : T(64)) * (std::same_as<T, float> ? T(1) : T(2)) *
                    unit_roundoff<T>() * m;
    return certain_sign(best, bound * T(1.001),
                        of_a.trusted & of_b.trusted & (m > T(0x1p-60)) & (of_a.largest + of_b.largest < T(0x1p60)));
}

}  // namespace hitbox::detail
