#pragma once
/// One move of a body: casts, steps, floors, and the surfaces along which the body slides.

#include <hitbox/core/lists.hpp>
#include <hitbox/motion/steps.hpp>
#include <hitbox/motion/walking.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// A move in progress. Each round casts the body, moves it to the surface that stops it, and turns the rest of the
/// motion along all surfaces that are held.
template <exact_real T>
class slide_motion {
    static constexpr int max_slides = 64, max_parts = 64;

public:
    /// The motion is velocity * options.dt.
    slide_motion(mover_among<T>& mover, vec2<T> position, vec2<double> velocity, const slide_options<T>& options)
        : body_{mover, position, options}, steps_{body_}, dt_{static_cast<double>(options.dt)}, velocity_{velocity} {
        left_.rest.value = velocity * dt_;
    }

    [[nodiscard]] slide_result<T> run() {
        const vec2<double> motion = left_.rest.value;
        if (!is_finite(motion) || !body_.find_near(motion).is_possible()) return refused(body_.position());
        slide_result<T> result;
        if (goes_freely(result)) return result;
        start(result);
        const T snap = body_.options().snap_distance;
        surface_list floors;
        if (body_.has_up() && (snap > T(0) || dot(body_.up(), motion) > 0)) floors = ground().surfaces();
        floors.erase_if([](const surface& s) { return !s.is_floor; });
        follow(floors);
        first_ = body_.here(), wish_ = left_.rest.value, first_velocity_ = velocity_.value;
        jumps_ = dot(wish_, body_.up()) > left_.rest.rise + 0x1p-20 * largest_of(wish_);
        if (!floors.empty() && !jumps_) snap_length_ = static_cast<double>(snap);
        go_on();
        for (int parts = 0; snap_length_ > 0 && !steps_.snap() && parts < max_parts; ++parts) {
            if (!steps_.snap_during_motion(last_from_, std::exchange(last_motion_, {}), min_part(), left_)) break;
            go_on();
        }
        return finish(result), result;
    }

private:
    [[nodiscard]] ground_finder<T>& ground() noexcept { return steps_.ground(); }
    /// The fast path of free flight. Returns false if something may be near the motion or near its end.
    [[nodiscard]] bool goes_freely(slide_result<T>& result) {
        const vec2<double> motion = left_.rest.value;
        if (left_.is_gone() || !body_.around().is_alone()) return false;
        const vec2<T> end = unsigned_zeros(vec_cast<T>(body_.here() + motion)), velocity = vec_cast<T>(velocity_.value);
        if (!is_finite(end) || !is_finite(velocity)) return false;
        if (!body_.around().is_alone_at_end(end)) {
            body_.around().find_near(end, {});
            if (!body_.around().is_alone()) return false;
        }
        result.position = end, result.velocity = unsigned_zeros(velocity), result.rounds = 1;
        return true;
    }
    /// Passes one-sided pieces that are penetrated at the start. Moves the body out of other solids by the minimum
    /// translation.
    void start(slide_result<T>& result) {
        const vec2<double> motion = left_.rest.value;
        body_.find_near(motion).pass_penetrated();
        if (body_.around().is_free()) return;
        result.started_free = false;
        go_out(motion);
        result.is_free = body_.find_near(motion).is_free();
        if (!result.is_free) squeeze();
    }
    /// Moves the body out of all solids by the minimum translation. If that leads into a pocket that is smaller than
    /// the body by a rounding, moves it by the shortest translation that does not.
    [[gnu::cold, gnu::noinline]] void go_out(vec2<double> motion) {
        const auto hit = body_.around().overlap();
        const vec2<double> from = body_.here();
        if (!hit) return;
        const vec2<double> out = vec2<double>{} - widen(hit->normal);
        const double depth = static_cast<double>(hit->depth);
        if (body_.go_out(from, out, depth, motion) || body_.go_out_of_notch(from + out * depth, motion)) return;
        const auto goes_out = [&](vec2<double> move) {
            const double length = length_of(move);
            return length > 0 &&
                   (body_.go_out(from, move * (1 / length), length, motion) || body_.go_beside(from + move, motion));
        };
        const translation_test test{goes_out};
        static_cast<void>(body_.find_near(motion).overlap(&test));
    }
    /// Turns a motion that leads up along a touched floor into a walk that follows the floor exactly, so that it is not
    /// a jump.
    void follow(const surface_list& floors) {
        const vec2<double> motion = left_.rest.value, up = body_.up();
        for (const surface& s : floors) {
            const vec2<double> n = s.plane.normal;
            if (!walks_along(s.plane, motion) || !(dot(up, motion) > 0)) continue;
            left_.rest.value = motion - up * (dot(n, motion) / dot(n, up));
            left_.rest.rise = larger(0.0, dot(up, left_.rest.value)),
            velocity_.rise = larger(0.0, dot(up, velocity_.value));
            return void(walks_ = true);
        }
    }
    void go_on() {
        while (!left_.is_gone() && slides_ < max_slides) advance();
        if (!left_.is_gone()) stopped_by_ = slide_stop::rounds;
    }
    /// Moves the body until it is stopped, then turns the rest of the motion along the surfaces that stop it.
    void advance() {
        ++rounds_;
        const vec2<double> motion = left_.rest.value;
        const blocked_motion hit = body_.cast_by(motion);
        if (!hit.is_stopped) return go_to_the_end();
        const touched_list met = ground().touched(ground().chosen(hit.facets, motion));
        const touched_surface stop = ground().touched(hit.stop);
        if (!stop.face.is_floor) is_turned_by_corner_ = hit.stop.is_arc;
        const vec2<T> from = body_.position();
        const double rise = left_.rest.rise * hit.fraction;
        const vec2<double> end = body_.here() + hit.step, moved = approach(hit);
        const bool is_short = dot(motion, end - body_.here()) > 0;  // the second approach may lead beyond this end
        if (is_short && moved != hit.step && body_.around().is_approached(hit) && body_.is_far_from(end))
            return squeeze();
        const bool may_snap = snap_length_ > 0 && !stop.face.is_floor && rounds_ <= max_slides;
        if (may_snap && steps_.snap_at_stop(from, {moved, rise}, min_part(), left_)) return;
        surface_list surfaces = ground().resolved(met);
        // If the motion leads into a floor, only the floor is held. The motion along the floor meets the other surfaces
        // again, and they may be steps there.
        const auto is_landed_on = [&](const surface& s) { return s.is_floor && !s.plane.holds(motion); };
        const bool lands = detail::any_of(surfaces, is_landed_on);
        // A body that falls past a ledge does not land on the last roundings of its end. A body that walks is lifted
        // over a step of a few roundings, even if its slanted or round side meets the step like a slope.
        const bool falls = lands && !any_is_floor(held_) && dot(body_.up(), motion) < -0x1p-20 * largest_of(motion);
        const vec2<double> raise = direction_of_lift(stop.face.plane.normal, falls);
        if ((!falls || raise != vec2<double>{} || (held_.empty() && moved != vec2<double>{})) &&
            steps_.lift(hit, moved, raise, left_))
            return;
        if (!jumps_ && moved == vec2<double>{} && kind_of(body_, stop.face) == slide_stop::ceiling &&
            steps_.sink(left_.rest.value))
            return;
        if (lands) surfaces.erase_if([&](const surface& s) { return !is_landed_on(s); });
        else if ((!jumps_ && steps_.climb(left_)) || stands_at_foot(stop)) return;
        // If no surface blocks the motion, as at a tread that is not climbed or where several corners meet, the facet
        // that stopped the cast is held.
        if (detail::all_of(surfaces, [&](const surface& s) { return s.plane.holds(motion); })) {
            const vec2<double> rest = abs(left_.rest.value), tol = body_.around().tolerance();
            if (rest.x + rest.y <= 2 * (tol.x + tol.y)) return void(left_.rest = {});  // too little to climb
            // In a corridor as wide as the body, each rounded motion along it leads into one of the sides. A facet that
            // does not hold the motion turns it again: at another position, its line is rounded differently.
            const auto is_held = [this](const surface& s) { return has_direction(held_, s); };
            if (moved == vec2<double>{} && stop.face.plane.holds(motion) && is_held(stop.face) &&
                detail::all_of(surfaces, is_held))
                return stopped_by_ = slide_stop::squeezed, void(left_.rest = {});
            surfaces.push_back(stop.face);
        }
        held_.append(surfaces.begin(), surfaces.end());
        if (!lands && body_.has_up()) hold_floor_below(motion);
        slide_along_held();
    }
    /// Puts a walking body that a steep slope or a wall stops a little above a floor on this floor. Returns true if it
    /// stands at the foot of the slope.
    [[nodiscard]] bool stands_at_foot(const touched_surface& stop) {
        const surface& slope = stop.face;
        const bool stops = is_steep(slope) || (left_.rest.rise > 0 && kind_of(body_, slope) == slide_stop::wall);
        if (jumps_ || !stops || any_is_floor(held_) || ground().is_tread(stop)) return false;
        if (!steps_.settle({&slope, 1}, snap_length_) || !is_steep(slope)) return false;
        left_.rest = velocity_ = {}, stopped_by_ = slide_stop::steep_slope;
        return held_.push_back(slope), true;
    }
    [[nodiscard]] bool is_steep(const surface& s) const { return kind_of(body_, s) == slide_stop::steep_slope; }
    void go_to_the_end() {
        last_from_ = body_.position(), last_motion_ = std::exchange(left_.rest, {});
        const bool must_move = is_long(last_motion_.value);
        const vec2<double> end = end_of(last_motion_.value);
        body_.go_to(end);
        if (must_move && !jumps_ && body_.position() == last_from_ && steps_.sink(last_motion_.value))
            body_.go_to(end + body_.here() - widen(last_from_));
        if (must_move && (body_.position() == last_from_ || body_.is_far_from(end))) squeeze();
    }
    /// Ends the motion in a corridor in which no position is free.
    void squeeze() noexcept { left_.rest = velocity_ = {}, stopped_by_ = slide_stop::squeezed; }
    /// Returns true if a motion is longer than the rounding of positions. A shorter motion may end where it began.
    [[nodiscard]] bool is_long(vec2<double> motion) const noexcept {
        const vec2<double> by = abs(motion), tol = body_.around().tolerance();
        return by.x > tol.x || by.y > tol.y;
    }
    /// Returns the length of the shortest part of the motion after which a floor below is looked for. It is not 0, so
    /// no part of a body that stands still is tried.
    [[nodiscard]] double min_part() const noexcept { return larger(0x1p-6 * largest_of(wish_), 0x1p-1000); }
    /// Returns the end of the rest of the motion. A coordinate that no obstacle has changed is start + motion, rounded
    /// once. Both sums round, in double, and each position between them is rounded to its resolution.
    [[nodiscard]] vec2<double> end_of(vec2<double> rest) const noexcept {
        vec2<double> end = body_.here() + rest;
        const vec2<double> sum = first_ + wish_, off = abs(sum - end);
        const vec2<double> max_off = (widen(body_.around().step()) + (abs(first_) + abs(wish_)) * 0x1p-52) * 16.0;
        const bool keeps_x = left_.is_straight_x && off.x <= max_off.x,
                   keeps_y = left_.is_straight_y && off.y <= max_off.y;
        // The other coordinate follows along the rest, so a body that walks on a slope stays on it.
        if (keeps_x && !keeps_y && rest.x != 0) end.y += (sum.x - end.x) * (rest.y / rest.x);
        if (keeps_y && !keeps_x && rest.y != 0) end.x += (sum.y - end.y) * (rest.x / rest.y);
        return {keeps_x ? sum.x : end.x, keeps_y ? sum.y : end.y};
    }
    /// Moves the body to the facet that stops a motion, and releases held surfaces that are not touched there. Returns
    /// the translation. The body does not move towards a surface that it already touches, so a standing body does not
    /// creep.
    vec2<double> approach(const blocked_motion& hit, bool is_second = false) {
        const vec2<double> n = hit.stop.normal, before = body_.here();
        const bool stays = !body_.around().is_approached(hit);
        const vec2<double> step = stays ? vec2<double>{} : hit.step;
        held_.erase_if([&](const surface& h) { return !body_.around().is_touched_after(step, h.piece); });
        if (stays) return {};
        left_.rest = left_.rest.after(hit.fraction);
        const vec2<T> resolution = body_.around().step();
        body_.go_to(before + step, left_.rest.value);
        const vec2<T> finer = body_.around().step();
        if (!is_second && (finer.x < resolution.x || finer.y < resolution.y)) {
            // Smaller coordinates have smaller rounding errors, so the facet may be farther than the first cast found.
            const blocked_motion again = body_.cast_by(left_.rest.value);
            if (again.is_stopped && again.stop.normal == n) approach(again, true);
        }
        return body_.here() - before;
    }
    /// Returns the direction in which the body leaves a small step: out of a held surface unlike the one with the
    /// normal `stop`, or `up`. A body that falls leaves it out of the wall along which it falls, if there is one: also
    /// if a slanted side, which may be nearly as steep as the wall, meets the step.
    [[nodiscard]] vec2<double> direction_of_lift(vec2<double> stop, bool falls) const noexcept {
        vec2<double> direction = falls ? vec2<double>{} : body_.up();
        for (const surface& h : held_)
            if (dot(h.plane.normal, stop) < (falls ? 0.99 : 0.5)) direction = h.plane.normal;
        return direction;
    }
    /// Holds a floor on which the body walks, even if the cast did not report it because it is a few roundings away.
    /// The floor may cover a held facet, such as the lower part of a block that stands in the floor. The surfaces that
    /// are touched there then replace this facet.
    void hold_floor_below(vec2<double> motion) {
        const surface_list here = ground().surfaces();
        const auto is_new = [&](auto& s) { return !s.is_floor && !s.plane.holds(motion) && !has_direction(held_, s); };
        const auto is_hidden = [&](const surface& h) { return !has_direction(here, h); };
        if (!any_is_floor(held_))
            for (const surface& s : here)
                if (s.is_floor && walks_on(s.plane, motion)) held_.push_back(s);
        if (!detail::any_of(here, is_new) || !detail::any_of(held_, is_hidden)) return;
        held_.erase_if(is_hidden);
        for (const surface& s : here)
            if (is_new(s)) held_.push_back(s);
    }
    /// Turns the rest of the motion along all held surfaces.
    void slide_along_held() {
        const auto is_sloped = [&](const surface& s) { return s.is_floor && s.plane.normal != body_.up(); };
        ++slides_, walks_ = walks_ || detail::any_of(held_, is_sloped);
        const vec2<double> motion = left_.rest.value;
        const auto turn = [this] {
            held_planes planes;
            for (const surface& h : held_) planes.add(h);
            turn_once_at_each_place(planes);
            const walked_motion velocity = unthrown(velocity_, planes);
            const bool is_all_left = dt_ == 1 && left_.rest == velocity;
            const walked_motion rest = along_unless_back(left_.rest, planes, wish_);
            if (rest.value == vec2<double>{} && slip_off_an_end()) return false;
            velocity_ = is_all_left ? rest : along_unless_back(velocity, planes, first_velocity_);
            left_.turn_to(rest);
            return true;
        };
        while (!turn()) continue;
        const bool is_stopped = is_long(motion) && !is_long(left_.rest.value);
        if (left_.is_gone() || is_stopped) stopped_by_ = what_stops(body_, held_.view(), motion);
    }
    /// Makes the motion again what it was before the last turn, if this was within the tolerance of touching of here.
    /// Where walls meet, one may be met a rounding after the other. All of them turn the motion together: along one and
    /// then along the other, the motion would be longer or shorter.
    void turn_once_at_each_place(const held_planes& planes) {
        const vec2<double> off = abs(body_.here() - turned_at_), tol = body_.around().tolerance();
        const bool is_same_place = held_at_turn_ > 0 && off.x <= tol.x && off.y <= tol.y;
        if (is_same_place && held_.size() > held_at_turn_ && planes.floors.empty())
            left_.rest = before_turn_, velocity_ = velocity_before_turn_;
        else before_turn_ = left_.rest, velocity_before_turn_ = velocity_, turned_at_ = body_.here();
        held_at_turn_ = held_.size();
    }
    /// Returns a velocity without the height of a floor that the body has left. This floor does not throw the body up.
    [[nodiscard]] walked_motion unthrown(const walked_motion& v, const held_planes& planes) const noexcept {
        if (!planes.floors.empty()) return v;
        return {v.value - body_.up() * larger(0.0, smaller(dot(body_.up(), v.value), v.rise)), 0};
    }
    /// Returns a motion along all held surfaces; zero if they are no floors, and it leads against the wish. In an
    /// obtuse corner, a body that is turned along one wall, and then along the other, would move out of the corner
    /// again.
    [[nodiscard]] walked_motion along_unless_back(const walked_motion& v, const held_planes& planes,
                                                  vec2<double> wish) const {
        const walked_motion turned = along(body_, v, planes);
        return planes.floors.empty() && dot(turned.value, wish) <= 0 ? walked_motion{} : turned;
    }
    /// Tries to continue if the held surfaces together leave no motion. Releases a held surface that ends at the body,
    /// if the body can move beyond this end. Returns false if there is no such surface.
    [[nodiscard]] bool slip_off_an_end() {
        for (const surface& end : held_) {
            if (!body_.find_near().ends_here(end)) continue;
            const auto is_end = [normal = end.plane.normal](const surface& s) { return s.plane.normal == normal; };
            held_planes others;
            for (const surface& h : held_)
                if (!is_end(h)) others.add(h);
            if (others.all.empty()) continue;
            // The motion without the height that a floor has added; or as it is, if it leads beyond the end of the
            // surface, not up a wall, and not back, as down the corner of a tread.
            const walked_motion before{left_.rest.value - body_.up() * left_.rest.rise, 0};
            for (const walked_motion& wanted : {before, left_.rest}) {
                const vec2<double> motion = along(body_, wanted, others).value, up = body_.up();
                const double rise = dot(up, motion), height = larger(0.0, dot(up, before.value));
                if (rise > height || dot(motion - up * rise, wish_) < 0 || !body_.makes_progress(motion)) continue;
                return held_.erase_if(is_end), left_.rest = wanted, true;
            }
        }
        return false;
    }
    /// Puts a body that has walked on a floor, or along one, back on the floor. The motion may end a few roundings
    /// above it, or in a corner at the nearest free position.
    [[nodiscard]] bool stands_again(const surface_list& contacts) {
        const auto start = body_.marked();
        const bool walks = walks_ || steps_.snapped() > 0 ||
                           detail::any_of(contacts, [this](const surface& s) { return is_steep(s); });
        const double fall = 0 - dot(body_.up(), wish_), across = magnitude(cross(body_.up(), wish_));
        // Steeper motions follow no floor: the tangent of an angle is less than 1 / its cosine.
        const bool may_follow = fall > 0 && fall * static_cast<double>(body_.options().floor_up) < across;
        if (!(walks || may_follow) || !steps_.settle(ground().surfaces().view(), 0)) return false;
        const vec2<double> n = steps_.floor_below().plane.normal;
        const bool was_on_it = magnitude(dot(n, first_ - body_.here())) <= 2 * body_.around().tolerance_along(n);
        if (walks || (was_on_it && n != body_.up())) return true;
        return body_.go_back_to(start), false;
    }
    void finish(slide_result<T>& result) {
        surface_list contacts = ground().surfaces_at_end(velocity_.value);
        if (!jumps_ && !any_is_floor(contacts) && stands_again(contacts)) {
            contacts = ground().surfaces_at_end(velocity_.value);
            if (steps_.floor_below().is_floor && !any_is_floor(contacts)) contacts.push_back(steps_.floor_below());
        }
        result.position = body_.position(), result.rounds = rounds_, result.stopped_by = stopped_by_;
        result.stepped = round_to<T>(steps_.stepped()), result.snapped = round_to<T>(steps_.snapped());
        held_planes planes;
        const auto stops = [&](const surface& s) { return kind_of(body_, s) == stopped_by_; };
        const bool is_wedge = stopped_by_ == slide_stop::wedge;
        if (is_wedge || !detail::any_of(contacts, stops))  // the nearest free position may be too far from what stops
            for (const surface& h : held_)
                if (is_wedge ? !has_direction(contacts, h) : stops(h)) contacts.push_back(h);
        for (const surface& s : contacts) {
            if (result.contacts.count == std::size(result.contacts.list)) break;
            const vec2<T> n = unsigned_zeros(vec_cast<T>(s.plane.normal));
            result.contacts.list[result.contacts.count++] = {n, s.piece, s.is_floor};
            result.on_floor = result.on_floor || s.is_floor;
            planes.add(half_plane_of(n), s.is_floor);
        }
        vec2<double> left = along(body_, unthrown(velocity_, planes), planes).value;
        // A body with a round bottom that walks off its floor, and then along a steep corner, is not thrown up by it.
        const double rise = dot(body_.up(), left);
        if (rise > 0 && !result.on_floor && is_turned_by_corner_ && snap_length_ > 0) {
            left = left - body_.up() * rise;
            if (!all_hold(planes.all.view(), left)) left = {};
        }
        result.velocity = nearest_rounding<T>(
            left, step_after(vec_cast<T>(left)), [&](vec2<T> v) { return all_hold<T>(planes.all.view(), v); },
            slide_within(vec_cast<T>(left), planes.all.view()));
    }
    moving_body<T> body_;
    step_taker<T> steps_;
    double dt_;
    walked_motion velocity_{};  // the remaining velocity
    remaining_motion left_{};
    vec2<double> first_{}, wish_{}, first_velocity_{};  // free start position, whole motion, velocity at the start
    vec2<T> last_from_{};                               // the start of the last motion that nothing stopped
    walked_motion last_motion_{};
    surface_list held_;
    vec2<double> turned_at_{};                              // where the motion was turned last
    walked_motion before_turn_{}, velocity_before_turn_{};  // as they were before the first turn there
    std::size_t held_at_turn_ = 0;                          // the number of surfaces that turned it
    slide_stop stopped_by_ = slide_stop::none;
    bool jumps_ = false;                // the motion leads up by more than 2^-20 of its length, and not along a floor
    bool walks_ = false;                // it has followed a slope
    bool is_turned_by_corner_ = false;  // the last wall or steep slope that stopped the motion is a round corner
    double snap_length_ = 0;            // by which the body follows the floor down; 0 if it does not walk
    int rounds_ = 0, slides_ = 0;
};

/// The movement, compiled once for all types of shapes and sets.
template <exact_real T>
[[nodiscard, gnu::noinline]] slide_result<T> slide_among(mover_among<T>& mover, vec2<T> position, vec2<double> velocity,
                                                         const slide_options<T>& options) {
    return slide_motion<T>{mover, position, velocity, usable(options)}.run();
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
