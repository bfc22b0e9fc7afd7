// The character of character.cpp in pixels, with y down, as on a screen.

#include <hitbox/motion.hpp>

#include <cstdio>
#include <vector>

using namespace hitbox;

namespace {

// # is a solid tile, / a slope, - a platform that blocks only from above. y points down; the first line is y = 0.
constexpr const char* map[] = {
    "                    ", "         ----       ", "                    ",
    "     /##            ", "####################",
};
constexpr int rows = sizeof map / sizeof *map;
constexpr float tile_size = 16;  // pixels

struct level {
    compound<float> solids{};
    std::vector<aabb<float>> platforms{};
};

level read_level() {
    std::vector<any_shape<float>> solids;
    level l;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; map[row][column] != '\0'; ++column) {
            const float x = tile_size * float(column), y = tile_size * float(row);  // the corner at the top left
            const float right = x + tile_size, bottom = y + tile_size;
            const char tile = map[row][column];
            if (tile == '#') solids.push_back(aabb<float>{{x, y}, {right, bottom}});
            if (tile == '/') solids.push_back(triangle<float>{{x, bottom}, {right, bottom}, {right, y}});
            if (tile == '-') l.platforms.push_back(aabb<float>{{x, y}, {right, y + 3}});
        }
    l.solids = compound<float>{solids};
    return l;
}

struct character {
    vec2<float> position{16, 64};  // of the feet
    vec2<float> velocity{};        // pixels per second
    bool on_floor = false;
};

const capsule<float> body{{0, -5}, {0, -19}, 5};  // the feet are at (0, 0), the head is at a negative y
constexpr float dt = 1 / 60.f;                    // seconds per frame
const slide_options<float> walking{.up = {0, -1}, .step_height = 4, .snap_distance = 4, .dt = dt};

/// One frame. `run` is -1, 0 or 1.
void step(character& c, const level& l, float run, bool jump) {
    c.velocity.x = 80 * run;
    if (c.on_floor) c.velocity.y = jump ? -176.f : 0.f;  // a jump is negative
    c.velocity.y += 400 * dt;                            // gravity is positive
    const auto r =
        move_and_slide(body, c.position, c.velocity, with_platforms(l.solids, l.platforms, walking.up), walking);
    c.position = r.position;
    c.velocity = r.velocity;
    c.on_floor = r.on_floor;
}

}  // namespace

int main() {
    const level l = read_level();
    character c;
    for (int frame = 0; frame < 200; ++frame) {
        step(c, l, 1, frame == 76);  // as if the keys were held: right, and one jump
        if (frame % 20 == 0)
            std::printf("frame %3d: (%.0f, %.0f)%s\n", frame, double(c.position.x), double(c.position.y),
                        c.on_floor ? ", on the floor" : "");
    }
}
