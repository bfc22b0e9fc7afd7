// expect: deleted[^#]*points have x, y, and no third number
// lines: 12
#include <hitbox/hitbox.hpp>

#include <utility>

auto answer(const std::vector<std::pair<float, float>>& points) { return hitbox::make_convex_polygon(points); }
