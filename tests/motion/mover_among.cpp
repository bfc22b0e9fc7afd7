// A moving shape and the solids that block it: pieces that it passes, free positions, and the way out.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "box_sets.hpp"

#include <algorithm>
#include <random>
#include <vector>

namespace mover_among_tests {

using namespace hitbox;
using V = vec2<float>;
using W = vec2<double>;
using hitbox_tests::boxes, hitbox_tests::indices, hitbox_tests::is_met, hitbox_tests::seen, hitbox_tests::some_boxes;

TEST_CASE("solids without passed pieces: the others keep their order and all of their properties", "[motion]") {
    std::mt19937 random{3};
    for (int round = 0; round < 200; ++round) {
        const boxes solids = some_boxes(random, 8);
        const aabb<float> box = some_boxes(random, 1)[0];
        indices passed, expected;
        for (std::size_t i = 0; i < solids.size(); ++i)
            if (random() % 3 == 0) passed.insert(passed.begin() + std::ptrdiff_t(random() % (passed.size() + 1)), i);
        for (std::size_t i = 0; i < solids.size(); ++i)
            if (is_met(solids[i], box) && std::ranges::count(passed, i) == 0) expected.push_back(i);
        detail::blocking_solids<float> rest{detail::solid_view<float>{solids}};
        for (const std::size_t i : passed) rest.pass(i);
        REQUIRE(seen(rest, box) == expected);
        // A passed piece does not end the search, but the visitor does.
        for (std::size_t last = 1; last <= expected.size(); ++last) REQUIRE(seen(rest, box, last).size() == last);
        for (std::size_t i = 0; i < solids.size(); ++i)
            REQUIRE(rest.is_passed(i) == (std::ranges::count(passed, i) == 1));
        REQUIRE(bounds(rest) == bounds(solids));
    }
}

TEST_CASE("solids without passed pieces: fronts and one-sided edges are those of the whole", "[motion]") {
    const boxes level{{{0, 0}, {1, 1}}};
    const chain<float> line = chain<float>::open(std::vector<V>{{0, 0}, {2, 0}}, chain_sides::one);
    const auto with = with_platforms(line, level, V{1, 0});
    const detail::blocking_solids<float> rest{detail::solid_view<float>{with}};
    int edges = 0, platforms = 0;
    for_each_piece_near(rest, aabb<float>{{-9, -9}, {9, 9}}, [&](const detail::set_piece<float>& p, std::size_t i) {
        const detail::piece_front front = rest.front_of(p, i);
        CHECK(front.is_edge == (i == 0));
        if (i == 0) CHECK(front.direction == W{0, 2});
        if (i == 1) CHECK(front.direction == W{1, 0});
        return ++(i == 0 ? edges : platforms), true;
    });
    CHECK(edges == 1);
    CHECK(platforms == 1);
    const detail::solid_view<float> chain_view{line}, level_view{level};
    CHECK(detail::blocking_solids<float>{chain_view}.is_one_sided());
    CHECK_FALSE(detail::blocking_solids<float>{level_view}.is_one_sided());
}

TEST_CASE("a mover: pieces that it passes do not block it, until they are restored", "[motion]") {
    const aabb<float> body{{-1, -1}, {1, 1}};
    const std::vector<aabb<float>> solids{{{0.5f, -4}, {4, 4}}, {{-4, -4}, {-0.75f, 4}}, {{-9, 0.875f}, {9, 9}}};
    const detail::moving_shape_of<aabb<float>> moving{body};
    detail::mover_among<float> mover{moving, detail::solid_view<float>{solids}};
    auto& blocking = mover.solids;
    const auto depth = [&](V at) {
        const auto hit = mover.overlap_at(at);
        return hit ? hit->depth : 0;
    };
    CHECK_FALSE(mover.is_free_at({0, 0}));
    blocking.pass(2);
    CHECK_FALSE(mover.is_free_at({0, 0}));
    blocking.pass(0);
    blocking.pass(2);  // is known
    CHECK(blocking.passed().size() == 2);
    CHECK(blocking.is_passed(0));
    CHECK_FALSE(blocking.is_passed(1));
    CHECK(blocking.is_passed(2));
    CHECK_FALSE(mover.is_free_at({0, 0}));
    CHECK(depth({0, 0}) == 0.25f);
    CHECK(mover.is_free_at({0.25f, 0}));
    CHECK(depth({0.25f, 0}) == 0);
    CHECK(depth({4.5f, 0}) == 0);
    detail::near_pieces<float> found;
    found.find(detail::solid_view<float>{blocking}, {{-9, -9}, {9, 9}});
    REQUIRE(found.size() == 1);
    CHECK(found[0].index == 1);
    blocking.restore_passed(1);  // the first one only
    CHECK(blocking.is_passed(2));
    CHECK_FALSE(blocking.is_passed(0));
    CHECK_FALSE(mover.is_free_at({0.25f, 0}));
    CHECK(depth({4.5f, 0}) == 0.5f);
    blocking.restore_passed(0);
    CHECK(blocking.passed().size() == 0);
    CHECK_FALSE(blocking.is_passed(2));
}

TEMPLATE_TEST_CASE(
    "the translation out of solids has the normal and depth of collide, and exists if a solid is penetrated",
    "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    const std::vector<aabb<T>> tiles{{{0, 0}, {1, 1}}, {{1, 0}, {2, 1}}, {{2, 0}, {3, 1}}, {{2, 1}, {3, 2}}};
    const compound<T> level{tiles};
    int deep = 0, touching = 0, apart = 0;
    for (int i = 0; i < 64; ++i)
        for (int k = 0; k < 64; ++k) {
            const vec2<T> p{T(i) / T(16), T(k) / T(16)};
            const capsule<T> body{p, {p.x, p.y + T(0.5)}, T(0.25)};
            const auto hit = collide(body, level);
            const auto out = detail::overlap_of_sets(detail::solid_view{body}, detail::solid_view{level});
            REQUIRE(out.has_value() == penetrates(body, level));
            ++(out ? deep : hit ? touching : apart);
            if (!out) continue;
            CHECK(out->normal == hit->normal);
            CHECK(out->depth == hit->depth);
        }
    CHECK(deep > 1000);
    CHECK(touching > 50);
    CHECK(apart > 1000);
}

}  // namespace mover_among_tests
