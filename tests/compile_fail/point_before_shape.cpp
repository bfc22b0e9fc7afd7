// expect: hitbox: the shape comes first: closest_point.shape, point.
// first error: hitbox: the shape comes first: closest_point.shape, point.
// lines: 12
#include <hitbox/hitbox.hpp>

float answer(const hitbox::aabb<float>& box) { return closest_point(hitbox::vec2<float>{3, 4}, box).distance; }
