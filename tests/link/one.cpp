// One of two translation units of a program that both include everything.
#include <hitbox/hitbox.hpp>

bool touching_in_one() {
    return hitbox::intersects(hitbox::circle<float>{{0, 0}, 1}, hitbox::aabb<float>{{1, -1}, {3, 1}});
}
