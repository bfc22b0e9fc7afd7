#pragma once
/// A hierarchical grid that is sorted again in every frame: for scenes in which most boxes move.
///
/// This is the fastest structure when most boxes move: sorting all of them costs less than updating cells or trees
/// (Mirtich's hierarchical hash tables; Ericson, Real-Time Collision Detection, section 7.2), here with a counting sort
/// by cell. Boxes may have any size and position. Cells are hashed, so empty space between distant crowds needs no
/// memory.

#include <hitbox/broad/box_table.hpp>
#include <hitbox/broad/grid_pairs.hpp>
#include <hitbox/broad/grid_path.hpp>

namespace hitbox {
inline namespace HITBOX_ISA {

/// A hierarchical grid of boxes: the fastest structure to find all pairs when most boxes move.
///
/// `insert`, `update` and `remove` of one box only record the change; `commit` sorts the boxes, which takes 10 to 30 ns
/// for each existing box. Until then queries return the same boxes, but they test all boxes, and each box takes 16 more
/// bytes (32 for double) beside the 34 of the sorted grid (50 for double).
///
/// `build` and `update` of all boxes commit. An executor can do a part of the work; the results and their order are the
/// same with and without it.
template <exact_real T>
class spatial_hash : public box_queries<spatial_hash<T>, T> {
public:
    using scalar_type = T;

    spatial_hash() = default;
    explicit spatial_hash(T) = delete;  // a spatial_hash<T> chooses its cells: write spatial_hash<T>{}

    /// Inserts a box and returns its proxy: null if the box is not finite or is inverted, or if there are 2^28 boxes
    /// already. It has the index that was freed last, or else a new one.
    proxy insert(const aabb<T>& box) {
        visits_.expect_none();
        if (detail::error_of(box) != broad_error::none || size() >= max_boxes) return {};
        take_out();
        if (proxies_.size() == proxies_.index_count())
            table_.resize(padded(proxies_.index_count() + 1), detail::no_box<T>());
        const proxy p = proxies_.add();
        table_[p.index()] = detail::packed(box);
        generation_ = size() == 1 || p.generation() == generation_ ? p.generation() : 0;
        return p;
    }
    /// Replaces a box; its proxy stays valid. Returns an error for a stale proxy or an invalid box, without a change.
    broad_status update(proxy p, const aabb<T>& box) {
        visits_.expect_none();
        if (!contains(p)) return {broad_error::stale_proxy, 0};
        if (const broad_error e = detail::error_of(box); e != broad_error::none) return {e, 0};
        take_out();
        table_[p.index()] = detail::packed(box);
        return {};
    }
    /// Removes a box. Returns an error for a stale proxy.
    broad_status remove(proxy p) {
        visits_.expect_none();
        if (!contains(p)) return {broad_error::stale_proxy, 0};
        take_out();
        proxies_.remove(p);
        table_[p.index()] = detail::no_box<T>();
        return {};
    }
    /// Removes all boxes; no former proxy names a box afterwards.
    void clear() {
        visits_.expect_none();
        static_cast<void>(proxies_.reset(0));
        table_.clear(), grid_.clear();
        is_stale_ = false;
    }

    /// Replaces all boxes: box i gets index i. Returns an error, and changes nothing, if a box is not finite or is
    /// inverted, with the index of the first such box, or if there are more than 2^28 boxes.
    template <executor E>
    result<proxy_range, broad_error> build(E&& run, std::span<const aabb<T>> boxes) {
        visits_.expect_none();
        if (boxes.size() > max_boxes) return {broad_error::too_many, max_boxes};
        if (const broad_status refused = take(run, boxes); !refused) return {refused.error, refused.index};
        const proxy_range proxies = proxies_.reset(boxes.size());
        generation_ = proxies.generation();
        return proxies;
    }
    result<proxy_range, broad_error> build(std::span<const aabb<T>> boxes) { return build(detail::run_here{}, boxes); }
    using box_queries<spatial_hash, T>::build, box_queries<spatial_hash, T>::update,
        box_queries<spatial_hash, T>::query;

    /// Updates all boxes at once, as after a step of a simulation: box i belongs to index i, and proxies stay valid.
    /// Returns an error, and changes nothing, if a box is invalid, if the number of boxes has changed, or if an index
    /// is free: `if (!hash.update(boxes)) hash.build(boxes);`.
    template <executor E>
    [[nodiscard("refused if the number of boxes has changed: then build")]]
    broad_status update(E&& run, std::span<const aabb<T>> boxes) {
        visits_.expect_none();
        if (boxes.size() != size() || size() != proxies_.index_count()) return {broad_error::wrong_count, 0};
        return take(run, boxes);
    }

    /// Sorts the boxes if anything changed since the last commit.
    template <executor E>
    void commit(E&& run) {
        if (!is_stale_) return;
        visits_.expect_none();
        const auto box_at = [this](std::size_t i) -> const detail::packed_box<T>& { return table_[i]; };
        static_cast<void>(grid_.template count<true>(run, proxies_.index_count(), box_at));
        grid_.template sort<true>(run, box_at);
        table_.clear(), is_stale_ = false;
    }
    void commit() { commit(detail::run_here{}); }

    [[nodiscard]] std::size_t size() const noexcept { return proxies_.size(); }
    /// Returns true if the proxy names a box of this structure.
    [[nodiscard]] bool contains(proxy p) const noexcept { return proxies_.contains(p); }
    /// Returns the box as it was given, or a box at the origin if the proxy is stale.
    [[nodiscard]] aabb<T> box(proxy p) const noexcept {
        if (!contains(p)) return {};
        return detail::unpacked(is_stale_ ? table_[p.index()] : grid_.box_of(p.index()));
    }
    /// Returns the smallest box around all boxes. If there are none, it is inverted, from +infinity to -infinity, and
    /// contains nothing. Takes constant time after `commit`; after other changes it may compare all boxes.
    [[nodiscard]] aabb<T> bounds() const noexcept {
        detail::packed_box<T> all = detail::no_box<T>();
        if (is_stale_)
            for (const detail::packed_box<T>& box : table_) all = detail::merged(all, box);
        else
            for (const auto& level : grid_.levels()) all = detail::merged(all, level.bounds);
        return detail::unpacked(all);
    }
    /// Returns the bytes of memory in use, those for the next commit and the object itself included.
    [[nodiscard]] std::size_t bytes_used() const noexcept {
        return sizeof *this + table_.capacity() * sizeof(detail::packed_box<T>) + grid_.bytes_used() +
               proxies_.bytes_used();
    }
    /// Returns true if each box is in its cell of its level exactly once. For tests; takes about as long as a commit.
    [[nodiscard]] bool validate() const {
        if (!is_stale_) {
            for (std::uint32_t rank = 0; rank < grid_.size(); ++rank)
                if (!proxies_.has(grid_.index(rank))) return false;
            return table_.empty() && grid_.size() == size() && grid_.validate();
        }
        if (table_.size() != padded(proxies_.index_count())) return false;
        for (std::size_t i = 0; i < table_.size(); ++i)
            if (proxies_.has(i) ? detail::error_of(detail::unpacked(table_[i])) != broad_error::none
                                : !detail::same(table_[i], detail::no_box<T>()))
                return false;
        return true;
    }

    /// Calls visit(cell, count) for each cell that held boxes at the last commit, with their number; small cells first.
    /// A box belongs to the cell of its min corner. A few distant boxes of one size have no grid; their cell is the box
    /// around them. Use it to draw the grid.
    template <class Visit>
    void for_each_cell(Visit&& visit) const {
        for (const auto& level : grid_.levels()) detail::visit_cells(grid_, level, visit);
    }

    /// Calls visit(proxy) for all boxes that share a point with this one. A visitor may return false to end the query.
    /// A box that is not finite or is inverted finds nothing.
    template <class Visit>
    query_statistics query(const aabb<T>& box, Visit&& visit) const {
        if (detail::error_of(box) != broad_error::none) return {};
        const detail::visit_count::scope visiting{visits_};
        const detail::packed_box<T> limits = detail::limits_of(detail::packed(box));
        query_statistics statistics;
        const auto visit_boxes = [&](const detail::grid_level<T>* level, const detail::rank_range& range) {
            return visit_range(
                level, range, limits, statistics, [](const auto&) { return true; },
                [&](proxy p) { return detail::goes_on(visit, p); });
        };
        if (is_stale_) static_cast<void>(visit_boxes(nullptr, whole_table()));
        else
            for (const auto& level : grid_.levels())
                if (!grid_.for_ranges(level, limits, [&](const auto& range) { return visit_boxes(&level, range); }))
                    break;
        return statistics;
    }

    /// Calls visit(proxy) for all boxes that a moving box may hit, roughly nearer ones first; visitors are like those
    /// of `ray_cast`. An invalid box or translation finds nothing.
    template <class Visit>
    query_statistics box_cast(const aabb<T>& box, vec2<T> translation, Visit&& visit) const {
        if (!detail::is_castable(box, translation)) return {};
        const detail::visit_count::scope visiting{visits_};
        detail::box_path<T> path{box, translation};
        query_statistics statistics;
        const auto offer = [&](proxy p) { return detail::goes_on_along(path, visit, p); };
        const auto visit_boxes = [&](const detail::grid_level<T>* level, const detail::rank_range& range) {
            return visit_range(
                level, range, path.limits(), statistics, [&](const auto& candidate) { return path.meets(candidate); },
                offer);
        };
        if (is_stale_) return static_cast<void>(visit_boxes(nullptr, whole_table())), statistics;
        for (std::size_t i = grid_.levels().size(); i-- > 0;) {  // large boxes come first
            const auto& level = grid_.levels()[i];
            const auto visit_here = [&](const detail::rank_range& range) { return visit_boxes(&level, range); };
            if (!detail::grid_walk{grid_, path, visit_here}.walk(level)) break;
        }
        return statistics;
    }

    /// Calls visit(a, b) once for each pair of boxes that share a point. The visitor may return false to end the query.
    /// The order is that of cells, and of indices in them, by chunks of 4096 boxes. The function commits first.
    template <class Visit>
    query_statistics for_each_pair(Visit&& visit) {
        commit();
        return std::as_const(*this).for_each_pair(visit);
    }
    /// Visits the same pairs of a const structure. If it is not committed, this makes a committed copy.
    template <class Visit>
    query_statistics for_each_pair(Visit&& visit) const {
        const detail::visit_count::scope visiting{visits_};
        if (is_stale_) return spatial_hash{*this}.for_each_pair(visit);
        std::size_t found = 0;
        const auto pair = [&](std::uint32_t p, std::uint32_t q) {
            return ++found, detail::goes_on(visit, proxy_at(p), proxy_at(q));
        };
        detail::pair_search search{grid_, pair};
        for (std::size_t c = 0; c < detail::chunks_of(size()); ++c)
            if (!search_chunk(search, c)) break;
        search.statistics.found = found;
        return search.statistics;
    }
    /// Visits the same pairs in the same order. The executor's tasks find them, and the calling thread visits them.
    /// Needs 8 bytes for each pair.
    template <executor E, class Visit>
    query_statistics for_each_pair(E&& run, Visit&& visit) {
        commit(run);
        return std::as_const(*this).for_each_pair(run, visit);
    }
    template <executor E, class Visit>
    query_statistics for_each_pair(E&& run, Visit&& visit) const {
        const detail::visit_count::scope visiting{visits_};
        if (is_stale_) return spatial_hash{*this}.for_each_pair(run, visit);
        const auto find = [this](std::size_t c, const auto& add) {
            detail::pair_search search{grid_, add};
            static_cast<void>(search_chunk(search, c));
            return search.statistics;
        };
        return detail::visit_in_chunks(
            run, detail::chunks_of(size()), find, [this](std::uint32_t rank) { return proxy_at(rank); }, visit);
    }

private:
    static constexpr std::size_t max_boxes = std::size_t{1} << 28;

    [[nodiscard]] static constexpr std::size_t padded(std::size_t n) noexcept { return (n + 3) / 4 * 4; }

    /// Replaces all boxes and sorts them. Changes nothing if one of them is refused.
    template <class E>
    [[nodiscard]] broad_status take(E& run, std::span<const aabb<T>> boxes) {
        const auto box_at = [boxes](std::size_t i) -> const aabb<T>& { return boxes[i]; };
        if (!grid_.template count<false>(run, boxes.size(), box_at)) {
            if (!is_stale_) grid_.undo_count(proxies_.index_count());
            return detail::status_of(boxes);
        }
        grid_.template sort<false>(run, box_at);
        table_.clear(), is_stale_ = false;
        return {};
    }
    /// Called before each change. The first change after a commit copies the boxes into a table by index, which stores
    /// them until the next commit.
    void take_out() {
        if (is_stale_) return;
        table_.assign(padded(proxies_.index_count()), detail::no_box<T>());
        for (std::uint32_t rank = 0; rank < grid_.size(); ++rank) table_[grid_.index(rank)] = grid_.boxes()[rank];
        is_stale_ = true;
    }

    [[nodiscard]] detail::rank_range whole_table() const noexcept {
        return {0, static_cast<std::uint32_t>(table_.size())};
    }
    /// Calls found(proxy) for boxes in a range of the grid, or of the table if there is no level, that overlap the
    /// packed box and pass accept(box), until it returns false.
    template <class Accept, class Found>
    [[nodiscard]] bool visit_range(const detail::grid_level<T>* level, const detail::rank_range& range,
                                   const detail::packed_box<T>& limits, query_statistics& statistics,
                                   const Accept& accept, const Found& found) const {
        const detail::packed_box<T>* const boxes = level != nullptr ? grid_.boxes() : table_.data();
        const auto loaded = detail::load_box(limits);
        ++statistics.visited, statistics.tested += range.end - range.begin;
        for (std::uint32_t q = range.begin; q < range.end; q += 4) {
            std::uint32_t mask = detail::meeting(boxes + q, loaded) & detail::first_bits(range.end - q, 4);
            if (mask != 0 && range.hashed) mask = grid_.in_cells(*level, range, q, mask);
            for (; mask != 0; mask &= mask - 1) {
                const std::uint32_t rank = q + static_cast<std::uint32_t>(std::countr_zero(mask));
                if (!accept(boxes[rank])) continue;
                ++statistics.found;
                if (!found(level != nullptr ? proxy_at(rank) : proxies_.at(rank))) return false;
            }
        }
        return true;
    }
    /// Returns the proxy of the box at a position of the grid.
    [[nodiscard, gnu::always_inline]] proxy proxy_at(std::uint32_t rank) const noexcept {
        const std::uint32_t index = grid_.index(rank);
        return generation_ != 0 ? proxy{index, generation_} : proxies_.at(index);
    }
    template <class Search>
    [[nodiscard]] bool search_chunk(Search& search, std::size_t c) const {
        const std::size_t end = (std::min)(size(), (c + 1) * detail::grid_chunk);
        return search.search(static_cast<std::uint32_t>(c * detail::grid_chunk), static_cast<std::uint32_t>(end));
    }

    // The boxes by index, padded with boxes that meet nothing because four are compared at once; empty after a commit.
    std::vector<detail::packed_box<T>> table_;
    detail::proxy_table proxies_;
    detail::box_grid<T> grid_;      // as of the last commit
    std::uint32_t generation_ = 0;  // the generation of all proxies if they have the same one, else 0
    bool is_stale_ = false;
    detail::visit_count visits_;
};

}  // namespace HITBOX_ISA
}  // namespace hitbox
