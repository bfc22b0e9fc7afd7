#pragma once
/// The query `ray_cast`: the first point of a shape on a ray.

#include <hitbox/narrow/first_touch.hpp>
#include <hitbox/narrow/linear_cast_supports.hpp>
#include <hitbox/shapes/ray.hpp>

namespace hitbox {

/// The meaning of a start inside a shape or on its boundary.
enum class ray_start {
    solid,   // a hit at fraction 0: the shape is full
    hollow,  // nothing yet: the shape is a wall round an empty room, which is hit from inside
};

/// The first point of a shape on a ray.
template <scalar T>
struct ray_hit {
    using scalar_type = T;

    T fraction{};      // of the translation, from 0 to 1
    vec2<T> point{};   // on the boundary; for a solid start inside, the origin
    vec2<T> normal{};  // unit, out of the shape

    [[gnu::always_inline]] friend constexpr bool operator==(const ray_hit&, const ray_hit&) = default;
};

inline namespace HITBOX_ISA {

/// Returns the name of the value.
[[nodiscard]] constexpr const char* to_string(ray_start start) noexcept {
    switch (start) {
        case ray_start::solid: return "solid";
        case ray_start::hollow: return "hollow";
    }
    return "unknown ray_start";
}

}  // namespace HITBOX_ISA

namespace detail {
inline namespace HITBOX_ISA {

/// The way out of a shape that a solid ray starts in or on.
template <class S, class T = scalar_t<S>>
[[nodiscard]] constexpr std::optional<ray_hit<T>> hit_at_start(vec2<T> origin, const S& s) {
    const auto inside = collide_valid(origin, s);
    return ray_hit<T>{T(0), origin, inside ? vec2<T>{} - inside->normal : vec2<T>{T(0), T(1)}};
}

template <scalar T, scalar W>
[[nodiscard]] constexpr std::optional<ray_hit<T>> rounded_hit(const linear_cast<T>& s, W fraction, vec2<W> normal) {
    const vec2<W> point = touching_point(s, fraction, normal) / s.a.scale;
    return ray_hit<T>{round_to<T>(fraction), vec_cast<T>(point) + vec2<T>{}, vec2<T>{} - vec_cast<T>(normal)};
}

/// The far wall, for a start inside or going in: where the way back would come in.
template <scalar T>
[[nodiscard, gnu::noinline]] constexpr std::optional<ray_hit<T>> far_wall(const linear_cast<T>& s) {
    using W = wide_t<T>;
    if (s.way == vec2<W>{}) return {};
    const linear_cast<T> back = s.backwards();
    auto in = find_entry(back);
    W fraction = W(0) - in.fraction;
    if (in.meets == verdict::yes && fraction > W(1) + in.margin) return {};
    if (!(in.meets == verdict::yes && fraction < W(1) - in.margin)) {
        if constexpr (exact_scalar<T>) {
            if (exact_linear_cast{s.a, s.b, s.motion}.penetrate_at_end()) return {};
            if (!(s.reach() > W(0))) {
                const auto edge = exact_linear_cast{back.a, back.b, back.motion}.last_entered_edge();
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
    const support_linear_cast way{r.origin, s, translations<T>{r.translation, {}}};
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

/// Where a ray enters by an edge, with the bits of the search for it.
template <scalar T>
[[nodiscard]] constexpr std::optional<ray_hit<T>> hit_on_edge(const linear_cast<T>& s, std::size_t edge) noexcept {
    using W = wide_t<T>;
    const vec2<T> p = s.b[edge], q = s.b[s.b.after(edge)];
    const vec2<W> from = s.b.wide(p);
    const scaled_edge<W> scaled{s.b.wide(q) - from};
    const W gap = dot(scaled.across, s.a.wide(0) - from);
    const W closing = cross_with_motion(p, q, s.motion, s.b.scale, s.b.shift()) * scaled.unit;
    const auto entry = candidate_edge<W>{bounded_quotient(gap, closing), closing, scaled, true}.entered();
    const vec2<W> point = touching_point_on_edge(s, entry.fraction, entry.normal, edge) / s.a.scale;
    return ray_hit<T>{round_to<T>(entry.fraction), vec_cast<T>(point) + vec2<T>{},
                      vec2<T>{} - vec_cast<T>(entry.normal)};
}

/// `inside`: the ray starts in or on the shape, or goes in, and is solid.
template <scalar T>
[[gnu::noinline]] constexpr void cast_ray_at_hull(std::optional<ray_hit<T>>& hit, bool& inside, const ray<T>& r,
                                                  const rounded_hull<T>& hull, ray_start start) {
    const hull_of<vec2<T>> origin{r.origin};
    std::size_t edge = 0;
    verdict meets = verdict::unsure;
    if constexpr (exact_real<T>) {
        if (!std::is_constant_evaluated() && hull.size() > 2 && hull.radius == T(0)) {
            const ray_entry<T> entry = find_ray_entry(hull, origin.hull, r.translation);
            meets = entry.meets, edge = entry.edge;
            if (meets == verdict::no) return;
        }
    }
    const linear_cast<T> way{origin.hull, hull, translations<T>{r.translation, {}}};
    if (meets == verdict::yes) {
        hit = hit_on_edge(way, edge);
        return;
    }
    const auto touch = find_first_touch(way);
    if (touch.event == passage_event::nothing) return;
    if (touch.event == passage_event::meeting) hit = rounded_hit(way, touch.fraction, touch.normal);
    else if (start == ray_start::solid) inside = true;
    else if (touch.event != passage_event::begins_touching) hit = far_wall(way);
}

/// The hit of a ray on a shape that has a hull. The answer is declared in the outermost block: see `collide_as_hulls`.
template <scalar T, class S>
[[nodiscard, gnu::always_inline]] constexpr std::optional<ray_hit<T>> ray_cast_as_hull(const ray<T>& r, const S& s,
                                                                                       ray_start start) {
    std::optional<ray_hit<T>> hit;
    bool inside = false;
    const hull_of<S> own{s};
    cast_ray_at_hull(hit, inside, r, own.hull, start);
    if (inside) hit = hit_at_start(r.origin, s);
    return hit;
}

template <scalar T, class S>
[[nodiscard]] constexpr std::optional<ray_hit<T>> ray_cast_valid(const ray<T>& r, const S& s, ray_start start) {
    if constexpr (has_hull<S>) return ray_cast_as_hull(r, s, start);
    else return cast_ray_at_supports(r, s, start);
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

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
    detail::check_arguments("ray_cast", r, s);
    if (!detail::expect_valid(r, s)) return {};
    return detail::ray_cast_valid(r, s, start);
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
