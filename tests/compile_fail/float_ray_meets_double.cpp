// expect: hitbox: the arguments have coordinates of different types, .*write both with the same one
// first error: hitbox: the arguments have coordinates of different types, .*write both with the same one
// lines: 16
#include <hitbox/hitbox.hpp>

bool answer(const hitbox::circle<double>& disc) {
    return ray_cast(hitbox::ray<float>{{0, 0}, {1, 0}}, disc).has_value();
}
