#pragma once
/// Apart or penetrating, told at once for shapes as they come: before anything about them is checked or gathered.
///
/// Each function looks at one kind of pair in the shapes' own type and knows a bound on its error. What
/// is not certain, a broken shape among it, is left to the careful way.

#include <hitbox/narrow/quick_boxes.hpp>
#include <hitbox/narrow/quick_capsules.hpp>
#include <hitbox/narrow/quick_triangles.hpp>

namespace hitbox::detail {

/// The bound is that of exact::compare_distance.
template <quick_scalar T>
[[nodiscard]] inline relation quick_relation(const circle<T>& a, const circle<T>& b) noexcept {
    const T dx = b.center.x - a.center.x, dy = b.center.y - a.center.y, sum = a.radius + b.radius;
    const T squared = dx * dx + dy * dy, limit = sum * sum;
    const T bound = T(8) * unit_roundoff<T>() * (squared + limit) + underflow_slack<T>;  // generous
    return certain_sign(squared - limit, bound, smaller(a.radius, b.radius) >= T(0));
}

/// What comparisons, which are exact, say of two boxes at once, in lanes: a's x and y, b's x and y.
template <quick_scalar T>
struct aabb_look {
    quad<T> low, high, low_of_other, high_of_other;

    [[gnu::always_inline]] inline aabb_look(const aabb<T>& a, const aabb<T>& b) noexcept {
        const quad<T> of_a = load_quad<T>(a), of_b = load_quad<T>(b);
        low = pick<0, 1, 4, 5>(of_a, of_b), high = pick<2, 3, 6, 7>(of_a, of_b);
        low_of_other = pick<2, 3, 0, 1>(low), high_of_other = pick<2, 3, 0, 1>(high);
    }
    /// Valid, and not so wide that a width is infinite.
    [[nodiscard]] bool good() const noexcept {
        const quad<T> width = high - low;
        return (greater(quad_of(std::numeric_limits<T>::infinity()), width) & ~greater(quad_of(T(0)), width)) == 15;
    }
    /// The same, and neither box is flat.
    [[nodiscard]] bool thick() const noexcept {
        const quad<T> width = high - low;
        return (greater(quad_of(std::numeric_limits<T>::infinity()), width) & greater(width, quad_of(T(0)))) == 15;
    }
    [[nodiscard]] bool apart() const noexcept { return greater(low, high_of_other) != 0; }
    [[nodiscard]] bool penetrating() const noexcept { return greater(high_of_other, low) == 15; }
    /// Bits 0 and 1: a sticks out of b; 2 and 3: b of a.
    [[nodiscard]] std::uint64_t sticking_out() const noexcept {
        return greater(low_of_other, low) | greater(high, high_of_other);
    }
};
template <quick_scalar T>
[[nodiscard]] inline relation quick_relation(const aabb<T>& a, const aabb<T>& b) noexcept {
    const aabb_look<T> look{a, b};
    if (!look.good()) return relation::touching;
    return look.apart() ? relation::apart : look.penetrating() ? relation::penetrating : relation::touching;
}
/// Only whether they share a point: then no valid boxes are left open, not those that touch, but
/// for those whose width is infinite.
template <quick_scalar T>
[[nodiscard]] inline relation quick_meeting(const aabb<T>& a, const aabb<T>& b) noexcept {
    const aabb_look<T> look{a, b};
    if (!look.good()) return relation::touching;
    return look.apart() ? relation::apart : relation::penetrating;
}

/// How many corners there are, if the scores are usable.
template <class S>
[[nodiscard]] constexpr std::size_t corners_in(const S& s) noexcept {
    if constexpr (requires { s.shape; }) return s.shape.size();
    else if constexpr (requires { s.size(); }) return s.size();
    else if constexpr (box<S>) return 4;
    else if constexpr (requires { s.radius; }) return 2;
    else return 3;
}

/// What the numbers in a polygon's lanes are worth.
template <quick_scalar T>
struct lane_worth {
    T reach{};             // |coordinate|, or more
    T size{};              // the same before it was placed
    T shortest{};          // no longer than an edge that rounding may have turned
    T drift{};             // by how much, relatively, the square of a length is stretched
    bool usable = false;   // it has edges, and is finite
    bool in_place = true;  // and all corners, where it is placed
};

template <quick_scalar T, std::size_t N>
[[nodiscard, gnu::always_inline]] inline lane_worth<T> worth_of(const convex_polygon<T, N>& s) noexcept {
    const T size = s.largest_coordinate();
    return {size, size, std::numeric_limits<T>::infinity(), T(0), s.size() > 2};
}
template <quick_scalar T, std::size_t N>
[[nodiscard, gnu::always_inline]] inline lane_worth<T> worth_of(const placed<convex_polygon<T, N>>& s) noexcept {
    const convex_polygon<T, N>& p = s.shape;
    const rot2<T> r = s.transform.rotation;
    const vec2<T> by = s.transform.translation;
    const T drift = magnitude(r.c * r.c + r.s * r.s - T(1)), reach = reach_of(p, s.transform);
    const bool finite = magnitude(by.x) + magnitude(by.y) < std::numeric_limits<T>::infinity();  // so, it is no NaN
    const bool usable = (p.size() > 2) & finite;
    return {reach, p.largest_coordinate(), p.shortest_edge(), drift, usable, keeps_corners(p, reach)};
}
/// A box that is not certainly thick is of no use.
template <box B, quick_scalar T = scalar_t<B>>
[[nodiscard, gnu::always_inline]] inline lane_worth<T> worth_of(const B& s) noexcept {
    const box_frame<T> frame = frame_of(s);
    const T c = frame.rotation.c, sine = frame.rotation.s;
    const vec2<T> h = frame.half_extents, center = abs(frame.center);
    const T size = h.x + h.y, reach = larger(center.x, center.y) + size;                  // generous
    const bool finite = center.x + center.y + size < std::numeric_limits<T>::infinity();  // so, none is no number
    const bool thick = finite && smaller(h.x, h.y) > T(16) * std::numeric_limits<T>::epsilon() * reach;
    return {reach, size, frame.shortest, magnitude(c * c + sine * sine - T(1)), thick, thick};
}

/// How many lanes a polygon needs room for; polygons with stored normals, placed or not, and boxes.
template <class S>
inline constexpr std::size_t quick_room = nowhere;
template <quick_scalar T, std::size_t N>
    requires(N <= most_lanes)
inline constexpr std::size_t quick_room<convex_polygon<T, N>> = 0;
template <quick_scalar T, std::size_t N>
    requires(N <= most_lanes)
inline constexpr std::size_t quick_room<placed<convex_polygon<T, N>>> = convex_polygon<T, N>::lanes;

template <quick_scalar T>
inline constexpr std::size_t quick_room<aabb<T>> = 4;
template <quick_scalar T>
inline constexpr std::size_t quick_room<obb<T>> = 4;

template <class S>
concept quick_polygon = (quick_room<S> != nowhere);
template <quick_polygon S>
using quick_storage = lane_storage<scalar_t<S>, quick_room<S> == 0 ? 1 : quick_room<S>>;

/// Where the lanes are, once they are filled: those that a polygon stores, or in the room.
template <quick_scalar T, std::size_t N, std::size_t Room>
[[nodiscard, gnu::always_inline]] inline lanes<T> lanes_at(const convex_polygon<T, N>& s,
                                                           const lane_storage<T, Room>&) noexcept {
    return {s.x(), s.y(), s.normal_x(), s.normal_y(), s.offset(), s.size(), s.size(), true};
}
template <quick_scalar T, std::size_t N, std::size_t Room>
[[nodiscard, gnu::always_inline]] inline lanes<T> lanes_at(const placed<convex_polygon<T, N>>& s,
                                                           const lane_storage<T, Room>& room) noexcept {
    const std::size_t n = s.shape.size();
    return {room.x, room.y, room.normal_x, room.normal_y, room.offset, n, n, false};  // eights only if filled so
}
template <box B, quick_scalar T, std::size_t Room>
[[nodiscard, gnu::always_inline]] inline lanes<T> lanes_at(const B&, const lane_storage<T, Room>& room) noexcept {
    return {room.x, room.y, room.normal_x, room.normal_y, room.offset, 4, 4, false};
}

/// Of a box, the normals are its axes.
template <box B, quick_scalar T, std::size_t Room>
[[gnu::always_inline]] inline void fill_lanes(const B& s, lane_storage<T, Room>& room) noexcept {
    const box_frame<T> frame = frame_of(s);
    const T c = frame.rotation.c, sine = frame.rotation.s;
    const vec2<T> corners[] = {corner_of(s, 0), corner_of(s, 1), corner_of(s, 2), corner_of(s, 3)},
                  normals[] = {{sine, -c}, {c, sine}, {-sine, c}, {-c, -sine}};
    const auto pack_of_corners = [&corners](std::size_t k, T vec2<T>::*part) {
        return pack_from<T>([&](std::size_t i) { return corners[k + i].*part; });
    };
    const auto pack_of_normals = [&normals](std::size_t k, T vec2<T>::*part) {
        return pack_from<T>([&](std::size_t i) { return normals[k + i].*part; });
    };
    for (std::size_t k = 0; k < 4; k += pack_size<T>) {
        const pack<T> x = pack_of_corners(k, &vec2<T>::x), y = pack_of_corners(k, &vec2<T>::y),
                      normal_x = pack_of_normals(k, &vec2<T>::x), normal_y = pack_of_normals(k, &vec2<T>::y);
        store_pack(room.x + k, x), store_pack(room.y + k, y);
        store_pack(room.normal_x + k, normal_x), store_pack(room.normal_y + k, normal_y);
        store_pack(room.offset + k, normal_x * x + normal_y * y);
    }
}

namespace lanes_16 {
#include <hitbox/narrow/quick_scores.inl>
}  // namespace lanes_16

#if HITBOX_HAS_AVX2_KERNELS
#  if defined(__clang__)
#    pragma clang attribute push(__attribute__((target("avx2,fma,popcnt"))), apply_to = function)
#  else
#    pragma GCC push_options
#    pragma GCC target("avx2,fma,popcnt")
#  endif
namespace lanes_32 {
#  include <hitbox/narrow/quick_scores.inl>
}  // namespace lanes_32
#  if defined(__clang__)
#    pragma clang attribute pop
#  else
#    pragma GCC pop_options
#  endif
#endif

/// The scores of all edges of two shapes, to `of_a` and `of_b` if they are to be kept, and the best of them; by the
/// widest registers that the processor has, and that the lanes fill.
template <bool Keep, quick_polygon A, quick_polygon B>
[[nodiscard, gnu::always_inline]] inline scalar_t<A> score_shapes(const A& a, const B& b, quick_storage<A>& room_a,
                                                                  quick_storage<B>& room_b, scalar_t<A>* of_a,
                                                                  scalar_t<A>* of_b) noexcept {
#if HITBOX_HAS_AVX2_KERNELS
    if constexpr (!box<A> && !box<B>) {
        if (has_avx2()) return lanes_32::score_shapes<Keep>(a, b, room_a, room_b, of_a, of_b);
    }
#endif
    return lanes_16::score_shapes<Keep>(a, b, room_a, room_b, of_a, of_b);
}

/// What a polygon stores, or what that becomes where it is placed: the lanes, and what their numbers are worth.
template <quick_scalar T>
struct quick_lanes : lane_worth<T> {
    lanes<T> of;
};
template <quick_polygon S>
[[nodiscard, gnu::always_inline]] inline quick_lanes<scalar_t<S>> quick_lanes_of(const S& s,
                                                                                 quick_storage<S>& room) noexcept {
    if constexpr (box<S>) fill_lanes(s, room);
    else lanes_16::fill_lanes(s, room);
    return {worth_of(s), lanes_at(s, room)};
}

/// Two boxes have quicker ways.
template <class A, class B>
concept quick_polygons = quick_polygon<A> && quick_polygon<B> && !(box<A> && box<B>);

/// Calls f(best, worth of a, worth of b, lanes, m, bound) with the best of the scores, which are stored if they are to
/// be kept: no coordinate is beyond m, and no score off by more than the bound, which is no number or infinite where
/// that is not known. lanes(of_b) are those of b or a.
///
/// In unit roundoffs of m: stored normals make the 12 (24 for double) that `lanes_of` derives. Placed, a rotated normal
/// is off by 5 a coordinate, for two corners up to 2 sqrt(2) apart: 20; two dot products and a difference 12; a corner
/// that was moved in T by 5 from the exact one: 14, and that by 1.5 from the rounded one which counts: 5. Stored
/// normals of double carry two roundings more, and what is moved in double is rounded as often: less than twice as
/// much. Boxes take the bound of what is placed: their normals are exact but for their length, and their corners are
/// rounded once, or in double off by 4 sqrt(2).
template <bool Placed, std::floating_point T>
inline constexpr T lane_roundings = (Placed ? T(64) : T(12)) * T(is_widest<T> ? 2 : 1) * T(1.001);  // generous

template <bool Keep, class A, class B, class F>
    requires quick_polygons<A, B>
[[gnu::always_inline]] inline auto with_scores(const A& a, const B& b, scalar_t<A>* scores_of_a,
                                               scalar_t<A>* scores_of_b, F&& f) noexcept {
    using T = scalar_t<A>;
    quick_storage<A> room_a;
    quick_storage<B> room_b;
    const T best = score_shapes<Keep>(a, b, room_a, room_b, scores_of_a, scores_of_b);
    const lane_worth<T> of_a = worth_of(a), of_b = worth_of(b);
    constexpr T roundings = lane_roundings<quick_room<A> + quick_room<B> != 0, T>;
    const T m = larger(of_a.reach, of_b.reach), both = of_a.reach + of_b.reach;  // the sum: if one is no number
    const bool trusted = (of_a.usable & of_b.usable) && m > T(0x1p-60) && both < T(0x1p60) && of_a.drift < T(0x1p-11) &&
                         of_b.drift < T(0x1p-11);
    const T bound = trusted ? roundings * unit_roundoff<T>() * m : std::numeric_limits<T>::infinity();
    // Which of them is random: no branch.
    const auto lanes_of = [&](bool b_is_meant) {
        if constexpr (std::same_as<A, B>) {
            return lanes_at(pick_in_place(b_is_meant, a, b), pick_in_place(b_is_meant, room_a, room_b));
        } else {
            const lanes<T> lanes_a = lanes_at(a, room_a), lanes_b = lanes_at(b, room_b);
            return lanes<T>{pick_in_place(b_is_meant, lanes_a, lanes_b)};
        }
    };
    return f(best, of_a, of_b, lanes_of, m, bound);
}

template <class A, class B>
    requires quick_polygons<A, B>
[[nodiscard]] inline relation quick_relation(const A& a, const B& b) noexcept {
    using T = scalar_t<A>;
    return with_scores<false>(
        a, b, static_cast<T*>(nullptr), static_cast<T*>(nullptr),
        [](T best, const auto&, const auto&, auto&&, T, T bound) { return certain_sign(best, bound); });
}

/// What an aabb parts from a capsule, the bounds of a broad phase do.
template <class S>
concept parts_capsules = quick_polygon<S> && !std::same_as<S, aabb<scalar_t<S>>>;

/// A capsule and a polygon: apart if an edge of that says so, else nothing. The radius adds a rounding to the bound.
template <quick_scalar T, parts_capsules B>
    requires std::same_as<T, scalar_t<B>>
[[nodiscard]] inline relation quick_relation(const capsule<T>& a, const B& b) noexcept {
    quick_storage<B> room;
    const quick_lanes<T> of_b = quick_lanes_of(b, room);
    const T ends = larger(larger(magnitude(a.a.x), magnitude(a.a.y)), larger(magnitude(a.b.x), magnitude(a.b.y)));
    const T sums = magnitude(a.a.x + a.a.y + a.b.x + a.b.y) + a.radius + of_b.reach;  // if one is no number
    const T m = larger(larger(ends, a.radius), of_b.reach);
    const bool trusted = of_b.usable & (m > T(0x1p-60)) & (m < T(0x1p60)) & (sums < T(0x1p63)) &
                         (of_b.drift < T(0x1p-11)) & (a.radius >= T(0));
    const pack<T> ax = pack_of(a.a.x), ay = pack_of(a.a.y), bx = pack_of(a.b.x), by = pack_of(a.b.y);
    pack<T> best = pack_of(-std::numeric_limits<T>::infinity());
    for (std::size_t i = 0; i < of_b.of.edges; i += pack_size<T>) {
        const pack<T> nx = load_pack(of_b.of.normal_x + i), ny = load_pack(of_b.of.normal_y + i);
        best = upper(best, lower(nx * ax + ny * ay, nx * bx + ny * by) - load_pack(of_b.of.offset + i));
    }
    const T bound = (lane_roundings<quick_room<B> != 0, T> + T(2)) * unit_roundoff<T>() * m;
    const T most = highest<T>(best), stretched = T(4) * of_b.drift * magnitude(most);  // generous
    return trusted && most - a.radius > bound + stretched ? relation::apart : relation::touching;
}
template <parts_capsules A, quick_scalar T>
    requires std::same_as<T, scalar_t<A>>
[[nodiscard]] inline relation quick_relation(const A& a, const capsule<T>& b) noexcept { return quick_relation(b, a); }

/// By how much more scores may be off from those of the corners as rounded once where they are placed.
///
/// Each end of an edge is off by sqrt(2) u m, so it is turned by less than 2 sqrt(2) u m over its length; the corners
/// of shapes that touch are no farther from each other than both are wide, 2 sqrt(2) their sizes.
template <std::floating_point T>
[[nodiscard]] constexpr T moved_bound(T m, T sizes, T shortest) noexcept {
    constexpr T roundings = T(9) * T(std::same_as<T, float> ? 1 : 5), smallest = (std::numeric_limits<T>::min)();
    const T leverage = sizes / larger(shortest, smallest);           // first: the product of both sizes may underflow
    const T turned = roundings * unit_roundoff<T>() * m * leverage;  // generous
    return turned + careful_roundings<T> * unit_roundoff<T>() * m;   // generous
}

/// The scores of two polygons, as `look_quickly` would fill them in for the moved corners; none if rounding may have
/// left fewer of these.
template <class A, class B>
    requires quick_polygons<A, B>
inline void look_at_polygons(edge_scores<scalar_t<A>>& scores, const A& a, const B& b) noexcept {
    using T = scalar_t<A>;
    const auto note = [&](T best, const auto& of_a, const auto& of_b, auto&& lanes_of, T m, T bound) {
        scores.best = best, scores.largest = m;
        scores.edges_of_a = corners_in(a), scores.edges_of_b = corners_in(b);
        scores.stretch = larger(of_a.drift, of_b.drift) + T(8) * unit_roundoff<T>();  // generous
        scores.bound = scores.enough =
            bound + moved_bound(m, of_a.size + of_b.size, smaller(of_a.shortest, of_b.shortest));
        scores.usable = of_a.in_place && of_b.in_place && scores.bound < std::numeric_limits<T>::infinity();
        find_clear_features(scores, [&](clear_features& found, std::size_t edge, bool owner_is_b) {
            find_features_behind(found, edge, scores.best, scores.bound, lanes_of(owner_is_b), lanes_of(!owner_is_b));
        });
    };
    with_scores<true>(a, b, scores.of_a, scores.of_b, note);
}

/// Pairs that are scored as they come, before their corners are gathered; often those are not needed at all. What can
/// be scored is valid.
template <class A, class B>
concept scored_at_once = quick_polygons<A, B> || are_boxes<A, B> || are_triangles<A, B>;

template <class A, class B>
    requires scored_at_once<A, B>
constexpr void look_at_once(edge_scores<scalar_t<A>>& scores, const A& a, const B& b) noexcept {
    if (std::is_constant_evaluated()) return;
    if constexpr (are_boxes<A, B>) look_at_boxes(scores, a, b);
    else if constexpr (are_triangles<A, B>) look_at_triangles(scores, a, b);
    else look_at_polygons(scores, a, b);
}

/// A corner with its exact coordinates.
template <quick_scalar T, std::size_t N>
[[nodiscard]] constexpr vec2<T> corner_of(const convex_polygon<T, N>& p, std::size_t i) noexcept {
    return {p.x()[i], p.y()[i]};
}
template <quick_scalar T, std::size_t N>
[[nodiscard]] constexpr vec2<T> corner_of(const placed<convex_polygon<T, N>>& p, std::size_t i) noexcept {
    return moved_corner(p.transform, p.shape, i);
}

/// Calls f(owner, other) with the shape that has the edge, and the other one.
template <class A, class B, class F>
[[gnu::always_inline]] constexpr auto with_owner(const A& a, const B& b, const clear_features& features, F&& f) {
    if constexpr (std::same_as<A, B>) return f(pick_in_place(features.of_b, a, b), pick_in_place(features.of_b, b, a));
    else return features.of_b ? f(b, a) : f(a, b);
}

/// Calls f(facets of a, facets of b, scores) with what the shapes stand for; those that could not be told anything
/// about as they came are looked at again. None of them is round.
template <class A, class B, class F>
    requires scored_at_once<A, B>
constexpr auto resolve_scored(const A& a, const B& b, sharp_scores<scalar_t<A>>& scores, F&& f) {
    return resolve(a, [&](const auto& known_a) {
        return resolve(b, [&](const auto& known_b) {
            auto facets_a = facets_of(known_a);
            auto facets_b = facets_of(known_b);
            if (!scores.usable) look_quickly(scores, facets_a, facets_b);
            return f(facets_a, facets_b, scores);
        });
    });
}

}  // namespace hitbox::detail
