#pragma once
/// Exact signs of small polynomials: a floating-point filter decides the easy cases, exact arithmetic the rest.
///
/// Each predicate returns a number with the sign of the exact value for the given coordinates; it is 0 exactly if the
/// exact value is 0. Only this sign counts. The `_value` and `_accurate` functions also return the size of the exact
/// value, to a few roundings. The scheme is Shewchuk's ("Adaptive Precision Floating-Point Arithmetic and Fast Robust
/// Geometric Predicates", 1997). Its last step is replaced: integers on a common scale instead of expansions. They
/// cannot overflow or underflow, are never rounded, and contain nothing that a compiler could fuse. For long double and
/// users' scalars, plain arithmetic is used, and signs are not guaranteed.

#include <hitbox/core/exact_integer.hpp>

namespace hitbox {
namespace exact {
namespace detail {
inline namespace HITBOX_ISA {

/// 2^-53, and an upper bound for the error that underflow adds to any of the filters below.
inline constexpr double unit_roundoff = 1.1102230246251565e-16;
inline constexpr double underflow = hitbox::detail::power_of_two(-900);

[[nodiscard]] constexpr bool outside(double x, double bound) noexcept { return hitbox::detail::magnitude(x) > bound; }

/// Returns true if no product of four of these numbers, or of their sums and differences, overflows.
template <class... D>
[[nodiscard]] constexpr bool fourth_powers_fit(D... x) noexcept {
    return ((hitbox::detail::magnitude(x) < hitbox::detail::power_of_two(240)) && ...);
}
/// Returns true if the filters cannot overflow. Constant evaluation stops at an overflow and therefore skips them
/// otherwise.
template <class... D>
[[nodiscard]] constexpr bool filter_may_run(D... x) noexcept {
    return std::is_constant_evaluated() ? fourth_powers_fit(x...) : true;
}

/// Returns true if a - b is exact.
[[nodiscard]] constexpr bool exact_difference(double a, double b) noexcept {
    return hitbox::detail::two_sum(a, -b).low == 0;
}

/// Both products with their rounding errors. They are known if the four differences are exact and nothing overflows or
/// underflows.
struct exact_products {
    bool known = false;
    hitbox::detail::two_term first{}, second{};

    [[gnu::always_inline]] constexpr explicit exact_products(const two_products& t) noexcept {
        using namespace hitbox::detail;
        const double a = t.a - t.a0, b = t.b - t.b0, c = t.c - t.c0, d = t.d - t.d0;
        const double l = product(a, b), r = product(c, d);
        // Whether neither xy nor its rounding error overflows or underflows.
        const auto ordinary = [](double x, double y, double xy) {
            return x == 0 || y == 0 || (magnitude(xy) > power_of_two(-900) && magnitude(xy) < power_of_two(900));
        };
        const bool splittable =
            larger(larger(magnitude(a), magnitude(b)), larger(magnitude(c), magnitude(d))) < power_of_two(900);
        if (!(splittable && ordinary(a, b, l) && ordinary(c, d, r) && exact_difference(t.a, t.a0) &&
              exact_difference(t.b, t.b0) && exact_difference(t.c, t.c0) && exact_difference(t.d, t.d0)))
            return;
        known = true, first = two_product(a, b), second = two_product(c, d);
    }
};

struct known_number {
    bool known = false;
    double value = 0;
};
/// Returns the difference of the products, rounded once, if one product is zero, as for axis-parallel edges, the
/// other's factors are exact, and nothing overflows or underflows. Otherwise the value is not known.
[[nodiscard]] constexpr known_number single_product(const two_products& t) noexcept {
    using namespace hitbox::detail;
    const bool is_first_zero = t.a == t.a0 || t.b == t.b0, is_second_zero = t.c == t.c0 || t.d == t.d0;
    if (!is_first_zero && !is_second_zero) return {};
    if (is_first_zero && is_second_zero) return {true, 0};
    const double x = is_first_zero ? t.c0 : t.a, x0 = is_first_zero ? t.c : t.a0, y = is_first_zero ? t.d : t.b,
                 y0 = is_first_zero ? t.d0 : t.b0, xy = product(x - x0, y - y0);
    return {magnitude(xy) > power_of_two(-900) && magnitude(xy) < power_of_two(900) && exact_difference(x, x0) &&
                exact_difference(y, y0),
            xy};
}

/// Returns a number with the exact sign of the difference of the products. If the four differences are exact, the two
/// products are compared exactly with their rounding errors. Otherwise integers decide.
[[nodiscard, gnu::noinline]] constexpr double by_two_terms(const two_products& t) noexcept {
    const double a = t.a - t.a0, b = t.b - t.b0, c = t.c - t.c0, d = t.d - t.d0;
    if ((a == 0 || b == 0) && (c == 0 || d == 0)) return 0;  // the case of axis-aligned boxes that rest on each other
    const exact_products p{t};
    if (p.known) {
        // The sign of `value` is right. If the highs are within a factor of two, their difference is exact and at least
        // as large as both lows together; the difference of the lows is rounded only if it is much smaller. Otherwise
        // the highs differ by far more than the lows.
        const double high = p.first.high - p.second.high, low = p.first.low - p.second.low, value = high + low;
        if (outside(value, 0x1p-20 * hitbox::detail::magnitude(low)) || (high == 0 || low == 0)) return value;
    }
    return by_integers(t);
}

/// Returns the difference of the products. It is rounded once if the exact value is the sum of two doubles, which is
/// usual for coordinates of float; otherwise the error is about one rounding.
[[nodiscard, gnu::noinline]] constexpr double by_two_numbers(const two_products& t) noexcept {
    using namespace hitbox::detail;
    if (!filter_may_run(t.a, t.a0, t.b, t.b0, t.c, t.c0, t.d, t.d0)) return by_integers(t);
    if (const known_number one = single_product(t); one.known) return one.value;
    const exact_products p{t};
    const two_term high = two_difference(p.first.high, p.second.high), low = two_difference(p.first.low, p.second.low),
                   rest = two_sum(high.low, low.high);
    return p.known && low.low == 0 && rest.low == 0 ? high.high + rest.high : by_integers(t);
}

/// Returns x^2 + y^2 - r^2, rounded once, if the exact value is the sum of two doubles, which is usual for numbers of
/// float.
[[nodiscard, gnu::cold, gnu::noinline]] constexpr known_number square_difference(double x, double y,
                                                                                 double r) noexcept {
    using namespace hitbox::detail;
    two_term squares[3]{};
    const double roots[] = {x, y, r};
    for (int i = 0; i < 3; ++i) {
        // Neither the square nor its rounding error may overflow or underflow.
        const double v = magnitude(roots[i]);
        if (v != 0 && !(v > power_of_two(-400) && v < power_of_two(240))) return {};
        const bool is_short = (std::bit_cast<std::uint64_t>(v) & 0x7ffffff) == 0;  // 26 bits: an exact square
        squares[i] = is_short ? two_term{product(v, v), 0} : two_product(v, v);
    }
    const auto& [xx, yy, rr] = squares;
    const two_term sum = two_sum(xx.high, yy.high), high = two_difference(sum.high, rr.high);
    const two_term low_sum = two_sum(xx.low, yy.low), low = two_difference(low_sum.high, rr.low),
                   rest = two_sum(sum.low, low.high), all_rest = two_sum(high.low, rest.high);
    return {low_sum.low == 0 && low.low == 0 && rest.low == 0 && all_rest.low == 0, high.high + all_rest.high};
}

/// Returns |p - q|^2 - (r1 + r2)^2 with the exact sign: from two doubles if the differences are exact and two doubles
/// represent the value, otherwise from integers.
[[nodiscard, gnu::cold, gnu::noinline]] constexpr double distance_by_two_terms(vec2<double> p, vec2<double> q,
                                                                               double r1, double r2) noexcept {
    if (exact_difference(p.x, q.x) && exact_difference(p.y, q.y) && exact_difference(r1, -r2)) {
        const known_number exact = square_difference(p.x - q.x, p.y - q.y, r1 + r2);
        if (exact.known) return exact.value;
    }
    return distance_by_integers(p, q, r1, r2);
}

/// Returns a number with the sign of compare_line_distance. For a point on the left of an axis-parallel line, the
/// distance is a difference of coordinates; if it is exact, two doubles decide. Otherwise integers decide.
[[nodiscard, gnu::cold, gnu::noinline]] constexpr double
line_distance_by_two_terms(vec2<double> p, vec2<double> a, vec2<double> b, double r1, double r2) noexcept {
    const bool upright = a.x == b.x, forward = upright ? a.y > b.y : b.x > a.x;
    const double of_p = upright ? p.x : p.y, of_line = upright ? a.x : a.y;
    const double distance = forward ? of_p - of_line : of_line - of_p;
    if ((upright || a.y == b.y) && distance >= 0 && r1 + r2 >= 0 && exact_difference(of_p, of_line) &&
        exact_difference(r1, -r2)) {
        if (distance == r1 + r2) return 0;
        const known_number exact = square_difference(distance, 0, r1 + r2);
        if (exact.known) return exact.value;
    }
    return line_distance_by_integers(p, a, b, r1, r2);
}

/// Returns a number with the exact sign of the difference of the products. Filter: |value - exact| <= (3 + 16u) u (|l|
/// + |r|) (Shewchuk 1997, section 4.3).
[[nodiscard]] constexpr double exact_value(const two_products& t) noexcept {
    using namespace hitbox::detail;
    if (!filter_may_run(t.a, t.a0, t.b, t.b0, t.c, t.c0, t.d, t.d0)) return by_integers(t);
    const double l = product(t.a - t.a0, t.b - t.b0), r = product(t.c - t.c0, t.d - t.d0), value = l - r;
    if (outside(value, 3.01 * unit_roundoff * (magnitude(l) + magnitude(r)) + underflow)) return value;  // generous
    return by_two_terms(t);
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns twice the signed area of the triangle a, b, c: positive if it is counter-clockwise, 0 if its vertices are on
/// a line.
[[nodiscard]] constexpr double orient2d(vec2<double> a, vec2<double> b, vec2<double> c) noexcept {
    return detail::exact_value({a.x, c.x, b.y, c.y, a.y, c.y, b.x, c.x});
}

/// Returns the cross product of b - a and d - c: positive if the second direction is counter-clockwise of the first.
[[nodiscard]] constexpr double cross_of(vec2<double> a, vec2<double> b, vec2<double> c, vec2<double> d) noexcept {
    return detail::exact_value({b.x, a.x, d.y, c.y, b.y, a.y, d.x, c.x});
}

/// Returns the dot product of b - a and p - a: positive if p is beyond a towards b.
[[nodiscard]] constexpr double along(vec2<double> a, vec2<double> b, vec2<double> p) noexcept {
    return detail::exact_value({b.x, a.x, p.x, a.x, a.y, b.y, p.y, a.y});
}

/// Returns |p - q|^2 - (r1 + r2)^2.
///
/// Filter: each difference and the sum of radii carry one rounding, each square two more, the sum one, the difference
/// one. |error| < 5 u (|p - q|^2 + (r1 + r2)^2).
[[nodiscard]] constexpr double compare_distance(vec2<double> p, vec2<double> q, double r1, double r2) noexcept {
    using namespace hitbox::detail;
    if (!detail::filter_may_run(p.x, p.y, q.x, q.y, r1, r2)) return detail::distance_by_integers(p, q, r1, r2);
    const double dx = p.x - q.x, dy = p.y - q.y, r = r1 + r2;
    const double squared = product(dx, dx) + product(dy, dy), limit = product(r, r), value = squared - limit;
    const double bound = 8 * detail::unit_roundoff * (squared + limit) + detail::underflow;  // generous
    if (detail::outside(value, bound)) return value;
    return detail::distance_by_two_terms(p, q, r1, r2);
}

/// Returns a number with the sign of d |d| - r |r|, where d is the signed distance of p from the line through a and b,
/// positive on the left, and r = r1 + r2. @pre a != b
///
/// Filter: for c = cross(b - a, p - a), |error of c| <= 3.01 u s with s = |l| + |r| >= |c|. Therefore
/// |error of c |c|| <= 6.1 u s |c| + 10 u^2 s^2. The radius times the edge has three roundings for each coordinate, 8
/// in the sum of squares.
[[nodiscard, gnu::cold, gnu::noinline]] constexpr double
compare_line_distance(vec2<double> p, vec2<double> a, vec2<double> b, double r1, double r2) noexcept {
    using namespace hitbox::detail;
    if (!detail::filter_may_run(p.x, p.y, a.x, a.y, b.x, b.y, r1, r2))
        return detail::line_distance_by_integers(p, a, b, r1, r2);
    const double ex = b.x - a.x, ey = b.y - a.y, r = r1 + r2;
    const double l = product(ex, p.y - a.y), m = product(ey, p.x - a.x), c = l - m;
    const double s = magnitude(l) + magnitude(m), rx = product(r, ex), ry = product(r, ey);
    const double limit = product(rx, rx) + product(ry, ry);
    const double value = product(c, magnitude(c)) - (r < 0 ? -limit : limit);
    const double bound =
        16 * detail::unit_roundoff * (product(s, magnitude(c)) + limit + 4 * detail::unit_roundoff * product(s, s));
    if (detail::outside(value, bound + detail::underflow)) return value;
    return detail::line_distance_by_two_terms(p, a, b, r1, r2);
}

// The exact values for coordinates times 2^shift, accurate to a few roundings.

template <exact_scalar T>
[[nodiscard]] constexpr double orient2d_value(vec2<T> a, vec2<T> b, vec2<T> c, int shift = 0) noexcept {
    const auto p = hitbox::detail::widen(a), q = hitbox::detail::widen(b), r = hitbox::detail::widen(c);
    return detail::by_integers({p.x, r.x, q.y, r.y, p.y, r.y, q.x, r.x}, shift);
}
/// Returns the value of orient2d_value, faster if `shift` is 0. The bits may differ.
template <exact_scalar T>
[[nodiscard]] constexpr double orient2d_accurate(vec2<T> a, vec2<T> b, vec2<T> c, int shift = 0) noexcept {
    const auto p = hitbox::detail::widen(a), q = hitbox::detail::widen(b), r = hitbox::detail::widen(c);
    const detail::two_products t{p.x, r.x, q.y, r.y, p.y, r.y, q.x, r.x};
    return shift == 0 ? detail::by_two_terms(t) : detail::by_integers(t, shift);
}
[[nodiscard]] constexpr double cross_value(vec2<double> a, vec2<double> b, vec2<double> c, vec2<double> d,
                                           int shift = 0) noexcept {
    return detail::by_integers({b.x, a.x, d.y, c.y, b.y, a.y, d.x, c.x}, shift);
}
/// Returns the value of cross_value, faster for coordinates of float. The bits may differ; the error is below one ulp.
[[nodiscard]] constexpr double cross_accurate(vec2<double> a, vec2<double> b, vec2<double> c, vec2<double> d) noexcept {
    return detail::by_two_numbers({b.x, a.x, d.y, c.y, b.y, a.y, d.x, c.x});
}
[[nodiscard]] constexpr double distance_value(vec2<double> p, vec2<double> q, double r1, double r2,
                                              int shift = 0) noexcept {
    return shift == 0 && detail::fourth_powers_fit(p.x, p.y, q.x, q.y, r1, r2)
               ? detail::distance_by_two_terms(p, q, r1, r2)
               : detail::distance_by_integers(p, q, r1, r2, shift);
}
[[nodiscard]] constexpr double line_distance_value(vec2<double> p, vec2<double> a, vec2<double> b, double r1, double r2,
                                                   int shift = 0) noexcept {
    return shift == 0 && detail::fourth_powers_fit(p.x, p.y, a.x, a.y, b.x, b.y, r1, r2)
               ? detail::line_distance_by_two_terms(p, a, b, r1, r2)
               : detail::line_distance_by_integers(p, a, b, r1, r2, shift);
}

// The predicates for float and integers, whose values double represents exactly.

template <exact_scalar T>
[[nodiscard]] constexpr double orient2d(vec2<T> a, vec2<T> b, vec2<T> c) noexcept {
    return orient2d(hitbox::detail::widen(a), hitbox::detail::widen(b), hitbox::detail::widen(c));
}
template <exact_scalar T>
[[nodiscard]] constexpr double cross_of(vec2<T> a, vec2<T> b, vec2<T> c, vec2<T> d) noexcept {
    return cross_of(hitbox::detail::widen(a), hitbox::detail::widen(b), hitbox::detail::widen(c),
                    hitbox::detail::widen(d));
}
template <exact_scalar T>
[[nodiscard]] constexpr double along(vec2<T> a, vec2<T> b, vec2<T> p) noexcept {
    return along(hitbox::detail::widen(a), hitbox::detail::widen(b), hitbox::detail::widen(p));
}
template <exact_scalar T>
[[nodiscard]] constexpr double compare_distance(vec2<T> p, vec2<T> q, T r1, T r2) noexcept {
    return compare_distance(hitbox::detail::widen(p), hitbox::detail::widen(q), static_cast<double>(r1),
                            static_cast<double>(r2));
}
template <exact_scalar T>
[[nodiscard]] constexpr double compare_line_distance(vec2<T> p, vec2<T> a, vec2<T> b, T r1, T r2) noexcept {
    return compare_line_distance(hitbox::detail::widen(p), hitbox::detail::widen(a), hitbox::detail::widen(b),
                                 static_cast<double>(r1), static_cast<double>(r2));
}

// The predicates for other scalars, in their own arithmetic.

template <scalar T>
[[nodiscard]] constexpr T along(vec2<T> a, vec2<T> b, vec2<T> p) noexcept {
    return dot(b - a, p - a);
}
template <scalar T>
[[nodiscard]] constexpr T cross_of(vec2<T> a, vec2<T> b, vec2<T> c, vec2<T> d) noexcept {
    return cross(b - a, d - c);
}
template <scalar T>
[[nodiscard]] constexpr T orient2d(vec2<T> a, vec2<T> b, vec2<T> c) noexcept {
    return cross(a - c, b - c);
}
template <scalar T>
[[nodiscard]] constexpr T compare_distance(vec2<T> p, vec2<T> q, T r1, T r2) noexcept {
    return length_squared(p - q) - (r1 + r2) * (r1 + r2);
}
template <scalar T>
[[nodiscard]] constexpr T compare_line_distance(vec2<T> p, vec2<T> a, vec2<T> b, T r1, T r2) noexcept {
    const T c = cross(b - a, p - a), r = r1 + r2, l = length_squared(b - a);
    return (c * hitbox::detail::magnitude(c) - r * hitbox::detail::magnitude(r) * l) / l;
}

// For all scalars.

/// Returns the squared distance of p from the segment a-b minus the square of r1 + r2. @pre r1 + r2 >= 0
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr auto compare_segment_distance(vec2<T> p, vec2<T> a, vec2<T> b, T r1,
                                                                                T r2) noexcept {
    const bool before_a = along(a, b, p) <= 0, left = orient2d(a, b, p) >= 0;
    if (before_a || along(b, a, p) <= 0) return compare_distance(p, before_a ? a : b, r1, r2);
    return compare_line_distance(p, left ? a : b, left ? b : a, r1, r2);
}

}  // namespace HITBOX_ISA
}  // namespace exact
}  // namespace hitbox
