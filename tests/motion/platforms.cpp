// One-way platforms stop movers that come from above, and no others.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../laws.hpp"
#include "movers.hpp"

#include <cmath>
#include <limits>
#include <random>

using namespace hitbox;
using namespace hitbox_tests;

namespace {

const std::vector<aabb<float>> no_solids{{{-900, -900}, {900, -800}}};

/// Jumps through adjacent platforms equal jumps through one platform: the joint of two is not a front.
void check_jumps(int jumps) {
    std::vector<aabb<float>> boxes;
    for (int i = -24; i < 24; ++i) boxes.push_back({{static_cast<float>(i), 0}, {static_cast<float>(i + 1), 0.25f}});
    const compound<float> tiles{boxes};
    const std::vector<aabb<float>> whole{{{-24, 0}, {24, 0.25f}}};
    std::mt19937 random(1);
    std::uniform_real_distribution<float> part(-1, 1);
    for_each_mover([&](const auto& shape) {
        for (int jump = 0; jump < jumps; ++jump) {
            V p{3 * part(random), -1.5f}, q = p, v{0.15f * part(random), 0.2f + 0.05f * part(random)};
            bool landed = false;
            for (int tick = 0; tick < 120; ++tick) {
                v.y -= 0.004f;
                const auto r = move_and_slide(shape, p, v, with_platforms(no_solids, tiles, V{0, 1}), walking);
                const auto s = move_and_slide(shape, q, v, with_platforms(no_solids, whole, V{0, 1}), walking);
                INFO("tick " << tick << " at " << p.x << ' ' << p.y);
                REQUIRE(r.position == s.position);
                // No platform stops a jump upwards.
                if (v.y > 0) REQUIRE(r.velocity == v);
                v = r.velocity, p = r.position, q = s.position;
                landed = landed || r.on_floor;
                if (landed) REQUIRE(r.on_floor);
            }
            REQUIRE(landed);
            REQUIRE(p.y == 0.75f);
        }
    });
}

/// Moves under slabs that form peaks and valleys, up through the slabs, and along them.
void check_walks(int walks) {
    std::mt19937 random(2);
    std::uniform_real_distribution<float> part(-1, 1);
    for (int walk = 0; walk < walks; ++walk) {
        std::vector<convex_polygon<float, 8>> slabs;
        V from{-8, 0};
        for (int i = 0; i < 8; ++i) {
            const V to{from.x + 2.5f + 0.5f * part(random), 0.8f * part(random)}, down{0, -0.25f};
            const V corners[] = {from + down, to + down, to, from};
            slabs.push_back(make_convex_polygon(corners).value());
            from = to;
        }
        const auto set = with_platforms(no_solids, slabs, V{0, 1});
        slide_options<float> options = walking;
        options.snap_distance = 0.05f;
        for_each_mover([&](const auto& shape) {
            const float speed = 0.02f + 0.02f * part(random);
            V p{-3 + part(random), -4}, v{0.02f * part(random), 0.25f};
            bool landed = false;
            for (int tick = 0; tick < 300; ++tick) {
                v.x = landed ? speed : v.x, v.y -= 0.004f;
                const auto r = move_and_slide(shape, p, v, set, options);
                INFO("walk " << walk << " tick " << tick << " at " << p.x << ' ' << p.y);
                // No platform stops a jump upwards, and a mover that has landed does not fall through.
                if (!landed && v.y > 0) REQUIRE(r.velocity == v);
                const bool falls = v.y <= 0;
                p = r.position, v = landed ? V{v.x, r.on_floor ? -0.01f : r.velocity.y} : r.velocity;
                landed = landed || (r.on_floor && falls);
                if (landed) REQUIRE(p.y > -2.5f);
            }
            REQUIRE(landed);
        });
    }
}

}  // namespace

TEST_CASE("platforms: jumps pass up through them and land on them, as with a single platform", "[motion]") {
    check_jumps(60);
}
TEST_CASE("platforms: 2100 jumps through adjacent ones", "[.long]") { check_jumps(700); }
TEST_CASE("platforms: jumps up through peaks and valleys, and walks along them", "[motion]") { check_walks(20); }
TEST_CASE("platforms: 900 walks over peaks and valleys", "[.long]") { check_walks(300); }

TEST_CASE("platforms: a box that stands exactly on a corner walks back onto the platform, at both ends", "[motion]") {
    const aabb<float> body{{-0.25f, 0}, {0.25f, 1}};
    const std::vector<aabb<float>> none, platform{{{-2, -0.25f}, {2, 0}}};
    const slide_options<float> options{.up = {0, 1}, .step_height = 0.25f, .snap_distance = 0.25f};
    for (const float side : {1.f, -1.f}) {
        V p{side * 2.25f, 0};
        for (int i = 1; i <= 3; ++i) {
            const auto r =
                move_and_slide(body, p, V{side * -0.25f, -0.03125f}, with_platforms(none, platform, V{0, 1}), options);
            p = r.position;
            CHECK(p == V{side * (2.25f - 0.25f * static_cast<float>(i)), 0});
            CHECK(r.on_floor);
        }
    }
}
TEST_CASE("platforms: they do not block from the side and from below", "[motion]") {
    const std::vector<aabb<float>> platforms{{{0, 0}, {4, 0.5f}}};
    for_each_mover([&](const auto& shape) {
        const auto set = with_platforms(no_solids, platforms, V{0, 1});
        CHECK(move_and_slide(shape, V{-2, 0.25f}, V{3, 0}, set, walking).position == V{1, 0.25f});
        CHECK(move_and_slide(shape, V{2, -2}, V{0, 2}, set, walking).position == V{2, 0});
        // A mover that falls inside a platform falls through it.
        CHECK(move_and_slide(shape, V{2, 0.5f}, V{0, -2}, set, walking).position == V{2, -1.5f});
        CHECK(move_and_slide(shape, V{2, 3}, V{0, -9}, set, walking).position == V{2, 1});
    });
}

TEST_CASE("platforms: walks over their peaks and through their valleys", "[motion]") {
    // The ends of the slabs overlap. A walk along the top neither falls through nor stops.
    const V line[] = {{-6, 0}, {-2, 0}, {0, 1}, {2, 0}, {4, -1}, {6, 0}, {12, 0}};
    std::vector<convex_polygon<float, 8>> slabs;
    for (std::size_t i = 0; i + 1 < std::size(line); ++i) {
        const V down{0, -0.5f}, corners[] = {line[i] + down, line[i + 1] + down, line[i + 1], line[i]};
        slabs.push_back(make_convex_polygon(corners).value());
    }
    for_each_mover([&](const auto& shape) {
        const auto set = with_platforms(no_solids, slabs, V{0, 1});
        slide_options<float> options = walking;
        options.snap_distance = 0.2f;
        for (const float speed : {0.05f, 0.13f}) {
            V p = move_and_slide(shape, V{-4, 2}, V{0, -4}, set, options).position;
            for (int tick = 0; tick < 260 && p.x < 9; ++tick) {
                const auto r = move_and_slide(shape, p, V{speed, -speed}, set, options);
                INFO("speed " << speed << " tick " << tick << " at " << p.x << ' ' << p.y);
                REQUIRE(r.on_floor);
                REQUIRE(r.position.x > p.x + speed / 2);
                p = r.position;
            }
            CHECK(p.x >= 8.9f);
        }
    });
}

// A step that ends exactly on the boundary of a platform touches it from a side that does not block.
TEST_CASE("platforms: entering or leaving one through its back is no contact, wherever the step ends", "[motion]") {
    const std::vector<aabb<float>> platform{{{-10, 4}, {10, 5}}};
    const auto set = with_platforms(no_solids, platform, V{0, 1});
    const aabb<float> box{{-1, -1}, {1, 1}};
    const auto passes = [&](V from, V motion) {
        const auto r = move_and_slide(box, from, motion, set, walking);
        INFO("from " << from.x << ' ' << from.y << " by " << motion.x << ' ' << motion.y);
        CHECK(r.position == from + motion);
        CHECK(r.velocity == motion);
        CHECK(r.contacts.empty());
    };
    for (const float rise : {2.5f, 3.f, 3.5f}) passes({0, 0}, {0, rise});
    for (const float by : {1.5f, 2.f, 2.5f}) passes({-13, 4.5f}, {by, 0}), passes({13, 4.5f}, {-by, 0});
    passes({-12, 2}, {1, 1});  // to the corner below
    const auto landed = move_and_slide(box, V{0, 7}, V{0, -1}, set, walking);
    CHECK(landed.position == V{0, 6});
    CHECK(landed.on_floor);
    CHECK(landed.contacts.size() == 1);
}

TEST_CASE("platforms: jumps in whole pixels are not cut off", "[motion]") {
    const aabb<float> body{{-4, -8}, {4, 8}};
    const std::vector<aabb<float>> floor{{{-500, -50}, {500, 0}}};
    for (int level = 20; level < 60; ++level) {
        const auto height = static_cast<float>(level);
        const std::vector<aabb<float>> platform{{{-100, height}, {100, height + 4}}};
        const auto set = with_platforms(floor, platform, V{0, 1});
        for (int speed = 1; speed <= 20; ++speed) {
            V p{0, 8}, v{0, static_cast<float>(speed)};
            while (v.y > 0) {
                const auto r = move_and_slide(body, p, v, set, walking);
                REQUIRE(r.position == p + v);
                REQUIRE(r.velocity == v);
                p = r.position, v.y -= 1;
            }
        }
    }
}

TEMPLATE_TEST_CASE("platforms: a shape that starts some roundings inside of a platform, not at its top, passes it",
                   "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    const std::vector<aabb<T>> floor{{{-9, -9}, {9, -8}}}, platform{{{-2, 3}, {2, T(3.125)}}};
    const auto set = with_platforms(floor, platform, vec2<T>{0, 1});
    for_each_mover<T>([&](const auto& shape) {
        const auto check = [&](vec2<T> start, vec2<T> motion) {
            const auto r = move_and_slide(shape, start, motion, set, {.up = {0, 1}});
            CHECK(r.started_free);
            CHECK(r.position == start + motion);
        };
        const T left = T(-2) - bounds(shape).max.x, far_above = std::numeric_limits<T>::infinity();
        vec2<T> below{0, T(2.5)}, beside{left, 3};
        for (int roundings = 0; roundings < 40; ++roundings) {
            for (const vec2<T> motion : {vec2<T>{0, T(0.0625)}, vec2<T>{T(0.0625), T(0.0625)}, vec2<T>{T(0.0625), 0}})
                check(below, motion), check(beside, motion);
            below.y = std::nextafter(below.y, far_above), beside.x = std::nextafter(beside.x, far_above);
        }
        // At the top it is moved out by as many roundings.
        const T on_top = T(3.625), inside = std::nextafter(on_top, T(0));
        CHECK(move_and_slide(shape, vec2<T>{0, inside}, vec2<T>{0, 0}, set, {.up = {0, 1}}).position.y >= inside);
        CHECK(move_and_slide(shape, vec2<T>{0, on_top}, vec2<T>{0, T(-1)}, set, {.up = {0, 1}}).position.y == on_top);
    });
}

// A game places a character at the top of a platform. The bottom of the placed body may then be a rounding below the
// top, and the body overlaps the platform.
TEMPLATE_TEST_CASE("platforms: a body that was placed on the top of a platform stands there, and one that is deeper "
                   "passes it",
                   "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    const slide_options<T> options{.up = {0, 1}};
    int overlaps = 0;
    const auto check = [&](const auto& body, T bottom) {
        for (int i = 1; i <= 200; ++i) {
            const T top = T(i) / T(10);
            const std::vector<aabb<T>> floor{{{-40, -9}, {40, -8}}}, platform{{{-4, top - T(0.5)}, {4, top}}};
            const auto level = with_platforms(floor, platform, vec2<T>{0, 1});
            const auto falls_from = [&](vec2<T> p) { return move_and_slide(body, p, {0, T(-0.01)}, level, options); };
            const vec2<T> placed{T(0.7), top - bottom};
            overlaps += penetrates(at(body, placed), platform[0]) ? 1 : 0;
            const auto r = falls_from(placed);
            INFO("top " << top);
            REQUIRE(r.on_floor);
            REQUIRE(r.is_free);
            const T step = std::numeric_limits<T>::epsilon() * T(32);
            REQUIRE(std::abs(r.position.y - placed.y) <= 4 * step);
            REQUIRE(falls_from(placed - vec2<T>{0, 32 * step}).position.y < placed.y - T(0.005));
        }
    };
    check(capsule<T>{{0, T(0.3)}, {0, T(1.2)}, T(0.3)}, 0);
    check(capsule<T>{{0, T(-0.6)}, {0, T(0.6)}, T(0.4)}, -1);
    check(circle<T>{{0, 0}, T(0.45)}, T(-0.45));
    check(aabb<T>{{T(-0.3), T(-0.9)}, {T(0.3), T(0.9)}}, T(-0.9));
    check(*regular_polygon<8>(8, T(0.5)), bounds(*regular_polygon<8>(8, T(0.5))).min.y);
    CHECK(overlaps > 50);
}

TEMPLATE_TEST_CASE("platforms: a shape flies through the upright end of a platform whatever the direction of `up`",
                   "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    // Rounding makes an end of the turned platform lean towards `up`, or `up` lean towards an end.
    const std::vector<aabb<T>> none;
    for (int degrees = 0; degrees < 360; ++degrees)
        for (const T side : {T(-1), T(1)}) {
            const auto turn = rot2<T>::from_degrees(static_cast<T>(degrees));
            const vec2<T> up = turn * vec2<T>{0, 1};
            const auto turned = [&](const aabb<T>& box) { return baked(at(box, transform2<T>{{}, turn})); };
            const std::vector platforms{turned({{-1, T(-0.5)}, {1, 0}})};
            const auto body = turned({{T(-0.3), T(-0.3)}, {T(0.3), T(0.3)}});
            const auto set = with_platforms(none, platforms, up);
            const vec2<T> start = turn * vec2<T>{-3 * side, T(-0.2)};
            INFO(degrees << " degrees, side " << static_cast<double>(side));
            const vec2<T> through = turn * vec2<T>{2 * side, T(-0.01)};
            CHECK(move_and_slide(body, start, through, set, {.up = up}).position == start + through);
            // From above it lands, all the same.
            const vec2<T> above = turn * vec2<T>{0, T(0.5)}, down = turn * vec2<T>{0, T(-1)};
            const auto landed = move_and_slide(body, above, down, set, {.up = up});
            CHECK(landed.on_floor);
            CHECK(length(landed.position - turn * vec2<T>{0, T(0.3)}) < T(1e-6));
        }
}

namespace {

/// Bodies whose lowest point is at the origin.
template <class T>
std::vector<any_shape<T>> standing_bodies() {
    return {aabb<T>{{T(-0.3), T(0)}, {T(0.3), T(1.8)}}, capsule<T>{{T(0), T(0.3)}, {T(0), T(1.5)}, T(0.3)},
            circle<T>{{T(0), T(0.3)}, T(0.3)}};
}
/// Walks into a platform that crosses the ground or stands on it. Returns the number of frames in which the body does
/// not stand on the ground.
template <class T, class Set>
int frames_without_ground(const any_shape<T>& body, const Set& set, T step_height) {
    const slide_options<T> options{.up = {0, 1}, .step_height = step_height, .snap_distance = step_height};
    vec2<T> p{0, 0};
    T fall{};
    int lost = 0;
    for (int frame = 0; frame < 80; ++frame) {
        fall -= T(0.0069);
        const auto moved = move_and_slide(body, p, vec2<T>{T(0.05), fall}, set, options);
        p = moved.position, fall = moved.on_floor ? T(0) : moved.velocity.y;
        lost += !moved.on_floor || std::abs(p.y) > T(1e-5);
    }
    return lost;
}

}  // namespace

TEMPLATE_TEST_CASE("platforms: a body that walks into a platform keeps the one-way ground on which it stands",
                   "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    const std::vector<vec2<T>> line{{-5, 0}, {T(0.4), 0}, {T(1.3), 0}, {9, 0}};
    const auto ground = chain<T>::open(line);
    const std::vector<aabb<T>> none;
    for (const auto& body : standing_bodies<T>())
        for (const T step : {T(0), T(0.3)})
            for (const T bottom : {T(-0.5), T(-0.083), T(0)})
                for (const T top : {T(0.5), T(1), T(1.9)}) {
                    INFO("platform from " << static_cast<double>(bottom) << " to " << static_cast<double>(top));
                    const aabb<T> platform{{1, bottom}, {3, top}};
                    const std::vector<aabb<T>> alone{platform};
                    CHECK(frames_without_ground<T>(body, with_platforms(ground, alone, vec2<T>{0, 1}), step) == 0);
                    const std::vector<aabb<T>> on_bridge{
                        {{-5, T(-0.2)}, {T(1.5), 0}}, {{T(1.5), T(-0.2)}, {9, 0}}, platform};
                    CHECK(frames_without_ground<T>(body, with_platforms(none, on_bridge, vec2<T>{0, 1}), step) == 0);
                }
}

TEMPLATE_TEST_CASE("platforms: a one-way lift takes its rider through a platform", "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    const slide_options<T> options{.up = {0, 1}, .step_height = T(0.3), .snap_distance = T(0.1)};
    const aabb<T> lift{{-1, T(-0.2)}, {1, 0}};
    const std::vector<aabb<T>> none;
    hitbox_tests::sample_of_cases is_in_sample{5};
    for (const auto& body : standing_bodies<T>())
        for (const T thickness : {T(0.1), T(0.25), T(1)})
            for (const T speed : {T(0.0078125), T(0.03125), T(0.125)})
                for (const T left : {T(-4), T(0.2)}) {
                    if (!is_in_sample()) continue;
                    const aabb<T> platform{{left, 3}, {4, 3 + thickness}};
                    vec2<T> p{0, 0};
                    for (T height{}; height < T(4); height += speed) {
                        p = carry(body, p, lift, {0, height}, {0, height + speed}, none, options).position;
                        const std::vector<aabb<T>> platforms{platform, translated(lift, vec2<T>{0, height + speed})};
                        const auto set = with_platforms(none, platforms, vec2<T>{0, 1});
                        const auto moved = move_and_slide(body, p, vec2<T>{0, T(-0.0069)}, set, options);
                        p = moved.position;
                        INFO("thickness " << static_cast<double>(thickness) << ", lift at "
                                          << static_cast<double>(height));
                        REQUIRE(moved.on_floor);
                        // It stays on the lift, or on the platform when its feet have come out there.
                        REQUIRE(p.y > height + speed - T(1e-4));
                    }
                }
}

// A foot that is inside of one tile of a row may touch the corner of the tile beside it, within the tolerance. It used
// to stand there, in the middle of the row, in up to a tenth of the drops.
TEMPLATE_TEST_CASE("platforms: a drop through a row of platforms ends on the ground", "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    generator g{17};
    const std::vector<vec2<T>> points{{T(-.4), T(.2)}, {T(-.2), 0},      {T(.2), 0},
                                      {T(.4), T(.2)},  {T(.35), T(1.5)}, {T(-.35), T(1.5)}};
    const std::vector<any_shape<T>> bodies{
        aabb<T>{{T(-.4), 0}, {T(.4), T(1.6)}}, capsule<T>{{0, T(.3)}, {0, T(1.2)}, T(.3)}, circle<T>{{0, T(.4)}, T(.4)},
        *make_convex_polygon(points), rounded<aabb<T>>{{{T(-.25), T(.15)}, {T(.25), T(1.3)}}, T(.15)}};
    for (const T x : {T(0), T(100), T(10000)}) {
        const std::vector<aabb<T>> ground{{{x - 50, -5}, {x + 50, 0}}};
        std::vector<aabb<T>> row;
        for (int i = 0; i < 20; ++i) row.push_back({{x + T(i), 4}, {x + T(i + 1), T(4.2)}});
        const slide_options<T> walking{.up = {0, 1}, .step_height = T(.3), .snap_distance = T(.3)};
        for (int round = 0; round < 300; ++round) {
            const any_shape<T>& body = bodies[g.index(bodies.size())];
            vec2<T> position{x + g.template real<T>(3, 13), T(4.2)}, velocity{};
            if (round % 4 == 0) position.x = std::floor(position.x) + (round % 8 == 0 ? T(.4) : T(.6));
            CAPTURE(x, round, position.x);
            bool lands = false;
            for (int frame = 0; frame < 100 && !lands; ++frame) {
                velocity = {0, velocity.y - T(.014)};
                // The platforms are left out in the frame of the drop.
                const auto end = frame == 0 ? move_and_slide(body, position, velocity, ground, walking)
                                            : move_and_slide(body, position, velocity,
                                                             with_platforms(ground, row, walking.up), walking);
                position = end.position, velocity = end.velocity, lands = end.on_floor;
            }
            REQUIRE(lands);
            REQUIRE(position.y < T(.01));
        }
    }
}
