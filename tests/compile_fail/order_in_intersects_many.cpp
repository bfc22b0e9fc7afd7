// expect: intersects_many.shape, batch, hits.*intersects_many.shape, batch, hits.*intersects_many.shape, batch, hits.*intersects_many.shape, batch, hits
// first error: hitbox: the order is intersects_many.shape, batch, hits.: one convex shape; a batch, made by
// batch<S>.shapes. lines: 56
#include <hitbox/hitbox.hpp>

#include <vector>

std::size_t answer(hitbox::circle<float> disc, const std::vector<hitbox::circle<float>>& discs,
                   const hitbox::compound<float>& ship) {
    const hitbox::circle_batch<float> all{discs};
    std::vector<std::uint32_t> hits;
    std::vector<int> indices;
    return intersects_many(all, disc, hits) + intersects_many(disc, discs, hits) + intersects_many(disc, all, indices) +
           intersects_many(ship, all, hits);
}
