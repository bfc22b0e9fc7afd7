// expect: hitbox: a range of shapes cannot be placed; make a compound of it, and place compound<T>.shapes.
// first error: hitbox: a range of shapes cannot be placed; make a compound of it, and place compound<T>.shapes.
// lines: 16
#include <hitbox/hitbox.hpp>

bool answer(const std::vector<hitbox::circle<float>>& discs) {
    const hitbox::placed placed{discs, hitbox::transform2<float>{{1, 2}, {}}};
    return placed.shape.empty();
}
