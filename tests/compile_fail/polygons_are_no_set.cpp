// expect: hitbox: a range of compounds, chains or polygons is not a set; put all their pieces into one compound
// first error: hitbox: a range of compounds, chains or polygons is not a set; put all their pieces into one compound
// lines: 12
#include <hitbox/hitbox.hpp>

auto answer(const std::vector<hitbox::polygon<float>>& rocks, hitbox::circle<float> ball) {
    return shape_cast(ball, {1, 0}, rocks);
}
