// A room seen from above, in a world: a player that walks, coins, a guard, and a click of the mouse.

#include <hitbox/motion.hpp>
#include <hitbox/scene.hpp>

#include <cstdio>

using namespace hitbox;

namespace {

// One bit for each layer. Category 1 is left to colliders without a filter.
constexpr std::uint32_t walls = 2, players = 4, guards = 8, coins = 16;

struct game {
    world<float> w;
    collider_id player{}, guard{};
    float guard_speed = -0.05f;  // units per frame
    std::uint64_t score = 0;
    bool is_seen = false;
};

const circle<float> body{{0, 0}, 0.5f};  // of the player, about its position

game make_game() {
    game g;
    // Four walls around the room, and a pillar in it.
    for (const aabb<float>& wall :
         {aabb<float>{{0, 0}, {16, 1}}, aabb<float>{{0, 8}, {16, 9}}, aabb<float>{{0, 1}, {1, 8}},
          aabb<float>{{15, 1}, {16, 8}}, aabb<float>{{7, 4}, {9, 6}}})
        g.w.add({.shape = wall, .filter = {.category = walls}, .fixed = true});
    // Coins: sensors that meet players only. `user` is the value of the coin.
    for (const vec2<float>& place : {vec2{5.f, 2.f}, vec2{9.f, 2.5f}, vec2{5.f, 6.f}})
        g.w.add({.shape = circle<float>{{0, 0}, 0.25f},
                 .transform = {place, {}},
                 .filter = {.category = coins, .mask = players},
                 .sensor = true,
                 .user = 10,
                 .fixed = true});
    g.player = g.w.add({.shape = body, .transform = {{2, 2}, {}}, .filter = {.category = players}});
    g.guard = g.w.add({.shape = aabb<float>{{-0.5f, -0.5f}, {0.5f, 0.5f}},
                       .transform = {{12.5f, 7}, {}},
                       .filter = {.category = guards, .mask = walls | players}});
    return g;
}

/// One frame. `motion` comes from the keys, in units per frame.
void step(game& g, int frame, vec2<float> motion) {
    // 1. Move everything. The player slides along the walls; the guard walks up and down.
    const vec2<float> from = g.w.transform(g.player).translation;
    const auto moved = move_and_slide(body, from, motion, g.w.solids({.mask = walls}));
    g.w.move(g.player, moved.position);
    g.w.move(g.guard, g.w.transform(g.guard).translation + vec2<float>{0, g.guard_speed});

    // 2. Find the contacts.
    g.w.detect();

    // 3. React to what began and ended.
    for (const contact_event& e : g.w.began(g.player)) {
        const collider_id other = e.other(g.player);
        if (g.w.filter(other).category == coins) {
            g.score += g.w.user(other);
            g.w.remove(other);  // allowed in this loop
            std::printf("frame %3d: a coin, the score is %d\n", frame, int(g.score));
        }
        if (other == g.guard) std::printf("frame %3d: the guard touches the player\n", frame);
    }
    for (const end_event& e : g.w.ended(g.player))
        if (e.other(g.player) == g.guard) std::printf("frame %3d: the guard lets go\n", frame);
    for (const contact_event& e : g.w.began(g.guard))
        if (g.w.filter(e.other(g.guard)).category == walls) g.guard_speed = -g.guard_speed;
}

/// The guard sees the player if no wall is on the line between them.
void look(game& g, int frame) {
    const vec2<float> eye = g.w.transform(g.guard).translation, player = g.w.transform(g.player).translation;
    const bool is_seen = !g.w.ray_cast_any(ray<float>::between(eye, player), {.mask = walls});
    if (is_seen != g.is_seen) std::printf("frame %3d: %s\n", frame, is_seen ? "the guard sees the player" : "hidden");
    g.is_seen = is_seen;
}

/// Prints what is under the mouse.
void click(const game& g, vec2<float> mouse) {
    std::printf("click at (%.1f, %.1f):", double(mouse.x), double(mouse.y));
    g.w.query(mouse, [&g](collider_id id) {
        const std::uint32_t layer = g.w.filter(id).category;
        std::printf(" %s", layer == walls ? "a wall" : layer == coins ? "a coin" : id == g.guard ? "the guard" : "you");
    });
    std::printf("\n");
}

}  // namespace

int main() {
    game g = make_game();
    click(g, {5.1f, 6.1f});
    click(g, {8, 5});
    click(g, {12.5f, 6.6f});
    for (int frame = 0; frame < 150; ++frame) {
        step(g, frame, {0.1f, 0});  // as if the right key were held
        look(g, frame);
    }
    const vec2<float> end = g.w.transform(g.player).translation;
    std::printf("the player is at (%.2f, %.2f)\n", double(end.x), double(end.y));
}
