#pragma once
/// Boxes sorted along one axis: each is compared with those that begin before it ends.
///
/// This is the best structure for scenes that extend along one axis, such as a side scroller, and for few boxes that
/// move little from frame to frame, because their order is then only repaired. If boxes fill a square, the time per box
/// grows with the square root of their number. Sources: Cohen et al. 1995, "I-COLLIDE", without their list of pairs,
/// which costs more than it saves in two dimensions; Ericson, "Real-Time Collision Detection", section 7.5.

#include <hitbox/broad/sorted_boxes.hpp>

namespace hitbox {
inline namespace HITBOX_ISA {

/// Boxes sorted along one axis (Cohen et al. 1995): for scenes that extend along one axis, and for few boxes that move
/// little.
///
/// `commit()` or an update of all boxes sorts the changes. Until then queries return the same boxes, but slowly: they
/// test all boxes, and every search for pairs sorts them.
template <exact_real T>
class sweep_and_prune : public box_queries<sweep_and_prune<T>, T> {
public:
    using scalar_type = T;

    sweep_and_prune() = default;
    sweep_and_prune(const sweep_and_prune&) = default;
    sweep_and_prune& operator=(const sweep_and_prune&) = default;
    /// Takes the boxes of another structure, which is then empty.
    sweep_and_prune(sweep_and_prune&& other) noexcept { *this = std::move(other); }
    sweep_and_prune& operator=(sweep_and_prune&& other) noexcept {
        if (this == &other) return *this;
        table_ = std::move(other.table_), sorted_ = std::move(other.sorted_), state_ = other.state_;
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
        return sizeof *this + table_.bytes_used() + sorted_.bytes_used();
    }
    /// Returns true if all changes are sorted.
    [[nodiscard]] bool is_committed() const noexcept { return state_ == state::sorted; }
    /// Returns true if the structure is consistent; for tests.
    [[nodiscard]] bool validate() const { return table_.validate() && (!is_committed() || sorted_.validate(table_)); }

    /// Inserts a box and returns its proxy: null if the box is not finite or is inverted, or if there are 2^32 - 16
    /// boxes already.
    proxy insert(const aabb<T>& box) {
        visits_.expect_none();
        const proxy p = table_.insert(box);
        if (p) state_ = state::other_boxes;
        return p;
    }
    /// Replaces a box; its proxy stays valid. Returns an error for a stale proxy or an invalid box, without a change.
    broad_status update(proxy p, const aabb<T>& box) {
        visits_.expect_none();
        const broad_status status = table_.status_of(p, box);
        if (!status) return status;
        table_.set(p, box);
        if (is_committed()) state_ = state::moved;
        return status;
    }
    /// Removes a box. Returns an error for a stale proxy.
    broad_status remove(proxy p) {
        visits_.expect_none();
        const broad_status status = table_.status_of(p);
        if (!status) return status;
        table_.remove(p);
        state_ = state::other_boxes;
        return status;
    }
    /// Removes all boxes. No former proxy names a box afterwards.
    void clear() {
        visits_.expect_none();
        table_.clear(), sorted_.clear();
        state_ = state::sorted;
    }

    /// Replaces all boxes: box i gets index i. Returns an error, and changes nothing, if a box is not finite or is
    /// inverted, with the index of the first such box, or if there are more than 2^32 - 16 boxes.
    result<proxy_range, broad_error> build(std::span<const aabb<T>> boxes) { return build(detail::run_here{}, boxes); }
    using box_queries<sweep_and_prune, T>::build, box_queries<sweep_and_prune, T>::update,
        box_queries<sweep_and_prune, T>::query;
    template <executor E>
    result<proxy_range, broad_error> build(E&& run, std::span<const aabb<T>> boxes) {
        visits_.expect_none();
        if (const broad_status status = table_.status_of_new(boxes); !status) return {status.error, status.index};
        table_.set_all(run, boxes);
        const proxy_range proxies = table_.reset();
        state_ = state::other_boxes;
        commit(run);
        return proxies;
    }
    /// Updates all boxes: box i belongs to index i, and proxies stay valid. Returns an error, and changes nothing, if a
    /// box is invalid, if the number of boxes has changed, or if an index is free: `if (!structure.update(boxes))
    /// structure.build(boxes);`.
    template <executor E>
    [[nodiscard("refused if the number of boxes has changed: then build")]]
    broad_status update(E&& run, std::span<const aabb<T>> boxes) {
        visits_.expect_none();
        const broad_status status = table_.status_of_all(boxes);
        if (!status) return status;
        table_.set_all(run, boxes);
        if (is_committed()) state_ = state::moved;
        commit(run);
        return status;
    }
    /// Sorts the changes. For boxes that moved little, the time is linear in their number.
    void commit() { commit(detail::run_here{}); }
    template <executor E>
    void commit(E&& run) {
        if (is_committed()) return;
        visits_.expect_none();
        sorted_.sort(run, table_, state_ == state::moved);
        table_.refresh_bounds();
        state_ = state::sorted;
    }

    /// Calls visit(proxy) for each box that shares a point with this one. A visitor may return false to end the query.
    /// An invalid box finds nothing.
    template <class Visit>
    query_statistics query(const aabb<T>& box, Visit&& visit) const {
        if (detail::error_of(box) != broad_error::none) return {};
        const auto limits = limits_of(detail::packed(box));
        const auto meets = [&](const detail::packed_box<T>& other) { return detail::meets(other, limits); };
        return search(limits, true, meets, [&](proxy p) { return detail::goes_on(visit, p); });
    }
    /// Calls visit(proxy) for each box that a moving box may hit; visitors are like those of `ray_cast`. An invalid box
    /// or translation finds nothing.
    template <class Visit>
    query_statistics box_cast(const aabb<T>& box, vec2<T> translation, Visit&& visit) const {
        if (!detail::is_castable(box, translation)) return {};
        detail::box_path<T> path{box, translation};
        const auto meets = [&](const detail::packed_box<T>& other) { return path.meets(other); };
        return search(path.limits(), sorted_.goes_up(translation), meets,
                      [&](proxy p) { return detail::goes_on_along(path, visit, p); });
    }

    /// Calls visit(proxy, proxy) once for each pair of boxes that share a point. The visitor may return false to end
    /// the query.
    template <class Visit>
    query_statistics for_each_pair(Visit&& visit) const {
        const detail::visit_count::scope guard{visits_};
        return of_sorted([&](const detail::sorted_boxes<T>& sorted) {
            std::size_t found = 0;
            auto statistics = sorted.sweep(0, sorted.size(), [&](std::uint32_t i, std::uint32_t j) {
                ++found;
                return detail::goes_on(visit, table_.at(i), table_.at(j));
            });
            statistics.found = found;
            return statistics;
        });
    }
    /// Visits the same pairs in the same order. The executor's tasks find them, and the calling thread visits them.
    template <executor E, class Visit>
    query_statistics for_each_pair(E&& run, Visit&& visit) const {
        const detail::visit_count::scope guard{visits_};
        return of_sorted([&](const detail::sorted_boxes<T>& sorted) {
            constexpr std::size_t chunk = detail::box_table<T>::chunk;
            const auto find = [&](std::size_t c, const auto& add) {
                return sorted.sweep(c * chunk, (std::min)(sorted.size(), (c + 1) * chunk), add);
            };
            return detail::visit_in_chunks(
                run, (sorted.size() + chunk - 1) / chunk, find, [&](std::uint32_t i) { return table_.at(i); }, visit);
        });
    }

private:
    /// `moved`: the indices are those of the last sort. `other_boxes`: boxes were inserted or removed.
    enum class state { sorted, moved, other_boxes };

    template <class F>
    query_statistics of_sorted(const F& f) const {
        if (is_committed()) return f(sorted_);
        detail::sorted_boxes<T> now = sorted_;
        detail::run_here run;
        now.sort(run, table_, state_ == state::moved);
        query_statistics statistics = f(now);
        statistics.tested += size();
        return statistics;
    }
    /// Calls visit(proxy) for boxes that overlap a packed box and pass a finer test.
    template <class Meets, class Visit>
    query_statistics search(const detail::packed_box<T>& limits, bool up, const Meets& meets,
                            const Visit& visit) const {
        const detail::visit_count::scope guard{visits_};
        std::size_t found = 0;
        const auto test_box = [&](std::size_t index) {
            if (!meets(table_[index])) return true;
            ++found;
            return visit(table_.at(index));
        };
        query_statistics statistics;
        if (is_committed()) {
            statistics =
                sorted_.search(limits, up, meets, [&](std::size_t rank) { return test_box(sorted_.index_at(rank)); });
        } else {
            for (std::size_t i = 0; i < table_.index_count(); ++i, ++statistics.tested)
                if (!test_box(i)) break;
        }
        statistics.found = found;
        return statistics;
    }

    detail::box_table<T> table_;
    detail::sorted_boxes<T> sorted_;
    state state_ = state::sorted;
    detail::visit_count visits_;
};

}  // namespace HITBOX_ISA
}  // namespace hitbox
