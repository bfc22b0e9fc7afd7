// Events of one collider, what may be called while events are read, and the small calls of a world.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"

#include <algorithm>
#include <cstring>
#include <set>
#include <string>

namespace world_events {  // files of a room are compiled as one

using namespace hitbox;

namespace {

using V = vec2<float>;
using ids = std::vector<collider_id>;

/// A row of discs, each of which touches its neighbours.
struct row {
    world<float> w;
    ids all;

    explicit row(int n) {
        for (int i = 0; i < n; ++i) all.push_back(add(static_cast<float>(i)));
        w.detect();
    }
    collider_id add(float x) {
        return w.add({.shape = circle<float>{{0, 0}, 0.5f},
                      .transform = {{x, 0}, rot2<float>::from_degrees(90)},
                      .user = static_cast<std::uint64_t>(x)});
    }
};
template <class Range>
std::vector<std::pair<collider_id, collider_id>> pairs_of(const Range& events) {
    std::vector<std::pair<collider_id, collider_id>> all;
    for (const auto& e : events) all.emplace_back(e.a, e.b);
    return all;
}
/// The events of one collider, found by a loop over all.
template <class Range>
std::vector<std::pair<collider_id, collider_id>> pairs_with(const Range& events, collider_id id) {
    auto all = pairs_of(events);
    std::erase_if(all, [id](const auto& p) { return p.first != id && p.second != id; });
    return all;
}

}  // namespace

TEST_CASE("world: its colliders are visited in ascending order, and may be removed during the visit", "[scene]") {
    row r{9};
    CHECK(ids(r.all) == [&] {
        ids seen;
        for (const collider_id id : r.w) seen.push_back(id);
        return seen;
    }());
    r.w.remove(r.all[0]), r.w.remove(r.all[4]), r.w.remove(r.all[8]);
    const collider_id late = r.add(20);
    CHECK(late.index == 8);
    ids seen;
    for (const collider_id id : r.w) {
        seen.push_back(id);
        CHECK(r.w.contains(id));
        CHECK(r.w.remove(id));
    }
    CHECK(seen == ids{r.all[1], r.all[2], r.all[3], r.all[5], r.all[6], r.all[7], late});
    CHECK(r.w.size() == 0);
    CHECK(r.w.begin() == r.w.end());
    const world<float> nothing;
    for (const collider_id id : nothing) FAIL(id.index);
}

TEST_CASE("world: after clear, ended contacts are reported, and former ids are unknown", "[scene]") {
    row r{4};
    REQUIRE(r.w.contacts().size() == 3);
    r.w.clear();
    CHECK(r.w.size() == 0);
    CHECK((r.w.contacts().empty() && r.w.began().empty() && r.w.stayed().empty() && r.w.ended().empty()));
    for (const collider_id id : r.all) {
        CHECK_FALSE(r.w.contains(id));
        CHECK(r.w.touching(id).empty());
    }
    CHECK_FALSE(r.w.query_any(aabb<float>{{-9, -9}, {9, 9}}));
    CHECK(r.w.validate());
    const collider_id first = r.add(1), second = r.add(2);
    CHECK((first.index == 0 && second.index == 1));
    CHECK(std::ranges::count(r.all, first) == 0);
    r.w.detect();
    REQUIRE(r.w.ended().size() == 3);
    for (const end_event& e : r.w.ended()) CHECK((e.reason == end_reason::removed && e.user_b == e.user_a + 1));
    CHECK(pairs_of(r.w.began()) == std::vector{std::pair{first, second}});
    // A cleared world can be saved and restored.
    const auto bytes = r.w.snapshot();
    world<float> other;
    REQUIRE(other.restore(bytes));
    CHECK(other.state_hash() == r.w.state_hash());
    r.w.clear(), r.w.clear();
    r.w.detect();
    CHECK(r.w.ended().size() == 1);
    REQUIRE(r.w.restore(bytes));
    CHECK(r.w.touching(first).size() == 1);
}

TEST_CASE("world: moving to a point keeps the rotation", "[scene]") {
    row r{2};
    const rot2<float> turned = r.w[r.all[0]].transform.rotation;
    CHECK(r.w.move(r.all[0], V{5, 6}));
    CHECK(r.w.move(r.all[0], {7, 8}));
    CHECK(r.w[r.all[0]].transform == transform2<float>{{7, 8}, turned});
    CHECK(r.w.transform(r.all[0]) == transform2<float>{{7, 8}, turned});
    CHECK((r.w.bounds(r.all[0]) == aabb<float>{{6.5f, 7.5f}, {7.5f, 8.5f}}));
    CHECK(r.w.teleport(r.all[1], V{7, 9}));
    CHECK(r.w[r.all[1]].transform == transform2<float>{{7, 9}, turned});
    CHECK_FALSE(r.w.move(r.all[0], V{INFINITY, 0}));
    CHECK_FALSE(r.w.move(collider_id{}, V{0, 0}));
    CHECK_FALSE(r.w.teleport(collider_id{}, V{0, 0}));
    CHECK(r.w.move(r.all[0], {{1, 2}, {}}));
    CHECK(r.w[r.all[0]].transform == transform2<float>{{1, 2}, {}});
    r.w.detect();
    REQUIRE(r.w.ended().size() == 1);
    CHECK(r.w.ended()[0].reason == end_reason::teleported);
}

TEST_CASE("world: user data and sensors can be changed without ending contacts", "[scene]") {
    row r{3};
    CHECK(r.w.set_user(r.all[1], 77));
    CHECK((r.w.user(r.all[1]) == 77 && r.w[r.all[1]].user == 77));
    CHECK(r.w.set_sensor(r.all[1], true));
    CHECK((r.w.is_sensor(r.all[1]) && r.w[r.all[1]].sensor));
    CHECK(r.w.touching(r.all[1]).size() == 2);
    r.w.detect();
    CHECK((r.w.stayed().size() == 2 && r.w.began().empty() && r.w.ended().empty()));
    for (const auto& c : r.w.contacts()) CHECK((c.sensor && c.manifold.count == 0));
    CHECK(r.w.set_sensor(r.all[1], false));
    r.w.detect();
    for (const auto& c : r.w.contacts()) CHECK((!c.sensor && c.manifold.count == 1));
    CHECK(r.w.stayed().size() == 2);
    r.w.remove(r.all[1]);
    r.w.detect();
    CHECK((r.w.ended().size() == 2 && r.w.ended()[0].user_b == 77));
    CHECK_FALSE(r.w.set_user(r.all[1], 1));
    CHECK_FALSE(r.w.set_sensor(r.all[1], true));
    CHECK_FALSE(r.w.set_fixed(r.all[1], true));
    CHECK((r.w.user(r.all[1]) == 0 && !r.w.is_sensor(r.all[1]) && r.w.transform(r.all[1]) == transform2<float>{}));
    CHECK_FALSE(valid(r.w.at(r.all[1])));
}

TEST_CASE("world: an event gives the other collider, and each collider its events", "[scene]") {
    row r{12};
    for (std::size_t i = 0; i < 12; i += 3) r.w.move(r.all[i], V{static_cast<float>(i), i % 2 ? 0.25f : 50});
    r.w.set_filter(r.all[1], {.mask = 0});
    r.add(3.5f), r.add(8);
    r.w.detect();
    CHECK((r.w.began().size() > 3 && r.w.stayed().size() > 1 && r.w.ended().size() > 3));
    std::size_t seen = 0;
    for (const collider_id id : r.w) {
        CHECK(pairs_of(r.w.began(id)) == pairs_with(r.w.began(), id));
        CHECK(pairs_of(r.w.stayed(id)) == pairs_with(r.w.stayed(), id));
        CHECK(pairs_of(r.w.ended(id)) == pairs_with(r.w.ended(), id));
        CHECK(r.w.began(id).empty() == pairs_with(r.w.began(), id).empty());
        CHECK(r.w.began(id).size() == pairs_with(r.w.began(), id).size());
        auto contacts = pairs_of(r.w.contacts(id));
        CHECK(contacts.size() == r.w.contacts(id).size());
        std::ranges::sort(contacts);
        CHECK(contacts == pairs_with(r.w.contacts(), id));
        ids others;
        for (const world_contact<float>& c : r.w.contacts(id)) others.push_back(c.other(id));
        CHECK(std::ranges::equal(others, r.w.touching(id)));
        for (const contact_event& e : r.w.began(id))
            CHECK((e.other(id) != id && (e.a == e.other(id) || e.b == e.other(id))));
        for (const end_event& e : r.w.ended(id)) CHECK((e.other(e.other(id)) == id));
        seen += contacts.size();
    }
    CHECK(seen == 2 * r.w.contacts().size());
    CHECK(contact_event{r.all[2], r.all[3]}.other(r.all[5]) == collider_id{});
    CHECK((r.w.began(collider_id{}).empty() && r.w.contacts(collider_id{}).empty()));
    const auto bytes = r.w.snapshot();
    REQUIRE(r.w.restore(bytes));
    CHECK((!r.w.touching(r.all[7]).empty() && r.w.contacts(r.all[7]).empty()));
}

TEST_CASE("world: while events are read, colliders may be added, removed and changed", "[scene]") {
    row r{40};
    const auto began = pairs_of(r.w.began());
    REQUIRE(began.size() == 39);
    std::vector<std::pair<collider_id, collider_id>> read;
    int n = 0;
    for (const contact_event& e : r.w.began()) {
        read.emplace_back(e.a, e.b);
        switch (n++ % 6) {
            case 0: r.w.remove(e.a); break;
            case 1: r.w.remove(e.b); break;
            case 2:
                for (int i = 0; i < 30; ++i) r.add(100);
                break;
            case 3: r.w.contains(e.a) && r.w.teleport(e.a, V{-50, 3}); break;
            case 4: r.w.contains(e.b) && r.w.set_shape(e.b, aabb<float>{{-1, -1}, {1, 1}}); break;
            default: r.w.contains(e.b) && r.w.set_filter(e.b, {.mask = 0}) && r.w.set_fixed(e.b, true); break;
        }
    }
    CHECK(read == began);
    CHECK(pairs_of(r.w.began()) == began);
    CHECK(r.w.contacts().size() == 39);
    // A contact that has ended since `detect` is still in the list of all contacts, but not in those of its colliders.
    for (const collider_id id : r.w)
        for (const world_contact<float>& c : r.w.contacts(id))
            CHECK((r.w.contains(c.a) && r.w.contains(c.b) && (c.a == id || c.b == id)));
    read.clear();
    for (const world_contact<float>& c : r.w.contacts()) {
        read.emplace_back(c.a, c.b);
        if (r.w.contains(c.b)) r.w.remove(c.b);
    }
    CHECK(read == began);
    r.w.detect();
    std::set<std::pair<collider_id, collider_id>> ended;
    for (const end_event& e : r.w.ended()) CHECK(ended.emplace(e.a, e.b).second);
    CHECK(ended == std::set<std::pair<collider_id, collider_id>>(began.begin(), began.end()));
    CHECK(r.w.validate());
}

TEST_CASE("world: every end reason has a text of its own", "[scene]") {
    std::set<std::string> words;
    for (const end_reason r : {end_reason::separated, end_reason::removed, end_reason::filtered, end_reason::reshaped,
                               end_reason::teleported})
        words.insert(to_string(r));
    CHECK(words.size() == 5);
    CHECK(words.count("") == 0);
    static_assert(to_string(end_reason::removed)[0] != '\0');
}

TEST_CASE("world: fixed colliders touch all others but not each other, and can be changed", "[scene]") {
    world<float> w;
    const auto add = [&w](float x, bool fixed, bool sensor = false) {
        return w.add({.shape = circle<float>{{0, 0}, 1}, .transform = {{x, 0}, {}}, .sensor = sensor, .fixed = fixed});
    };
    const collider_id wall = add(0, true), other_wall = add(0.5f, true), zone = add(0.25f, true, true);
    w.detect();
    CHECK(w.contacts().empty());
    const collider_id ball = add(0.5f, false), ghost = add(0, false, true);
    w.detect();
    using pair = std::pair<collider_id, collider_id>;
    CHECK(pairs_of(w.contacts()) == std::vector<pair>{{wall, ball},
                                                      {wall, ghost},
                                                      {other_wall, ball},
                                                      {other_wall, ghost},
                                                      {zone, ball},
                                                      {zone, ghost},
                                                      {ball, ghost}});
    CHECK((w.is_fixed(wall) && w[wall].fixed && !w.is_fixed(ball)));
    // A fixed collider stays fixed when it is moved.
    CHECK(w.move(wall, V{9, 0}));
    w.detect();
    CHECK(w.ended(wall).begin()->reason == end_reason::separated);
    CHECK(w.contacts(wall).empty());
    w.move(ball, V{9.5f, 0});
    w.detect();
    CHECK(w.contacts(ball).size() == 1);
    CHECK(w.ray_cast_closest(ray<float>{{20, 0}, {-20, 0}})->id == ball);
    CHECK(w.ray_cast(ray<float>{{20, 0}, {-40, 0}}).size() == 5);
    // A collider that is no longer fixed touches fixed colliders, too.
    w.move(wall, V{0, 0});
    w.detect();
    CHECK(w.set_fixed(wall, true));
    w.detect();
    CHECK(w.ended().empty());
    CHECK(w.set_fixed(wall, false));
    CHECK(w.touching(wall).empty());
    w.detect();
    CHECK(w.ended(wall).begin()->reason == end_reason::filtered);
    CHECK(w.touching(wall).size() == 3);
    CHECK(w.remove(other_wall));
    w.detect();
    CHECK(w.touching(wall).size() == 2);
    CHECK(w.validate());
}

TEST_CASE("world: fixed is part of the state; without fixed colliders the bytes are those of older versions",
          "[scene]") {
    const auto fill = [](bool fixed) {
        world<float> w;
        for (int i = 0; i < 6; ++i)
            w.add({.shape = circle<float>{{0, 0}, 1},
                   .transform = {{static_cast<float>(i), 0}, {}},
                   .user = 3,
                   .fixed = fixed && i % 2 == 0});
        w.detect();
        return w;
    };
    world<float> plain = fill(false), level = fill(true);
    CHECK(plain.state_hash() == 0x2cf6149487b16f3d);
    CHECK(level.state_hash() != plain.state_hash());
    const auto bytes = level.snapshot();
    CHECK(bytes.size() < plain.snapshot().size());  // fewer pairs touch
    for (world<float>* w : {&plain, &level}) {
        REQUIRE(w->restore(bytes));
        CHECK(w->snapshot() == bytes);
        CHECK(w->validate());
        for (const collider_id id : *w) CHECK(w->is_fixed(id) == (id.index % 2 == 0));
        w->move(collider_id{0, 1}, V{0.5f, 0});
        w->move(collider_id{1, 1}, V{0.75f, 0});
        w->detect();
    }
    CHECK(pairs_of(plain.contacts()) == pairs_of(level.contacts()));
    CHECK(plain.state_hash() == level.state_hash());
}

}  // namespace world_events
