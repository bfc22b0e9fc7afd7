// expect: deleted[^#]*write distance.a, b..distance
// lines: 12
#include <hitbox/hitbox.hpp>

bool answer(const hitbox::aabb<float>& a, const hitbox::aabb<float>& b) { return distance(a, b) < 3; }
