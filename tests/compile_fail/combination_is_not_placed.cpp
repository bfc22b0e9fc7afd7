// expect: hitbox: a combination of sets, such as that of .together., cannot be placed; place the shapes and sets in it
// first error: hitbox: a combination of sets, such as that of .together., cannot be placed; place the shapes and sets
// in it

#include <hitbox/hitbox.hpp>

#include <vector>

int main() {
    const std::vector<hitbox::aabb<float>> floor{{{0, -1}, {9, 0}}}, blocks{{{3, 0}, {4, 1}}};
    static_cast<void>(hitbox::at(hitbox::together(floor, blocks), hitbox::transform2<float>{}));
}
