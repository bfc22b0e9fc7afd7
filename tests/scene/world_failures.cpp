// Changes of a world in which an allocation fails.

#include "../allocations.hpp"
#include "../catch_compat.hpp"
#include "../rounds.hpp"

#include <hitbox/hitbox.hpp>

using namespace hitbox;
using hitbox_tests::fails_at;

namespace world_failures_tests {

using V = vec2<float>;

template <class World>
struct changed_world {
    World w, other;
    std::vector<collider_id> ids;
    std::vector<std::byte> moved, smaller_world, same;  // snapshots

    static collider<float> some(std::size_t i, float gap) {
        const V to{gap * static_cast<float>(i % 6), gap * static_cast<float>(i / 6)};
        collider<float> c{circle<float>{{0, 0}, 1}, {to}};
        if (i % 5 == 1) c.shape = compound<float>{aabb<float>{{0, 0}, {2, 1}}, circle<float>{{0, 1}, 1}};
        if (i % 5 == 2) c.shape = chain<float>::open(std::vector<V>{{0, 0}, {1, 1}, {2, 0}});
        c.fixed = i % 4 == 3, c.sensor = i % 11 == 10;
        return c;
    }
    changed_world() {
        for (std::size_t i = 0; i < 30; ++i) ids.push_back(w.add(some(i, 1.5f)));
        for (std::size_t i = 0; i < 9; ++i) other.add(some(i, 1)), other.detect();
        w.detect();
        moved = w.snapshot();
        for (std::size_t i = 0; i < 30; i += 2) w.move(ids[i], V{static_cast<float>(i), 3});
        w.detect();
        w.remove(ids[20]), w.remove(ids[4]), w.add(some(4, 2));
        w.move(ids[0], V{2, 2});
        same = w.snapshot(), smaller_world = other.snapshot();
    }
};
/// Returns the answers of a few calls, as numbers. Ids are compared by index.
template <class World>
std::vector<double> answers_of(World& w) {
    using made = changed_world<World>;
    std::vector<double> found;
    const auto note_all = [&](bool with_ends) {
        w.detect();
        for (const auto& c : w.contacts()) {
            found.push_back(c.a.index), found.push_back(c.b.index), found.push_back(c.manifold.count);
            found.push_back(static_cast<double>(c.manifold.normal.x));
        }
        for (const auto& e : w.began()) found.push_back(e.a.index), found.push_back(e.b.index);
        found.push_back(-1);
        for (const auto& e : w.stayed()) found.push_back(e.a.index), found.push_back(e.b.index);
        found.push_back(-2);
        if (with_ends)
            for (const auto& e : w.ended()) found.push_back(e.a.index), found.push_back(e.b.index);
        for (const collider_id id : w.query(aabb<float>{{-9, -9}, {9, 9}})) found.push_back(id.index);
        found.push_back(static_cast<double>(w.size()) + (w.validate() ? 0 : 1e6));
    };
    note_all(false);
    std::vector<collider_id> ids;
    for (std::size_t i = 0; i < 40; ++i) ids.push_back(w.add(made::some(i, 1.3f)));
    note_all(true);
    for (std::size_t i = 0; i < 40; i += 3) w.move(ids[i], V{4, static_cast<float>(i % 7)});
    w.remove(ids[5]), w.set_fixed(ids[6], true), w.set_shape(ids[7], circle<float>{{0, 0}, 3});
    note_all(true);
    note_all(true);
    return found;
}

/// Checks that a world in which change(w) failed can be cleared, restored, assigned and destroyed.
template <class World, class Change>
void check_failures(const Change& change) {
    World empty;
    const std::vector<double> expected = answers_of(empty);
    for (std::size_t n = 0; n < 5000; ++n)
        for (std::size_t which = hitbox_tests::all_are_tested ? 0 : n % 7; which < 7;
             which += hitbox_tests::many_if_all(1u, 7u)) {
            changed_world<World> c;
            if (!fails_at(n, [&] { change(c); })) return;  // all others succeed, too
            CAPTURE(n, which);
            if (which == 0) {
                CHECK_FALSE(fails_at(0, [&] { c.w.clear(); }));
                CHECK(c.w.size() == 0);
                CHECK((answers_of(c.w) == expected));
            } else if (which < 4) {
                const auto& bytes = which == 1 ? c.moved : which == 2 ? c.smaller_world : c.same;
                World fresh;
                CHECK((c.w.restore(bytes) && fresh.restore(bytes)));
                CHECK(c.w.validate());
                CHECK(c.w.state_hash() == fresh.state_hash());
                CHECK((answers_of(c.w) == answers_of(fresh)));
                CHECK(c.w.state_hash() == fresh.state_hash());
            } else if (which < 6) {
                if (which == 4) c.w = c.other;
                else c.w = World{c.other};
                World copy = c.other;
                CHECK((answers_of(c.w) == answers_of(copy)));
            }  // else it is only destroyed
        }
    FAIL("no call succeeds");
}

TEMPLATE_TEST_CASE("world: after an allocation failed, it can be cleared, restored, assigned and destroyed", "[scene]",
                   world<float>, (world<float, spatial_hash<float>>)) {
    using C = changed_world<TestType>;
    const auto check = [](const auto& change) { check_failures<TestType>(change); };
    check([](C& c) {
        for (std::size_t i = 0; i < 9; ++i) c.w.add(C::some(i, 3));
    });
    check([](C& c) {
        for (const collider_id id : c.ids)
            if (c.w.contains(id)) c.w.remove(id);
    });
    check([](C& c) {
        for (const collider_id id : c.ids)
            if (c.w.contains(id)) c.w.move(id, V{7, 7}), c.w.teleport(id, V{3, static_cast<float>(id.index)});
    });
    check([](C& c) {
        std::vector<collider_id> ids;
        for (const collider_id id : c.w) ids.push_back(id);
        const std::vector<transform2<float>> where(ids.size(), {{5, 5}});
        c.w.move(ids, where);
    });
    check([](C& c) {
        for (const collider_id id : c.ids)
            if (c.w.contains(id)) c.w.set_shape(id, circle<float>{{0, 0}, 2}), c.w.set_filter(id, {.mask = 3});
    });
    check([](C& c) {
        for (const collider_id id : c.ids)
            if (c.w.contains(id)) c.w.set_fixed(id, !c.w.is_fixed(id));
    });
    check([](C& c) { c.w.detect(); });
    check([](C& c) { static_cast<void>(c.w.restore(c.moved)); });
    check([](C& c) { static_cast<void>(c.w.restore(c.smaller_world)); });
    check([](C& c) { c.w = c.other; });
    check([](C& c) { c.other = c.w, c.w.detect(); });
}

TEST_CASE("world: clear needs no memory, and the next detect reports all ends, also those of a copy", "[scene]") {
    const changed_world<world<float>> c;
    world<float> assigned;
    assigned = c.w;
    world<float> copy = c.w, restored, normal = c.w;
    CHECK(restored.restore(c.same));
    normal.clear(), normal.detect();
    CHECK(normal.ended().size() > 20);
    for (world<float>* w : {&copy, &assigned, &restored}) {
        CHECK_FALSE(fails_at(0, [&] { w->clear(); }));
        w->detect();
        CHECK(std::equal(w->ended().begin(), w->ended().end(), normal.ended().begin(), normal.ended().end()));
    }
}

}  // namespace world_failures_tests
