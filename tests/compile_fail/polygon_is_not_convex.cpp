// expect: hitbox: this query takes no polygon; make a compound<T>.polygon., or query its convex pieces
// first error: hitbox: this query takes no polygon; make a compound<T>.polygon., or query its convex pieces
// lines: 16
#include <hitbox/hitbox.hpp>

hitbox::vec2<float> answer(const hitbox::polygon<float>& outline) {
    return *hitbox::sat::minimum_translation(outline, hitbox::circle<float>{{0, 0}, 1});
}
