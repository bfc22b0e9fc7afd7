// expect: deleted[^#]*members: shape, transform, filter, sensor, user, fixed
// lines: 12
#include <hitbox/hitbox.hpp>

void answer(hitbox::world<float>& w) {
    w.add({.shape = hitbox::circle<float>{{0, 0}, 1}, .transform = {{1, 2}, {}}, .isSensor = true});
}
