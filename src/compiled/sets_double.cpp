// Queries of compounds, chains and ranges in `double`, for hitbox::compiled.
#include <hitbox/sets/compiled.hpp>

#undef HITBOX_COMPILED
#define HITBOX_COMPILED
#define HITBOX_COMPILED_T double
#include <hitbox/sets/compiled.inl>
