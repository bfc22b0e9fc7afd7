// A long random play among tiles, slopes, platforms and lifts; each move is compared with that of the slow mover.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../grounds.hpp"
#include "../rounds.hpp"
#include "progress_scenes.hpp"

namespace hitbox_tests::progress {

namespace {

/// A box, or a house upside down, whose slanted sides below let steps and slopes meet its corners. It is one tile high,
/// or slightly less if tiles are rounded. Other tests cover movers that fit exactly between two tiles.
template <class T>
any_shape<T> player_of(bool is_box, T unit) {
    if (unit == T(1.1)) unit = T(1);
    const auto at = [&](double x, double y) { return vec2<T>{static_cast<T>(x) * unit, static_cast<T>(y) * unit}; };
    if (is_box) return aabb<T>{at(-0.375, -0.5), at(0.375, 0.5)};
    return polygon_of<T>({at(-0.375, -0.25), at(0, -0.5), at(0.375, -0.25), at(0.25, 0.5), at(-0.25, 0.5)});
}

/// A level 24 tiles wide and 12 high, between walls. In the middle a lift goes up and down.
template <class T>
class level {
public:
    scene<T> all;

    level(bool is_box, double unit, dice& random)
        : all{player_of(is_box, static_cast<T>(unit)), static_cast<T>(unit), static_cast<T>(14 * unit)}, unit_{unit} {
        for (int column = -12; column < 12; ++column) {
            const bool is_shaft = column >= -2 && column < 2;
            const int height = is_shaft || !random.one_in(4) ? 0 : random.roll(3);
            for (int row = -1; row < height; ++row) box(column, row, 1, 1);
            if (!is_shaft) furnish(column, height, random);
        }
        box(-13, -1, 1, 20), box(12, -1, 1, 20), box(-13, 12, 26, 1);
    }
    double unit() const { return unit_; }
    T number(double tiles) const { return static_cast<T>(tiles * unit_); }

private:
    void furnish(int column, int height, dice& random) {
        const double x = column, y = height;
        switch (random.roll(6)) {
            case 0: corners({{x, y}, {x + 1, y}, {x + 1, y + 1}}); break;
            case 1: corners({{x, y}, {x + 2, y}, {x + 2, y + 1}}); break;
            case 2: corners({{x, y}, {x + 0.5, y}, {x + 0.5, y + 1}}); break;
            case 3: corners({{x, y + 4}, {x + 1, y + 3}, {x + 1, y + 4}}); break;
            default: break;
        }
        if (!random.one_in(4)) return;
        const int width = column < -3 || column >= 2 ? 1 + random.roll(2) : 1;
        all.add_platform(aabb<T>{{number(x), number(y + 2)}, {number(x + width), number(y + 2.25)}});
    }
    void box(int x, int y, int width, int height) {
        all.add(aabb<T>{{number(x), number(y)}, {number(x + width), number(y + height)}});
    }
    void corners(const std::vector<vec2<double>>& tiles) {
        std::vector<vec2<T>> points;
        for (const vec2<double> p : tiles) points.push_back({number(p.x), number(p.y)});
        all.add(polygon_of<T>(points));
    }
    double unit_;
};

/// The input of a player: walks, jumps, stops, and a throw now and then.
template <class T>
struct player {
    vec2<double> velocity{};

    vec2<T> wish(double unit, dice& random) {
        if (random.one_in(30))
            velocity.x = (random.roll(5) - 2) * unit * (random.one_in(2) ? 0.0625 : random.between(0, 0.07));
        if (random.one_in(40)) velocity.y = unit * random.between(0.25, 0.75);
        if (random.one_in(300)) velocity = {random.between(-4, 4) * unit, random.between(-4, 4) * unit};
        velocity.y -= unit * 0.015625;
        return {static_cast<T>(velocity.x), static_cast<T>(velocity.y)};
    }
    void learn(const slide_result<T>& moved) {
        velocity.y = static_cast<double>(moved.velocity.y);
        if (moved.on_floor && velocity.y < 0) velocity.y = 0;
    }
};

/// The lift: a box of 3 tiles by half a tile, which goes up by 3 tiles and down again.
template <class T>
struct lift {
    aabb<T> box;
    T step;
    int frame = 0;

    explicit lift(const level<T>& l)
        : box{{l.number(-1.5), l.number(-0.5)}, {l.number(1.5), l.number(0)}}, step{l.number(1.0 / 64)} {}
    vec2<T> at(int when) const {
        return {T(0), step * static_cast<T>(when % 384 < 192 ? when % 384 : 384 - when % 384)};
    }
    any_shape<T> now() const { return baked(hitbox::at(box, at(frame))); }
};

template <class T>
struct lift_laws {
    tally rides, carried;

    /// Moves the lift, which is the last of the solids, and the player on it. A squashed player is moved elsewhere.
    vec2<T> carry_player(level<T>& l, lift<T>& up_and_down, vec2<T> p, const slide_options<T>& options) {
        auto& solids = l.all.solids;
        const vec2<T> from = up_and_down.at(up_and_down.frame), to = up_and_down.at(++up_and_down.frame);
        const slow::obstacle before =
            slow::grown_by(scene<T>::corners_of(solids.back()), scene<T>::corners_of(l.all.shape), 0, false);
        solids.pop_back();
        const auto with = with_platforms(solids, l.all.platforms, vec2<T>{T(0), T(1)});
        const auto moved = carry(l.all.shape, p, up_and_down.box, from, to, with, options);
        solids.push_back(up_and_down.now());
        l.all.replace_last_for_reference(solids.back());
        const auto text = [&] {
            return text_of(l.all.shape) + " at " + text_of(p) + " lift from " + text_of(from) + " to " + text_of(to) +
                   " carries to " + text_of(moved.position);
        };
        const bool may_ride = before.gap(scene<T>::point_of(p)) <= 12 * l.all.rounding();
        if (options.up != vec2<T>{} && !is_at_an_end(before, p, l.all.rounding()))
            rides.expect(moved.rides == (may_ride && p.y > from.y), text);
        if (moved.is_squashed) return {l.number(-4.5), l.number(8)};
        carried.expect(!penetrates(hitbox::at(l.all.shape, moved.position), solids), text);
        return moved.position;
    }

private:
    /// Returns whether the player is beside the lift, at its end, or a few roundings above it.
    static bool is_at_an_end(const slow::obstacle& lift, vec2<T> p, extended rounding) {
        return std::any_of(lift.sides.begin(), lift.sides.end(), [&](const slow::side& s) {
            const extended gap = s.gap(scene<T>::point_of(p)) / rounding;
            return s.normal.y > 0.5L ? gap > 1 && gap <= 12 : std::abs(gap) <= 12;
        });
    }
};

template <class T>
void check_play(unsigned levels, int steps) {
    move_laws<T> laws;
    lift_laws<T> lifts;
    for (unsigned seed = 0; seed < levels; ++seed) {
        dice random{seed};
        level<T> l{seed % 2 == 0, std::array{1.0, 1.1, 16.0}[seed / 4 % 3], random};
        lift<T> up_and_down{l};
        l.all.add(up_and_down.now());
        const slide_options<T> options{.up = {T(0), seed / 2 % 2 == 0 ? T(1) : T(0)}};
        player<T> somebody;
        vec2<T> p{l.number(-3.5), l.number(9)};
        for (int step = 0; step < steps; ++step) {
            p = lifts.carry_player(l, up_and_down, p, options);
            const auto set = with_platforms(l.all.solids, l.all.platforms, vec2<T>{T(0), T(1)});
            const vec2<T> wish = somebody.wish(l.unit(), random);
            const auto moved = laws.move(l.all, set, p, wish, options);
            somebody.learn(moved);
            p = moved.position;
            if (moved.on_floor && random.one_in(40))
                laws.stand(l.all, set, p, l.number(0.015625), static_cast<T>(somebody.velocity.x), options);
        }
    }
    laws.report_all();
    report("a body that stands on the lift rides", lifts.rides);
    report("the position after a ride is free", lifts.carried);
}

/// The same play through other sets of the same solids: a compound, and a world.
template <class T>
void check_play_through_sets(unsigned levels, int steps) {
    move_laws<T> laws;
    for (unsigned seed = 100; seed < 100 + levels; ++seed) {
        dice random{seed};
        level<T> l{seed % 2 == 0, 1, random};
        const compound<T> pieces{l.all.solids};
        world<T> colliders;
        for (const any_shape<T>& s : l.all.solids) colliders.add({.shape = s});
        const auto bodies = colliders.solids();
        const vec2<T> up{T(0), T(1)};
        const auto range_set = with_platforms(l.all.solids, l.all.platforms, up);
        const auto compound_set = with_platforms(pieces, l.all.platforms, up);
        const auto world_set = with_platforms(bodies, l.all.platforms, up);
        const slide_options<T> options{.up = up, .step_height = l.number(seed % 3 == 0 ? 0.25 : 0)};
        player<T> somebody;
        vec2<T> p{l.number(-3.5), l.number(9)};
        for (int step = 0; step < steps; ++step) {
            const vec2<T> wish = somebody.wish(l.unit(), random);
            const auto moved = move_and_slide(l.all.shape, p, wish, range_set, options);
            const auto in_compound = move_and_slide(l.all.shape, p, wish, compound_set, options);
            const auto in_world = move_and_slide(l.all.shape, p, wish, world_set, options);
            for (const auto& other : {in_compound, in_world})
                laws.same.expect(other.position == moved.position && other.velocity == moved.velocity &&
                                     other.on_floor == moved.on_floor,
                                 [&] {
                                     return text_of(l.all.shape) + ' ' + text_of(p, wish, options) + " gives " +
                                            text_of(moved) + ", and " + text_of(other);
                                 });
            somebody.learn(moved);
            p = moved.position;
        }
    }
    report("another set of the same solids gives the same bits", laws.same);
}

/// Ground as a one-sided chain, beside the columns below it.
template <class T>
void check_play_on_chains(unsigned grounds, int steps) {
    move_laws<T> laws;
    for (unsigned seed = 0; seed < grounds; ++seed) {
        std::mt19937 engine{seed};
        const auto g = make_ground<T>(engine);
        std::vector<vec2<T>> top;
        for (std::size_t i = 0; i < g.heights.size(); ++i) top.push_back(g.top(i));
        const chain<T> line = chain<T>::open(top);
        dice random{seed};
        scene<T> columns{player_of<T>(true, T(1)), T(1), T(32)};
        for (std::size_t i = 0; i < g.columns(); ++i) columns.add(g.between(i, i + 1));
        player<T> somebody;
        vec2<T> p{T(12), T(9)};
        for (int step = 0; step < steps; ++step) {
            vec2<T> wish = somebody.wish(1, random);
            if (std::abs(p.x + wish.x - T(12)) > T(10) || p.y + wish.y > T(20)) wish = {T(0), T(-0.25)};
            const auto moved = laws.move(columns, line, p, wish, {.up = {T(0), T(1)}});
            somebody.learn(moved);
            p = moved.position;
            if (std::abs(p.x - T(12)) > T(10) || p.y > T(20)) p = {T(12), T(9)};
        }
    }
    laws.report_all();
}

}  // namespace

TEMPLATE_TEST_CASE("progress: a random play makes the progress of the slow mover", "[motion]", HITBOX_TESTS_REALS) {
    check_play<TestType>(12, 250);
}
TEMPLATE_TEST_CASE("progress: a play of half a million moves makes the progress of the slow mover", "[.long]",
                   HITBOX_TESTS_REALS) {
    check_play<TestType>(120, 4200);
}
TEMPLATE_TEST_CASE("progress: a play is the same through a range, a compound and a world", "[motion]",
                   HITBOX_TESTS_REALS) {
    check_play_through_sets<TestType>(3, 250);
}
TEMPLATE_TEST_CASE("progress: a play on one-sided chains makes the progress of one on the ground below them",
                   "[motion]", HITBOX_TESTS_REALS) {
    check_play_on_chains<TestType>(4, 250);
}

}  // namespace hitbox_tests::progress
