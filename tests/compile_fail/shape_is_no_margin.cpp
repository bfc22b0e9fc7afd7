// expect: hitbox: contact_manifold takes two shapes, and perhaps a margin
// first error: hitbox: contact_manifold takes two shapes, and perhaps a margin
// lines: 12
#include <hitbox/hitbox.hpp>

int answer(const hitbox::circle<float>& disc, const hitbox::aabb<float>& box) {
    return contact_manifold(disc, box, disc).count;
}
