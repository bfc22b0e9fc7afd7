// expect: deleted[^#]*write triangulate..it.[^#]*deleted[^#]*write triangles..it.[^#]*deleted[^#]*write convex_parts..it.
// lines: 34
#include <hitbox/hitbox.hpp>

void answer(std::initializer_list<hitbox::vec2<float>> points) {
    const auto made = hitbox::make_polygon(points);
    triangulate(made);
    triangles(made);
    convex_parts(made);
}
