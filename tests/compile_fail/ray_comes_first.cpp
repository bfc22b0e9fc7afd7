// expect: hitbox: the ray comes first: ray_cast.ray<T>.origin, translation., shape
// first error: hitbox: the ray comes first
#include <hitbox/hitbox.hpp>

auto answer(hitbox::vec2<float> from, hitbox::vec2<float> direction, const hitbox::aabb<float>& box) {
    return ray_cast(from, direction, box);
}
