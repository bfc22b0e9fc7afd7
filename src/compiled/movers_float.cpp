// Character movement in `float`, for hitbox::compiled.
#include <hitbox/motion/compiled.hpp>

#undef HITBOX_COMPILED
#define HITBOX_COMPILED
#define HITBOX_COMPILED_T float
#include <hitbox/motion/compiled.inl>
