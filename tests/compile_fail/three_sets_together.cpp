// expect: hitbox: together takes two sets
// first error: hitbox: together takes two sets
// lines: 12
#include <hitbox/hitbox.hpp>

#include <vector>

bool answer(const std::vector<hitbox::aabb<float>>& tiles, const hitbox::circle<float>& disc) {
    const auto all = together(tiles, tiles, disc);
    return intersects(all, disc);
}
