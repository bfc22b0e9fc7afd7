// The queries of two convex shapes, with nothing included but their umbrella.
#include <hitbox/pairs.hpp>

bool pairs_are_complete() {
    using namespace hitbox;
    const circle<float> a{{0, 0}, 1};
    const obb<float> b{{1.5f, 0}, {1, 1}, rot2<float>::from_degrees(30)};
    const any_shape<float> c = b;
    sat::last_axis<float> last;
    const sweep<float> still{}, moving{.to = {{4, 0}, {}}};
    return intersects(a, c) && penetrates(a, b) && !contains(b, a) && collide(a, c) && collide(a, b, last) &&
           contact_manifold(a, c).count == 1 && signed_distance(a, c) < 0 && ray_cast(ray<float>{{-5, 0}, {9, 0}}, c) &&
           shape_cast(a, vec2<float>{3, 0}, c).fraction == 0 && time_of_impact(a, moving, b, still).fraction == 0 &&
           !sat::separating_axis(a, b) && sat::project(a, {1, 0}).max == 1 && sat::explain(a, b).axes().size() > 0 &&
           polygon_clip(b, obb<float>{{1, 0}, {1, 1}, {}}).size() > 2;
}
