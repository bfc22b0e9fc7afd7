// Polygons of the scalar HITBOX_COMPILED_T: declarations, or definitions in the source file of hitbox::compiled.

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

HITBOX_COMPILED template polygon_check check_rings(const ring_list<HITBOX_COMPILED_T>&, value_list<std::uint8_t>&,
                                                   value_list<edge_touch>&);

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox

namespace hitbox {
inline namespace HITBOX_ISA {

HITBOX_COMPILED template convex_partition convex_parts(const polygon<HITBOX_COMPILED_T>&, const convex_parts_options&);

}  // namespace HITBOX_ISA
}  // namespace hitbox
