#pragma once
/// The character movement that hitbox::compiled contains; see narrow/compiled.hpp.

#include <hitbox/motion/carry.hpp>
#include <hitbox/sets/compiled.hpp>

#if defined(HITBOX_COMPILED) && !HITBOX_ISA_OWN_ASSERT
#  define HITBOX_COMPILED_T float
#  include <hitbox/motion/compiled.inl>
#  undef HITBOX_COMPILED_T
#  define HITBOX_COMPILED_T double
#  include <hitbox/motion/compiled.inl>
#  undef HITBOX_COMPILED_T
#endif
