// expect: deleted (member )?function .*vertices
#include <hitbox/hitbox.hpp>

// The view would outlive the polygon. vertices(baked(...)) of a temporary returns a copy.
float sum_of_x(const hitbox::convex_polygon<float, 8>& shape, const hitbox::transform2<float>& where) {
    float sum = 0;
    for (const auto p : baked(at(shape, where)).vertices()) sum += p.x;
    return sum;
}
