// expect: hitbox: a condition returns bool, true for a collider that the query sees; all hits are in the list
// first error: hitbox: a condition returns bool
// lines: 24
#include <hitbox/hitbox.hpp>

bool hits(const hitbox::world<float>& w, const hitbox::ray<float>& r) {
    return w.ray_cast_closest(r, [](hitbox::collider_id) { return -1.f; }).has_value();
}
