// A character with a lift, a one-way platform to drop through, and a ladder, all in one step. y points up.

#include <hitbox/motion.hpp>

#include <cstdio>
#include <vector>

using namespace hitbox;

namespace {

using boxes = std::vector<aabb<float>>;

const capsule<float> body{{0, 0.3f}, {0, 1.2f}, 0.3f};  // the feet are at (0, 0)
constexpr float dt = 1 / 60.f;                          // seconds per frame
const slide_options<float> walking{.up = {0, 1}, .step_height = 0.25f, .snap_distance = 0.25f, .dt = dt};

struct level {
    boxes solids{}, platforms{}, ladders{};
    aabb<float> lift{};                  // about its own origin
    vec2<float> lift_from{}, lift_to{};  // its positions before and after the frame
    vec2<float> start{};                 // where a squashed character begins again
};
struct key_state {
    float run = 0, climb = 0;  // -1, 0 or 1
    bool jump = false;
    bool drop = false;  // true only in the frame in which "down" is pressed
};
struct character {
    vec2<float> position{}, velocity{};  // of the feet; units per second
    bool on_floor = false, climbs = false;
};

void step(character& c, const level& l, const key_state& keys) {
    // 1. The lift has moved: it takes the character along, or pushes it.
    const auto carried = carry(body, c.position, l.lift, l.lift_from, l.lift_to, l.solids, walking);
    if (carried.is_squashed) {
        c = {.position = l.start};
        return;
    }
    c.position = carried.position;
    const boxes lifts{translated(l.lift, l.lift_to)};

    // 2. Climbing begins with a vertical key on a ladder. It ends with a jump, or where the ladder ends.
    const bool jumps = keys.jump && (c.on_floor || c.climbs);
    if (jumps || !penetrates(at(body, c.position), l.ladders)) c.climbs = false;
    else if (keys.climb != 0) c.climbs = true;

    // 3. Platforms and the tops of ladders block from above, unless the character drops through them.
    boxes platforms = l.platforms;
    for (const aabb<float>& ladder : l.ladders) platforms.push_back({{ladder.min.x, ladder.max.y - 0.2f}, ladder.max});
    if (c.on_floor && keys.drop) platforms.clear();  // for one step: the body then overlaps its platform, and falls

    // 4. The velocity.
    c.velocity.x = 5 * keys.run;
    if (c.climbs) c.velocity.y = 2 * keys.climb;
    else if (jumps) c.velocity.y = 11;
    else if (c.on_floor) c.velocity.y = 0;
    if (!c.climbs) c.velocity.y -= 25 * dt;  // gravity

    // 5. The move.
    const auto obstacles = with_platforms(together(l.solids, lifts), platforms, walking.up);
    const auto r = move_and_slide(body, c.position, c.velocity, obstacles, walking);
    c.position = r.position, c.velocity = r.velocity, c.on_floor = r.on_floor;
}

}  // namespace

int main() {
    level l;
    l.solids = {{{-10, 0}, {30, 1}}};
    l.platforms = {{{9, 4.8f}, {13, 5}}, {{9, 2.8f}, {13, 3}}};
    l.ladders = {{{8, 1}, {9, 5}}};
    l.lift = {{-1, -0.25f}, {1, 0}};  // its top is at its position
    l.lift_from = l.lift_to = {4, 2};
    l.start = {0, 1};
    character c{{4, 2}};

    const auto play = [&](const char* what, int frames, key_state keys, float lift_speed = 0) {
        for (int i = 0; i < frames; ++i) {
            l.lift_from = l.lift_to, l.lift_to.y += lift_speed * dt;
            step(c, l, keys);
            keys.drop = false;
        }
        std::printf("%s (%.2f, %.2f)%s\n", what, double(c.position.x), double(c.position.y),
                    c.on_floor ? ", on the floor" : "");
    };
    play("up with the lift:", 120, {}, 1);
    play("down with the lift:", 60, {}, -1);
    play("off the lift, to the ladder:", 54, {.run = 1});
    play("up the ladder:", 60, {.climb = 1});
    play("without a key:", 30, {});
    play("to its top:", 120, {.climb = 1});
    play("onto the platform:", 30, {.run = 1});
    play("down through it, onto the next one:", 60, {.climb = -1, .drop = true});
    play("to the floor:", 60, {.climb = -1, .drop = true});
    play("to below the lift:", 84, {.run = -1});
    play("the lift comes down:", 60, {}, -1);
}
