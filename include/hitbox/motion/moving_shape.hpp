#pragma once
/// A moving shape at any position, behind an interface that does not depend on its type.

#include <hitbox/motion/slide.hpp>
#include <hitbox/sets/queries.hpp>
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

/// The moving shape at a position: its vertices in the order of a mover's `hull_chain`.
template <exact_real T>
struct mover_vertices {
    small_list<chain_vertex, 8> corners;
    double radius = 0, max_abs_coordinate = 0;  // of the vertices
    vec2<T> center{};

    /// Returns true if the placed shape has no interior. It may then fit into gaps of width zero between solids.
    [[nodiscard]] bool is_thin() const noexcept { return corners.size() < 3 && !(radius > 0); }
    /// Returns the largest coordinate along a unit direction.
    [[nodiscard]] double extent_along(vec2<double> direction) const noexcept {
        double largest_along = -std::numeric_limits<double>::infinity();
        for (const chain_vertex& v : corners) largest_along = larger(largest_along, dot(direction, v.point));
        return largest_along + radius;
    }
};

/// The interface to a moving shape of any type. The movement is compiled once for each coordinate type.
template <exact_real T>
class moving_shape {
public:
    /// Returns the bounding box of the shape at a position.
    [[nodiscard]] virtual aabb<T> box_at(vec2<T> position) const = 0;
    /// Replaces `to` by the vertices of the shape at a position.
    virtual void take_vertices(mover_vertices<T>& to, vec2<T> position) const = 0;
    /// Calls f with the shape at a position, if it is valid there.
    virtual void visit_at(vec2<T> position, function_ref<void(const set_piece<T>&)> f) const = 0;

protected:
    ~moving_shape() = default;
};

/// A moving shape of one type, borrowed.
template <convex S>
class moving_shape_of final : public moving_shape<scalar_t<S>> {
    using T = scalar_t<S>;

public:
    explicit moving_shape_of(const S& shape) noexcept : shape_{shape} {}

    [[nodiscard]] aabb<T> box_at(vec2<T> position) const override { return bounds(shape_at(shape_, position)); }
    void take_vertices(mover_vertices<T>& to, vec2<T> position) const override {
        const auto mover = shape_at(shape_, position);
        to.corners.clear(), to.max_abs_coordinate = 0, to.center = center(mover);
        const auto keep = [&to](const chain_vertex& v) {
            to.corners.push_back(v), to.max_abs_coordinate = larger(to.max_abs_coordinate, largest_of(v.point));
        };
        to.radius = for_each_vertex(mover, keep);
    }
    void visit_at(vec2<T> position, function_ref<void(const set_piece<T>&)> f) const override {
        const auto moved = shape_at(shape_, position);
        if (is_valid(moved)) as_piece(moved, f);
    }

private:
    /// Calls f with the vertices of the moving shape and returns its radius. For a disc or a capsule no hull is made,
    /// which saves a tenth of the time of a move.
    template <class M, class F>
    static double for_each_vertex(const M& mover, const F& f) {
        if constexpr (std::same_as<M, circle<T>>) {
            f(chain_vertex{widen(mover.center), 0});
            return static_cast<double>(mover.radius);
        } else if constexpr (std::same_as<M, capsule<T>>) {
            const bool a_first = mover.a.y > mover.b.y || (mover.a.y == mover.b.y && mover.a.x >= mover.b.x);
            f(chain_vertex{widen(a_first ? mover.a : mover.b), a_first ? 0u : 1u});
            if (mover.a != mover.b) f(chain_vertex{widen(a_first ? mover.b : mover.a), a_first ? 1u : 0u});
            return static_cast<double>(mover.radius);
        } else {
            const hull_of<M> m{mover};
            for_each_chain_vertex(m.hull, T(-1), f);
            return static_cast<double>(m.hull.radius);
        }
    }

    const S& shape_;
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
