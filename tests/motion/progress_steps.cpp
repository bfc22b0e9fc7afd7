// Steps below and beside other things are climbed, too: under platforms, in doorways, and over narrow kerbs.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../rounds.hpp"
#include "progress.hpp"

#include <algorithm>
#include <cmath>

namespace hitbox_tests::progress_steps {

using namespace hitbox;

namespace {

/// Bodies of the height 1.8 and the width 0.6, about the middle of their lowest points.
template <class T, class F>
void for_each_walker(const F& f) {
    const T low = 0, high = T(1.8), half = T(0.3), cut = T(0.1);
    f("box", aabb<T>{{-half, low}, {half, high}});
    f("capsule", capsule<T>{{0, half}, {0, high - half}, half});
    const vec2<T> corners[] = {{cut - half, low},  {half - cut, low},  {half, cut},         {half, high - cut},
                               {half - cut, high}, {cut - half, high}, {-half, high - cut}, {-half, cut}};
    f("octagon", make_convex_polygon(corners).value());
}

/// Walks to the right. Returns the last position.
template <class T, class S, class O>
vec2<T> walked(const S& shape, vec2<T> p, T speed, int frames, const O& obstacles, const slide_options<T>& options) {
    for (int i = 0; i < frames; ++i)
        p = move_and_slide(shape, p, vec2<T>{speed, T(-0.01)}, obstacles, options).position;
    return p;
}

}  // namespace

TEMPLATE_TEST_CASE("steps: a platform above a step does not stop a body that climbs it", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const std::vector<aabb<T>> solids{{{-9, -1}, {0, 0}}, {{0, -1}, {99, T(0.25)}}};
    const slide_options<T> options{.up = {0, 1}, .step_height = T(0.3), .snap_distance = T(0.3)};
    for_each_walker<T>([&](const char* name, const auto& shape) {
        for (const T height : {T(0.7), T(0.9), T(1.5), T(1.9)})  // more than a step above the step
            for (const T behind : {T(-0.2), T(0), T(0.01), T(0.05), T(0.2)})
                for (const T speed : {T(0.05), T(0.3), T(1)}) {
                    const std::vector<aabb<T>> platforms{{{behind, height - T(0.1)}, {behind + 3, height}}};
                    const auto set = with_platforms(solids, platforms, {0, 1});
                    const int frames = static_cast<int>(3 / speed);
                    const vec2<T> p = walked<T>(shape, {-1, 0}, speed, frames, set, options),
                                  alone = walked<T>(shape, {-1, 0}, speed, frames, solids, options);
                    INFO(name << ", platform at " << double(height) << ", " << double(behind)
                              << " behind the step, speed " << double(speed));
                    CHECK(alone.x - p.x < speed);  // one frame, in which the body climbs in two parts
                    CHECK(std::abs(p.y - T(0.25)) < T(1e-4));
                }
    });
}

TEMPLATE_TEST_CASE("steps: a step of a few roundings in a flat floor neither stops a body nor throws it up", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    progress::dice dice{23};
    const auto walk = [&](const char* name, const auto& shape) {
        for (std::size_t i = 0; i < many_if_optimised(600, 60); ++i) {
            const T level = static_cast<T>(dice.between(-500, 500)), seam = static_cast<T>(dice.between(-2000, 2000));
            const T next = progress::roundings_above(level, dice.roll(7) - 3), top = std::max(level, next);
            const std::vector<aabb<T>> tiles{{{seam - 70, level - 1}, {seam, level}},
                                             {{seam, next - 1}, {seam + 70, next}}};
            slide_options<T> options{.up = {0, 1}};
            if (dice.one_in(3)) options.step_height = T(0.3);
            if (dice.one_in(3)) options.snap_distance = T(0.3);
            const T side = dice.one_in(2) ? T(1) : T(-1);
            const T length = static_cast<T>(dice.one_in(2) ? dice.between(0.02, 1) : dice.between(1, 30)) * side;
            const bool is_heavy = dice.one_in(2);
            const vec2<T> above{seam - length * static_cast<T>(dice.between(0.1, 0.9)) - side * T(0.3), top + 1};
            const auto start = move_and_slide(shape, above, vec2<T>{0, -2}, tiles, options);
            const vec2<T> motion{length, is_heavy ? static_cast<T>(dice.between(-1, -0.001)) : T(0)};
            const auto end = move_and_slide(shape, start.position, motion, tiles, options);
            CAPTURE(name, i, level, next - level, seam, length, is_heavy, options.step_height, options.snap_distance);
            const T unit = static_cast<T>(progress::rounding_of(T(2100)));
            CHECK(std::abs(end.position.x - (start.position.x + motion.x)) <= 4 * unit);
            CHECK(end.position.y >= level - 4 * unit);
            CHECK(end.position.y <= top + 16 * unit);
            CHECK((end.on_floor || !is_heavy));
        }
    };
    for_each_walker<T>(walk);
    walk("disc", circle<T>{{0, T(0.3)}, T(0.3)});
    walk("rounded box", rounded{aabb<T>{{T(-0.2), T(0.1)}, {T(0.2), T(0.6)}}, T(0.1)});
}

TEMPLATE_TEST_CASE("steps: a sill is climbed if the body fits below the lintel", "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    sample_of_cases is_in_sample{5};
    for_each_walker<T>([&](const char* name, const auto& shape) {
        for (const T step : {T(0.05), T(0.15), T(0.3)})
            for (const T sill : {T(0.02), T(0.05), T(0.1)})
                for (const T room : {T(0.01), T(0.05), T(0.2)})
                    for (const T speed : {T(0.05), T(0.3)}) {
                        if (!is_in_sample()) continue;
                        const T lintel = sill + T(1.8) + room;
                        const std::vector<aabb<T>> doorway{
                            {{-9, -1}, {9, 0}}, {{0, 0}, {T(0.5), sill}}, {{0, lintel}, {T(0.5), lintel + 1}}};
                        const slide_options<T> options{.up = {0, 1}, .step_height = step, .snap_distance = step};
                        const vec2<T> p =
                            walked<T>(shape, {-1, 0}, speed, static_cast<int>(5 / speed), doorway, options);
                        INFO(name << ", step_height " << double(step) << ", sill " << double(sill) << ", headroom "
                                  << double(room) << ", speed " << double(speed));
                        if (step >= sill) CHECK(p.x > 1);
                        else if (name[0] == 'b') CHECK(p.x < 0);
                    }
    });
}

TEMPLATE_TEST_CASE("steps: a narrow kerb on flat ground is climbed at any speed", "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    const slide_options<T> options{.up = {0, 1}, .step_height = T(0.3), .snap_distance = T(0.3)};
    for_each_walker<T>([&](const char* name, const auto& shape) {
        for (const T width : {T(0.05), T(0.1), T(0.4)})
            for (const T speed : {T(0.3), T(0.8), T(1), T(2), T(5)})
                for (int start = 0; start < many_if_all(40, 3); ++start) {
                    const std::vector<aabb<T>> ground{{{-99, -1}, {999, 0}}, {{0, 0}, {width, T(0.1)}}};
                    const vec2<T> from{T(-3) - T(0.05) * static_cast<T>(start), 0};
                    const vec2<T> p = walked<T>(shape, from, speed, 40, ground, options);
                    INFO(name << ", width " << double(width) << ", speed " << double(speed) << ", start " << start);
                    CHECK(p.x > width);
                    CHECK(std::abs(p.y) < T(1e-4));
                }
    });
}

// In one step the body leaves one floor, and meets a step above the floor below it.
TEMPLATE_TEST_CASE("steps: a dip of about the body's width does not stop it", "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    const slide_options<T> options{.up = {0, 1}, .step_height = T(0.25), .snap_distance = T(0.25)};
    sample_of_cases is_in_sample{5};
    for_each_walker<T>([&](const char* name, const auto& shape) {
        for (const T depth : {T(0.01), T(0.1), T(0.2)})
            for (const T width : {T(0.61), T(0.64), T(0.7), T(1.2)})
                for (const T behind : {T(-0.15), T(0), T(0.04)})
                    for (const T speed : {T(0.05), T(0.15), T(0.5), T(2)}) {
                        if (!is_in_sample()) continue;
                        const std::vector<aabb<T>> ground{{{-9, -1}, {0, 0}},
                                                          {{0, -1}, {width, -depth}},
                                                          {{width, -1}, {9, (std::max)(behind, -depth)}}};
                        const int frames = static_cast<int>(4 / speed);
                        const vec2<T> p = walked<T>(shape, {-2, 0}, speed, frames, ground, options);
                        INFO(name << ", depth " << double(depth) << ", width " << double(width) << ", behind it "
                                  << double(behind) << ", speed " << double(speed));
                        CHECK(std::abs(p.x - (speed * static_cast<T>(frames) - 2)) < T(1e-3));
                        CHECK(std::abs(p.y - (std::max)(behind, -depth)) < T(1e-3));
                    }
    });
}

// A fast body flies past the top of the ramp, and meets the block or the steep slope in the air.
TEMPLATE_TEST_CASE("steps: a fast body ends where a slow one does, behind ramps and before steep slopes", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const slide_options<T> options{.up = {0, 1}, .step_height = T(0.25), .snap_distance = T(0.25)};
    sample_of_cases is_in_sample{3};
    const auto check = [&](const vec2<T> start, const auto& level) {
        const aabb<T> body{{T(-0.3), 0}, {T(0.3), T(1.3)}};
        for (const T motion : {T(0.7), T(1), T(1.4), T(2), T(2.4)}) {
            if (!is_in_sample()) continue;
            const auto r = move_and_slide(body, start, {motion, T(-0.01)}, level, options);
            const vec2<T> slow = walked<T>(body, start, motion / 100, 100, level, options);
            INFO("from " << double(start.x) << " by " << double(motion) << " to " << double(r.position.x) << ' '
                         << double(r.position.y) << ", slowly to " << double(slow.x) << ' ' << double(slow.y));
            CHECK(r.on_floor);
            CHECK(length(r.position - slow) < T(0.02));
        }
    };
    for (const T slope : {T(0.5), T(0.9)})
        for (const T room : {T(0.05), T(0.2)})
            for (const T block : {T(0.4), T(0.6), T(0.9), T(1.2)}) {
                const T top = T(0.6) * slope;
                check({T(-0.31), 0}, std::vector<any_shape<T>>{
                                         aabb<T>{{-9, -1}, {9, 0}},
                                         triangle<T>{{0, 0}, {T(0.6), top}, {T(1.2), 0}},
                                         aabb<T>{{block, top + T(1.3) + room}, {block + 1, 9}},
                                     });
            }
    for (const T depth : {T(0.02), T(0.1), T(0.2)})
        for (const T width : {T(0.65), T(1)})
            check({T(-0.31), 0}, std::vector<any_shape<T>>{
                                     aabb<T>{{-9, -1}, {0, 0}},
                                     aabb<T>{{0, -1}, {9, -depth}},
                                     triangle<T>{{width, -depth}, {width + 1, -depth}, {width + 1, 3}},
                                 });
}

// The counterpart: a kerb that is too high stops the body, and behind a kerb there may be no ground.
TEMPLATE_TEST_CASE("steps: a kerb higher than step_height stops a body, and one before a pit is stood on", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const slide_options<T> options{.up = {0, 1}, .step_height = T(0.3), .snap_distance = T(0.3)};
    const aabb<T> box{{T(-0.3), 0}, {T(0.3), T(1.8)}};
    for (const T speed : {T(0.3), T(0.8), T(2)})
        for (int start = 0; start < 8; ++start) {
            const vec2<T> from{T(-3) - T(0.05) * static_cast<T>(start), 0};
            const std::vector<aabb<T>> high{{{-99, -1}, {999, 0}}, {{0, 0}, {T(0.1), T(0.31)}}};
            CHECK(walked<T>(box, from, speed, 40, high, options).x < T(-0.29));
            // The body stands on the kerb in one of the frames, or passes over it in the air.
            const std::vector<aabb<T>> pit{{{-99, -1}, {0, 0}}, {{0, -1}, {T(0.1), T(0.1)}}};
            CHECK(walked<T>(box, from, speed, 40, pit, options).x > T(0.1));
        }
}

namespace {

/// A walker with a round bottom at a step that it could climb, below a ceiling or a lintel that is too low for this.
/// Its gravity grows while it is in the air, as in games.
template <class T>
void hold_below_ceiling(progress::dice& random, progress::tally& stands, progress::tally& stays) {
    const auto drawn = [&](double low, double high) { return static_cast<T>(random.between(low, high)); };
    const T radius = drawn(0.2, 0.5), half = random.one_in(2) ? T(0) : drawn(0.05, 0.3),
            step_height = drawn(0.15, 0.55), height = step_height * drawn(0.3, 0.95),
            ceiling = 2 * (radius + half) + height * drawn(0.05, 0.95), left = drawn(-1.5, 0.05);
    const capsule<T> body{{0, -half}, {0, half}, radius};
    const std::vector<any_shape<T>> solids{aabb<T>{{-10, -20}, {0, 0}}, aabb<T>{{0, -20}, {100, height}},
                                           aabb<T>{{left, ceiling}, {left + drawn(0.3, 2), 20}}};
    const slide_options<T> options{
        .up = {0, 1}, .step_height = step_height, .snap_distance = random.one_in(2) ? T(0) : T(0.3)};
    const T speed = drawn(0.01, 0.15), gravity = drawn(0.003, 0.012);
    vec2<T> p{-3, radius + half};
    T fall = 0;
    bool is_on_floor = true, is_still = true;
    for (int frame = 0; frame < 460; ++frame) {
        fall -= gravity;
        const auto r = move_and_slide(body, p, vec2<T>{speed, fall}, solids, options);
        if (frame >= 400) {
            is_on_floor = is_on_floor && r.on_floor;
            is_still = is_still && (p.y - radius - half > height - T(0.01) || std::abs(r.position.x - p.x) < T(0.001));
        }
        p = r.position, fall = r.on_floor ? T(0) : r.velocity.y;
    }
    const auto text = [&] {
        return progress::text_of(solids) + progress::text_of(any_shape<T>{body}) +
               progress::text_of(p, {speed, fall}, options);
    };
    stands.expect(is_on_floor, text), stays.expect(is_still, text);
}

}  // namespace

// Such a walker stands on the corner of the step. The corner's own steep normal must not push it back down, and the
// ceiling must not hide that the floor below is near.
TEMPLATE_TEST_CASE("progress: a walker that a ceiling holds at a step stands there", "[motion]", HITBOX_TESTS_REALS) {
    progress::dice random{57};
    progress::tally stands, stays;
    for (int i = 0; i < many_if_all(3000, 12); ++i) hold_below_ceiling<TestType>(random, stands, stays);
    progress::report("it is on the floor in each frame", stands);
    progress::report("it does not move", stays);
}

// The bevel of the octagon touches the corner of the wall and the ramp on it, which have one direction, as one facet.
// The order of the pieces used to decide to which of them the facet belongs, and so whether the walker climbed.
TEMPLATE_TEST_CASE("progress: a step with a ramp on it is climbed or not, whatever the order of the pieces", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    progress::dice random{58};
    const auto sixteenth = [&](int low, int high) { return static_cast<T>(low + random.roll(high - low + 1)) / 16; };
    const vec2<T> corners[] = {{T(-.25), 0}, {T(.25), 0},  {T(.5), T(.25)},  {T(.5), T(.75)},
                               {T(.25), 1},  {T(-.25), 1}, {T(-.5), T(.75)}, {T(-.5), T(.25)}};
    const auto body = make_convex_polygon(corners).value();
    const std::size_t levels = many_if_all(std::size_t{4000}, many_if_optimised(1200, 300));
    for (std::size_t i = 0; i < levels; ++i) {
        const T rise = sixteenth(-8, 8), top = rise * 2 / 3 + sixteenth(1, 16), slope = sixteenth(1, 16);
        const vec2<T> ground[] = {{0, 0}, {0, -2}, {3, rise - 2}, {3, rise}};
        std::vector<any_shape<T>> pieces{make_convex_polygon(ground).value(), aabb<T>{{2, -2}, {3, top}},
                                         triangle<T>{{2, top}, {3, top}, {3, top + slope}}};
        const slide_options<T> options{.up = {0, 1}, .step_height = sixteenth(1, 8), .snap_distance = T(.25)};
        const auto walk = [&](const auto& level) {
            vec2<T> p{T(.5), rise / 6 + T(.25)};
            for (int frame = 0; frame < 16; ++frame)
                p = move_and_slide(body, p, {T(.125), T(-.0625)}, level, options).position;
            return p;
        };
        const vec2<T> expected = walk(compound<T>{pieces});
        int order[] = {0, 1, 2};
        do {
            const std::vector<any_shape<T>> level{pieces[std::size_t(order[0])], pieces[std::size_t(order[1])],
                                                  pieces[std::size_t(order[2])]};
            CAPTURE(i, order[0], order[1], order[2]);
            CHECK(length(walk(level) - expected) < T(1e-3));
        } while (std::next_permutation(order, order + 3));
    }
}

}  // namespace hitbox_tests::progress_steps
