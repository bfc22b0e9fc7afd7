// expect: ray_start::solid or ray_start::hollow
// first error: hitbox: a ray is as long as its translation
// lines: 16
#include <hitbox/hitbox.hpp>

bool hits(const hitbox::ray<float>& r, const hitbox::circle<float>& c) { return ray_cast(r, c, 10.f).has_value(); }
