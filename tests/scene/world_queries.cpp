// Queries of a world against the same query of each collider, one by one.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../rounds.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace world_queries_one_by_one {  // files of a room are compiled as one

using namespace hitbox;

namespace {

using V = vec2<float>;

const compound<float>& ship() {
    static const compound<float> made{*make_polygon(std::vector<V>{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}})};
    return made;
}
const chain<float>& roof() {
    static const auto made = chain<float>::open(std::vector<V>{{-3, 0}, {0, 1}, {3, 0}}, chain_sides::two);
    return made;
}
collider_shape<float> shape_of(int kind) {
    switch (kind % 7) {
        case 0: return circle<float>{{0, 0}, 1};
        case 1: return aabb<float>{{-1, -1}, {1, 2}};
        case 2: return *regular_polygon(5, 1.5f);
        case 3: return capsule<float>{{-1, 0}, {1, 1}, 0.5f};
        case 4: return ship();
        case 5: return roof();
        default: return V{0.25f, 0};
    }
}
struct dice {
    std::mt19937 engine{23};
    int number(int n) { return static_cast<int>(engine() % static_cast<unsigned>(n)); }
    float place(float max_abs) { return max_abs * (static_cast<float>(number(2049)) / 1024 - 1); }
    transform2<float> anywhere() {
        return {{place(15), place(15)}, rot2<float>::from_degrees(static_cast<float>(number(360)))};
    }
};

/// Makes colliders of all kinds, categories and masks; a third are fixed, a fifth are sensors.
world<float> crowd(dice& d) {
    world<float> w;
    for (int i = 0; i < 90; ++i) {
        const collider_filter filter{.category = 1u << d.number(4), .mask = d.number(2) ? ~0u : 0u};
        const auto id = w.add({.shape = shape_of(i),
                               .transform = d.anywhere(),
                               .filter = filter,
                               .sensor = i % 5 == 0,
                               .user = static_cast<std::uint64_t>(i),
                               .fixed = i % 3 == 0});
        REQUIRE(id);
    }
    for (int i = 0; i < 90; i += 11) w.remove(collider_id{static_cast<std::uint32_t>(i), 1});
    w.detect();
    return w;
}
/// Calls f with the placed shape of a collider: a convex shape, a compound or a chain.
template <class F>
auto with_placed(const collider<float>& c, const F& f) {
    return std::visit([&](const auto& s) { return f(at(s, c.transform)); }, c.shape.value);
}

}  // namespace

TEST_CASE("world: by default a query sees every collider, whatever its category and mask", "[scene]") {
    const collider_filter filters[] = {{},
                                       {.category = 0},
                                       {.mask = 0},
                                       {.category = 0, .mask = 0},
                                       {.category = 8, .mask = 4},
                                       {.mask = ~1u},
                                       {.group = -1},
                                       {.group = 7}};
    for (const collider_filter& f : filters)
        for (const bool sensor : {false, true})
            for (const bool fixed : {false, true}) {
                world<float> w;
                const auto id =
                    w.add({.shape = circle<float>{{0, 0}, 1}, .filter = f, .sensor = sensor, .fixed = fixed});
                int seen = 0;
                w.query(V{0, 0}, [&](collider_id) { ++seen; });
                CHECK(seen == 1);
                CHECK(w.query_any(V{0, 0}));
                const auto hit = w.ray_cast_closest(ray<float>{{-5, 0}, {9, 0}});
                REQUIRE(hit);
                CHECK((hit->id == id && hit->sensor == sensor));
                const auto cast = w.shape_cast_closest(circle<float>{{-5, 0}, 1}, V{9, 0});
                REQUIRE(cast);
                CHECK((cast->id == id && cast->sensor == sensor));
                REQUIRE(w.nearest(V{5, 0}, 10));
                CHECK((w.nearest(V{5, 0}, 10)->id == id && w.nearest(V{5, 0}, 10)->sensor == sensor));
                REQUIRE(w.collide(V{0, 0}).size() == 1);
                CHECK(w.collide(V{0, 0})[0].sensor == sensor);
                REQUIRE(w.contact_manifolds(V{0, 0}).size() == 1);
                CHECK(w.contact_manifolds(V{0, 0})[0].sensor == sensor);
                // Sensors are not part of the solids.
                CHECK(intersects(V{0, 0}, w.solids()) == !sensor);
                CHECK(w.query_any(V{0, 0}, query_filter{.sensors = false}) == !sensor);
                CHECK_FALSE(w.query_any(V{0, 0}, query_filter{.ignore = id}));
                // A mask alone selects categories, whatever the mask and the group of the collider.
                for (const std::uint32_t mask : {0u, 1u, 8u, 9u, 4u, ~1u}) {
                    CHECK(w.query_any(V{0, 0}, {.mask = mask}) == ((f.category & mask) != 0));
                    CHECK(w.ray_cast_any(ray<float>{{-5, 0}, {9, 0}}, {.mask = mask}) == ((f.category & mask) != 0));
                    CHECK(intersects(V{0, 0}, w.solids({.mask = mask})) == (!sensor && (f.category & mask) != 0));
                }
                CHECK(w.query_any(V{0, 0}, {.mask = ~0u}));
                // A query as a collider sees what a collider with this filter meets.
                for (const collider_filter& g : filters) {
                    CHECK(w.query_any(V{0, 0}, {.as_collider = g}) == g.meets(f));
                    CHECK(w.query_any(V{0, 0}, {.mask = 8, .as_collider = g}) == (g.meets(f) && f.category == 8));
                }
            }
}

TEST_CASE("world: a shape whose box exceeds the range of its numbers meets what it touches", "[scene]") {
    world<float> w;
    const auto id = w.add({.shape = aabb<float>{{2.5e38f, -1}, {2.6e38f, 1}}});
    w.add({.shape = aabb<float>{{-1, -1}, {1, 1}}});
    const circle<float> huge{{3e38f, 0}, 1e38f};
    REQUIRE(valid(huge));
    CHECK(w.query(huge) == std::vector{id});
    CHECK(w.query_any(huge));
    CHECK(w.collide(huge).size() == 1);
    CHECK(w.contact_manifolds(huge).size() == 1);
    const auto found = w.nearest(huge, 0);
    CHECK((found && found->id == id));
    // The box of a set without pieces contains nothing.
    CHECK(w.query(std::vector<circle<float>>{}).empty());
    CHECK_FALSE(w.query_any(std::vector<circle<float>>{}));
}

TEST_CASE("world: a predicate alone decides which colliders a query sees", "[scene]") {
    world<float> w;
    const auto disc = [&w](float x, bool sensor = false) {
        return w.add({.shape = circle<float>{{0, 0}, 1}, .transform = {{x, 0}, {}}, .sensor = sensor});
    };
    const collider_id me = disc(0), gun = disc(1), ghost = disc(5, true), enemy = disc(9);
    const auto sight = ray<float>{{0, 0}, {20, 0}};
    const auto not_mine = [&](collider_id id) { return id != gun && id != me; };
    CHECK(w.ray_cast_closest(sight)->id == me);
    CHECK(w.ray_cast_closest(sight, not_mine)->id == ghost);
    CHECK(w.ray_cast_closest(sight, [&](collider_id id) { return not_mine(id) && !w.is_sensor(id); })->id == enemy);
    CHECK(w.ray_cast(sight, not_mine).size() == 2);
    CHECK(w.shape_cast_closest(V{0, 0}, V{20, 0}, not_mine)->id == ghost);
    CHECK(w.nearest(V{0, 0}, INFINITY, not_mine)->id == ghost);
    std::vector<collider_id> found{me, me};
    w.query(circle<float>{{0, 0}, 4}, found, not_mine);
    CHECK(found == std::vector{ghost});
    w.query(circle<float>{{0, 0}, 4}, found);
    CHECK(found == std::vector{me, gun, ghost});
    CHECK_FALSE(w.query_any(V{0, 0}, not_mine));
    CHECK(w.collide(circle<float>{{0, 0}, 4}, not_mine).size() == 1);
    // Solids chosen by a predicate still exclude sensors.
    const auto r = move_and_slide(circle<float>{{0, 0}, 1}, V{0, 0}, V{20, 0}, w.solids(not_mine));
    CHECK(r.position == V{7, 0});
    CHECK(shape_cast(circle<float>{{0, 0}, 1}, V{20, 0}, w.solids(not_mine)).fraction == 0.35f);
}

#if HITBOX_FEW_TYPES
#  define QUERY_SHAPES circle<float>, placed<compound<float>>, collider_shape<float>
#else
#  define QUERY_SHAPES                                                                                      \
      circle<float>, aabb<float>, any_shape<float>, compound<float>, chain<float>, placed<compound<float>>, \
          collider_shape<float>
#endif

TEMPLATE_TEST_CASE("world: a shape query has the results of the same query of each collider", "[scene]", QUERY_SHAPES) {
    dice d;
    const world<float> w = crowd(d);
    const auto shape_at = [](const transform2<float>& where) {
        const V p = where.translation;
        if constexpr (std::same_as<TestType, circle<float>>) return circle<float>{p, 2};
        else if constexpr (std::same_as<TestType, aabb<float>>) return aabb<float>{p - V{4, 3}, p + V{1, 2}};
        else if constexpr (std::same_as<TestType, any_shape<float>>)
            return any_shape<float>{triangle<float>{p, p + V{3, 0}, p + V{0, 3}}};
        else if constexpr (std::same_as<TestType, compound<float>>)
            return compound<float>{std::vector<circle<float>>{{p, 1}, {p + V{2, 1}, 1}}};
        else if constexpr (std::same_as<TestType, chain<float>>)
            return chain<float>::open(std::vector<V>{p, p + V{3, 1}, p + V{4, 4}}, chain_sides::two);
        else if constexpr (std::same_as<TestType, placed<compound<float>>>) return at(ship(), where);
        else return collider_shape<float>{compound<float>{std::vector<circle<float>>{{p, 1}, {p - V{1, 2}, 1}}}};
    };
    std::size_t met = 0, cast_at = 0;
    for (int i = 0; i < 60; ++i) {
        const auto shape = shape_at(d.anywhere());
        const V translation{d.place(6), d.place(6)};
        std::vector<collider_id> expected, got;
        std::optional<collider_id> nearest;
        float least = 0;
        const auto overlaps = w.collide(shape);
        const auto manifolds = w.contact_manifolds(shape);
        const auto casts = w.shape_cast(shape, translation);
        std::size_t hits = 0;
        for (const collider_id id : w) {
            const auto c = w[id];
            with_placed(c, [&](const auto& other) {
                const float gap = distance(shape, other).distance;
                if (!nearest || gap < least) nearest = id, least = gap;
                const auto cast = shape_cast(shape, translation, other);
                const bool is_hit = cast.status != cast_status::separated;
                hits += is_hit;
                const auto same_id = [&](const auto& h) { return h.id == id; };
                const auto h = std::find_if(casts.begin(), casts.end(), same_id);
                REQUIRE((h != casts.end()) == is_hit);
                if (is_hit) REQUIRE((h->cast.fraction == cast.fraction && h->cast.normal == cast.normal));
                const auto hit = collide(shape, other);
                const auto o = std::find_if(overlaps.begin(), overlaps.end(), same_id);
                REQUIRE((o != overlaps.end()) == hit.has_value());
                const auto m = std::find_if(manifolds.begin(), manifolds.end(), same_id);
                REQUIRE((m != manifolds.end()) == hit.has_value());
                if (!hit) return;
                expected.push_back(id);
                REQUIRE((o->contact.normal == hit->normal && o->contact.depth == hit->depth));
                REQUIRE((o->sensor == c.sensor && m->sensor == c.sensor));
                REQUIRE(m->manifold.normal == contact_manifold(shape, other).normal);
            });
        }
        w.query(shape, [&](collider_id id) { got.push_back(id); });
        REQUIRE(got == expected);
        w.query(shape, got);
        REQUIRE(got == expected);
        REQUIRE(overlaps.size() == expected.size());
        REQUIRE(std::ranges::is_sorted(overlaps, {}, [](const auto& o) { return o.id; }));
        REQUIRE(w.query_any(shape) == !expected.empty());
        REQUIRE(casts.size() == hits);
        const auto found = w.nearest(shape, INFINITY);
        REQUIRE(found);
        REQUIRE((found->id == *nearest && found->gap.distance == least));
        const auto within = w.nearest(shape, 0.5f);
        REQUIRE(within.has_value() == (least <= 0.5f));
        if (within) REQUIRE(within->id == *nearest);
        met += expected.size(), cast_at += hits;
    }
    CHECK(met > 20);
    CHECK(cast_at > 40);
}

TEST_CASE(
    "world: of colliders at the same rounded distance, nearest returns the smallest id, however far away they are",
    "[scene]") {
    std::mt19937 random{31};
    const auto coordinate = [&random] { return static_cast<float>(random()) * 0x1.8p-30f - 3; };
    for (const float far_off : {1e3f, 1e8f, 1e9f})
        for (int round = 0; round < hitbox_tests::many_if_all(20000, 2000); ++round) {
            world<float> w;
            std::vector<circle<float>> discs;
            for (int i = 0; i < 5; ++i) discs.push_back({{coordinate(), coordinate()}, 0.1f});
            for (const auto& d : discs) REQUIRE(w.add(d));
            const vec2<float> p{far_off * coordinate() / 3, far_off};
            float least = INFINITY;
            for (const auto& d : discs) least = std::min(least, distance(p, d).distance);
            const auto found = w.nearest(p, INFINITY);
            REQUIRE(found);
            REQUIRE(found->gap.distance == least);
            for (std::size_t i = 0; i < found->id.index; ++i) REQUIRE(distance(p, discs[i]).distance > least);
        }
}

TEMPLATE_TEST_CASE("world: nearest finds a one-sided chain from its front only, at any radius", "[scene]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const std::vector<vec2<T>> points{{0, 0}, {10, 0}};
    world<T> w;
    const collider_id floor = w.add({.shape = chain<T>::open(points)});
    for (const T radius : {T(100), (std::numeric_limits<T>::max)(), std::numeric_limits<T>::infinity()}) {
        CHECK_FALSE(w.nearest(vec2<T>{5, -3}, radius));
        REQUIRE(w.nearest(vec2<T>{5, 3}, radius));
        CHECK((w.nearest(vec2<T>{5, 3}, radius)->id == floor && w.nearest(vec2<T>{5, 3}, radius)->gap.distance == 3));
    }
}

TEST_CASE("world: nearest terminates for any radius and any position", "[scene]") {
    world<float> w;
    CHECK_FALSE(w.nearest(V{0, 0}, INFINITY));
    const collider_id point = w.add({.shape = V{0, 0}});
    CHECK(w.nearest(V{0, 0}, 0)->id == point);
    CHECK(w.nearest(V{1e-45f, 0}, INFINITY)->id == point);
    CHECK(w.nearest(V{3e38f, -3e38f}, INFINITY)->id == point);
    CHECK(w.nearest(V{3, 4}, 5)->gap.distance == 5);
    CHECK(w.nearest(V{3, 4}, 5)->gap.normal == V{-0.6f, -0.8f});
    CHECK_FALSE(w.nearest(V{3, 4}, 4.99f));
    CHECK_FALSE(w.nearest(V{3, 4}, -1));
    CHECK_FALSE(w.nearest(V{3, 4}, NAN));
    CHECK_FALSE(w.nearest(V{3, 4}, INFINITY, [](collider_id) { return false; }));
    CHECK_FALSE(w.nearest(V{0, 0}, INFINITY, [](collider_id) { return false; }));
    const collider_id twin = w.add({.shape = V{1e-45f, 0}});
    CHECK(w.nearest(V{-2, 0}, INFINITY)->id == point);
    CHECK(w.nearest(V{3, 0}, INFINITY)->id == point);  // as far, by its rounded distance
    CHECK(w.nearest(V{0, 0}, INFINITY, [&](collider_id id) { return id == twin; })->id == twin);
    CHECK_FALSE(w.nearest(V{0, 0}, INFINITY, [](collider_id) { return false; }));
}

TEST_CASE("world: a placed collider is a solid that every query of pairs takes", "[scene]") {
    dice d;
    const world<float> w = crowd(d);
    std::size_t met = 0, hits = 0;
    for (int i = 0; i < 40; ++i) {
        const circle<float> disc{{d.place(15), d.place(15)}, 1.5f};
        const auto r = ray<float>{{d.place(15), d.place(15)}, {d.place(20), d.place(20)}};
        const V translation{d.place(9), d.place(9)};
        for (const collider_id id : w) {
            const auto it = w.at(id);
            const auto again = at(w[id].shape, w[id].transform);
            with_placed(w[id], [&](const auto& other) {
                REQUIRE(intersects(disc, it) == intersects(disc, other));
                REQUIRE(intersects(it, disc) == intersects(disc, again));
                REQUIRE(penetrates(it, disc) == penetrates(other, disc));
                REQUIRE(contains(it, disc.center) == contains(other, disc.center));
                const auto one = collide(disc, it), two = collide(disc, again);
                const auto same = collide(disc, other);
                REQUIRE((one.has_value() == same.has_value() && two.has_value() == same.has_value()));
                if (one) {
                    REQUIRE((one->normal == two->normal && one->depth == two->depth));
                    REQUIRE(std::abs(one->depth - same->depth) < 1e-5f);
                    REQUIRE(contact_manifold(disc, it).count > 0);
                }
                REQUIRE(std::abs(distance(disc, it).distance - distance(disc, other).distance) < 1e-5f);
                const std::optional<ray_hit<float>> hit = ray_cast(r, it), expected = ray_cast(r, other);
                REQUIRE(hit.has_value() == expected.has_value());
                if (hit) REQUIRE(std::abs(hit->fraction - expected->fraction) < 1e-5f);
                met += one.has_value(), hits += hit.has_value();
                const auto cast = shape_cast(disc, translation, it);
                REQUIRE(cast.status != cast_status::failed);
                if (cast.status == cast_status::hit && cast.fraction < 0.9f) {
                    const auto stop = move_and_slide(circle<float>{{0, 0}, 1.5f}, disc.center, translation, it);
                    REQUIRE_FALSE(penetrates(circle<float>{stop.position, 1.5f}, it));
                    REQUIRE(stop.position != disc.center + translation);
                }
            });
        }
    }
    CHECK(met > 20);
    CHECK(hits > 100);
    // The solid is a copy, and outlives the collider.
    world<float> other;
    const collider_id id = other.add({.shape = ship(), .transform = {{3, 0}, {}}});
    const auto kept = other.at(id);
    other.remove(id);
    CHECK(intersects(V{4, 0.5f}, kept));
    CHECK_FALSE(intersects(V{0.5f, 0.5f}, kept));
    // One-sided chains stay one-sided.
    const collider_id ground = other.add({.shape = chain<float>::open(std::vector<V>{{-5, 0}, {5, 0}})});
    CHECK(collide(circle<float>{{0, 0.5f}, 1}, other.at(ground)));
    CHECK_FALSE(collide(circle<float>{{0, -0.5f}, 1}, other.at(ground)));
}

TEST_CASE("world: rays and casts name the piece of the compound that they hit", "[scene]") {
    world<float> w;
    const std::vector<aabb<float>> tiles{{{0, 0}, {1, 1}}, {{1, 0}, {2, 1}}, {{2, 0}, {3, 1}}};
    const auto disc = w.add(circle<float>{{9, 0}, 1});
    const auto level = w.add(compound<float>{tiles});
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        const V above{static_cast<float>(i) + .5f, 3};
        const auto hit = w.ray_cast_closest(ray<float>{above, {0, -4}});
        REQUIRE(hit);
        CHECK((hit->id == level && hit->piece == i));
        const auto cast = w.shape_cast_closest(circle<float>{above, .25f}, {0, -4});
        REQUIRE(cast);
        CHECK((cast->id == level && cast->piece == i));
    }
    const auto hit = w.ray_cast_closest(ray<float>{{9, 3}, {0, -4}});
    CHECK((hit && hit->id == disc && hit->piece == 0));
}

TEST_CASE("world: the border of a compound is that of the collider's solid", "[scene]") {
    world<float> w;
    const collider_id id = w.add({.shape = ship(), .transform = {{3, 0}, rot2<float>::from_degrees(30)}});
    const auto placed_ship = at(ship(), w.transform(id));
    dice d;
    int inside = 0;
    for (int i = 0; i < 2000; ++i) {
        const ray<float> r{{3 + d.place(5), d.place(5)}, {d.place(9), d.place(9)}};
        const auto hit = ray_cast(r, w.at(id), ray_start::hollow), same = ray_cast(r, placed_ship, ray_start::hollow);
        REQUIRE(hit.has_value() == same.has_value());
        if (hit) REQUIRE((hit->fraction == same->fraction && hit->normal == same->normal));
        inside += contains(placed_ship, r.origin);
        const circle<float> disc{r.origin, 0.3f};
        REQUIRE(contains(w.at(id), disc) == contains(placed_ship, disc));
    }
    CHECK(inside > 20);
}

}  // namespace world_queries_one_by_one
