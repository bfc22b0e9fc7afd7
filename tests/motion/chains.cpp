// One-sided chains stop movers that come from their front, and let all others through.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../rounds.hpp"
#include "movers.hpp"

#include <algorithm>
#include <cmath>
#include <random>

using namespace hitbox;
using namespace hitbox_tests;

namespace {

chain<float> level_line(bool to_the_right = true) {
    return to_the_right ? chain<float>::open(std::vector<V>{{-4, 0}, {-1, 0}, {0, 0}, {4, 0}})
                        : chain<float>::open(std::vector<V>{{4, 0}, {0, 0}, {-1, 0}, {-4, 0}});
}

/// Checks a set that consists of the given line, with its front up.
template <class O>
void check_front_is_up(const O& set) {
    for_each_mover([&](const auto& shape) {
        const auto landed = move_and_slide(shape, V{0.25f, 3}, V{0, -5}, set, walking);
        CHECK(landed.position == V{0.25f, 0.5f});
        CHECK(landed.on_floor);
        // From behind, from both sides, and along the line. A round mover that meets the end from above is stopped.
        CHECK(move_and_slide(shape, V{0.25f, -3}, V{0, 5}, set, walking).position == V{0.25f, 2});
        CHECK(move_and_slide(shape, V{0.25f, -0.5f}, V{0, 5}, set, walking).position == V{0.25f, 4.5f});
        CHECK(move_and_slide(shape, V{-6, -0.25f}, V{4, 0}, set, walking).position == V{-2, -0.25f});
        CHECK(move_and_slide(shape, V{6, -0.25f}, V{-4, 0}, set, walking).position == V{2, -0.25f});
        CHECK(move_and_slide(shape, V{-6, -0.25f}, V{12, 0}, set, walking).velocity == V{12, 0});
        // A shape that falls on the line in the same step is stopped.
        CHECK(move_and_slide(shape, V{0, 0.5f}, V{1, -1}, set, walking).position == V{1, 0.5f});
    });
}

}  // namespace

TEST_CASE("chains: the front stops a mover, the back does not", "[motion]") {
    check_front_is_up(level_line());
    // After half a turn, the other line's front is up.
    check_front_is_up(at(level_line(false), transform2<float>{{0, 0}, rot2<float>{-1, 0}}));
    for_each_mover([&](const auto& shape) {
        const chain<float> down = level_line(false);
        CHECK(move_and_slide(shape, V{0.25f, 3}, V{0, -5}, down, walking).position == V{0.25f, -2});
        CHECK(move_and_slide(shape, V{0.25f, -3}, V{0, 5}, down, walking).position == V{0.25f, -0.5f});
    });
}

TEST_CASE("chains: a mover's flat side does not collide with the end of a level line", "[motion]") {
    const aabb<float> box{{-0.5f, -0.5f}, {0.5f, 0.5f}};
    for (const float y : {-0.375f, 0.f, 0.375f})
        CHECK(move_and_slide(box, V{-6, y}, V{4, 0}, level_line(), walking).position == V{-2, y});
}

TEST_CASE("chains: they stay one-sided in a set with other shapes", "[motion]") {
    const chain<float> line = level_line();
    const std::vector<aabb<float>> far_away{{{-900, -900}, {900, -800}}};
    check_front_is_up(together(line, far_away));
    check_front_is_up(together(far_away, line));
    check_front_is_up(with_platforms(line, far_away, V{0, 1}));
    world<float> scene;
    scene.add({.shape = line});
    scene.add({.shape = far_away[0]});
    check_front_is_up(scene.solids());
}

TEST_CASE("chains: a start that overlaps an edge is decided by the mover's centre", "[motion]") {
    for_each_mover([&](const auto& shape) {
        const auto sunk = move_and_slide(shape, V{0.25f, 0.375f}, V{0, -1}, level_line(), walking);
        CHECK_FALSE(sunk.started_free);
        CHECK(sunk.position == V{0.25f, 0.5f});
        CHECK(sunk.on_floor);
        const auto behind = move_and_slide(shape, V{0.25f, -0.375f}, V{0, -1}, level_line(), walking);
        CHECK(behind.started_free);
        CHECK(behind.position == V{0.25f, -1.375f});
    });
}

TEST_CASE("chains: a loop keeps movers inside or outside", "[motion]") {
    std::vector<V> corners{{-3, -2}, {0, -2.5f}, {3, -2}, {3, 2}, {-1, 3}, {-3, 2}};
    const auto room = chain<float>::loop(corners);
    std::reverse(corners.begin(), corners.end());
    const auto island = chain<float>::loop(corners);
    std::mt19937 random(1);
    std::uniform_real_distribution<float> part(-1, 1);
    for_each_mover([&](const auto& shape) {
        V inside{0, 0}, outside{0, 6};
        for (int tick = 0; tick < 200; ++tick) {
            const V wish = V{part(random), part(random)} * (tick % 3 ? 0.5f : 30.f);
            inside = move_and_slide(shape, inside, wish, room).position;
            REQUIRE_FALSE(penetrates(at(shape, inside), room));
            REQUIRE((std::abs(inside.x) < 3 && inside.y > -2.5f && inside.y < 3));
            // Moves towards the island, and then along it.
            const V home = V{3 * part(random), part(random)} - outside;
            outside = move_and_slide(shape, outside, tick % 4 ? home * 0.25f : wish, island).position;
            REQUIRE_FALSE(penetrates(at(shape, outside), island));
            REQUIRE((std::abs(outside.x) > 2.5f || outside.y < -1.9f || outside.y > 1.9f));
            // A shape inside the island leaves it without being stopped.
            REQUIRE(move_and_slide(shape, V{0, 0}, wish, island).velocity == wish);
        }
    });
}

TEST_CASE("chains: for a mover in front, one-sided and two-sided chains are equal", "[motion]") {
    std::mt19937 random(2);
    std::uniform_real_distribution<float> part(-1, 1);
    slide_options<float> options = walking;
    options.snap_distance = 0.25f;
    for (int hills = 0; hills < hitbox_tests::many_if_all(20, 6); ++hills) {
        std::vector<V> line;
        for (int i = -2; i < 22; ++i) line.push_back({static_cast<float>(i), 0.4f * part(random)});
        const auto one = chain<float>::open(line), two = chain<float>::open(line, chain_sides::two);
        for_each_mover([&](const auto& shape) {
            V p{0, 2}, q = p;
            for (int tick = 0; tick < 120; ++tick) {
                const V wish{0.15f, tick % 40 ? -0.2f : 0.4f};
                const auto r = move_and_slide(shape, p, wish, one, options),
                           s = move_and_slide(shape, q, wish, two, options);
                INFO("hills " << hills << " tick " << tick << " at " << p.x << ' ' << p.y);
                REQUIRE(r.position == s.position);
                REQUIRE(r.velocity == s.velocity);
                p = r.position, q = s.position;
            }
            CHECK(p.x > 2);  // a box is held by peaks
        });
    }
}

TEST_CASE("chains: stairs are climbed at every speed in the same way as two-sided ones", "[motion]") {
    std::vector<V> line{{-9, 0}, {0, 0}};
    for (float level = 0.25f; level < 2; level += 0.25f)
        line.push_back({2 * level - 0.5f, level}), line.push_back({2 * level, level});
    const auto one = chain<float>::open(line), two = chain<float>::open(line, chain_sides::two);
    slide_options<float> options = walking;
    options.step_height = 0.3f;
    for (const float snap : {0.f, 0.25f})
        for (int i = 0; i < hitbox_tests::many_if_all(60, 20); ++i) {
            options.snap_distance = snap;
            const V wish{0.5f + 0.02f * static_cast<float>(i), -0.01f};
            for_each_mover([&](const auto& shape) {
                V p = move_and_slide(shape, V{-1.2f, 2}, V{0, -2}, one, options).position;
                for (int frame = 0; frame < 3; ++frame) {
                    const auto r = move_and_slide(shape, p, wish, one, options),
                               s = move_and_slide(shape, p, wish, two, options);
                    INFO("speed " << wish.x << " at " << p.x << ' ' << p.y);
                    CHECK(r.position == s.position);
                    CHECK(r.velocity == s.velocity);
                    CHECK(r.on_floor == s.on_floor);
                    p = r.position;
                }
            });
        }
}

TEST_CASE("chains: a step from behind that ends exactly on the line is not stopped", "[motion]") {
    const auto line = chain<float>::open(std::vector<V>{{-10, 5}, {10, 5}});
    for_each_mover([&](const auto& shape) {
        for (const float rise : {4.f, 4.5f, 5.f, 5.5f}) {
            const auto r = move_and_slide(shape, V{0, 0}, V{0, rise}, line, walking);
            CHECK(r.position == V{0, rise});
            CHECK(r.velocity == V{0, rise});
            CHECK(r.contacts.empty());
        }
    });
    const auto box = move_and_slide(aabb<float>{{-1, -1}, {1, 1}}, V{0, 0}, V{0, 4}, line, walking);
    CHECK(box.velocity == V{0, 4});
    CHECK(box.contacts.empty());
}

TEMPLATE_TEST_CASE("chains: a segment that falls on a joint stands on it", "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    const segment<T> rods[] = {{{0, 1}, {0, 3}}, {{0, 1}, {-1, 3}}, {{0, 1}, {1, 3}}, {{0, 3}, {0, 1}}};
    for (const T rise : {T(-4), T(-1), T(0), T(1), T(4)})
        for (const segment<T>& rod : rods) {
            const auto floor = chain<T>::open(std::vector<vec2<T>>{{-4, T(0) - rise}, {0, 0}, {4, rise}});
            INFO("rise " << rise << ", rod from " << rod.a.x << ' ' << rod.a.y << " to " << rod.b.x << ' ' << rod.b.y);
            for (const T start : {T(0), T(-1)}) {
                const auto fallen = move_and_slide(rod, vec2<T>{0, start}, vec2<T>{0, -5}, floor, {.up = {0, 1}});
                CHECK(fallen.position == vec2<T>{0, -1});
                CHECK(fallen.on_floor);
            }
            // From behind, also from a touch, it passes.
            CHECK(move_and_slide(rod, vec2<T>{0, -3}, vec2<T>{0, 5}, floor, {.up = {0, 1}}).position == vec2<T>{0, 2});
            CHECK(move_and_slide(rod, vec2<T>{0, -8}, vec2<T>{0, 9}, floor, {.up = {0, 1}}).position == vec2<T>{0, 1});
        }
}

TEMPLATE_TEST_CASE("chains: a start that overlaps a slanted edge, with the centre in front, is moved out", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    std::mt19937_64 random{3};
    std::uniform_real_distribution<double> part(-1, 1);
    for (int i = 0; i < 600; ++i) {
        const double slant = part(random), shift = part(random);
        const auto line = chain<T>::open(
            std::vector<vec2<T>>{{-10, static_cast<T>(-10 * slant + shift)}, {10, static_cast<T>(10 * slant + shift)}});
        for_each_mover<T>([&](const auto& shape) {
            // The centre is slightly above the line, so the shape overlaps it.
            const double x = 4 * part(random), above = 0.05 + 0.1 * std::abs(part(random));
            const vec2<T> start{static_cast<T>(x), static_cast<T>(x * slant + shift + above)};
            const auto r = move_and_slide(shape, start, vec2<T>{0, T(0.25)}, line, {.up = {0, 1}});
            INFO("case " << i);
            CHECK_FALSE(r.started_free);
            CHECK(r.is_free);
            CHECK(r.position.y > start.y + T(0.25));
        });
    }
}

TEMPLATE_TEST_CASE("chains: a disc that touches a convex corner from outside moves as along a solid outline",
                   "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    constexpr T far = 200;
    const circle<T> body{{0, 0}, 10};
    const T infinity = std::numeric_limits<T>::infinity();
    const auto moved_by_ulps = [&](T x, int ulps) {
        return ulps == 0 ? x : std::nextafter(x, ulps > 0 ? infinity : -infinity);
    };
    sample_of_cases is_in_sample{5};
    int moves = 0;
    for (const vec2<T> offset : {vec2<T>{-8, 6}, {-6, 8}, {-10, 0}, {0, 10}})
        for (const T slope : {T(0), T(-0.5), T(-1), T(-3)})
            for (const T direction : {T(1), T(-1)}) {
                const T floor = 4 + offset.y - 10;
                std::vector<vec2<T>> line{{-far, floor},          {0, floor},  {0, 4},
                                          {far, 4 + far * slope}, {far, -900}, {-far, -900}};
                for (vec2<T>& p : line) p.x *= direction;
                const compound<T> solid{make_polygon(line).value()};
                line.resize(4);
                if (direction < 0) std::reverse(line.begin(), line.end());
                const auto ground = chain<T>::open(line);
                for (int ulps = 0; ulps < 9; ++ulps) {
                    const vec2<T> start{direction * moved_by_ulps(offset.x, ulps % 3 - 1),
                                        moved_by_ulps(4 + offset.y, ulps / 3 - 1)};
                    if (penetrates(at(body, start), solid)) continue;
                    for (const vec2<T> motion : {vec2<T>{2, -0.5}, {8, -0.5}, {20, -3}, {2, 0}, {0, -1}, {3, 4}})
                        for (const T step_height : {T(0), T(2), T(20)})
                            for (const T snap : {T(0), T(6)}) {
                                if (!is_in_sample()) continue;
                                CAPTURE(offset, slope, direction, ulps, motion, step_height, snap);
                                const slide_options<T> options{
                                    .up = {0, 1}, .step_height = step_height, .snap_distance = snap};
                                const vec2<T> step{direction * motion.x, motion.y};
                                const auto along_chain = move_and_slide(body, start, step, ground, options),
                                           along_solid = move_and_slide(body, start, step, solid, options);
                                CHECK(along_chain.is_free);
                                CHECK(!penetrates(at(body, along_chain.position), solid));
                                CHECK(length(along_chain.position - along_solid.position) <= T(1e-3));
                                ++moves;
                            }
                }
            }
    CHECK(moves > 5000 / is_in_sample.step());
}

TEST_CASE("chains: a disc that touches the upper corner of a step, within a rounding, does not enter the chain",
          "[motion]") {
    const auto ground = chain<float>::open(std::vector<V>{{-200, 0}, {0, 0}, {32, 0}, {32, 4}, {64, -28}, {400, -28}});
    const circle<float> body{{0, 8.15237427f}, 8.15237427f};
    const slide_options<float> options{.up = {0, 1}, .step_height = 2, .snap_distance = 6};
    const auto r = move_and_slide(body, V{24.984375f, 0}, V{7.67537069f, -0.5f}, ground, options);
    CHECK(r.is_free);
    CHECK(!penetrates(at(body, r.position), ground));
    CHECK(r.position.x < 25);  // the step is higher than step_height
}

TEMPLATE_TEST_CASE(
    "chains: a box that slides up a slope, over a ledge and to a wall in one move does not enter the chain", "[motion]",
    HITBOX_TESTS_REALS) {
    using T = TestType;
    std::mt19937 random(1);
    const auto between = [&](double low, double high) {
        return static_cast<T>(low + (high - low) * static_cast<double>(random()) / 4294967296.0);
    };
    const aabb<T> body{{T(-0.125), T(-0.125)}, {T(0.125), T(0.125)}};
    for (const T snap : {T(0), T(0.3)})
        for (int i = 0; i < many_if_all(1500, 250); ++i) {
            const T slope_end = between(0.3, 1), rise = slope_end * between(0.2, 0.8),
                    ledge_end = slope_end + between(0.25, 0.5), wall_end = ledge_end + between(0.2, 0.8);
            std::vector<vec2<T>> line{{-20, 0},      {0, 0}, {slope_end, rise}, {ledge_end, rise}, {wall_end, rise + 2},
                                      {20, rise + 2}};
            const auto ground = chain<T>::open(line);
            line.insert(line.end(), {{20, -5}, {-20, -5}});
            const compound<T> solid{make_polygon(line).value()};
            const slide_options<T> options{.up = {0, 1}, .step_height = between(0, 0.3), .snap_distance = snap};
            const T length = between(0.25, 2.5);
            vec2<T> start{ledge_end - T(0.125) - length * between(0.1, 0.9), 4};
            start = move_and_slide(body, start, vec2<T>{0, -6}, solid, options).position;
            if (penetrates(at(body, start), solid)) continue;
            const vec2<T> motion{length, T(-0.2) * length};
            const auto along_chain = move_and_slide(body, start, motion, ground, options),
                       along_solid = move_and_slide(body, start, motion, solid, options);
            CAPTURE(snap, i);
            CHECK(!penetrates(at(body, along_chain.position), solid));
            CHECK(hitbox::length(along_chain.position - along_solid.position) <= T(1e-4));
        }
}
