// expect: hitbox: move_and_slide moves one convex shape; a compound, chain, polygon or range can be the obstacles
// first error: hitbox: move_and_slide moves one convex shape; a compound, chain, polygon or range can be the obstacles
// lines: 12
#include <hitbox/hitbox.hpp>

auto answer(const hitbox::compound<float>& body, hitbox::vec2<float> at,
            const std::vector<hitbox::aabb<float>>& tiles) {
    return move_and_slide(body, at, hitbox::vec2{1.f, 0.f}, tiles, {.up = {0, 1}});
}
