// expect: has_depth
#include <hitbox/narrow/collide.hpp>

// The depth of two discs is not an integer; only boxes have an integer minimum translation.
auto answer = hitbox::collide(hitbox::circle<int>{{0, 0}, 2}, hitbox::circle<int>{{1, 0}, 2});
