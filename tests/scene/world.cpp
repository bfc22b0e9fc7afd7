// Contacts and events of a world against a model that tests every pair; and rollback.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../rounds.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <set>

using namespace hitbox;

namespace {

using V = vec2<float>;
using id_pair = std::pair<collider_id, collider_id>;

struct random_script {
    std::mt19937 engine;
    int number(int n) { return static_cast<int>(engine() % static_cast<unsigned>(n)); }
    float place(float max_abs) { return max_abs * (static_cast<float>(number(2049)) / 1024 - 1); }
};

compound<float> make_ship() {
    const std::vector<V> outline{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}};
    return compound<float>{*make_polygon(outline)};
}

collider_shape<float> make_shape(random_script& d, const compound<float>& ship) {
    switch (d.number(7)) {
        case 0: return circle<float>{{0, 0}, 0.5f + static_cast<float>(d.number(4))};
        case 1: return aabb<float>{{-1, -1}, {1, 2}};
        case 2: return capsule<float>{{-1, 0}, {1, 1}, 0.5f};
        case 3: return triangle<float>{{0, 0}, {3, 0}, {0, 2}};
        case 4: return ship;
        case 5: return chain<float>::open(std::vector<V>{{-3, 0}, {0, 1}, {3, 0}}, chain_sides::two);
        default: return obb<float>{{0, 0}, {2, 0.5f}, rot2<float>::from_degrees(30)};
    }
}

collider<float> make_collider(random_script& d, const compound<float>& ship) {
    collider<float> c;
    c.shape = make_shape(d, ship);
    c.transform = {{d.place(12), d.place(12)}, rot2<float>::from_degrees(static_cast<float>(d.number(360)))};
    c.filter.category = 1u << d.number(3);
    c.filter.mask = d.number(4) ? ~0u : 3u;
    c.filter.group = d.number(6) ? 0 : d.number(5) - 2;
    c.sensor = d.number(5) == 0;
    c.user = static_cast<std::uint64_t>(d.number(1000));
    c.fixed = d.number(3) == 0;
    return c;
}

/// The expected answers of a world, computed from the colliders alone.
struct model {
    std::map<collider_id, collider<float>> here;
    std::set<id_pair> touching;
    std::map<id_pair, end_reason> pending;

    static bool meet(const collider<float>& a, const collider<float>& b) {
        if (a.fixed && b.fixed) return false;
        const collider_filter f = a.filter, g = b.filter;
        const bool by_group = f.group != 0 && f.group == g.group;
        if (by_group ? f.group < 0 : !((f.mask & g.category) && (g.mask & f.category))) return false;
        return std::visit(
            [&](const auto& s) {
                return std::visit([&](const auto& t) { return intersects(at(s, a.transform), at(t, b.transform)); },
                                  b.shape.value);
            },
            a.shape.value);
    }
    void end_all(collider_id id, end_reason reason) {
        for (auto i = touching.begin(); i != touching.end();)
            if (i->first == id || i->second == id) pending[*i] = reason, i = touching.erase(i);
            else ++i;
    }
    std::set<id_pair> pairs() const {
        std::set<id_pair> all;
        for (auto a = here.begin(); a != here.end(); ++a)
            for (auto b = std::next(a); b != here.end(); ++b)
                if (meet(a->second, b->second)) all.insert({a->first, b->first});
        return all;
    }
};

template <class World>
void check_touching(const World& w, const model& m) {
    for (const auto& [id, c] : m.here) {
        std::vector<collider_id> expected;
        for (const auto& [a, b] : m.touching)
            if (a == id) expected.push_back(b);
            else if (b == id) expected.push_back(a);
        std::ranges::sort(expected);
        const auto answers = w.touching(id);
        REQUIRE(std::ranges::equal(answers, expected));
    }
}

template <class World>
void check_detect(World& w, model& m) {
    const std::set<id_pair> now = m.pairs();
    w.detect();
    std::set<id_pair> contacts, began, stayed;
    for (const auto& c : w.contacts()) {
        REQUIRE(contacts.insert({c.a, c.b}).second);
        REQUIRE(c.a < c.b);
        REQUIRE((c.sensor ? c.manifold.count == 0 : c.manifold.count > 0));
    }
    for (const auto& e : w.began()) REQUIRE(began.insert({e.a, e.b}).second);
    for (const auto& e : w.stayed()) REQUIRE(stayed.insert({e.a, e.b}).second);
    REQUIRE(contacts == now);
    for (const id_pair& p : now) REQUIRE((m.touching.count(p) ? stayed : began).count(p) == 1);
    REQUIRE(began.size() + stayed.size() == now.size());
    for (const id_pair& p : m.touching)
        if (!now.count(p)) m.pending[p] = end_reason::separated;
    REQUIRE(w.ended().size() == m.pending.size());
    for (const end_event& e : w.ended()) REQUIRE(m.pending.at({e.a, e.b}) == e.reason);
    REQUIRE(std::ranges::is_sorted(w.ended(), {}, [](const end_event& e) { return id_pair{e.a, e.b}; }));
    m.touching = now, m.pending.clear();
}

/// Makes one random change of a world, as a game would.
template <class World>
void do_something(World& w, model& m, random_script& d, const compound<float>& ship) {
    const auto any = [&] {
        auto i = m.here.begin();
        std::advance(i, d.number(static_cast<int>(m.here.size())));
        return i->first;
    };
    const int what = m.here.size() < 8 ? 0 : d.number(13);
    if (what < 2) {
        const collider<float> c = make_collider(d, ship);
        const collider_id id = w.add(c);
        REQUIRE(id);
        REQUIRE(m.here.emplace(id, c).second);
    } else if (what == 2) {
        const collider_id id = any();
        m.end_all(id, end_reason::removed);
        m.here.erase(id);
        REQUIRE(w.remove(id));
        REQUIRE_FALSE(w.contains(id));
    } else if (what == 3) {
        const collider_id id = any();
        m.here[id].filter.mask ^= 1u << d.number(3);
        m.end_all(id, end_reason::filtered);
        REQUIRE(w.set_filter(id, m.here[id].filter));
    } else if (what == 4) {
        const collider_id id = any();
        m.here[id].shape = make_shape(d, ship);
        m.end_all(id, end_reason::reshaped);
        REQUIRE(w.set_shape(id, m.here[id].shape));
    } else if (what == 12) {
        const collider_id id = any();
        m.here[id].fixed = !m.here[id].fixed;
        m.end_all(id, end_reason::filtered);
        REQUIRE(w.set_fixed(id, m.here[id].fixed));
    } else {
        const collider_id id = any();
        transform2<float>& where = m.here[id].transform;
        where.translation += V{d.place(3), d.place(3)};
        if (what == 5) m.end_all(id, end_reason::teleported);
        REQUIRE((what == 5 ? w.teleport(id, where) : w.move(id, where)));
    }
}

template <class BroadPhase>
void check_against_model(unsigned seed) {
    random_script d{std::mt19937{seed}};
    const compound<float> ship = make_ship();
    world<float, BroadPhase> w;
    model m;
    std::size_t seen = 0;
    for (int frame = 0; frame < 60; ++frame) {
        for (int i = 0; i < 6; ++i) do_something(w, m, d, ship);
        check_touching(w, m);
        check_detect(w, m);
        check_touching(w, m);
        REQUIRE(w.size() == m.here.size());
        seen += w.contacts().size();
    }
    CHECK(seen > 100);
}

/// Returns all answers of a world as numbers.
template <class World>
auto answers_of(const World& w) {
    std::vector<std::uint64_t> all{w.state_hash()};
    const auto put = [&](collider_id id) { all.push_back(std::uint64_t{id.index} << 32 | id.generation); };
    const auto put_point = [&](V p) {
        all.push_back(std::uint64_t{std::bit_cast<std::uint32_t>(p.x)} << 32 | std::bit_cast<std::uint32_t>(p.y));
    };
    for (const auto& c : w.contacts()) {
        put(c.a), put(c.b), put_point(c.manifold.normal);
        for (int i = 0; i < c.manifold.count; ++i) put_point(c.manifold.points[i].point);
    }
    for (const auto& e : w.began()) put(e.a), put(e.b);
    for (const auto& e : w.stayed()) put(e.a), put(e.b);
    for (const auto& e : w.ended()) put(e.a), put(e.b), all.push_back(static_cast<std::uint64_t>(e.reason));
    const auto visit = [&](collider_id id) { put(id); };
    w.query(aabb<float>{{-4, -4}, {5, 5}}, visit);
    w.query(V{1, 1}, visit);
    for (const auto& h : w.ray_cast(ray<float>{{-20, 1}, {40, 3}})) put(h.id), put_point(h.hit.point);
    for (const auto& h : w.shape_cast(circle<float>{{-20, -3}, 1}, V{40, 5})) put(h.id), put_point(h.cast.point);
    return all;
}

}  // namespace

TEST_CASE("world: contacts, events and neighbours are those of a model that tests every pair", "[scene]") {
    for (unsigned seed = 1; seed <= hitbox_tests::many_if_optimised(6, 3); ++seed) {
        check_against_model<dynamic_tree<float>>(seed);
        check_against_model<spatial_hash<float>>(seed);
#if !HITBOX_FEW_TYPES
        check_against_model<quadtree<float>>(seed);
        check_against_model<sweep_and_prune<float>>(seed);
#endif
    }
}

TEST_CASE("world: all answers are the same with any broad phase", "[scene]") {
    const compound<float> ship = make_ship();
    const auto story = [&](auto w) {
        random_script d{std::mt19937{3}};
        model m;
        std::vector<std::uint64_t> all;
        for (int frame = 0; frame < 40; ++frame) {
            for (int i = 0; i < 6; ++i) do_something(w, m, d, ship);
            w.detect();
            m.touching = m.pairs();
            const auto answers = answers_of(w);
            all.insert(all.end(), answers.begin(), answers.end());
        }
        return all;
    };
    const auto first = story(world<float, dynamic_tree<float>>{});
    CHECK(first.size() > 500);
    CHECK((story(world<float, spatial_hash<float>>{}) == first));
#if !HITBOX_FEW_TYPES
    CHECK((story(world<float, quadtree<float>>{}) == first));
    CHECK((story(world<float, sweep_and_prune<float>>{}) == first));
#endif
}

TEST_CASE("world: after a restore at any frame, it continues bit for bit", "[scene]") {
    const compound<float> ship = make_ship();
    const int frames = 24;
    const auto play = [&](world<float>& w, model& m, int frame) {
        random_script d{std::mt19937{static_cast<unsigned>(100 + frame)}};
        for (int i = 0; i < 8; ++i) do_something(w, m, d, ship);
        w.detect();
        m.touching = m.pairs();
        return answers_of(w);
    };
    world<float> w;
    model m;
    std::vector<std::vector<std::uint64_t>> answers;
    std::vector<std::vector<std::byte>> snapshots;
    std::vector<model> models;
    for (int frame = 0; frame < frames; ++frame) {
        snapshots.push_back(w.snapshot()), models.push_back(m);
        answers.push_back(play(w, m, frame));
    }
    // Each snapshot is restored into the world that has continued and into a new one, and a few frames are repeated.
    for (std::size_t from = 0; from < snapshots.size(); ++from) {
        world<float> fresh;
        model again = models[from];
        for (world<float>* other : {&w, &fresh}) {
            REQUIRE(other->restore(snapshots[from]));
            REQUIRE((other->snapshot() == snapshots[from]));
            again = models[from];
            for (std::size_t frame = from; frame < std::min(snapshots.size(), from + 5); ++frame)
                REQUIRE((play(*other, again, static_cast<int>(frame)) == answers[frame]));
        }
    }
}

TEST_CASE("world: bytes that are no snapshot are refused, and nothing changes", "[scene]") {
    const compound<float> ship = make_ship();
    random_script d{std::mt19937{5}};
    model m;
    world<float> w;
    for (int i = 0; i < 12; ++i) do_something(w, m, d, ship);
    w.detect();
    m.touching = m.pairs();
    const std::vector<std::byte> good = w.snapshot();
    for (int i = 0; i < 5; ++i) do_something(w, m, d, ship);
    w.detect();
    const auto before = answers_of(w);
    for (std::size_t length = 0; length < good.size(); ++length)
        REQUIRE_FALSE(w.restore(std::span{good}.first(length)));
    for (std::size_t i = 0; i < good.size(); ++i) {
        auto bad = good;
        bad[i] ^= static_cast<std::byte>(1u << (i % 8));
        REQUIRE_FALSE(w.restore(bad));
    }
    auto longer = good;
    longer.push_back(std::byte{0});
    CHECK_FALSE(w.restore(longer));
    world<double> other;
    CHECK_FALSE(other.restore(good));
    CHECK((answers_of(w) == before));
    CHECK(w.restore(good));
    CHECK((w.snapshot() == good));
}

TEST_CASE("world: queries find the present colliders", "[scene]") {
    world<float> w;
    const collider_id a = w.add({.shape = circle<float>{{0, 0}, 1}, .transform = {{5, 0}, {}}});
    const collider_id b = w.add({.shape = aabb<float>{{-1, -1}, {1, 1}}, .transform = {{9, 0}, {}}, .sensor = true});
    REQUIRE(w.ray_cast_closest(ray<float>{{0, 0}, {20, 0}})->id == a);
    CHECK(w.ray_cast_closest(ray<float>{{0, 0}, {20, 0}})->hit.fraction == 0.2f);
    CHECK(w.ray_cast(ray<float>{{0, 0}, {20, 0}}).size() == 2);
    CHECK(w.ray_cast(ray<float>{{0, 0}, {20, 0}}, {.sensors = false}).size() == 1);
    CHECK(w.ray_cast_closest(ray<float>{{0, 0}, {20, 0}}, {.ignore = a})->id == b);
    CHECK(w.shape_cast_closest(circle<float>{{0, 0}, 1}, V{20, 0})->cast.fraction == 0.15f);
    w.move(a, {{100, 0}, {}});
    CHECK(w.ray_cast_closest(ray<float>{{0, 0}, {20, 0}})->id == b);
    int seen = 0;
    w.query(V{100.5f, 0}, [&](collider_id id) { seen += id == a; });
    CHECK(seen == 1);
    w.query(circle<float>{{50, 0}, 200}, [&](collider_id) { return ++seen, false; });
    CHECK(seen == 2);
}

TEST_CASE("world: the closest hit is the first of all hits, and the any-hit query agrees", "[scene]") {
    const compound<float> ship = make_ship();
    const auto check = [&](auto w) {
        random_script d{std::mt19937{11}};
        model m;
        int hits = 0, misses = 0;
        for (int i = 0; i < 60; ++i) do_something(w, m, d, ship);
        // Several colliders at the same place are ordered by id.
        for (int i = 0; i < 4; ++i) w.add({.shape = aabb<float>{{0, 0}, {1, 1}}, .transform = {{2, 2}, {}}});
        for (int i = 0; i < 400; ++i) {
            query_filter f;
            f.as_collider = collider_filter{.mask = d.number(3) ? ~0u : 2u}, f.sensors = d.number(2) == 0;
            if (d.number(4) == 0) f.mask = 1u << d.number(3);
            const ray<float> r{{d.place(14), d.place(14)}, {d.place(20), d.place(20)}};
            const auto all = w.ray_cast(r, f);
            const auto first = w.ray_cast_closest(r, f);
            REQUIRE(first.has_value() == !all.empty());
            REQUIRE(w.ray_cast_any(r, f) == !all.empty());
            if (first) REQUIRE((first->id == all[0].id && first->hit.fraction == all[0].hit.fraction));
            const circle<float> c{r.origin, 0.75f};
            const auto casts = w.shape_cast(c, r.translation, f);
            const auto closest = w.shape_cast_closest(c, r.translation, f);
            REQUIRE(closest.has_value() == !casts.empty());
            REQUIRE(w.shape_cast_any(c, r.translation, f) == !casts.empty());
            if (closest) REQUIRE((closest->id == casts[0].id && closest->cast.fraction == casts[0].cast.fraction));
            int seen = 0;
            w.query(c, [&](collider_id) { ++seen; }, f);
            REQUIRE(w.query_any(c, f) == (seen > 0));
            ++(all.empty() ? misses : hits);
            for (const auto& h : all)
                REQUIRE(std::count_if(all.begin(), all.end(), [&](const auto& g) { return g.id == h.id; }) == 1);
        }
        CHECK(hits > 50);
        CHECK(misses > 50);
    };
    check(world<float, dynamic_tree<float>>{});
    check(world<float, spatial_hash<float>>{});
}

TEST_CASE("world: the closest hit of a ray of length 0 is the first collider that contains it", "[scene]") {
    for (const V where : {V{0, 0}, V{3, -2}}) {
        world<float> w;
        std::vector<collider_id> ids;
        for (int i = 0; i < 20; ++i) {
            collider<float> c;
            c.shape = circle<float>{where, static_cast<float>(1 + i % 7)};
            ids.push_back(w.add(c));
        }
        CHECK(w.ray_cast(ray<float>{where, {0, 0}}).size() == ids.size());
        REQUIRE(w.ray_cast_closest(ray<float>{where, {0, 0}}));
        CHECK(w.ray_cast_closest(ray<float>{where, {0, 0}})->id == ids[0]);
        REQUIRE(w.shape_cast_closest(where, V{0, 0}));
        CHECK(w.shape_cast_closest(where, V{0, 0})->id == ids[0]);
    }
}

TEST_CASE("world: moving many at once equals moving them one by one, and moves all or none", "[scene]") {
    const compound<float> ship = make_ship();
    const auto play = [&](auto one, auto many) {
        random_script d{std::mt19937{8}};
        std::vector<collider_id> ids;
        for (int i = 0; i < 40; ++i) {
            const auto c = make_collider(d, ship);
            ids.push_back(one.add(c));
            REQUIRE(many.add(c) == ids.back());
        }
        for (int frame = 0; frame < 12; ++frame) {
            if (frame % 4 == 3) {  // a gap between the indices
                one.remove(ids[5]), many.remove(ids[5]);
                ids.erase(ids.begin() + 5);
            }
            std::vector<transform2<float>> where;
            std::vector<collider_id> moved(ids.begin(), frame % 3 == 0 ? ids.begin() + 6 : ids.end());
            for (const collider_id id : moved) {
                auto to = one[id].transform;
                to.translation += V{d.place(2), d.place(2)};
                where.push_back(to);
                one.move(id, to);
            }
            REQUIRE(many.move(moved, where));
            one.detect(), many.detect();
            REQUIRE((answers_of(one) == answers_of(many)));
            const auto before = answers_of(many);
            where.back().translation.x = frame % 2 ? NAN : std::numeric_limits<float>::infinity();
            where.front().translation.y += 5;
            auto bad = where;
            bad.pop_back();
            REQUIRE_FALSE(many.move(moved, bad));
            REQUIRE_FALSE(many.move(moved, where));
            many.detect(), one.detect();
            REQUIRE((answers_of(many) == answers_of(one)));
        }
        CHECK(one.contacts().size() > 10);
    };
    play(world<float, dynamic_tree<float>>{}, world<float, dynamic_tree<float>>{});
    play(world<float, spatial_hash<float>>{}, world<float, spatial_hash<float>>{});
}

TEST_CASE("world: after a restore contacts and events are empty, and touching is correct", "[scene]") {
    world<float> w;
    const collider_id a = w.add({.shape = circle<float>{{0, 0}, 1}});
    const collider_id b = w.add({.shape = circle<float>{{1, 0}, 1}});
    const collider_id c = w.add({.shape = circle<float>{{0, 1}, 1}});
    w.detect();
    w.set_filter(c, {.mask = 0});
    const auto bytes = w.snapshot();
    w.move(b, {{50, 0}, {}});
    w.detect();
    CHECK(w.touching(a).empty());
    REQUIRE(w.restore(bytes));
    CHECK((w.contacts().empty() && w.began().empty() && w.stayed().empty() && w.ended().empty()));
    REQUIRE(w.touching(a).size() == 1);
    CHECK(w.touching(a)[0] == b);
    CHECK(w.touching(c).empty());
    w.detect();
    CHECK(w.contacts().size() == 1);
    CHECK(w.stayed().size() == 1);
    REQUIRE(w.ended().size() == 2);
    CHECK(w.ended()[0].reason == end_reason::filtered);
    // A snapshot overwrites a longer vector.
    std::vector<std::byte> again(5000, std::byte{7});
    REQUIRE(w.restore(bytes));
    w.snapshot(again);
    CHECK((again == bytes));
}

TEST_CASE("world: unknown ids and invalid shapes are refused", "[scene]") {
    world<float> w;
    CHECK_FALSE(w.add({.shape = circle<float>{{0, 0}, -1}}));
    CHECK_FALSE(w.add({.shape = circle<float>{{0, 0}, 1}, .transform = {{NAN, 0}, {}}}));
    CHECK_FALSE(w.add({.shape = compound<float>{}}));
    const V corners[] = {{0, 0}, {1, 0}, {0, 1}};
    const auto polygon = make_convex_polygon(corners).value();
    CHECK_FALSE(w.add({.shape = any_shape<float>{convex_polygon_view<float>{polygon}}}));
    const collider_id id = w.add({.shape = polygon});
    CHECK_FALSE(w.move(id, {{INFINITY, 0}, {}}));
    CHECK(w.remove(id));
    CHECK_FALSE(w.contains(id));
    CHECK(w.touching(id).empty());
    const collider_id next = w.add({.shape = polygon});
    CHECK(next.index == id.index);
    CHECK(next != id);
    CHECK_FALSE(w.contains(id));
}

TEST_CASE("world: the filter that a collider has already changes nothing", "[scene]") {
    world<float> w;
    const circle<float> disc{{0, 0}, 1};
    const collider_id a = w.add({.shape = disc}), b = w.add({.shape = disc, .transform = {{1, 0}, {}}});
    w.detect();
    CHECK(w.set_filter(a, w.filter(a)));
    CHECK(w.touching(b).size() == 1);
    w.detect();
    CHECK(w.ended().empty());
    CHECK(w.began().empty());
    CHECK(w.stayed().size() == 1);
    CHECK(w.set_filter(a, {.category = 2}));
    w.detect();
    CHECK(w.ended().size() == 1);
}

TEST_CASE("world: a copy made after all contacts have ended answers as the original does", "[scene]") {
    world<float> w;
    const collider_id a = w.add(circle<float>{{0, 0}, 1}), b = w.add(circle<float>{{1, 0}, 1});
    w.detect();
    CHECK(w.touching(b).size() == 1);
    w.move(b, V{10, 0});
    w.detect();
    world<float> copy = w;  // in builds with sanitizers, no address is computed from the empty lists of the copy
    CHECK(copy.touching(a).empty());
    CHECK(copy.touching(b).empty());
    CHECK(copy.contacts(b).empty());
    CHECK(copy.remove(b));
    copy.detect();
    CHECK(copy.ended().empty());
}
