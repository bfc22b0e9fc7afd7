// Checks and decomposition of polygons in `double`, for hitbox::compiled.
#include <hitbox/decompose/compiled.hpp>

#undef HITBOX_COMPILED
#define HITBOX_COMPILED
#define HITBOX_COMPILED_T double
#include <hitbox/decompose/compiled.inl>
