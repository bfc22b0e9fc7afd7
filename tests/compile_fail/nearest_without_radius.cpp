// expect: hitbox: the order is w.query.shape., w.nearest.shape, search_radius.
// lines: 16
#include <hitbox/hitbox.hpp>

#include <vector>

auto answer(const hitbox::world<float>& w) { return w.nearest(hitbox::circle<float>{{0, 0}, 1}); }
