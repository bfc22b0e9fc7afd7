#pragma once
/// Numbers of twice the digits of double, as unevaluated sums: for magnitudes that are rounded once, at the end.
///
/// With u = 2^-53, the bounds of Joldes, Muller and Popescu ("Tight and Rigorous Error Bounds for Basic Building Blocks
/// of Double-Word Arithmetic", 2017) and of Lefevre, Louvet, Muller, Picot and Rideau ("Accurate Calculation of
/// Euclidean Norms Using Double-Word Arithmetic", 2023), in relation to the result: sums 3 u^2, products 5 u^2,
/// quotients 15 u^2, roots 4 u^2; as long as nothing leaves the range, and nothing below it counts.

#include <hitbox/core/vec2.hpp>

namespace hitbox::detail {

/// high + low where |high| >= |low|, or high is 0 (Dekker 1971).
[[nodiscard]] constexpr two_term renormalised(double high, double low) noexcept {
    const double sum = high + low;
    return {sum, low - (sum - high)};
}
[[nodiscard]] constexpr two_term two_difference(double a, double b) noexcept { return two_sum(a, 0 - b); }

[[nodiscard]] constexpr two_term operator-(const two_term& a) noexcept { return {0 - a.high, 0 - a.low}; }
[[nodiscard]] constexpr two_term absolute(const two_term& a) noexcept { return a.high < 0 ? -a : a; }
[[nodiscard]] constexpr two_term operator+(const two_term& a, const two_term& b) noexcept {
    const two_term high = two_sum(a.high, b.high), low = two_sum(a.low, b.low);
    const two_term sum = renormalised(high.high, high.low + low.high);
    return renormalised(sum.high, low.low + sum.low);
}
[[nodiscard]] constexpr two_term operator-(const two_term& a, const two_term& b) noexcept { return a + -b; }
[[nodiscard]] constexpr two_term operator*(const two_term& a, const two_term& b) noexcept {
    const two_term p = two_product(a.high, b.high);
    return renormalised(p.high, p.low + (product(a.high, b.low) + product(a.low, b.high)));
}
[[nodiscard]] constexpr two_term operator/(const two_term& a, const two_term& b) noexcept {
    const double quotient = a.high / b.high;
    const two_term p = two_product(b.high, quotient), back = renormalised(p.high, p.low + product(b.low, quotient));
    return renormalised(quotient, ((a.high - back.high) + (a.low - back.low)) / b.high);
}
/// @pre a > 0
[[nodiscard]] constexpr two_term root_of(const two_term& a) noexcept {
    const double root = hitbox::square_root(a.high);
    const two_term square = two_product(root, root);
    return renormalised(root, ((a.high - square.high) - square.low + a.low) / (2 * root));
}

struct two_term_vec {
    two_term x{}, y{};
};
/// b - a, exactly, times a power of two.
[[nodiscard]] constexpr two_term_vec two_difference(vec2<double> b, vec2<double> a, double scale) noexcept {
    const auto scaled = [scale](two_term t) { return two_term{product(t.high, scale), product(t.low, scale)}; };
    return {scaled(two_difference(b.x, a.x)), scaled(two_difference(b.y, a.y))};
}
[[nodiscard]] constexpr two_term cross(const two_term_vec& a, const two_term_vec& b) noexcept {
    return a.x * b.y - a.y * b.x;
}
/// @pre v is not zero
[[nodiscard]] constexpr two_term length_of(const two_term_vec& v) noexcept { return root_of(v.x * v.x + v.y * v.y); }

}  // namespace hitbox::detail
