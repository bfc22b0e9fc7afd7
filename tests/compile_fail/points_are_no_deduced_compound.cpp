// expect: hitbox: a list of points is not a shape; make a polygon of it with make_convex_polygon
// first error: hitbox: a list of points is not a shape; make a polygon of it with make_convex_polygon
// lines: 16
#include <hitbox/hitbox.hpp>

std::size_t answer(const std::vector<hitbox::vec2<float>>& points) { return hitbox::compound{points}.size(); }
