// expect: hitbox: contains takes shapes with vertices
// first error: hitbox: contains takes shapes with vertices
// lines: 16
#include <hitbox/hitbox.hpp>

namespace user {

struct ellipse {
    using scalar_type = float;
    hitbox::vec2<float> middle;
};
constexpr hitbox::vec2<float> center(const ellipse& e) { return e.middle; }
constexpr hitbox::vec2<float> support(const ellipse& e, hitbox::vec2<float>) { return e.middle; }

}  // namespace user

bool answer = contains(user::ellipse{}, hitbox::circle<float>{{0, 0}, 1});
