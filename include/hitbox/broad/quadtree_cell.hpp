#pragma once
/// The squares of a quadtree, and the square to which a box belongs.

#include <hitbox/broad/packed_box.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The square [x, x + 1) * 2^level by [y, y + 1) * 2^level. Division by a power of two is exact, so x is exactly
/// floor(v / 2^level), and shifting x by one bit gives the x of the next level.
struct quadtree_cell {
    std::int32_t level = 0, x = 0, y = 0;

    friend bool operator==(const quadtree_cell&, const quadtree_cell&) = default;

    /// Returns the square that contains this one on a level. @pre at_level >= level
    [[nodiscard]] quadtree_cell above(std::int32_t at_level) const noexcept {
        const std::int32_t by = (std::min)(at_level - level, 31);
        return {at_level, x >> by, y >> by};
    }
    [[nodiscard]] bool covers(const quadtree_cell& other) const noexcept {
        return level >= other.level && other.above(level) == *this;
    }
    /// Returns the number of the quarter of this square that contains a smaller square. @pre covers(smaller)
    [[nodiscard]] std::size_t quarter_of(const quadtree_cell& smaller) const noexcept {
        const quadtree_cell child = smaller.above(level - 1);
        return static_cast<std::size_t>((child.x & 1) | (child.y & 1) << 1);
    }
    /// Returns the smallest square that covers both. @pre both are in the same quarter of the plane, because no square
    /// extends across 0
    [[nodiscard]] quadtree_cell joined(const quadtree_cell& other) const noexcept {
        const std::int32_t highest = (std::max)(level, other.level);
        const quadtree_cell a = above(highest), b = other.above(highest);
        const auto differ = static_cast<std::uint32_t>((a.x ^ b.x) | (a.y ^ b.y));
        return a.above(highest + static_cast<std::int32_t>(std::bit_width(differ)));
    }
};

/// Returns x * 2^k, in two steps, because 2^k itself may overflow or underflow.
[[nodiscard]] inline double scaled(double x, int k) noexcept {
    return x * power_of_two(k / 2) * power_of_two(k - k / 2);
}

/// Returns the smallest k >= -1022 with x < 2^k. @pre x >= 0
[[nodiscard]] inline std::int32_t exponent_above(double x) noexcept {
    return static_cast<std::int32_t>(std::bit_cast<std::uint64_t>(x) >> 52) - 1022;
}

/// Returns the square to which a box belongs. For a box far from the origin, the square is large enough that
/// |x|, |y| <= 2^23.
template <exact_real T>
[[nodiscard]] quadtree_cell cell_of(const packed_box<T>& box) noexcept {
    const double x = static_cast<double>(box.lanes[0]), y = static_cast<double>(box.lanes[1]);
    const T size = larger(-box.lanes[2] - box.lanes[0], -box.lanes[3] - box.lanes[1]);
    const std::int32_t level =
        (std::max)(exponent_above(static_cast<double>(size)), exponent_above(larger(magnitude(x), magnitude(y))) - 23);
    const auto floor_of = [level](double v) {
        const double q = scaled(v, -level);
        const auto toward_0 = static_cast<std::int32_t>(q);
        return toward_0 - (q < toward_0 || (q == 0 && v < 0) ? 1 : 0);  // q may underflow to 0 for a tiny v
    };
    return {level, floor_of(x), floor_of(y)};
}

/// Returns a box around all boxes that belong to a square or to squares inside it.
template <exact_real T>
[[nodiscard]] packed_box<T> loose_box(const quadtree_cell& c) noexcept {
    const auto at = [&c](std::int32_t i) { return round_to<T>(scaled(i, c.level)); };
    return packed(aabb<T>{{at(c.x), at(c.y)}, {at(c.x + 2), at(c.y + 2)}});
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
