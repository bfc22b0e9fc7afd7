// expect: the order is w.query.shape., w.nearest.*the order is w.query.*the order is w.query
// first error: hitbox: the order is w.query.shape., w.nearest.shape, search_radius., w.shape_cast.shape, translation.
// lines: 48
#include <hitbox/hitbox.hpp>

#include <vector>

bool answer(const hitbox::world<float>& w, hitbox::vec2<float> p, const hitbox::circle<float>& disc) {
    if (w.shape_cast_closest(p, disc)) return true;
    if (w.ray_cast_closest(p, p)) return false;
    return w.nearest(disc, disc)->sensor;
}
