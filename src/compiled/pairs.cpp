// Queries of two convex shapes, for hitbox::compiled.
#undef HITBOX_COMPILED
#define HITBOX_COMPILED

#include <hitbox/narrow/compiled.hpp>
