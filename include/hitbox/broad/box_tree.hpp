#pragma once
/// Insertion, removal and update of a tree of boxes. Its entries are the exact unions of their subtrees.

#include <hitbox/broad/hilbert.hpp>
#include <hitbox/broad/tree_node.hpp>

#include <span>
#include <utility>
#include <vector>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The tree of `dynamic_tree`, without proxies and without checks. @pre all boxes are valid, and indices are below 2^29
template <exact_real T>
class box_tree {
public:
    using node_type = tree_node<T>;
    static constexpr std::uint32_t none = 0xffff'ffff;
    static constexpr std::size_t max_boxes = std::size_t{1} << 29;  // entry ids have 32 bits, 3 of them for the slot
    static constexpr unsigned max_levels = 30;                      // each level has at most half the nodes below it

    box_tree() = default;
    box_tree(const box_tree&) = default;
    box_tree(box_tree&& other) noexcept { swap(other); }
    box_tree& operator=(box_tree other) noexcept { return swap(other), *this; }
    ~box_tree() = default;
    void swap(box_tree& other) noexcept {
        std::swap(nodes_, other.nodes_), std::swap(links_, other.links_), std::swap(entry_ids_, other.entry_ids_);
        std::swap(root_, other.root_), std::swap(free_, other.free_);
        std::swap(packed_length_, other.packed_length_), std::swap(packed_count_, other.packed_count_);
    }

    [[nodiscard]] bool empty() const noexcept { return root_ == none; }
    [[nodiscard]] std::uint32_t root() const noexcept { return root_; }
    /// Returns the level of the root; leaves have level 0. @pre !empty()
    [[nodiscard]] unsigned height() const noexcept { return links_[root_].level; }
    [[nodiscard, gnu::always_inline]] const node_type& node(std::uint32_t n) const noexcept { return nodes_[n]; }
    [[nodiscard]] packed_box<T> box(std::uint32_t index) const noexcept { return box_at(entry_ids_[index]); }
    /// Returns the id of an entry, which combines the index of its node and its slot there.
    [[nodiscard, gnu::always_inline]] static std::uint32_t entry_id_of(std::uint32_t n, unsigned slot) noexcept {
        return n * node_type::max_entries + slot;
    }
    [[nodiscard, gnu::always_inline]] packed_box<T> box_at(std::uint32_t entry_id) const noexcept {
        return nodes_[entry_id / node_type::max_entries].box(entry_id % node_type::max_entries);
    }
    [[nodiscard, gnu::always_inline]] std::uint32_t child_at(std::uint32_t entry_id) const noexcept {
        return nodes_[entry_id / node_type::max_entries].children[entry_id % node_type::max_entries];
    }
    [[nodiscard]] std::size_t bytes_used() const noexcept {
        return nodes_.capacity() * sizeof(node_type) + links_.capacity() * sizeof(link) +
               entry_ids_.capacity() * sizeof(std::uint32_t);
    }
    void clear() noexcept {
        nodes_.clear(), links_.clear(), entry_ids_.clear();
        root_ = free_ = none;
        packed_length_ = 0, packed_count_ = 0;
    }

    /// @pre the index is not in use
    void insert(std::uint32_t index, const packed_box<T>& box) {
        if (index >= entry_ids_.size()) make_room(entry_ids_, index + std::size_t{1});
        if (empty()) {
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

    /// Builds the tree from all boxes. They are packed into full leaves in the order of a Hilbert curve, and the leaves
    /// into full nodes (Kamel and Faloutsos 1993).
    template <class Executor>
    void build(Executor& execute, std::span<const aabb<T>> boxes) {
        nodes_.clear(), links_.clear();
        root_ = free_ = none;
        entry_ids_.resize(boxes.size());
        packed_length_ = 0, packed_count_ = boxes.size();
        if (boxes.empty()) return;
        const std::vector<std::uint32_t> order = hilbert_order(execute, boxes);
        std::size_t total = 0;
        for (std::size_t n = boxes.size(); n > 1 || total == 0; total += n) n = nodes_for(n);
        nodes_.resize(total), links_.resize(total);

        std::vector<packed_box<T>> below = fill_level(execute, 0, 0, boxes.size(), [&](std::size_t i) {
            return tree_entry<T>{packed(boxes[order[i]]), order[i]};
        });
        for (const packed_box<T>& leaf : below) packed_length_ += static_cast<double>(half_perimeter(leaf));
        std::size_t first = 0;
        for (unsigned level = 1; below.size() > 1; ++level) {
            const std::size_t next = first + below.size();
            below = fill_level(execute, level, next, below.size(), [&](std::size_t i) {
                return tree_entry<T>{below[i], static_cast<std::uint32_t>(first + i)};
            });
            first = next;
        }
        root_ = static_cast<std::uint32_t>(total - 1);
        links_[root_].parent = none;
    }

    /// Replaces the boxes of all indices. The boxes stay in their leaves until the perimeters of the leaves have grown
    /// so much that building a new tree saves time. Fewer than 1000 boxes are always packed again, because this takes
    /// microseconds and the quality of a small tree varies much. @pre all indices below the number of boxes are in use
    template <class Executor>
    void replace(Executor& execute, std::span<const aabb<T>> boxes) {
        if (empty()) return;
        constexpr std::size_t few = 1000;
        constexpr double worst = 1.1;  // of the mean half perimeter; at 1.1, about 1.5 times as many nodes overlap
        if (boxes.size() < few) return build(execute, boxes);
        const double length = refit_all(execute, boxes);
        if (length * static_cast<double>(packed_count_) > worst * packed_length_ * static_cast<double>(boxes.size()) ||
            packed_count_ == 0)
            build(execute, boxes);
    }

    /// Returns true if the tree is consistent: each entry is the union of the entries below it, each child stores the
    /// id of its entry, each node has an allowed number of entries, and each of `count` boxes, whose indices `in_use`
    /// accepts, is in one leaf.
    template <class InUse>
    [[nodiscard]] bool validate(std::size_t count, const InUse& in_use) const {
        std::size_t free_nodes = 0;
        for (std::uint32_t n = free_; n != none; n = links_[n].parent)
            if (n >= nodes_.size() || ++free_nodes > nodes_.size()) return false;
        if (empty()) return count == 0 && free_nodes == nodes_.size();
        if (root_ >= nodes_.size() || links_[root_].parent != none || height() > max_levels) return false;
        tally found;
        return is_right(root_, height(), in_use, found) && found.boxes == count &&
               found.nodes + free_nodes == nodes_.size() && nodes_.size() == links_.size();
    }

private:
    struct link {
        std::uint32_t parent;  // the id of the node's entry in its parent; for a free node, the next free node
        std::uint16_t count, level;
    };
    struct tally {
        std::size_t boxes = 0, nodes = 0;
    };

    /// Resizes a list. The capacity grows by a quarter and not by the usual half or more, to save memory.
    template <class X>
    static void make_room(std::vector<X>& list, std::size_t n) {
        if (list.capacity() < n) list.reserve(n + n / 4 + 4);
        list.resize(n);
    }
    [[nodiscard]] static std::size_t nodes_for(std::size_t entries) noexcept {
        return (entries + node_type::max_entries - 1) / node_type::max_entries;
    }
    /// Returns part * of / parts, rounded down, without overflow.
    [[nodiscard]] static std::size_t share(std::size_t part, std::size_t of, std::size_t parts) noexcept {
        return part * (of / parts) + part * (of % parts) / parts;
    }
    [[nodiscard]] static bool touches_side(const packed_box<T>& inner, const packed_box<T>& outer) noexcept {
        return inner.lanes[0] == outer.lanes[0] || inner.lanes[1] == outer.lanes[1] ||
               inner.lanes[2] == outer.lanes[2] || inner.lanes[3] == outer.lanes[3];
    }

    [[nodiscard]] std::uint32_t new_node(unsigned level) {
        std::uint32_t n = free_;
        if (n != none) {
            free_ = links_[n].parent;
        } else {
            n = static_cast<std::uint32_t>(nodes_.size());
            make_room(links_, n + std::size_t{1});
            make_room(nodes_, n + std::size_t{1});
        }
        nodes_[n].clear();
        links_[n] = {none, 0, static_cast<std::uint16_t>(level)};
        return n;
    }
    void free_node(std::uint32_t n) noexcept { links_[n].parent = std::exchange(free_, n); }

    void set(std::uint32_t n, unsigned slot, const tree_entry<T>& e) noexcept {
        nodes_[n].set_box(slot, e.box);
        nodes_[n].children[slot] = e.child;
        (links_[n].level == 0 ? entry_ids_[e.child] : links_[e.child].parent) = entry_id_of(n, slot);
    }
    void put(std::uint32_t n, const tree_entry<T>& e) noexcept { set(n, links_[n].count++, e); }
    void set_box_at(std::uint32_t entry_id, const packed_box<T>& box) noexcept {
        nodes_[entry_id / node_type::max_entries].set_box(entry_id % node_type::max_entries, box);
    }
    /// Removes an entry; the last one takes its slot. The last entry is also copied onto itself, because a branch for
    /// this case would be mispredicted.
    void drop(std::uint32_t n, unsigned slot) noexcept {
        const unsigned last = --links_[n].count;
        set(n, slot, nodes_[n].entry(last));
        nodes_[n].set_box(last, no_box<T>());
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

    /// Fills the nodes of one level, from node `first` on, with equal numbers of entries. entry(i) returns entry i of
    /// the level. Returns the boxes around the nodes.
    template <class Executor, class Entry>
    [[nodiscard]] std::vector<packed_box<T>> fill_level(Executor& execute, unsigned level, std::size_t first,
                                                        std::size_t entries, const Entry& entry) {
        constexpr std::size_t chunk = 512;
        const std::size_t n = nodes_for(entries);
        std::vector<packed_box<T>> around(n);
        auto fill = [&](std::size_t c) {
            for (std::size_t i = c * chunk; i < (std::min)(n, (c + 1) * chunk); ++i) {
                const auto to = static_cast<std::uint32_t>(first + i);
                const std::size_t begin = share(i, entries, n), end = share(i + 1, entries, n);
                nodes_[to].clear();
                links_[to] = {none, 0, static_cast<std::uint16_t>(level)};
                packed_box<T> box = no_box<T>();
                for (std::size_t k = begin; k < end; ++k) {
                    const tree_entry<T> e = entry(k);
                    box = merged(box, e.box);
                    put(to, e);
                }
                around[i] = box;
            }
        };
        execute((n + chunk - 1) / chunk, fill);
        return around;
    }

    struct refitted {
        packed_box<T> box;
        double length;
    };
    /// Recomputes all boxes in place. Returns the sum of the half perimeters of all leaves, added in an order that does
    /// not depend on the executor.
    template <class Executor>
    double refit_all(Executor& execute, std::span<const aabb<T>> boxes) {
        constexpr std::size_t enough = 64;
        std::vector<std::uint32_t> top{root_};  // level by level; the nodes of the lowest level start at `begin`
        std::size_t begin = 0;
        unsigned level = height();
        for (; level > 0 && top.size() - begin < enough; --level) {
            const std::size_t end = top.size();
            for (; begin < end; ++begin)
                for (unsigned slot = 0; slot < links_[top[begin]].count; ++slot)
                    top.push_back(nodes_[top[begin]].children[slot]);
        }
        std::vector<refitted> parts(top.size() - begin);
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

    template <class InUse>
    [[nodiscard]] bool is_right(std::uint32_t n, unsigned level, const InUse& in_use, tally& found) const {
        const unsigned count = links_[n].count, min_entries = n != root_ ? node_type::min_entries : level > 0 ? 2 : 1;
        if (links_[n].level != level || count < min_entries || count > node_type::max_entries) return false;
        ++found.nodes;
        for (unsigned slot = 0; slot < node_type::max_entries; ++slot) {
            const tree_entry<T> e = nodes_[n].entry(slot);
            if (slot >= count) {
                if (!same(e.box, no_box<T>())) return false;
            } else if (level == 0) {
                if (e.child >= entry_ids_.size() || entry_ids_[e.child] != entry_id_of(n, slot) || !in_use(e.child) ||
                    !valid(unpacked(e.box)))
                    return false;
                ++found.boxes;
            } else if (e.child >= nodes_.size() || links_[e.child].parent != entry_id_of(n, slot) ||
                       !same(e.box, nodes_[e.child].bounds()) || !is_right(e.child, level - 1, in_use, found)) {
                return false;
            }
        }
        return true;
    }

    std::vector<node_type> nodes_;
    std::vector<link> links_;
    std::vector<std::uint32_t> entry_ids_;  // by index, for indices in use
    std::uint32_t root_ = none, free_ = none;
    double packed_length_ = 0;      // the sum of the half perimeters of all leaves after the last build
    std::size_t packed_count_ = 0;  // the number of boxes at the last build
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
