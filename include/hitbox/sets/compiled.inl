// Queries of sets of the scalar HITBOX_COMPILED_T: declarations, or definitions in the source file of hitbox::compiled.

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

#define HITBOX_COMPILED_SOLID(...) \
    HITBOX_COMPILED template const solid_operations<HITBOX_COMPILED_T>& operations_for<__VA_ARGS__>() noexcept
HITBOX_COMPILED_SOLID(compound<HITBOX_COMPILED_T>);
HITBOX_COMPILED_SOLID(chain<HITBOX_COMPILED_T>);
HITBOX_COMPILED_SOLID(placed<compound<HITBOX_COMPILED_T>>);
HITBOX_COMPILED_SOLID(placed<chain<HITBOX_COMPILED_T>>);
HITBOX_COMPILED_SOLID(any_shape<HITBOX_COMPILED_T>);
HITBOX_COMPILED_SOLID(vec2<HITBOX_COMPILED_T>);
HITBOX_COMPILED_SOLID(circle<HITBOX_COMPILED_T>);
HITBOX_COMPILED_SOLID(capsule<HITBOX_COMPILED_T>);
HITBOX_COMPILED_SOLID(aabb<HITBOX_COMPILED_T>);
HITBOX_COMPILED_SOLID(obb<HITBOX_COMPILED_T>);
#undef HITBOX_COMPILED_SOLID

#define HITBOX_COMPILED_QUERY(answer, name) \
    HITBOX_COMPILED template answer name(const solid_view<HITBOX_COMPILED_T>&, const solid_view<HITBOX_COMPILED_T>&)
HITBOX_COMPILED_QUERY(bool, do_sets_intersect);
HITBOX_COMPILED_QUERY(std::optional<contact<HITBOX_COMPILED_T>>, collide_sets);
HITBOX_COMPILED_QUERY(manifold_list<HITBOX_COMPILED_T>, manifolds_of_sets);
HITBOX_COMPILED_QUERY(separation<HITBOX_COMPILED_T>, distance_of_sets);
#undef HITBOX_COMPILED_QUERY
HITBOX_COMPILED template relation relation_of_sets(const solid_view<HITBOX_COMPILED_T>&,
                                                   const solid_view<HITBOX_COMPILED_T>&, HITBOX_COMPILED_T*);

HITBOX_COMPILED template set_cast_result<HITBOX_COMPILED_T> cast_sets(const solid_view<HITBOX_COMPILED_T>&,
                                                                      vec2<HITBOX_COMPILED_T>,
                                                                      const solid_view<HITBOX_COMPILED_T>&,
                                                                      vec2<HITBOX_COMPILED_T>);
HITBOX_COMPILED template cast_result<HITBOX_COMPILED_T> impact_of_sets(const swept_compound<HITBOX_COMPILED_T>&,
                                                                       const swept_compound<HITBOX_COMPILED_T>&);
HITBOX_COMPILED template std::optional<set_ray_hit<HITBOX_COMPILED_T>>
hit_of_hollow_start(const ray<HITBOX_COMPILED_T>&, const solid_view<HITBOX_COMPILED_T>&, bool&);
HITBOX_COMPILED template std::optional<set_ray_hit<HITBOX_COMPILED_T>>
ray_cast_at_set(const ray<HITBOX_COMPILED_T>&, const solid_view<HITBOX_COMPILED_T>&, hollow_rule<HITBOX_COMPILED_T>);

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox

namespace hitbox {
inline namespace HITBOX_ISA {

HITBOX_COMPILED template class compound<HITBOX_COMPILED_T>;
HITBOX_COMPILED template aabb<HITBOX_COMPILED_T> bounds(const compound<HITBOX_COMPILED_T>&) noexcept;

}  // namespace HITBOX_ISA
}  // namespace hitbox
