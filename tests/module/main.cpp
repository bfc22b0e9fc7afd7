// A program that imports the library. Standard headers come first.
#include <cstdio>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

import hitbox;

using namespace hitbox;

struct ellipse {  // a shape of the program's own
    vec2<double> middle, radii;
};
vec2<double> center(const ellipse& e) { return e.middle; }
vec2<double> support(const ellipse& e, vec2<double> d) {
    const vec2<double> n = unit_or(vec2{d.x * e.radii.x, d.y * e.radii.y}, vec2{0., 1.});
    return e.middle + vec2{n.x * e.radii.x, n.y * e.radii.y};
}

static_assert(rot2<float>::from_degrees(90) * vec2{1.f, 2.f} == vec2{-2.f, 1.f});
static_assert(collide(circle<float>{{3, 4}, 1}, aabb<float>{{0, 0}, {10, 3.5f}})->mtv() == vec2{0.f, .5f});

int main() {
    const auto polygon = make_convex_polygon({vec2{0.f, 0.f}, {4.f, 0.f}, {0.f, 4.f}});
    const any_shape<float> shape = *polygon;
    const bool pairs = intersects(shape, circle<float>{{4, 4}, 3}) && !intersects(shape, circle<float>{{4, 4}, 2}) &&
                       sat::separating_axis(shape, circle<float>{{4, 4}, 2}) && to_string(polygon_error::spike);
    const bool own = intersects(ellipse{{0, 0}, {2, 1}}, circle<double>{{3, 0}, 1.5});

    const compound<float> ship{
        *make_polygon({vec2{0.f, 0.f}, {4.f, 0.f}, {4.f, 1.f}, {1.f, 1.f}, {1.f, 4.f}, {0.f, 4.f}})};
    const bool sets = !intersects(at(ship, vec2{0.f, 0.f}), circle<float>{{3, 3}, 1});

    using scene = world<float>;  // a name is enough: its functions are those that the headers' tests call
    const bool worlds = sizeof(scene) > sizeof(compound<float>);
    std::printf("import: %d %d %d %d\n", pairs, own, sets, worlds);
    return pairs && own && sets && worlds ? 0 : 1;
}
