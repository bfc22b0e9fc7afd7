#pragma once
/// The cells of a grid on the path of a ray or a moving box.

#include <hitbox/broad/box_grid.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Visits the cells along a path, row after row, and each row from its near end to its far end.
template <exact_real T, class F>
class grid_walk {
public:
    /// f(range) is called for ranges of ranks that contain all boxes that the path meets, until it returns false. f may
    /// shorten the path.
    grid_walk(const box_grid<T>& grid, const box_path<T>& path, F& f) noexcept : grid_{grid}, path_{path}, f_{f} {}

    /// Walks along the path on one level. Returns false if f returned false.
    [[nodiscard]] bool walk(const grid_level<T>& level) {
        corner_cells c;
        if (!grid_.cells_near(level, path_.limits(), c)) return true;
        // An estimate of the number of ranges. If it exceeds the number of boxes, all boxes are tested.
        const std::int64_t ranges = std::int64_t{c.last_y} - c.y + (std::int64_t{c.last_x} - c.x) / tile_width + 1;
        if (level.is_list() || ranges > level.count()) return f_(rank_range{level.first, level.last});
        const bool descends = path_.translation().y < T(0);
        for (std::int32_t y = descends ? c.last_y : c.y; c.y <= y && y <= c.last_y; y += descends ? -1 : 1) {
            const T before = path_.largest_fraction;
            if (!walk_row(level, c, y)) return false;
            if (tested_ > level.count()) return true;
            if (path_.largest_fraction != before && !grid_.cells_near(level, path_.limits(), c)) return true;
        }
        return true;
    }

private:
    struct columns {
        std::int32_t first, last;
    };

    /// Walks along a row. If more boxes were tested than there are, as in tiles that share a table entry, it tests all
    /// boxes that are left in this row and in those that follow.
    [[nodiscard]] bool walk_row(const grid_level<T>& level, const corner_cells& c, std::int32_t y) {
        const bool descends = path_.translation().x < T(0);
        const auto counted = [this](const rank_range& range) { return tested_ += range.end - range.begin, f_(range); };
        columns left = columns_of(level, c, y);
        while (left.first <= left.last && tested_ <= level.count()) {
            const std::int32_t begin = descends ? larger(left.first, left.last & -tile_width) : left.first,
                               end = descends ? left.last : smaller(left.last, left.first | (tile_width - 1));
            const T before = path_.largest_fraction;
            if (!grid_.for_row(level, begin, end, y, counted)) return false;
            if (descends) left.last = begin - 1;
            else left.first = end + 1;
            if (path_.largest_fraction != before) {
                const columns now = columns_of(level, c, y);
                left = {larger(left.first, now.first), smaller(left.last, now.last)};
            }
        }
        if (tested_ <= level.count()) return true;
        return f_({level.first, level.last, true, left.first, left.last, y, path_.translation().y < T(0) ? -1 : 1});
    }

    /// Returns the cells of a row that may hold boxes on the path; last < first if there are none. The boxes of row y
    /// are within the rows y and y + 1. The returned cells are those that the path crosses within these rows, with a
    /// margin for rounding. Returns the whole row if a coordinate overflows.
    [[nodiscard]] columns columns_of(const grid_level<T>& level, const corner_cells& c, std::int32_t y) const noexcept {
        const auto to_double = [](T x) { return static_cast<double>(x); };
        const aabb<T> start = path_.start();
        const vec2<double> translation{to_double(path_.translation().x), to_double(path_.translation().y)};
        constexpr double some = 8 * std::numeric_limits<double>::epsilon();
        const double side = 1 / to_double(level.scale), reached = to_double(path_.largest_fraction);
        const double off_y = some * (larger(magnitude(to_double(start.min.y)), magnitude(to_double(start.max.y))) +
                                     magnitude(translation.y)),
                     off_x = some * (larger(magnitude(to_double(start.min.x)), magnitude(to_double(start.max.x))) +
                                     magnitude(translation.x));
        const double enters = (y - 1.) * side - to_double(start.max.y) - off_y,
                     leaves = (y + 3.) * side - to_double(start.min.y) + off_y;

        double from = 0, to = reached;
        if (translation.y != 0) {
            const double t = (translation.y > 0 ? enters : leaves) / translation.y,
                         u = (translation.y > 0 ? leaves : enters) / translation.y;
            from = t > from ? t : from, to = u < to ? u : to;  // a NaN leaves both unchanged
            if (from > to) return {0, -1};
        }
        const double low = to_double(start.min.x) + smaller(from * translation.x, to * translation.x) - off_x,
                     high = to_double(start.max.x) + larger(from * translation.x, to * translation.x) + off_x;
        const double first = larger(low, to_double(level.bounds.lanes[0])),
                     last = smaller(high, -to_double(level.bounds.lanes[2]));
        if (first > last) return {0, -1};
        const double scale = to_double(level.scale);
        return {larger(cell_of(first, scale) - 2, c.x), smaller(cell_of(last, scale) + 1, c.last_x)};
    }

    const box_grid<T>& grid_;
    const box_path<T>& path_;
    F& f_;
    std::size_t tested_ = 0;  // boxes
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
