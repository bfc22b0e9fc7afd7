// expect: hitbox: time_of_impact takes a sweep for each shape, of the same number type T
// first error: hitbox: time_of_impact takes a sweep for each shape, of the same number type T
// lines: 16
#include <hitbox/hitbox.hpp>

float answer(const hitbox::circle<float>& disc, const hitbox::transform2<float>& where) {
    return time_of_impact(disc, where, disc, where).fraction;
}
