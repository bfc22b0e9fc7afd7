// The boxes of colliders in two broad phases, against a list of boxes.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"

#include <algorithm>
#include <optional>
#include <random>
#include <set>
#include <vector>

namespace world_boxes_tests {

using namespace hitbox;

namespace {

struct model_box {
    aabb<float> box{};
    bool fixed = false;
};

aabb<float> random_box(std::mt19937& random) {
    const auto number = [&random](unsigned n) { return static_cast<float>(random() % n) / 4; };
    const vec2<float> corner{number(160), number(160)};
    return {corner, corner + vec2<float>{number(16), number(16)}};
}

/// Returns whether two boxes share a point.
bool meet(const aabb<float>& a, const aabb<float>& b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

}  // namespace

TEMPLATE_TEST_CASE("world boxes: nearby boxes and pairs are found after any insertions, moves and removals", "[scene]",
                   dynamic_tree<float>, spatial_hash<float>) {
    std::mt19937 random{5};
    detail::world_boxes<float, TestType> tested;
    std::vector<std::optional<model_box>> model(40);
    std::vector<aabb<float>> boxes(model.size());
    for (int round = 0; round < 300; ++round) {
        const auto i = static_cast<std::uint32_t>(random() % model.size());
        const aabb<float> box = random_box(random);
        if (!model[i]) {
            model[i] = {box, random() % 3 == 0};
            REQUIRE(tested.insert(i, box, model[i]->fixed));
        } else if (random() % 3 == 0) {
            tested.remove(i);
            model[i].reset();
        } else {
            boxes[i] = box;
            tested.update(i, boxes);
            model[i]->box = box;
        }
        boxes[i] = box;
        REQUIRE(tested.validate());
        if (round % 10 != 0) continue;
        if (round % 20 == 0) {  // many at once
            std::vector<std::uint32_t> moved;
            for (std::uint32_t k = 0; k < model.size(); ++k)
                if (model[k] && random() % 2 == 0) moved.push_back(k), model[k]->box = boxes[k] = random_box(random);
            tested.update(moved, boxes);
        }
        tested.commit(boxes);
        REQUIRE(tested.validate());
        const aabb<float> near = random_box(random);
        std::set<std::uint32_t> found, expected;
        tested.query(near, [&](std::uint32_t k) { return found.insert(k).second; });
        std::set<std::pair<std::uint32_t, std::uint32_t>> pairs, expected_pairs;
        tested.for_each_pair(boxes, [&](std::uint32_t a, std::uint32_t b) {
            CHECK(pairs.emplace(std::min(a, b), std::max(a, b)).second);
        });
        for (std::uint32_t a = 0; a < model.size(); ++a) {
            if (model[a] && meet(model[a]->box, near)) expected.insert(a);
            for (std::uint32_t b = a + 1; model[a] && b < model.size(); ++b)
                if (model[b] && !(model[a]->fixed && model[b]->fixed) && meet(model[a]->box, model[b]->box))
                    expected_pairs.emplace(a, b);
        }
        REQUIRE(found == expected);
        REQUIRE(pairs == expected_pairs);
    }
}

TEST_CASE("world boxes: the bounding box of all shrinks with them", "[scene]") {
    detail::world_boxes<float, dynamic_tree<float>> tested;
    CHECK(tested.bounds().min.x > tested.bounds().max.x);
    REQUIRE(tested.insert(0, {{0, 0}, {1, 1}}, true));
    REQUIRE(tested.insert(1, {{5, -3}, {6, 2}}, false));
    CHECK(tested.bounds() == aabb<float>{{0, -3}, {6, 2}});
    tested.remove(1);
    CHECK(tested.bounds() == aabb<float>{{0, 0}, {1, 1}});
    CHECK_FALSE(tested.insert(1, {{2, 0}, {1, 1}}, false));
    tested.clear();
    CHECK(tested.bounds().min.x > tested.bounds().max.x);
}

TEMPLATE_TEST_CASE("world boxes: queries between two frames are right where all boxes move one by one", "[scene]",
                   dynamic_tree<float>, spatial_hash<float>) {
    std::mt19937 random{6};
    detail::world_boxes<float, TestType> tested;
    std::vector<aabb<float>> boxes(60);
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
        boxes[i] = random_box(random);
        REQUIRE(tested.insert(i, boxes[i], i % 20 == 0));
    }
    for (int frame = 0; frame < 20; ++frame) {
        // In every fourth frame, all move often enough that the boxes are updated at once before the end of the frame.
        for (std::size_t move = 0; move < (frame % 4 == 3 ? 5 : 1) * boxes.size(); ++move) {
            const auto i = static_cast<std::uint32_t>(random() % boxes.size());
            boxes[i] = random_box(random);
            tested.update(i, boxes);
            if (move % 7 != 0) continue;
            REQUIRE(tested.validate());
            const aabb<float> near = random_box(random);
            std::set<std::uint32_t> found, expected;
            tested.query(near, [&](std::uint32_t k) { return found.insert(k).second; });
            aabb<float> all = boxes[0];
            for (std::uint32_t k = 0; k < boxes.size(); ++k) {
                if (meet(boxes[k], near)) expected.insert(k);
                all = {{std::min(all.min.x, boxes[k].min.x), std::min(all.min.y, boxes[k].min.y)},
                       {std::max(all.max.x, boxes[k].max.x), std::max(all.max.y, boxes[k].max.y)}};
            }
            REQUIRE(found == expected);
            REQUIRE(tested.bounds() == all);
        }
        tested.commit(boxes);
        REQUIRE(tested.validate());
    }
}

}  // namespace world_boxes_tests
