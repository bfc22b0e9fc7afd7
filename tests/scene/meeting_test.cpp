// Queries of a world by boxes and other shapes, against every collider one by one: at random, on grids where edges
// coincide, and at the borders of boxes that are rounded.

#include <hitbox/hitbox.hpp>

#include "../allocations.hpp"
#include "../catch_compat.hpp"
#include "../rounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace world_box_queries {  // files of a room are compiled as one

using namespace hitbox;

namespace {

struct dice {
    std::mt19937 engine{41};
    int number(int n) { return static_cast<int>(engine() % static_cast<unsigned>(n)); }
};

/// Makes random shapes. With `on_grid`, positions and sizes are multiples of 0.5 and angles of a quarter turn.
template <class T>
struct maker {
    dice& d;
    bool on_grid;

    T length(int max_length) {
        return on_grid ? T(d.number(2 * max_length + 1)) / 2 : T(d.number(100000)) * T(max_length) / T(99991) + T(.001);
    }
    T place(int max_abs) {
        return on_grid ? T(d.number(4 * max_abs + 1)) / 2 - T(max_abs) : 2 * length(max_abs) - T(max_abs);
    }
    vec2<T> point(int max_abs) {
        const T x = place(max_abs);
        return {x, place(max_abs)};
    }
    collider_shape<T> shape() {
        switch (d.number(10)) {
            case 0: return circle<T>{point(1), length(2)};
            case 1: return aabb<T>{{-length(2), -length(2)}, {length(2), length(2)}};
            case 2: return obb<T>{point(1), {length(2), length(2)}, rot2<T>::from_degrees(T(45))};
            case 3: return capsule<T>{point(2), point(2), length(1)};
            case 4: return triangle<T>{point(2), point(2), point(2)};
            case 5: return segment<T>{point(2), point(2)};
            case 6: return rounded{aabb<T>{{-1, -1}, {1, 1}}, length(1)};
            case 7: {
                const std::vector<segment<T>> two{{{-2, 1}, {-1, 1}}, {{1, -1}, {2, -2}}};  // with a gap between them
                return compound<T>{two};
            }
            case 8: {  // one-sided: a box behind its edges does not meet it, also if it contains the chain
                const std::vector<vec2<T>> points{{2, 0}, {0, 1}, {-2, 0}};
                return chain<T>::open(points);
            }
            default: return point(1);
        }
    }
    transform2<T> somewhere() {
        const T degrees = on_grid ? T(90 * d.number(4)) : T(d.number(36000)) / 100;
        return {point(12), rot2<T>::from_degrees(degrees)};
    }
};

template <class T>
std::vector<collider_id> one_by_one(const world<T>& w, const auto& shape) {
    std::vector<collider_id> found;
    for (const collider_id id : w)
        if (intersects(w.at(id), shape)) found.push_back(id);
    return found;
}
template <class T>
std::vector<collider_id> queried(const world<T>& w, const auto& shape) {
    std::vector<collider_id> found, listed;
    w.query(shape, [&](collider_id id) { found.push_back(id); });
    w.query(shape, listed);
    REQUIRE(found == listed);
    REQUIRE(found == w.query(shape));
    REQUIRE(w.query_any(shape) == !found.empty());
    return found;
}

}  // namespace

TEST_CASE("world: a query without a list returns one, also with a condition") {
    world w;  // of float
    const circle<float> disc{{0, 0}, 1};
    const collider_id floor = w.add({.shape = disc, .filter = {.category = 2}}), coin = w.add(disc);
    CHECK(w.query(disc) == std::vector{floor, coin});
    CHECK(w.query(disc, {.mask = 2}) == std::vector{floor});
    CHECK(w.query(disc, query_filter{.ignore = floor}) == std::vector{coin});
    CHECK(w.query(circle<float>{{9, 0}, 1}).empty());
}

TEMPLATE_TEST_CASE("world: a query by a box or another shape finds the colliders that intersect it one by one",
                   "[scene]", HITBOX_TESTS_REALS) {
    dice d;
    std::size_t met = 0, missed = 0;
    for (int round = 0; round < static_cast<int>(hitbox_tests::many_if_optimised(60, 12)); ++round) {
        using T = TestType;
        maker<T> m{d, round % 2 == 0};
        world<T> w;
        for (int i = 0; i < 60; ++i) w.add({.shape = m.shape(), .transform = m.somewhere(), .fixed = i % 4 == 0});
        if (round % 3 == 0) w.detect();  // or else shapes are moved when a query needs them
        for (int i = 0; i < 12; ++i)
            if (const collider_id id{static_cast<std::uint32_t>(d.number(60)), 1}; w.contains(id))
                w.move(id, m.somewhere());
        for (int i = 0; i < 20; ++i) {
            const vec2<T> low = m.point(12);
            const aabb<T> box{low, low + vec2<T>{m.length(8), m.length(8)}};
            const auto expected = one_by_one(w, box);
            CAPTURE(round, i, box);
            REQUIRE(queried(w, box) == expected);
            met += expected.size(), missed += w.size() - expected.size();
            const circle<T> disc{low, m.length(5)};
            REQUIRE(queried(w, disc) == one_by_one(w, disc));
            const obb<T> turned{low, {m.length(4), m.length(3)}, rot2<T>::from_degrees(T(30))};
            REQUIRE(queried(w, turned) == one_by_one(w, turned));
            const std::vector<circle<T>> two{disc, {low + vec2<T>{3, 1}, m.length(1)}};
            REQUIRE(queried(w, two) == one_by_one(w, two));
        }
    }
    CHECK(met > 300);
    CHECK(missed > 300);
}

TEMPLATE_TEST_CASE("world: a box whose border is within a rounding of a shape meets it only if they share a point",
                   "[scene]", HITBOX_TESTS_REALS) {
    using T = TestType;
    constexpr T infinity = std::numeric_limits<T>::infinity();
    dice d;
    maker<T> m{d, false};
    std::size_t met = 0, missed = 0;
    for (int round = 0; round < static_cast<int>(hitbox_tests::many_if_optimised(2000, 400)); ++round) {
        world<T> w;
        const T far_away = round % 3 == 0 ? T(1000) : T(0);
        transform2<T> where = m.somewhere();
        where.translation += {far_away, -far_away};
        const collider_id id = w.add({.shape = m.shape(), .transform = where});
        if (!id) continue;
        const aabb<T> of_it = w.bounds(id);
        for (int side = 0; side < 4; ++side) {
            aabb<T> box{of_it.min - vec2<T>{1, 1}, of_it.max + vec2<T>{1, 1}};
            T& end = side == 0 ? box.max.x : side == 1 ? box.max.y : side == 2 ? box.min.x : box.min.y;
            end = side == 0 ? of_it.min.x : side == 1 ? of_it.min.y : side == 2 ? of_it.max.x : of_it.max.y;
            const T outwards = side < 2 ? -infinity : infinity;
            for (int k = d.number(4); k > 0; --k) end = std::nextafter(end, d.number(3) == 0 ? outwards : -outwards);
            const bool meets = intersects(box, w.at(id));
            CAPTURE(round, side, box, of_it);
            REQUIRE(queried(w, box).empty() != meets);
            met += meets, missed += !meets;
        }
    }
    CHECK(met > 300);
    CHECK(missed > 30);
}

TEST_CASE("world: a box query of hundreds of colliders does not allocate", "[scene]") {
    world<float> w;
    for (int x = 0; x < 25; ++x)
        for (int y = 0; y < 25; ++y)
            w.add({.shape = circle<float>{{0, 0}, .75f},
                   .transform = {{static_cast<float>(x), static_cast<float>(y)}, {}}});
    w.detect();
    std::size_t found = 0;
    const std::size_t before = hitbox_tests::allocation_count();
    w.query(aabb<float>{{-1, -1}, {25.5f, 25}}, [&found](collider_id) { ++found; });
    w.query(obb<float>{{12, 12}, {12, 9}, rot2<float>::from_degrees(30)}, [&found](collider_id) { ++found; });
    CHECK(hitbox_tests::allocation_count() == before);
    CHECK(found > 900);
}

TEST_CASE("world: results are in order even if they exceed the room of a query", "[scene]") {
    world<float> w;
    dice d;
    for (int i = 0; i < 3000; ++i)
        w.add({.shape = vec2<float>{0, 0},
               .transform = {{static_cast<float>(d.number(90)), static_cast<float>(d.number(90))}, {}}});
    for (int half = 1; half < 90; half += 7) {
        const aabb<float> box{{-1, -1}, {static_cast<float>(half), 95}};
        const auto found = queried(w, box);
        REQUIRE(found == one_by_one(w, box));
    }
}

TEST_CASE("world: nearest takes the coordinates of a point in braces", "[scene]") {
    world<float> w;
    w.add({.shape = circle<float>{{0, 0}, 1}});
    REQUIRE(w.nearest({5, 0}, 10));
    CHECK(w.nearest({5, 0}, 10)->gap.distance == 4);
    CHECK_FALSE(w.nearest({5, 0}, 10, [](collider_id) { return false; }));
    CHECK(w.nearest(vec2<float>{5, 0}, 10)->gap.distance == w.nearest(circle<float>{{5, 0}, 0}, 10)->gap.distance);
}

}  // namespace world_box_queries
