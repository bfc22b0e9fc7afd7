// expect: hitbox: the arguments have coordinates of different types, .*write both with the same one
// first error: hitbox: the arguments have coordinates of different types, .*write both with the same one
// lines: 16
#include <hitbox/hitbox.hpp>

float depth(const hitbox::obb<float>& box, const hitbox::circle<double>& disc) {
    const auto hit = collide(box, disc);
    return hit ? hit->depth : 0;
}
