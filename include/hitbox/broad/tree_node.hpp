#pragma once
/// A node of a tree of boxes, and the split of nine entries between two nodes.
///
/// The tree is a B-tree of boxes (Guttman 1984, "R-trees"): every node except the root has 2 to 8 entries, and all
/// leaves have the same depth.

#include <hitbox/broad/packed_box.hpp>
#include <hitbox/core/quad.hpp>

#include <array>
#include <bit>
#include <limits>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Four copies of a packed box, to compare it with four others at once.
template <exact_real T>
struct spread_box {
    quad<T> lanes[4];

    [[gnu::always_inline]] explicit spread_box(const packed_box<T>& box) noexcept
        : lanes{quad_of(box.lanes[0]), quad_of(box.lanes[1]), quad_of(box.lanes[2]), quad_of(box.lanes[3])} {}
};

/// Returns a mask: bit i is set if some lane of box i of four is above the same lane of `other`.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline std::uint64_t above(const quad<T> (&boxes)[4],
                                                             const spread_box<T>& other) noexcept {
#if HITBOX_HAS_PACKS && defined(__SSE2__)
    std::uint64_t bits = 0;
    for (std::size_t k = 0; k < 4 / pack_size<T>; ++k) {
        const auto any = (boxes[0].packs[k] > other.lanes[0].packs[k]) | (boxes[1].packs[k] > other.lanes[1].packs[k]) |
                         (boxes[2].packs[k] > other.lanes[2].packs[k]) | (boxes[3].packs[k] > other.lanes[3].packs[k]);
        if constexpr (pack_size<T> == 4)
            bits |= static_cast<unsigned>(__builtin_ia32_movmskps(reinterpret_cast<pack<T>>(any)));
        else
            bits |= std::uint64_t{static_cast<unsigned>(__builtin_ia32_movmskpd(reinterpret_cast<pack<T>>(any)))}
                    << (2 * k);
    }
    return bits;
#else
    return greater(boxes[0], other.lanes[0]) | greater(boxes[1], other.lanes[1]) | greater(boxes[2], other.lanes[2]) |
           greater(boxes[3], other.lanes[3]);
#endif
}

/// An entry of a node: a child and the smallest box around all boxes below it. In a leaf: the index of a box, and the
/// box.
template <exact_real T>
struct tree_entry {
    packed_box<T> box;
    std::uint32_t child;
};

/// The entries of a node. Each lane of the boxes is a row, so that one comparison tests four entries. Unused entries
/// are `no_box`.
template <exact_real T>
struct alignas(16) tree_node {
    static constexpr unsigned max_entries = 8, min_entries = 2;

    T lanes[4][max_entries];
    std::uint32_t children[max_entries];

    [[gnu::always_inline]] void set_box(unsigned slot, const packed_box<T>& box) noexcept {
        for (unsigned k = 0; k < 4; ++k) lanes[k][slot] = box.lanes[k];
    }
    [[nodiscard, gnu::always_inline]] packed_box<T> box(unsigned slot) const noexcept {
        return {{lanes[0][slot], lanes[1][slot], lanes[2][slot], lanes[3][slot]}};
    }
    [[nodiscard, gnu::always_inline]] tree_entry<T> entry(unsigned slot) const noexcept {
        return {box(slot), children[slot]};
    }
    [[gnu::always_inline]] void enlarge(unsigned slot, const packed_box<T>& by) noexcept {
        for (unsigned k = 0; k < 4; ++k) lanes[k][slot] = smaller(lanes[k][slot], by.lanes[k]);
    }
    void clear() noexcept {
        for (auto& row : lanes)
            for (T& lane : row) lane = std::numeric_limits<T>::infinity();
    }

    /// Returns one lane of the first four entries (half 0) or of the last four (half 1).
    [[nodiscard, gnu::always_inline]] quad<T> row(unsigned lane, unsigned half) const noexcept {
        return quad<T>::each([&](std::size_t k) { return load_pack(lanes[lane] + 4 * half + k * pack_size<T>); });
    }

    /// Returns a mask: bit i is set if entry i meets the box with these limits.
    [[nodiscard, gnu::always_inline]] unsigned meeting(const spread_box<T>& limits) const noexcept {
        const quad<T> low[] = {row(0, 0), row(1, 0), row(2, 0), row(3, 0)},
                      high[] = {row(0, 1), row(1, 1), row(2, 1), row(3, 1)};
        return ~static_cast<unsigned>(above(low, limits) | above(high, limits) << 4) & 0xff;
    }
    /// Returns a mask: bit i is set if entry i is used.
    [[nodiscard]] unsigned used() const noexcept {
        constexpr T all = (std::numeric_limits<T>::max)();
        return meeting(spread_box<T>{packed_box<T>{{all, all, all, all}}});
    }
    /// Returns the box around all entries.
    [[nodiscard, gnu::always_inline]] packed_box<T> bounds() const noexcept {
        const auto halved = [&](unsigned k) { return lower(row(k, 0), row(k, 1)); };
        const auto merged_twos = [](const quad<T>& a, const quad<T>& b) {
            return lower(pick<0, 2, 4, 6>(a, b), pick<1, 3, 5, 7>(a, b));
        };
        const quad<T> low = merged_twos(halved(0), halved(1)), high = merged_twos(halved(2), halved(3));
        packed_box<T> all;
        store_quad(all, 0, merged_twos(low, high));
        return all;
    }

    /// Returns the entry whose half perimeter grows least when a box is added. Ties go to the smallest entry, then to
    /// the first. Growths that overflow are equal. @pre there is an entry
    [[nodiscard, gnu::always_inline]] unsigned nearest_entry(const spread_box<T>& box) const noexcept {
        const quad<T> none = quad_of(T(0));
        const auto growth_of = [&](unsigned half) {
            const auto by = [&](unsigned k) { return upper(row(k, half) - box.lanes[k], none); };
            return (by(0) + by(1)) + (by(2) + by(3));
        };
        const quad<T> low = growth_of(0), high = growth_of(1), least_growth = all_lowest(lower(low, high));
        const std::uint64_t others = greater(low, least_growth) | greater(high, least_growth) << 4;
        unsigned best = ~static_cast<unsigned>(others) & 0xff;
        if (!(least_growth[0] <= (std::numeric_limits<T>::max)())) best &= used();
        return (best & (best - 1)) == 0 ? static_cast<unsigned>(std::countr_zero(best)) : smallest_of(best);
    }

private:
    /// Returns the smallest of the entries whose bits are set.
    [[nodiscard]] unsigned smallest_of(unsigned bits) const noexcept {
        auto smallest = static_cast<unsigned>(std::countr_zero(bits));
        T size = half_perimeter(box(smallest));
        while ((bits &= bits - 1) != 0) {
            const auto slot = static_cast<unsigned>(std::countr_zero(bits));
            if (const T other = half_perimeter(box(slot)); other < size) size = other, smallest = slot;
        }
        return smallest;
    }
};

/// The split of nine entries between two nodes. `entries` is ordered so that the first ones go to the one node and the
/// others to the other node. Each node gets at least three, so that the height of the tree is logarithmic for boxes at
/// any positions.
template <exact_real T>
struct parted_entries {
    static constexpr unsigned all = tree_node<T>::max_entries + 1;

    std::array<tree_entry<T>, all> entries;
    unsigned first;          // the number of entries of the first node
    packed_box<T> boxes[2];  // around the entries of each node

    /// Sorts the entries by their centres along the axis on which the centres spread more. Then splits them where the
    /// sum of both half perimeters is smallest; ties go to the split nearest to the middle.
    explicit parted_entries(const std::array<tree_entry<T>, all>& given) noexcept {
        T centers[2][all];
        for (unsigned axis = 0; axis < 2; ++axis)  // halved, so that no centre leaves the range
            for (unsigned i = 0; i < all; ++i)
                centers[axis][i] = T(.5) * given[i].box.lanes[axis] - T(.5) * given[i].box.lanes[axis + 2];
        const auto spread = [&](const T(&list)[all]) {
            T low = list[0], high = list[0];
            for (const T x : list) low = smaller(low, x), high = larger(high, x);
            return high - low;
        };
        const auto& along = centers[spread(centers[0]) < spread(centers[1]) ? 1 : 0];
        unsigned ranks[all]{};  // counted without branches, which would be mispredicted
        for (unsigned i = 0; i < all; ++i) {
            for (unsigned j = i + 1; j < all; ++j) {
                const unsigned later = along[j] < along[i] ? 0 : 1;
                ranks[j] += later, ranks[i] += 1 - later;
            }
        }
        for (unsigned i = 0; i < all; ++i) entries[ranks[i]] = given[i];
        cut();
    }

private:
    void cut() noexcept {
        packed_box<T> left[all], right[all];  // boxes around the entries up to i, and from i on
        left[0] = entries[0].box, right[all - 1] = entries[all - 1].box;
        for (unsigned i = 1; i < all; ++i) {
            left[i] = merged(left[i - 1], entries[i].box);
            right[all - 1 - i] = merged(right[all - i], entries[all - 1 - i].box);
        }
        first = 0;
        T smallest{};
        for (const unsigned n : {4u, 5u, 3u, 6u}) {
            const T sum = half_perimeter(left[n - 1]) + half_perimeter(right[n]);
            if (first == 0 || sum < smallest) smallest = sum, first = n;
        }
        boxes[0] = left[first - 1], boxes[1] = right[first];
    }
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
