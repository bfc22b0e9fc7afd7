#pragma once
/// A segment with a radius, and its hull (`fill_hull`).

#include <hitbox/shapes/segment.hpp>

namespace hitbox {

/// All points within `radius` of the segment a-b. a == b is a circle, radius 0 a segment.
template <scalar T>
struct capsule {
    using scalar_type = T;

    vec2<T> a{};
    vec2<T> b{};
    T radius{};

    [[gnu::always_inline]] constexpr capsule() noexcept = default;
    [[gnu::always_inline]] constexpr capsule(vec2<T> start, vec2<T> end, T r) noexcept : a{start}, b{end}, radius{r} {}
    capsule(vec2<T>, std::convertible_to<T> auto, T) = delete;  // write {{x0, y0}, {x1, y1}, radius}

    [[gnu::always_inline]] friend constexpr bool operator==(const capsule&, const capsule&) = default;
};

namespace detail {
template <scalar T>
inline constexpr const char* complaint<capsule<T>> = "a capsule, is not finite or has a negative radius";
template <scalar T>
inline constexpr std::uint32_t shape_kind<capsule<T>> = 6;

inline namespace HITBOX_ISA {

template <exact_real T, std::size_t N>
[[gnu::noinline]] constexpr void fill_hull(rounded_hull<T>& hull, hull_storage<T, N>& s,
                                           const capsule<T>& shape) noexcept {
    hull.radius = shape.radius, hull.kind = shape_kind<capsule<T>>;
    if (std::is_constant_evaluated()) return fill_from(hull, s.columns, vertices(shape));
    fill_ends(hull, s.columns, load_quad<T>(shape));
}

/// Tests two capsules by the distances of the four ends from the other segment: a's ends, then b's ends. The smallest
/// one is the distance of the segments, unless they cross (Ericson, section 5.1.9).
///
/// Let s be the sum of |x| + |y| of both edges and of the offset between the first ends. |error of a squared distance|
/// < 32 u s^2. The rounding of the division moves the nearest point along the segment, which hardly changes the
/// distance. |error of a cross product| < 4 u s |edge|, so segments that cross although the signs of the cross products
/// are wrong have an end within 4 u s of the other segment.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline verdict filter_overlap(quick_tests, const capsule<T>& a,
                                                                const capsule<T>& b) noexcept {
    const quad<T> of_a = load_quad<T>(a), of_b = load_quad<T>(b), zero = quad_of(T(0));
    const quad<T> start_x = pick<0, 0, 4, 4>(of_b, of_a), start_y = pick<1, 1, 5, 5>(of_b, of_a),
                  edge_x = pick<2, 2, 6, 6>(of_b, of_a) - start_x, edge_y = pick<3, 3, 7, 7>(of_b, of_a) - start_y,
                  x = pick<0, 2, 4, 6>(of_a, of_b) - start_x, y = pick<1, 3, 5, 7>(of_a, of_b) - start_y;
    const quad<T> edge_sizes = absolute(edge_x) + absolute(edge_y), gap_sizes = absolute(x) + absolute(y);
    const T size = edge_sizes[0] + edge_sizes[2] + gap_sizes[0];
    const quad<T> lengths = edge_x * edge_x + edge_y * edge_y, turns = edge_x * y - edge_y * x;
    const quad<T> along = (x * edge_x + y * edge_y) / upper(lengths, quad_of((std::numeric_limits<T>::min)()));
    const quad<T> clamped = upper(zero, lower(along, quad_of(T(1)))), off_x = x - edge_x * clamped,
                  off_y = y - edge_y * clamped;
    const T units = unit_roundoff<T>() * size * size, sum = a.radius + b.radius, limit = sum * sum;  // generous
    const std::uint64_t left = greater(turns, zero), certain = greater(absolute(turns), quad_of(T(8) * units));
    const bool crossing = ((left ^ left >> 1) & 5) == 5;           // each has its ends on both sides of the other
    const T bound = T(64) * (units + unit_roundoff<T>() * limit);  // generous
    const bool in_range = (size > T(0x1p-30)) & (size < T(0x1p60)) & (sum < T(0x1p60)) &  // and so are the squares
                          (a.radius >= T(0)) & (b.radius >= T(0));
    return certain_overlap((crossing ? T(0) : lowest(off_x * off_x + off_y * off_y)) - limit, bound,
                           in_range & (!crossing | (certain == 15)));
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

template <scalar T>
[[nodiscard]] constexpr bool valid(const capsule<T>& c) noexcept {
    return is_finite(c.a) && is_finite(c.b) && detail::is_radius(c.radius);
}

template <scalar T>
[[nodiscard]] constexpr vec2<T> center(const capsule<T>& c) noexcept {
    return detail::midpoint(c.a, c.b);
}

template <scalar T>
[[nodiscard]] constexpr vertex_list<T, 2> vertices(const capsule<T>& c) noexcept {
    return vertices(segment<T>{c.a, c.b});
}

template <scalar T>
[[nodiscard]] constexpr T radius(const capsule<T>& c) noexcept {
    return c.radius;
}

template <scalar T>
[[nodiscard]] constexpr vec2<T> support(const capsule<T>& c, vec2<T> d) noexcept {
    return detail::disc_support(detail::farthest(vertices(c), d), c.radius, d);
}

template <real T>
[[nodiscard]] constexpr T area(const capsule<T>& c) noexcept {
    return detail::area_of<T>(vertices(c), c.radius);
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
