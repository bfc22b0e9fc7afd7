#include <hitbox.hpp>

bool overlaps_in_other() {
    return hitbox::penetrates(hitbox::circle<float>{{0, 0}, 1}, hitbox::aabb<float>{{0.5f, -1}, {3, 1}});
}
