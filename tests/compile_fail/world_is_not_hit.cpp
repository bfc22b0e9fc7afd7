// expect: hitbox: a world is not a shape; pass its solids, w.solids.., or call the query of the world
// first error: hitbox: a world is not a shape; pass its solids, w.solids.., or call the query of the world
// lines: 16
#include <hitbox/hitbox.hpp>

float answer(const hitbox::world<float>& w) { return shape_cast(hitbox::circle<float>{{0, 0}, 1}, {1, 0}, w).fraction; }
