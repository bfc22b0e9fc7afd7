// expect: deleted[^#]*write .status == cast_status::hit
// lines: 12
#include <hitbox/hitbox.hpp>

bool answer(const hitbox::aabb<float>& a, const hitbox::aabb<float>& b) {
    return shape_cast(a, {1, 0}, b) ? true : false;
}
