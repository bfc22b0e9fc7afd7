// expect: hitbox: a world is not a shape; pass its solids, w.solids.., or call the query of the world
// first error: hitbox: a world is not a shape; pass its solids, w.solids.., or call the query of the world
// lines: 16
#include <hitbox/hitbox.hpp>

auto answer(const hitbox::world<float>& w) { return collide(hitbox::circle<float>{{0, 0}, 1}, w); }
