// Ends of surfaces, to roundings: gaps that are exactly as high as the body, feet of slopes, wedges with a floor.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../rounds.hpp"
#include "progress_scenes.hpp"

namespace hitbox_tests::progress {

namespace {

template <class T>
using shapes = std::vector<any_shape<T>>;

/// A house upside down, with two slanted sides below. In units of `unit` its sizes are whole numbers.
template <class T>
any_shape<T> house_of(T unit) {
    const auto at = [&](double x, double y) { return vec2<T>{static_cast<T>(x) * unit, static_cast<T>(y) * unit}; };
    return polygon_of<T>({at(-0.375, -0.25), at(0, -0.5), at(0.375, -0.25), at(0.25, 0.5), at(-0.25, 0.5)});
}
template <class T>
any_shape<T> box_between(double left, double bottom, double right, double top) {
    return aabb<T>{{static_cast<T>(left), static_cast<T>(bottom)}, {static_cast<T>(right), static_cast<T>(top)}};
}
template <class T>
any_shape<T> wedge_of(double ax, double ay, double bx, double by, double cx, double cy) {
    return polygon_of<T>({{static_cast<T>(ax), static_cast<T>(ay)},
                          {static_cast<T>(bx), static_cast<T>(by)},
                          {static_cast<T>(cx), static_cast<T>(cy)}});
}

template <class T>
slide_result<T> moved_by(const any_shape<T>& shape, double x, double y, double dx, double dy, const shapes<T>& solids,
                         bool has_up) {
    const slide_options<T> options{.up = {T(0), has_up ? T(1) : T(0)}};
    return move_and_slide(shape, {static_cast<T>(x), static_cast<T>(y)}, {static_cast<T>(dx), static_cast<T>(dy)},
                          solids, options);
}

}  // namespace

TEMPLATE_TEST_CASE("progress: a body passes a gap of exactly its own height", "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    // A ceiling descends to (-5, 3), and a floor begins at (-5, 2). A house comes from the lower left.
    const shapes<T> solids{wedge_of<T>(-6, 4, -5, 3, -5, 4), box_between<T>(-5, 1, -4, 2)};
    const auto up = moved_by(house_of(T(1)), -5.125, 2.4296875, 0.125, 0.0703125, solids, true);
    CHECK(up.position.y == T(2.5));
    const auto on = moved_by(house_of(T(1)), static_cast<double>(up.position.x), 2.5, 0.125, -0.015625, solids, true);
    CHECK(on.position.x > up.position.x + T(0.1));
    // Over a peak at (-128, 16), under a ceiling at 32, with the roof one rounding above the peak.
    const shapes<T> peak{wedge_of<T>(-160, 32, -128, 32, -128, 48), wedge_of<T>(-144, 0, -128, 0, -128, 16)};
    const double off = static_cast<double>(roundings_above(T(-128), 1));
    const auto over = moved_by(house_of(T(16)), off, 24, -1, -0.25, peak, true);
    CHECK(over.position.x < T(-128.9));
}
TEMPLATE_TEST_CASE("progress: a body that jumps into a wedge is not pushed back along its ceiling", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const shapes<T> wedge{wedge_of<T>(-192, 32, -160, 32, -160, 48), wedge_of<T>(-176, 64, -160, 48, -160, 64)};
    vec2<T> p{T(-178), T(50)};  // on the slope
    for (const double jump : {0.25, 0.5, 1.0, 3.0}) {
        const auto moved = moved_by(box_of(T(6), T(8)), -178, 50, 27, jump, wedge, true);
        CHECK(moved.position.x > p.x + T(1));
        CHECK(std::abs(moved.position.x - T(-176.66667)) < T(1e-4));
        CHECK(moved.on_floor);
    }
}
TEMPLATE_TEST_CASE("progress: a body that slides down a steep slope walks on from its foot", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    // After a part of the motion, the rest along the slope has another rounding.
    dice random{4};
    const shapes<T> solids{box_between<T>(-7.7, -1.1, -5.5, 0), wedge_of<T>(-6.6, 0, -6.05, 0, -6.05, 1.1)};
    for (int i = 0; i < many_if_all(300, 100); ++i) {
        const double high = random.between(0.01, 0.2), fall = -random.between(0.3, 0.8);
        const auto moved =
            moved_by(house_of(T(1)), -6.851 + high / 2, 0.5 + high, random.between(0, 0.07), fall, solids, true);
        CAPTURE(i, high, fall, text_of(moved));
        CHECK(std::abs(moved.position.y - T(0.5)) < T(1e-6));
        CHECK(moved.stopped_by == slide_stop::none);
        CHECK(moved.position.x < T(-6.855));
    }
}
TEMPLATE_TEST_CASE("progress: a body passes round the end of a surface that is a rounding away", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    // On a slope, beside a box whose lower right corner is one rounding below the body's upper left one.
    const shapes<T> solids{box_between<T>(1, -1, 2, 0), box_between<T>(2, -1, 3, 0), wedge_of<T>(2, 0, 4, 0, 4, 1),
                           box_between<T>(-1.5, 1.125, 1.5, 1.625)};
    const double y = static_cast<double>(roundings_above(T(0.625), 1));
    const auto moved = moved_by(box_of(T(0.375), T(0.5)), 1.875, y, -0.0625, -0.015625, solids, false);
    CHECK(moved.position.x == T(1.8125));
}

TEMPLATE_TEST_CASE("progress: a capsule between the corners of a ledge and of a ceiling is in a wedge at once",
                   "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    // The corner of the ledge is a step that may be climbed. Releasing it leaves a motion that is shorter than the
    // tolerance of touching.
    dice random{5};
    const capsule<T> body{{T(0), T(0.3)}, {T(0), T(1.5)}, T(0.3)};
    const slide_options<T> options{.up = {T(0), T(1)}, .step_height = T(0.3), .snap_distance = T(0.3)};
    const int scenes = many_if_all(1000, 200);
    int wedges = 0;
    for (int i = 0; i < scenes; ++i) {
        const double x = random.between(2, 9), y = random.between(1, 9), ceiling_x = x + random.between(-0.6, 0.6),
                     ceiling_y = y + random.between(1.3, 1.75);
        const shapes<T> solids{box_between<T>(x, y - 0.75, x + 3, y),
                               box_between<T>(ceiling_x - 2, ceiling_y, ceiling_x, ceiling_y + 2),
                               box_between<T>(-20, y - 4, 20, y - 3)};
        vec2<T> p{static_cast<T>(x + 1), static_cast<T>(y)};
        for (int step = 0; step < 40; ++step) {
            const vec2<T> motion{T(-0.0625), T(-0.0069)};
            const auto moved = move_and_slide(body, p, motion, solids, options);
            if (!moved.started_free) break;
            p = moved.position, wedges += moved.stopped_by == slide_stop::wedge;
            INFO(i << ' ' << step << text_of(p, motion, options) << " gives " << text_of(moved));
            CHECK(moved.stopped_by != slide_stop::rounds);
        }
    }
    CHECK(wedges > scenes);
}

TEMPLATE_TEST_CASE("progress: both surfaces of a wedge are contacts", "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    // The cut corner of the octagon and its lower side both touch the corner of the triangle. The side alone would be
    // the contact, but the cut corner forms the wedge with the box.
    const shapes<T> solids{wedge_of<T>(-1.625, -1.625, -0.625, -0.375, -1.625, -0.375),
                           box_between<T>(0.25, 0.25, 1.375, 0.625)};
    const any_shape<T> octagon = polygon_of<T>({{T(0.5), T(-0.5625)},
                                                {T(0.5), T(0.5625)},
                                                {T(0.375), T(0.75)},
                                                {T(-0.375), T(0.75)},
                                                {T(-0.5), T(0.5625)},
                                                {T(-0.5), T(-0.5625)},
                                                {T(-0.375), T(-0.75)},
                                                {T(0.375), T(-0.75)}});
    const vec2<T> start{std::nextafter(T(-0.25), T(-1)), T(0.375)};
    const auto moved = move_and_slide(octagon, start, vec2<T>{T(0.125), T(-0.625)}, solids, slide_options<T>{});
    CHECK(moved.stopped_by == slide_stop::wedge);
    bool is_faced = false;
    for (const auto& a : moved.contacts)
        for (const auto& b : moved.contacts) is_faced = is_faced || dot(a.normal, b.normal) < T(-0.5);
    CHECK(is_faced);
}

TEMPLATE_TEST_CASE("progress: a step exactly as high as step_height is climbed at every height of the floor",
                   "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    // The top of the step is rounded, and may be a rounding too high.
    const slide_options<T> options{.up = {T(0), T(1)}, .step_height = T(0.1), .snap_distance = T(0.1)};
    const aabb<T> body{{T(-0.3), T(0)}, {T(0.3), T(1.8)}};
    for (int i = 0; i < 60; ++i) {
        const T floor = T(0.1) * T(i);
        const std::vector<aabb<T>> solids{aabb<T>::from_corner({-5, floor - 1}, {7, 1}),
                                          aabb<T>::from_corner({2, floor - 1}, {4, T(1.1)})};
        vec2<T> p{0, floor + T(0.01)};
        for (int step = 0; step < 80; ++step)
            p = move_and_slide(body, p, vec2<T>{T(0.05), T(-0.007)}, solids, options).position;
        INFO("the floor is at " << static_cast<double>(floor));
        CHECK(p.x > T(2));
    }
}

}  // namespace hitbox_tests::progress
