// expect: hitbox: this query takes convex shapes only; call it for the pieces of a compound, chain, polygon
// first error: hitbox: this query takes convex shapes only; call it for the pieces of a compound, chain, polygon
// lines: 16
#include <hitbox/hitbox.hpp>

hitbox::vec2<float> answer(const hitbox::compound<float>& ship) {
    return *hitbox::sat::minimum_translation(hitbox::circle<float>{{0, 0}, 1}, ship);
}
