// expect: hitbox: write translated.shape, vec2<T>.x, y.. with the number type T of the shape
// first error: hitbox: write translated
// lines: 16
#include <hitbox/hitbox.hpp>

float answer(const hitbox::circle<float>& c) { return translated(c, hitbox::vec2{1, 2}).x; }
