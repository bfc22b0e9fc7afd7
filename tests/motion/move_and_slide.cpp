// move_and_slide: from a free start nothing is penetrated, nothing is tunnelled, and no seam stops a shape.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../laws.hpp"
#include "../rounds.hpp"
#include "movers.hpp"

#include <cmath>
#include <random>

using namespace hitbox;
using namespace hitbox_tests;

namespace {

const double pi = std::acos(-1.0);

V unit_at(double angle) { return {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))}; }

/// Calls f with the movers of for_each_mover, and with a polygon.
template <class T = float, class F>
void for_each_kind_of_mover(const F& f) {
    for_each_mover<T>(f);
    const vec2<T> corners[] = {
        {T(-0.5), T(-0.25)}, {T(0), T(-0.5)}, {T(0.5), T(-0.25)}, {T(0.375), T(0.5)}, {T(-0.375), T(0.5)}};
    f(make_convex_polygon(corners).value());
}

#if !HITBOX_FEW_TYPES
std::vector<any_shape<double>> any_shapes(const std::vector<vec2<double>>& points) {
    return {points.begin(), points.end()};
}
#endif

template <class T>
void check_velocity(const slide_result<T>& r) {
    for (const auto& c : r.contacts) REQUIRE(exact::along(vec2<T>{}, c.normal, r.velocity) >= 0);
}

template <class T>
std::vector<any_shape<T>> make_soup(std::mt19937& random, T where) {
    std::uniform_real_distribution<T> place(-4, 4), size(T(0.1), T(1.5));
    std::vector<any_shape<T>> solids;
    for (int i = 0; i < 14; ++i) {
        using P = vec2<T>;
        const double turn = double(place(random));
        const P c{where + place(random), where + place(random)};
        const P d = P{static_cast<T>(std::cos(turn)), static_cast<T>(std::sin(turn))} * size(random);
        switch (random() % 4) {
            case 0: solids.push_back(circle<T>{c, size(random)}); break;
            case 1:
                solids.push_back(aabb<T>{c - P{size(random), size(random)}, c + P{size(random), size(random)}});
                break;
            case 2: solids.push_back(capsule<T>{c, c + d, size(random) / 2}); break;
            default: solids.push_back(triangle<T>{c, c + d, c + perp(d)}); break;
        }
    }
    return solids;
}

template <class T>
void check_soups(int scenes, int at_least) {
    using P = vec2<T>;
    std::mt19937 random(1);
    std::uniform_real_distribution<T> part(-1, 1);
    int blocked = 0, moves = 0, still = 0;
    for (const T where : {T(0), T(1000), T(100000)})
        for (int scene = 0; scene < scenes; ++scene) {
            const auto solids = make_soup<T>(random, where);
            for_each_kind_of_mover<T>([&](const auto& shape) {
                P p{where, where};
                for (int tries = 0; tries < 200 && !is_free(shape, p, solids); ++tries)
                    p = {where + 6 * part(random), where + 6 * part(random)};
                if (!is_free(shape, p, solids)) return;
                P v{};
                for (int tick = 0; tick < 60; ++tick) {
                    if (tick % 8 == 0) v = P{part(random), part(random)} * (tick % 24 ? T(0.3) : T(5));
                    const auto r = move_and_slide(shape, p, v, solids);
                    REQUIRE(is_free(shape, r.position, solids));
                    REQUIRE(r.started_free);
                    REQUIRE(r.is_free);
                    check_velocity(r);
                    const double path_length =
                        std::hypot(double(r.position.x) - double(p.x), double(r.position.y) - double(p.y));
                    // Up to eight casts, each of which is rounded by up to three steps on each axis.
                    const double off = 8 * 3 * 1.5 * double(std::numeric_limits<T>::epsilon()) * double(16 + where);
                    REQUIRE(path_length <= std::hypot(double(v.x), double(v.y)) * (1 + 1e-7) + off);
                    const P now = r.position;
                    blocked += r.velocity != v, still += now == p && v != P{}, ++moves;
                    p = now;
                }
            });
        }
    CHECK(moves >= at_least);
    CHECK(blocked > moves / 8);
    CHECK(still < moves / 4);
}

void check_floor(int ticks) {
    for (const float level : {0.f, 0.1f}) {
        std::mt19937 random(3);
        std::vector<aabb<float>> tiles;
        for (float x = -4; x < 60;) {
            const float width = 0.25f + 0.25f * static_cast<float>(random() % 6);
            tiles.push_back({{x, level - 1}, {x + width + (random() % 2 ? 0.125f : 0.f), level}});
            x += width;
        }
        const compound<float> floor{tiles};
        for_each_kind_of_mover([&](const auto& shape) {
            auto r = move_and_slide(shape, V{0, level + 2}, V{0, -4}, floor);
            REQUIRE(r.contacts.size() == 1);
            V p = r.position;
            const float y = p.y;
            float direction = 1;
            for (int tick = 0; tick < ticks; ++tick) {
                const V wish{0.0537f * direction, -0.02f};
                r = move_and_slide(shape, p, wish, floor, {.up = {0, 1}});
                REQUIRE(r.position.y == y);
                REQUIRE(r.position.x == static_cast<float>(double(p.x) + double(wish.x)));
                REQUIRE(r.velocity == V{wish.x, 0});
                REQUIRE(r.on_floor);
                p = r.position;
                if (p.x > 50) direction = -1;
                if (p.x < 0) direction = 1;
            }
        });
    }
}

void check_slopes(int slopes, int ticks) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> part(0, 1);
    for (int slope = 0; slope < slopes; ++slope) {
        const double angle = (part(random) * 1.5 - 0.75);  // up to 43 degrees
        const V d = unit_at(angle), n = perp(d);
        const V corners[] = {d * -8.f, d * -8.f - n * 2.f, d * 8.f - n * 2.f, d * 8.f};
        const std::vector<convex_polygon<float, 8>> solids{make_convex_polygon(corners).value()};
        for_each_kind_of_mover([&](const auto& shape) {
            const slide_options<float> options{.up = {0, 1}};
            V p = move_and_slide(shape, V{static_cast<float>(part(random)), 3}, V{0, -8}, solids, options).position;
            for (int tick = 0; tick < ticks; ++tick) {
                const auto r = move_and_slide(shape, p, V{0, -0.1f}, solids, options);
                REQUIRE(r.position == p);
                REQUIRE(r.velocity == V{0, 0});
                REQUIRE(r.on_floor);
            }
        });
    }
}

}  // namespace

TEST_CASE("move_and_slide: at any speed, no wall is tunnelled", "[motion]") {
    std::mt19937 random(2);
    std::uniform_real_distribution<float> part(-1, 1);
    // A shape inside a closed room of thin walls stays inside.
    for (const float thickness : {1.f, 0.001f, 1e-6f}) {
        std::vector<aabb<float>> walls;
        for (int i = -4; i < 4; ++i) {
            const float a = static_cast<float>(i), b = a + 1;
            walls.push_back({{a, -4 - thickness}, {b, -4}}), walls.push_back({{a, 4}, {b, 4 + thickness}});
            walls.push_back({{-4 - thickness, a}, {-4, b}}), walls.push_back({{4, a}, {4 + thickness, b}});
        }
        for_each_kind_of_mover([&](const auto& shape) {
            V p{0, 0};
            for (int tick = 0; tick < many_if_all(300, 100); ++tick) {
                const V v = V{part(random), part(random)} * (tick % 2 ? 1e6f : 3.f);
                p = move_and_slide(shape, p, v, walls).position;
                REQUIRE(is_free(shape, p, walls));
                const aabb<float> box = bounds(at(shape, p));
                REQUIRE((box.min.x >= -4 && box.min.y >= -4 && box.max.x <= 4 && box.max.y <= 4));
            }
        });
    }
}

TEST_CASE("move_and_slide: a wedge of floor and descending ceiling stops a mover at the exact position", "[motion]") {
    // The ceiling descends to the right, and touches a mover at (0.5, 0.5).
    const auto check = [](const auto& shape, double degrees, vec2<double> touched, long double up, long double right,
                          long double radius) {
        INFO(degrees << " degrees");
        const double s = std::sin(degrees * pi / 180), c = std::cos(degrees * pi / 180);
        const auto on_ceiling = [&](double along, double above) {
            return V{static_cast<float>(touched.x + c * along + s * above),
                     static_cast<float>(touched.y - s * along + c * above)};
        };
        const V corners[] = {on_ceiling(-4, 0), on_ceiling(4, 0), on_ceiling(4, 2), on_ceiling(-4, 2)};
        const std::vector<any_shape<float>> solids{aabb<float>{{-100, -1}, {100, 0}},
                                                   make_convex_polygon(corners).value()};
        const V start{-0.5f, 0.5f};
        REQUIRE(is_free(shape, start, solids));
        const auto r = move_and_slide(shape, start, V{1.5f, -0.2f}, solids);
        REQUIRE(is_free(shape, r.position, solids));
        CHECK(r.velocity == V{0, 0});
        CHECK(r.position.y == 0.5f);
        CHECK(r.rounds <= 4);
        // The exact stop for the slab's rounded corners, in a wider number type: the mover's point at offset
        // (`right`, `above`) from its centre is `radius` away from the ceiling's line.
        const vec2<long double> first = detail::vec_cast<long double>(corners[0]),
                                d = detail::vec_cast<long double>(corners[1]) - first;
        const long double height = first.y - (0.5L + up);
        const long double known = first.x + (height * d.x - radius * std::hypot(d.x, d.y)) / -d.y - right;
        INFO("known " << static_cast<double>(known) << ", is " << r.position.x);
        CHECK(std::abs(static_cast<long double>(r.position.x) - known) <= 2 * 0x1p-24L);
    };
    for (const double degrees : {90., 60., 45., 30., 20., 10., 5., 2., 1., 0.1, 0.01}) {
        const double s = std::sin(degrees * pi / 180), c = std::cos(degrees * pi / 180);
        check(circle<float>{{0, 0}, 0.5f}, degrees, {0.5 + 0.5 * s, 0.5 + 0.5 * c}, 0, 0, 0.5L);
        check(capsule<float>{{0, -0.25f}, {0, 0.25f}, 0.25f}, degrees, {0.5 + 0.25 * s, 0.75 + 0.25 * c}, 0.25L, 0,
              0.25L);
        check(aabb<float>{{-0.5f, -0.5f}, {0.5f, 0.5f}}, degrees, {1, 1}, 0.5L, 0.5L, 0);
    }
}

TEST_CASE("move_and_slide: height differences of a rounding do not stop a mover", "[motion]") {
    std::mt19937 random(4);
    for (int level = 0; level < many_if_all(20, 2); ++level) {
        std::vector<aabb<float>> tiles;
        for (int i = -2; i < 30; ++i) {
            float top = 0.7f;
            const int steps = static_cast<int>(random() % 3);
            for (int k = 0; k < steps; ++k) top = std::nextafter(top, 2.f);
            tiles.push_back({{static_cast<float>(i), -1}, {static_cast<float>(i + 1), top}});
        }
        for_each_kind_of_mover([&](const auto& shape) {
            V p{0, 1.5f};
            int caught = 0;
            for (int tick = 0; tick < 400; ++tick) {
                const auto r = move_and_slide(shape, p, V{0.05f, -0.05f}, tiles, {.up = {0, 1}});
                REQUIRE(is_free(shape, r.position, tiles));
                if (tick > 20) caught += r.position.x - p.x < 0.025f;
                p = r.position;
            }
            CHECK(caught == 0);
        });
    }
}

// A mover that is stopped is tested slightly higher, unless the wall continues there. The wall of a step of a few
// roundings ends immediately, and must not count as one that continues.
TEST_CASE("move_and_slide: a step of at most four roundings is passed in one move, one of 64 stops the mover",
          "[motion]") {
    for (const float level : {1.f, 100.f, 1000 / 3.f}) {
        for (const float half : {0.1f, 0.5f}) {
            const aabb<float> shape{{-half, -half}, {half, half}};
            const auto walk = [&](int roundings) {
                float top = level;
                for (int k = 0; k < roundings; ++k) top = std::nextafter(top, 2 * level);
                const aabb<float> tiles[] = {{{-8, level - 2}, {0, level}}, {{0, level - 2}, {8, top}}};
                const V start =
                    move_and_slide(shape, V{-2, level + 1 + half}, V{0, -2}, tiles, {.up = {0, 1}}).position;
                const V end = move_and_slide(shape, start, V{4, -0.25f}, tiles, {.up = {0, 1}}).position;
                REQUIRE(is_free(shape, end, tiles));
                return end.x;
            };
            for (int roundings = 0; roundings <= 4; ++roundings) {
                INFO("level " << level << ", half " << half << ", " << roundings << " roundings");
                CHECK(walk(roundings) == 2);
            }
            const float before_wall = -half - walk(64);
            CHECK((before_wall >= 0 && before_wall <= 2 * 0x1p-24f));  // two roundings of a place below one
        }
    }
}

// A mover may hit the floor and the wall in the same cast. The wall must still be tested as a step.
TEST_CASE("move_and_slide: a shape at a step climbs it however strong the gravity is", "[motion]") {
    const auto walk = [](const auto& shape, V start, V wish, float top, const slide_options<float>& options) {
        const aabb<float> tiles[] = {{{-9, -1}, {2, 0}}, {{2, -1}, {12, top}}};
        for (int tick = 0; tick < 60; ++tick) {
            const auto r = move_and_slide(shape, start, wish, tiles, options);
            REQUIRE(is_free(shape, r.position, tiles));
            start = r.position;
        }
        return start;
    };
    const aabb<float> box{{-0.5f, -0.5f}, {0.5f, 0.5f}};
    const capsule<float> upright{{0, -0.25f}, {0, 0.25f}, 0.25f};
    const V corners[] = {{-0.375f, -0.5f}, {0.375f, -0.5f}, {0.375f, 0.25f}, {0, 0.5f}, {-0.375f, 0.25f}};
    const auto house = make_convex_polygon(corners).value();
    sample_of_cases is_in_sample{2};
    for (const float fall : {0.01f, 0.05f, 0.1f, 0.3f, 2.f})
        for (const float x : {0.f, 0.03f, 1.5f}) {
            INFO("from " << x << ", pulled by " << fall);
            const V start{x, 0.5f}, wish{0.1f, -fall};
            if (!is_in_sample()) continue;
            const slide_options<float> flat{.up = {0, 1}}, stepping{.up = {0, 1}, .step_height = 0.3f};
            for (const float top : {0.1f, 0.25f, 0.3f}) {
                CHECK(walk(box, start, wish, top, stepping).y == top + 0.5f);
                CHECK(walk(upright, start, wish, top, stepping).y > top + 0.499f);
                CHECK(walk(house, start, wish, top, stepping).y == top + 0.5f);
                CHECK(walk(box, start, wish, top, flat) == V{1.5f, 0.5f});
            }
            CHECK(walk(box, start, wish, 0.31f, stepping) == V{1.5f, 0.5f});
            for (const float top : {0x1p-149f, 0x1p-30f, 0x1p-25f}) CHECK(walk(box, start, wish, top, flat).x > 5);
        }
}

TEST_CASE("move_and_slide: tiles one or two roundings higher do not stop steps of whole sixteenths", "[motion]") {
    std::mt19937 random{4};
    const aabb<float> shape{{-0.5f, -0.5f}, {0.5f, 0.5f}};
    for (int level = 0; level < 5; ++level) {
        std::vector<aabb<float>> tiles;
        for (int i = -2; i < 30; ++i) {
            float top = 0.75f;
            for (auto k = random() % 3; k > 0; --k) top = std::nextafter(top, 2.f);
            tiles.push_back({{static_cast<float>(i), -1}, {static_cast<float>(i + 1), top}});
        }
        V p{0, 1.5f};
        for (int tick = 0; tick < 400; ++tick) {
            const V before = p;
            p = move_and_slide(shape, p, V{0.0625f, -0.25f}, tiles, {.up = {0, 1}}).position;
            REQUIRE(p.x == before.x + 0.0625f);
        }
    }
}

TEST_CASE("move_and_slide: into an upright corridor of its exact width, and through it", "[motion]") {
    for_each_kind_of_mover([](const auto& shape) {
        for (const float x : {0.f, 0.1f, 1000.3f}) {
            const aabb<float> here = bounds(at(shape, V{x, 0}));
            std::vector<aabb<float>> walls;
            for (int i = -10; i < 10; ++i) {
                const float a = static_cast<float>(i), b = a + 1;
                walls.push_back({{here.min.x - 1, a}, {here.min.x, b}}),
                    walls.push_back({{here.max.x, a}, {here.max.x + 1, b}});
            }
            V p{x, 13};
            for (int tick = 0; tick < 300; ++tick) {
                const bool inside = tick >= 25;
                const V motion{!inside ? 0.f : tick % 3 ? 0.1f : -0.3f, inside ? -0.05f : -0.2f};
                const auto r = move_and_slide(shape, p, motion, walls);
                INFO("x " << x << ", tick " << tick << " at " << p.x << ' ' << p.y);
                REQUIRE(r.position.x == x);
                REQUIRE(is_free(shape, r.position, walls));
                REQUIRE(std::abs(r.position.y - (p.y + motion.y)) < 2e-6f);  // a unit in the last place of 13 is 1e-6
                p = r.position;
            }
        }
    });
}

TEST_CASE("move_and_slide: the speed across up is the same on slopes, whatever the step", "[motion]") {
    const V hills[] = {{-20, 0}, {0, 0}, {4, 2}, {8, 2}, {12, -1}, {40, -1}};
    std::vector<convex_polygon<float, 8>> solids;
    for (std::size_t i = 0; i + 1 < std::size(hills); ++i) {
        const V corners[] = {{hills[i].x, -9}, {hills[i + 1].x, -9}, hills[i + 1], hills[i]};
        solids.push_back(make_convex_polygon(corners).value());
    }
    for_each_kind_of_mover([&](const auto& shape) {
        for (const int hertz : {30, 60, 144}) {
            V p = move_and_slide(shape, V{-2, 3}, V{0, -8}, solids, {.up = {0, 1}}).position;
            const float step = 4.f / static_cast<float>(hertz);
            float x = p.x;  // by a clock that rounds as positions do
            for (int tick = 0; tick < 4 * hertz; ++tick) {
                const slide_options<float> options{.up = {0, 1}, .snap_distance = 0.3f};
                const auto r = move_and_slide(shape, p, V{step, -step}, solids, options);
                x += step;
                INFO(hertz << " Hz, tick " << tick << " at " << p.x << ' ' << p.y);
                REQUIRE(r.on_floor);
                p = r.position;
            }
            CHECK(std::abs(p.x - x) <= 1e-5f);
        }
    });
}
TEST_CASE("move_and_slide: a mover stands on the end of a corridor of its exact width", "[motion]") {
    for_each_kind_of_mover([](const auto& shape) {
        for (const float x : {0.f, 0.5f, 1000.3f}) {
            const aabb<float> here = bounds(at(shape, V{x, 0}));
            const aabb<float> left{{here.min.x - 1, -5}, {here.min.x, 10}},
                right{{here.max.x, -5}, {here.max.x + 1, 10}};
            const any_shape<float> ends[] = {
                aabb<float>{{here.min.x, -1}, {here.max.x, 0}}, aabb<float>{{here.min.x - 1, -1}, {here.max.x + 1, 0}},
                circle<float>{{x, -0.5f}, 0.5f}, triangle<float>{{here.min.x, -1}, {here.max.x, -1}, {x, 0}}};
            for (const auto& end : ends) {
                const std::vector<any_shape<float>> solids{left, right, end};
                const V start{x, 3};
                const auto r = move_and_slide(shape, start, V{0, -6}, solids, {.up = {0, 1}});
                INFO("x " << x << " with " << end.value.index() << " ends at " << r.position.x << ' ' << r.position.y);
                CHECK(r.position.x == x);
                CHECK(distance(at(shape, r.position), end).distance <= 1e-5f);
                CHECK(is_free(shape, r.position, solids));
                CHECK(r.velocity == V{});
                const auto cast = shape_cast(at(shape, start), V{0, -6}, solids);
                CHECK(cast.status == cast_status::hit);
                CHECK(std::abs(cast.fraction * -6 - (r.position.y - 3)) <= 1e-5f);
                V p = start;
                for (int tick = 0; tick < 80; ++tick)
                    p = move_and_slide(shape, p, V{tick % 2 ? 0.01f : 0, -0.05f}, solids, {.up = {0, 1}}).position;
                CHECK(distance(at(shape, p), end).distance <= 1e-5f);
            }
            // A level end is a floor.
            const std::vector<any_shape<float>> solids{left, right, ends[1]};
            CHECK(move_and_slide(shape, V{x, 3}, V{0, -6}, solids, {.up = {0, 1}}).on_floor);
        }
    });
}
#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("move_and_slide: a disc stops at a disc beside a huge shape", "[motion]") {
    const circle<double> ball{{0, 0}, 0.5};
    for (const double huge : {1e6, 1e12, 1e15, 1e18}) {
        const std::vector<any_shape<double>> solids{aabb<double>{{-huge, -1}, {huge, 0.5}},
                                                    circle<double>{{3, 1}, 0.5}};
        for (const double motion : {1.5, 2.5, 6.0}) {
            const auto r = move_and_slide(ball, {0, 1}, {motion, 0}, solids);
            INFO(huge << " by " << motion << " ends at " << r.position.x);
            CHECK(std::abs(r.position.x - std::min(motion, 2.0)) <= 1e-12);
        }
    }
}
#endif
TEST_CASE("move_and_slide: flat movers stop at discs from any direction", "[motion]") {
    std::mt19937 random{7};
    std::uniform_real_distribution<float> any(-4, 4);
    for (int i = 0; i < 2000; ++i) {
        const V a{any(random), any(random)}, b{any(random), any(random)}, motion = V{any(random), any(random)} * 0.25f;
        const segment<float> flat{a * 0.5f, b * 0.5f};
        const std::vector<any_shape<float>> discs{circle<float>{{0.5f, 0}, 0.25f},
                                                  capsule<float>{{-1, 1}, {-2, 1}, 0.125f}};
        if (!is_free(flat, V{}, discs)) continue;
        const auto r = move_and_slide(flat, V{}, motion, discs);
        INFO(a.x << ' ' << a.y << ", " << b.x << ' ' << b.y << " by " << motion.x << ' ' << motion.y);
        REQUIRE(is_free(flat, r.position, discs));
        REQUIRE((r.position == motion || !r.contacts.empty() || r.rounds > 1));
        const auto meets = [&](const auto& s) { return shape_cast(flat, motion, s).status != cast_status::separated; };
        if (std::ranges::none_of(discs, meets)) REQUIRE(r.position == motion);
    }
}
TEST_CASE("move_and_slide: a mover that rounding makes flat does not enter a seam", "[motion]") {
    const triangle<float> thin{{-0.001f, -1}, {0.001f, -1}, {0, 1}};
    const std::vector<aabb<float>> boxes{{{1e6f - 1, 0}, {1e6f, 8}}, {{1e6f, 0}, {1e6f + 1, 8}}};
    const auto r = move_and_slide(thin, V{1e6f, 10}, V{0, -5}, boxes);
    CHECK(r.position == V{1e6f, 9});
    CHECK_FALSE(penetrates(at(thin, r.position), boxes));
    CHECK_FALSE(move_and_slide(thin, V{1e6f, 4}, V{}, boxes).started_free);
}
TEST_CASE("move_and_slide: a disc smaller than a rounding penetrates a solid if its centre is on the border",
          "[motion]") {
    const std::vector<segment<float>> wall{{{0, 1}, {4, 1}}};
    for (const float radius : {0x1p-80f, 0x1p-50f, 0x1p-30f}) {
        const circle<float> tiny{{0, 0}, radius};
        CHECK(penetrates(at(tiny, V{1, 1}), wall));
        CHECK_FALSE(move_and_slide(tiny, V{1, 1}, V{}, wall).started_free);
        const auto r = move_and_slide(tiny, V{1, 2}, V{0, -3}, wall);
        CHECK_FALSE(penetrates(at(tiny, r.position), wall));
        CHECK(std::abs(r.position.y - 1) <= 0x1p-20f);
    }
}
#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("move_and_slide: in double a mover stops within the tolerance of a touch", "[motion]") {
    const capsule<double> mover{{0.99999999999999978, 0}, {-5.875, 0}, 0.49999999999999989};
    const std::vector<vec2<double>> tip{{-0.0625, 0.99999999999999956}};
    for (const double more : {0.0, 1e-15, 3e-15, 1e-14, 3e-14, 1.0}) {
        const vec2<double> motion{1, 0.49999999999999967 + more};
        const auto r = move_and_slide(mover, {0, 0}, motion, any_shapes(tip));
        INFO("more " << more << " at " << r.position.x << ' ' << r.position.y);
        CHECK(std::abs(r.position.x - 1) <= 1e-13);
        CHECK(std::abs(r.position.y - 0.49999999999999967) <= 1e-13);
        CHECK_FALSE(penetrates(at(mover, r.position), any_shapes(tip)));
    }
}
#endif
TEMPLATE_TEST_CASE("move_and_slide: whether a start is free is decided exactly, for numbers of all sizes", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    std::mt19937_64 random{8};
    const auto between = [&random](double low, double high) {
        return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
    };
    const auto number = [&] {
        switch (random() % 4) {
            case 0: return T(0);
            case 1: return static_cast<T>(between(-2, 2));
            case 2: return static_cast<T>(std::round(between(-4, 4)));
            default: return static_cast<T>(between(-1, 1) * std::pow(10.0, between(-8, sizeof(T) == 4 ? 24 : 40)));
        }
    };
    const auto point = [&] {
        const T x = number();
        return vec2<T>{x, number()};
    };
    const auto shape = [&]() -> any_shape<T> {
        const vec2<T> a = point(), b = point(), c = point();
        switch (random() % 6) {
            case 0: return circle<T>{a, std::abs(c.x)};
            case 1: return capsule<T>{a, b, std::abs(c.x)};
            case 2: return segment<T>{a, b};
            case 3: return aabb<T>{{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}};
            case 4: return triangle<T>{a, b, c};
            default: return a;
        }
    };
    int free = 0;
    const int cases = many_if_all(20000, 800);
    for (int i = 0; i < cases; ++i) {
        const any_shape<T> mover = shape();
        const std::vector<any_shape<T>> solids{shape(), shape()};
        const vec2<T> start = point(), motion = point();
        const auto r = move_and_slide(mover, start, motion, solids);
        INFO("case " << i);
        CHECK(r.started_free != penetrates(baked(at(mover, start)), solids));
        CHECK(r.is_free != penetrates(baked(at(mover, r.position)), solids));
        free += r.started_free;
    }
    CHECK(free > cases / 4);
    CHECK(free < cases / 20 * 19);
}
TEST_CASE("move_and_slide: a position at which the mover leaves the range is not free", "[motion]") {
    constexpr float max_value = std::numeric_limits<float>::max();
    const std::vector<segment<float>> walls{{{1.375f, 0}, {3.75f, 0}}, {{-max_value, 0}, {3.75f, 0}}};
    const V corners[] = {{-max_value, 0}, {1.25f, -1}, {1.25f, 0}};
    const auto refuses = [&](const auto& shape, V from, const auto& obstacles) {
        const auto r = move_and_slide(shape, from, V{1, 0}, obstacles);
        return !r.started_free && !r.is_free && r.position == from && r.velocity == V{} && r.contacts.empty();
    };
    CHECK(refuses(any_shape<float>{*make_convex_polygon(corners)}, V{-max_value, 0}, walls));
    CHECK(refuses(capsule<float>{{0, 0}, {0, 1.5f}, max_value}, V{1, 0}, walls));
    CHECK(refuses(aabb<float>{{-1e38f, -1}, {1e38f, 1}}, V{max_value, 0}, walls));
    // A motion does not end at a position outside the range.
    const aabb<float> box{{-1, -1}, {1, 1}};
    const V far_away{max_value - 0x1p105f, 5};
    const auto r = move_and_slide(box, far_away, V{max_value, 1}, walls, {.up = {0, 1}, .step_height = 1});
    CHECK(is_finite(r.position));
    CHECK(is_finite(bounds(at(box, r.position)).max));
}

TEST_CASE("move_and_slide: among random solids, none is penetrated and no velocity points into a contact", "[motion]") {
    check_soups<float>(many_if_all(12, 4), many_if_all(6000, 2000));
#if !HITBOX_FEW_TYPES
    check_soups<double>(6, 3000);
#endif
}
TEST_CASE("move_and_slide: a hundred thousand moves among random solids", "[.long]") {
    check_soups<float>(160, 100000);
#if !HITBOX_FEW_TYPES
    check_soups<double>(160, 100000);
#endif
}
TEST_CASE("move_and_slide: a floor of tiles is one floor", "[motion]") { check_floor(many_if_all(20000, 1000)); }
TEST_CASE("move_and_slide: a floor of tiles is one floor, for a million steps", "[.long]") { check_floor(1000000); }
TEST_CASE("move_and_slide: a shape that stands on a slope stays there, to the bit", "[motion]") {
    check_slopes(many_if_all(100, 15), 60);
}
TEST_CASE("move_and_slide: a shape that stands on any of 600 slopes stays there, to the bit", "[.long]") {
    check_slopes(600, 500);
}

// The minimum translation may lead into a pocket between two obstacles that is smaller than the body by a rounding.
TEST_CASE("a body that starts inside obstacles is moved past a pocket that is too small by a rounding", "[motion]") {
    const capsule<float> standing{{0, 0.3f}, {0, 1.2f}, 0.3f};
    const std::vector<aabb<float>> under_block{{{0.1f, 0.5f}, {1.1f, 1.1f}}, {{0.2f, 2.6f}, {0.7f, 3.5f}}};
    for (const float y : {1.09f, 1.05f, 1.f, 0.9f, 0.826f}) {
        const auto r = move_and_slide(standing, {0.6f, y}, {}, under_block, {.up = {0, 1}});
        CHECK(r.is_free);
        CHECK_FALSE(penetrates(at(standing, r.position), under_block));
        CHECK(std::abs(r.position.y - 1.1f) < 1e-5f);  // on the floor, beside the block
        CHECK(std::abs(r.position.x - 0.6f) < 0.45f);
    }
    // A level and its mirror image, in both directions of x.
    const circle<float> disc{{0, 0.4f}, 0.4f};
    for (const float sign : {1.f, -1.f}) {
        const auto box = [sign](float left, float low, float right, float high) {
            return sign > 0 ? aabb<float>{{left, low}, {right, high}} : aabb<float>{{-right, low}, {-left, high}};
        };
        const std::vector<aabb<float>> shelves{box(0, 0, 6, 1), box(0.715120077f, 1.75f, 3.71512008f, 2.25f),
                                               box(1.5f, 3.04552031f, 2.5f, 3.54552031f)};
        const auto r = move_and_slide(disc, {2 * sign, 1.29999995f}, {0, -0.01f}, shelves, {.up = {0, 1}});
        CHECK(r.is_free);
        CHECK_FALSE(penetrates(at(disc, r.position), shelves));
    }
}

// On a coarse grid, such pockets are common. Outside of all boxes there is always a free position.
TEST_CASE("bodies that start inside boxes on a grid find a free position", "[motion]") {
    hitbox_tests::generator g{3};
    const auto tenths = [&g](int low, int high) {
        return static_cast<float>(low + static_cast<int>(g.index(static_cast<std::size_t>(high - low)))) * 0.1f;
    };
    const circle<float> body{{0, 0.4f}, 0.4f};
    int inside = 0, stuck = 0;
    for (int round = 0; round < 6000; ++round) {
        std::vector<aabb<float>> boxes;
        for (std::size_t i = 2 + g.index(6); i > 0; --i) {
            const vec2<float> low{tenths(0, 40), tenths(0, 40)};
            boxes.push_back({low, low + vec2<float>{tenths(2, 20), tenths(2, 20)}});
        }
        const vec2<float> start{tenths(0, 40), g.real(0.f, 4.f)};
        if (!penetrates(at(body, start), boxes)) continue;
        const auto r = move_and_slide(body, start, {0, -0.01f}, boxes, {.up = {0, 1}});
        ++inside, stuck += !r.is_free;
        REQUIRE((!r.is_free || !penetrates(at(body, r.position), boxes)));
    }
    CHECK(inside > 2000);
    CHECK(stuck == 0);
}
