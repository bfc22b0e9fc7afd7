// Corridors as wide as the body up to rounding, and gaps between two corners.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../laws.hpp"
#include "../rounds.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace hitbox_tests::corridors {

using namespace hitbox;

// A round body sinks into the mouth of such a shaft until its widest part is between the corners. There, a rounding
// decides whether it goes on. In double, it used to stop in mid-air, with its velocity and without a contact.
TEMPLATE_TEST_CASE("progress: a round body reaches the mouth of a shaft that is as wide as itself up to rounding",
                   "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    generator g{11};
    int in_the_mouth = 0;
    const int rounds = many_if_all(400, 12);
    for (int round = 0; round < rounds; ++round) {
        const T size = g.index(2) == 0 ? T(.7) : T(1.3), x = g.template real<T>(-9, 9), y = g.template real<T>(-9, 9);
        const T width = size * (1 - g.template real<T>(0, 8) * std::numeric_limits<T>::epsilon());
        const T radius = size / 2, right = x + width;
        const std::vector<aabb<T>> walls{{{x - 3, y - 5}, {x, y}}, {{right, y - 5}, {right + 3, y}}};
        const circle<T> disc{{}, radius};
        const capsule<T> upright{{0, 0}, {0, size}, radius};
        const rounded<aabb<T>> box{{{-radius / 2, -radius / 2}, {radius / 2, radius / 2}}, radius / 2};
        const any_shape<T> body = round % 3 == 0 ? any_shape<T>{disc} : round % 3 == 1 ? any_shape<T>{upright} : box;
        vec2<T> position{x + size / 2, y + size};
        slide_result<T> end;
        for (int frame = 0; frame < 60; ++frame) {
            end = move_and_slide(body, position, {0, -size / 13}, walls, {.up = {0, 1}});
            position = end.position;
        }
        CAPTURE(round, size, width, x, y, position.x, position.y, end.stopped_by);
        REQUIRE_FALSE(penetrates(at(body, position), walls));
        const T drop = size / 100;  // if so much is free, the body is in the shaft and falls
        const bool may_fall = !penetrates(at(body, position - vec2<T>{0, drop}), walls);
        REQUIRE((!may_fall || position.y < y - size));
        if (may_fall) continue;
        REQUIRE(end.velocity.y == 0);
        in_the_mouth += 1;
    }
    CHECK(in_the_mouth > rounds / 8);
}

inline int reads = 0;  // of the vertices of counted_box

/// A box that counts how often a query reads its vertices.
template <class T>
struct counted_box {
    using scalar_type = T;
    aabb<T> box;

    friend vec2<T> center(const counted_box& b) { return center(b.box); }
    friend vec2<T> support(const counted_box& b, vec2<T> d) { return support(b.box, d); }
    friend auto vertices(const counted_box& b) { return ++reads, vertices(b.box); }
    friend T radius(const counted_box&) { return 0; }
    friend bool valid(const counted_box& b) { return valid(b.box); }
};

// With step_height, a move searches for a floor below each corner, beside the corner. Between two corners there is no
// free position for that; thousands of positions used to be tried.
TEST_CASE("progress: a body that rests between two corners takes few tests, also with step_height", "[motion]") {
    for (const float gap : {.599999f, .599362827f, .55f, .519251343f}) {
        const std::vector<counted_box<float>> walls{{{{2, -3}, {7.25f, 0}}}, {{{7.25f + gap, -3}, {13, 0}}}};
        const capsule<float> body{{0, .3f}, {0, 1.2f}, .3f};
        vec2<float> position{7.25f + gap / 2, .5f};
        int most = 0;
        for (int frame = 0; frame < 60; ++frame) {
            reads = 0;
            position = move_and_slide(body, position, {0, -.02f}, walls, {.up = {0, 1}, .step_height = .25f}).position;
            most = std::max(most, reads);
        }
        CAPTURE(gap, most);
        CHECK(most > 0);
        CHECK(most < 10000);
    }
}

// The tip of a slope at the wall of a shaft is a floor for a box as wide as the shaft. It used to be one only if the
// slope rose to the right.
TEMPLATE_TEST_CASE("progress: a box in a shaft of its own width stands on the tip of a slope, on either side",
                   "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    generator g{13};
    for (int round = 0; round < many_if_all(200, 40); ++round) {
        const T x = T(g.index(40)) / 4, width = T(1 + g.index(8)) / 4, height = T(1 + g.index(12)) / 4;
        const T fall = T(1 + g.index(8)) / 8, snap = T(g.index(2)) / 4;
        slide_result<T> ends[2];
        for (const int side : {1, -1}) {
            const auto box = [side](T left, T bottom, T right, T top) {
                return side > 0 ? aabb<T>{{left, bottom}, {right, top}} : aabb<T>{{-right, bottom}, {-left, top}};
            };
            std::vector<any_shape<T>> level{box(x - 1, 0, x, 9), box(x + width, 0, x + width + 1, 9)};
            level.push_back(triangle<T>{{T(side) * x, 0}, {T(side) * (x + width), 0}, {T(side) * (x + width), height}});
            const aabb<T> body{{-width / 2, 0}, {width / 2, 1}};
            vec2<T> position{T(side) * (x + width / 2), 6};
            slide_result<T>& end = ends[side > 0 ? 0 : 1];
            for (int frame = 0; frame < 80; ++frame) {
                end = move_and_slide(body, position, {0, -fall}, level, {.up = {0, 1}, .snap_distance = snap});
                position = end.position;
            }
            CAPTURE(round, side, x, width, height, position.x, position.y, end.stopped_by);
            CHECK(end.on_floor);
            CHECK(position == vec2<T>{T(side) * (x + width / 2), height});
        }
        CHECK(ends[0].stopped_by == ends[1].stopped_by);
        CHECK(ends[0].velocity.y == ends[1].velocity.y);
        CHECK(ends[0].contacts.count == ends[1].contacts.count);
    }
}

// The floor of a room and a corridor consists of two pieces, whose slanted seam ends at the mouth of the corridor.
TEMPLATE_TEST_CASE("progress: a box enters a corridor of its own height over a seam at the mouth", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    for (int round = 0; round < 7 * 6 * 8; round += many_if_all(1, 5)) {
        const T seam = T(round % 7 - 3), depth = T(1 + round / 7 % 6), side = round / 42 % 2 == 0 ? 1 : -1;
        const bool steps = round / 84 % 2 == 0, overlaps = round / 168 % 2 == 0;
        const auto piece = [side](std::vector<vec2<T>> points) {
            for (vec2<T>& p : points) p.x *= side;
            return *make_convex_polygon(points);
        };
        const std::vector<convex_polygon<T>> level{
            piece({{-9, 0}, {-9, -depth}, {seam, -depth}, {0, 0}}),
            piece({{0, 0}, {overlaps ? std::min(seam, T(0)) : seam, -depth}, {9, -depth}, {9, 0}}),
            piece({{-9, 1}, {0, 1}, {0, 4}, {-9, 4}})};
        const slide_options<T> walking{
            .up = {0, 1}, .step_height = steps ? T(.3) : T(0), .snap_distance = steps ? T(.3) : T(0)};
        vec2<T> position{side * T(1.5), 0};
        CAPTURE(seam, depth, side, steps, overlaps);
        for (int frame = 0; frame < 60; ++frame) {
            const vec2<T> motion{side * T(-.0625), T(-.015625)};
            const auto end = move_and_slide(aabb<T>{{T(-.5), 0}, {T(.5), 1}}, position, motion, level, walking);
            REQUIRE(end.position == position + vec2<T>{motion.x, 0});
            CHECK(end.velocity == vec2<T>{motion.x, 0});
            position = end.position;
        }
    }
}

// Each search for a free position used to test 49 of them, and a move makes dozens of such searches.
TEST_CASE("progress: a box of double that is wedged between two slopes takes few tests", "[motion]") {
    generator g{14};
    int most = 0;
    for (int round = 0; round < many_if_all(60, 12); ++round) {
        const double x = g.index(2) == 0 ? 0 : 1000;
        const std::vector<triangle<double>> valley{{{x - 5, 0}, {x, 0}, {x - g.real(.5, 1.5), g.real(2., 6.)}},
                                                   {{x + 5, 0}, {x, 0}, {x + g.real(.5, 1.5), g.real(2., 6.)}}};
        const counted_box<double> body{{{-.3, 0}, {.3, 1.2}}};
        vec2<double> position{x, 6};
        for (int frame = 0; frame < 60; ++frame) {
            reads = 0;
            position = move_and_slide(body, position, {0, -.4}, valley, {.up = {0, 1}, .snap_distance = .3}).position;
            most = std::max(most, reads);
        }
    }
    CAPTURE(most);
    CHECK(most > 0);
    CHECK(most < 6000);
}

// The body fits at y = 0 only, and the way out of the ceiling ends a rounding beside it. Thousands of positions used to
// be tried.
TEMPLATE_TEST_CASE("progress: a body that starts in the ceiling of a corridor of its own height enters the corridor",
                   "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    generator g{15};
    int most = 0, entered = 0;
    for (const double far : {0., 1000.25}) {
        std::vector<counted_box<T>> tiles;
        for (int i = 0; i < 12; ++i)
            for (const T y : {T(-1), T(1)})
                tiles.push_back({aabb<T>::from_corner({static_cast<T>(far + i), y}, {T(1), T(1)})});
        for (int i = 0; i < many_if_all(100, 30); ++i) {
            const vec2<T> start{static_cast<T>(g.real(far + 1, far + 11)), static_cast<T>(g.real(0.001, .4))};
            CAPTURE(far, start.x, start.y);
            const auto goes_in = [&](const char* kind, const auto& body) {
                CAPTURE(kind);
                reads = 0;
                const auto end = move_and_slide(body, start, {}, tiles, {.up = {0, 1}});
                most = std::max(most, reads);
                CHECK(end.is_free);
                // By the rounding of its vertices, the placed body may be higher than the corridor.
                const vec2<T> way_out = collide(at(body, start), tiles)->mtv();
                if (way_out.y > 0 || std::abs(way_out.x) > T(1e-3)) return;
                CHECK(std::abs(end.position.y) <= std::numeric_limits<T>::epsilon());
                CHECK(std::abs(end.position.x - start.x) < T(1e-3));
                ++entered;
            };
            goes_in("box", aabb<T>{{T(-.375), 0}, {T(.375), 1}});
            goes_in("disc", circle<T>{{0, T(.5)}, T(.5)});
            goes_in("capsule", capsule<T>{{0, T(.25)}, {0, T(.75)}, T(.25)});
            goes_in("triangle", triangle<T>{{T(-.25), 0}, {T(.25), 0}, {0, 1}});
        }
    }
    CAPTURE(most);
    CHECK(entered > many_if_all(400, 120));
    CHECK(most > 0);
    CHECK(most < 1000);
}

// A disc moves as a point among discs of larger radii. From a start in two of them, the shortest way out may end in the
// notch between them, where the same direction leads into one of them again.
TEMPLATE_TEST_CASE("progress: a disc that starts inside two discs goes out, also into the notch between them",
                   "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    generator g{16};
    int notches = 0;
    const circle<T> body{{0, 0}, T(.25)};
    const int levels = many_if_all(20000, 1500);
    for (int i = 0; i < levels; ++i) {
        const auto random_disc = [&] {
            return circle<T>{{static_cast<T>(g.real(-1., 1.)), static_cast<T>(g.real(-1., 1.))},
                             static_cast<T>(g.real(.25, 1.))};
        };
        const std::vector<circle<T>> level{random_disc(), random_disc()};
        const vec2<T> start{static_cast<T>(g.real(-1., 1.)), static_cast<T>(g.real(-1., 1.))};
        if (!intersects(at(body, start), level[0]) || !intersects(at(body, start), level[1])) continue;
        const auto hit = collide(at(body, start), level);
        const auto end = move_and_slide(body, start, {}, level);
        CAPTURE(i);
        CHECK(end.is_free);
        CHECK(!penetrates(at(body, end.position), level));
        CHECK(length(end.position - start) <= hit->depth + T(sizeof(T) == 4 ? 1e-4 : 1e-11));
        const vec2<T> there = start + hit->mtv();
        const auto gap_to = [&](const circle<T>& c) { return std::abs(length(there - c.center) - c.radius - T(.25)); };
        notches += std::max(gap_to(level[0]), gap_to(level[1])) < T(1e-5) ? 1 : 0;
    }
    CHECK(notches > levels / 40);
}

// The rounding of this notch left no free position on the line of the shortest way out.
TEST_CASE("progress: a disc goes out of two discs into a notch, beside the line of the shortest way out", "[motion]") {
    const std::vector<circle<double>> level{{{-1.8513740410790533, .78662100933666812}, 1.1825871209998928},
                                            {{-.65361369508870037, -.9449382608124437}, .54206651538079809}};
    const circle<double> body{{0, 0}, .3};
    const vec2<double> start{-.68661195641426609, -.82315236073826847};
    for (const vec2<double> motion : {vec2<double>{}, vec2<double>{1, 0}, vec2<double>{0, 1}}) {
        const auto end = move_and_slide(body, start, motion, level);
        CHECK(end.is_free);
        CHECK(!penetrates(at(body, end.position), level));
        CHECK(end.stopped_by == slide_stop::none);
    }
}

}  // namespace hitbox_tests::corridors
