// Worlds in `float`, for hitbox::compiled.
#include <hitbox/scene/compiled.hpp>

#undef HITBOX_COMPILED
#define HITBOX_COMPILED
#define HITBOX_COMPILED_T float
#include <hitbox/scene/compiled.inl>
