// expect: hitbox: a vector of another library is not a point; convert it once: to_vec2.v.
// first error: hitbox: a vector of another library is not a point; convert it once: to_vec2.v.
// lines: 16
#include <hitbox/hitbox.hpp>

struct mouse_position {
    float x, y;
};
bool answer(mouse_position mouse) { return contains(hitbox::circle<float>{{0, 0}, 1}, mouse); }
