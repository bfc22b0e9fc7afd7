// expect: hitbox: the arguments have coordinates of .*whole numbers.*circle<float>..1, 2., 3
// first error: hitbox: the arguments have coordinates of .*whole numbers.*circle<float>..1, 2., 3
// lines: 12
#include <hitbox/hitbox.hpp>

auto answer(hitbox::vec2<float> p, hitbox::vec2<float> v, const std::vector<hitbox::aabb<float>>& walls) {
    return move_and_slide(hitbox::capsule{{0, 0}, {0, 1}, 1}, p, v, walls, {.up = {0, 1}});
}
