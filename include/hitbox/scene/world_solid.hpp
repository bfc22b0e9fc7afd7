#pragma once
/// The placed shape of a collider, and the bounding box of a shape at a transform.

#include <hitbox/core/pack.hpp>
#include <hitbox/scene/collider.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// A transform as packs of two: the coordinates of the rotated unit vectors along x and y, and the translation.
template <exact_real T>
struct rotation_lanes {
    pack<double> of_x, of_y, translation;

    [[gnu::always_inline]] explicit rotation_lanes(const transform2<T>& where) noexcept
        : of_x{both(where.rotation.c, where.rotation.s)}, of_y{both(-where.rotation.s, where.rotation.c)},
          translation{both(where.translation.x, where.translation.y)} {}
    [[nodiscard, gnu::always_inline]] pack<double> along_x(T x) const noexcept {
        return rounded_product<double>(of_x, pack_of(static_cast<double>(x)));
    }
    [[nodiscard, gnu::always_inline]] pack<double> along_y(T y) const noexcept {
        return rounded_product<double>(of_y, pack_of(static_cast<double>(y)));
    }
    /// Returns the box between two rotated points, translated.
    [[nodiscard, gnu::always_inline]] aabb<T> box(const pack<double>& low, const pack<double>& high) const noexcept {
        const pack<double> zero = pack_of(0.), from = low + translation + zero, to = high + translation + zero;
        return {{round_to<T>(from[0]), round_to<T>(from[1])}, {round_to<T>(to[0]), round_to<T>(to[1])}};
    }

private:
    [[nodiscard, gnu::always_inline]] static pack<double> both(T a, T b) noexcept {
        return pack_from<double>([&](std::size_t i) { return static_cast<double>(i == 0 ? a : b); });
    }
};

/// Returns the box around n transformed vertices, each rounded in the same way as a vertex of the placed shape.
/// Rounding keeps the order of numbers, so only the lowest and highest coordinates are translated and rounded.
template <exact_real T, class Corner>
[[nodiscard]] inline aabb<T> box_of_moved(const transform2<T>& where, std::size_t n, const Corner& corner) noexcept {
    const rotation_lanes<T> lanes{where};
    const auto rotated = [&](std::size_t i) {
        const vec2<T> p = corner(i);
        return lanes.along_x(p.x) + lanes.along_y(p.y);
    };
    pack<double> low = rotated(0), high = low;
    for (std::size_t i = 1; i < n; ++i) {
        const pack<double> p = rotated(i);
        low = lower(low, p), high = upper(high, p);
    }
    return lanes.box(low, high);
}
/// Returns the same for a box, whose lowest sums are those of the lowest products.
template <exact_real T>
[[nodiscard]] inline aabb<T> box_of_moved(const transform2<T>& where, const aabb<T>& box) noexcept {
    const rotation_lanes<T> lanes{where};
    const pack<double> x0 = lanes.along_x(box.min.x), x1 = lanes.along_x(box.max.x), y0 = lanes.along_y(box.min.y),
                       y1 = lanes.along_y(box.max.y);
    return lanes.box(lower(x0, x1) + lower(y0, y1), upper(x0, x1) + upper(y0, y1));
}

/// Returns the bounding box of the placed shape without computing its normals, which take most of the time of placing
/// a shape. The box is not finite if the placed shape is not. @pre the shape and the transform are valid
template <exact_real T, class S>
[[nodiscard]] aabb<T> box_at(const S& s, const transform2<T>& where) noexcept {
    if constexpr (std::same_as<S, aabb<T>>) {
        return box_of_moved(where, s);
    } else if constexpr (std::same_as<S, obb<T>>) {
        const auto corners = vertices(s);
        return box_of_moved(where, corners.size(), [&](std::size_t i) { return corners[i]; });
    } else if constexpr (requires { s.normal_x(); }) {
        return box_of_moved(where, s.size(), [x = s.x(), y = s.y()](std::size_t i) { return vec2<T>{x[i], y[i]}; });
    } else if constexpr (solid_set<S>) {
        return box_around_placed(s, box_at(bounds(s), where), where);
    } else {
        return hitbox::bounds(at(s, where));
    }
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
