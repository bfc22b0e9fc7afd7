#pragma once
/// The motion of a character with a moving platform, which carries or pushes it.

#include <hitbox/motion/move_and_slide.hpp>
#include <hitbox/sets/set_cast.hpp>

namespace hitbox {

/// The effect of a moving platform on a character.
template <scalar T>
struct carry_result {
    vec2<T> position{};        // of the character, after the motion of the platform
    bool rides = false;        // it stood on the platform, and moved with it
    bool is_pushed = false;    // the platform ran into it
    bool is_squashed = false;  // there is no free position: `position` is free of the obstacles, not of the platform
};

namespace detail {
inline namespace HITBOX_ISA {

/// Returns a solid at a position, as a set.
template <class P>
[[nodiscard]] auto set_at(const P& solid, vec2<solid_scalar_t<P>> where) {
    if constexpr (convex<P>) return std::array{shape_at(solid, where)};
    else if constexpr (range_of_shapes<P>) {
        std::vector<decltype(shape_at(*std::ranges::begin(solid), where))> shapes;
        for (const auto& shape : solid) shapes.push_back(shape_at(shape, where));
        return shapes;
    } else return at(solid, transform2<solid_scalar_t<P>>{where, {}});
}

/// The motion of a platform beside a character.
template <exact_real T>
class carry_motion {
    static constexpr int max_pushes = 8;

public:
    const moving_shape<T>& shape;
    solid_view<T> obstacles, before, after;                   // the platform before and after its motion
    solid_view<T> obstacles_and_before, obstacles_and_after;  // pieces of the platform have odd indices
    vec2<double> path{};                                      // of the platform
    const slide_options<T>& options;

    [[nodiscard]] carry_result<T> run(vec2<T> position) const {
        carry_result<T> result{position};
        result.rides = stands_at(position);
        const vec2<double> shift = result.rides ? path : push(position);
        if (!result.rides && shift == vec2<double>{} && mover_among<T>{shape, after}.is_free_at(position))
            return result;
        result.is_pushed = !result.rides;
        // A pushed shape walks if it can: it climbs steps, and follows a floor down.
        std::optional<vec2<T>> free;
        if (result.is_pushed && options.up != vec2<T>{}) {
            slide_options<T> walking = options;
            walking.dt = T(1);
            free = moved(result.position, position, shift, walking);
        }
        if (!free) free = moved(result.position, position, shift, slide_options<T>{}, result.rides);
        result.is_squashed = !free;
        if (free) result.position = *free;
        return result;
    }

private:
    /// Returns true if the shape stands on the platform, up to the roundings of both. The caller may have placed the
    /// platform in another way, such as by `translated`, so that its vertices are rounded differently. With
    /// `step_height`, a corner of the platform may be a floor because of an obstacle below it.
    [[nodiscard]] bool stands_at(vec2<T> p) const {
        const auto farthest = [](const aabb<T>& box) { return (max)(abs(box.min), abs(box.max)); };
        const vec2<T> step = step_after((max)(farthest(shape.box_at(p)), farthest(before.bounds())));
        const double tolerance = 4 * largest_of(widen(step));
        slide_options<T> down = options;
        down.dt = static_cast<T>(16 * tolerance);
        const auto stands_among = [&](const solid_view<T>& solids, slide_result<T>& there) {
            mover_among<T> mover{shape, solids};
            there = slide_among<T>(mover, p, vec2<double>{} - widen(options.up), down);
            // A floor that is touched within the tolerance along its normal may be farther below.
            double steepness = 1;
            for (const slide_contact<T>& c : there.contacts)
                if (const vec2<double> n = widen(c.normal); c.is_floor)
                    steepness = larger(steepness, (magnitude(n.x) + magnitude(n.y)) / dot(n, widen(options.up)));
            return there.on_floor && largest_of(widen(there.position) - widen(p)) <= tolerance * steepness;
        };
        slide_result<T> there;
        if (stands_among(before, there)) return true;
        // A steep contact at a corner may be a rounding away along its normal, and much farther away below the shape.
        down.dt = static_cast<T>(1024 * tolerance);
        const auto is_on_platform = [](const slide_contact<T>& c) { return c.is_floor && c.piece % 2 == 1; };
        return options.step_height > T(0) && there.contacts.count > 0 && stands_among(obstacles_and_before, there) &&
               detail::any_of(there.contacts, is_on_platform);
    }

    /// Returns the component of the platform's remaining motion after it hits the shape, along the normal of the facet
    /// that hits.
    [[nodiscard]] vec2<double> push(vec2<T> p) const {
        set_cast_result<T> hit;
        shape.visit_at(p, [&](const set_piece<T>& moved) {
            hit = cast_sets(solid_view<T>{moved}, vec2<T>{}, before, vec_cast<T>(path));
        });
        if (hit.status != cast_status::hit && hit.status != cast_status::started_touching) return {};
        const vec2<double> normal = unit_or(widen(hit.normal), vec2<double>{0, 1});
        return normal * larger(0.0, dot(normal, path) * (1 - static_cast<double>(hit.fraction)));
    }

    /// Moves the shape from p by `shift` among the obstacles, to the position `to`, and from there out of the platform.
    /// Returns no value if it remains stuck.
    [[nodiscard]] std::optional<vec2<T>> moved(vec2<T>& to, vec2<T> p, vec2<double> shift, const slide_options<T>& how,
                                               bool rides = false) const {
        mover_among<T> mover{shape, obstacles};
        return settled(mover, to = pushed(mover, p, shift, how), how, rides);
    }

    /// Returns a position near p that is free of the platform and the obstacles. While there is none within a few
    /// roundings, the shape slides among the obstacles by the minimum translation out of the platform and the obstacles
    /// as one set. If that is longer than the motion of the platform, it slides by the minimum translation out of the
    /// platform alone. One-sided pieces that it enters from behind are passed. Returns no value if it remains stuck.
    [[nodiscard]] std::optional<vec2<T>> settled(mover_among<T>& mover, vec2<T> p, const slide_options<T>& how,
                                                 bool rides) const {
        const slide_options<T> without_floor{};
        for (int i = 0; i < max_pushes; ++i) {
            mover_among<T> among_all{shape, obstacles_and_after};
            for (const std::size_t piece : mover.solids.passed()) among_all.solids.pass(2 * piece);
            moving_body<T> body{among_all, p, rides ? options : without_floor};
            if (body.go_to(widen(p))) {
                // The rounded positions of a rider and of its platform may be several roundings apart.
                if (rides) body.go_to_stop(body.up() * (-16 * body.around().tolerance_along(body.up())));
                return body.position();
            }
            // The target of a slide is rounded, so each slide is longer by a few roundings, and by more in each round.
            const double error = largest_of(widen(body.around().step())) + body.around().cast_error();
            vec2<double> out = translation_out(body.around().overlap());
            if (!is_within_motion(out, 16 * error)) out = translation_out(mover_among<T>{shape, after}.overlap_at(p));
            p = pushed(mover, p, out + unit_or(out, vec2<double>{}) * (error * (1 << i)), how);
        }
        return {};
    }
    /// Slides the shape from p by a translation. If it is the push of a wall, and the shape walks, the shape moves
    /// along its floor instead, equally far out of the wall: a wall that leans does not lift it. A wall is no floor,
    /// and its normal is within 60 degrees of the floor. No push becomes longer than the motion of the platform.
    [[nodiscard]] vec2<T> pushed(mover_among<T>& mover, vec2<T> p, vec2<double> by, const slide_options<T>& how) const {
        moving_body<T> body{mover, p, how};
        const vec2<double> n = unit_or(by, vec2<double>{});
        if (body.has_up() && !body.is_floor(n)) {
            body.find_near(by).pass_penetrated();
            const surface_list touched = ground_finder<T>{body}.surfaces();
            for (const surface& s : touched) {
                const vec2<double> tangent = perp(s.plane.normal);
                const double part = dot(tangent, n), length = length_of(by);
                if (!s.is_floor || !(magnitude(part) >= 0.5)) continue;
                const double walk = smaller(length / magnitude(part), larger(length, length_of(path)));
                by = tangent * (part < 0 ? 0 - walk : walk);
                break;
            }
        }
        return slide_among<T>(mover, p, by, how).position;
    }
    [[nodiscard]] static vec2<double> translation_out(const std::optional<solid_overlap<T>>& overlap) {
        return overlap ? widen(overlap->normal) * (0 - static_cast<double>(overlap->depth)) : vec2<double>{};
    }
    /// Returns true if a translation is at most as long as the motion of the platform, along this motion and across it.
    [[nodiscard]] bool is_within_motion(vec2<double> translation, double tolerance) const noexcept {
        const double length = length_of(path), along = magnitude(dot(path, translation)),
                     across = magnitude(cross(path, translation));
        return larger(along, across) <= (length + tolerance) * length;
    }
};

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns the position to which a platform carries or pushes a shape, while the platform moves from `from` to `to` in
/// this step. Call it before the shape's own move, for which the platform at `to` is one of the obstacles.
///
/// A shape that stands on the platform, by options.up and options.floor_up, rides: it moves by `to - from`, and slides
/// along obstacles in its path. A shape in the path of the platform is pushed along the normal of the facet that meets
/// it, by the component of the platform's remaining motion along this normal. With `up` it walks if it can: it climbs
/// steps and follows floors, as options.step_height and options.snap_distance allow. If it stands on a floor, a wall
/// pushes it along this floor, also if the wall leans. Otherwise it slides along the obstacles, such as up a steep
/// ramp, until it is free of the platform. From a start outside of the platform, each of
/// a few such slides is at most as long as the platform's motion, along this motion and across it; `is_squashed` is
/// true if there is no free position after them. One-sided obstacles (`with_platforms`, a chain) block it as they block
/// a move: a lift takes its rider up through a platform, and leaves the rider on a platform that it passes on the way
/// down. `obstacles` must not contain the platform. The platform is a convex shape or a set, given about the origin; it
/// does not turn. If a shape, a set or a position is invalid, the shape stays.
/// @pre valid shapes and sets, finite positions
template <convex S, solid P, solid_set O>
    requires exact_real<scalar_t<S>> && std::same_as<scalar_t<S>, detail::solid_scalar_t<O>> &&
             std::same_as<scalar_t<S>, detail::solid_scalar_t<P>>
[[nodiscard]] carry_result<scalar_t<S>> carry(const S& shape, vec2<std::type_identity_t<scalar_t<S>>> position,
                                              const P& platform, vec2<std::type_identity_t<scalar_t<S>>> from,
                                              vec2<std::type_identity_t<scalar_t<S>>> to, const O& obstacles,
                                              const slide_options<scalar_t<S>>& options) {
    detail::check_move("carry", options, shape, position, platform, from, to, obstacles);
    const bool is_usable = detail::is_valid(shape) && detail::is_valid(platform) && detail::is_valid(obstacles);
    if (!is_usable || !is_finite(position) || !is_finite(from) || !is_finite(to)) return {position};
    detail::keep_rounded(position, from, to);
    using view = detail::solid_view<scalar_t<S>>;
    const detail::moving_shape_of<S> moving{shape};
    const auto before = detail::set_at(platform, from), after = detail::set_at(platform, to);
    const auto all_before = together(obstacles, before), all_after = together(obstacles, after);
    const vec2<double> path = detail::widen(to) - detail::widen(from);
    return detail::carry_motion<scalar_t<S>>{moving,           view{obstacles}, view{before}, view{after},
                                             view{all_before}, view{all_after}, path,         detail::usable(options)}
        .run(position);
}
template <convex S, class V = vec2<scalar_t<S>>, class P = vec2<scalar_t<S>>, class From = vec2<scalar_t<S>>,
          class To = From, class O = slide_options<scalar_t<S>>>
carry_result<scalar_t<S>> carry(const S&, const V&, const P& = {}, const From& = {}, const To& = {}, const O& = {}) {
    static_assert(sizeof(S) == 0, "hitbox: carry needs both positions of the platform, and the character's options: "
                                  "carry(shape, position, platform, from, to, obstacles, options)");
    return {};
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
