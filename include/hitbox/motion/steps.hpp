#pragma once
/// Motions up the steps of stairs (`climb`), over tiny steps that rounding makes, and down to a floor close below
/// (`settle`).

#include <hitbox/motion/ground.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// A motion, and the height in it along `up` that comes only from walking up a slope (`rise`).
struct walked_motion {
    vec2<double> value{};
    double rise = 0;

    /// Returns the motion that remains after a fraction of it.
    [[nodiscard]] walked_motion after(double fraction) const noexcept {
        return {value * (1 - fraction), rise * (1 - fraction)};
    }
    friend bool operator==(const walked_motion&, const walked_motion&) = default;
};

/// The rest of a motion, and the axes on which nothing has changed it.
struct remaining_motion {
    walked_motion rest{};
    bool is_straight_x = true, is_straight_y = true;

    [[nodiscard]] bool is_gone() const noexcept { return rest.value == vec2<double>{}; }
    void turn_to(const walked_motion& other) noexcept {
        bend(rest.value.x != other.value.x, rest.value.y != other.value.y);
        rest = other;
    }
    /// Records that something else has changed the position on these axes.
    void bend(bool x, bool y) noexcept { is_straight_x = is_straight_x && !x, is_straight_y = is_straight_y && !y; }
};

template <exact_real T>
class step_taker {
    static constexpr int max_steps = 64, max_raises = 4;
    static constexpr double max_slope = 2;

public:
    explicit step_taker(moving_body<T>& body) noexcept : body_{body}, ground_{body} {}

    [[nodiscard]] ground_finder<T>& ground() noexcept { return ground_; }
    /// Returns the height by which steps have raised the body; `snapped` returns the height by which it was lowered.
    [[nodiscard]] double stepped() const noexcept { return stepped_; }
    [[nodiscard]] double snapped() const noexcept { return snapped_; }

    /// Lifts the body over a step of a few roundings, as between tiles whose vertices are rounded, or moves it around
    /// an end of the facet that stops it, if this end is as near. Unlike a wall, the facet must end there, and the body
    /// must be able to continue from there. Otherwise returns false. `moved` is the translation since the cast;
    /// `direction` leads out of the surface along which the body moves.
    [[nodiscard]] bool lift(const blocked_motion& hit, vec2<double> moved, vec2<double> direction,
                            remaining_motion& left) {
        if (lift_along(hit, moved, direction, left, true)) return true;
        if (hit.stop.is_arc || hit.radius > 0) return false;
        for (const vec2<double> tangent : {perp(hit.stop.normal), vec2<double>{} - perp(hit.stop.normal)}) {
            const bool leads_back = dot(tangent, left.rest.value) < -0x1p-20 * largest_of(left.rest.value);
            if (lift_along(hit, moved, tangent, left, !leads_back)) return true;
        }
        return false;
    }

    /// Lowers a body that stands a few roundings above its floor, and that a ceiling stops, as in a door as high as the
    /// body. Returns false, without a change, if it does not get farther there.
    [[nodiscard]] bool sink(vec2<double> rest) {
        if (steps_ >= max_steps || !body_.has_up()) return false;
        const auto start = body_.marked();
        if (!ground_.is_stood_on()) return body_.go_back_to(start), false;
        blocked_motion below = body_.cast_by(body_.up() * (-4 * ground_.tolerance_up()));
        if (!below.is_stopped) below.step = body_.up() * (-0.25 * ground_.tolerance_up());  // a step of the resolution
        for (const double part : {1.0, 0.875, 0.75, 0.5}) {  // the floor need not be at a multiple of the resolution
            body_.put(vec_cast<T>(widen(start.position) + below.step * part));
            if (body_.position() == start.position || !body_.find_near(rest).is_free()) continue;
            if (body_.makes_progress(rest)) return ++steps_, true;
        }
        return body_.go_back_to(start), false;
    }

    /// Climbs a step: up, forward and down again (as in id Software's Quake, SV_WalkMove). Returns false, without a
    /// change, unless this ends on a floor or on the corner of a floor at most a step above the ground of the body.
    ///
    /// If something stops the raised body at once, such as the lintel of a doorway, it is raised less: to the lower end
    /// of the facet that stops it, or half as high below a corner.
    [[nodiscard]] bool climb(remaining_motion& left) {
        if (!body_.climbs_steps() || steps_ >= max_steps) return false;
        const vec2<double> up = body_.up(), rest = left.rest.value, forward = rest - up * dot(up, rest);
        const auto start = body_.marked();
        std::optional<double> height = ground_.height_of_floor(forward);
        // At the upper end of a slope, the body may be above it by a few roundings.
        if (!height && left.rest.rise > 0 && settle({}, 0)) {
            height = ground_.height_of_floor(forward);
            if (!height) body_.go_back_to(start);
        }
        if (!height) return false;
        // A step exactly as high as step_height is climbed, in spite of rounding.
        const double max_height = body_.step_height() + *height + ground_.tolerance_up();
        double raise = free_height(max_height);
        const auto below = body_.marked();  // platforms that the body has entered on its path up stay passed
        for (int tries = 0; tries < max_raises && raise > ground_.tolerance_up(); ++tries) {
            body_.go_back_to(below);
            body_.go_to(body_.here() + up * raise, forward);
            const blocked_motion ahead = body_.cast_by(forward);
            if (const double part = land_ahead(start, forward * ahead.fraction, max_height); part > 0) {
                left.bend(up.x != 0 || forward.x != rest.x, up.y != 0 || forward.y != rest.y);
                left.rest = left.rest.after(part * ahead.fraction);
                stepped_ += larger(0.0, dot(up, body_.here() - widen(start.position)));
                return ++steps_, true;
            }
            if (!ahead.is_stopped) break;
            // The lower end itself is tried first, because the body may fit exactly between it and the step.
            const double below_stop = raise - ahead.end_along(vec2<double>{} - up), tol = ground_.tolerance_up();
            raise = ahead.stop.is_arc                 ? 0.5 * raise
                    : below_stop < raise - 0.25 * tol ? below_stop
                                                      : below_stop - 2 * tol;
        }
        return body_.go_back_to(start), false;
    }

    /// Puts the body on a floor that is at most `snap_distance` below it. Returns true if it stands on a floor.
    bool snap() {
        if (ground_.is_stood_on()) return true;
        const vec2<double> start = body_.here();
        if (!settle({}, static_cast<double>(body_.options().snap_distance))) return false;
        return snapped_ += larger(0.0, dot(body_.up(), start - body_.here())), true;
    }
    /// Moves the body down to a floor, along the surfaces that it touches: at most by this height and a few roundings.
    /// From a surface that it meets there, it falls a few roundings farther; from one that is nearly upright, as the
    /// corner of a step beside a round shape, the rest of the height. Returns false, without a change, if there is no
    /// floor.
    [[nodiscard, gnu::noinline]] bool settle(list_view<const surface> touched, double max_height) {
        const auto start = body_.marked();
        const double least = 16 * (body_.around().tolerance_along({1, 1}) + body_.around().cast_error());
        small_list<half_plane, 8> planes;
        for (const surface& s : touched) planes.push_back(s.plane);
        double height = max_height + least;
        for (int falls = 0; falls < 2; ++falls) {
            const vec2<double> from = body_.here(), fall = slide_within(body_.up() * (0 - height), planes.view());
            const double descent = 0 - dot(body_.up(), fall);
            if (descent < 0x1p-20 * height) break;  // a level surface blocks the fall
            const blocked_motion met = body_.go_to_stop(fall * (height / descent));
            // A grazed corner may push the body aside, so that it no longer stands on the floor. It then falls again.
            if (falls == 0 && largest_of(body_.here() - from - met.step) > 0.5 * ground_.tolerance_up()) continue;
            if (!met.is_stopped) break;
            floor_ = ground_.touched(met.stop).face;
            if (floor_.is_floor || ground_.is_stood_on()) return true;
            const bool is_upright = dot(floor_.plane.normal, body_.up()) < ground_.min_tread;
            height = is_upright ? height - dot(body_.up(), from - body_.here()) : least;
            planes.push_back(floor_.plane);
        }
        return body_.go_back_to(start), false;
    }
    /// Returns the floor of the last `settle`. The body may be farther from it than the tolerance of touching.
    [[nodiscard]] const surface& floor_below() const noexcept { return floor_; }
    /// Shortens the last motion to a part after which a floor is near, so that fast bodies walk down the same stairs as
    /// slow ones. `from` is the position at which the motion began; a part is at least `min_size` long. Returns false,
    /// without a change, if there is no floor.
    [[nodiscard]] bool snap_during_motion(vec2<T> from, const walked_motion& motion, double min_size,
                                          remaining_motion& left) {
        const auto end = body_.marked();
        for (double part = 0.5; part * largest_of(motion.value) >= min_size; part *= 0.5) {
            body_.put(from);
            body_.find_near(motion.value);
            body_.go_to(widen(from) + motion.value * part);
            const vec2<T> there = body_.position();
            if (!snap()) continue;
            left.bend(body_.position().x != there.x, body_.position().y != there.y);
            left.rest = motion.after(part);
            return true;
        }
        return body_.go_back_to(end), false;
    }

    /// If a walking body is stopped, puts it on a floor near below it, or near below a part of its last motion. The
    /// body may have left another floor in this motion; in the air it would not climb a step, and would slide up a
    /// steep slope. Returns false, without a change, if it stands already, or if there is no floor.
    [[nodiscard]] bool snap_at_stop(vec2<T> from, const walked_motion& moved, double min_size, remaining_motion& left) {
        const double before = snapped_;
        const walked_motion rest = left.rest;
        const bool is_here = snap();
        if (is_here ? !(snapped_ > before) : !snap_during_motion(from, moved, min_size, left)) return false;
        if (!is_here) left.rest.value += rest.value, left.rest.rise += rest.rise;
        left.rest = {left.rest.value - body_.up() * left.rest.rise, 0};  // the new floor need not lead up
        return true;
    }

private:
    /// Lifts the body over a step in one direction. If `may_slide` is true, it is enough that the body then slides
    /// along another surface; if not, it must come nearer to the step's own.
    [[nodiscard, gnu::noinline]] bool lift_along(const blocked_motion& hit, vec2<double> moved, vec2<double> direction,
                                                 remaining_motion& left, bool may_slide) {
        if (steps_ >= max_steps || direction == vec2<double>{}) return false;
        const vec2<double> rest = left.rest.value, n = hit.stop.normal, step = widen(body_.find_near(rest).step());
        const double end = hit.end_along(direction) - dot(direction, moved),
                     tol = body_.around().tolerance_along(direction);
        vec2<double> rise{direction.x * step.x, direction.y * step.y};
        if (direction == body_.up()) {
            // On a slope, a vertex that is rounded along the foot of the slope is as much too high as the slope rises
            // there. Both vertices of a step are rounded.
            const vec2<double> by_foot = direction * (2 * dot(abs(perp(direction)), step));
            if (end > 4 * dot(direction, rise + by_foot * max_slope) + tol) return false;
            rise += by_foot * slope_along(rest);
        }
        if (end > 4 * dot(direction, rise) + tol) return false;
        const double gap = dot(n, moved) - dot(n, hit.step), min_gap = gap + 4 * larger(step.x, step.y);
        const auto start = body_.marked();
        for (int k = 0; k < 3; ++k, rise += rise) {
            const vec2<double> from = widen(start.position);
            body_.put(vec_cast<T>(from + rise));
            if (body_.position() == start.position || !body_.find_near(rest).is_free()) continue;
            const blocked_motion next = body_.cast_by(rest);
            // Behind the step, another surface may stop the body at once: it counts if the body slides along it.
            const vec2<double> m = next.stop.normal, slid = rest - m * dot(m, rest);
            const bool goes_on = 0 - dot(n, body_.here() - from + rest * next.fraction) > min_gap,
                       slides_on = may_slide && !next.stop.is_arc && dot(n, m) < 1 - 0x1p-40 &&
                                   dot(n, slid) < -0x1p-10 * largest_of(rest);
            if (next.is_stopped && !goes_on && !slides_on) continue;
            left.bend(rise.x != 0, rise.y != 0);
            return ++steps_, true;
        }
        return body_.go_back_to(start), false;
    }

    /// Returns the slope of the steepest touched floor, or of a motion if that is steeper: the height for each unit of
    /// length across `up`, at most max_slope.
    [[nodiscard]] double slope_along(vec2<double> motion) {
        const auto slope_of = [up = body_.up()](vec2<double> d) {
            const double height = magnitude(dot(up, d)), foot = magnitude(cross(up, d));
            return height < max_slope * foot ? height / foot : height > 0 ? max_slope : 0.0;
        };
        double steepest = slope_of(motion);
        for (const active_facet& f : body_.find_near(motion).touched())
            if (body_.is_floor(f.normal)) steepest = larger(steepest, slope_of(perp(f.normal)));
        return steepest;
    }
    /// Returns how far the body can be raised, at most by `max_height`. A wall that it touches does not count, even if
    /// rounding makes the wall lean over the body.
    [[nodiscard]] double free_height(double max_height) {
        const vec2<double> path = body_.up() * max_height;
        blocked_motion hit = body_.cast_by(path);
        const double lean = magnitude(dot(hit.stop.normal, path));
        if (hit.is_stopped && lean <= 0x1p-20 * max_height)
            hit = body_.cast_by(path + hit.stop.normal * (2 * lean + 0x1p-40 * max_height));
        return max_height * hit.fraction;
    }
    /// Moves the raised body forward, or by a part of this, and down to a floor. The whole motion may end above a
    /// higher step, at the wall behind the step, or beyond a kerb that is followed by a pit. Platforms that the motion
    /// has entered stay passed. Returns the part, 0 if there is none.
    [[nodiscard]] double land_ahead(const typename moving_body<T>::mark& start, vec2<double> forward,
                                    double max_height) {
        const auto raised = body_.marked();
        for (double part = 1; part >= 0x1p-5; part *= 0.5) {
            body_.go_back_to(raised);
            if (!advances(forward * part)) break;
            if (lands(start, max_height)) return part;
        }
        return 0;
    }
    /// Moves the body by a translation. Returns false if it stays within the tolerance of touching.
    [[nodiscard]] bool advances(vec2<double> forward) {
        const vec2<double> from = body_.here(), tol = body_.around().tolerance();
        body_.go_to(from + forward);
        const vec2<double> progress = abs(body_.here() - from);
        return progress.x + progress.y > tol.x + tol.y;
    }
    /// Moves the body down to the level of its start. Returns true if it lands on a floor, or on the corner of one,
    /// that is not too high.
    [[nodiscard]] bool lands(const typename moving_body<T>::mark& start, double max_height) {
        const vec2<double> up = body_.up();
        // With the tolerance, a floor exactly at this level stops the fall.
        const blocked_motion fall =
            body_.cast_by(up * (dot(up, widen(start.position) - body_.here()) - 2 * ground_.tolerance_up()));
        if (!fall.is_stopped) return false;
        const touched_surface met = ground_.touched(fall.stop);
        body_.go_to(body_.here() + fall.step);
        if (!ground_.top_of(met)) return met.face.is_floor;
        return ground_.height_of(met.corner.point) + dot(up, body_.here() - widen(start.position)) <=
               max_height + ground_.tolerance_up();
    }

    moving_body<T>& body_;
    ground_finder<T> ground_;
    surface floor_{};
    double stepped_ = 0, snapped_ = 0;
    int steps_ = 0;
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
