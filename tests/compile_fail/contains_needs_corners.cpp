// expect: radius\(s\)
#include <hitbox/narrow/contains.hpp>

namespace user {

// A shape that is convex by its support. The support describes the outside; `contains` needs vertices.
struct ellipse {
    using scalar_type = float;
    hitbox::vec2<float> middle;
};
constexpr hitbox::vec2<float> center(const ellipse& e) { return e.middle; }
constexpr hitbox::vec2<float> support(const ellipse& e, hitbox::vec2<float>) { return e.middle; }

}  // namespace user

static_assert(hitbox::convex<user::ellipse>);
bool answer = hitbox::contains(user::ellipse{}, hitbox::vec2<float>{0, 0});
