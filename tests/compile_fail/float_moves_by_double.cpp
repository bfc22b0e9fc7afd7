// expect: hitbox: the arguments have coordinates of different types, .*write both with the same one
// first error: hitbox: the arguments have coordinates of different types, .*write both with the same one
// lines: 16
#include <hitbox/hitbox.hpp>

float answer(hitbox::vec2<double> motion, const std::vector<hitbox::aabb<float>>& tiles) {
    return move_and_slide(hitbox::circle<float>{{0, 0}, 1}, {0, 0}, motion, tiles).position.x;
}
