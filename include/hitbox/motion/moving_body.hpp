#pragma once
/// A shape that moves among obstacles, from one free position to another.

#include <hitbox/motion/nearby_shapes.hpp>
#include <hitbox/motion/slide_options.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

template <exact_real T>
class moving_body {
public:
    moving_body(mover_among<T>& mover, vec2<T> position, const slide_options<T>& options)
        : options_{options}, around_{mover}, position_{position} {
        if (has_up()) around_.expect_search_radius(larger(options.step_height, options.snap_distance));
        // A floor may be steeper by 2^-10 radians, as some slopes of 45 degrees between rounded vertices are.
        const double up = static_cast<double>(options.floor_up), across = square_root(larger(0.0, 1 - up * up));
        min_up_ = larger(up - 0x1p-10 * across - 0x1p-20, 0x1p-10);
    }

    [[nodiscard]] const slide_options<T>& options() const noexcept { return options_; }
    [[nodiscard]] bool has_up() const noexcept { return options_.up != vec2<T>{}; }
    [[nodiscard]] vec2<double> up() const noexcept { return widen(options_.up); }
    [[nodiscard]] double step_height() const noexcept { return static_cast<double>(options_.step_height); }
    [[nodiscard]] bool climbs_steps() const noexcept { return has_up() && options_.step_height > T(0); }
    [[nodiscard]] bool is_floor(vec2<double> normal) const noexcept { return has_up() && dot(normal, up()) >= min_up_; }

    [[nodiscard]] vec2<T> position() const noexcept { return position_; }
    /// Returns the position in double.
    [[nodiscard]] vec2<double> here() const noexcept { return widen(position_); }
    /// Returns the nearby shapes of the last search.
    [[nodiscard]] nearby_shapes<T>& around() noexcept { return around_; }
    [[nodiscard]] const nearby_shapes<T>& around() const noexcept { return around_; }
    /// Finds the shapes near the position and near a motion from there.
    nearby_shapes<T>& find_near(vec2<double> motion = {}) { return around_.find_near(position_, motion), around_; }

    [[gnu::noinline]] blocked_motion cast_by(vec2<double> motion) { return find_near(motion).cast(motion); }

    /// Moves the body to the free position nearest to a target, and finds the shapes near the motion `left` from there.
    /// Returns false if there is no free position from there back to the body; the body then stays.
    bool go_to(vec2<double> target, vec2<double> left = {}) {
        const vec2<double> back = here() - target;
        const vec2<T> start = position_;
        if (go_near(target, left)) return true;
        // The error of a cast at round or long shapes may be larger than these few roundings. The body then moves out
        // of the shapes that it penetrates slightly, together or each, or back along the motion.
        const double error = around_.cast_error(), length = length_of(back);
        around_.find_near(vec_cast<T>(target), left);
        const auto grazed = around_.overlap();
        const vec2<double> out_of_each = around_.out_of_each(2 * error);
        if (grazed && static_cast<double>(grazed->depth) <= 2 * error)  // a cast ignores less than `error`, and rounds
            if (go_out(target, vec2<double>{} - widen(grazed->normal), static_cast<double>(grazed->depth), left))
                return true;
        if (const double depth = length_of(out_of_each); depth > 0)
            if (go_out(target, out_of_each * (1 / depth), depth, left)) return true;
        const auto goes_back = [&](double off) {
            return go_near(target + back * (off / length), left, off <= 64 * error);
        };
        double off = error;
        while (off < length && off > 0 && !goes_back(off)) off *= 2;
        if (off > error) refine(off / 2, smaller(off, length), error, goes_back), around_.find_near(position_, left);
        const double moved = largest_of(here() - widen(start));
        if (off < length || moved > 4 * (error + largest_of(widen(around_.step())))) return true;
        put(start), around_.find_near(position_, left);
        return false;
    }
    /// Returns true if the body is farther from a target than rounding explains. If a surface is nearly parallel to the
    /// motion, an error of a rounding perpendicular to it is much longer along the motion.
    [[nodiscard]] bool is_far_from(vec2<double> target) const noexcept {
        const double step = largest_of(widen(around_.step())), size = largest_of(around_.size());
        return largest_of(target - here()) > 8 * (around_.cast_error() + step) + 4 * square_root(size * step);
    }
    /// Moves the body to the nearest free position within a few roundings of a target. Returns false if there is none.
    [[gnu::noinline]] bool go_near(vec2<double> target, vec2<double> left, bool thoroughly = true) {
        const auto is_free_there = [&](vec2<T> p) { return around_.find_near(p, left), around_.is_free(); };
        const vec2<T> nearest = unsigned_zeros(vec_cast<T>(target)), none{std::numeric_limits<T>::infinity(), 0};
        if (!is_finite(nearest)) return false;
        if (is_free_there(nearest)) return put(nearest), true;
        if (around_.is_deep_inside()) return false;
        const vec2<T> step = around_.step();
        const vec2<T> found = thoroughly ? another_rounding<T>(target, step, is_free_there, none) : none;
        if (found != none) return put(found), true;
        // Where the body fits exactly, as between tiles, it does so at multiples of a step.
        const vec2<T> multiple{multiple_of(step.x, target.x), multiple_of(step.y, target.y)};
        if (multiple == nearest || !is_free_there(multiple)) return false;
        return put(multiple), true;
    }
    /// Moves the body from `start` along `direction` out of obstacles that it penetrates by `depth`. The depth is
    /// rounded, so slightly larger distances are tried, too. Returns false, without a change, if none is enough.
    [[gnu::cold, gnu::noinline]] bool go_out(vec2<double> start, vec2<double> direction, double depth,
                                             vec2<double> left) {
        const double enough = 256 * (around_.cast_error() + largest_of(widen(around_.step())));  // perhaps infinite
        for (double more = 4 * largest_of(widen(around_.step()));; depth += more, more *= 2) {
            if (go_near(start + direction * depth, left)) return true;
            if (!(more < enough)) return false;
        }
    }
    /// Moves the body out of a notch: from a target at which it touches several solids, along all of their normals
    /// together. Returns false, without a change, if that leads to no free position within a few roundings.
    [[gnu::cold, gnu::noinline]] bool go_out_of_notch(vec2<double> target, vec2<double> left) {
        around_.find_near(vec_cast<T>(target), left);
        const double error = larger(around_.cast_error(), largest_of(widen(around_.step())));
        const vec2<double> out = around_.out_of_touched(4 * error);
        const double length = length_of(out);
        return length > 0 && go_out(target, out * (1 / length), 0, left);
    }
    /// Moves the body to a free position close beside a target at which it penetrates something slightly, as at the end
    /// of a pocket that is smaller than the body by a rounding. Returns false, without a change, if there is none.
    [[gnu::cold, gnu::noinline]] bool go_beside(vec2<double> target, vec2<double> left) {
        around_.find_near(vec_cast<T>(target), left);
        const auto grazed = around_.overlap();
        if (!grazed) return false;
        const vec2<double> out = vec2<double>{} - widen(grazed->normal), tangent = perp(out), size = around_.size();
        const double depth = static_cast<double>(grazed->depth), far_enough = 0x1p-8 * larger(size.x, size.y);
        const double error = larger(around_.cast_error(), largest_of(widen(around_.step())));
        if (depth < far_enough && go_out(target, out, depth, left)) return true;
        for (double off = error; off < far_enough; off *= 2)
            for (const double side : {off, -off})
                if (go_near(target + tangent * side, left, off <= 64 * error)) return true;
        return false;
    }
    /// Moves the body to the facet that stops a motion. If nothing stops it, or the body touches the facet already, the
    /// body stays. Returns the free part of the motion and the facets that stop it.
    [[gnu::noinline]] blocked_motion go_to_stop(vec2<double> motion) {
        const blocked_motion met = cast_by(motion);
        if (met.is_stopped && around_.is_approached(met)) go_to(here() + met.step);
        return met;
    }
    /// Puts the body at a position, free or not.
    void put(vec2<T> position) noexcept { position_ = position; }

    /// A state to which a failed trial returns.
    struct mark {
        vec2<T> position;
        std::size_t passed;
    };
    [[nodiscard]] mark marked() const noexcept { return {position_, around_.passed_count()}; }
    [[gnu::noinline]] void go_back_to(const mark& m) {
        position_ = m.position;
        around_.restore_passed(m.passed);
        find_near();
    }
    /// Returns true if a motion from here makes progress. If not, the state is unchanged.
    [[nodiscard]] bool makes_progress(vec2<double> motion) {
        if (motion == vec2<double>{}) return false;
        const auto start = marked();
        const blocked_motion hit = cast_by(motion);
        const vec2<double> step = abs(hit.step), tol = around_.tolerance();
        if (!hit.is_stopped || (around_.is_approached(hit) && (step.x > tol.x || step.y > tol.y))) return true;
        return go_back_to(start), false;
    }

private:
    /// Returns the multiple of a step, a power of two, that is nearest to x; x rounded to T if it is much larger.
    [[nodiscard]] static T multiple_of(T step, double x) noexcept {
        const double count = x / static_cast<double>(step), shift = 0x1.8p52;
        if (!(magnitude(count) < 0x1p51)) return unsigned_zero(static_cast<T>(x));
        return unsigned_zero(static_cast<T>(((count + shift) - shift) * static_cast<double>(step)));
    }
    /// Moves the body to the shortest distance that is free, by bisection between one that is not and one that is.
    void refine(double blocked, double free, double resolution, function_ref<bool(double)> goes_to) {
        if (!(free - blocked > 4 * resolution)) return;
        for (int i = 0; i < 40 && free - blocked > resolution; ++i) {
            const double middle = 0.5 * (blocked + free);
            (goes_to(middle) ? free : blocked) = middle;
        }
    }

    const slide_options<T>& options_;
    nearby_shapes<T> around_;
    vec2<T> position_;
    double min_up_ = 1;  // the least dot(normal, up) of a floor
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
