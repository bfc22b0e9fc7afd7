// expect: hitbox: the arguments have coordinates of .*whole numbers.*circle<float>..1, 2., 3
// first error: hitbox: the arguments have coordinates of .*whole numbers.*circle<float>..1, 2., 3
// lines: 14
#include <hitbox/hitbox.hpp>

auto answer(const std::vector<hitbox::aabb<float>>& tiles) {
    return move_and_slide(hitbox::circle{{0, 0}, 1}, {1, 2}, {3, 4}, tiles);
}
