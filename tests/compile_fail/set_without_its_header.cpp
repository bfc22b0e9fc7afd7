// expect: hitbox: this query takes convex shapes only; include hitbox/sets.hpp for the queries of
// first error: hitbox: this query takes convex shapes only; include hitbox/sets.hpp for the queries of
// lines: 16
#include <hitbox/pairs.hpp>

#include <vector>

bool answer(hitbox::circle<float> disc, const std::vector<hitbox::aabb<float>>& tiles) {
    return intersects(disc, tiles);
}
