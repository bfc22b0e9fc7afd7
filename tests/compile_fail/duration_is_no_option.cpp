// expect: hitbox: the last argument of move_and_slide is its options: some of .up
// first error: hitbox: the last argument of move_and_slide is its options: some of .up
// lines: 16
#include <hitbox/hitbox.hpp>

float answer(float dt, const std::vector<hitbox::aabb<float>>& tiles) {
    return move_and_slide(hitbox::circle<float>{{0, 0}, 1}, {0, 0}, {1, 0}, tiles, dt).position.x;
}
