// expect: deleted[^#]*the shape comes first: w.add.shape, ..x, y...*deleted[^#]*the shape comes first
// lines: 24
#include <hitbox/hitbox.hpp>

void answer(hitbox::world<float>& w, hitbox::vec2<float> position) {
    w.add(position, hitbox::circle<float>{{0, 0}, 1});
    w.add({0, 0}, hitbox::circle<float>{{0, 0}, 1});
}
