#pragma once
/// How deep do two shapes overlap, and which way is out?

#include <hitbox/narrow/contains.hpp>
#include <hitbox/narrow/faces.hpp>
#include <hitbox/narrow/features.hpp>
#include <hitbox/narrow/gap.hpp>
#include <hitbox/narrow/quick_discs.hpp>

#include <optional>

namespace hitbox {

/// Where two shapes overlap. `a` moved by `mtv()` touches `b` without penetrating it, and no shorter move does that.
template <scalar T>
struct contact {
    using scalar_type = T;

    vec2<T> normal{};     // unit, from a to b
    T depth{};            // >= 0; 0 where they only touch
    vec2<T> point_a{};    // a's deepest point inside b
    vec2<T> point_b{};    // b's deepest point inside a
    bool a_in_b = false;  // every point of a is in b
    bool b_in_a = false;

    /// The minimum translation vector: add it to a's position.
    [[nodiscard]] constexpr vec2<T> mtv() const noexcept {
        const auto along = [this](T n) { return n == T(0) ? T(0) : static_cast<T>(T(0) - product(n, depth)); };
        return {along(normal.x), along(normal.y)};
    }

    friend constexpr bool operator==(const contact&, const contact&) = default;
};

/// The same contact seen from the other shape.
template <scalar T>
[[nodiscard]] constexpr contact<T> flipped(const contact<T>& c) noexcept {
    return {vec2<T>{} - c.normal, c.depth, c.point_b, c.point_a, c.b_in_a, c.a_in_b};
}
template <class R>
[[nodiscard]] constexpr std::optional<R> flipped(const std::optional<R>& c) noexcept {
    return c ? std::optional<R>{flipped(*c)} : std::nullopt;
}

namespace detail {

/// The way out of an overlap, in wide arithmetic and scaled.
template <scalar W>
struct way_out {
    vec2<W> normal{};
    W depth{};
    bool touching = false;
    face_part at_a{}, at_b{};  // what is known of the faces along the normal
};

/// Two hulls without radii. Empty when apart.
template <scalar T, class A, class B, scalar W, class Scores>
[[nodiscard]] constexpr std::optional<way_out<W>> way_out_of_hulls(const facets<T, A>& a, const facets<T, B>& b,
                                                                   W slack, const Scores& scores) {
    if (scores.hulls_apart()) return {};
    auto best = scores.usable ? least_overlap(a, b, scores) : least_overlap(a, b, slack);
    if (best.found && best.separation > slack) return {};
    const bool clear =
        best.found && best.separation < W(0) - slack && !(may_be_thin(a.corners) && may_be_thin(b.corners));
    const relation kind = clear ? relation::penetrating : relation_of_cores(a.corners, b.corners, scores);
    if (kind == relation::apart) return {};
    if (kind == relation::penetrating) {
        if constexpr (exact_scalar<T>) {
            if (!(best.separation < W(0) - slack)) best = exact_least_overlap(a, b);
        }
        return way_out<W>{best.found ? best.normal : fallback_normal<W>(a, b), W(0) - best.separation, false,
                          best.at_a(), best.at_b()};
    }
    best = touching_edge(a, b, scores);
    return way_out<W>{best.found ? best.normal : fallback_normal<W>(a, b), W(0), true};
}

/// Two hulls that overlap even without their radii. Empty when that is not so.
template <scalar T, class A, class B, scalar W, class Scores>
[[nodiscard]] constexpr std::optional<way_out<W>> way_out_of_cores(const facets<T, A>& a, const facets<T, B>& b,
                                                                   W slack, const Scores& scores) {
    if (scores.hulls_apart() ||
        (!scores.hulls_penetrating() && relation_of_cores(a.corners, b.corners, scores) == relation::apart))
        return {};
    const W sum = a.wide_radius() + b.wide_radius();
    auto best = scores.usable ? least_overlap(a, b, scores) : least_overlap(a, b, most<W>());
    if (!best.found) return way_out<W>{fallback_normal<W>(a, b), sum};
    if constexpr (exact_scalar<T>) {
        if (!(sum - best.separation > slack)) best = exact_least_overlap(a, b);
    }
    return way_out<W>{best.normal, sum - best.separation, false, best.at_a(), best.at_b()};
}

/// Two hulls of which at least one has a radius. Empty when apart. Where the hulls are so near each other that the
/// direction between them is mostly rounding, it is made certain: off by t, the way out is too short by t^2/2 of
/// itself.
template <scalar T, class A, class B, scalar W, class Scores>
[[nodiscard]] constexpr std::optional<way_out<W>> way_out_of_round(const facets<T, A>& a, const facets<T, B>& b,
                                                                   W slack, W largest, const Scores& scores) {
    if (a.size() > 1 || b.size() > 1) {
        if (const auto out = way_out_of_cores(a, b, slack, scores)) return out;
    }
    const auto nearest = scores.usable ? closest_features(a, b, scores) : closest_features(a, b);
    way_out<W> out{nearest.normal, a.wide_radius() + b.wide_radius() - nearest.separation, false, nearest.at_a(),
                   nearest.at_b()};
    const bool made_certain = nearest.separation < largest / W(1 << 20);
    if (made_certain) {
        const auto gap = gap_between(a, b, largest);
        out = {gap.normal, W(0) - gap.distance};
    }
    if (out.depth < W(0) - slack) return {};
    if (out.depth > slack) return out;
    const relation kind = relation_of(a, b);
    if (kind == relation::apart) return {};
    if constexpr (exact_scalar<T>) {
        if (!made_certain) {  // else it is from exact values already
            const auto exact = exact_closest_features(a, b);
            out = {exact.normal, W(0) - exact.separation};
        }
    }
    out.touching = kind == relation::touching;
    if (out.touching) out.depth = W(0);
    return out;
}

/// Of shapes that are scaled. Empty when apart.
template <scalar T, class A, class B, class Scores>
[[nodiscard]] constexpr std::optional<way_out<wide_t<T>>> way_out_of(const facets<T, A>& a, const facets<T, B>& b,
                                                                     wide_t<T> largest, const Scores& scores) {
    const bool round = a.radius > T(0) || b.radius > T(0);
    const wide_t<T> slack = rounding_slack(largest);
    auto out = round ? way_out_of_round(a, b, slack, largest, scores) : way_out_of_hulls(a, b, slack, scores);
    if (out && out->normal == vec2<wide_t<T>>{}) out->normal = fallback_normal<wide_t<T>>(a, b);
    return out;
}

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
template <scalar T, class A, class B, scalar W>
constexpr void fill_contact(contact<T>& result, const facets<T, A>& a, const facets<T, B>& b, const way_out<W>& out,
                            W largest) {
    const W slack = face_slack<T>(largest);
    const auto points = points_along(a, b, out.normal, slack, out.at_a, out.at_b);
    result.normal = vec_cast<T>(out.normal) + vec2<T>{};
    result.depth = rounded_depth(a, out);
    result.point_a = a.unscaled(points.on_a), result.point_b = a.unscaled(points.on_b);
    // What reaches farther than the other along any direction is not inside it: few pairs need the exact look.
    result.a_in_b = !points.a_sticks_out && contains_facets(b, a);
    result.b_in_a = !points.b_sticks_out && contains_facets(a, b);
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
    if (out) fill_contact(result.emplace(), a, b, *out, largest);
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

/// The contact through clear features, but for its flags.
template <class A, class B, scalar T = scalar_t<A>>
constexpr bool fill_contact(contact<T>& result, const A& a, const B& b, const clear_features& features, T largest) {
    using W = wide_t<T>;
    const auto way = with_owner(a, b, features, [&features](const auto& owner, const auto& other) {
        return clear_way<W>{widen(corner_of(owner, features.edge)), widen(corner_of(owner, features.edge_end)),
                            widen(corner_of(other, features.corner))};
    });
    if (!(way.depth > rounding_slack(W(2) * static_cast<W>(largest)))) return false;
    const vec2<W> on_edge = way.on_edge();
    const bool of_b = features.of_b;
    result.normal = vec_cast<T>(pick(of_b, way.outward, -way.outward)) + vec2<T>{};
    result.depth = round_to<T>(way.depth);
    result.point_a = vec_cast<T>(pick(of_b, on_edge, way.corner) + vec2<W>{});
    result.point_b = vec_cast<T>(pick(of_b, way.corner, on_edge) + vec2<W>{});
    return true;
}

template <class A, class B>
[[nodiscard]] constexpr std::optional<contact<scalar_t<A>>> collide_at_once(const A& a, const B& b) {
    std::optional<contact<scalar_t<A>>> result;
    edge_scores<scalar_t<A>> scores;
    look_at_once(scores, a, b);
    const clear_features& features = scores.clear;
    if (scores.apart() || !(scores.usable || expect_valid(a, b))) return result;
    if (features.found && features.owner_sticks_out && features.other_sticks_out) {
        if (fill_contact(result.emplace(), a, b, features, scores.largest)) return result;
    }
    return resolve_scored(a, b, scores, [](auto& facets_a, auto& facets_b, const auto& told) {
        return collide_scored(facets_a, facets_b, told);
    });
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
    result.point_a = vec_cast<T>(found.point_a), result.point_b = vec_cast<T>(found.point_b);
    return result;
}

}  // namespace detail

namespace detail {

/// Which of the four sides a box leaves another by the shortest way: right, left, up, down. Ties are rare and go by the
/// shapes' data.
template <scalar T, scalar W>
[[nodiscard]] constexpr int nearest_side(const W (&depths)[4], const vec2<W> (&normals)[4], const aabb<T>& a,
                                         const aabb<T>& b) noexcept {
    const int x = depths[1] < depths[0] ? 1 : 0, y = depths[3] < depths[2] ? 3 : 2;
    if (depths[0] != depths[1] && depths[2] != depths[3] && depths[x] != depths[y])
        return depths[y] < depths[x] ? y : x;
    const auto facets_a = facets_of(a), facets_b = facets_of(b);
    int best = 0;
    for (int i = 1; i < 4; ++i)
        if (depths[i] < depths[best] ||
            (depths[i] == depths[best] && wins_tie(normals[i], normals[best], facets_a, facets_b)))
            best = i;
    return best;
}

}  // namespace detail

/// Boxes, of integers too: the normal is then a unit vector along an axis, and a depth beyond T's range is its largest
/// value.
template <scalar T>
[[nodiscard]] constexpr std::optional<contact<T>> collide_pair(const aabb<T>& a, const aabb<T>& b) {
    using W = detail::wide_t<T>;
    std::optional<contact<T>> result;  // the only one that is returned, so that it is built in its place
    if (!intersects_pair(a, b)) return result;
    if constexpr (real<T>) {  // flat boxes answer as the segments and points that they are
        const auto is_flat = [](const aabb<T>& box) { return !(box.min.x < box.max.x) || !(box.min.y < box.max.y); };
        if (is_flat(a) || is_flat(b)) {
            result = detail::collide_corners(a, b);
            return result;
        }
    }
    const vec2<W> a_min = detail::widen(a.min), a_max = detail::widen(a.max), b_min = detail::widen(b.min),
                  b_max = detail::widen(b.max);
    const W depths[] = {a_max.x - b_min.x, b_max.x - a_min.x, a_max.y - b_min.y, b_max.y - a_min.y};
    const vec2<W> normals[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    const int best = detail::nearest_side(depths, normals, a, b);
    const bool across = best < 2, forward = best % 2 == 0;
    const vec2<W> low = (max)(a_min, b_min), high = (min)(a_max, b_max);  // the shared box
    const vec2<W> middle = detail::midpoint(low, high), side_a = forward ? a_max : a_min,
                  side_b = forward ? b_min : b_max;

    contact<T>& hit = result.emplace();
    hit.normal = detail::vec_cast<T>(normals[best]);
    hit.depth = detail::round_to<T>(depths[best] + W(0));
    hit.point_a = detail::vec_cast<T>(vec2<W>{across ? side_a.x : middle.x, across ? middle.y : side_a.y} + vec2<W>{});
    hit.point_b = detail::vec_cast<T>(vec2<W>{across ? side_b.x : middle.x, across ? middle.y : side_b.y} + vec2<W>{});
    hit.a_in_b = contains_pair(b, a), hit.b_in_a = contains_pair(a, b);
    return result;
}

namespace detail {

/// The way out for two discs of float, whose squares stay far inside double's range. `touching`: it takes the careful
/// way; so do discs of radius 0.
struct way_between_discs {
    relation told = relation::touching;
    vec2<double> from{}, to{}, normal{};
    double squared{}, depth{}, slack{};

    constexpr way_between_discs(const circle<float>& a, const circle<float>& b)
        : from{widen(a.center)}, to{widen(b.center)} {
        const vec2<double> offset = to - from;
        const double sum = static_cast<double>(a.radius) + static_cast<double>(b.radius), limit = product(sum, sum);
        squared = dot(offset, offset), slack = (squared + limit) * 0x1p-49;
        if (squared > limit + slack) told = relation::apart;
        if (!(squared < limit - slack)) return;
        told = relation::penetrating;
        const double distance = square_root(squared);
        normal = squared > 0 ? offset / distance + vec2<double>{} : fallback_normal<double>(facets_of(a), facets_of(b));
        depth = sum - distance;
    }
};

}  // namespace detail

[[nodiscard]] constexpr std::optional<contact<float>> collide_pair(const circle<float>& a, const circle<float>& b) {
    const detail::way_between_discs out{a, b};
    std::optional<contact<float>> result;
    if (out.told == detail::relation::touching) result = detail::collide_corners(a, b);
    if (out.told != detail::relation::penetrating) return result;
    const double ra = static_cast<double>(a.radius), rb = static_cast<double>(b.radius), difference = rb - ra;
    contact<float>& hit = result.emplace();
    hit.normal = detail::vec_cast<float>(out.normal) + vec2<float>{};
    hit.depth = detail::round_to<float>(out.depth);
    hit.point_a = detail::vec_cast<float>(out.from + out.normal * ra + vec2<double>{});
    hit.point_b = detail::vec_cast<float>(out.to - out.normal * rb + vec2<double>{});
    // Centres farther apart than the radii differ: neither is inside.
    if (out.squared > product(difference, difference) + out.slack) return result;
    hit.a_in_b = ra <= rb && exact::compare_distance(a.center, b.center, b.radius, -a.radius) <= 0;
    hit.b_in_a = rb <= ra && exact::compare_distance(a.center, b.center, a.radius, -b.radius) <= 0;
    return result;
}

namespace detail {

/// Capsules whose segments are apart: by the nearest features of these, where they are certain.
template <quick_scalar T>
[[nodiscard]] inline bool fill_contact(contact<T>& result, const capsule<T>& a, const capsule<T>& b,
                                       const capsule_look<T>& look) noexcept {
    using W = wide_t<T>;
    const clear_features features = look.nearest_features(a, b);
    if (!(features.found && features.owner_sticks_out && features.other_sticks_out)) return false;
    const bool of_b = features.of_b;
    const capsule<T>&owner = of_b ? b : a, &other = of_b ? a : b;
    const T reach = reach_of(a, b);
    const way_between_segments<T> between{owner, other, features, reach};
    const clear_way<W>& way = between.way;
    const W radius = static_cast<W>(owner.radius), radius_of_other = static_cast<W>(other.radius),
            depth = radius + radius_of_other - between.distance;
    if (!(between.certain && depth > rounding_slack(W(2) * static_cast<W>(reach)))) return false;
    const vec2<W> on_core = features.edge == features.edge_end ? way.p : way.on_edge();
    const vec2<W> on_owner = on_core + way.outward * radius, on_other = way.corner - way.outward * radius_of_other;
    result.normal = vec_cast<T>(pick(of_b, way.outward, -way.outward)) + vec2<T>{};
    result.depth = round_to<T>(depth);
    result.point_a = vec_cast<T>(pick(of_b, on_owner, on_other) + vec2<W>{});
    result.point_b = vec_cast<T>(pick(of_b, on_other, on_owner) + vec2<W>{});
    return true;
}

/// Is the answer clear? Then it is in `result`.
template <quick_scalar T>
[[nodiscard]] inline bool clearly(std::optional<contact<T>>& result, const capsule<T>& a,
                                  const capsule<T>& b) noexcept {
    const capsule_look<T> look{a, b};
    const relation told = look.told();
    if (told == relation::apart || (told == relation::penetrating && fill_contact(result.emplace(), a, b, look)))
        return true;
    result.reset();
    return false;
}
template <quick_scalar T>
[[nodiscard]] constexpr std::optional<contact<T>> collide_capsules(const capsule<T>& a, const capsule<T>& b) {
    std::optional<contact<T>> result;
    if (!std::is_constant_evaluated() && clearly(result, a, b)) return result;
    if (expect_valid(a, b)) result = collide_corners(a, b);
    return result;
}

/// How deep a disc is in a polygon, by the nearest feature of that, as features.hpp and faces.hpp find it; in wide
/// arithmetic.
template <quick_scalar T>
struct disc_way {
    using W = wide_t<T>;

    vec2<W> center, outward, on_polygon;  // outward of the polygon
    W depth{};
    bool certain = false;

    [[nodiscard]] vec2<W> normal() const noexcept { return vec2<W>{} - outward; }

    template <class B>
    disc_way(const circle<T>& a, const B& b, const disc_look<T>& look) noexcept : center{widen(a.center)} {
        const vec2<W> p = widen(corner_of(b, look.p)), q = widen(corner_of(b, look.q)), gap = center - p, edge = q - p;
        const bool at_corner = look.p == look.q;
        outward = at_corner ? direction_of(gap, vec2<W>{}) : outward_normal(p, q);
        const W along = dot(gap, edge), separation = at_corner ? length_of(gap) : dot(outward, gap);
        on_polygon = at_corner ? p : p + edge * (along / dot(edge, edge));
        depth = static_cast<W>(a.radius) - separation;
        // Beside the polygon, the direction must be more than rounding.
        const W largest = W(2) * static_cast<W>(look.largest), least = look.inside ? W(0) : largest / W(1 << 20);
        certain = depth > rounding_slack(largest) && magnitude(separation) > least &&
                  (at_corner || (along > W(0) && along < dot(edge, edge)));
    }
};

/// Is the answer clear? Then it is in `result`.
template <quick_scalar T, class B>
[[nodiscard]] inline bool clearly(std::optional<contact<T>>& result, const circle<T>& a, const B& b) noexcept {
    using W = wide_t<T>;
    const disc_look<T> look = look_at_disc(a, b);
    if (look.told == relation::apart) return true;
    if (!(look.certain && look.disc_sticks_out && look.polygon_sticks_out)) return false;
    const disc_way<T> way{a, b, look};
    if (!way.certain) return false;
    contact<T>& hit = result.emplace();
    hit.normal = vec_cast<T>(way.normal()) + vec2<T>{};
    hit.depth = round_to<T>(way.depth);
    hit.point_a = vec_cast<T>(way.center - way.outward * static_cast<W>(a.radius) + vec2<W>{});
    hit.point_b = vec_cast<T>(way.on_polygon + vec2<W>{});
    return true;
}

/// A disc and a polygon, in this order.
template <class A, class B>
[[nodiscard]] constexpr std::optional<contact<scalar_t<A>>> collide_disc(const A& a, const B& b) {
    std::optional<contact<scalar_t<A>>> result;
    if (!std::is_constant_evaluated() && clearly(result, a, b)) return result;
    if (expect_valid(a, b)) result = resolve(b, [&a](const auto& known) { return collide_corners(a, known); });
    return result;
}

template <class A, class B>
[[nodiscard]] constexpr std::optional<contact<scalar_t<A>>> collide_resolved(const A& a, const B& b) {
    if constexpr (scored_at_once<A, B>) return collide_at_once(a, b);
    else if constexpr (are_capsules<A, B>) return collide_capsules(a, b);
    else if constexpr (are_disc_and_polygon<A, B>) return collide_disc(a, b);
    else if constexpr (are_disc_and_polygon<B, A>) return flipped(collide_disc(b, a));
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
    if constexpr (detail::scored_at_once<A, B>) {
        return detail::collide_at_once(a, b);
    } else if constexpr (detail::are_capsules<A, B>) {
        return detail::collide_capsules(a, b);
    } else if constexpr (detail::are_disc_and_polygon<A, B> || detail::are_disc_and_polygon<B, A>) {
        return detail::collide_resolved(a, b);
    } else {
        const detail::relation told = detail::told_quickly(a, b);
        if (told == detail::relation::apart) return {};
        if (told == detail::relation::touching && !detail::expect_valid(a, b)) return {};
        return detail::collide_resolved(a, b);
    }
}

}  // namespace hitbox
