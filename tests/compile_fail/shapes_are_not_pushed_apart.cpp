// expect: hitbox: push_apart moves rigid_body<T>, not shapes; of two shapes, move one by collide.a, b.->mtv..
// lines: 16
#include <hitbox/hitbox.hpp>

void answer(hitbox::circle<float> ball, const hitbox::aabb<float>& wall) { push_apart(ball, wall); }
