// expect: deleted[^#]*write contact_manifold.a, b..count > 0
// lines: 12
#include <hitbox/hitbox.hpp>

bool answer(const hitbox::aabb<float>& a, const hitbox::aabb<float>& b) {
    return contact_manifold(a, b) ? true : false;
}
