#pragma once
/// A placed shape of a world with its bounding box.

#include <hitbox/scene/collider.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Around corners that are moved, each rounded as it is where it is kept.
template <exact_real T, class Corners>
[[nodiscard]] aabb<T> box_of_moved(const Corners& corners, const transform2<T>& where) noexcept {
    vec2<T> low = where * vec2<T>{corners[0]}, high = low;
    for (std::size_t i = 1; i < corners.size(); ++i) {
        const vec2<T> p = where * vec2<T>{corners[i]};
        low = (min)(low, p), high = (max)(high, p);
    }
    return {low, high};
}

/// `bounds` of the shape where it is, without its normals, which take most of the time to place it. Not finite if the
/// shape is not. @pre the shape and the transform are valid
template <exact_real T, class S>
[[nodiscard]] aabb<T> box_at(const S& s, const transform2<T>& where) noexcept {
    if constexpr (std::same_as<S, aabb<T>> || std::same_as<S, obb<T>> || polygon_like<S>)
        return box_of_moved(vertices(s), where);
    else if constexpr (solid_set<S>) return grown(box_at(bounds(s), where), T(0));
    else return bounds(baked(at(s, where)));
}
template <exact_real T>
[[nodiscard]] aabb<T> box_at(const collider_shape<T>& s, const transform2<T>& where) noexcept {
    const auto box_of = [&where](const auto& known) { return box_at(known, where); };
    if (const auto* convex_shape = std::get_if<any_shape<T>>(&s.value)) {
        const aabb<T> box = std::visit(box_of, convex_shape->value);
        return convex_shape->rounding == T(0) ? box : grown(box, convex_shape->rounding);
    }
    return s.value.index() == 1 ? box_of(*std::get_if<compound<T>>(&s.value))
                                : box_of(*std::get_if<chain<T>>(&s.value));
}

/// A shape where it is, as it is kept.
template <exact_real T>
class world_solid {
public:
    void place_shape(const collider_shape<T>& s, const transform2<T>& where);
    /// f(the shape where it was placed)
    template <class F>
    decltype(auto) with(const F& f) const {
        if (const auto* convex_shape = convex()) return f(*convex_shape);
        if (const auto* pieces = std::get_if<placed<compound<T>>>(&value_)) return f(*pieces);
        return f(*std::get_if<placed<chain<T>>>(&value_));
    }
    /// A null pointer if it is a set of pieces.
    [[nodiscard]] const any_shape<T>* convex() const noexcept { return std::get_if<any_shape<T>>(&value_); }

    /// f(a shape that is moved there)
    template <class F>
    static decltype(auto) with_placed(const collider_shape<T>& s, const transform2<T>& where, const F& f) {
        if (const auto* convex_shape = std::get_if<any_shape<T>>(&s.value)) return f(baked(at(*convex_shape, where)));
        if (const auto* pieces = std::get_if<compound<T>>(&s.value)) return f(at(*pieces, where));
        return f(at(*std::get_if<chain<T>>(&s.value), where));
    }

private:
    std::variant<any_shape<T>, placed<compound<T>>, placed<chain<T>>> value_{};
};

template <exact_real T>
void world_solid<T>::place_shape(const collider_shape<T>& s, const transform2<T>& where) {
    with_placed(s, where, [this](const auto& solid) { value_ = solid; });
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
