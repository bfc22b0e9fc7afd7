// expect: hitbox: time_of_impact takes sweeps; .*shape_cast.a, translation_a, b, translation_b
// first error: hitbox: time_of_impact takes sweeps; .*shape_cast.a, translation_a, b, translation_b
// lines: 16
#include <hitbox/hitbox.hpp>

float answer(const hitbox::aabb<float>& box) {
    return time_of_impact(hitbox::circle<float>{{0, 0}, 1}, hitbox::vec2<float>{1, 0}, box, {0, 1}).fraction;
}
