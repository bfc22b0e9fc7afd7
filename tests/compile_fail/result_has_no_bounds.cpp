// expect: write bounds.*write area.*write centroid.*write vertices.*write translated
// first error: deleted function
#include <hitbox/hitbox.hpp>

#include <vector>

bool answer(const std::vector<hitbox::vec2<float>>& points) {
    const auto hull = hitbox::convex_hull(points);
    bounds(hull), area(hull), centroid(hull), vertices(hull);
    return translated(hull, hitbox::vec2<float>{1, 2}).x < 1 && valid(hull);
}
