// expect: deleted[^#]*write distance.a, b..distance
// lines: 12
#include <hitbox/hitbox.hpp>

float answer(const hitbox::aabb<float>& a, const hitbox::aabb<float>& b) { return distance(a, b); }
