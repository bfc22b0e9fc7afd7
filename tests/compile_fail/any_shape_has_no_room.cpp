// expect: too many vertices
#include <hitbox/hitbox.hpp>

// The polygon would have to be borrowed from a local variable.
hitbox::any_shape<float> outline() {
    const auto polygon = *hitbox::regular_polygon<12>(12, 1.f);
    return polygon;
}
