// A square among walls, in whole pixels, y downwards: x, y, width and height. Touching edges do not collide, or a
// square on the floor could not walk; and integers are exact, so it stops at the very pixel.

#include <cstdio>
#include <vector>

#include <hitbox/hitbox.hpp>

using box = hitbox::aabb<int>;
using step = hitbox::vec2<int>;

namespace {

const box screen = box::from_corner(0, 0, 64, 32);
const std::vector<box> walls = {box::from_corner(24, 0, 8, 20), box::from_corner(40, 16, 16, 8)};

bool blocked(const box& square) {
    if (!contains(screen, square)) return true;
    for (const box& wall : walls)
        if (penetrates(square, wall)) return true;  // intersects would count touching
    return false;
}

// Move on x and undo it if that is blocked; then the same on y. One after the other, so that a square pressed against a
// wall still slides along it.
bool move(box& square, step by) {
    bool free = true;
    for (const step part : {step{by.x, 0}, step{0, by.y}}) {
        const box next = translated(square, part);
        if (blocked(next)) free = false;
        else square = next;
    }
    return free;
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

// One character for four by four pixels.
void draw(const box& square) {
    for (int y = 0; y < 32; y += 4) {
        for (int x = 0; x < 64; x += 4) {
            const box cell = box::from_corner(x, y, 4, 4);
            const bool wall = penetrates(cell, walls[0]) || penetrates(cell, walls[1]);
            std::putchar(penetrates(cell, square) ? '@' : wall ? '#' : '.');
        }
        std::putchar('\n');
    }
}

}  // namespace

int main() {
    box square = box::from_corner(8, 8, 8, 8);
    draw(square);
    for (const char* key = "wwwdddcccccccddddw"; *key; ++key) {
        const bool free = move(square, direction(*key));
        std::printf("%c: %2d, %2d%s\n", *key, square.min.x, square.min.y, free ? "" : "  bump");
    }
    draw(square);
}
