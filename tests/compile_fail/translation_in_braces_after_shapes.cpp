// expect: hitbox: shape_cast takes a shape, its translation and the other shape: shape_cast.a, vec2<T>.x, y., b.
// first error: hitbox: shape_cast takes a shape, its translation and the other shape: shape_cast.a, vec2<T>.x, y., b.
// lines: 12
#include <hitbox/hitbox.hpp>

auto answer(const hitbox::circle<float>& c, const hitbox::aabb<float>& b) { return shape_cast(c, b, {1, 0}); }
