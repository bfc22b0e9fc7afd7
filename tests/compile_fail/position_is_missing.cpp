// expect: hitbox: the order is move_and_slide.shape, position, motion, obstacles, options
// first error: hitbox: the order is move_and_slide
#include <hitbox/hitbox.hpp>

auto answer(const std::vector<hitbox::aabb<float>>& tiles, hitbox::vec2<float> motion) {
    return move_and_slide(hitbox::circle<float>{{0, 0}, 1}, motion, tiles, {.up = {0, 1}});
}
