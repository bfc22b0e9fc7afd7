#pragma once
/// The placed shape of a collider, and the bounding box of a shape at a transform.

#include <hitbox/scene/collider.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Returns the bounding box of a placed shape. It is not finite if the placed shape is not. @pre the shape and the
/// transform are valid
template <exact_real T>
[[nodiscard]] aabb<T> box_at(const collider_shape<T>& s, const transform2<T>& where) noexcept {
    const auto box_of = [&where](const auto& set) {
        return box_around_placed(set, bounds_at(bounds(set), where), where);
    };
    if (const auto* convex_shape = std::get_if<any_shape<T>>(&s.value)) return bounds_at(*convex_shape, where);
    return s.value.index() == 1 ? box_of(*std::get_if<compound<T>>(&s.value))
                                : box_of(*std::get_if<chain<T>>(&s.value));
}

/// The placed shape of a collider.
template <exact_real T>
class world_solid {
public:
    /// Places a shape. @pre the shape and the transform are valid
    void place_shape(const collider_shape<T>& s, const transform2<T>& where);
    /// Returns the placed shape if it is convex, a null pointer if it is a set of pieces.
    [[nodiscard]] const any_shape<T>* convex() const noexcept { return std::get_if<any_shape<T>>(&value_); }
    /// Returns a view of the placed shape.
    [[nodiscard]] solid_view<T> view() const noexcept;
    /// Calls f with the placed shape if it is convex, or with a view of a set of pieces.
    template <class F>
    decltype(auto) with(const F& f) const {
        if (const auto* convex_shape = convex()) return f(*convex_shape);
        return f(view());
    }
    /// Calls f with the placed shape in its own type.
    template <class F>
    decltype(auto) with_own_type(const F& f) const {
        if (const auto* convex_shape = convex()) return f(*convex_shape);
        if (const auto* pieces = std::get_if<placed<compound<T>>>(&value_)) return f(*pieces);
        return f(*std::get_if<placed<chain<T>>>(&value_));
    }

private:
    std::variant<any_shape<T>, placed<compound<T>>, placed<chain<T>>> value_{};
};

template <exact_real T>
void world_solid<T>::place_shape(const collider_shape<T>& s, const transform2<T>& where) {
    if (const auto* pieces = std::get_if<compound<T>>(&s.value)) {
        value_ = at(*pieces, where);
    } else if (const auto* line = std::get_if<chain<T>>(&s.value)) {
        value_ = at(*line, where);
    } else {
        if (!convex()) value_ = any_shape<T>{};
        bake(*std::get_if<any_shape<T>>(&value_), *std::get_if<any_shape<T>>(&s.value), where);
    }
}
template <exact_real T>
solid_view<T> world_solid<T>::view() const noexcept {
    if (const auto* convex_shape = convex()) return solid_view{*convex_shape};
    if (const auto* pieces = std::get_if<placed<compound<T>>>(&value_)) return solid_view{*pieces};
    return solid_view{*std::get_if<placed<chain<T>>>(&value_)};
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
