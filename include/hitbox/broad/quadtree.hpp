#pragma once
/// A loose quadtree: each square consists of four smaller ones, and a box belongs to a square of about its size.
///
/// It is never the fastest structure; its code is meant to be read. A box belongs to the square that contains its min
/// corner, on the level whose squares are just larger than the box. The box ends in that square or in the next one, so
/// a query tests each square enlarged to twice its side (Ulrich 2000, "Loose octrees", Game Programming Gems). A square
/// without boxes and with at most one child is not stored ("compressed"), so paths from the root stay short in large
/// worlds and for tiny boxes.

#include <hitbox/broad/box_table.hpp>
#include <hitbox/broad/hilbert.hpp>
#include <hitbox/broad/quadtree_cell.hpp>

namespace hitbox {
inline namespace HITBOX_ISA {

/// A loose quadtree of boxes (Ulrich 2000), whose code is meant to be read. It is never the fastest structure. Changes
/// take effect at once.
template <exact_real T>
class quadtree : public box_queries<quadtree<T>, T> {
public:
    using scalar_type = T;

    quadtree() = default;
    quadtree(const quadtree&) = default;
    quadtree& operator=(const quadtree&) = default;
    /// Takes the boxes of another structure, which is then empty.
    quadtree(quadtree&& other) noexcept { *this = std::move(other); }
    quadtree& operator=(quadtree&& other) noexcept {
        if (this == &other) return *this;
        table_ = std::move(other.table_), links_ = std::move(other.links_), nodes_ = std::move(other.nodes_);
        free_node_ = other.free_node_, node_count_ = other.node_count_;
        other.clear();
        return *this;
    }

    [[nodiscard]] std::size_t size() const noexcept { return table_.size(); }
    /// Returns true if the proxy names a box of this structure.
    [[nodiscard]] bool contains(proxy p) const noexcept { return table_.contains(p); }
    /// Returns the box as it was given, or a box at the origin if the proxy is stale.
    [[nodiscard]] aabb<T> box(proxy p) const noexcept { return contains(p) ? unpacked(table_[p.index()]) : aabb<T>{}; }
    /// Returns the smallest box around all boxes. If there are none, it is inverted, from +infinity to -infinity, and
    /// contains nothing. Takes constant time after `commit`; after other changes it may compare all boxes.
    [[nodiscard]] aabb<T> bounds() const noexcept { return table_.bounds(); }
    /// Returns the bytes of memory in use, the object itself included.
    [[nodiscard]] std::size_t bytes_used() const noexcept {
        return sizeof *this + table_.bytes_used() + links_.capacity() * sizeof(box_links) +
               nodes_.capacity() * sizeof(node);
    }
    /// Returns the number of stored squares. Fewer than half of them have no boxes.
    [[nodiscard]] std::size_t node_count() const noexcept { return node_count_; }

    /// Inserts a box and returns its proxy: null if the box is not finite or is inverted, or if there are 2^32 - 16
    /// boxes already.
    proxy insert(const aabb<T>& box) {
        visits_.expect_none();
        const proxy p = table_.insert(box);
        if (p) {
            links_.resize(table_.index_count());
            link(p.index(), node_for(cell_of(table_[p.index()])));
        }
        return p;
    }
    /// Replaces a box; its proxy stays valid. Returns an error for a stale proxy or an invalid box, without a change.
    broad_status update(proxy p, const aabb<T>& box) {
        visits_.expect_none();
        const broad_status status = table_.status_of(p, box);
        if (status) move(p, box);
        return status;
    }
    /// Removes a box. Returns an error for a stale proxy.
    broad_status remove(proxy p) {
        visits_.expect_none();
        const broad_status status = table_.status_of(p);
        if (!status) return status;
        unlink(p.index());
        table_.remove(p);
        return status;
    }
    /// Removes all boxes. No former proxy names a box afterwards.
    void clear() {
        visits_.expect_none();
        table_.clear(), links_.clear(), nodes_.clear();
        free_node_ = 0, node_count_ = 0;
    }
    /// Computes `bounds` again after changes. All other queries need no commit.
    void commit() noexcept { table_.refresh_bounds(); }
    template <executor E>
    void commit(E&&) noexcept {
        commit();
    }

    /// Replaces all boxes: box i gets index i. Returns an error, and changes nothing, if a box is not finite or is
    /// inverted, with the index of the first such box, or if there are more than 2^32 - 16 boxes.
    result<proxy_range, broad_error> build(std::span<const aabb<T>> boxes) { return build(detail::run_here{}, boxes); }
    using box_queries<quadtree, T>::build, box_queries<quadtree, T>::update, box_queries<quadtree, T>::query;
    template <executor E>
    result<proxy_range, broad_error> build(E&& run, std::span<const aabb<T>> boxes) {
        visits_.expect_none();
        if (const broad_status status = table_.status_of_new(boxes); !status) return {status.error, status.index};
        table_.set_all(run, boxes);
        const proxy_range proxies = table_.reset();
        nodes_.clear();
        free_node_ = 0, node_count_ = 0;
        links_.assign(boxes.size(), box_links{});
        // Nodes near each other in the plane lie near each other in memory, too.
        for (const std::uint32_t i : detail::hilbert_order(run, boxes)) link(i, node_for(cell_of(table_[i])));
        return proxies;
    }
    /// Updates all boxes: box i belongs to index i, and proxies stay valid. Returns an error, and changes nothing, if a
    /// box is invalid, if the number of boxes has changed, or if an index is free: `if (!tree.update(boxes))
    /// tree.build(boxes);`.
    template <executor E>
    [[nodiscard("refused if the number of boxes has changed: then build")]]
    broad_status update(E&&, std::span<const aabb<T>> boxes) {
        visits_.expect_none();
        const broad_status status = table_.status_of_all(boxes);
        for (std::size_t i = 0; status && i < boxes.size(); ++i) move(table_.at(i), boxes[i]);
        commit();
        return status;
    }

    /// Calls visit(proxy) for each box that shares a point with this one. A visitor may return false to end the query.
    /// An invalid box finds nothing.
    template <class Visit>
    query_statistics query(const aabb<T>& box, Visit&& visit) const {
        if (detail::error_of(box) != broad_error::none) return {};
        const auto limits = limits_of(detail::packed(box));
        return search([&](const detail::packed_box<T>& other) { return detail::meets(other, limits); },
                      [&](proxy p) { return detail::goes_on(visit, p); });
    }
    /// Calls visit(proxy) for each box that a moving box may hit; visitors are like those of `ray_cast`. An invalid box
    /// or translation finds nothing.
    template <class Visit>
    query_statistics box_cast(const aabb<T>& box, vec2<T> translation, Visit&& visit) const {
        if (!detail::is_castable(box, translation)) return {};
        detail::box_path<T> path{box, translation};
        return search([&](const detail::packed_box<T>& other) { return path.meets(other); },
                      [&](proxy p) { return detail::goes_on_along(path, visit, p); });
    }

    /// Calls visit(proxy, proxy) once for each pair of boxes that share a point. The visitor may return false to end
    /// the query.
    template <class Visit>
    query_statistics for_each_pair(Visit&& visit) const {
        const detail::visit_count::scope guard{visits_};
        query_statistics statistics;
        const auto add = [&](std::uint32_t i, std::uint32_t j) {
            ++statistics.found;
            return detail::goes_on(visit, table_.at(i), table_.at(j));
        };
        for (std::uint32_t n = first_node(); n != 0; n = after(n, true))
            if (!pairs_from(n, statistics, add)) break;
        return statistics;
    }
    /// Visits the same pairs in the same order. The executor's tasks find them, and the calling thread visits them.
    template <executor E, class Visit>
    query_statistics for_each_pair(E&& run, Visit&& visit) const {
        constexpr std::size_t chunk = detail::box_table<T>::chunk;
        const detail::visit_count::scope guard{visits_};
        detail::value_list<std::uint32_t> nodes;
        for (std::uint32_t n = first_node(); n != 0; n = after(n, true)) nodes.push_back(n);
        const auto find = [&](std::size_t c, const auto& add) {
            query_statistics statistics;
            for (std::size_t i = c * chunk; i < (std::min)(nodes.size(), (c + 1) * chunk); ++i)
                pairs_from(nodes[i], statistics, add);
            return statistics;
        };
        return detail::visit_in_chunks(
            run, (nodes.size() + chunk - 1) / chunk, find, [&](std::uint32_t i) { return table_.at(i); }, visit);
    }

    /// Returns true if the structure is consistent; for tests.
    [[nodiscard]] bool validate() const {
        std::size_t boxes = 0, nodes = 0;
        for (std::uint32_t n = first_node(); n != 0; n = after(n, true)) {
            const node& here = nodes_[n];
            const node& parent = nodes_[here.parent];
            if (++nodes > node_count_ || parent.children[parent.cell.quarter_of(here.cell)] != n) return false;
            if (here.parent != 0 && !parent.cell.covers(here.cell)) return false;
            if (here.first == none && child_count(here) < 2) return false;
            if (!same(here.loose, detail::loose_box<T>(here.cell))) return false;
            for (std::uint32_t i = here.first, before = none; i != none; before = i, i = links_[i].next) {
                if (++boxes > size() || !table_.has(i)) return false;
                if (links_[i].node != n || links_[i].previous != before) return false;
                if (!(detail::cell_of(table_[i]) == here.cell) || !encloses(here.loose, table_[i])) return false;
            }
        }
        return table_.validate() && boxes == size() && nodes == node_count_;
    }

private:
    static constexpr std::uint32_t none = 0xffff'ffff;

    struct node {
        detail::packed_box<T> loose{};
        detail::quadtree_cell cell{4096, 0, 0};  // the default is the root, whose children are quarters of the plane
        std::uint32_t parent = 0;                // for a free node, the next free node
        std::uint32_t children[4] = {};          // by quarter; 0 means none, because the root, node 0, is no child
        std::uint32_t first = none;              // the first box that belongs to the square
    };
    struct box_links {
        std::uint32_t node = 0, next = none, previous = none;
    };

    [[nodiscard]] static std::size_t child_count(const node& n) noexcept {
        std::size_t count = 0;
        for (const std::uint32_t child : n.children) count += child != 0 ? 1 : 0;
        return count;
    }

    /// Returns the node of a square. If there is none, it is added, together with a node where its path branches off.
    [[nodiscard]] std::uint32_t node_for(const detail::quadtree_cell& cell) {
        if (nodes_.empty()) nodes_.emplace_back();
        for (std::uint32_t n = 0;;) {
            const std::uint32_t next = nodes_[n].children[nodes_[n].cell.quarter_of(cell)];
            if (next == 0) return add_node(n, cell);
            if (!nodes_[next].cell.covers(cell)) {
                const std::uint32_t around = add_node(n, nodes_[next].cell.joined(cell));
                hang(around, next);
                n = around;
            } else {
                n = next;
            }
            if (nodes_[n].cell == cell) return n;
        }
    }
    [[nodiscard]] std::uint32_t add_node(std::uint32_t parent, const detail::quadtree_cell& cell) {
        std::uint32_t n = free_node_;
        if (n == 0) n = static_cast<std::uint32_t>(nodes_.size()), nodes_.emplace_back();
        else free_node_ = nodes_[n].parent;
        nodes_[n] = node{};
        nodes_[n].cell = cell;
        nodes_[n].loose = detail::loose_box<T>(cell);
        hang(parent, n);
        ++node_count_;
        return n;
    }
    void hang(std::uint32_t parent, std::uint32_t child) noexcept {
        nodes_[parent].children[nodes_[parent].cell.quarter_of(nodes_[child].cell)] = child;
        nodes_[child].parent = parent;
    }

    void link(std::uint32_t index, std::uint32_t n) noexcept {
        const std::uint32_t next = std::exchange(nodes_[n].first, index);
        links_[index] = {n, next, none};
        if (next != none) links_[next].previous = index;
    }
    void unlink(std::uint32_t index) noexcept {
        const box_links at = links_[index];
        (at.previous == none ? nodes_[at.node].first : links_[at.previous].next) = at.next;
        if (at.next != none) links_[at.next].previous = at.previous;
        drop_if_idle(at.node);
    }
    /// Removes a node without boxes, unless it has several children; its child takes its position.
    void drop_if_idle(std::uint32_t n) noexcept {
        while (n != 0 && nodes_[n].first == none && child_count(nodes_[n]) < 2) {
            const node& old = nodes_[n];
            const std::uint32_t parent = old.parent;
            std::uint32_t heir = 0;
            for (const std::uint32_t child : old.children) heir = (std::max)(heir, child);
            nodes_[parent].children[nodes_[parent].cell.quarter_of(old.cell)] = heir;
            if (heir != 0) nodes_[heir].parent = parent;
            nodes_[n].parent = std::exchange(free_node_, n);
            --node_count_;
            n = parent;
        }
    }
    void move(proxy p, const aabb<T>& box) {
        table_.set(p, box);
        const detail::quadtree_cell cell = cell_of(table_[p.index()]);
        if (cell == nodes_[links_[p.index()].node].cell) return;
        unlink(p.index());
        link(p.index(), node_for(cell));
    }

    /// Returns the first node below the root, depth first; 0 if there is none.
    [[nodiscard]] std::uint32_t first_node() const noexcept { return nodes_.empty() ? 0 : after(0, true); }
    /// Returns the next node depth first, with or without its own children; 0 after the last.
    [[nodiscard]] std::uint32_t after(std::uint32_t n, bool into) const noexcept {
        for (std::size_t quarter = into ? 0 : 4;;) {
            for (; quarter < 4; ++quarter)
                if (const std::uint32_t child = nodes_[n].children[quarter]; child != 0) return child;
            if (n == 0) return 0;
            const node& parent = nodes_[nodes_[n].parent];
            quarter = parent.cell.quarter_of(nodes_[n].cell) + 1;
            n = nodes_[n].parent;
        }
    }
    template <class Meets, class Visit>
    query_statistics search(const Meets& meets, const Visit& visit) const {
        const detail::visit_count::scope guard{visits_};
        query_statistics statistics;
        bool into = true;
        for (std::uint32_t n = first_node(); n != 0; n = after(n, into)) {
            ++statistics.tested;
            into = meets(nodes_[n].loose);
            if (!into) continue;
            ++statistics.visited;
            for (std::uint32_t i = nodes_[n].first; i != none; i = links_[i].next) {
                ++statistics.tested;
                if (!meets(table_[i])) continue;
                ++statistics.found;
                if (!visit(table_.at(i))) return statistics;
            }
        }
        return statistics;
    }
    /// Visits the pairs of a box of this node and a later one, in the order of nodes and of boxes in them.
    template <class Add>
    bool pairs_from(std::uint32_t n, query_statistics& statistics, const Add& add) const {
        for (std::uint32_t i = nodes_[n].first; i != none; i = links_[i].next) {
            const auto limits = limits_of(table_[i]);
            std::uint32_t j = links_[i].next;
            for (std::uint32_t other = n; other != 0;) {
                ++statistics.visited;
                for (; j != none; j = links_[j].next) {
                    ++statistics.tested;
                    if (detail::meets(table_[j], limits) && !add(i, j)) return false;
                }
                other = after(other, true);
                while (other != 0 && ++statistics.tested != 0 && !detail::meets(nodes_[other].loose, limits))
                    other = after(other, false);
                j = other == 0 ? none : nodes_[other].first;
            }
        }
        return true;
    }

    detail::box_table<T> table_;
    std::vector<box_links> links_;  // by index
    std::vector<node> nodes_;       // none, or first the root
    std::uint32_t free_node_ = 0;
    std::size_t node_count_ = 0;  // without the root
    detail::visit_count visits_;
};

}  // namespace HITBOX_ISA
}  // namespace hitbox
