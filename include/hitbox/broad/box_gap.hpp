#pragma once
/// The squared distance of a point and a box, without overflow: in double for coordinates of float, and as a number
/// with a separate exponent for coordinates of double.

#include <hitbox/broad/packed_box.hpp>
#include <hitbox/core/lists.hpp>

#include <compare>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The square of a distance, significand * 4^exponent. For 0, the exponent is below all others; otherwise
/// 1 <= significand < 4. Comparing exponent and significand in this order therefore compares the squares.
struct scaled_square {
    std::int32_t exponent = -4096;
    double significand = 0;

    friend auto operator<=>(const scaled_square&, const scaled_square&) = default;
};

/// Returns (dx^2 + dy^2) * 4^exponent. @pre dx, dy >= 0 and finite
[[nodiscard]] inline scaled_square square_of(double dx, double dy, std::int32_t exponent) noexcept {
    double larger_gap = larger(dx, dy);
    if (!(larger_gap > 0)) return {};
    if (larger_gap < 0x1p-900) dx *= 0x1p200, dy *= 0x1p200, larger_gap *= 0x1p200, exponent -= 200;
    const auto k = static_cast<std::int32_t>(std::bit_cast<std::uint64_t>(larger_gap) >> 52) - 1023;
    const double scale = power_of_two(-(k / 2)), rest = power_of_two(-(k - k / 2));
    dx = dx * scale * rest, dy = dy * scale * rest;
    const double square = product(dx, dx) + product(dy, dy);
    return square < 4 ? scaled_square{exponent + k, square} : scaled_square{exponent + k + 1, square / 4};
}

/// The type of a squared distance.
template <exact_real T>
using square_gap = std::conditional_t<std::same_as<T, float>, double, scaled_square>;

/// Writes the squared distances of a point from `Count` boxes, whose lanes are in four rows; 0 for a box that contains
/// the point. Each step of the computation is monotonic, so also the rounded distance of a box is at least that of a
/// box around it. @pre the point is finite; the distance of a box that is not finite has no meaning
template <std::size_t Count>
void find_gaps(const float* rows, vec2<float> p, double* gaps) noexcept {
    const pack<double> x = pack_of(static_cast<double>(p.x)), y = pack_of(static_cast<double>(p.y));
    for (std::size_t i = 0; i < Count; i += 2) {
        const auto lane = [&](std::size_t k) { return load_wide(rows + k * Count + i); };
        const pack<double> dx = upper(upper(lane(0) - x, lane(2) + x), pack<double>{}),
                           dy = upper(upper(lane(1) - y, lane(3) + y), pack<double>{});
        store_pack(gaps + i, rounded_product<double>(dx, dx) + rounded_product<double>(dy, dy));
    }
}
template <std::size_t Count>
void find_gaps(const double* rows, vec2<double> p, scaled_square* gaps) noexcept {
    const auto gap = [](double low, double negated_high, double at, double scale) {
        return larger(larger(low * scale - at * scale, negated_high * scale + at * scale), 0.);
    };
    for (std::size_t i = 0; i < Count; ++i) {
        const double* lanes = rows + i;
        const double dx = gap(lanes[0], lanes[2 * Count], p.x, 1), dy = gap(lanes[Count], lanes[3 * Count], p.y, 1);
        if (is_finite(dx) && is_finite(dy)) {
            gaps[i] = square_of(dx, dy, 0);
        } else {  // the difference overflows; it is computed from halves, which are exact for numbers of this size
            gaps[i] =
                square_of(gap(lanes[0], lanes[2 * Count], p.x, .5), gap(lanes[Count], lanes[3 * Count], p.y, .5), 1);
        }
    }
}

/// The index of a box with its squared distance, ordered by distance and then by index.
template <exact_real T>
struct neighbour {
    square_gap<T> gap;
    std::uint32_t index;

    friend auto operator<=>(const neighbour&, const neighbour&) = default;
};

/// Adds x to a heap that keeps the k smallest elements, with the largest on top. @pre k > 0
template <class X>
void add_to_nearest(std::vector<X>& heap, std::size_t k, const X& x) {
    if (heap.size() == k) {
        if (!(x < heap.front())) return;
        detail::pop_heap(heap.data(), heap.size());
        heap.pop_back();
    }
    heap.push_back(x);
    detail::push_heap(heap.data(), heap.size());
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
