#pragma once
/// The query `ray_cast` of a polygon that may be concave.

#include <hitbox/narrow/distance.hpp>
#include <hitbox/narrow/ray_cast.hpp>
#include <hitbox/shapes/polygon.hpp>

#include <optional>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Calls f(from, to) for all edges of nonzero length, with the interior on their left.
template <real T, class F>
void for_each_border(const polygon<T>& p, const F& f) {
    for (std::size_t r = 0; r < p.ring_count(); ++r) {
        const auto ring = p.ring(r);
        const bool reversed = polygon_with_holes_maker::sign_of_ring(p, r) < 0;
        vec2<T> from = ring.back();
        for (const vec2<T> to : ring) {
            if (from != to) reversed ? f(to, from) : f(from, to);
            from = to;
        }
    }
}

/// Returns the unit normal that points to the right of the edge, out of the polygon.
template <real T>
[[nodiscard]] vec2<T> border_normal(vec2<T> from, vec2<T> to) noexcept {
    using W = wide_t<T>;
    const vec2<W> half_edge = widen(to) * (W(1) / W(2)) - widen(from) * (W(1) / W(2));  // never infinite
    return unsigned_zeros(vec_cast<T>(unit_or(vec2<W>{half_edge.y, W(0) - half_edge.x}, vec2<W>{W(0), W(1)})));
}

/// Returns the hit of a solid ray that starts inside or on the border. The normal leads to the nearest point of the
/// border.
template <real T>
[[nodiscard]] ray_hit<T> hit_inside(vec2<T> origin, const polygon<T>& p) {
    ray_hit<T> hit{T(0), origin, {}};
    T smallest = max_value<T>();
    for_each_border(p, [&](vec2<T> from, vec2<T> to) {
        const separation<T> gap = signed_separation(origin, segment<T>{from, to});
        if (!(gap.distance < smallest)) return;
        smallest = gap.distance;
        hit.normal = gap.distance > T(0) ? gap.normal : border_normal(from, to);
    });
    return hit;
}

/// The first hits of the border. Among several edges with the smallest fraction, `from_outside` is the edge most
/// opposed to the ray, and `from_inside` the edge whose normal is closest to the direction of the ray.
template <real T>
struct border_hits {
    std::optional<ray_hit<T>> from_outside, from_inside;
    T min_facing{}, max_facing{};

    void add(const ray_hit<T>& hit, vec2<T> direction) noexcept {
        const T facing = dot(hit.normal, direction);
        if (from_outside && hit.fraction > from_outside->fraction) return;
        const bool sooner = !from_outside || hit.fraction < from_outside->fraction;
        if (sooner || facing < min_facing) from_outside = hit, min_facing = facing;
        if (sooner || facing > max_facing) from_inside = hit, max_facing = facing;
    }
};

/// Returns the fraction up to which a ray runs along border edges from its start; 0 if it does not.
template <real T, class Edges>
[[nodiscard, gnu::cold, gnu::noinline]] wide_t<T> end_of_run(const ray<T>& r, const Edges& for_each_edge) {
    using W = wide_t<T>;
    const vec2<W> path = widen(r.translation);
    const W squared = dot(path, path);
    W end{0};
    for (bool goes_on = squared > W(0); goes_on;) {
        goes_on = false;
        for_each_edge([&](vec2<T> from, vec2<T> to) {
            const vec2<W> p = widen(from) - widen(r.origin), q = widen(to) - widen(r.origin);
            if (cross(path, q - p) != W(0) || exact::orient2d(from, to, r.origin) != 0) return;
            const W first = smaller(dot(path, p), dot(path, q)) / squared,
                    last = larger(dot(path, p), dot(path, q)) / squared;
            const W slight = W(8) * static_cast<W>(std::numeric_limits<T>::epsilon()) * (W(1) + end);
            if (first <= end + slight && last > end + slight) end = last, goes_on = true;
        });
    }
    return end;
}

/// Returns the first hit of a border edge. Edges at the start of the ray, and edges along which it runs from there, do
/// not count. for_each_edge(f) calls f(from, to) for each edge. A test at half of the fraction decides whether the ray
/// is inside or outside before the hit.
template <real T, class Edges, class Contains>
[[nodiscard]] std::optional<ray_hit<T>> first_border_hit(const ray<T>& r, const Edges& for_each_edge,
                                                         const Contains& contains_point) {
    const vec2<T> direction = vec_cast<T>(unit_or(widen(r.translation), vec2<wide_t<T>>{}));
    const T run = static_cast<T>(end_of_run(r, for_each_edge)),
            slight = T(16) * std::numeric_limits<T>::epsilon() * (T(1) + run);
    border_hits<T> hits, at_end;  // the second one is for edges that begin where the run ends
    for_each_edge([&](vec2<T> from, vec2<T> to) {
        auto hit = ray_cast_valid(r, segment<T>{from, to}, ray_start::hollow);
        if (!hit || (run > T(0) && hit->fraction < run - slight)) return;
        hit->normal = border_normal(from, to);
        (run > T(0) && hit->fraction <= run + slight ? at_end : hits).add(*hit, direction);
    });
    const T next = hits.from_outside ? hits.from_outside->fraction : larger(T(1), run + T(0x1p-10)),
            middle = (run + next) / T(2);
    const bool goes_in = contains_point(r.origin + r.translation * middle);
    if (goes_in && at_end.from_outside) return at_end.from_outside;
    return goes_in && !(run > T(0)) ? hits.from_inside : hits.from_outside;
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns the first point of the polygon on the ray, if there is one. Holes are outside, and the border belongs to the
/// polygon: a ray that ends on it, runs along it or only grazes it is a hit. The decision is exact, for the unrounded
/// sum origin + translation. `normal` is that of the edge that is hit, out of the polygon; at a vertex, that of the
/// edge that is most opposed to the ray. A ray that starts inside or on the border is a hit at fraction 0 with
/// `ray_start::solid`; its normal leads to the nearest point of the border. With `ray_start::hollow`, a border at the
/// start, and the border along which the ray runs from there, do not count; a ray that is inside hits the first wall
/// from inside, and `normal` still points out of the polygon. Returns no value for an empty polygon or an invalid ray.
/// Each call tests every edge: for many rays, make a `compound` of the polygon.
/// @pre valid(r) and valid(p)
template <real T>
[[nodiscard]] std::optional<ray_hit<T>> ray_cast(const ray<std::type_identity_t<T>>& r, const polygon<T>& p,
                                                 ray_start start = ray_start::solid) {
    detail::check_arguments("ray_cast", r, p);
    if (!detail::expect_valid(r, p)) return {};
    if (start == ray_start::solid && contains(p, r.origin)) return detail::hit_inside(r.origin, p);

    return detail::first_border_hit(
        r, [&p](const auto& visit) { detail::for_each_border(p, visit); }, [&p](vec2<T> q) { return contains(p, q); });
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
