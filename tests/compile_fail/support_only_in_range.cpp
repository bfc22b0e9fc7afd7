// expect: hitbox: a range of shapes known by their support only is not a set; write vertices.shape. and radius
// first error: hitbox: a range of shapes known by their support only is not a set; write vertices.shape. and radius
// lines: 16
#include <hitbox/hitbox.hpp>

namespace user {

struct ellipse {
    hitbox::vec2<float> middle;
};
hitbox::vec2<float> center(const ellipse& e) { return e.middle; }
hitbox::vec2<float> support(const ellipse& e, hitbox::vec2<float>) { return e.middle; }

}  // namespace user

bool answer(const std::vector<user::ellipse>& all, hitbox::circle<float> disc) { return intersects(all, disc); }
