// expect: deleted[^#]*write rot2<T>::from_radians.angle.
// lines: 12
#include <hitbox/core/rot2.hpp>

// A number in braces is not a rotation either.
hitbox::rot2<float> turned{0.5f};
