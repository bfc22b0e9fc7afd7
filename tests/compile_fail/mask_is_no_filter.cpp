// expect: hitbox: a condition is ..ignore = id., ..mask = categories.
// lines: 20
#include <hitbox/hitbox.hpp>

auto walls(const hitbox::world<float>& w) { return w.query(hitbox::vec2<float>{1, 2}, 2u); }
