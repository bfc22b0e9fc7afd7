// expect: hitbox: a collider or its id is not a shape; pass the placed shape, w.at.id.
// first error: hitbox: a collider or its id is not a shape; pass the placed shape, w.at.id.
// lines: 16
#include <hitbox/hitbox.hpp>

bool answer(hitbox::collider_id id) { return intersects(hitbox::circle<float>{{0, 0}, 1}, id); }
