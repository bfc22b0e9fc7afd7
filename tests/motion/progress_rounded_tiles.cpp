// Tiles at multiples of a tenth: the common vertices of neighbours differ by roundings, and no body may notice.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../rounds.hpp"
#include "progress.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace hitbox_tests::progress_rounded_tiles {

using namespace hitbox;

namespace {

/// Calls f(name, body) for bodies with level, slanted and round lower sides.
template <class T, class F>
void for_each_body(const F& f) {
    const T low = 0, high = T(1.1), half = T(0.3), cut = T(0.15);
    f("box", any_shape<T>{aabb<T>{{-half, low}, {half, high}}});
    f("capsule", any_shape<T>{capsule<T>{{0, half}, {0, high - half}, half}});
    f("octagon", progress::polygon_of<T>({{cut - half, low},
                                          {half - cut, low},
                                          {half, cut},
                                          {half, high - cut},
                                          {half - cut, high},
                                          {cut - half, high},
                                          {-half, high - cut},
                                          {-half, cut}}));
    f("hexagon", progress::polygon_of<T>(
                     {{-cut, low}, {cut, low}, {half, cut * 2}, {half, high}, {-half, high}, {-half, cut * 2}}));
}

/// Returns tiles of a ramp. Tile i begins at column base + i, and ends one width after that, rounded.
template <class T>
std::vector<convex_polygon<T>> ramp_of(int base, int tiles, T w, T h) {
    std::vector<convex_polygon<T>> ramp;
    for (int i = 0; i < tiles; ++i) {
        const T x = static_cast<T>(base + i) * w, y = static_cast<T>(i) * h, bottom = std::min(T(0), y + h) - 9;
        ramp.push_back(*make_convex_polygon({vec2<T>{x, bottom}, {x + w, bottom}, {x + w, y + h}, {x, y}}));
    }
    return ramp;
}

template <class T>
T tenths(int n) {
    return static_cast<T>(n) * T(.1);
}

}  // namespace

TEMPLATE_TEST_CASE("rounded tiles: a body walks up a ramp of tiles without a stop and without a hop", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    sample_of_cases is_in_sample{7};
    for_each_body<T>([&](const char* name, const any_shape<T>& body) {
        for (int base = 10; base < 1600; base += 60)
            for (int across = 2; across <= 10; ++across)
                for (int up = 1; up < across; ++up) {
                    if (!is_in_sample()) continue;
                    const T w = tenths<T>(across), h = tenths<T>(up), speed = T(.1);
                    const auto ramp = ramp_of<T>(base, 5, w, h);
                    const slide_options<T> options{.up = {0, 1}};
                    const T end = static_cast<T>(base + 5) * w - T(.4);
                    const vec2<T> above{static_cast<T>(base + 1) * w, 5 * h + 1};
                    auto r = move_and_slide(body, above, vec2<T>{0, -5 * h - 2}, ramp, options);
                    while (r.position.x + speed < end) {
                        const vec2<T> from = r.position;
                        r = move_and_slide(body, from, vec2<T>{speed, T(-.01)}, ramp, options);
                        CAPTURE(name, base, w, h, from.x, from.y, r.position.x, r.position.y);
                        const T unit = static_cast<T>(progress::rounding_of(from.x));
                        REQUIRE(std::abs(r.position.x - (from.x + speed)) <= 4 * unit);
                        // A round body may leave the ramp by less than can be seen.
                        const bool is_round = name[0] == 'c';
                        if (is_round && !r.on_floor)
                            REQUIRE(penetrates(at(body, r.position - vec2<T>{0, T(.005)}), ramp));
                        else REQUIRE(r.on_floor);
                    }
                }
    });
}

TEMPLATE_TEST_CASE("rounded tiles: a body that is pressed to a wall of rows falls along it", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    progress::dice dice{31};
    for_each_body<T>([&](const char* name, const any_shape<T>& body) {
        for (std::size_t i = 0; i < many_if_optimised(120, 20); ++i) {
            std::vector<aabb<T>> wall;
            const int column = 5 + dice.roll(400), rows = 7;
            for (int k = 0; k < rows; ++k) {
                const int columns = 1 + dice.roll(std::min(column, 9));
                const T x = tenths<T>(column - columns), y = static_cast<T>(-k);
                wall.push_back({{x, y - 1}, {x + tenths<T>(columns), y}});
            }
            slide_options<T> options{.up = {0, 1}};
            if (dice.one_in(2)) options.step_height = options.snap_distance = T(.3);
            const T face = tenths<T>(column);
            auto r = move_and_slide(body, vec2<T>{face + 1, T(-1.2)}, vec2<T>{-3, T(-.01)}, wall, options);
            int frames = 0;
            for (; frames < 60 && r.position.y > -rows - 2; ++frames) {
                const T fall = r.on_floor ? T(0) : r.velocity.y;
                r = move_and_slide(body, r.position, vec2<T>{T(-.1), fall - T(.02)}, wall, options);
            }
            CAPTURE(name, i, column, r.position.x, r.position.y);
            CHECK(frames < 60);
        }
    });
}

TEMPLATE_TEST_CASE("rounded tiles: a body keeps its speed where it slides down a steep slope of tiles", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    sample_of_cases is_in_sample{5};
    for_each_body<T>([&](const char* name, const any_shape<T>& body) {
        if (name[0] != 'b' && name[0] != 'c') return;  // slanted sides meet the vertices as floors
        for (int base = 10; base < 800; base += 40)
            for (int up = 2; up <= 10; ++up)
                for (int across = 1; across < up; ++across) {
                    if (!is_in_sample()) continue;
                    const T w = tenths<T>(across), h = tenths<T>(up);
                    const auto slope = ramp_of<T>(base, 5, w, h);
                    const slide_options<T> options{.up = {0, 1}};
                    const T x = (static_cast<T>(base) + T(3.6)) * w - T(.3), fall = T(-.05);
                    auto r = move_and_slide(body, vec2<T>{x, 5 * h + 1}, vec2<T>{0, -5 * h - 2}, slope, options);
                    for (int frame = 0; frame < 60 && r.position.y > h; ++frame) {
                        const vec2<T> from = r.position;
                        r = move_and_slide(body, from, vec2<T>{0, fall}, slope, options);
                        CAPTURE(name, base, w, h, from.x, from.y, r.position.x, r.position.y);
                        const bool is_steep = w < (options.floor_up - T(.01)) * std::hypot(w, h);
                        if (is_steep && r.position.y > h) CHECK(r.velocity.y < 0);
                    }
                }
    });
}

}  // namespace hitbox_tests::progress_rounded_tiles
