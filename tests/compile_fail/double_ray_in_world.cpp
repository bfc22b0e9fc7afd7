// expect: hitbox: the arguments have coordinates of .*whole numbers
// first error: hitbox: the arguments have coordinates of .*whole numbers.*circle<float>..1, 2., 3
// lines: 20
#include <hitbox/hitbox.hpp>

bool answer(const hitbox::world<float>& w, const hitbox::ray<double>& r) {
    return w.ray_cast_closest(r, {.mask = 2})->sensor;
}
