// expect: make_convex_polygon
// first error: hitbox: a list of points is not a shape; make a polygon of it with make_convex_polygon or convex_hull
// lines: 20
#include <hitbox/hitbox.hpp>

#include <vector>

bool answer(const hitbox::world<float>& w, const std::vector<hitbox::vec2<float>>& points) {
    return w.shape_cast_closest(points, {1, 0}, {.mask = 2}).has_value();
}
