#pragma once
/// One-way collision: the one-sided pieces through which a moving shape passes. The joints of such a piece
/// with adjacent pieces do not block the shape, either.

#include <hitbox/motion/touched_facets.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The state of nearby_shapes, and its rules for one-sided pieces: one-way platforms and edges of one-sided chains. The
/// moving shape passes a piece that it enters through another side than its front. A passed piece does not block, and
/// hides its joints with other pieces: ends of their fronts that are inside of it.
template <exact_real T>
class one_way_pieces {
protected:
    static constexpr T tolerance_steps = 4;  // the tolerance of touching, in steps of the resolution

    explicit one_way_pieces(mover_among<T>& mover) : mover_{mover} {}
    /// Returns the distance on each axis within which a solid counts as touched.
    [[nodiscard]] vec2<double> tolerance() const noexcept { return widen(resolution_ * tolerance_steps); }

    /// Stops piece i from blocking.
    void pass(std::size_t i) {
        mover_.solids.pass(near_[i].index), is_touched_known_ = false;
        near_[i].is_listed = false, list_.sums[i].last = list_.sums[i].first;
    }
    /// Passes the one-sided pieces that a path, up to a fraction, enters through another side than their front, or at a
    /// joint. A piece that the path enters by only a rounding, where it is stopped, is not passed. Returns true if a
    /// piece was passed. @pre the sums of passed pieces are built
    [[nodiscard]] bool pass_entered(const moving_origin& motion, double fraction) {
        bool any = false;
        for (std::size_t i = 0; i < near_.size(); ++i) {
            const minkowski_sum& s = list_.sums[i];
            if (!near_[i].is_one_way() || s.size() == 0) continue;
            const vec2<double> step = motion.to * fraction;
            const sum_entry before = entry_into(s, {{}, step}), at = entry_into(s, motion);
            const double depth = dot(before.normal, step) * (before.fraction - 1);
            const bool is_grazed = fraction < 1 && before.fraction > 0 && depth <= s.tolerance();
            // A thin shape that touches at the start has no normal of entry.
            const bool is_touched = corners_.is_thin() && before.fraction == 0 && !before.edge;
            const bool elsewhere =
                before.enters && !is_grazed && !is_touched && !enters_front(s, before) && !is_beside_joint(i, before);
            const bool passes = elsewhere || (at.enters && at.fraction <= fraction &&
                                              is_joint(i, at.edge, at.normal, motion.to * at.fraction));
            if (passes) pass(i), any = true;
        }
        return any;
    }
    /// Returns true if an entry leads into an end of edge i where another edge of the chain begins, and the shape comes
    /// from the front of that one. It stops the shape there, so the shape enters edge i by a rounding at most.
    [[nodiscard]] bool is_beside_joint(std::size_t i, const sum_entry& entry) const noexcept {
        if (!near_[i].is_edge) return false;
        active_facet f;
        f.edge = entry.edge;
        const auto end = vertex_of(f, list_.sums[i], near_.vertices_of(near_[i]));
        if (!end) return false;
        for (std::size_t k = 0; k < near_.size(); ++k) {
            const near_piece<T>& other = near_[k];
            if (k == i || !other.is_edge || mover_.solids.is_passed(other.index)) continue;
            const bool is_adjacent =
                detail::any_of(near_.vertices_of(other), [&end](const chain_vertex& v) { return v.point == *end; });
            if (is_adjacent && !near_.is_behind(other, widen(corners_.center))) return true;
        }
        return false;
    }
    /// Returns true if the front of piece i, which the shape meets after a step, is a joint: another passed piece that
    /// touches piece i hides it. The shape must be inside of the other piece at the start and after the step; only
    /// after the step if it meets an end of piece i that faces the side of the other piece's front. A platform on which
    /// the shape stands is never a joint, and platforms and edges of chains hide no joints of each other. `edge` is
    /// null for an arc.
    [[nodiscard]] bool is_joint(std::size_t i, const sum_edge* edge, vec2<double> normal, vec2<double> step) const {
        const bool is_at_end = !edge || !edge->of_solid;
        for (std::size_t k = 0; k < near_.size(); ++k) {
            const near_piece<T>& other = near_[k];
            const bool is_candidate = k != i && other.is_one_way() && other.is_edge == near_[i].is_edge;
            if (!is_candidate || !mover_.solids.is_passed(other.index)) continue;
            const bool is_come_through = is_at_end && is_in_front(other.front, normal);
            if ((is_come_through || is_in_sum(k, {})) && is_in_sum(k, step) && are_joined(i, k))
                return near_[i].is_edge || !is_ground(i);
        }
        return false;
    }
    [[nodiscard]] bool are_joined(std::size_t i, std::size_t k) const {
        return near_.are_joined(near_[i], near_[k], larger(tolerance().x, tolerance().y), list_.scale);
    }
    /// Returns true if the shape touches the front of piece i, or of another piece that touches piece i, so that it
    /// stands on them.
    [[nodiscard]] bool is_ground(std::size_t i) const {
        for (std::size_t k = 0; k < near_.size(); ++k)
            if (is_stood_on(k) && (k == i || are_joined(i, k))) return true;
        return false;
    }
    /// Returns true if the shape touches piece k at a vertex only, and is inside of a passed piece with the same
    /// vertex, as in a row of platforms. A shape that drops through the row does not stand on such a joint.
    [[nodiscard]] bool is_at_joint(std::size_t k) const {
        const auto vertex = vertex_of(nearest_facet(k), list_.sums[k], near_.vertices_of(near_[k]));
        const vec2<double> tol = tolerance();
        const auto is_same = [&](const chain_vertex& v) {
            const vec2<double> off = abs(v.point - *vertex);
            return off.x <= tol.x && off.y <= tol.y;
        };
        for (std::size_t i = 0; vertex && i < near_.size(); ++i)
            if (i != k && mover_.solids.is_passed(near_[i].index) && is_in_sum(i, {}) &&
                detail::any_of(near_.vertices_of(near_[i]), is_same))
                return true;
        return false;
    }
    /// Returns true if the shape touches the front of piece k from outside.
    [[nodiscard]] bool is_stood_on(std::size_t k) const {
        const minkowski_sum& s = list_.sums[k];
        if (!near_[k].is_one_way() || s.size() == 0 || mover_.solids.is_passed(near_[k].index)) return false;
        return is_in_front(near_[k].front, nearest_on(list_.edges_of(s), {}).normal) && !is_in_sum(k, {}) &&
               is_sum_touched(list_, static_cast<std::uint32_t>(k), {}, tolerance() * list_.scale) && !is_at_joint(k);
    }
    /// Removes facets that are joints after a step. @pre the sums of passed pieces are built
    void erase_joints(facet_list& facets, vec2<double> step) const {
        if (!near_.has_fronts()) return;
        facets.erase_if([&](const active_facet& f) {
            return near_[f.sum].is_one_way() && is_joint(f.sum, f.is_arc ? nullptr : f.edge, f.normal, step);
        });
    }
    /// Returns the facet of piece i that is nearest to the shape. @pre the sum is built
    [[nodiscard]] active_facet nearest_facet(std::size_t i) const noexcept {
        return facet_of(nearest_on(list_.edges_of(list_.sums[i]), {}), static_cast<std::uint32_t>(i));
    }
    /// Returns true if the shape is nearest to an end of edge i where another edge of a chain begins, and is in front
    /// of that one. Only a shape inside of the chain is behind both edges of a convex corner.
    [[nodiscard]] bool is_before_corner(std::size_t i) const noexcept {
        const auto vertex_near = [this](std::size_t k) {
            const bool is_built = near_[k].is_edge && list_.sums[k].size() > 0;
            return is_built ? vertex_of(nearest_facet(k), list_.sums[k], near_.vertices_of(near_[k])) : std::nullopt;
        };
        const auto corner = vertex_near(i);
        for (std::size_t k = 0; corner && k < near_.size(); ++k) {
            const bool is_in_front_of_edge = k != i && !near_.is_behind(near_[k], widen(corners_.center));
            if (is_in_front_of_edge && vertex_near(k) == corner && is_in_front(near_[k].front, nearest_facet(k).normal))
                return true;
        }
        return false;
    }
    /// Returns true if the shape may penetrate piece i by a few roundings, through another side than its front.
    [[nodiscard]] bool is_barely_behind(std::size_t i) const noexcept {
        const minkowski_sum& s = list_.sums[i];
        const auto edges = list_.edges_of(s);
        return s.radius > 0 && s.size() > 0 && filter_origin(s, edges, s.tolerance()) != verdict::no &&
               !is_in_front(near_[i].front, nearest_on(edges, {}).normal);
    }
    /// Returns true if the shape penetrates the front of piece i by at most the tolerance of touching: it was placed on
    /// the piece, and its own coordinates are rounded.
    [[nodiscard]] bool is_barely_in_front(std::size_t i) const noexcept {
        const minkowski_sum& s = list_.sums[i];
        const nearest_on_hull nearest = nearest_on(list_.edges_of(s), {});
        return is_in_front(near_[i].front, nearest.normal) &&
               (s.radius - nearest.distance) <= dot(abs(nearest.normal), tolerance()) * list_.scale;
    }
    [[nodiscard]] sum_entry entry_into(const minkowski_sum& s, const moving_origin& motion) const noexcept {
        return entry_of(list_, s, motion, corners_.is_thin());
    }
    /// Returns true if the shape penetrates piece i after a step, by more than rounding. Returns false if the
    /// sum is not built.
    [[nodiscard]] bool is_in_sum(std::size_t i, vec2<double> step) const noexcept {
        const minkowski_sum& s = list_.sums[i];
        if (!near_[i].is_built) return false;
        const list_view<const sum_edge> edges{list_.edges.data() + near_[i].first_edge,
                                              near_[i].last_edge - near_[i].first_edge};
        if (s.radius == 0 && edges.size() < 3) return false;
        if (s.radius > 0 || step != vec2<double>{})
            return nearest_on(edges, step).distance - s.radius < 0 - s.tolerance();
        return holds_origin(edges);
    }

    mover_among<T>& mover_;
    bool is_known_ = false, is_possible_here_ = false;
    T search_radius_ = 0;
    aabb<T> all_{};  // the box around the whole set
    // At the position of the moving shape:
    vec2<T> position_{}, resolution_{};
    aabb<T> box_{}, paths_{};  // the box of the shape; the box of all searched paths
    mover_vertices<T> corners_;
    bool has_corners_ = false, is_any_listed_ = false;
    facet_list touched_;  // if known
    bool is_touched_known_ = false;
    // The found pieces, and the sum of each with the moving shape:
    near_pieces<T> near_;
    sum_list list_;
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
