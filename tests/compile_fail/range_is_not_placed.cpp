// expect: hitbox: a range of shapes cannot be placed; make a compound of it, and place compound<T>.shapes.
// first error: hitbox: a range of shapes cannot be placed; make a compound of it, and place compound<T>.shapes.
// lines: 16
#include <hitbox/hitbox.hpp>

bool answer(const std::vector<hitbox::circle<float>>& discs) {
    const auto placed = at(discs, {{1, 2}, {}});
    return intersects(placed, hitbox::vec2{1.f, 2.f});
}
