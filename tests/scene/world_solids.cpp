// The colliders of a world as one set of solids.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../laws.hpp"
#include "filled_world.hpp"

#include <algorithm>
#include <cmath>

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
    CHECK(move_and_slide(body, p, vec2<float>{5, 0}, w.solids({.ignore = wall})).position == vec2<float>{16.5f, 0.5f});
}

TEST_CASE("world: with_platforms and together own sets that are temporaries, and borrow variables", "[scene]") {
    world<float> w;
    w.add({.shape = aabb<float>{{-20, -1}, {20, 0}}, .fixed = true});
    const auto me = w.add(aabb<float>{{-0.5f, 0}, {0.5f, 1}});
    const vec2<float> up{0, 1};
    const std::vector<aabb<float>> slab{{{3, 2}, {6, 2.5f}}};
    const auto slabs = [&slab] { return std::vector<aabb<float>>(slab); };
    const auto solids = w.solids({.ignore = me});
    // The temporaries are gone when the sets are used.
    const auto owned = with_platforms(w.solids({.ignore = me}), slabs(), up);
    const auto nested = with_platforms(together(w.solids({.ignore = me}), slabs()), together(slabs(), slabs()), up);
    const auto borrowed = with_platforms(solids, slab, up);
    const auto mixed = with_platforms(w.solids({.ignore = me}), slab, up);
    CHECK(&*borrowed.platforms == &slab);
    CHECK(&*mixed.platforms == &slab);
    const aabb<float> body{{-0.5f, 0}, {0.5f, 1}};
    for (const vec2<float> motion : {vec2{5.f, -1.f}, vec2{0.f, 3.f}, vec2{4.5f, 0.f}}) {
        const auto expected = move_and_slide(body, vec2{1.f, 0.f}, motion, borrowed, {.up = up}).position;
        CHECK(move_and_slide(body, vec2{1.f, 0.f}, motion, owned, {.up = up}).position == expected);
        CHECK(move_and_slide(body, vec2{1.f, 0.f}, motion, mixed, {.up = up}).position == expected);
    }
    CHECK(intersects(vec2{4.f, 2.25f}, nested));
    CHECK(move_and_slide(body, vec2{4.5f, 0.f}, vec2{0.f, 3.f}, owned, {.up = up}).position.y == 3);
    CHECK(move_and_slide(body, vec2{4.5f, 0.f}, vec2{0.f, 3.f}, nested, {.up = up}).position.y == 1);
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
        const auto among = shape_cast(disc, {0.25f, -7}, w.solids()), alone = shape_cast(disc, {0.25f, -7}, boxes);
        CHECK(cast_result<float>{among} == cast_result<float>{alone});
        if (among.status != cast_status::separated) CHECK(w.solids().collider_of(among.piece_b) == ids[alone.piece_b]);
    }
    std::vector<collider_id> named;
    for_each_piece_near(w.solids(), aabb<float>{{-9, -9}, {20, 20}}, [&](const auto&, std::size_t piece) {
        named.push_back(w.solids().collider_of(piece));
        return true;
    });
    std::ranges::sort(named);
    CHECK(named == ids);
}

// The last bit of a cast in double depends on the pieces that were visited. A cast along a diagonal would otherwise
// visit all tiles in the box around its path.
TEMPLATE_TEST_CASE("world: a search along a path visits the pieces on it and few others, the same in every broad phase",
                   "[scene]", HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::generator random{37};
    const auto visited = [](const auto& w, const aabb<T>& box, vec2<T> path, T fraction) {
        std::vector<std::size_t> found;
        for_each_piece_on_path(w.solids(), box, path, [&](const auto&, std::size_t i) {
            found.push_back(i);
            return fraction;
        });
        return found;
    };
    constexpr int side = 40;
    for (const T far : {T(0), T(1e4)}) {
        world<T> tree;
        world<T, spatial_hash<T>> cells;
        world<T, quadtree<T>> quads;
        std::vector<aabb<T>> tiles;
        for (int i = 0; i < side * side; ++i) {
            tiles.push_back(aabb<T>::from_corner({far + T(i % side), T(i / side)}, {T(0.4), T(0.4)}));
            REQUIRE(tree.add({.shape = tiles.back(), .fixed = i % 3 != 0}));
        }
        tree.detect();
        REQUIRE((cells.restore(tree.snapshot()) && quads.restore(tree.snapshot())));
        for (int i = 0; i < 60; ++i) {
            // Every third path passes tiles at their corners or edges.
            const bool on_grid = i % 3 == 0;
            const auto at = [&] { return on_grid ? std::round(random.real<T>(-3, 43)) : random.real<T>(-3, 43); };
            const vec2<T> from{far + at(), at()}, to{far + at(), at()}, path = to - from;
            const vec2<T> half = on_grid ? vec2<T>{} : vec2<T>{T(0.3), T(0.2)};
            const aabb<T> box{from - half, from + half}, wide{from - vec2<T>{1, 1}, from + vec2<T>{1, 1}};
            const auto all = visited(tree, box, path, T(1));
            CHECK((visited(cells, box, path, T(1)) == all));
            CHECK((visited(quads, box, path, T(1)) == all));
            CHECK(std::is_sorted(all.begin(), all.end()));
            std::size_t close = 0, missed = 0;
            for (std::size_t k = 0; k < tiles.size(); ++k) {
                const bool is_visited =
                    std::binary_search(all.begin(), all.end(), tree.solids().piece_of(std::uint32_t(k), 0));
                missed += shape_cast(box, path, tiles[k]).status != cast_status::separated && !is_visited ? 1 : 0;
                close += shape_cast(wide, path, tiles[k]).status != cast_status::separated ? 1 : 0;
            }
            CHECK(missed == 0);
            CHECK(all.size() <= close);
            CHECK((visited(cells, box, path, T(0.25)) == visited(tree, box, path, T(0.25))));
        }
    }
}

// The bounding box of the solids of a world is that of all its colliders.
TEST_CASE("world_solids: a sensor or an excluded collider elsewhere does not change what contains the solids",
          "[scene]") {
    world<float> w;
    w.add({.shape = aabb<float>{{0, 0}, {1, 1}}});
    const auto far = w.add({.shape = circle<float>{{10, 0}, 1}, .sensor = true});
    const aabb<float> around{{-1, -1}, {2, 2}}, beside{{.5f, -1}, {2, 2}};
    CHECK(contains(around, w.solids()));
    CHECK_FALSE(contains(beside, w.solids()));
    CHECK(collide(around, w.solids())->b_in_a);
    CHECK_FALSE(collide(beside, w.solids())->b_in_a);
    w.remove(far);
    const auto solid = w.add({.shape = circle<float>{{10, 0}, 1}});
    CHECK_FALSE(contains(around, w.solids()));
    CHECK(contains(around, w.solids({.ignore = solid})));
    CHECK(contains(std::vector{around, aabb<float>{{8, -2}, {12, 2}}}, w.solids()));
}
