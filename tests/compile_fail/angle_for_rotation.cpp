// expect: deleted[^#]*write rot2<T>::from_radians.angle.
// lines: 12
#include <hitbox/core/transform2.hpp>

// A number is not a rotation, because it could be mistaken for a cosine.
constexpr float angle = 0.5f;
hitbox::transform2<float> where{{1, 2}, angle};
