// The colliders of a world as one set of solids.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "filled_world.hpp"

using namespace hitbox;

TEST_CASE("world: solids stop movers, sensors do not", "[scene]") {
    world<float> w;
    for (int i = 0; i < 20; ++i)
        w.add({.shape = aabb<float>{{0, 0}, {1, 1}}, .transform = {{static_cast<float>(i), -1}, {}}});
    const collider_id wall = w.add({.shape = filled_worlds::ship(), .transform = {{12, 0}, {}}});
    w.add({.shape = circle<float>{{0, 0}, 1}, .transform = {{6, 0.5f}, {}}, .sensor = true});
    const aabb<float> body{{-0.5f, -0.5f}, {0.5f, 0.5f}};
    vec2<float> p{2, 0.5f};
    for (int tick = 0; tick < 200; ++tick) p = move_and_slide(body, p, vec2<float>{0.1f, -0.1f}, w.solids()).position;
    CHECK(p == vec2<float>{11.5f, 0.5f});
    const auto r = move_and_slide(body, p, vec2<float>{0.1f, 0}, w.solids());
    bool found = false;
    for (const auto& c : r.contacts) found = found || w.solids().collider_of(c.piece) == wall;
    CHECK(found);
    CHECK(move_and_slide(body, p, vec2<float>{5, 0}, w.solids(query_filter{{}, wall})).position ==
          vec2<float>{16.5f, 0.5f});
}

TEST_CASE("world: the solids of a world answer as the list of its colliders, and report their ids", "[scene]") {
    world<float> w;
    std::vector<aabb<float>> boxes;
    std::vector<collider_id> ids;
    for (int i = 0; i < 12; ++i) {
        const vec2<float> corner{static_cast<float>(3 * i % 8), static_cast<float>(5 * i % 7)};
        boxes.push_back({corner, corner + vec2<float>{1.5f, 1}});
        ids.push_back(w.add({.shape = boxes.back(), .fixed = i % 2 == 0}));
    }
    w.add({.shape = aabb<float>{{-1, -1}, {9, 9}}, .sensor = true});
    for (int x = -2; x < 20; ++x) {
        const circle<float> disc{{static_cast<float>(x) / 2, 3.25f}, 0.375f};
        CHECK(intersects(disc, w.solids()) == intersects(disc, boxes));
        CHECK(collide(disc, w.solids()) == collide(disc, boxes));
        CHECK(distance(disc, w.solids()) == distance(disc, boxes));
        CHECK(shape_cast(disc, {0.25f, -7}, w.solids()) == shape_cast(disc, {0.25f, -7}, boxes));
    }
    std::vector<collider_id> named;
    for_each_piece_near(w.solids(), aabb<float>{{-9, -9}, {20, 20}}, [&](const auto&, std::size_t piece) {
        named.push_back(w.solids().collider_of(piece));
        return true;
    });
    std::ranges::sort(named);
    CHECK(named == ids);
}
