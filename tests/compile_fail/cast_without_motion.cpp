// expect: hitbox: shape_cast takes a shape, its translation and the other shape
// first error: hitbox: shape_cast takes a shape, its translation and the other shape
// lines: 12
#include <hitbox/hitbox.hpp>

float answer(const hitbox::aabb<float>& box, const std::vector<hitbox::aabb<float>>& tiles) {
    return shape_cast(box, tiles).fraction;
}
