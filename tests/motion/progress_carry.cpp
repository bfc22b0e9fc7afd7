// Laws of room: a shape is squashed only if there is no free position near the one to which the platform pushes it. The
// reference is a search on a grid, in long double, with the distances of points to convex polygons.

#include "../rounds.hpp"
#include "progress.hpp"
#include "slow_mover.hpp"

#include <hitbox/motion/carry.hpp>

namespace hitbox_tests::progress {
namespace {

/// Returns the signed distance of a point from a convex polygon: inside, minus the depth.
extended distance_from(slow::point p, const std::vector<slow::point>& corners) {
    extended deepest = -HUGE_VALL, nearest = HUGE_VALL;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const slow::point a = corners[i], along = corners[(i + 1) % corners.size()] - a;
        const extended size = slow::length(along);
        if (!(size > 0)) continue;
        const extended t = std::clamp(slow::dot(along, p - a) / (size * size), 0.0L, 1.0L);
        deepest = (std::max)(deepest, slow::cross(p - a, along) / size);
        nearest = (std::min)(nearest, slow::length(p - a - along * t));
    }
    return deepest < 0 ? deepest : nearest;
}
template <class T>
std::vector<slow::point> points_of(const any_shape<T>& s, vec2<T> offset = {}) {
    std::vector<slow::point> points;
    for (const vec2<T> v : vertices(s))
        points.push_back({extended(v.x) + extended(offset.x), extended(v.y) + extended(offset.y)});
    return points;
}

template <class T>
slow::point wide(vec2<T> p) {
    return {extended(p.x), extended(p.y)};
}

/// Obstacles and a platform in the space of the positions of a shape.
template <class T>
class position_space {
public:
    explicit position_space(const any_shape<T>& shape)
        : mover_{points_of<T>(shape)}, radius_{extended(radius(shape))} {}

    void add(const any_shape<T>& solid, vec2<T> offset = {}) {
        std::vector<slow::point> sums;
        for (const slow::point s : points_of<T>(solid, offset))
            for (const slow::point m : mover_) sums.push_back(s - m);
        solids_.push_back(slow::hull_of(sums));
    }
    /// Returns how far a position is from those at which the shape penetrates something.
    extended gap(slow::point p) const {
        extended gap = HUGE_VALL;
        for (const auto& solid : solids_) gap = (std::min)(gap, distance_from(p, solid) - radius_);
        return gap;
    }
    /// Returns whether a position within `reach` of p has more room than `tolerance`. The grid is fine at p.
    bool has_room(slow::point p, extended reach, extended tolerance) const {
        for (int ring = 1; ring <= 24; ++ring)
            for (int turn = 0; turn < 48; ++turn) {
                const extended angle = turn * std::acos(-1.0L) / 24, r = reach * ring / 24;
                if (gap(p + slow::point{std::cos(angle), std::sin(angle)} * r) > tolerance) return true;
            }
        return gap(p) > tolerance;
    }

private:
    std::vector<slow::point> mover_;
    extended radius_;
    std::vector<std::vector<slow::point>> solids_;
};

template <class T>
any_shape<T> box_between(T x0, T y0, T x1, T y1) {
    return aabb<T>{{x0, y0}, {x1, y1}};
}
/// Returns a wedge with its tip at `tip`; its upper side, or for a ceiling its lower side, rises to the right.
template <class T>
any_shape<T> slope_at(vec2<T> tip, double degrees, bool is_ceiling) {
    const T rise = static_cast<T>(std::tan(degrees * std::acos(-1.0) / 180)), width = rise > T(2) ? T(8) / rise : T(4);
    if (is_ceiling)
        return polygon_of<T>({{tip.x - width, tip.y - rise * width},
                              {tip.x + width, tip.y + rise * width},
                              {tip.x - width, tip.y + rise * width}});
    return polygon_of<T>({tip, {tip.x + width, tip.y}, {tip.x + width, tip.y + rise * width}});
}

/// A shape that a platform pushes for some steps.
template <class T>
struct push_scene {
    any_shape<T> shape, platform;
    std::vector<any_shape<T>> solids;
    vec2<T> position, platform_at, motion;
};

template <class T>
push_scene<T> random_push(dice& random) {
    const T half = T(0.25) + T(random.roll(3)) / T(8), height = half * (T(1) + T(random.roll(3)) / T(2));
    const T speed = static_cast<T>(std::array{0.01, 0.02, 0.05, 0.1}[static_cast<unsigned>(random.roll(4))]);
    push_scene<T> s{mover_of<T>(random.roll(4), half, height), box_between<T>(-1, -1, 0, 1), {}, {}, {}, {}};
    const T low = -bounds(s.shape).min.y;  // at this height it is on the floor
    s.solids.push_back(box_between<T>(-9, -1, 9, 0));
    s.position = {T(-0.875) - half, low};
    const double degrees = 5 + 5 * random.roll(16);
    switch (random.roll(6)) {
        case 0:  // a ramp on the floor
            s.solids.push_back(slope_at<T>({T(-0.5), T(0)}, degrees, false));
            break;
        case 1:  // a bump
            s.solids.push_back(box_between<T>(T(-0.5), 0, 9, speed * T(random.between(0.02, 0.9))));
            break;
        case 2:  // a ceiling that comes down, or a wall under which a ramp leads
            s.solids.push_back(box_between<T>(T(-0.5), height * T(2) + speed * T(random.between(-2, 2)), 9, 9));
            s.solids.push_back(slope_at<T>({T(-0.75), T(0)}, degrees / 2, false));
            break;
        case 3:  // a platform from above, over a part of the shape
            s.platform_at = {s.position.x + half * T(random.between(0.1, 1.9)), low + height + T(1.05)};
            s.motion = {T(0), -speed};
            return s;
        case 4:  // a platform from below, and a ceiling that slopes
            s.solids = {slope_at<T>({s.position.x - half, low + height + T(0.05)}, degrees, true)};
            s.platform = box_between<T>(-4, -1, 4, 0);
            s.platform_at = {s.position.x, T(0)};
            s.motion = {T(0), speed};
            return s;
        default:  // a slope of a platform, from the side
            s.platform = slope_at<T>({T(0), T(0)}, degrees, false);
            s.platform_at = {s.position.x + half + T(0.05), T(0)};
            s.motion = {-speed, T(0)};
            if (random.one_in(2)) s.solids.push_back(box_between<T>(-9, 0, s.position.x - half - speed, 9));
            return s;
    }
    s.platform_at = {s.position.x - half - T(0.05), T(0.5) + T(random.roll(5)) / T(4)};
    s.motion = {speed, T(0)};
    return s;
}

template <class T>
void check_pushes(unsigned scenes, int steps) {
    tally room, free, near;
    int pushed = 0;
    for (unsigned seed = 0; seed < scenes; ++seed) {
        dice random{seed};
        push_scene<T> s = random_push<T>(random);
        slide_options<T> options{.up = {T(0), random.one_in(2) ? T(1) : T(0)}};
        if (random.one_in(2)) options.step_height = options.snap_distance = T(0.125);
        const extended speed = slow::length(wide(s.motion)), rounding = 64 * rounding_of(T(8));
        for (int step = 0; step < steps; ++step) {
            const vec2<T> from = s.platform_at, to = from + s.motion, start = s.position;
            const auto r = carry(s.shape, s.position, s.platform, from, to, s.solids, options);
            position_space<T> space{s.shape};
            for (const any_shape<T>& solid : s.solids) space.add(solid);
            space.add(s.platform, to);
            const slow::point end = wide(r.position);
            const auto text = [&] {
                return "scene " + std::to_string(seed) + " step " + std::to_string(step) + ": " + text_of(s.shape) +
                       " at " + text_of(start) + " among " + text_of(s.solids) + "platform " + text_of(s.platform) +
                       " from " + text_of(from) + " to " + text_of(to) + ", ends at " + text_of(r.position);
            };
            pushed += r.is_pushed;
            if (r.is_squashed) room.expect(!space.has_room(end, speed, rounding), text);
            else free.expect(space.gap(end) >= -rounding, text);
            if (r.is_squashed) break;
            near.expect(slow::length(end - wide(start)) <= 9 * speed + rounding, text);
            s.position = r.position, s.platform_at = to;
            auto all = s.solids;
            all.push_back(hitbox::at(s.platform, to));
            s.position = move_and_slide(s.shape, s.position, vec2<T>{T(0), T(-0.01)}, all, options).position;
        }
    }
    report("a squashed shape has no room near it", room);
    report("a shape that is not squashed is free", free);
    report("a platform pushes at most some times as far as it moves", near);
    CHECK(pushed > static_cast<int>(scenes));
}

/// A wall pushes a character that walks nowhere itself, for 2 units or until it is squashed. Returns how far it came.
template <class T>
struct push_result {
    T distance{};
    int frames = 0, frames_in_air = 0;
    bool is_squashed = false;
};
template <class T>
push_result<T> push_along(const any_shape<T>& body, const std::vector<any_shape<T>>& level, vec2<T> p, T speed,
                          T pace) {
    const slide_options<T> options{
        .up = {T(0), T(1)}, .step_height = T(0.3), .snap_distance = T(0.3), .dt = T(1) / pace};
    const any_shape<T> wall = box_between<T>(-1, -4, 0, 6);
    vec2<T> at{p.x + bounds(body).min.x - T(0.0625), T(0)}, velocity{};
    push_result<T> result;
    while (result.distance < T(2) && !result.is_squashed && ++result.frames < 20000) {
        const vec2<T> next = at + vec2<T>{speed / pace, T(0)};
        const auto carried = carry(body, p, wall, at, next, level, options);
        at = next, result.is_squashed = carried.is_squashed;
        auto all = level;
        all.push_back(hitbox::at(wall, at));
        velocity.y -= T(10) / pace;
        const auto moved = move_and_slide(body, carried.position, velocity, all, options);
        result.distance += moved.position.x - p.x, result.frames_in_air += !moved.on_floor;
        p = moved.position, velocity = moved.velocity;
    }
    return result;
}
/// A push takes a character over every step that it climbs when it walks, and down every slope that it walks down.
template <class T>
void check_pushes_of_walkers() {
    tally climbs, follows;
    sample_of_cases is_in_sample{7};
    for (int kind = 0; kind < 4; ++kind)
        for (const double speed : {0.5, 2.0, 8.0})
            for (const double pace : {60.0, 240.0}) {
                if (!is_in_sample()) continue;
                const any_shape<T> body = mover_of<T>(kind, T(0.3), T(0.6));
                const T low = -bounds(body).min.y;
                for (const double height : {0.02, 0.1, 0.25}) {
                    const std::vector<any_shape<T>> curb{box_between<T>(-9, -1, 9, 0),
                                                         box_between<T>(1, 0, 3, static_cast<T>(height))};
                    const auto r = push_along<T>(body, curb, {T(0), low}, static_cast<T>(speed), static_cast<T>(pace));
                    climbs.expect(!r.is_squashed && r.distance >= T(2), [&] {
                        return text_of(body) + " at a step of " + std::to_string(height) + ", speed " +
                               std::to_string(speed) + ", at " + std::to_string(pace) + " frames a second";
                    });
                }
                for (const double degrees : {10.0, 30.0, 40.0}) {
                    const T fall = static_cast<T>(std::tan(degrees * std::acos(-1.0) / 180));
                    const std::vector<any_shape<T>> peak{box_between<T>(-9, -9, 0, 0),
                                                         polygon_of<T>({{0, 0}, {0, -9}, {6, -9}, {6, -6 * fall}})};
                    const auto r =
                        push_along<T>(body, peak, {T(-0.5), low}, static_cast<T>(speed), static_cast<T>(pace));
                    follows.expect(!r.is_squashed && r.distance >= T(2) && r.frames_in_air <= 1, [&] {
                        return text_of(body) + " down " + std::to_string(degrees) + " degrees, speed " +
                               std::to_string(speed) + ", at " + std::to_string(pace) +
                               " frames a second: " + std::to_string(r.frames_in_air) + " of " +
                               std::to_string(r.frames) + " in the air";
                    });
                }
            }
    report("a push takes a walker over a step", climbs);
    report("a pushed walker follows the floor down", follows);
}

/// Riders on slopes that move in any direction. The positions of both are rounded, so a rider that only moves with the
/// slope may be off it by several roundings.
template <class T>
void check_riders_on_slopes(int rides) {
    dice random{3};
    tally stands;
    const std::vector<any_shape<T>> nothing;
    for (int i = 0; i < rides; ++i) {
        const any_shape<T> body = mover_of<T>(random.roll(4), T(0.3), T(0.9));
        const auto drawn = [&](double size) { return static_cast<T>(random.between(-size, size)); };
        const T grade = static_cast<T>(random.between(0.1, 0.9)), away = random.one_in(2) ? T(1) : T(600);
        const any_shape<T> slope = polygon_of<T>({{-4, -5}, {4, -5}, {4, 4 * grade}, {-4, -4 * grade}});
        const slide_options<T> options{.up = {T(0), T(1)}, .step_height = T(0.25), .snap_distance = T(0.25)};
        vec2<T> at{away * drawn(1), away * drawn(1)};
        const vec2<T> step{drawn(0.05), drawn(0.05)};
        std::vector<any_shape<T>> level{baked(hitbox::at(slope, at))};
        vec2<T> p = at + vec2<T>{drawn(2), T(6)};
        p = move_and_slide(body, p, vec2<T>{T(0), T(-20)}, level, options).position;
        for (int frame = 0; frame < 200; ++frame) {
            const auto carried = carry(body, p, slope, at, at + step, nothing, options);
            at += step, level = {baked(hitbox::at(slope, at))};
            const auto there = move_and_slide(body, carried.position, vec2<T>{}, level, options);
            const auto text = [&] {
                return text_of(body) + " on " + text_of(level) + " from " + text_of(p) + " to " + text_of(there);
            };
            if (carried.rides) stands.expect(there.on_floor, text);
            const vec2<T> walk{frame % 2 == 0 ? T(0.0083) : T(-0.0083), T(-0.0069)};
            p = move_and_slide(body, carried.position, walk, level, options).position;
        }
    }
    report("a rider touches the slope on which it rides", stands);
}

/// Capsules walk on boards of up to 44 degrees, far from the origin. A board that is touched within the tolerance along
/// its normal may be farther below the capsule.
template <class T>
void check_walkers_on_boards(int boards) {
    dice random{7};
    tally rides;
    const std::vector<any_shape<T>> nothing;
    const slide_options<T> options{.up = {T(0), T(1)}, .step_height = T(0.3), .snap_distance = T(0.3)};
    for (int i = 0; i < boards; ++i) {
        const auto drawn = [&](double low, double high) { return static_cast<T>(random.between(low, high)); };
        const T radius = drawn(0.2, 0.6);
        const capsule<T> body{{T(0), radius}, {T(0), radius + T(0.6)}, radius};
        const obb<T> board{{}, {T(4.5), drawn(0.1, 0.5)}, rot2<T>::from_radians(drawn(-0.768, 0.768))};
        const vec2<T> pivot{drawn(-1500, 1500), drawn(-1500, 1500)};
        obb<T> there = board;
        there.center = pivot;
        vec2<T> p = pivot + vec2<T>{drawn(-2.5, 2.5), T(4)};
        p = move_and_slide(body, p, {T(0), T(-6)}, there, options).position;
        for (int k = 0; k < 5; ++k) {
            const auto walked = move_and_slide(body, p, {drawn(-0.01, 0.01), T(-0.0055)}, there, options);
            if (!walked.on_floor) break;
            p = walked.position;
            const auto carried = carry(body, p, board, pivot, pivot + vec2<T>{T(0.01), T(0)}, nothing, options);
            rides.expect(carried.rides,
                         [&] { return text_of(p, pivot, options) + " radius " + std::to_string(radius); });
        }
    }
    report("a character that stands on a board rides", rides);
}

}  // namespace

TEMPLATE_TEST_CASE("carry: a character that walks on a steep board rides on it", "[motion]", HITBOX_TESTS_REALS) {
    check_walkers_on_boards<TestType>(many_if_all(20000, 2000));
}
TEMPLATE_TEST_CASE("carry: a pushed character climbs steps and follows the floor as when it walks", "[motion]",
                   HITBOX_TESTS_REALS) {
    check_pushes_of_walkers<TestType>();
}
TEMPLATE_TEST_CASE("carry: a rider on a slope touches the slope in each frame", "[motion]", HITBOX_TESTS_REALS) {
    check_riders_on_slopes<TestType>(many_if_all(400, 15));
}
TEMPLATE_TEST_CASE("carry: a shape with room near it is not squashed", "[motion]", HITBOX_TESTS_REALS) {
    check_pushes<TestType>(many_if_all(600u, 15u), 60);
}

}  // namespace hitbox_tests::progress
