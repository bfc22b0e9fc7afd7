#pragma once
/// The nearby shapes of a moving shape: the solids that it penetrates, touches or may hit.

#include <hitbox/core/lists.hpp>
#include <hitbox/motion/one_way_pieces.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The solids near one position and near the path from there.
///
/// Usually, the set is searched once for a whole move. The Minkowski sum of a found solid and the moving shape is built
/// when a query comes near it; most sums are never built.
template <exact_real T>
class nearby_shapes : one_way_pieces<T> {
    using base = one_way_pieces<T>;
    /// A valid shape is valid at each position if all coordinates are below this.
    static constexpr double far_off = static_cast<double>((std::numeric_limits<T>::max)() / 8);

public:
    explicit nearby_shapes(mover_among<T>& mover) : base{mover} {
        if constexpr (!std::same_as<T, float>) all_ = mover.solids.all().bounds();
    }

    /// Sets the distance from the moving shape and its path within which one move may search. @pre there was no search
    /// before
    void expect_search_radius(T margin_length) noexcept { search_radius_ = margin_length; }
    /// Finds all solids near a path from a position, unless an earlier search has found them.
    void find_near(vec2<T> position, vec2<double> path) {
        const vec2<T> offset = vec_cast<T>(path), zero{};
        const bool is_here = is_known_ && position == position_;
        if (is_here && contains_pair(paths_, offset)) return;
        if (!is_here) go_to(position);
        const vec2<T> length = abs(offset);
        // Covers the tolerance of touching and the rounding of the sums below.
        const T margin_length = (base::tolerance_steps + 2) * larger(resolution_.x, resolution_.y) +
                                2 * std::numeric_limits<T>::epsilon() * larger(length.x, length.y);
        const vec2<T> margin{margin_length, margin_length};
        paths_ = {(min)(offset, zero), (max)(offset, zero)};
        list_pieces(within_range<T>({box_.min + paths_.min - margin, box_.max + paths_.max + margin}));
    }

    // The following functions refer to the position of the last search.

    /// Returns true if the moving shape is finite and valid there.
    [[nodiscard]] bool is_possible() const noexcept { return is_possible_here_; }
    /// Returns true if no solid is near the path of the last search. The shape meets and touches nothing there.
    [[nodiscard]] bool is_alone() const noexcept { return is_possible_here_ && !is_any_listed_; }
    /// Returns true if the shape is also alone at the end of that path, so that a search there is not needed. The
    /// searched box is larger than the path by 16 steps of the largest coordinate; the tolerance of touching and the
    /// roundings at the end are less than 10 of them.
    [[nodiscard]] bool is_alone_at_end(vec2<T> end) const noexcept {
        return is_alone() && near_.size() == 0 && is_within(near_.searched(), end, far_off / 4);
    }
    /// Returns the resolution of positions there, on each axis.
    [[nodiscard]] vec2<T> step() const noexcept { return resolution_; }
    /// Returns the width and the height of the moving shape.
    [[nodiscard]] vec2<double> size() const noexcept { return widen(box_.max) - widen(box_.min); }
    /// Returns an error bound for casts at the listed solids.
    [[nodiscard]] double cast_error() const noexcept { return list_.tolerance() / list_.scale; }
    using base::tolerance;
    /// Returns the distance within which a surface with this normal counts as touched.
    [[nodiscard]] double tolerance_along(vec2<double> normal) const noexcept { return dot(abs(normal), tolerance()); }

    /// Returns true if the body should move to a surface by this step. It should not if the surface is within half of
    /// the tolerance, so that a standing body does not creep. The other half is for the rounding of a motion along the
    /// surface.
    [[nodiscard]] bool is_approached(vec2<double> normal, vec2<double> step) const noexcept {
        return 0 - dot(normal, step) > 0.5 * tolerance_along(normal);
    }

    /// Returns true if the body should move to the facet that stops a cast. It should not if it already touches the
    /// solid of this facet within half of the tolerance. At the end of a facet, the nearest point of the solid is a
    /// vertex, and the tolerance along the direction to it may be far smaller than that along the normal of the facet.
    [[nodiscard]] bool is_approached(const blocked_motion& hit) const noexcept {
        return is_approached(hit.stop.normal, hit.step) ||
               !is_sum_touched(list_, hit.stop.sum, {}, tolerance() * list_.scale);
    }

    /// Returns true if the shape penetrates nothing. Returns false if the placed shape is not finite.
    [[nodiscard]] bool is_free() {
        if (!is_possible_here_) return false;
        if (!is_any_listed_) return true;
        if (corners().is_thin()) return mover_.is_free_at(position_);
        build_sums_along({});
        bool is_certain = true;
        for (const minkowski_sum& s : list_.sums) {
            const verdict in_sum = filter_origin(s, list_.edges_of(s), s.tolerance());
            if (in_sum == verdict::yes) return false;
            is_certain = is_certain && in_sum == verdict::no;
        }
        return is_certain || mover_.is_free_at(position_);
    }
    /// Returns true if the shape penetrates a solid so deeply that it also does so at all positions that are at most
    /// three steps away on each axis. The vertices there are rounded by at most another step.
    [[nodiscard]] bool is_deep_inside() {
        if (!is_possible_here_ || !is_any_listed_ || corners().is_thin()) return false;
        build_sums_along({});
        const double slight = 8 * largest_of(widen(resolution_)) * list_.scale + list_.tolerance();
        return detail::any_of(list_.sums, [&](const minkowski_sum& s) {
            return s.size() > 0 && s.radius - nearest_on(list_.edges_of(s), {}).distance > slight;
        });
    }
    /// Returns the minimum translation out of all solids; no value if nothing is penetrated.
    [[nodiscard]] std::optional<solid_overlap<T>> overlap(const translation_test* accepts = nullptr) const {
        return is_possible_here_ ? mover_.overlap_at(position_, accepts) : std::nullopt;
    }

    /// Returns the sum of the shortest translations out of the solids that the shape penetrates by at most a depth.
    [[nodiscard]] vec2<double> out_of_each(double max_depth) {
        build_sums_along({});
        vec2<double> sum{};
        for (const minkowski_sum& s : list_.sums) {
            if (s.size() == 0) continue;
            const nearest_on_hull nearest = nearest_on(list_.edges_of(s), {});
            const double depth = (s.radius - nearest.distance) / list_.scale;
            if (depth > 0 && depth <= max_depth && is_in_front(s.front, nearest.normal))
                sum = sum + nearest.normal * depth;
        }
        return sum;
    }

    /// Returns the sum of the normals of the solids that the shape touches within a distance, or penetrates by at most
    /// as much. In a notch between two solids, it leads out of both.
    [[nodiscard]] vec2<double> out_of_touched(double distance) {
        build_sums_along({});
        vec2<double> sum{};
        for (const minkowski_sum& s : list_.sums) {
            if (s.size() == 0) continue;
            const nearest_on_hull nearest = nearest_on(list_.edges_of(s), {});
            const double gap = (nearest.distance - s.radius) / list_.scale;
            if (magnitude(gap) <= distance && is_in_front(s.front, nearest.normal)) sum = sum + nearest.normal;
        }
        return sum;
    }

    /// Returns the touched facets of the common outline. They remain valid until the next call of a function that is
    /// not const.
    [[nodiscard]] const facet_list& touched() {
        build_sums_along({});
        if (near_.has_fronts()) build_passed();
        if (!is_touched_known_) touched_ = is_any_listed_ ? find_touched() : facet_list{}, is_touched_known_ = true;
        return touched_;
    }
    [[nodiscard]] facet_list find_touched() const {
        const vec2<double> tol = tolerance() * list_.scale;
        blocked_directions blocked = blocked_directions_within(list_, tol, corners_.is_thin());
        erase_ends_of_floors(list_, blocked, tol);
        facet_list facets = holding_facets(blocked);
        erase_joints(facets, {});
        return facets;
    }
    [[nodiscard]] surface surface_of(const active_facet& f) const noexcept {
        return {{f.from, f.to, f.normal}, list_.sums[f.sum].solid, false};
    }
    /// Returns true if a touched surface ends here, within the tolerance of touching.
    [[nodiscard]] bool ends_here(const surface& s) {
        return build_sums_along({}), is_end_touched(list_, s, tolerance() * list_.scale);
    }
    /// Returns the corner of the common outline at the vertex to which a facet belongs.
    [[nodiscard]] solid_corner corner_of(const active_facet& f) const noexcept {
        const auto vertex = vertex_of(f, list_.sums[f.sum], near_.vertices_of(near_[f.sum]));
        if (!vertex) return {};
        const vec2<double> tol = tolerance();
        outline_corner corner{*vertex, f.normal, tol};
        for (std::size_t i = 0; i < near_.size(); ++i) {
            const near_piece<T>& p = near_[i];
            const vec2<double> below = widen(p.box.min) - *vertex, above = *vertex - widen(p.box.max);
            const bool is_near = below.x <= tol.x && below.y <= tol.y && above.x <= tol.x && above.y <= tol.y;
            if (p.is_listed && is_near) corner.add(near_.vertices_of(p), p.radius);
        }
        return corner.corner();
    }
    /// Returns the coordinate along `up` of the line of a floor, below or above the higher end of another facet; at
    /// most that of the floor's higher end. Returns minus infinity if one of them is an arc or an edge of the moving
    /// shape.
    [[nodiscard]] double level_at(const active_facet& floor, const active_facet& f, vec2<double> up) const noexcept {
        if (!is_of_solid(f)) return no_level;
        return level_at(floor, (dot(up, f.from) > dot(up, f.to) ? f.from : f.to) * (1 / list_.scale), up);
    }
    /// Returns this coordinate below or above a point.
    [[nodiscard]] double level_at(const active_facet& floor, vec2<double> point, vec2<double> up) const noexcept {
        if (!is_of_solid(floor)) return no_level;
        const double back = 1 / list_.scale;
        const vec2<double> offset = floor.normal * near_[floor.sum].radius, a = floor.from * back + offset,
                           b = floor.to * back + offset;
        const vec2<double> from_a = point - a, from_b = point - b;  // the shorter one gives the smaller rounding error
        const vec2<double> off = dot(from_a, from_a) < dot(from_b, from_b) ? from_a : from_b;
        const double level = dot(up, point) - dot(floor.normal, off) / dot(floor.normal, up);
        return smaller(level, larger(dot(up, a), dot(up, b)));
    }
    /// Returns the largest coordinate of the moving shape along a direction.
    [[nodiscard]] double extent_along(vec2<double> direction) { return corners().extent_along(direction); }
    /// Returns true if a piece is touched after a step from here. @pre a cast included this step
    [[nodiscard]] bool is_touched_after(vec2<double> step, std::size_t piece) const noexcept {
        const vec2<double> by = step * list_.scale, tol = tolerance() * list_.scale;
        for (std::uint32_t i = 0; i < list_.sums.size(); ++i)
            if (list_.sums[i].solid == piece && is_sum_touched(list_, i, by, tol)) return true;
        return false;
    }

    /// Returns the free part of a motion from here and the facets that stop it. One-sided pieces that are entered
    /// through another side than their front are passed from then on. @pre the search included the path
    [[nodiscard]] blocked_motion cast(vec2<double> path) {
        blocked_motion result;
        if (!is_any_listed_) return result;
        build_sums_along(path);
        if (near_.has_fronts()) build_passed();
        const moving_origin motion{{}, path * list_.scale};
        for (;;) {
            set_entry entry = first_entry(list_, motion, corners_.is_thin());
            const active_facet* stop = entry.found ? stop_in_touch(entry) : nullptr;
            result.fraction = stop ? entry.where.fraction : 1;
            if (near_.has_fronts() && pass_entered(motion, result.fraction)) continue;
            if (!stop) return result;
            result.is_stopped = true, result.stop = *stop, result.step = path * result.fraction;
            measure_stop(result, list_, motion);
            result.facets = std::move(entry.boundary);
            erase_joints(result.facets, motion.to * result.fraction);
            return result;
        }
    }

    /// Passes one-sided pieces that are penetrated at the start, except those on which the shape was placed. An edge of
    /// a one-sided chain is passed only if the centre of the shape is behind it, and if the shape does not touch a
    /// convex corner of the chain from outside.
    void pass_penetrated() {
        if (!near_.has_fronts()) return;
        build_sums_along({});
        for (std::size_t i = 0; i < near_.size(); ++i) {
            const bool is_passed_inside = !near_[i].is_edge || near_.is_behind(near_[i], widen(corners().center));
            if (!near_[i].is_one_way() || !is_passed_inside || is_before_corner(i)) continue;
            if (is_in_sum(i, {}) ? !is_barely_in_front(i) : is_barely_behind(i)) pass(i);
        }
    }

    [[nodiscard]] std::size_t passed_count() const noexcept { return mover_.solids.passed().size(); }
    /// Makes the passed pieces after the first `count` obstacles again.
    void restore_passed(std::size_t count) {
        if (mover_.solids.passed().size() != count) mover_.solids.restore_passed(count), is_known_ = false;
    }

private:
    using base::is_in_sum, base::is_before_corner, base::is_barely_behind, base::is_barely_in_front;
    using base::mover_, base::is_known_, base::is_possible_here_, base::search_radius_, base::all_;
    using base::near_, base::list_, base::is_any_listed_, base::touched_, base::is_touched_known_;
    using base::pass, base::pass_entered, base::erase_joints;
    using base::position_, base::resolution_, base::box_, base::paths_, base::corners_, base::has_corners_;

    static constexpr double no_level = -std::numeric_limits<double>::infinity();
    [[nodiscard]] static bool is_of_solid(const active_facet& f) noexcept {
        return !f.is_arc && f.edge && f.edge->of_solid;
    }
    /// Returns the facet that stops a motion. Facets that are close to each other may be met together. A facet that the
    /// shape would still approach from the position where it stops is ignored; the rest of the motion meets it again.
    [[nodiscard]] const active_facet* stop_in_touch(set_entry& entry) const {
        const active_facet* first = facet_of_entry(entry);
        if (!first) return first;
        const vec2<double> motion = entry.where.motion.translation(), path = motion * entry.where.fraction,
                           tol = tolerance() * (0.5 * list_.scale);
        // Facets within the error of the cast count as met. If they are nearly parallel to the facet that is entered,
        // they may hide it, although the shape would penetrate it on its way to them, or on its way along them.
        const vec2<double> n = first->normal, n_entered = entry.entered.normal;
        const auto is_met_at = [&](const active_facet& f, vec2<double> at) {
            return is_facet_touched(list_, f, at, tol);
        };
        const bool is_along = dot(n, motion) >= -0x1p-50 * largest_of(motion),
                   is_other = first->sum != entry.entered.sum || n != n_entered;
        if (is_other && entry.entered.edge && length_of(n - n_entered) < 0x1p-20 &&
            (is_along || !is_met_at(*first, path))) {
            entry.boundary.erase_if(
                [&](const active_facet& f) { return f.normal == n_entered || !is_met_at(f, path); });
            return entry.boundary.push_back(entry.entered), &entry.boundary.view().back();
        }
        if (entry.boundary.size() < 2) return first;
        const vec2<double> step = is_approached(n, path * (1 / list_.scale)) ? path : vec2<double>{};
        const facet_list all = entry.boundary;
        // The first facet usually decides where the shape stops, within the error of the cast. But a flat path may be
        // stopped by a floor a little before it meets an arc, whose plane would lead the shape up.
        const vec2<double> error{4 * list_.tolerance(), 4 * list_.tolerance()};
        const bool is_met = is_facet_touched(list_, *first, step, tol + error);
        entry.boundary.erase_if(
            [&](const active_facet& f) { return !(is_met && f.normal == n) && !is_met_at(f, step); });
        if (const active_facet* stop = stopping_facet(entry)) return stop;
        entry.boundary = all;
        return facet_of_entry(entry);
    }
    [[nodiscard]] static bool is_within(const aabb<T>& box, vec2<T> p, double limit) noexcept {
        return larger(largest_of(widen(p)), larger(largest_of(widen(box.min)), largest_of(widen(box.max)))) < limit;
    }
    /// Sets the position and forgets all sums.
    void go_to(vec2<T> position) {
        position_ = position, is_known_ = true, has_corners_ = false;
        box_ = mover_.shape.box_at(position);
        is_possible_here_ = is_possible_at(position);
        resolution_ = step_after((max)(abs(box_.min), abs(box_.max)));
        forget_sums();
    }
    /// Returns true if the moving shape is finite and valid at a position. @pre its box is known
    [[nodiscard]] bool is_possible_at(vec2<T> position) const {
        if (is_within(box_, position, far_off / 4) || is_within(mover_.shape.box_at({}), position, far_off))
            return true;
        bool is_valid = false;
        mover_.shape.visit_at(position, [&](const set_piece<T>&) { is_valid = true; });
        return is_finite(box_.min) && is_finite(box_.max) && is_valid;
    }
    /// Returns the vertices of the moving shape, which are gathered only if a solid is near.
    [[nodiscard]] const mover_vertices<T>& corners() {
        if (!has_corners_) mover_.shape.take_vertices(corners_, position_), has_corners_ = true;
        return corners_;
    }
    void forget_sums() noexcept {
        list_.edges.clear();
        for (near_piece<T>& p : near_) p.is_built = false;
        for (minkowski_sum& s : list_.sums) s.first = s.last = 0;
    }

    /// Marks the pieces that meet a box as listed. Searches the set if the last search did not include the box.
    void list_pieces(const aabb<T>& box) {
        is_any_listed_ = is_touched_known_ = false;
        if (!is_possible_here_) return;
        if (!near_.knows(box)) find(box);
        if constexpr (!std::same_as<T, float>) {
            const vec2<T> low = (min)(box.min, all_.min), high = (max)(box.max, all_.max),
                          max_abs = (max)(abs(low), abs(high));
            const double scale = scale_of_set(larger(max_abs.x, max_abs.y));
            if (scale != list_.scale) list_.scale = scale, forget_sums();
        }
        list_.max_abs_coordinate = 0;
        for (std::size_t i = 0; i < near_.size(); ++i) {
            near_piece<T>& p = near_[i];
            minkowski_sum& s = list_.sums[i];
            s.last = s.first;
            p.is_listed = intersects_pair(p.box, box) && !mover_.solids.is_passed(p.index);
            if (!p.is_listed) continue;
            is_any_listed_ = true;
            const mover_vertices<T>& mover = corners();
            s.front = p.front * list_.scale;
            s.max_abs_coordinate = larger(p.max_abs_coordinate, mover.max_abs_coordinate) * list_.scale +
                                   (mover.radius * list_.scale + p.radius * list_.scale);
            list_.max_abs_coordinate = larger(list_.max_abs_coordinate, s.max_abs_coordinate);
        }
    }
    /// Gathers the pieces near a box, within the search radius of the move.
    void find(const aabb<T>& box) {
        const vec2<T> max_abs = (max)(abs(box.min), abs(box.max));
        const T margin_length = search_radius_ + 16 * step_after(larger(max_abs.x, max_abs.y));
        const vec2<T> margin{margin_length, margin_length};
        near_.find(solid_view<T>{mover_.solids}, within_range<T>({box.min - margin, box.max + margin}));
        list_.sums.clear(), list_.edges.clear();
        for (const near_piece<T>& p : near_) {
            minkowski_sum sum;
            sum.solid = p.index;
            list_.sums.push_back(sum);
        }
    }

    /// Builds the sums of listed pieces that may be met on a path. Farther pieces have no influence on any answer,
    /// because the margin exceeds all roundings and the tolerance of touching.
    void build_sums_along(vec2<double> path) {
        if (!is_any_listed_) return;
        const vec2<T> offset = vec_cast<T>(path), zero{}, length = (max)(abs(box_.min), abs(box_.max)) + abs(offset);
        const T margin = T(0x1p-18) * larger(length.x, length.y);
        const vec2<T> all_round{margin, margin};
        const aabb<T> box{box_.min + (min)(offset, zero) - all_round, box_.max + (max)(offset, zero) + all_round};
        for (std::size_t i = 0; i < near_.size(); ++i) {
            const near_piece<T>& p = near_[i];
            minkowski_sum& s = list_.sums[i];
            if (!p.is_listed || s.size() > 0 || !intersects_pair(p.box, box)) continue;
            build_sum(i);
            s.first = p.first_edge, s.last = p.last_edge;
        }
    }
    void build_sum(std::size_t i) {
        near_piece<T>& p = near_[i];
        if (p.is_built) return;
        is_touched_known_ = false;
        minkowski_sum& s = list_.sums[i];
        const mover_vertices<T>& mover = corners();
        add_sum_edges(list_.edges, s, {mover.corners.view(), mover.radius}, {near_.vertices_of(p), p.radius},
                      list_.scale);
        p.is_built = true, p.first_edge = s.first, p.last_edge = s.last;
        s.last = s.first;
    }

    /// Builds the sums of passed pieces near the moving shape. They are not obstacles, but they hide joints.
    void build_passed() {
        for (std::size_t i = 0; i < near_.size(); ++i)
            if (near_[i].is_one_way() && mover_.solids.is_passed(near_[i].index)) build_sum(i);
    }
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
