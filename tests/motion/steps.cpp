// Every shape climbs steps of up to step_height at any speed, and walks down steps with snap_distance.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../rounds.hpp"
#include "movers.hpp"

#include <algorithm>
#include <cmath>

using namespace hitbox;
using namespace hitbox_tests;

namespace {

constexpr int step_count = 12;

template <class T>
std::vector<aabb<T>> stairs(T depth, T height) {
    std::vector<aabb<T>> solids{{{-50, -10}, {200, 0}}};
    for (int i = 0; i < step_count; ++i) solids.push_back({{T(5) + T(i) * depth, -5}, {200, T(i + 1) * height}});
    return solids;
}

/// A box, a capsule, a disc and an octagon.
template <class T, class F>
void for_each_body(const F& f) {
    f("box", aabb<T>{{T(-0.4), -1}, {T(0.4), 1}});
    f("capsule", capsule<T>{{0, T(-0.6)}, {0, T(0.6)}, T(0.4)});
    f("disc", circle<T>{{0, 0}, T(0.5)});
    vec2<T> corners[8];
    for (int i = 0; i < 8; ++i) {
        const double angle = (2 * i + 1) * std::acos(-1.0) / 8;
        corners[i] = {static_cast<T>(std::cos(angle)), static_cast<T>(std::sin(angle))};
    }
    f("octagon", make_convex_polygon(corners).value());
}

/// Walks until x is beyond an end. Returns false if the mover does not arrive, falls while climbing, or leaves the
/// floor.
template <class T, class S>
bool walks(const S& shape, vec2<T>& p, T speed, T end, const std::vector<aabb<T>>& solids,
           const slide_options<T>& options) {
    const int frames = 64 + 4 * static_cast<int>(std::abs(end - p.x) / std::abs(speed));
    const T direction = speed > 0 ? T(1) : T(-1);
    p = move_and_slide(shape, p, vec2<T>{0, -4}, solids, options).position;
    for (int frame = 0; frame < frames; ++frame) {
        const auto r = move_and_slide(shape, p, vec2<T>{speed, T(-0.1)}, solids, options);
        if (!r.on_floor || (r.position.y - p.y) * direction < T(-1e-4)) return false;
        p = r.position;
        if ((p.x - end) * direction >= 0) return true;
    }
    return false;
}

template <class T>
void check_stairs(T speed) {
    const slide_options<T> options{.up = {0, 1}, .step_height = T(0.5), .snap_distance = T(0.5)};
    sample_of_cases is_in_sample{11};
    for (const T depth : {T(0.25), T(0.5), T(1)})
        for (const T height : {T(0.05), T(0.15), T(0.25), T(0.4)}) {
            const auto solids = stairs<T>(depth, height);
            const T top = 5 + step_count * depth + 2;
            for_each_body<T>([&](const char* name, const auto& shape) {
                if (!is_in_sample()) return;
                INFO(name << ", depth " << double(depth) << ", height " << double(height) << ", speed "
                          << double(speed));
                vec2<T> p{3, 2};
                CHECK(walks<T>(shape, p, speed, top, solids, options));
                const T feet = bounds(shape).min.y;
                CHECK(std::abs(p.y + feet - step_count * height) < T(1e-4));
                CHECK(walks<T>(shape, p, -speed, 3, solids, options));
                CHECK(std::abs(p.y + feet) < T(1e-4));
            });
        }
}

}  // namespace

TEMPLATE_TEST_CASE("steps: every shape walks stairs up and down", "[motion]", HITBOX_TESTS_REALS) {
    for (const TestType speed : {TestType(0.05), TestType(0.3)}) check_stairs<TestType>(speed);
}
TEST_CASE("steps: stairs are walked up and down at any speed", "[motion]") {
    for (const float speed : {0.02f, 0.1f, 1.f, 3.f}) check_stairs<float>(speed);
}

/// Returns the height of the first corner of the stairs that a disc touches when it rolls towards them on the ground,
/// and the horizontal distance from its centre to the first riser.
struct first_touch {
    double height = 0, distance = 0;
};
first_touch first_corner(double radius, double depth, double height) {
    first_touch first;
    for (int i = 0; i < step_count; ++i) {
        const double level = (i + 1) * height;
        if (level >= radius) break;
        const double distance = std::sqrt((2 * radius - level) * level) - i * depth;
        if (distance > first.distance) first = {level, distance};
    }
    return first;
}

// On steep stairs, a large disc touches the second corner or a higher one before the first. It has no free position on
// a lower step.
TEST_CASE("steps: a disc of any size climbs stairs if step_height reaches the first corner that it touches",
          "[motion]") {
    sample_of_cases is_in_sample{103};
    int climbs = 0, stops = 0;
    for (const double depth : {0.1, 0.25, 0.5})
        for (const double height : {0.1, 0.25, 0.4})
            for (const double radius : {0.45, 0.75, 1.0, 1.1, 1.2, 1.5, 2.0, 3.0})
                for (const double step : {1.001, 1.25, 1.75, 2.001, 2.5})
                    for (const float speed : {0.05f, 0.3f}) {
                        if (!is_in_sample()) continue;
                        const first_touch first = first_corner(radius, depth, height);
                        // A corner whose contact is a floor is walked over, as any slope is.
                        if (first.height < radius * 0.3) continue;
                        const auto step_height = static_cast<float>(height * step);
                        const slide_options<float> options{
                            .up = {0, 1}, .step_height = step_height, .snap_distance = step_height};
                        const circle<float> disc{{0, 0}, static_cast<float>(radius)};
                        const auto solids = stairs<float>(static_cast<float>(depth), static_cast<float>(height));
                        const float top = 5 + step_count * static_cast<float>(depth) + 2;
                        INFO("radius " << radius << ", depth " << depth << ", height " << height << ", step_height "
                                       << step_height << ", speed " << speed);
                        V p{1, 4};
                        if (first.height <= static_cast<double>(step_height)) {
                            ++climbs;
                            CHECK(walks(disc, p, speed, top, solids, options));
                            CHECK(walks(disc, p, -speed, 1.f, solids, options));
                        } else {
                            ++stops;
                            CHECK(!walks(disc, p, speed, top, solids, options));
                            CHECK(std::abs(5 - static_cast<double>(p.x) - first.distance) < 1e-5);
                            CHECK(std::abs(static_cast<double>(p.y) - radius) < 1e-5);
                        }
                    }
    CHECK(climbs > 100 / is_in_sample.step());
    CHECK(stops > 20 / is_in_sample.step());
}

// The bottom of the capsule touches the corner of the step where its normal is too steep for a floor.
TEST_CASE("steps: a capsule climbs a step lower than its round bottom, and is on a floor in each frame", "[motion]") {
    const std::vector<aabb<float>> solids{{{-50, -10}, {100, 0}}, {{5, -5}, {100, 0.25f}}};
    const capsule<float> body{{0, -0.6f}, {0, 0.6f}, 0.4f};
    const slide_options<float> options{.up = {0, 1}, .step_height = 0.5f, .snap_distance = 0.5f};
    V p{4.5f, 1};
    for (int frame = 0; frame < 40; ++frame) {
        const auto r = move_and_slide(body, p, V{0.05f, -0.1f}, solids, options);
        INFO("frame " << frame << " at " << p.x << ' ' << p.y);
        CHECK(r.on_floor);
        CHECK(std::abs(r.position.x - p.x - 0.05f) < 1e-6f);
        p = r.position;
    }
    CHECK(std::abs(p.y - 1.25f) < 1e-6f);
}

TEST_CASE("steps: a step higher than step_height stops every body", "[motion]") {
    const slide_options<float> options{.up = {0, 1}, .step_height = 0.25f, .snap_distance = 0.25f};
    for (const float height : {0.26f, 0.3f, 0.4f})
        for_each_body<float>([&](const char* name, const auto& shape) {
            const std::vector<aabb<float>> solids{{{-50, -10}, {100, 0}}, {{5, -5}, {100, height}}};
            INFO(name << ", height " << height);
            V p = move_and_slide(shape, V{3, 2}, V{0, -4}, solids, options).position;
            const float y = p.y;
            for (int frame = 0; frame < 100; ++frame) {
                const auto r = move_and_slide(shape, p, V{0.05f, -0.1f}, solids, options);
                p = r.position;
                // A corner whose contact is a floor is walked over, as any slope is.
                if (name[0] == 'b' || name[0] == 'c') CHECK(p.x < 5);
                if (name[0] == 'b') CHECK(p.y == y);
            }
        });
}

TEST_CASE("steps: a capsule leaves a cliff where it does without step_height", "[motion]") {
    const std::vector<aabb<float>> cliff{{{-20, -9}, {0, 0}}, {{-20, -40}, {40, -30}}};
    const capsule<float> body{{0, -0.6f}, {0, 0.6f}, 0.4f};
    const auto leaves_at = [&](const slide_options<float>& options) {
        V p{-1, 1}, v{};
        for (int frame = 0; frame < 400; ++frame) {
            const auto r = move_and_slide(body, p, V{0.01f, v.y - 0.01f}, cliff, options);
            p = r.position, v = r.velocity;
            if (!r.on_floor) return p.x;
        }
        return 99.f;
    };
    // The normal at the corner is steeper than 45 degrees beyond 0.4 sin 45.
    const float plain = leaves_at({.up = {0, 1}, .snap_distance = 0.5f});
    CHECK(plain > 0.28f);
    CHECK(plain < 0.3f);
    CHECK(leaves_at({.up = {0, 1}, .step_height = 0.5f, .snap_distance = 0.5f}) == plain);
}

namespace {

/// Ground from the left at the given slope up to the origin, and from there to the right, higher by `step`. The second
/// slope leads down if it is positive. With direction -1 it is mirrored.
template <class T>
std::vector<convex_polygon<T, 8>> step_between_slopes(T slope_before, T step, T slope_after, T direction) {
    const T far = 200 * direction, deep = -600;
    const std::vector<vec2<T>> before{{-far, deep}, {0, deep}, {0, 0}, {-far, -200 * slope_before}},
        after{{0, deep}, {far, deep}, {far, step - 200 * slope_after}, {0, step}};
    return {make_convex_polygon(before).value(), make_convex_polygon(after).value()};
}
/// Walks from x = -30 to x = 60, with gravity; in direction -1 mirrored. Returns the number of frames in the air, and
/// true if the body arrives.
template <class T, class S>
std::pair<int, bool> walk_over_step(const S& body, const std::vector<convex_polygon<T, 8>>& level, T direction,
                                    const slide_options<T>& options) {
    vec2<T> p{-30 * direction, 20}, v{};
    p = move_and_slide(body, p, vec2<T>{0, -80}, level, {.up = options.up}).position;
    int in_air = 0;
    bool on_floor = true;
    for (int i = 0; i < 600 && p.x * direction < 60; ++i) {
        v = {120 * direction, (on_floor ? 0 : v.y) - 600 * options.dt};
        const auto r = move_and_slide(body, p, v, level, options);
        p = r.position, v = r.velocity, on_floor = r.on_floor, in_air += !on_floor;
    }
    return {in_air, p.x * direction >= 60};
}

}  // namespace

TEMPLATE_TEST_CASE("steps: a body that walks off a ledge looks for the end of its ground in at most eight rounds",
                   "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    using P = vec2<T>;
    // The parts of a motion that end on the ground are halved down to 1/64.
    for_each_body<T>([](const char* name, const auto& body) {
        INFO(name);
        const T foot = -bounds(body).min.y;
        for (const T depth : {T(0.25), T(2)})
            for (const T step_height : {T(0), T(0.375)})
                for (const T speed : {T(2), T(8)})
                    for (const T fps : {T(30), T(144)})
                        for (int k = 0; k < (HITBOX_ROUNDS > 0 ? 200 : 20); ++k) {
                            const aabb<T> solids[] = {{{-20, -9}, {0, 0}}, {{-20, -9}, {20, -depth}}};
                            P position{T(-0.5) - T(k) / 128, foot}, velocity{};
                            bool on_floor = true;
                            T left_ground_at = 9;
                            int most = 0;
                            for (int i = 0; i < 40; ++i) {
                                velocity = {speed, (on_floor ? T(0) : velocity.y) - 25 / fps};
                                const slide_options<T> walk{
                                    .up = {0, 1}, .step_height = step_height, .snap_distance = T(0.3), .dt = 1 / fps};
                                const auto moved = move_and_slide(body, position, velocity, solids, walk);
                                most = std::max(most, moved.rounds);
                                if (on_floor && !moved.on_floor) left_ground_at = moved.position.x;
                                position = moved.position, velocity = moved.velocity, on_floor = moved.on_floor;
                            }
                            CAPTURE(depth, step_height, speed, fps, k);
                            CHECK(most <= 8);
                            CHECK(left_ground_at > T(0.28));  // 0.4 sin 45, where the corner gets too steep
                            CHECK(position.x > T(-0.5) - T(k) / 128 + 36 * speed / fps);
                        }
    });
}

TEMPLATE_TEST_CASE("steps: a round body that walks off a low step onto a slope stays on the ground", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const T direction : {T(1), T(-1)})
        for (const T slope : {T(0.25), T(0.5), T(1)})
            for (const T step : {T(1), T(2), T(4)})
                for (const T dt : {T(1) / 60, T(1) / 240}) {
                    CAPTURE(direction, slope, step, dt);
                    const auto level = step_between_slopes<T>(0, -step, slope, direction);
                    const slide_options<T> options{
                        .up = {0, 1}, .step_height = step + T(0.01), .snap_distance = 10, .dt = dt};
                    const capsule<T> tall{{0, 8}, {0, 16}, 8};
                    CHECK(walk_over_step(tall, level, direction, options) == std::pair{0, true});
                    CHECK(walk_over_step(circle<T>{{0, 8}, 8}, level, direction, options) == std::pair{0, true});
                }
}

TEMPLATE_TEST_CASE("steps: at the upper end of a slope, round bodies climb the same steps as on level ground",
                   "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    sample_of_cases is_in_sample{5};
    for (const T direction : {T(1), T(-1)})
        for (const T slope : {T(0), T(0.25), T(0.5), T(1)})
            for (const T step : {T(1), T(2), T(4)})
                for (const T dt : {T(1) / 60, T(1) / 240}) {
                    if (!is_in_sample()) continue;
                    CAPTURE(direction, slope, step, dt);
                    const auto level = step_between_slopes<T>(slope, step, 0, direction);
                    slide_options<T> options{.up = {0, 1}, .step_height = step, .snap_distance = 10, .dt = dt};
                    const capsule<T> tall{{0, 8}, {0, 16}, 8};
                    CHECK(walk_over_step(tall, level, direction, options) == std::pair{0, true});
                    CHECK(walk_over_step(circle<T>{{0, 8}, 8}, level, direction, options) == std::pair{0, true});
                    // A step of half the radius has too steep a contact normal for a floor.
                    options.step_height = T(3.9);
                    CHECK(walk_over_step(tall, level, direction, options).second == (step < 4));
                }
}

TEST_CASE("steps: results report how far steps and snapping have moved the body", "[motion]") {
    const auto solids = stairs<float>(1, 0.25f);
    const slide_options<float> options{.up = {0, 1}, .step_height = 0.5f, .snap_distance = 0.5f};
    const aabb<float> box{{-0.4f, -1}, {0.4f, 1}};
    const auto up = move_and_slide(box, V{4.5f, 1}, V{0.25f, -0.1f}, solids, options);
    CHECK(up.position == V{4.75f, 1.25f});
    CHECK(up.stepped == 0.25f);
    CHECK(up.snapped == 0);
    const auto down = move_and_slide(box, V{5.5f, 1.25f}, V{-1, 0}, solids, options);
    CHECK(down.position == V{4.5f, 1});
    CHECK(down.stepped == 0);
    CHECK(down.snapped == 0.25f);
    // Two steps in one move.
    CHECK(move_and_slide(box, V{4.5f, 1}, V{1.25f, -0.1f}, solids, options).stepped == 0.5f);
    const auto level = move_and_slide(box, V{0, 1}, V{1, -0.1f}, solids, options);
    CHECK(level.stepped == 0);
    CHECK(level.snapped == 0);
}

TEST_CASE("steps: a platform still blocks after a trial motion through it", "[motion]") {
    // The step is tested by a trial fall beside it, which passes a platform from the side.
    const std::vector<aabb<float>> solids{{{-50, -10}, {100, 0}}, {{5, -5}, {100, 0.25f}}};
    const std::vector<aabb<float>> platforms{{{3, 0.125f}, {4.5f, 0.375f}}};
    const capsule<float> body{{0, -0.6f}, {0, 0.6f}, 0.4f};
    const slide_options<float> options{.up = {0, 1}, .step_height = 0.5f, .snap_distance = 0.5f};
    const auto set = with_platforms(solids, platforms, V{0, 1});
    V p = move_and_slide(body, V{3.75f, 2}, V{0, -1}, set, options).position;
    for (int frame = 0; frame < 60; ++frame) {
        const auto r = move_and_slide(body, p, V{0.05f, -0.1f}, set, options);
        INFO("frame " << frame << " at " << p.x << ' ' << p.y);
        CHECK(r.on_floor);
        p = r.position;
    }
    CHECK(p.x > 6);
}

TEMPLATE_TEST_CASE("steps: a jump that meets a step is no climb, and keeps its height", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const slide_options<T> options{.up = {0, 1}, .step_height = T(0.5), .snap_distance = T(0.5)};
    for (const T height : {T(0.05), T(0.2), T(0.4)})
        for (int phase = 0; phase < 24; ++phase)
            for_each_body<T>([&](const char* name, const auto& shape) {
                const std::vector<aabb<T>> solids{{{-20, -1}, {0, 0}}, {{0, -1}, {20, height}}};
                const aabb<T> box = bounds(shape);
                const vec2<T> start{-box.max.x - T(phase) / 200, -box.min.y}, motion{T(0.1), T(0.15)};
                const auto r = move_and_slide(shape, start, motion, solids, options);
                INFO(name << ", height " << double(height) << ", phase " << phase);
                CHECK(r.position.y - start.y > motion.y * T(0.999));
                CHECK(r.velocity.y > motion.y * T(0.999));
                CHECK((!r.on_floor && r.stepped == 0));
            });
}

// The landed body may be a few roundings above the floor, and then does not fit below the lintel.
TEMPLATE_TEST_CASE("a body that has landed walks through a door as high as itself", "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    sample_of_cases is_in_sample{7};
    for (const T size : {T(0.25), T(1), T(16), T(32)})
        for (const T origin : {T(0), T(37), T(4096)})
            for (const T drop : {T(0), T(0.3), T(1), T(1.7), T(2.7)})
                for (const T step : {T(0), T(0.3)})
                    for (const int kind : {0, 1, 2}) {
                        if (!is_in_sample()) continue;
                        const vec2<T> o{origin, origin};
                        const auto box = [&](T x0, T y0, T x1, T y1) {
                            return aabb<T>{o + vec2<T>{x0, y0} * size, o + vec2<T>{x1, y1} * size};
                        };
                        const std::vector<aabb<T>> level{box(-16, -4, 16, 0), box(0, 2, 16, 6)};
                        const T r = size / 2;
                        const any_shape<T> body = kind == 0   ? any_shape<T>{circle<T>{{0, 2 * r}, 2 * r}}
                                                  : kind == 1 ? any_shape<T>{capsule<T>{{0, r}, {0, 3 * r}, r}}
                                                              : any_shape<T>{aabb<T>{{-r, 0}, {r, 4 * r}}};
                        vec2<T> p = o + vec2<T>{-4, drop} * size;
                        T vy = 0;
                        bool on_floor = false;
                        for (int frame = 0; frame < 140; ++frame) {
                            vy = (on_floor ? T(0) : vy) - T(0.02) * size;
                            const slide_options<T> options{
                                .up = {0, 1}, .step_height = step * size, .snap_distance = step * size};
                            const auto moved =
                                move_and_slide(body, p, vec2<T>{on_floor ? T(0.1) * size : T(0), vy}, level, options);
                            p = moved.position, vy = moved.velocity.y, on_floor = moved.on_floor;
                        }
                        CAPTURE(size, origin, drop, step, kind, p.x - o.x, p.y - o.y);
                        CHECK(p.x > o.x + 3 * size);
                    }
}

TEMPLATE_TEST_CASE("a body climbs a step into a door exactly as high as itself", "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const T size : {T(0.25), T(1), T(32)})
        for (const T origin : {T(0), T(37), T(4096)})
            for (const T height : {T(0.125), T(0.25), T(0.5)})
                for (const T step_height : {height, height + T(0.125)})
                    for (const T side : {T(1), T(-1)})
                        for (const bool is_round : {false, true}) {
                            // A capsule that slides up the corner of a lower step may end a few roundings too high.
                            if (is_round && height < T(0.25)) continue;
                            const auto box = [&](T x0, T y0, T x1, T y1) {
                                const T low = side > 0 ? x0 : -x1, high = side > 0 ? x1 : -x0;
                                return aabb<T>{{origin + low * size, y0 * size}, {origin + high * size, y1 * size}};
                            };
                            const std::vector<aabb<T>> level{box(-16, -4, 16, 0), box(0, 0, 16, height),
                                                             box(0, 1 + height, 16, 6)};
                            const T r = size / 4;
                            const any_shape<T> body = is_round ? any_shape<T>{capsule<T>{{0, r}, {0, 3 * r}, r}}
                                                               : any_shape<T>{aabb<T>{{-r, 0}, {r, 4 * r}}};
                            const slide_options<T> options{
                                .up = {0, 1}, .step_height = step_height * size, .snap_distance = step_height * size};
                            vec2<T> p{origin - side * 2 * size, 0};
                            for (int frame = 0; frame < 60; ++frame)
                                p = move_and_slide(body, p, vec2<T>{side * T(0.1) * size, T(-0.02) * size}, level,
                                                   options)
                                        .position;
                            CAPTURE(size, origin, height, step_height, side, is_round);
                            CHECK(side * (p.x - origin) > 2 * size);
                            CHECK(std::abs(p.y - height * size) <= T(1e-5) * size);
                        }
}

// At the upper end of a slope, a box may be above it by a few roundings. It then did not climb the step behind the
// slope, and lost its velocity.
TEMPLATE_TEST_CASE("a box that walks up a slope climbs the step at the slope's end at any position", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const aabb<T> body{{-T(0.3), 0}, {T(0.3), T(0.9)}};
    for (const T x : {T(0), T(9), T(33), T(33.3), T(100), T(100.7)})
        for (const T rise : {T(0.25), T(0.5), T(1)})
            for (const T snap : {T(0), T(0.3)}) {
                const slide_options<T> options{.up = {0, 1}, .step_height = T(0.3), .snap_distance = snap};
                const std::vector<any_shape<T>> level{aabb<T>{{x - 10, -1}, {x, 0}},
                                                      triangle<T>{{x, 0}, {x + 1, 0}, {x + 1, rise}},
                                                      aabb<T>{{x + 1, -1}, {x + 10, rise + T(0.25)}}};
                for (int i = 0; i < 100; i += many_if_all(1, 7)) {
                    vec2<T> p{x - 2 + T(0.0037) * static_cast<T>(i), 0};
                    for (int frame = 0; frame < 100 && p.x < x + T(1.5); ++frame) {
                        const auto r = move_and_slide(body, p, {T(0.23), -T(0.01)}, level, options);
                        INFO("slope of " << rise << " at " << x << ", snap " << snap << ", from " << p.x << ' ' << p.y);
                        REQUIRE(r.position.x >= p.x + T(0.2299));
                        REQUIRE_FALSE(penetrates(at(body, r.position), level));
                        p = r.position;
                    }
                    REQUIRE(p.x >= x + T(1.5));
                }
            }
}
