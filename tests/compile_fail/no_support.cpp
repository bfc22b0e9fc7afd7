// expect: support\(s, d\)
#include <hitbox/narrow/intersects.hpp>

namespace user {

// A centre alone does not make a shape: `support` is missing.
struct blob {
    hitbox::vec2<float> middle;
};
constexpr hitbox::vec2<float> center(const blob& b) { return b.middle; }

}  // namespace user

bool answer = hitbox::intersects(user::blob{}, hitbox::circle<float>{{0, 0}, 1});
