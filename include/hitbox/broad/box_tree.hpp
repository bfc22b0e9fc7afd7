#pragma once
/// Insertion, removal and update of a tree of boxes. The box of an entry is exactly the union of the boxes below it,
/// unless boxes were moved by `stretch`.

#include <hitbox/broad/hilbert.hpp>
#include <hitbox/broad/node_store.hpp>
#include <hitbox/broad/tree_levels.hpp>

#include <span>
#include <utility>
#include <vector>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The tree of `dynamic_tree`, without proxies and without checks. @pre all boxes are valid, and indices are below 2^29
template <exact_real T>
class box_tree : public node_store<T> {
    using store = node_store<T>;
    using store::entry_ids_, store::free_, store::links_, store::nodes_, store::is_loose_, store::packed_count_,
        store::packed_length_;
    using store::new_node, store::free_node, store::set, store::put, store::set_box_at, store::drop, store::make_room;
    using store::root_;
    using typename store::node_type;

public:
    using store::box_at, store::child_at, store::clear, store::entry_id_of, store::height, store::max_levels,
        store::none;

    /// Adds a box. @pre the index is not in use
    void insert(std::uint32_t index, const packed_box<T>& box) {
        if (index >= entry_ids_.size()) make_room(entry_ids_, index + std::size_t{1});
        if (this->empty()) {
            root_ = new_node(0);
            put(root_, {box, index});
        } else {
            add(leaf_for(root_, box), {box, index});
        }
    }
    void remove(std::uint32_t index) {
        const std::uint32_t entry_id = entry_ids_[index], n = entry_id / node_type::max_entries;
        drop(n, entry_id % node_type::max_entries);
        mend(n);
    }

    /// Changes the box in place if the entry of its leaf encloses the new one. Otherwise the box moves to a leaf below
    /// the lowest node that encloses it.
    void update(std::uint32_t index, const packed_box<T>& box) {
        const std::uint32_t entry_id = entry_ids_[index], n = entry_id / node_type::max_entries;
        const unsigned slot = entry_id % node_type::max_entries;
        if (n == root_) return nodes_[n].set_box(slot, box);
        const packed_box<T> around = box_at(links_[n].parent);
        if (encloses(around, box)) {
            const bool shrinks = touches_side(nodes_[n].box(slot), around);
            nodes_[n].set_box(slot, box);
            if (shrinks) refit(n);
            return;
        }
        std::uint32_t top = links_[n].parent / node_type::max_entries;
        while (top != root_ && !encloses(box_at(links_[top].parent), box))
            top = links_[top].parent / node_type::max_entries;
        if (const std::uint32_t leaf = leaf_for(top, box); leaf == n) {
            nodes_[n].set_box(slot, box);
            refit(n);
        } else {
            add(leaf, {box, index});
            const std::uint32_t new_entry_id = entry_ids_[index];
            drop(n, slot);
            entry_ids_[index] = new_entry_id;  // `drop` overwrites the id if the old entry was the last of its node
            mend(n);
        }
    }

    /// Changes the box in place and enlarges the entries above it where necessary, which takes a fraction of the time
    /// of `update`. Entries stay larger than necessary until the tree is built or all boxes are replaced. A box that no
    /// longer meets its leaf is updated, so that it does not stretch the tree across the whole scene.
    void stretch(std::uint32_t index, const packed_box<T>& box) {
        const std::uint32_t entry_id = entry_ids_[index];
        std::uint32_t n = entry_id / node_type::max_entries;
        if (n != root_ && !meets(box_at(links_[n].parent), limits_of(box))) return update(index, box);
        nodes_[n].set_box(entry_id % node_type::max_entries, box);
        is_loose_ = true;
        for (; n != root_; n = links_[n].parent / node_type::max_entries) {
            const packed_box<T> around = box_at(links_[n].parent);
            if (encloses(around, box)) return;
            set_box_at(links_[n].parent, merged(around, box));
        }
    }

    /// Returns the bytes of memory in use, with those of the lists that are kept.
    [[nodiscard]] std::size_t bytes_used() const noexcept {
        return store::bytes_used() + kept_.curve.bytes_used() + kept_.cuts.bytes_used() +
               kept_.top.capacity() * sizeof(std::uint32_t) + kept_.parts.capacity() * sizeof(refitted);
    }

    /// Builds the tree from all boxes. If it replaces a tree, which many programs do in each frame, the lists that the
    /// work needs keep their memory. A first build frees its lists, because many trees are built only once.
    template <class Executor>
    void build(Executor& execute, std::span<const aabb<T>> boxes) {
        if (boxes.empty()) return clear();
        if (this->empty()) {
            const value_list<std::uint32_t> order = hilbert_order(execute, boxes);
            level_lists<T> cuts;
            return pack(execute, boxes, order, cuts);
        }
        hilbert_order(execute, boxes, kept_.curve);
        pack(execute, boxes, kept_.curve.order, kept_.cuts);
    }

    /// Replaces the boxes of all indices. The boxes stay in their leaves until the perimeters of the leaves have grown
    /// so much that building a new tree saves time. Fewer than 1000 boxes are always packed again, because this takes
    /// microseconds and the quality of a small tree varies much. @pre all indices below the number of boxes are in use
    template <class Executor>
    void replace(Executor& execute, std::span<const aabb<T>> boxes) {
        if (this->empty()) return;
        constexpr std::size_t few = 1000;
        constexpr double worst = 1.1;  // growth of the mean half perimeter; then about 1.5 times as many nodes overlap
        if (boxes.size() < few) return build(execute, boxes);
        const double length = refit_all(execute, boxes);
        if (length * static_cast<double>(packed_count_) > worst * packed_length_ * static_cast<double>(boxes.size()) ||
            packed_count_ == 0)
            build(execute, boxes);
    }

private:
    struct refitted {
        packed_box<T> box;
        double length;
    };
    /// Lists that keep their memory from one build to the next. A copy begins without memory.
    struct work_lists {
        work_lists() = default;
        work_lists(const work_lists&) noexcept {}
        work_lists(work_lists&&) noexcept = default;
        work_lists& operator=(const work_lists&) noexcept { return *this; }
        work_lists& operator=(work_lists&&) noexcept = default;
        ~work_lists() = default;

        curve_lists<T> curve;
        level_lists<T> cuts;
        value_list<std::uint32_t> top;  // `top` and `parts` are those of `refit_all`
        std::vector<refitted> parts;
    };

    /// Packs the boxes into leaves in the order of a Hilbert curve, and the leaves into nodes (Kamel and Faloutsos
    /// 1993). @pre there is a box
    template <class Executor>
    void pack(Executor& execute, std::span<const aabb<T>> boxes, const value_list<std::uint32_t>& order,
              level_lists<T>& cuts) {
        nodes_.clear(), links_.clear();
        root_ = free_ = none;
        entry_ids_.resize(boxes.size());
        packed_length_ = 0, packed_count_ = boxes.size(), is_loose_ = false;
        const auto lanes_of = [&](std::size_t i) { return packed_lanes(boxes[order[i]]); };
        const std::size_t count = cut_into_levels(execute, boxes.size(), lanes_of, cuts);
        const std::vector<tree_level<T>>& levels = cuts.levels;
        std::size_t total = 0;
        for (std::size_t level = 0; level < count; ++level) total += levels[level].size();
        nodes_.resize(total), links_.resize(total);

        for (const packed_box<T>& leaf : levels[0].boxes) packed_length_ += static_cast<double>(half_perimeter(leaf));
        fill_level(execute, 0, 0, levels[0],
                   [&](std::size_t i) { return tree_entry<T>{box_of_lanes(lanes_of(i)), order[i]}; });
        std::size_t first = 0;
        for (unsigned level = 1; level < count; ++level) {
            const std::vector<packed_box<T>>& below = levels[level - 1].boxes;
            fill_level(execute, level, first + below.size(), levels[level],
                       [&](std::size_t i) { return tree_entry<T>{below[i], static_cast<std::uint32_t>(first + i)}; });
            first += below.size();
        }
        root_ = static_cast<std::uint32_t>(total - 1);
        links_[root_].parent = none;
    }

    [[nodiscard]] static bool touches_side(const packed_box<T>& inner, const packed_box<T>& outer) noexcept {
        return inner.lanes[0] == outer.lanes[0] || inner.lanes[1] == outer.lanes[1] ||
               inner.lanes[2] == outer.lanes[2] || inner.lanes[3] == outer.lanes[3];
    }

    /// Returns the leaf below a node to which a box is added. Enlarges all entries on the path to it around the box.
    [[nodiscard]] std::uint32_t leaf_for(std::uint32_t n, const packed_box<T>& box) noexcept {
        const spread_box<T> spread{box};
        for (unsigned level = links_[n].level; level > 0; --level) {
            const unsigned slot = nodes_[n].nearest_entry(spread);
            nodes_[n].enlarge(slot, box);
            n = nodes_[n].children[slot];
        }
        return n;
    }
    /// Adds an entry to a node. A full node is split, which adds an entry to its parent, and so on up to the root.
    /// @pre the entry of the node encloses the new one
    void add(std::uint32_t n, tree_entry<T> e) {
        while (links_[n].count == node_type::max_entries) {
            const std::uint32_t other = new_node(links_[n].level);
            const auto [box, other_box] = divide(n, other, e);
            if (n == root_) {
                root_ = new_node(links_[n].level + 1u);
                put(root_, {box, n});
            } else {
                set_box_at(links_[n].parent, box);
            }
            n = links_[n].parent / node_type::max_entries;
            e = {other_box, other};
        }
        put(n, e);
    }
    /// Distributes the entries of a full node and one more over this node and an empty one. Returns the boxes around
    /// both nodes.
    std::pair<packed_box<T>, packed_box<T>> divide(std::uint32_t full, std::uint32_t empty,
                                                   const tree_entry<T>& more) noexcept {
        std::array<tree_entry<T>, node_type::max_entries + 1> list;
        for (unsigned i = 0; i < node_type::max_entries; ++i) list[i] = nodes_[full].entry(i);
        list[node_type::max_entries] = more;
        const parted_entries<T> parts{list};
        nodes_[full].clear();
        links_[full].count = 0;
        for (unsigned i = 0; i < list.size(); ++i) put(i < parts.first ? full : empty, parts.entries[i]);
        return {parts.boxes[0], parts.boxes[1]};
    }

    /// Restores the minimum number of entries after an entry was dropped. A node with a single entry gives it to the
    /// nearest node with the same parent. If that node is full, both share its entries.
    void mend(std::uint32_t n) {
        while (n != root_ && links_[n].count < node_type::min_entries) {
            const tree_entry<T> last = nodes_[n].entry(0);
            const std::uint32_t entry_id = links_[n].parent, parent = entry_id / node_type::max_entries;
            drop(parent, entry_id % node_type::max_entries);
            const unsigned nearest = nodes_[parent].nearest_entry(spread_box<T>{last.box});
            const std::uint32_t other = nodes_[parent].children[nearest];
            if (links_[other].count == node_type::max_entries) {
                drop(n, 0);
                const auto [box, own_box] = divide(other, n, last);
                nodes_[parent].set_box(nearest, box);
                put(parent, {own_box, n});
            } else {
                put(other, last);
                nodes_[parent].enlarge(nearest, last.box);
                free_node(n);
            }
            n = parent;
        }
        if (n != root_) return refit(n);
        while (links_[root_].level > 0 && links_[root_].count == 1) {
            free_node(std::exchange(root_, nodes_[root_].children[0]));
            links_[root_].parent = none;
        }
        if (links_[root_].count == 0) free_node(std::exchange(root_, none));
    }
    /// Shrinks or enlarges the entries above a node to the exact unions.
    void refit(std::uint32_t n) noexcept {
        for (; n != root_; n = links_[n].parent / node_type::max_entries) {
            const packed_box<T> box = nodes_[n].bounds();
            if (same(box_at(links_[n].parent), box)) return;
            set_box_at(links_[n].parent, box);
        }
    }

    /// Fills the nodes of one level, from node `first` on. entry(i) returns entry i of the level.
    template <class Executor, class Entry>
    void fill_level(Executor& execute, unsigned level, std::size_t first, const tree_level<T>& nodes,
                    const Entry& entry) {
        constexpr std::size_t chunk = 512;
        const std::size_t n = nodes.size();
        auto fill = [&](std::size_t c) {
            for (std::size_t i = c * chunk; i < (std::min)(n, (c + 1) * chunk); ++i) {
                const auto to = static_cast<std::uint32_t>(first + i);
                const std::uint32_t begin = nodes.begins[i], count = nodes.begins[i + 1] - begin;
                links_[to] = {none, static_cast<std::uint16_t>(count), static_cast<std::uint16_t>(level)};
                for (unsigned slot = 0; slot < count; ++slot) set(to, slot, entry(begin + slot));
                for (unsigned slot = count; slot < node_type::max_entries; ++slot)
                    nodes_[to].set_box(slot, no_box<T>());
            }
        };
        execute((n + chunk - 1) / chunk, fill);
    }

    /// Recomputes all boxes in place. Returns the sum of the half perimeters of all leaves, added in an order that does
    /// not depend on the executor.
    template <class Executor>
    double refit_all(Executor& execute, std::span<const aabb<T>> boxes) {
        constexpr std::size_t enough = 64;
        value_list<std::uint32_t>& top = kept_.top;  // level by level; the nodes of the lowest level start at `begin`
        top.clear(), top.push_back(root_);
        std::size_t begin = 0;
        unsigned level = height();
        for (; level > 0 && top.size() - begin < enough; --level) {
            const std::size_t end = top.size();
            for (; begin < end; ++begin)
                for (unsigned slot = 0; slot < links_[top[begin]].count; ++slot)
                    top.push_back(nodes_[top[begin]].children[slot]);
        }
        is_loose_ = false;
        std::vector<refitted>& parts = kept_.parts;
        parts.resize(top.size() - begin);
        auto part = [&](std::size_t i) { parts[i] = refit_below(top[begin + i], level, boxes); };
        execute(parts.size(), part);
        double length = 0;
        for (const refitted& p : parts) length += p.length;
        for (std::size_t i = top.size(); i-- > 1;)
            set_box_at(links_[top[i]].parent, i >= begin ? parts[i - begin].box : nodes_[top[i]].bounds());
        return length;
    }
    refitted refit_below(std::uint32_t n, unsigned level, std::span<const aabb<T>> boxes) noexcept {
        node_type& at = nodes_[n];
        refitted result{no_box<T>(), 0};
        for (unsigned slot = 0; slot < links_[n].count; ++slot) {
            packed_box<T> box;
            if (level == 0) {
                box = packed(boxes[at.children[slot]]);
            } else {
                const refitted below = refit_below(at.children[slot], level - 1, boxes);
                box = below.box;
                result.length += below.length;
            }
            at.set_box(slot, box);
            result.box = merged(result.box, box);
        }
        if (level == 0) result.length = static_cast<double>(half_perimeter(result.box));
        return result;
    }

    work_lists kept_;
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
