#pragma once
/// The nodes of a tree of boxes: their links, the list of free nodes, and a test that both are consistent.

#include <hitbox/broad/tree_node.hpp>

#include <utility>
#include <vector>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Nodes by their numbers, and for each box the entry of the leaf that has it.
template <exact_real T>
class node_store {
public:
    using node_type = tree_node<T>;
    static constexpr std::uint32_t none = 0xffff'ffff;
    static constexpr std::size_t max_boxes = std::size_t{1} << 29;  // entry ids have 32 bits, 3 of them for the slot
    static constexpr unsigned max_levels = 30;                      // each level has at most half the nodes below it

    node_store() = default;
    node_store(const node_store&) = default;
    node_store(node_store&& other) noexcept { swap(other); }
    // Not by value: a compiler may then take the assignment of a derived class for noexcept.
    node_store& operator=(const node_store& other) { return *this = node_store{other}; }
    node_store& operator=(node_store&& other) noexcept {
        node_store taken{std::move(other)};
        return swap(taken), *this;
    }
    ~node_store() = default;
    void swap(node_store& other) noexcept {
        std::swap(nodes_, other.nodes_), std::swap(links_, other.links_), std::swap(entry_ids_, other.entry_ids_);
        std::swap(root_, other.root_), std::swap(free_, other.free_);
        std::swap(packed_length_, other.packed_length_), std::swap(packed_count_, other.packed_count_);
        std::swap(is_loose_, other.is_loose_);
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
        packed_length_ = 0, packed_count_ = 0, is_loose_ = false;
    }
    /// Returns the smallest box around all boxes. @pre !empty()
    [[nodiscard]] packed_box<T> bounds() const noexcept {
        if (!is_loose_) return nodes_[root_].bounds();
        packed_box<T> all = no_box<T>();
        add_bounds(all, root_, height());
        return all;
    }

    /// Returns true if the tree is consistent: each entry is the union of the entries below it, or contains it if the
    /// tree is loose, each child stores the id of its entry, each node has an allowed number of entries, and each of
    /// `count` boxes, whose indices `in_use` accepts, is in one leaf.
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

protected:
    struct link {
        std::uint32_t parent;  // the id of the node's entry in its parent; for a free node, the next free node
        std::uint16_t count, level;
    };
    /// Resizes a list. The capacity grows by a quarter and not by the usual half or more, to save memory.
    template <class List>
    static void make_room(List& list, std::size_t n) {
        if (list.capacity() < n) list.reserve(n + n / 4 + 4);
        list.resize(n);
    }
    /// Returns a node without entries and without a parent: a free one, or else a new one.
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

    /// Writes an entry, and stores the id of the entry for its child or its box.
    void set(std::uint32_t n, unsigned slot, const tree_entry<T>& e) noexcept {
        nodes_[n].set_box(slot, e.box);
        nodes_[n].children[slot] = e.child;
        (links_[n].level == 0 ? entry_ids_[e.child] : links_[e.child].parent) = entry_id_of(n, slot);
    }
    /// Adds an entry behind the last one of a node.
    void put(std::uint32_t n, const tree_entry<T>& e) noexcept { set(n, links_[n].count++, e); }
    void set_box_at(std::uint32_t entry_id, const packed_box<T>& box) noexcept {
        nodes_[entry_id / node_type::max_entries].set_box(entry_id % node_type::max_entries, box);
    }
    /// Removes an entry; the last one takes its slot. If both are the same, it is copied onto itself, because a branch
    /// for this case would be mispredicted.
    void drop(std::uint32_t n, unsigned slot) noexcept {
        const unsigned last = --links_[n].count;
        set(n, slot, nodes_[n].entry(last));
        nodes_[n].set_box(last, no_box<T>());
    }

    std::vector<node_type> nodes_;
    value_list<link> links_;
    value_list<std::uint32_t> entry_ids_;  // by index, for indices in use
    std::uint32_t root_ = none, free_ = none;
    double packed_length_ = 0;      // the sum of the half perimeters of all leaves after the last build
    std::size_t packed_count_ = 0;  // the number of boxes at the last build
    bool is_loose_ = false;         // whether entries may be larger than the unions of the entries below them

private:
    struct tally {
        std::size_t boxes = 0, nodes = 0;
    };
    /// Adds the boxes below a node to their union. Entries inside of the union are skipped.
    void add_bounds(packed_box<T>& all, std::uint32_t n, unsigned level) const noexcept {
        if (level == 0) {
            all = merged(all, nodes_[n].bounds());
            return;
        }
        for (unsigned slot = 0; slot < links_[n].count; ++slot)
            if (!encloses(all, nodes_[n].box(slot))) add_bounds(all, nodes_[n].children[slot], level - 1);
    }
    [[nodiscard]] bool is_around(const packed_box<T>& entry, const packed_box<T>& below) const noexcept {
        return is_loose_ ? encloses(entry, below) : same(entry, below);
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
                       !is_around(e.box, nodes_[e.child].bounds()) || !is_right(e.child, level - 1, in_use, found)) {
                return false;
            }
        }
        return true;
    }
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
