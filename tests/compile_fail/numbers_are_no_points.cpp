// expect: deleted[^#]*points have x, y, and no third number
// lines: 12
#include <hitbox/hitbox.hpp>

auto answer(const std::vector<float>& points) { return hitbox::convex_hull(points); }
