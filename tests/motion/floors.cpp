// A body is on a floor if and only if a floor stops its fall, also at the corner of a ledge and in a pit of its width.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../laws.hpp"
#include "../rounds.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace floor_tests {  // files of a room are compiled as one

using namespace hitbox;
using hitbox_tests::many_if_all;

TEMPLATE_TEST_CASE("floors: beside a block, a jump or a fall does not end where the feet are level with its top",
                   "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    const aabb<T> body{{0, 0}, {16, 24}};
    for (const T side : {T(1), T(-1)})
        for (const T top : {T(8), T(24), T(30)})
            for (const T step : {T(0), T(4)}) {
                const slide_options<T> options{.up = {0, 1}, .step_height = step, .snap_distance = step};
                std::vector<T> heights[2];
                for (int gap = 0; gap < 2; ++gap) {  // touching the block, or one pixel beside it
                    const T near_side = side > 0 ? T(16 + gap) : T(-gap), far_side = near_side + side * 40;
                    const std::vector<aabb<T>> solids{
                        {{-64, -16}, {64, 0}},
                        {{std::min(near_side, far_side), 0}, {std::max(near_side, far_side), top}}};
                    vec2<T> p{0, 0};
                    T speed = 0;
                    bool on_floor = true;
                    for (int frame = 0; frame < 22; ++frame) {
                        if (on_floor) speed = frame == 0 ? T(10) : T(0);
                        speed -= 1;
                        const auto r = move_and_slide(body, p, vec2<T>{0, speed}, solids, options);
                        p = r.position, speed = r.velocity.y, on_floor = r.on_floor;
                        CHECK(on_floor == (p.y == 0));
                        heights[gap].push_back(p.y);
                    }
                }
                CHECK(heights[0] == heights[1]);
            }
}

// The counterpart: a body that stands on a ledge by one rounding is on the floor, and stays there.
TEMPLATE_TEST_CASE("floors: a box that stands on the last rounding of a ledge is on its floor", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const aabb<T> body{{T(-0.5), 0}, {T(0.5), 2}};
    for (const T end : {T(0.5), T(3), T(100), T(1000)})
        for (const T step : {T(0), T(0.25)}) {
            const std::vector<aabb<T>> ledge{{{-999, -9}, {end, 0}}};
            const slide_options<T> options{.up = {0, 1}, .step_height = step, .snap_distance = step};
            T x = end + T(0.5);
            while (x - T(0.5) >= end) x = std::nextafter(x, T(-9999));
            const auto r = move_and_slide(body, {x, 0}, vec2<T>{0, T(-0.1)}, ledge, options);
            CHECK(r.on_floor);
            CHECK(r.position == vec2<T>{x, 0});
        }
}

// The search for a lower floor before the end of the motion once halved the rest of the motion 64 times.
TEMPLATE_TEST_CASE("floors: a walk that ends exactly at the corner of a ledge is complete after a few rounds",
                   "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    const aabb<T> body{{T(-0.5), 0}, {T(0.5), 2}};
    const std::vector<aabb<T>> ledge{{{-9, -1}, {0, 0}}};
    for (const T step : {T(0.0625), T(0.25), T(1), T(3)})
        for (const T fall : {T(0), T(-0.125)}) {
            const auto r = move_and_slide(body, {T(0.5) - step, 0}, vec2<T>{step, fall}, ledge,
                                          {.up = {0, 1}, .step_height = T(0.25), .snap_distance = T(0.25)});
            CAPTURE(step, fall, r.position.x, r.position.y);
            CHECK(r.position == vec2<T>{T(0.5), 0});
            CHECK(r.stopped_by == slide_stop::none);
            CHECK(r.rounds <= 8);
        }
}

TEMPLATE_TEST_CASE("floors: in a pit that is as wide as the body, the floor is a contact whatever the body presses at",
                   "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto polygon = [](std::vector<vec2<T>> corners) -> any_shape<T> {
        return make_convex_polygon(corners).value();
    };
    const any_shape<T> left = aabb<T>{{-80, -99}, {0, 32}}, right = aabb<T>{{16, -99}, {80, 32}},
                       below = aabb<T>{{0, -9}, {16, 0}};
    const std::vector<any_shape<T>> pits[] = {
        {left, right, below},
        {left, right, below, polygon({{0, 0}, {16, 0}, {16, 8}})},
        {left, right, below, polygon({{0, 0}, {16, 0}, {0, 4}})},
        {left, right, below, polygon({{0, 0}, {8, 0}, {0, 4}}), polygon({{8, 0}, {16, 0}, {16, 4}})}};
    const any_shape<T> bodies[] = {aabb<T>{{0, 0}, {16, 24}}, capsule<T>{{8, 8}, {8, 20}, 8}, circle<T>{{8, 8}, 8}};
    for (const auto& pit : pits)
        for (const any_shape<T>& body : bodies)
            for (const T step : {T(0), T(4)}) {
                const slide_options<T> options{.up = {0, 1}, .step_height = step, .snap_distance = step};
                vec2<T> p{0, 20};
                for (int i = 0; i < 40; ++i) p = move_and_slide(body, p, vec2<T>{0, -1}, pit, options).position;
                for (const T x : {T(0), T(1), T(-1), T(0.1)})
                    for (const T fall : {T(-0.2), T(-2)}) {
                        const auto r = move_and_slide(body, p, vec2<T>{x, fall}, pit, options);
                        INFO("kind " << body.value.index() << ", step " << double(step) << ", motion " << double(x)
                                     << ' ' << double(fall));
                        CHECK(r.on_floor);
                        CHECK(r.position == p);
                    }
                // A jump out of the pit is not held.
                CHECK_FALSE(move_and_slide(body, p, vec2<T>{1, 3}, pit, options).on_floor);
            }
}

// The coordinates of a slope's top are rounded more coarsely along x than along y. A flat bottom may then touch the
// slope within the tolerance along its normal, and be above the top by more than the tolerance along y.
TEMPLATE_TEST_CASE("floors: a body that walks up a slope and over its top is on the floor in each frame", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const aabb<T> box{{T(-0.4), 0}, {T(0.4), T(1.8)}};
    const capsule<T> round{{0, T(0.4)}, {0, T(1.4)}, T(0.4)};
    const slide_options<T> options{.up = {0, 1}, .snap_distance = T(0.3)};
    int off = 0;
    for (T x = 0; x < 130; x += many_if_all(T(1.7), T(9.3)))
        for (const T grade : {T(0.25), T(0.5), T(0.9)})
            for (const T speed : {T(0.1), T(0.3), T(0.37)}) {
                const T top = 3 * grade;
                const triangle<T> slope{{x, 0}, {x + 3, 0}, {x + 3, top}};
                const std::vector<any_shape<T>> ground{slope, aabb<T>{{x + 3, 0}, {x + 40, top}},
                                                       aabb<T>{{x - 9, -1}, {x + 40, 0}}};
                const auto walk = [&](const auto& shape) {
                    vec2<T> p{x - 1, 0};
                    for (int frame = 0; frame < static_cast<int>(6 / speed); ++frame) {
                        const auto r = move_and_slide(shape, p, vec2<T>{speed, T(-0.01)}, ground, options);
                        p = r.position;
                        off += frame > 0 && !r.on_floor;
                    }
                    CHECK(p.x > x + 4);
                };
                walk(box);
                walk(round);
            }
    CHECK(off == 0);
}

TEMPLATE_TEST_CASE("floors: a body that falls along a wall lands at the top of a slope below it", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::generator random{61};
    int rounds = 0, hanging = 0;
    for (int i = 0; i < many_if_all(20000, 150); ++i) {
        const T wall = random.index(2) == 0 ? T(109) : random.real<T>(T(10), T(120)),
                half = random.real<T>(T(0.2), T(0.5));
        const T steep = std::tan(random.real<T>(T(0.1), T(0.7))), top = random.real<T>(T(0), T(3));
        const vec2<T> corners[] = {{wall - 1, -40}, {wall, -40}, {wall, top}, {wall - 1, top - steep}};
        const std::vector<any_shape<T>> solids{make_convex_polygon(corners).value(),
                                               aabb<T>{{wall, -40}, {wall + 1, top + T(0.5)}}};
        const aabb<T> box{{-half, 0}, {half, T(1.8)}};
        vec2<T> p{wall - half - random.real<T>(T(0), T(0.01)), top + random.real<T>(T(0), T(0.3))};
        T speed = 0;
        bool on_floor = false;
        for (int frame = 0; frame < 30; ++frame) {
            const auto r = move_and_slide(box, p, vec2<T>{T(0.05), speed - T(0.01)}, solids, {.up = {0, 1}});
            p = r.position, speed = r.velocity.y, on_floor = r.on_floor;
            rounds += r.stopped_by == slide_stop::rounds;
        }
        hanging += !on_floor;
    }
    CHECK(rounds == 0);
    CHECK(hanging == 0);
}

// Just before a seam, a flat path meets the corner of the next tile within the error of the cast. The corner's plane
// leans by up to a millionth there and must not lead a walking body up.
TEMPLATE_TEST_CASE("a round body keeps the floor at every distance before a seam", "[motion]", float, double) {
    using T = TestType;
    const auto check = [](const auto& body, T y) {
        for (const T left : {T(3.75), T(4)}) {  // the second tile overlaps the first one, or only meets it
            const std::vector<aabb<T>> floor{{{0, y - 1}, {4, y}}, {{left, y - 1}, {8, y}}};
            for (int i = 0; i <= 1000; ++i) {
                const vec2<T> p{left - static_cast<T>(i) * T(1e-9), y};
                if (penetrates(at(body, p), floor)) continue;
                const auto r = move_and_slide(body, p, {T(0.25), T(-0.01)}, floor, {.up = {0, 1}});
                INFO(i << " steps before " << left);
                REQUIRE(r.on_floor);
                // In float, these distances are within the tolerance of touching, and the floor may rise by a rounding.
                const T rounding = std::is_same_v<T, float> ? T(0x1p-21) : T(0);
                REQUIRE(r.position.x == p.x + T(0.25));
                REQUIRE(std::abs(r.position.y - y) <= rounding);
                REQUIRE(r.velocity.x == T(0.25));
                REQUIRE(std::abs(r.velocity.y) <= rounding);
            }
        }
    };
    for (const T y : {T(0), T(1.5), T(-2.25)}) {
        check(circle<T>{{0, T(0.5)}, T(0.5)}, y);
        check(circle<T>{{0, T(0.375)}, T(0.375)}, y);
        check(capsule<T>{{0, T(0.25)}, {0, 1}, T(0.25)}, y);
    }
}

/// Counts the moves of a round body on floors of one slope, up to angles between the edges, that do not get as far as
/// on the straight floor.
template <class T>
int late_moves(const any_shape<T>& body, double angle, unsigned levels) {
    std::mt19937 random{7};
    const auto draw = [&](double low, double high) {
        return std::uniform_real_distribution<double>{low, high}(random);
    };
    int late = 0;
    for (unsigned level = 0; level < levels; ++level) {
        const double slope = level % 3 == 0 ? 0 : draw(-0.8, 0.8), side = level % 2 == 0 ? 1 : -1;
        std::vector<vec2<T>> points;
        for (double x = -4, y = -4 * slope; x < 4;) {
            points.push_back({static_cast<T>(x), static_cast<T>(y)});
            const double length = draw(0.02, 0.6);
            x += length, y += length * (slope + angle * draw(-1, 1));
        }
        std::vector<any_shape<T>> tiles;
        for (std::size_t i = 0; i + 1 < points.size(); ++i)
            tiles.push_back(*make_convex_polygon<4>(
                std::vector<vec2<T>>{points[i], {points[i].x, -9}, {points[i + 1].x, -9}, points[i + 1]}));
        const auto line = chain<T>::open(points);
        const slide_options<T> walking{.up = {0, 1}, .snap_distance = T(0.25)},
            options = level % 4 < 2 ? walking : slide_options<T>{};
        const bool on_tiles = level % 5 < 3, has_up = level % 4 < 2;
        const auto move = [&](vec2<T> from, vec2<T> by, const slide_options<T>& how) {
            return on_tiles ? move_and_slide(body, from, by, tiles, how) : move_and_slide(body, from, by, line, how);
        };
        const double start = -2 * side;
        vec2<T> p = move({static_cast<T>(start), static_cast<T>(start * slope + 1.5)}, {0, -3}, walking).position;
        for (int frame = 0; frame < 30; ++frame) {
            const vec2<T> by{static_cast<T>(side * draw(0.01, 0.15)), has_up ? T(-0.015625) : T(-0.25)};
            const auto r = move(p, by, options);
            const double x = static_cast<double>(by.x), y = static_cast<double>(by.y);
            const double along = has_up ? x : (x + y * slope) / (1 + slope * slope);
            const double off = std::abs(static_cast<double>(r.position.x) - static_cast<double>(p.x) - along);
            const double rounding = 64 * static_cast<double>(std::numeric_limits<T>::epsilon());
            late += r.stopped_by != slide_stop::none || off > 0.5 * angle + rounding ||
                    penetrates(at(body, r.position), line);
            p = r.position;
            if (std::abs(p.x) > T(3)) break;
        }
    }
    return late;
}
TEMPLATE_TEST_CASE("floors: a round body is as fast over edges that differ by a tiny angle as on a straight floor",
                   "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    const bool is_float = std::is_same_v<T, float>;
    for (double angle = is_float ? 1e-3 : 1e-6; angle > (is_float ? 1e-8 : 1e-14); angle *= 0.1)
        for (const any_shape<T>& body :
             {any_shape<T>{circle<T>{{0, 0}, T(0.4)}}, any_shape<T>{capsule<T>{{0, T(-0.2)}, {0, T(0.2)}, T(0.3)}},
              any_shape<T>{capsule<T>{{T(-0.3), 0}, {T(0.2), 0}, T(0.3)}}}) {
            INFO(angle);
            CHECK(late_moves(body, angle, many_if_all(200u, 20u)) == 0);
        }
}

}  // namespace floor_tests
