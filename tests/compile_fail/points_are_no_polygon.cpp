// expect: deleted[^#]*write make_polygon.points., and test it
// lines: 9
#include <hitbox/hitbox.hpp>

auto answer(const std::vector<hitbox::vec2<float>>& points) { return hitbox::polygon<float>{points}; }
