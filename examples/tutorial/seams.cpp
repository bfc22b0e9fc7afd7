// Chapter 8 of docs/tutorial: concave shapes, and the seams between their pieces.
//
//     seams [picture.svg]

#include <cstdio>
#include <vector>

#include <hitbox/debug/svg.hpp>
#include <hitbox/hitbox.hpp>

using namespace hitbox;

int main(int argc, char** argv) {
    // An L is not convex: its hull covers the empty corner.
    const std::vector<vec2<float>> outline{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}};
    std::printf("make_convex_polygon: %s\n", to_string(make_convex_polygon(outline).error()));
    const circle<float> ball{{2.5f, 2.5f}, 0.75f};
    const compound<float> ell{*make_polygon(outline)};
    std::printf("ball and hull: %s; ball and L: %s\n", intersects(*convex_hull(outline), ball) ? "they meet" : "apart",
                intersects(ell, ball) ? "they meet" : "apart");

    // A vector out of one piece may lead into the next one. A vector out of the whole leads out of all pieces.
    const circle<float> rock{{0.5f, 0.75f}, 0.5f};
    const auto hit = collide(rock, ell);
    std::printf("out of the whole: (%g, %g)\n", double(hit->mtv().x), double(hit->mtv().y));

    // A box slides along a floor of ten tiles.
    std::vector<aabb<float>> tiles;
    for (int i = 0; i < 10; ++i) tiles.push_back(aabb<float>::from_corner({float(i), -1}, {1, 1}));
    const aabb<float> box{{0.25f, -0.125f}, {0.75f, 0.875f}};  // an eighth too deep, as after gravity
    const vec2<float> motion{8, 0};
    const auto tile_by_tile = move_and_slide(box, {0, 0}, motion, std::vector{tiles[3]});
    const auto whole = move_and_slide(box, {0, 0}, motion, tiles);
    std::printf("against one tile: x = %g; against the floor: x = %g\n", double(tile_by_tile.position.x),
                double(whole.position.x));

    debug::svg picture{debug::y_axis::up, 560};
    for (const any_shape<float>& piece : ell.pieces()) picture.shape(piece, {debug::colors::grey, 0.15, 1});
    for (const segment<float>& edge : ell.border()) picture.shape(edge, {debug::colors::black, 0, 2.5});
    picture.shape(rock).moved(rock, *hit).contact(*hit).shape(ball, {debug::colors::green});
    return picture.save(argc > 1 ? argv[1] : "tutorial_seams.svg") ? 0 : 1;
}
