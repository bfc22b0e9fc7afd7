// expect: hitbox: the order is move_and_slide.shape, position, motion, obstacles, options.
// first error: hitbox: the order is move_and_slide.shape, position, motion, obstacles, options.
// lines: 20
#include <hitbox/hitbox.hpp>

#include <vector>

float answer(const hitbox::circle<float>& body, const std::vector<hitbox::aabb<float>>& tiles) {
    return move_and_slide(body, tiles, {0, 0}, {1, 0}).position.x;
}
