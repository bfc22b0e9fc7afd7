// Stairs: every shape climbs and descends steps of up to step_height at any speed; ledges are left as without stairs.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../rounds.hpp"
#include "progress.hpp"

namespace hitbox_tests::progress {

namespace {

constexpr int count_of_steps = 6;

/// Level ground up to x = 5 and beyond the last step, and six steps between. Up to the right.
template <class T>
struct staircase {
    T depth, height;

    std::vector<any_shape<T>> solids() const {
        std::vector<any_shape<T>> all{aabb<T>{{T(-50), T(-10)}, {T(100), T(0)}}};
        for (int i = 0; i < count_of_steps; ++i)
            all.push_back(aabb<T>{{T(5) + static_cast<T>(i) * depth, T(-5)}, {T(100), level_of(i + 1)}});
        return all;
    }
    T level_of(int step) const { return static_cast<T>(step) * height; }
    T end() const { return T(5) + static_cast<T>(count_of_steps) * depth; }
};

/// A mover as wide as 0.8 and as high as 2, or 0.8 for the disc; its lowest point is `below` its origin.
template <class T>
struct walker {
    int kind;
    any_shape<T> shape = mover_of(kind, T(0.4), T(1));
    T below = kind == 1 ? T(0.4) : T(1);

    vec2<T> stands_at(T x, T level) const { return {x, level + below}; }
    bool is_round() const { return kind == 1 || kind == 2; }
    /// Returns the height of the underside above the lowest point at a horizontal distance from the centre; infinity
    /// beyond the sides.
    extended underside(extended side) const {
        const extended half_width = static_cast<extended>(T(0.4)), off = std::abs(side);
        if (off > half_width) return HUGE_VALL;
        if (is_round()) return half_width - std::sqrt(half_width * half_width - off * off);
        return kind == 0 ? 0 : (std::max)(0.0L, off - half_width * 0.75L) * (2.5L);  // the octagon's cut: 0.25 in 0.1
    }
};

/// Returns the height at which a mover rests at x: the highest at which its underside touches the stairs.
template <class T>
extended rests_at(const staircase<T>& stairs, const walker<T>& w, extended x) {
    extended height = 0;
    for (int i = 0; i < count_of_steps; ++i) {
        const extended edge = static_cast<extended>(T(5) + static_cast<T>(i) * stairs.depth);
        const extended nearest = (std::max)(edge - x, 0.0L);  // of the tread, to the middle
        height = (std::max)(height, static_cast<extended>(stairs.level_of(i + 1)) - w.underside(nearest));
    }
    return height + static_cast<extended>(w.below);
}

/// Returns whether a mover rests on the stairs. Its x may have rounding errors, which matter if the underside is
/// upright.
template <class T>
bool rests_on(const staircase<T>& stairs, const walker<T>& w, vec2<T> p) {
    const extended x = static_cast<extended>(p.x), y = static_cast<extended>(p.y), rounding = 16 * rounding_of(T(16));
    return y >= rests_at(stairs, w, x - rounding) - rounding && y <= rests_at(stairs, w, x + rounding) + rounding;
}

template <class T>
struct stair_laws {
    tally arrives, rises, floors, levels, speeds, rounds;

    /// Walks from one end of the stairs to the other by equal motions; the mover never turns back, and stands in each
    /// frame.
    void walk(const staircase<T>& stairs, const walker<T>& w, T speed, T step_height, bool is_up) {
        const auto solids = stairs.solids();
        const slide_options<T> options{.up = {T(0), T(1)}, .step_height = step_height, .snap_distance = step_height};
        const T from = is_up ? T(3) : stairs.end() + T(2), to = is_up ? stairs.end() + T(2) : T(3);
        const vec2<T> wish{is_up ? speed : -speed, T(-0.1)};
        vec2<T> p = w.stands_at(from, is_up ? T(0) : stairs.level_of(count_of_steps));
        const extended rounding = 16 * rounding_of(T(16));
        const int frames = static_cast<int>(std::ceil((std::abs(to - from)) / speed * T(1.25))) + 4;
        for (int frame = 0; frame < frames && (is_up ? p.x < to : p.x > to); ++frame) {
            const auto moved = move_and_slide(w.shape, p, wish, solids, options);
            const auto text = [&] {
                std::ostringstream out;
                out << text_of(w.shape) << " on steps " << stairs.depth << " deep, " << stairs.height << " high "
                    << text_of(p, wish, options) << " gives " << text_of(moved);
                return out.str();
            };
            const extended rise = static_cast<extended>(moved.position.y) - static_cast<extended>(p.y);
            levels.expect(rests_on(stairs, w, moved.position), text);
            rises.expect((is_up ? rise : -rise) >= -rounding, text);
            floors.expect(moved.on_floor, text);
            const bool is_at_riser = has_contact(moved, vec2<T>{is_up ? T(-1) : T(1), T(0)});
            speeds.expect(moved.velocity == vec2<T>{is_at_riser ? T(0) : wish.x, T(0)}, text);
            rounds.expect(!ran_out_of_rounds(moved) && moved.is_free, text);
            p = moved.position;
        }
        const auto text = [&] {
            std::ostringstream out;
            out << text_of(w.shape) << " on steps " << stairs.depth << " deep, " << stairs.height << " high, speed "
                << speed << " step_height " << step_height << (is_up ? " up" : " down") << " ends at " << text_of(p);
            return out.str();
        };
        arrives.expect(is_up ? p.x >= to : p.x <= to, text);
    }
    void report_all() const {
        report("the other end is reached", arrives);
        report("the height changes in one direction only", rises);
        report("there is a floor in each frame", floors);
        report("its height is where its underside meets the stairs", levels);
        report("the speed is kept, except by motions that end at the next riser", speeds);
        report("the motion ends before the rounds do, in a free place", rounds);
    }
};

template <class T>
void check_stairs(int stride, T just_above) {
    stair_laws<T> laws;
    int turn = 0;
    for (const double depth : {0.2, 0.3, 0.4, 0.5, 0.7, 1.0})
        for (const double height : {0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4})
            for (const double speed : {0.02, 0.05, 0.1, 0.3})
                for (int kind = 0; kind < 4; ++kind) {
                    if (++turn % stride != 0) continue;
                    const staircase<T> stairs{static_cast<T>(depth), static_cast<T>(height)};
                    const T step_height = stairs.height * just_above;
                    laws.walk(stairs, {kind}, static_cast<T>(speed), step_height, true);
                    laws.walk(stairs, {kind}, static_cast<T>(speed), step_height, false);
                }
    laws.report_all();
}

/// A step that is too high by 1/1000 stops the mover. Corners that a round bottom touches at less than 45 degrees are
/// floors and would be climbed, so all steps are higher than that.
template <class T>
void check_steps_too_high() {
    sample_of_cases is_in_sample{5};
    tally stops;
    for (const double height : {0.15, 0.25, 0.4})
        for (const double speed : {0.02, 0.1, 0.3})
            for (int kind = 0; kind < 4; ++kind) {
                if (!is_in_sample()) continue;
                const walker<T> w{kind};
                const staircase<T> stairs{T(1), static_cast<T>(height)};
                const slide_options<T> options{
                    .up = {T(0), T(1)}, .step_height = stairs.height * T(0.999), .snap_distance = stairs.height};
                const auto solids = stairs.solids();
                const vec2<T> wish{static_cast<T>(speed), T(-0.1)};
                vec2<T> p = w.stands_at(T(4), T(0));
                for (int frame = 0; frame < 60; ++frame) p = move_and_slide(w.shape, p, wish, solids, options).position;
                stops.expect(p.y < w.below + stairs.height * T(0.5) && p.x <= T(5), [&] {
                    return text_of(w.shape) + ' ' + text_of(p, wish, options) + " climbs " + std::to_string(height);
                });
            }
    report("a step higher than step_height stops", stops);
}

/// The same path in one step or in many ends at the same position, at which the mover rests.
template <class T>
void check_steps_of_all_lengths(int walks) {
    dice random{5};
    tally places;
    for (int i = 0; i < walks; ++i) {
        const walker<T> w{random.roll(4)};
        const staircase<T> stairs{static_cast<T>(random.between(0.25, 1)), static_cast<T>(random.between(0.05, 0.4))};
        const T step_height = stairs.height * T(1.25);
        const slide_options<T> options{.up = {T(0), T(1)}, .step_height = step_height, .snap_distance = step_height};
        const auto solids = stairs.solids();
        const bool is_up = random.one_in(2);
        const vec2<T> start =
            w.stands_at(is_up ? T(4) : stairs.end() + T(1), is_up ? T(0) : stairs.level_of(count_of_steps));
        const T motion = static_cast<T>(random.between(0.5, 2.5)) * (is_up ? T(1) : T(-1));
        for (const int parts : {1, 2, 3, 7, 20}) {
            vec2<T> p = start;
            for (int k = 0; k < parts; ++k)
                p = move_and_slide(w.shape, p, vec2<T>{motion / static_cast<T>(parts), T(-0.1)}, solids, options)
                        .position;
            places.expect(rests_on(stairs, w, p) && std::abs(p.x - start.x - motion) < T(1e-5), [&] {
                std::ostringstream out;
                out << text_of(w.shape) << " steps " << stairs.depth << " deep " << stairs.height << " high, from "
                    << text_of(start) << " by " << motion << " in " << parts << " parts ends at " << text_of(p);
                return out.str();
            });
        }
    }
    report("as many steps as one likes end where the mover rests", places);
}

/// The position at which a mover leaves a cliff: a flat bottom at its rear side, a round one when the normal at the
/// corner is steeper than a floor.
template <class T>
void check_cliffs() {
    tally leaves;
    const std::vector<any_shape<T>> solids{aabb<T>{{T(-20), T(-9)}, {T(0), T(0)}},
                                           aabb<T>{{T(-20), T(-40)}, {T(40), T(-30)}}};
    for (int kind = 0; kind < 4; ++kind)
        for (const double speed : {0.01, 0.05, 0.11})
            for (const slide_options<T>& options : all_options(T(0.5), T(0.25))) {
                const walker<T> w{kind};
                // Without snapping, a round bottom leaves a bend during a step, and lands again on its corner.
                if (options.up == vec2<T>{} || (w.is_round() && options.snap_distance == 0)) continue;
                vec2<T> p = w.stands_at(T(-1), T(0));
                const vec2<T> wish{static_cast<T>(speed), T(-0.01)};
                int frames = 0;
                for (bool stands = true; stands && frames < 400; ++frames) {
                    const auto moved = move_and_slide(w.shape, p, wish, solids, options);
                    stands = moved.on_floor;
                    if (stands) p = moved.position;
                }
                const T bottom = kind == 3 ? T(0.3) : T(0.4);  // the octagon's is narrower
                const T edge = w.is_round() ? T(0.4) * std::sqrt(T(0.5)) : bottom;
                leaves.expect(p.x <= edge + T(0.001) && p.x >= edge - static_cast<T>(speed) - T(0.001),
                              [&] { return text_of(w.shape) + ' ' + text_of(p, wish, options); });
            }
    report("a cliff is left at its edge, whatever the options", leaves);
}

/// A capsule walks down a step at least as high as its radius. Its side ends flush with the step, up to roundings, and
/// touches the corner of the step with a nearly horizontal normal.
template <class T>
void check_flush_descents() {
    tally stays;
    const T radius = T(0.3);
    const capsule<T> body{{0, radius}, {0, T(1.2)}, radius};
    const slide_options<T> options{.up = {0, 1}, .step_height = T(0.4), .snap_distance = T(0.4)};
    for (const double edge_of_step : {1.0, 0.7, 2.3, 9.1})
        for (const double height : {0.3, 0.31, 0.35}) {
            const T edge = static_cast<T>(edge_of_step);
            const std::vector<aabb<T>> level{{{-10, -5}, {edge, 0}}, {{-10, -5}, {20, static_cast<T>(-height)}}};
            const vec2<T> on_corner =
                move_and_slide(body, {edge - 1, 0}, {T(1) + radius * T(0.6), T(-0.01)}, level, options).position;
            for (int roundings = -40; roundings <= 40; ++roundings) {
                const T flush = roundings_above(edge + radius, roundings);
                const auto end = move_and_slide(body, on_corner, {flush - on_corner.x, T(-0.005)}, level, options);
                stays.expect(end.on_floor, [&] { return "flush with " + std::to_string(edge) + text_of(end); });
            }
        }
    report("a capsule that ends flush with a step stays on a floor", stays);
}

}  // namespace

TEMPLATE_TEST_CASE("progress: a capsule that walks down a step stays on a floor if its side ends flush with the step",
                   "[motion]", HITBOX_TESTS_REALS) {
    check_flush_descents<TestType>();
}
TEMPLATE_TEST_CASE("progress: stairs are climbed and descended, a floor below in each frame", "[motion]",
                   HITBOX_TESTS_REALS) {
    check_stairs<TestType>(many_if_all(5, 61), TestType(1.001));
}
TEMPLATE_TEST_CASE("progress: 672 stairs by every shape at every speed", "[.long]", HITBOX_TESTS_REALS) {
    for (const TestType more : {TestType(1.0001), TestType(1.5)}) check_stairs<TestType>(1, more);
}
TEMPLATE_TEST_CASE("progress: a step higher than step_height stops every shape", "[motion]", HITBOX_TESTS_REALS) {
    check_steps_too_high<TestType>();
}
TEMPLATE_TEST_CASE("progress: one long step over stairs ends on the tread of many short ones", "[motion]",
                   HITBOX_TESTS_REALS) {
    check_steps_of_all_lengths<TestType>(many_if_all(1000, 50));
}
TEMPLATE_TEST_CASE("progress: cliffs are left where they end, with step_height or without", "[motion]",
                   HITBOX_TESTS_REALS) {
    check_cliffs<TestType>();
}

}  // namespace hitbox_tests::progress
