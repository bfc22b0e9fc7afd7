#pragma once
/// How deep do two shapes overlap, and which way is out?

#include <hitbox/narrow/clear_capsule.hpp>
#include <hitbox/narrow/clear_contact.hpp>
#include <hitbox/narrow/contains.hpp>
#include <hitbox/narrow/upright_contact.hpp>
#include <hitbox/narrow/way_out.hpp>

namespace hitbox {
namespace detail {

/// Penetrating is penetrating, even by less than T can tell (or than wide arithmetic, at the ends of its range).
template <scalar T, class A>
[[nodiscard]] constexpr T rounded_depth(const facets<T, A>& a, const way_out<wide_t<T>>& out) noexcept {
    const T depth = a.unscaled(out.depth);
    if constexpr (std::floating_point<T>) {
        if (!out.touching && !(depth > T(0))) return std::numeric_limits<T>::denorm_min();
    }
    return depth;
}

/// The contact for a way out: rounded, with its deepest points and containment flags.
template <bool Sharp, scalar T, class A, class B, scalar W>
constexpr void fill_contact(contact<T>& result, const facets<T, A>& a, const facets<T, B>& b, const way_out<W>& out,
                            W largest) {
    const W slack = face_slack<T>(largest);
    const auto points = points_along(a, b, out.normal, slack, out.at_a, out.at_b);
    result.normal = vec_cast<T>(out.normal) + vec2<T>{};
    result.depth = rounded_depth(a, out);
    result.point_a = a.unscaled(points.on_a), result.point_b = a.unscaled(points.on_b);
    // What reaches farther than the other along any direction is not inside it: few pairs need the exact look.
    const auto is_in = [](const auto& inner, const auto& outer) {
        if constexpr (Sharp) return contains_corners(outer.corners, inner.corners);
        else return contains_facets(outer, inner);
    };
    result.a_in_b = !points.a_sticks_out && is_in(a, b);
    result.b_in_a = !points.b_sticks_out && is_in(b, a);
}

/// The answer is filled in where it is returned from, and the shapes are not copied: loads of what was only just
/// written in other pieces are slow.
template <scalar T, class A, class B, class Scores>
[[nodiscard]] constexpr std::optional<contact<T>> collide_scored(facets<T, A>& a, facets<T, B>& b,
                                                                 const Scores& scores) {
    std::optional<contact<T>> result;
    if (scores.apart()) return result;
    const wide_t<T> largest = scale_both(a, b);
    const auto out = way_out_of(a, b, largest, scores);
    if (out) fill_contact<are_sharp<Scores>>(result.emplace(), a, b, *out, largest);
    return result;
}

template <scalar T, class A, class B>
[[nodiscard, gnu::noinline]] constexpr std::optional<contact<T>> collide_facets(facets<T, A>& a, facets<T, B>& b) {
    typename scores_for<A, B>::type scores;
    look_quickly(scores, a, b);
    return collide_scored(a, b, scores);
}

template <class A, class B>
[[nodiscard]] constexpr std::optional<contact<scalar_t<A>>> collide_corners(const A& a, const B& b) {
    auto facets_a = facets_of(a);
    auto facets_b = facets_of(b);
    return collide_facets(facets_a, facets_b);
}

template <class A, class B>
[[nodiscard]] constexpr std::optional<contact<scalar_t<A>>> collide_supports(const A& a, const B& b) {
    using T = scalar_t<A>;
    using W = wide_t<T>;
    const auto found = gjk::signed_distance(a, b);
    if (found.kind == relation::apart) return {};
    contact<T> result;
    result.normal = vec_cast<T>(found.normal) + vec2<T>{};
    result.depth = found.kind == relation::touching ? T(0) : round_to<T>(W(0) - found.distance);
    result.point_a = vec_cast<T>(found.point_a) + vec2<T>{}, result.point_b = vec_cast<T>(found.point_b) + vec2<T>{};
    return result;
}

/// Of shapes that are scored as they come: by search.
template <class A, class B, scalar T = scalar_t<A>>
[[nodiscard]] constexpr std::optional<contact<T>> collide_scored_shapes(const A& a, const B& b,
                                                                        sharp_scores<T>& scores) {
    return resolve_scored(a, b, scores, [](auto& facets_a, auto& facets_b, const auto& told) {
        return collide_scored(facets_a, facets_b, told);
    });
}

template <box A, box B>
[[nodiscard, gnu::noinline]] constexpr std::optional<contact<scalar_t<A>>> collide_unturned(const A& a, const B& b) {
    if (!expect_valid(a, b)) return {};
    const upright_boxes<scalar_t<A>> boxes{a, b};
    if (boxes.found) return collide_upright(boxes.a, boxes.b, a, b);
    sharp_scores<scalar_t<A>> none;
    return collide_scored_shapes(a, b, none);
}

/// The flags of a contact through clear features: exact where it is not certain whether a shape is inside the other.
template <class A, class B>
[[gnu::noinline]] constexpr void fill_flags(contact<scalar_t<A>>& hit, const A& a, const B& b,
                                            const clear_features& features) {
    const bool of_b = features.of_b;
    const bool a_is_in = of_b ? features.other_is_in : features.owner_is_in,
               b_is_in = of_b ? features.owner_is_in : features.other_is_in;
    hit.a_in_b =
        a_is_in || (!(of_b ? features.other_sticks_out : features.owner_sticks_out) && contains_resolved(b, a));
    hit.b_in_a =
        b_is_in || (!(of_b ? features.owner_sticks_out : features.other_sticks_out) && contains_resolved(a, b));
}

/// One result for all ways to return: it is filled in where the caller wants it.
template <class A, class B>
[[nodiscard]] constexpr std::optional<contact<scalar_t<A>>> collide_at_once(const A& a, const B& b) {
    using T = scalar_t<A>;
    std::optional<contact<T>> result;
    sharp_scores<T> scores;
    look_at_once(scores, a, b);
    const clear_features& features = scores.clear;
    if (features.found) {
        if (fill_contact(result.emplace(), a, b, features, scores.largest)) {
            if (!(features.owner_sticks_out & features.other_sticks_out)) fill_flags(*result, a, b, features);
            return result;
        }
        result.reset();
    }
    if (!scores.apart() && (scores.usable || expect_valid(a, b))) result = collide_scored_shapes(a, b, scores);
    return result;
}

}  // namespace detail

/// Boxes, of integers too: the normal is then a unit vector along an axis, and a depth beyond T's range is its largest
/// value.
template <scalar T>
[[nodiscard]] constexpr std::optional<contact<T>> collide_pair(const aabb<T>& a, const aabb<T>& b) {
    if constexpr (real<T>) {
        if (intersects_pair(a, b) && !detail::upright_boxes<T>{a, b}.found) return detail::collide_corners(a, b);
    }
    return detail::collide_upright(a, b, a, b);
}

[[nodiscard]] constexpr std::optional<contact<float>> collide_pair(const circle<float>& a, const circle<float>& b) {
    const detail::way_between_discs out{a, b};
    std::optional<contact<float>> result;
    if (out.told == detail::relation::touching) result = detail::collide_corners(a, b);
    if (out.told != detail::relation::penetrating) return result;
    const double ra = static_cast<double>(a.radius), rb = static_cast<double>(b.radius), difference = rb - ra;
    contact<float>& hit = result.emplace();
    hit.normal = detail::vec_cast<float>(out.normal) + vec2<float>{};
    hit.depth = detail::positive<float>(out.depth);
    hit.point_a = detail::vec_cast<float>(out.from + out.normal * ra) + vec2<float>{};
    hit.point_b = detail::vec_cast<float>(out.to - out.normal * rb) + vec2<float>{};
    // Centres farther apart than the radii differ: neither is inside.
    if (out.squared > product(difference, difference) + out.slack) return result;
    hit.a_in_b = ra <= rb && exact::compare_distance(a.center, b.center, b.radius, -a.radius) <= 0;
    hit.b_in_a = rb <= ra && exact::compare_distance(a.center, b.center, a.radius, -b.radius) <= 0;
    return result;
}

namespace detail {

/// Pairs that are looked at as they come, in this order; what that leaves open is found by search.
template <class A, class B>
concept looked_at_first = requires(std::optional<contact<scalar_t<A>>>& result, const A& a, const B& b) {
    clearly(result, a, b);
};

template <class A, class B>
    requires looked_at_first<A, B>
[[nodiscard, gnu::noinline]] constexpr std::optional<contact<scalar_t<A>>> collide_carefully(const A& a, const B& b) {
    if (!expect_valid(a, b)) return {};
    if constexpr (requires { collide_pair(a, b); }) return collide_pair(a, b);
    else return resolve(b, [&a](const auto& known) { return collide_corners(a, known); });
}
template <class A, class B>
    requires looked_at_first<A, B>
[[nodiscard]] constexpr std::optional<contact<scalar_t<A>>> collide_looking_first(const A& a, const B& b) {
    std::optional<contact<scalar_t<A>>> result;
    if (!std::is_constant_evaluated() && clearly(result, a, b)) return result;
    result = collide_carefully(a, b);
    return result;
}

template <class A, class B>
[[nodiscard]] constexpr std::optional<contact<scalar_t<A>>> collide_resolved(const A& a, const B& b) {
    if constexpr (are_boxes<A, B>) {
        if (!is_turned(a) && !is_turned(b)) return collide_unturned(a, b);
    }
    if constexpr (scored_at_once<A, B>) return collide_at_once(a, b);
    else if constexpr (looked_at_first<A, B>) return collide_looking_first(a, b);
    else if constexpr (looked_at_first<B, A>) return flipped(collide_looking_first(b, a));
    else if constexpr (indirect<A>) return resolve(a, [&b](const auto& known) { return collide_resolved(known, b); });
    else if constexpr (indirect<B>) return resolve(b, [&a](const auto& known) { return collide_resolved(a, known); });
    else if constexpr (requires { collide_pair(a, b); }) return collide_pair(a, b);
    else if constexpr (requires { collide_pair(b, a); }) return flipped(collide_pair(b, a));
    else if constexpr (!faceted<A> || !faceted<B>) return collide_supports(a, b);
    else if constexpr (list_rank<decltype(vertices(a))> > list_rank<decltype(vertices(b))>)
        return flipped(collide_corners(b, a));
    else return collide_corners(a, b);
}

/// A depth needs coordinates that hold lengths; two integer boxes have one all the same.
template <class A, class B>
concept has_depth = real<scalar_t<A>> || requires(const A& a, const B& b) {
    collide_pair(a, b);
};

}  // namespace detail

/// The overlap of two shapes, if they share a point: its depth is the distance from the origin to the boundary of their
/// Minkowski difference, so also a contained shape, crossing capsules or equal shapes get the shortest way out.
/// Touching: depth 0 and the normal of the touching facet. Has a value exactly when `intersects`; its depth is positive
/// exactly when `penetrates`. Swapping a and b flips it, to the last bit. Empty for an invalid shape. Ties: the normal
/// with the larger component along center(b) - center(a), then the lexicographically larger of n and -n.
/// @pre valid(a) and valid(b)
///
/// Separating axes on hulls (Gottschalk, Lin and Manocha 1996; Ericson, section 5.2.1), closest features beyond them.
template <convex A, convex B>
    requires same_scalar<A, B> && detail::has_depth<A, B>
[[nodiscard]] constexpr std::optional<contact<scalar_t<A>>> collide(const A& a, const B& b) {
    if constexpr (detail::scored_at_once<A, B> || detail::looked_at_first<A, B> || detail::looked_at_first<B, A>) {
        return detail::collide_resolved(a, b);
    } else {
        const detail::relation told = detail::told_quickly(a, b);
        if (told == detail::relation::apart) return {};
        if (told == detail::relation::touching && !detail::expect_valid(a, b)) return {};
        return detail::collide_resolved(a, b);
    }
}

}  // namespace hitbox
