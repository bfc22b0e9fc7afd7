// expect: hitbox: a position and a motion are vec2<T>; convert the vector of another library: to_vec2\(v\)
// first error: hitbox: a position and a motion are vec2<T>
// lines: 16
#include <hitbox/hitbox.hpp>

struct their_vector {
    float x, y;
};
float answer(their_vector p, const hitbox::compound<float>& tiles) {
    return move_and_slide(hitbox::circle<float>{{0, 0}, 1}, p, {1, 0}, tiles, {.up = {0, 1}}).position.x;
}
