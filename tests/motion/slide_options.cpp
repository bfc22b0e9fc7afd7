// Results report the reason for each stop, no motion is given up, and invalid options have a documented meaning.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../laws.hpp"
#include "../rounds.hpp"
#include "movers.hpp"

#include <cmath>
#include <limits>
#include <string>

using namespace hitbox;
using namespace hitbox_tests;

namespace {

const aabb<float> unit_box{{-0.5f, -0.5f}, {0.5f, 0.5f}};
const std::vector<aabb<float>> level_ground{{{-100, -1}, {100, 0}}};

template <class O>
slide_stop stop_of(V from, V motion, const O& obstacles, const slide_options<float>& options = walking) {
    return move_and_slide(unit_box, from, motion, obstacles, options).stopped_by;
}

std::vector<any_shape<float>> ground_and(std::initializer_list<V> corners) {
    return {level_ground[0], make_convex_polygon(std::vector<V>{corners}).value()};
}

}  // namespace

TEST_CASE("stops: each reason is reported", "[motion]") {
    CHECK(stop_of({0, 0.5f}, {1, 0}, level_ground) == slide_stop::none);
    CHECK(stop_of({0, 0.5f}, {0, 0}, level_ground) == slide_stop::none);
    CHECK(stop_of({0, 0.5f}, {1, -1}, level_ground) == slide_stop::none);  // walks on
    CHECK(stop_of({0, 0.5f}, {0, -1}, level_ground) == slide_stop::floor);
    CHECK(stop_of({0, 5}, {0, -9}, level_ground) == slide_stop::floor);
    CHECK(stop_of({0, 5}, {0, -9}, level_ground, {}) == slide_stop::wall);  // no up: all are walls
    CHECK(stop_of({0, -3}, {0, 9}, level_ground) == slide_stop::ceiling);

    const auto wall = ground_and({{2, -1}, {3, -1}, {3, 9}, {2, 9}});
    CHECK(stop_of({0, 0.5f}, {3, 0}, wall) == slide_stop::wall);
    CHECK(stop_of({0, 0.5f}, {3, -1}, wall) == slide_stop::wall);
    CHECK(stop_of({0, 4}, {3, -1}, wall) == slide_stop::none);  // slides down

    const auto steep = ground_and({{2, -1}, {6, -1}, {6, 8}, {2, 0}});
    CHECK(stop_of({0, 0.5f}, {4, -1}, steep) == slide_stop::steep_slope);
    const auto wedge = ground_and({{1.5f, 2}, {9, -1}, {9, 9}, {1.5f, 9}});
    CHECK(stop_of({0, 0.5f}, {9, -1}, wedge) == slide_stop::wedge);
    CHECK(stop_of({0, 0.5f}, {9, -1}, wedge, {}) == slide_stop::wedge);

    CHECK(stop_of({0, -0.5f}, {1, 0}, std::vector<aabb<float>>{{{-9, -9}, {9, 9}}, {{-9.5f, -9}, {-8, 9}}}) !=
          slide_stop::squeezed);  // it can be moved out
    const std::vector<aabb<float>> press{{{-9, -9}, {0.25f, 9}}, {{-0.25f, -9}, {9, 9}}};
    CHECK(move_and_slide(circle<float>{{0, 0}, 1}, V{0, NAN}, V{1, 0}, press).stopped_by == slide_stop::invalid);
    CHECK(move_and_slide(circle<float>{{0, 0}, 1}, V{0, 0}, V{INFINITY, 0}, press).stopped_by == slide_stop::invalid);
}

TEST_CASE("stops: names as texts", "[motion]") {
    for (const slide_stop s :
         {slide_stop::none, slide_stop::floor, slide_stop::wall, slide_stop::ceiling, slide_stop::steep_slope,
          slide_stop::wedge, slide_stop::squeezed, slide_stop::rounds, slide_stop::invalid})
        CHECK(!std::string{to_string(s)}.empty());
    CHECK(std::string{to_string(slide_stop::steep_slope)} == "steep slope");
}

TEST_CASE("stops: a curve of forty facets is followed to its end in one move", "[motion]") {
    std::vector<V> points;  // a quarter of a bowl, solid on its right
    for (int i = 0; i <= 40; ++i) {
        const double angle = std::acos(-1.0) / 2 * i / 40;
        points.push_back({static_cast<float>(10 * std::sin(angle)), static_cast<float>(10 - 10 * std::cos(angle))});
    }
    const chain<float> bowl = chain<float>::open(points);
    const auto r = move_and_slide(circle<float>{{0, 0}, 0.5f}, V{0, 0.5f}, V{40, 0}, bowl);
    CHECK(r.stopped_by != slide_stop::rounds);
    CHECK(r.position.y > 8);
}

TEST_CASE("stops: more than 64 facets in one move are left for the next", "[motion]") {
    std::vector<V> points;
    for (int i = 0; i <= 100; ++i) {
        const double angle = std::acos(-1.0) / 2 * i / 100;
        points.push_back({static_cast<float>(10 * std::sin(angle)), static_cast<float>(10 - 10 * std::cos(angle))});
    }
    const chain<float> bowl = chain<float>::open(points);
    const circle<float> disc{{0, 0}, 0.5f};
    const auto r = move_and_slide(disc, V{0, 0.5f}, V{40, 0}, bowl);
    CHECK(r.stopped_by == slide_stop::rounds);
    CHECK(r.rounds == 64);
    CHECK(!penetrates(at(disc, r.position), bowl));
    CHECK(r.position.y > 4);
    const auto next = move_and_slide(disc, r.position, r.velocity, bowl);
    CHECK(next.stopped_by != slide_stop::rounds);
    CHECK(length(next.position - r.position) > 5);
}

TEST_CASE("stops: a body that has no free position is squeezed", "[motion]") {
    // The solid extends to the ends of the range, so the body does not fit beside it.
    const float max_value = std::numeric_limits<float>::max();
    const aabb<float> body{{-max_value / 4, -max_value / 4}, {max_value / 4, max_value / 4}};
    const auto r = move_and_slide(body, V{0, 0}, V{1, 0},
                                  std::vector<aabb<float>>{{{-max_value, -max_value}, {max_value, max_value}}});
    CHECK(r.stopped_by == slide_stop::squeezed);
    CHECK(!r.started_free);
    CHECK(!r.is_free);
    CHECK(r.position == V{0, 0});
    CHECK(r.velocity == V{0, 0});
}

TEST_CASE("stops: in a corridor of its width, a body is squeezed where no position between the walls is a number",
          "[motion]") {
    // Near (1000, 1), x is a multiple of 2^-14, and only every 1001st x has a free y.
    constexpr float unit = 0x1p-14f;
    const V along{1001 * unit, unit}, across{0 - unit, 1001 * unit}, start{1000, 1}, down{0, -1};
    const auto polygon = [](std::initializer_list<V> corners) {
        return make_convex_polygon(std::vector<V>{corners}).value();
    };
    const auto body = polygon({{0, 0}, along, along + across, across});
    const V left = start - along * 40.f, right = start + along * 40.f;
    const std::vector walls{polygon({left + down, right + down, right, left}),
                            polygon({left + across, right + across, right + across - down, left + across - down})};
    for (const V up : {V{0, 0}, V{0, 1}}) {
        const slide_options<float> options{.up = up};
        const auto whole = move_and_slide(body, start, along, walls, options);
        CHECK(whole.stopped_by == slide_stop::none);
        CHECK(whole.position == start + along);
        const auto half = move_and_slide(body, start, along * 0.5f, walls, options);
        CHECK(half.stopped_by == slide_stop::squeezed);
        CHECK(half.position == start);
        CHECK(half.started_free);
        CHECK(half.is_free);
    }
}

// Two discs have moved up to both long sides of a capsule. In double, each rounded direction along the sides leads into
// one of them.
TEMPLATE_TEST_CASE("stops: a capsule between two discs that touch its sides needs a few rounds", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::generator random{3};
    int moved = 0, squeezed = 0;
    const int cases = hitbox_tests::many_if_all(2000, 100);
    for (int i = 0; i < cases; ++i) {
        const rot2<T> turn = rot2<T>::from_degrees(random.real<T>(0, 360));
        const vec2<T> along = turn * vec2<T>{1, 0}, across = perp(along),
                      center{random.real<T>(-9, 9), random.real<T>(-9, 9)};
        const capsule<T> body{along * T(-0.2), along * T(0.2), T(0.17)};
        const std::vector<placed<capsule<T>>> here{at(body, center)};
        std::vector<circle<T>> discs;
        for (const T side : {T(1), T(-1)}) {
            const circle<T> disc{{0, 0}, random.real<T>(T(0.2), T(0.4))};
            const auto r = move_and_slide(disc, center + across * side * T(2), across * -side * T(3), here);
            discs.push_back(translated(disc, r.position));
        }
        const vec2<T> motion = along * T(0.05) + across * random.real<T>(T(-0.05), T(0.05));
        const auto r = move_and_slide(body, center, motion, discs);
        // A third disc at an end. The rounded motion then leads into one of the sides more often.
        const vec2<T> ahead = rot2<T>::from_degrees(random.real<T>(-60, 60)) * along;
        const circle<T> stopper{{0, 0}, random.real<T>(T(0.1), T(0.4))};
        const auto closed = move_and_slide(stopper, center + ahead * T(2), ahead * T(-3), here);
        discs.push_back(translated(stopper, closed.position));
        CHECK(move_and_slide(body, center, motion, discs).rounds <= 8);
        INFO("along " << double(along.x) << ' ' << double(along.y) << ", motion " << double(motion.x) << ' '
                      << double(motion.y));
        CHECK(r.rounds <= 8);
        CHECK(r.is_free);
        squeezed += r.stopped_by == slide_stop::squeezed ? 1 : 0;
        // Few numbers lead along both sides, so `slide` may halve the motion between them.
        moved += dot(r.position - center, along) > T(0.0249) ? 1 : 0;
    }
    CHECK(moved * 4 > cases * 3);
    CHECK(squeezed < cases / (sizeof(T) == 4 ? 100 : 4));
}

// A disc or a box in a slanted corridor that is a few roundings wider or narrower. Positions beside the start, between
// the walls, are rarely numbers.
TEMPLATE_TEST_CASE("stops: a body that cannot move at all in a corridor says why", "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::generator random{46};
    const T rounding = std::numeric_limits<T>::epsilon() * 64;
    int stopped = 0;
    for (int i = 0; i < hitbox_tests::many_if_all(4000, 100); ++i) {
        const T angle = random.real<T>(T(-1.5), T(1.5)), half = random.real<T>(T(0.3), 2);
        const vec2<T> along{std::cos(angle), std::sin(angle)}, across{-along.y, along.x},
            start{random.real<T>(64, 100), random.real<T>(64, 100)};
        const auto walls = [&](T room) {
            const auto strip = [&](T from, T to) {
                const vec2<T> corners[] = {start - along * T(20) + across * from, start + along * T(20) + across * from,
                                           start + along * T(20) + across * to, start - along * T(20) + across * to};
                return make_convex_polygon(corners).value();
            };
            return std::vector{strip(-room - 3, -room), strip(room, room + 3)};
        };
        const auto narrow = walls(half + rounding * static_cast<T>(static_cast<int>(random.index(4)) - 1)),
                   wide = walls(half + rounding * 200);
        const T length = rounding * random.real<T>(10, 60);
        for (const T side : {T(1), T(-1)}) {
            for (const vec2<T> up : {vec2<T>{}, vec2<T>{0, 1}}) {
                const vec2<T> motion = along * (length * side);
                const circle<T> disc{{}, half};
                const auto moved = move_and_slide(disc, start, motion, narrow, {.up = up});
                CHECK((moved.position != start || moved.stopped_by != slide_stop::none));
                stopped += moved.started_free && moved.position == start;
                // With room to both sides, the same motion ends where it should.
                const auto whole = move_and_slide(disc, start, motion, wide, {.up = up});
                CHECK(whole.stopped_by == slide_stop::none);
                CHECK(whole.position == start + motion);
            }
        }
    }
    CHECK(stopped > hitbox_tests::many_if_all(5, 2));
}

// The bottom corner of the box is exactly at the end of the platform, so only this point supports the box. The ceiling
// pushes the box down, and the box slips off.
TEMPLATE_TEST_CASE("stops: at the very end of a ledge, a ceiling pushes the box off it", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const aabb<T> body{{T(-0.375), T(-0.5)}, {T(0.375), T(0.5)}};
    const vec2<T> ceiling[] = {{T(-6.5), T(3.5)}, {T(-5), 2}, {T(-5), 4}, {T(-6.5), 4}};
    const std::vector<any_shape<T>> solids{aabb<T>{{-9, 2}, {-7, T(2.25)}}, make_convex_polygon(ceiling).value()};
    const vec2<T> motion{T(0.125), T(-0.015625)};
    for (const bool has_up : {false, true}) {
        vec2<T> p{T(-6.625), T(2.75)};
        const slide_options<T> options{.up = {0, has_up ? T(1) : T(0)}};
        const auto r = move_and_slide(body, p, motion, solids, options);
        INFO((has_up ? "with up" : "without up"));
        CHECK(r.position.x >= p.x + T(0.0625));
        CHECK(r.position.y <= p.y - T(0.0625));
        CHECK(r.stopped_by == slide_stop::none);
        // Slightly before the end, the platform supports the box.
        const auto held = move_and_slide(body, p - vec2<T>{T(0.25), 0}, vec2<T>{T(2), T(-0.015625)}, solids, options);
        CHECK(is_free(body, held.position, solids));
    }
}

TEST_CASE("stops: dt turns the velocity into a motion, and the result is a velocity again", "[motion]") {
    for (const float dt : {1 / 60.f, 1 / 30.f, 0.01f, 2.f}) {
        const slide_options<float> options{.up = {0, 1}, .dt = dt};
        const V v{3, -10};
        const auto free = move_and_slide(unit_box, V{0, 50}, v, level_ground, options);
        CHECK(free.velocity == v);
        CHECK(free.position == move_and_slide(unit_box, V{0, 50}, v * dt, level_ground, walking).position);
        const auto walked = move_and_slide(unit_box, V{0, 0.5f}, v, level_ground, options);
        CHECK(walked.velocity == V{3, 0});
        CHECK(walked.position.x == static_cast<float>(3 * double(dt)));
        CHECK(walked.on_floor);
    }
    const auto paused = move_and_slide(unit_box, V{0, 50}, V{3, -10}, level_ground, {.dt = 0});
    CHECK(paused.position == V{0, 50});
    CHECK(paused.velocity == V{3, -10});
    const double max_value = std::numeric_limits<double>::max();
    const auto beyond = move_and_slide(circle<double>{{0, 0}, 1}, vec2<double>{0, 0}, vec2<double>{max_value, 0},
                                       std::vector<aabb<double>>{}, {.dt = 4});
    CHECK(beyond.stopped_by == slide_stop::invalid);
}

TEST_CASE("stops: invalid options have a documented meaning, and lose no motion", "[motion]") {
    constexpr float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    const auto same = [](const slide_options<float>& given, const slide_options<float>& meant) {
        const std::vector<aabb<float>> level{{{-100, -1}, {100, 0}}, {{3, -1}, {100, 0.25f}}};
        for (const V from : {V{0, 0.5f}, V{2, 4}}) {
            const auto r = move_and_slide(unit_box, from, V{3, -1}, level, given),
                       s = move_and_slide(unit_box, from, V{3, -1}, level, meant);
            CHECK(r.position == s.position);
            CHECK(r.velocity == s.velocity);
            CHECK(r.on_floor == s.on_floor);
            CHECK(r.position.x > from.x + 2);
        }
    };
    const float height = 0.3f;
    for (const float bad : {inf, nan, -inf}) {
        same({.up = {0, bad}}, {});
        same({.up = {bad, 1}}, {});
        same({.up = {0, 1}, .floor_up = bad, .step_height = height}, {.up = {0, 1}, .step_height = height});
        same({.up = {0, 1}, .step_height = height, .snap_distance = bad}, {.up = {0, 1}, .step_height = height});
        same({.up = {0, 1}, .step_height = height, .dt = bad}, {.up = {0, 1}, .step_height = height});
    }
    same({.up = {0, 1}, .step_height = height, .dt = -1}, {.up = {0, 1}, .step_height = height});
    same({.up = {0, 1}, .step_height = height, .snap_distance = -1}, {.up = {0, 1}, .step_height = height});
    for (const float length : {0.5f, 2.f, 1e-30f, 1e30f})
        same({.up = {0, length}, .step_height = height}, {.up = {0, 1}, .step_height = height});
    const std::vector<aabb<float>> step{{{-100, -1}, {100, 0}}, {{3, -1}, {100, 0.25f}}};
    for (const float bad : {inf, nan, -1.f}) {
        const auto r = move_and_slide(unit_box, V{0, 0.5f}, V{5, -1}, step, {.up = {0, 1}, .step_height = bad});
        CHECK(r.position == V{2.5f, 0.5f});
        CHECK(r.stopped_by == slide_stop::wall);
    }
    // A wall is not a floor, for any value of floor_up.
    const auto r = move_and_slide(unit_box, V{0, 0.5f}, V{5, -1}, step, {.up = {0, 1}, .floor_up = -1});
    CHECK(r.position == V{2.5f, 0.5f});
}
