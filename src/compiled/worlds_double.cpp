// Worlds in `double`, for hitbox::compiled.
#include <hitbox/scene/compiled.hpp>

#undef HITBOX_COMPILED
#define HITBOX_COMPILED
#define HITBOX_COMPILED_T double
#include <hitbox/scene/compiled.inl>
