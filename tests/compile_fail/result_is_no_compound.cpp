// expect: hitbox: a result, an optional or a pointer is not a shape; test it, and pass what it holds: .it
// first error: hitbox: a result, an optional or a pointer is not a shape; test it, and pass what it holds: .it
// lines: 16
#include <hitbox/hitbox.hpp>

std::size_t answer(const std::vector<hitbox::vec2<float>>& points) {
    return hitbox::compound{hitbox::make_polygon(points)}.size();
}
