#pragma once
/// An axis-aligned box. `bounds` returns one for every built-in shape; if the shape has a radius, the box is rounded
/// outwards.

#include <hitbox/shapes/concepts.hpp>

namespace hitbox {

/// All points between min and max, both included. A box with no width or height is a segment or a point. Four plain
/// numbers are probably meant as a position and a size, so they are not accepted.
template <scalar T>
struct aabb {
    using scalar_type = T;

    vec2<T> min{};
    vec2<T> max{};

    [[gnu::always_inline]] constexpr aabb() noexcept = default;
    [[gnu::always_inline]] constexpr aabb(vec2<T> low, vec2<T> high) noexcept : min{low}, max{high} {}
    aabb(T, T, T, T) = delete;  // write {{x0, y0}, {x1, y1}}, or aabb<T>::from_corner(x, y, width, height)

    [[gnu::always_inline]] friend constexpr bool operator==(const aabb&, const aabb&) = default;

    /// Returns the box of this size with this corner, the one with the smaller coordinates (top-left where y grows
    /// downwards).
    [[nodiscard, gnu::always_inline]] static constexpr aabb from_corner(vec2<T> corner, vec2<T> size) noexcept {
        return {corner, corner + size};
    }
    /// Returns the box with this corner and size, in the usual order of pixel rectangles: x, y, width, height.
    [[nodiscard, gnu::always_inline]] static constexpr aabb from_corner(T x, T y, T width, T height) noexcept {
        return from_corner(vec2<T>{x, y}, vec2<T>{width, height});
    }
    /// Returns the box around `middle` that extends by the half extents along x and y in both directions.
    [[nodiscard, gnu::always_inline]] static constexpr aabb from_center(vec2<T> middle, vec2<T> half_extents) noexcept {
        return {middle - half_extents, middle + half_extents};
    }

    /// Returns max - min. @pre for integers, the difference is in the range of T
    [[nodiscard, gnu::always_inline]] constexpr vec2<T> size() const noexcept { return max - min; }
    [[nodiscard, gnu::always_inline]] constexpr T width() const noexcept { return size().x; }
    [[nodiscard, gnu::always_inline]] constexpr T height() const noexcept { return size().y; }
};

namespace detail {
template <scalar T>
inline constexpr const char* complaint<aabb<T>> = "an aabb, is not finite or is inside out";
template <scalar T>
inline constexpr std::uint32_t shape_kind<aabb<T>> = 8;
template <scalar T>
inline constexpr bool may_be_box<aabb<T>> = true;

inline namespace HITBOX_ISA {

/// Fills the hull of an axis-aligned box, whose normals are known. @pre min < max
template <std::floating_point T>
[[gnu::always_inline]] inline void fill_box(rounded_hull<T>& hull, T* columns, const aabb<T>& box) noexcept {
    const vec2<T> low = box.min, high = box.max, size = high - low;
    const vec2<T> most = (max)(abs(low), abs(high));
    hull.columns = columns, hull.count = 4, hull.lanes = 4;
    hull.max_abs_coordinate = larger(most.x, most.y), hull.roundings = T(32);
    const T zero = T(0), one = T(1),
            rows[5][4] = {{low.x, high.x, high.x, low.x},
                          {low.y, low.y, high.y, high.y},
                          {zero, one, zero, -one},
                          {-one, zero, one, zero},
                          {-low.y, high.x, high.y, -low.x}};
    for (std::size_t row = 0; row < 2; ++row)
        for (std::size_t i = 0; i < 4; ++i) columns[4 * row + i] = rows[row][i];
    if (hull.bare) return;
    for (std::size_t row = 2; row < 5; ++row)
        for (std::size_t i = 0; i < 4; ++i) columns[4 * row + i] = rows[row][i];
    const T shortest = smaller(size.x, size.y);
    hull.filtered = shortest * shortest > tiny_square<T>;
}

template <exact_real T, std::size_t N>
constexpr void fill_hull(rounded_hull<T>& hull, hull_storage<T, N>& s, const aabb<T>& box) noexcept {
    hull.kind = shape_kind<aabb<T>>;
    if (!std::is_constant_evaluated() && box.min.x < box.max.x && box.min.y < box.max.y)
        return fill_box(hull, s.columns, box);
    fill_from(hull, s.columns, vertices(box));
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

template <scalar T>
[[nodiscard]] constexpr bool valid(const aabb<T>& box) noexcept {
    return box.min.x <= box.max.x && box.min.y <= box.max.y && is_finite(box.min) && is_finite(box.max);
}

template <scalar T>
[[nodiscard]] constexpr vec2<T> center(const aabb<T>& box) noexcept {
    return detail::midpoint(box.min, box.max);
}

template <scalar T>
[[nodiscard]] constexpr vec2<T> support(const aabb<T>& box, vec2<T> d) noexcept {
    return {d.x < T(0) ? box.min.x : box.max.x, d.y < T(0) ? box.min.y : box.max.y};
}

/// Returns true if two valid boxes share a point. It is a conjunction, so that NaN gives false.
template <scalar T>
[[nodiscard]] constexpr bool intersects_pair(const aabb<T>& a, const aabb<T>& b) noexcept {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

/// Returns the smallest axis-aligned box around the shape. For a shape with a radius, it is rounded outwards, so that
/// it contains the whole shape.
template <scalar T>
[[nodiscard]] constexpr aabb<T> bounds(const aabb<T>& box) noexcept {
    return box;
}

/// Returns the area. For integers, an area beyond the range of T becomes its largest value.
template <scalar T>
[[nodiscard]] constexpr T area(const aabb<T>& box) noexcept {
    if constexpr (std::signed_integral<T>) {
        constexpr auto max_value = static_cast<std::uint64_t>((std::numeric_limits<T>::max)());
        const std::uint64_t width = detail::difference_of(box.max.x, box.min.x),
                            height = detail::difference_of(box.max.y, box.min.y);
        return static_cast<T>(width != 0 && height > max_value / width ? max_value : width * height);
    } else {
        return static_cast<T>((box.max.x - box.min.x) * (box.max.y - box.min.y));
    }
}

template <scalar T>
[[nodiscard]] constexpr vertex_list<T, 4> vertices(const aabb<T>& box) noexcept {
    const bool flat = box.min.y == box.max.y, thin = box.min.x == box.max.x;
    if (flat && thin) return {{box.min}, 1};
    if (flat || thin) return {{box.min, box.max}, 2};
    return {{box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}}, 4};
}

template <scalar T>
[[nodiscard]] constexpr T radius(const aabb<T>&) noexcept {
    return T(0);
}

/// Returns the box that is a point.
template <scalar T>
[[nodiscard]] constexpr aabb<T> bounds(vec2<T> p) noexcept {
    return {p, p};
}

/// Returns the smallest box around two boxes.
template <scalar T>
[[nodiscard]] constexpr aabb<T> merged(const aabb<T>& a, const aabb<T>& b) noexcept {
    return {(min)(a.min, b.min), (max)(a.max, b.max)};
}

}  // namespace HITBOX_ISA
}  // namespace hitbox

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

template <std::floating_point T>
using bits_of = std::conditional_t<std::same_as<T, float>, std::uint32_t, std::uint64_t>;

/// Returns the neighbour of x, one step of its format towards -infinity or +infinity. @pre x is finite and not 0
template <std::floating_point T>
[[nodiscard]] constexpr T next_towards(T x, bool up) noexcept {
    if constexpr (std::same_as<T, long double>) {
        return x + (up ? T(1) : T(-1)) * magnitude(x) * std::numeric_limits<T>::epsilon();
    } else {
        const auto bits = std::bit_cast<bits_of<T>>(x);
        return std::bit_cast<T>((x > T(0)) == up ? bits + 1 : bits - 1);
    }
}
/// Returns the neighbour of a rounded sum x if `error`, the exact sum minus x, is positive (if `up` is false:
/// negative); else x. Integer operations replace comparisons, because compilers turn comparisons into branches, and the
/// direction of a rounding is unpredictable. @pre x is finite, or error is NaN
template <std::floating_point T>
[[nodiscard]] constexpr T next_if_inside(T x, T error, bool up) noexcept {
    if constexpr (std::same_as<T, long double>) {
        return (up ? error > T(0) : error < T(0)) ? next_towards(x, up) : x;
    } else {
        using U = bits_of<T>;
        constexpr int sign = 8 * sizeof(U) - 1;
        constexpr U infinity = std::bit_cast<U>(std::numeric_limits<T>::infinity());
        const U bits = std::bit_cast<U>(x), less_one = std::bit_cast<U>(up ? error : -error) - 1;
        const U moves = ((less_one - infinity) & ~less_one) >> sign;  // 1 if the error is positive, and a number
        const U back = bits >> sign ^ (up ? 0u : 1u);                 // 1 if a step in this direction decreases |x|
        return std::bit_cast<T>(static_cast<U>(bits + ((1 - 2 * back) & (0 - moves))));
    }
}

/// Returns a + b, rounded up if `up` is true, else down: a box may be an ulp too large, but it contains its whole
/// shape. For integers, returns the nearest number in the range of T.
template <scalar T>
[[nodiscard]] constexpr T sum_towards(T a, T b, bool up) noexcept {
    if constexpr (std::signed_integral<T>) {
        if (b > 0 && a > (std::numeric_limits<T>::max)() - b) return (std::numeric_limits<T>::max)();
        if (b < 0 && a < (std::numeric_limits<T>::min)() - b) return (std::numeric_limits<T>::min)();
    }
    const T sum = static_cast<T>(a + b);
    if constexpr (std::floating_point<T>) {
        const T b_part = sum - a, error = (a - (sum - b_part)) + (b - b_part);  // two_sum (Knuth)
        return next_if_inside(sum, error, up);                                  // a sum of 0 has no error
    }
    return sum;
}

template <scalar T>
[[nodiscard]] constexpr aabb<T> grown(const aabb<T>& box, T r) noexcept {
    const T out = static_cast<T>(T(0) - r);
    return {{sum_towards(box.min.x, out, false), sum_towards(box.min.y, out, false)},
            {sum_towards(box.max.x, r, true), sum_towards(box.max.y, r, true)}};
}

/// Returns the smallest box around the vertices, grown by `r` and rounded outwards; a box at the origin without
/// vertices.
template <scalar T, class Vertices>
[[nodiscard]] constexpr aabb<T> bounds_of(const Vertices& list, T r) noexcept {
    if (list.size() == 0) return {};
    aabb<T> box{list[0], list[0]};
    for (std::size_t i = 1; i < list.size(); ++i) {
        const aabb<T> both = merged(box, bounds(vec2<T>{list[i]}));
        box.min = both.min, box.max = both.max;  // GCC 12 makes longer code of `box = both`
    }
    return r == T(0) ? box : grown(box, r);
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns the smallest box around a shape, from its vertices and radius or else from its support. For a shape of your
/// own, a `bounds` that you write beside it is preferred.
template <convex S>
    requires(faceted<S> || real<scalar_t<S>>)
[[nodiscard]] constexpr aabb<scalar_t<S>> bounds(const S& s) noexcept {
    using T = scalar_t<S>;
    if constexpr (faceted<S>) return detail::bounds_of<T>(vertices(s), T(radius(s)));
    else
        return {{support(s, vec2<T>{-1, 0}).x, support(s, vec2<T>{0, -1}).y},
                {support(s, vec2<T>{1, 0}).x, support(s, vec2<T>{0, 1}).y}};
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
