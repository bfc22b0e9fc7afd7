// Laws of any gravity: a character climbs and stands as well if the level, the body and `up` are turned together.
// Rounding then makes walls lean, and floors rise, by a few roundings.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../rounds.hpp"
#include "progress.hpp"

#include <hitbox/motion/carry.hpp>

namespace hitbox_tests::progress {
namespace {

/// A world that is turned about the origin.
template <class T>
struct turned_world {
    rot2<T> turn;
    vec2<T> up = turn * vec2<T>{T(0), T(1)}, right = turn * vec2<T>{T(1), T(0)};
    std::vector<any_shape<T>> level{};

    explicit turned_world(int degrees) : turn{rot2<T>::from_degrees(static_cast<T>(degrees))} {}

    any_shape<T> polygon(std::vector<vec2<T>> corners) const {
        for (vec2<T>& corner : corners) corner = turn * corner;
        return polygon_of<T>(corners);
    }
    any_shape<T> body(bool is_box) const {
        const T half = T(0.3);
        if (is_box) return polygon({{-half, T(0)}, {half, T(0)}, {half, T(1.8)}, {-half, T(1.8)}});
        return capsule<T>{turn * vec2<T>{T(0), half}, turn * vec2<T>{T(0), T(1.5)}, half};
    }
    slide_options<T> options() const {
        return {.up = up, .step_height = T(0.3), .snap_distance = T(0.1), .dt = T(1) / 60};
    }
    vec2<T> fall() const { return up * (T(-25) / 60); }
};

template <class T>
void check_steps(int step_of_angles) {
    tally climbs;
    for (int degrees = 0; degrees < 360; degrees += step_of_angles)
        for (int k = 0; k < 24; ++k) {
            turned_world<T> w{degrees};
            const T height = T(0.05) + T(0.018) * T(k % 12), floats = k < 12 ? T(-1) : T(0.04);
            w.level = {w.polygon({{-9, -5}, {9, -5}, {9, 0}, {-9, 0}}),
                       w.polygon({{1, floats}, {3, floats}, {3, height}, {1, height}})};
            for (const bool is_box : {true, false}) {
                const any_shape<T> body = w.body(is_box);
                const vec2<T> start = w.turn * vec2<T>{T(-0.5) - T((degrees + k) % 10) / 100, T(1)};
                auto moved = move_and_slide(body, start, w.up * T(-120), w.level, w.options());
                for (int frame = 0; frame < 120 && dot(moved.position, w.right) < T(1.2); ++frame)
                    moved =
                        move_and_slide(body, moved.position, w.right * T(1 + k % 5) + w.fall(), w.level, w.options());
                climbs.expect(dot(moved.position, w.right) > T(0.8), [&] {
                    return std::to_string(degrees) + " degrees, " + text_of(body) + " at a step of " +
                           std::to_string(height) + ": " + text_of(moved);
                });
            }
        }
    report("a character climbs steps below step_height, whatever the direction of `up`", climbs);
}

template <class T>
void check_corners(int step_of_angles) {
    tally rests;
    for (int degrees = 0; degrees < 360; degrees += step_of_angles)
        for (const double slope : {5.0, 10.0, 20.0, 30.0, 40.0}) {
            turned_world<T> w{degrees};
            const T rise = static_cast<T>(std::tan(slope * std::acos(-1.0) / 180));
            w.level = {w.polygon({{-6, -9}, {T(1), -9}, {T(1), rise}, {-6, -6 * rise}}),
                       w.polygon({{T(1), -9}, {3, -9}, {3, 9}, {T(1), 9}})};
            for (const bool is_box : {true, false})
                for (const T speed : {T(0), T(5)}) {
                    const any_shape<T> body = w.body(is_box);
                    const vec2<T> walk = w.right * speed;
                    auto moved = move_and_slide(body, w.turn * vec2<T>{T(0.5), rise + T(0.5)}, w.up * T(-120), w.level,
                                                w.options());
                    for (int frame = 0; frame < 60; ++frame)
                        moved = move_and_slide(body, moved.position, w.right * T(5) + w.fall(), w.level, w.options());
                    const vec2<T> there = moved.position;
                    T farthest{};
                    for (int frame = 0; frame < 10; ++frame) {
                        moved = move_and_slide(body, moved.position, walk + w.fall(), w.level, w.options());
                        farthest = (std::max)(farthest, length(moved.position - there));
                    }
                    rests.expect(farthest < T(1e-5) && length(moved.velocity) < T(1e-5) && moved.on_floor, [&] {
                        return std::to_string(degrees) + " degrees, slope " + std::to_string(slope) + ", " +
                               text_of(body) + " with speed " + std::to_string(speed) + ": " + text_of(moved);
                    });
                }
        }
    report("a character rests between a slope and a wall, whatever the direction of `up`", rests);
}

/// Walks to a block, jumps straight up beside it, and falls. Rounding may bring the body over the edge of the block by
/// a rounding.
template <class T>
void check_jumps_beside_blocks(int step_of_angles) {
    tally passes;
    for (int degrees = 0; degrees < 360; degrees += step_of_angles)
        for (int speed = 2; speed < 8; ++speed) {
            turned_world<T> w{degrees};
            w.level = {w.polygon({{-9, -5}, {9, -5}, {9, 0}, {-9, 0}}), w.polygon({{1, -1}, {3, -1}, {3, 1}, {1, 1}})};
            for (const bool is_box : {true, false}) {
                const any_shape<T> body = w.body(is_box);
                auto moved =
                    move_and_slide(body, w.turn * vec2<T>{T(-0.31), T(1)}, w.up * T(-120), w.level, w.options());
                for (int frame = 0; frame < 60; ++frame)
                    moved = move_and_slide(body, moved.position, w.right * T(speed) + w.fall(), w.level, w.options());
                T fall = 8;
                do {
                    fall -= T(25) / 60;
                    moved = move_and_slide(body, moved.position, w.up * fall, w.level, w.options());
                } while (!moved.on_floor && fall > T(-30));
                passes.expect(moved.on_floor && dot(moved.position, w.up) < T(0.5), [&] {
                    return std::to_string(degrees) + " degrees, " + text_of(body) + " with speed " +
                           std::to_string(speed) + ": " + text_of(moved);
                });
            }
        }
    report("a character falls past the edge of a block beside which it jumped, whatever the direction of `up`", passes);
}

/// A level motion follows a floor down, and so does the push of a wall, which may lean. A motion that leads up by more
/// than 2^-20 of its length is a jump.
template <class T>
void check_descents(int step_of_angles) {
    tally walks, jumps, pushes;
    const T by = T(0.1), tolerance = static_cast<T>(std::is_same_v<T, float> ? 4e-6 : 1e-13);
    for (int degrees = 0; degrees < 360; degrees += step_of_angles)
        for (const T slope : {T(-0.05), T(-0.3), T(-0.7)}) {
            turned_world<T> w{degrees};
            w.level = {w.polygon({{-6, -6 * slope}, {-6, -9}, {6, -9}, {6, 6 * slope}})};
            const slide_options<T> options{.up = w.up, .step_height = T(0.3), .snap_distance = T(0.3)};
            for (const bool is_box : {true, false}) {
                const any_shape<T> body = w.body(is_box);
                const vec2<T> start = move_and_slide(body, w.up, w.up * T(-3), w.level, options).position;
                const auto above_floor = [&](vec2<T> p) { return dot(p - start, w.up - w.right * slope); };
                const auto text = [&](vec2<T> p) {
                    return std::to_string(degrees) + " degrees, slope " + std::to_string(slope) + ", " + text_of(body) +
                           " ends " + std::to_string(above_floor(p)) + " above the floor";
                };
                const vec2<T> walked = move_and_slide(body, start, w.right * by, w.level, options).position;
                walks.expect(std::abs(above_floor(walked)) < tolerance, [&] { return text(walked); });
                const vec2<T> jump = (w.right + w.up * T(0x1p-18)) * by;
                const vec2<T> jumped = move_and_slide(body, start, jump, w.level, options).position;
                jumps.expect(length(jumped - start - jump) < tolerance, [&] { return text(jumped); });
                for (const T lean : {T(0), T(-0.0045), T(-0.1), T(-0.3), T(0.1)}) {
                    // A wall between heights of 0.5 and 1.5 above the feet, a hair from the body at one of them.
                    const T near = T(-0.3) - (std::max)(lean, T(0)) - T(1e-5);
                    const any_shape<T> wall =
                        w.polygon({{-1, T(0.5)}, {near, T(0.5)}, {near + lean, T(1.5)}, {-1, T(1.5)}});
                    const auto pushed = carry(body, start, wall, start, start + w.right * by, w.level, options);
                    const bool is_on_floor = std::abs(above_floor(pushed.position)) < tolerance;
                    pushes.expect(pushed.is_pushed && !pushed.is_squashed && is_on_floor, [&] {
                        return text(pushed.position) + " after the push of a wall that leans by " +
                               std::to_string(lean);
                    });
                }
            }
        }
    report("a level motion follows a floor down, whatever the direction of `up`", walks);
    report("a motion that leads up leaves the floor, whatever the direction of `up`", jumps);
    report("a pushed character follows a floor down, whatever the direction of `up`", pushes);
}

}  // namespace

TEMPLATE_TEST_CASE("progress: a character that walks or is pushed down a slope stays on it in a turned world",
                   "[motion]", HITBOX_TESTS_REALS) {
    check_descents<TestType>(many_if_all(1, 17));
}
TEMPLATE_TEST_CASE("progress: a character climbs steps in a turned world", "[motion]", HITBOX_TESTS_REALS) {
    check_steps<TestType>(many_if_all(1, 71));
}
TEMPLATE_TEST_CASE("progress: a character rests in a corner of a turned world", "[motion]", HITBOX_TESTS_REALS) {
    check_corners<TestType>(many_if_all(1, 71));
}
TEMPLATE_TEST_CASE("progress: a character that jumps beside a block in a turned world lands beside it", "[motion]",
                   HITBOX_TESTS_REALS) {
    check_jumps_beside_blocks<TestType>(many_if_all(1, 71));
}

}  // namespace hitbox_tests::progress
