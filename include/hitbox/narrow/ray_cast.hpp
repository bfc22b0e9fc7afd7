#pragma once
/// The query `ray_cast`: the first point of a shape on a ray.

#include <hitbox/narrow/filtered_cast.hpp>
#include <hitbox/narrow/linear_cast_supports.hpp>
#include <hitbox/narrow/ray_entry.hpp>

namespace hitbox {

/// The meaning of a start inside a shape or on its boundary.
enum class ray_start {
    solid,   // a hit at fraction 0: the inside belongs to the shape
    hollow,  // no hit at the start: the ray hits the boundary from inside
};

namespace detail {
inline namespace HITBOX_ISA {

/// Returns the hit of a solid ray that starts in or on a shape: fraction 0, and the normal of the minimum translation.
template <class S, class T = scalar_t<S>>
[[nodiscard]] constexpr std::optional<ray_hit<T>> hit_at_start(vec2<T> origin, const S& s) {
    const auto inside = collide_valid(origin, s);
    return ray_hit<T>{T(0), origin, inside ? vec2<T>{} - inside->normal : vec2<T>{T(0), T(1)}};
}

/// Finds the far wall for a ray that starts inside or goes in: the point at which the reversed ray enters.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr bool find_far_wall(cast_hit<wide_t<T>>& at, const rounded_hull<T>& a,
                                                                     const rounded_hull<T>& b,
                                                                     const translations<T>& motion) noexcept {
    using W = wide_t<T>;
    if (motion.of_a == motion.of_b) return false;
    rounded_hull<T> p = a, q = b;
    p.scale = q.scale = scale_of_cast(a, b, motion);
    const cast_numbers<T> there{p, q, motion}, back{p, q, motion.swapped()};
    bool found = false;
    if constexpr (exact_scalar<T>) {
        if (!(b.radius > T(0))) {
            if (walk_cores(p, q, there, true).inside_at_end) return false;
            const core_walk core = walk_cores(p, q, back, true);
            found = core.found;
            const auto& e = core.last;
            if (found) static_cast<void>(meet_out_of_line(at, entry_by(e.is_b, e.first(), p, q, back), p, q, back));
        }
    }
    if (!found) static_cast<void>(enter_by_numbers(at, p, q, back));
    at.point = at.point - back.of_b * at.fraction, at.fraction = W(0) - at.fraction;
    const W speed = magnitude(dot(at.normal, back.translation)),
            off = W(8) * (back.error_bound + back.drift);  // generous
    const bool grazes = !(speed > length_of(back.translation) * W(0x1p-20));
    const W margin = grazes ? max_fraction<W>() : bounded_quotient(off, speed);
    if (at.fraction > W(1) + margin) return false;
    if constexpr (exact_scalar<T>) {
        const bool unsure = b.radius > T(0) && at.fraction > W(1) - margin;
        if (unsure &&
            (walk_cores(p, q, there, true).inside_at_end || exact_meeting{a, b, motion}.are_within_radii_at_end()))
            return false;
    } else {
        if (at.fraction > W(1)) return false;
    }
    if (!(at.fraction > W(0))) at.point = p.widened(0);  // the ray cuts a vertex within rounding
    at.fraction = larger(W(0), smaller(W(1), at.fraction)), at.point = at.point / p.scale;
    return true;
}

template <scalar T, class B>
[[nodiscard]] constexpr std::optional<ray_hit<T>> cast_ray_at_supports(const ray<T>& r, const B& s, ray_start start) {
    using W = wide_t<T>;
    const support_linear_cast path{r.origin, s, translations<T>{r.translation, {}}};
    const auto hit_at = [](W fraction, const gjk::outcome<W>& there) -> std::optional<ray_hit<T>> {
        return ray_hit<T>{round_to<T>(fraction), unsigned_zeros(vec_cast<T>(there.point_b)),
                          vec2<T>{} - vec_cast<T>(there.normal)};
    };
    const auto begin = gjk::signed_distance(r.origin, s);
    if (begin.kind == relation::apart) {
        const auto found = advance(path);
        return found.found ? hit_at(found.fraction, found.there) : std::nullopt;
    }
    if (start == ray_start::solid) return hit_at_start(r.origin, s);
    if (begin.kind == relation::touching && !path.goes_in()) return {};
    const auto end = path.distance_at(W(1));
    if (end.distance < W(0) - path.tolerance) return {};
    if (!(end.distance > path.tolerance)) return hit_at(W(1), end);
    // The reversed ray starts where the ray has certainly left the shape. From the end of a long ray, fractions would
    // be too coarse.
    const W part = smaller(W(1), path.past() * W(4));
    auto shortened = path;
    shortened.path = path.path * part;
    const auto back = advance(shortened.backwards());
    return back.found ? hit_at(part - product(part, back.fraction), back.there) : std::nullopt;
}

/// Casts a ray at a hull by the exact path. Sets `inside` if a solid ray starts in or on the shape; `hit` then stays
/// empty. Returns true if the ray certainly hits an edge between its ends and nothing else; for a hull without a
/// radius, the normal is then that of this edge.
template <scalar T>
[[gnu::noinline]] constexpr bool cast_ray_exactly(std::optional<ray_hit<T>>& hit, bool& inside, const ray<T>& r,
                                                  const rounded_hull<T>& hull, ray_start start) {
    hull_of<vec2<T>> origin{r.origin};
    const translations<T> motion{r.translation, {}};
    cast_outcome<wide_t<T>> found;
    rounded_hull<T> scaled = hull;
    if constexpr (std::same_as<T, double>)
        origin.hull.scale = scaled.scale =
            safe_scale(larger(largest_coordinate(origin.hull), largest_coordinate(hull)));
    cast_hulls(found, origin.hull, scaled, motion);
    if (found.event == cast_event::nothing) return false;
    if (found.event != cast_event::hit) {
        inside = start == ray_start::solid;
        if (inside || found.event == cast_event::leaves || !find_far_wall(found.at, origin.hull, hull, motion))
            return false;
    }
    ray_hit<T>& at = hit.emplace();
    at.fraction = round_to<T>(found.at.fraction), at.point = unsigned_zeros(vec_cast<T>(found.at.point));
    at.normal = vec2<T>{} - vec_cast<T>(found.at.normal);
    return found.clear;
}

/// Casts a ray by the fast path. Returns `unsure` if the result is not certain. @pre the hull has columns
template <exact_real T>
[[nodiscard]] inline ray_entry cast_ray_quickly(std::optional<ray_hit<T>>& hit, const ray<T>& r, rounded_hull<T>& hull,
                                                T* columns, ray_start start) noexcept {
    ray_hit<T>& at = hit.emplace();
    ray_entry entry = hull.count == 1   ? enter_single_disc(at, r, hull)
                      : hull.count == 2 ? enter_capsule(at, r, hull)
                                        : enter_polygon(at, r, hull);
    if (entry == ray_entry::behind) complete_normals(hull, columns), entry = start_behind_edge(at, r.origin, hull);
    if (entry == ray_entry::inside && start == ray_start::hollow) entry = ray_entry::unsure;
    if (entry == ray_entry::nothing || entry == ray_entry::unsure) hit.reset();
    return entry;
}

/// Casts a ray at a hull, with the results of cast_ray_exactly. The normals of a bare hull are written to `columns`.
template <scalar T>
[[gnu::noinline]] constexpr bool cast_ray_at_hull(std::optional<ray_hit<T>>& hit, bool& inside, const ray<T>& r,
                                                  rounded_hull<T>& hull, [[maybe_unused]] T* columns, ray_start start) {
    if constexpr (exact_real<T>) {
        if (!std::is_constant_evaluated()) {
            const bool usual = !hull.rows && hull.lanes <= max_filtered && (hull.count < 3 || !(hull.radius > T(0)));
            const ray_entry entry = usual ? cast_ray_quickly(hit, r, hull, columns, start) : ray_entry::unsure;
            if (entry != ray_entry::unsure) return entry == ray_entry::hit;
            complete_normals(hull, columns);
        }
    }
    return cast_ray_exactly(hit, inside, r, hull, start);
}
/// Casts a ray at a hull with normals, which is not changed. @pre !hull.bare
template <scalar T>
[[nodiscard]] constexpr bool cast_ray_at_hull(std::optional<ray_hit<T>>& hit, bool& inside, const ray<T>& r,
                                              const rounded_hull<T>& hull, ray_start start) {
    return cast_ray_at_hull(hit, inside, r, const_cast<rounded_hull<T>&>(hull), static_cast<T*>(nullptr), start);
}

/// Returns the hit of a ray on a shape with a hull. The result is declared in the outermost block; see
/// `collide_as_hulls`.
template <scalar T, class S>
[[nodiscard, gnu::always_inline]] constexpr std::optional<ray_hit<T>> ray_cast_as_hull(const ray<T>& r, const S& s,
                                                                                       ray_start start) {
    std::optional<ray_hit<T>> hit;
    bool inside = false;
    hull_of<S> own{s, exact_real<T>};
    static_cast<void>(cast_ray_at_hull(hit, inside, r, own.hull, own.storage.columns, start));
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

/// Returns the name of the value.
[[nodiscard]] constexpr const char* to_string(ray_start start) noexcept {
    return detail::name_in({"solid", "hollow"}, start);
}

/// Returns the first point of the shape on the ray, if there is one. A ray that ends on the boundary, runs along an
/// edge or only grazes a vertex is a hit. The decision is exact, for the unrounded sum origin + translation. `normal`
/// is the outward normal of the facet that is hit; at a vertex, of the adjacent facet that is most opposed to the ray.
/// Returns no value for an invalid shape or ray.
///
/// A ray that starts inside or on the boundary is a hit at fraction 0 with `ray_start::solid`; its normal is that of
/// `collide(shape, origin)`, which leads out. With `ray_start::hollow`, a boundary at the start does not count; a ray
/// that is inside, or goes in, hits the far wall from inside, and `normal` still points out of the shape. A ray of
/// length zero is tested as a point; with `hollow` it hits nothing.
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
