// expect: make_convex_polygon
// first error: hitbox: a list of points is not a shape; make a polygon of it with make_convex_polygon or convex_hull
// lines: 16
#include <hitbox/hitbox.hpp>

#include <vector>

std::size_t answer(const std::vector<hitbox::vec2<float>>& points, const hitbox::circle_batch<float>& discs) {
    std::vector<std::uint64_t> bits(discs.size());
    return intersects_many(points, discs, bits);
}
