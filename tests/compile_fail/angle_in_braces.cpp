// expect: no matching (function for call to|constructor for initialization of) 'hitbox::rot2<float>
#include <hitbox/core/rot2.hpp>

// Nor is it one in braces.
hitbox::rot2<float> turned{0.5f};
