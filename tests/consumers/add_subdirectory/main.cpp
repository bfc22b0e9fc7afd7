#include <cstdio>
#include <hitbox/hitbox.hpp>

using namespace hitbox;

int main() {
    circle<float> player{{3, 4}, 1};
    const aabb<float> wall{{0, 0}, {10, 3.5f}};

    const auto hit = collide(player, wall);
    if (!hit) return 1;
    std::printf("add_subdirectory: %g deep in the wall\n", static_cast<double>(hit->depth));
    player.center += hit->mtv();
    return penetrates(player, wall) ? 1 : 0;
}
