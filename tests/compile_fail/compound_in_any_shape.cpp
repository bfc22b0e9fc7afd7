// expect: hitbox: an any_shape is convex; a compound or polygon can be a collider_shape<T>
// first error: hitbox: an any_shape is convex
// lines: 20
#include <hitbox/hitbox.hpp>

auto answer(const hitbox::compound<float>& c) {
    return std::vector<hitbox::any_shape<float>>{hitbox::circle<float>{{0, 0}, 1}, c};
}
