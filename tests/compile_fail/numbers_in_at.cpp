// expect: hitbox: write at.shape, vec2<T>.x, y.. with the number type T of the shape, or at.shape, transform2<T>
// first error: hitbox: write at.shape, vec2<T>.x, y.. with the number type T of the shape, or at.shape, transform2<T>
// lines: 16
#include <hitbox/hitbox.hpp>

bool answer(const hitbox::aabb<float>& box) { return intersects(box, at(box, 3, 4)); }
