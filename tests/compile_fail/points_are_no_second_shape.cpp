// expect: make_convex_polygon
// first error: hitbox: a list of points is not a shape; make a polygon of it with make_convex_polygon or convex_hull
// lines: 16
#include <hitbox/hitbox.hpp>

#include <array>

// There is only one error, however the answer is used.
double depth(const hitbox::obb<double>& box, const std::array<hitbox::vec2<double>, 4>& points) {
    const auto hit = collide(box, points);
    return hit ? hit->depth : distance(box, hitbox::vec2{1., 2.}).distance;
}
