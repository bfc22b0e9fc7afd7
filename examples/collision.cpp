// The picture at the top of README.md: two shapes, their contact, and the first one after its minimum translation.
//
//     collision [FILE]    writes FILE, or collision.svg
#include "svg_picture.hpp"

#include <hitbox/debug/svg.hpp>

#include <cstdio>

using namespace hitbox;

int main(int count, char** arguments) {
    const std::vector<vec2<float>> points{{0, 0}, {3, -0.5f}, {4, 1.5f}, {2, 3}, {-0.5f, 2}};
    const auto ship = *make_convex_polygon(points);
    const capsule<float> beam{{3.5f, 2.5f}, {6.5f, 1}, 0.75f};

    const auto hit = collide(ship, beam);
    if (!hit) return std::puts("the shapes are apart"), 1;
    std::printf("depth %.3f, normal (%.3f, %.3f)\n", double(hit->depth), double(hit->normal.x), double(hit->normal.y));

    debug::svg picture{debug::y_axis::up, 560};
    picture.shape(ship, {debug::colors::blue, 0.25f}).shape(beam, {debug::colors::orange, 0.25f});
    picture.moved(ship, *hit).contact(*hit);
    save_whole(count > 1 ? arguments[1] : "collision.svg", picture.str());
}
