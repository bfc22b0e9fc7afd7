#include <hitbox/hitbox.hpp>

bool touching_in_one();

int main() {
    const bool here = hitbox::intersects(hitbox::circle<float>{{0, 0}, 1}, hitbox::aabb<float>{{1, -1}, {3, 1}});
    return here && touching_in_one() ? 0 : 1;
}
