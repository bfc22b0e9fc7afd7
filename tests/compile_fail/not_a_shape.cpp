// expect: (satisfaction of 'shape<A>' \[with A = potato\]|'potato' does not satisfy 'shape')
#include <hitbox/hitbox.hpp>

struct potato {};

bool answer = hitbox::intersects(potato{}, hitbox::circle<float>{{0, 0}, 1});
