// expect: hitbox: a result, an optional or a pointer is not a shape; .*pass what it holds: .it
// first error: hitbox: a result, an optional or a pointer is not a shape; .*pass what it holds: .it
// lines: 16
#include <hitbox/hitbox.hpp>

hitbox::vec2<float> answer(const hitbox::result<hitbox::polygon<float>>& made) {
    return move_and_slide(hitbox::circle<float>{{0, 0}, 1}, {0, 0}, {1, 0}, made).position;
}
