#pragma once
/// Queries of a tree of boxes. Their memory is bounded by the height of the tree and is on the stack.

#include <hitbox/broad/box_gap.hpp>
#include <hitbox/broad/box_path.hpp>
#include <hitbox/broad/box_tree.hpp>
#include <hitbox/core/lists.hpp>

#include <bit>
#include <limits>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Calls f with the number of each set bit, from the lowest up, until f returns false. Returns true if f never returned
/// false.
template <class F>
[[gnu::always_inline]] constexpr bool for_each_bit(std::uint64_t bits, F&& f) {
    for (; bits != 0; bits &= bits - 1)
        if (!f(static_cast<unsigned>(std::countr_zero(bits)))) return false;
    return true;
}

/// The size of the stack of a depth-first walk, which holds at most the entries of one node of each level.
template <exact_real T>
inline constexpr std::size_t walk_room = (box_tree<T>::max_levels + 1) * tree_node<T>::max_entries;

/// Calls visit(index) for each box that meets the box with these limits, until it returns false.
template <exact_real T, class Visit>
query_statistics visit_meeting(const box_tree<T>& tree, const packed_box<T>& limits, Visit&& visit) {
    query_statistics seen;
    if (tree.empty()) return seen;
    struct step {
        std::uint32_t node, level;
    };
    step left[walk_room<T>];
    std::size_t size = 0;
    left[size++] = {tree.root(), tree.height()};
    const spread_box<T> spread{limits};
    while (size > 0) {
        const step now = left[--size];
        const tree_node<T>& node = tree.node(now.node);
        ++seen.visited, seen.tested += tree_node<T>::max_entries;
        const bool goes_on = for_each_bit(node.meeting(spread), [&](unsigned slot) {
            if (now.level == 0) return ++seen.found, visit(node.children[slot]);
            left[size++] = {node.children[slot], now.level - 1};
            return true;
        });
        if (!goes_on) break;
    }
    return seen;
}

/// The ranks of eight numbers in descending order, computed without a branch. The rank of a chosen number is the number
/// of larger chosen ones. The other numbers have different ranks after all chosen ones. The lowest three bits of a
/// number are ignored; numbers that are equal without them are ordered by position.
class descending_ranks {
public:
    static constexpr unsigned count = 8;

    /// Bit i of `chosen` is set if number i is chosen.
    [[gnu::always_inline]] descending_ranks(const float (&numbers)[count], unsigned chosen) noexcept {
        // Each float becomes an integer with the same order. The lowest three bits become the position, so that no two
        // are equal. Numbers that are not chosen become the smallest integers.
#if HITBOX_HAS_PACKS
        typedef std::int32_t ints __attribute__((vector_size(16)));
        const ints places[] = {{0, 1, 2, 3}, {4, 5, 6, 7}}, bits[] = {{1, 2, 4, 8}, {16, 32, 64, 128}};
        ints sorted[2], sums[2] = {};
        __builtin_memcpy(sorted, numbers, sizeof sorted);
        const ints all = ints{} + static_cast<std::int32_t>(chosen);
        for (unsigned h = 0; h < 2; ++h) {
            const ints ordered = sorted[h] ^ ((sorted[h] >> 31) & 0x7fffffff), left_out = (all & bits[h]) == 0;
            sorted[h] = (ordered & ~left_out & -8) | (left_out & min_key) | places[h];
        }
        __builtin_memcpy(ranks_, sorted, sizeof ranks_);
        for (const std::int32_t key : ranks_) {
            const ints of_all = ints{} + key;
            for (unsigned h = 0; h < 2; ++h) sums[h] -= of_all > sorted[h];
        }
        __builtin_memcpy(ranks_, sums, sizeof ranks_);
#else
        std::int32_t keys[count];
        __builtin_memcpy(keys, numbers, sizeof keys);
        for (unsigned i = 0; i < count; ++i) {
            const std::int32_t ordered = keys[i] ^ ((keys[i] >> 31) & 0x7fffffff);
            keys[i] = ((chosen >> i & 1) != 0 ? ordered & -8 : min_key) | static_cast<std::int32_t>(i);
        }
        for (unsigned i = 0; i < count; ++i) {
            ranks_[i] = 0;
            for (const std::int32_t key : keys) ranks_[i] += key > keys[i] ? 1 : 0;
        }
#endif
    }
    [[nodiscard, gnu::always_inline]] unsigned operator[](unsigned i) const noexcept {
        return static_cast<unsigned>(ranks_[i]);
    }

private:
    static constexpr std::int32_t min_key = (std::numeric_limits<std::int32_t>::min)();

    std::int32_t ranks_[count];
};

/// Visits all boxes that a path may meet, the nearest entries of each node first. visit(index) may shorten the path.
template <exact_real T>
class path_walk {
public:
    path_walk(const box_tree<T>& tree, const box_path<T>& path) noexcept : tree_{tree}, path_{path}, strip_{path} {}

    template <class Visit>
    query_statistics operator()(Visit&& visit) {
        query_statistics seen;
        if (tree_.empty()) return seen;
        std::uint32_t n = tree_.root();
        for (unsigned level = tree_.height();;) {
            const std::size_t begin = size_;
            ++seen.visited, seen.tested += tree_node<T>::max_entries;
            collect(n, level);
            for (; level == 0 && size_ > begin;) {
                const std::uint32_t entry_id = left_[--size_].entry_id;
                if (!is_within_limits(entry_id)) continue;
                ++seen.found;
                if (!visit(tree_.child_at(entry_id))) return seen;
            }
            do {
                if (size_ == 0) return seen;
            } while (!is_within_limits(left_[--size_].entry_id));
            n = tree_.child_at(left_[size_].entry_id);
            level = left_[size_].level - 1;
        }
    }

private:
    struct step {
        std::uint32_t entry_id, level;
    };

    /// Adds the entries of a node that the path may meet to the stack, with the nearest on top. If there are three or
    /// more, all eight entries are written at the positions of their ranks, because branches on their number or their
    /// order would be mispredicted.
    [[gnu::always_inline]] void collect(std::uint32_t n, unsigned level) noexcept {
        constexpr unsigned max_entries = tree_node<T>::max_entries;
        static_assert(max_entries == descending_ranks::count);
        const tree_node<T>& node = tree_.node(n);
        const unsigned within = node.meeting(spread_box<T>{path_.limits()});
        if (within == 0) return;
        const auto is_beside = [&](unsigned half) {
            return strip_.is_beside([&](unsigned lane) { return node.row(lane, half); });
        };
        const unsigned chosen = within & ~(is_beside(0) | is_beside(1) << 4);
        step* const first = left_ + size_;
        const auto one = static_cast<unsigned>(std::countr_zero(chosen | 1u << max_entries));
        const unsigned others = chosen & (chosen - 1);
        if (others == 0) {  // at most one entry; if there is none, the written one is not counted
            first[0] = {tree_.entry_id_of(n, one), level}, size_ += chosen != 0 ? 1 : 0;
            return;
        }
        // The positions along the path of the corners that the path reaches first, scaled.
        float along[max_entries];
        for (unsigned half = 0; half < 2; ++half)
            store_as_float(along + 4 * half, rounded_product(strip_.along_x(), node.row(strip_.first_x(), half)) +
                                                 rounded_product(strip_.along_y(), node.row(strip_.first_y(), half)));
        if ((others & (others - 1)) == 0) {
            const auto two = static_cast<unsigned>(std::countr_zero(others));
            const unsigned is_two_first = along[two] < along[one] ? 1 : 0;
            first[1 - is_two_first] = {tree_.entry_id_of(n, one), level};
            first[is_two_first] = {tree_.entry_id_of(n, two), level};
            size_ += 2;
            return;
        }
        const descending_ranks ranks{along, chosen};
        for (unsigned slot = 0; slot < max_entries; ++slot) first[ranks[slot]] = {tree_.entry_id_of(n, slot), level};
        size_ += static_cast<unsigned>(std::popcount(chosen));
    }
    [[gnu::always_inline]] static void store_as_float(float* to, const quad<T>& q) noexcept {
        if constexpr (std::same_as<T, float>) {
            __builtin_memcpy(to, &q, sizeof q);
        } else {
            constexpr T max_value = static_cast<T>((std::numeric_limits<float>::max)());
            for (std::size_t i = 0; i < 4; ++i)
                to[i] = static_cast<float>(smaller(larger(q[i], -max_value), max_value));
        }
    }
    [[nodiscard]] bool is_within_limits(std::uint32_t entry_id) const noexcept {
        const packed_box<T> box = tree_.box_at(entry_id);
        const auto& limits = path_.limits();
        return (box.lanes[0] <= limits.lanes[0]) & (box.lanes[1] <= limits.lanes[1]) &
               (box.lanes[2] <= limits.lanes[2]) & (box.lanes[3] <= limits.lanes[3]);
    }

    const box_tree<T>& tree_;
    const box_path<T>& path_;
    const path_strip<T> strip_;
    std::size_t size_ = 0;
    step left_[walk_room<T>];
};

/// Visits all pairs of boxes that meet: the pairs below each node, and the pairs between two nodes that meet. All
/// leaves have the same depth, so the two nodes are always on the same level.
template <exact_real T>
class pair_walk {
public:
    struct job {
        std::uint32_t a, b;  // a == b: the pairs below one node
    };
    explicit pair_walk(const box_tree<T>& tree) noexcept : tree_{tree} {}

    /// Calls visit(index, index) for the pairs of a job, whose nodes are on this level, until it returns false. Returns
    /// true if it never returned false.
    template <class Visit>
    bool operator()(const job& now, unsigned level, query_statistics& seen, Visit& visit) const {
        if (level == 0) {
            return for_each_below(now, false, seen,
                                  [&](std::uint32_t a, std::uint32_t b) { return ++seen.found, visit(a, b); });
        }
        return for_each_below(now, true, seen, [&](std::uint32_t a, std::uint32_t b) {
            return (*this)(job{a, b}, level - 1, seen, visit);
        });
    }

    /// Splits the walk into jobs, and sets `level` to the level of their nodes. The pairs of all jobs, one job after
    /// another, are those of the walk in the same order. The number of jobs depends only on the tree; it is large
    /// enough for any usual number of threads.
    [[nodiscard]] value_list<job> split(unsigned& level, query_statistics& seen) const {
        constexpr std::size_t enough = 128;
        value_list<job> jobs{{tree_.root(), tree_.root()}}, finer;
        for (level = tree_.height(); level > 0 && jobs.size() < enough; --level) {
            finer.clear();
            for (const job& j : jobs)
                for_each_below(j, true, seen,
                               [&](std::uint32_t a, std::uint32_t b) { return finer.push_back({a, b}), true; });
            jobs.swap(finer);
        }
        return jobs;
    }

private:
    /// Calls f(child, child) for the pairs of entries of one node that meet, and for each entry with itself if
    /// `themselves` is true. For two nodes, calls f with the pairs of an entry of each that meet.
    template <class F>
    [[gnu::always_inline]] bool for_each_below(const job& now, bool themselves, query_statistics& seen, F&& f) const {
        const tree_node<T>&a = tree_.node(now.a), &b = tree_.node(now.b);
        ++seen.visited, seen.tested += tree_node<T>::max_entries;
        if (now.a == now.b) {
            if (themselves) {
                const bool goes_on =
                    for_each_bit(a.used(), [&](unsigned i) { return f(a.children[i], a.children[i]); });
                if (!goes_on) return false;
            }
            return for_each_bit(a.used() >> 1, [&](unsigned j) {
                const unsigned before = a.meeting(spread_box<T>{limits_of(a.box(j + 1))}) & ((2u << j) - 1);
                return for_each_bit(before, [&](unsigned i) { return f(a.children[i], a.children[j + 1]); });
            });
        }
        return for_each_bit(a.meeting(spread_box<T>{limits_of(b.bounds())}), [&](unsigned i) {
            seen.tested += tree_node<T>::max_entries;
            const unsigned meeting = b.meeting(spread_box<T>{limits_of(a.box(i))});
            return for_each_bit(meeting, [&](unsigned j) { return f(a.children[i], b.children[j]); });
        });
    }
    const box_tree<T>& tree_;
};

/// Finds the indices of the k boxes nearest to a point, ascending by distance and then index: depth first, the
/// nearest node first (Roussopoulos, Kelley and Vincent 1995).
template <exact_real T>
class nearest_walk {
public:
    nearest_walk(const box_tree<T>& tree, vec2<T> point, std::size_t k, std::size_t size)
        : tree_{tree}, point_{point}, max_count_{(std::min)(k, size)} {
        best_.reserve(max_count_);
    }

    [[nodiscard]] const std::vector<neighbour<T>>& operator()() {
        if (max_count_ > 0) visit(tree_.root(), tree_.height());
        detail::sort_heap(best_.data(), best_.size());
        return best_;
    }

private:
    [[nodiscard]] bool is_too_far(const square_gap<T>& gap) const noexcept {
        return best_.size() == max_count_ && best_.front().gap < gap;
    }
    void visit(std::uint32_t n, unsigned level) {
        constexpr unsigned max_entries = tree_node<T>::max_entries;
        const tree_node<T>& node = tree_.node(n);
        square_gap<T> gaps[max_entries];
        find_gaps<max_entries>(node.lanes[0], point_, gaps);
        unsigned order[max_entries], size = 0;
        for (unsigned used = node.used(); used != 0; used &= used - 1) {
            const auto slot = static_cast<unsigned>(std::countr_zero(used));
            if (is_too_far(gaps[slot])) continue;
            unsigned at = size++;
            for (; at > 0 && gaps[slot] < gaps[order[at - 1]]; --at) order[at] = order[at - 1];
            order[at] = slot;
        }
        for (unsigned i = 0; i < size && !is_too_far(gaps[order[i]]); ++i) {
            if (level > 0) visit(node.children[order[i]], level - 1);
            else add_to_nearest(best_, max_count_, neighbour<T>{gaps[order[i]], node.children[order[i]]});
        }
    }

    const box_tree<T>& tree_;
    vec2<T> point_;
    std::size_t max_count_;
    std::vector<neighbour<T>> best_;  // a heap, the farthest on top
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
