// Chapter 4 of docs/tutorial: the separating-axis test.
//
//     shadows [picture.svg]

#include <cstdio>

#include <hitbox/debug/svg.hpp>

#include "sat.hpp"

using namespace hitbox;
using tutorial::corners, tutorial::meet, tutorial::shadow;

int main(int argc, char** argv) {
    const corners wedge{{-1.5f, 1.75f}, {1.5f, -1.75f}, {1.5f, 1.75f}};
    const corners crate{{-4, -2.5f}, {-0.5f, -2.5f}, {-0.5f, 0}, {-4, 0}};
    std::printf("this test: %s\n", meet(wedge, crate) ? "meet" : "apart");

    const vec2<float> edge = wedge[1] - wedge[0];
    const vec2<float> axis{edge.y, -edge.x};
    const auto s = shadow(wedge, axis), other = shadow(crate, axis);
    std::printf("edge (%g, %g), axis (%g, %g)\n", double(edge.x),
                double(edge.y), double(axis.x), double(axis.y));
    std::printf("shadow of the wedge: %g to %g, of the crate: %g to %g\n",
                double(s.min), double(s.max), double(other.min),
                double(other.max));

    const auto a = *make_convex_polygon(wedge);
    const auto b = *make_convex_polygon(crate);
    std::printf("library: %s\n", intersects(a, b) ? "meet" : "apart");
    const auto axes = sat::explain(a, b);
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const auto t = axes[i];
        std::printf("axis (%5.2f, %5.2f): %s %.2f%s\n", double(t.axis.x),
                    double(t.axis.y), t.overlap < 0 ? "gap" : "overlap",
                    double(t.overlap < 0 ? 0 - t.overlap : t.overlap),
                    t.decides ? ", decides" : "");
    }
    debug::svg picture{debug::y_axis::up, 560};
    picture.explain(a, b);
    picture.label(vec2{0.75f, 0.9f}, "wedge", 16);
    picture.label(vec2{-2.25f, -1.25f}, "crate", 16);
    return picture.save(argc > 1 ? argv[1] : "tutorial_shadows.svg") ? 0
                                                                     : 1;
}
