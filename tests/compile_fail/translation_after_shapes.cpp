// expect: hitbox: the order is shape_cast\(a, translation, b\)
// first error: hitbox: the order is shape_cast
// lines: 16
#include <hitbox/hitbox.hpp>

bool answer(const hitbox::aabb<float>& a, const hitbox::aabb<float>& b, hitbox::vec2<float> motion) {
    return shape_cast(a, b, motion).fraction < 1;
}
