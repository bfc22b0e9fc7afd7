// expect: .ignore = id
// lines: 40
#include <hitbox/hitbox.hpp>

void slide(const hitbox::world<float>& w, hitbox::collider_id id) { static_cast<void>(w.solids(id)); }
