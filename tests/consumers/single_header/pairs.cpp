#include <cstdio>
#include <hitbox_pairs.hpp>

int main() {
    const hitbox::capsule<float> player{{0, 0}, {0, 1}, 0.5f};
    const hitbox::aabb<float> wall{{0.25f, -1}, {3, 1}};
    const auto hit = hitbox::collide(player, wall);
    if (!hit || hit->depth != 0.25f || hit->mtv() != hitbox::vec2{-0.25f, 0.0f}) return 1;
    std::printf("single_header: hitbox_pairs.hpp answers collide\n");
}
