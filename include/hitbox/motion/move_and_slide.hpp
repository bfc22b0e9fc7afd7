#pragma once
/// A shape that goes as far as it can, along what is in its way: players, monsters, cameras.

#include <hitbox/motion/place.hpp>

namespace hitbox {

/// How a character walks. By default there is no up, and so no floor: every surface is a wall.
template <scalar T>
struct slide_options {
    vec2<T> up{};  // unit; {0, 1}, or {0, -1} where y grows downwards
    /// The least dot(normal, up) of what can be stood on: the cosine of the steepest slope, here 45 degrees.
    T floor_up = T(0.70710678118654752);
    T step_height = 0;    // how high a step may be that is walked up; needs `up`
    T snap_distance = 0;  // how far below the floor may be for who walked off a bend to stay on it; needs `up`
};

/// What a mover touches where it ended.
template <scalar T>
struct slide_contact {
    vec2<T> normal{};       // unit, out of the obstacle
    std::size_t piece = 0;  // of the obstacles: the index in their range, or what the set calls it
    bool is_floor = false;
};

/// Surfaces that are touched at once: of one outline seldom more than two.
template <scalar T>
struct slide_contacts {
    slide_contact<T> list[8]{};
    std::size_t count = 0;

    [[nodiscard]] std::size_t size() const noexcept { return count; }
    [[nodiscard]] bool empty() const noexcept { return count == 0; }
    [[nodiscard]] const slide_contact<T>& operator[](std::size_t i) const noexcept { return list[i]; }
    [[nodiscard]] const slide_contact<T>* begin() const noexcept { return list; }
    [[nodiscard]] const slide_contact<T>* end() const noexcept { return list + count; }
};

template <scalar T>
struct slide_result {
    vec2<T> position{};
    vec2<T> velocity{};  // what is left of the motion asked for: per step, so divide by its time
    slide_contacts<T> contacts{};
    bool on_floor = false;
    bool started_free = true;  // else it was moved out first, if there was a place
    bool is_free = true;       // of all that blocks
    int rounds = 0;            // casts that were needed
};

}  // namespace hitbox

namespace hitbox::detail::inline HITBOX_ISA {

/// A surface that was met and is still touched.
struct held_surface {
    half_plane plane{};
    std::size_t piece = 0;
    bool is_floor = false;
};

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

template <convex S, solid_set O>
class slide_motion {
    using T = scalar_t<S>;
    static constexpr int most_rounds = 8, most_lifts = 64;
    static constexpr T tolerance_steps = 4;

public:
    slide_motion(const S& shape, vec2<T> position, vec2<double> wish, const O& obstacles,
                 const slide_options<T>& options)
        : shape_{shape}, options_{options}, obstacles_{&obstacles}, position_{position}, rest_{wish}, velocity_{wish} {
        thin_ = fits_into_slits(shape, obstacles_);
    }

    [[nodiscard]] slide_result<T> run() {
        slide_result<T> result;
        start(result);
        const vec2<double> wish = rest_;
        const bool was_on_floor = has_up() && is_on_floor();
        for (; result.rounds < most_rounds && rest_ != vec2<double>{}; ++result.rounds) advance();
        if (was_on_floor && options_.snap_distance > T(0) && dot(wish, up()) <= 0) snap();
        finish(result);
        return result;
    }

private:
    /// The solids about a way, and where it is first blocked.
    struct cast {
        sum_list list;
        moving_origin motion{};
        set_entry entry{};
        const active_facet* stop = nullptr;
        double fraction = 1;

        [[nodiscard]] const minkowski_sum& stopping_sum() const noexcept { return list.sums[stop->sum]; }
    };

    [[nodiscard]] bool has_up() const noexcept { return options_.up != vec2<T>{}; }
    [[nodiscard]] vec2<double> up() const noexcept { return widen(options_.up); }
    [[nodiscard]] bool is_floor(vec2<double> normal) const noexcept {
        return has_up() && dot(normal, up()) >= static_cast<double>(options_.floor_up) - 0x1p-20;
    }
    [[nodiscard]] vec2<T> tolerance() const noexcept {
        return resolution_of(shape_at(shape_, position_)) * tolerance_steps;
    }
    [[nodiscard]] bool is_free(vec2<T> p) const { return is_free_at(shape_, p, obstacles_); }
    [[nodiscard]] vec2<T> placed_at(vec2<double> target, vec2<T> otherwise) const {
        return place(shape_, target, otherwise, [this](vec2<T> p) { return is_free(p); });
    }

    /// What is penetrated at the start: of platforms nothing is said, they are passed; of solids, the way out is taken.
    void start(slide_result<T>& result) {
        pass_platforms(sums_about({}), {});
        if (is_free(position_)) return;
        result.started_free = false;
        const auto hit = collide(shape_at(shape_, position_), obstacles_);
        if (hit)
            position_ = placed_at(widen(position_) - widen(hit->normal) * static_cast<double>(hit->depth), position_);
        result.is_free = is_free(position_);
        if (!result.is_free) rest_ = velocity_ = {};
    }

    [[nodiscard]] sum_list sums_about(vec2<double> way) const {
        const vec2<T> tol = tolerance(), rounded = vec_cast<T>(way);
        const T reach = larger(tol.x, tol.y) + step_after(larger(abs(rounded).x, abs(rounded).y));
        return sums_of(shape_at(shape_, position_), obstacles_, reach, rounded);
    }

    /// Platforms that the way enters from elsewhere than their front, or that it starts in, are passed.
    void pass_platforms(const sum_list& list, const moving_origin& motion) {
        if constexpr (has_fronts<O>) {
            for (const minkowski_sum& s : list.sums) {
                if (s.front == vec2<double>{}) continue;
                const auto edges = list.edges_of(s);
                const auto slack = list.slack();
                bool starts_inside = true;
                if (s.radius > 0) starts_inside = nearest_on(edges, {}).distance - s.radius < 0 - slack;
                else
                    for (const sum_edge& e : edges) starts_inside = starts_inside && gap_of(e) < 0;
                const sum_entry at = s.radius > 0 ? entry_of_rounded(edges, s.radius, motion, slack)
                                                  : entry_of_polygon(edges, motion, thin_);
                if (starts_inside || (at.enters && !(dot(s.front, at.normal) > 0))) obstacles_.pass(s.solid);
            }
        }
    }

    [[nodiscard]] cast cast_by(vec2<double> way) {
        cast c{sums_about(way)};
        c.motion = {{}, way * c.list.scale};
        for (;;) {
            c.entry = first_entry(c.list, c.motion, thin_);
            c.stop = c.entry.found ? stopping_facet(c.entry) : nullptr;
            c.fraction = c.stop ? c.entry.where.fraction : 1;
            const std::size_t passed_before = obstacles_.passed.size();
            pass_platforms(c.list, {{}, c.motion.to * c.fraction});
            if (obstacles_.passed.size() == passed_before) return c;
            std::erase_if(c.list.sums, [&](const minkowski_sum& s) { return obstacles_.is_passed(s.solid); });
        }
    }

    /// As far as the way is free, then along what is in the way.
    void advance() {
        const cast c = cast_by(rest_);
        // What is touched already is not approached any more: so who stands does not creep.
        const bool touches =
            c.stop && 0 - dot(c.stop->normal, rest_) * c.fraction <= dot(abs(c.stop->normal), widen(tolerance()));
        const double share = touches ? 0 : c.fraction;
        const vec2<double> step = rest_ * share;
        position_ = placed_at(widen(position_) + step, position_);
        rest_ = c.stop ? rest_ * (1 - share) : vec2<double>{};
        if (!c.stop) return;
        keep_what_is_touched(c, step);
        if (!is_floor(c.stop->normal) && (lift(c) || climb())) return;
        hold(c);
        std::vector<half_plane> planes, floors;
        for (const held_surface& h : held_) {
            planes.push_back(h.plane);
            if (h.is_floor) floors.push_back(h.plane);
        }
        rest_ = along(rest_, planes, floors), velocity_ = along(velocity_, planes, floors);
    }

    void keep_what_is_touched(const cast& c, vec2<double> step) {
        const vec2<double> tol = widen(tolerance()) * c.list.scale;
        const auto is_touched = [&](const minkowski_sum& s) {
            const nearest_on_hull nearest = nearest_on(c.list.edges_of(s), step * c.list.scale);
            return nearest.distance - s.radius <= dot(abs(nearest.normal), tol);
        };
        std::erase_if(held_, [&](const held_surface& h) {
            return std::ranges::none_of(c.list.sums,
                                        [&](const minkowski_sum& s) { return s.solid == h.piece && is_touched(s); });
        });
    }
    void hold(const cast& c) {
        for (const active_facet& f : chosen(c.entry.admitted, rest_))
            held_.push_back({{f.from, f.to, f.normal}, c.list.sums[f.sum].solid, is_floor(f.normal)});
    }

    /// Of two facets that meet in a corner that sticks out, only one is in the way: a floor, or that which leaves more
    /// of the motion.
    [[nodiscard]] std::vector<active_facet> chosen(const std::vector<active_facet>& facets, vec2<double> motion) const {
        std::vector<active_facet> kept;
        for (const active_facet& f : facets) {
            bool is_in_the_way = true;
            for (const active_facet& g : facets) {
                if (&f == &g || !sticks_out(f, g)) continue;
                const bool floor_f = is_floor(f.normal), floor_g = is_floor(g.normal);
                const double speed_f = dot(f.normal, motion), speed_g = dot(g.normal, motion);
                if (floor_f != floor_g) is_in_the_way = is_in_the_way && floor_f;
                else if (speed_f != speed_g) is_in_the_way = is_in_the_way && speed_f > speed_g;
                else is_in_the_way = is_in_the_way && &f < &g;
            }
            if (is_in_the_way) kept.push_back(f);
        }
        return kept;
    }

    /// What stands on floors keeps its speed across `up`, and rises as they do: so it does not slide down a slope.
    [[nodiscard]] vec2<double> along(vec2<double> v, std::span<const half_plane> planes,
                                     std::span<const half_plane> floors) const {
        if (!all_hold(floors, v)) {
            double rise = 0;
            for (const half_plane& f : floors) rise = larger(rise, 0 - dot(f.normal, v) / dot(f.normal, up()));
            const double step = step_after(larger(rise, larger(magnitude(v.x), magnitude(v.y))));
            const double fall = 0 - dot(up(), v);
            if (magnitude(rise - fall) <= 4 * step) rise = fall;  // a floor under what does not walk
            for (int i = 0; i < 8; ++i, rise += step) {
                const vec2<double> standing = v + up() * rise;
                if (all_hold(planes, standing)) return standing;
            }
        }
        return slide_within(v, planes);
    }

    /// Over a step of a few roundings, as between tiles whose corners are not numbers.
    [[nodiscard]] bool lift(const cast& blocked) {
        if (lifts_ >= most_lifts) return false;
        const std::size_t piece = blocked.stopping_sum().solid;
        vec2<double> direction = up();
        for (const held_surface& h : held_)
            if (dot(h.plane.normal, blocked.stop->normal) < 0.5) direction = h.plane.normal;
        if (direction == vec2<double>{}) return false;
        const vec2<double> step = widen(resolution_of(shape_at(shape_, position_)));
        const vec2<T> before = position_;
        for (const double n : {1.0, 2.0, 4.0}) {
            position_ = vec_cast<T>(widen(before) + vec2<double>{direction.x * step.x, direction.y * step.y} * n);
            if (position_ == before || !is_free(position_)) continue;
            const cast next = cast_by(rest_);
            if (next.stop && next.fraction <= 0 && next.stopping_sum().solid == piece) continue;
            if (next.stop && length_of(rest_) * next.fraction <= 4 * larger(step.x, step.y)) continue;
            ++lifts_;
            return true;
        }
        position_ = before;
        return false;
    }

    /// Up, forward and down again, if that ends on a floor (id Software's Quake, SV_WalkMove).
    [[nodiscard]] bool climb() {
        if (!has_up() || !(options_.step_height > T(0)) || !is_on_floor()) return false;
        const vec2<T> before = position_;
        const vec2<double> rise = up() * static_cast<double>(options_.step_height);
        const vec2<double> forward = rest_ - up() * dot(up(), rest_);
        const vec2<double> tol = widen(tolerance());
        position_ = placed_at(widen(before) + rise * cast_by(rise).fraction, before);
        const double risen = dot(up(), widen(position_) - widen(before));
        const vec2<T> raised = position_;
        const double share = cast_by(forward).fraction;
        position_ = placed_at(widen(position_) + forward * share, position_);
        const vec2<double> down = up() * (0 - risen);
        const cast landing = cast_by(down);
        const bool progressed = dot(abs(widen(position_) - widen(raised)), vec2<double>{1, 1}) > tol.x + tol.y;
        if (progressed && landing.stop && is_floor(landing.stop->normal)) {
            position_ = placed_at(widen(position_) + down * landing.fraction, position_);
            rest_ = rest_ * (1 - share);
            return true;
        }
        position_ = before;
        return false;
    }

    void snap() {
        if (is_on_floor()) return;
        const vec2<double> down = up() * (0 - static_cast<double>(options_.snap_distance));
        const cast c = cast_by(down);
        if (c.stop && is_floor(c.stop->normal)) position_ = placed_at(widen(position_) + down * c.fraction, position_);
    }

    /// What is touched, to a few roundings: facets of the outline of all.
    [[nodiscard]] std::vector<held_surface> touched() const {
        const sum_list list = sums_about({});
        std::vector<held_surface> result;
        const vec2<double> tol = widen(tolerance()) * list.scale;
        const std::vector<active_facet> facets = admitted_facets(cones_within(list, tol, thin_));
        for (const active_facet& f : chosen(facets, velocity_)) {
            const bool is_implied = f.is_arc && std::ranges::any_of(facets, [&](const active_facet& g) {
                                        return !g.is_arc && is_behind_line(list, f, g, larger(tol.x, tol.y));
                                    });
            if (!is_implied) result.push_back({{f.from, f.to, f.normal}, list.sums[f.sum].solid, is_floor(f.normal)});
        }
        return result;
    }
    [[nodiscard]] bool is_on_floor() const {
        return std::ranges::any_of(touched(), [](const held_surface& h) { return h.is_floor; });
    }

    void finish(slide_result<T>& result) {
        result.position = position_;
        std::vector<half_plane> planes, floors;
        for (const held_surface& h : touched()) {
            if (result.contacts.count == std::size(result.contacts.list)) break;
            const vec2<T> n = vec_cast<T>(h.plane.normal) + vec2<T>{};
            result.contacts.list[result.contacts.count++] = {n, h.piece, h.is_floor};
            result.on_floor = result.on_floor || h.is_floor;
            planes.push_back(half_plane_of(n));
            if (h.is_floor) floors.push_back(planes.back());
        }
        const vec2<double> left = along(velocity_, planes, floors);
        const vec2<T> rounded = nearest_rounding<T>(
            left, step_after(vec_cast<T>(left)), [&](vec2<T> v) { return all_hold<T>(planes, v); },
            slide_within(vec_cast<T>(left), std::span<const half_plane>{planes}));
        result.velocity = rounded;
    }

    const S& shape_;
    const slide_options<T>& options_;
    blocking_set<O> obstacles_;
    vec2<T> position_;
    vec2<double> rest_, velocity_;
    std::vector<held_surface> held_;
    bool thin_ = false;
    int lifts_ = 0;
};

}  // namespace hitbox::detail::inline HITBOX_ISA

namespace hitbox::inline HITBOX_ISA {

/// Moves a shape, given about the origin, from a position by a motion, past obstacles: it stops at the first that
/// blocks it, goes on along that with what is left, and so on, at most eight times. `obstacles` is any set of solids: a
/// range of shapes, a compound, a chain, or both with platforms (`with_platforms`).
///
/// Promises: from a free start the position that is returned never penetrates an obstacle (`penetrates` of at(shape,
/// position) is false); nothing is tunnelled at any speed; the velocity goes into no contact that is reported; seams
/// between obstacles are not felt, nor steps of a few roundings. The result depends on the arguments alone. Contacts
/// are what the shape touches where it ended, to four roundings of its coordinates.
///
/// With options.up, what can be stood on keeps its speed across `up`, so it walks up and down slopes evenly and does
/// not slide down where it stands; see slide_options. A start that penetrates is moved out by the way out of the whole
/// first; where that is not free, it stays and `velocity` is 0. An invalid shape, position or motion: the position, no
/// velocity.
/// @pre valid(shape), valid(obstacles), finite position and motion
///
/// Blocking casts over the set, half-planes solved in closed form, and positions that the exact predicate calls free;
/// compare Box2D's mover (Catto 2025) and Quake's SV_FlyMove, which iterate.
template <convex S, solid_set O>
    requires exact_real<scalar_t<S>> && std::same_as<scalar_t<S>, detail::set_scalar_t<O>>
[[nodiscard]] slide_result<scalar_t<S>> move_and_slide(const S& shape, vec2<std::type_identity_t<scalar_t<S>>> position,
                                                       vec2<std::type_identity_t<scalar_t<S>>> motion,
                                                       const O& obstacles,
                                                       const slide_options<scalar_t<S>>& options = {}) {
    using T = scalar_t<S>;
    detail::check_arguments("move_and_slide", shape, motion, obstacles);
    if (!detail::expect_valid(shape, obstacles) || !is_finite(position) || !is_finite(motion)) {
        slide_result<T> result;
        result.position = position, result.started_free = result.is_free = false;
        return result;
    }
    return detail::slide_motion<S, O>{shape, position, detail::widen(motion), obstacles, options}.run();
}

}  // namespace hitbox::inline HITBOX_ISA
