#pragma once
/// A loose quadtree: squares of four squares each, and every box in a square of its own size.
///
/// Never the fastest; it is here to be read. A box belongs to the square that holds its lower corner, on the level
/// whose squares are just larger than the box: so it ends in that square or one of the next, and two squares by two are
/// all that a query has to compare with (Ulrich 2000, "Loose octrees", Game Programming Gems). Squares with neither
/// boxes nor more than one square inside are left out ("compressed"), so a path is no longer for large worlds, or tiny
/// boxes.

#include <hitbox/broad/box_table.hpp>
#include <hitbox/broad/hilbert.hpp>
#include <hitbox/broad/quadtree_cell.hpp>

namespace hitbox::inline HITBOX_ISA {

/// Which of these boxes meet? Touching counts.
template <exact_real T>
class quadtree {
public:
    using scalar_type = T;

    [[nodiscard]] std::size_t size() const noexcept { return table_.size(); }
    [[nodiscard]] bool contains(proxy p) const noexcept { return table_.contains(p); }
    /// The box as it was given; {} if the proxy is stale.
    [[nodiscard]] aabb<T> box(proxy p) const noexcept { return contains(p) ? unpacked(table_[p.index()]) : aabb<T>{}; }
    /// Returns the smallest box around all boxes. If there are none, it is inverted, from +infinity to -infinity, and
    /// contains nothing. Takes constant time after `commit`; after other changes it may compare all boxes.
    [[nodiscard]] aabb<T> bounds() const noexcept { return table_.bounds(); }
    /// Of memory.
    [[nodiscard]] std::size_t bytes_used() const noexcept {
        return sizeof *this + table_.bytes_used() + places_.capacity() * sizeof(place) +
               nodes_.capacity() * sizeof(node);
    }
    /// Squares that there are: those with boxes, and fewer others.
    [[nodiscard]] std::size_t node_count() const noexcept { return node_count_; }

    /// A null proxy if the box is refused.
    proxy insert(const aabb<T>& box) {
        visits_.expect_none();
        const proxy p = table_.insert(box);
        if (p) {
            places_.resize(table_.index_count());
            link(p.index(), node_for(cell_of(table_[p.index()])));
        }
        return p;
    }
    broad_status update(proxy p, const aabb<T>& box) {
        visits_.expect_none();
        const broad_status status = table_.status_of(p, box);
        if (status) move(p, box);
        return status;
    }
    broad_status remove(proxy p) {
        visits_.expect_none();
        const broad_status status = table_.status_of(p);
        if (!status) return status;
        unlink(p.index());
        table_.remove(p);
        return status;
    }
    void clear() { static_cast<void>(build({})); }
    /// Brings `bounds` up to date; all other answers are so at once.
    void commit() noexcept { table_.refresh_bounds(); }
    template <executor E>
    void commit(E&&) noexcept {
        commit();
    }

    /// These boxes, and no others: box i has index i. Refused as a whole.
    result<proxy_range, broad_error> build(std::span<const aabb<T>> boxes) { return build(detail::run_here{}, boxes); }
    template <executor E>
    result<proxy_range, broad_error> build(E&& run, std::span<const aabb<T>> boxes) {
        visits_.expect_none();
        if (const broad_status status = table_.status_of_new(boxes); !status) return {status.error, status.index};
        table_.set_all(run, boxes);
        const proxy_range proxies = table_.reset();
        nodes_.assign(1, node{});
        free_node_ = 0, node_count_ = 0;
        places_.assign(boxes.size(), place{});
        // Nodes near each other in the plane lie near each other in memory, too.
        for (const std::uint32_t i : detail::hilbert_order(run, boxes)) link(i, node_for(cell_of(table_[i])));
        return proxies;
    }
    /// Box i becomes that of index i; all proxies stay valid. Refused as a whole, also if an index is free.
    broad_status update(std::span<const aabb<T>> boxes) { return update(detail::run_here{}, boxes); }
    template <executor E>
    broad_status update(E&&, std::span<const aabb<T>> boxes) {
        visits_.expect_none();
        const broad_status status = table_.status_of_all(boxes);
        for (std::size_t i = 0; status && i < boxes.size(); ++i) move(table_.at(i), boxes[i]);
        commit();
        return status;
    }

    /// Calls visit(proxy) for each box that meets this one; a visitor may return false to end the query.
    template <class Visit>
    query_statistics query(const aabb<T>& box, Visit&& visit) const {
        if (detail::error_of(box) != broad_error::none) return {};
        const auto reach = reach_of(detail::packed(box));
        return search([&](const detail::packed_box<T>& other) { return detail::meets(other, reach); },
                      [&](proxy p) { return detail::goes_on(visit, p); });
    }
    /// For each that contains a point.
    template <class Visit>
    query_statistics query(vec2<T> point, Visit&& visit) const {
        return query(aabb<T>{point, point}, visit);
    }
    /// For each that a ray may meet; a visitor may also return the largest fraction that is of interest from then on.
    template <class Visit>
    query_statistics ray_cast(const ray<T>& r, Visit&& visit) const {
        return box_cast(aabb<T>{r.origin, r.origin}, r.translation, visit);
    }
    /// For each that a moving box may meet on its way; visitors as those of rays.
    template <class Visit>
    query_statistics box_cast(const aabb<T>& box, vec2<T> translation, Visit&& visit) const {
        if (!detail::is_castable(box, translation)) return {};
        detail::box_path<T> path{box, translation};
        return search([&](const detail::packed_box<T>& other) { return path.meets(other); },
                      [&](proxy p) {
                          T fraction = path.largest_fraction;
                          const bool on = detail::goes_on_within(visit, p, fraction);
                          if (on && fraction < path.largest_fraction) path.shorten(fraction);
                          return on;
                      });
    }

    /// Calls visit(proxy, proxy) once for each two boxes that meet; a visitor may return false to end.
    template <class Visit>
    query_statistics for_each_pair(Visit&& visit) const {
        const detail::visit_count::scope guard{visits_};
        query_statistics statistics;
        const auto add = [&](std::uint32_t i, std::uint32_t j) {
            ++statistics.found;
            return detail::goes_on(visit, table_.at(i), table_.at(j));
        };
        for (std::uint32_t n = after(0, true); n != 0; n = after(n, true))
            if (!pairs_from(n, statistics, add)) break;
        return statistics;
    }
    /// The same in the same sequence, found by an executor; visited on this thread.
    template <executor E, class Visit>
    query_statistics for_each_pair(E&& run, Visit&& visit) const {
        constexpr std::size_t chunk = detail::box_table<T>::chunk;
        const detail::visit_count::scope guard{visits_};
        std::vector<std::uint32_t> nodes;
        for (std::uint32_t n = after(0, true); n != 0; n = after(n, true)) nodes.push_back(n);
        const auto find = [&](std::size_t c, const auto& add) {
            query_statistics statistics;
            for (std::size_t i = c * chunk; i < (std::min)(nodes.size(), (c + 1) * chunk); ++i)
                pairs_from(nodes[i], statistics, add);
            return statistics;
        };
        return detail::visit_in_chunks(
            run, (nodes.size() + chunk - 1) / chunk, find, [&](std::uint32_t i) { return table_.at(i); }, visit);
    }

    /// Is everything inside as it should be?
    [[nodiscard]] bool validate() const {
        std::size_t boxes = 0, nodes = 0;
        for (std::uint32_t n = after(0, true); n != 0; n = after(n, true)) {
            const node& here = nodes_[n];
            const node& parent = nodes_[here.parent];
            if (++nodes > node_count_ || parent.children[parent.cell.quarter_of(here.cell)] != n) return false;
            if (here.parent != 0 && !parent.cell.covers(here.cell)) return false;
            if (here.first == none && child_count(here) < 2) return false;
            if (!same(here.loose, detail::loose_box<T>(here.cell))) return false;
            for (std::uint32_t i = here.first, before = none; i != none; before = i, i = places_[i].next) {
                if (++boxes > size() || !table_.has(i)) return false;
                if (places_[i].node != n || places_[i].previous != before) return false;
                if (!(detail::cell_of(table_[i]) == here.cell) || !encloses(here.loose, table_[i])) return false;
            }
        }
        return table_.validate() && boxes == size() && nodes == node_count_;
    }

private:
    static constexpr std::uint32_t none = 0xffff'ffff;

    struct node {
        detail::packed_box<T> loose{};
        detail::quadtree_cell cell{4096, 0, 0};  // of the first, which has the four quarters of the plane in it
        std::uint32_t parent = 0;                // or, of a free one, the next free one
        std::uint32_t children[4] = {};          // by quarter; 0 is none, as the first node is nobody's child
        std::uint32_t first = none;              // of the boxes that belong to it
    };
    struct place {
        std::uint32_t node = 0, next = none, previous = none;
    };

    [[nodiscard]] static std::size_t child_count(const node& n) noexcept {
        std::size_t count = 0;
        for (const std::uint32_t child : n.children) count += child != 0 ? 1 : 0;
        return count;
    }

    /// The node of a square; a new one if there is none, and where it parts from its neighbours another one.
    [[nodiscard]] std::uint32_t node_for(const detail::quadtree_cell& cell) {
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
        places_[index] = {n, next, none};
        if (next != none) places_[next].previous = index;
    }
    void unlink(std::uint32_t index) noexcept {
        const place at = places_[index];
        (at.previous == none ? nodes_[at.node].first : places_[at.previous].next) = at.next;
        if (at.next != none) places_[at.next].previous = at.previous;
        drop_if_idle(at.node);
    }
    /// A node without boxes is given up, and its place left to its child, unless it parts several.
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
        if (cell == nodes_[places_[p.index()].node].cell) return;
        unlink(p.index());
        link(p.index(), node_for(cell));
    }

    /// The next node depth first, its own children being passed over or not; 0 after the last.
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
        for (std::uint32_t n = after(0, true); n != 0; n = after(n, into)) {
            ++statistics.tested;
            into = meets(nodes_[n].loose);
            if (!into) continue;
            ++statistics.visited;
            for (std::uint32_t i = nodes_[n].first; i != none; i = places_[i].next) {
                ++statistics.tested;
                if (!meets(table_[i])) continue;
                ++statistics.found;
                if (!visit(table_.at(i))) return statistics;
            }
        }
        return statistics;
    }
    /// Pairs of a box of this node and one after it, in the order of nodes and in them of boxes.
    template <class Add>
    bool pairs_from(std::uint32_t n, query_statistics& statistics, const Add& add) const {
        for (std::uint32_t i = nodes_[n].first; i != none; i = places_[i].next) {
            const auto reach = reach_of(table_[i]);
            std::uint32_t j = places_[i].next;
            for (std::uint32_t other = n; other != 0;) {
                ++statistics.visited;
                for (; j != none; j = places_[j].next) {
                    ++statistics.tested;
                    if (detail::meets(table_[j], reach) && !add(i, j)) return false;
                }
                other = after(other, true);
                while (other != 0 && ++statistics.tested != 0 && !detail::meets(nodes_[other].loose, reach))
                    other = after(other, false);
                j = other == 0 ? none : nodes_[other].first;
            }
        }
        return true;
    }

    detail::box_table<T> table_;
    std::vector<place> places_;  // by index
    std::vector<node> nodes_{1};
    std::uint32_t free_node_ = 0;
    std::size_t node_count_ = 0;  // but for the first
    detail::visit_count visits_;
};

}  // namespace hitbox::inline HITBOX_ISA
