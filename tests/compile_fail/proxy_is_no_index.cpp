// expect: deleted[^#]*write p.index..
// lines: 12
#include <hitbox/hitbox.hpp>

float answer(const std::vector<float>& radii, hitbox::proxy p) { return radii[p]; }
