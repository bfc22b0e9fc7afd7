// expect: hitbox: the number of vertices of an any_shape, a view or a shape of your own is known at run time only
// first error: hitbox: the number of vertices of an any_shape
// lines: 16
#include <hitbox/hitbox.hpp>

double answer(const hitbox::any_shape<float>& shape, const hitbox::aabb<float>& box) {
    return polygon_clip(shape, box).area;
}
