// expect: deleted[^#]*write circle<T>.* with the T of the world, or compound<T>.range.
// lines: 12
#include <hitbox/hitbox.hpp>

void answer(hitbox::world<float>& w) { w.add({.shape = hitbox::circle<double>{{0, 0}, 1}}); }
