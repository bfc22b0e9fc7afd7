// expect: hitbox: this query takes convex shapes only; call it for the pieces of a compound
// first error: hitbox: this query takes convex shapes only; call it for the pieces of a compound
// lines: 16
#include <hitbox/hitbox.hpp>

void clip(const hitbox::compound<float>& ship, const hitbox::aabb<float>& window) {
    hitbox::polygon_clip(window, ship);
}
