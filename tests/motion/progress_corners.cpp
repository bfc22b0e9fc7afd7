// Corners, wedges and ledges: positions at which the gap of two solids just fits, against the slow mover.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../laws.hpp"
#include "../rounds.hpp"
#include "progress_scenes.hpp"

#include <array>
#include <cmath>

namespace hitbox_tests::progress {

namespace {

template <class T>
any_shape<T> triangle_of(vec2<T> a, vec2<T> b, vec2<T> c) {
    return polygon_of<T>({a, b, c});
}

/// A box whose lower corner is exactly at the end of a ledge, under a descending ceiling. Only a point of the ledge
/// blocks the box, so it slips off and slides along the ceiling.
template <class T>
void check_end_of_ledge_under_wedge() {
    tally moved_on;
    for (const bool is_left : {false, true})
        for (const T up : {T(0), T(1)})
            for (const double fall : {0.0, 0.015625, 0.125}) {
                const T side = is_left ? T(1) : T(-1);
                const auto at = [&](double x, double y) {
                    return vec2<T>{static_cast<T>(x) * side, static_cast<T>(y)};
                };
                scene<T> s{box_of(T(0.375), T(0.5)), T(1), T(8)};
                // The ledge ends at 7. The ceiling descends from (7, 4) to (6, 3), against the motion.
                const vec2<T> a = at(9, 2), b = at(7, 2.25);
                s.add(aabb<T>{(min)(a, b), (max)(a, b)});
                s.add(triangle_of<T>(at(7, 4), at(6, 3), at(6, 4)));
                const vec2<T> start = at(6.625, 2.75), wish = at(-0.125, -fall);
                const slide_options<T> options{.up = {T(0), up}};
                const auto moved = move_and_slide(s.shape, start, wish, s.solids, options);
                moved_on.expect(s.is_place(start, wish, moved.position, options), [&] {
                    return text_of(s.shape) + " among " + text_of(s.solids) + text_of(start, wish, options) +
                           " gives " + text_of(moved);
                });
            }
    report("a box slips off the end of a ledge", moved_on);
}

/// Two boxes that touch at a corner, or leave a gap exactly as wide as the mover, or a ledge and a wedge. Positions and
/// motions are multiples of 1/8, so corners meet exactly.
template <class T>
void check_scenes_of_corners(int scenes) {
    move_laws<T> laws;
    dice random{9};
    const auto eighths = [&](int from, int to) { return static_cast<T>(from + random.roll(to - from + 1)) / T(8); };
    for (int i = 0; i < scenes; ++i) {
        scene<T> s{random.one_in(2) ? box_of(T(0.375), T(0.5)) : octagon_of(T(0.5), T(0.75)), T(1), T(8)};
        for (int k = 1 + random.roll(4); k > 0; --k) {
            const vec2<T> corner{eighths(-16, 16), eighths(-16, 16)}, size{eighths(2, 16), eighths(2, 16)};
            if (random.one_in(2)) s.add(aabb<T>{corner, corner + size});
            else
                s.add(triangle_of<T>(corner, corner + vec2<T>{random.one_in(2) ? size.x : -size.x, T(0)},
                                     corner + vec2<T>{T(0), random.one_in(2) ? size.y : -size.y}));
        }
        for (int tries = 0; tries < 6; ++tries) {
            vec2<T> p{eighths(-20, 20), eighths(-20, 20)};
            if (penetrates(at(s.shape, p), s.solids)) continue;
            const slide_options<T> options{.up = {T(0), random.one_in(2) ? T(1) : T(0)}};
            for (int step = 0; step < 3; ++step) {
                const vec2<T> wish{eighths(-8, 8), eighths(-8, 8)};
                p = laws.move(s, s.solids, p, wish, options).position;
            }
        }
    }
    laws.report_all();
}

/// A body that is pressed into a corner of two walls comes to rest there, as in a game that is seen from above. The
/// wall that it meets first turns its motion towards the other wall, which must not send it back.
template <class T>
void check_rest_in_corners(int step_of_angles) {
    tally rests;
    const auto direction = [](double degrees) {
        const double angle = degrees * std::acos(-1.0) / 180;
        return vec2<T>{static_cast<T>(std::cos(angle)), static_cast<T>(std::sin(angle))};
    };
    for (int kind = 0; kind < 3; ++kind)
        for (const double corner : {60.0, 90.0, 100.0, 120.0, 135.0, 150.0, 160.0})
            for (int turn = 0; turn < 360; turn += step_of_angles) {
                const vec2<T> a = direction(turn), b = direction(turn + corner);  // the walls, from the corner
                const vec2<T> back_a = a * T(-5), back_b = b * T(-5);
                const std::vector<any_shape<T>> walls{polygon_of<T>({{}, a * T(9), a * T(5) + back_b}),
                                                      polygon_of<T>({{}, b * T(5) + back_a, b * T(9)}),
                                                      polygon_of<T>({{}, a * T(5) + back_b, b * T(5) + back_a})};
                const std::array<any_shape<T>, 3> bodies{box_of(T(0.3), T(0.3)), circle<T>{{}, T(0.3)},
                                                         octagon_of(T(0.3), T(0.4))};
                for (int part = 1; part < 10; ++part) {
                    // Directions that lead to the corner along both walls.
                    const double middle = turn + corner / 2 + 180;
                    const vec2<T> press = direction(middle + (part - 5) * (180 - corner) / 10) * T(0.0625);
                    const any_shape<T>& body = bodies[static_cast<std::size_t>(kind)];
                    vec2<T> p = (a + b) * (T(0.8) / length(a + b));
                    for (int frame = 0; frame < 600; ++frame) p = move_and_slide(body, p, press, walls, {}).position;
                    const auto last = move_and_slide(body, p, press, walls, {});
                    rests.expect(length(last.position - p) < T(1e-5) && last.stopped_by != slide_stop::none, [&] {
                        return text_of(body) + " in a corner of " + std::to_string(corner) + " degrees turned by " +
                               std::to_string(turn) + text_of(p, press, slide_options<T>{}) + " gives " + text_of(last);
                    });
                }
            }
    report("a body rests in a corner", rests);
}

/// A body that touches both walls of an obtuse corner, and moves into both. It moves along the one wall that leaves
/// more of the motion, by the projection of the motion on it, whichever wall is met first by a rounding.
template <class T>
void check_motion_out_of_corners(int corners) {
    using plane = vec2<double>;
    tally moves;
    int resting = 0;
    dice random{23};
    for (int i = 0; i < corners; ++i) {
        const double angle = random.between(1.7, 2.9), turn = i % 2 == 0 ? 0 : random.between(0, 6.28);
        const vec2<double> corner{random.between(-8, 8), random.between(-8, 8)};
        const auto at = [&](double a, double r) {
            return vec2<T>{static_cast<T>(corner.x + r * std::cos(a + turn)),
                           static_cast<T>(corner.y + r * std::sin(a + turn))};
        };
        // The free angles are those from 0 to `angle`; both walls are half a turn thick together.
        const std::vector<triangle<T>> walls{{at(0, 0), at(0, 60), at(-0.7, 60)},
                                             {at(0, 0), at(angle, 60), at(angle + 0.7, 60)},
                                             {at(0, 0), at(-0.7, 60), at(-1.4, 60)},
                                             {at(0, 0), at(angle + 0.7, 60), at(angle + 1.4, 60)}};
        const plane normals[] = {{-std::sin(turn), std::cos(turn)}, {std::sin(angle + turn), -std::cos(angle + turn)}};
        const any_shape<T> body = i % 3 == 0 ? any_shape<T>{circle<T>{{}, T(0.4)}} : box_of(T(0.3), T(0.3));
        auto rest = move_and_slide(body, at(angle / 2, 3), at(angle / 2, 0) - at(angle / 2, 10), walls);
        rest = move_and_slide(body, rest.position, at(angle / 2, 0) - at(angle / 2, 1), walls);
        const auto touches = [&](const plane& n) {
            return std::any_of(rest.contacts.begin(), rest.contacts.end(), [&](const auto& c) {
                return length(hitbox::detail::vec_cast<double>(c.normal) - n) < 1e-4;
            });
        };
        const bool touches_both = touches(normals[0]) && touches(normals[1]);
        resting += touches_both;
        const double way = random.between(0, 6.28), size = i % 5 == 0 ? 0.05 : 1;
        const plane motion{size * std::cos(way), size * std::sin(way)};
        if (!touches_both || !(dot(motion, normals[0]) < -0.001 * size) || !(dot(motion, normals[1]) < -0.001 * size))
            continue;
        plane expected{};
        for (int k = 0; k < 2; ++k) {
            const plane along = motion - normals[k] * dot(motion, normals[k]);
            if (dot(along, normals[1 - k]) >= 0 && length(along) > length(expected)) expected = along;
        }
        const auto moved =
            move_and_slide(body, rest.position, vec2<T>{static_cast<T>(motion.x), static_cast<T>(motion.y)}, walls);
        const vec2<T> step = moved.position - rest.position;
        moves.expect(length(hitbox::detail::vec_cast<double>(step) - expected) < 1e-3 * size, [&] {
            return text_of(body) + " in a corner of " + std::to_string(angle) +
                   text_of(rest.position, vec2<T>{static_cast<T>(motion.x), static_cast<T>(motion.y)},
                           slide_options<T>{}) +
                   " gives " + text_of(moved);
        });
    }
    CHECK(resting > corners * 98 / 100);
    report("a body moves out of a corner", moves);
}

/// A body flies at a corner of a turned box. A single convex obstacle leaves a free direction at every place. The sides
/// of the regular octagon are as steep as the steepest floor, so the corner is the corner of a step for them.
template <class T>
void check_one_box_squeezes_nothing(int boxes) {
    tally moves;
    dice random{41};
    for (int i = 0; i < boxes; ++i) {
        const double angle = i % 2 == 0 ? 0 : random.between(-1.2, 0.7), c = std::cos(angle), s = std::sin(angle);
        const double width = random.between(0.5, 3), height = random.between(0.1, 0.5);
        const vec2<double> center{random.between(-8, 8), random.between(-8, 8)};
        const auto corner = [&](double x, double y) {
            return vec2<T>{static_cast<T>(center.x + c * x * width - s * y * height),
                           static_cast<T>(center.y + s * x * width + c * y * height)};
        };
        const std::vector<any_shape<T>> box{
            polygon_of<T>({corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)})};
        const any_shape<T> body = i % 5 == 0 ? octagon_of(T(0.4), T(0.4)) : mover_of(i, T(0.4), T(0.5));
        const vec2<T> offset{static_cast<T>(random.between(0, 0.45)), static_cast<T>(random.between(-0.45, 0.45))};
        const vec2<T> start = corner(1, 1) + offset, wish{T(-0.11), static_cast<T>(random.between(-0.2, 0.105))};
        if (penetrates(at(body, start), box)) continue;
        for (const slide_options<T>& options : all_options(T(0.3), T(0.3))) {
            const auto moved = move_and_slide(body, start, wish, box, options);
            moves.expect(moved.stopped_by != slide_stop::squeezed && !ran_out_of_rounds(moved), [&] {
                return text_of(body) + " beside " + text_of(box) + text_of(start, wish, options) + " gives " +
                       text_of(moved);
            });
        }
    }
    report("a body moves on beside one box", moves);
}

}  // namespace

TEMPLATE_TEST_CASE("progress: one convex obstacle squeezes no body", "[motion]", HITBOX_TESTS_REALS) {
    check_one_box_squeezes_nothing<TestType>(many_if_all(1000000, 20000));
}
TEMPLATE_TEST_CASE(
    "progress: a body that touches both walls of an obtuse corner moves by the projection on one of them", "[motion]",
    HITBOX_TESTS_REALS) {
    check_motion_out_of_corners<TestType>(many_if_all(20000, 2000));
}
TEMPLATE_TEST_CASE("progress: a body that is pressed into a corner rests there", "[motion]", HITBOX_TESTS_REALS) {
    check_rest_in_corners<TestType>(many_if_all(15, 60));
}
TEMPLATE_TEST_CASE("progress: a box at the very end of a ledge slips off under a wedge", "[motion]",
                   HITBOX_TESTS_REALS) {
    check_end_of_ledge_under_wedge<TestType>();
}
TEMPLATE_TEST_CASE("progress: at corners, wedges and gaps on a grid a mover ends where the slow mover does", "[motion]",
                   HITBOX_TESTS_REALS) {
    check_scenes_of_corners<TestType>(200);
}
TEMPLATE_TEST_CASE("progress: 40 000 scenes of corners", "[.long]", HITBOX_TESTS_REALS) {
    check_scenes_of_corners<TestType>(40000);
}

// A motion along the corridor has one free line. A rounding off this line, on the way to the ramp, is not free.
TEMPLATE_TEST_CASE("a body in a corridor exactly as wide as itself reaches the ramp at the end", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    generator random{11};
    const std::vector<vec2<T>> box{{T(-0.3), 0}, {T(0.3), 0}, {T(0.3), 1}, {T(-0.3), 1}},
        diamond{{0, 0}, {T(0.5), T(0.5)}, {0, 1}, {T(-0.5), T(0.5)}};
    const auto turned = [](vec2<T> p, int quarters) {
        for (int i = 0; i < quarters; ++i) p = perp(p);
        return p;
    };
    for (std::size_t i = 0; i < many_if_optimised(4000, 800); ++i) {
        const int quarters = static_cast<int>(i % 4);
        const bool is_mirrored = i % 8 < 4;
        const auto polygon = [&](std::vector<vec2<T>> corners) {
            for (vec2<T>& p : corners) p = turned(is_mirrored ? vec2<T>{p.x, 1 - p.y} : p, quarters);
            return make_convex_polygon(corners).value();
        };
        const T height = random.real<T>(T(0.3), T(0.9)), start = random.real<T>(T(2.6), T(3.3)),
                length = random.real<T>(T(0.1), T(3));
        const std::vector<convex_polygon<T, 8>> level{polygon({{2, -1}, {4, -1}, {4, 0}, {2, 0}}),
                                                      polygon({{2, 1}, {4, 1}, {4, 2}, {2, 2}}),
                                                      polygon({{4, 0}, {5, 0}, {5, height}})};
        for (const auto& corners : {box, diamond}) {
            const auto body = polygon(corners);
            const auto end = move_and_slide(body, turned({start, 0}, quarters), turned({length, 0}, quarters), level);
            // The rest of the motion, up to its whole length or to the ramp, which stops the box at its foot.
            const T left = std::min(start + length, T(4)) - std::abs(dot(end.position, turned({1, 0}, quarters)));
            CAPTURE(i, start, length, height);
            CHECK(end.is_free);
            CHECK((left <= T(1e-5) || distance(at(body, end.position), level[2]).distance <= T(1e-5)));
        }
    }
}

}  // namespace hitbox_tests::progress
