// expect: use of deleted function|call to deleted member function 'outline'
// first error: deleted
// lines: 16
#include <hitbox/hitbox.hpp>

#include <vector>

float first(const std::vector<hitbox::vec2<float>>& points) {
    return (*hitbox::make_polygon(points)).outline()[0].x;  // the polygon is gone after this expression
}
