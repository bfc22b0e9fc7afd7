// expect: hitbox: query takes an aabb<T> or a vec2<T>; of a shape, pass bounds.shape.*hitbox: query takes.*hitbox: query takes.*hitbox: query takes.*hitbox: query takes
// first error: hitbox: query takes an aabb<T> or a vec2<T>; of a shape, pass bounds.shape.
// lines: 48
#include <hitbox/hitbox.hpp>

void answer(const hitbox::circle<float>& disc) {
    const auto visit = [](hitbox::proxy) {};
    hitbox::dynamic_tree<float>{}.query(disc, visit);
    hitbox::static_rtree<float>{}.query(disc, visit);
    hitbox::quadtree<float>{}.query(disc, visit);
    hitbox::spatial_hash<float>{}.query(disc, visit);
    hitbox::sweep_and_prune<float>{}.query(disc, visit);
}
