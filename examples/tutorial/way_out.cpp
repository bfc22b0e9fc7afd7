// Chapter 6 of docs/tutorial: depth and minimum translation.
//
//     way_out [picture.svg]

#include <cstdio>

#include <hitbox/debug/svg.hpp>
#include <hitbox/hitbox.hpp>

using namespace hitbox;

namespace {

// Pushes the player out of each wall in turn, a few times: the vector out of one wall may lead into the next.
circle<float> pushed_out(circle<float> player, std::span<const obb<float>> walls) {
    for (int round = 0; round < 4; ++round)
        for (const obb<float>& wall : walls)
            if (const auto hit = collide(player, wall)) player.center += hit->mtv();
    return player;
}

}  // namespace

int main(int argc, char** argv) {
    const obb<float> door{{-1, 0.2f}, {1.8f, 1}, rot2<float>::from_degrees(20)};
    circle<float> ball{{1, 0}, 1.25f};
    const auto hit = collide(door, ball);  // std::optional<contact<float>>
    if (!hit) return std::puts("apart"), 1;
    std::printf("depth %.3f, normal (%.3f, %.3f), from the door to the ball\n", double(hit->depth),
                double(hit->normal.x), double(hit->normal.y));
    std::printf("move the door by (%.3f, %.3f)\n", double(hit->mtv().x), double(hit->mtv().y));
    ball.center += hit->normal * hit->depth;  // or move the ball the other way
    std::printf("then they overlap by less than a millionth: %s\n",
                !collide(door, ball) || collide(door, ball)->depth < 1e-6f ? "yes" : "no");

    // One shape inside the other: the translation leads all the way out.
    const circle<float> coin{{0.5f, 0}, 0.5f}, purse{{0, 0}, 2};
    const auto inside = collide(coin, purse);
    std::printf("coin in purse: depth %g, a_in_b %s\n", double(inside->depth), inside->a_in_b ? "yes" : "no");

    const obb<float> walls[] = {{{0, -1}, {4, 1}}, {{4, 2}, {1, 4}}};
    const circle<float> player = pushed_out({{2.75f, 0.5f}, 1}, walls);
    std::printf("pushed out to (%g, %g)\n", double(player.center.x), double(player.center.y));

    debug::svg picture{debug::y_axis::up, 560};
    const circle<float> before{{1, 0}, 1.25f};
    picture.shape(door).shape(before, {debug::colors::orange}).moved(door, *hit).contact(*hit);
    return picture.save(argc > 1 ? argv[1] : "tutorial_way_out.svg") ? 0 : 1;
}
