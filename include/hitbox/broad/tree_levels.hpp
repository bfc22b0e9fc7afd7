#pragma once
/// The cuts of ordered boxes into the nodes of a packed tree, level by level.
///
/// Boxes are packed into full nodes along a Hilbert curve (Kamel and Faloutsos 1993, "On packing R-trees"). A node that
/// spans a gap between two clumps is long, so queries in the gap visit it. Such a node ends at the gap.

#include <hitbox/broad/packed_box.hpp>
#include <hitbox/broad/tree_node.hpp>

#include <limits>
#include <utility>
#include <vector>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Returns part * of / parts, rounded down, without overflow.
[[nodiscard]] constexpr std::size_t share(std::size_t part, std::size_t of, std::size_t parts) noexcept {
    return part * (of / parts) + part * (of % parts) / parts;
}

/// Returns the lanes of a packed box.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline quad<T> packed_lanes(const aabb<T>& box) noexcept {
    constexpr T signs[] = {1, 1, -1, -1};
    return rounded_product(load_quad<T>(box), load_quad<T>(signs));
}
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline packed_box<T> box_of_lanes(const quad<T>& lanes) noexcept {
    packed_box<T> box;
    store_quad(box, 0, lanes);
    return box;
}

/// The nodes of a level: node i has the entries from begins[i] to begins[i + 1], and `boxes[i]` is around them.
template <exact_real T>
struct tree_level {
    value_list<std::uint32_t> begins;
    std::vector<packed_box<T>> boxes;

    [[nodiscard]] std::size_t size() const noexcept { return boxes.size(); }
    [[nodiscard]] std::size_t bytes_used() const noexcept {
        return begins.capacity() * sizeof(std::uint32_t) + boxes.capacity() * sizeof(packed_box<T>);
    }
};
/// The lists of `cut_into_levels`. They keep their memory from one call to the next.
template <exact_real T>
struct level_lists {
    std::vector<tree_level<T>> levels;  // the result, from the leaves up to the root; later ones are unused
    std::vector<tree_level<T>> parts;   // of a level, without the first part

    [[nodiscard]] std::size_t bytes_used() const noexcept {
        std::size_t sum = (levels.capacity() + parts.capacity()) * sizeof(tree_level<T>);
        for (const tree_level<T>& level : levels) sum += level.bytes_used();
        for (const tree_level<T>& part : parts) sum += part.bytes_used();
        return sum;
    }
};

/// Returns the number of boxes before the best cut of `count` boxes: the one for which the sum of the half perimeters
/// of both parts is smallest. Returns `count` if no sum is below `limit`. Sets `around` to the box around the boxes
/// before the cut. `last` is the last possible cut.
template <exact_real T, class LanesOf>
std::size_t best_cut(const LanesOf& lanes_of, std::size_t count, std::size_t last, T limit, packed_box<T>& around) {
    constexpr std::size_t first = tree_node<T>::min_entries;
    quad<T> after[tree_node<T>::max_entries], before = lanes_of(0);
    after[count - 1] = lanes_of(count - 1);
    for (std::size_t i = count - 1; i > first; --i) after[i - 1] = lower(lanes_of(i - 1), after[i]);
    std::size_t best = count;
    for (std::size_t i = first; i <= last; ++i) {
        before = lower(before, lanes_of(i - 1));
        const packed_box<T> low = box_of_lanes(before);
        const T sum = half_perimeter(low) + half_perimeter(box_of_lanes(after[i]));
        if (sum < limit) limit = sum, best = i, around = low;
    }
    return best;
}
/// Returns the number of boxes that the next node gets, and sets `around` to the box around them. `left` is the number
/// of the boxes that remain, and lanes_of(i) returns packed box i of these. The number is at most eight, so that this
/// and all later nodes are about equally full. It is smaller if a cut makes the sum of the half perimeters of both
/// parts less than `gain` times that of the whole.
template <exact_real T, class LanesOf>
[[gnu::always_inline]] inline std::size_t cut_node(const LanesOf& lanes_of, std::size_t left, T gain,
                                                   packed_box<T>& around) {
    constexpr std::size_t max_entries = tree_node<T>::max_entries, min_entries = tree_node<T>::min_entries;
    const std::size_t nodes = (left + max_entries - 1) / max_entries;
    const std::size_t count = nodes * max_entries == left ? max_entries : (left + nodes - 1) / nodes;
    quad<T> low = lanes_of(0), high = lanes_of(count - 1);
    for (std::size_t i = 1; i < count / 2; ++i) low = lower(low, lanes_of(i));
    for (std::size_t i = count / 2; i + 1 < count; ++i) high = lower(high, lanes_of(i));
    around = box_of_lanes(lower(low, high));
    // A cut leaves one of the halves whole. If both halves are above the limit, no cut is below it.
    const T limit = gain * half_perimeter(around);
    if (!(half_perimeter(box_of_lanes(low)) < limit || half_perimeter(box_of_lanes(high)) < limit)) return count;
    return best_cut(lanes_of, count, (std::min)(count - 1, left - (std::min)(left, min_entries)), limit, around);
}

/// Cuts boxes into the nodes of a level. Parts of a fixed size are cut on their own, so the nodes are the same with
/// every executor. `others` are lists for the parts behind the first. @pre there is a box
template <exact_real T, class Executor, class LanesOf>
void cut_into_nodes(Executor& execute, std::size_t boxes, T gain, const LanesOf& lanes_of, tree_level<T>& level,
                    std::vector<tree_level<T>>& others) {
    constexpr std::size_t part = 4096;
    const std::size_t parts = (boxes + part - 1) / part;
    if (others.size() < parts - 1) others.resize(parts - 1);
    auto cut = [&](std::size_t p) {
        const std::size_t first = share(p, boxes, parts), end = share(p + 1, boxes, parts);
        tree_level<T>& to = p == 0 ? level : others[p - 1];
        to.begins.clear(), to.boxes.clear();
        to.begins.reserve((end - first) / 7 + 2), to.boxes.reserve((end - first) / 7 + 1);
        packed_box<T> around;
        for (std::size_t begin = first; begin < end;) {
            to.begins.push_back(static_cast<std::uint32_t>(begin));
            begin += cut_node([&, begin](std::size_t i) { return lanes_of(begin + i); }, end - begin, gain, around);
            to.boxes.push_back(around);
        }
    };
    execute(parts, cut);
    for (std::size_t p = 0; p + 1 < parts; ++p) {
        level.begins.append(others[p].begins.begin(), others[p].begins.end());
        level.boxes.insert(level.boxes.end(), others[p].boxes.begin(), others[p].boxes.end());
    }
    level.begins.push_back(static_cast<std::uint32_t>(boxes));
}

/// Sets `lists.levels` to the nodes of all levels, from the leaves up to the root, and returns the number of levels.
/// lanes_of(i) returns packed box i in the order. A leaf is cut only where this halves the sum of the half perimeters,
/// because many half-full leaves cost more than they save. The few nodes above the leaves are cut wherever this makes
/// the sum smaller, except for the root. @pre there is a box
template <exact_real T, class Executor, class LanesOf>
[[nodiscard]] std::size_t cut_into_levels(Executor& execute, std::size_t boxes, const LanesOf& lanes_of,
                                          level_lists<T>& lists) {
    std::vector<tree_level<T>>& levels = lists.levels;
    if (levels.empty()) levels.resize(1);
    cut_into_nodes(execute, boxes, T(.5), lanes_of, levels[0], lists.parts);
    std::size_t count = 1;
    for (; levels[count - 1].size() > 1; ++count) {
        if (levels.size() == count) levels.resize(count + 1);
        const std::vector<packed_box<T>>& below = levels[count - 1].boxes;
        const T gain = below.size() > tree_node<T>::max_entries ? T(1) : T(0);
        cut_into_nodes(
            execute, below.size(), gain, [&](std::size_t i) { return load_quad<T>(below[i]); }, levels[count],
            lists.parts);
    }
    return count;
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
