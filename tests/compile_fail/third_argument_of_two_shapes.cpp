// expect: hitbox: this query takes two shapes, and no margin or condition
// first error: hitbox: this query takes two shapes
// lines: 16
#include <hitbox/hitbox.hpp>

bool near(const hitbox::circle<float>& a, const hitbox::circle<float>& b) { return collide(a, b, 0.1f).has_value(); }
