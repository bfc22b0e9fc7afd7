#include <cstdio>
#include <hitbox/hitbox.hpp>

using namespace hitbox;

int main() {
    const auto hit = collide(aabb<double>{{0, 0}, {2, 2}}, aabb<double>{{1, -1}, {5, 5}});
    if (!hit || hit->depth != 1) return 1;
    std::printf("pkg_config: hit from the side, normal (%g, %g)\n", hit->normal.x, hit->normal.y);
}
