// A body that moves between free positions: to the one nearest to a target, out of solids, and back.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../rounds.hpp"
#include "body_among.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace moving_body_tests {

using namespace hitbox;
using hitbox_tests::body_among;
using V = vec2<float>;
using W = vec2<double>;
using boxes = std::vector<aabb<float>>;

const slide_options<float> upright{.up = {0, 1}, .step_height = 0.5f, .snap_distance = 0.75f};

const boxes no_solids;

TEST_CASE("a body: floors are as steep as floor_up allows, never upright, and need an up", "[motion]") {
    const aabb<float> box{{-1, -1}, {1, 1}};
    const auto is_floor = [&](const slide_options<float>& options, W normal) {
        return body_among{box, V{}, no_solids, options}.body.is_floor(normal);
    };
    for (const float floor_up : {0.1f, 0.5f, 0.70710678f, 0.9f})
        for (int degrees = -180; degrees < 180; ++degrees) {
            const double angle = degrees * std::acos(-1.0) / 180, cosine = std::cos(angle);
            const W normal{std::sin(angle), cosine};
            if (std::abs(cosine - double(floor_up)) < 0x1p-18) continue;
            CHECK(is_floor({.up = {0, 1}, .floor_up = floor_up}, normal) == (cosine > double(floor_up)));
            CHECK(is_floor({.up = {0, -1}, .floor_up = floor_up}, W{} - normal) == (cosine > double(floor_up)));
            CHECK_FALSE(is_floor({.floor_up = floor_up}, normal));
        }
    CHECK_FALSE(is_floor({.up = {0, 1}, .floor_up = 1.5f}, {0, 1}));
    CHECK(is_floor({.up = {0, 1}, .floor_up = 1}, {0, 1}));
    for (const float floor_up : {0.f, -1.f}) {
        CHECK_FALSE(is_floor({.up = {0, 1}, .floor_up = floor_up}, {1, 0x1p-11}));
        CHECK(is_floor({.up = {0, 1}, .floor_up = floor_up}, {1, 0x1p-9}));
    }
}

TEST_CASE("a body: it climbs steps if up and step_height are set", "[motion]") {
    const aabb<float> box{{-1, -1}, {1, 1}};
    CHECK(body_among{box, V{}, no_solids, upright}.body.climbs_steps());
    CHECK_FALSE(body_among{box, V{}, no_solids, slide_options<float>{.up = {0, 1}}}.body.climbs_steps());
    CHECK_FALSE(body_among{box, V{}, no_solids, slide_options<float>{.step_height = 1}}.body.climbs_steps());
    CHECK_FALSE(body_among{box, V{}, no_solids}.body.has_up());
}

TEST_CASE("a body: it moves to the free position nearest to a target, or stays", "[motion]") {
    // A slope through the origin, solid below; a disc of radius 1 is free if its centre is 1 above the line.
    const std::vector<triangle<float>> slope{{{-40, -30}, {40, -30}, {40, 30}}};
    const circle<float> disc{{0, 0}, 1};
    body_among ball{disc, V{-20, 20}, slope};
    const auto height = [](V p) {
        return (4 * static_cast<long double>(p.y) - 3 * static_cast<long double>(p.x)) / 5 - 1;
    };
    std::mt19937 random{1};
    const int rounds = hitbox_tests::many_if_all(300, 25);
    int pushed = 0;
    for (int round = 0; round < rounds; ++round) {
        const double x = static_cast<double>(random() % 4096) / 256 - 8;
        const W target{x - 0.6, 0.75 * x + 0.8};  // the point of contact is (x, 0.75 x), to a rounding
        REQUIRE(ball.body.go_to(target));
        const V p = ball.body.position(), rounded = detail::vec_cast<float>(target);
        CHECK(height(p) >= 0);
        const double off = length(detail::widen(p) - target), ulp = 0x1p-20;
        CHECK(off <= 2 * ulp);
        if (height(rounded) >= 0) CHECK(p == rounded);
        else ++pushed;
        const W deep = target + W{0.6, -0.8} * 0.01;  // by no rounding
        CHECK_FALSE(ball.body.go_to(deep));
        CHECK(ball.body.position() == p);
    }
    CHECK(pushed > rounds / 10);
    CHECK_FALSE(ball.body.go_to({1e300, 0}));
}

TEST_CASE("a body: it moves out of solids by the given depth or a few roundings more", "[motion]") {
    const boxes wall{{{0, -9}, {4, 9}}};
    const aabb<float> box{{-1, -1}, {1, 1}};
    for (const double depth : {0.5, 0.5 - 0x1p-24, 0.5 + 0x1p-24, 0.5 - 0x1p-18}) {
        body_among inside{box, V{-0.5f, 0}, wall};
        inside.body.find_near();
        REQUIRE(inside.body.go_out({-0.5, 0}, {-1, 0}, depth, {}));
        CHECK(inside.body.position().y == 0);
        CHECK(inside.body.position().x <= -1);
        CHECK(inside.body.position().x >= -1 - 0x1p-18f);
    }
    body_among held{box, V{-0.5f, 0}, wall};
    held.body.find_near();
    CHECK_FALSE(held.body.go_out({-0.5, 0}, {-1, 0}, 0.25, {}));
    CHECK(held.body.position() == V{-0.5f, 0});
}

TEST_CASE("a body: going back after a trial restores all of its state", "[motion]") {
    const boxes floor{{{-9, -3}, {9, -2}}}, ledge{{{-1, 0}, {1, 1}}};
    const auto set = with_platforms(floor, ledge, V{0, 1});
    const aabb<float> box{{-0.5f, -0.5f}, {0.5f, 0.5f}};
    body_among jumper{box, V{0, -1}, set, upright};
    const auto start = jumper.body.marked();
    CHECK_FALSE(jumper.body.cast_by({0, 4}).is_stopped);  // passes the ledge
    REQUIRE(jumper.body.go_to({0, 3}));
    CHECK_FALSE(jumper.body.cast_by({0, -3}).is_stopped);
    jumper.body.go_back_to(start);
    CHECK(jumper.body.position() == V{0, -1});
    CHECK(jumper.body.here() == W{0, -1});
    REQUIRE(jumper.body.go_to({3, -1}));
    REQUIRE(jumper.body.go_to({3, 3}));
    REQUIRE(jumper.body.go_to({0, 3}));
    const auto fall = jumper.body.cast_by({0, -3});
    CHECK(fall.is_stopped);
    CHECK(fall.fraction == 0.5);
    jumper.body.put({0, 0.5f});  // free or not
    CHECK(jumper.body.position() == V{0, 0.5f});
}

/// An empty set that counts how often it is searched.
struct counted {
    using scalar_type = float;
    mutable int searches = 0;
};
aabb<float> bounds(const counted&) noexcept { return {{0, 0}, {1, 1}}; }
bool valid(const counted&) noexcept { return true; }
template <class Visit>
void for_each_piece_near(const counted& c, const aabb<float>&, const Visit&) {
    ++c.searches;
}

TEST_CASE("a body: steps and snapping are within the first search of a move", "[motion]") {
    const aabb<float> box{{-1, -1}, {1, 1}};
    for (const bool has_up : {true, false}) {
        slide_options<float> options = upright;
        if (!has_up) options.up = {};
        const counted set;
        body_among walker{box, V{0, 0}, set, options};
        walker.body.cast_by({1, 0});
        CHECK(set.searches == 1);
        walker.body.put({1, 0.5f});
        walker.body.cast_by({-1, 0});
        walker.body.cast_by({0, -1.25});  // 0.75 below the start
        CHECK(set.searches == (has_up ? 1 : 3));
        walker.body.cast_by({0, -1.5});
        CHECK(set.searches == (has_up ? 2 : 4));
    }
}

// The resolution of such coordinates is infinite, and so are the distances that are tried.
TEMPLATE_TEST_CASE("a body: a shape with the largest numbers as coordinates is moved out of a solid or is squeezed",
                   "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    const aabb<T> solid{{-1, -1}, {1, 1}};
    for (const T parts : {T(1), T(2), T(64)}) {
        const T max_value = std::numeric_limits<T>::max() / parts;
        const any_shape<T> bodies[] = {triangle<T>{{0, 0}, {max_value, 1}, {0, 1}},
                                       segment<T>{{0, 0}, {max_value, max_value}}, aabb<T>{{0, 0}, {max_value, 1}},
                                       segment<T>{{-max_value, 0}, {max_value, 0}}};
        for (const any_shape<T>& body : bodies)
            for (const vec2<T> up : {vec2<T>{0, 0}, vec2<T>{0, 1}}) {
                const auto r = move_and_slide(body, {}, {1, 0}, solid, {.up = up});
                CHECK(r.is_free == !penetrates(translated(body, r.position), solid));
                if (!r.is_free) {
                    CHECK(r.stopped_by == slide_stop::squeezed);
                    CHECK(r.position == vec2<T>{});
                }
            }
    }
}

}  // namespace moving_body_tests
