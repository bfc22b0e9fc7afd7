// expect: hitbox: the order is move_and_slide.shape, position, motion, obstacles, options.; only the options can be missing.*hitbox: the order
// lines: 24
#include <hitbox/hitbox.hpp>

float answer(hitbox::circle<float> body, hitbox::vec2<float> position) {
    return move_and_slide(body, position, {1, 0}).position.x +
           move_and_slide(body, {0, 0}, {1, 0}, {.up = {0, 1}}).position.x;
}
