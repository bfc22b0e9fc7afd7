// expect: center
#include <hitbox/hitbox.hpp>

struct potato {};

bool answer = hitbox::intersects(potato{}, hitbox::circle<float>{{0, 0}, 1});
