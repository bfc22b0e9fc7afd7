// A slope at every angle, and walls: a mover slides along surfaces that are not floors equally with `up` and without.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../rounds.hpp"
#include "progress.hpp"
#include "slow_mover.hpp"

namespace hitbox_tests::progress {

namespace {

const extended half_turn = std::acos(-1.0L);

/// The half-plane of positions at which a mover penetrates a slope: dot(normal, position) < offset. In long double,
/// from the rounded vertices of the slope.
struct barrier {
    extended nx, ny, offset;

    extended gap(extended x, extended y) const { return nx * x + ny * y - offset; }
    template <class T>
    extended gap_after(vec2<T> start, vec2<T> wish) const {
        return gap(static_cast<extended>(start.x) + static_cast<extended>(wish.x),
                   static_cast<extended>(start.y) + static_cast<extended>(wish.y));
    }
};

template <class T>
struct slope {
    std::vector<any_shape<T>> solids;
    vec2<T> a, b;  // the surface is on the left of the way from a to b
};

/// A large rotated box, whose surface passes through the origin and rises to the right by the given degrees.
template <class T>
slope<T> slope_at(extended degrees) {
    const extended angle = degrees * half_turn / 180, c = std::cos(angle), s = std::sin(angle);
    const auto at = [&](extended along, extended above) {
        return vec2<T>{static_cast<T>(c * along - s * above), static_cast<T>(s * along + c * above)};
    };
    const vec2<T> a = at(-24, 0), b = at(24, 0);
    return {{polygon_of<T>({at(-24, -8), at(24, -8), b, a})}, a, b};
}

/// Returns a mover's extent against a direction, by its support, in long double.
template <class T>
extended reach_against(const any_shape<T>& shape, extended nx, extended ny) {
    extended reach = -HUGE_VALL;
    const auto corners = vertices(shape);
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const vec2<T> corner = corners[i];
        reach = (std::max)(reach, -(nx * static_cast<extended>(corner.x) + ny * static_cast<extended>(corner.y)));
    }
    return reach + static_cast<extended>(radius(shape));
}

template <class T>
barrier barrier_of(const slope<T>& s, const any_shape<T>& shape) {
    const extended dx = static_cast<extended>(s.b.x) - static_cast<extended>(s.a.x),
                   dy = static_cast<extended>(s.b.y) - static_cast<extended>(s.a.y), length = std::hypot(dx, dy);
    const extended nx = -dy / length, ny = dx / length;
    return {nx, ny,
            nx * static_cast<extended>(s.a.x) + ny * static_cast<extended>(s.a.y) + reach_against(shape, nx, ny)};
}

struct place_of_reference {
    extended x, y;
};

/// Moves to the surface and along it. The motion loses its component into the surface; on a floor, the speed across
/// `up` is kept instead.
template <class T>
place_of_reference slide_along(const barrier& b, vec2<T> start, vec2<T> wish, bool is_floor) {
    const extended x = static_cast<extended>(start.x) + static_cast<extended>(wish.x),
                   y = static_cast<extended>(start.y) + static_cast<extended>(wish.y);
    const extended into = (std::max)(0.0L, -b.gap_after(start, wish));
    if (is_floor) return {x, y + into / b.ny};
    return {x + b.nx * into, y + b.ny * into};
}

/// A position on the surface, at most 9 roundings above it, or up to the mover's width above it.
template <class T>
vec2<T> start_above(const barrier& b, dice& random) {
    const auto drawn = [&](int low, int high) { return static_cast<extended>(random.between(low, high)); };
    const extended along = drawn(-4, 4), near = 9 * rounding_of(T(8)) * drawn(0, 1);
    const extended above = 2 * rounding_of(T(8)) + (random.one_in(2) ? near : drawn(0, 1));
    return {static_cast<T>(b.nx * (b.offset + above) - b.ny * along),
            static_cast<T>(b.ny * (b.offset + above) + b.nx * along)};
}

template <class T>
struct slope_laws {
    tally place, velocity, floors, contacts, rounds;

    void check(const slope<T>& s, const any_shape<T>& shape, vec2<T> start, vec2<T> wish,
               const slide_options<T>& options) {
        const barrier b = barrier_of(s, shape);
        const bool has_up = options.up != vec2<T>{},
                   is_floor = has_up && b.ny >= slow::least_rise_of_floor(options.floor_up);
        const auto moved = move_and_slide(shape, start, wish, s.solids, options);
        const place_of_reference known = slide_along(b, start, wish, is_floor);
        const extended rounding = rounding_of(T(24));  // no coordinate of the scene is larger
        const extended off = std::hypot(static_cast<extended>(moved.position.x) - known.x,
                                        static_cast<extended>(moved.position.y) - known.y);
        const auto text = [&] {
            std::ostringstream out;
            out << text_of(shape) << " on " << text_of(s.solids) << text_of(start, wish, options) << " gives "
                << text_of(moved) << ", off by " << static_cast<double>(off / rounding) << " roundings";
            return out.str();
        };
        place.expect(off <= 16 * rounding && moved.is_free, text);
        const bool is_stopped = b.gap_after(start, wish) < -16 * rounding;
        const bool is_far = b.gap_after(moved.position, vec2<T>{}) > 32 * rounding;
        floors.expect(moved.on_floor ? is_floor && !is_far : !is_floor || !is_stopped, text);
        contacts.expect(has_contact(moved, vec2<T>{static_cast<T>(b.nx), static_cast<T>(b.ny)}) ? !is_far : !is_stopped,
                        text);
        rounds.expect(!ran_out_of_rounds(moved), text);
    }
    void report_all() const {
        report("the place is that of the half-plane", place);
        report("on a floor if and only if a floor stopped it", floors);
        report("the slope that stopped it is a contact, and only one that is touched", contacts);
        report("the motion ends before the rounds do", rounds);
    }
};

/// True if a slope is as steep as floors may be, within roundings. It may count as a floor or not.
template <class T>
bool is_steepest_floor(const slope<T>& s, const any_shape<T>& shape) {
    return std::abs(barrier_of(s, shape).ny - slow::least_rise_of_floor(slide_options<T>{}.floor_up)) < 0x1p-18L;
}

template <class T>
void check_slopes_of_all_angles(extended step_of_degrees) {
    dice random{2};
    slope_laws<T> laws;
    for (extended degrees = 0; degrees <= 180; degrees += step_of_degrees) {
        const slope<T> s = slope_at<T>(degrees);
        const slide_options<T> walking{.up = {T(0), T(1)}}, stepping{.up = {T(0), T(1)}, .step_height = T(0.25)};
        for (int kind = 0; kind < 4; ++kind) {
            const any_shape<T> shape = mover_of(kind, T(0.5), T(0.75));
            if (is_steepest_floor(s, shape)) continue;
            const vec2<T> start = start_above<T>(barrier_of(s, shape), random);
            const double speed = std::pow(10.0, random.between(-3, 0));
            const vec2<T> wish{static_cast<T>(speed * random.between(-1, 1)),
                               static_cast<T>(-speed * random.between(-0.25, 1))};
            for (const slide_options<T>& options : {slide_options<T>{}, walking, stepping})
                laws.check(s, shape, start, wish, options);
        }
    }
    laws.report_all();
}

/// A fall along slopes that are not floors, to both sides. Each step is compared with the reference.
template <class T>
void check_falls_along_slopes(extended step_of_degrees) {
    slope_laws<T> laws;
    dice random{3};
    const slide_options<T> walking{.up = {T(0), T(1)}};
    for (extended degrees = 46; degrees < 90; degrees += step_of_degrees)
        for (int kind = 0; kind < 4; ++kind) {
            const slope<T> s = slope_at<T>(random.one_in(2) ? degrees : -degrees);
            const any_shape<T> shape = mover_of(kind, T(0.5), T(0.75));
            vec2<T> p = start_above<T>(barrier_of(s, shape), random), velocity{};
            for (int step = 0; step < 16; ++step) {
                velocity.y -= T(0.02);
                laws.check(s, shape, p, velocity, walking);
                const auto moved = move_and_slide(shape, p, velocity, s.solids, walking);
                p = moved.position, velocity = moved.velocity;
            }
        }
    laws.report_all();
}

/// A jump that presses against a wall. The height is the sum of the velocities until the mover lands.
template <class T>
struct jump_at_wall {
    any_shape<T> shape;
    T half_width, half_height, wall, floor, press;
    slide_options<T> options;
    tally heights, floors, pressing;

    vec2<T> start(int off_wall, int off_floor) const {
        T x = wall - half_width, y = floor + half_height;
        while (static_cast<extended>(x) + static_cast<extended>(half_width) > static_cast<extended>(wall))
            x = roundings_above(x, -1);
        while (static_cast<extended>(y) - static_cast<extended>(half_height) < static_cast<extended>(floor))
            y = roundings_above(y, 1);
        return {roundings_above(x, -off_wall), roundings_above(y, off_floor)};
    }
    std::string text(vec2<T> from, vec2<T> wish, const slide_result<T>& moved) const {
        return text_of(shape) + " at the wall " + text_of(vec2<T>{wall, floor}) + ' ' + text_of(from, wish, options) +
               " gives " + text_of(moved);
    }
    /// One step of the jump; `moved` is its result.
    void expect(vec2<T> from, vec2<T> wish, const slide_result<T>& moved) {
        const auto say = [&] { return text(from, wish, moved); };
        const extended lowest = static_cast<extended>(floor) + static_cast<extended>(half_height);
        const extended target = static_cast<extended>(from.y) + static_cast<extended>(wish.y);
        const extended rounding = rounding_of(std::abs(floor) + 4 * half_height);
        const bool lands = target<lowest - 12 * rounding, flies = target> lowest + 12 * rounding;
        if (flies)
            heights.expect(moved.position.y == static_cast<T>(from.y + wish.y) && moved.velocity.y == wish.y, say);
        if (lands) {
            const extended gap = static_cast<extended>(moved.position.y) - lowest;
            heights.expect(gap >= -rounding && gap <= 6 * rounding && moved.velocity.y == 0, say);
        }
        if (lands || flies) floors.expect(moved.on_floor == (lands && options.up != vec2<T>{}), say);
        pressing.expect(moved.velocity.x == 0 && has_contact(moved, {-1, 0}), say);
    }
    void run(const std::vector<any_shape<T>>& solids, vec2<T> p, T speed) {
        vec2<T> velocity{press, speed};
        for (int step = 0; step < 40; ++step) {
            velocity = {press, velocity.y - T(0.02)};
            const auto moved = move_and_slide(shape, p, velocity, solids, options);
            expect(p, velocity, moved);
            p = moved.position, velocity = moved.velocity;
        }
    }
    /// The same while the wall, the last of the solids, comes nearer.
    void run_before_moving_wall(std::vector<any_shape<T>> solids, vec2<T> p, T speed, T approach) {
        vec2<T> velocity{press, speed};
        const any_shape<T> face = solids.back();
        vec2<T> at{};
        for (int step = 0; step < 40; ++step) {
            const vec2<T> next{at.x - approach, T(0)}, from = p;
            solids.pop_back();
            const auto carried = carry(shape, p, face, at, next, solids, options);
            solids.push_back(baked(hitbox::at(face, next)));
            velocity = {press, velocity.y - T(0.02)};
            const auto moved = move_and_slide(shape, carried.position, velocity, solids, options);
            const auto say = [&] { return text(from, velocity, moved); };
            pressing.expect(!carried.is_squashed && carried.position.y == from.y, say);
            expect(carried.position, velocity, moved);
            at = next, p = moved.position, velocity = moved.velocity;
        }
    }
};

template <class T>
std::vector<any_shape<T>> wall_and_floor(T wall, T floor, bool is_tiled) {
    std::vector<any_shape<T>> solids{aabb<T>{{wall - 50, floor - 10}, {wall + 50, floor}}};
    for (int k = 0; is_tiled && k < 8; ++k) {  // tiles whose ends are no numbers, so that some are a rounding off
        const T low = floor + static_cast<T>(0.9L * k), high = floor + static_cast<T>(0.9L * (k + 1));
        solids.push_back(aabb<T>{{wall, low}, {wall + T(0.9), high}});
    }
    if (!is_tiled) solids.push_back(aabb<T>{{wall, floor - 5}, {wall + 5, floor + 40}});
    return solids;
}

template <class T>
void check_jumps_at_walls(int jumps) {
    dice random{4};
    tally heights, floors, pressing;
    for (int i = 0; i < jumps; ++i) {
        const auto options = all_options(T(0.25), T(0.25));
        const double size = std::pow(10.0, random.roll(4));
        const T wall = static_cast<T>(size * random.between(-1, 1)),
                floor = static_cast<T>(size * random.between(-1, 1));
        const int kind = random.roll(4);
        jump_at_wall<T> jump{mover_of(kind, T(0.5), T(0.75)),
                             T(0.5),
                             kind == 1 ? T(0.5) : T(0.75),
                             wall,
                             floor,
                             static_cast<T>(random.between(0.01, 0.3)),
                             options[static_cast<std::size_t>(random.roll(5))],
                             {},
                             {},
                             {}};
        const vec2<T> start = jump.start(random.roll(10), random.roll(10));
        const T speed = random.one_in(3) ? T(0) : static_cast<T>(random.between(0, 0.5));
        if (random.one_in(3))
            jump.run_before_moving_wall(wall_and_floor(wall, floor, false), start, speed,
                                        static_cast<T>(random.between(0.001, 0.05)));
        else jump.run(wall_and_floor(wall, floor, random.one_in(2)), start, speed);
        heights.add(jump.heights), floors.add(jump.floors), pressing.add(jump.pressing);
    }
    report("the height is the sum of the velocities", heights);
    report("on a floor if and only if it landed", floors);
    report("the wall that is pressed at is a contact", pressing);
}

/// All coordinates are whole numbers, so every position along an upright wall is one, too.
template <class T>
void check_whole_pixels(int stride) {
    const any_shape<T> shape = box_of(T(8), T(8));
    const std::vector<any_shape<T>> solids{aabb<T>{{T(0), T(-500)}, {T(20), T(500)}}};
    tally places;
    int turn = 0;
    for (int x = -60; x <= -8; x += 4)
        for (int y = -8; y <= 8; y += 3)
            for (int right = 1; right <= 50; right += 3)
                for (int up = -60; up <= 60; up += 5) {
                    if (x + 8 + right <= 0 || ++turn % stride != 0) continue;
                    const vec2<T> start{static_cast<T>(x), static_cast<T>(y)},
                        wish{static_cast<T>(right), static_cast<T>(up)};
                    const slide_options<T> options{.up = {T(0), turn / stride % 2 == 0 ? T(0) : T(1)}};
                    const auto moved = move_and_slide(shape, start, wish, solids, options);
                    places.expect(moved.position == vec2<T>{T(-8), start.y + wish.y},
                                  [&] { return text_of(start, wish, options) + " gives " + text_of(moved); });
                }
    report("the place is a whole number", places);
}

}  // namespace

TEMPLATE_TEST_CASE("progress: a mover slides along a slope of any angle as along its half-plane", "[motion]",
                   HITBOX_TESTS_REALS) {
    check_slopes_of_all_angles<TestType>(many_if_all(0.125L, 1.0L));
}
TEMPLATE_TEST_CASE("progress: a mover slides along slopes of 18 000 angles as along their half-planes", "[.long]",
                   HITBOX_TESTS_REALS) {
    check_slopes_of_all_angles<TestType>(0.01L);
}
TEMPLATE_TEST_CASE("progress: a mover that falls onto a slope that is not a floor falls along it", "[motion]",
                   HITBOX_TESTS_REALS) {
    check_falls_along_slopes<TestType>(many_if_all(0.25L, 2.0L));
}
TEMPLATE_TEST_CASE("progress: falls and jumps continue while the mover presses against a resting or moving wall",
                   "[motion]", HITBOX_TESTS_REALS) {
    check_jumps_at_walls<TestType>(many_if_all(2000, 150));
}
TEMPLATE_TEST_CASE("progress: 20 000 jumps at walls", "[.long]", HITBOX_TESTS_REALS) {
    check_jumps_at_walls<TestType>(20000);
}
TEMPLATE_TEST_CASE("progress: along an upright wall, whole numbers stay whole", "[motion]", HITBOX_TESTS_REALS) {
    check_whole_pixels<TestType>(many_if_all(1, 11));
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
// The cast stops several roundings beside the path, because the vertices of the slope are large. The rest of the motion
// must not return to the path on one axis only.
TEST_CASE("progress: a disc that lands on a long slope, and walks on, is still on the slope", "[motion]") {
    const std::vector<any_shape<double>> slope{polygon_of<double>({{-15.590810352002263, -19.923017657169787},
                                                                   {24.426458875903684, 6.5839279145344705},
                                                                   {20.008634613952974, 13.253472785852129},
                                                                   {-20.008634613952974, -13.253472785852129}})};
    const circle<double> disc{{0, 0}, 0.5};
    const auto moved = move_and_slide(disc, {-0.75149981688600476, 0.10195686350862553},
                                      {-0.00052369234724250772, -0.0026534460790213045}, slope, {.up = {0, 1}});
    CAPTURE(text_of(moved));
    CHECK(moved.on_floor);
    CHECK(has_contact(moved, {-0.55222803274383858, 0.83369310891470716}));
    CHECK(moved.position.x == -0.75149981688600476 - 0.00052369234724250772);
}
// Where the wall stops the body, the floor is touched within rounding, but the body has not fallen onto it.
TEST_CASE("progress: a capsule that presses at a wall a few roundings above a floor lands on the floor", "[motion]") {
    const double wall = -0.9280197168700397, floor = 0.60086437873542309;
    const std::vector<aabb<double>> solids{{{wall - 50, floor - 10}, {wall + 50, floor}},
                                           {{wall, floor - 5}, {wall + 5, floor + 40}}};
    const capsule<double> body{{0, -0.25}, {0, 0.25}, 0.5};
    for (const double snap : {0.0, 0.25}) {
        const auto moved = move_and_slide(body, {-1.4280197168700404, 1.3508643787354251}, {0.17770143990637735, -0.02},
                                          solids, {.up = {0, 1}, .snap_distance = snap});
        CAPTURE(text_of(moved));
        CHECK(moved.on_floor);
        CHECK(has_contact(moved, {-1, 0}));
        CHECK(moved.velocity == vec2<double>{});
    }
}
#endif

}  // namespace hitbox_tests::progress
