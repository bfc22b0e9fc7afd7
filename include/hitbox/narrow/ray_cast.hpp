#pragma once
/// Where does a ray first hit a shape?

#include <hitbox/narrow/clear_ray.hpp>
#include <hitbox/narrow/first_touch.hpp>
#include <hitbox/narrow/passage_supports.hpp>

namespace hitbox {

namespace detail {

/// The way out of a shape that a solid ray starts in or on.
template <class S, class T = scalar_t<S>>
[[nodiscard]] constexpr std::optional<ray_hit<T>> hit_at_start(vec2<T> origin, const S& s) {
    const auto inside = collide_resolved(origin, s);
    return ray_hit<T>{T(0), origin, inside ? vec2<T>{} - inside->normal : vec2<T>{T(0), T(1)}};
}

template <scalar T, class A, class B, scalar W>
[[nodiscard]] constexpr std::optional<ray_hit<T>> rounded_hit(const passage<T, A, B>& s, W fraction, vec2<W> normal) {
    const vec2<W> point = touching_point(s, fraction, normal) / s.a.scale;
    return ray_hit<T>{round_to<T>(fraction), vec_cast<T>(point) + vec2<T>{}, vec2<T>{} - vec_cast<T>(normal)};
}

/// The far wall, for a start inside or going in: where the way back would come in.
template <scalar T, class A, class B>
[[nodiscard, gnu::noinline]] constexpr std::optional<ray_hit<T>> far_wall(const passage<T, A, B>& s) {
    using W = wide_t<T>;
    if (s.way == vec2<W>{}) return {};
    const passage<T, A, B> back = s.backwards();
    auto in = find_way_in(back);
    W fraction = W(0) - in.fraction;
    if (in.meets == verdict::yes && fraction > W(1) + in.margin) return {};
    if (!(in.meets == verdict::yes && fraction < W(1) - in.margin)) {
        if constexpr (exact_scalar<T>) {
            if (exact_passage{s.a, s.b, s.motion}.penetrate_at_end()) return {};
            if (!(s.reach() > W(0))) {
                const auto edge = exact_passage{back.a, back.b, back.motion}.last_entered_edge();
                if (edge.found) fraction = W(0) - edge.fraction, in.normal = edge.normal;
            }
        } else {
            if (fraction > W(1)) return {};
        }
    }
    auto hit = rounded_hit(s, larger(W(0), smaller(W(1), fraction)), in.normal);
    if (!(fraction > W(0))) hit->point = s.a[0];  // a corner cut within rounding
    return hit;
}

template <scalar T, class B>
[[nodiscard]] constexpr std::optional<ray_hit<T>> cast_ray_at_supports(const ray<T>& r, const B& s, ray_start start) {
    using W = wide_t<T>;
    const support_passage way{r.origin, s, translations<T>{r.translation, {}}};
    const auto hit_at = [](W fraction, const gjk::outcome<W>& there) -> std::optional<ray_hit<T>> {
        return ray_hit<T>{round_to<T>(fraction), vec_cast<T>(there.point_b) + vec2<T>{},
                          vec2<T>{} - vec_cast<T>(there.normal)};
    };
    const auto begin = gjk::signed_distance(r.origin, s);
    if (begin.kind == relation::apart) {
        const auto found = advance(way);
        return found.found ? hit_at(found.fraction, found.there) : std::nullopt;
    }
    if (start == ray_start::solid) return hit_at_start(r.origin, s);
    if (begin.kind == relation::touching && !way.goes_in()) return {};
    const auto end = way.distance_at(W(1));
    if (end.distance < W(0) - way.slack) return {};
    if (!(end.distance > way.slack)) return hit_at(W(1), end);
    // Back from where it is certainly out: at the end of a long way fractions are coarse.
    const W part = smaller(W(1), way.past() * W(4));
    auto shortened = way;
    shortened.way = way.way * part;
    const auto back = advance(shortened.backwards());
    return back.found ? hit_at(part - product(part, back.fraction), back.there) : std::nullopt;
}

template <scalar T, class S>
[[nodiscard]] constexpr std::optional<ray_hit<T>> ray_cast_resolved(const ray<T>& r, const S& s, ray_start start);

template <scalar T, class S>
[[nodiscard, gnu::noinline]] constexpr std::optional<ray_hit<T>> ray_cast_carefully(const ray<T>& r, const S& s,
                                                                                    ray_start start) {
    if constexpr (indirect<S>) {
        return resolve(s, [&](const auto& known) { return ray_cast_resolved(r, known, start); });
    } else if constexpr (!faceted<S>) {
        return cast_ray_at_supports(r, s, start);
    } else {
        const passage way{facets_of(r.origin), facets_of(s), translations<T>{r.translation, {}}};
        const auto touch = find_first_touch(way);
        if (touch.event == passage_event::nothing) return {};
        if (touch.event == passage_event::meeting) return rounded_hit(way, touch.fraction, touch.normal);
        if (start == ray_start::solid) return hit_at_start(r.origin, s);
        if (touch.event == passage_event::begins_touching) return {};
        return far_wall(way);
    }
}

template <scalar T, class S>
[[nodiscard]] constexpr std::optional<ray_hit<T>> ray_cast_resolved(const ray<T>& r, const S& s, ray_start start) {
    if constexpr (requires(std::optional<ray_hit<T>> & hit) { clearly(hit, r, s); }) {
        std::optional<ray_hit<T>> hit;
        if (!std::is_constant_evaluated() && clearly(hit, r, s)) return hit;
    }
    return ray_cast_carefully(r, s, start);
}

}  // namespace detail

/// The first point of the shape on the ray, if there is one; both are closed sets, so a ray that ends on the boundary,
/// runs along an edge or only grazes a corner hits. The decision is exact, for the real sum origin + translation.
/// `normal` is that of the facet hit, out of the shape; in a corner, of the facet that the ray meets most squarely.
/// A start inside or on the boundary: solid, it is a hit at fraction 0 with the normal that leads out (collide's).
/// Hollow, a boundary at the start does not count; if the ray is inside or goes in, it hits the far wall from inside,
/// where `normal` still points out of the shape. A ray of length zero is its origin; hollow, it hits nothing. Empty for
/// an invalid shape or ray.
/// @pre valid(r) and valid(s)
template <convex S>
    requires real<scalar_t<S>>
[[nodiscard]] constexpr std::optional<ray_hit<scalar_t<S>>> ray_cast(const ray<std::type_identity_t<scalar_t<S>>>& r,
                                                                     const S& s, ray_start start = ray_start::solid) {
    if (!detail::expect(valid(r) && detail::is_valid(s), detail::invalid_cast)) return {};
    return detail::ray_cast_resolved(r, s, start);
}

}  // namespace hitbox
