// expect: hitbox: a shape known by its support only cannot be kept .*write vertices.shape. and radius
// first error: hitbox: a shape known by its support only cannot be kept .*write vertices.shape. and radius
// lines: 16
#include <hitbox/hitbox.hpp>

namespace user {

struct ellipse {
    hitbox::vec2<float> middle;
};
hitbox::vec2<float> center(const ellipse& e) { return e.middle; }
hitbox::vec2<float> support(const ellipse& e, hitbox::vec2<float>) { return e.middle; }

}  // namespace user

hitbox::collider_id answer(hitbox::world<float>& w) { return w.add({.shape = user::ellipse{}}); }
