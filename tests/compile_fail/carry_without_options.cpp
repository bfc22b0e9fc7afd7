// expect: hitbox: carry needs both positions of the platform, and the character's options
// first error: hitbox: carry needs both positions of the platform, and the character's options
// lines: 12
#include <hitbox/hitbox.hpp>

auto answer(const hitbox::compound<float>& level, const hitbox::aabb<float>& lift) {
    return carry(hitbox::circle<float>{{0, 1}, 1}, {1, 2}, lift, {3, 4}, {3, 5}, level).position;
}
