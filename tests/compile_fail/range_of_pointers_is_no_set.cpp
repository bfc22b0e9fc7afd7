// expect: hitbox: a range of pointers, results or optionals is not a range of shapes
// first error: hitbox: a range of pointers, results or optionals is not a range of shapes
// lines: 16
#include <hitbox/hitbox.hpp>

#include <memory>
#include <vector>

bool answer(const std::vector<std::unique_ptr<hitbox::circle<float>>>& all) {
    return intersects(hitbox::circle<float>{{0, 0}, 1}, all);
}
