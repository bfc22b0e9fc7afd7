#pragma once
/// Character movement: a shape moves as far as it can and slides along the solids in its path.

#include <hitbox/core/lists.hpp>
#include <hitbox/motion/surroundings.hpp>

namespace hitbox {

/// How a character walks. By default there is no up, and so no floor: every surface is a wall.
template <scalar T>
struct slide_options {
    vec2<T> up{};  // unit; {0, 1}, or {0, -1} where y grows downwards
    /// The least dot(normal, up) of what can be stood on: the cosine of the steepest slope, here 45 degrees.
    T floor_up = T(0.70710678118654752);
    T step_height = 0;    // how high a step may be that is walked up, and whose corner is stood on; needs `up`
    T snap_distance = 0;  // how far below the floor may be for who walked off a bend to stay on it; needs `up`
};

/// No up or a unit one, numbers that are none below zero.
template <scalar T>
[[nodiscard]] constexpr bool valid(const slide_options<T>& o) noexcept {
    if (!is_finite(o.up) || !detail::is_finite(o.floor_up) || !detail::is_radius(o.step_height) ||
        !detail::is_radius(o.snap_distance))
        return false;
    const vec2<double> up{static_cast<double>(o.up.x), static_cast<double>(o.up.y)};
    const double off = up.x * up.x + up.y * up.y - 1;
    return o.up == vec2<T>{} || (off <= 0x1p-10 && off >= -0x1p-10);
}

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

    [[nodiscard, gnu::always_inline]] constexpr std::size_t size() const noexcept { return count; }
    [[nodiscard, gnu::always_inline]] constexpr bool empty() const noexcept { return count == 0; }
    [[nodiscard, gnu::always_inline]] constexpr const slide_contact<T>& operator[](std::size_t i) const noexcept {
        return list[i];
    }
    [[nodiscard, gnu::always_inline]] constexpr const slide_contact<T>* begin() const noexcept { return list; }
    [[nodiscard, gnu::always_inline]] constexpr const slide_contact<T>* end() const noexcept { return list + count; }
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

namespace hitbox::detail {
template <scalar T>
inline constexpr const char* complaint<slide_options<T>> =
    "slide_options, have an up that is not of unit length, or a number that is not finite or is negative";
}  // namespace hitbox::detail

namespace hitbox::detail::inline HITBOX_ISA {

template <exact_real T>
class slide_motion {
    static constexpr int most_rounds = 8, most_lifts = 64, most_parts = 16;

public:
    slide_motion(any_mover_among<T>& mover, vec2<T> position, vec2<double> wish, const slide_options<T>& options)
        : options_{options}, around_{mover}, position_{position}, rest_{wish}, velocity_{wish} {
        if (has_up()) around_.expect_reach(larger(options.step_height, options.snap_distance));
        around_.tell_corners(has_up() && options.step_height > T(0));
    }

    [[nodiscard]] slide_result<T> run() {
        slide_result<T> result;
        if (!around_.is_possible(position_)) return nowhere(position_);
        start(result);
        first_ = position_, wish_ = rest_;
        const bool may_snap = has_up() && options_.snap_distance > T(0) && dot(wish_, up()) <= 0 && ground() >= 0;
        // A step of a few roundings is none, nor is it counted.
        const auto go_on = [&] {
            for (; result.rounds < most_rounds + lifts_ && rest_ != vec2<double>{}; ++result.rounds) advance();
        };
        go_on();
        // Whose floor is left too far below walks down by parts, if it is near below each: as in shorter steps.
        for (int parts = 0; may_snap && !snap() && parts < most_parts && shorten_last_way(); ++parts) go_on();
        finish(result);
        return result;
    }

    /// The answer to what cannot be asked.
    [[nodiscard]] static slide_result<T> nowhere(vec2<T> position) {
        slide_result<T> result;
        result.position = position, result.started_free = result.is_free = false;
        return result;
    }

private:
    [[nodiscard]] bool has_up() const noexcept { return options_.up != vec2<T>{}; }
    [[nodiscard]] vec2<double> up() const noexcept { return widen(options_.up); }
    [[nodiscard]] bool is_floor(vec2<double> normal) const noexcept {
        return has_up() && dot(normal, up()) >= static_cast<double>(options_.floor_up) - 0x1p-20;
    }
    [[nodiscard]] bool is_floor(const surface& s) const noexcept { return s.is_tread || is_floor(s.plane.normal); }
    [[nodiscard]] bool takes_steps() const noexcept { return has_up() && options_.step_height > T(0); }

    [[nodiscard]] surface surface_of(const active_facet& f) const {
        surface s = around_.surface_of(f);
        if (takes_steps()) s.corner = around_.corner_of(f);
        return s;
    }
    /// How high above the mover's lowest point?
    [[nodiscard]] double height_of(vec2<double> point) {
        around_.look(position_, {});
        return dot(up(), point) + around_.reach_in(vec2<double>{} - up());
    }
    /// Of a corner between a floor and what is none, the floor; as it is for who stands on it with a flat bottom.
    [[nodiscard]] const half_plane* tread_of(const surface& s) const {
        if (!s.corner.is_one || dot(s.plane.normal, up()) < 0x1p-10) return nullptr;
        const bool first = is_floor(s.corner.faces[0]), second = is_floor(s.corner.faces[1]);
        return first == second ? nullptr : &s.corner.planes[first ? 0 : 1];
    }
    /// Is what is touched here a step's corner: no higher than a step above the mover's bottom, and, where the mover
    /// would slide off it, no higher than that above a floor which it would come to?
    [[nodiscard]] bool is_tread(const surface& s) {
        if (!takes_steps() || !tread_of(s)) return false;
        const double height = height_of(s.corner.point), most = static_cast<double>(options_.step_height);
        if (height > most + around_.tolerance_along(up())) return false;
        return is_floor(s.plane.normal) || has_floor_below(s, most);
    }
    /// Back until the corner is beside the mover, and down: is there a floor, no farther than that below the corner?
    [[nodiscard]] bool has_floor_below(const surface& s, double most) {
        const vec2<T> before = position_;
        const vec2<double> n = s.plane.normal, away = unit_or(n - up() * dot(n, up()), vec2<double>{});
        if (away == vec2<double>{}) return true;
        const vec2<double> tol = around_.tolerance();
        const double room = around_.reach_in(vec2<double>{} - away) + dot(away, s.corner.point) + 2 * (tol.x + tol.y);
        const vec2<double> back = away * larger(room, 0.0), down = up() * (0 - most);
        go_to(widen(before) + back * cast_by(back).fraction, down);
        const blocked_way way = cast_by(down);
        double level = 0;  // of the floor
        bool found = way.is_stopped && is_floor(way.stop.plane.normal);
        if (found) level = 0 - around_.reach_in(vec2<double>{} - up()) + dot(up(), way.step);
        if (way.is_stopped && tread_of(way.stop)) found = true, level = dot(up(), way.stop.corner.point);
        const double above = dot(up(), s.corner.point) - level, roundings = around_.tolerance_along(up());
        found = found && above > roundings && above <= most + roundings;
        position_ = before;
        around_.look(position_, {});
        return found;
    }

    /// Where the rest of the way leads. A coordinate that nothing has changed is the sum of two numbers, rounded once.
    [[nodiscard]] vec2<double> end_of_rest() const {
        vec2<double> end = widen(position_) + rest_;
        const vec2<double> sum = widen(first_) + wish_, step = widen(around_.step()) * 16.0;
        if (is_straight_x_ && magnitude(sum.x - end.x) <= step.x) end.x = sum.x;
        if (is_straight_y_ && magnitude(sum.y - end.y) <= step.y) end.y = sum.y;
        return end;
    }

    /// Goes to the free position that is the nearest to a target, or stays; then looks around along what is left of the
    /// way.
    void go_to(vec2<double> target, vec2<double> left) {
        bool found = false;
        const auto is_free_there = [&](vec2<T> p) { return around_.look(p, left), found = around_.is_free(); };
        const vec2<T> nearest = vec_cast<T>(target) + vec2<T>{};
        if (!is_finite(nearest)) return;
        if (is_free_there(nearest)) return void(position_ = nearest);
        const vec2<double> back = widen(position_) - target;
        position_ = nearest_rounding<T>(target, around_.step(), is_free_there, position_);
        // A cast at round shapes may be off by more roundings of double than these: back along the way.
        const double length = length_of(back);
        for (double off = around_.cast_error(); !found && off < length && off > 0; off *= 2) {
            const vec2<double> nearer = target + back * (off / length);
            position_ = nearest_rounding<T>(nearer, around_.step(), is_free_there, position_);
        }
    }
    [[nodiscard]] blocked_way cast_by(vec2<double> way) {
        around_.look(position_, way);
        return around_.cast(way);
    }

    /// What is penetrated at the start: what blocks from its front only is passed; of solids, the way out is taken.
    void start(slide_result<T>& result) {
        around_.look(position_, rest_);
        around_.pass_penetrated();
        if (around_.is_free()) return;
        result.started_free = false;
        if (const auto hit = around_.overlap()) {
            // A depth is rounded: what is not free there may be a little farther out.
            const vec2<T> before = position_;
            const vec2<double> out = vec2<double>{} - widen(hit->normal);
            double depth = static_cast<double>(hit->depth),
                   more = around_.cast_error() + largest_of(widen(around_.step()));
            for (int i = 0; i < 8 && position_ == before; ++i, depth += more, more *= 2) {
                const auto is_free_there = [&](vec2<T> p) { return around_.look(p, rest_), around_.is_free(); };
                position_ = nearest_rounding<T>(widen(before) + out * depth, around_.step(), is_free_there, before);
            }
        }
        around_.look(position_, rest_);
        result.is_free = around_.is_free();
        if (!result.is_free) rest_ = velocity_ = {};
    }

    /// As far as the way is free, then along what is in the way.
    void advance() {
        const blocked_way way = cast_by(rest_);
        if (!way.is_stopped) {
            last_from_ = position_, last_way_ = rest_;
            go_to(end_of_rest(), {});
            rest_ = {};
            return;
        }
        // What is touched already is not approached any more: so who stands does not creep.
        const vec2<double> n = way.stop.plane.normal, motion = rest_, step = way.step;
        const bool stays = 0 - dot(n, step) <= around_.tolerance_along(n);
        held_.erase_if(
            [&](const surface& h) { return !around_.is_touched_after(stays ? vec2<double>{} : step, h.piece); });
        small_list<surface, 8> met;
        for (const active_facet& f : chosen(way.facets, rest_)) met.push_back(surface_of(f));
        const vec2<T> before = position_;
        if (!stays) {
            rest_ = rest_ * (1 - way.fraction), rise_of_rest_ *= 1 - way.fraction;
            go_to(widen(position_) + step, rest_);
        }
        // What is met while going into a floor is met again along that, if it is in the way there, and may be a step.
        bool lands = false, is_at_tread = false;
        small_list<surface, 8> landed_on;
        for (surface s : met) {
            if (is_tread(s)) s.is_tread = is_at_tread = true, s.plane = *tread_of(s);
            if (!is_floor(s) || all_hold({&s.plane, 1}, motion)) continue;
            landed_on.push_back(s), lands = true;
        }
        if (lands) met = landed_on;
        else if (!is_floor(way.stop.plane.normal) || is_at_tread) {
            if (lift(way, widen(position_) - widen(before)) || climb()) return;
        }
        held_.append(met.begin(), met.end());
        // Who is stopped where he stands, stands: be the floor met exactly, or touched to a few roundings.
        if (!lands && has_up() && !detail::any_of(held_, [this](const surface& h) { return is_floor(h); })) {
            around_.look(position_, {});
            for (const active_facet& f : around_.touched()) {
                const surface s = surface_of(f);
                if (is_floor(s) && !all_hold({&s.plane, 1}, motion)) held_.push_back(s);
            }
        }
        small_list<half_plane, 8> planes, floors;
        for (const surface& h : held_) {
            planes.push_back(h.plane);
            if (is_floor(h)) floors.push_back(h.plane);
        }
        const bool is_all_left = rest_ == velocity_ && rise_of_rest_ == rise_;
        set_rest(along(rest_, rise_of_rest_, planes.view(), floors.view()));
        if (is_all_left) velocity_ = rest_, rise_ = rise_of_rest_;
        else velocity_ = along(velocity_, rise_, planes.view(), floors.view());
    }
    void set_rest(vec2<double> rest) {
        is_straight_x_ = is_straight_x_ && rest.x == rest_.x, is_straight_y_ = is_straight_y_ && rest.y == rest_.y;
        rest_ = rest;
    }

    /// Of two facets that meet in a corner that sticks out, only one is in the way: a floor, or that which leaves more
    /// of the motion.
    [[nodiscard]] facet_list chosen(const facet_list& facets, vec2<double> motion) const {
        facet_list kept;
        const auto goes_before = [&](const active_facet& f, const active_facet& g) {
            const bool floor_f = is_floor(f.normal), floor_g = is_floor(g.normal);
            if (floor_f != floor_g) return floor_f;
            const double speed_f = dot(f.normal, motion), speed_g = dot(g.normal, motion);
            return speed_f != speed_g ? speed_f > speed_g : &f < &g;
        };
        for (const active_facet& f : facets)
            if (detail::all_of(
                    facets, [&](const active_facet& g) { return &f == &g || !sticks_out(f, g) || goes_before(f, g); }))
                kept.push_back(f);
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
    /// The same of a motion that rises by so much because it has walked: where a wall stops that, it does not rise any
    /// more, but stands. `rise` is what it rises by then.
    [[nodiscard]] vec2<double> along(vec2<double> v, double& rise, std::span<const half_plane> planes,
                                     std::span<const half_plane> floors) const {
        if (floors.empty()) return rise = 0, slide_within(v, planes);
        if ((rise > 0 || !all_hold(floors, v)) && detail::any_of(planes, [&](const half_plane& p) {
                return !is_floor(p.normal) && !all_hold({&p, 1}, v);
            })) {
            const vec2<double> fallen = up() * (dot(up(), v) - rise), standing = along(fallen, planes, floors);
            if (all_hold(planes, standing)) return rise = 0, standing;
        }
        const vec2<double> result = along(v, planes, floors);
        rise = larger(0.0, rise + dot(up(), result - v));
        return result;
    }

    /// Over a step of a few roundings, as between tiles whose corners are not numbers: what stops the mover ends that
    /// far above the surface that it moves along, and from there the way leads through where it was stopped. What goes
    /// on higher up, be it ever so steep, is no step. `moved`: since it was met
    [[nodiscard]] bool lift(const blocked_way& way, vec2<double> moved) {
        if (lifts_ >= most_lifts) return false;
        const vec2<double> n = way.stop.plane.normal;
        vec2<double> direction = up();
        for (const surface& h : held_)
            if (dot(h.plane.normal, n) < 0.5) direction = h.plane.normal;
        if (direction == vec2<double>{}) return false;
        const vec2<double> step = widen(around_.step());
        const vec2<double> rise{direction.x * step.x, direction.y * step.y};
        const double ends = larger(dot(direction, way.ends[0]), dot(direction, way.ends[1])) +
                            way.stop_radius * (way.ends[0] == way.ends[1] ? 1.0 : dot(direction, n));
        if (ends - dot(direction, moved) > 4 * dot(direction, rise) + around_.tolerance_along(direction)) return false;
        const double least = 4 * larger(step.x, step.y), gap = dot(n, moved) - dot(n, way.step);
        const vec2<T> before = position_;
        for (const double k : {1.0, 2.0, 4.0}) {
            position_ = vec_cast<T>(widen(before) + rise * k);
            around_.look(position_, rest_);
            if (position_ == before || !around_.is_free()) continue;
            const blocked_way next = cast_by(rest_);
            const vec2<double> by = widen(position_) - widen(before) + rest_ * next.fraction;
            if (next.is_stopped && 0 - dot(n, by) - gap <= least) continue;
            ++lifts_;
            is_straight_x_ = is_straight_x_ && rise.x == 0, is_straight_y_ = is_straight_y_ && rise.y == 0;
            return true;
        }
        position_ = before;
        return false;
    }

    /// Up, forward and down again, if that ends on a floor (as id Software's Quake does, in SV_WalkMove) or on the
    /// corner of one that is no more than a step higher.
    [[nodiscard]] bool climb() {
        if (!takes_steps()) return false;
        const double height = ground();
        if (height < 0) return false;
        const double most = static_cast<double>(options_.step_height) + height;
        const vec2<T> before = position_;
        const vec2<double> rise = up() * most;
        const vec2<double> forward = rest_ - up() * dot(up(), rest_);
        go_to(widen(before) + rise * cast_by(rise).fraction, forward);
        const double risen = dot(up(), widen(position_) - widen(before));
        const vec2<T> raised = position_;
        const double whole = cast_by(forward).fraction;
        const vec2<double> down = up() * (0 - risen), tol = around_.tolerance();
        // Not as far as to the corner of the step after the next one, if that would hold it up.
        bool is_too_high = true;
        for (double share = whole; is_too_high && share >= 0.25 * whole; share *= 0.5) {
            position_ = raised;
            around_.look(position_, forward);
            go_to(widen(position_) + forward * share, down);
            const blocked_way landing = cast_by(down);
            const vec2<double> progress = abs(widen(position_) - widen(raised));
            if (!(progress.x + progress.y > tol.x + tol.y) || !landing.is_stopped) break;
            go_to(widen(position_) + landing.step, rest_);
            bool lands = is_floor(landing.stop);
            is_too_high = false;
            if (tread_of(landing.stop)) {
                const double above = height_of(landing.stop.corner.point) + dot(up(), widen(position_) - widen(before));
                lands = above <= most + around_.tolerance_along(up());
                is_too_high = !lands;
            }
            if (!lands) continue;
            is_straight_x_ = is_straight_x_ && options_.up.x == T(0) && forward.x == rest_.x;
            is_straight_y_ = is_straight_y_ && options_.up.y == T(0) && forward.y == rest_.y;
            rest_ = rest_ * (1 - share), rise_of_rest_ *= 1 - share;
            return true;
        }
        position_ = before;
        return false;
    }

    /// Down to a floor that is near. False: there is none.
    bool snap() {
        if (ground() >= 0) return true;
        const vec2<T> before = position_;
        // What is as far as that is not left of it by rounding.
        const vec2<double> down =
            up() * (0 - static_cast<double>(options_.snap_distance) - around_.tolerance_along(up()));
        const blocked_way way = cast_by(down);
        if (!way.is_stopped) return false;
        go_to(widen(position_) + down * way.fraction, {});
        if (is_floor(way.stop) || ground() >= 0) return true;
        position_ = before;
        return false;
    }
    /// Of the way that ended where no floor is near below: a part that does not, with the rest of it left to go.
    [[nodiscard]] bool shorten_last_way() {
        const vec2<T> end = position_;
        if (last_way_ == vec2<double>{}) return false;
        for (const double part : {0.5, 0.25, 0.125, 0.0625}) {
            position_ = last_from_;
            around_.look(position_, last_way_);
            go_to(widen(last_from_) + last_way_ * part, {});
            const vec2<T> there = position_;
            if (!snap()) continue;
            is_straight_x_ = is_straight_x_ && position_.x == there.x;
            is_straight_y_ = is_straight_y_ && position_.y == there.y;
            rest_ = last_way_ * (1 - part);
            last_way_ = {};
            return true;
        }
        position_ = end;
        return false;
    }
    /// How high is what is stood on above the mover's lowest point? Negative: nothing is stood on. A step's corner may
    /// be higher than that, where the bottom is round.
    [[nodiscard]] double ground() {
        if (!has_up()) return -1;
        around_.look(position_, {});
        double highest = -1;
        small_list<surface, 8> corners;
        for (const active_facet& f : around_.touched()) {
            if (is_floor(f.normal)) highest = larger(highest, 0.0);
            if (takes_steps())
                if (const surface s = surface_of(f); tread_of(s)) corners.push_back(s);
        }
        for (const surface& s : corners)
            if (is_tread(s)) highest = larger(highest, larger(height_of(s.corner.point), 0.0));
        around_.look(position_, {});
        return highest;
    }

    void finish(slide_result<T>& result) {
        result.position = position_;
        small_list<half_plane, 8> planes, floors;
        small_list<surface, 8> surfaces;
        around_.look(position_, {});
        for (const active_facet& f : chosen(around_.touched(), velocity_)) surfaces.push_back(surface_of(f));
        for (surface& s : surfaces) {
            if (result.contacts.count == std::size(result.contacts.list)) break;
            if (is_tread(s)) s.is_tread = true, s.plane = *tread_of(s);
            const vec2<T> n = vec_cast<T>(s.plane.normal) + vec2<T>{};
            const bool on_floor = is_floor(s);
            result.contacts.list[result.contacts.count++] = {n, s.piece, on_floor};
            result.on_floor = result.on_floor || on_floor;
            planes.push_back(half_plane_of(n));
            if (on_floor) floors.push_back(planes.back());
        }
        const vec2<double> left = along(velocity_, rise_, planes.view(), floors.view());
        result.velocity = nearest_rounding<T>(
            left, step_after(vec_cast<T>(left)), [&](vec2<T> v) { return all_hold<T>(planes.view(), v); },
            slide_within(vec_cast<T>(left), planes.view()));
    }

    const slide_options<T>& options_;
    surroundings<T> around_;
    vec2<T> position_;
    vec2<double> rest_, velocity_;
    vec2<T> first_{};
    vec2<double> wish_{};
    vec2<T> last_from_{};  // of the last way that nothing stopped
    vec2<double> last_way_{};
    double rise_ = 0, rise_of_rest_ = 0;                // by which these lead up because they walk
    bool is_straight_x_ = true, is_straight_y_ = true;  // has nothing changed the motion on that axis?
    small_list<surface, 8> held_;
    int lifts_ = 0;
};

/// Compiled once, whatever moves among what.
template <exact_real T>
[[nodiscard, gnu::noinline]] slide_result<T> slide_among(any_mover_among<T>& mover, vec2<T> position, vec2<double> wish,
                                                         const slide_options<T>& options) {
    return slide_motion<T>{mover, position, wish, options}.run();
}

}  // namespace hitbox::detail::inline HITBOX_ISA

namespace hitbox::inline HITBOX_ISA {

/// Moves a shape, given about the origin, from a position by a motion, past obstacles: it stops at the first that
/// blocks it, goes on along that with what is left, and so on, at most eight times. `obstacles` is any set of solids: a
/// range of shapes, a compound, a chain, or both with platforms (`with_platforms`). One-sided chains and platforms hold
/// what enters them through their front, by the exact sign of the facet; what comes from elsewhere passes.
///
/// Promises: from a free start the position that is returned never penetrates an obstacle (`penetrates` of at(shape,
/// position) is false); nothing is tunnelled at any speed; the velocity goes into no contact that is reported; seams
/// between obstacles are not felt, nor steps of a few roundings. The result depends on the arguments alone. Contacts
/// are what the shape touches where it ended, to four roundings of its coordinates.
///
/// With options.up, what can be stood on keeps its speed across `up`, so it walks up and down slopes evenly and does
/// not slide down where it stands; see slide_options. A start that penetrates is moved out by the way out of the whole
/// first; where that is not free, it stays and `velocity` is 0. An invalid shape, position or motion, or a shape whose
/// box is not finite where it is: the position, no velocity.
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
    detail::check_arguments("move_and_slide", shape, position, motion, obstacles, options);
    if (!detail::expect_valid(shape, obstacles) || !is_finite(position) || !is_finite(motion) || !valid(options))
        return detail::slide_motion<T>::nowhere(position);
    detail::mover_among<S, O> mover{shape, obstacles};
    return detail::slide_among<T>(mover, position, detail::widen(motion), options);
}

}  // namespace hitbox::inline HITBOX_ISA
