#pragma once
/// The choice of levels for a grid of boxes of all sizes.
///
/// A query of a box visits every level of larger boxes, so few levels are better. A level therefore joins the next
/// one, whose cells are larger, unless too many boxes would share a cell there. A sample of the boxes decides.

#include <hitbox/broad/grid_level.hpp>
#include <hitbox/core/lists.hpp>

namespace hitbox {
namespace detail {

/// The number of boxes of one level, and the box around them.
template <exact_real T>
struct level_census {
    std::uint32_t level = 0;
    std::uint32_t count = 0;
    packed_box<T> bounds{};
};

inline namespace HITBOX_ISA {

/// The level of an index without a box.
inline constexpr std::uint32_t no_level = ~std::uint32_t{0};

/// Counts boxes by level. Only levels that occur get an entry in the list.
template <exact_real T>
class census_taker {
public:
    explicit census_taker(std::vector<level_census<T>>& found) noexcept : found_{found} {
        found_.clear();
        fill_range(slots_, slots_ + std::size(slots_), none);
    }
    [[gnu::always_inline]] void add(std::uint32_t level, const quad<T>& box) {
        level_census<T>& entry = at(level);
        ++entry.count;
        for (std::size_t i = 0; i < 4; i += pack_size<T>)
            store_pack(entry.bounds.lanes + i, lower(load_pack(entry.bounds.lanes + i), box.packs[i / pack_size<T>]));
    }
    void add(const level_census<T>& more) {
        level_census<T>& entry = at(more.level);
        entry.count += more.count;
        entry.bounds = merged(entry.bounds, more.bounds);
    }

private:
    [[nodiscard, gnu::always_inline]] level_census<T>& at(std::uint32_t level) {
        if (slots_[level] == none) {
            slots_[level] = static_cast<std::uint16_t>(found_.size());
            found_.push_back({level, 0, no_box<T>()});
        }
        return found_[slots_[level]];
    }

    static constexpr std::uint16_t none = 0xffff;
    std::vector<level_census<T>>& found_;
    std::uint16_t slots_[level_count<T>];
};

/// Chooses the levels of a grid from a census. It keeps its memory from one choice to the next.
template <exact_real T>
class level_choice {
public:
    /// Writes the levels, finest first, with bounds, ranks (`first`, `last`), scales and tables. level_of_index(i)
    /// returns the level of box i in the census, or `no_level`; box_at(i) returns its lanes. `room` is overwritten.
    template <class LevelOf, class BoxAt>
    void choose(std::vector<level_census<T>>& census, std::size_t indices, const LevelOf& level_of_index,
                const BoxAt& box_at, value_list<std::uint32_t>& room, std::vector<grid_level<T>>& levels) {
        sort_list(census, [](const auto& a, const auto& b) { return a.level < b.level; });
        levels.clear(), sample_.clear();
        std::size_t boxes = 0, begin = 0;
        for (const level_census<T>& entry : census) boxes += entry.count;
        const auto take_sample = [&] {
            if (sample_.empty()) this->take_sample(boxes, indices, level_of_index, box_at);
        };
        level_census<T> joined{0, 0, no_box<T>()};
        for (std::size_t i = 0; i < census.size(); ++i) {
            joined.level = census[i].level, joined.count += census[i].count;
            joined.bounds = merged(joined.bounds, census[i].bounds);
            if (i + 1 < census.size()) {
                take_sample();
                if (!crowds(census[begin].level, joined, census[i + 1].level, room)) continue;
            }
            const std::uint32_t fitting = joined.count > longest_list ? dense_level(joined) : joined.level;
            bool hashed = false;
            if (fitting != joined.level) {
                take_sample();
                hashed = crowds(census[begin].level, joined, fitting, room);
            }
            add(joined, hashed ? joined.level : fitting, hashed, levels);
            joined = {0, 0, no_box<T>()}, begin = i + 1;
        }
    }

    [[nodiscard]] std::size_t bytes_used() const noexcept { return sample_.capacity() * sizeof(sampled); }

    /// A level of at most this many boxes has no cells: it is a list, and queries test all of its boxes.
    static constexpr std::uint32_t longest_list = 12;

private:
    struct sampled {
        T x, y;
        std::uint32_t level;
    };
    /// The largest accepted average number of other boxes in the cell of a box.
    static constexpr double crowd = 6;

    template <class LevelOf, class BoxAt>
    void take_sample(std::size_t boxes, std::size_t indices, const LevelOf& level_of_index, const BoxAt& box_at) {
        const std::size_t wanted =
            (std::min)((std::min)((std::max)(boxes / 8, std::size_t{256}), std::size_t{4096}), indices);
        for (std::size_t k = 0; k < wanted; ++k) {
            // A pseudorandom index in the k-th of `wanted` parts. Equal steps could select a single column of boxes
            // that are given row by row.
            const std::size_t begin = k * indices / wanted, end = (k + 1) * indices / wanted;
            const std::size_t i = begin + (k * 0x9E3779B1 >> 8) % (end - begin);
            if (const std::uint32_t level = level_of_index(i); level != no_level) {
                const pack<T> low = box_at(i).packs[0];
                sample_.push_back({low[0], low[1], level});
            }
        }
    }

    /// Returns true if too many boxes of `joined`, with levels from `min_level` on, would share cells of this level.
    [[nodiscard]] bool crowds(std::uint32_t min_level, const level_census<T>& joined, std::uint32_t level,
                              value_list<std::uint32_t>& room) const {
        const T scale = scale_of<T>(level);
        const std::size_t size = std::bit_ceil(sample_.size()) * 16, mask = size - 1;
        room.assign(size / sizeof(std::uint32_t), 0);
        auto* const counts =
            reinterpret_cast<unsigned char*>(room.data());  // sampled boxes by hashed cell, at most 255
        std::size_t same_cell = 0, sampled_boxes = 0;
        for (const sampled& s : sample_) {
            if (s.level < min_level || s.level > joined.level) continue;
            std::uint64_t h = std::uint64_t{static_cast<std::uint32_t>(cell_of(s.x, scale))} << 32 |
                              static_cast<std::uint32_t>(cell_of(s.y, scale));
            h *= 0x9E3779B97F4A7C15, h ^= h >> 32, h *= 0xBF58476D1CE4E5B9;
            unsigned char& seen = counts[(h >> 32) & mask];
            same_cell += seen, ++sampled_boxes;
            seen = static_cast<unsigned char>(seen + (seen != 0xff ? 1 : 0));
        }
        if (sampled_boxes == 0) return false;
        // `chance` is the expected number of pairs of different cells with the same hash.
        const double n = static_cast<double>(sampled_boxes), chance = n * n / 2 / static_cast<double>(size);
        const double others = (static_cast<double>(same_cell) - chance) * 2 / n;
        return others * static_cast<double>(joined.count) / n > crowd;
    }

    [[nodiscard]] static corner_cells cells_at(const level_census<T>& joined, std::uint32_t level) noexcept {
        return cells_of(load_box(joined.bounds), scale_of<T>(level));
    }
    /// Returns the finest level, from the level of the boxes on, at which a table of all cells within the bounds has at
    /// most about four cells for each box.
    [[nodiscard]] static std::uint32_t dense_level(const level_census<T>& joined) noexcept {
        const std::uint64_t max_cells = std::uint64_t{4} * joined.count + 64;
        std::uint32_t level = joined.level;
        // This ends after at most cell_bits + 1 steps, because each side is then at most two cells long.
        while (cells_within<T>(cells_at(joined, level)) > max_cells) ++level;
        return level;
    }

    static void add(const level_census<T>& joined, std::uint32_t level, bool hashed,
                    std::vector<grid_level<T>>& levels) {
        grid_level<T> next;
        next.bounds = joined.bounds;
        next.last = joined.count;
        next.up_to = joined.level;
        if (joined.count > longest_list) {
            next.scale = scale_of<T>(level), next.hashed = hashed;
            next.cells = cells_at(joined, level);
            const std::uint64_t within = cells_within<T>(next.cells);
            next.tiles = hashed ? (2 * joined.count + cells_of_tile - 1) / cells_of_tile : 0;
            next.columns = hashed ? static_cast<std::uint32_t>(tile_width)
                                  : static_cast<std::uint32_t>(next.cells.last_x - next.cells.x + 2);
            next.table_size = hashed ? next.tiles * cells_of_tile : static_cast<std::uint32_t>(within);
        }
        if (!levels.empty()) {
            const grid_level<T>& before = levels.back();
            next.table = before.table + before.table_size;
            next.first = before.last, next.last += before.last;
        }
        levels.push_back(next);
    }

    std::vector<sampled> sample_;
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
