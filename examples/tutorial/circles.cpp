// Chapter 5 of docs/tutorial: circles, and the axis that polygons do not need.
//
//     circles [picture.svg]

#include <cstdio>

#include <hitbox/debug/svg.hpp>
#include <hitbox/hitbox.hpp>

using namespace hitbox;

namespace {

bool circles_meet(const circle<float>& a, const circle<float>& b) {
    const float radius_sum = a.radius + b.radius;
    return length_squared(b.center - a.center) <= radius_sum * radius_sum;
}

// Exact, like all yes-or-no answers of the library. The test above is correct except for rounding.
bool box_and_circle_meet(const aabb<float>& box, const circle<float>& c) {
    const auto clamped = [](float v, float low, float high) { return v < low ? low : v > high ? high : v; };
    const vec2<float> nearest{clamped(c.center.x, box.min.x, box.max.x), clamped(c.center.y, box.min.y, box.max.y)};
    return length_squared(nearest - c.center) <= c.radius * c.radius;
}

const char* word(bool yes) { return yes ? "yes" : "no"; }

}  // namespace

int main(int argc, char** argv) {
    const circle<float> ball{{2, 1}, 1.25f}, moon{{4, 2}, 1};
    std::printf("ball and moon: %s, the library says %s\n", word(circles_meet(ball, moon)),
                word(intersects(ball, moon)));

    const aabb<float> crate{{-3, -2.5f}, {1, 0}};
    std::printf("ball and crate: %s, the library says %s\n", word(box_and_circle_meet(crate, ball)),
                word(intersects(crate, ball)));
    // There is no gap on the crate's own axes. Only the axis through its corner shows that the two are apart.
    for (const vec2<float> axis : {vec2{1.f, 0.f}, vec2{0.f, 1.f}})
        std::printf("gap along (%g, %g): %s\n", double(axis.x), double(axis.y),
                    word(!intersects(sat::project(crate, axis), sat::project(ball, axis))));
    const auto gap = sat::separating_axis(crate, ball);
    std::printf("gap along (%.3f, %.3f): yes, of %.3f\n", double(gap->x), double(gap->y),
                double(distance(crate, ball).distance));

    debug::svg picture{debug::y_axis::up, 560};
    picture.explain(ball, crate);
    return picture.save(argc > 1 ? argv[1] : "tutorial_circles.svg") ? 0 : 1;
}
