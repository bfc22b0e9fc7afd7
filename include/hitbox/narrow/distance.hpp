#pragma once
/// How far apart are two shapes, and where are they nearest?

#include <hitbox/narrow/clear_gap.hpp>
#include <hitbox/narrow/collide.hpp>
#include <hitbox/narrow/gap.hpp>

namespace hitbox {

/// How two shapes lie to each other. `dot(point_b - point_a, normal)` is their signed distance, up to rounding.
template <scalar T>
struct separation {
    using scalar_type = T;

    T distance{};                // of the nearest points; 0 exactly when the shapes intersect
    vec2<T> normal{T(0), T(1)};  // unit, from a to b
    vec2<T> point_a{};           // a's point nearest to b; its deepest point in b when they intersect
    vec2<T> point_b{};

    friend constexpr bool operator==(const separation&, const separation&) = default;
};

/// The same separation seen from the other shape.
template <scalar T>
[[nodiscard]] constexpr separation<T> flipped(const separation<T>& s) noexcept {
    return {s.distance, vec2<T>{} - s.normal, s.point_b, s.point_a};
}

/// Where a point lies to the boundary of a shape.
template <scalar T>
struct boundary_point {
    using scalar_type = T;

    vec2<T> point{};               // of the boundary, nearest to the point asked about
    T distance{};                  // negative inside, 0 on the boundary
    vec2<T> gradient{T(0), T(1)};  // unit, the way in which the distance grows fastest: outwards

    friend constexpr bool operator==(const boundary_point&, const boundary_point&) = default;
};

namespace detail {

/// The separation of shapes that are apart.
template <scalar T, class A, class B, class Scores>
[[nodiscard]] constexpr separation<T> separation_scored(facets<T, A>& a, facets<T, B>& b, const Scores& scores) {
    const wide_t<T> largest = scale_both(a, b);
    const auto [n, distance] = gap_between(a, b, largest, scores);
    const auto points = points_along(a, b, n, face_slack<T>(largest));
    return {positive<T>(a.unscaled(distance)), vec_cast<T>(n) + vec2<T>{}, a.unscaled(points.on_a),
            a.unscaled(points.on_b)};
}

template <scalar T, class A, class B>
[[nodiscard, gnu::noinline]] constexpr separation<T> separation_of_facets(facets<T, A> a, facets<T, B> b) {
    typename scores_for<A, B>::type scores;
    look_quickly(scores, a, b);
    return separation_scored(a, b, scores);
}

/// Its distance is signed.
template <class A, class B>
[[nodiscard]] constexpr auto separation_of_supports(const A& a, const B& b) {
    using T = scalar_t<A>;
    const auto found = gjk::signed_distance(a, b);
    const T distance = found.kind == relation::touching ? T(0)
                       : found.kind == relation::apart  ? positive<T>(found.distance)
                                                        : round_to<T>(found.distance);
    return separation<T>{distance, vec_cast<T>(found.normal) + vec2<T>{}, vec_cast<T>(found.point_a) + vec2<T>{},
                         vec_cast<T>(found.point_b) + vec2<T>{}};
}

/// Of shapes that overlap: minus the depth as its distance.
template <scalar T>
[[nodiscard]] constexpr separation<T> separation_of(const contact<T>& hit) noexcept {
    return {T(0) - hit.depth, hit.normal, hit.point_a, hit.point_b};
}

/// Of two shapes with corners: minus the depth as its distance where they overlap. Sets the scale of both.
template <scalar T, class A, class B, class Scores>
[[nodiscard]] constexpr separation<T> signed_separation_scored(facets<T, A>& a, facets<T, B>& b, const Scores& scores) {
    if (const auto hit = collide_scored(a, b, scores)) return separation_of(*hit);
    return separation_scored(a, b, bare(scores));
}
template <scalar T, class A, class B>
[[nodiscard, gnu::noinline]] constexpr separation<T> signed_separation_of_facets(facets<T, A>& a, facets<T, B>& b) {
    typename scores_for<A, B>::type scores;
    look_quickly(scores, a, b);
    return signed_separation_scored(a, b, scores);
}

/// Of shapes that are apart, if it is clear how. Then it is in `result`.
template <scalar T, scalar W>
[[gnu::always_inline]] constexpr bool fill_separation(separation<T>& result, const clear_gap<W>& gap) noexcept {
    if (!gap.certain) return false;
    const bool of_b = gap.of_b;
    const vec2<T> on_owner = vec_cast<T>(gap.on_owner) + vec2<T>{}, on_other = vec_cast<T>(gap.on_other) + vec2<T>{};
    result.distance = round_to<T>(gap.distance);
    result.normal = vec_cast<T>(pick(of_b, gap.outward, -gap.outward)) + vec2<T>{};
    result.point_a = pick(of_b, on_owner, on_other), result.point_b = pick(of_b, on_other, on_owner);
    return true;
}

template <class A, class B, scalar T = scalar_t<A>>
[[nodiscard, gnu::always_inline]] constexpr bool clearly_apart(separation<T>& result, const A& a, const B& b,
                                                               const edge_scores<T>& scores) {
    if constexpr (!has_clear_gaps<T>) return false;
    else if (!scores.apart()) return false;
    else return fill_separation(result, find_clear_gap(a, b, scores));
}
template <class A, class B, scalar T = scalar_t<A>>
[[nodiscard]] constexpr bool clearly_apart(separation<T>&, const A&, const B&) {
    return false;
}
template <class A, class B, scalar T = scalar_t<A>>
    requires has_clear_gaps<T> && are_disc_and_polygon<A, B>
[[nodiscard]] constexpr bool clearly_apart(separation<T>& result, const A& a, const B& b) {
    return !std::is_constant_evaluated() && fill_separation(result, gap_of_disc(a, b));
}
template <scalar T>
    requires has_clear_gaps<T>
[[nodiscard]] constexpr bool clearly_apart(separation<T>& result, const capsule<T>& a, const capsule<T>& b) {
    return !std::is_constant_evaluated() && fill_separation(result, gap_of_capsules(a, b));
}
template <scalar T>
    requires has_clear_gaps<T>
[[nodiscard]] constexpr bool clearly_apart(separation<T>& result, const aabb<T>& a, const aabb<T>& b) {
    return fill_separation(result, gap_between_upright(a, b));
}

/// Of shapes that overlap, if it is clear how.
template <class A, class B, scalar T = scalar_t<A>>
[[nodiscard]] constexpr bool clearly_overlapping(separation<T>& result, const A& a, const B& b) {
    if constexpr (requires(std::optional<contact<T>> & hit) { clearly(hit, a, b); }) {
        std::optional<contact<T>> hit;
        if (std::is_constant_evaluated() || !clearly(hit, a, b) || !hit) return false;
        result = separation_of(*hit);
        return true;
    } else {
        return false;
    }
}

/// Of either, if it is clear which.
template <class A, class B, scalar T = scalar_t<A>>
[[nodiscard]] constexpr bool clearly_told(separation<T>& result, const A& a, const B& b) {
    return clearly_apart(result, a, b) || clearly_overlapping(result, a, b);
}
template <scalar T, class B>
[[nodiscard]] inline bool told_by_look(separation<T>& result, const capsule<T>& a, const B& b) {
    capsule_polygon_look<T> look{a, b};
    contact<T> hit;
    if (look.apart) return fill_separation(result, look.gap);
    if (!fill_contact(hit, a, b, look)) return false;
    result = separation_of(hit);
    return true;
}
template <class A, class B, scalar T = scalar_t<A>>
    requires has_clear_gaps<T> && are_capsule_and_polygon<A, B>
[[nodiscard]] constexpr bool clearly_told(separation<T>& result, const A& a, const B& b) {
    return !std::is_constant_evaluated() && told_by_look(result, a, b);
}

/// Of shapes that are scored as they come. What can be scored is valid; infinity if one is not. The answer is filled in
/// where it is returned from: a copy would wait for its parts.
template <class A, class B, scalar T = scalar_t<A>>
    requires scored_at_once<A, B>
[[nodiscard]] constexpr separation<T> signed_separation_at_once(const A& a, const B& b) {
    separation<T> result{most<T>()};
    if constexpr (are_boxes<A, B>) {
        if (!is_turned(a) && !is_turned(b)) {
            if (!expect_valid(a, b)) return result;
            if (const auto hit = collide_unturned(a, b)) {
                result = separation_of(*hit);
                return result;
            }
        }
    }
    sharp_scores<T> scores;
    look_at_once(scores, a, b);
    if (clearly_apart(result, a, b, bare(scores))) return result;
    if (contact<T> hit; scores.clear.found && fill_contact(hit, a, b, scores.clear, scores.largest)) {
        result = separation_of(hit);
        return result;
    }
    if (!(scores.usable || expect_valid(a, b))) return result;
    result = resolve_scored(a, b, scores, [](auto& facets_a, auto& facets_b, const auto& told) {
        return signed_separation_scored(facets_a, facets_b, told);
    });
    return result;
}

/// A disc or a capsule and a polygon, in this order.
template <class A, class B>
inline constexpr bool are_round_and_polygon = are_disc_and_polygon<A, B> || are_capsule_and_polygon<A, B>;
template <class A, class B, scalar T = scalar_t<A>>
[[nodiscard]] constexpr separation<T> signed_separation_of_round(const A& a, const B& b) {
    separation<T> result;
    if (clearly_told(result, a, b)) return result;
    result = resolve(b, [&a](const auto& known) {
        auto facets_a = facets_of(a);
        auto facets_b = facets_of(known);
        return signed_separation_of_facets(facets_a, facets_b);
    });
    return result;
}

/// The same by search.
template <class A, class B>
[[nodiscard]] constexpr separation<scalar_t<A>> signed_separation_of_corners(const A& a, const B& b) {
    auto facets_a = facets_of(a);
    auto facets_b = facets_of(b);
    if constexpr (requires { collide_pair(a, b); }) {
        if (const auto hit = collide_pair(a, b)) return separation_of(*hit);
        return separation_of_facets(facets_a, facets_b);
    } else {
        return signed_separation_of_facets(facets_a, facets_b);
    }
}

/// The separation with minus the depth as its distance where shapes overlap.
template <class A, class B>
[[nodiscard]] constexpr separation<scalar_t<A>> signed_separation(const A& a, const B& b) {
    if constexpr (scored_at_once<A, B>) {
        return signed_separation_at_once(a, b);
    } else if constexpr (are_round_and_polygon<A, B>) {
        return signed_separation_of_round(a, b);
    } else if constexpr (are_round_and_polygon<B, A>) {
        return flipped(signed_separation_of_round(b, a));
    } else if constexpr (indirect<A>) {
        return resolve(a, [&b](const auto& known) { return signed_separation(known, b); });
    } else if constexpr (indirect<B>) {
        return resolve(b, [&a](const auto& known) { return signed_separation(a, known); });
    } else if constexpr (!faceted<A> || !faceted<B>) {
        return separation_of_supports(a, b);
    } else if constexpr (list_rank < decltype(vertices(a)) >> list_rank<decltype(vertices(b))>) {
        return flipped(signed_separation(b, a));
    } else {
        separation<scalar_t<A>> result;
        if (!clearly_told(result, a, b)) result = signed_separation_of_corners(a, b);
        return result;
    }
}

/// The same; of an invalid shape: infinity.
template <class A, class B>
[[nodiscard]] constexpr separation<scalar_t<A>> checked_separation(const A& a, const B& b) {
    if constexpr (scored_at_once<A, B>) return signed_separation_at_once(a, b);
    else return expect_valid(a, b) ? signed_separation(a, b) : separation<scalar_t<A>>{most<scalar_t<A>>()};
}

}  // namespace detail

/// How far apart a and b are, and their nearest points. The distance is 0 exactly when they intersect; normal and
/// points are then those of `collide`. The normal is that of the nearest edge, or the direction between nearest
/// corners. Where face lies to face, the points are in the middle of the stretch that they share. Swapping a and b
/// flips the answer, to the last bit. An invalid shape: distance infinity, normal {0, 1}.
/// @pre valid(a) and valid(b)
///
/// Closest features of the corners' hulls (Ericson, section 9.3), GJK for shapes known by their support only.
template <convex A, convex B>
    requires same_scalar<A, B> && real<scalar_t<A>>
[[nodiscard]] constexpr separation<scalar_t<A>> distance(const A& a, const B& b) {
    using T = scalar_t<A>;
    auto result = detail::checked_separation(a, b);
    result.distance = detail::larger(result.distance, T(0));
    return result;
}

/// The distance of a and b, or minus the depth of their overlap: that of `collide`, bit for bit. An invalid shape:
/// infinity.
/// @pre valid(a) and valid(b)
template <convex A, convex B>
    requires same_scalar<A, B> && real<scalar_t<A>>
[[nodiscard]] constexpr scalar_t<A> signed_distance(const A& a, const B& b) {
    return detail::checked_separation(a, b).distance;
}

/// The point of a shape's boundary that is nearest to p, how far that is (negative inside), and the way out. A shape
/// without an interior is all boundary.
///
/// p outside: the nearest point of the shape. p on the boundary: p itself, and the normal of the edge there. p inside:
/// the nearest way out, of equally near ones that which `collide(shape, p)` takes; from the centre of a circle that is
/// {0, -1}. An invalid shape or point: distance infinity, gradient {0, 1}.
/// @pre valid(s) and valid(p)
template <convex S>
    requires real<scalar_t<S>>
[[nodiscard]] constexpr boundary_point<scalar_t<S>> closest_point(const S& s, vec2<scalar_t<S>> p) {
    using T = scalar_t<S>;
    if (!detail::expect_valid(s, p)) return {{}, detail::most<T>()};
    const auto found = detail::signed_separation(s, p);
    return {found.distance == T(0) ? p : found.point_a, found.distance, found.normal};
}

}  // namespace hitbox
