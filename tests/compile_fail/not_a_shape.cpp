// expect: center
#include <hitbox/narrow/intersects.hpp>

struct potato {};

bool answer = hitbox::intersects(potato{}, hitbox::circle<float>{{0, 0}, 1});
