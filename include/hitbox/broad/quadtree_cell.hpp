#pragma once
/// The square of a quadtree that holds a box.

#include <hitbox/broad/packed_box.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The square [x, x + 1) * 2^level by [y, y + 1) * 2^level. Powers of two, so that nothing is rounded where it would
/// count: floor(v / 2^level) is the right x, and halves of it those of the levels above.
struct quadtree_cell {
    std::int32_t level = 0, x = 0, y = 0;

    friend bool operator==(const quadtree_cell&, const quadtree_cell&) = default;

    /// Of the square around it on a level no lower.
    [[nodiscard]] quadtree_cell above(std::int32_t at_level) const noexcept {
        const std::int32_t by = (std::min)(at_level - level, 31);
        return {at_level, x >> by, y >> by};
    }
    [[nodiscard]] bool covers(const quadtree_cell& other) const noexcept {
        return level >= other.level && other.above(level) == *this;
    }
    /// In which quarter of this one is a smaller one, of those that it covers?
    [[nodiscard]] std::size_t quarter_of(const quadtree_cell& smaller) const noexcept {
        const quadtree_cell child = smaller.above(level - 1);
        return static_cast<std::size_t>((child.x & 1) | (child.y & 1) << 1);
    }
    /// The smallest that covers both. @pre their signs are alike: squares never reach over 0
    [[nodiscard]] quadtree_cell joined(const quadtree_cell& other) const noexcept {
        const std::int32_t highest = (std::max)(level, other.level);
        const quadtree_cell a = above(highest), b = other.above(highest);
        const auto differ = static_cast<std::uint32_t>((a.x ^ b.x) | (a.y ^ b.y));
        return a.above(highest + static_cast<std::int32_t>(std::bit_width(differ)));
    }
};

/// x * 2^k; in two steps, as neither 2^k nor 2^-k need be a double.
[[nodiscard]] inline double scaled(double x, int k) noexcept {
    return x * power_of_two(k / 2) * power_of_two(k - k / 2);
}

/// The least k with x < 2^k, or -1022. @pre x >= 0
[[nodiscard]] inline std::int32_t exponent_above(double x) noexcept {
    return static_cast<std::int32_t>(std::bit_cast<std::uint64_t>(x) >> 52) - 1022;
}

/// Where a box belongs. Coordinates that are large beside the box count as well, so that x and y fit into 2^23.
template <exact_real T>
[[nodiscard]] quadtree_cell cell_of(const packed_box<T>& box) noexcept {
    const double x = static_cast<double>(box.lanes[0]), y = static_cast<double>(box.lanes[1]);
    const T size = larger(-box.lanes[2] - box.lanes[0], -box.lanes[3] - box.lanes[1]);
    const std::int32_t level =
        (std::max)(exponent_above(static_cast<double>(size)), exponent_above(larger(magnitude(x), magnitude(y))) - 23);
    const auto floor_of = [level](double v) {
        const double q = scaled(v, -level);
        const auto toward_0 = static_cast<std::int32_t>(q);
        return toward_0 - (q < toward_0 || (q == 0 && v < 0) ? 1 : 0);  // q of a tiny v may be rounded to 0
    };
    return {level, floor_of(x), floor_of(y)};
}

/// Around all that belongs to a square or to those inside it.
template <exact_real T>
[[nodiscard]] packed_box<T> loose_box(const quadtree_cell& c) noexcept {
    const auto at = [&c](std::int32_t i) { return round_to<T>(scaled(i, c.level)); };
    return packed(aabb<T>{{at(c.x), at(c.y)}, {at(c.x + 2), at(c.y + 2)}});
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
