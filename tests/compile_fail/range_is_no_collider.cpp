// expect: deleted[^#]*write circle<T>.* with the T of the world, or compound<T>.range.
// lines: 12
#include <hitbox/hitbox.hpp>

void answer(hitbox::world<float>& w, const std::vector<hitbox::aabb<float>>& walls) {
    w.add({.shape = walls, .fixed = true});
}
