// Checks and decomposition of polygons in `float`, for hitbox::compiled.
#include <hitbox/decompose/compiled.hpp>

#undef HITBOX_COMPILED
#define HITBOX_COMPILED
#define HITBOX_COMPILED_T float
#include <hitbox/decompose/compiled.inl>
