// Character movement with the scalar HITBOX_COMPILED_T: declarations, or definitions in the source file of
// hitbox::compiled.

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

// Moving shapes of common kinds among the obstacles of a level.
#define HITBOX_COMPILED_OBSTACLES(...)                                                   \
    HITBOX_COMPILED template const solid_operations<HITBOX_COMPILED_T>&                  \
    operations_for<blocking_set<__VA_ARGS__>>() noexcept;                                \
    HITBOX_COMPILED template class mover_among<circle<HITBOX_COMPILED_T>, __VA_ARGS__>;  \
    HITBOX_COMPILED template class mover_among<capsule<HITBOX_COMPILED_T>, __VA_ARGS__>; \
    HITBOX_COMPILED template class mover_among<aabb<HITBOX_COMPILED_T>, __VA_ARGS__>
HITBOX_COMPILED_OBSTACLES(compound<HITBOX_COMPILED_T>);
HITBOX_COMPILED_OBSTACLES(chain<HITBOX_COMPILED_T>);
#undef HITBOX_COMPILED_OBSTACLES

HITBOX_COMPILED template slide_result<HITBOX_COMPILED_T> slide_among(any_mover_among<HITBOX_COMPILED_T>&,
                                                                     vec2<HITBOX_COMPILED_T>, vec2<double>,
                                                                     const slide_options<HITBOX_COMPILED_T>&);

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
