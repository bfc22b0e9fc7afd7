// expect: hitbox: a world is not a shape; pass its solids, w.solids.., or call the query of the world
// first error: hitbox: a world is not a shape; pass its solids, w.solids.., or call the query of the world
// lines: 16
#include <hitbox/hitbox.hpp>

hitbox::vec2<float> answer(const hitbox::world<float>& w) {
    return move_and_slide(hitbox::circle<float>{{0, 0}, 1}, {0, 0}, {1, 0}, w).position;
}
