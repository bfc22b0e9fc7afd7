#pragma once
/// The level and the cell of a box in a hierarchical grid.
///
/// Each level is a grid of square cells, whose side is a power of two and twice that of the level before. A box belongs
/// to a level whose cells are larger than the box. The box is stored only in the cell of its min corner (Ericson,
/// Real-Time Collision Detection, section 7.1.6). Boxes of one level that meet are therefore in the same or in
/// neighbouring cells. Multiplying by a power of two and rounding down are exact, so the cell of a corner is exact,
/// too.

#include <hitbox/broad/packed_box.hpp>

namespace hitbox {
namespace detail {

/// The cells of a box's min corner, (x, y), and of its max corner.
struct corner_cells {
    std::int32_t x, y, last_x, last_y;
};

/// The grid of one level: the table of its cells, and the range of its boxes.
template <exact_real T>
struct grid_level {
    packed_box<T> bounds{};                   // the box around all boxes
    T scale = T(0);                           // 1 / side of a cell; 0 for a list, which is a single cell
    bool hashed = false;                      // if false, the table is the rectangle of all cells within the bounds
    corner_cells cells{};                     // the cells of the corners of the bounds
    std::uint32_t columns = 1;                // cells in a row of the table, or of a tile
    std::uint32_t tiles = 0;                  // number of tiles of a hashed table
    std::uint32_t table = 0, table_size = 1;  // number of the first cell, and the number of cells
    std::uint32_t first = 0, last = 0;        // ranks of the boxes
    std::uint32_t up_to = 0;                  // the largest `level_of` of the boxes

    [[nodiscard, gnu::always_inline]] constexpr std::uint32_t count() const noexcept { return last - first; }
    [[nodiscard, gnu::always_inline]] constexpr bool is_list() const noexcept { return scale == T(0); }
};

inline namespace HITBOX_ISA {

/// A hashed table consists of tiles of cells. The cells of a tile are together in memory, row by row.
inline constexpr std::int32_t tile_width = 64, tile_height = 8;
inline constexpr std::uint32_t cells_of_tile = tile_width * tile_height;

/// The number of levels, which is the number of exponents of T.
template <exact_real T>
inline constexpr std::size_t level_count = sizeof(T) == 4 ? 256 : 2048;
/// The numbers of cells are below 2^cell_bits in magnitude, so that T and int32 represent them exactly.
template <exact_real T>
inline constexpr int cell_bits = sizeof(T) == 4 ? 23 : 29;

/// Returns the biased exponent. @pre x >= 0
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline std::uint32_t exponent_bits(T x) noexcept {
    if constexpr (sizeof(T) == 4) return std::bit_cast<std::uint32_t>(x) >> 23;
    else return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(x) >> 52);
}

template <exact_real T>
[[nodiscard, gnu::always_inline]] inline quad<T> load_box(const packed_box<T>& box) noexcept {
    return load_quad<T>(box.lanes);
}
/// Loads a box in packed form. The signs of its max corner are changed in registers.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline quad<T> load_box(const aabb<T>& box) noexcept {
    quad<T> four = load_quad<T>(box);
    if constexpr (pack_size<T> == 4)
        four.packs[0] = four.packs[0] * pack_from<T>([](std::size_t i) { return i < 2 ? T(1) : T(-1); });
    else four.packs[1] = pack_of(T(-0.)) - four.packs[1];
    return four;
}
template <exact_real T>
[[gnu::always_inline]] inline void store_box(packed_box<T>& to, const quad<T>& box) noexcept {
    store_quad(to.lanes, 0, box);
}

/// Returns true if the box is finite and not inverted.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline bool is_sound(const quad<T>& box) noexcept {
    constexpr std::uint64_t all = (1 << pack_size<T>)-1;
    const pack<T> infinity = pack_of(std::numeric_limits<T>::infinity());
    const quad<T> limits = limits_of(box);
    std::uint64_t finite = all;
    for (const pack<T>& part : box.packs) finite &= greater(infinity, absolute<T>(part));
    return finite == all && greater(box.packs[0], limits.packs[0]) == 0;
}

/// Returns the level of a box; level 0 is that of the smallest sizes. The cells of the level are larger than the
/// unrounded width and height of the box, and the numbers of its cells are below 2^cell_bits.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline std::uint32_t level_of(const quad<T>& box) noexcept {
    constexpr T step = sizeof(T) == 4 ? T(0x1p-23) : T(0x1p-29);
    static_assert(cell_bits<float> == 23 && cell_bits<double> == 29);
    if constexpr (pack_size<T> == 4) {
        const pack<T> b = box.packs[0];
        return exponent_bits<T>(
            highest<T>(upper(absolute<T>(b + pick<T, 2, 3, 0, 1>(b, b)), absolute<T>(b) * pack_of(step))));
    } else {
        const pack<T> size = absolute<T>(box.packs[0] + box.packs[1]);
        const pack<T> farthest = upper(absolute<T>(box.packs[0]), absolute<T>(box.packs[1]));
        return exponent_bits<T>(highest<T>(upper(size, farthest * pack_of(step))));
    }
}
/// Returns 1 / side of the level's cells, a power of two that may be subnormal.
template <exact_real T>
[[nodiscard]] inline T scale_of(std::uint32_t level) noexcept {
    const int k = static_cast<int>(level) + 2 - std::numeric_limits<T>::max_exponent;
    return static_cast<T>(power_of_two(-k / 2) * power_of_two(-k - -k / 2));
}

// A negative coordinate that is tiny compared with the cell may underflow to -0, which puts it into the cell on the
// other side of 0. The search stays correct, because the number of the cell still ascends with the coordinate.

/// Returns x * scale, rounded down. @pre |x * scale| < 2^31
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline std::int32_t cell_of(T x, T scale) noexcept {
    const T scaled = x * scale;
    const auto towards_zero = static_cast<std::int32_t>(scaled);
    return towards_zero - (static_cast<T>(towards_zero) > scaled ? 1 : 0);
}
/// Returns the cells of both corners of a box. @pre the scale is that of the box's level, or of a larger level
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline corner_cells cells_of(const quad<T>& box, T scale) noexcept {
    T scaled[4];
    if constexpr (pack_size<T> == 4) {
        store_pack(scaled, box.packs[0] * pack<T>(pack_from<T>([&](std::size_t i) { return i < 2 ? scale : -scale; })));
    } else {
        store_pack(scaled, box.packs[0] * pack_of(scale));
        store_pack(scaled + 2, box.packs[1] * pack_of(-scale));
    }
    std::int32_t cells[4];
    floors(scaled, cells);
    return {cells[0], cells[1], cells[2], cells[3]};
}

/// Returns the tile of the hashed table, below `tiles`, for the tile (x, y) of the plane. Several tiles of the plane
/// may share one.
[[nodiscard, gnu::always_inline]] inline std::uint32_t tile_of(std::int32_t x, std::int32_t y,
                                                               std::uint32_t tiles) noexcept {
    // The last step of splitmix64 (Steele, Lea and Flood 2014), then Lemire's range reduction.
    std::uint64_t h = std::uint64_t{static_cast<std::uint32_t>(x)} << 32 | static_cast<std::uint32_t>(y);
    h = (h ^ h >> 30) * 0xBF58476D1CE4E5B9;
    h = (h ^ h >> 27) * 0x94D049BB133111EB;
    return static_cast<std::uint32_t>((h >> 32) * tiles >> 32);
}
/// Returns the number of a cell in the table.
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

/// Returns the number of cells of a table for all cells between the corners of the bounds.
template <exact_real T>
[[nodiscard]] constexpr std::uint64_t cells_within(const corner_cells& c) noexcept {
    // One extra column is both the one before a row and the one after the previous row.
    return (static_cast<std::uint64_t>(std::int64_t{c.last_x} - c.x) + 2) *
           (static_cast<std::uint64_t>(std::int64_t{c.last_y} - c.y) + 1);
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
