// expect: hitbox: the direction from which platforms block is missing, or is no vec2<T>
// first error: hitbox: the direction from which platforms block is missing, or is no vec2<T>
// lines: 12
#include <hitbox/hitbox.hpp>

auto answer(const hitbox::compound<float>& level, const std::vector<hitbox::aabb<float>>& platforms) {
    return with_platforms(level, platforms, hitbox::vec2{0, 1});
}
