// expect: write ray_cast
// lines: 40
#include <hitbox/hitbox.hpp>

auto wall(const hitbox::world<float>& w, const hitbox::ray<float>& r) {
    return w.ray_cast_closest(r, {}, hitbox::ray_start::hollow);
}
