#pragma once
/// The nearest representable positions at which a shape penetrates nothing.

#include <hitbox/motion/blocking_set.hpp>
#include <hitbox/motion/slide.hpp>
#include <hitbox/shapes/translated.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Returns the shape at a position, with the same vertices as at(shape, position).
template <convex S>
[[nodiscard]] auto shape_at(const S& shape, vec2<scalar_t<S>> position) {
    if constexpr (std::same_as<S, aabb<scalar_t<S>>>) return translated(shape, position);
    else if constexpr (bakeable<placed<S>>) return baked(at(shape, position));
    else return at(shape, position);
}

/// Returns the resolution of a shape's position: on each axis, the distance of its largest coordinate from the next
/// representable number.
template <convex S>
[[nodiscard]] vec2<scalar_t<S>> resolution_of(const S& s) noexcept {
    const auto box = bounds(s);
    return step_after((max)(abs(box.min), abs(box.max)));
}

template <convex S, solid_set O>
[[nodiscard]] bool is_free_at(const S& shape, vec2<scalar_t<S>> position, const O& obstacles) {
    if (!is_finite(position)) return false;
    const auto moved = shape_at(shape, position);
    if (!is_valid(moved)) return false;
    return relation_of_sets(solid_view{moved}, solid_view{obstacles}) != relation::penetrating;
}

/// The minimum translation out of solids: -normal * depth.
template <exact_real T>
struct solid_overlap {
    vec2<T> normal{};
    T depth{};
};
/// Returns the normal and the depth of `collide`, without its points. The movement needs only these, and the code is
/// much smaller. Returns no value if nothing is penetrated.
template <exact_real T>
[[nodiscard]] std::optional<solid_overlap<T>> overlap_of_sets(const solid_view<T>& a, const solid_view<T>& b) {
    if (relation_of_sets(a, b) != relation::penetrating) return {};
    set_translation out;
    find_minimum_translation(out, a, b, fits_into_gaps(a, b), widen(b.center()) - widen(a.center()));
    if (!out.position.found()) {
        const contact<T> hit = deepest_contact(a, b);
        return solid_overlap<T>{hit.normal, hit.depth};
    }
    const T depth = round_to<T>(out.position.distance / out.list.scale);
    return solid_overlap<T>{vec_cast<T>(vec2<double>{} - out.position.normal) + vec2<T>{},
                            larger(depth, std::numeric_limits<T>::denorm_min())};
}

/// Returns the free position nearest to a target, among positions a few roundings away. Returns `otherwise` if there is
/// none, as in a slanted corridor of exactly the shape's width, which may contain no representable position.
template <convex S, class IsFree>
[[nodiscard]] vec2<scalar_t<S>> nearest_free_position(const S& shape, vec2<double> target, vec2<scalar_t<S>> otherwise,
                                                      const IsFree& is_free) {
    using T = scalar_t<S>;
    const vec2<T> nearest = vec_cast<T>(target);
    if (!is_finite(nearest)) return otherwise;
    return nearest_rounding<T>(target, resolution_of(shape_at(shape, nearest)), is_free, otherwise);
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
