// The functions of shapes, with nothing included but their umbrella.
#include <hitbox/shapes.hpp>

bool shapes_are_complete() {
    using namespace hitbox;
    const vec2<float> corners[] = {{0, 0}, {2, 0}, {1, 2}};
    const auto made = make_convex_polygon(corners);
    const auto hull = convex_hull(corners);
    const any_shape<float> any = *made;
    const auto turned = at(any, transform2<float>{{1, 2}, rot2<float>::from_degrees(30)});
    return made && hull && valid(turned) && area(*made) > 0 && second_moment(*made) > 0 && bounds(turned).width() > 0 &&
           valid(baked(turned)) && centroid(*made).y > 0 && valid(rounded<aabb<float>>{{{0, 0}, {1, 1}}, 0.5f}) &&
           vertices(*made).size() == 3;
}
