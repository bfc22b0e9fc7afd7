// expect: (discards qualifiers|no viable overloaded '=')
// lines: 24
#include <hitbox/hitbox.hpp>

void move(hitbox::world<float>& w, hitbox::collider_id id) {
    w.at(id).transform = hitbox::transform2<float>{{1, 2}, {}};  // write w.move(id, transform)
}
