// expect: sat::last_axis<T> of the same number type T
// first error: hitbox: this query takes two shapes
// lines: 16
#include <hitbox/hitbox.hpp>

bool meet(const hitbox::circle<float>& a, const hitbox::aabb<float>& b, hitbox::sat::last_axis<double>& last) {
    return intersects(a, b, last);
}
