// expect: hitbox: the arguments have coordinates of different types, .*write both with the same one
// first error: hitbox: the arguments have coordinates of different types, .*write both with the same one
// lines: 16
#include <hitbox/hitbox.hpp>

float answer(hitbox::vec2<double> motion) {
    return shape_cast(hitbox::circle<float>{{0, 0}, 1}, motion, hitbox::circle<float>{{3, 0}, 1}).fraction;
}
