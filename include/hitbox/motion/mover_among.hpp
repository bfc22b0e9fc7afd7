#pragma once
/// The interface of a moving shape and the solids around it, independent of their types.

#include <hitbox/core/lists.hpp>
#include <hitbox/motion/near_pieces.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The moving shape at a position: its vertices in the order of a mover's `hull_chain`.
template <exact_real T>
struct mover_vertices {
    small_list<chain_vertex, 8> corners;
    double radius = 0, max_abs_coordinate = 0;  // of the vertices
    vec2<T> center{};

    /// Returns true if the placed shape has no interior. It may then fit into gaps of width zero between solids.
    [[nodiscard]] bool is_thin() const noexcept { return corners.size() < 3 && !(radius > 0); }
    /// Returns the largest coordinate along a direction.
    [[nodiscard]] double extent_along(vec2<double> direction) const noexcept {
        double largest_along = -std::numeric_limits<double>::infinity();
        for (const chain_vertex& v : corners) largest_along = larger(largest_along, dot(direction, v.point));
        return largest_along + radius;
    }
};

/// The interface to everything that depends on the types of a moving shape and of a set. The movement itself is
/// compiled once for each coordinate type.
template <exact_real T>
class any_mover_among {
public:
    any_mover_among(const any_mover_among&) = delete;
    any_mover_among& operator=(const any_mover_among&) = delete;

    // Functions of the moving shape at a position:
    [[nodiscard]] virtual bool is_valid_at(vec2<T> position) const = 0;
    [[nodiscard]] virtual aabb<T> box_at(vec2<T> position) const = 0;
    virtual void take_vertices(mover_vertices<T>& to, vec2<T> position) const = 0;
    [[nodiscard]] virtual bool is_free_at(vec2<T> position) const = 0;
    [[nodiscard]] virtual std::optional<solid_overlap<T>> overlap_at(vec2<T> position) const = 0;

    /// Returns the box around the whole set.
    [[nodiscard]] virtual aabb<T> bounds_of_set() const = 0;
    /// Collects the pieces of the set that meet a box.
    virtual void find(near_pieces<T>& found, const aabb<T>& box) const = 0;

    // Passed pieces do not count as obstacles.
    [[nodiscard]] bool is_passed(std::size_t piece) const noexcept { return detail::is_among(passed_, piece); }
    void pass(std::size_t piece) {
        if (!is_passed(piece)) passed_.push_back(piece);
    }
    [[nodiscard]] const std::vector<std::size_t>& passed() const noexcept { return passed_; }
    [[nodiscard]] std::size_t passed_count() const noexcept { return passed_.size(); }
    /// Removes all passed pieces but the first `count`.
    void restore_passed(std::size_t count) { passed_.resize(count); }

protected:
    any_mover_among() = default;
    ~any_mover_among() = default;

    std::vector<std::size_t> passed_;
};

template <convex S, solid_set O>
class mover_among final : public any_mover_among<scalar_t<S>> {
    using T = scalar_t<S>;

public:
    mover_among(const S& shape, const O& obstacles) : shape_{shape}, obstacles_{&obstacles, &this->passed_} {}

    [[nodiscard]] bool is_valid_at(vec2<T> position) const override { return is_valid(shape_at(shape_, position)); }
    [[nodiscard]] aabb<T> box_at(vec2<T> position) const override { return bounds(shape_at(shape_, position)); }
    void take_vertices(mover_vertices<T>& to, vec2<T> position) const override {
        const auto mover = shape_at(shape_, position);
        to.corners.clear(), to.max_abs_coordinate = 0, to.center = center(mover);
        const auto keep = [&to](const chain_vertex& v) {
            to.corners.push_back(v), to.max_abs_coordinate = larger(to.max_abs_coordinate, largest_of(v.point));
        };
        to.radius = for_each_vertex(mover, keep);
    }
    [[nodiscard]] bool is_free_at(vec2<T> position) const override {
        return detail::is_free_at(shape_, position, obstacles_);
    }
    [[nodiscard]] std::optional<solid_overlap<T>> overlap_at(vec2<T> position) const override {
        const auto moved = shape_at(shape_, position);
        if (!is_valid(moved)) return {};
        return overlap_of_sets(solid_view{moved}, solid_view{obstacles_});
    }
    [[nodiscard]] aabb<T> bounds_of_set() const override { return bounds(obstacles_); }
    void find(near_pieces<T>& found, const aabb<T>& box) const override { found.find(obstacles_, box); }

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
    blocking_set<O> obstacles_;
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
