// expect: vertices\(s\)\[0\]
#include <hitbox/narrow/contains.hpp>

namespace user {

// A radius alone does not describe the inside; `contains` needs vertices.
struct blob {
    using scalar_type = float;
    hitbox::vec2<float> middle;
};
constexpr hitbox::vec2<float> center(const blob& b) { return b.middle; }
constexpr hitbox::vec2<float> support(const blob& b, hitbox::vec2<float>) { return b.middle; }
constexpr float radius(const blob&) { return 1; }

}  // namespace user

static_assert(hitbox::convex<user::blob>);
bool answer = hitbox::contains(user::blob{}, hitbox::vec2<float>{0, 0});
