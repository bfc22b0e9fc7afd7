// Platforms: a shape that stands on one rides, a shape in its way is pushed, and a shape without room is reported.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../laws.hpp"
#include "../rounds.hpp"
#include "movers.hpp"

#include <algorithm>
#include <cmath>
#include <random>

using namespace hitbox;
using namespace hitbox_tests;

namespace {

void check_rides(int ticks) {
    const aabb<float> platform{{-2, -0.25f}, {2, 0.25f}};
    const std::vector<aabb<float>> level{{{-900, -900}, {900, -800}}};
    const auto rising = [](int t) { return V{0, 0.003f * static_cast<float>(t)}; };
    const auto sinking = [](int t) { return V{0, -0.004f * static_cast<float>(t)}; };
    const auto swaying = [](int t) {
        return V{static_cast<float>(9 * std::sin(t * 0.01)), static_cast<float>(3 * std::sin(t * 0.017))};
    };
    const auto check = [&](const auto& path, const auto& shape) {
        V p{0.3f, 0.75f};
        for (int tick = 0; tick < ticks; ++tick) {
            const V from = path(tick), to = path(tick + 1);
            const auto carried = carry(shape, p, platform, from, to, level, walking);
            INFO("tick " << tick << " at " << p.x << ' ' << p.y);
            REQUIRE(carried.rides);
            REQUIRE_FALSE(carried.is_squashed);
            const std::vector<placed<aabb<float>>> now{at(platform, to)};
            REQUIRE(is_free(shape, carried.position, now));
            const auto moved = move_and_slide(shape, carried.position, V{0, -0.05f}, together(level, now), walking);
            REQUIRE(is_free(shape, moved.position, now));
            REQUIRE(moved.on_floor);
            p = moved.position;
            REQUIRE(std::abs(p.x - (to.x + 0.3f)) < 1e-3f);
            REQUIRE(std::abs(p.y - (to.y + 0.75f)) < 1e-4f);
        }
    };
    for_each_mover([&](const auto& shape) { check(rising, shape), check(sinking, shape), check(swaying, shape); });
}

}  // namespace

TEST_CASE("carry: a shape that stands on a platform is never lost, nor sinks in", "[motion]") {
    check_rides(hitbox_tests::many_if_all(4000, 400));
}
TEST_CASE("carry: a hundred thousand steps on platforms", "[.long]") { check_rides(100000); }

// `carry` places a turned box by its position, `translated` moves its centre. The vertices are rounded differently.
TEMPLATE_TEST_CASE("carry: a shape rides on a turned box in each step, however the box is placed", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const std::vector<aabb<T>> nothing;
    const slide_options<T> options{.up = {0, 1}};
    hitbox_tests::sample_of_cases is_in_sample{7};
    for (const T half_width : {T(2), T(20), T(200)})
        for (const T degrees : {T(-29), T(-7), T(3), T(11), T(23)})
            for_each_mover<T>([&](const auto& shape) {
                if (!is_in_sample()) return;
                const obb<T> lift{{0, 0}, {half_width, T(0.2)}, rot2<T>::from_degrees(degrees)};
                vec2<T> p{0, 2}, from{0, 0};
                bool stood = false;
                for (int tick = 1; tick < 240; ++tick) {
                    const vec2<T> to{std::sin(T(tick) * T(0.02)), 3 * std::sin(T(tick) * T(0.03))};
                    const auto carried = carry(shape, p, lift, from, to, nothing, options);
                    INFO(double(half_width) << " wide, by " << double(degrees) << " degrees, in step " << tick);
                    REQUIRE(carried.rides == stood);
                    from = to;
                    const auto r = move_and_slide(shape, carried.position, {0, T(-0.1)},
                                                  std::vector{translated(lift, to)}, options);
                    REQUIRE((r.on_floor || !stood));
                    p = r.position, stood = r.on_floor;
                }
                CHECK(stood);
            });
}

TEST_CASE("carry: a range of shapes is one platform", "[motion]") {
    const std::vector<aabb<float>> halves{{{-2, -0.25f}, {0, 0.25f}}, {{0, -0.25f}, {2, 0.25f}}};
    const compound<float> whole{halves};
    const std::vector<aabb<float>> level{{{-900, -900}, {900, -800}}, {{5, 0}, {6, 9}}};
    for_each_mover([&](const auto& shape) {
        for (const V start : {V{0, 0.75f}, V{-1.5f, 0.75f}, V{4, 0}, V{0.5f, 3}})
            for (const V motion : {V{0, 1}, V{0.5f, -0.25f}, V{3, 0}, V{-1, 0}}) {
                const auto of_range = carry(shape, start, halves, V{}, motion, level, walking);
                const auto of_compound = carry(shape, start, whole, V{}, motion, level, walking);
                CHECK(of_range.position == of_compound.position);
                CHECK(of_range.rides == of_compound.rides);
                CHECK(of_range.is_pushed == of_compound.is_pushed);
                CHECK(of_range.is_squashed == of_compound.is_squashed);
            }
        CHECK(carry(shape, V{0, 0.75f}, halves, V{}, V{1, 1}, level, walking).rides);
    });
}

TEST_CASE("carry: a platform pushes a shape in its path by the rest of its motion", "[motion]") {
    const aabb<float> platform{{-1, -1}, {1, 1}};
    const std::vector<aabb<float>> level{{{-90, -10}, {90, -1}}};
    for_each_mover([&](const auto& shape) {
        const auto r = carry(shape, V{2, -0.5f}, platform, V{0, 0}, V{1, 0}, level, walking);
        CHECK(r.is_pushed);
        CHECK_FALSE(r.rides);
        CHECK_FALSE(r.is_squashed);
        const float half_width = bounds(shape).max.x;
        CHECK(std::abs(r.position.x - (2 + half_width)) < 1e-6f);
        CHECK(r.position.y == -0.5f);
        const auto away = carry(shape, V{2, -0.5f}, platform, V{0, 0}, V{-1, 0}, level, walking);
        CHECK_FALSE(away.is_pushed);
        CHECK((away.position == V{2, -0.5f}));
        // A very fast platform pushes the shape, too, and does not tunnel through it.
        const auto fast = carry(shape, V{2, -0.5f}, platform, V{0, 0}, V{40, 0}, level, walking);
        CHECK(std::abs(fast.position.x - (41 + half_width)) < 1e-5f);
    });
}

TEMPLATE_TEST_CASE("carry: a side of a platform that faces up lifts a shape off its floor", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const std::vector<aabb<T>> ground{{{0, -1}, {9, 0}}};
    const slide_options<T> options{.up = {0, 1}, .step_height = T(0.25), .snap_distance = T(0.25)};
    // The upper right corner of the lift is `corner` when the lift meets the shape, in the middle of its motion.
    const auto check = [&](const auto& shape, vec2<T> corner, vec2<T> normal) {
        const aabb<T> lift{corner - vec2<T>{2, 1}, corner};
        const vec2<T> start{0, T(0.5)};
        const auto r = carry(shape, start, lift, {0, T(-0.0625)}, {0, T(0.0625)}, ground, options);
        CHECK_FALSE(r.rides);
        CHECK(r.is_pushed);
        CHECK_FALSE(r.is_squashed);
        CHECK(length(r.position - start - normal * (normal.y * T(0.0625))) < T(1e-3));
    };
    check(aabb<T>{{T(-0.5), T(-0.5)}, {T(0.5), T(0.5)}}, {0, 0}, {0, 1});
    check(capsule<T>{{T(-0.25), 0}, {T(0.25), 0}, T(0.5)}, {0, 0}, {0, 1});
    const vec2<T> at_30_degrees{T(0.5), T(0.86602540378443865)};
    check(circle<T>{{0, 0}, T(0.5)}, vec2<T>{0, T(0.5)} - at_30_degrees * T(0.5), at_30_degrees);
}

TEST_CASE("carry: a shape is squashed in the first step that leaves no room", "[motion]") {
    const aabb<float> platform{{-2, -0.25f}, {2, 0.25f}};
    const std::vector<aabb<float>> level{{{-9, 3}, {9, 4}}};  // a ceiling
    for_each_mover([&](const auto& shape) {
        V p{0, 0.75f};
        int tick = 0;
        for (; tick < 400; ++tick) {
            const V from{0, 0.01f * static_cast<float>(tick)}, to{0, 0.01f * static_cast<float>(tick + 1)};
            const auto r = carry(shape, p, platform, from, to, level, walking);
            const bool has_room = to.y + 0.25f + 1 <= 3;
            INFO("platform at " << to.y);
            REQUIRE(is_free(shape, r.position, level));
            REQUIRE(r.is_squashed == !has_room);
            if (r.is_squashed) break;
            p = r.position;
        }
        CHECK(tick < 300);
    });
}

TEMPLATE_TEST_CASE("carry: a lift takes its rider up through a platform, and down onto it", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const aabb<T> lift{{-1, T(-0.5)}, {1, 0}};
    const std::vector<aabb<T>> ground{{{-9, -9}, {9, -8}}},
        platforms{{{-2, 3}, {2, T(3.125)}}, {{2, 3}, {4, T(3.125)}}};
    const auto level = with_platforms(ground, platforms, vec2<T>{0, 1});
    const slide_options<T> options{.up = {0, 1}};
    for_each_mover<T>([&](const auto& shape) {
        for (const T speed : {T(0.01), T(0.05), T(0.3)}) {
            vec2<T> p{0, T(0.5)}, at_lift{0, 0};
            const auto step = [&](T height) {
                const auto r = carry(shape, p, lift, at_lift, at_lift + vec2<T>{0, height}, level, options);
                at_lift.y += height;
                const std::vector<aabb<T>> lifts{translated(lift, at_lift)};
                CHECK_FALSE(r.is_squashed);
                CHECK(is_free(shape, r.position, lifts));
                const auto all = with_platforms(together(ground, lifts), platforms, vec2<T>{0, 1});
                p = move_and_slide(shape, r.position, vec2<T>{0, T(-0.01)}, all, options).position;
                return r.rides;
            };
            bool rides = true;
            while (at_lift.y < 5) rides = step(speed) && rides;
            CHECK(rides);
            CHECK(std::abs(p.y - at_lift.y - T(0.5)) < T(1e-4));
            while (at_lift.y > 1) step(-speed);
            CHECK(p.y >= T(3.625));  // it stands on the platform
            CHECK(p.y < T(3.626));
        }
    });
}

TEMPLATE_TEST_CASE("carry: a shape inside of a one-sided piece is pushed as if the piece were not there", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const aabb<T> pusher{{-1, -1}, {0, 1}};
    const std::vector<aabb<T>> ground{{{-9, -9}, {9, -8}}}, platforms{{{-2, 0}, {3, T(0.125)}}};
    const auto level = with_platforms(ground, platforms, vec2<T>{0, 1});
    const auto line = chain<T>::open(std::vector<vec2<T>>{{-2, T(0.125)}, {3, T(0.125)}});
    for_each_mover<T>([&](const auto& shape) {
        const vec2<T> start{bounds(shape).max.x, 0};
        for (const vec2<T> motion : {vec2<T>{T(0.125), 0}, vec2<T>{T(0.0625), T(0.0625)}, vec2<T>{1, 0}}) {
            const auto alone = carry(shape, start, pusher, vec2<T>{0, 0}, motion, ground, {});
            for (const auto& r : {carry(shape, start, pusher, vec2<T>{0, 0}, motion, level, {}),
                                  carry(shape, start, pusher, vec2<T>{0, 0}, motion, together(ground, line), {})}) {
                CHECK(r.is_pushed);
                CHECK_FALSE(r.is_squashed);
                CHECK(r.position == alone.position);
            }
        }
        // A platform that is entered from above holds the shape.
        const auto down = carry(shape, vec2<T>{0, T(0.625)}, aabb<T>{{-1, 0}, {1, 1}}, vec2<T>{0, T(1.125)},
                                vec2<T>{0, T(1)}, level, {});
        CHECK(down.is_squashed);
        CHECK(down.position == vec2<T>{0, T(0.625)});
    });
}

TEST_CASE("carry: an invalid shape stays where it is", "[motion]") {
    const std::vector<aabb<float>> level{{{-9, 3}, {9, 4}}};
    const circle<float> disc{{0, 0}, 1}, none{{0, 0}, -1};
    CHECK(carry(none, V{1, 2}, disc, V{0, 0}, V{1, 0}, level, walking).position == V{1, 2});
    CHECK(carry(disc, V{1, 2}, disc, V{0, 0}, V{NAN, 0}, level, walking).position == V{1, 2});
    CHECK(move_and_slide(none, V{1, 2}, V{1, 0}, level).position == V{1, 2});
    CHECK(move_and_slide(disc, V{1, 2}, V{INFINITY, 0}, level).position == V{1, 2});
}

namespace {

/// A body that falls on level ground beside a low lift, whose right end is at 0, and comes to rest.
template <class T>
struct body_beside_lift {
    any_shape<T> body;
    T height;
    slide_options<T> stepping;
    vec2<T> position{};
    bool stands_on_lift = false;  // by the contacts of its own move

    body_beside_lift(const any_shape<T>& shape, T lift_height, T step_height, vec2<T> start)
        : body{shape}, height{lift_height}, stepping{.up = {0, 1}, .step_height = step_height}, position{start} {
        slide_result<T> rests;
        for (int frame = 0; frame < 100; ++frame) {
            rests = move_and_slide(body, position, {0, T(-.02)}, together(ground(), lift()), stepping);
            position = rests.position;
        }
        stands_on_lift = std::any_of(rests.contacts.begin(), rests.contacts.end(),
                                     [](const auto& c) { return c.is_floor && c.piece == 1; });
    }
    [[nodiscard]] std::vector<aabb<T>> ground() const { return {{{-9, -1}, {9, 0}}}; }
    [[nodiscard]] aabb<T> lift() const { return {{-2, 0}, {0, height}}; }
    [[nodiscard]] carry_result<T> carried(vec2<T> motion) const {
        return carry(body, position, lift(), {}, motion, ground(), stepping);
    }
};

}  // namespace

// The corner of a low lift is a floor for a round body if the ground is right below the corner. The lift alone did not
// carry such a body, and a rising lift pushed it aside.
TEMPLATE_TEST_CASE("carry: a body rides exactly if its own move says that it stands on the platform", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    int on_corners = 0, beside = 0;
    const any_shape<T> bodies[] = {capsule<T>{{0, T(.375)}, {0, T(1.125)}, T(.375)}, circle<T>{{0, T(.5)}, T(.5)},
                                   aabb<T>{{T(-.25), 0}, {T(.25), 1}}};
    for (const auto& body : bodies)
        for (const T height : {T(.125), T(.25), T(.375)})
            for (const T step : {T(0), T(.25), T(.5)})
                for (int i = -4; i < 12; ++i) {
                    const body_beside_lift<T> made{body, height, step, {T(i) / 16, 1}};
                    CAPTURE(height, step, i, made.position.x, made.position.y);
                    const auto aside = made.carried({T(-.0625), 0}), upwards = made.carried({0, T(.0625)});
                    CHECK(aside.rides == made.stands_on_lift);
                    CHECK(upwards.rides == made.stands_on_lift);
                    beside += made.stands_on_lift ? 0 : 1;
                    if (!made.stands_on_lift) continue;
                    CHECK(aside.position.x == made.position.x - T(.0625));
                    CHECK(std::abs(upwards.position.y - made.position.y - T(.0625)) < T(1e-6));
                    on_corners += made.position.y < height - T(.01) ? 1 : 0;
                }
    CHECK(on_corners > 20);
    CHECK(beside > 20);
}

// In double, a disc that rests steeply on the corner was taken for one beside the lift, in 1 of 20 places.
TEMPLATE_TEST_CASE("carry: a disc that rests steeply on the corner of a lift rides", "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    generator g{51};
    int stands = 0;
    for (int round = 0; round < 600; ++round) {
        const vec2<T> start{g.template real<T>(T(.4), T(.4995)), T(.5)};
        const body_beside_lift<T> made{circle<T>{{0, T(.5)}, T(.5)}, T(.49), T(.5), start};
        CAPTURE(round, made.position.x, made.position.y);
        CHECK(made.carried({T(.0625), 0}).rides == made.stands_on_lift);
        stands += made.stands_on_lift ? 1 : 0;
    }
    CHECK(stands > 500);
}
