// A square among walls, in whole pixels, y downwards: x, y, width and height. Touching edges do not collide; otherwise
// a square on the floor could not walk. Integers are exact, so the square stops at the exact pixel.

#include <cstdio>
#include <vector>

#include <hitbox/motion.hpp>

using box = hitbox::aabb<int>;
using step = hitbox::vec2<int>;
using hitbox::pixel_position;

namespace {

const box screen = box::from_corner(0, 0, 64, 32);
const std::vector<box> walls = {box::from_corner(24, 0, 8, 20), box::from_corner(40, 16, 16, 8)};
const box square = box::from_corner(0, 0, 8, 8);  // the corner at the smallest x and y is its origin

// Moves along x and then along y, each up to the first wall. A square pressed against a wall therefore slides along it.
bool move(step& place, step by) {
    const auto r = move_and_slide(square, place, by, walls, {.within = screen});
    place = r.position;
    return r.contacts.empty();
}

step direction(char key) {
    switch (key) {
        case 'w': return {0, -4};
        case 's': return {0, 4};
        case 'a': return {-4, 0};
        case 'd': return {4, 0};
        case 'c': return {4, 4};  // right and down together
        default: return {0, 0};
    }
}

// Each character stands for four by four pixels.
void draw(step place) {
    for (int y = 0; y < 32; y += 4) {
        for (int x = 0; x < 64; x += 4) {
            const box cell = box::from_corner(x, y, 4, 4);
            const bool wall = penetrates(cell, walls[0]) || penetrates(cell, walls[1]);
            std::putchar(penetrates(cell, translated(square, place)) ? '@' : wall ? '#' : '.');
        }
        std::putchar('\n');
    }
}

// Speeds of a fraction of a pixel: the remainder is kept until it amounts to a whole pixel. y grows downwards, so the
// speed of a fall is positive.
void fall() {
    pixel_position<int> place{.pixel = {8, 0}, .remainder = {}};
    float speed = 0;
    for (int frame = 1; frame <= 18; ++frame) {
        speed += 0.3f;
        const auto r = move_and_slide(square, place, {0.4f, speed}, walls, {.within = screen, .up = {0, -1}});
        place = r.position, speed = r.velocity.y;
        if (frame % 3 == 0)
            std::printf("frame %2d: %2d, %2d%s\n", frame, place.pixel.x, place.pixel.y, r.on_floor ? "  stands" : "");
    }
}

}  // namespace

int main() {
    step place{8, 8};
    draw(place);
    for (const char* key = "wwwdddcccccccddddw"; *key; ++key) {
        const bool free = move(place, direction(*key));
        std::printf("%c: %2d, %2d%s\n", *key, place.x, place.y, free ? "" : "  bump");
    }
    draw(place);
    // The speed is larger than any wall is thick, yet the square does not pass through.
    place = {8, 8};
    move(place, {1'000'000, 0});
    std::printf("a million to the right: %d, %d\n", place.x, place.y);
    fall();
}
