// Concave polygons, with nothing included but their umbrella.
#include <hitbox/polygons.hpp>

#include <vector>

bool polygons_are_complete() {
    using namespace hitbox;
    const std::vector<vec2<float>> outline{{0, 0}, {4, 0}, {4, 3}, {2, 1}, {0, 3}};
    const auto made = make_polygon(outline);
    return made && polygon_mistakes(outline).empty() && triangulate(*made).size() == 3 &&
           triangles(*made).size() == 3 && convex_parts(*made).size() == 3 && convex_parts_optimal(*made).size() == 3 &&
           convex_polygons(*made).size() == 3 && area(*made) == 8;
}
