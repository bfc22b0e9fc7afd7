// A world of the scalar HITBOX_COMPILED_T: declarations, or definitions in the source file of hitbox::compiled.

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

HITBOX_COMPILED template bool can_be_kept(const collider_shape<HITBOX_COMPILED_T>&) noexcept;
HITBOX_COMPILED template aabb<HITBOX_COMPILED_T> box_at(const collider_shape<HITBOX_COMPILED_T>&,
                                                        const transform2<HITBOX_COMPILED_T>&) noexcept;
HITBOX_COMPILED template class world_solid<HITBOX_COMPILED_T>;
HITBOX_COMPILED template struct world_contents<HITBOX_COMPILED_T>;
HITBOX_COMPILED template class world_reader<HITBOX_COMPILED_T>;
HITBOX_COMPILED template class world_boxes<HITBOX_COMPILED_T, dynamic_tree<HITBOX_COMPILED_T>>;
HITBOX_COMPILED template void
contact_finder<HITBOX_COMPILED_T>::find(std::vector<world_contact<HITBOX_COMPILED_T>>&,
                                        world_contents<HITBOX_COMPILED_T>&,
                                        world_boxes<HITBOX_COMPILED_T, dynamic_tree<HITBOX_COMPILED_T>>&);

// The solids of a world as obstacles.
HITBOX_COMPILED template const solid_operations<HITBOX_COMPILED_T>&
operations_for<world_solids<world<HITBOX_COMPILED_T>>>() noexcept;
HITBOX_COMPILED template const solid_operations<HITBOX_COMPILED_T>&
operations_for<placed<collider_shape<HITBOX_COMPILED_T>>>() noexcept;

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox

namespace hitbox {
inline namespace HITBOX_ISA {

#define HITBOX_COMPILED_QUERIES world_queries<world<HITBOX_COMPILED_T>, HITBOX_COMPILED_T>
HITBOX_COMPILED template std::optional<set_ray_hit<HITBOX_COMPILED_T>>
HITBOX_COMPILED_QUERIES::ray_cast_at(const ray<HITBOX_COMPILED_T>&, std::uint32_t) const;
#define HITBOX_COMPILED_QUERIES_OF(...)                                                                               \
    HITBOX_COMPILED template bool HITBOX_COMPILED_QUERIES::meets(                                                     \
        detail::meeting_test<__VA_ARGS__, HITBOX_COMPILED_T>&, std::uint32_t) const;                                  \
    HITBOX_COMPILED template std::optional<contact<HITBOX_COMPILED_T>> HITBOX_COMPILED_QUERIES::contact_with(         \
        const __VA_ARGS__&, std::uint32_t) const;                                                                     \
    HITBOX_COMPILED template manifold<HITBOX_COMPILED_T> HITBOX_COMPILED_QUERIES::manifold_with(const __VA_ARGS__&,   \
                                                                                                std::uint32_t) const; \
    HITBOX_COMPILED template separation<HITBOX_COMPILED_T> HITBOX_COMPILED_QUERIES::distance_to(const __VA_ARGS__&,   \
                                                                                                std::uint32_t) const; \
    HITBOX_COMPILED template set_cast_result<HITBOX_COMPILED_T> HITBOX_COMPILED_QUERIES::cast_at(                     \
        const __VA_ARGS__&, vec2<HITBOX_COMPILED_T>, std::uint32_t) const
HITBOX_COMPILED_QUERIES_OF(vec2<HITBOX_COMPILED_T>);
HITBOX_COMPILED_QUERIES_OF(circle<HITBOX_COMPILED_T>);
HITBOX_COMPILED_QUERIES_OF(capsule<HITBOX_COMPILED_T>);
HITBOX_COMPILED_QUERIES_OF(aabb<HITBOX_COMPILED_T>);
#undef HITBOX_COMPILED_QUERIES_OF
#undef HITBOX_COMPILED_QUERIES

}  // namespace HITBOX_ISA
}  // namespace hitbox
