#pragma once
/// Boxes sorted by their lower ends along one axis.

#include <hitbox/broad/box_table.hpp>
#include <hitbox/broad/hilbert.hpp>
#include <hitbox/core/lists.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Maps a float to an unsigned number, so that the numbers ascend with the floats. @pre x is not NaN
[[nodiscard]] constexpr std::uint32_t ascending_bits(float x) noexcept {
    const auto bits = std::bit_cast<std::uint32_t>(unsigned_zero(x));
    return (bits >> 31) != 0 ? ~bits : bits | 0x8000'0000;
}

/// The boxes of a table, sorted by their lower ends along one axis, and by index if the ends are equal. The rank of a
/// box is its position in this order.
template <exact_real T>
class sorted_boxes {
public:
    [[nodiscard]] std::size_t size() const noexcept { return order_.size(); }
    [[nodiscard]] std::size_t bytes_used() const noexcept {
        return order_.capacity() * sizeof(std::uint32_t) + rows_.capacity() * sizeof(T) +
               blocks_.capacity() * sizeof(packed_box<T>) + ends_.capacity() * sizeof(T);
    }
    void clear() noexcept {
        axis_ = row_length_ = 0;
        order_.clear(), rows_.clear(), blocks_.clear(), ends_.clear();
    }
    [[nodiscard]] std::size_t index_at(std::size_t rank) const noexcept { return order_[rank]; }
    /// Returns true if a motion passes the boxes in ascending order.
    [[nodiscard]] bool goes_up(vec2<T> translation) const noexcept {
        return (axis_ == 0 ? translation.x : translation.y) >= T(0);
    }
    [[nodiscard]] packed_box<T> box_at(std::size_t rank) const noexcept {
        return {{row(0)[rank], row(1)[rank], row(2)[rank], row(3)[rank]}};
    }

    /// Sorts the boxes. If the table has the same indices as before, the order is repaired, which is fast for boxes
    /// that moved little. Returns the number of moves of the repair, or `full_sort` if all boxes were sorted again.
    template <class E>
    std::size_t sort(E& run, const box_table<T>& table, bool same_indices) {
        const std::size_t axis = better_axis(table);
        same_indices = same_indices && axis == axis_;
        axis_ = axis;
        row_length_ = table.size() + pack_size<T>;
        rows_.resize(4 * row_length_);
        std::size_t moves = full_sort;
        if (same_indices) load_keys(table), moves = settle();
        if (moves == full_sort) sort_all(table);
        fill(run, table);
        return moves;
    }

    /// Calls add(i, j) for the indices of each pair of boxes that meet, if the rank of the first box is in [begin,
    /// end), until it returns false. In the returned statistics, only `tested` is counted.
    template <class Add>
    query_statistics sweep(std::size_t begin, std::size_t end, const Add& add) const {
        query_statistics statistics;
        const T *key = row(axis_), *low = row(1 - axis_), *key_end = row(2 + axis_), *low_end = row(3 - axis_);
        for (std::size_t i = begin; i < end; ++i) {
            const pack<T> last = pack_of(-key_end[i]), above = pack_of(-low_end[i]), below = pack_of(-low[i]);
            std::uint64_t beyond = 0;
            std::size_t j = i + 1;
            for (; beyond == 0; j += pack_size<T>) {  // boxes that begin beyond the end of this one do not meet it
                beyond = greater(load_pack(key + j), last);
                const std::uint64_t apart =
                    greater(upper(load_pack(low + j) - above, load_pack(low_end + j) - below), pack<T>{});
                for (std::uint64_t hits = ~(beyond | apart) & all_of_pack; hits != 0; hits &= hits - 1)
                    if (!add(order_[i], order_[j + static_cast<std::size_t>(std::countr_zero(hits))]))
                        return statistics.tested += j + pack_size<T> - i, statistics;
            }
            statistics.tested += j - i;
        }
        return statistics;
    }

    /// Calls visit(rank) for the boxes that meet `limits`, until it returns false; `visit` may shrink `limits`. Blocks
    /// of boxes are visited in ascending order if `up` is true, else in descending order.
    template <class MeetsBlock, class Visit>
    query_statistics search(const packed_box<T>& limits, bool up, const MeetsBlock& meets_block,
                            const Visit& visit) const {
        const T first = -limits.lanes[2 + axis_], last = limits.lanes[axis_];
        std::size_t begin = lower_bound(ends_.data(), ends_.size(), first);
        std::size_t end = lower_bound(blocks_.data(), blocks_.size(), last,
                                      [this](const packed_box<T>& b, T x) { return b.lanes[axis_] <= x; });
        query_statistics statistics;
        while (begin < end) {
            const std::size_t b = up ? begin++ : --end;
            ++statistics.tested;
            if (!meets_block(blocks_[b])) continue;
            ++statistics.visited;
            const row_limits<T> in_rows{limits};
            for (std::size_t i = b * block; i < (std::min)(size(), (b + 1) * block); i += pack_size<T>) {
                statistics.tested += pack_size<T>;
                for (std::uint64_t hits = in_rows.meets(rows_.data() + i, row_length_); hits != 0; hits &= hits - 1)
                    if (!visit(i + static_cast<std::size_t>(std::countr_zero(hits)))) return statistics;
            }
        }
        return statistics;
    }

    [[nodiscard]] bool validate(const box_table<T>& table) const {
        if (size() != table.size()) return false;
        T end = -std::numeric_limits<T>::infinity();
        for (std::size_t i = 0; i < size(); ++i) {
            if (!table.has(order_[i]) || !same(table[order_[i]], box_at(i))) return false;
            if (i > 0 && !is_before(i - 1, i)) return false;
            end = larger(end, -row(2 + axis_)[i]);
            if (!encloses(blocks_[i / block], box_at(i)) || ends_[i / block] < end) return false;
        }
        for (std::size_t i = size(); i < row_length_; ++i)
            if (!same(box_at(i), no_box<T>())) return false;
        return blocks_.size() == (size() + block - 1) / block && ends_.size() == blocks_.size();
    }

    static constexpr std::size_t block = 32;  // boxes in a block
    static constexpr auto full_sort = static_cast<std::size_t>(-1);

private:
    static constexpr std::uint64_t all_of_pack = (std::uint64_t{1} << pack_size<T>)-1;
    static constexpr std::size_t chunk = box_table<T>::chunk;
    static_assert(chunk % block == 0 && block % pack_size<T> == 0);

    [[nodiscard]] const T* row(std::size_t lane) const noexcept { return rows_.data() + lane * row_length_; }
    [[nodiscard]] T* row(std::size_t lane) noexcept { return rows_.data() + lane * row_length_; }

    [[nodiscard]] bool is_before(std::size_t i, std::size_t j) const noexcept {
        const T a = row(axis_)[i], b = row(axis_)[j];
        return a < b || (a == b && order_[i] < order_[j]);
    }

    /// Returns the axis along which the mean distance of the min corners from their mean is larger. The axis in use is
    /// kept unless the other is better by a quarter, so that it does not change often. Each term is divided by 16 n,
    /// because sums of large coordinates could overflow.
    [[nodiscard]] std::size_t better_axis(const box_table<T>& table) const noexcept {
        const double n = static_cast<double>((std::max)(table.size(), std::size_t{1}));
        const pack<double> share = pack_of(0x1p-4 / n);
        const auto sum_of = [&](const auto& term) {
            pack<double> sum{};
            for (std::size_t i = 0; i < table.index_count(); ++i)
                if (table[i].lanes[0] < std::numeric_limits<T>::infinity())  // else the index is free
                    sum = sum + term(rounded_product<double>(lower_corner(table[i]), share));
            return sum;
        };
        const pack<double> mean = sum_of([](const pack<double>& x) { return x; }) / pack_of(n);
        const pack<double> spread = sum_of([&](const pack<double>& x) { return absolute<double>(x - mean); });
        return spread[1 - axis_] > 1.25 * spread[axis_] ? 1 - axis_ : axis_;
    }
    [[nodiscard]] static pack<double> lower_corner(const packed_box<T>& box) noexcept {
        if constexpr (std::same_as<T, float>) return load_wide(box.lanes);
        else return load_pack(box.lanes);
    }

    void load_keys(const box_table<T>& table) noexcept {
        T* key = row(axis_);
        for (std::size_t i = 0; i < size(); ++i) key[i] = table[order_[i]].lanes[axis_];
    }
    /// Repairs the order by insertion sort. Returns the number of moves, or `full_sort` if it stopped after an average
    /// of eight moves for each box.
    [[nodiscard]] std::size_t settle() noexcept {
        T* key = row(axis_);
        std::size_t left = 8 * size();
        for (std::size_t i = 1; i < size(); ++i) {
            const T x = key[i];
            const std::uint32_t index = order_[i];
            std::size_t j = i;
            for (; j > 0 && (key[j - 1] > x || (key[j - 1] == x && order_[j - 1] > index)); --j)
                key[j] = key[j - 1], order_[j] = order_[j - 1];
            key[j] = x, order_[j] = index;
            if (i - j > left) return full_sort;
            left -= i - j;
        }
        return 8 * size() - left;
    }
    /// Sorts all boxes by a radix sort. Keys of double are first rounded to float; the boxes with equal rounded keys
    /// are then sorted by comparisons.
    void sort_all(const box_table<T>& table) {
        value_list<key_and_index> list, room;
        list.reserve(table.size());
        for (std::size_t i = 0; i < table.index_count(); ++i)
            if (table.has(i))
                list.push_back(key_and_index{ascending_bits(static_cast<float>(table[i].lanes[axis_]))} << 32 | i);
        sort_by_key(list_view<key_and_index>{list}, room);
        order_.resize(list.size());
        for (std::size_t i = 0; i < list.size(); ++i) order_[i] = index_of(list[i]);
        if constexpr (std::same_as<T, double>) {
            load_keys(table);
            if (settle() != full_sort) return;
            sort_list(order_, [&](std::uint32_t a, std::uint32_t b) {
                const T x = table[a].lanes[axis_], y = table[b].lanes[axis_];
                return x < y || (x == y && a < b);
            });
        }
    }
    /// Writes the rows, blocks and ends of the boxes in the sorted order.
    template <class E>
    void fill(E& run, const box_table<T>& table) {
        blocks_.resize((size() + block - 1) / block);
        ends_.resize(blocks_.size());
        constexpr std::size_t blocks_of_chunk = chunk / block;
        T* const rows[] = {row(0), row(1), row(2), row(3)};
        run((size() + chunk - 1) / chunk, [&](std::size_t c) {
            for (std::size_t b = c * blocks_of_chunk; b < (std::min)(blocks_.size(), (c + 1) * blocks_of_chunk); ++b) {
                packed_box<T> around = no_box<T>();
                for (std::size_t i = b * block; i < (std::min)(size(), (b + 1) * block); ++i) {
                    const packed_box<T> box = table[order_[i]];
                    for (std::size_t k = 0; k < 4; ++k) rows[k][i] = box.lanes[k];
                    around = merged(around, box);
                }
                blocks_[b] = around;
            }
        });
        for (std::size_t k = 0; k < 4; ++k)
            fill_range(row(k) + size(), row(k) + row_length_, std::numeric_limits<T>::infinity());
        T end = -std::numeric_limits<T>::infinity();
        for (std::size_t b = 0; b < blocks_.size(); ++b) ends_[b] = end = larger(end, -blocks_[b].lanes[2 + axis_]);
    }

    std::size_t axis_ = 0;
    value_list<std::uint32_t> order_;  // indices by rank
    std::size_t row_length_ = 0;
    std::vector<T> rows_;                // four rows, each with one lane of all boxes, padded with boxes without hits
    std::vector<packed_box<T>> blocks_;  // boxes around `block` consecutive boxes each
    std::vector<T> ends_;                // by block: the maximum of the upper ends up to and including this block
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
