// expect: hitbox: the order is move_and_slide.shape, position, motion, obstacles, options.; only the options can be missing; both position
// first error: hitbox: the order is move_and_slide.shape, position, motion, obstacles, options.
// lines: 12
#include <hitbox/hitbox.hpp>

#include <vector>

float answer(const hitbox::circle<float>& body, const std::vector<hitbox::aabb<float>>& tiles) {
    return move_and_slide(body, hitbox::vec2<float>{0, 0}, 1.f, tiles).position.x;
}
