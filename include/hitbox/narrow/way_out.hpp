#pragma once
/// The shortest way out of an overlap, by careful search: separating axes on hulls, closest features beyond them.

#include <hitbox/narrow/gap.hpp>

#include <optional>

namespace hitbox::detail {

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
    auto best = least_overlap(a, b, slack, scores);
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
    auto best = least_overlap(a, b, most<W>(), scores);
    if (!best.found) return way_out<W>{fallback_normal<W>(a, b), sum};
    W depth = W(0) - between_surfaces(best, a, b);
    if constexpr (exact_scalar<T>) {
        if (!(depth > slack)) best = exact_least_overlap(a, b), depth = sum - best.separation;
    }
    return way_out<W>{best.normal, depth, false, best.at_a(), best.at_b()};
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
    const auto nearest = closest_features(a, b, scores);
    way_out<W> out{nearest.normal, W(0) - between_surfaces(nearest, a, b), false, nearest.at_a(), nearest.at_b()};
    const bool made_certain = nearest.separation < largest / W(1 << 20);
    if (made_certain) {
        const auto gap = gap_between(borrowed(a), borrowed(b), largest);
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
    const wide_t<T> slack = rounding_slack(largest);
    const auto find = [&] {
        if constexpr (are_sharp<Scores>) {
            return way_out_of_hulls(a, b, slack, bare(scores));
        } else {
            const bool round = a.radius > T(0) || b.radius > T(0);
            return round ? way_out_of_round(a, b, slack, largest, scores) : way_out_of_hulls(a, b, slack, scores);
        }
    };
    auto out = find();
    if (out && out->normal == vec2<wide_t<T>>{}) out->normal = fallback_normal<wide_t<T>>(a, b);
    return out;
}

}  // namespace hitbox::detail
