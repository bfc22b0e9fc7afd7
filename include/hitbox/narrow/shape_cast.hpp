#pragma once
/// The query `shape_cast`: when and where two shapes that move along lines first touch.

#include <hitbox/narrow/distance.hpp>
#include <hitbox/narrow/filtered_cast.hpp>
#include <hitbox/narrow/linear_cast_supports.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

template <scalar T>
[[nodiscard]] constexpr cast_result<T> separated() noexcept {
    return {cast_status::separated, T(1), {}, {}, T(0)};
}

/// Returns the result of a cast that starts with an overlap or a touch.
template <scalar T>
[[nodiscard, gnu::always_inline]] constexpr cast_result<T> stuck_at(T depth, vec2<T> normal, vec2<T> on_a,
                                                                    vec2<T> on_b) noexcept {
    const auto status = depth > T(0) ? cast_status::started_overlapping : cast_status::started_touching;
    return {status, T(0), vec2<T>{} - normal, unsigned_zeros(midpoint(on_a, on_b)), depth};
}
template <scalar T>
[[nodiscard]] constexpr cast_result<T> stuck_in(const std::optional<contact<T>>& hit) {
    if (!hit) return separated<T>();  // never, because the shapes touch or overlap
    return stuck_at(hit->depth, hit->normal, hit->point_a, hit->point_b);
}

template <scalar T, scalar W>
[[nodiscard]] constexpr cast_result<T> result_of_hit(const cast_hit<W>& at) noexcept {
    return {cast_status::hit, round_to<T>(at.fraction), vec2<T>{} - vec_cast<T>(at.normal),
            unsigned_zeros(vec_cast<T>(at.point)), T(0)};
}

template <class A, class B, class T = scalar_t<A>>
[[nodiscard]] constexpr cast_result<T> cast_supports(const A& a, const B& b, const translations<T>& motion) {
    using W = wide_t<T>;
    const support_linear_cast path{a, b, motion};
    const auto begin = gjk::signed_distance(a, b);
    if (begin.kind == relation::penetrating) return stuck_in<T>(collide_supports(a, b));
    if (begin.kind == relation::touching) return path.goes_in() ? stuck_in<T>(collide_supports(a, b)) : separated<T>();
    const auto found = advance(path);
    if (!found.found) return separated<T>();
    const vec2<W> point = midpoint(found.there.point_a, found.there.point_b) + widen(motion.of_b) * found.fraction;
    return {cast_status::hit, round_to<T>(found.fraction), vec2<T>{} - vec_cast<T>(found.there.normal),
            unsigned_zeros(vec_cast<T>(point)), T(0)};
}

/// Computes the result for a disc that overlaps another shape at the start. Returns false and computes nothing for any
/// other start.
[[nodiscard, gnu::always_inline]] inline bool keep_overlap(cast_result<float>& result, bool certain,
                                                           const separation<float>& start) noexcept {
    if (!certain || !(start.distance < 0)) return false;
    result = stuck_at(0 - start.distance, start.normal, start.point_a, start.point_b);
    return true;
}

/// Writes the cast of two hulls directly into the result; see `collide_along`.
template <scalar T>
[[gnu::noinline]] constexpr void cast_as_hulls(cast_result<T>& result, const rounded_hull<T>& a,
                                               const rounded_hull<T>& b, const translations<T>& motion) {
    const auto overlaps_disc = [&result](const auto& hull, const auto& disc) {
        separation<float> at;
        return keep_overlap(result, separate_disc(at, hull, disc, 0), at);
    };
    if (with_held_disc<any_shape<T>, any_shape<T>>(a, b, overlaps_disc)) return;
    cast_outcome<wide_t<T>> found;
    start_separation<T> start;
    cast_hulls(found, start, a, b, motion);
    if (found.event == cast_event::hit) {
        result = result_of_hit<T>(found.at);
    } else if (found.event == cast_event::nothing || found.event == cast_event::leaves) {
        result = separated<T>();
    } else if (start.computed) {
        const auto points = witnesses(start.nearest, a, b);
        result = stuck_at(rounded_depth(start.nearest, a), normal_from_a(start.nearest), a.unscaled(points.on_a),
                          a.unscaled(points.on_b));
    } else {
        std::optional<contact<T>> hit;
        collide_hulls<aabb<T>, aabb<T>>(hit, a, b);
        result = stuck_in<T>(hit);
    }
}

template <class A, class B, class T = scalar_t<A>>
[[nodiscard]] constexpr cast_result<T> cast_valid(const A& a, const B& b, const translations<T>& motion) {
    cast_result<T> result;
    if constexpr (both_discs<A, B>) {
        separation<float> start;
        if (!std::is_constant_evaluated() && keep_overlap(result, separate_discs(start, a, b), start)) return result;
    }
    if constexpr (has_hull<A> && has_hull<B>) {
        with_hulls(a, b, [&](const auto& p, const auto& q) { cast_as_hulls(result, p, q, motion); });
    } else {
        result = with_supports(a, b, [&motion](const auto& p, const auto& q) {
            return gjk::goes_first(p, q) ? cast_supports(p, q, motion) : flipped(cast_supports(q, p, motion.swapped()));
        });
    }
    return result;
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns the name of the value, with the reason for a failure.
[[nodiscard]] constexpr const char* to_string(cast_status status) noexcept {
    return detail::name_in({"hit", "separated", "started_touching", "started_overlapping",
                            "failed: a shape, a translation or a sweep is invalid",
                            "step_limit: no contact up to the fraction"},
                           status);
}

/// Returns the same cast seen from the other shape.
template <scalar T>
[[nodiscard]] constexpr cast_result<T> flipped(const cast_result<T>& c) noexcept {
    return {c.status, c.fraction, vec2<T>{} - c.normal, c.point, c.depth};
}

/// Returns when a, moving by `of_a`, and b, moving by `of_b`, first touch: `fraction` is the part of both translations
/// up to the touch. Whether they touch is decided exactly, at any speed and for any thin shape; touching in passing, or
/// at the very end, is a hit. Only the difference of the translations matters. It is not rounded for this decision.
///
/// The normal points out of b, like that of a ray: dot(normal, of_a - of_b) <= 0 on a hit, within rounding. If the
/// shapes penetrate at the start, the status is `started_overlapping`, the depth is that of `collide`, and a moved by
/// `normal * depth` no longer overlaps b. If they touch at the start, the status is `started_touching` with fraction 0
/// if the motion leads into b. It is `separated` if a leaves b or slides along it: convex shapes then do not penetrate
/// later. This also holds for shapes that cannot be penetrated: a point that touches a segment may leave it on either
/// side. Swapping (a, of_a) with (b, of_b) flips the answer, to the last bit. The status is `failed` for an invalid
/// shape or translation.
/// @pre valid(a) and valid(b), finite translations
///
/// It casts a ray from the origin at the Minkowski difference (van den Bergen 2003, section 4.2.4; Ericson, section
/// 5.5).
template <convex A, convex B>
    requires same_scalar<A, B> && real<scalar_t<A>>
[[nodiscard]] constexpr cast_result<scalar_t<A>> shape_cast(const A& a, vec2<std::type_identity_t<scalar_t<A>>> of_a,
                                                            const B& b, vec2<std::type_identity_t<scalar_t<A>>> of_b) {
    using T = scalar_t<A>;
    detail::check_arguments("shape_cast", a, of_a, b, of_b);
    if (!detail::expect_valid(a, b) || !is_finite(of_a) || !is_finite(of_b)) return {};
    return detail::cast_valid(a, b, detail::translations<T>{of_a, of_b});
}

/// Returns when a, moving by `translation`, first touches a shape b that does not move.
template <convex A, convex B>
    requires same_scalar<A, B> && real<scalar_t<A>>
[[nodiscard]] constexpr cast_result<scalar_t<A>>
shape_cast(const A& a, vec2<std::type_identity_t<scalar_t<A>>> translation, const B& b) {
    return shape_cast(a, translation, b, {});
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
