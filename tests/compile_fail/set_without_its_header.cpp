// expect: hitbox: this query takes convex shapes only; a compound, chain, polygon or range can be .*if hitbox/sets.hpp or hitbox.hpp is included
// first error: hitbox: this query takes convex shapes only; a compound, chain, polygon or range can be .*if
// hitbox/sets.hpp or hitbox.hpp is included lines: 16
#include <hitbox/pairs.hpp>

#include <vector>

bool answer(hitbox::circle<float> disc, const std::vector<hitbox::aabb<float>>& tiles) {
    return intersects(disc, tiles);
}
