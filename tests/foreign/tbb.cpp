// oneTBB runs the tasks of a broad phase: the same pairs in the same order as without it.

#include "../catch_compat.hpp"

#include <hitbox/hitbox.hpp>

#include <tbb/parallel_for.h>

#include <vector>

using namespace hitbox;

namespace {

const auto on_tbb = [](std::size_t n, auto&& task) {
    tbb::parallel_for(std::size_t{0}, n, [&task](std::size_t i) { task(i); });
};

std::vector<aabb<float>> rows_of_boxes(int rows, int columns) {
    std::vector<aabb<float>> boxes;
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) {
            const vec2<float> corner{0.9f * static_cast<float>(x), 1.1f * static_cast<float>(y % 40)};
            boxes.push_back({corner, corner + vec2<float>{1, 1}});
        }
    return boxes;
}

template <class B>
std::vector<proxy_pair> pairs_in_order(const B& structure) {
    std::vector<proxy_pair> pairs;
    structure.for_each_pair([&](proxy a, proxy b) { pairs.push_back({a, b}); });
    return pairs;
}

}  // namespace

TEMPLATE_TEST_CASE("oneTBB runs a broad phase, which returns the same pairs in the same order", "", spatial_hash<float>,
                   dynamic_tree<float>, static_rtree<float>, sweep_and_prune<float>, quadtree<float>) {
    const auto boxes = rows_of_boxes(200, 300);
    TestType here, there;
    REQUIRE(here.build(boxes));
    REQUIRE(there.build(on_tbb, boxes));
    const auto expected = pairs_in_order(here);
    CHECK(expected.size() > boxes.size());
    CHECK(pairs_in_order(there) == expected);
    std::vector<proxy_pair> pairs;
    there.for_each_pair(on_tbb, [&](proxy a, proxy b) { pairs.push_back({a, b}); });
    CHECK(pairs == expected);
}
