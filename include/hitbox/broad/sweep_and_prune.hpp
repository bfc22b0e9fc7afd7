#pragma once
/// Boxes sorted along one axis: each is compared with those that begin before it ends.
///
/// The best choice for what is spread along one axis, as a side scroller, and for few boxes that move little from frame
/// to frame, whose order is repaired rather than found anew. On a square, time grows with the square root of their
/// number. Cohen et al. 1995, "I-COLLIDE"; without their list of pairs, which costs more than it saves in two
/// dimensions. Ericson, "Real-Time Collision Detection", section 7.5.

#include <hitbox/broad/sorted_boxes.hpp>

namespace hitbox::inline HITBOX_ISA {

/// Which of these boxes meet? Touching counts.
///
/// What changes is sorted by `commit()`, or by an update of all boxes. Until then every answer is right, but slow:
/// queries look at all boxes, and pairs are sorted for each call anew.
template <exact_real T>
class sweep_and_prune {
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
        return sizeof *this + table_.bytes_used() + sorted_.bytes_used();
    }
    /// Is nothing changed that was not sorted yet?
    [[nodiscard]] bool is_committed() const noexcept { return state_ == state::sorted; }
    /// Is everything inside as it should be?
    [[nodiscard]] bool validate() const { return table_.validate() && (!is_committed() || sorted_.validate(table_)); }

    /// A null proxy if the box is refused.
    proxy insert(const aabb<T>& box) {
        visits_.expect_none();
        const proxy p = table_.insert(box);
        if (p) state_ = state::other_boxes;
        return p;
    }
    broad_status update(proxy p, const aabb<T>& box) {
        visits_.expect_none();
        const broad_status status = table_.status_of(p, box);
        if (!status) return status;
        table_.set(p, box);
        if (is_committed()) state_ = state::moved;
        return status;
    }
    broad_status remove(proxy p) {
        visits_.expect_none();
        const broad_status status = table_.status_of(p);
        if (!status) return status;
        table_.remove(p);
        state_ = state::other_boxes;
        return status;
    }
    void clear() { static_cast<void>(build({})); }

    /// These boxes, and no others: box i has index i. Refused as a whole.
    result<proxy_range, broad_error> build(std::span<const aabb<T>> boxes) { return build(detail::run_here{}, boxes); }
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
    /// Box i becomes that of index i; all proxies stay valid. Refused as a whole, also if an index is free.
    broad_status update(std::span<const aabb<T>> boxes) { return update(detail::run_here{}, boxes); }
    template <executor E>
    broad_status update(E&& run, std::span<const aabb<T>> boxes) {
        visits_.expect_none();
        const broad_status status = table_.status_of_all(boxes);
        if (!status) return status;
        table_.set_all(run, boxes);
        if (is_committed()) state_ = state::moved;
        commit(run);
        return status;
    }
    /// Sorts what has changed. Boxes that moved little are sorted in a time that grows with their number alone.
    void commit() { commit(detail::run_here{}); }
    template <executor E>
    void commit(E&& run) {
        visits_.expect_none();
        if (is_committed()) return;
        sorted_.sort(run, table_, state_ == state::moved);
        table_.refresh_bounds();
        state_ = state::sorted;
    }

    /// Calls visit(proxy) for each box that meets this one; a visitor may return false to end the query.
    template <class Visit>
    query_statistics query(const aabb<T>& box, Visit&& visit) const {
        if (detail::error_of(box) != broad_error::none) return {};
        const auto reach = reach_of(detail::packed(box));
        const auto meets = [&](const detail::packed_box<T>& other) { return detail::meets(other, reach); };
        return search(reach, true, meets, [&](proxy p) { return detail::goes_on(visit, p); });
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
        const auto meets = [&](const detail::packed_box<T>& other) { return path.meets(other); };
        return search(path.reach(), sorted_.goes_up(translation), meets, [&](proxy p) {
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
    /// The same in the same sequence, found by an executor; visited on this thread.
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
    /// Calls visit(proxy) for boxes that meet a reach, and a test that is the finer one.
    template <class Meets, class Visit>
    query_statistics search(const detail::packed_box<T>& reach, bool up, const Meets& meets, const Visit& visit) const {
        const detail::visit_count::scope guard{visits_};
        std::size_t found = 0;
        const auto look_at = [&](std::size_t index) {
            if (!meets(table_[index])) return true;
            ++found;
            return visit(table_.at(index));
        };
        query_statistics statistics;
        if (is_committed()) {
            statistics =
                sorted_.search(reach, up, meets, [&](std::size_t place) { return look_at(sorted_.index_at(place)); });
        } else {
            for (std::size_t i = 0; i < table_.index_count(); ++i, ++statistics.tested)
                if (!look_at(i)) break;
        }
        statistics.found = found;
        return statistics;
    }

    detail::box_table<T> table_;
    detail::sorted_boxes<T> sorted_;
    state state_ = state::sorted;
    detail::visit_count visits_;
};

}  // namespace hitbox::inline HITBOX_ISA
