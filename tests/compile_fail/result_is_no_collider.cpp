// expect: hitbox: a result, an optional or a pointer is not a shape; test it, and pass what it holds: .it
// first error: hitbox: a result, an optional or a pointer is not a shape; test it, and pass what it holds: .it
// lines: 16
#include <hitbox/hitbox.hpp>

void answer(hitbox::world<float>& w, const std::vector<hitbox::vec2<float>>& points) {
    w.add({.shape = hitbox::make_convex_polygon(points)});
}
