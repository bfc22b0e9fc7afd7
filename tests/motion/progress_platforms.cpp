// One-way platforms and chains change no bit of a motion that does not enter them through their front.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../rounds.hpp"
#include "progress.hpp"

namespace hitbox_tests::progress {

namespace {

template <class T>
bool are_same_contacts(const slide_contacts<T>& a, const slide_contacts<T>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const auto& c, const auto& d) { return c.normal == d.normal && c.is_floor == d.is_floor; });
}
template <class T>
bool is_same_motion(const slide_result<T>& a, const slide_result<T>& b) {
    return a.position == b.position && a.velocity == b.velocity && a.on_floor == b.on_floor && a.is_free == b.is_free;
}

template <class T>
std::vector<any_shape<T>> ground_below(T level) {
    return {aabb<T>{{T(-900), level - T(10)}, {T(900), level}}};
}

/// Jumps of a box of 8 by 16 pixels in whole numbers, against integers: up through the platform, and down onto it.
template <class T>
void check_jumps_in_pixels() {
    tally places, velocities;
    const any_shape<T> shape = box_of(T(4), T(8));
    const auto ground = ground_below(T(0));
    for (int speed = 1; speed <= 20; ++speed)
        for (int top = 20; top < 60; ++top) {
            const std::vector<any_shape<T>> platforms{
                aabb<T>{{T(-30), static_cast<T>(top - 4)}, {T(30), static_cast<T>(top)}}};
            const auto set = with_platforms(ground, platforms, vec2<T>{T(0), T(1)});
            vec2<T> p{T(0), T(8)};
            int y = 8, v = speed;  // what is known of the height and of the velocity
            for (int frame = 0; frame < 2 * speed + 2; ++frame) {
                const int bottom = y - 8, floor = bottom >= top ? top : 0;
                const bool lands = v <= 0 && bottom + v <= floor;
                const vec2<T> from = p, wish{T(0), static_cast<T>(v)};
                const auto moved = move_and_slide(shape, p, wish, set, {.up = {T(0), T(1)}});
                y = lands ? floor + 8 : y + v;
                const auto text = [&] {
                    return "platform at " + std::to_string(top) + ' ' + text_of(from, wish, slide_options<T>{}) +
                           " gives " + text_of(moved) + "; known " + std::to_string(y);
                };
                p = moved.position;
                places.expect(p == vec2<T>{T(0), static_cast<T>(y)}, text);
                velocities.expect(moved.velocity.y == (lands ? T(0) : wish.y) && (!lands || moved.on_floor), text);
                v = (lands ? 0 : v) - 1;
            }
        }
    report("the height is that of integers", places);
    report("the velocity is kept, but by landing", velocities);
}

/// A platform, or edges of a one-sided chain with the front up.
template <class T>
struct one_way_piece {
    vec2<T> left, right;  // ends of the top

    vec2<T> middle() const { return lerp(left, right, T(0.5)); }
    static any_shape<T> slab_between(vec2<T> from, vec2<T> to) {
        const vec2<T> down{T(0), T(-0.5)};
        return polygon_of<T>({from + down, to + down, to, from});
    }
    std::vector<any_shape<T>> slab() const { return {slab_between(left, right)}; }
    /// The same slab as two adjacent pieces.
    std::vector<any_shape<T>> halves() const { return {slab_between(left, middle()), slab_between(middle(), right)}; }
    /// The edge points to the right, so its back is below.
    chain<T> edges() const { return chain<T>::open(std::vector<vec2<T>>{left, middle(), right}); }
    /// Returns a mover's height above the line of the top, also beyond its ends: a lower bound of the distance.
    template <class S>
    extended gap(const S& shape, vec2<T> p) const {
        const extended dx = static_cast<extended>(right.x) - static_cast<extended>(left.x),
                       dy = static_cast<extended>(right.y) - static_cast<extended>(left.y), length = std::hypot(dx, dy);
        extended least = HUGE_VALL;
        const auto corners = vertices(shape);
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const vec2<T> corner = corners[i];
            const extended x = static_cast<extended>(p.x) + static_cast<extended>(corner.x) -
                               static_cast<extended>(left.x),
                           y = static_cast<extended>(p.y) + static_cast<extended>(corner.y) -
                               static_cast<extended>(left.y);
            least = (std::min)(least, (dx * y - dy * x) / length);
        }
        return least - static_cast<extended>(radius(shape));
    }
};

template <class T>
struct passing_laws {
    tally same, holds;

    /// Compares a jump through the piece with the same jump without it. Once the mover is clearly above, the piece
    /// blocks.
    template <class With, class Without>
    void jump(const one_way_piece<T>& piece, const With& with, const Without& without, const any_shape<T>& shape,
              vec2<T> p, vec2<T> velocity, const slide_options<T>& options) {
        const extended rounding = 16 * rounding_of(T(16));
        bool was_above = false;
        for (int frame = 0; frame < 40; ++frame) {
            velocity.y -= T(0.0625);
            const auto moved = move_and_slide(shape, p, velocity, with, options);
            const auto alone = move_and_slide(shape, p, velocity, without, options);
            const auto text = [&] {
                return text_of(shape) + " at the top " + text_of(piece.left) + text_of(piece.right) + ' ' +
                       text_of(p, velocity, options) + " gives " + text_of(moved) + "; without it " + text_of(alone);
            };
            const extended before = piece.gap(shape, p), after = piece.gap(shape, alone.position);
            const bool is_in_front = before > -rounding, enters = is_in_front && after < rounding;
            // A mover that starts in an edge of a chain, with its centre in front, is moved to the front.
            const bool may_be_freed = !is_in_front && piece.gap(vec2<T>{}, p) > -rounding;
            // Half way through a chain, the end of its next edge may be touched from the front.
            const bool are_contacts_same = are_same_contacts(moved.contacts, alone.contacts) || before < -rounding;
            if (!enters && !may_be_freed) same.expect(is_same_motion(moved, alone) && are_contacts_same, text);
            was_above = was_above || before > rounding;
            if (std::abs(p.x) > T(10)) return;  // it could go round an end
            if (was_above) holds.expect(piece.gap(shape, moved.position) > -rounding, text);
            p = moved.position, velocity = moved.velocity;
        }
    }
};

/// Jumps through slabs and chains of all slopes up to 40 degrees, at all phases of a step, in sixteenths or not.
template <class T>
void check_jumps_through(int jumps) {
    dice random{6};
    passing_laws<T> laws;
    const auto ground = ground_below(T(-12));
    for (int i = 0; i < jumps; ++i) {
        const bool is_coarse = random.one_in(2), is_level = random.one_in(3);
        const auto number = [&](double low, double high) {
            const double x = random.between(low, high);
            return static_cast<T>(is_coarse ? std::round(x * 16) / 16 : x);
        };
        const T slant = is_level ? T(0) : number(-0.8, 0.8), level = number(-1, 1);
        const one_way_piece<T> piece{{T(-12), level - T(12) * slant}, {T(12), level + T(12) * slant}};
        const any_shape<T> shape = mover_of(random.roll(4), T(0.5), T(0.75));
        const vec2<T> start{number(-1, 1), number(-4, -2)}, velocity{number(-0.125, 0.125), number(0.25, 1.25)};
        const auto all = all_options(T(0.25), T(0.25));
        const slide_options<T>& options = all[static_cast<std::size_t>(random.roll(3)) * 2];
        if (random.one_in(2)) {
            const auto slab = random.one_in(2) ? piece.slab() : piece.halves();
            laws.jump(piece, with_platforms(ground, slab, vec2<T>{T(0), T(1)}), ground, shape, start, velocity,
                      options);
        } else {
            const auto edges = piece.edges();
            laws.jump(piece, together(ground, edges), ground, shape, start, velocity, options);
        }
    }
    report("a platform that is not entered through its front changes no bit", laws.same);
    report("a body above a platform stays above it", laws.holds);
}

/// Compares level motions into and out of the sides of platforms and chains with motions without them, at every phase
/// of the step.
template <class T>
void check_motions_into_sides(int motions) {
    dice random{7};
    tally same;
    const auto ground = ground_below(T(-20));
    const std::vector<any_shape<T>> platforms{aabb<T>{{T(-4), T(0)}, {T(4), T(1)}}};
    const chain<T> line = chain<T>::open(std::vector<vec2<T>>{{T(-4), T(0.5)}, {T(1), T(0.5)}, {T(4), T(0.5)}});
    for (int i = 0; i < motions; ++i) {
        const bool is_coarse = random.one_in(2);
        const auto number = [&](double low, double high) {
            const double x = random.between(low, high);
            return static_cast<T>(is_coarse ? std::round(x * 8) / 8 : x);
        };
        // The mover's flat bottom is below the top. A round bottom could meet the end from above.
        const any_shape<T> shape = mover_of(random.roll(4), T(0.5), T(0.75));
        vec2<T> p{random.one_in(2) ? T(-6) : T(6), number(-0.25, 0.25)};
        const slide_options<T> options{.up = {T(0), random.one_in(2) ? T(1) : T(0)}};
        const vec2<T> wish{number(0.125, 2) * (p.x < 0 ? T(1) : T(-1)), T(0)};
        for (int frame = 0; frame < 12; ++frame) {
            const auto alone = move_and_slide(shape, p, wish, ground, options);
            const auto slab =
                move_and_slide(shape, p, wish, with_platforms(ground, platforms, vec2<T>{T(0), T(1)}), options);
            const auto edge = move_and_slide(shape, p, wish, together(ground, line), options);
            const auto text = [&] {
                return text_of(shape) + ' ' + text_of(p, wish, options) + " gives " + text_of(slab) +
                       ", at the chain " + text_of(edge);
            };
            const auto is_same = [&](const slide_result<T>& r) {
                return is_same_motion(r, alone) && are_same_contacts(r.contacts, alone.contacts);
            };
            same.expect(is_same(slab) && is_same(edge), text);
            p = alone.position;
        }
    }
    report("a platform that is entered from its side changes no bit", same);
}

/// A start that overlaps a one-sided edge, with the centre in front, is moved out forwards.
template <class T>
void check_starts_in_edges(int starts) {
    dice random{8};
    tally freed, in_front;
    for (int i = 0; i < starts; ++i) {
        const T slant = static_cast<T>(random.between(-0.8, 0.8));
        const one_way_piece<T> piece{{T(-12), T(-12) * slant}, {T(12), T(12) * slant}};
        const any_shape<T> shape = mover_of(random.roll(4), T(0.5), T(0.75));
        const extended deep = -piece.gap(shape, vec2<T>{}) * static_cast<extended>(random.between(0.01, 0.99));
        const vec2<T> start{T(0), static_cast<T>(deep)};  // between both: touching above, and the centre on the edge
        const vec2<T> wish{static_cast<T>(random.between(-0.1, 0.1)), static_cast<T>(random.between(-0.1, 0.1))};
        const slide_options<T> options{.up = {T(0), random.one_in(2) ? T(1) : T(0)}};
        const auto moved = move_and_slide(shape, start, wish, piece.edges(), options);
        const auto text = [&] {
            return text_of(shape) + " at the top " + text_of(piece.left) + text_of(piece.right) + ' ' +
                   text_of(start, wish, options) + " gives " + text_of(moved);
        };
        freed.expect(moved.started_free || moved.is_free, text);
        in_front.expect(piece.gap(shape, moved.position) > -64 * rounding_of(T(16)), text);
    }
    report("a body that starts in an edge has a free position", freed);
    report("and that is in front of the edge", in_front);
}

}  // namespace

TEMPLATE_TEST_CASE("progress: jumps in whole pixels go through platforms and land on them as integers do", "[motion]",
                   HITBOX_TESTS_REALS) {
    check_jumps_in_pixels<TestType>();
}
TEMPLATE_TEST_CASE("progress: a one-way piece that is not entered through its front changes no bit", "[motion]",
                   HITBOX_TESTS_REALS) {
    check_jumps_through<TestType>(120);
}
// The capsule comes through the right piece from behind, and its side meets the end of the left one from the front.
TEMPLATE_TEST_CASE("progress: a mover that comes through one piece is not deflected by the end of the next", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const one_way_piece<T> piece{{T(-12), T(4.6875)}, {T(12), T(-4.3125)}};
    const vec2<T> start{T(0.5625), T(-0.875)}, motion{T(-0.125), T(1.0625)};
    const auto ground = ground_below(T(-12));
    for (int kind = 0; kind < 4; ++kind) {
        const auto shape = mover_of(kind, T(0.5), T(0.75));
        INFO(text_of(shape));
        CHECK(move_and_slide(shape, start, motion, together(ground, piece.edges())).position == start + motion);
        const auto slabs = piece.halves();
        CHECK(move_and_slide(shape, start, motion, with_platforms(ground, slabs, vec2<T>{T(0), T(1)})).position ==
              start + motion);
    }
}
TEMPLATE_TEST_CASE("progress: 40 000 jumps through one-way pieces", "[.long]", HITBOX_TESTS_REALS) {
    check_jumps_through<TestType>(40000);
}
TEMPLATE_TEST_CASE("progress: one-way pieces do not block from their sides", "[motion]", HITBOX_TESTS_REALS) {
    check_motions_into_sides<TestType>(many_if_all(1000, 60));
}
TEMPLATE_TEST_CASE("progress: a start in a one-sided edge is moved out forwards", "[motion]", HITBOX_TESTS_REALS) {
    check_starts_in_edges<TestType>(many_if_all(4000, 500));
}

}  // namespace hitbox_tests::progress
