// expect: (passing 'const hitbox::vec2<float>\*?'|no viable overloaded '\+=')
// lines: 16
#include <hitbox/hitbox.hpp>

// w[id] is a copy. Use w.move(id, position).
void answer(hitbox::world<float>& w, hitbox::collider_id id) {
    w[id].transform.translation += hitbox::vec2<float>{1, 0};
}
