// expect: write w.move
// lines: 40
#include <hitbox/hitbox.hpp>

void go(hitbox::world<float>& w, hitbox::collider_id id) { w.move(id, 1, 2); }
