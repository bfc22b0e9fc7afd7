// Character movement with the scalar HITBOX_COMPILED_T: declarations, or definitions in the source file of
// hitbox::compiled.

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

// Moving shapes of common kinds.
HITBOX_COMPILED template class moving_shape_of<circle<HITBOX_COMPILED_T>>;
HITBOX_COMPILED template class moving_shape_of<capsule<HITBOX_COMPILED_T>>;
HITBOX_COMPILED template class moving_shape_of<aabb<HITBOX_COMPILED_T>>;

HITBOX_COMPILED template carry_result<HITBOX_COMPILED_T>
    carry_motion<HITBOX_COMPILED_T>::run(vec2<HITBOX_COMPILED_T>) const;
HITBOX_COMPILED template slide_result<HITBOX_COMPILED_T> slide_among(mover_among<HITBOX_COMPILED_T>&,
                                                                     vec2<HITBOX_COMPILED_T>, vec2<double>,
                                                                     const slide_options<HITBOX_COMPILED_T>&);

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
