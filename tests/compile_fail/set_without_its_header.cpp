// expect: hitbox: this query takes convex shapes only; a compound, chain, polygon or range can be
// first error: hitbox: this query takes convex shapes only; a compound, chain, polygon or range can be
// lines: 16
#include <hitbox/pairs.hpp>

#include <vector>

bool answer(hitbox::circle<float> disc, const std::vector<hitbox::aabb<float>>& tiles) {
    return intersects(disc, tiles);
}
