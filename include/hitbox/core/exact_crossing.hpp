#pragma once
/// Exact comparisons of the positions at which a moving point crosses lines.

#include <hitbox/core/exact.hpp>

namespace hitbox {
namespace exact {
inline namespace HITBOX_ISA {

/// The line of an edge of a Minkowski difference: its direction is to - from, it passes through solid - mover, and the
/// outside is on its right. `from` and `to` are the ends of an edge of either shape, `mover` is a vertex of the moving
/// shape, and `solid` one of the other shape. All four are unrounded input points, so that signs can be exact.
struct difference_line {
    vec2<double> from, to, solid, mover;

    [[nodiscard]] constexpr vec2<double> direction() const noexcept { return to - from; }
    [[nodiscard]] constexpr vec2<double> start() const noexcept { return solid - mover; }
};
/// The motion of the origin by to - from. The difference is not rounded.
struct displacement {
    vec2<double> from, to;

    [[nodiscard]] constexpr vec2<double> translation() const noexcept { return to - from; }
};

/// A cross product of differences of points, with an error bound.
struct bounded_number {
    double value = 0, error = 0;

    constexpr bounded_number(vec2<double> d, vec2<double> e) noexcept {
        using namespace hitbox::detail;
        const double l = product(d.x, e.y), r = product(d.y, e.x);
        value = l - r, error = 0x1p-50 * (magnitude(l) + magnitude(r));  // four roundings, generous
    }
    constexpr bounded_number(double v, double e) noexcept : value{v}, error{e} {}

    [[nodiscard]] friend constexpr bounded_number operator*(const bounded_number& x, const bounded_number& y) noexcept {
        using hitbox::detail::magnitude;
        const double v = product(x.value, y.value);
        return {v, magnitude(x.value) * y.error + magnitude(y.value) * x.error + x.error * y.error +
                       0x1p-52 * magnitude(v)};
    }
    [[nodiscard]] friend constexpr bounded_number operator-(const bounded_number& x, const bounded_number& y) noexcept {
        const double v = x.value - y.value;
        return {v, x.error + y.error + 0x1p-52 * hitbox::detail::magnitude(v)};
    }
    [[nodiscard]] constexpr bool has_sign() const noexcept { return detail::outside(value, error + detail::underflow); }
    /// @pre has_sign()
    [[nodiscard]] constexpr int sign() const noexcept { return value > 0 ? 1 : -1; }
};

/// Exact integers for a line: `gap` is the distance of the origin from the line, positive outside, and `closing` is its
/// decrease by the motion, both times the length of to - from. The line is crossed at the fraction gap / closing. Both
/// are on the common scale of the input coordinates.
struct crossing_integers {
    detail::integer gap, closing;

    constexpr crossing_integers(const difference_line& e, const displacement& m, int unit) noexcept {
        const detail::integer_vec edge = detail::to_differences(e.to, e.from, unit);
        gap = cross(edge, detail::to_differences(e.solid, e.mover, unit));
        closing = cross(edge, detail::to_differences(m.to, m.from, unit));
    }
};
[[nodiscard, gnu::cold, gnu::noinline]] constexpr int unit_of(const difference_line& e, const difference_line& k,
                                                              const displacement& m) noexcept {
    return detail::common_unit(e.from.x, e.from.y, e.to.x, e.to.y, e.solid.x, e.solid.y, e.mover.x, e.mover.y, k.from.x,
                               k.from.y, k.to.x, k.to.y, k.solid.x, k.solid.y, k.mover.x, k.mover.y, m.from.x, m.from.y,
                               m.to.x, m.to.y);
}
[[nodiscard]] constexpr int sign_of_number(double x) noexcept { return x > 0 ? 1 : x < 0 ? -1 : 0; }

/// The crossing of an axis-parallel line, as of tiles and boxes: only one coordinate counts. The line is crossed at the
/// fraction start / translation; the origin, moved by v, is outside of the line if sign * (start - v) > 0. Ties of
/// collinear edges and of edges that a motion runs along are then decided without integers.
struct axis_crossing {
    bool is_exact = false;  // the line is parallel to an axis, and neither difference is rounded
    int sign = 0;
    double start = 0, translation = 0;

    [[gnu::noinline]] constexpr axis_crossing(const difference_line& e, const displacement& m) noexcept {
        const bool upright = e.from.x == e.to.x;
        if (upright == (e.from.y == e.to.y)) return;
        const double solid = upright ? e.solid.x : e.solid.y, mover = upright ? e.mover.x : e.mover.y,
                     to = upright ? m.to.x : m.to.y, from = upright ? m.from.x : m.from.y;
        sign = (upright ? e.from.y > e.to.y : e.to.x > e.from.x) ? 1 : -1;
        start = solid - mover, translation = to - from;
        is_exact = detail::exact_difference(solid, mover) && detail::exact_difference(to, from);
    }
};

/// Returns the side of a line on which the origin is: outside (1), on the line (0), or inside (-1).
[[nodiscard]] constexpr int sign_of_gap(const difference_line& e) noexcept {
    return sign_of_number(cross_of(e.from, e.to, e.mover, e.solid));
}
/// Returns the direction of the motion relative to a line: inwards (1), parallel (0), or outwards (-1).
[[nodiscard]] constexpr int sign_of_closing(const difference_line& e, const displacement& m) noexcept {
    return sign_of_number(cross_of(e.from, e.to, m.from, m.to));
}

/// The exact paths of `compare_crossings` and `side_at_end`. Axis-parallel lines need no integers.
[[nodiscard, gnu::noinline]] constexpr int compare_close_crossings(const difference_line& e, const difference_line& k,
                                                                   const displacement& m) noexcept {
    const axis_crossing of_e{e, m}, of_k{k, m};
    if (of_e.is_exact && of_k.is_exact)
        return of_e.sign * of_k.sign *
               sign_of_number(
                   detail::exact_value({of_e.start, 0, of_k.translation, 0, of_k.start, 0, of_e.translation, 0}));
    const int unit = unit_of(e, k, m);
    const crossing_integers one{e, m, unit}, other{k, m, unit};
    return sign_of(one.gap * other.closing - other.gap * one.closing);
}
[[nodiscard, gnu::noinline]] constexpr int side_of_close_end(const difference_line& e, const displacement& m) noexcept {
    const axis_crossing of_e{e, m};
    if (of_e.is_exact) return of_e.sign * sign_of_number(of_e.start - of_e.translation);
    const crossing_integers numbers{e, m, unit_of(e, e, m)};
    return sign_of(numbers.gap - numbers.closing);
}

/// Returns the sign of the distance by which the origin, moved to its crossing with line k, is outside of line e. If
/// the motion crosses both lines inwards, a positive sign means that it crosses e later.
/// @pre the motion goes in through k
[[nodiscard]] constexpr int compare_crossings(const difference_line& e, const difference_line& k,
                                              const displacement& m) noexcept {
    if (!std::is_constant_evaluated()) {
        const vec2<double> d = e.direction(), f = k.direction(), translation = m.translation();
        const bounded_number value = bounded_number{d, e.start()} * bounded_number{f, translation} -
                                     bounded_number{f, k.start()} * bounded_number{d, translation};
        if (value.has_sign()) return value.sign();
    }
    return compare_close_crossings(e, k, m);
}

/// Returns the side of a line on which the motion ends: outside (1), on the line (0), or inside (-1).
[[nodiscard]] constexpr int side_at_end(const difference_line& e, const displacement& m) noexcept {
    if (!std::is_constant_evaluated()) {
        const vec2<double> d = e.direction();
        const bounded_number value = bounded_number{d, e.start()} - bounded_number{d, m.translation()};
        if (value.has_sign()) return value.sign();
    }
    return side_of_close_end(e, m);
}

}  // namespace HITBOX_ISA
}  // namespace exact
}  // namespace hitbox
