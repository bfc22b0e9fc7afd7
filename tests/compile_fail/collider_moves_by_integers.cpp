// expect: deleted[^#]*write vec2<T>.x, y. with the T of the world, or to_vec2.v.
// lines: 12
#include <hitbox/hitbox.hpp>

bool answer(hitbox::world<float>& w, hitbox::collider_id me) { return w.move(me, hitbox::vec2{1, 2}); }
