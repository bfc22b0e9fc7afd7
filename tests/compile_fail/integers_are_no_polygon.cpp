// expect: deleted[^#]*points are vec2<float> or vec2<double>
// lines: 12
#include <hitbox/hitbox.hpp>

auto answer(const std::vector<hitbox::vec2<int>>& points) { return make_polygon(points); }
