// Chapter 7 of docs/tutorial: the usual mistakes with the separating-axis
// test, each beside the correct answer.
//
//     mistakes [picture.svg] [picture_of_the_first.svg]

#include <cstdio>

#include <hitbox/debug/svg.hpp>

#include "sat.hpp"

using namespace hitbox;
using tutorial::add_axes, tutorial::corners, tutorial::meet;
using tutorial::shadow, tutorial::way_out;

namespace {

void print(const char* what, vec2<float> v) {
    std::printf("%s: (%g, %g)\n", what, double(v.x), double(v.y));
}

void arrow(debug::svg& picture, vec2<float> from, vec2<float> translation,
           const char* color) {
    picture.ray(ray<float>{from, translation},
                std::optional<ray_hit<float>>{}, {color, 0, 2});
}

}  // namespace

int main(int argc, char** argv) {
    const corners beam{{0, 0}, {4, 0}, {4, 1}, {0, 1}};
    const corners crate{{3.5f, 0.75f}, {6.5f, 0.75f}, {6.5f, 3}, {3.5f, 3}};
    std::vector<vec2<float>> axes;
    add_axes(axes, beam);
    add_axes(axes, crate);
    const vec2<float> right = *way_out(beam, crate);
    print("right: move the beam by", right);

    // 1. Axes that are not unit vectors.
    float least = 1e9f;
    vec2<float> wrong;
    for (const vec2<float> axis : axes) {
        const float move = way_out(shadow(beam, axis), shadow(crate, axis));
        if (std::abs(move) < least) {
            least = std::abs(move);
            wrong = unit_or(axis, vec2{1.f, 0.f}) * move;
        }
    }
    print("axes that are not unit vectors", wrong);

    // 2. The last axis instead of the one of least overlap.
    vec2<float> last;
    for (const vec2<float> axis : axes) {
        const vec2<float> unit = axis / length(axis);
        last = unit * way_out(shadow(beam, unit), shadow(crate, unit));
    }
    print("the last axis", last);

    // 3. The axes of one polygon only.
    const corners plate{{5, 0}, {5.9f, 0}, {5.9f, 1}, {5, 1}};
    const corners diamond{{5.5f, 2}, {7, 0.5f}, {8.5f, 2}, {7, 3.5f}};
    std::vector<vec2<float>> of_plate;
    add_axes(of_plate, plate);
    bool gap = false;
    for (const vec2<float> axis : of_plate)
        if (!meet(shadow(plate, axis), shadow(diamond, axis))) gap = true;
    std::printf("axes of the plate only: %s; of both: %s\n",
                gap ? "apart" : "meet",
                meet(plate, diamond) ? "meet" : "apart");

    // 4. The wrong sign.
    corners moved = beam;
    for (vec2<float>& corner : moved) corner -= right;
    print("moved by the negative, it then needs", *way_out(moved, crate));

    // 5. The common part of two shadows.
    const interval<float> whole{0, 10}, part{4, 5};
    const float common = part.max - part.min;
    std::printf("common part: %g; the way out: %g\n", double(common),
                double(way_out(part, whole)));

    const auto a = *make_convex_polygon(beam);
    const auto b = *make_convex_polygon(crate);
    using namespace debug::colors;
    debug::svg first{debug::y_axis::up, 560};
    first.shape(a).shape(b, {orange});
    first.label(vec2{1.f, 0.5f}, "beam", 16);
    first.label(vec2{5.f, 2.f}, "crate", 16);
    arrow(first, {2, 0}, right, green);
    first.label(vec2{2.f, -0.5f}, "right: 0.25 down", 13, green);
    arrow(first, {0, 0.5f}, wrong, vermilion);
    first.label(vec2{-0.9f, 0.8f}, "wrong: 0.5 to the left", 13, vermilion);
    if (!first.save(argc > 2 ? argv[2] : "tutorial_long_axes.svg"))
        return 1;

    debug::svg picture{debug::y_axis::up, 560};
    picture.explain(*make_convex_polygon(plate),
                    *make_convex_polygon(diamond));
    picture.label(vec2{5.45f, 0.4f}, "plate", 14);
    picture.label(vec2{7.f, 2.f}, "diamond", 16);
    return picture.save(argc > 1 ? argv[1] : "tutorial_mistakes.svg") ? 0
                                                                      : 1;
}
