// expect: hitbox: this query takes convex shapes only; call it for the pieces of a compound
// first error: hitbox: this query takes convex shapes only; call it for the pieces of a compound
// lines: 16
#include <hitbox/hitbox.hpp>

auto axis(const hitbox::polygon<float>& outline, const hitbox::circle<float>& disc) {
    return hitbox::sat::separating_axis(outline, disc);
}
