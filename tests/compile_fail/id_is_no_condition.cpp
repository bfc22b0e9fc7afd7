// expect: hitbox: a condition is ..ignore = id.*hitbox: a condition is ..ignore = id.*hitbox: a condition is ..ignore
// first error: hitbox: a condition is ..ignore = id., ..mask = categories. or a predicate
// lines: 52
#include <hitbox/hitbox.hpp>

#include <cstddef>

std::size_t answer(const hitbox::world<float>& w, const hitbox::circle<float>& disc, hitbox::collider_id id) {
    std::size_t hits = 0;
    w.query(disc, [&](hitbox::collider_id) { ++hits; }, 3);
    if (w.query_any(disc, id)) return hits;
    return hits + w.shape_cast(disc, {1, 0}, id).size();
}
