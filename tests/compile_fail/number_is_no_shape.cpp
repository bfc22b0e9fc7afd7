// expect: hitbox: a number is not a shape; a point is vec2.x, y.
// first error: hitbox: a number is not a shape; a point is vec2.x, y.
// lines: 16
#include <hitbox/hitbox.hpp>

bool answer(float x, float y) { return intersects(hitbox::circle<float>{{0, 0}, 1}, x, y); }
