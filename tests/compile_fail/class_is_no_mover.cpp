// expect: hitbox: this type is not a shape; pass the member that is one
// first error: hitbox: this type is not a shape
// lines: 16
#include <hitbox/hitbox.hpp>

struct player {
    hitbox::circle<float> body;
};
float answer(const player& p, const hitbox::compound<float>& tiles) {
    return move_and_slide(p, {0, 0}, {1, 0}, tiles, {.up = {0, 1}}).position.x;
}
