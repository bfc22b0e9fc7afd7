// expect: hitbox: time_of_impact takes sweeps; shapes that do not turn take shape_cast.a, translation_a, b, translation_b.
// first error: hitbox: time_of_impact takes sweeps; shapes that do not turn take shape_cast.a, translation_a, b,
// translation_b. lines: 12
#include <hitbox/hitbox.hpp>

// Without the error, {10, 0} would be the first transform of a sweep, and the disc would move to the left.
auto answer(const hitbox::circle<float>& c, const hitbox::aabb<float>& b) { return time_of_impact(c, {10, 0}, b, {}); }
