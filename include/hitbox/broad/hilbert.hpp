#pragma once
/// The order of boxes along a Hilbert curve, in which the box around a few consecutive boxes is small.
///
/// The boxes are ordered by the positions of their centres on the curve. The curve visits all squares of a grid within
/// a larger square before it leaves the larger square (Kamel and Faloutsos 1993, "On packing R-trees").

#include <hitbox/broad/broad_phase.hpp>
#include <hitbox/core/lists.hpp>
#include <hitbox/core/quad.hpp>

#include <array>
#include <limits>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The table for four steps at once. It maps a state and four bits each of x and y to eight bits of the index on the
/// curve and the next state. Each quarter of a square contains a reflected copy of the whole curve, and the state is
/// this reflection: bit 0 exchanges x and y, bit 1 complements them.
[[nodiscard]] constexpr std::array<std::uint16_t, 1024> make_hilbert_steps() noexcept {
    std::array<std::uint16_t, 1024> steps{};
    for (unsigned from = 0; from < 1024; ++from) {
        unsigned state = from >> 8, index = 0;
        for (unsigned bit = 4; bit-- > 0;) {
            const unsigned first = from >> (4 + bit) & 1, second = from >> bit & 1;
            const unsigned x = ((state & 1) != 0 ? second : first) ^ state >> 1,
                           y = ((state & 1) != 0 ? first : second) ^ state >> 1;
            index = index << 2 | ((3 * x) ^ y);
            if (y == 0) state ^= 1 | x << 1;
        }
        steps[from] = static_cast<std::uint16_t>(state << 8 | index);
    }
    return steps;
}
/// A template in the type of the coordinates, so that only a translation unit that uses the table computes it.
template <class T>
inline constexpr std::array<std::uint16_t, 1024> hilbert_steps = make_hilbert_steps();

/// Returns the index of a square on the curve through a grid of 2^16 by 2^16. @pre x and y are below 2^16
template <class T>
[[nodiscard]] constexpr std::uint32_t hilbert_index(std::uint32_t x, std::uint32_t y) noexcept {
    std::uint32_t step = 0, index = 0;
    for (unsigned shift = 16; shift > 0;) {
        shift -= 4;
        step = hilbert_steps<T>[(step & 0x300) | (x >> shift & 15) << 4 | (y >> shift & 15)];
        index = index << 8 | (step & 255);
    }
    return index;
}

/// A sort key in the upper half, such as the index on the curve, and the index of a box in the lower half.
using key_and_index = std::uint64_t;
[[nodiscard]] constexpr std::uint32_t index_of(key_and_index p) noexcept { return static_cast<std::uint32_t>(p); }
[[nodiscard]] constexpr std::uint32_t key_of(key_and_index p) noexcept { return static_cast<std::uint32_t>(p >> 32); }

/// A stable radix sort by key, in three rounds of 11 bits from the lowest. A round in which all bits are equal is
/// skipped. Short lists are sorted by comparisons, which is faster. @pre equal keys are in ascending order of index
template <class Keyed>
void sort_by_key(list_view<Keyed> list, value_list<Keyed>& room) {
    if (list.size() < 512) return sort_list(list);
    room.resize((std::max)(room.size(), list.size()));
    std::array<std::array<std::uint32_t, 2048>, 3> starts{};
    for (const Keyed p : list)
        for (unsigned round = 0; round < 3; ++round) ++starts[round][p >> (32 + 11 * round) & 2047];
    Keyed *from = list.data(), *to = room.data();
    for (unsigned round = 0; round < 3; ++round) {
        const unsigned shift = 32 + 11 * round;
        if (starts[round][*from >> shift & 2047] == list.size()) continue;
        std::uint32_t start = 0;
        for (std::uint32_t& s : starts[round]) start += std::exchange(s, start);
        for (std::size_t i = 0; i < list.size(); ++i) to[starts[round][from[i] >> shift & 2047]++] = from[i];
        std::swap(from, to);
    }
    if (from != list.data())
        for (std::size_t i = 0; i < list.size(); ++i) list[i] = from[i];
}

/// Returns half of the centre of a box, in lanes 0 and 1 and again in lanes 2 and 3. Neither half a centre nor the
/// difference of two overflows.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline quad<T> half_center(const aabb<T>& box) noexcept {
    const quad<T> quarter = rounded_product(load_quad<T>(box), quad_of(T(.25)));
    return quarter + pick<2, 3, 0, 1>(quarter);
}

/// The lists of `hilbert_order`. They keep their memory from one call to the next.
template <exact_real T>
struct curve_lists {
    struct extent {
        quad<T> low = quad_of((std::numeric_limits<T>::max)()), high = quad_of(std::numeric_limits<T>::lowest());
    };

    value_list<std::uint32_t> order;  // the result
    value_list<key_and_index> keys, room;
    value_list<list_view<key_and_index>> left;  // ranges of `keys` that are to be sorted
    std::vector<extent> extents;                // around the half centres of some boxes each

    [[nodiscard]] std::size_t bytes_used() const noexcept {
        return order.capacity() * sizeof(std::uint32_t) + (keys.capacity() + room.capacity()) * sizeof(key_and_index) +
               left.capacity() * sizeof(list_view<key_and_index>) + extents.capacity() * sizeof(extent);
    }
};

/// Sets the key of each box to its index on the curve through the smallest square around their centres. Returns false,
/// and sets nothing, if the side of the square is 0, or so small that the scale might overflow.
template <exact_real T, class Executor>
bool find_keys(Executor& execute, std::span<const aabb<T>> boxes, list_view<key_and_index> list,
               std::vector<typename curve_lists<T>::extent>& extents) {
    using extent = typename curve_lists<T>::extent;
    constexpr std::size_t chunk = 4096;
    const std::size_t chunks = (list.size() + chunk - 1) / chunk;
    const auto part = [&](std::size_t c) {
        return list_view<key_and_index>{list.data() + c * chunk, (std::min)(chunk, list.size() - c * chunk)};
    };

    extents.resize(chunks);
    auto measure = [&](std::size_t c) {
        extent e;
        for (const key_and_index p : part(c)) {
            const quad<T> center = half_center(boxes[index_of(p)]);
            e.low = lower(e.low, center), e.high = upper(e.high, center);
        }
        extents[c] = e;
    };
    execute(chunks, measure);
    extent all;
    for (const extent& e : extents) all.low = lower(all.low, e.low), all.high = upper(all.high, e.high);
    const T side = highest(all.high - all.low);
    if (!(side > (std::numeric_limits<T>::min)() * T(0x1p18))) return false;

    const quad<T> scale = quad_of(T(65535) / side);
    auto set_keys = [&](std::size_t c) {
        for (key_and_index& p : part(c)) {
            const quad<T> at = (half_center(boxes[index_of(p)]) - all.low) * scale;
            const auto x = static_cast<std::uint32_t>(static_cast<std::int32_t>(at[0])),
                       y = static_cast<std::uint32_t>(static_cast<std::int32_t>(at[1]));
            p = key_and_index{hilbert_index<T>(x, y)} << 32 | index_of(p);
        }
    };
    execute(chunks, set_keys);
    return true;
}

/// Sets `lists.order` to the indices of boxes in the order of their centres along the Hilbert curve; indices at the
/// same position ascend. If many centres are in one square of the grid, as when one box is far from all others, a finer
/// grid orders them. The quality of the order therefore does not depend on the position and spread of the boxes. The
/// order is the same with any executor. @pre all boxes are valid, and there are fewer than 2^32
template <exact_real T, class Executor>
void hilbert_order(Executor& execute, std::span<const aabb<T>> boxes, curve_lists<T>& lists) {
    constexpr std::size_t many = 32;
    auto& [order, list, room, left, extents] = lists;
    list.resize(boxes.size());
    for (std::size_t i = 0; i < list.size(); ++i) list[i] = i;
    left.clear(), left.push_back(list_view<key_and_index>{list});
    while (!left.empty()) {
        const list_view<key_and_index> now = left.back();
        left.pop_back();
        if (!find_keys(execute, boxes, now, extents)) continue;
        sort_by_key(now, room);
        for (std::size_t begin = 0, end = 0; begin < now.size(); begin = end) {
            while (end < now.size() && key_of(now[end]) == key_of(now[begin])) ++end;
            if (end - begin > many) left.push_back({now.data() + begin, end - begin});
        }
    }
    order.resize(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) order[i] = index_of(list[i]);
}
template <exact_real T, class Executor>
[[nodiscard]] value_list<std::uint32_t> hilbert_order(Executor& execute, std::span<const aabb<T>> boxes) {
    curve_lists<T> lists;
    hilbert_order(execute, boxes, lists);
    return std::move(lists.order);
}
template <exact_real T>
[[nodiscard]] value_list<std::uint32_t> hilbert_order(std::span<const aabb<T>> boxes) {
    const run_here execute;
    return hilbert_order(execute, boxes);
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
