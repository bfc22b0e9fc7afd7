// Manifolds of solids in pieces use the edge of the whole outline.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../laws.hpp"
#include "../rounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace outline_face_tests {

using namespace hitbox;
using hitbox_tests::generator;
using hitbox_tests::many_if_all;

TEST_CASE("a box on two tiles rests on both of its ends, wherever the seam is") {
    const aabb<float> body{{1, 0.875f}, {3, 2}};
    const auto whole = contact_manifold(body, aabb<float>{{0, 0}, {4, 1}});
    REQUIRE(whole.count == 2);
    for (const float seam : {0.5f, 1.f, 1.25f, 2.f, 2.75f, 3.f, 3.5f}) {
        const std::vector<aabb<float>> tiles{{{0, 0}, {seam, 1}}, {{seam, 0}, {4, 1}}};
        const auto cut = contact_manifold(body, tiles);
        REQUIRE(cut.count == 2);
        CHECK(cut.normal == whole.normal);
        const auto xs = [](const auto& m) { return std::minmax(m.points[0].point.x, m.points[1].point.x); };
        CHECK(xs(cut) == xs(whole));
        CHECK(cut.points[0].depth == whole.points[0].depth);
        CHECK(cut.points[0].id != cut.points[1].id);
    }
}

TEST_CASE("the contact edge ends where the ground continues at another angle") {
    const std::vector<triangle<float>> hill{{{0, 0}, {4, 0}, {4, 2}}, {{4, 0}, {8, 0}, {4, 2}}};
    const auto top = contact_manifold(aabb<float>{{3, 1.75f}, {5, 3}}, hill);
    REQUIRE(top.count >= 1);
    CHECK(top.normal == vec2<float>{0, -1});
    for (const auto& p : top) CHECK(p.point.x == 4.f);
}

// After a turn, the top edges of neighbouring tiles are in line only up to rounding. The face used to end at the first
// seam, so that both points could be on one side of the body's centre.
TEMPLATE_TEST_CASE("a box on a turned floor of tiles rests on both of its ends", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    generator g{31};
    for (int round = 0; round < many_if_all(10000, 500); ++round) {
        std::vector<aabb<T>> tiles;
        T end = 0;
        while (end < T(9)) {
            const T size = T(1 + g.index(16)) / 8;
            tiles.push_back({{end, T(-1)}, {end + size, 0}});
            end += size;
        }
        const T far = g.index(2) == 0 ? T(0) : T(100);
        const transform2<T> turned{{far, -far / 2}, rot2<T>::from_radians(g.template real<T>(-3, 3))};
        const T left = g.template real<T>(0, 4), width = g.template real<T>(T(.25), 4);
        const auto check = [&](const auto& body) {
            const auto found = contact_manifolds(at(body, turned), at(compound<T>{tiles}, turned));
            CAPTURE(round, left, width, far);
            REQUIRE(found.count == 1);
            const auto& m = found.manifolds[0];
            REQUIRE(m.count == 2);
            const auto x_of = [&](vec2<T> p) { return dot(p - turned.translation, turned.rotation * vec2<T>{1, 0}); };
            const auto [low, high] = std::minmax({x_of(m.points[0].point), x_of(m.points[1].point)});
            const T rounding = T(32) * std::numeric_limits<T>::epsilon() * (far + 10);
            CHECK(std::abs(low - left) <= rounding);
            CHECK(std::abs(high - (left + width)) <= rounding);
            for (const auto& p : m) CHECK(std::abs(p.depth - T(.0625)) <= rounding);
            CHECK(m.points[0].id != m.points[1].id);
        };
        const aabb<T> box{{left, T(-.0625)}, {left + width, 2}};
        const T radius = g.template real<T>(T(.25), 1), y = radius - T(.0625);
        check(box);
        check(capsule<T>{{left, y}, {left + width, y}, radius});
        check(compound<T>{
            std::vector<aabb<T>>{{box.min, {left + width / 3, 1}}, {{left + width / 3, box.min.y}, box.max}}});
    }
}

// A flat face on a vertex between two edges that are in line up to rounding. The vertex of a segment also has the other
// sides of both segments, and a vertex of an overlapping tile has a side inside of the next tile. The face used to end
// there, or its ends had exchanged numbers.
TEMPLATE_TEST_CASE("a box on a straight slope in pieces rests on both of its ends", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    generator g{32};
    for (int round = 0; round < many_if_all(10000, 500); ++round) {
        const T slope = T(g.index(21)) / 10 - 1, unit = T(1 + g.index(8)) / 4;
        std::vector<vec2<T>> points;
        for (int i = -20; i <= 20; ++i) points.push_back(vec2<T>{1, slope} * (T(i) * unit));
        std::vector<convex_polygon<T>> overlapping;
        for (std::size_t i = 0; i + 2 < points.size(); ++i) {
            const vec2<T> from = points[i], to = points[i + 2], down{0, -2};
            overlapping.push_back(*make_convex_polygon(std::vector<vec2<T>>{from + down, to + down, to, from}));
        }
        const rot2<T> turned = rot2<T>::from_radians(std::atan(slope));
        const vec2<T> along = turned * vec2<T>{1, 0}, place{g.template real<T>(-4, 4), T(.46875)};
        const transform2<T> on_slope{turned * place, turned};
        const auto check_body = [&](const auto& body, const auto& ground) {
            const auto m = contact_manifold(body, ground);
            CAPTURE(round, slope, unit, place.x);
            REQUIRE(m.count == 2);
            const auto x_of = [&](int i) { return dot(m.points[i].point, along) - place.x; };
            const int left = x_of(0) < x_of(1) ? 0 : 1;
            CHECK(std::abs(x_of(left) + T(.5)) <= T(1e-4));
            CHECK(std::abs(x_of(1 - left) - T(.5)) <= T(1e-4));
            CHECK(m.points[left].id == 0x00001);
            CHECK(m.points[1 - left].id == 0x10000);
        };
        const auto check = [&](const auto& ground) {
            check_body(at(aabb<T>{{T(-.5), T(-.5)}, {T(.5), T(.5)}}, on_slope), ground);
            check_body(at(compound<T>{std::vector<aabb<T>>{{{T(-.5), T(-.5)}, {T(.25), T(.5)}},
                                                           {{T(.125), T(-.5)}, {T(.5), T(.5)}}}},
                          on_slope),
                       ground);
        };
        check(chain<T>::open(points));
        check(chain<T>::open(points, chain_sides::two));
        check(overlapping);
    }
}

// The twin: edges that are not in line do not become one face. A roof of two very flat slopes has a ridge.
TEMPLATE_TEST_CASE("the face of a floor ends at a ridge that is slightly bent", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const T fall : {T(.0001), T(.001), T(.01)}) {
        const std::vector<triangle<T>> roof{{{-4, -4 * fall}, {0, -2}, {0, 0}}, {{0, 0}, {0, -2}, {4, -4 * fall}}};
        // The box lies on the right slope and reaches over the ridge.
        const transform2<T> on_slope{{0, 0}, rot2<T>::from_radians(-std::atan(fall))};
        const auto m = contact_manifold(at(aabb<T>{{-1, -fall / 8}, {1, 2}}, on_slope), roof);
        REQUIRE(m.count == 2);
        const auto [left, right] = std::minmax({m.points[0].point.x, m.points[1].point.x});
        CHECK(std::abs(left) <= T(.01));
        CHECK(std::abs(right - 1) <= T(.01));
    }
}

}  // namespace outline_face_tests
