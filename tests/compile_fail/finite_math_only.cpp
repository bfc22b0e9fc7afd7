// expect: -ffast-math, or a part of it, breaks exact answers.*HITBOX_ALLOW_FAST_MATH
// flags: -ffinite-math-only
#include <hitbox/core/scalar.hpp>
