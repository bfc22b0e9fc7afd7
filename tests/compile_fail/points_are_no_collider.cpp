// expect: hitbox: a list of points is not a shape; make a polygon of it with make_convex_polygon
// first error: hitbox: a list of points is not a shape; make a polygon of it with make_convex_polygon
// lines: 16
#include <hitbox/hitbox.hpp>

void answer(hitbox::world<float>& w, const std::vector<hitbox::vec2<float>>& points) { w.add({.shape = points}); }
