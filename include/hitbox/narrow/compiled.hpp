#pragma once
/// The instantiations that a program which links hitbox::compiled compiles once and not in each file.
///
/// The target defines HITBOX_COMPILED as `extern`; the one file that it consists of defines it as nothing. Without the
/// target there is nothing here. A file that is compiled with other flags for the processor than the target, or that
/// has a hook of its own (assert.hpp), compiles everything for itself: the former must undefine HITBOX_COMPILED, and
/// the hook marks the latter.

#include <hitbox/narrow/distance.hpp>
#include <hitbox/narrow/manifold.hpp>
#include <hitbox/narrow/ray_cast.hpp>
#include <hitbox/narrow/shape_cast.hpp>

#if defined(HITBOX_COMPILED) && !HITBOX_ISA_OWN_ASSERT

namespace hitbox::detail {

#  define HITBOX_COMPILED_FOR(T)                                                                                       \
    HITBOX_COMPILED template void find_axis_among<T>(axis<T>&, const rounded_hull<T>&, const rounded_hull<T>&,         \
                                                     const edge_candidates<T>&) noexcept;                              \
    HITBOX_COMPILED template bool find_axis_of_edges<T>(axis<T>&, const rounded_hull<T>&, const rounded_hull<T>&,      \
                                                        T) noexcept;                                                   \
    HITBOX_COMPILED template bool find_axis_of_points<T>(axis<T>&, const rounded_hull<T>&, const rounded_hull<T>&,     \
                                                         T) noexcept;                                                  \
    HITBOX_COMPILED template bool find_box_axis<T>(axis<T>&, const rounded_hull<T>&, const rounded_hull<T>&) noexcept; \
    HITBOX_COMPILED template relation relation_of_edges<T>(const rounded_hull<T>&, const rounded_hull<T>&) noexcept;   \
    HITBOX_COMPILED template clipped_faces<wide_t<T>> clip_other_faces<T>(const axis<T>&, const rounded_hull<T>&,      \
                                                                          const rounded_hull<T>&, wide_t<T>) noexcept; \
    HITBOX_COMPILED template witness_points<wide_t<T>> witnesses<T>(const axis<T>&, const rounded_hull<T>&,            \
                                                                    const rounded_hull<T>&) noexcept;                  \
    HITBOX_COMPILED template void collide_points<T>(std::optional<contact<T>>&, const rounded_hull<T>&,                \
                                                    const rounded_hull<T>&) noexcept;                                  \
    HITBOX_COMPILED template void collide_edges<T>(std::optional<contact<T>>&, const rounded_hull<T>&,                 \
                                                   const rounded_hull<T>&) noexcept;                                   \
    HITBOX_COMPILED template void manifold_along<T>(manifold<T>&, const axis<T>&, const rounded_hull<T>&,              \
                                                    const rounded_hull<T>&, T) noexcept;                               \
    HITBOX_COMPILED template bool certainly_passes<T>(const linear_cast<T>&) noexcept;                                 \
    HITBOX_COMPILED template cast_entry<wide_t<T>> find_entry<T>(const linear_cast<T>&) noexcept;                      \
    HITBOX_COMPILED template first_touch<wide_t<T>> find_first_touch<T>(const linear_cast<T>&) noexcept;               \
    HITBOX_COMPILED template void cast_ray_at_hull<T>(std::optional<ray_hit<T>>&, bool&, const ray<T>&,                \
                                                      const rounded_hull<T>&, ray_start);

HITBOX_COMPILED_FOR(float)
HITBOX_COMPILED_FOR(double)
#  undef HITBOX_COMPILED_FOR

}  // namespace hitbox::detail

#endif
