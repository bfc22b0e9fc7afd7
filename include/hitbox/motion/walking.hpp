#pragma once
/// Motions along surfaces: a body walks on floors, and slides along everything else.

#include <hitbox/core/lists.hpp>
#include <hitbox/motion/steps.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The half-planes of some surfaces, and of the floors among them.
struct held_planes {
    small_list<half_plane, 8> all, floors;

    void add(const half_plane& plane, bool is_floor) {
        all.push_back(plane);
        if (is_floor) floors.push_back(plane);
    }
    void add(const surface& s) { add(s.plane, s.is_floor); }
};

/// Returns true if a body walks: its motion leads into a floor that it touches, or along the floor within 2^-20, as in
/// games that apply no gravity to a body on a floor. A body that walks keeps its speed across `up` and follows the
/// floor. Its change of height comes from the floor, so it is not part of the body's own motion
/// (`walked_motion::rise`).
[[nodiscard]] inline bool walks_on(const half_plane& floor, vec2<double> v) noexcept {
    return dot(floor.normal, v) <= 0x1p-20 * largest_of(v);
}
/// Returns true if the motion of a body that walks leads along the floor.
[[nodiscard]] inline bool walks_along(const half_plane& floor, vec2<double> v) noexcept {
    return walks_on(floor, v) && walks_on(floor, vec2<double>{} - v);
}

/// Returns the velocity of a body that walks on floors: it keeps its speed across `up` and follows the slope of the
/// floors, so that it does not slide down. Returns no value if this velocity leads into another surface.
template <exact_real T>
[[nodiscard]] std::optional<vec2<double>> standing(const moving_body<T>& body, vec2<double> v,
                                                   const held_planes& planes) {
    const list_view<const half_plane> all = planes.all.view(), floors = planes.floors.view();
    if (all_hold(floors, v)) return all_hold(all, v) ? std::optional{v} : std::nullopt;
    double rise = 0;
    for (const half_plane& f : floors) rise = larger(rise, 0 - dot(f.normal, v) / dot(f.normal, body.up()));
    const double step = step_after(larger(rise, larger(magnitude(v.x), magnitude(v.y))));
    const double fall = 0 - dot(body.up(), v) / dot(body.up(), body.up());
    if (magnitude(rise - fall) <= 4 * step) rise = fall;  // the body does not move along `up`, up to rounding
    // If `up` is not along an axis, its rounding and that of v leave a rest of a velocity along `up`.
    const bool is_turned = body.up().x != 0 && body.up().y != 0;
    const auto is_rest = [&](vec2<double> w) { return is_turned && largest_of(w) <= 0x1p-20 * largest_of(v); };
    if (is_rest(v + body.up() * fall) && magnitude(rise - fall) <= 0x1p-20 * magnitude(fall)) return vec2<double>{};
    for (int i = 0; i < 8; ++i, rise += step) {
        const vec2<double> upright = v + body.up() * rise;
        if (all_hold(all, upright)) return upright;
    }
    return {};
}

/// Returns the motion along all held surfaces. If a wall or a steep slope blocks the walking, the height that came from
/// walking up a slope is removed, too, so the body stands (like Godot's floor_block_on_wall). The rest of the motion
/// then leads only up or down, so a body that jumps into a wedge is not pushed back along its ceiling.
template <exact_real T>
[[nodiscard]] walked_motion along(const moving_body<T>& body, const walked_motion& v, const held_planes& planes) {
    if (planes.floors.empty()) return {slide_within(v.value, planes.all.view()), 0};
    const auto is_blocked_by_wall = [&](const half_plane& p) {
        // The rest of a motion along a wall may lead into the wall by a rounding; this does not count.
        return !body.is_floor(p.normal) && dot(p.normal, v.value) < -0x1p-40 * largest_of(v.value);
    };
    const auto is_walked_on = [&](const half_plane& p) { return walks_on(p, v.value); };
    const bool walks = v.rise > 0 || detail::any_of(planes.floors, is_walked_on);
    const auto without_walking = [&] {
        return walks ? standing(body, body.up() * (dot(body.up(), v.value) - v.rise), planes) : std::nullopt;
    };
    if (walks && detail::any_of(planes.all, is_blocked_by_wall)) {
        const double height = dot(body.up(), v.value) - v.rise;
        if (const auto upright = without_walking()) return {*upright, 0};
        if (height <= 0) return {slide_within(body.up() * height, planes.all.view()), 0};
    }
    auto result = standing(body, v.value, planes);
    if (const auto upright = result ? std::nullopt : without_walking()) return {*upright, 0};
    if (!result) result = slide_within(v.value, planes.all.view());
    return {*result, larger(0.0, v.rise + dot(body.up(), *result - v.value))};
}

/// Returns true if one of the surfaces in the list has the normal of `s`, within 2^-20.
[[nodiscard, gnu::noinline]] inline bool has_direction(const surface_list& list, const surface& s) noexcept {
    return detail::any_of(list, [&](const surface& t) { return length_of(t.plane.normal - s.plane.normal) < 0x1p-20; });
}
[[nodiscard]] inline bool any_is_floor(const surface_list& list) noexcept {
    return detail::any_of(list, [](const surface& s) { return s.is_floor; });
}
/// Returns the kind of a surface: floor, wall, steep slope or ceiling.
template <exact_real T>
[[nodiscard, gnu::noinline]] slide_stop kind_of(const moving_body<T>& body, const surface& s) noexcept {
    const double rise = dot(s.plane.normal, body.up());
    if (s.is_floor) return slide_stop::floor;
    if (magnitude(rise) <= 0x1p-20) return slide_stop::wall;
    return rise > 0 ? slide_stop::steep_slope : slide_stop::ceiling;
}
/// Returns the kind of the held surface that stops a motion, or `wedge` if two of them stop it only together.
template <exact_real T>
[[nodiscard]] slide_stop what_stops(const moving_body<T>& body, list_view<const surface> held, vec2<double> motion) {
    const surface* stop = nullptr;
    const auto leaves = [motion](std::initializer_list<half_plane> planes) {
        return slide_within(motion, std::span{planes.begin(), planes.size()}) != vec2<double>{};
    };
    for (const surface& h : held) {
        if (h.plane.holds(motion)) continue;
        const auto faces = [&](const surface& g) {
            return dot(h.plane.normal, g.plane.normal) < 0 && leaves({g.plane}) && leaves({h.plane}) &&
                   !leaves({h.plane, g.plane});
        };
        if (detail::any_of(held, faces)) return slide_stop::wedge;
        const bool is_more =
            !stop || (stop->is_floor && !h.is_floor) ||
            (stop->is_floor == h.is_floor && dot(h.plane.normal, motion) < dot(stop->plane.normal, motion));
        if (is_more) stop = &h;
    }
    return stop ? kind_of(body, *stop) : slide_stop::none;
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
