// expect: hitbox: the ray comes first: ray_cast.ray<T>.origin, translation., shape.
// first error: hitbox: the ray comes first: ray_cast.ray<T>.origin, translation., shape.
// lines: 12
#include <hitbox/hitbox.hpp>

auto answer(const hitbox::aabb<float>& b) { return ray_cast({0, 0}, {1, 0}, b); }
