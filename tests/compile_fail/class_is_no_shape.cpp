// expect: hitbox: this type is not a shape; pass the member that is one
// first error: hitbox: this type is not a shape
// lines: 16
#include <hitbox/hitbox.hpp>

struct player {
    hitbox::circle<float> body;
};
bool answer(const player& p, const hitbox::compound<float>& tiles) { return intersects(tiles, p); }
