// A character that runs over tiles, up a slope, and jumps onto a platform, with its path as a picture.
//
//     start_character [picture.svg]

#include <hitbox/debug/svg.hpp>
#include <hitbox/motion.hpp>

#include <cstdio>
#include <vector>

using namespace hitbox;

namespace {

// A string is a row of tiles: # is a solid tile, / a slope, - a one-way platform. y points up; the last row is y = 0.
constexpr const char* map[] = {
    "                    ", "         ----       ", "                    ",
    "     /##            ", "####################",
};
constexpr int rows = sizeof map / sizeof *map;

struct level {
    compound<float> solids{};
    std::vector<aabb<float>> platforms{};
};

level read_level() {
    std::vector<any_shape<float>> solids;
    level l;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; map[row][column] != '\0'; ++column) {
            const float x = float(column), y = float(rows - 1 - row);
            const char tile = map[row][column];
            if (tile == '#') solids.push_back(aabb<float>{{x, y}, {x + 1, y + 1}});
            if (tile == '/') solids.push_back(triangle<float>{{x, y}, {x + 1, y}, {x + 1, y + 1}});
            if (tile == '-') l.platforms.push_back(aabb<float>{{x, y + 0.8f}, {x + 1, y + 1}});
        }
    l.solids = compound<float>{solids};  // one solid, without seams between its tiles
    return l;
}

struct character {
    vec2<float> position{1, 1};  // of the feet
    vec2<float> velocity{};      // units per second
    bool on_floor = false;
};

const capsule<float> body{{0, 0.3f}, {0, 1.2f}, 0.3f};  // the feet are at (0, 0)
constexpr float dt = 1 / 60.f;                          // seconds per frame
const slide_options<float> walking{.up = {0, 1}, .step_height = 0.25f, .snap_distance = 0.25f, .dt = dt};

/// One frame. `run` is -1, 0 or 1.
void step(character& c, const level& l, float run, bool jump) {
    c.velocity.x = 5 * run;
    if (c.on_floor) c.velocity.y = jump ? 11.f : 0.f;  // 0, because a slope leaves an upward part
    c.velocity.y -= 25 * dt;                           // gravity, also on the floor
    const auto r =
        move_and_slide(body, c.position, c.velocity, with_platforms(l.solids, l.platforms, walking.up), walking);
    c.position = r.position;
    c.velocity = r.velocity;  // without the part that leads into a wall
    c.on_floor = r.on_floor;
}

}  // namespace

int main(int argc, char** argv) {
    const level l = read_level();
    debug::svg picture;
    for (const any_shape<float>& solid : l.solids.pieces()) picture.shape(solid, {debug::colors::grey, 0.4, 0});
    for (const aabb<float>& platform : l.platforms) picture.shape(platform, {debug::colors::green, 0.5, 0});

    character c;
    for (int frame = 0; frame < 200; ++frame) {
        const vec2<float> from = c.position;
        step(c, l, 1, frame == 76);  // as if the keys were held: right, and one jump
        picture.shape(segment<float>{from, c.position}, {debug::colors::blue, 0});
        if (frame % 20 == 0)
            std::printf("frame %3d: (%.2f, %.2f)%s\n", frame, double(c.position.x), double(c.position.y),
                        c.on_floor ? ", on the floor" : "");
    }
    picture.shape(at(body, c.position), {debug::colors::blue, 0.3});
    const char* const path = argc > 1 ? argv[1] : "start_character.svg";
    if (!picture.save(path)) return std::fprintf(stderr, "%s: cannot be written\n", path), 1;
}
