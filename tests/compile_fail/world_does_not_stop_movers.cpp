// expect: hitbox: a world is not a shape; pass its solids, w.solids
// first error: hitbox: a world is not a shape
#include <hitbox/hitbox.hpp>

auto answer(const hitbox::world<float>& w) {
    return move_and_slide(hitbox::circle<float>{{0, 0}, 1}, {1, 2}, {3, 4}, w, {.up = {0, 1}});
}
