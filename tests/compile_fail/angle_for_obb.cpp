// expect: (could not convert|no viable conversion).*rot2<float>
#include <hitbox/shapes/obb.hpp>

// A number is not a rotation, because it could be mistaken for a cosine. Use obb<float>::from_radians(center, half,
// angle).
constexpr float angle = 0.5f;
hitbox::obb<float> box{{1, 2}, {2, 1}, angle};
