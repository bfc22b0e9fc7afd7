// Rooms of half-planes: a mover ends where a clamp of its coordinates puts it, with any options.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../rounds.hpp"
#include "progress.hpp"

namespace hitbox_tests::progress {

namespace {

/// One axis of the room and of the mover: the positions of two walls, and the mover's extent to both sides.
template <class T>
struct axis_of_room {
    T low, high, reach;

    extended lowest() const { return static_cast<extended>(low) + static_cast<extended>(reach); }
    extended highest() const { return static_cast<extended>(high) - static_cast<extended>(reach); }
    extended clamp(extended x) const { return std::clamp(x, lowest(), highest()); }
};

template <class T>
struct room {
    axis_of_room<T> x, y;
    std::vector<any_shape<T>> solids;
};

/// A box of the room's border, as one piece or as adjacent tiles of random lengths.
template <class T>
void add_wall(std::vector<any_shape<T>>& solids, aabb<T> wall, bool is_cut, dice& random) {
    const bool is_wide = wall.max.x - wall.min.x > wall.max.y - wall.min.y;
    for (int k = is_cut ? 3 : 0; k > 0; --k) {
        const double part = random.between(0.1, 0.5);
        aabb<T> tile = wall;
        T& cut = is_wide ? tile.max.x : tile.max.y;
        T& rest = is_wide ? wall.min.x : wall.min.y;
        cut = static_cast<T>(double(rest) + part * (double(cut) - double(rest)));
        rest = cut;
        solids.push_back(tile);
    }
    solids.push_back(wall);
}

/// Walls around a position up to 10 000 from the origin, with a distance of 5 to 40 times the mover's extent.
template <class T>
room<T> make_room(T half_width, T half_height, dice& random) {
    const auto axis = [&](T reach) {
        const double where = random.between(-1, 1) * std::pow(10.0, random.roll(5));
        const double size = double(reach) * random.between(5, 40);
        return axis_of_room<T>{static_cast<T>(where), static_cast<T>(where + size), reach};
    };
    room<T> r{axis(half_width), axis(half_height), {}};
    const T w = r.x.high - r.x.low, h = r.y.high - r.y.low;
    const bool is_cut = random.one_in(2);
    const vec2<T> a{r.x.low, r.y.low}, b{r.x.high, r.y.high};
    add_wall(r.solids, {{a.x - w, a.y - h}, {a.x, b.y + h}}, is_cut, random);
    add_wall(r.solids, {{b.x, a.y - h}, {b.x + w, b.y + h}}, is_cut, random);
    add_wall(r.solids, {{a.x - w, a.y - h}, {b.x + w, a.y}}, is_cut, random);
    add_wall(r.solids, {{a.x - w, b.y}, {b.x + w, b.y + h}}, is_cut, random);
    return r;
}

/// A coordinate of a start: 0 to 9 roundings off a wall, or anywhere between the two.
template <class T>
T start_on(const axis_of_room<T>& axis, dice& random) {
    const int off = random.roll(10), place = random.roll(3);
    if (place == 2) return static_cast<T>(random.between(double(axis.lowest()), double(axis.highest())));
    T x = static_cast<T>(place == 0 ? axis.lowest() : axis.highest());
    const int inwards = place == 0 ? 1 : -1;
    const auto is_in_wall = [&] {
        return place == 0 ? static_cast<extended>(x) < axis.lowest() : static_cast<extended>(x) > axis.highest();
    };
    while (is_in_wall()) x = roundings_above(x, inwards);
    return roundings_above(x, inwards * off);
}

/// The clamp of one axis of a move, compared with the end of the move.
template <class T>
struct axis_of_move {
    const axis_of_room<T>& axis;
    T start, wish, end;

    /// The rounding unit of the mover's largest coordinate on its path.
    extended rounding() const { return rounding_of((std::max)(std::abs(start), std::abs(end)) + axis.reach); }
    extended target() const { return static_cast<extended>(start) + static_cast<extended>(wish); }
    bool is_stopped_low() const { return target() < axis.lowest(); }
    bool is_stopped_high() const { return target() > axis.highest(); }
    /// No wall is near the target, or the move leads away from it.
    bool is_untouched() const {
        const extended off = 12 * rounding();
        const bool low = target() < axis.lowest() + off && !(wish > 0),
                   high = target() > axis.highest() - off && !(wish < 0);
        return wish == 0 || (!low && !high && !is_stopped_low() && !is_stopped_high());
    }
    /// A mover does not approach a wall within four roundings. Rounding of the edges and of the position adds one each.
    bool ends_at_clamp() const { return std::abs(static_cast<extended>(end) - axis.clamp(target())) <= 6 * rounding(); }
    /// A coordinate that no wall limits is the sum of two numbers, rounded once.
    bool ends_at_sum() const { return !is_untouched() || end == static_cast<T>(start + wish); }
    extended gap_below() const { return static_cast<extended>(end) - axis.lowest(); }
};

/// Returns whether a start is free. The vertices of a mover are rounded at its position, so it may penetrate a wall
/// although the clamp allows it. A penetrating start is moved out, and the move then begins elsewhere.
template <class T>
bool is_free_start(const room<T>& r, const any_shape<T>& shape, vec2<T> start) {
    const auto is_within = [](const axis_of_room<T>& axis, T place, extended radius) {
        return static_cast<extended>(place) - radius >= static_cast<extended>(axis.low) &&
               static_cast<extended>(place) + radius <= static_cast<extended>(axis.high);
    };
    const auto corners = vertices(shape);
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const vec2<T> corner = corners[i];
        const auto reach = static_cast<extended>(radius(shape));
        if (!is_within(r.x, start.x + corner.x, reach) || !is_within(r.y, start.y + corner.y, reach)) return false;
    }
    return true;
}

template <class T>
struct room_laws {
    tally place, sums, floors, contacts, velocities, rounds;

    void check(const room<T>& r, const any_shape<T>& shape, vec2<T> start, vec2<T> wish,
               const slide_options<T>& options) {
        const auto moved = move_and_slide(shape, start, wish, r.solids, options);
        const axis_of_move<T> x{r.x, start.x, wish.x, moved.position.x}, y{r.y, start.y, wish.y, moved.position.y};
        const auto text = [&] {
            return text_of(shape) + " among " + text_of(r.solids) + text_of(start, wish, options) + " gives " +
                   text_of(moved);
        };
        place.expect(x.ends_at_clamp() && y.ends_at_clamp() && moved.is_free, text);
        if (is_free_start(r, shape, start)) sums.expect(x.ends_at_sum() && y.ends_at_sum(), text);
        const bool has_up = options.up != vec2<T>{}, is_near = y.gap_below() <= 2 * y.rounding();
        const bool is_far = y.gap_below() > 9 * y.rounding();
        floors.expect(!(moved.on_floor ? is_far || !has_up : has_up && (is_near || y.is_stopped_low())), text);
        contacts.expect((!x.is_stopped_low() || has_contact(moved, {1, 0})) &&
                            (!x.is_stopped_high() || has_contact(moved, {-1, 0})) &&
                            (!y.is_stopped_low() || has_contact(moved, {0, 1})) &&
                            (!y.is_stopped_high() || has_contact(moved, {0, -1})),
                        text);
        const auto keeps = [](const axis_of_move<T>& a, T left) {
            return a.is_stopped_low() || a.is_stopped_high() ? left == 0 : !a.is_untouched() || left == a.wish;
        };
        velocities.expect(keeps(x, moved.velocity.x) && keeps(y, moved.velocity.y), text);
        rounds.expect(!ran_out_of_rounds(moved), text);
    }
    void report_all() const {
        report("the place is the clamp", place);
        report("a coordinate that no wall stops is the sum, rounded once", sums);
        report("on a floor if and only if the floor stops it", floors);
        report("each wall that stops it is a contact", contacts);
        report("the velocity is kept along walls, and gone into them", velocities);
        report("the motion ends before the rounds do", rounds);
    }
};

template <class T>
void check_rooms(int rooms) {
    dice random{1};
    room_laws<T> laws;
    for (int i = 0; i < rooms; ++i) {
        const T half_width = static_cast<T>(random.between(0.25, 2)), half_height = half_width * T(1.25);
        const int kind = random.roll(4);
        const any_shape<T> shape = mover_of(kind, half_width, half_height);
        const room<T> r = make_room(half_width, kind == 1 ? half_width : half_height, random);
        for (const slide_options<T>& options : all_options(half_height / 4, half_height / 4)) {
            const vec2<T> start{start_on(r.x, random), start_on(r.y, random)};
            const double speed = double(half_width) * std::pow(10.0, random.between(-2, 2));
            const auto part = [&] { return random.one_in(4) ? T(0) : static_cast<T>(speed * random.between(-1, 1)); };
            const vec2<T> wish{part(), part()};
            laws.check(r, shape, start, wish, options);
        }
    }
    laws.report_all();
}

}  // namespace

TEMPLATE_TEST_CASE("progress: in a room a mover ends where a clamp puts it, a hair off walls or not", "[motion]",
                   HITBOX_TESTS_REALS) {
    check_rooms<TestType>(many_if_all(4000, 1200));
}
TEMPLATE_TEST_CASE("progress: 100 000 rooms", "[.long]", HITBOX_TESTS_REALS) { check_rooms<TestType>(100000); }

// Where the resolution is coarse, a round body near a joint of two tiles touches the corner of the one beside the side
// of the other. The two normals differ slightly, and a ceiling or floor in the corner ends the side's other direction.
TEST_CASE("progress: near a joint of its tiles a wall stays a contact in a corner", "[motion]") {
    using T = float;
    const T wall = 8200, rounding = std::nextafter(wall, T(9000)) - wall, above = std::sqrt(4 * rounding);
    for (const T side : {T(1), T(-1)})
        for (const T y : {T(1), T(-1)})
            for (const bool has_up : {false, true})
                for (const T half : {T(0), T(0.5)}) {
                    const auto box = [](vec2<T> a, vec2<T> b) { return aabb<T>{(min)(a, b), (max)(a, b)}; };
                    const T top = above + half + 1;  // exactly that of the body
                    const std::vector<aabb<T>> solids{box({wall * side, -9 * y}, {(wall + 10) * side, half * -y}),
                                                      box({wall * side, half * -y}, {(wall + 10) * side, 9 * y}),
                                                      box({(wall - 50) * side, top * y}, {wall * side, 9 * y})};
                    const capsule<T> body{{0, -half}, {0, half}, 1};
                    const vec2<T> start{(wall - 1) * side, above * y}, wish{side / 2, T(-0.75) * y};
                    const slide_options<T> options{.up = {0, has_up ? T(1) : T(0)}};
                    const auto moved = move_and_slide(body, start, wish, solids, options);
                    CAPTURE(text_of(start, wish, options), text_of(moved));
                    CHECK(moved.position == vec2<T>{start.x, start.y + wish.y});
                    CHECK(moved.velocity == vec2<T>{0, wish.y});
                    CHECK(has_contact(moved, {-side, 0}));
                }
}
#if !HITBOX_FEW_TYPES  // the quick set has float only
// The wall is met where the other coordinate is small, and so are its roundings.
TEST_CASE("progress: along a wall the other coordinate is the sum, rounded once, from a small one to a large one",
          "[motion]") {
    const aabb<double> body{{-1, -1}, {1, 1}}, wall{{-9, -99}, {-1, 99}};
    dice random{5};
    for (int i = 0; i < 2000; ++i) {
        const vec2<double> start{random.between(0, 1), random.between(-8, 8)},
            wish{-random.between(1, 9), random.between(-80, 80)};
        for (const double up : {0.0, 1.0}) {
            const auto moved = move_and_slide(body, start, wish, wall, {.up = {0, up}});
            CAPTURE(text_of(start, wish, {}), text_of(moved));
            CHECK(moved.position == vec2<double>{0, start.y + wish.y});
        }
    }
}
#endif

}  // namespace hitbox_tests::progress
