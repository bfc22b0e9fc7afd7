#include "structures.hpp"

#include <numeric>

using namespace hitbox_tests;

namespace {

enum class order { as_inserted, reversed, random, by_place };

template <class T>
std::vector<std::size_t> ordered(order how, const std::vector<aabb<T>>& boxes) {
    std::vector<std::size_t> list(boxes.size());
    std::iota(list.begin(), list.end(), std::size_t{0});
    random_numbers random{12};
    if (how == order::reversed) std::reverse(list.begin(), list.end());
    if (how == order::random) shuffle(list, random);
    if (how == order::by_place)
        std::sort(list.begin(), list.end(), [&](std::size_t i, std::size_t j) {
            return std::pair{boxes[i].min.x, i} < std::pair{boxes[j].min.x, j};
        });
    return list;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("after removals in any order, queries of the remaining boxes are correct", "[broad]",
                        dynamic_structures) {
    using T = typename TestType::scalar_type;
    sample_of_cases is_in_sample{3};
    for (const scene kind : {scene::uniform, scene::ten_octaves, scene::clumps, scene::lattice, scene::points})
        for (const order how : {order::as_inserted, order::reversed, order::random, order::by_place})
            for (const bool built : {false, true}) {
                if (!is_in_sample()) continue;
                INFO(name_of(kind) << ", order " << static_cast<int>(how) << (built ? ", built" : ", inserted"));
                const auto boxes = boxes_of<T>(kind, 400, 13);
                const auto list = ordered(how, boxes);
                twins<TestType> both;
                CHECK((built ? both.build(boxes) : both.insert_all(boxes)));
                for (std::size_t i = 0; i < 360; ++i) {
                    CHECK(both.remove(list[i]));
                    if (i % 60 == 59) CHECK(both.same_boxes());
                }
                CHECK(both.model.size() == 40);
                CHECK(both.same_pairs());
                for (std::size_t i = 0; i < boxes.size(); i += 20) CHECK(both.same_query(boxes[i]));
                // Other boxes are inserted in their place; then all are removed.
                for (std::size_t i = 0; i < 100; ++i) CHECK(both.insert(boxes[list[i]]));
                CHECK(both.same_boxes());
                CHECK(both.same_pairs());
                while (both.model.size() != 0) {
                    random_numbers random{both.model.size()};
                    CHECK(both.remove(both.any_index(random)));
                }
                CHECK(both.same_boxes());
                CHECK(both.same_pairs());
                CHECK(both.insert_all(boxes));
                CHECK(both.same_pairs());
            }
}

TEMPLATE_LIST_TEST_CASE("a structure is empty after clear, and works like a new one", "[broad]", dynamic_structures) {
    using T = typename TestType::scalar_type;
    const auto boxes = boxes_of<T>(scene::uniform, 100, 14);
    twins<TestType> both;
    CHECK(both.insert_all(boxes));
    const std::vector<proxy> before = both.proxies;
    both.clear();
    CHECK(both.same_boxes());
    CHECK(both.same_pairs());
    CHECK(both.same_query(bounds_of_all(boxes)));
    CHECK(both.insert_all(boxes));
    CHECK(both.same_boxes());
    CHECK(both.same_pairs());
    for (const proxy p : before) CHECK(!both.structure.contains(p));
}
