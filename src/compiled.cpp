// The one file of hitbox::compiled: see hitbox/narrow/compiled.hpp.
#undef HITBOX_COMPILED
#define HITBOX_COMPILED

#include <hitbox/hitbox.hpp>
