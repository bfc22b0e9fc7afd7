// expect: hitbox: several shapes in braces are a compound<T>.a, b.
// first error: hitbox: several shapes in braces are a compound<T>.a, b.
// lines: 14
#include <hitbox/hitbox.hpp>

auto answer(const hitbox::circle<float>& c, const hitbox::aabb<float>& b) { return collide(c, {b, b}); }
