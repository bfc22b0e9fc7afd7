// expect: (name 'step_heigth' used|cannot convert initializer list argument)
// lines: 64
#include <hitbox/hitbox.hpp>

// With GCC the message has 15 lines, which begin with the names of the options.
auto answer(const hitbox::world<float>& w) {
    return move_and_slide(hitbox::circle<float>{{0, 0}, 1}, {1, 2}, {3, 4}, w.solids(),
                          {.up = {0, 1}, .step_heigth = 0.5f});
}
