// A character loses no motion that is possible: at steep slopes, beside walls, at the feet of slopes and in corners.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../laws.hpp"
#include "../rounds.hpp"
#include "movers.hpp"
#include "progress.hpp"

#include <algorithm>
#include <cmath>

using namespace hitbox;
using namespace hitbox_tests;

namespace {

const double half_turn = std::acos(-1.0);

/// A wedge of ground that rises to the left up to the origin, at an angle in degrees.
template <class T>
std::vector<any_shape<T>> slope_of(double degrees) {
    const double s = std::sin(degrees * half_turn / 180), c = std::cos(degrees * half_turn / 180);
    const vec2<T> corners[] = {{0, 0}, {static_cast<T>(-40 * c), static_cast<T>(40 * s)}, {static_cast<T>(-40 * c), 0}};
    return {make_convex_polygon(corners).value()};
}

/// Makes the same moves with and without `up`. Returns the largest distance between the two positions.
template <class T, class S>
double distance_of_ways(const S& shape, vec2<T> start, vec2<T> motion, const std::vector<any_shape<T>>& solids,
                        int steps) {
    vec2<T> p = start, q = start;
    double apart = 0;
    for (int i = 0; i < steps; ++i) {
        p = move_and_slide(shape, p, motion, solids, {.up = {0, 1}}).position;
        q = move_and_slide(shape, q, motion, solids).position;
        apart = std::max({apart, std::abs(double(p.x) - double(q.x)), std::abs(double(p.y) - double(q.y))});
    }
    return apart;
}

template <class T>
T after(T x, int roundings) {
    for (int i = 0; i < roundings; ++i) x = std::nextafter(x, std::numeric_limits<T>::max());
    return x;
}

/// An uphill floor, and a steep slope that comes out of it at x = 2; both rise along `direction`, 1 or -1.
template <class T>
struct uphill_floor {
    T origin, direction, grade, steepness;

    vec2<T> at(T x, T y) const { return {origin + direction * x, y}; }
    std::vector<any_shape<T>> solids() const {
        const vec2<T> floor[] = {at(-20, -30), at(20, -30), at(20, 20 * grade), at(-20, -20 * grade)};
        const vec2<T> steep[] = {at(1, -8), at(12, -8), at(12, 2 * grade + 10 * steepness),
                                 at(1, 2 * grade - steepness)};
        return {convex_hull(floor).value(), convex_hull(steep).value()};
    }
    /// The normal of the steep slope.
    vec2<T> steep_normal() const { return normalized_or(vec2<T>{-direction * steepness, 1}, vec2<T>{}); }
};
template <class T, class F>
void for_each_uphill_floor(const F& f) {
    sample_of_cases is_in_sample{11};
    for (const T origin : {T(0), T(300)})
        for (const T direction : {T(1), T(-1)})
            for (const T grade : {T(0.05), T(0.25), T(0.8), T(0.99)})
                for (const T steepness : {T(1.2), T(2), T(5)})
                    if (is_in_sample()) f(uphill_floor<T>{origin, direction, grade, steepness});
}
/// A floor that ends at a foot, and a steep slope that begins there, as two columns with a common vertex.
template <class T>
std::vector<any_shape<T>> joined_columns(vec2<T> foot, T direction, T grade, T steepness) {
    const auto column = [](vec2<T> a, vec2<T> b) -> any_shape<T> {
        if (b.x < a.x) std::swap(a, b);
        const vec2<T> corners[] = {{a.x, -60}, {b.x, -60}, b, a};
        return make_convex_polygon(corners).value();
    };
    return {column(foot - vec2<T>{9 * direction, 9 * grade}, foot),
            column(foot, foot + vec2<T>{9 * direction, 9 * steepness})};
}
/// The motions that a game without gravity on floors may give: along the floor that it knows, along the normal of the
/// contact, or the velocity that the last move has left.
enum class along_floor { known, contact, velocity };

template <class T>
vec2<T> next_motion(along_floor kind, const slide_result<T>& last, vec2<T> first, T speed) {
    const vec2<T> right = first.x > 0 ? vec2<T>{1, 1} : vec2<T>{-1, -1};
    if (kind == along_floor::velocity && last.velocity != vec2<T>{}) return last.velocity;
    if (kind == along_floor::contact)
        for (const auto& c : last.contacts)
            if (c.is_floor) return vec2<T>{c.normal.y * right.x, -c.normal.x * right.y} * speed;
    return first;
}

}  // namespace

TEMPLATE_TEST_CASE("slopes: in the air, a slope too steep for a floor is slid along as without up", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    for (int degrees = 46; degrees < 90; degrees += 4)
        for_each_mover<T>([&](const auto& shape) {
            const auto solids = slope_of<T>(degrees);
            const double c = std::cos(degrees * half_turn / 180), s = std::sin(degrees * half_turn / 180);
            const vec2<T> out{static_cast<T>(s), static_cast<T>(c)};
            const vec2<T> above = vec2<T>{static_cast<T>(-20 * c), static_cast<T>(20 * s)} + out * T(2);
            const vec2<T> start = move_and_slide(shape, above, out * T(-4), solids).position;
            INFO(degrees << " degrees");
            const double rounding = 64 * double(std::numeric_limits<T>::epsilon()) * 32;
            CHECK(distance_of_ways<T>(shape, start, {0, T(-0.02)}, solids, 50) < rounding);
            CHECK(distance_of_ways<T>(shape, start, {T(-0.3), T(-0.5)}, solids, 8) < rounding);
            // Gravity of 0.02 moves it down by 0.02 sin^2 per step.
            vec2<T> p = start;
            for (int i = 0; i < 50; ++i)
                p = move_and_slide(shape, p, vec2<T>{0, T(-0.02)}, solids, {.up = {0, 1}}).position;
            CHECK(double(start.y - p.y) == Approx(50 * 0.02 * s * s).epsilon(0.001));
        });
}

TEST_CASE("slopes: a disc on a slope of 63 degrees slides down it", "[motion]") {
    const std::vector<triangle<float>> slope{{{0, 0}, {-20, 0}, {-20, 40}}};
    V p = move_and_slide(circle<float>{{0, 0}, 1}, V{-5, 20}, V{0, -8}, slope, walking).position;
    for (int i = 1; i <= 3; ++i) {
        p = move_and_slide(circle<float>{{0, 0}, 1}, p, V{0, -1}, slope, walking).position;
        // The motion is (0.4, -0.8), the projection of (0, -1) on (1, -2).
        CHECK(std::abs(p.x - (-4.905573f + 0.4f * static_cast<float>(i))) < 1e-4f);
        CHECK(std::abs(p.y - (12.047214f - 0.8f * static_cast<float>(i))) < 1e-4f);
    }
}

TEMPLATE_TEST_CASE("slopes: a wall does not stop a fall beside it, however near the wall is", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const T wall : {T(12.6), T(100), T(500), T(5000)})
        for (int gap = 0; gap <= 9; ++gap)
            for_each_mover<T>([&](const auto& shape) {
                const std::vector<aabb<T>> walls{{{wall - 20, -9000}, {wall, 9000}}};
                vec2<T> p{after(wall + T(0.5), gap), T(3.75)};
                INFO("wall " << double(wall) << ", gap of " << gap << " roundings");
                for (int i = 0; i < 4; ++i) {
                    const T want = p.y - T(1.25);
                    const auto r = move_and_slide(shape, p, vec2<T>{T(-0.3), T(-1.25)}, walls, {.up = {0, 1}});
                    CHECK(r.position.y == want);
                    CHECK(r.rounds <= 2);
                    p = r.position;
                }
            });
}

// The gap to the wall is one rounding. The wall must not be taken for a step of a rounding.
TEST_CASE("slopes: a box that presses at an upright wall one rounding beside it falls on", "[motion]") {
    const std::vector<aabb<float>> wall{{{-8, -300}, {12.5999994f, 30}}};
    V p{13.6000004f, 3.75f};
    for (int frame = 0; frame < 100; ++frame) {
        const auto r = move_and_slide(aabb<float>{{-1, -2}, {1, 2}}, p, V{-0.3f, -1.3f}, wall, walking);
        INFO("frame " << frame << " at " << p.x << ' ' << p.y);
        REQUIRE(r.position.y == p.y - 1.3f);
        p = r.position;
    }
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("slopes: a box that presses at a wall hangs nowhere on its way to the floor", "[motion]") {
    const double floor = -6.0147834262530173, wall = 16.971932889302412;
    const std::vector<aabb<double>> solids{{{-100, floor - 10}, {100, floor}}, {{wall, floor - 10}, {wall + 10, 100}}};
    const aabb<double> body{{-2, -3}, {2, 3}};
    hitbox_tests::progress::dice random{53};
    int hanging = 0;
    for (int i = 0; i < 600; ++i) {
        const double press = i % 2 == 0 ? 0.3 : 0.1, gravity = i % 3 == 0 ? 0.3 : 0.1;
        vec2<double> p{wall - 2 - random.between(0, 3), floor + 3 + random.between(0, 10)}, v{};
        bool on_floor = false;
        for (int frame = 0; frame < 60 && !on_floor; ++frame) {
            const auto r = move_and_slide(body, p, vec2<double>{press, v.y - gravity}, solids, {.up = {0, 1}});
            p = r.position, v = r.velocity, on_floor = r.on_floor;
        }
        hanging += !on_floor;
    }
    CHECK(hanging == 0);
}
#endif

TEST_CASE("slopes: a shape slides along the ground if no slope is a floor", "[motion]") {
    const std::vector<aabb<float>> level{{{-100, -1}, {100, 0}}};
    for_each_mover([&](const auto& shape) {
        const auto r = move_and_slide(shape, V{2, 0.5f}, V{3, -1}, level, {.up = {0, 1}, .floor_up = 2});
        CHECK(r.position == V{5, 0.5f});
        CHECK(r.velocity == V{3, 0});
        CHECK_FALSE(r.on_floor);
    });
}

// The facet that stops the body ends here, but the wall continues.
TEST_CASE("slopes: a wall of tiles is not a step where a tile ends a rounding above the bottom", "[motion]") {
    for (int roundings = 0; roundings <= 6; ++roundings) {
        const float joint = after(3.f, roundings);
        const std::vector<aabb<float>> wall{{{-4, -20}, {0, joint}}, {{-4, joint}, {0, 40}}};
        const auto r =
            move_and_slide(aabb<float>{{-0.5f, -0.5f}, {0.5f, 0.5f}}, V{0.5f, 3.5f}, V{-0.25f, -1}, wall, walking);
        CHECK(r.position == V{0.5f, 2.5f});
    }
}

TEMPLATE_TEST_CASE("slopes: a body in a corner a few roundings above the floor is on the floor", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const std::vector<aabb<T>> solids{{{-100, -10}, {100, 0}}, {{40, 0}, {60, 100}}};
    for (int gap = 0; gap <= 600; gap += gap < 16 ? 1 : 73) {
        INFO("gap of " << gap << " roundings");
        vec2<T> p{38, after(T(2), gap)};
        for (int frame = 0; frame < 4; ++frame) {
            const auto r = move_and_slide(circle<T>{{0, 0}, 2}, p, vec2<T>{T(0.3), T(-0.1)}, solids, {.up = {0, 1}});
            bool is_reported = false;
            for (const auto& c : r.contacts) is_reported = is_reported || c.normal == vec2<T>{0, 1};
            CHECK(is_reported);
            CHECK(r.on_floor);
            p = r.position;
        }
    }
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
// It has fallen to where the wall stops it, and the floor is a few hundred roundings below. The floor is a contact,
// too.
TEST_CASE("slopes: a disc that presses at the wall of a corner, a hair above the floor, is always on the floor",
          "[motion]") {
    const std::vector<aabb<double>> solids{{{-100, -10}, {100, 0}}, {{40, 0}, {60, 100}}};
    vec2<double> p{38, 2.0000000000001528};
    for (int frame = 0; frame < 300; ++frame) {
        const auto r = move_and_slide(circle<double>{{0, 0}, 2}, p, vec2<double>{0.3, -0.1}, solids, {.up = {0, 1}});
        REQUIRE(r.on_floor);
        REQUIRE(r.contacts.size() == 2);
        p = r.position;
    }
}
#endif

TEMPLATE_TEST_CASE("slopes: a slide along a wall adds nothing to the other coordinate", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const aabb<T> box{{-8, -8}, {8, 8}};
    const std::vector<aabb<T>> upright{{{0, -500}, {20, 500}}}, level{{{-500, -20}, {500, 0}}};
    int off = 0;
    for (int at = -60; at <= -8; at += many_if_all(4, 12))
        for (int beside = -8; beside <= 8; beside += 3)
            for (int into = 1; into <= 50; into += 3)
                for (int along = -60; along <= 60; along += 5) {
                    if (at + 8 + into <= 0) continue;
                    const vec2<T> end{-8, T(beside + along)}, floor_end{end.y, 8};
                    off +=
                        move_and_slide(box, vec2<T>{T(at), T(beside)}, vec2<T>{T(into), T(along)}, upright).position !=
                        end;
                    off += move_and_slide(box, vec2<T>{T(beside), T(-at)}, vec2<T>{T(along), T(-into)}, level,
                                          {.up = {0, 1}})
                               .position != floor_end;
                }
    CHECK(off == 0);
    const std::vector<aabb<T>> wall{{{3, -500}, {20, 500}}};
    CHECK(move_and_slide(box, vec2<T>{-40, 8}, vec2<T>{50, -4}, wall).position == vec2<T>{-5, 4});
}

TEMPLATE_TEST_CASE("slopes: a walker stands at the foot of a steep slope", "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const T steepness : {T(1.2), T(2), T(5)})
        for_each_mover<T>([&](const auto& shape) {
            const vec2<T> corners[] = {{2, -1}, {12, -1}, {12, 10 * steepness}, {2, 0}};
            const std::vector<any_shape<T>> solids{aabb<T>{{-20, -5}, {4, 0}}, make_convex_polygon(corners).value()};
            vec2<T> p{0, 1}, v{};
            T foot{};
            INFO("slope " << double(steepness));
            for (int frame = 0; frame < 300; ++frame) {
                const auto r = move_and_slide(shape, p, vec2<T>{T(0.0625), v.y - T(0.015625)}, solids, {.up = {0, 1}});
                p = r.position, v = r.on_floor ? vec2<T>{} : r.velocity;
                if (frame == 200) foot = p.x;
                if (frame < 200) continue;
                CHECK(r.on_floor);
                CHECK(p.x == foot);
                // The nearest free position is a few roundings from the intersection of the two surfaces.
                CHECK(std::abs(p.y - T(0.5)) <= 3 * std::numeric_limits<T>::epsilon());
            }
        });
}

// A game without gravity on floors moves its character exactly along the floor. The character must not climb steep
// slopes.
TEMPLATE_TEST_CASE("slopes: without gravity a walker stands at the foot of a steep slope, too", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const T steepness : {T(1.2), T(2), T(5)})
        for (const T speed : {T(0.0625), T(0.1), T(4)})
            for (const T grade : {T(0), T(0.25)})
                for_each_mover<T>([&](const auto& shape) {
                    // Ground of this grade, and a steep slope that begins at x = 2.
                    const vec2<T> ground[] = {{-20, -10}, {20, -10}, {20, 20 * grade}, {-20, -20 * grade}};
                    const vec2<T> steep[] = {{2, -8}, {12, -8}, {12, 2 * grade + 10 * steepness}, {2, 2 * grade}};
                    const std::vector<any_shape<T>> solids{make_convex_polygon(ground).value(),
                                                           make_convex_polygon(steep).value()};
                    const slide_options<T> options{.up = {0, 1}};
                    // The body falls onto the ground, and walks from there without gravity.
                    vec2<T> p = move_and_slide(shape, vec2<T>{-2, 3}, vec2<T>{0, -9}, solids, options).position;
                    const vec2<T> motion{speed, 0};
                    INFO("slope " << double(steepness) << ", grade " << double(grade) << ", speed " << double(speed));
                    bool is_stopped = false;
                    for (int frame = 0; frame < 150; ++frame) {
                        const auto r = move_and_slide(shape, p, motion, solids, options);
                        if (frame >= 100) REQUIRE(r.position == p);
                        is_stopped = is_stopped || r.stopped_by == slide_stop::steep_slope;
                        p = r.position;
                    }
                    CHECK(is_stopped);
                    CHECK(p.x > T(0.4));
                    CHECK(p.x < 2);
                });
}

TEMPLATE_TEST_CASE("slopes: a motion along an uphill floor does not climb a steep slope", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    for_each_uphill_floor<T>([](const uphill_floor<T>& ground) {
        const auto solids = ground.solids();
        for (const T speed : {T(0.0625), T(0.1), T(4)})
            for (const along_floor kind : {along_floor::known, along_floor::contact, along_floor::velocity})
                for_each_mover<T>([&](const auto& shape) {
                    const slide_options<T> options{.up = {0, 1}};
                    auto r = move_and_slide(shape, ground.at(-2, 3), vec2<T>{0, -9}, solids, options);
                    const vec2<T> first{ground.direction * speed, ground.grade * speed};
                    INFO("origin " << double(ground.origin) << ", direction " << double(ground.direction) << ", grade "
                                   << double(ground.grade) << ", slope " << double(ground.steepness) << ", speed "
                                   << double(speed) << ", motion " << int(kind));
                    bool is_always_on_floor = r.on_floor, is_stopped = false;
                    vec2<T> foot{};
                    for (int frame = 0; frame < 120; ++frame) {
                        const vec2<T> motion = next_motion(kind, r, first, speed);
                        r = move_and_slide(shape, r.position, motion, solids, options);
                        is_always_on_floor = is_always_on_floor && r.on_floor;
                        is_stopped = is_stopped || r.stopped_by == slide_stop::steep_slope;
                        if (frame == 100) foot = r.position;
                    }
                    CHECK(r.position == foot);
                    CHECK(is_stopped);
                    CHECK(is_always_on_floor);
                    const bool touches_slope = std::any_of(r.contacts.begin(), r.contacts.end(), [&](const auto& c) {
                        return dot(c.normal, ground.steep_normal()) > T(0.9999);
                    });
                    CHECK(touches_slope);
                });
    });
}

// Below its foot, the block has an upright side inside the ground, which is no surface of the level. The foot may be a
// rounding off the ground, above or below.
TEMPLATE_TEST_CASE("slopes: at the foot of a steep block, the slope stops a body, and not the block's buried side",
                   "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::progress::tally named, stays;
    for_each_uphill_floor<T>([&](const uphill_floor<T>& ground) {
        const T grade = ground.grade, steep = ground.steepness;
        const vec2<T> corners[] = {ground.at(2, -8), ground.at(12, -8), ground.at(12, 2 * grade + 10 * steep),
                                   ground.at(2, 2 * grade)};
        const std::vector<any_shape<T>> solids{ground.solids()[0], convex_hull(corners).value()};
        for_each_mover<T>([&](const auto& shape) {
            const auto box = bounds(shape);
            const vec2<T> foot = ground.at(2, 2 * grade);
            for (const bool has_up : {true, false})
                for (const T away : {T(0), T(0.0625), T(1)})
                    for (const vec2<T> motion : {vec2<T>{1, 0}, vec2<T>{1, grade}, vec2<T>{1, -1}, vec2<T>{1, T(-0.1)},
                                                 vec2<T>{T(0.1), -1}, vec2<T>{2, -1}, vec2<T>{0, -1}}) {
                        // Its lower corner is exactly at the foot, or starts away from it; a round body is moved onto
                        // the ground and then to the foot.
                        const T reach = ground.direction > 0 ? box.max.x : box.min.x;
                        vec2<T> p{foot.x - reach - ground.direction * away, foot.y - box.min.y - grade * away};
                        const slide_options<T> options{.up = {0, has_up ? T(1) : T(0)}};
                        const vec2<T> wish{ground.direction * motion.x * 2, motion.y * 2};
                        auto r = move_and_slide(shape, p, wish, solids, options);
                        for (int i = 0; i < 3; ++i) {
                            const auto text = [&] {
                                return hitbox_tests::progress::text_of(p, wish, options) + " gives " +
                                       hitbox_tests::progress::text_of(r);
                            };
                            const bool is_gone = r.stopped_by != slide_stop::none;
                            named.expect(!hitbox_tests::progress::names_no_contact(r, options), text);
                            if (has_up && is_gone && r.on_floor) stays.expect(r.stopped_by != slide_stop::wall, text);
                            p = r.position;
                            r = move_and_slide(shape, p, wish, solids, options);
                        }
                    }
        });
    });
    hitbox_tests::progress::report("the surface that stopped the motion is among the contacts", named);
    hitbox_tests::progress::report("no wall stops it", stays);
}

// Gravity of a few frames is weaker than the floor is steep, so the body leaves the floor, and snaps to it again. At
// the foot it is in the air when the steep slope stops it.
TEMPLATE_TEST_CASE("slopes: a walker that comes down a floor stands at the foot of a steep slope", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const T grade : {T(-0.6), T(-0.3), T(-0.1)})
        for (const T steepness : {T(1.1), T(1.5), T(4)})
            for (const T direction : {T(1), T(-1)})
                for_each_mover<T>([&](const auto& shape) {
                    const auto solids = joined_columns<T>({2, T(0.25)}, direction, grade, steepness);
                    const slide_options<T> options{.up = {0, 1}, .snap_distance = T(0.3)};
                    vec2<T> p{2 - 3 * direction, 6};
                    p = move_and_slide(shape, p, vec2<T>{0, -9}, solids, options).position;
                    T fall = 0;
                    INFO("grade " << double(grade) << ", slope " << double(steepness));
                    for (int frame = 0; frame < 100; ++frame) {
                        const vec2<T> motion{direction * T(0.0625), fall - T(0.0078125)}, from = p;
                        const auto r = move_and_slide(shape, p, motion, solids, options);
                        p = r.position, fall = r.on_floor ? T(0) : r.velocity.y;
                        CHECK(r.on_floor);
                        if (frame < 80) continue;
                        CHECK(p == from);
                        CHECK(r.stopped_by == slide_stop::steep_slope);
                        CHECK(r.velocity == vec2<T>{});
                    }
                });
}

// Where the corner of the box has moved past the common vertex by a rounding, the box is off the floor by several.
TEMPLATE_TEST_CASE("slopes: a box stands at the foot of a steep slope that begins where the floor ends", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::progress::dice random{49};
    int climbs = 0;
    for (int i = 0; i < many_if_all(1000, 80); ++i) {
        const auto drawn = [&](double low, double high) { return static_cast<T>(random.between(low, high)); };
        const vec2<T> foot{drawn(-4, 4), drawn(-2, 2)};
        const T direction = random.one_in(2) ? T(1) : T(-1), grade = drawn(0, 0.95), steepness = drawn(1.1, 8);
        const auto solids = joined_columns<T>(foot, direction, grade, steepness);
        const aabb<T> box{{T(-0.4), T(-0.9)}, {T(0.4), T(0.9)}};
        vec2<T> p{foot.x - 2 * direction, foot.y + 4};
        p = move_and_slide(box, p, vec2<T>{0, -9}, solids, {.up = {0, 1}}).position;
        const T speed = drawn(0.02, 0.3);
        for (int frame = 0; frame < static_cast<int>(4 / speed); ++frame)
            p = move_and_slide(box, p, vec2<T>{speed * direction, T(-0.01)}, solids, {.up = {0, 1}}).position;
        climbs += p.y > foot.y + T(1);
    }
    CHECK(climbs == 0);
}

// The walker reaches each foot many times and at many speeds, from a rounding to a tile a frame. Its last vertex, or
// the lowest point of its circle, may then be a few roundings off the floor.
TEMPLATE_TEST_CASE("slopes: no walker climbs at the foot of a steep slope, and none leaves the floor there", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::progress::dice random{51};
    hitbox_tests::progress::tally stands;
    int lost = 0;  // walks with a frame off the floor
    const auto drawn = [&](double low, double high) { return static_cast<T>(random.between(low, high)); };
    for (int i = 0; i < many_if_all(3000, 80); ++i) {
        const vec2<T> foot{drawn(-4, 4), random.one_in(2) ? T(0) : drawn(-2, 2)};
        const T direction = random.one_in(2) ? T(1) : T(-1), steepness = drawn(1.1, 8),
                grade = random.one_in(3) ? T(0) : drawn(0, 0.95), riser = random.one_in(2) ? T(0) : drawn(0, 0.02);
        auto solids = joined_columns<T>(foot, direction, grade, steepness);
        solids[1] = joined_columns<T>({foot.x, foot.y + riser}, direction, grade, steepness)[1];
        const T half = drawn(0.2, 0.6);
        const any_shape<T> body = hitbox_tests::progress::mover_of<T>(random.roll(4), half, half * T(1.8));
        const slide_options<T> options{.up = {0, 1}, .step_height = random.one_in(2) ? T(0) : T(0.3)};
        const bool has_gravity = random.one_in(2);
        auto r = move_and_slide(body, vec2<T>{foot.x - 2 * direction, foot.y + 6}, vec2<T>{0, -14}, solids, options);
        bool is_on_floor = r.on_floor;
        for (int walk = 0; walk < 4; ++walk) {
            const T speed = walk == 0 ? drawn(0.05, 1) : static_cast<T>(std::pow(10, random.between(-6.5, 0)));
            for (int frame = walk == 0 || grade > 0 ? 0 : -random.roll(4); frame < (walk == 0 ? 60 : 8); ++frame) {
                vec2<T> motion{frame < 0 ? -speed * direction : speed * direction, has_gravity ? T(-0.01) : T(0)};
                for (const auto& c : r.contacts)
                    if (c.is_floor && !has_gravity) motion.y = -motion.x * (c.normal.x / c.normal.y);
                r = move_and_slide(body, r.position, motion, solids, options);
                is_on_floor = is_on_floor && r.on_floor;
            }
        }
        const T low = bounds(body).min.y + r.position.y - foot.y;
        const bool is_there = distance(translated(body, r.position), solids[1]).distance < T(0.01);
        lost += !is_on_floor;
        stands.expect(is_there && r.on_floor && low < T(0.03), [&] {
            return hitbox_tests::progress::text_of(body) + " at " + hitbox_tests::progress::text_of(solids) + ": " +
                   hitbox_tests::progress::text_of(r);
        });
    }
    hitbox_tests::progress::report("a walker reaches the foot and stands there", stands);
    CHECK(lost == 0);
}

// The motion is computed from the normal of the floor, as in games that apply no gravity to a body on a floor. It is
// rounded, and so is its end, so the body may be a few roundings off. There is no snap_distance that would put it back.
TEMPLATE_TEST_CASE("slopes: a motion down along a floor keeps the body on it, as far as the foot of a steep slope",
                   "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::progress::dice random{53};
    hitbox_tests::progress::tally stays, arrives;
    const auto drawn = [&](double low, double high) { return static_cast<T>(random.between(low, high)); };
    for (int i = 0; i < many_if_all(3000, 200); ++i) {
        const vec2<T> foot{drawn(-4, 4), drawn(-2, 2)};
        const T direction = random.one_in(2) ? T(1) : T(-1), grade = -drawn(0.05, 0.95), steepness = drawn(1.1, 8);
        const auto solids = joined_columns<T>(foot, direction, grade, steepness);
        const T half = drawn(0.2, 0.6), speed = drawn(0.05, 1);
        const any_shape<T> body = hitbox_tests::progress::mover_of<T>(random.roll(4), half, half * T(1.8));
        const slide_options<T> options{.up = {0, 1}, .step_height = random.one_in(2) ? T(0) : T(0.3)};
        auto r = move_and_slide(body, vec2<T>{foot.x - 3 * direction, foot.y + 6}, vec2<T>{0, -14}, solids, options);
        bool is_on_floor = r.on_floor;
        for (int frame = 0; frame < static_cast<int>(4 / speed) + 4; ++frame) {
            vec2<T> motion{speed * direction, 0};
            for (const auto& c : r.contacts)
                if (c.is_floor) motion.y = -motion.x * (c.normal.x / c.normal.y);
            r = move_and_slide(body, r.position, motion, solids, options);
            is_on_floor = is_on_floor && r.on_floor;
        }
        const auto text = [&] {
            return hitbox_tests::progress::text_of(body) + " at " + hitbox_tests::progress::text_of(solids) + ": " +
                   hitbox_tests::progress::text_of(r);
        };
        stays.expect(is_on_floor, text);
        arrives.expect(distance(translated(body, r.position), solids[1]).distance < T(0.001), text);
    }
    hitbox_tests::progress::report("it is on the floor in each frame", stays);
    hitbox_tests::progress::report("it reaches the steep slope", arrives);
}

// An octagon that falls on the corner of a platform is on a floor of 45 degrees only until it has passed the corner.
TEMPLATE_TEST_CASE("slopes: a floor that a body leaves in the same move does not throw it up", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::progress::dice random{52};
    hitbox_tests::progress::tally falls;
    const auto drawn = [&](double low, double high) { return static_cast<T>(random.between(low, high)); };
    for (int i = 0; i < many_if_all(20000, 800); ++i) {
        const std::vector<aabb<T>> solids{{{0, -1}, {1, 0}}};
        const any_shape<T> body = hitbox_tests::progress::mover_of<T>(random.roll(4), T(0.4), T(0.6));
        const vec2<T> start{drawn(-0.5, 1.5), drawn(0.2, 1)}, motion{drawn(-1, 1), drawn(-0.5, 0.1)};
        const slide_options<T> options{.up = {0, 1}};
        const auto r = move_and_slide(body, start, motion, solids, options);
        if (!r.started_free || r.on_floor) continue;
        const bool slides = std::abs(r.velocity.x - motion.x) > T(1e-5);  // as along a wall, and does not walk
        const bool is_thrown = r.velocity.y > (std::max)(motion.y, T(0)) + T(1e-5),
                   loses_its_jump = r.velocity.y < motion.y - T(1e-5);
        falls.expect(slides || (!is_thrown && !loses_its_jump), [&] {
            return hitbox_tests::progress::text_of(body) + ' ' +
                   hitbox_tests::progress::text_of(start, motion, options) + ": " + hitbox_tests::progress::text_of(r);
        });
    }
    hitbox_tests::progress::report("no velocity leads up but that of a jump, which is kept", falls);
}

/// A floor from the left up to the origin, a ramp from there to the height `top.y` at `top.x`, a gap, and a steep
/// slope.
template <class T>
std::vector<any_shape<T>> ramp_and_steep_slope(double ramp, double steep, T length, T gap) {
    const auto at = [](double degrees, T from_origin) {
        return vec2<T>{from_origin * static_cast<T>(std::cos(degrees * half_turn / 180)),
                       from_origin * static_cast<T>(std::sin(degrees * half_turn / 180))};
    };
    const vec2<T> top = at(ramp, length), foot = top + vec2<T>{gap, 0} - at(steep, 5);
    return {aabb<T>{{-30, -10}, {0, 0}}, triangle<T>{{0, 0}, {top.x, -10}, top},
            triangle<T>{foot, {top.x + 60, foot.y}, foot + at(steep, 45)}};
}

TEMPLATE_TEST_CASE("slopes: the rise of a ramp that a body leaves is no speed up a steep slope beyond it", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::progress::dice random{77};
    hitbox_tests::progress::tally slides;
    const auto drawn = [&](double low, double high) { return static_cast<T>(random.between(low, high)); };
    for (int i = 0; i < many_if_all(20000, 400); ++i) {
        const double steep = random.between(48, 75), angle = steep * half_turn / 180;
        const std::vector<any_shape<T>> solids =
            ramp_and_steep_slope<T>(random.between(5, 44), steep, drawn(2, 6), drawn(0, 3));
        const any_shape<T> body =
            i % 2 ? any_shape<T>{aabb<T>{{T(-0.5), 0}, {T(0.5), 1}}} : any_shape<T>{circle<T>{{0, T(0.5)}, T(0.5)}};
        const vec2<T> start{drawn(-3.5, -0.5), 0}, motion{drawn(3, 8), T(-0.1)};
        const slide_options<T> options{.up = {0, 1}, .snap_distance = i % 4 < 2 ? T(0.3) : T(0)};
        const auto r = move_and_slide(body, start, motion, solids, options);
        const bool touches_slope =
            std::ranges::any_of(r.contacts, [](const auto& c) { return c.normal.y > T(0.1) && !c.is_floor; });
        if (r.on_floor || !touches_slope) continue;
        // The body keeps its own motion along the slope, neither more nor less, perhaps without the fall that the ramp
        // has taken from it.
        const vec2<double> along{std::cos(angle), std::sin(angle)};
        const auto is_kept = [&](double fall) {
            const double speed = along.x * double(motion.x) + along.y * fall;
            return std::hypot(double(r.velocity.x) - speed * along.x, double(r.velocity.y) - speed * along.y) < 1e-4;
        };
        slides.expect(is_kept(0) || is_kept(double(motion.y)), [&] {
            return hitbox_tests::progress::text_of(body) + ' ' +
                   hitbox_tests::progress::text_of(start, motion, options) + ": " + hitbox_tests::progress::text_of(r);
        });
    }
    hitbox_tests::progress::report("the velocity is that of the motion along the steep slope", slides);
}

// A level bottom on a tip stands on the tip, and not on the floor slope that ends there.
TEMPLATE_TEST_CASE("slopes: a box on a tip does not climb a steep slope beside it, and walks away from it", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const aabb<T> box{{-5, 0}, {5, 20}};
    for (const T step_height : {T(0), T(4)})
        for (int degrees = 47; degrees < 89; degrees += 3)
            for (const T grade : {T(0.05), T(0.3), T(0.6), T(0.95)}) {
                const T c = static_cast<T>(std::cos(degrees * half_turn / 180)),
                        s = static_cast<T>(std::sin(degrees * half_turn / 180));
                const std::vector<any_shape<T>> solids{
                    triangle<T>{{0, 0}, {-1, -10}, {10, -10 * grade}},
                    triangle<T>{{5 - 10 * c, -10 * s}, {5 + 30 * c, 30 * s}, {50, -10 * s}}};
                const slide_options<T> options{.up = {0, 1}, .step_height = step_height, .snap_distance = 4};
                INFO("step_height " << double(step_height) << ", " << degrees << " degrees, grade " << double(grade));
                const auto r = move_and_slide(box, {0, 0}, {4, T(-0.25)}, solids, options);
                CHECK(std::abs(double(r.position.y)) < 1e-4);
                CHECK(r.on_floor);
                CHECK(r.stopped_by == slide_stop::steep_slope);
                const auto back = move_and_slide(box, r.position, {-2, T(-0.25)}, solids, options);
                CHECK(std::abs(double(back.position.x - r.position.x) + 2) < 1e-4);
                CHECK(back.on_floor);
            }
}

TEMPLATE_TEST_CASE("slopes: a wall at the end of a floor that is almost level is what stops a walk", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::progress::dice random{54};
    hitbox_tests::progress::tally stops;
    const auto drawn = [&](double low, double high) { return static_cast<T>(random.between(low, high)); };
    for (int i = 0; i < many_if_all(20000, 200); ++i) {
        const T x = drawn(-200, 200), y = drawn(-100, 100), tilt = static_cast<T>(std::pow(10, random.between(-9, -3)));
        const vec2<T> floor[] = {{x - 60, y - 40}, {x, y - 40}, {x, y}, {x - 60, y + 60 * tilt}};
        const std::vector<any_shape<T>> solids{make_convex_polygon(floor).value(),
                                               aabb<T>{{x, y - 40}, {x + 20, y + 100}}};
        const any_shape<T> body =
            i % 2 ? any_shape<T>{aabb<T>{{-8, 0}, {8, 20}}} : any_shape<T>{capsule<T>{{0, 8}, {0, 20}, 8}};
        const slide_options<T> options{.up = {0, 1}, .step_height = i % 4 < 2 ? T(4) : T(0), .snap_distance = 6};
        slide_result<T> r = move_and_slide(body, {x - 8 - drawn(0.5, 20), y + 1}, {0, -2}, solids, options);
        bool arrives = false, is_named = true;
        for (int frame = 0; frame < 25; ++frame) {
            r = move_and_slide(body, r.position, {drawn(1, 2), T(-0.25)}, solids, options);
            if (r.velocity.x > 0) continue;
            arrives = std::abs(double(r.position.x) + 8 - double(x)) < 1e-3;
            is_named = is_named && (r.stopped_by == slide_stop::wall || r.stopped_by == slide_stop::wedge);
        }
        stops.expect(arrives && is_named, [&] {
            return hitbox_tests::progress::text_of(body) + ", tilt " + std::to_string(double(tilt) * 1e9) +
                   "e-9: " + hitbox_tests::progress::text_of(r);
        });
    }
    hitbox_tests::progress::report("it stops at the wall, and stopped_by is the wall or both", stops);
}

// The counterpart of the law above: motions that are not walks slide up the slope.
TEMPLATE_TEST_CASE("slopes: in the air and without up, a motion of that direction is slid up a steep slope", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    for_each_uphill_floor<T>([](const uphill_floor<T>& ground) {
        const auto solids = ground.solids();
        for_each_mover<T>([&](const auto& shape) {
            const vec2<T> motion{ground.direction * T(4), ground.grade * T(4)};
            const vec2<T> above = ground.at(0, 1 + ground.grade), below = ground.at(-2, 3);
            const auto flown = move_and_slide(shape, above, motion, solids, {.up = {0, 1}});
            const auto slid = move_and_slide(shape, above, motion, solids);
            CHECK(length(flown.position - slid.position) < T(1e-4));
            const auto start = move_and_slide(shape, below, vec2<T>{0, -9}, solids, {.up = {0, 1}});
            const auto free = move_and_slide(shape, start.position, motion, solids);
            const auto walked = move_and_slide(shape, start.position, motion, solids, {.up = {0, 1}});
            CHECK(free.position.y > walked.position.y + T(0.01));
            // A jump at the foot is not a walk, and continues upwards.
            const vec2<T> jump{motion.x, motion.y + 1};
            CHECK(move_and_slide(shape, walked.position, jump, solids, {.up = {0, 1}}).position.y >
                  walked.position.y + T(0.5));
        });
    });
}

TEMPLATE_TEST_CASE("slopes: a motion along an uphill floor snaps over its end", "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const T grade : {T(0.05), T(0.25), T(0.8)})
        for_each_mover<T>([&](const auto& shape) {
            const vec2<T> corners[] = {{-20, -30}, {20, -30}, {20, 0}, {0, 0}, {-20, -20 * grade}};
            const std::vector<any_shape<T>> solids{convex_hull(corners).value()};
            const slide_options<T> options{.up = {0, 1}, .snap_distance = T(0.25)};
            auto r = move_and_slide(shape, vec2<T>{-3, 3}, vec2<T>{0, -9}, solids, options);
            for (int frame = 0; frame < 60; ++frame) {
                const vec2<T> motion = next_motion(along_floor::contact, r, {T(0.1), 0}, T(0.1));
                r = move_and_slide(shape, r.position, motion, solids, options);
                CHECK(r.on_floor);
            }
            CHECK(r.position.x > 2);
        });
}

TEMPLATE_TEST_CASE("slopes: a character that presses at a wall at the top of a slope stands there", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const vec2<T> corners[] = {{-20, -12}, {2, -12}, {2, 0}, {-20, -11}};
    const std::vector<any_shape<T>> solids{aabb<T>{{2, -5}, {3, 20}}, make_convex_polygon(corners).value()};
    for (const T snap : {T(0), T(0.125)})
        for_each_mover<T>([&](const auto& shape) {
            const slide_options<T> options{.up = {0, 1}, .snap_distance = snap};
            vec2<T> p{0, 2}, top{};
            T fall = 0;
            for (int frame = 0; frame < 200; ++frame) {
                const auto r = move_and_slide(shape, p, vec2<T>{T(0.0625), fall - T(0.015625)}, solids, options);
                p = r.position, fall = r.on_floor ? T(0) : r.velocity.y;
                if (frame == 100) top = p;
                if (frame <= 100) continue;
                CHECK(r.on_floor);
                CHECK(p == top);
            }
        });
}

// The vertices of tiles at multiples of 0.1 are rounded, so about half of the slopes of 45 degrees are steeper.
TEMPLATE_TEST_CASE("slopes: a ramp of tiles of 45 degrees is a floor, whatever the size of the tiles", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    sample_of_cases is_in_sample{17};
    for (const double size : {0.1, 0.16, 0.32, 1 / 3.0, 0.7, 1.0, 21.3})
        for (int column = 3; column < 600; column += 37)
            for (int row = 2; row < 200; row += 29)
                for (const bool leads_down : {false, true}) {
                    if (!is_in_sample()) continue;
                    const auto at_tile = [&](double x, double y) {
                        return vec2<T>{static_cast<T>(size * (column + x)), static_cast<T>(size * (row + y))};
                    };
                    std::vector<any_shape<T>> tiles;
                    for (int x = -3; x < 7; ++x) {
                        const int height = x < 0 ? 0 : x < 4 ? x : 4;
                        for (int y = -1; y < height; ++y)
                            tiles.push_back(aabb<T>{at_tile(x, y), at_tile(x + 1, y + 1)});
                        if (x >= 0 && x < 4)
                            tiles.push_back(triangle<T>{at_tile(x, x), at_tile(x + 1, x), at_tile(x + 1, x + 1)});
                    }
                    const compound<T> ground{tiles};
                    const T unit = static_cast<T>(size), r = unit * T(0.3);
                    const slide_options<T> options{
                        .up = {0, 1}, .step_height = unit / 4, .snap_distance = unit / 4, .dt = T(1) / 60};
                    const std::vector<any_shape<T>> bodies{capsule<T>{{0, r}, {0, 3 * r}, r},
                                                           aabb<T>{{-r, 0}, {r, 4 * r}}};
                    for (const any_shape<T>& body : bodies) {
                        vec2<T> p = leads_down ? at_tile(5.5, 4.01) : at_tile(-1.5, 0.01), v{};
                        int off_floor = 0, frame = 0;
                        const auto is_there = [&] {
                            return leads_down ? p.x < at_tile(-2, 0).x : p.x > at_tile(6, 0).x;
                        };
                        for (; frame < 160 && !is_there(); ++frame) {
                            v = {(leads_down ? -5 : 5) * unit, v.y - 25 * unit / 60};
                            const auto moved = move_and_slide(body, p, v, ground, options);
                            p = moved.position, v = moved.on_floor ? vec2<T>{} : moved.velocity;
                            off_floor += frame > 3 && !moved.on_floor ? 1 : 0;
                        }
                        INFO("size " << size << ", tile " << column << ' ' << row << (leads_down ? " down" : " up"));
                        CHECK(off_floor == 0);
                        CHECK(frame < 160);
                    }
                }
}

// A round bottom that sinks between two corners meets the steep side of the second one.
TEMPLATE_TEST_CASE("a character that walks into a pit as wide as itself is not thrown up", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    generator random{5};
    std::size_t falls = 0;
    for (std::size_t i = 0; i < many_if_optimised(600, 120); ++i) {
        const T r = random.real<T>(T(0.2), T(0.8)),
                width = i % 3 == 0 ? 2 * r : 2 * r * random.real<T>(T(0.95), T(1.05));
        const T top = i % 4 == 0 ? T(0) : random.real<T>(T(-0.3), T(0.1)), side = i % 2 == 0 ? T(1) : T(-1);
        std::vector<aabb<T>> level{{{-9, -9}, {0, 0}}, {{width, -9}, {9, top}}};
        if (side < 0)
            for (aabb<T>& b : level) b = {{-b.max.x, b.min.y}, {-b.min.x, b.max.y}};
        const T step = random.real<T>(T(0.1), T(0.3)), speed = random.real<T>(T(0.03), T(0.2));
        const slide_options<T> options{.up = {0, 1}, .step_height = step, .snap_distance = step};
        const capsule<T> body{{0, r}, {0, r + T(0.3)}, r};
        vec2<T> p{side * (random.real<T>(T(0), T(0.2)) - r - T(0.4)), 0}, v{};
        bool on_floor = true;
        for (int frame = 0; frame < 60 && p.y > -2; ++frame) {
            v = {side * speed, (on_floor ? T(0) : v.y) - T(0.005)};
            const auto moved = move_and_slide(body, p, v, level, options);
            CAPTURE(i, frame, p, v);
            const bool falls_now = on_floor && !moved.on_floor;
            CHECK((!falls_now || moved.velocity.y <= 0));
            falls += falls_now;
            p = moved.position, v = moved.velocity, on_floor = moved.on_floor;
        }
    }
    CHECK(falls > many_if_optimised(300, 60));
}

// Where the wall ends, the box touches the vertex between wall and slope with the end of its bottom.
TEMPLATE_TEST_CASE("a box that falls along a wall slides down the steep slope at the foot of the wall", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    generator random{13};
    std::size_t slid = 0;
    for (std::size_t i = 0; i < many_if_optimised(400, 80); ++i) {
        const T x = i % 4 == 0 ? T(0) : T(i % 4 == 1 ? 10 : 100) + random.real<T>(T(-1), T(1)),
                y = i % 3 == 0 ? T(0) : random.real<T>(T(-2), T(2)), run = random.real<T>(T(2), T(6)),
                side = i % 2 == 0 ? T(1) : T(-1);
        const T fall = run * random.real<T>(T(1.2), T(3)), half = i % 5 == 0 ? T(0.25) : random.real<T>(T(0.2), T(0.5));
        std::vector<vec2<T>> outline{{x - run, y - fall}, {x + 4, y - fall}, {x + 4, y + 5}, {x, y + 5}, {x, y}};
        for (vec2<T>& p : outline) p.x *= side;
        const compound<T> level{make_polygon(outline).value()};
        const auto two_sided = chain<T>::loop(outline, chain_sides::two);
        const aabb<T> body{{T(0) - half, 0}, {half, 1}};
        const auto fall_along = [&](const auto& solids) {
            // Pressed against the wall first, then free.
            vec2<T> p{side * (x - half - T(0.1)), y + 2}, v{side * T(0.2), 0};
            for (int frame = 0; frame < 60 && p.y > y - fall / 2; ++frame) {
                v = {frame < 3 ? side * T(0.2) : v.x, v.y - T(0.02)};
                const auto moved = move_and_slide(body, p, v, solids, {.up = {0, 1}});
                CAPTURE(i, frame);
                CHECK_FALSE(moved.on_floor);
                p = moved.position, v = moved.velocity;
            }
            return p.y <= y - fall / 2;
        };
        slid += fall_along(level) && fall_along(two_sided);
    }
    CHECK(slid == many_if_optimised(400, 80));
}
