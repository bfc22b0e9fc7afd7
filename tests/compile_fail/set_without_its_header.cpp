// expect: hitbox: this query takes convex shapes only; call it for the pieces .*if hitbox/sets.hpp or hitbox.hpp
// first error: hitbox: this query takes convex shapes only; call it for the pieces .*if hitbox/sets.hpp or hitbox.hpp
// lines: 16
#include <hitbox/pairs.hpp>

#include <vector>

bool answer(hitbox::circle<float> disc, const std::vector<hitbox::aabb<float>>& tiles) {
    return intersects(disc, tiles);
}
