// expect: hitbox: a result, an optional or a pointer is not a shape; .*pass what it holds: .it
// first error: hitbox: a result, an optional or a pointer is not a shape; .*pass what it holds: .it
// lines: 16
#include <hitbox/hitbox.hpp>

bool answer(const std::optional<hitbox::circle<float>>& disc) {
    return intersects(disc, hitbox::circle<float>{{0, 0}, 1});
}
