// Two files include hitbox and use the same query. All other files of the program include hits.hpp only.

#include "hits.hpp"

#include <cstdio>

#include <hitbox/pairs.hpp>  // not needed for hits.hpp: it shows that several files of a program may include hitbox

int main() {
    const point low{0, 0}, high{4, 4};
    if (const auto translation = way_out({4.5f, 2}, 1, low, high))
        std::printf("out by (%.2f, %.2f)\n", double(translation->x), double(translation->y));
    std::printf("%.2f apart\n", double(gap({7, 2}, 1, low, high)));

    const auto same = hitbox::collide(hitbox::circle<float>{{4.5f, 2}, 1}, hitbox::aabb<float>{{0, 0}, {4, 4}});
    std::printf("computed here: %.2f deep\n", same ? double(same->depth) : 0.);
}
