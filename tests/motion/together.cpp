// Two sets as one, and platforms that block from above only.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "box_sets.hpp"

#include <algorithm>
#include <random>
#include <vector>

namespace together_tests {

using namespace hitbox;
using V = vec2<float>;
using hitbox_tests::boxes, hitbox_tests::indices, hitbox_tests::is_met, hitbox_tests::seen, hitbox_tests::some_boxes;

// A visitor that ends the search in the first set must not be called for the second.
TEST_CASE("two sets as one: pieces are numbered in turn, and a visitor ends the search in both", "[motion]") {
    std::mt19937 random{1};
    for (int round = 0; round < 200; ++round) {
        const boxes solids = some_boxes(random, random() % 6), platforms = some_boxes(random, random() % 6);
        const aabb<float> box = some_boxes(random, 1)[0];
        indices expected;
        for (std::size_t i = 0; i < solids.size(); ++i)
            if (is_met(solids[i], box)) expected.push_back(2 * i);
        for (std::size_t i = 0; i < platforms.size(); ++i)
            if (is_met(platforms[i], box)) expected.push_back(2 * i + 1);
        const auto all = together(solids, platforms);
        REQUIRE(seen(all, box) == expected);
        REQUIRE(seen(with_platforms(solids, platforms, V{0, 1}), box) == expected);
        for (std::size_t last = 1; last <= expected.size(); ++last)
            REQUIRE(seen(all, box, last) == indices(expected.begin(), expected.begin() + std::ptrdiff_t(last)));
    }
}

TEST_CASE("two sets as one: the bounding box contains both, and both must be valid", "[motion]") {
    std::mt19937 random{2};
    for (int round = 0; round < 100; ++round) {
        const boxes one = some_boxes(random, 1 + random() % 4), other = some_boxes(random, 1 + random() % 4);
        aabb<float> expected = one[0];
        for (const boxes* list : {&one, &other})
            for (const aabb<float>& b : *list) {
                expected.min = {std::min(expected.min.x, b.min.x), std::min(expected.min.y, b.min.y)};
                expected.max = {std::max(expected.max.x, b.max.x), std::max(expected.max.y, b.max.y)};
            }
        CHECK(bounds(together(one, other)) == expected);
        CHECK(bounds(together(other, one)) == expected);
    }
    const boxes good{{{0, 0}, {1, 1}}}, bad{{{1, 1}, {0, 0}}};
    CHECK(valid(together(good, good)));
    CHECK_FALSE(valid(together(good, bad)));
    CHECK_FALSE(valid(together(bad, good)));
}

TEST_CASE("two sets as one: only platforms have a front, and one-sided edges keep their own", "[motion]") {
    const boxes solids{{{0, 0}, {1, 1}}};
    const chain<float> ground = chain<float>::open(std::vector<V>{{0, 0}, {2, 0}, {4, 1}}, chain_sides::one);
    const auto with = with_platforms(ground, solids, V{0, -1});
    for (const std::size_t i : {0u, 2u}) {
        CHECK(with.front_of_piece(i) == V{});
        CHECK(with.is_one_sided_piece(i));
    }
    CHECK(with.front_of_piece(1) == V{0, -1});
    CHECK_FALSE(with.is_one_sided_piece(1));
    const auto both = together(solids, ground);
    CHECK(both.front_of_piece(1) == V{});
    CHECK(both.is_one_sided_piece(1));
    CHECK_FALSE(both.is_one_sided_piece(0));
}

TEST_CASE("platforms are jumped through, walked into from the side and landed on; solids are not", "[motion]") {
    const boxes floor{{{-10, -1}, {10, 0}}}, ledge{{{-1, 2}, {1, 3}}};
    const aabb<float> body{{-0.5f, -0.5f}, {0.5f, 0.5f}};
    const auto end = [&](const auto& set, V from, V motion) {
        return move_and_slide(body, from, motion, set).position;
    };
    for (const V up : {V{0, 1}, V{0, -1}}) {
        const auto set = with_platforms(floor, ledge, up);
        const float sign = up.y;
        const V middle{0, 2.5f};
        // A mover from the front stops at the surface; its centre is half of its height above it.
        CHECK(end(set, middle + V{0, 2 * sign}, V{0, -4 * sign}) == middle + V{0, sign});
        const V behind = middle - V{0, 1.25f * sign}, through{0, 3.25f * sign};
        CHECK(end(set, behind, through) == behind + through);
    }
    const auto set = with_platforms(floor, ledge, V{0, 1});
    CHECK(end(set, {-4, 2.5f}, {3.5f, 0}) == V{-0.5f, 2.5f});
    CHECK(end(together(floor, ledge), {-4, 2.5f}, {3.5f, 0}) == V{-1.5f, 2.5f});
    CHECK(end(together(floor, ledge), {0, 1}, {0, 3}) == V{0, 1.5f});
    CHECK(end(together(ledge, floor), {0, 1}, {0, -3}) == V{0, 0.5f});
}

TEST_CASE("a single shape is a set of one, and is copied", "[motion]") {
    const boxes floor{{{-10, -1}, {10, 0}}};
    const circle<float> body{{0, 0}, 0.5f};
    aabb<float> lift{{-1, 2}, {1, 3}};
    const auto solid = together(floor, lift);
    const auto two = together(lift, aabb<float>{{4, 0}, {5, 1}});
    const auto one_way = with_platforms(floor, lift, V{0, 1});
    lift = {};
    CHECK(move_and_slide(body, {0, 1}, {0, 9}, solid).position == V{0, 1.5f});
    CHECK(move_and_slide(body, {0, 1}, {0, 9}, one_way).position == V{0, 10});
    CHECK(move_and_slide(body, {0, 9}, {0, -9}, one_way).position == V{0, 3.5f});
    CHECK(move_and_slide(body, {0, 0.5f}, {9, 0}, two).position == V{3.5f, 0.5f});
    CHECK(seen(two, {{-10, -10}, {10, 10}}) == indices{0, 1});
}

// together() must not turn platforms of a set into solids.
TEST_CASE("platforms stay platforms in a set that is combined with others", "[motion]") {
    const boxes floor{{{-10, -1}, {10, 0}}}, ledge{{{-1, 2}, {1, 3}}}, crate{{{4, 0}, {5, 1}}};
    const aabb<float> body{{-0.5f, -0.5f}, {0.5f, 0.5f}};
    const V up{0, 1};
    const auto inner = with_platforms(floor, ledge, up);
    const auto check = [&](const auto& set) {
        CHECK(move_and_slide(body, {0, 1}, {0, 3}, set).position == V{0, 4});           // through it
        CHECK(move_and_slide(body, {0, 4}, {0, -3}, set).position == V{0, 3.5f});       // onto it
        CHECK(move_and_slide(body, {0, 1}, {0, -3}, set).position == V{0, 0.5f});       // onto the floor
        CHECK(move_and_slide(body, {2, 0.5f}, {4, 0}, set).position == V{3.5f, 0.5f});  // to the crate
    };
    check(together(inner, crate));
    check(together(crate, inner));
    check(together(crate, together(crate, inner)));
    const boxes joined{floor[0], crate[0]};
    check(with_platforms(joined, ledge, up));
    const boxes none;
    check(with_platforms(together(inner, crate), none, up));
}

}  // namespace together_tests
