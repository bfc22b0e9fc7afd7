#pragma once
// Scenes of convex polygons, and the laws that compare a move with the slow mover's.

#include "progress.hpp"
#include "slow_mover.hpp"

#include <hitbox/sets/queries.hpp>

#include <array>

namespace hitbox_tests::progress {

/// A polygonal mover among solids and one-way platforms. The reference has the solids' Minkowski sums with the mover.
template <class T>
class scene {
public:
    std::vector<any_shape<T>> solids, platforms;
    any_shape<T> shape;

    /// The scene lies within `extent` of the origin; its tiles are of this unit.
    scene(const any_shape<T>& mover, T unit, T extent)
        : shape{mover}, mover_{corners_of(mover)}, rounding_{rounding_of(extent)},
          spare_{(std::max)(4 * rounding_, static_cast<extended>(unit) * 1e-9L)}, unit_{static_cast<extended>(unit)} {}

    void add(const any_shape<T>& solid) {
        solids.push_back(solid);
        add_for_reference(corners_of(solid), false);
    }
    void add_platform(const any_shape<T>& platform) {
        int row = static_cast<int>(platforms.size());
        for (std::size_t i = 0; i < platforms.size(); ++i)
            if (distance(platforms[i], platform).distance <= T(0)) row = rows_[i];
        platforms.push_back(platform), rows_.push_back(row);
        add_for_reference(corners_of(platform), true);
        for (auto& grown : grown_) grown.back().row = row;
    }
    void add_for_reference(const std::vector<slow::point>& corners, bool is_one_way) {
        for (std::size_t uneven = 0; uneven < 3; ++uneven)
            grown_[uneven].push_back(
                slow::grown_by(corners, mover_, spare_of(uneven, grown_[uneven].size()), is_one_way));
    }
    /// Puts another solid in the place of the last one of the reference, which is the lift.
    void replace_last_for_reference(const any_shape<T>& solid) {
        for (std::size_t uneven = 0; uneven < 3; ++uneven)
            grown_[uneven].back() =
                slow::grown_by(corners_of(solid), mover_, spare_of(uneven, grown_[uneven].size() - 1), false);
    }

    static std::vector<slow::point> corners_of(const any_shape<T>& s) {
        std::vector<slow::point> points;
        const auto corners = vertices(s);
        for (std::size_t i = 0; i < corners.size(); ++i) points.push_back(point_of<T>(corners[i]));
        return points;
    }
    template <class N>
    static slow::point point_of(vec2<N> p) {
        return {static_cast<extended>(p.x), static_cast<extended>(p.y)};
    }

    /// The tolerance between positions of the reference and the library. The reference shrinks its solids, which moves
    /// each of its stops; in wedges the effect is larger.
    extended bound() const { return 16 * spare_; }
    extended rounding() const { return rounding_; }

    /// Returns whether the end equals that of the reference for one of several variants: starts that differ by less
    /// than the shrinkage of the solids, and solids shrunk equally or differently. Near a vertex these decide on which
    /// side a motion passes; near two solids, which one it hits first.
    bool is_place(vec2<T> start, vec2<T> wish, vec2<T> end, const slide_options<T>& options) const {
        for (const auto& grown : grown_)
            for (const extended x : {0.0L, 0.7L, -0.7L})
                for (const extended y : {0.0L, 0.7L, -0.7L}) {
                    const slow::point from = point_of(start) + slow::point{x, y} * spare_;
                    const slow::point known =
                        slow::slow_mover{grown, slow_options(options)}.move(from, point_of(wish)).position;
                    if (slow::length(known - point_of(end)) <= bound()) return true;
                }
        return false;
    }
    /// The same for scenes whose sides are moved by roundings, each side separately: outwards, not at all, inwards by
    /// one of two amounts, or exactly to the start. A motion that depends on roundings must end as in one of these
    /// scenes.
    bool is_place_in_another_world(vec2<T> start, vec2<T> wish, vec2<T> end, const slide_options<T>& options) const {
        const slow::point from = point_of(start), motion = point_of(wish);
        std::vector<slow::obstacle> near;
        for (const slow::obstacle& o : grown_[0])
            if (o.gap(from) <= 3 * slow::length(motion) + bound()) near.push_back(o);
        dice random{7};
        for (int world = 0; world < 2000; ++world) {
            std::vector<slow::obstacle> others = near;
            for (slow::obstacle& o : others) {
                const bool is_touched = std::abs(o.gap(from) - spare_) <= 2 * spare_;
                for (slow::side& s : o.sides) {
                    const bool is_put = is_touched && std::abs(s.gap(from) - spare_) <= 2 * spare_ && random.one_in(2);
                    if (is_put) s.offset = slow::dot(s.normal, from);
                    else
                        s.offset += spare_ -
                                    spare_ * std::array{-1.0L, 0.0L, 1.0L, 4.0L}[static_cast<unsigned>(random.roll(4))];
                }
            }
            const bool is_free =
                std::equal(near.begin(), near.end(), others.begin(),
                           [&](const auto& o, const auto& other) { return o.gap(from) < 0 || other.gap(from) >= 0; });
            if (!is_free) continue;
            slow::slow_options o = slow_options(options);
            if (random.one_in(2)) o.felt = 8 * spare_;
            if (random.one_in(2)) o.tiny = (std::min)(o.tiny, 2 * spare_ / unit_);
            o.falls_at_ends = random.one_in(2);
            const slow::point known = slow::slow_mover{others, o}.move(from, motion).position;
            if (slow::length(known - point_of(end)) <= bound()) return true;
        }
        return false;
    }
    slow::point place(vec2<T> start, vec2<T> wish, const slide_options<T>& options) const {
        return slow::slow_mover{grown_[0], slow_options(options)}.move(point_of(start), point_of(wish)).position;
    }

    /// Returns whether the mover may be on a floor: whether it touches one, to a few roundings.
    bool may_stand(vec2<T> position, const slide_options<T>& options) const {
        return has_floor(position, position, 12 * rounding_, -12, 0x1p-19L, options);
    }
    /// Returns whether the mover must be on a floor: whether a floor less than a rounding of its height away extends
    /// clearly to both sides. A platform below which the move started does not count.
    bool must_stand(vec2<T> start, vec2<T> position, const slide_options<T>& options) const {
        return has_floor(start, position, (std::min)(rounding_, rounding_of(position.y)), 12, 0, options);
    }

private:
    /// Returns true if there is a side at most `below` under the mover that is a floor, or is steeper than a floor by
    /// less than `steeper`. The mover must be inside the obstacle's other sides by `passed` roundings.
    bool has_floor(vec2<T> start, vec2<T> position, extended below, int passed, extended steeper,
                   const slide_options<T>& options) const {
        const slow::point p = point_of(position);
        const auto is_floor = [&](const slow::side& s) {
            return s.normal.y >= slow::least_rise_of_floor(options.floor_up) - steeper;
        };
        const auto gap = [&](const slow::side& s) { return (s.gap(p) - spare_) / rounding_; };
        return std::any_of(grown_[0].begin(), grown_[0].end(), [&](const slow::obstacle& o) {
            return std::any_of(o.sides.begin(), o.sides.end(), [&](const slow::side& s) {
                const bool is_passed = o.is_one_way && s.gap(point_of(start)) < -12 * rounding_;
                const extended off = gap(s) * rounding_;
                return is_floor(s) && !is_passed && std::abs(off) <= (std::max)(below, 4 * rounding_) && off <= below &&
                       std::all_of(o.sides.begin(), o.sides.end(),
                                   [&](const slow::side& other) { return &other == &s || gap(other) <= -passed; });
            });
        });
    }
    /// If `uneven`, every second solid is shrunk four times as much.
    extended spare_of(std::size_t uneven, std::size_t index) const {
        return uneven > 0 && (index + uneven) % 2 == 0 ? 4 * spare_ : spare_;
    }
    slow::slow_options slow_options(const slide_options<T>& options) const {
        slow::slow_options o;
        o.has_up = options.up != vec2<T>{}, o.floor_up = static_cast<extended>(options.floor_up);
        o.unit = unit_, o.spare = spare_;
        return o;
    }

    std::vector<slow::point> mover_;
    std::vector<int> rows_;                             // of the platforms
    std::array<std::vector<slow::obstacle>, 3> grown_;  // all alike, and uneven in two ways
    extended rounding_, spare_, unit_;
};

/// The laws of a move without steps and snapping.
template <class T>
struct move_laws {
    tally places, floors, stopped, named, velocities, rounds, freed, stable, same;

    template <class O>
    slide_result<T> move(const scene<T>& s, const O& set, vec2<T> p, vec2<T> wish, const slide_options<T>& options) {
        const auto moved = move_and_slide(s.shape, p, wish, set, options);
        const auto text = [&] {
            const slow::point known = s.place(p, wish, options);
            std::ostringstream out;
            out.precision(17);
            out << text_of(s.shape) << ' ' << text_of(p, wish, options) << " gives " << text_of(moved) << "; known ("
                << static_cast<double>(known.x) << ", " << static_cast<double>(known.y) << ") among "
                << near(s.solids, s, p) << "and platforms " << near(s.platforms, s, p) << "; near the end "
                << near(s.solids, s, moved.position) << "and platforms " << near(s.platforms, s, moved.position);
            return out.str();
        };
        rounds.expect(!ran_out_of_rounds(moved), text);
        freed.expect(moved.is_free, text);
        if (!moved.started_free) return moved;
        places.expect(s.is_place(p, wish, moved.position, options) ||
                          s.is_place_in_another_world(p, wish, moved.position, options),
                      text);
        if (options.up != vec2<T>{})
            floors.expect(moved.on_floor ? s.may_stand(moved.position, options)
                                         : !s.must_stand(p, moved.position, options),
                          text);
        if (moved.position == p && static_cast<extended>(length(wish)) > s.bound())
            stopped.expect(std::any_of(moved.contacts.begin(), moved.contacts.end(),
                                       [&](const auto& c) { return dot(c.normal, wish) < 0; }),
                           text);
        named.expect(!names_no_contact(moved, options), text);
        velocities.expect(can_be_gone(s, set, moved, options), text);
        return moved;
    }
    /// A standing mover keeps standing: pulled down, and pressed at the obstacle that stopped it.
    template <class O>
    void stand(const scene<T>& s, const O& set, vec2<T> p, T pull, T press, const slide_options<T>& options) {
        for (const T walk : {T(0), press}) {
            vec2<T> at = move_and_slide(s.shape, p, vec2<T>{walk, -pull}, set, options).position;
            const auto second = move_and_slide(s.shape, at, vec2<T>{walk, -pull}, set, options);
            if (!second.on_floor || second.position != at) continue;  // walks on, or falls
            for (int i = 0; i < 4; ++i) {
                const auto next = move_and_slide(s.shape, at, vec2<T>{walk, -pull}, set, options);
                stable.expect(next.position == at && next.on_floor, [&] {
                    return text_of(s.shape) + ' ' + text_of(at, vec2<T>{walk, -pull}, options) + " gives " +
                           text_of(next);
                });
            }
        }
    }
    void report_all() const {
        report("the position is that of the slow mover", places);
        report("on a floor if and only if one is touched", floors);
        report("a body that does not move touches a surface that faces its motion", stopped);
        report("the surface that stopped the motion is among the contacts", named);
        report("the remaining velocity leads into no contact", velocities);
        report("the motion ends before the rounds do", rounds);
        report("the position is free", freed);
        if (stable.cases > 0) report("a standing body keeps standing", stable);
        if (same.cases > 0) report("another set of the same solids gives the same bits", same);
    }

private:
    /// Returns true if a small part of the velocity moves the body at least half as far, or to a new contact.
    template <class O>
    bool can_be_gone(const scene<T>& s, const O& set, const slide_result<T>& moved,
                     const slide_options<T>& options) const {
        const vec2<T> v = moved.velocity;
        const T largest = (std::max)(std::abs(v.x), std::abs(v.y)), small = static_cast<T>(64 * s.bound());
        if (!(largest > small)) return true;
        const vec2<T> part = v * (small / largest);
        const auto next = move_and_slide(s.shape, moved.position, part, set, options);
        return length(next.position - moved.position) >= length(part) / 2 ||
               std::any_of(next.contacts.begin(), next.contacts.end(),
                           [&](const slide_contact<T>& c) { return !has_contact(moved, c.normal); });
    }
    static std::string near(const std::vector<any_shape<T>>& shapes, const scene<T>& s, vec2<T> p) {
        std::string text;
        for (const any_shape<T>& other : shapes)
            if (distance(at(s.shape, p), other).distance < T(0.25) * length(bounds(s.shape).max))
                text += text_of(other) + ' ';
        return text;
    }
};

}  // namespace hitbox_tests::progress
