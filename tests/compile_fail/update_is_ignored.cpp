// expect: refused if the number of boxes has changed: then build
// flags: -Werror=unused-result
#include <hitbox/broad.hpp>

void frame(hitbox::spatial_hash<float>& broad, const std::vector<hitbox::aabb<float>>& boxes) { broad.update(boxes); }
