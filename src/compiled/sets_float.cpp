// Queries of compounds, chains and ranges in `float`, for hitbox::compiled.
#include <hitbox/sets/compiled.hpp>

#undef HITBOX_COMPILED
#define HITBOX_COMPILED
#define HITBOX_COMPILED_T float
#include <hitbox/sets/compiled.inl>
