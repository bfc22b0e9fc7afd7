#pragma once
/// The functions of narrow/ in the CMake target hitbox::compiled. A program that links this target compiles them once,
/// and not in each file.
///
/// The target defines HITBOX_COMPILED as `extern`; its source files, one or two for each room, define it as nothing.
/// Without the target this header declares nothing. GCC ignores such declarations for functions that are declared
/// inline or defined in their class, so heavy functions are neither. A file that is compiled with other flags for the
/// processor than the target must undefine HITBOX_COMPILED. A file with a hook of its own (assert.hpp) ignores the
/// declarations.

#include <hitbox/narrow/distance.hpp>
#include <hitbox/narrow/manifold.hpp>
#include <hitbox/narrow/ray_cast.hpp>
#include <hitbox/narrow/shape_cast.hpp>

#if defined(HITBOX_COMPILED) && !HITBOX_ISA_OWN_ASSERT

namespace hitbox::detail {

#  define HITBOX_COMPILED_FOR(T)                                                                                       \
      HITBOX_COMPILED template void find_separation_among<T>(                                                          \
          hull_separation<T>&, const rounded_hull<T>&, const rounded_hull<T>&, const edge_sets&, edge_name) noexcept;  \
      HITBOX_COMPILED template bool find_separation_of_edges<T>(hull_separation<T>&, const rounded_hull<T>&,           \
                                                                const rounded_hull<T>&, T) noexcept;                   \
      HITBOX_COMPILED template bool find_separation_of_points<T>(hull_separation<T>&, const rounded_hull<T>&,          \
                                                                 const rounded_hull<T>&, T) noexcept;                  \
      HITBOX_COMPILED template bool find_box_separation<T>(hull_separation<T>&, const rounded_hull<T>&,                \
                                                           const rounded_hull<T>&) noexcept;                           \
      HITBOX_COMPILED template relation relation_of_edges<T>(const rounded_hull<T>&, const rounded_hull<T>&) noexcept; \
      HITBOX_COMPILED template clipped_faces<wide_t<T>> clip_other_faces<T>(                                           \
          const hull_separation<T>&, const rounded_hull<T>&, const rounded_hull<T>&, wide_t<T>) noexcept;              \
      HITBOX_COMPILED template witness_points<wide_t<T>> witnesses<T>(                                                 \
          const hull_separation<T>&, const rounded_hull<T>&, const rounded_hull<T>&) noexcept;                         \
      HITBOX_COMPILED template void collide_points<T>(std::optional<contact<T>>&, const rounded_hull<T>&,              \
                                                      const rounded_hull<T>&) noexcept;                                \
      HITBOX_COMPILED template void collide_edges<T>(std::optional<contact<T>>&, const rounded_hull<T>&,               \
                                                     const rounded_hull<T>&) noexcept;                                 \
      HITBOX_COMPILED template void manifold_along<T>(manifold<T>&, const hull_separation<T>&, const rounded_hull<T>&, \
                                                      const rounded_hull<T>&, T) noexcept;                             \
      HITBOX_COMPILED template void cast_exactly<T>(cast_outcome<wide_t<T>>&, const rounded_hull<T>&,                  \
                                                    const rounded_hull<T>&, const translations<T>&) noexcept;          \
      HITBOX_COMPILED template void cast_hulls<T>(cast_outcome<wide_t<T>>&, start_separation<T>&,                      \
                                                  const rounded_hull<T>&, const rounded_hull<T>&,                      \
                                                  const translations<T>&) noexcept;                                    \
      HITBOX_COMPILED template void cast_as_hulls<T>(cast_result<T>&, const rounded_hull<T>&, const rounded_hull<T>&,  \
                                                     const translations<T>&);                                          \
      HITBOX_COMPILED template bool cast_ray_exactly<T>(std::optional<ray_hit<T>>&, bool&, const ray<T>&,              \
                                                        const rounded_hull<T>&, ray_start);                            \
      HITBOX_COMPILED template bool cast_ray_at_hull<T>(std::optional<ray_hit<T>>&, bool&, const ray<T>&,              \
                                                        rounded_hull<T>&, T*, ray_start);

HITBOX_COMPILED_FOR(float)
HITBOX_COMPILED_FOR(double)
#  undef HITBOX_COMPILED_FOR

}  // namespace hitbox::detail

#endif
