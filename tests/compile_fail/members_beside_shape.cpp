// expect: deleted[^#]*write w.add...shape = shape, .fixed = true..
// lines: 16
#include <hitbox/hitbox.hpp>

void answer(hitbox::world<float>& w) { w.add(hitbox::circle<float>{{0, 0}, 1}, {.transform = {{1, 2}, {}}}); }
