#pragma once
/// The ground of a body: the floors and the corners of steps on which it stands.

#include <hitbox/core/lists.hpp>
#include <hitbox/motion/moving_body.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// A touched surface, and the vertex of the solid that is touched, if it is one.
struct touched_surface {
    surface face{};
    solid_corner corner{};
};
using touched_list = small_list<touched_surface, 8>;
using surface_list = small_list<surface, 8>;

/// Finds the ground of a body. A round bottom that rests on the corner of a step touches it with a normal that may be
/// too steep for a floor. With `step_height`, such a corner is a *tread*: a floor with the normal of the step's top.
/// A level bottom touches each corner as a level floor, so it needs no tread: on a tip, the slope that ends there does
/// not lead it up.
///
/// A corner between a floor and another surface is a tread in two cases: there is a floor at most step_height below the
/// corner, or the contact normal is that of a floor and the corner is at most step_height above the lowest point of the
/// body. The end of a platform high above the ground is therefore not a tread. On a slope, the height of a floor is
/// that of its line below the corner; the lowest point of a round bottom is lower.
template <exact_real T>
class ground_finder {
public:
    /// The least dot(normal, up) of a surface that can be the corner of a floor.
    static constexpr double min_tread = 0x1p-10;

    explicit ground_finder(moving_body<T>& body) noexcept : body_{body} {}

    /// Returns the facets that block a motion. Of two facets that meet at a convex corner, only one is returned: the
    /// floor or the corner of a floor, or the other facet if `floors_first` is false; if that does not decide, the
    /// facet along which more of the motion remains.
    [[nodiscard]] facet_list chosen(const facet_list& facets, vec2<double> motion, bool floors_first = true) const {
        facet_list kept;
        const auto goes_before = [&](const active_facet& f, const active_facet& g) {
            const bool floor_f = may_be_floor(f), floor_g = may_be_floor(g);
            if (floor_f != floor_g) return floor_f == floors_first;
            const double speed_f = dot(f.normal, motion), speed_g = dot(g.normal, motion);
            return speed_f != speed_g ? speed_f > speed_g : &f < &g;
        };
        for (const active_facet& f : facets)
            if (detail::all_of(
                    facets, [&](const active_facet& g) { return &f == &g || !sticks_out(f, g) || goes_before(f, g); }))
                kept.push_back(f);
        return kept;
    }

    /// Returns the surface of a facet, and with `step_height` its corner.
    [[nodiscard, gnu::noinline]] touched_surface touched(const active_facet& f) const noexcept {
        touched_surface t{body_.around().surface_of(f), {}};
        t.face.is_floor = body_.is_floor(f.normal);
        const bool is_level_bottom = !f.is_arc && dot(f.normal, body_.up()) >= 1 - 0x1p-20;
        if (body_.climbs_steps() && !is_level_bottom) t.corner = body_.around().corner_of(f);
        return t;
    }
    /// Returns the surface, as a floor if it is a tread. The search for floors moves the body and puts it back.
    [[nodiscard]] surface resolved(const touched_surface& t) {
        surface s = t.face;
        if (is_tread(t)) s.plane = *top_of(t), s.is_floor = true;
        return s;
    }
    [[nodiscard, gnu::noinline]] touched_list touched(const facet_list& facets) const {
        touched_list list;
        for (const active_facet& f : facets) list.push_back(touched(f));
        return list;
    }
    [[nodiscard]] surface_list resolved(const touched_list& list) {
        surface_list all;
        for (const touched_surface& t : list) all.push_back(resolved(t));
        return all;
    }
    /// Returns the surfaces that the body touches.
    [[nodiscard, gnu::noinline]] surface_list surfaces() { return resolved(touched(body_.find_near().touched())); }
    /// Returns the surfaces that the body touches at the end of its motion. A fall decides about floors in two cases: a
    /// body beside a ledge may touch only the corner of the ledge, exactly; and in a pit that is as wide as the body,
    /// the sides alone limit the free directions, and hide the floor.
    [[nodiscard]] surface_list surfaces_at_end(vec2<double> velocity) {
        const bool is_corner = touches_corner(body_.find_near().touched(), velocity);
        surface_list all = resolved(touched(chosen(body_.find_near().touched(), velocity)));
        const bool has_floor = detail::any_of(all, [](const surface& s) { return s.is_floor; });
        if (!body_.has_up() || (has_floor ? !is_corner : all.size() < 2)) return all;
        const blocked_motion below = fall();
        if (has_floor && !below.is_stopped)
            return resolved(touched(chosen(body_.find_near().touched(), velocity, false)));
        if (has_floor || !below.is_stopped) return all;
        const surface floor = resolved(touched(below.stop));
        if (floor.is_floor) all.push_back(floor);
        return all;
    }
    [[nodiscard, gnu::noinline]] bool is_tread(const touched_surface& t) {
        if (!top_of(t)) return false;
        const double max_height = body_.step_height();
        return t.face.is_floor ? height_of(t.corner.point) <= max_height + tolerance_up()
                               : has_floor_below(t, max_height);
    }
    /// Returns the height of the ground above the lowest point of the body: 0 for a floor, more for a tread that
    /// touches a round bottom. If the floor is a slope that leads up to a surface that blocks the way forward, its
    /// height there counts. Returns no value if the body stands on nothing.
    [[nodiscard]] std::optional<double> height_of_floor(vec2<double> forward = {}) {
        if (!body_.has_up()) return {};
        std::optional<double> highest;
        const facet_list& facets = body_.find_near().touched();
        const touched_list all = touched(facets);
        for (std::size_t i = 0; i < all.size(); ++i)
            if (all[i].face.is_floor) highest = larger(highest.value_or(0), height_ahead(facets[i], facets, forward));
        for (const touched_surface& t : all)  // moves the body and puts it back: facets are no longer valid
            if (is_tread(t)) highest = larger(highest.value_or(0), height_of(t.corner.point));
        return highest;
    }
    /// Returns true if the body stands on a floor, and does not only touch the corner of a ledge beside it.
    [[nodiscard, gnu::noinline]] bool is_stood_on() {
        return height_of_floor() && (!touches_corner(body_.find_near().touched(), {}) || fall().is_stopped);
    }

    /// Returns the height of a point above the lowest point of the body.
    [[nodiscard]] double height_of(vec2<double> point) {
        return dot(body_.up(), point) + body_.find_near().extent_along(vec2<double>{} - body_.up());
    }
    /// Returns the face of a corner that is a floor if the other face is not, else null. A body with a flat bottom
    /// would stand on this face.
    [[nodiscard]] const half_plane* top_of(const touched_surface& t) const noexcept {
        if (!t.corner.exists || dot(t.face.plane.normal, body_.up()) < min_tread) return nullptr;
        const bool first = body_.is_floor(t.corner.faces[0].normal), second = body_.is_floor(t.corner.faces[1].normal);
        return first == second ? nullptr : &t.corner.faces[first ? 0 : 1];
    }
    /// Returns the distance along `up` within which a surface counts as touched.
    [[nodiscard, gnu::noinline]] double tolerance_up() const noexcept {
        return body_.around().tolerance_along(body_.up());
    }

private:
    /// Returns the height, above the lowest point of the body, at which a floor reaches the touched facets that block
    /// the way forward; 0 if it does not lead up to one of them.
    [[nodiscard]] double height_ahead(const active_facet& floor, const facet_list& facets, vec2<double> forward) {
        double level = -std::numeric_limits<double>::infinity();
        for (const active_facet& f : facets) {
            if (!(dot(f.normal, forward) < 0)) continue;
            const solid_corner corner = body_.around().corner_of(f);
            if (corner.exists) level = larger(level, body_.around().level_at(floor, corner.point, body_.up()));
            else if (!body_.is_floor(f.normal)) level = larger(level, body_.around().level_at(floor, f, body_.up()));
        }
        return larger(0.0, level + body_.around().extent_along(vec2<double>{} - body_.up()));
    }
    /// Returns true if two touched facets meet at a convex corner, so that only one of them is chosen.
    [[nodiscard]] bool touches_corner(const facet_list& facets, vec2<double> motion) const {
        return facets.size() > 1 && chosen(facets, motion).size() < facets.size();
    }
    /// Casts the body down by a few roundings. Nothing stops it where it is exactly beside a ledge. A slope that is
    /// touched within the tolerance along the other axis may be farther below than the tolerance along `up`, so the
    /// cast includes both.
    [[nodiscard, gnu::noinline]] blocked_motion fall() {
        return body_.cast_by(body_.up() * (0 - 16 * tolerance_up() - 2 * body_.around().tolerance_along({1, 1})));
    }
    [[nodiscard]] bool may_be_floor(const active_facet& f) const noexcept {
        return body_.is_floor(f.normal) || top_of(touched(f)) != nullptr;
    }
    /// Returns true if there is a floor, or the corner of one, at most `max_height` below a corner. The body is moved
    /// sideways, at most until it is beside the corner, and then down. Bisection finds the sideways distance. If it is
    /// too short, the body lands on the corner itself; if it is too long, the body lands on something lower, such as
    /// the second step below.
    [[nodiscard]] bool has_floor_below(const touched_surface& t, double max_height) {
        const vec2<double> up = body_.up(), n = t.face.plane.normal;
        const vec2<double> away = unit_or(n - up * dot(n, up), vec2<double>{});
        if (away == vec2<double>{}) return true;
        if (last_.corner == t.corner.point && last_.away == away) return last_.has_floor;
        const auto start = body_.marked();
        const vec2<double> tol = body_.around().tolerance();
        const double room =
            body_.find_near().extent_along(vec2<double>{} - away) + dot(away, t.corner.point) + 2 * (tol.x + tol.y);
        // A round bottom moves farther down than the corner that it meets, but by less than its own height.
        const double height = body_.around().extent_along(up) + body_.around().extent_along(vec2<double>{} - up);
        const vec2<double> down = up * (0 - max_height - height);
        vec2<double> aside = away * larger(room, 0.0);
        double free = body_.cast_by(aside).fraction;
        if (free < 1)  // perhaps by a ceiling: the touched surface leads down below it
            aside = aside - up * (dot(n, aside) / dot(n, up)), free = body_.cast_by(aside).fraction;
        const vec2<double> back = aside * free;
        const bool is_shut_in = magnitude(back.x) <= tol.x && magnitude(back.y) <= tol.y;
        bool is_found = false;
        int fails = 0;
        double too_close = 0, too_wide = 1;
        for (int i = 0; i < (is_shut_in ? 1 : 8) && !is_found; ++i) {
            const double part = i == 0 ? 1 : 0.5 * (too_close + too_wide);
            if (!is_shut_in && !body_.go_near(body_.here() + back * part, down)) {
                too_wide = part;
                if (++fails == 2) break;  // between corners there may be no free position at all
                continue;
            }
            const blocked_motion fall = body_.cast_by(down);
            const std::optional<double> level = fall.is_stopped ? level_of(fall, t.corner.point) : std::nullopt;
            body_.go_back_to(start);
            if (!fall.is_stopped) break;  // nearer to the corner, there is nothing else below
            const double above = dot(up, t.corner.point) - level.value_or(0);
            const bool is_low = !level || above > max_height + tolerance_up();
            is_found = !is_low && above > tolerance_up();
            (is_low ? too_wide : too_close) = part;
        }
        if (!is_shut_in) last_ = {t.corner.point, away, is_found};
        return is_found;
    }
    /// Returns the coordinate along `up` of the floor below a point, or of the corner of a floor, that stops a fall.
    [[nodiscard]] std::optional<double> level_of(const blocked_motion& fall, vec2<double> point) {
        const touched_surface met = touched(fall.stop);
        if (top_of(met)) return dot(body_.up(), met.corner.point);
        if (!met.face.is_floor) return {};
        const double lowest = dot(body_.up(), fall.step) - body_.around().extent_along(vec2<double>{} - body_.up());
        return larger(lowest, body_.around().level_at(fall.stop, point, body_.up()));
    }

    moving_body<T>& body_;
    /// The last result of `has_floor_below`, which a body that leaves a ledge needs several times.
    struct {
        vec2<double> corner{}, away{};
        bool has_floor = false;
    } last_;
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
