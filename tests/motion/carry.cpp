// Platforms: a shape that stands on one rides, a shape in its way is pushed, and a shape without room is reported.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "movers.hpp"

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

TEST_CASE("carry: a shape that stands on a platform is never lost, nor sinks in", "[motion]") { check_rides(4000); }
TEST_CASE("carry: a hundred thousand steps on platforms", "[.long]") { check_rides(100000); }

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

TEST_CASE("carry: an invalid shape stays where it is", "[motion]") {
    const std::vector<aabb<float>> level{{{-9, 3}, {9, 4}}};
    const circle<float> disc{{0, 0}, 1}, none{{0, 0}, -1};
    CHECK(carry(none, V{1, 2}, disc, V{0, 0}, V{1, 0}, level, walking).position == V{1, 2});
    CHECK(carry(disc, V{1, 2}, disc, V{0, 0}, V{NAN, 0}, level, walking).position == V{1, 2});
    CHECK(move_and_slide(none, V{1, 2}, V{1, 0}, level).position == V{1, 2});
    CHECK(move_and_slide(disc, V{1, 2}, V{INFINITY, 0}, level).position == V{1, 2});
}
