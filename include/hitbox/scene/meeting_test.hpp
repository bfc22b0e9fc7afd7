#pragma once
/// The test of the colliders of a world against one shape, whose hull is made once.

#include <hitbox/sets/queries.hpp>

#include <limits>
#include <type_traits>
#include <utility>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Decides which colliders share a point with a shape. The hull of a convex shape is made once for all of them.
/// @pre the shape and the colliders are valid
template <class S, exact_real T>
class meeting_test {
public:
    explicit meeting_test(const S& shape) : own_{shape} {}

    /// Returns true if the collider with index i of a world shares a point with the shape.
    template <class World>
    [[nodiscard]] bool operator()(const World& w, std::uint32_t i) {
        if constexpr (std::same_as<S, aabb<T>>)
            if (!w.is_one_sided_at(i) && spans(own_.shape, w.box_of(i), w.is_convex_at(i))) return true;
        if constexpr (convex<S>) {
            rounded_hull<T> hull;
            hull_storage<T, hull_room<any_shape<T>>> storage;
            if (w.fill_hull_of(hull, storage, i)) return meets(hull);
        }
        return meets_set_at(w, i);
    }

private:
    struct convex_shape {
        const S& shape;
        hull_of<S> made;

        explicit convex_shape(const S& s) : shape{s}, made{s} {}
    };
    struct shape_of_pieces {
        decltype(solid_of(std::declval<const S&>())) shape;

        explicit shape_of_pieces(const S& s) : shape{solid_of(s)} {}
    };

    /// Returns true if a query box certainly shares a point with the shape in a bounding box. This is so if the query
    /// box contains the bounding box. For a convex shape it is enough that the query box contains the bounding box
    /// along one axis and overlaps it by more than rounding along the other, because a convex shape has a point at each
    /// coordinate of its bounding box. @pre the shape is not a one-sided chain, whose edges may ignore the query
    [[nodiscard]] static bool spans(const aabb<T>& query, const aabb<T>& box, bool is_convex) noexcept {
        const bool holds_x = (query.min.x <= box.min.x) & (box.max.x <= query.max.x),
                   holds_y = (query.min.y <= box.min.y) & (box.max.y <= query.max.y);
        constexpr T epsilon = std::numeric_limits<T>::epsilon(), tiny = (std::numeric_limits<T>::min)();
        const vec2<T> common = (min)(query.max, box.max) - (max)(query.min, box.min),
                      rounding = (abs(box.min) + abs(box.max)) * (T(8) * epsilon) + vec2<T>{tiny, tiny};
        const bool is_across = (holds_x & (common.y > rounding.y)) | (holds_y & (common.x > rounding.x));
        return (holds_x & holds_y) | (is_across & is_convex);
    }
    [[nodiscard]] bool meets(rounded_hull<T>& other) noexcept {
        rounded_hull<T>& own = own_.made.hull;
        if constexpr (std::same_as<T, double>)
            own.scale = other.scale = safe_scale(larger(largest_coordinate(own), largest_coordinate(other)));
        return relation_of(own, other) != relation::apart;
    }
    template <class World>
    [[nodiscard, gnu::noinline]] bool meets_set_at(const World& w, std::uint32_t i) const {
        return w.with_solid(i, [this](const auto& solid) { return this->meets_set(solid); });
    }
    template <class Other>
    [[nodiscard]] bool meets_set(const Other& other) const {
        if constexpr (convex<S> && convex<Other>) return false;  // never called: the hull of `other` was tested
        else return do_sets_intersect(solid_view{own_.shape}, solid_view{other});
    }

    std::conditional_t<convex<S>, convex_shape, shape_of_pieces> own_;
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
