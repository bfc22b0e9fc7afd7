// Character movement in `double`, for hitbox::compiled.
#include <hitbox/motion/compiled.hpp>

#undef HITBOX_COMPILED
#define HITBOX_COMPILED
#define HITBOX_COMPILED_T double
#include <hitbox/motion/compiled.inl>
