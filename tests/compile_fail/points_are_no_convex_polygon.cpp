// expect: hitbox: write make_convex_polygon.points., and test the result.*hitbox: write make_convex_polygon
// first error: hitbox: write make_convex_polygon.points.
// lines: 24
#include <hitbox/hitbox.hpp>

#include <vector>

std::size_t answer(const std::vector<hitbox::vec2<float>>& points) {
    const hitbox::convex_polygon<double> corner{{0, 0}, {1, 0}, {0, 1}};
    return hitbox::convex_polygon<float>{points}.size() + hitbox::convex_polygon{points}.size() + corner.size();
}
