// expect: (satisfaction of|because) 'same_scalar<
#include <hitbox/narrow/intersects.hpp>

// Neither type is the right one to answer in.
bool answer = hitbox::intersects(hitbox::circle<float>{{0, 0}, 1}, hitbox::circle<double>{{0, 0}, 1});
