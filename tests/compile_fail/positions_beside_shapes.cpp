// expect: hitbox: this query takes two shapes, and no margin or condition; a position belongs
// first error: hitbox: this query takes two shapes
// lines: 16
#include <hitbox/hitbox.hpp>

bool near(const hitbox::circle<float>& a, hitbox::vec2<float> p, const hitbox::circle<float>& b,
          hitbox::vec2<float> q) {
    return collide(a, p, b, q).has_value();
}
