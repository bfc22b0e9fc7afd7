// Snapshots of worlds: the answers before and after the next `detect`, following a rollback from other states.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../laws.hpp"
#include "../rounds.hpp"
#include "filled_world.hpp"

using namespace hitbox;
using namespace filled_worlds;

#if HITBOX_ROUNDS == 3
#  define WORLDS                                                                          \
      world<float>, (world<float, spatial_hash<float>>), (world<float, quadtree<float>>), \
          (world<float, sweep_and_prune<float>>)
#else
#  define WORLDS world<float>, (world<float, spatial_hash<float>>)
#endif

TEMPLATE_TEST_CASE("world: after a restore all answers are those of the snapshot, also before the next detect",
                   "[scene]", WORLDS) {
    const bool with_detect = GENERATE(false, true);
    filled_world<TestType> f{48};
    const bytes kept = f.w.snapshot();
    TestType fresh;
    REQUIRE(fresh.restore(kept));
    const auto seen = seen_in(fresh);
    fresh.detect();
    const auto written = written_by(fresh);
    const std::vector<collider_id> ids = f.ids;
    const auto winds_back = [&] {
        REQUIRE(f.w.restore(kept));
        REQUIRE((f.w.snapshot() == kept));
        REQUIRE((seen_in(f.w) == seen));
        f.w.detect();
        REQUIRE((written_by(f.w) == written));
    };
    SECTION("nothing has changed") {}
    SECTION("all have moved") { f.move_all(3); }
    SECTION("one has moved after the last detect") { f.w.move(ids[7], {{50, 50}, {}}); }
    SECTION("shapes were replaced by shapes of the same and of another kind") {
        for (std::size_t i = 0; i < ids.size(); i += 3) f.w.set_shape(ids[i], shape_of(static_cast<int>(i) + 1));
        f.w.set_shape(ids[1], aabb<float>{{-1, -1}, {1, 2.5f}});
        f.w.set_shape(ids[2], *regular_polygon(5, 1.25f));
        f.w.set_shape(ids[5], chain<float>::open(std::vector<V>{{-3, 0}, {0, 1}, {3, 0}}, chain_sides::one));
        f.w.set_shape(ids[4], compound<float>{std::vector<any_shape<float>>{circle<float>{{0, 0}, 1}}});
    }
    SECTION("some were removed") {
        for (std::size_t i = 0; i < ids.size(); i += 4) f.w.remove(ids[i]);
    }
    SECTION("removed colliders were replaced by more others") {
        for (std::size_t i = 0; i < ids.size(); i += 4) f.w.remove(ids[i]);
        for (int i = 0; i < 40; ++i) REQUIRE(f.w.add({.shape = shape_of(i + 3), .transform = {{1, 1}, {}}}));
    }
    SECTION("filters have changed") {
        for (std::size_t i = 0; i < ids.size(); i += 2) f.w.set_filter(ids[i], {.mask = 0});
    }
    if (with_detect) f.w.detect();
    winds_back();
    winds_back();  // and once more
}

TEST_CASE("world: compounds that differ only in the sign of a zero stay distinct when restored", "[scene]") {
    world<float> w;
    for (const float zero : {-0.f, 0.f})
        w.add({.shape = compound<float>{std::vector<any_shape<float>>{circle<float>{{zero, 0}, 1}}}});
    const bytes kept = w.snapshot();
    const std::uint64_t hash = w.state_hash();
    for (const bool fresh : {false, true}) {
        world<float> other;
        world<float>& to = fresh ? other : w;
        REQUIRE(to.restore(kept));
        CHECK(to.snapshot() == kept);
        CHECK(to.state_hash() == hash);
    }
}

TEST_CASE("world: queries use moved positions before the next detect, too", "[scene]") {
    filled_world<> f{40}, other{40};
    for (unsigned seed = 1; seed < 6; ++seed) {
        f.move_all(seed), other.move_all(seed);
        other.w.detect();
        const auto seen = seen_in(f.w);
        REQUIRE((seen == seen_in(other.w)));
        f.w.detect();
        REQUIRE((seen == seen_in(f.w)));
    }
}

TEST_CASE("world: every touching pair has events, whether it moves or rests, sensors or not", "[scene]") {
    for (int kind = 0; kind < 8; ++kind)
        for (const bool first_is_sensor : {false, true})
            for (const bool second_is_sensor : {false, true})
                for (const bool both_move : {false, true}) {
                    world<float> w;
                    const collider_id still = w.add({.shape = shape_of(kind), .sensor = first_is_sensor});
                    const collider_id comes = w.add(
                        {.shape = circle<float>{{0, 0}, 1}, .transform = {{100, 0}, {}}, .sensor = second_is_sensor});
                    const auto frame = [&](V at) {
                        w.move(comes, {at, {}});
                        if (both_move) w.move(still, {{0, 0.25f}, {}});
                        w.detect();
                    };
                    w.detect();
                    REQUIRE(w.contacts().empty());
                    frame({1, 0.5f});
                    REQUIRE((w.began().size() == 1 && w.began()[0] == contact_event{still, comes}));
                    REQUIRE(w.contacts().size() == 1);
                    const bool sensor = first_is_sensor || second_is_sensor;
                    REQUIRE(w.contacts()[0].sensor == sensor);
                    REQUIRE((w.contacts()[0].manifold.count == 0) == sensor);
                    frame({1, 0.75f});
                    REQUIRE((w.began().empty() && w.stayed().size() == 1 && w.ended().empty()));
                    frame({100, 0});
                    REQUIRE((w.contacts().empty() && w.stayed().empty() && w.ended().size() == 1));
                    REQUIRE(w.ended()[0].reason == end_reason::separated);
                }
}

TEST_CASE("world: an end is reported once with its reason, and touching changes immediately", "[scene]") {
    world<float> w;
    const auto disc = [&w](float x, std::uint64_t user) {
        return w.add({.shape = circle<float>{{0, 0}, 1}, .transform = {{x, 0}, {}}, .user = user});
    };
    const collider_id hub = w.add({.shape = aabb<float>{{0, -1}, {100, 0}}, .user = 99});
    const collider_id leaves = disc(5, 1), goes = disc(15, 2), filtered = disc(25, 3), grows = disc(35, 4),
                      jumps = disc(45, 5), stays = disc(55, 6);
    w.detect();
    const auto touched = [&w](collider_id id) {
        const auto list = w.touching(id);
        return std::vector<collider_id>(list.begin(), list.end());
    };
    using ids = std::vector<collider_id>;
    REQUIRE((touched(hub) == ids{leaves, goes, filtered, grows, jumps, stays}));
    w.move(leaves, {{5, 30}, {}});
    CHECK((touched(hub) == ids{leaves, goes, filtered, grows, jumps, stays}));  // a move ends nothing by itself
    w.remove(goes);
    CHECK((touched(hub) == ids{leaves, filtered, grows, jumps, stays}));
    CHECK(touched(goes).empty());
    w.set_filter(filtered, {.mask = 0});
    CHECK((touched(hub) == ids{leaves, grows, jumps, stays}));
    CHECK(touched(filtered).empty());
    w.set_shape(grows, circle<float>{{0, 0}, 2});
    CHECK((touched(hub) == ids{leaves, jumps, stays}));
    w.teleport(jumps, {{65, 0}, {}});
    CHECK((touched(hub) == ids{leaves, stays}));
    CHECK(touched(jumps).empty());
    w.detect();
    const std::vector<end_event> expected{{hub, leaves, 99, 1, end_reason::separated},
                                          {hub, goes, 99, 2, end_reason::removed},
                                          {hub, filtered, 99, 3, end_reason::filtered},
                                          {hub, grows, 99, 4, end_reason::reshaped},
                                          {hub, jumps, 99, 5, end_reason::teleported}};
    CHECK(std::ranges::equal(w.ended(), expected));
    CHECK((touched(hub) == ids{grows, jumps, stays}));
    CHECK(w.began().size() == 2);  // what was reshaped and teleported touches again
    w.detect();
    CHECK(w.ended().empty());
}

TEST_CASE("world: if one of many moves would leave the range, no collider is moved", "[scene]") {
    constexpr float max_value = std::numeric_limits<float>::max();
    const float wide = max_value / 4;
    const collider_shape<float> large[] = {
        aabb<float>{{-wide, -1}, {wide, 1}},
        circle<float>{{0, 0}, wide},
        segment<float>{{-wide, 0}, {wide, 0}},
        obb<float>{{0, 0}, {wide, 1}, {}},
        triangle<float>{{-wide, 0}, {wide, 0}, {0, 1}},
        compound<float>{std::vector<any_shape<float>>{aabb<float>{{-wide, -1}, {wide, 1}}}},
        chain<float>::open(std::vector<V>{{-wide, 0}, {wide, 0}}),
    };
    for (const auto& shape : large) {
        filled_world<> f{12};
        const collider_id id = f.w.add({.shape = shape, .filter = {.mask = 0}});
        REQUIRE(id);
        f.ids.insert(f.ids.begin() + 6, id);
        f.w.detect();
        const bytes before = f.w.snapshot();
        const auto seen = seen_in(f.w);
        const aabb<float> around = f.w.bounds();
        std::vector<transform2<float>> where(f.ids.size());
        where[6] = {{max_value - wide / 2, 0}, {}};  // itself in the range
        REQUIRE_FALSE(f.w.move(f.ids, where));
        REQUIRE_FALSE(f.w.move(id, where[6]));
        REQUIRE_FALSE(f.w.teleport(id, where[6]));
        REQUIRE_FALSE(f.w.add({.shape = shape, .transform = where[6]}));
        REQUIRE((f.w.snapshot() == before));
        REQUIRE((seen_in(f.w) == seen));
        REQUIRE((f.w.bounds() == around));
        where[6] = {{wide, 0}, {}};
        REQUIRE(f.w.move(f.ids, where));
    }
}

TEMPLATE_TEST_CASE("world: every shape that was added is restored in another world, also if it has no width", "[scene]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::generator random{29};
    int degenerate = 0;
    for (int i = 0; i < 300; ++i) {
        const T width = i % 3 == 0 ? T(0) : random.real<T>(0, T(1e-7)), height = i % 2 == 0 ? T(0) : T(1),
                far = i % 5 == 0 ? T(1e6) : T(3);
        const transform2<T> where{{random.real<T>(-1, 1) * far, random.real<T>(-1, 1) * far}, random.rotation<T>()};
        const aabb<T> box{{0, 0}, {width, height}};
        const obb<T> turned{{0, 0}, {width, height}, random.rotation<T>()};
        const auto hexagon = *regular_polygon(6, width + std::numeric_limits<T>::epsilon());
        const std::vector<any_shape<T>> shapes{at(box, where),
                                               at(turned, where),
                                               at(hexagon, where),
                                               box,
                                               turned,
                                               at(rounded<aabb<T>>{box, T(0.5)}, where)};
        for (const any_shape<T>& s : shapes) {
            const auto* polygon = std::get_if<convex_polygon<T, 8>>(&s.value);
            degenerate += polygon && polygon->size() < 3 ? 1 : 0;
            world<T> w, other, third;
            const collider_id id = w.add({.shape = s});
            if (!id) continue;
            const bytes kept = w.snapshot();
            REQUIRE(other.restore(kept));
            REQUIRE((other.snapshot() == kept));
            REQUIRE(w.remove(id));
            REQUIRE(w.restore(kept));
            REQUIRE(third.add({.shape = compound<T>{std::vector<any_shape<T>>{s}}}));
            REQUIRE(other.restore(third.snapshot()));
        }
    }
    CHECK(degenerate > 200);
}
