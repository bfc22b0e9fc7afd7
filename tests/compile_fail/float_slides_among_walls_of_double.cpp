// expect: hitbox: the arguments have coordinates of .*whole numbers.*circle<float>..1, 2., 3
// first error: hitbox: the arguments have coordinates of .*whole numbers.*circle<float>..1, 2., 3
// lines: 12
#include <hitbox/hitbox.hpp>

auto answer(hitbox::vec2<float> p, const std::vector<hitbox::aabb<double>>& walls) {
    return move_and_slide(hitbox::circle<float>{{0, 0}, 1}, p, p, walls, {.up = {0, 1}});
}
