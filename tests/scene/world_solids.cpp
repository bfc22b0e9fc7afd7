// The colliders of a world as one set of solids.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "filled_world.hpp"

#include <random>

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

namespace {

/// Returns the numbers of the pieces that a search along a path visits if each visit ends the path at `fraction`.
template <class S, class T>
std::vector<std::size_t> visited(const S& set, const aabb<T>& box, vec2<T> path, T fraction) {
    std::vector<std::size_t> found;
    using detail::for_each_piece_on_path;
    for_each_piece_on_path(set, box, path, [&](const auto&, std::size_t i) {
        found.push_back(i);
        return fraction;
    });
    return found;
}

}  // namespace

// A ray or a cast along a diagonal would otherwise visit all tiles in the box around its path.
TEMPLATE_TEST_CASE("a search along a path finds all pieces on it and few others, in a placed compound and in a world",
                   "[scene]", HITBOX_TESTS_REALS) {
    using T = TestType;
    std::mt19937 random{31};
    const auto real = [&random](double from, double to) {
        return static_cast<T>(from + (to - from) * static_cast<double>(random() >> 8) * 0x1p-24);
    };
    constexpr int side = 60;
    std::vector<aabb<T>> tiles;
    for (int i = 0; i < side * side; ++i)
        tiles.push_back(aabb<T>::from_corner({T(i % side), T(i / side)}, {T(0.4), T(0.4)}));
    const compound<T> level{tiles};
    for (int i = 0; i < 20; ++i) {
        const T far = i % 4 == 0 ? T(1e4) : T(10);
        const transform2<T> where{{real(-1, 1) * far, real(-1, 1) * far}, rot2<T>::from_degrees(real(0, 360))};
        const auto placed_level = at(level, where);
        world<T> one, many;
        REQUIRE(one.add({.shape = level, .transform = where}));
        for (const aabb<T>& tile : tiles) REQUIRE(many.add({.shape = tile, .transform = where, .fixed = true}));
        one.detect(), many.detect();
        const vec2<T> from = where * vec2<T>{real(-5, 65), real(-5, 65)},
                      to = where * vec2<T>{real(-5, 65), real(-5, 65)}, path = to - from;
        const aabb<T> box{from - vec2<T>{T(0.3), T(0.2)}, from + vec2<T>{T(0.3), T(0.2)}};
        std::vector<char> in_placed(tiles.size()), in_many(tiles.size());
        const auto all = visited(placed_level, box, path, T(1));
        for (const std::size_t k : all) in_placed[k] = 1;
        auto in_world = visited(one.solids(), box, path, T(1));
        for (std::size_t& k : in_world) k -= one.solids().piece_of(one.solids().index_of(k), 0);
        CHECK((in_world == all));
        for (const std::size_t k : visited(many.solids(), box, path, T(1)))
            in_many[decltype(many.solids())::index_of(k)] = 1;
        std::size_t missed = 0, close = 0;
        for (std::size_t k = 0; k < tiles.size(); ++k) {
            const auto tile = baked(at(tiles[k], where));
            const bool is_on_path = shape_cast(box, path, tile).status != cast_status::separated;
            missed += is_on_path && !(in_placed[k] && in_many[k]) ? 1 : 0;
            const aabb<T> wide{box.min - vec2<T>{3, 3}, box.max + vec2<T>{3, 3}};
            close += shape_cast(wide, path, tile).status != cast_status::separated ? 1 : 0;
        }
        CHECK(missed == 0);
        CHECK(all.size() <= close);
        // The first tiles on the path end the search.
        if (all.size() > 40) {
            CHECK(visited(placed_level, box, path, T(0.01)).size() < 20);
            CHECK(visited(many.solids(), box, path, T(0.01)).size() < 20);
        }
    }
}
