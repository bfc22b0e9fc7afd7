#pragma once
/// The level and the cell of a box in a hierarchical grid.
///
/// Grids have cells of sides 2^level, and a box belongs to one whose cells are larger than itself. It is kept in the
/// cell of its min corner alone (Ericson, Real-Time Collision Detection, section 7.1.6), so that boxes of one grid that
/// meet are kept in neighbouring cells. To multiply by a power of two is exact, and so is to round down: a cell is
/// never nearly the right one, wherever its border is.

#include <hitbox/broad/packed_box.hpp>

#include <array>

namespace hitbox {
namespace detail {

/// The cells of a box's min corner, (x, y), and of its max corner.
struct corner_cells {
    std::int32_t x, y, last_x, last_y;
};

/// The grid of one level: the table of its cells, and what is kept in them.
template <exact_real T>
struct grid_level {
    packed_box<T> bounds{};                   // of all boxes
    T scale = T(0);                           // 2^-level; 0 if all are in one cell, a list
    bool hashed = false;                      // else the table is the rectangle of cells between first and last
    corner_cells cells{};                     // of the bounds
    std::uint32_t columns = 1;                // in a row of the table, or of a tile
    std::uint32_t tiles = 0;                  // of a hashed table
    std::uint32_t table = 0, table_size = 1;  // its first cell's number, and how many there are
    std::uint32_t first = 0, last = 0;        // ranks of its boxes
    std::uint32_t up_to = 0;                  // the largest level_of its boxes

    [[nodiscard, gnu::always_inline]] constexpr std::uint32_t count() const noexcept { return last - first; }
    [[nodiscard, gnu::always_inline]] constexpr bool is_list() const noexcept { return scale == T(0); }
};

inline namespace HITBOX_ISA {

/// A hashed table consists of tiles of cells, in which rows are contiguous; cells of one tile are near in memory.
inline constexpr std::int32_t tile_width = 64, tile_height = 8;
inline constexpr std::uint32_t cells_of_tile = tile_width * tile_height;

/// The number of exponents of T, and so of sizes that are distinguished.
template <exact_real T>
inline constexpr std::size_t level_count = sizeof(T) == 4 ? 256 : 2048;
/// Coordinates are less than 2^this cells from the origin: as many steps as T has, and as int can count.
template <exact_real T>
inline constexpr int cell_bits = sizeof(T) == 4 ? 23 : 29;

template <exact_real T>
[[nodiscard, gnu::always_inline]] inline std::uint32_t exponent_bits(T x) noexcept {
    if constexpr (sizeof(T) == 4) return std::bit_cast<std::uint32_t>(x) >> 23;
    else return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(x) >> 52);
}

template <exact_real T>
[[nodiscard, gnu::always_inline]] inline four_lanes<T> load_box(const packed_box<T>& box) noexcept {
    return load_four(box.lanes);
}
/// Packs the box; the signs of its max corner are turned in registers.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline four_lanes<T> load_box(const aabb<T>& box) noexcept {
    const auto lanes = std::bit_cast<std::array<T, 4>>(box);
    four_lanes<T> four = load_four(lanes.data());
    if constexpr (pack_size<T> == 4)
        four.parts[0] = four.parts[0] * pack_from<T>([](std::size_t i) { return i < 2 ? T(1) : T(-1); });
    else four.parts[1] = pack_of(T(-0.)) - four.parts[1];
    return four;
}
template <exact_real T>
[[gnu::always_inline]] inline void store_box(packed_box<T>& to, const four_lanes<T>& box) noexcept {
    for (std::size_t i = 0; i < 4 / pack_size<T>; ++i) store_pack(to.lanes + i * pack_size<T>, box.parts[i]);
}

/// Is the box finite, and not inverted?
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline bool is_sound(const four_lanes<T>& box) noexcept {
    constexpr std::uint64_t all = (1 << pack_size<T>)-1;
    const pack<T> infinity = pack_of(std::numeric_limits<T>::infinity());
    const four_lanes<T> limits = limits_of(box);
    std::uint64_t finite = all;
    for (const pack<T>& part : box.parts) finite &= greater(infinity, absolute<T>(part));
    return finite == all && greater(box.parts[0], limits.parts[0]) == 0;
}

/// The level of a box, counted from that of the least sizes: its cells are larger than the box, also before the box's
/// width and height are rounded; and so large that its coordinates are less than 2^cell_bits of them.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline std::uint32_t level_of(const four_lanes<T>& box) noexcept {
    constexpr T step = sizeof(T) == 4 ? T(0x1p-23) : T(0x1p-29);
    static_assert(cell_bits<float> == 23 && cell_bits<double> == 29);
    if constexpr (pack_size<T> == 4) {
        const pack<T> b = box.parts[0];
        return exponent_bits<T>(
            highest<T>(upper(absolute<T>(b + pick<T, 2, 3, 0, 1>(b, b)), absolute<T>(b) * pack_of(step))));
    } else {
        const pack<T> size = absolute<T>(box.parts[0] + box.parts[1]);
        const pack<T> farthest = upper(absolute<T>(box.parts[0]), absolute<T>(box.parts[1]));
        return exponent_bits<T>(highest<T>(upper(size, farthest * pack_of(step))));
    }
}
/// 2^-k, k being the exponent of the side of the level's cells; it may be subnormal.
template <exact_real T>
[[nodiscard]] inline T scale_of(std::uint32_t level) noexcept {
    const int k = static_cast<int>(level) + 2 - std::numeric_limits<T>::max_exponent;
    return static_cast<T>(power_of_two(-k / 2) * power_of_two(-k - -k / 2));
}

// A coordinate that is tiny beside a large cell may underflow to -0, and is then in the cell on the other side of 0.
// This does no harm: cells still ascend with coordinates, and neighbours stay neighbours.

template <exact_real T>
[[nodiscard, gnu::always_inline]] inline std::int32_t cell_of(T x, T scale) noexcept {
    const T scaled = x * scale;
    const auto towards_zero = static_cast<std::int32_t>(scaled);
    return towards_zero - (static_cast<T>(towards_zero) > scaled ? 1 : 0);
}
/// @pre the level is that of the box, or a larger one
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline corner_cells cells_of(const four_lanes<T>& box, T scale) noexcept {
    T scaled[4];
    if constexpr (pack_size<T> == 4) {
        store_pack(scaled, box.parts[0] * pack<T>(pack_from<T>([&](std::size_t i) { return i < 2 ? scale : -scale; })));
    } else {
        store_pack(scaled, box.parts[0] * pack_of(scale));
        store_pack(scaled + 2, box.parts[1] * pack_of(-scale));
    }
    std::int32_t cells[4];
    floors(scaled, cells);
    return {cells[0], cells[1], cells[2], cells[3]};
}

/// Which of so many tiles the tile at (x, y) shares with others.
[[nodiscard, gnu::always_inline]] inline std::uint32_t tile_of(std::int32_t x, std::int32_t y,
                                                               std::uint32_t tiles) noexcept {
    // The last step of splitmix64 (Steele, Lea and Flood 2014), then Lemire's range reduction.
    std::uint64_t h = std::uint64_t{static_cast<std::uint32_t>(x)} << 32 | static_cast<std::uint32_t>(y);
    h = (h ^ h >> 30) * 0xBF58476D1CE4E5B9;
    h = (h ^ h >> 27) * 0x94D049BB133111EB;
    return static_cast<std::uint32_t>((h >> 32) * tiles >> 32);
}
/// The number of a cell in the table.
template <bool Hashed, exact_real T>
[[nodiscard, gnu::always_inline]] inline std::uint32_t cell_number(const grid_level<T>& in, std::int32_t x,
                                                                   std::int32_t y) noexcept {
    if constexpr (Hashed) {
        const std::uint32_t tile = tile_of(x >> 6, y >> 3, in.tiles);
        return in.table + tile * cells_of_tile + static_cast<std::uint32_t>((y & 7) << 6 | (x & 63));
    } else {
        return in.table + static_cast<std::uint32_t>(y - in.cells.y) * in.columns +
               static_cast<std::uint32_t>(x - in.cells.x);
    }
}
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline std::uint32_t cell_number(const grid_level<T>& in, std::int32_t x,
                                                                   std::int32_t y) noexcept {
    return in.hashed ? cell_number<true>(in, x, y) : cell_number<false>(in, x, y);
}

/// How many cells a table of all of them has, for a box around what is in them.
template <exact_real T>
[[nodiscard]] constexpr std::uint64_t cells_within(const corner_cells& c) noexcept {
    // One column more stands for those on both sides of a row.
    return (static_cast<std::uint64_t>(std::int64_t{c.last_x} - c.x) + 2) *
           (static_cast<std::uint64_t>(std::int64_t{c.last_y} - c.y) + 1);
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
