// expect: hitbox: this query takes no set of shapes, or none beside a shape without vertices; query the pieces one by one
// first error: hitbox: this query takes no set of shapes, or none beside a shape without vertices; query the pieces one
// by one lines: 16
#include <hitbox/hitbox.hpp>

hitbox::vec2<float> answer(const hitbox::compound<float>& ship) {
    return *hitbox::sat::minimum_translation(hitbox::circle<float>{{0, 0}, 1}, ship);
}
