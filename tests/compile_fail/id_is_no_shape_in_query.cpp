// expect: hitbox: a collider or its id is not a shape; pass the placed shape, w.at.id.
// lines: 20
#include <hitbox/hitbox.hpp>

auto others(const hitbox::world<float>& w, hitbox::collider_id id) { return w.query(id); }
