// expect: rot2<T>::from_radians
// lines: 40
#include <hitbox/hitbox.hpp>

void turn(hitbox::world<float>& w, hitbox::collider_id id) { w.move(id, {1, 2}, 0.5f); }
