#pragma once
/// The path of a ray or of a moving box among other boxes.

#include <hitbox/broad/packed_box.hpp>
#include <hitbox/core/quad.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

template <exact_real T>
class path_strip;

/// The path of a box (for a ray, a point) along a translation, up to a fraction that only shrinks. It meets another
/// box if the box around the path does, and the line of the path is not beside it (Gottschalk's separating axes;
/// Ericson, section 5.3.3). No division, and so no 0 / 0.
///
/// No box on the path is missed. A box that is missed by at most a rounding may be reported.
template <exact_real T>
class box_path {
public:
    /// @pre valid(box) and is_finite(translation)
    box_path(const aabb<T>& box, vec2<T> translation) noexcept : box_{box}, translation_{translation} {
        // Only the direction counts: scaled, so that no product of it leaves the range.
        const T longest = larger(magnitude(translation.x), magnitude(translation.y));
        const T unit = longest > T(0) ? T(1) / larger(longest, (std::numeric_limits<T>::min)()) : T(0);
        axis_ = {-translation.y * unit, translation.x * unit};
        const vec2<T> ends[] = {{axis_.x * box.min.x, axis_.y * box.min.y}, {axis_.x * box.max.x, axis_.y * box.max.y}};
        const vec2<T> low{smaller(ends[0].x, ends[1].x), smaller(ends[0].y, ends[1].y)},
            high{larger(ends[0].x, ends[1].x), larger(ends[0].y, ends[1].y)};
        own_size_ = magnitude(low.x) + magnitude(low.y) + magnitude(high.x) + magnitude(high.y);
        // The axis is rounded, so the way drifts from the strip: by a part of each product, or, where a coordinate of
        // the axis is too small to have all its digits, by a part of the smallest number that has.
        own_size_ += magnitude(axis_.x * translation.x) + magnitude(axis_.y * translation.y);
        own_size_ += (std::numeric_limits<T>::min)() * (magnitude(translation.x) + magnitude(translation.y));
        low_ = low.x + low.y, high_ = high.x + high.y;
        shorten(T(1));
    }
    box_path(const ray<T>& r) noexcept : box_path{aabb<T>{r.origin, r.origin}, r.translation} {}

    /// Cuts the path off at this fraction.
    void shorten(T fraction) noexcept {
        largest_fraction = fraction;
        const vec2<T> to = translation_ * fraction;
        // Each side that moves goes at least as far as the exact way: the product and the sum are rounded by less than
        // half an epsilon of themselves, and so is what is added for that. No branches, as directions are random.
        const quad<T> start = load_quad<T>(packed(box_)), translation = quad_of(to.x, to.y, -to.x, -to.y),
                      sum = start + translation;
        const quad<T> off =
            quad_of(T(2) * std::numeric_limits<T>::epsilon()) * (absolute(sum) + absolute(translation)) +
            quad_of((std::numeric_limits<T>::min)());
        packed_box<T> swept;
        store_quad(swept, 0, where_greater(quad_of(T(0)), translation, sum - off, start));
        limits_ = limits_of(swept);
    }

    /// Around the way that is left; for structures that look for boxes near it first.
    [[nodiscard, gnu::always_inline]] const packed_box<T>& limits() const noexcept { return limits_; }
    [[nodiscard]] vec2<T> translation() const noexcept { return translation_; }
    [[nodiscard]] const aabb<T>& start() const noexcept { return box_; }

    /// May it meet this box?
    [[nodiscard, gnu::always_inline]] bool meets(const packed_box<T>& box) const noexcept {
        return detail::meets(box, limits_) && !is_beside(box);
    }

    T largest_fraction = T(1);

private:
    friend class path_strip<T>;

    static constexpr T relative_margin = T(8) * std::numeric_limits<T>::epsilon();

    /// Is the box wholly on one side of the strip that the path sweeps? Its reach along the axis and the strip's are
    /// each rounded four times, by less than 4 epsilon of the magnitudes that are added. @pre the box is finite
    [[nodiscard, gnu::always_inline]] bool is_beside(const packed_box<T>& box) const noexcept {
        const T x[] = {axis_.x * box.lanes[0], axis_.x * -box.lanes[2]},
                y[] = {axis_.y * box.lanes[1], axis_.y * -box.lanes[3]};
        const T low = (x[0] < x[1] ? x[0] : x[1]) + (y[0] < y[1] ? y[0] : y[1]),
                high = (x[0] < x[1] ? x[1] : x[0]) + (y[0] < y[1] ? y[1] : y[0]);
        const T margin =
            relative_margin * (magnitude(x[0]) + magnitude(x[1]) + magnitude(y[0]) + magnitude(y[1]) + own_size_) +
            (std::numeric_limits<T>::min)();
        return low > high_ + margin || high < low_ - margin;
    }

    aabb<T> box_;
    vec2<T> translation_;
    vec2<T> axis_;  // across the way; 0 if there is none
    T low_, high_;  // the strip along the axis
    T own_size_;
    packed_box<T> limits_;
};

/// Which of four packed boxes may a path meet? By the same bounds, for structures that keep boxes as rows of each lane.
template <exact_real T>
class path_strip {
public:
    explicit path_strip(const box_path<T>& path) noexcept
        : weight_x_{quad_of(magnitude(path.axis_.x))}, weight_y_{quad_of(magnitude(path.axis_.y))},
          high_{quad_of(path.high_)}, minus_low_{quad_of(-path.low_)}, own_size_{quad_of(path.own_size_)},
          x_{path.axis_.x < T(0) ? 2u : 0u}, y_{path.axis_.y < T(0) ? 3u : 1u} {}

    /// The lanes of the corner of a box that the path comes to first, and what each counts for: the sum of the products
    /// is how far along the path the box begins, times a length that all boxes share.
    [[nodiscard]] unsigned first_x() const noexcept { return y_ - 1; }
    [[nodiscard]] unsigned first_y() const noexcept { return 3 - x_; }
    [[nodiscard]] const quad<T>& along_x() const noexcept { return weight_y_; }
    [[nodiscard]] const quad<T>& along_y() const noexcept { return weight_x_; }

    /// Bit i is set if box i is wholly on one side of the strip. Row(k) is the four boxes' lane k, which is the lower
    /// end along the axis of a box, or less its upper end, times a weight that is not negative.
    template <class Row>
    [[nodiscard, gnu::always_inline]] unsigned is_beside(const Row& row) const noexcept {
        const quad<T> low_x = weight_x_ * row(x_), high_x = weight_x_ * row(x_ ^ 2), low_y = weight_y_ * row(y_),
                      high_y = weight_y_ * row(y_ ^ 2);
        const quad<T> size = ((absolute(low_x) + absolute(high_x)) + (absolute(low_y) + absolute(high_y))) + own_size_;
        const quad<T> margin = quad_of(box_path<T>::relative_margin) * size + quad_of((std::numeric_limits<T>::min)());
        return static_cast<unsigned>(greater((low_x + low_y) - margin, high_) |
                                     greater((high_x + high_y) - margin, minus_low_));
    }

private:
    quad<T> weight_x_, weight_y_, high_, minus_low_, own_size_;
    unsigned x_, y_;  // the lane of a box's lower end along the axis
};

/// Is a ray, or a cast, one that can be answered?
template <scalar T>
[[nodiscard]] constexpr bool is_castable(const aabb<T>& box, vec2<T> translation) noexcept {
    return error_of(box) == broad_error::none && is_finite(translation);
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
