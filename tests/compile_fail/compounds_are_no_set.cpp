// expect: hitbox: a range of compounds, chains or polygons is not a set; put all their pieces into one compound
// first error: hitbox: a range of compounds, chains or polygons is not a set; put all their pieces into one compound
// lines: 12
#include <hitbox/hitbox.hpp>

auto answer(const std::vector<hitbox::compound<float>>& rocks, hitbox::circle<float> ball) {
    return move_and_slide(ball, {0, 0}, {1, 0}, rocks);
}
