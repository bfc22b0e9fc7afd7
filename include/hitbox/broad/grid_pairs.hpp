#pragma once
/// The overlapping pairs of a grid.
///
/// Within a level, each box is compared with the later boxes of its own row of cells, up to the next cell, and with the
/// boxes in three cells of the next row, y + 1. A fixed number of boxes is compared even if there are fewer, and hits
/// are recorded without a branch. The number of boxes in a cell is random, and one mispredicted branch costs as much as
/// a dozen comparisons.
///
/// Distant tiles that share a tile of a hashed table cause no wrong pairs. Boxes of a level that meet are in the same
/// or in neighbouring cells. The 3 x 2 cells of a search have different positions within their tiles, because tiles are
/// larger. Each box is therefore compared at most once, and a box that meets is compared in its own cell.

#include <hitbox/broad/box_grid.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Finds the overlapping pairs of a grid for a range of its boxes. Ranges that together contain all boxes find each
/// pair once. Calls pair(p, q) with the ranks of two boxes, until `pair` returns false.
template <exact_real T, class Pair>
class pair_search {
public:
    pair_search(const box_grid<T>& grid, Pair& pair) noexcept : grid_{grid}, boxes_{grid.boxes()}, pair_{pair} {}

    /// Searches the pairs of the boxes with these ranks. Returns false if `pair` returned false.
    [[nodiscard]] bool search(std::uint32_t begin, std::uint32_t end) {
        const auto& levels = grid_.levels();
        for (std::size_t i = 0; i < levels.size() && goes_on_; ++i) {
            const std::uint32_t first = (std::max)(begin, levels[i].first), last = (std::min)(end, levels[i].last);
            if (first >= last) continue;
            levels[i].hashed ? search_level<true>(levels[i], first, last) : search_level<false>(levels[i], first, last);
            for (std::size_t j = 0; j < levels.size() && goes_on_; ++j) {
                if (i == j) continue;
                const bool is_finer = i < j;
                if (finer_searches(levels[is_finer ? i : j], levels[is_finer ? j : i]) != is_finer) continue;
                if (is_finer) search_coarser(levels[j], first, last);
                else search_finer(levels[j], first, last);
            }
        }
        report_all();
        return goes_on_;
    }

    query_statistics statistics;

private:
    /// A mask of boxes that meet the box of this rank. Bits 0 to 3 are the boxes rank + 1, ..., and bits 4 to 11 the
    /// boxes other, other + 1, ...
    struct hits {
        std::uint32_t rank, other, mask;
    };

    [[gnu::always_inline]] void note(std::uint32_t rank, std::uint32_t other, std::uint32_t mask) {
        noted_[noted_count_] = {rank, other, mask};
        noted_count_ += mask != 0 ? 1 : 0;
        if (noted_count_ == std::size(noted_)) report_all();
    }
    void report_all() {
        for (std::size_t i = 0; i < noted_count_ && goes_on_; ++i) {
            const hits h = noted_[i];
            for (std::uint32_t left = h.mask; left != 0; left &= left - 1) {
                const auto bit = static_cast<std::uint32_t>(std::countr_zero(left));
                if (!pair_(h.rank, bit + (bit < 4 ? h.rank + 1 : h.other - 4))) {
                    goes_on_ = false;
                    break;
                }
            }
        }
        noted_count_ = 0;
    }

    /// Compares a box with the boxes of a range of ranks, four at once.
    void compare(std::uint32_t rank, const quad<T>& limits, std::uint32_t begin, std::uint32_t end) {
        for (; begin < end && goes_on_; begin += 4)
            note(rank, begin, (meeting(boxes_ + begin, limits) & first_bits(end - begin, 4)) << 4);
    }

    /// Compares the boxes of these ranks with the later boxes of their own level.
    template <bool Hashed>
    void search_level(const grid_level<T>& level, std::uint32_t first, std::uint32_t last) {
        const std::uint32_t* const starts = grid_.starts();
        std::size_t ranges = 0, tested = 0;
        for (std::uint32_t p = first; p < last && goes_on_; ++p) {
            const quad<T> box = load_box(boxes_[p]), limits = limits_of(box);
            const corner_cells c = cells_of(box, level.scale);
            const auto more_columns = static_cast<std::uint32_t>(c.last_x - c.x),
                       tall = static_cast<std::uint32_t>(c.last_y - c.y);
            const std::uint32_t cell = cell_number<Hashed>(level, c.x, c.y);
            // Without a branch, because whether a box extends into the next row is random.
            std::uint32_t below = cell + 1 + ((level.columns - 1) & (0 - tall));
            if constexpr (Hashed) {
                const auto column = static_cast<std::uint32_t>(c.x & (tile_width - 1));
                if (column == 0 || column + more_columns == tile_width) {
                    search_across_tiles(level, p, limits, c);
                    continue;
                }
                if (tall != 0 && (c.y & (tile_height - 1)) == tile_height - 1)
                    below = cell_number<true>(level, c.x, c.last_y);
            }
            const std::uint32_t own = starts[cell + more_columns + 1] - (p + 1), other = starts[below - 1];
            const std::uint32_t others = (starts[below + more_columns + 1] - other) & (0 - tall);
            const std::uint32_t own_mask = meeting(boxes_ + p + 1, limits) & first_bits(own, 4);
            const std::uint32_t other_mask =
                (meeting(boxes_ + other, limits) | meeting(boxes_ + other + 4, limits) << 4) & first_bits(others, 8);
            note(p, other, own_mask | other_mask << 4);
            if (own > 4) compare(p, limits, p + 5, p + 1 + own);
            if (others > 8) compare(p, limits, other + 8, other + others);
            ranges += 1 + tall, tested += own + others;
        }
        statistics.visited += ranges, statistics.tested += tested;
    }
    /// The step of `search_level` for a box whose cells are in several tiles.
    void search_across_tiles(const grid_level<T>& level, std::uint32_t p, const quad<T>& limits,
                             const corner_cells& c) {
        const std::uint32_t cell = cell_number<true>(level, c.x, c.y);
        const auto compare_range = [&](const rank_range& range) {
            ++statistics.visited, statistics.tested += range.end - range.begin;
            compare(p, limits, range.begin, range.end);
            return goes_on_;
        };
        if (!compare_range({p + 1, grid_.starts()[cell + 1]})) return;
        if (c.last_x != c.x && !grid_.for_row(level, c.last_x, c.last_x, c.y, compare_range)) return;
        if (c.last_y != c.y) static_cast<void>(grid_.for_row(level, c.x - 1, c.last_x, c.last_y, compare_range));
    }

    /// Returns true if the boxes of the finer level should search the coarser level, false for the reverse.
    [[nodiscard]] static bool finer_searches(const grid_level<T>& finer, const grid_level<T>& coarser) noexcept {
        if (coarser.is_list() || finer.hashed) return !coarser.is_list();
        if (finer.is_list()) return true;
        // For each row, a search in the finer level costs about 1 / 2.5 of a search in the coarser one (measured).
        const double rows = static_cast<double>(smaller(finer.scale / coarser.scale, T(0x1p40))) + 2,
                     all_rows = static_cast<double>(finer.cells.last_y) - finer.cells.y + 1;
        return static_cast<double>(coarser.count()) * smaller(rows, all_rows) >= 2.5 * finer.count();
    }
    /// Searches a coarser level for boxes that meet those of these ranks. The cells of that level are larger than both
    /// boxes, so the cells of the box's corners, and one more row and column before them, are enough.
    void search_coarser(const grid_level<T>& coarser, std::uint32_t first, std::uint32_t last) {
        for (std::uint32_t p = first; p < last && goes_on_; ++p) {
            const quad<T> box = load_box(boxes_[p]), limits = limits_of(box);
            corner_cells c = cells_of(box, coarser.scale);
            c.x = larger(c.x - 1, coarser.cells.x), c.y = larger(c.y - 1, coarser.cells.y);
            c.last_x = smaller(c.last_x, coarser.cells.last_x), c.last_y = smaller(c.last_y, coarser.cells.last_y);
            if (c.x > c.last_x) continue;
            for (; c.y <= c.last_y; ++c.y) {
                static_cast<void>(grid_.for_row(coarser, c.x, c.last_x, c.y, [&](const rank_range& range) {
                    ++statistics.visited, statistics.tested += range.end - range.begin;
                    compare(p, limits, range.begin, range.end);
                    return goes_on_;
                }));
            }
        }
    }
    void search_finer(const grid_level<T>& finer, std::uint32_t first, std::uint32_t last) {
        for (std::uint32_t p = first; p < last && goes_on_; ++p) {
            const packed_box<T> limits = limits_of(boxes_[p]);
            const quad<T> loaded = load_box(limits);
            static_cast<void>(grid_.for_ranges(finer, limits, [&](const rank_range& range) {
                ++statistics.visited, statistics.tested += range.end - range.begin;
                if (!range.hashed) {
                    compare(p, loaded, range.begin, range.end);
                    return goes_on_;
                }
                for (std::uint32_t q = range.begin; q < range.end && goes_on_; q += 4) {
                    const std::uint32_t mask = meeting(boxes_ + q, loaded) & first_bits(range.end - q, 4);
                    note(p, q, grid_.in_cells(finer, range, q, mask) << 4);
                }
                return goes_on_;
            }));
        }
    }

    const box_grid<T>& grid_;
    const packed_box<T>* boxes_;
    Pair& pair_;
    bool goes_on_ = true;
    std::size_t noted_count_ = 0;
    hits noted_[256];
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
