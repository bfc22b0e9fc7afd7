// expect: deleted[^#]*write all coordinates with the number type T of the compound<T>
// lines: 12
#include <hitbox/hitbox.hpp>

auto answer(const hitbox::polygon<float>& p) { return hitbox::compound<double>{p}; }
