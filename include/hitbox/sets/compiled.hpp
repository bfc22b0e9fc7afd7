#pragma once
/// The queries of sets that hitbox::compiled contains; see narrow/compiled.hpp.

#include <hitbox/decompose/compiled.hpp>
#include <hitbox/sets/closest_point.hpp>
#include <hitbox/sets/compound_mass.hpp>
#include <hitbox/sets/set_impact.hpp>
#include <hitbox/sets/set_ray.hpp>

#if defined(HITBOX_COMPILED) && !HITBOX_ISA_OWN_ASSERT
#  define HITBOX_COMPILED_T float
#  include <hitbox/sets/compiled.inl>
#  undef HITBOX_COMPILED_T
#  define HITBOX_COMPILED_T double
#  include <hitbox/sets/compiled.inl>
#  undef HITBOX_COMPILED_T
#endif
