// Chapters 1 to 3 of docs/tutorial: a number, an interval, a box.
//
//     intervals [picture.svg] [picture_of_the_line.svg]

#include <cstdio>
#include <string>

#include <hitbox/debug/svg.hpp>

#include "sat.hpp"

using namespace hitbox;
using tutorial::meet, tutorial::way_out;

namespace {

const char* word(bool yes) { return yes ? "yes" : "no"; }

bool same_number(int guess, int secret) { return guess == secret; }

bool hits(interval<int> ship, int shot) {
    return ship.min <= shot && shot <= ship.max;
}

void arrow(debug::svg& picture, vec2<float> from, vec2<float> translation,
           const char* color) {
    picture.ray(ray<float>{from, translation},
                std::optional<ray_hit<float>>{}, {color, 0, 2});
}

void line(debug::svg& picture, vec2<float> from, vec2<float> to,
          const debug::style& look) {
    picture.shape(segment<float>{from, to}, look);
}

// A line of numbers with tug and ferry above, and the two ways out below.
bool draw_line(interval<float> tug, interval<float> ferry,
               const char* path) {
    using namespace debug::colors;
    debug::svg picture{debug::y_axis::up, 560};
    arrow(picture, {-0.5f, 0}, {10, 0}, grey);
    for (int i = 0; i <= 9; ++i) {
        const float x = float(i);
        line(picture, {x, -0.08f}, {x, 0.08f}, {grey});
        picture.label(vec2{x, -0.25f}, std::to_string(i));
    }
    line(picture, {tug.min, 0.35f}, {tug.max, 0.35f}, {blue, 0, 10});
    line(picture, {ferry.min, 0.65f}, {ferry.max, 0.65f}, {orange, 0, 10});
    picture.label(vec2{tug.min - 0.4f, 0.35f}, "tug");
    picture.label(vec2{ferry.max + 0.45f, 0.65f}, "ferry");
    arrow(picture, {tug.max, -0.6f}, {ferry.min - tug.max, 0}, green);
    picture.label(vec2{3.5f, -0.85f}, "back: 4 - 3 = 1", 13, green);
    arrow(picture, {tug.min, -1.2f}, {ferry.max - tug.min, 0}, vermilion);
    picture.label(vec2{3.5f, -1.45f}, "forward: 6 - 1 = 5", 13, vermilion);
    return picture.save(path);
}

// House and bird, with their shadows on the floor and on the wall.
bool draw_boxes(const aabb<float>& house, const aabb<float>& bird,
                const char* path) {
    using namespace debug::colors;
    const debug::style ground{black, 0, 2}, light{grey, 0, 0.75, true};
    const float floor = -0.8f, wall = -0.8f;
    debug::svg picture{debug::y_axis::up, 480};
    picture.shape(house).shape(bird, {orange});
    picture.label(center(house), "house", 16);
    picture.label(center(bird), "bird", 16);
    line(picture, {wall, floor}, {5, floor}, ground);
    line(picture, {wall, floor}, {wall, 5.5f}, ground);
    picture.label(vec2{4.6f, floor - 0.25f}, "floor");
    picture.label(vec2{wall - 0.4f, 5.3f}, "wall");
    float off = 0.12f;
    for (const auto& [box, color] :
         {std::pair{house, blue}, {bird, orange}}) {
        for (const float x : {box.min.x, box.max.x})
            line(picture, {x, floor}, {x, box.min.y}, light);
        for (const float y : {box.min.y, box.max.y})
            line(picture, {wall, y}, {box.min.x, y}, light);
        line(picture, {box.min.x, floor + off}, {box.max.x, floor + off},
             {color, 0, 7});
        line(picture, {wall + off, box.min.y}, {wall + off, box.max.y},
             {color, 0, 7});
        off += 0.16f;
    }
    const float under = floor - 0.15f, beside = wall - 0.15f;
    line(picture, {bird.min.x, under}, {bird.max.x, under},
         {vermilion, 0, 4});
    picture.label(vec2{1.5f, under - 0.25f}, "overlap", 13, vermilion);
    line(picture, {beside, house.max.y}, {beside, bird.min.y},
         {green, 0, 4});
    picture.label(vec2{beside - 0.45f, 3.5f}, "gap 1", 13, green);
    return picture.save(path);
}

}  // namespace

int main(int argc, char** argv) {
    // Chapter 1.
    std::printf("7 is the number: %s\n", word(same_number(7, 7)));
    const interval<int> ship{4, 6};
    std::printf("a shot at 6 hits the ship: %s, the library says %s\n",
                word(hits(ship, 6)), word(contains(ship, 6)));

    // Chapter 2.
    const interval<float> pilot{1, 4}, barge{4, 7};
    std::printf("pilot and barge meet: %s\n", word(meet(pilot, barge)));
    std::printf("intersects %s, penetrates %s\n",
                word(intersects(pilot, barge)),
                word(penetrates(pilot, barge)));
    const interval<float> tug{1, 4}, ferry{3, 6};
    if (meet(tug, ferry))
        std::printf("move by %g\n", double(way_out(tug, ferry)));
    std::printf("the library says %g\n",
                double(*minimum_translation(tug, ferry)));

    // Chapter 3.
    const aabb<float> house{{0, 0}, {4, 3}}, bird{{1, 4}, {2, 5}};
    std::printf("house and bird: %s, the library says %s\n",
                word(meet(house, bird)), word(intersects(house, bird)));

    const bool saved =
        draw_line(tug, ferry, argc > 2 ? argv[2] : "tutorial_line.svg");
    return saved &&
                   draw_boxes(house, bird,
                              argc > 1 ? argv[1] : "tutorial_intervals.svg")
               ? 0
               : 1;
}
