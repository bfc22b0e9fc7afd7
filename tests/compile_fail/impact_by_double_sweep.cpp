// expect: hitbox: time_of_impact takes a sweep for each shape, of the same number type T
// first error: hitbox: time_of_impact takes a sweep for each shape, of the same number type T
// lines: 16
#include <hitbox/hitbox.hpp>

float answer(const hitbox::circle<float>& disc) {
    return time_of_impact(disc, hitbox::sweep<float>{}, disc, hitbox::sweep<double>{}).fraction;
}
