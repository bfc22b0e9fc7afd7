#pragma once
/// The checks and the decomposition of polygons that hitbox::compiled contains; see narrow/compiled.hpp.

#include <hitbox/decompose/convex_parts_optimal.hpp>
#include <hitbox/decompose/triangulate.hpp>

#if defined(HITBOX_COMPILED) && !HITBOX_ISA_OWN_ASSERT
#  define HITBOX_COMPILED_T float
#  include <hitbox/decompose/compiled.inl>
#  undef HITBOX_COMPILED_T
#  define HITBOX_COMPILED_T double
#  include <hitbox/decompose/compiled.inl>
#  undef HITBOX_COMPILED_T
#endif
