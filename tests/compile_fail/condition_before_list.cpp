// expect: hitbox: the order is .*with the condition last
// lines: 20
#include <hitbox/hitbox.hpp>

#include <vector>

void answer(const hitbox::world<float>& w, std::vector<hitbox::collider_id>& found) {
    w.query(hitbox::circle<float>{{0, 0}, 1}, {.mask = 1}, found);
}
