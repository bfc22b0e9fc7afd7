#pragma once
/// Movement of boxes in whole pixels, for squares and sprites.

#include <hitbox/fwd.hpp>
#include <hitbox/motion/move_and_slide.hpp>

#include <optional>

namespace hitbox {

/// The options of a move in pixels.
template <std::signed_integral T>
struct pixel_slide_options {
    std::optional<aabb<T>> within{};  // the box does not leave this one, such as the screen
    vec2<T> up{};                     // a unit vector on an axis: {0, -1} where y grows downwards; others: no floors
};

/// The `piece` of a contact with the edge of options.within, or with the end of the range of the coordinates.
inline constexpr std::size_t edge_piece = static_cast<std::size_t>(-1);

/// A position between pixels. `pixel` is the position for drawing and collision; `remainder` is the sum of the
/// fractions of earlier motions, from -1/2 to 1/2 on each axis.
template <std::signed_integral T, std::floating_point F>  // by default float: fwd.hpp
struct pixel_position {
    vec2<T> pixel{};      // in whole pixels
    vec2<F> remainder{};  // in pixels, from -1/2 to 1/2 on each axis

    [[gnu::always_inline]] friend constexpr bool operator==(const pixel_position&, const pixel_position&) = default;
};

/// The end of a motion with fractions of pixels.
template <std::signed_integral T, std::floating_point F>
struct pixel_slide_result {
    pixel_position<T, F> position{};  // where the box ends
    vec2<F> velocity{};               // the motion, with 0 on each blocked axis
    slide_contacts<T> contacts{};     // the obstacles that blocked it, at most one for each axis
    bool on_floor = false;            // one pixel against options.up would be blocked
    bool started_free = true;         // if false, it moved only by a single pixel that frees it
};

namespace detail {
inline namespace HITBOX_ISA {

using pixel_box = aabb<std::int64_t>;
using pixel_vec = vec2<std::int64_t>;

/// The largest coordinate. Sums of three such numbers cannot overflow. It includes all integers of up to 32 bits.
template <std::signed_integral T>
inline constexpr std::int64_t max_pixel =
    sizeof(T) <= 4 ? static_cast<std::int64_t>((std::numeric_limits<T>::max)()) : std::int64_t{1} << 60;
template <std::signed_integral T>
inline constexpr pixel_box pixel_range = {{-max_pixel<T> - 1, -max_pixel<T> - 1}, {max_pixel<T>, max_pixel<T>}};

[[nodiscard]] constexpr std::int64_t clamped(std::int64_t x, std::int64_t low, std::int64_t high) noexcept {
    return x < low ? low : high < x ? high : x;
}
template <std::signed_integral T>
[[nodiscard]] constexpr pixel_vec in_wide_pixels(vec2<T> v) noexcept {
    constexpr std::int64_t max_coordinate = std::int64_t{1} << 62;
    return {clamped(v.x, -max_coordinate, max_coordinate), clamped(v.y, -max_coordinate, max_coordinate)};
}
template <std::signed_integral T>
[[nodiscard]] constexpr pixel_box in_wide_pixels(const aabb<T>& box) noexcept {
    return {in_wide_pixels(box.min), in_wide_pixels(box.max)};
}

[[nodiscard]] constexpr pixel_box shifted(const pixel_box& box, pixel_vec by) noexcept {
    return {box.min + by, box.max + by};
}
[[nodiscard]] constexpr bool overlaps_by_a_pixel(const pixel_box& a, const pixel_box& b) noexcept {
    return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}
[[nodiscard]] constexpr bool holds_box(const pixel_box& outer, const pixel_box& inner) noexcept {
    return outer.min.x <= inner.min.x && inner.max.x <= outer.max.x && outer.min.y <= inner.min.y &&
           inner.max.y <= outer.max.y;
}
/// Exchanges x and y of a box, or mirrors it, so that a motion along `direction` becomes one to the right.
[[nodiscard]] constexpr pixel_box to_the_right(pixel_box box, pixel_vec direction) noexcept {
    if (direction.y != 0) box = {{box.min.y, box.min.x}, {box.max.y, box.max.x}};
    if (direction.x + direction.y < 0) box = {{-box.max.x, box.min.y}, {-box.min.x, box.max.y}};
    return box;
}

/// The number of pixels that a box can move to the right until the next pixel is blocked, and the wall that blocks it.
struct pixel_run {
    std::int64_t pixels = 0;
    std::size_t piece = 0;
    bool is_blocked = false;

    constexpr void stop_before(std::int64_t pixel, std::size_t by) noexcept {
        if (pixel <= pixels) pixels = pixel - 1, piece = by, is_blocked = true;
    }
    /// Stops the box before the pixel in which it would leave `outer`, or at once if it is outside.
    constexpr void stay_within(const pixel_box& box, const pixel_box& outer) noexcept {
        const bool is_beside = box.min.y < outer.min.y || outer.max.y < box.max.y;
        const std::int64_t last = is_beside || box.min.x + 1 < outer.min.x ? 0 : outer.max.x - box.max.x;
        stop_before(last < 0 ? 1 : last + 1, edge_piece);
    }
    /// Stops the box before the first pixel in which it would overlap a wall. A flat wall that no whole pixel overlaps
    /// does not stop it.
    constexpr void stop_at(const pixel_box& box, const pixel_box& wall, std::size_t by) noexcept {
        if (!(box.min.y < wall.max.y && wall.min.y < box.max.y)) return;
        const std::int64_t first = wall.min.x - box.max.x + 1, last = wall.max.x - box.min.x - 1;
        const std::int64_t from = first < 1 ? 1 : first;
        if (from <= last) stop_before(from, by);
    }
};

template <class Walls>
[[nodiscard]] constexpr pixel_run run_along(const pixel_box& box, pixel_vec direction, std::int64_t pixels,
                                            const Walls& walls, const pixel_box& within) {
    pixel_run run{pixels};
    const pixel_box moving = to_the_right(box, direction);
    std::size_t i = 0;
    for (const auto& wall : walls) {
        if (valid(wall)) run.stop_at(moving, to_the_right(in_wide_pixels(wall), direction), i);
        ++i;
    }
    run.stay_within(moving, to_the_right(within, direction));
    return run;
}

template <class Walls>
[[nodiscard]] constexpr bool is_free_of(const pixel_box& box, const Walls& walls, const pixel_box& within) {
    for (const auto& wall : walls)
        if (valid(wall) && overlaps_by_a_pixel(box, in_wide_pixels(wall))) return false;
    return holds_box(within, box);
}

/// Takes the whole pixels of a sum, rounded half away from zero; the sum keeps the rest. A sum that is not finite
/// counts as zero, and one beyond the range of T becomes the end of the range.
template <std::signed_integral T, std::floating_point F>
[[nodiscard]] constexpr T take_pixels(F& sum) noexcept {
    if (!is_finite(sum)) return sum = F(0), T(0);
    constexpr auto min_value = static_cast<double>((std::numeric_limits<T>::min)());
    const auto exact = static_cast<double>(sum);
    // From 2^52 on, doubles have no fractions, and adding a half would round.
    const double size = magnitude(exact), half = size < 0x1p52 ? size + 0.5 : size;
    const double signed_half = exact < 0 ? 0 - half : half;
    if (signed_half >= 0 - min_value) return sum = F(0), (std::numeric_limits<T>::max)();
    if (signed_half <= min_value) return sum = F(0), (std::numeric_limits<T>::min)();
    const auto whole = static_cast<T>(signed_half);
    sum = static_cast<F>(sum - static_cast<F>(whole)) + F(0);
    return whole;
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Moves a box in whole pixels: by motion.x, until the next pixel would overlap a wall or leave options.within; from
/// there by motion.y in the same way. A box that is pressed against a wall therefore slides along it. Edges that touch
/// do not collide, so a box can walk on a floor. The box is given about the origin, which is at `position`. The motion
/// on x always comes first, whether y points up or down.
///
/// The result is that of moving pixel by pixel and undoing the first pixel that is not free. It is computed from the
/// first wall on the path, so the time does not grow with the speed. If the box overlaps a wall at the start,
/// `started_free` is false, and the box moves only by a single pixel that frees it. A wall without width overlaps only
/// a box that has it strictly inside.
///
/// `position` is the end position, `velocity` the motion with 0 on each axis that was blocked. For each blocked axis,
/// `contacts` has the normal out of the wall and its index in the range: the first index if several walls block,
/// `edge_piece` for the edge of options.within. `on_floor` is true if a motion of one pixel against options.up would be
/// blocked at the end position, even if the box did not move: a fall of less than a pixel counts as standing.
/// `stopped_by`, `rounds`, `stepped` and `snapped` keep their defaults.
///
/// The result is exact, without overflow, for all integers of up to 32 bits, whose range is an edge, too; integers of
/// 64 bits have the range from -2^60 - 1 to 2^60. Walls with `min` above `max` are ignored. A box with `min` above
/// `max`, or with corners beyond the range at `position`, stays; `started_free` and `is_free` are then false.
///
/// This is the model of Celeste and TowerFall (Thorson, "Celeste and TowerFall Physics").
template <std::signed_integral T, std::ranges::forward_range Walls>
    requires std::same_as<std::ranges::range_value_t<Walls>, aabb<T>>
[[nodiscard]] constexpr slide_result<T>
move_and_slide(const aabb<T>& shape, vec2<std::type_identity_t<T>> position, vec2<std::type_identity_t<T>> motion,
               const Walls& walls, const pixel_slide_options<std::type_identity_t<T>>& options = {}) {
    using detail::pixel_vec;
    slide_result<T> result;
    result.position = position;
    const detail::pixel_box range = detail::pixel_range<T>;
    const pixel_vec start = detail::in_wide_pixels(position);
    detail::pixel_box inner = range;
    if (options.within) {
        const auto given = detail::in_wide_pixels(*options.within);
        inner = {(max)(given.min, range.min), (min)(given.max, range.max)};
    }
    const detail::pixel_box local = detail::in_wide_pixels(shape);
    const bool is_in_range = detail::holds_box(range, {start, start}) && detail::holds_box(range, local) &&
                             detail::holds_box(range, detail::shifted(local, start));
    if (!detail::expect(valid(shape) && is_in_range, "move_and_slide: the box is inside out, or beyond its numbers")) {
        result.started_free = result.is_free = false;
        return result;
    }
    // The position itself must stay in the range, too, also if it is outside of the box.
    detail::pixel_box box = detail::shifted(local, start);
    inner = {(max)(inner.min, range.min + (max)(local.min, pixel_vec{})),
             (min)(inner.max, range.max + (min)(local.max, pixel_vec{}))};
    result.started_free = detail::is_free_of(box, walls, inner);
    pixel_vec end = start;
    const pixel_vec wish = detail::in_wide_pixels(motion);
    const auto go = [&](pixel_vec direction, std::int64_t pixels, bool only_test) {
        const detail::pixel_run run = detail::run_along(box, direction, pixels, walls, inner);
        if (only_test) return run.is_blocked;
        const pixel_vec gone{direction.x * run.pixels, direction.y * run.pixels};
        box = detail::shifted(box, gone), end += gone;
        if (!run.is_blocked) return false;
        const vec2<T> normal{static_cast<T>(-direction.x), static_cast<T>(-direction.y)};
        result.contacts.list[result.contacts.count++] = {normal, run.piece,
                                                         options.up != vec2<T>{} && normal == options.up};
        return true;
    };
    result.velocity = motion;
    if (wish.x != 0 && go({wish.x < 0 ? -1 : 1, 0}, wish.x < 0 ? -wish.x : wish.x, false)) result.velocity.x = 0;
    if (wish.y != 0 && go({0, wish.y < 0 ? -1 : 1}, wish.y < 0 ? -wish.y : wish.y, false)) result.velocity.y = 0;
    const pixel_vec up = detail::in_wide_pixels(options.up);
    const bool has_floors = (up.x == 0) != (up.y == 0) && up.x >= -1 && up.x <= 1 && up.y >= -1 && up.y <= 1;
    if (has_floors) result.on_floor = go({-up.x, -up.y}, 1, true);
    result.position = {static_cast<T>(end.x), static_cast<T>(end.y)};
    result.is_free = detail::is_free_of(box, walls, inner);
    return result;
}

/// Moves a box by a motion with fractions of pixels. The fractions add up in position.remainder until they are a whole
/// pixel, by which the box then moves. On an axis that was blocked the remainder becomes 0, so that the box leaves the
/// wall without delay. A motion that is not finite counts as zero.
template <std::signed_integral T, std::floating_point F, std::ranges::forward_range Walls>
    requires std::same_as<std::ranges::range_value_t<Walls>, aabb<T>>
[[nodiscard]] constexpr pixel_slide_result<T, F>
move_and_slide(const aabb<T>& shape, pixel_position<T, F> position, vec2<std::type_identity_t<F>> motion,
               const Walls& walls, const pixel_slide_options<std::type_identity_t<T>>& options = {}) {
    vec2<F> sum = position.remainder + motion;
    if (!is_finite(motion)) sum = position.remainder, motion = {};
    const T x = detail::take_pixels<T>(sum.x), y = detail::take_pixels<T>(sum.y);
    const slide_result<T> moved = move_and_slide(shape, position.pixel, vec2<T>{x, y}, walls, options);
    pixel_slide_result<T, F> result{{moved.position, sum}, motion, moved.contacts, moved.on_floor, moved.started_free};
    for (const slide_contact<T>& c : moved.contacts) {
        if (c.normal.x != 0) result.position.remainder.x = result.velocity.x = F(0);
        else result.position.remainder.y = result.velocity.y = F(0);
    }
    return result;
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
