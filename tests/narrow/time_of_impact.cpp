// When two moving shapes touch first: cases with answers worked out by hand.

#include "../catch_compat.hpp"
#include "../close.hpp"
#include "../impact_reference.hpp"
#include "../laws.hpp"
#include "../polygons.hpp"
#include "../rounds.hpp"

#include <hitbox/hitbox.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

using namespace hitbox;
using hitbox_tests::close;

namespace {

constexpr transform2<float> here{};
constexpr sweep<float> rest{here, here};

template <class T>
constexpr sweep<T> moved_by(T x, T y) {
    return {{}, {{x, y}, {}}};
}
template <class T>
sweep<T> turned_by(T degrees) {
    return {{}, {{}, rot2<T>::from_degrees(degrees)}};
}
template <class T>
sweep<T> resting() {
    return {};
}

constexpr aabb<float> standing_box{{0, 0}, {1, 1}};

// As written in the documentation, and at compile time.
constexpr auto in_advance = time_of_impact(standing_box, moved_by(4.f, 0.f), aabb<float>{{3, 0}, {4, 1}}, rest);
static_assert(in_advance.status == cast_status::hit && in_advance.fraction == .5f);
static_assert(in_advance.normal == vec2<float>{-1, 0} && in_advance.point == vec2<float>{3, .5f});
static_assert(time_of_impact(standing_box, sweep{here, here, 1}, vec2<float>{0, -1.25f}, rest).status ==
              cast_status::hit);
static_assert(time_of_impact(standing_box, sweep{here, here, 1}, vec2<float>{0, -1.5f}, rest).status ==
              cast_status::separated);

template <class T>
constexpr double tolerance_of = std::is_same_v<T, float> ? 1e-6 : 1e-12;

}  // namespace

TEMPLATE_TEST_CASE("a bar that spins past a point hits it at the angle at which it gets there, and not before", "",
                   HITBOX_TESTS_REALS) {
    // The disc of radius r touches the long side of the bar, half as thick as h, where sin(angle) * 1.5 = h + r with
    // the bar's own frame turned back: asin((.05 + .05) / 1.5) short of a right angle.
    using T = TestType;
    const aabb<T> bar{{-2, T(-.05)}, {2, T(.05)}};
    const circle<T> pin{{0, T(1.5)}, T(.05)};
    const double first = std::numbers::pi / 2 - std::asin(.1 / 1.5);
    CHECK(close(first, 1.504, .0005));
    for (double spin = .05; spin < 3.1; spin += .05) {
        CAPTURE(spin);
        const auto e =
            time_of_impact(bar, sweep<T>{{}, {{}, rot2<T>::from_radians(static_cast<T>(spin))}}, pin, resting<T>());
        if (spin < first) {
            CHECK(e.status == cast_status::separated);
            CHECK(e.fraction == 1);
        } else {
            CHECK(e.status == cast_status::hit);
            CHECK(close(e.fraction, first / spin, tolerance_of<T>));
        }
    }
    // Just short of it, and just beyond.
    const double eps = 256 * static_cast<double>(std::numeric_limits<T>::epsilon());
    const auto spun = [&](double by) {
        return time_of_impact(bar, sweep<T>{{}, {{}, rot2<T>::from_radians(static_cast<T>(by))}}, pin, resting<T>());
    };
    CHECK(spun(first * (1 - eps)).status == cast_status::separated);
    CHECK(spun(first * (1 + eps)).status == cast_status::hit);
}

TEMPLATE_TEST_CASE("whole turns are not skipped", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const segment<T> needle{{-2, 0}, {2, 0}};
    for (const int turns : {1, 10, 1000, -1, -10, -1000}) {
        CAPTURE(turns);
        const sweep<T> spin{{}, {}, turns};
        const auto e = time_of_impact(needle, spin, vec2<T>{0, T(1.5)}, resting<T>());
        CHECK(e.status == cast_status::hit);
        CHECK(close(e.fraction, .25 / std::abs(turns), tolerance_of<T>));
        CHECK(close(e.point.x, 0, tolerance_of<T>));
        CHECK(close(e.point.y, 1.5, tolerance_of<T>));
        CHECK(close(e.normal.x, turns > 0 ? 1 : -1, 1e-6));
        CHECK(time_of_impact(needle, spin, vec2<T>{0, T(2.001)}, resting<T>()).status == cast_status::separated);
        // If the other shape turns, the answer is the flipped one.
        CHECK(time_of_impact(vec2<T>{0, T(1.5)}, resting<T>(), needle, spin) == flipped(e));
    }
    // The needle moves and turns. It hits the point at the first time at which its line passes through the point and
    // the point is at most 0.5 from the needle's middle.
    const sweep<T> flight{{{-8, 0}, {}}, {{8, 0}, {}}, -8};
    const auto e = time_of_impact(segment<T>{{T(-.5), 0}, {T(.5), 0}}, flight, vec2<T>{0, T(.25)}, resting<T>());
    const auto side = [](double t) {
        const double x = 8 - 16 * t, angle = -16 * std::numbers::pi * t;
        return std::cos(angle) * .25 - std::sin(angle) * x;
    };
    const double in_reach = .5 - std::sqrt(.25 - .0625) / 16;
    double low = in_reach, high = low;
    while (high < .53 && (side(high) > 0) == (side(in_reach) > 0)) low = high, high += 1e-4;
    for (int i = 0; i < 60; ++i) ((side((low + high) / 2) > 0) == (side(low) > 0) ? low : high) = (low + high) / 2;
    CHECK(e.status == cast_status::hit);
    CHECK(high < .5);
    CHECK(close(e.fraction, high, tolerance_of<T>));
}

TEMPLATE_TEST_CASE("straight ways hit where they should, at any scale and any distance", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const T scales[] = {1, T(.01), T(1e-6), T(1e6), T(1e30), T(1e-30)};
    for (const T k : scales) {
        CAPTURE(k);
        const aabb<T> a{{0, 0}, {k, k}}, b{{3 * k, 0}, {4 * k, k}};
        const auto e = time_of_impact(a, moved_by(4 * k, T(0)), b, resting<T>());
        CHECK(e.status == cast_status::hit);
        CHECK(close(e.fraction, .5, 2 * static_cast<double>(std::numeric_limits<T>::epsilon())));
        CHECK(e.normal == vec2<T>{-1, 0});
    }
    const transform2<T> far_a{{T(1e5), 0}, {}}, far_to{{T(1e5) + 4, 0}, {}}, far_b{{T(1e5), 0}, {}};
    const auto e = time_of_impact(aabb<T>{{0, 0}, {1, 1}}, sweep<T>{far_a, far_to}, aabb<T>{{3, 0}, {4, 1}},
                                  sweep<T>{far_b, far_b});
    CHECK(e.status == cast_status::hit);
    CHECK(e.fraction == T(.5));
    // Level geometry in world coordinates, which does not move. Its own origin is far away and must have no influence.
    const auto f = time_of_impact(aabb<T>{{0, 0}, {1, 1}}, sweep<T>{far_a, far_to},
                                  aabb<T>{{T(1e5) + 3, 0}, {T(1e5) + 4, 1}}, resting<T>());
    CHECK(f.status == cast_status::hit);
    CHECK(close(f.fraction, .5, tolerance_of<T>));
}

TEST_CASE("casts that other libraries had reports about") {
    for (int i = 1; i < 50; ++i) {
        CAPTURE(i);
        const auto e = time_of_impact(circle<float>{{static_cast<float>(525 + i), 0}, 50}, moved_by(0.f, 500.f),
                                      aabb<float>{{475, 200}, {525, 250}}, rest);
        const double depth = std::sqrt(2500. - i * i);
        CHECK(e.status == cast_status::hit);
        CHECK(close(e.fraction, (200 - depth) / 500, 1e-6));
        CHECK(close(e.normal.x, i / 50., 1e-6));
        CHECK(close(e.normal.y, -depth / 50, 1e-6));
        CHECK(close(e.point.x, 525, 1e-4));
        CHECK(close(e.point.y, 200, 1e-4));
    }
    const auto bullet = time_of_impact(circle<double>{{0, 0}, .5}, moved_by(1000., 0.),
                                       aabb<double>{{100, -50}, {100.1, 50}}, resting<double>());
    CHECK(close(bullet.fraction, .0995, 1e-12));
    const sweep<double> turned{{{}, rot2<double>::from_degrees(-90)}, {{}, rot2<double>::from_degrees(-90)}};
    const segment<double> wall{{1, 1}, {-1, 1}};
    const auto there = time_of_impact(circle<double>{{0, 0}, .5}, moved_by(1., 0.), wall, turned);
    CHECK(close(there.fraction, .5, 1e-12));
    CHECK(time_of_impact(wall, turned, circle<double>{{0, 0}, .5}, moved_by(1., 0.)) == flipped(there));
    const auto both = time_of_impact(circle<double>{{2, 2}, 1}, moved_by(-.5 * 4, -.5 * 4),
                                     aabb<double>{{-1, -1}, {1, 1}}, moved_by(4., 4.));
    CHECK(close(both.fraction, (std::sqrt(2.) - 1) / 2.1213203435596424 / 4, 1e-12));
}

TEMPLATE_TEST_CASE("from a start in touch, moving in is a hit at once, and all else goes on", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const aabb<T> box{{0, 0}, {1, 1}}, beside{{1, 0}, {2, 1}}, across{{1, 1}, {2, 2}}, ground{{-10, -1}, {10, 0}};
    const auto go = [&](T x, T y, const aabb<T>& b) { return time_of_impact(box, moved_by(x, y), b, resting<T>()); };
    const auto in = cast_status::started_touching, on = cast_status::separated;

    CHECK(go(1, 0, beside).status == in);
    CHECK(go(1, 0, beside).fraction == 0);
    CHECK(go(1, 0, beside).normal == vec2<T>{-1, 0});
    CHECK(go(T(.001), 5, beside).status == in);
    CHECK(go(-1, 0, beside).status == on);
    CHECK(go(0, 5, beside).status == on);
    CHECK(go(T(-.001), 5, beside).status == on);
    // Vertex on vertex: only directions between the two sides lead inside.
    CHECK(go(1, 1, across).status == in);
    CHECK(go(1, T(.001), across).status == in);
    CHECK(go(1, 0, across).status == on);
    CHECK(go(0, 1, across).status == on);
    CHECK(go(1, T(-.001), across).status == on);
    CHECK(go(-1, 1, across).status == on);

    const auto tip = [&](T degrees, T from = 0) {
        const sweep<T> s{{{}, rot2<T>::from_degrees(from)}, {{}, rot2<T>::from_degrees(degrees)}};
        return time_of_impact(box, s, ground, resting<T>());
    };
    CHECK(tip(-20).status == in);
    CHECK(tip(20).status == on);
    // The shape turns over the touching vertex until its next side lies on the ground.
    CHECK(tip(100).status == cast_status::hit);
    CHECK(close(tip(100).fraction, .9, tolerance_of<T>));
    CHECK(tip(-30, 10).status == cast_status::hit);
    CHECK(close(tip(-30, 10).fraction, .25, tolerance_of<T>));

    // A wheel rolls. A point on the middle of a side that turns moves inside, although its first motion does not.
    const sweep<T> roll{{{0, 1}, {}}, {{6, 1}, {}}, -1};
    CHECK(time_of_impact(circle<T>{{0, 0}, 1}, roll, ground, resting<T>()).status == on);
    const aabb<T> square{{-1, -1}, {1, 1}};
    const auto touched_at = [&](T y) {
        return time_of_impact(square, turned_by(T(10)), vec2<T>{1, y}, resting<T>()).status;
    };
    CHECK(touched_at(0) == in);
    CHECK(touched_at(T(-.5)) == in);
    CHECK(touched_at(T(.5)) == on);
    CHECK(touched_at(1) == on);

    // On a ramp whose directions are rounded.
    const rot2<T> up = rot2<T>::from_degrees(30);
    const vec2<T> along{up.c, up.s}, off{-up.s, up.c};
    const transform2<T> base{{}, up}, low{off * T(2), up}, high{off * T(2) + along * T(3), up};
    const aabb<T> sled{{-1, -1}, {1, 1}}, ramp{{-5, -1}, {5, 1}};
    REQUIRE(!penetrates(at(sled, low), at(ramp, base)));
    CHECK(time_of_impact(sled, sweep<T>{low, high}, ramp, sweep<T>{base, base}).status == on);

    // A point, or a segment along its line, cannot be penetrated: the shapes touch in passing.
    CHECK(time_of_impact(segment<T>{{0, 0}, {1, 0}}, moved_by(T(5), T(0)), vec2<T>{1, 0}, resting<T>()).status == on);
    CHECK(time_of_impact(vec2<T>{1, 0}, moved_by(T(5), T(0)), vec2<T>{1, 0}, resting<T>()).status == on);
    CHECK(time_of_impact(vec2<T>{0, 0}, moved_by(T(2), T(0)), vec2<T>{1, 0}, resting<T>()).fraction == T(.5));
}

// `at` rounds vertices, so the shapes of these starts may be apart or overlap by a rounding where they seem to touch.
TEMPLATE_TEST_CASE("turned shapes that touch at the start touch only if they move into each other", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::generator random{31};
    const auto number = [&](std::size_t most) {
        return static_cast<T>(random.index(2 * most + 1)) - static_cast<T>(most);
    };
    const auto turn = [&]() -> rot2<T> {
        if (random.index(2) == 0) return {T(.6), random.index(2) == 0 ? T(.8) : T(-.8)};
        return rot2<T>::from_degrees(static_cast<T>(90 * random.index(4)));
    };
    const auto polygon = [&] {
        return hitbox::convex_hull<4>({vec2<T>{number(4), number(4)}, vec2<T>{number(4), number(4)},
                                       vec2<T>{number(4), number(4)}, vec2<T>{number(4), number(4)}});
    };
    const auto traveller_of = [](const auto& shape, const sweep<T>& motion) {
        hitbox_tests::travel::traveller made;
        for (const vec2<T> p : shape.vertices())
            made.corners.push_back({static_cast<long double>(p.x), static_cast<long double>(p.y)});
        made.set_out(motion);
        return made;
    };
    int leaving = 0, entering = 0;
    for (std::size_t i = 0; i < hitbox_tests::many_if_all(std::size_t{400000}, std::size_t{100000}); ++i) {
        const auto a = polygon(), b = polygon();
        if (!a || !b) continue;
        const transform2<T> from{{number(6), number(6)}, turn()}, stands{{number(6), number(6)}, turn()};
        const auto at_start = collide(at(*a, from), at(*b, stands));
        if (!at_start || at_start->depth != 0) continue;
        const sweep<T> moves{from, {{number(9), number(9)}, random.index(2) == 0 ? from.rotation : turn()}};
        const auto found = time_of_impact(*a, moves, *b, sweep<T>{stands, stands});
        hitbox_tests::travel::meeting pair{traveller_of(*a, moves), traveller_of(*b, sweep<T>{stands, stands})};
        bool leaves = true, enters = true;
        for (const long double t : {1e-4L, 1e-3L, 1e-2L}) {
            const long double gap = pair.gap_at(t);
            leaves = leaves && gap > t / 2, enters = enters && gap < -t / 2;
        }
        CAPTURE(i, found.fraction);
        if (leaves) REQUIRE(found.status != cast_status::started_touching);
        if (enters) REQUIRE(found.status == cast_status::started_touching);
        leaving += leaves, entering += enters;
    }
    CHECK(leaving > 100);
    CHECK(entering > 100);
}

// The corner is exactly on a slope of 3/4, at any distance from the origin; the end of the sweep is rounded.
TEMPLATE_TEST_CASE("a slide along a slope is none into it, and a motion by two ulps into a floor is", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const triangle<T> ramp{{0, 0}, {4000, 0}, {4000, 3000}};
    const aabb<T> box{{-1, 0}, {0, 1}};  // its lower right corner is at its origin
    hitbox_tests::generator random{17};
    for (int i = 0; i < 4000; ++i) {
        const T m = static_cast<T>(1 + random.index(i % 2 == 0 ? 900 : 9));
        const vec2<T> start{4 * m, 3 * m};
        const T way = static_cast<T>(random.real(-2., 2.));
        const vec2<T> end{start.x + T(.8) * way, start.y + T(.6) * way};
        CAPTURE(m, way);
        CHECK(time_of_impact(box, {{start}, {end}}, ramp, resting<T>()).status == cast_status::separated);
        CHECK(time_of_impact(ramp, resting<T>(), box, {{start}, {end}}).status == cast_status::separated);
        const T deep = T(16) * std::numeric_limits<T>::epsilon() * start.y + T(0x1p-53) * 512 * 16000;
        const vec2<T> inside{start.x + T(.8), start.y + T(.6) - deep};
        CHECK(time_of_impact(box, {{start}, {inside}}, ramp, resting<T>()).status == cast_status::started_touching);
    }
    int steps = 0;
    for (int i = 0; i < 4000; ++i) {
        const T height = std::ldexp(static_cast<T>(random.real(-2., 2.)), static_cast<int>(random.index(20)));
        const T far = std::ldexp(static_cast<T>(random.real(-2., 2.)), static_cast<int>(random.index(20)));
        const aabb<T> floor{{far - 4, height - 1}, {far + 4, height}};
        const vec2<T> start{far, height};
        const auto to = [&](T x, T y) { return time_of_impact(box, {{start}, {{x, y}}}, floor, resting<T>()).status; };
        CAPTURE(height, far);
        if (penetrates(at(box, {start}), floor)) continue;
        const T below = std::nextafter(std::nextafter(height, T(-1e6) * 4), T(-1e6) * 4);
        if (height - below > T(0x1p-53) * 512 * (std::abs(far) + std::abs(height) + 10)) {
            CHECK(to(far, below) == cast_status::started_touching);
            ++steps;
        }
        CHECK(to(far + 1, height) == cast_status::separated);
        CHECK(to(far + 1, std::nextafter(height, T(1e6) * 4)) == cast_status::separated);
    }
    if (std::same_as<T, float>) CHECK(steps > 3000);
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
// Two points, or a point and a segment, have no inside to move into. The rounded start may be a little apart on the
// exact path, and then come nearer.
TEMPLATE_TEST_CASE("points and segments that touch at the start do not start by moving into each other", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::generator g{5};
    const auto place = [&] { return vec2<T>{g.real<T>(-4, 4), g.real<T>(-4, 4)}; };
    const auto motion_from = [&](vec2<T> from) {
        return sweep<T>{{from, g.rotation<T>()}, {place(), g.rotation<T>()}};
    };
    int touching = 0;
    for (int round = 0; round < 4000; ++round) {
        const vec2<T> a = place(), b = place(), other = place();
        const sweep<T> sweep_a = motion_from(place());
        sweep<T> sweep_b = motion_from({});
        sweep_b.from.translation = baked(at(a, sweep_a.from)) - baked(at(b, sweep_b.from));
        const segment<T> line{b, other};
        if (intersects(at(a, sweep_a.from), at(b, sweep_b.from))) {
            ++touching;
            REQUIRE(time_of_impact(a, sweep_a, b, sweep_b).status != cast_status::started_touching);
        }
        if (intersects(at(a, sweep_a.from), at(line, sweep_b.from)))
            REQUIRE(time_of_impact(a, sweep_a, line, sweep_b).status != cast_status::started_touching);
    }
    CHECK(touching > 1000);
}

TEST_CASE("an impact within rounding of the start gets the normal and the point that are there at the start") {
    // A side of length 163, upright up to rounding, turns into a box beside it. When the contact is certain, the normal
    // has turned by 1.5e-13; along this normal the depth of the side would be 2.5e-11.
    const auto is_that_of_the_side = [](const cast_result<double>& i) {
        CHECK(i.fraction == 0);
        CHECK(close(i.normal.x, -1, 0));
        CHECK(close(i.normal.y, 0, 1e-16));
        CHECK(close(i.point.x, -52, 1e-14));
        CHECK(close(i.point.y, 29.5, 1e-14));  // the middle of what both share
    };
    const aabb<double> box{{-51.999999999999986, -52}, {52, 111}}, flush{{-52, -52}, {52, 111}};
    const triangle<double> apart{{-52, -52}, {-52, -52}, {-51.999999999999993, 111}};
    const triangle<double> touching{{-52, -52}, {-52, -52}, {-52, 111}};
    for (const double degrees : {45., -45., 90., 10., 1.}) {
        CAPTURE(degrees);
        const auto turn = turned_by(degrees);
        is_that_of_the_side(time_of_impact(apart, turn, box, resting<double>()));
        is_that_of_the_side(flipped(time_of_impact(box, resting<double>(), apart, turn)));
        is_that_of_the_side(time_of_impact(apart, resting<double>(), box, turn));
        const auto in = time_of_impact(touching, turn, flush, resting<double>());
        is_that_of_the_side(in);
        CHECK(in.status == cast_status::started_touching);
    }
}
#endif

TEST_CASE("shapes that penetrate at the start report their depth") {
    const aabb<float> wall{{.75f, -5}, {9, 5}};
    const auto e = time_of_impact(standing_box, moved_by(-3.f, 0.f), wall, rest);
    const auto c = collide(standing_box, wall);
    REQUIRE(c);
    CHECK(e.status == cast_status::started_overlapping);
    CHECK(e.fraction == 0);
    CHECK(e.normal == -c->normal);
    CHECK(e.depth == .25f);
}

TEMPLATE_TEST_CASE("the way is closed: a contact at its very end counts", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const aabb<T> box{{0, 0}, {1, 1}}, wall{{5, 0}, {6, 1}};
    const auto e = time_of_impact(box, moved_by(T(4), T(0)), wall, resting<T>());
    CHECK(e.status == cast_status::hit);
    CHECK(e.fraction == 1);
    CHECK(time_of_impact(box, moved_by(T(4) - T(1e-5), T(0)), wall, resting<T>()).status == cast_status::separated);
    CHECK(time_of_impact(box, moved_by(T(0), T(4)), wall, resting<T>()).status == cast_status::separated);
}

TEST_CASE("a long spin over a plank, by many small steps and by a single one") {
    const aabb<float> box{{-10, -10}, {10, 10}}, plank{{-300, -1.5f}, {300, 1.5f}};
    // Corners of the box reach 14.14 below its centre: with the centre at 15.75 there is a gap of 0.1 to the plank.
    transform2<float> now{{-250, 15.75f}, {}};
    int odd = 0;
    for (int i = 0; i < hitbox_tests::many_if_all(200'000, 10'000); ++i) {
        const transform2<float> next{{-250 + static_cast<float>(i + 1) * .0025f, 15.75f},
                                     rot2<float>::from_radians(static_cast<float>(i + 1) * .1f)};
        const auto e = time_of_impact(box, sweep<float>{now, next}, plank, rest);
        odd += e.status != cast_status::separated || e.fraction != 1;
        now = next;
    }
    CHECK(odd == 0);
    // The whole motion in one query: 20 000 radians are a little more than 3183 turns. At a lower height, the first
    // corner touches.
    const sweep<float> whole{{{-250, 15.75f}, {}}, {{250, 15.75f}, {}}, 3183};
    CHECK(time_of_impact(box, whole, plank, rest).status == cast_status::separated);
    const sweep<float> lower{{{-250, 14}, {}}, {{250, 14}, {}}, 3183};
    const auto e = time_of_impact(box, lower, plank, rest);
    CHECK(e.status == cast_status::hit);
    // A corner at 45 degrees more than `angle` is sqrt(200) sin(45 degrees + angle) below: 12.5 at first.
    const double angle = std::asin(12.5 / std::sqrt(200.)) - std::numbers::pi / 4;
    CHECK(close(e.fraction, angle / (3183 * 2 * std::numbers::pi), 1e-9));
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("a motion with too many near misses ends safely at the step limit") {
    // In each turn, a corner of either box passes the other box four times at a tiny distance, which the surrounding
    // discs cannot exclude.
    const aabb<double> box{{-1, -1}, {1, 1}};
    const sweep<double> spin{{}, {}, 1'000'000}, against{{{2.5, 0}, {}}, {{2.5, 0}, {}}, -1'000'000};
    const auto e = time_of_impact(box, spin, box, against);
    CHECK((e.status == cast_status::step_limit || e.status == cast_status::hit));
    const aabb<double> thin{{-1, -.01}, {1, .01}};
    const sweep<double> up{
        {{1.5, 0}, rot2<double>::from_degrees(90)}, {{1.5, 0}, rot2<double>::from_degrees(90)}, 1'000'000};
    const auto gears = time_of_impact(thin, spin, thin, up);  // like gears: never at a point at once
    CHECK(gears.status == cast_status::step_limit);
    CHECK(gears.fraction > 0);
    CHECK(gears.fraction < 1);
}
#endif

TEST_CASE("a sweep starts and ends exactly where it says") {
    const sweep<float> s{{{1, 2}, rot2<float>::from_degrees(10)}, {{7, -3}, rot2<float>::from_degrees(170)}, 3};
    CHECK(interpolate(s, 0.f) == s.from);
    CHECK(interpolate(s, 1.f) == s.to);
    CHECK(close(swept_angle(s), (160 + 3 * 360) * std::numbers::pi / 180, 1e-5));
    const auto half = interpolate(s, .5f);
    CHECK(half.translation == vec2<float>{4, -.5f});
    const double angle = (10 + (160 + 3 * 360) / 2.) * std::numbers::pi / 180;
    CHECK(close(half.rotation.c, std::cos(angle), 1e-6));
    CHECK(close(half.rotation.s, std::sin(angle), 1e-6));
    // The shorter way round; exactly half a turn goes counter-clockwise.
    const auto between = [](double from, double to) {
        return swept_angle(sweep<double>{{{}, rot2<double>::from_degrees(from)}, {{}, rot2<double>::from_degrees(to)}});
    };
    CHECK(close(between(170, -170), 20 * std::numbers::pi / 180, 1e-15));
    CHECK(close(between(-170, 170), -20 * std::numbers::pi / 180, 1e-15));
    CHECK(between(0, 180) == std::numbers::pi);
    CHECK(between(180, 0) == std::numbers::pi);
    CHECK(between(37, 37) == 0);
}

// A valid rotation may be longer or shorter than 1 by about 2^-11, and products of rotations are scaled to length 1.
TEMPLATE_TEST_CASE("a sweep keeps the length of its rotations", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const double longer : {-.0004, -.0001, .0001, .0004}) {
        const auto turned = [&](double degrees) {
            const double angle = degrees * std::numbers::pi / 180, l = 1 + longer;
            return transform2<T>{{}, {static_cast<T>(l * std::cos(angle)), static_cast<T>(l * std::sin(angle))}};
        };
        const sweep<T> quarter{turned(0), turned(90)};
        for (const double part : {1e-3, .25, .5, .9}) {
            const rot2<T> r = interpolate(quarter, static_cast<T>(part)).rotation;
            CHECK(close(std::hypot(r.c, r.s), 1 + longer, 1e-6));
        }
        // A rod of 1000 units turns past a pin at 1000: it reaches the pin exactly if the rotation makes it longer.
        const segment<T> rod{{0, 0}, {1000, 0}};
        const circle<T> pin{{0, 1000}, T(0)};
        const cast_result<T> met = time_of_impact(rod, sweep<T>{turned(0), turned(170)}, pin, resting<T>());
        CHECK((met.status == cast_status::hit) == (longer > 0));
    }
}

TEST_CASE("a shape that represents another one moves as that shape") {
    const auto p =
        *make_convex_polygon<32>({vec2<float>{0, 0}, vec2<float>{2, 0}, vec2<float>{3, 1}, vec2<float>{1, 2}});
    const obb<float> door{{6, 1}, {.25f, 2}, rot2<float>::from_degrees(30)};
    const transform2<float> from{{-1, 0}, {}}, to{{9, 1}, rot2<float>::from_degrees(100)}, closed{};
    const auto e = time_of_impact(p, sweep<float>{from, to}, door, sweep<float>{closed, closed});
    CHECK(e.status == cast_status::hit);
    const any_shape<float, 32> any_p = p, any_door = door;
    CHECK(time_of_impact(any_p, sweep<float>{from, to}, any_door, rest) == e);
    CHECK(time_of_impact(any_door, rest, any_p, sweep<float>{from, to}) == flipped(e));
    CHECK(time_of_impact(convex_polygon_view{p}, sweep<float>{from, to}, door, rest) == e);
    const transform2<float> moved{{1, 2}, rot2<float>::from_degrees(45)};
    CHECK(time_of_impact(at(p, moved), sweep<float>{from, to}, door, rest) ==
          time_of_impact(baked(at(p, moved)), sweep<float>{from, to}, door, rest));
    CHECK(time_of_impact(at(any_p, moved), sweep<float>{from, to}, door, rest) ==
          time_of_impact(baked(at(p, moved)), sweep<float>{from, to}, door, rest));
}

TEST_CASE("a fraction is not rounded beyond the last safe one") {
    constexpr double hair = 0x1p-30;
    CHECK_TWICE(hitbox::detail::rounded_below<float>(1 + hair, 1 + hair) == 1.f);
    CHECK_TWICE(hitbox::detail::rounded_below<float>(1 - hair, 1 - hair) == 1 - 0x1p-24f);
    CHECK_TWICE(hitbox::detail::rounded_below<float>(1 - hair, 1.) == 1.f);
    CHECK_TWICE(hitbox::detail::rounded_below<double>(.5, .5) == .5);
    CHECK_TWICE(hitbox::detail::rounded_below<double>(1., 1 - 0x1p-53) == 1 - 0x1p-53);
    // There is no fraction below 0.
    CHECK_TWICE(hitbox::detail::rounded_below<float>(0., -hair) == 0.f);
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("impacts of any size, away from the origin") {
    for (const int power : {-900, -300, 0, 300, 900}) {
        const double s = std::ldexp(1., power);
        const auto e = time_of_impact(aabb<double>{{0, 2 * s}, {s, 3 * s}}, moved_by(4 * s, 0.),
                                      aabb<double>{{3 * s, 2 * s}, {4 * s, 3 * s}}, resting<double>());
        CAPTURE(power);
        CHECK(e.status == cast_status::hit);
        CHECK(e.fraction == .5);
        CHECK(e.normal == vec2<double>{-1, 0});
        CHECK(e.point == vec2<double>{3 * s, 2.5 * s});
    }
}

TEST_CASE("a way many times as long as the shapes does not overflow") {
    const double far = 0x1p700;
    const auto e = time_of_impact(circle<double>{{}, 1}, resting<double>(), circle<double>{{}, 1},
                                  sweep<double>{{{far, 0}, {}}, {{-far, 0}, {}}});
    CHECK(e.status == cast_status::hit);
    CHECK(std::abs(e.fraction - .5) <= 0x1p-50);
}
#endif

TEMPLATE_TEST_CASE("a grazing contact is reported at its time, and not long after it", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    // p moves on a circle around (0, -2). After a quarter turn, the circle touches the line y = x, along which the wall
    // slides.
    const segment<T> wall{{-9, -9}, {9, 9}};
    for (const T slide : {T(0), T(1), T(2), T(4)}) {
        for (const int turns : {1, 2, 3}) {
            const sweep<T> slides{{{0, 0}, {1, 0}}, {{slide, slide}, {1, 0}}},
                spins{{{0, -2}, {1, 0}}, {{0, -2}, {1, 0}}, turns};
            const auto hit = time_of_impact(wall, slides, vec2<T>{1, 1}, spins);
            const T quarter = T(.25) / static_cast<T>(turns);
            CAPTURE(slide, turns, hit.fraction);
            CHECK(hit.status == cast_status::hit);
            CHECK(std::abs(hit.fraction - quarter) <= T(1e-3) * quarter);
            CHECK(length(hit.point - vec2<T>{-1, -1}) <= T(1e-2));
            const auto gap = distance(at(wall, interpolate(slides, hit.fraction)),
                                      at(vec2<T>{1, 1}, interpolate(spins, hit.fraction)));
            // Twice 64 roundings of the sum of the distance, the sizes and the lengths of the paths.
            const T lengths = 3 + 13 + 4 + slide * 2 + static_cast<T>(turns) * 20;
            CHECK(gap.distance <= 64 * std::numeric_limits<T>::epsilon() * lengths);
        }
    }
}

TEST_CASE("a ball lands on a placed view with an outline made concave by rounding as it does on the slab itself") {
    // A slab with a nearly straight vertex. If the slab is placed, rounding may make this vertex concave, and the hull
    // omits it.
    const vec2<float> corners[]{{-8, -4}, {8, -4}, {8, 4}, {0, 0x1.000002p+2f}, {-8, 4}};
    const auto slab = *make_convex_polygon_view(corners);
    for (int turn = 0; turn < 360; turn += 2)
        for (const float x : {-6.f, -2.f, 1.f, 5.f}) {
            CAPTURE(turn, x);
            const transform2<float> place{{10, 5}, rot2<float>::from_degrees(float(turn))};
            const vec2<float> down = place.rotation * vec2<float>{0, -30}, landing = place * vec2<float>{x, 4};
            const circle<float> ball{place * vec2<float>{x, 20}, 1};
            const auto e = time_of_impact(ball, moved_by(down.x, down.y), at(slab, place), rest);
            REQUIRE(e.status == cast_status::hit);
            CHECK(close(e.fraction, .5, 1e-6));
            CHECK(close(e.point.x, static_cast<double>(landing.x), 1e-5));
            CHECK(close(e.point.y, static_cast<double>(landing.y), 1e-5));
        }
}

TEMPLATE_TEST_CASE("the point of a hit is on both shapes, also after sweeps by whole numbers and quarter turns", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::dice d{5};
    const auto whole = [&](int largest) { return static_cast<T>(d.between(-largest, largest)); };
    const auto point = [&] { return vec2<T>{whole(3), whole(3)}; };
    const auto radius = [&] { return static_cast<T>(d.index(3)) / 2; };
    const auto shape = [&]() -> any_shape<T> {
        switch (d.index(5)) {
            case 0: return point();
            case 1: return circle<T>{point(), radius()};
            case 2: return capsule<T>{point(), point(), radius()};
            case 3: return triangle<T>{point(), point(), point()};
            default:
                const vec2<T> corner = point();
                return aabb<T>{corner, corner + vec2<T>{static_cast<T>(d.index(5)), static_cast<T>(d.index(5))}};
        }
    };
    const auto place = [&]() -> transform2<T> {
        return {{whole(8), whole(8)}, rot2<T>::from_degrees(T(d.index(2) == 0 ? 90 : 15) * whole(8))};
    };
    const auto motion = [&] { return sweep<T>{place(), place(), static_cast<int>(d.index(3)) - 1}; };
    std::size_t hits = 0;
    for (std::size_t i = 0; i < hitbox_tests::many_if_optimised(40'000, 4000); ++i) {
        const auto a = shape(), b = shape();
        const auto of_a = motion(), of_b = motion();
        const auto hit = time_of_impact(a, of_a, b, of_b);
        if (hit.status != cast_status::hit) continue;
        ++hits;
        CAPTURE(i, hit.fraction, hit.point.x, hit.point.y);
        const T off_a = distance(at(a, interpolate(of_a, hit.fraction)), hit.point).distance,
                off_b = distance(at(b, interpolate(of_b, hit.fraction)), hit.point).distance;
        CHECK(std::max(off_a, off_b) <= T(sizeof(T) == 4 ? 2e-5 : 1e-11));
    }
    CHECK(hits > hitbox_tests::many_if_optimised(8000, 800));
}

// An edge that is tilted by less than 2^-10 beside the vertex of the rounded shape seemed to touch with its whole
// length.
TEST_CASE("the point of a vertex on the round vertex of another shape is there, also beside a slightly tilted edge") {
    const std::array<vec2<double>, 4> box{{{0x1.2a4f291837ddp-1, -0x1.0c0301cf9a6f2p-1},
                                           {0x1.23f9a3aa9f62ap+0, -0x1.0c0301cf9a6f2p-1},
                                           {0x1.23f9a3aa9f62ap+0, -0x1.603ea0ca902a2p-2},
                                           {0x1.2a4f291837ddp-1, -0x1.603ea0ca902a2p-2}}};
    const std::array<vec2<double>, 5> core{{{-0x1.7aae87eb17b0dp-2, 0x1.b61b1bf5e91c8p-4},
                                            {0x1.18f2939b78118p-3, -0x1.0c8d2474fa864p-1},
                                            {0x1.bacb33718d42p-2, -0x1.ca7620ec9c2fp-2},
                                            {0x1.0b3b6ae524e22p-1, -0x1.2c583a5eb03ap-3},
                                            {-0x1.23f234b8f6c17p-2, 0x1.c2ab33801efbcp-2}}};
    const auto a = *make_convex_polygon(box);
    const rounded b{*make_convex_polygon(core), 0x1.91938008c272fp-2};
    const sweep<double> of_a{
        {{0x1.588641c81fa43p+0, 0x1.0a831140b4963p+0}, {-0x1.ec05118e31a64p-1, -0x1.1b45331984d16p-2}},
        {{0x1.588641c81fa43p+0, 0x1.0a831140b4963p+0}, {-0x1.ec050a5b17c9cp-1, -0x1.1b45651ed3946p-2}}};
    const sweep<double> of_b{
        {{-0x1.e8e30c334dbfp-1, 0x1.afeb1f2ed1925p+0}, {-0x1.be146dd13df55p-1, -0x1.f69ed12dc13c5p-2}},
        {{0x1.214d1de68b89cp-2, -0x1.e111a2f6266efp-1}, {-0x1.be0b0b06f84e9p-1, -0x1.f6c021b5aad55p-2}}};
    const auto hit = time_of_impact(a, of_a, b, of_b);
    REQUIRE(hit.status == cast_status::hit);
    CHECK(distance(at(a, interpolate(of_a, hit.fraction)), hit.point).distance <= 1e-11);
    CHECK(distance(at(b, interpolate(of_b, hit.fraction)), hit.point).distance <= 1e-11);
}

// Translations in braces do not compile. Sweeps in braces do.
TEMPLATE_TEST_CASE("sweeps may be written in braces", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const circle<T> disc{{0, 0}, 1};
    const aabb<T> wall{{5, -1}, {6, 1}};
    const transform2<T> start, end{{10, 0}, {}};
    const auto expected = shape_cast(disc, {10, 0}, wall);
    for (const auto& hit :
         {time_of_impact(disc, {start, end}, wall, {}), time_of_impact(disc, {start, end, 0}, wall, {}),
          time_of_impact(disc, {{{0, 0}, {}}, {{10, 0}, {}}}, wall, {}),
          time_of_impact(disc, {{}, end}, compound<T>{wall}, {start, start}),
          flipped(time_of_impact(wall, {}, disc, {start, end}))}) {
        REQUIRE(hit.status == cast_status::hit);
        CHECK(std::abs(hit.fraction - expected.fraction) < T(1e-6));
    }
    CHECK(time_of_impact(disc, {}, wall, {}).status == cast_status::separated);
}
