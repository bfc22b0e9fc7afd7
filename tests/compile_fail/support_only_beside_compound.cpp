// expect: hitbox: this query takes convex shapes only; .*and the other shape has vertices
// first error: hitbox: this query takes convex shapes only; .*and the other shape has vertices
// lines: 16
#include <hitbox/hitbox.hpp>

namespace user {

struct ellipse {
    hitbox::vec2<float> middle;
};
hitbox::vec2<float> center(const ellipse& e) { return e.middle; }
hitbox::vec2<float> support(const ellipse& e, hitbox::vec2<float>) { return e.middle; }

}  // namespace user

bool answer(const hitbox::compound<float>& ship) { return intersects(ship, user::ellipse{}); }
