#pragma once
/// Boxes sorted by level and cell, and the search near a box or a path.

#include <hitbox/broad/box_path.hpp>
#include <hitbox/broad/choose_levels.hpp>
#include <hitbox/core/lists.hpp>

namespace hitbox {
namespace detail {

/// Ranks of boxes that may meet a query. In a hashed table, only boxes whose own cells are in row y, from x to last_x,
/// count: boxes of other cells with the same table entry are found when the query visits their own cells. If
/// `other_rows` is not 0, the boxes of all rows above row y, or below it if it is negative, count, too.
struct rank_range {
    std::uint32_t begin, end;
    bool hashed = false;
    std::int32_t x = 0, last_x = 0, y = 0, other_rows = 0;
};

inline namespace HITBOX_ISA {

/// The number of boxes in a task. The number of boxes alone decides the tasks, and not the number of threads.
inline constexpr std::size_t grid_chunk = 4096;
[[nodiscard]] constexpr std::size_t chunks_of(std::size_t n) noexcept { return (n + grid_chunk - 1) / grid_chunk; }

/// Returns a mask of the lowest min(n, max_count) bits.
[[nodiscard, gnu::always_inline]] constexpr std::uint32_t first_bits(std::uint32_t n,
                                                                     std::uint32_t max_count) noexcept {
    return (1u << (std::min)(n, max_count)) - 1;
}

/// All boxes of a table in the order of their levels, then cells, then indices. A counting sort makes this order. The
/// rank of a box is its position in it.
template <exact_real T>
class box_grid {
public:
    /// The first step: counts the boxes of each level. Returns false if a box is not finite or is inverted. If
    /// `FreeIndices` is true, indices with such a box are free and are skipped. Until `sort` or `undo_count` is called,
    /// queries are unchanged, and `box_of` must not be called.
    template <bool FreeIndices, class E, class BoxAt>
    [[nodiscard]] bool count(E& run, std::size_t indices, const BoxAt& box_at) {
        keys_.resize(indices);
        parts_.resize((std::max)(parts_.size(), chunks_of(indices)));
        run(chunks_of(indices), [&](std::size_t c) {
            const std::size_t end = (std::min)(indices, (c + 1) * grid_chunk);
            parts_[c].all_sound = count_some<FreeIndices>(c * grid_chunk, end, box_at, parts_[c].census);
        });
        census_taker<T> all{census_};
        for (std::size_t c = 0; c < chunks_of(indices); ++c) {
            if (!parts_[c].all_sound) return false;
            for (const level_census<T>& entry : parts_[c].census) all.add(entry);
        }
        return true;
    }

    /// The second step: sorts the boxes. @pre `count` was called with the same boxes and returned true
    template <bool FreeIndices, class E, class BoxAt>
    void sort(E& run, const BoxAt& box_at) {
        const std::size_t indices = keys_.size();
        choice_.choose(
            census_, indices, [this](std::size_t i) { return keys_[i]; },
            [&](std::size_t i) { return load_box(box_at(i)); }, starts_, levels_);
        for (std::size_t i = 0, level = 0; i < levels_.size(); ++i)
            while (level <= levels_[i].up_to) level_at_[level++] = static_cast<std::uint16_t>(i);
        run(chunks_of(indices), [&](std::size_t c) {
            find_cells<FreeIndices>(c * grid_chunk, (std::min)(indices, (c + 1) * grid_chunk), box_at);
        });

        // The counts are stored two places later, so that after the sum, starts_[key + 1] is the rank of the first box
        // of cell `key`. Each written box increments it, until it is the first rank of the next cell. The list has four
        // entries more than there are cells, because `pair_search` reads up to starts_[cells + 2] without a branch.
        const std::size_t cells = levels_.empty() ? 0 : levels_.back().table + levels_.back().table_size;
        starts_.assign(cells + 4, 0);
        for (const std::uint32_t key : keys_)
            if (!FreeIndices || key != no_level) ++starts_[key + std::size_t{2}];
        std::uint32_t sum = 0;
        for (std::uint32_t& start : starts_) start = sum += start;
        boxes_.resize(sum + padding, no_box<T>());
        fill_range(boxes_.end() - padding, boxes_.end(), no_box<T>());
        indices_.resize(sum);
        for (std::size_t i = 0; i < indices; ++i) {
            if (FreeIndices && keys_[i] == no_level) continue;
            const std::uint32_t rank = starts_[keys_[i] + std::size_t{1}]++;
            store_box(boxes_[rank], load_box(box_at(i)));
            indices_[rank] = static_cast<std::uint32_t>(i);
            keys_[i] = rank;
        }
    }
    /// Restores the state before `count`, for this number of indices. Called instead of `sort` if `count` returned
    /// false.
    void undo_count(std::size_t indices) {
        keys_.assign(indices, no_level);
        for (std::uint32_t rank = 0; rank < size(); ++rank) keys_[indices_[rank]] = rank;
    }

    void clear() noexcept { levels_.clear(), indices_.clear(), boxes_.clear(), keys_.clear(); }

    [[nodiscard]] std::size_t size() const noexcept { return indices_.size(); }
    [[nodiscard, gnu::always_inline]] const std::vector<grid_level<T>>& levels() const noexcept { return levels_; }
    /// Returns the boxes by rank. A few boxes that meet nothing follow the last one, so that reads of packs stay in the
    /// list.
    [[nodiscard, gnu::always_inline]] const packed_box<T>* boxes() const noexcept { return boxes_.data(); }
    /// Returns the index of the box with this rank.
    [[nodiscard, gnu::always_inline]] std::uint32_t index(std::uint32_t rank) const noexcept { return indices_[rank]; }
    /// Returns the box of an index. @pre the index is in use
    [[nodiscard]] const packed_box<T>& box_of(std::size_t index) const noexcept { return boxes_[keys_[index]]; }
    /// Returns the ranks at which the boxes of each cell begin, which is where those of the previous cell end.
    [[nodiscard, gnu::always_inline]] const std::uint32_t* starts() const noexcept { return starts_.data(); }

    /// Calls f(range) for ranges of ranks that contain all boxes of a level that meet `limits`, until f returns false.
    /// Returns true if f never returned false. A box may be in several ranges of a hashed table; `in_cells` decides in
    /// which of them it counts.
    template <class F>
    bool for_ranges(const grid_level<T>& level, const packed_box<T>& limits, F&& f) const {
        corner_cells c;
        if (!cells_near(level, limits, c)) return true;
        if (ranges_over(level, c) > max_ranges(level)) return f(rank_range{level.first, level.last});
        for (std::int32_t y = c.y; y <= c.last_y; ++y)
            if (!for_row(level, c.x, c.last_x, y, f)) return false;
        return true;
    }
    /// Calls f(range) as `for_ranges` for the cells from x to last_x in row y. @pre the cells are in the table
    template <class F>
    [[gnu::always_inline]] bool for_row(const grid_level<T>& level, std::int32_t x, std::int32_t last_x, std::int32_t y,
                                        F&& f) const {
        if (!level.hashed) {
            const std::uint32_t cell = cell_number<false>(level, x, y);
            return f(rank_range{starts_[cell], starts_[cell + static_cast<std::uint32_t>(last_x - x) + 1]});
        }
        for (std::int32_t end = 0; x <= last_x; x = end + 1) {
            end = (std::min)(last_x, x | (tile_width - 1));
            const std::uint32_t cell = cell_number<true>(level, x, y);
            const std::uint32_t last = cell + static_cast<std::uint32_t>(end - x) + 1;
            if (!f(rank_range{starts_[cell], starts_[last], true, x, end, y})) return false;
        }
        return true;
    }
    /// Computes the cells of a level that may hold boxes that meet `limits`: from the cell of its min corner to that of
    /// its max corner, and one more row and column before these, because a box may begin one cell earlier. Returns
    /// false if there are none.
    [[nodiscard]] static bool cells_near(const grid_level<T>& level, const packed_box<T>& limits,
                                         corner_cells& c) noexcept {
        if (!detail::meets(level.bounds, limits)) return false;
        packed_box<T> common;  // the numbers of cells outside of the bounds might overflow
        for (std::size_t i = 0; i < 4; ++i) common.lanes[i] = larger(level.bounds.lanes[i], -limits.lanes[i ^ 2]);
        c = cells_of(load_box(common), level.scale);
        c.x = larger(c.x - 1, level.cells.x), c.y = larger(c.y - 1, level.cells.y);
        return true;
    }
    /// Returns the number of ranges from which on a test of all boxes is cheaper. A hashed table has as many ranges of
    /// a whole tile's width as its tiles have rows, and together they have all boxes.
    [[nodiscard]] static std::uint64_t max_ranges(const grid_level<T>& level) noexcept {
        return level.hashed ? level.table_size / tile_width : level.count();
    }
    /// Returns the number of ranges that `for_ranges` would visit for these cells.
    [[nodiscard]] static std::uint64_t ranges_over(const grid_level<T>& level, const corner_cells& c) noexcept {
        const auto rows = static_cast<std::uint64_t>(std::int64_t{c.last_y} - c.y + 1);
        return level.hashed ? rows * static_cast<std::uint64_t>((c.last_x >> 6) - (c.x >> 6) + 1) : rows;
    }
    /// Returns a mask without the bits of boxes whose cells do not count in the range. Bit i stands for box rank + i.
    [[nodiscard]] std::uint32_t in_cells(const grid_level<T>& level, const rank_range& range, std::uint32_t rank,
                                         std::uint32_t mask) const noexcept {
        std::uint32_t right = mask;
        for (std::uint32_t left = mask; left != 0; left &= left - 1) {
            const auto i = static_cast<std::uint32_t>(std::countr_zero(left));
            const corner_cells c = cells_of(load_box(boxes_[rank + i]), level.scale);
            const bool counts = c.y == range.y ? range.x <= c.x && c.x <= range.last_x
                                               : range.other_rows != 0 && (c.y > range.y) == (range.other_rows > 0);
            if (!counts) right ^= left & (~left + 1);
        }
        return right;
    }

    /// Returns true if the order is consistent: each box once, in its cell, and at the rank that its index refers to.
    [[nodiscard]] bool validate() const;
    [[nodiscard]] std::size_t bytes_used() const noexcept {
        std::size_t counted = census_.capacity();
        for (const part& p : parts_) counted += p.census.capacity();
        return boxes_.capacity() * sizeof(packed_box<T>) + parts_.capacity() * sizeof(part) + choice_.bytes_used() +
               counted * sizeof(level_census<T>) + levels_.capacity() * sizeof(grid_level<T>) +
               (indices_.capacity() + keys_.capacity() + starts_.capacity()) * sizeof(std::uint32_t);
    }

private:
    struct part {
        std::vector<level_census<T>> census;
        bool all_sound = true;
    };

    template <bool FreeIndices, class BoxAt>
    [[nodiscard]] bool count_some(std::size_t begin, std::size_t end, const BoxAt& box_at,
                                  std::vector<level_census<T>>& found) {
        census_taker<T> census{found};
        for (std::size_t i = begin; i < end; ++i) {
            const quad<T> box = load_box(box_at(i));
            if (!is_sound(box)) {
                if (!FreeIndices) return false;
                keys_[i] = no_level;
                continue;
            }
            keys_[i] = level_of(box);
            census.add(keys_[i], box);
        }
        return true;
    }
    template <bool FreeIndices, class BoxAt>
    void find_cells(std::size_t begin, std::size_t end, const BoxAt& box_at) {
        for (std::size_t i = begin; i < end; ++i) {
            if (FreeIndices && keys_[i] == no_level) continue;
            const quad<T> box = load_box(box_at(i));
            const grid_level<T>& level = levels_[level_at_[keys_[i]]];
            const corner_cells c = cells_of(box, level.scale);
            keys_[i] = cell_number(level, c.x, c.y);
        }
    }

    static constexpr std::size_t padding = 8;  // the number of boxes that one comparison reads

    std::vector<grid_level<T>> levels_;
    value_list<std::uint32_t> starts_;  // by cell: the rank of its first box
    std::vector<packed_box<T>> boxes_;
    value_list<std::uint32_t> indices_;  // by rank
    value_list<std::uint32_t> keys_;     // by index: the rank; while counting, first the level and then the cell

    // Used only by `count` and `sort`; kept for their memory.
    std::vector<part> parts_;
    std::vector<level_census<T>> census_;
    level_choice<T> choice_;
    std::uint16_t level_at_[level_count<T>] = {};
};

template <exact_real T>
bool box_grid<T>::validate() const {
    std::uint32_t rank = 0;
    for (const grid_level<T>& level : levels_) {
        if (level.first != rank || starts_[level.table] != rank) return false;
        for (std::uint32_t cell = level.table; cell < level.table + level.table_size; ++cell) {
            for (; rank < starts_[cell + 1]; ++rank) {
                const std::uint32_t i = indices_[rank];
                if (rank >= size() || i >= keys_.size() || keys_[i] != rank) return false;
                const quad<T> box = load_box(boxes_[rank]);
                const corner_cells c = cells_of(box, level.scale);
                if (!is_sound(box) || level_of(box) > level.up_to || !encloses(level.bounds, boxes_[rank]) ||
                    cell_number(level, c.x, c.y) != cell || c.last_x - c.x > 1 || c.last_y - c.y > 1)
                    return false;
            }
            if (starts_[cell + 1] != rank) return false;
        }
        if (level.last != rank) return false;
    }
    return rank == size();
}

/// Calls visit(cell, count) for the cells of a level that hold boxes.
template <exact_real T, class Visit>
void visit_cells(const box_grid<T>& grid, const grid_level<T>& level, Visit& visit) {
    if (level.is_list()) return visit(unpacked(level.bounds), std::size_t{level.count()});
    const auto cell_at = [&](std::uint32_t rank) { return cells_of(load_box(grid.boxes()[rank]), level.scale); };
    for (std::uint32_t rank = level.first, next = rank; rank < level.last; rank = next) {
        const corner_cells c = cell_at(rank);
        while (++next < level.last && cell_at(next).x == c.x && cell_at(next).y == c.y) {
        }
        const auto corner = [&](std::int32_t x, std::int32_t y) {
            return vec2<T>{static_cast<T>(x) / level.scale, static_cast<T>(y) / level.scale};
        };
        visit(aabb<T>{corner(c.x, c.y), corner(c.x + 1, c.y + 1)}, std::size_t{next - rank});
    }
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
