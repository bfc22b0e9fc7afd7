#pragma once
/// A tree of boxes that are inserted, moved and removed one by one: the structure for mixed use, for all sizes and
/// positions.

#include <hitbox/broad/box_table.hpp>
#include <hitbox/broad/tree_queries.hpp>

namespace hitbox {
inline namespace HITBOX_ISA {

/// A B-tree of boxes with up to eight entries in a node (Guttman 1984, "R-trees"). All leaves have the same depth, even
/// if all boxes have the same centre. The box of a node is the smallest box around all boxes below it, also after boxes
/// have moved away, but not after `stretch`. The tree holds up to 2^29 boxes.
///
/// Changes take a time that grows with the logarithm of the number of boxes. Queries of a tree that was built as a
/// whole are faster than queries of a tree whose boxes were inserted one by one.
template <exact_real T>
class dynamic_tree : public box_queries<dynamic_tree<T>, T> {
public:
    using scalar_type = T;

    [[nodiscard]] std::size_t size() const noexcept { return proxies_.size(); }
    /// Returns true if the proxy names a box of this structure.
    [[nodiscard]] bool contains(proxy p) const noexcept { return proxies_.contains(p); }
    /// Returns the box as it was given. @pre contains(p); otherwise it returns a box at the origin
    [[nodiscard]] aabb<T> box(proxy p) const {
        if (!detail::expect(contains(p), "a proxy names no box of this structure")) return {};
        return unpacked(tree_.box(p.index()));
    }
    /// Returns the smallest box around all boxes, in constant time except after `stretch`. If there are none, it is
    /// inverted, from +infinity to -infinity, and contains nothing.
    [[nodiscard]] aabb<T> bounds() const noexcept {
        return unpacked(tree_.empty() ? detail::no_box<T>() : tree_.bounds());
    }
    /// Returns the bytes of memory in use, the object itself included.
    [[nodiscard]] std::size_t bytes_used() const noexcept {
        return sizeof *this + tree_.bytes_used() + proxies_.bytes_used();
    }
    /// Returns true if the structure is consistent; for tests. Takes linear time.
    [[nodiscard]] bool validate() const {
        return tree_.validate(size(), [this](std::uint32_t index) { return proxies_.has(index); });
    }

    /// Calls visit(box, level) with the box around each node, a node before those below it; leaves have level 0. For
    /// drawing the tree over its boxes.
    template <class Visit>
    void for_each_node(Visit&& visit) const {
        if (!tree_.empty()) visit_nodes(tree_.root(), tree_.height(), visit);
    }

    /// Inserts a box and returns its proxy: null if the box is not finite or is inverted, or if there are 2^29 boxes
    /// already.
    proxy insert(const aabb<T>& box) {
        visits_.expect_none();
        if (detail::error_of(box) != broad_error::none || size() == tree_.max_boxes) return {};
        const proxy p = proxies_.add();
        tree_.insert(p.index(), detail::packed(box));
        return p;
    }
    /// Replaces a box; its proxy stays valid. Returns an error for a stale proxy or an invalid box, without a change.
    broad_status update(proxy p, const aabb<T>& box) {
        const broad_status status = status_of_change(p, box);
        if (status) tree_.update(p.index(), detail::packed(box));
        return status;
    }
    /// Replaces a box like `update`, in a fraction of the time, but makes later queries slower: the boxes of nodes only
    /// grow. They shrink again when all boxes are built or updated at once. Use it if most boxes move a little, one by
    /// one, before such an update. A box that moves away from its node is updated instead.
    broad_status stretch(proxy p, const aabb<T>& box) {
        const broad_status status = status_of_change(p, box);
        if (status) tree_.stretch(p.index(), detail::packed(box));
        return status;
    }
    /// Removes a box. Returns an error for a stale proxy.
    broad_status remove(proxy p) {
        visits_.expect_none();
        if (!contains(p)) return {broad_error::stale_proxy};
        proxies_.remove(p);
        tree_.remove(p.index());
        return {};
    }
    /// Removes all boxes. No former proxy names a box afterwards.
    void clear() {
        visits_.expect_none();
        static_cast<void>(proxies_.reset(0));
        tree_.clear();
    }

    /// Replaces all boxes: box i gets index i, and all former proxies are stale. Returns an error, and changes nothing,
    /// if a box is not finite or is inverted, with the index of the first such box, or if there are more than 2^29
    /// boxes. The tree is the same with every executor.
    result<proxy_range, broad_error> build(std::span<const aabb<T>> boxes) {
        const detail::run_here here;
        return build(here, boxes);
    }
    using box_queries<dynamic_tree, T>::build, box_queries<dynamic_tree, T>::update,
        box_queries<dynamic_tree, T>::query;
    template <executor Executor>
    result<proxy_range, broad_error> build(Executor&& execute, std::span<const aabb<T>> boxes) {
        visits_.expect_none();
        if (boxes.size() > tree_.max_boxes) return {broad_error::too_many, tree_.max_boxes};
        if (const broad_status s = detail::status_of(boxes); !s) return {s.error, s.index};
        const proxy_range range = proxies_.reset(boxes.size());
        tree_.build(execute, boxes);
        return range;
    }
    /// Updates all boxes: box i belongs to index i, and proxies stay valid. Use it in scenes in which most boxes move.
    /// Returns an error, and changes nothing, if a box is invalid, if the number of boxes has changed, or if an index
    /// is free: `if (!tree.update(boxes)) tree.build(boxes);`. The tree is the same with every executor.
    template <executor Executor>
    [[nodiscard("refused if the number of boxes has changed: then build")]]
    broad_status update(Executor&& execute, std::span<const aabb<T>> boxes) {
        visits_.expect_none();
        if (boxes.size() != size() || boxes.size() != proxies_.index_count()) return {broad_error::wrong_count};
        if (const broad_status s = detail::status_of(boxes); !s) return s;
        tree_.replace(execute, boxes);
        return {};
    }
    /// Does nothing; changes take effect at once.
    void commit() noexcept {}
    template <executor Executor>
    void commit(Executor&&) noexcept {}

    /// Calls visit(proxy) for every box that shares a point with this one. A visitor may return false to end the query.
    /// An invalid box finds nothing.
    template <class Visit>
    query_statistics query(const aabb<T>& box, Visit&& visit) const {
        const detail::visit_count::scope visiting{visits_};
        if (detail::error_of(box) != broad_error::none) return {};
        return detail::visit_meeting(tree_, detail::limits_of(detail::packed(box)),
                                     [&](std::uint32_t index) { return detail::goes_on(visit, proxies_.at(index)); });
    }

    /// Calls visit(proxy) for every box that a moving box may hit, roughly nearer ones first; visitors are like those
    /// of `ray_cast`. An invalid box or translation finds nothing.
    template <class Visit>
    query_statistics box_cast(const aabb<T>& box, vec2<T> translation, Visit&& visit) const {
        const detail::visit_count::scope visiting{visits_};
        if (!detail::is_castable(box, translation)) return {};
        detail::box_path<T> path{box, translation};
        return detail::path_walk<T>{tree_, path}(
            [&](std::uint32_t index) { return detail::goes_on_along(path, visit, proxies_.at(index)); });
    }

    /// Calls visit(proxy, proxy) once for every pair of boxes that share a point, until it returns false.
    template <class Visit>
    query_statistics for_each_pair(Visit&& visit) const {
        const detail::visit_count::scope visiting{visits_};
        query_statistics seen;
        if (tree_.empty()) return seen;
        auto visit_indices = [&](std::uint32_t a, std::uint32_t b) {
            return detail::goes_on(visit, proxies_.at(a), proxies_.at(b));
        };
        detail::pair_walk<T>{tree_}({tree_.root(), tree_.root()}, tree_.height(), seen, visit_indices);
        return seen;
    }
    /// Visits the same pairs in the same order. The executor's tasks find them, and the calling thread visits them.
    template <executor Executor, class Visit>
    query_statistics for_each_pair(Executor&& execute, Visit&& visit) const {
        const detail::visit_count::scope visiting{visits_};
        query_statistics seen;
        if (tree_.empty()) return seen;
        using job = typename detail::pair_walk<T>::job;
        const detail::pair_walk<T> walk{tree_};
        unsigned level = 0;
        const detail::value_list<job> jobs = walk.split(level, seen);
        const auto find = [&](std::size_t i, const auto& add) {
            query_statistics seen_here;
            walk(jobs[i], level, seen_here, add);
            seen_here.found = 0;  // pairs are counted when they are visited
            return seen_here;
        };
        return seen += detail::visit_in_chunks(
                   execute, jobs.size(), find, [this](std::uint32_t index) { return proxies_.at(index); }, visit);
    }

    /// Returns the k boxes nearest to a point, or all if there are fewer, ascending by the distance to the box (0
    /// inside) and then by index (Roussopoulos, Kelley and Vincent 1995). Returns none if the point is not finite.
    [[nodiscard]] std::vector<proxy> nearest(vec2<T> point, std::size_t k) const {
        std::vector<proxy> found;
        if (!is_finite(point) || tree_.empty()) return found;
        detail::nearest_walk<T> walk{tree_, point, k, size()};
        for (const auto& c : walk()) found.push_back(proxies_.at(c.index));
        return found;
    }

private:
    /// Returns whether the box of a proxy can be replaced by another, or the reason why not.
    [[nodiscard]] broad_status status_of_change(proxy p, const aabb<T>& box) {
        visits_.expect_none();
        return {contains(p) ? detail::error_of(box) : broad_error::stale_proxy};
    }
    template <class Visit>
    void visit_nodes(std::uint32_t n, unsigned level, Visit& visit) const {
        const auto& node = tree_.node(n);
        visit(unpacked(node.bounds()), level);
        for (unsigned slots = level == 0 ? 0 : node.used(); slots != 0; slots &= slots - 1)
            visit_nodes(node.children[std::countr_zero(slots)], level - 1, visit);
    }

    detail::box_tree<T> tree_;
    detail::proxy_table proxies_;
    detail::visit_count visits_;
};

}  // namespace HITBOX_ISA
}  // namespace hitbox
