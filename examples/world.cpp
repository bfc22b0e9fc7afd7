// A small level in a world: fixed tiles, a player with a gun, a door zone, enemies. docs/scene.md explains the code.

#include <hitbox/scene.hpp>

#include <cstdio>
#include <limits>

using namespace hitbox;

namespace {

enum : std::uint64_t { nobody, tile_of_level, player_of_game, gun_of_player, enemy_of_game, door_zone };

const char* name_of(std::uint64_t user) {
    const char* const names[] = {"nobody", "a tile", "the player", "the gun", "an enemy", "the door's zone"};
    return names[user];
}

struct game {
    world<float> w;
    collider_id me, gun, enemy, zone;

    game() {
        const aabb<float> square{{0, 0}, {1, 1}};
        for (int x = 0; x < 40; ++x) {
            const vec2<float> corner{static_cast<float>(x), -1};
            w.add({.shape = square, .transform = {corner, {}}, .user = tile_of_level, .fixed = true});
        }
        w.add({.shape = square, .transform = {{20, 0}, {}}, .user = tile_of_level, .fixed = true});
        me = w.add(
            {.shape = capsule<float>{{0, 0.4f}, {0, 1.4f}, 0.4f}, .transform = {{5, 0}, {}}, .user = player_of_game});
        gun = w.add({.shape = aabb<float>{{0, 0}, {1, 0.2f}}, .transform = {{5.3f, 0.8f}, {}}, .user = gun_of_player});
        enemy = w.add({.shape = circle<float>{{0, 0}, 0.75f}, .transform = {{14, 0.75f}, {}}, .user = enemy_of_game});
        zone = w.add({.shape = aabb<float>{{-1, 0}, {1, 2}},
                      .transform = {{8.5f, 0}, {}},
                      .sensor = true,
                      .user = door_zone,
                      .fixed = true});
    }
};

void detect_level(game& g) {
    auto& w = g.w;
    w.detect();
    std::printf("%zu colliders, %zu contacts\n", w.size(), w.contacts().size());
}

void look(const game& g) {
    const world<float>& w = g.w;
    const collider_id me = g.me, gun = g.gun;
    const ray<float> sight{{5, 1}, {30, 0}};
    for (const auto& h : w.ray_cast(sight))
        std::printf("seen: %s%s\n", name_of(w.user(h.id)), h.sensor ? ", a sensor" : "");
    const auto others = [&](collider_id id) { return id != gun && id != me && !w.is_sensor(id); };
    if (const auto shot = w.ray_cast_closest(sight, others)) std::printf("shot: %s\n", name_of(w.user(shot->id)));
    // A fireball that sees what a collider with this filter would meet.
    const collider_filter fireball{.category = 4, .mask = 1};
    const circle<float> blast{{14, 1.25f}, 1};
    if (w.query_any(blast, {.as_collider = fireball})) std::printf("the fireball meets something\n");
    if (!w.query_any(blast, {.as_collider = fireball, .ignore = g.enemy, .sensors = false}))
        std::printf("and that is the enemy\n");
}

void measure(const game& g) {
    const world<float>& w = g.w;
    const vec2<float> eye{5, 1.5f};
    const auto enemies = [&](collider_id id) { return w.user(id) == enemy_of_game; };
    if (const auto found = w.nearest(eye, 100, enemies))
        std::printf("the nearest enemy is %.2f away\n", static_cast<double>(found->gap.distance));
    // A crate that is not in the world: may it be put here?
    const aabb<float> crate{{13.25f, -0.25f}, {14.75f, 1.75f}};
    for (const auto& o : w.collide(crate))
        std::printf("the crate overlaps %s by %.2f\n", name_of(w.user(o.id)), static_cast<double>(o.contact.depth));
    // The shape of a single collider can be tested, too.
    if (const auto hit = collide(crate, w.at(g.enemy)))
        std::printf("out of the enemy by %.2f\n", static_cast<double>(hit->depth));
}

void play(game& g) {
    auto& w = g.w;
    const collider_id me = g.me;
    std::vector<collider_id> near;  // kept from frame to frame: it allocates once
    const auto not_mine = [&g](collider_id id) { return id != g.gun && id != g.me; };
    vec2<float> velocity{30, 0};
    const float dt = 1 / 60.f;
    for (int frame = 0; frame < 60; ++frame) {
        const vec2<float> place = w.transform(me).translation;
        const capsule<float> body{{0, 0.4f}, {0, 1.4f}, 0.4f};
        const auto step = move_and_slide(body, place, velocity * dt, w.solids(not_mine), {.up = {0, 1}});
        w.move(me, step.position);
        w.move(g.gun, step.position + vec2<float>{0.3f, 0.8f});
        w.detect();
        for (const contact_event& e : w.began(me))
            if (e.other(me) == g.zone)
                std::printf("frame %d: the player enters %s\n", frame, name_of(w.user(e.other(me))));
        for (const end_event& e : w.ended(me))
            if (e.other(me) == g.zone) std::printf("frame %d: the player leaves it: %s\n", frame, to_string(e.reason));
        for (const contact_event& e : w.began())
            if (e.other(g.gun) == g.enemy) w.remove(g.enemy);  // as soon as the gun touches it
        w.query(circle<float>{step.position, 1.5f}, near, not_mine);
    }
    std::printf("%zu colliders near the player at x = %.2f\n", near.size(),
                static_cast<double>(w.transform(me).translation.x));
    std::size_t tiles = 0;
    for (const collider_id id : w) tiles += w.user(id) == tile_of_level;
    std::printf("%zu tiles\n", tiles);
    w.clear();
    std::printf("%zu colliders\n", w.size());
}

}  // namespace

int main() {
    game g;
    detect_level(g);
    look(g);
    measure(g);
    play(g);
}
