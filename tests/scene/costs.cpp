// The cost of a world's query depends on the nearby colliders only: tested boxes and colliders are counted.

#include <hitbox/hitbox.hpp>

#include "../allocations.hpp"
#include "../boxes.hpp"
#include "../catch_compat.hpp"
#include "../rounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace world_costs {  // files of a room are compiled as one

using namespace hitbox;

namespace {

using V = vec2<float>;

struct work {
    std::size_t tested = 0;  // boxes compared, those of inner nodes included
    std::size_t found = 0;   // boxes handed on: of colliders, or of pairs of them
    std::size_t bounds = 0;  // how often the box around all was taken from the broad phase
};
work done;

/// A broad phase that counts its work.
template <class B>
struct counted : B {
    using T = typename B::scalar_type;

    aabb<T> bounds() const noexcept { return ++done.bounds, B::bounds(); }
    template <class Visit>
    query_statistics query(const aabb<T>& box, Visit&& visit) const {
        return note(B::query(box, visit));
    }
    template <class Visit>
    query_statistics query(vec2<T> point, Visit&& visit) const {
        return note(B::query(point, visit));
    }
    template <class Visit>
    query_statistics ray_cast(const ray<T>& r, Visit&& visit) const {
        return note(B::ray_cast(r, visit));
    }
    template <class Visit>
    query_statistics box_cast(const aabb<T>& box, vec2<T> translation, Visit&& visit) const {
        return note(B::box_cast(box, translation, visit));
    }
    template <class Visit>
    query_statistics for_each_pair(Visit&& visit) const {
        return note(B::for_each_pair(visit));
    }

private:
    static query_statistics note(const query_statistics& s) {
        done.tested += s.tested, done.found += s.found;
        return s;
    }
};

using counted_world = world<float, counted<dynamic_tree<float>>>;

const compound<float>& ship() {
    static const compound<float> made{*make_polygon(std::vector<V>{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}})};
    return made;
}

/// Discs, boxes and ships on a grid about the origin, four units apart; 2 `half` + 1 in each row.
counted_world grid_of(int half, bool fixed) {
    counted_world w;
    for (int x = -half; x <= half; ++x)
        for (int y = -half; y <= half; ++y) {
            collider<float> c;
            const int kind = ((x + 7 * y) % 9 + 9) % 9;
            if (kind < 4) c.shape = circle<float>{{0, 0}, 1.5f};
            else if (kind < 8) c.shape = aabb<float>{{-1, -1}, {1.5f, 1.5f}};
            else c.shape = ship();
            c.transform.translation = V{static_cast<float>(4 * x), static_cast<float>(4 * y)};
            c.fixed = fixed;
            REQUIRE(w.add(c));
        }
    w.detect();
    return w;
}

template <class Query>
work work_of(const Query& query) {
    done = {};
    query();
    return done;
}

constexpr int few = 15, many = hitbox_tests::many_if_all(158, 78);  // 961 colliders, and 100 489 or 24 649

/// Runs the same query in both worlds.
class two_worlds {
public:
    template <class Query>
    void check(const char* name, const Query& query) {
        INFO(name);
        const work a = work_of([&] { query(small_); }), b = work_of([&] { query(large_); });
        CAPTURE(a.tested, a.found, b.tested, b.found);
        CHECK(a.tested > 0);
        CHECK(b.found <= 4 * a.found + 8);      // the search for the nearest ends somewhere below twice its distance
        CHECK(b.tested <= 2 * a.tested + 200);  // by the depth of the tree
        CHECK(b.tested < 4000);
    }

private:
    counted_world small_ = grid_of(few, true), large_ = grid_of(many, true);
};

}  // namespace

TEST_CASE("world: queries test nearby colliders only", "[scene]") {
    two_worlds worlds;
    const circle<float> disc{{2, 2.25f}, 2.25f};
    const V inside{2, 2}, translation{9, 4};
    const auto along = ray<float>{{2, 2}, {40, 3}};
    const auto placed_ship = at(ship(), V{-2, -2.5f});
    const auto all = [](collider_id) { return true; };
    worlds.check("box", [&](auto& w) { w.query(aabb<float>{{-9, -9}, {3, 4}}, [](collider_id) {}); });
    worlds.check("point", [&](auto& w) { w.query(inside, [](collider_id) {}); });
    worlds.check("list", [&](auto& w) {
        std::vector<collider_id> found;
        w.query(disc, found);
        CHECK(!found.empty());
    });
    worlds.check("any", [&](auto& w) { CHECK(w.query_any(disc, all)); });
    worlds.check("compound", [&](auto& w) { CHECK(w.query_any(placed_ship)); });
    worlds.check("collide", [&](auto& w) { CHECK(!w.collide(disc).empty()); });
    worlds.check("collide a compound", [&](auto& w) { CHECK(!w.collide(placed_ship).empty()); });
    worlds.check("contact_manifolds", [&](auto& w) { CHECK(!w.contact_manifolds(disc).empty()); });
    worlds.check("nearest", [&](auto& w) { CHECK(w.nearest(inside, INFINITY)); });
    worlds.check("nearest to a compound", [&](auto& w) { CHECK(w.nearest(placed_ship, INFINITY)); });
    worlds.check("nearest, filtered", [&](auto& w) {
        const auto far_from_it = [&](collider_id id) { return dot(w.transform(id).translation, V{1, 0}) > 20; };
        CHECK(w.nearest(inside, INFINITY, far_from_it));
    });
    worlds.check("ray_cast", [&](auto& w) { CHECK(!w.ray_cast(along).empty()); });
    worlds.check("ray_cast_closest", [&](auto& w) { CHECK(w.ray_cast_closest(along)); });
    worlds.check("ray_cast_any", [&](auto& w) { CHECK(w.ray_cast_any(along)); });
    worlds.check("shape_cast", [&](auto& w) { CHECK(!w.shape_cast(disc, translation).empty()); });
    worlds.check("shape_cast_closest", [&](auto& w) { CHECK(w.shape_cast_closest(placed_ship, translation)); });
    worlds.check("shape_cast_any", [&](auto& w) { CHECK(w.shape_cast_any(disc, translation)); });
}

TEST_CASE("world: the search for the nearest tests nearby colliders only, also if one collider is far away",
          "[scene]") {
    counted_world w = grid_of(many, true);
    const V points[] = {{2, 2}, {1.9f, 0}, {-101, 57}};
    std::optional<world_distance<float>> alone[3];
    for (std::size_t i = 0; i < 3; ++i) alone[i] = w.nearest(points[i], INFINITY);
    for (const float far_off : {1e4f, 1e6f, 1e8f, 1e12f}) {
        const collider_id id = w.add({.shape = circle<float>{{far_off, -far_off}, 1}, .fixed = true});
        for (std::size_t i = 0; i < 3; ++i) {
            const work needed = work_of([&] {
                const auto found = w.nearest(points[i], INFINITY);
                REQUIRE((found && found->id == alone[i]->id && found->gap == alone[i]->gap));
            });
            CAPTURE(far_off, i, needed.found);
            CHECK(needed.found < 400);
            CHECK(needed.tested < 4000);
        }
        REQUIRE(w.remove(id));
    }
}

TEST_CASE("world: the search for the nearest calls its condition at most ten times for a collider", "[scene]") {
    const auto most_calls = [](const world<float>& w, std::size_t accepted) {
        std::vector<int> calls(w.size());
        std::vector<collider_id> ids;
        w.query(aabb<float>{{-2e7f, -2}, {2e7f, 2}}, ids);
        const auto found = w.nearest(V{0, 0}, INFINITY, [&](collider_id id) {
            const auto at = static_cast<std::size_t>(std::find(ids.begin(), ids.end(), id) - ids.begin());
            return ++calls[at], at == accepted;
        });
        REQUIRE((found && found->id == ids[accepted]));
        return *std::max_element(calls.begin(), calls.end());
    };
    for (const std::size_t near : {1u, 30u, 40u, 500u})
        for (const float offset : {0.f, 5.f}) {
            world<float> w;
            const auto add = [&w](float x) { return w.add({.shape = circle<float>{{x, 0}, 1}}); };
            for (std::size_t i = 0; i < near; ++i) add(offset);
            add(1e4f), add(1e7f);
            CAPTURE(near, offset);
            CHECK(most_calls(w, near) <= 10);
            CHECK(most_calls(w, near + 1) <= 10);
        }
}

TEST_CASE("world: queries of its solids test nearby colliders only", "[scene]") {
    two_worlds worlds;
    // The disc is small enough to fit into a gap nearby. The minimum translation out of a crowd without gaps would lead
    // through all of it.
    const circle<float> disc{{1.25f, 1}, .3f};
    const circle<float> free_disc{{2, 2.1f}, .25f};
    const V translation{9, 4};
    const compound<float> two_discs{std::vector<circle<float>>{{{1.25f, 1}, .2f}, {{1.5f, 1.125f}, .2f}}};
    worlds.check("intersects", [&](auto& w) { CHECK(intersects(disc, w.solids())); });
    worlds.check("penetrates", [&](auto& w) { CHECK(penetrates(w.solids(), disc)); });
    worlds.check("collide", [&](auto& w) { CHECK(collide(disc, w.solids())); });
    worlds.check("collide a compound", [&](auto& w) { CHECK(collide(two_discs, w.solids())); });
    worlds.check("collide, the world first", [&](auto& w) { CHECK(collide(w.solids(), two_discs)); });
    worlds.check("contact_manifold", [&](auto& w) { CHECK(contact_manifold(disc, w.solids()).count > 0); });
    worlds.check("distance", [&](auto& w) { CHECK(distance(free_disc, w.solids()).distance > 0); });
    worlds.check("distance of a compound", [&](auto& w) { CHECK(distance(two_discs, w.solids()).distance == 0); });
    worlds.check("distance to the world from a point",
                 [&](auto& w) { CHECK(distance(V{2, 2}, w.solids()).distance > 0); });
    worlds.check("contains", [&](auto& w) { CHECK(contains(w.solids(), V{0, 0})); });
    worlds.check("ray_cast", [&](auto& w) { CHECK(ray_cast(ray<float>{{2, 2}, {40, 3}}, w.solids())); });
    worlds.check("shape_cast",
                 [&](auto& w) { CHECK(shape_cast(free_disc, translation, w.solids()).status == cast_status::hit); });
    worlds.check("shape_cast of a compound",
                 [&](auto& w) { CHECK(shape_cast(two_discs, translation, w.solids()).status != cast_status::failed); });
    worlds.check("move_and_slide", [&](auto& w) {
        CHECK(move_and_slide(circle<float>{{0, 0}, .25f}, V{2, 2.1f}, translation, w.solids()).position.x > 2);
    });
}

TEST_CASE("world: the bounding box of its solids is the one that the broad phase keeps", "[scene]") {
    counted_world w = grid_of(3, false);
    constexpr float infinity = std::numeric_limits<float>::infinity();
    aabb<float> all{{infinity, infinity}, {-infinity, -infinity}};
    for (const collider_id id : w) all = {(min)(all.min, w.bounds(id).min), (max)(all.max, w.bounds(id).max)};
    const work done_for_bounds = work_of([&] { CHECK((bounds(w.solids()) == all && w.bounds() == all)); });
    CHECK(done_for_bounds.bounds > 0);
    CHECK(done_for_bounds.tested == 0);
    const counted_world nothing;
    CHECK(bounds(nothing.solids()).min.x > bounds(nothing.solids()).max.x);
    CHECK_FALSE(intersects(V{0, 0}, nothing.solids()));
    CHECK_FALSE(nothing.nearest(V{0, 0}, INFINITY));
}

TEST_CASE("world: detect tests only colliders near colliders that are not fixed", "[scene]") {
    counted_world worlds[] = {grid_of(few, true), grid_of(many, true)};
    work cost[2];
    for (std::size_t i = 0; i < 2; ++i) {
        for (int k = 0; k < 10; ++k)
            worlds[i].add({.shape = circle<float>{{0, 0}, 1}, .transform = {{static_cast<float>(3 * k), 1}, {}}});
        cost[i] = work_of([&] { worlds[i].detect(); });
        CHECK(worlds[i].contacts().size() > 5);
    }
    CHECK(worlds[0].contacts().size() == worlds[1].contacts().size());
    CHECK(cost[1].found == cost[0].found);
    CHECK(cost[0].found < 60);
    CHECK(cost[1].tested <= 2 * cost[0].tested + 200);
    CHECK(cost[1].tested < 2000);
}

TEST_CASE("world: fixed colliders without other colliders nearby cost nothing", "[scene]") {
    counted_world w = grid_of(few, true);
    CHECK(w.contacts().empty());
    const work alone = work_of([&] { w.detect(); });
    CHECK(alone.tested == 0);
    CHECK(alone.found == 0);
    w.add({.shape = circle<float>{{0, 0}, 1}, .transform = {{1000, 0}, {}}});
    const work far_away = work_of([&] { w.detect(); });
    CHECK(far_away.tested <= 16);
    CHECK(far_away.found == 0);
}

TEST_CASE("world: fixed tiles form pairs only with colliders that are not fixed", "[scene]") {
    // The contacts equal those of tiles whose category is not in their own mask, but pairs of tiles are not even
    // visited.
    const auto level = [](const collider<float>& tile) {
        counted_world w;
        for (int x = 0; x < 26; ++x)
            for (int y = 0; y < 16; ++y) {
                collider<float> c = tile;
                c.transform.translation = V{static_cast<float>(x), static_cast<float>(y)};
                w.add(c);
            }
        w.add({.shape = aabb<float>{{-.5f, -.5f}, {.5f, .5f}}, .transform = {{8, 16.25f}, {}}});
        w.detect();
        return w;
    };
    const aabb<float> square{{0, 0}, {1, 1}};
    counted_world by_filter = level({.shape = square, .filter = {.category = 2, .mask = 1}}),
                  fixed = level({.shape = square, .fixed = true});
    CHECK(fixed.contacts().size() == 2);
    CHECK(by_filter.contacts().size() == 2);
    const work with_filter = work_of([&] { by_filter.detect(); }), with_fixed = work_of([&] { fixed.detect(); });
    CHECK(with_fixed.found == 2);
    CHECK(with_fixed.found < with_filter.found);
    CHECK(with_fixed.tested < with_filter.tested);
}

TEST_CASE("world: queries allocate nothing, and reuse the caller's lists", "[scene]") {
    const counted_world w = grid_of(few, true);
    const circle<float> disc{{2, 2.25f}, 2.25f}, large{{0, 0}, 30};
    const auto along = ray<float>{{2, 2}, {40, 3}};
    const V translation{9, 4};
    std::vector<collider_id> ids;
    std::vector<world_hit<float>> hits;
    std::vector<world_cast_hit<float>> casts;
    std::vector<world_overlap<float>> overlaps;
    std::vector<world_manifold<float>> manifolds;
    const auto query_all = [&] {
        std::size_t n = 0;
        const auto all = [&n](collider_id) { return ++n > 0; };
        w.query(disc, [&n](collider_id) { ++n; });
        w.query(large, ids, all);
        n += w.query_any(disc, all);
        w.ray_cast(along, hits);
        n += w.ray_cast_closest(along, all).has_value() + w.ray_cast_any(along);
        w.shape_cast(disc, translation, casts);
        n += w.shape_cast_closest(disc, translation).has_value() + w.shape_cast_any(disc, translation, all);
        n += w.nearest(V{2, 2}, 100).has_value();
        const auto only_convex = [&w](collider_id id) { return !w.at(id).shape.is_one_sided() && w.user(id) == 0; };
        w.collide(circle<float>{{0, 0}, 2}, overlaps, only_convex);
        w.contact_manifolds(circle<float>{{0, 0}, 2}, manifolds);
        for (const collider_id id : w) n += w.is_fixed(id);
        return n + ids.size() + hits.size() + casts.size() + overlaps.size() + manifolds.size();
    };
    const std::size_t first = query_all();
    CHECK(ids.size() > 100);
    CHECK(hits.size() > 2);
    CHECK(casts.size() > 1);
    CHECK(overlaps.size() > 0);
    CHECK(manifolds.size() > 0);
    const std::size_t before = hitbox_tests::allocation_count();
    const std::size_t again = query_all();
    CHECK(hitbox_tests::allocation_count() == before);
    CHECK(again == first);
}

TEST_CASE("world: detect reuses the memory of earlier frames", "[scene]") {
    // Each collider moves in each frame. The positions repeat, so the lists stop growing.
    struct motion {
        int count;
        float far;  // how far a collider moves; far motions make the broad phase build its tree again
    };
    for (const motion m : {motion{50, 1}, motion{900, 1}, motion{1000, 1}, motion{1500, 60}, motion{9000, 150}}) {
        CAPTURE(m.count, m.far);
        const int side = 1 + static_cast<int>(std::sqrt(static_cast<float>(m.count)));
        hitbox_tests::random_numbers random{31};
        std::vector<V> offsets;
        for (int i = 0; i < 3 * m.count; ++i)
            offsets.push_back({static_cast<float>(random.real(0, m.far)), static_cast<float>(random.real(0, m.far))});
        world<float> w;
        std::vector<collider_id> ids;
        for (int i = 0; i < m.count; ++i) ids.push_back(w.add({.shape = circle<float>{{0, 0}, .5f}}));
        const auto run_frames = [&](int frames) {
            for (int frame = 0; frame < frames; ++frame) {
                for (int i = 0; i < m.count; ++i)
                    w.move(ids[static_cast<std::size_t>(i)],
                           V{static_cast<float>(i % side), static_cast<float>(i / side)} +
                               offsets[static_cast<std::size_t>(3 * i + frame % 3)]);
                w.detect();
            }
        };
        run_frames(12);
        CHECK(!w.contacts().empty());
        const std::size_t before = hitbox_tests::allocation_count();
        run_frames(9);
        CHECK(hitbox_tests::allocation_count() == before);
    }
}

}  // namespace world_costs
