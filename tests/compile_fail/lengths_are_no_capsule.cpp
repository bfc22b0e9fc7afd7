// expect: deleted[^#]*write ..x0, y0., .x1, y1., radius.
// lines: 9
#include <hitbox/hitbox.hpp>

hitbox::capsule<float> answer() { return {{0, 0}, 1, 2}; }
