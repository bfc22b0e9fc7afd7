// expect: (satisfaction of|because) 'same_scalar<
#include <hitbox/narrow/intersects.hpp>

// The answer cannot be in both types.
bool answer = hitbox::intersects(hitbox::circle<float>{{0, 0}, 1}, hitbox::circle<double>{{0, 0}, 1});
