// expect: deleted[^#]*write all coordinates with the number type T of the compound<T>
// lines: 12
#include <hitbox/hitbox.hpp>

auto answer(const hitbox::aabb<float>& a, const hitbox::circle<float>& b) { return hitbox::compound<double>{a, b}; }
