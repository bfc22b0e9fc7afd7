#include <cstdio>
#include <hitbox.hpp>

bool overlaps_in_other();

int main() {
    const hitbox::circle<float> ball{{0, 0}, 1};
    const hitbox::aabb<float> box{{0.5f, -1}, {3, 1}};
    if (!hitbox::penetrates(ball, box) || !overlaps_in_other()) return 1;
    std::printf("single_header: the same answer in two translation units\n");
}
