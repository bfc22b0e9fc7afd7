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

namespace hitbox::detail::inline HITBOX_ISA {

template <exact_real T>
class slide_motion {
    static constexpr int most_rounds = 8, most_lifts = 64;

public:
    slide_motion(any_mover_among<T>& mover, vec2<T> position, vec2<double> wish, const slide_options<T>& options)
        : options_{options}, around_{mover}, position_{position}, rest_{wish}, velocity_{wish} {
        if (has_up()) around_.expect_reach(larger(options.step_height, options.snap_distance));
    }

    [[nodiscard]] slide_result<T> run() {
        slide_result<T> result;
        if (!around_.is_possible(position_)) return nowhere(position_);
        start(result);
        const vec2<double> wish = rest_;
        const bool may_snap = has_up() && options_.snap_distance > T(0) && dot(wish, up()) <= 0 && is_on_floor();
        for (; result.rounds < most_rounds && rest_ != vec2<double>{}; ++result.rounds) advance();
        if (may_snap) snap();
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
    [[nodiscard]] bool is_floor(const surface& s) const noexcept { return is_floor(s.plane.normal); }

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
        if (const auto hit = around_.overlap())
            go_to(widen(position_) - widen(hit->normal) * static_cast<double>(hit->depth), rest_);
        around_.look(position_, rest_);
        result.is_free = around_.is_free();
        if (!result.is_free) rest_ = velocity_ = {};
    }

    /// As far as the way is free, then along what is in the way.
    void advance() {
        const blocked_way way = cast_by(rest_);
        if (!way.is_stopped) return go_to(widen(position_) + rest_, {}), void(rest_ = {});
        // What is touched already is not approached any more: so who stands does not creep.
        const vec2<double> n = way.stop.plane.normal, step = rest_ * way.fraction;
        const bool stays = 0 - dot(n, step) <= around_.tolerance_along(n);
        held_.erase_if(
            [&](const surface& h) { return !around_.is_touched_after(stays ? vec2<double>{} : step, h.piece); });
        small_list<surface, 8> met;
        for (const active_facet& f : chosen(way.facets, rest_)) met.push_back(around_.surface_of(f));
        // What is met while going into a floor is met again along that, if it is in the way there, and may be a step.
        const auto is_landed_on = [this](const surface& s) { return is_floor(s) && !all_hold({&s.plane, 1}, rest_); };
        const bool lands = detail::any_of(met, is_landed_on);
        if (lands) met.erase_if([&](const surface& s) { return !is_landed_on(s); });
        if (!stays) {
            rest_ = rest_ * (1 - way.fraction);
            go_to(widen(position_) + step, rest_);
        }
        if (!lands && !is_floor(way.stop) && (lift(way.stop) || climb())) return;
        held_.append(met.begin(), met.end());
        small_list<half_plane, 8> planes, floors;
        for (const surface& h : held_) {
            planes.push_back(h.plane);
            if (is_floor(h)) floors.push_back(h.plane);
        }
        const bool is_all_left = rest_ == velocity_;
        rest_ = along(rest_, planes.view(), floors.view());
        velocity_ = is_all_left ? rest_ : along(velocity_, planes.view(), floors.view());
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

    /// Over a step of a few roundings, as between tiles whose corners are not numbers.
    [[nodiscard]] bool lift(const surface& stop) {
        if (lifts_ >= most_lifts) return false;
        vec2<double> direction = up();
        for (const surface& h : held_)
            if (dot(h.plane.normal, stop.plane.normal) < 0.5) direction = h.plane.normal;
        if (direction == vec2<double>{}) return false;
        around_.look(position_, rest_);
        const vec2<double> step = widen(around_.step());
        const double least = 4 * larger(step.x, step.y);
        const vec2<double> rise{direction.x * step.x, direction.y * step.y};
        // A wall that goes on is no step: a third of what a move along it takes. Coordinates that change are rounded.
        const vec2<double> rounded{rise.x != 0 ? 2 * step.x : 0, rise.y != 0 ? 2 * step.y : 0};
        if (around_.is_stopped_beside(rise * 4, rounded, rest_, 0.875 * least)) return false;
        const vec2<T> before = position_;
        for (const double n : {1.0, 2.0, 4.0}) {
            position_ = vec_cast<T>(widen(before) + rise * n);
            around_.look(position_, rest_);
            if (position_ == before || !around_.is_free()) continue;
            const blocked_way next = cast_by(rest_);
            if (next.is_stopped && length_of(rest_) * next.fraction <= least) continue;
            ++lifts_;
            return true;
        }
        position_ = before;
        return false;
    }

    /// Up, forward and down again, if that ends on a floor (as id Software's Quake does, in SV_WalkMove).
    [[nodiscard]] bool climb() {
        if (!has_up() || !(options_.step_height > T(0)) || !is_on_floor()) return false;
        const vec2<T> before = position_;
        const vec2<double> rise = up() * static_cast<double>(options_.step_height);
        const vec2<double> forward = rest_ - up() * dot(up(), rest_);
        go_to(widen(before) + rise * cast_by(rise).fraction, forward);
        const double risen = dot(up(), widen(position_) - widen(before));
        const vec2<T> raised = position_;
        const double share = cast_by(forward).fraction;
        const vec2<double> down = up() * (0 - risen), tol = around_.tolerance();
        go_to(widen(position_) + forward * share, down);
        const blocked_way landing = cast_by(down);
        const vec2<double> progress = abs(widen(position_) - widen(raised));
        if (progress.x + progress.y > tol.x + tol.y && landing.is_stopped && is_floor(landing.stop)) {
            go_to(widen(position_) + down * landing.fraction, rest_);
            rest_ = rest_ * (1 - share);
            return true;
        }
        position_ = before;
        return false;
    }

    void snap() {
        if (is_on_floor()) return;
        const vec2<double> down = up() * (0 - static_cast<double>(options_.snap_distance));
        const blocked_way way = cast_by(down);
        if (way.is_stopped && is_floor(way.stop)) go_to(widen(position_) + down * way.fraction, {});
    }
    [[nodiscard]] bool is_on_floor() {
        around_.look(position_, {});
        return detail::any_of(around_.touched(), [this](const active_facet& f) { return is_floor(f.normal); });
    }

    void finish(slide_result<T>& result) {
        result.position = position_;
        small_list<half_plane, 8> planes, floors;
        around_.look(position_, {});
        for (const active_facet& f : chosen(around_.touched(), velocity_)) {
            if (result.contacts.count == std::size(result.contacts.list)) break;
            const vec2<T> n = vec_cast<T>(f.normal) + vec2<T>{};
            const bool on_floor = is_floor(f.normal);
            result.contacts.list[result.contacts.count++] = {n, around_.surface_of(f).piece, on_floor};
            result.on_floor = result.on_floor || on_floor;
            planes.push_back(half_plane_of(n));
            if (on_floor) floors.push_back(planes.back());
        }
        const vec2<double> left = along(velocity_, planes.view(), floors.view());
        result.velocity = nearest_rounding<T>(
            left, step_after(vec_cast<T>(left)), [&](vec2<T> v) { return all_hold<T>(planes.view(), v); },
            slide_within(vec_cast<T>(left), planes.view()));
    }

    const slide_options<T>& options_;
    surroundings<T> around_;
    vec2<T> position_;
    vec2<double> rest_, velocity_;
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
    detail::check_arguments("move_and_slide", shape, position, motion, obstacles);
    if (!detail::expect_valid(shape, obstacles) || !is_finite(position) || !is_finite(motion))
        return detail::slide_motion<T>::nowhere(position);
    detail::mover_among<S, O> mover{shape, obstacles};
    return detail::slide_among<T>(mover, position, detail::widen(motion), options);
}

}  // namespace hitbox::inline HITBOX_ISA
