// expect: .mask = categories
// lines: 42
#include <hitbox/hitbox.hpp>

auto walls(const hitbox::world<float>& w) { return w.query(hitbox::vec2<float>{1, 2}, 2u); }
