// expect: hitbox: the arguments have coordinates of .*whole numbers.*circle<float>..1, 2., 3
// first error: hitbox: the arguments have coordinates of .*whole numbers.*circle<float>..1, 2., 3
// lines: 16
#include <hitbox/hitbox.hpp>

float depth(hitbox::vec2<int> p) {
    const hitbox::circle c{{1, 2}, 3};
    const auto hit = collide(c, hitbox::circle{p, 3});
    return hit ? hit->depth : 0;
}
