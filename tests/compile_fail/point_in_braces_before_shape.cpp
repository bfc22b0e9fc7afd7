// expect: hitbox: the shape comes first: closest_point.shape, point.
// first error: hitbox: the shape comes first: closest_point.shape, point.
// lines: 12
#include <hitbox/hitbox.hpp>

auto answer(const hitbox::aabb<float>& b) { return closest_point({1, 2}, b); }
