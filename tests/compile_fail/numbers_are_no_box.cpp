// expect: deleted[^#]*write ..x0, y0., .x1, y1.., or aabb<T>::from_corner.x, y, width, height.
// lines: 9
#include <hitbox/hitbox.hpp>

hitbox::aabb<float> answer() { return {10, 20, 30, 40}; }
