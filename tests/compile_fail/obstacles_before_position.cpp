// expect: hitbox: the order is move_and_slide.shape, position, motion, obstacles, options.
// first error: hitbox: the order is move_and_slide.shape, position, motion, obstacles, options.
// lines: 16
#include <hitbox/hitbox.hpp>

float answer(hitbox::vec2<float> position, const std::vector<hitbox::aabb<float>>& tiles) {
    const hitbox::circle<float> body{{0, 0}, 1};
    return move_and_slide(body, tiles, position, hitbox::vec2<float>{1, 0}, {.up = {0, 1}}).position.x;
}
