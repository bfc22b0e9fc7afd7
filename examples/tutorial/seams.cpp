// Chapter 8 of docs/tutorial: concave shapes, and the seams between their
// pieces.
//
//     seams [picture.svg] [picture_of_the_tiles.svg]

#include <cstdio>
#include <vector>

#include <hitbox/debug/svg.hpp>
#include <hitbox/sets.hpp>

using namespace hitbox;

namespace {

void print(const char* what, vec2<float> v) {
    std::printf("%s: (%g, %g)\n", what, double(v.x), double(v.y));
}

void arrow(debug::svg& picture, vec2<float> from, vec2<float> translation,
           const char* color) {
    picture.ray(ray<float>{from, translation},
                std::optional<ray_hit<float>>{}, {color, 0, 2.5});
}

bool draw_tiles(const aabb<float>& box,
                const std::vector<aabb<float>>& tiles, const char* path) {
    using namespace debug::colors;
    debug::svg picture{debug::y_axis::up, 480};
    for (const aabb<float>& tile : tiles)
        picture.shape(tile, {grey, 0.15, 1.5});
    picture.shape(box);
    // The arrows are longer than the vectors, which would hardly be
    // visible.
    arrow(picture, center(box), {0, 1.4f}, green);
    arrow(picture, center(box), {-1.4f, 0}, vermilion);
    picture.label(vec2{1.f, -0.7f}, "left tile", 14);
    picture.label(vec2{3.f, -0.7f}, "right tile", 14);
    picture.label(vec2{2.f, 1.95f}, "out of the left tile", 13, green);
    picture.label(vec2{-0.6f, 0.4f}, "out of the right tile", 13,
                  vermilion);
    return picture.save(path);
}

}  // namespace

int main(int argc, char** argv) {
    // An L is not convex: its hull covers the empty corner.
    const std::vector<vec2<float>> outline{{0, 0}, {4, 0}, {4, 1},
                                           {1, 1}, {1, 4}, {0, 4}};
    std::printf("make_convex_polygon: %s\n",
                to_string(make_convex_polygon(outline).error()));
    const compound<float> ell{*make_polygon(outline)};
    const circle<float> ball{{2.5f, 2.5f}, 0.75f};
    const auto hull = *convex_hull(outline);
    std::printf("ball and hull: %s; ball and L: %s\n",
                intersects(hull, ball) ? "meet" : "apart",
                intersects(ell, ball) ? "meet" : "apart");

    // A vector out of one piece may lead into the next one. A vector out of
    // the whole leads out of all pieces.
    const circle<float> rock{{0.5f, 0.75f}, 0.5f};
    const auto hit = collide(rock, ell);
    debug::svg picture{debug::y_axis::up, 560};
    for (const any_shape<float>& piece : ell.pieces()) {
        picture.shape(piece, {debug::colors::grey, 0.15, 1});
        if (const auto alone = collide(rock, piece)) {
            print("out of one piece", alone->mtv());
            const bool leads_out = !penetrates(at(rock, alone->mtv()), ell);
            arrow(picture, rock.center, alone->mtv(),
                  leads_out ? debug::colors::green
                            : debug::colors::vermilion);
        }
    }
    print("out of the whole", hit->mtv());

    // A box has sunk into a floor of two tiles, and reaches over the right
    // one.
    const std::vector<aabb<float>> tiles{{{0, -1}, {2, 0}},
                                         {{2, -1}, {4, 0}}};
    const aabb<float> box{{0.75f, -0.375f}, {2.25f, 1.125f}};
    print("out of the left tile", collide(box, tiles[0])->mtv());
    print("out of the right tile", collide(box, tiles[1])->mtv());
    print("out of the floor", collide(box, tiles)->mtv());
    if (!draw_tiles(box, tiles, argc > 2 ? argv[2] : "tutorial_tiles.svg"))
        return 1;

    for (const segment<float>& edge : ell.border())
        picture.shape(edge, {debug::colors::black, 0, 2.5});
    picture.shape(rock).moved(rock, *hit);
    picture.shape(ball, {debug::colors::green});
    picture.label(rock.center + vec2{0.f, -0.2f}, "rock", 14);
    picture.label(ball.center, "ball", 16);
    picture.label(vec2{3.f, 0.5f}, "L", 16);
    return picture.save(argc > 1 ? argv[1] : "tutorial_seams.svg") ? 0 : 1;
}
