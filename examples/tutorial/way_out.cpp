// Chapter 6 of docs/tutorial: depth and minimum translation.
//
//     way_out [picture.svg]

#include <cstdint>
#include <cstdio>

#include <hitbox/debug/svg.hpp>

#include "sat.hpp"

using namespace hitbox;
using tutorial::corners, tutorial::way_out;

namespace {

// Pushes the player out of each wall in turn, a few times: the vector out
// of one wall may lead into the next.
circle<float> pushed_out(circle<float> player,
                         std::span<const obb<float>> walls) {
    for (int round = 0; round < 4; ++round)
        for (const obb<float>& wall : walls)
            if (const auto hit = collide(player, wall))
                player.center += hit->mtv();
    return player;
}

// Compares way_out with collide, for shapes at random places.
struct comparison {
    std::uint32_t chance = 1;
    int pairs = 0, overlapping = 0, wrong = 0;

    float next() {  // 0 to 4
        chance = chance * 1664525u + 1013904223u;
        return float(chance >> 16) / 16384;
    }
    vec2<float> point() {
        const float x = next();
        return {x, next()};
    }

    void compare(std::optional<vec2<float>> mine,
                 const std::optional<contact<float>>& library) {
        const float length_of_mine = mine ? length(*mine) : 0;
        const float depth = library ? library->depth : 0;
        ++pairs, overlapping += depth > 0;
        if (std::abs(length_of_mine - depth) > 1e-4f) ++wrong;
    }

    void run() {
        for (int i = 0; i < 10000; ++i) {
            const triangle<float> a{point(), point(), point()};
            const triangle<float> b{point(), point(), point()};
            const circle<float> c{point(), next() / 4};
            const corners of_a{a.a, a.b, a.c}, of_b{b.a, b.b, b.c};
            compare(way_out(of_a, of_b), collide(a, b));
            compare(way_out(of_a, c), collide(a, c));
            const circle<float> d{point(), next() / 4};
            compare(way_out(c, d), collide(c, d));
        }
    }
};

}  // namespace

int main(int argc, char** argv) {
    const auto turn = rot2<float>::from_degrees(20);
    const obb<float> door{{-1, 0.2f}, {1.8f, 1}, turn};
    const circle<float> ball{{1, 0}, 1.25f};

    const auto found = vertices(door);
    const corners door_corners(found.begin(), found.end());
    const auto mine = way_out(door_corners, ball);
    if (mine)
        std::printf("door: (%.3f, %.3f)\n", double(mine->x),
                    double(mine->y));

    const auto hit = collide(door, ball);  // std::optional<contact<float>>
    if (!hit) return std::puts("apart"), 1;
    std::printf("the library: (%.3f, %.3f)\n", double(hit->mtv().x),
                double(hit->mtv().y));
    std::printf("depth %.3f, normal (%.3f, %.3f), from door to ball\n",
                double(hit->depth), double(hit->normal.x),
                double(hit->normal.y));

    comparison all;
    all.run();
    std::printf("%d pairs, %d overlap, %d with another depth\n", all.pairs,
                all.overlapping, all.wrong);

    // One shape inside the other: the translation leads all the way out.
    const circle<float> coin{{0.75f, 0}, 0.5f}, purse{{0, 0}, 2};
    const auto inside = collide(coin, purse);
    std::printf("coin in purse: depth %g, a_in_b %s\n",
                double(inside->depth), inside->a_in_b ? "yes" : "no");

    const obb<float> walls[] = {{{0, -1}, {4, 1}}, {{4, 2}, {1, 4}}};
    const circle<float> player = pushed_out({{2.75f, 0.5f}, 1}, walls);
    std::printf("pushed out to (%g, %g)\n", double(player.center.x),
                double(player.center.y));

    debug::svg picture{debug::y_axis::up, 560};
    picture.shape(door).shape(ball, {debug::colors::orange});
    picture.moved(door, *hit).contact(*hit);
    picture.label(vec2{-1.f, 0.7f}, "door", 16);
    picture.label(vec2{1.5f, -0.6f}, "ball", 16);
    picture.label(vec2{-2.9f, -1.6f}, "where the door goes", 13,
                  debug::colors::grey);
    return picture.save(argc > 1 ? argv[1] : "tutorial_way_out.svg") ? 0
                                                                     : 1;
}
