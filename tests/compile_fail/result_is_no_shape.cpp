// expect: hitbox: a result, an optional or a pointer is not a shape; .*pass what it holds: .it
// first error: hitbox: a result, an optional or a pointer is not a shape; .*pass what it holds: .it
// lines: 16
#include <hitbox/hitbox.hpp>

// The result of a maker, without the * that takes the polygon out of it.
float depth(const std::vector<hitbox::vec2<float>>& points, const hitbox::aabb<float>& box) {
    const auto made = hitbox::make_convex_polygon(points);
    const auto hit = collide(box, made);
    return hit ? hit->depth : distance(box, hitbox::vec2{1.f, 2.f}).distance;
}
