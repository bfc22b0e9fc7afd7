// expect: hitbox: the direction from which platforms block is missing
// first error: hitbox: the direction from which platforms block is missing
// lines: 12
#include <hitbox/hitbox.hpp>

auto answer(const hitbox::compound<float>& level, const std::vector<hitbox::aabb<float>>& platforms) {
    return with_platforms(level, platforms);
}
