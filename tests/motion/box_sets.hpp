#pragma once

#include <random>
#include <vector>

#include <hitbox/sets.hpp>

namespace hitbox_tests {

using boxes = std::vector<hitbox::aabb<float>>;
using indices = std::vector<std::size_t>;

/// Returns boxes at whole numbers, so that many touch.
inline boxes some_boxes(std::mt19937& random, std::size_t count) {
    boxes all;
    for (std::size_t i = 0; i < count; ++i) {
        const hitbox::vec2<float> low{static_cast<float>(random() % 12), static_cast<float>(random() % 12)};
        all.push_back({low, low + hitbox::vec2<float>{1 + static_cast<float>(random() % 3),
                                                      1 + static_cast<float>(random() % 3)}});
    }
    return all;
}
inline bool is_met(const hitbox::aabb<float>& a, const hitbox::aabb<float>& b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}
/// Returns the pieces that a search visits; the visitor ends it after `last` pieces.
template <class Set>
indices seen(const Set& set, const hitbox::aabb<float>& box, std::size_t last = 1000) {
    indices all;
    for_each_piece_near(set, box, [&](const auto&, std::size_t i) { return all.push_back(i), all.size() < last; });
    return all;
}

}  // namespace hitbox_tests
