// Engines often build with -fno-exceptions -fno-rtti; run-time dispatch (std::visit) must not mind.
#include <hitbox/hitbox.hpp>

int main() {
    const hitbox::any_shape<float> player = hitbox::circle<float>{{3, 4}, 1};
    const hitbox::aabb<float> wall{{0, 0}, {10, 3.5f}};
    return hitbox::intersects(player, wall) && hitbox::collide(player, wall) ? 0 : 1;
}
