#pragma once
/// The world that hitbox::compiled contains; see narrow/compiled.hpp.

#include <hitbox/motion/compiled.hpp>
#include <hitbox/scene/world.hpp>

#if defined(HITBOX_COMPILED) && !HITBOX_ISA_OWN_ASSERT
#  define HITBOX_COMPILED_T float
#  include <hitbox/scene/compiled.inl>
#  undef HITBOX_COMPILED_T
#  define HITBOX_COMPILED_T double
#  include <hitbox/scene/compiled.inl>
#  undef HITBOX_COMPILED_T
#endif
