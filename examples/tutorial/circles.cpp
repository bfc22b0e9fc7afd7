// Chapter 5 of docs/tutorial: circles, and the axis that polygons do not
// need.
//
//     circles [picture.svg]

#include <cstdio>

#include <hitbox/debug/svg.hpp>

#include "sat.hpp"

using namespace hitbox;
using tutorial::corners, tutorial::meet, tutorial::shadow;

namespace {

const char* word(bool yes) { return yes ? "yes" : "no"; }

}  // namespace

int main(int argc, char** argv) {
    const circle<float> ball{{2, 1}, 1.25f}, moon{{4, 2}, 1};
    std::printf("ball and moon: %s, the library says %s\n",
                word(meet(ball, moon)), word(intersects(ball, moon)));

    const aabb<float> crate{{-3, -2.5f}, {1, 0}};
    const corners outline{{-3, -2.5f}, {1, -2.5f}, {1, 0}, {-3, 0}};
    std::printf("ball and crate: %s, with axes %s, the library says %s\n",
                word(meet(crate, ball)), word(meet(outline, ball)),
                word(intersects(crate, ball)));
    // There is no gap on the crate's own axes. Only the axis through its
    // corner shows that the two are apart.
    const vec2<float> to_corner = vec2{1.f, 0.f} - ball.center;
    for (const vec2<float> axis :
         {vec2{1.f, 0.f}, vec2{0.f, 1.f}, to_corner}) {
        const auto s = shadow(outline, axis), t = shadow(ball, axis);
        std::printf("axis (%g, %g): crate %.2f to %.2f, ball %.2f to %.2f, "
                    "gap: %s\n",
                    double(axis.x), double(axis.y), double(s.min),
                    double(s.max), double(t.min), double(t.max),
                    word(!meet(s, t)));
    }

    debug::svg picture{debug::y_axis::up, 560};
    picture.explain(ball, crate);
    picture.label(ball.center, "ball", 16)
        .label(center(crate), "crate", 16);
    return picture.save(argc > 1 ? argv[1] : "tutorial_circles.svg") ? 0
                                                                     : 1;
}
