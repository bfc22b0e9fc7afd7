// expect: hitbox: a point is a vec2<T>; convert the vector of another library: to_vec2.v.
// first error: hitbox: a point is a vec2<T>
// lines: 16
#include <hitbox/hitbox.hpp>

struct engine_vector {
    float x, y;
};

float answer(const hitbox::aabb<float>& box) { return closest_point(box, engine_vector{1, 2}).distance; }
