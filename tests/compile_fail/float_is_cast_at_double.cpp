// expect: hitbox: the arguments have coordinates of different types, .*write both with the same one
// first error: hitbox: the arguments have coordinates of different types, .*write both with the same one
// lines: 16
#include <hitbox/hitbox.hpp>

float answer(const hitbox::compound<double>& ship) {
    return shape_cast(hitbox::circle<float>{{0, 0}, 1}, {1, 2}, ship).fraction;
}
