// expect: hitbox: write at.shape, vec2<T>.x, y.. with the number type T of the shape, or at.shape, transform2<T>
// first error: hitbox: write at.shape, vec2<T>.x, y.. with the number type T of the shape, or at.shape, transform2<T>
// lines: 12
#include <hitbox/hitbox.hpp>

auto answer(const hitbox::aabb<float>& b) { return at(b, {1, 2}, 30); }
