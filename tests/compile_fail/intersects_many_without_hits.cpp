// expect: hitbox: the order is intersects_many.shape, batch, hits.
// first error: hitbox: the order is intersects_many.shape, batch, hits.
// lines: 12
#include <hitbox/hitbox.hpp>

std::size_t answer(const hitbox::circle<float>& disc, const hitbox::batch<hitbox::circle<float>>& discs) {
    return intersects_many(disc, discs);
}
