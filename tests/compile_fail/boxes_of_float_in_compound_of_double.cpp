// expect: deleted[^#]*write all coordinates with the number type T of the compound<T>
// lines: 12
#include <hitbox/hitbox.hpp>

auto answer(const std::vector<hitbox::aabb<float>>& boxes) { return hitbox::compound<double>(boxes); }
