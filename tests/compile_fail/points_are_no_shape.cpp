// expect: make_convex_polygon
// first error: hitbox: a list of points is not a shape; make a polygon of it with make_convex_polygon or convex_hull
// lines: 16
#include <hitbox/hitbox.hpp>

#include <vector>

bool answer(const std::vector<hitbox::vec2<float>>& points) {
    return hitbox::intersects(points, hitbox::circle<float>{{0, 0}, 1});
}
