// The other one. It also compares its answers with those of a file that includes the closed forms only.
#include <hitbox/hitbox.hpp>

#include "closed_answers.hpp"

bool touching_in_one();
std::uint64_t closed_answers_alone(bool in_double);

int main() {
    const bool here = hitbox::intersects(hitbox::circle<float>{{0, 0}, 1}, hitbox::aabb<float>{{1, -1}, {3, 1}});
    const bool same_alone = closed_answers<float>() == closed_answers_alone(false) &&
                            closed_answers<double>() == closed_answers_alone(true);
    return here && touching_in_one() && same_alone ? 0 : 1;
}
