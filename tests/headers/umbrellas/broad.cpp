// The broad phases, with nothing included but their umbrella.
#include <hitbox/broad.hpp>

#include <vector>

namespace {

template <class B>
bool finds_all(B structure) {
    using namespace hitbox;
    const std::vector<aabb<float>> boxes{{{0, 0}, {2, 2}}, {{1, 1}, {3, 3}}, {{8, 8}, {9, 9}}};
    int pairs = 0, found = 0;
    if (!structure.build(boxes)) return false;
    structure.for_each_pair([&](auto, auto) { ++pairs; });
    structure.query(boxes[2], [&](auto) { ++found; });
    return pairs == 1 && found == 1;
}

}  // namespace

bool broad_is_complete() {
    using namespace hitbox;
    return finds_all(dynamic_tree<float>{}) && finds_all(spatial_hash<float>{}) && finds_all(quadtree<float>{}) &&
           finds_all(sweep_and_prune<float>{});
}
