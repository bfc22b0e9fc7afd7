#pragma once
/// What is around a mover where it is: what it penetrates, what it touches, and what is in its way.

#include <hitbox/motion/place.hpp>

namespace hitbox::detail::inline HITBOX_ISA {

/// A facet of the outline of all, and a piece that it belongs to.
struct surface {
    half_plane plane{};
    std::size_t piece = 0;
};

/// How far a way is free, and what it is stopped by.
struct blocked_way {
    double fraction = 1;
    bool is_stopped = false;
    surface stop{};                      // that which is told where there are several
    std::vector<active_facet> facets{};  // all of them, until one looks around again
};

/// Is the origin in a sum, so that the mover penetrates the solid? Exact, but for a nearest point within a rounding of
/// an edge's end, which counts as on it: who is said to be free is.
[[nodiscard]] inline bool holds_origin(const minkowski_sum& s, std::span<const sum_edge> edges, double slack) noexcept {
    if (!(s.radius > 0))
        return edges.size() > 2 && std::ranges::all_of(edges, [](const sum_edge& e) { return gap_of(e) < 0; });
    const double distance = nearest_on(edges, {}).distance, gap = distance - s.radius;
    if (magnitude(gap) > slack || distance < 0) return gap < 0;
    return std::ranges::any_of(edges, [&](const sum_edge& e) {
        if (exact::compare_distance(e.solid, e.mover, s.radius_of_solid, s.radius_of_mover) < 0) return true;
        const double length = length_of(e.direction()), along = 0 - dot(e.direction(), e.start());
        const bool faces = length > 0 && dot(e.normal, e.start()) < 0;
        if (!faces || along < 0 - slack * length || along > e.reach + slack * length) return false;
        const auto from_line = [&](vec2<double> p, vec2<double> a, vec2<double> b) {
            return exact::compare_line_distance(p, a, b, s.radius_of_solid, s.radius_of_mover);
        };
        return (e.of_solid ? from_line(e.mover, e.to, e.from) : from_line(e.solid, e.from, e.to)) < 0;
    });
}

/// The cones of all that is within a tolerance of the origin, given on each axis.
[[nodiscard]] inline contact_cones cones_within(const sum_list& list, vec2<double> tolerance, bool thin) {
    contact_cones all;
    all.thin = thin;
    for (std::uint32_t i = 0; i < list.sums.size(); ++i) {
        const minkowski_sum& s = list.sums[i];
        const auto edges = list.edges_of(s);
        if (s.radius > 0) {
            add_touched_arc(all, edges, i, s.radius, {}, larger(tolerance.x, tolerance.y));
        } else if (edges.size() > 2) {
            add_touched_edges(all, edges, i, [&](const sum_edge& e) {
                const double out = exact::cross_value(e.from, e.to, e.mover, e.solid) / length_of(e.direction());
                return magnitude(out) <= dot(abs(e.normal), tolerance) ? 0 : sign_of_number(out);
            });
        }
    }
    return all;
}

/// Is the disc of an arc behind the line of another facet? Then who slides along that does not meet the arc: it is the
/// end of a floor that goes on.
[[nodiscard]] inline bool is_behind_line(const sum_list& list, const active_facet& arc, const active_facet& line,
                                         double tolerance) noexcept {
    const double reach = dot(line.normal, arc.edge->start()) + list.sums[arc.sum].radius;
    const double level = dot(line.normal, line.edge->start()) + list.sums[line.sum].radius;
    return reach <= level + tolerance;
}

/// The solids about one position, and as far as it goes from there.
template <convex S, solid_set O>
class surroundings {
    using T = scalar_t<S>;
    static constexpr T tolerance_steps = 4;  // to what is touched

public:
    surroundings(const S& shape, const O& obstacles)
        : shape_{shape}, obstacles_{&obstacles}, thin_{fits_into_slits(shape, obstacles)} {}

    /// Finds all within reach of a way from a position, unless it is known already.
    void look(vec2<T> position, vec2<double> way) {
        const vec2<T> offset = vec_cast<T>(way), zero{};
        if (is_known_ && position == position_ && contains(ways_, offset)) return;
        const auto mover = shape_at(shape_, position);
        const aabb<T> box = bounds(mover);
        const vec2<T> most = (max)(abs(box.min), abs(box.max)), length = abs(offset);
        resolution_ = step_after(most);
        // What is touched, and what the sums below may be off by.
        const T reach = (tolerance_steps + 2) * larger(resolution_.x, resolution_.y) +
                        2 * std::numeric_limits<T>::epsilon() * larger(length.x, length.y);
        const vec2<T> margin{reach, reach};
        ways_ = {(min)(offset, zero), (max)(offset, zero)};
        find_sums(mover, {box.min + ways_.min - margin, box.max + ways_.max + margin});
        position_ = position, is_known_ = true;
    }

    // Of where was looked last:

    /// How finely the shape can be placed there, on each axis.
    [[nodiscard]] vec2<double> resolution() const noexcept { return widen(resolution_); }
    /// How far what counts as touched may be, on each axis.
    [[nodiscard]] vec2<double> tolerance() const noexcept { return widen(resolution_ * tolerance_steps); }
    /// How far a surface may be to count as touched.
    [[nodiscard]] double tolerance_along(vec2<double> normal) const noexcept { return dot(abs(normal), tolerance()); }

    [[nodiscard]] bool is_free() const {
        if (thin_) return is_free_at(shape_, position_, obstacles_);
        return std::ranges::none_of(
            list_.sums, [this](const minkowski_sum& s) { return holds_origin(s, list_.edges_of(s), list_.slack()); });
    }
    [[nodiscard]] auto overlap() const { return collide(shape_at(shape_, position_), obstacles_); }

    /// What is touched: facets of the outline of all.
    [[nodiscard]] std::vector<active_facet> touched() const {
        const vec2<double> tol = tolerance() * list_.scale;
        std::vector<active_facet> facets = admitted_facets(cones_within(list_, tol, thin_));
        const std::vector<active_facet> all = facets;
        std::erase_if(facets, [&](const active_facet& f) {
            return f.is_arc && std::ranges::any_of(all, [&](const active_facet& g) {
                       return !g.is_arc && is_behind_line(list_, f, g, larger(tol.x, tol.y));
                   });
        });
        return facets;
    }
    [[nodiscard]] surface surface_of(const active_facet& f) const noexcept {
        return {{f.from, f.to, f.normal}, list_.sums[f.sum].solid};
    }
    /// Will a piece be touched after a step from here?
    [[nodiscard]] bool is_touched_after(vec2<double> step, std::size_t piece) const noexcept {
        return std::ranges::any_of(list_.sums, [&](const minkowski_sum& s) {
            if (s.solid != piece) return false;
            const nearest_on_hull nearest = nearest_on(list_.edges_of(s), step * list_.scale);
            return nearest.distance - s.radius <= tolerance_along(nearest.normal) * list_.scale;
        });
    }

    /// How far the way from here is free. Platforms that it enters from elsewhere than their front are passed from now
    /// on. @pre looked that far
    [[nodiscard]] blocked_way cast(vec2<double> way) {
        blocked_way result;
        const moving_origin motion{{}, way * list_.scale};
        for (;;) {
            const set_entry entry = first_entry(list_, motion, thin_);
            const active_facet* stop = entry.found ? stopping_facet(entry) : nullptr;
            result.fraction = stop ? entry.where.fraction : 1;
            if (pass_platforms({{}, motion.to * result.fraction})) continue;
            if (!stop) return result;
            result.is_stopped = true, result.stop = surface_of(*stop), result.facets = entry.admitted;
            return result;
        }
    }

    /// Platforms that the shape is in, or enters from elsewhere than their front, are passed. Was there one?
    bool pass_platforms(const moving_origin& motion) {
        const std::size_t before = obstacles_.passed.size();
        if constexpr (has_fronts<O>) {
            for (const minkowski_sum& s : list_.sums) {
                if (s.front == vec2<double>{}) continue;
                const auto edges = list_.edges_of(s);
                const sum_entry at = s.radius > 0 ? entry_of_rounded(edges, s.radius, motion, list_.slack())
                                                  : entry_of_polygon(edges, motion, thin_);
                const bool enters_elsewhere = at.enters && !(dot(s.front, at.normal) > 0);
                if (enters_elsewhere || is_inside(s, edges)) obstacles_.pass(s.solid);
            }
            std::erase_if(list_.sums, [this](const minkowski_sum& s) { return obstacles_.is_passed(s.solid); });
        }
        return obstacles_.passed.size() != before;
    }

private:
    template <class Mover>
    void find_sums(const Mover& mover, const aabb<T>& box) {
        list_.edges.clear(), list_.sums.clear();
        list_.largest = 0;
        if constexpr (!std::same_as<T, float>) {
            const aabb<T> all = bounds(obstacles_);
            const vec2<T> low = (min)(box.min, all.min), high = (max)(box.max, all.max),
                          most = (max)(abs(low), abs(high));
            list_.scale = scale_of_set(larger(most.x, most.y));
        }
        const hull_of<Mover> m{mover};
        const bool one_sided = obstacles_.is_one_sided();
        for_each_piece_near(obstacles_, box, [&](const auto& piece, std::size_t i) {
            if (one_sided && is_behind(piece, center(mover))) return true;
            const hull_of<std::remove_cvref_t<decltype(piece)>> s{piece};
            add_sum(list_, m.hull, s.hull, 0, i);
            list_.sums.back().front = front_of<T>(obstacles_, piece, i) * list_.scale;
            return true;
        });
    }

    [[nodiscard]] bool is_inside(const minkowski_sum& s, std::span<const sum_edge> edges) const noexcept {
        if (s.radius > 0) return nearest_on(edges, {}).distance - s.radius < 0 - list_.slack();
        return holds_origin(s, edges, 0);
    }

    const S& shape_;
    blocking_set<O> obstacles_;
    bool thin_ = false, is_known_ = false;
    vec2<T> position_{}, resolution_{};
    aabb<T> ways_{};  // that are known
    sum_list list_{};
};

}  // namespace hitbox::detail::inline HITBOX_ISA
