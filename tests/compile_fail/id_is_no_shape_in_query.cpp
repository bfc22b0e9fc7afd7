// expect: pass the placed shape: w.query
// lines: 40
#include <hitbox/hitbox.hpp>

auto others(const hitbox::world<float>& w, hitbox::collider_id id) { return w.query(id); }
