// expect: no matching (function for call to|constructor for initialization of) 'hitbox::rot2<float>
#include <hitbox/core/rot2.hpp>

// A number in braces is not a rotation either.
hitbox::rot2<float> turned{0.5f};
