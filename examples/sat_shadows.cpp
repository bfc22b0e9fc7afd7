// A picture of the separating-axis test. Imagine a torch whose light throws the shadows of both shapes on a wall. If
// there is a gap between the shadows on one wall, the shapes are apart, and no other wall is needed. If there is no gap
// on any wall, they overlap, and the wall with the smallest overlap shows the minimum translation.
//
//     sat_shadows [picture.svg]

#include <cstdio>

#include <hitbox/debug/svg.hpp>
#include <hitbox/pairs.hpp>

using namespace hitbox;

namespace {

const triangle<float> wedge{{-1.5f, 1.75f}, {1.5f, -1.75f}, {1.5f, 1.75f}};
const aabb<float> box{{-3, -2.5f}, {1, 0}};

// The overlap of the shadows on the axis that decides; if negative, minus their gap.
template <class A, class B>
float overlap_of(const A& a, const B& b) {
    const auto axes = sat::explain(a, b);
    return axes[axes.deciding()].overlap;
}

// One column of the picture: both shapes with all their shadows, below the answer in words.
template <class A, class B>
void column(debug::svg& picture, vec2<float> where, const A& a, const B& b, const char* title, const char* answer) {
    picture.explain(a, b);
    if (const auto hit = collide(a, b)) picture.moved(a, *hit).contact(*hit);
    picture.label(where + vec2{0.f, 5.5f}, title, 18);
    picture.label(where + vec2{0.f, 4.8f}, answer, 14, debug::colors::grey);
    const double overlap = double(overlap_of(a, b));
    std::printf("%-22s%-40s%s %.2f\n", title, answer, overlap < 0 ? "gap" : "overlap",
                overlap < 0 ? -overlap : overlap);
}

void legend(debug::svg& picture, float y) {
    picture.label(vec2{4.f, y}, "coloured bars: the shadows", 14, debug::colors::grey);
    picture.label(vec2{9.5f, y}, "a gap", 14, debug::colors::green);
    picture.label(vec2{13.5f, y}, "an overlap", 14, debug::colors::vermilion);
    picture.label(vec2{18.5f, y}, "the axis that decides", 14);
}

}  // namespace

int main(int argc, char** argv) {
    const char* path = argc > 1 ? argv[1] : "sat_shadows.svg";
    debug::svg picture{debug::y_axis::up, 1150};

    const vec2<float> first{0, 0}, second{11.25f, 0}, third{22.5f, 0};
    column(picture, first, at(wedge, first + vec2{1.25f, 0.9f}), at(box, first), "Apart", "one gap is enough");
    column(picture, second, at(wedge, second + vec2{0.35f, 0.1f}), at(box, second), "Overlapping",
           "the least overlap is the way out");
    // No side of the box has a gap; the axis between the corner and the centre of the circle has one.
    const circle<float> ball{third + vec2{2.f, 1.f}, 1.2f};
    column(picture, third, ball, at(box, third), "A circle at a corner", "only the axis to the corner has a gap");
    legend(picture, -6.f);

    if (picture.save(path)) return 0;
    std::fprintf(stderr, "sat_shadows: %s cannot be written\n", path);
    return 1;
}
