// expect: hitbox: a list of points is not a shape
// first error: hitbox: a list of points is not a shape
// lines: 16
#include <hitbox/hitbox.hpp>

#include <vector>

float width(const std::vector<hitbox::vec2<float>>& points) { return bounds(points).width(); }
