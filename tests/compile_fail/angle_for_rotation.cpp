// expect: (could not convert|no viable conversion).*rot2<float>
#include <hitbox/core/transform2.hpp>

// A number is not a rotation, because it could be mistaken for a cosine. Use rot2<float>::from_radians(angle).
constexpr float angle = 0.5f;
hitbox::transform2<float> where{{1, 2}, angle};
