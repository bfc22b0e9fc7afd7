// expect: deleted[^#]*write w.add.shape, ..translation = .x, y...
// lines: 12
#include <hitbox/hitbox.hpp>

void answer(hitbox::world<float>& w, hitbox::vec2<float> p) { w.add(hitbox::circle<float>{{0, 0}, 1}, p); }
