// expect: deleted[^#]*write a list of transform2<T>
// lines: 24
#include <hitbox/hitbox.hpp>

#include <vector>

bool answer(hitbox::world<float>& w, const std::vector<hitbox::collider_id>& ids,
            const std::vector<hitbox::vec2<float>>& positions) {
    return w.move(ids, positions);
}
