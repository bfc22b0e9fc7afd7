// expect: deleted[^#]*write ..x, y., rot2<T>::from_radians.a..
// lines: 16
#include <hitbox/hitbox.hpp>

void answer(hitbox::world<float>& w, hitbox::collider_id id) { w.move(id, {{1, 2}, 0.5f}); }
