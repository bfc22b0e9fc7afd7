#pragma once
/// A placed shape of a world with its bounding box.

#include <hitbox/scene/collider.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Returns the box around the transformed vertices. Each is rounded in the same way as a vertex of the placed shape.
template <exact_real T, class Corners>
[[nodiscard]] aabb<T> box_of_moved(const Corners& corners, const transform2<T>& where) noexcept {
    vec2<T> low = where * vec2<T>{corners[0]}, high = low;
    for (std::size_t i = 1; i < corners.size(); ++i) {
        const vec2<T> p = where * vec2<T>{corners[i]};
        low = (min)(low, p), high = (max)(high, p);
    }
    return {low, high};
}

/// Returns the bounding box of the placed shape without computing its normals, which take most of the time of placing
/// a shape. The box is not finite if the placed shape is not. @pre the shape and the transform are valid
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

/// A stored placed shape.
template <exact_real T>
class world_solid {
public:
    void place_shape(const collider_shape<T>& s, const transform2<T>& where);
    /// Calls f with the placed shape.
    template <class F>
    decltype(auto) with(const F& f) const {
        if (const auto* convex_shape = convex()) return f(*convex_shape);
        if (const auto* pieces = std::get_if<placed<compound<T>>>(&value_)) return f(*pieces);
        return f(*std::get_if<placed<chain<T>>>(&value_));
    }
    /// Returns the placed shape if it is convex, a null pointer if it is a set of pieces.
    [[nodiscard]] const any_shape<T>* convex() const noexcept { return std::get_if<any_shape<T>>(&value_); }

    /// Calls f with a shape placed for this call only.
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
    const auto* from = std::get_if<any_shape<T>>(&s.value);
    auto* to = std::get_if<any_shape<T>>(&value_);
    if (from && to) bake(*to, *from, where);
    else with_placed(s, where, [this](const auto& solid) { value_ = solid; });
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
