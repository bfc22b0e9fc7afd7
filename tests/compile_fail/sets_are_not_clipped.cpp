// expect: convex shapes only
// first error: hitbox: this query takes convex shapes only; call it for the pieces of a compound, chain, polygon
// lines: 16
#include <hitbox/hitbox.hpp>

void clip(const hitbox::compound<float>& ship, const hitbox::aabb<float>& window) {
    hitbox::polygon_clip(window, ship);
}
