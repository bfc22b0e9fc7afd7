// expect: deleted[^#]*write rot2<T>::from_radians.angle.
// lines: 12
#include <hitbox/shapes/obb.hpp>

// A number is not a rotation, because it could be mistaken for a cosine. obb<float>::from_radians(center, half, angle)
// is shorter.
constexpr float angle = 0.5f;
hitbox::obb<float> box{{1, 2}, {2, 1}, angle};
