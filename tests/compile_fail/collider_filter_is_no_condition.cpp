// expect: hitbox: a query takes ..mask = categories.
// first error: hitbox: a query takes ..mask = categories.
// lines: 16
#include <hitbox/hitbox.hpp>

bool answer(const hitbox::world<float>& w) {
    return w.query_any(hitbox::circle<float>{{0, 0}, 1}, hitbox::collider_filter{.mask = 2});
}
