// A picture of internal edges: a box slides over two tiles. The side of the second tile would stop it, although nothing
// can reach that side. docs/seams.md explains the picture.
//
//     internal_edges [picture.svg]

#include <cstdio>
#include <vector>

#include <hitbox/debug/svg.hpp>
#include <hitbox/sets.hpp>

using namespace hitbox;

namespace {

const std::vector<aabb<float>> tiles{{{-2.5f, -1}, {0, 0}}, {{0, -1}, {2.5f, 0}}};
const aabb<float> box{{-0.75f, -0.75f}, {0.75f, 0.75f}};

// The positions of the box's centre at which it penetrates a tile: the Minkowski sum of the tile and the box.
aabb<float> sum_with_box(const aabb<float>& tile) { return {tile.min + box.min, tile.max + box.max}; }

void titles(debug::svg& picture, vec2<float> at, const char* title, const char* answer) {
    picture.label(at + vec2{0.f, 3.1f}, title, 18).label(at + vec2{0.f, 2.6f}, answer, 14, debug::colors::grey);
}

void tile_by_tile(debug::svg& picture, vec2<float> at, const aabb<float>& sunk) {
    for (const aabb<float>& tile : tiles) picture.shape(translated(tile, at), {debug::colors::grey, 0.15, 1.5});
    const auto moved = translated(sunk, at);
    picture.shape(moved);
    // The minimum translations out of each tile, as arrows of a fixed length from the sides that they move.
    const auto up = collide(moved, translated(tiles[0], at)), back = collide(moved, translated(tiles[1], at));
    const auto none = std::optional<ray_hit<float>>{};
    const vec2<float> middle = center(moved);
    picture.ray(ray<float>{middle, -up->normal}, none, {debug::colors::green, 0, 2.5});
    picture.ray(ray<float>{middle, -back->normal}, none, {debug::colors::vermilion, 0, 2.5});
    titles(picture, at, "Tile by tile", "the right tile pushes it back: a ghost collision");
}

void seen_from_the_box(debug::svg& picture, vec2<float> at, const aabb<float>& sunk) {
    for (const aabb<float>& tile : tiles) {
        const aabb<float> sum = translated(sum_with_box(tile), at);
        picture.shape(sum, {debug::colors::blue, 0.12, 0});
    }
    const aabb<float> left = translated(sum_with_box(tiles[0]), at), right = translated(sum_with_box(tiles[1]), at);
    const debug::style internal{debug::colors::vermilion, 0, 2, true}, outline{debug::colors::black, 0, 2.5};
    picture.shape(segment<float>{{left.max.x, left.min.y}, left.max}, internal);
    picture.shape(segment<float>{right.min, {right.min.x, right.max.y}}, internal);
    picture.shape(aabb<float>{left.min, right.max}, outline);
    const vec2<float> p = at + center(sunk);
    picture.ray(ray<float>{p, {0, left.max.y - p.y}}, std::optional<ray_hit<float>>{}, {debug::colors::green, 0, 2.5});
    picture.shape(p, {debug::colors::black, 1});
    titles(picture, at, "Seen from the box", "a point; internal edges lie inside of the union");
}

// Around the point where the box arrives at the right tile: the directions that each sum blocks.
void rule(debug::svg& picture, vec2<float> at) {
    const vec2<float> p = at + vec2{0.f, 0.75f};
    const debug::style blocked{debug::colors::blue, 0.12, 0};
    picture.shape(aabb<float>{p - vec2{2.75f, 2.5f}, p + vec2{2.75f, 0.f}}, blocked);
    picture.shape(aabb<float>{p - vec2{0.f, 2.5f}, p + vec2{2.75f, 0.f}}, blocked);
    const auto none = std::optional<ray_hit<float>>{};
    picture.ray(ray<float>{p, {2, 0}}, none, {debug::colors::green, 0, 2.5});
    picture.ray(ray<float>{p, {-2, 0}}, none, {debug::colors::green, 0, 2.5});
    picture.ray(ray<float>{p, {0, -1.6f}}, none, {debug::colors::vermilion, 0, 2.5});
    picture.shape(p, {debug::colors::black, 1});
    picture.label(p + vec2{0.f, 0.35f}, "continues outside: boundary", 14, debug::colors::green);
    picture.label(p + vec2{0.f, -2.f}, "leads inside: internal edge", 14, debug::colors::vermilion);
    titles(picture, at, "The rule", "where the box arrives at the right tile");
}

}  // namespace

int main(int argc, char** argv) {
    // The box overlaps the floor slightly, as it does after gravity, and is just over the edge of the right tile.
    const aabb<float> sunk = translated(box, {-0.5f, 0.375f});
    for (const aabb<float>& tile : tiles) {
        const vec2<float> mtv = collide(sunk, tile)->mtv();
        std::printf("out of one tile: (%.2f, %.2f)\n", double(mtv.x), double(mtv.y));
    }
    const vec2<float> whole = collide(sunk, tiles)->mtv();
    std::printf("out of both: (%.2f, %.2f)\n", double(whole.x), double(whole.y));

    const aabb<float> above = translated(box, {-1.75f, 0.75f});
    std::printf("cast at the right tile: %s\n", to_string(shape_cast(above, {3, 0}, tiles[1]).status));
    std::printf("cast at both: %s\n", to_string(shape_cast(above, {3, 0}, tiles).status));

    debug::svg picture{debug::y_axis::up, 1100};
    tile_by_tile(picture, {0, 0}, sunk);
    seen_from_the_box(picture, {7.5f, 0}, sunk);
    rule(picture, {15, 0});
    return picture.save(argc > 1 ? argv[1] : "internal_edges.svg") ? 0 : 1;
}
