// The character of character.cpp in pixels, with y down, as on a screen; and a lift, and a platform to drop through.

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
    aabb<float> lift{{-16, 0}, {16, 4}};               // about its own origin, the middle of its top
    vec2<float> lift_from{272, 64}, lift_to{272, 64};  // its positions before and after the frame
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
struct key_state {
    float run = 0;  // -1, 0 or 1
    bool jump = false;
    bool drop = false;  // true only in the frame in which "down" is pressed
};

const capsule<float> body{{0, -5}, {0, -19}, 5};  // the feet are at (0, 0), the head is at a negative y
constexpr float dt = 1 / 60.f;                    // seconds per frame
const slide_options<float> walking{.up = {0, -1}, .step_height = 4, .snap_distance = 4, .dt = dt};

/// One frame, after the lift has moved.
void step(character& c, const level& l, const key_state& keys) {
    // 1. The lift takes the character along, or pushes it.
    const auto carried = carry(body, c.position, l.lift, l.lift_from, l.lift_to, l.solids, walking);
    if (carried.is_squashed) {
        c = {};  // back to the start
        return;
    }
    c.position = carried.position;
    const aabb<float> lift = translated(l.lift, l.lift_to);  // where it is now

    // 2. The velocity.
    c.velocity.x = 80 * keys.run;
    if (c.on_floor) c.velocity.y = keys.jump ? -176.f : 0.f;  // a jump is negative
    c.velocity.y += 400 * dt;                                 // gravity is positive

    // 3. The move. To drop through a platform, leave out the platforms for one frame.
    std::vector<aabb<float>> platforms;
    if (!c.on_floor || !keys.drop) platforms = l.platforms;
    const auto obstacles = with_platforms(together(l.solids, lift), platforms, walking.up);
    const auto r = move_and_slide(body, c.position, c.velocity, obstacles, walking);
    c.position = r.position;
    c.velocity = r.velocity;
    c.on_floor = r.on_floor;
}

}  // namespace

int main() {
    level l = read_level();
    character c;
    const auto play = [&](const char* text, int frames, key_state keys, float lift_speed = 0) {
        for (int i = 0; i < frames; ++i) {
            l.lift_from = l.lift_to, l.lift_to.y += lift_speed * dt;
            step(c, l, keys);
            keys.jump = keys.drop = false;
        }
        std::printf("%s (%.0f, %.0f)%s\n", text, double(c.position.x), double(c.position.y),
                    c.on_floor ? ", on the floor" : "");
    };
    play("over the slope:", 76, {.run = 1});
    play("a jump onto the platform:", 50, {.run = 1, .jump = true});
    play("down through it:", 40, {.drop = true});
    play("to the lift:", 69, {.run = 1});
    play("up with the lift:", 60, {}, -48);
    play("down with the lift:", 15, {}, 48);
    play("off the lift:", 45, {.run = -1});
    play("back to below the lift:", 40, {.run = 1});
    play("the lift comes down on the character:", 30, {}, 48);
}
