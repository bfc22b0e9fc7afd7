#pragma once
/// The path of a ray or of a moving box among other boxes.

#include <hitbox/broad/packed_box.hpp>
#include <hitbox/core/quad.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

template <exact_real T>
class path_strip;

/// The path of a box (for a ray, a point) along a translation, up to a fraction that only shrinks. The path meets
/// another box under two conditions (separating axes, Gottschalk; Ericson, section 5.3.3): the other box meets the box
/// around the path, and it is not wholly on one side of the path. There is no division, so a zero coordinate is no
/// special case.
///
/// No box on the path is missed. A box that is missed by up to a hundred roundings of the largest coordinate may be
/// reported.
template <exact_real T>
class box_path {
public:
    /// @pre valid(box) and is_finite(translation)
    box_path(const aabb<T>& box, vec2<T> translation) noexcept
        : start_{quad_of(box.min.x, box.min.y, -box.max.x, -box.max.y)}, translation_{translation},
          axis_{-translation.y, translation.x} {
        // The axis needs only the direction. It is scaled if a product with it may overflow or lose digits.
        const T longest = larger(magnitude(translation.x), magnitude(translation.y));
        T off{};
        if (!(longest > T(0x1p-50) && longest < T(0x1p50))) [[unlikely]]
            off = scale_axis(longest);
        const quad<T> ends = quad_of(axis_.x, axis_.y, axis_.x, axis_.y) * start_, low = lower(ends, limits_of(ends)),
                      half = absolute(ends) + pick<1, 0, 3, 2>(absolute(ends)), size = half + pick<2, 3, 0, 1>(half);
        const quad<T> margin =
            quad_of(relative_margin) * (size + quad_of(off)) + quad_of((std::numeric_limits<T>::min)());
        strip_ = limits_of((low + pick<1, 0, 3, 2>(low)) - margin);
        shorten(T(1));
    }
    box_path(const ray<T>& r) noexcept : box_path{aabb<T>{r.origin, r.origin}, r.translation} {}

    /// Cuts the path off at this fraction.
    void shorten(T fraction) noexcept {
        largest_fraction = fraction;
        const vec2<T> to = translation_ * fraction;
        // Each side that moves is extended, so that the box contains the exact path. Product, sum and the extension
        // itself are each rounded by at most half an epsilon of their size. There are no branches, because the signs of
        // directions are random. A side beyond the largest number is set to it, because a place without a box, which is
        // `no_box`, would meet an infinite limit.
        const quad<T> translation = quad_of(to.x, to.y, -to.x, -to.y), sum = start_ + translation;
        const quad<T> off =
            quad_of(T(2) * std::numeric_limits<T>::epsilon()) * (absolute(sum) + absolute(translation)) +
            quad_of((std::numeric_limits<T>::min)());
        packed_box<T> swept;
        const quad<T> lowest_numbers = quad_of(std::numeric_limits<T>::lowest());
        store_quad(swept, 0, where_greater(quad_of(T(0)), translation, upper(sum - off, lowest_numbers), start_));
        limits_ = limits_of(swept);
    }

    /// Returns the limits of the box around the rest of the path, for structures that search near it first.
    [[nodiscard, gnu::always_inline]] const packed_box<T>& limits() const noexcept { return limits_; }
    [[nodiscard]] vec2<T> translation() const noexcept { return translation_; }
    [[nodiscard]] aabb<T> start() const noexcept { return {{start_[0], start_[1]}, {-start_[2], -start_[3]}}; }

    /// Returns true if the path may meet a box.
    [[nodiscard, gnu::always_inline]] bool meets(const packed_box<T>& box) const noexcept {
        return detail::meets(box, limits_) && !is_beside(box);
    }

    T largest_fraction = T(1);  // of the translation, where the path ends; set by `shorten`

private:
    friend class path_strip<T>;

    static constexpr T relative_margin = T(8) * std::numeric_limits<T>::epsilon();

    /// Scales the axis so that no product with it overflows. The rounded axis is not quite perpendicular to the
    /// translation. The error is at most epsilon times the returned number, whose last term covers subnormal
    /// coordinates of the axis.
    [[gnu::cold, gnu::noinline]] T scale_axis(T longest) noexcept {
        axis_ = axis_ * (longest > T(0) ? T(1) / larger(longest, (std::numeric_limits<T>::min)()) : T(0));
        const vec2<T> size = abs(translation_);
        return magnitude(axis_.x * translation_.x) + magnitude(axis_.y * translation_.y) +
               (std::numeric_limits<T>::min)() * (size.x + size.y);
    }

    /// Returns true if a box is on one side of the strip that the moving box sweeps. The intervals of the box and of
    /// the strip on the axis are each rounded four times: |error| < 4 epsilon * sum of the added magnitudes.
    /// @pre the box is finite
    [[nodiscard, gnu::always_inline]] bool is_beside(const packed_box<T>& box) const noexcept {
        const T x[] = {axis_.x * box.lanes[0], axis_.x * -box.lanes[2]},
                y[] = {axis_.y * box.lanes[1], axis_.y * -box.lanes[3]};
        const T low = (x[0] < x[1] ? x[0] : x[1]) + (y[0] < y[1] ? y[0] : y[1]),
                high = (x[0] < x[1] ? x[1] : x[0]) + (y[0] < y[1] ? y[1] : y[0]);
        const T margin = relative_margin * (magnitude(x[0]) + magnitude(x[1]) + magnitude(y[0]) + magnitude(y[1]));
        return low - margin > strip_[0] || -high - margin > strip_[2];
    }

    quad<T> start_;  // packed
    vec2<T> translation_;
    vec2<T> axis_;   // perpendicular to the translation; 0 if that is 0
    quad<T> strip_;  // the interval of the strip on the axis, extended by its error bound: (high, high, -low, -low)
    packed_box<T> limits_;
};

/// The test of `box_path::is_beside` for four boxes at once, whose lanes are stored in rows.
template <exact_real T>
class path_strip {
public:
    explicit path_strip(const box_path<T>& path) noexcept
        : weight_x_{quad_of(magnitude(path.axis_.x))}, weight_y_{quad_of(magnitude(path.axis_.y))},
          high_{pick<0, 0, 0, 0>(path.strip_)}, minus_low_{pick<2, 2, 2, 2>(path.strip_)},
          x_{path.axis_.x < T(0) ? 2u : 0u}, y_{path.axis_.y < T(0) ? 3u : 1u} {}

    /// The lanes of the corner of a box that the path reaches first. along_x() * lane(first_x()) + along_y() *
    /// lane(first_y()) is the position of this corner along the path, times a factor that is the same for all boxes.
    [[nodiscard]] unsigned first_x() const noexcept { return y_ - 1; }
    [[nodiscard]] unsigned first_y() const noexcept { return 3 - x_; }
    [[nodiscard]] const quad<T>& along_x() const noexcept { return weight_y_; }
    [[nodiscard]] const quad<T>& along_y() const noexcept { return weight_x_; }

    /// Returns a mask: bit i is set if box i is on one side of the strip. row(k) is lane k of the four boxes. The lanes
    /// store negated maxima, so weight * lane is a lower end on the axis, or a negated upper end. The smaller of these
    /// two numbers is minus the larger magnitude of both ends. Twice this magnitude is an upper bound for the sum of
    /// magnitudes in the error bound of `box_path::is_beside`.
    template <class Row>
    [[nodiscard, gnu::always_inline]] unsigned is_beside(const Row& row) const noexcept {
        const quad<T> low_x = weight_x_ * row(x_), high_x = weight_x_ * row(x_ ^ 2), low_y = weight_y_ * row(y_),
                      high_y = weight_y_ * row(y_ ^ 2);
        const quad<T> minus_margin =
            quad_of(T(2) * box_path<T>::relative_margin) * (lower(low_x, high_x) + lower(low_y, high_y));
        return static_cast<unsigned>(greater((low_x + low_y) + minus_margin, high_) |
                                     greater((high_x + high_y) + minus_margin, minus_low_));
    }

private:
    quad<T> weight_x_, weight_y_, high_, minus_low_;
    unsigned x_, y_;  // the lane of a box's lower end along the axis
};

/// Returns true if the box of a ray or cast is valid and its translation is finite. A box that is not inverted meets
/// itself. A product with 0 is NaN if the other factor is not finite.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline bool is_castable(const aabb<T>& box, vec2<T> translation) noexcept {
    const quad<T> zero = quad_of(T(0)), start = quad_of(box.min.x, box.min.y, -box.max.x, -box.max.y),
                  path = quad_of(translation.x, translation.y, -translation.x, -translation.y);
    return greater(start, limits_of(start)) == 0 && greater(start * zero + path * zero, quad_of(T(-1))) == 15;
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
