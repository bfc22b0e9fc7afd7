// expect: deleted[^#]*points have x, y, and no third number
// lines: 12
#include <hitbox/hitbox.hpp>

struct vec3 {
    float x, y, z;
};
auto answer(const std::vector<vec3>& points) { return hitbox::make_polygon(points); }
