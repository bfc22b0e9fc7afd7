// expect: -ffast-math, or a part of it, breaks exact answers.*HITBOX_ALLOW_FAST_MATH
// flags: -ffast-math
#include <hitbox/core/scalar.hpp>
