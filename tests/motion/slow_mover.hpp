#pragma once
// A slow and simple mover with a method of its own: a point among convex polygons, in long double. The point is cast
// against each polygon (Cyrus and Beck 1978). At each stop the mover tries every direction along the touched sides by a
// tiny motion, and takes the direction that keeps most of the motion.

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace hitbox_tests::slow {

using extended = long double;

struct point {
    extended x = 0, y = 0;

    friend point operator+(point a, point b) { return {a.x + b.x, a.y + b.y}; }
    friend point operator-(point a, point b) { return {a.x - b.x, a.y - b.y}; }
    friend point operator*(point a, extended k) { return {a.x * k, a.y * k}; }
};
inline extended dot(point a, point b) { return a.x * b.x + a.y * b.y; }
inline extended cross(point a, point b) { return a.x * b.y - a.y * b.x; }
inline extended length(point a) { return std::hypot(a.x, a.y); }

/// A side of a convex polygon. The polygon lies where dot(normal, p) <= offset.
struct side {
    point normal;
    extended offset = 0;

    extended gap(point p) const { return dot(normal, p) - offset; }
};

/// The positions of a mover's origin at which it penetrates a solid.
struct obstacle {
    std::vector<side> sides;
    bool is_one_way = false;  // blocks only motions that enter it through sides that face up
    int row = -1;             // one-way obstacles that touch each other are of one row

    /// Returns the largest distance from a side's line; inside, minus the depth.
    extended gap(point p) const {
        extended gap = -HUGE_VALL;
        for (const side& s : sides) gap = (std::max)(gap, s.gap(p));
        return gap;
    }
    bool has_front(const side& s) const { return !is_one_way || s.normal.y > 0; }
};

/// Returns the convex hull, counter-clockwise (Andrew's monotone chains).
inline std::vector<point> hull_of(std::vector<point> points) {
    const auto comes_before = [](point a, point b) { return a.x != b.x ? a.x < b.x : a.y < b.y; };
    std::sort(points.begin(), points.end(), comes_before);
    std::vector<point> hull;
    for (int half = 0; half < 2; ++half) {
        const std::size_t base = hull.size();
        for (const point p : points) {
            while (hull.size() >= base + 2 && cross(hull.back() - hull[hull.size() - 2], p - hull.back()) <= 0)
                hull.pop_back();
            hull.push_back(p);
        }
        hull.pop_back();
        std::reverse(points.begin(), points.end());
    }
    return hull;
}

/// Returns the Minkowski sum of a solid and the mover, shrunk by `spare`, so that touching positions are outside.
inline obstacle grown_by(const std::vector<point>& solid, const std::vector<point>& mover, extended spare,
                         bool is_one_way) {
    std::vector<point> sums;
    for (const point s : solid)
        for (const point m : mover) sums.push_back(s - m);
    const std::vector<point> hull = hull_of(sums);
    obstacle grown;
    grown.is_one_way = is_one_way;
    for (std::size_t i = 0; i < hull.size(); ++i) {
        const point along = hull[(i + 1) % hull.size()] - hull[i];
        if (length(along) <= 4 * spare) continue;  // a corner that rounding has cut
        const point normal = point{along.y, -along.x} * (1 / length(along));
        grown.sides.push_back({normal, dot(normal, hull[i]) - spare});
    }
    return grown;
}

/// Returns the least rise of a floor's normal: floors may be steeper than `floor_up` by 2^-10 radians.
template <class F>
extended least_rise_of_floor(F floor_up) {
    return std::cos(std::acos(static_cast<extended>(floor_up)) + 0x1p-10L) - 0x1p-20L;
}

struct slow_options {
    bool has_up = false;
    extended floor_up = std::sqrt(0.5L);
    extended unit = 1;           // the size of a tile; sides within 1e-10 of it are touched
    extended spare = 0;          // the length by which obstacles are shrunk, so one of two flush ones may be higher
    extended felt = 0;           // the largest height above a floor at which a stopped walker still stands on it
    extended tiny = 1e-6L;       // the length of the motion that tries a direction, in tiles
    bool falls_at_ends = false;  // the height that a floor has added is lost where it ends, not at the end of the move
};

struct slow_result {
    point position;
    int stops = 0;
    bool gave_up = false;
};

class slow_mover {
public:
    slow_mover(const std::vector<obstacle>& obstacles, const slow_options& options)
        : obstacles_{obstacles}, options_{options}, touch_{options.unit * 1e-10L} {}

    slow_result move(point from, point wish) {
        passed_.assign(obstacles_.size(), false);
        for (std::size_t i = 0; i < obstacles_.size(); ++i)
            passed_[i] = obstacles_[i].is_one_way && obstacles_[i].gap(from) < -touch_;
        start_ = position_ = from, wish_ = rest_ = wish, climbed_ = 0;
        slow_result result;
        while (length(rest_) > touch_ * 1e-3L && result.stops < 100 && advance()) ++result.stops;
        result.gave_up = result.stops == 100;
        result.position = position_;
        return result;
    }

private:
    struct meeting {
        extended fraction = 1;
        const side* through = nullptr;
    };

    bool is_floor(point normal) const { return options_.has_up && normal.y >= least_rise_of_floor(options_.floor_up); }

    /// Cyrus and Beck: the last entry into a half-plane comes before the first exit out of one.
    static meeting cast_at(const obstacle& o, point p, point translation, extended touch) {
        extended entry = -HUGE_VALL, exit = HUGE_VALL;
        meeting met;
        for (const side& s : o.sides) {
            const extended gap = s.gap(p), closing = -dot(s.normal, translation);
            const bool is_along = std::abs(closing) <= 1e-13L * length(translation);
            if (gap >= -touch && (is_along || closing < 0)) return {};
            if (is_along) continue;
            const extended fraction = gap / closing;
            if (closing > 0 && fraction > entry) entry = fraction, met.through = &s;
            if (closing < 0) exit = (std::min)(exit, fraction);
        }
        // A solid that is penetrated deeper than a touch may be left. A path inside by less than a touch is no hit.
        const bool is_met =
            met.through && met.through->gap(p) >= -touch && (exit - entry) * length(translation) > 4 * touch;
        met.fraction = (std::max)(entry, 0.0L);
        return is_met ? met : meeting{};
    }

    /// Returns the first obstacle that blocks. A one-way piece hit at its back is passed for the rest of the move.
    meeting first_meeting(point translation) {
        for (;;) {
            meeting first;
            std::size_t whose = 0;
            for (std::size_t i = 0; i < obstacles_.size(); ++i) {
                if (passed_[i]) continue;
                const meeting met = cast_at(obstacles_[i], position_, translation, touch_);
                if (met.through && met.fraction < first.fraction) first = met, whose = i;
            }
            if (!first.through) return first;
            const bool is_in_front = obstacles_[whose].has_front(*first.through);
            if (is_in_front && !is_joint(whose, position_ + translation * first.fraction)) return first;
            passed_[whose] = true;
        }
    }

    /// Returns whether a one-way piece is hit inside another one of its row that contains the start, too.
    bool is_joint(std::size_t piece, point there) const {
        for (std::size_t i = 0; i < obstacles_.size(); ++i)
            if (obstacles_[i].row >= 0 && obstacles_[i].row == obstacles_[piece].row && i != piece &&
                obstacles_[i].gap(start_) < -touch_ && obstacles_[i].gap(there) < -touch_)
                return true;
        return false;
    }

    /// Moves to the first stop, and chooses the best remaining direction. Returns false if no motion is left.
    bool advance() {
        const meeting met = first_meeting(rest_);
        position_ = position_ + rest_ * met.fraction;
        if (!met.through) return rest_ = {}, false;
        rest_ = rest_ * (1 - met.fraction), climbed_ *= 1 - met.fraction;
        if (!is_floor(met.through->normal) && step_over(met.through->normal)) return true;
        rest_ = best_direction(met.through->normal);
        return true;
    }

    /// Moves over an end that is only as high as the shrinking has made it, away from the other touched sides. The
    /// result is used if the motion then continues much farther than it was raised, or if the next stop keeps more of
    /// the motion.
    bool step_over(point stopped_by) {
        std::vector<point> directions = normals_touched();
        if (options_.has_up) directions.push_back({0, 1});
        const point before = position_;
        for (const point n : directions) {
            if (dot(n, stopped_by) > 0.999L) continue;
            position_ = before + n * (2 * options_.spare);
            const bool is_free = std::none_of(obstacles_.begin(), obstacles_.end(), [&](const obstacle& o) {
                return !passed_[static_cast<std::size_t>(&o - obstacles_.data())] && o.gap(position_) < -touch_;
            });
            const meeting next = first_meeting(rest_);
            const bool is_passed = -dot(stopped_by, rest_) * next.fraction > 8 * options_.spare;
            const extended gain = next.through ? dot(next.through->normal - stopped_by, rest_) : 0;
            if (is_free && (is_passed || gain > 1e-6L * length(rest_))) return true;
        }
        return position_ = before, false;
    }

    std::vector<point> normals_touched(extended felt = 0) const {
        std::vector<point> normals;
        for (std::size_t i = 0; i < obstacles_.size(); ++i) {
            if (passed_[i] || obstacles_[i].gap(position_) > touch_ + felt) continue;
            for (const side& s : obstacles_[i].sides)
                if (std::abs(s.gap(position_)) <= 2 * touch_ + felt && obstacles_[i].has_front(s))
                    normals.push_back(s.normal);
        }
        return normals;
    }

    /// Returns whether a tiny motion enters no solid.
    bool is_open(point direction) const {
        if (length(direction) == 0) return true;
        const extended tiny = options_.unit * options_.tiny;
        const point there = position_ + direction * (tiny / length(direction));
        for (std::size_t i = 0; i < obstacles_.size(); ++i)
            if (!passed_[i] && is_before(obstacles_[i]) && obstacles_[i].gap(there) < -1e-3L * tiny) return false;
        return true;
    }
    /// Returns whether the point is in front of a side that blocks.
    bool is_before(const obstacle& o) const {
        return std::any_of(o.sides.begin(), o.sides.end(),
                           [&](const side& s) { return o.has_front(s) && s.gap(position_) >= -2 * touch_; });
    }

    /// Returns the height that floors add to a motion that keeps its speed across `up`; zero if no floor blocks.
    extended rise_on_floors(point motion, const std::vector<point>& normals) const {
        extended rise = 0;
        for (const point n : normals)
            if (is_floor(n)) rise = (std::max)(rise, -dot(n, motion) / n.y);
        return rise;
    }

    /// Returns the free direction that keeps most of the motion; on a floor, walking takes precedence. A walker that is
    /// stopped by a surface that is not a floor stands: its walking and the height gained by it are removed. So does a
    /// body at the foot of a steep slope that leaves the floor there, unless it jumps.
    point best_direction(point stopped_by) {
        const std::vector<point> normals = normals_touched(), felt = normals_touched(options_.felt);
        const auto is_any_floor = [&](const std::vector<point>& all) {
            return std::any_of(all.begin(), all.end(), [&](point n) { return is_floor(n); });
        };
        const bool is_on_floor = is_any_floor(normals);
        const bool is_foot = stopped_by.y > 1e-6L && wish_.y <= 0;
        if (is_any_floor(felt) && !is_floor(stopped_by) &&
            (is_foot || climbed_ > 0 || rise_on_floors(rest_, felt) > 0)) {
            const point fall{0, rest_.y - climbed_};
            const point standing{0, fall.y + rise_on_floors(fall, felt)};
            if (is_open(standing)) return climbed_ = 0, standing;
        }
        if (!is_on_floor && options_.falls_at_ends) rest_.y -= climbed_;
        if (const extended rise = rise_on_floors(rest_, normals); rise > 0) {
            const point walking{rest_.x, rest_.y + rise};
            if (is_open(walking)) return climbed_ += rise, walking;
            const point fall{0, rest_.y - climbed_};
            const point standing{0, fall.y + rise_on_floors(fall, normals)};
            if (is_open(standing)) return climbed_ = 0, standing;
        }
        if (!is_on_floor) climbed_ = 0;
        point best;
        for (const point n : normals) {
            const point tangent{-n.y, n.x}, along = tangent * dot(tangent, rest_);
            if (length(along) > length(best) && is_open(along)) best = along;
        }
        // A mover that is turned along one wall, and then along another one, must not come back.
        if (!is_on_floor && dot(best, wish_) <= 0) return {};
        return best;
    }

    const std::vector<obstacle>& obstacles_;
    slow_options options_;
    extended touch_;
    std::vector<bool> passed_;
    point start_, position_, wish_, rest_;
    extended climbed_ = 0;  // the height in the rest of the motion that floors have added
};

}  // namespace hitbox_tests::slow
