// expect: hitbox: a result, an optional or a pointer is not a shape
// first error: hitbox: a result, an optional or a pointer is not a shape
// lines: 24
#include <hitbox/hitbox.hpp>

#include <vector>

bool answer(const std::vector<hitbox::vec2<float>>& points) {
    const auto hull = hitbox::convex_hull(points);
    valid(hull), bounds(hull), area(hull), centroid(hull), vertices(hull);
    return translated(hull, hitbox::vec2<float>{1, 2}).x < 1;
}
