#pragma once
/// Options and results of `move_and_slide`.

#include <hitbox/core/vec2.hpp>
#include <hitbox/shapes/check_arguments.hpp>

namespace hitbox {

/// The options of a character's movement. By default there is no `up`, and so no floor: every surface is a wall, and
/// `step_height` and `snap_distance` have no effect.
///
/// Invalid options are reported by their names through HITBOX_ASSERT. If that does nothing, an `up` that is not a unit
/// vector counts as a direction, and any other invalid option as its default.
template <scalar T>
struct slide_options {
    using scalar_type = T;

    vec2<T> up{};  // unit: {0, 1}, or {0, -1} where y grows downwards; zero: there is no up
    /// A surface is a floor if dot(normal, up) is at least this: the cosine of the steepest slope, here 45 degrees.
    /// Surfaces that are steeper by up to 2^-10 radians are floors, too, as vertices are rounded. With a value above 1
    /// nothing is a floor; above 2 it is invalid, as it may be an angle. Values below 2^-10 count as 2^-10.
    T floor_up = T(0.70710678118654752);
    T step_height = 0;    // boxes and shapes with a round bottom climb steps up to this height; needs `up`
    T snap_distance = 0;  // a body that leaves a floor is put on a floor at most this far below; needs `up`
    T dt = 1;             // the body moves by motion * dt, so the motion is a velocity; 1: it is a length
};

/// The kind of surface, or another reason, that ended a motion early.
enum class slide_stop : unsigned char {
    none,         // the body completed its motion, straight or along surfaces
    floor,        // the body stands, and the motion leads into the floor
    wall,         // a surface that is upright within 2^-20; without `up`, any surface
    ceiling,      // a surface that leans over, or faces down
    steep_slope,  // a surface that faces up, and is too steep for a floor
    wedge,        // two surfaces that face each other, neither of which would stop it alone
    squeezed,     // no free position around the start, or in a corridor none that the type T can represent
    rounds,       // it was turned along surfaces 64 times; with `velocity` the next move continues
    invalid,      // a shape, position or motion that is not valid
};

/// Returns the name of the value.
[[nodiscard]] constexpr const char* to_string(slide_stop stop) noexcept {
    return detail::name_in(
        {"none", "floor", "wall", "ceiling", "steep slope", "wedge", "squeezed", "rounds", "invalid"}, stop);
}

/// A surface that a body touches at the end of its motion.
template <scalar T>
struct slide_contact {
    vec2<T> normal{};       // unit, out of the obstacle; at the corner of a step, that of the step's floor
    std::size_t piece = 0;  // the index of the obstacle in the range, or of the piece in the set
    bool is_floor = false;  // it is a floor by `floor_up` of the options
};

/// Surfaces that a shape touches at the same time; seldom more than two.
template <scalar T>
struct slide_contacts {
    slide_contact<T> list[8]{};  // the first `count` of them
    std::size_t count = 0;       // at most 8

    [[nodiscard, gnu::always_inline]] constexpr std::size_t size() const noexcept { return count; }
    [[nodiscard, gnu::always_inline]] constexpr bool empty() const noexcept { return count == 0; }
    [[nodiscard, gnu::always_inline]] constexpr const slide_contact<T>& operator[](std::size_t i) const noexcept {
        return list[i];
    }
    [[nodiscard, gnu::always_inline]] constexpr const slide_contact<T>* begin() const noexcept { return list; }
    [[nodiscard, gnu::always_inline]] constexpr const slide_contact<T>* end() const noexcept { return list + count; }
};

/// The end of a motion among obstacles: position, remaining velocity, contacts, and the reason why it stopped.
template <scalar T>
struct slide_result {
    vec2<T> position{};  // where the body ends

    /// The given motion as the contacts have changed it: a length, or with `dt` a velocity. It leads into none of them.
    vec2<T> velocity{};
    slide_contacts<T> contacts{};              // the surfaces that the body touches there
    bool on_floor = false;                     // one of the contacts is a floor
    bool started_free = true;                  // false: it was moved out first, unless there is no free position
    bool is_free = true;                       // the end position penetrates nothing that blocks
    slide_stop stopped_by = slide_stop::none;  // the reason why the motion ended early
    int rounds = 0;                            // the number of straight parts of the motion, also of length 0
    T stepped = 0;                             // >= 0: the height along `up` by which steps raised it
    T snapped = 0;                             // >= 0: the height by which `snap_distance` lowered it
};

namespace detail {
inline namespace HITBOX_ISA {

[[nodiscard]] constexpr bool is_unit_or_zero(vec2<double> v) noexcept {
    const double off = dot(v, v) - 1;
    return v == vec2<double>{} || (off <= 0x1p-10 && off >= -0x1p-10);
}

/// Returns a text about the first option that is not valid, or null.
template <scalar T>
[[nodiscard]] constexpr const char* fault_of(const slide_options<T>& o) noexcept {
    if (!is_unit_or_zero(widen(o.up))) return "up is neither zero nor of unit length";
    if (!(magnitude(o.floor_up) <= T(2))) return "floor_up is no cosine";
    if (!is_radius(o.step_height)) return "step_height is not finite or is negative";
    if (!is_radius(o.snap_distance)) return "snap_distance is not finite or is negative";
    if (!is_radius(o.dt)) return "dt is not finite or is negative";
    return nullptr;
}

/// Returns the given options with invalid ones replaced by their defaults, and a finite `up` by its unit vector.
template <scalar T>
[[nodiscard]] constexpr slide_options<T> usable(const slide_options<T>& given) noexcept {
    slide_options<T> o = given;
    const slide_options<T> defaults{};
    if (!is_finite(o.up)) o.up = defaults.up;
    else if (!is_unit_or_zero(widen(o.up))) o.up = vec_cast<T>(unit_or(widen(o.up), vec2<double>{}));
    if (!(magnitude(o.floor_up) <= T(2))) o.floor_up = defaults.floor_up;
    if (!is_radius(o.step_height)) o.step_height = defaults.step_height;
    if (!is_radius(o.snap_distance)) o.snap_distance = defaults.snap_distance;
    if (!is_radius(o.dt)) o.dt = defaults.dt;
    return o;
}

/// Returns the result for invalid arguments.
template <scalar T>
[[nodiscard]] constexpr slide_result<T> refused(vec2<T> position) noexcept {
    return {.position = position, .started_free = false, .is_free = false, .stopped_by = slide_stop::invalid};
}

/// Returns a message such as "move_and_slide: step_height is not finite or is negative", empty if all options are
/// valid.
template <scalar T>
[[nodiscard]] const char* words_for(const char* query, const slide_options<T>& options) noexcept {
    const char* fault = fault_of(options);
    return fault ? joined_words({query, ": ", fault}) : "";
}
/// Keeps the rounding of vectors that a caller has cast from double. Without this, where GCC 12 vectorises the caller,
/// it omits the rounding of double(float(x)), and two calls with one variable differ.
template <exact_real T, std::same_as<vec2<T>>... V>
[[gnu::always_inline]] inline void keep_rounded(vec2<T>& first, V&... more) noexcept {
    keep_rounded(first.x), keep_rounded(first.y);
    (..., keep_rounded(more));
}

/// Reports the first invalid argument of a query with options to the hook, or else the first invalid option. One call
/// reports at most one mistake.
template <scalar T, class... S>
[[gnu::always_inline]] constexpr void check_move([[maybe_unused]] const char* query,
                                                 [[maybe_unused]] const slide_options<T>& options,
                                                 [[maybe_unused]] const S&... arguments) {
    [[maybe_unused]] const auto words = [&] {
        const char* fault_of_argument = fault(query, arguments...);
        return *fault_of_argument != '\0' ? fault_of_argument : words_for(query, options);
    };
    if (!std::is_constant_evaluated()) HITBOX_ASSERT((is_valid(arguments) && ...) && !fault_of(options), words());
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
