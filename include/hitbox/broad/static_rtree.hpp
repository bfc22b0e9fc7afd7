#pragma once
/// A packed R-tree of boxes that do not change, with sixteen entries in each node.
///
/// It is for boxes that never move: a level, a map. The tree is built as a whole, takes about 21 bytes for each box of
/// float, and is a single block of bytes that can be written to a file and viewed in place. Boxes are packed in the
/// order of a Hilbert curve (Kamel and Faloutsos 1993, "On packing R-trees"). The layout without pointers is that of
/// flatbush (Agafonkin).

#include <hitbox/broad/box_gap.hpp>
#include <hitbox/broad/rtree_block.hpp>
#include <hitbox/core/lists.hpp>

namespace hitbox {
inline namespace HITBOX_ISA {

/// A packed R-tree of boxes that do not change (Kamel and Faloutsos 1993): for a level, a map, or any data that is
/// loaded and then only queried.
template <exact_real T>
class static_rtree : public box_queries<static_rtree<T>, T> {
public:
    using scalar_type = T;

    static_rtree() = default;
    static_rtree(const static_rtree&) = default;
    static_rtree& operator=(const static_rtree&) = default;
    /// Takes the boxes of another tree, which is then empty.
    static_rtree(static_rtree&& other) noexcept { *this = std::move(other); }
    static_rtree& operator=(static_rtree&& other) noexcept {
        if (this == &other) return *this;
        own_ = std::move(other.own_), viewed_ = std::exchange(other.viewed_, nullptr);
        layout_ = std::exchange(other.layout_, layout{}), generation_ = other.generation_;
        return *this;
    }

    [[nodiscard]] std::size_t size() const noexcept { return layout_.count; }
    /// Returns true if the proxy names a box of this structure.
    [[nodiscard]] bool contains(proxy p) const noexcept { return p.index() < size() && p.generation() == generation_; }
    /// Returns the box as it was given, or a box at the origin if the proxy is stale. For tests and rare use: it takes
    /// time linear in the number of boxes, because boxes are stored by position.
    [[nodiscard]] aabb<T> box(proxy p) const noexcept {
        for (std::size_t i = 0; contains(p) && i < size(); ++i)
            if (indices()[i] == p.index()) return unpacked(detail::box_in(group(0, i / per_group), i % per_group));
        return {};
    }
    /// Returns the smallest box around all boxes, in constant time. If there are none, it is inverted, from +infinity
    /// to -infinity, and contains nothing.
    [[nodiscard]] aabb<T> bounds() const noexcept {
        return unpacked(size() == 0 ? detail::no_box<T>() : detail::box_around(group(layout_.levels - 1, 0)));
    }
    /// Returns the bytes of memory in use, the object itself included. A view owns no further memory.
    [[nodiscard]] std::size_t bytes_used() const noexcept { return sizeof *this + own_.capacity() * sizeof(line); }

    /// Replaces all boxes: box i gets index i. Returns an error, and changes nothing, if a box is not finite or is
    /// inverted, with the index of the first such box, or if there are more than 2^32 - 16 boxes.
    result<proxy_range, broad_error> build(std::span<const aabb<T>> boxes) { return build(detail::run_here{}, boxes); }
    using box_queries<static_rtree, T>::build, box_queries<static_rtree, T>::query;
    template <executor E>
    result<proxy_range, broad_error> build(E&& run, std::span<const aabb<T>> boxes) {
        visits_.expect_none();
        if (boxes.size() > layout::max_boxes)
            return {broad_error::too_many, static_cast<std::size_t>(layout::max_boxes)};
        if (const broad_status status = detail::status_of(boxes); !status) return {status.error, status.index};
        const layout planned{boxes.size()};
        std::vector<line> block(static_cast<std::size_t>((planned.bytes + sizeof(line) - 1) / sizeof(line)));
        write_block(run, boxes, planned, block.data()->bytes);
        own_.swap(block);
        viewed_ = nullptr;
        layout_ = planned;
        generation_ += 2;
        return proxy_range{boxes.size(), generation_};
    }
    /// Removes all boxes. No former proxy names a box afterwards.
    void clear() {
        visits_.expect_none();
        const std::uint32_t former = generation_;
        *this = static_rtree{};
        generation_ = former + 2;
    }

    /// Returns the whole tree as bytes, to be stored and viewed by the same version on processors with the same byte
    /// order. The bytes are valid while the tree, and the bytes that it views, are neither changed nor moved.
    [[nodiscard]] std::span<const std::byte> bytes() const noexcept {
        return {block(), static_cast<std::size_t>(layout_.bytes)};
    }
    /// Returns the tree in bytes from `bytes()`. The bytes begin at a multiple of 8. They are not copied and must
    /// outlive the tree and its copies. Every box and index is checked, in linear time: any bytes give a tree that is
    /// safe to use, or the reason why not. Its proxies are the same each time: box i has index i.
    [[nodiscard]] static result<static_rtree, block_error> view(std::span<const std::byte> bytes) {
        if (bytes.size() < sizeof(detail::rtree_header)) return {block_error::too_short, 0};
        if (reinterpret_cast<std::uintptr_t>(bytes.data()) % 8 != 0) return {block_error::misaligned, 0};
        detail::rtree_header header;
        __builtin_memcpy(&header, bytes.data(), sizeof header);
        if (const block_error e = detail::error_of_header<T>(header, bytes.size()); e != block_error::none)
            return {e, 0};
        static_rtree tree;
        tree.layout_ = layout{header.count};
        tree.viewed_ = bytes.data();
        if (!is_consistent(tree.layout_, bytes.data())) return {block_error::inconsistent, 0};
        return tree;
    }
    /// Returns true if the structure is consistent; for tests.
    [[nodiscard]] bool validate() const { return view(bytes()).has_value(); }

    /// Calls visit(proxy) for each box that shares a point with this one. A visitor may return false to end the query.
    /// An invalid box finds nothing.
    template <class Visit>
    query_statistics query(const aabb<T>& box, Visit&& visit) const {
        if (detail::error_of(box) != broad_error::none) return {};
        const detail::visit_count::scope guard{visits_};
        query_statistics statistics;
        const detail::row_limits<T> limits{limits_of(detail::packed(box))};
        search(limits, 0, statistics, [&](std::size_t leaf) {
            for (std::uint32_t hits = met(0, leaf, limits, statistics); hits != 0; hits &= hits - 1) {
                ++statistics.found;
                if (!detail::goes_on(visit, at(leaf * per_group + first_of(hits)))) return false;
            }
            return true;
        });
        return statistics;
    }
    /// Calls visit(proxy) for each box that a moving box may hit, roughly nearer ones first; visitors are like those of
    /// `ray_cast`. An invalid box or translation finds nothing.
    template <class Visit>
    query_statistics box_cast(const aabb<T>& box, vec2<T> translation, Visit&& visit) const {
        if (!detail::is_castable(box, translation)) return {};
        const detail::visit_count::scope guard{visits_};
        detail::box_path<T> path{box, translation};
        return detail::rtree_path_walk<T>{block(), layout_, path}(
            [&](std::uint32_t position) { return detail::goes_on_along(path, visit, at(position)); });
    }

    /// Calls visit(proxy) for the boxes, roughly in ascending order of their distance from a box. The distance here is
    /// the larger of the distances along x and along y, negative where the boxes overlap. The visitor returns the
    /// largest distance that is still of interest; a negative one ends the search. An invalid box finds nothing.
    template <class Visit>
    void visit_from_nearest(const aabb<T>& box, const Visit& visit) const {
        if (size() == 0 || detail::error_of(box) != broad_error::none) return;
        const detail::visit_count::scope guard{visits_};
        T limit = std::numeric_limits<T>::infinity();
        from_nearest(layout_.levels - 1, 0, detail::row_limits<T>{limits_of(detail::packed(box))}, limit, visit);
    }

    /// Returns the k boxes nearest to a point, or all if there are fewer, ascending by distance and then by index
    /// (Roussopoulos, Kelley and Vincent 1995). Distances never overflow. Returns none for a point that is not finite.
    [[nodiscard]] std::vector<proxy> nearest(vec2<T> point, std::size_t k) const {
        const detail::visit_count::scope guard{visits_};
        std::vector<neighbour> heap;  // the farthest on top
        if (is_finite(point) && k > 0 && size() > 0) {
            heap.reserve((std::min)(k, size()));
            add_nearest(layout_.levels - 1, 0, point, (std::min)(k, size()), heap);
        }
        detail::sort_heap(heap.data(), heap.size());
        std::vector<proxy> result;
        result.reserve(heap.size());
        for (const neighbour& n : heap) result.emplace_back(n.index, generation_);
        return result;
    }

    /// Calls visit(proxy, proxy) once for each pair of boxes that share a point. The visitor may return false to end
    /// the query.
    template <class Visit>
    query_statistics for_each_pair(Visit&& visit) const {
        const detail::visit_count::scope guard{visits_};
        query_statistics statistics;
        const auto add = [&](std::uint32_t i, std::uint32_t j) {
            ++statistics.found;
            return detail::goes_on(visit, proxy{i, generation_}, proxy{j, generation_});
        };
        for (std::size_t leaf = 0; leaf < layout_.groups[0]; ++leaf)
            if (!pairs_from(leaf, statistics, add)) break;
        return statistics;
    }
    /// Visits the same pairs in the same order. The executor's tasks find them, and the calling thread visits them.
    template <executor E, class Visit>
    query_statistics for_each_pair(E&& run, Visit&& visit) const {
        constexpr std::size_t chunk = detail::box_table<T>::chunk / per_group;
        const detail::visit_count::scope guard{visits_};
        const std::size_t leaves = layout_.groups[0];
        const auto find = [&](std::size_t c, const auto& add) {
            query_statistics statistics;
            for (std::size_t leaf = c * chunk; leaf < (std::min)(leaves, (c + 1) * chunk); ++leaf)
                pairs_from(leaf, statistics, add);
            return statistics;
        };
        return detail::visit_in_chunks(
            run, (leaves + chunk - 1) / chunk, find, [&](std::uint32_t i) { return proxy{i, generation_}; }, visit);
    }

private:
    using layout = detail::rtree_layout<T>;
    static constexpr std::size_t per_group = layout::group;
    static constexpr std::uint32_t all_of_group = (1u << per_group) - 1;

    struct alignas(64) line {
        std::byte bytes[64];
    };
    using neighbour = detail::neighbour<T>;

    [[nodiscard]] const std::byte* block() const noexcept {
        if (viewed_ != nullptr) return viewed_;
        return own_.empty() ? reinterpret_cast<const std::byte*>(&of_nothing) : own_.data()->bytes;
    }
    [[nodiscard]] const T* group(std::size_t level, std::size_t g) const noexcept {
        return reinterpret_cast<const T*>(block() + layout_.offsets[level]) + g * 4 * layout::row;
    }
    [[nodiscard]] const std::uint32_t* indices() const noexcept {
        return reinterpret_cast<const std::uint32_t*>(block() + layout_.indices);
    }
    [[nodiscard]] proxy at(std::size_t i) const noexcept { return {indices()[i], generation_}; }
    [[nodiscard]] static std::size_t first_of(std::uint32_t hits) noexcept {
        return static_cast<std::size_t>(std::countr_zero(hits));
    }

    /// Returns a mask: bit i is set if box i of a group meets the limits.
    [[nodiscard, gnu::always_inline]] std::uint32_t met(std::size_t level, std::size_t g,
                                                        const detail::row_limits<T>& limits,
                                                        query_statistics& statistics) const noexcept {
        ++statistics.visited;
        statistics.tested += per_group;
        std::uint32_t hits = 0;
        const T* rows = group(level, g);
        for (std::size_t i = 0; i < per_group; i += detail::pack_size<T>)
            hits |= static_cast<std::uint32_t>(limits.meets(rows + i, layout::row)) << i;
        return hits;
    }

    /// Calls visit(leaf) for the groups of the lowest level, from `first_leaf` on, whose boxes meet the limits. Damaged
    /// bytes never cause a read beyond the block, because a group that does not exist is skipped.
    template <class Visit>
    bool search(const detail::row_limits<T>& limits, std::size_t first_leaf, query_statistics& statistics,
                const Visit& visit) const {
        if (layout_.levels == 0) return true;
        if (layout_.levels == 1) return visit(std::size_t{0});
        std::size_t level = layout_.levels - 1, groups[layout::max_levels] = {};
        std::uint32_t hits[layout::max_levels];
        const auto enter = [&](std::size_t g) {
            const std::size_t first = first_leaf >> (4 * (level - 1)), begin = g * per_group;
            groups[level] = g;
            hits[level] = met(level, g, limits, statistics);
            if (first > begin) hits[level] &= all_of_group << (std::min)(first - begin, per_group);
        };
        enter(0);
        for (;;) {
            if (hits[level] == 0) {
                if (++level == layout_.levels) return true;
                continue;
            }
            const std::size_t child = groups[level] * per_group + first_of(hits[level]);
            hits[level] &= hits[level] - 1;
            if (child >= layout_.groups[level - 1]) continue;
            if (level == 1) {
                if (!visit(child)) return false;
            } else {
                --level;
                enter(child);
            }
        }
    }

    /// Calls add(i, j) for the indices of each pair of a box of this leaf and a later one, until it returns false.
    template <class Add>
    bool pairs_from(std::size_t leaf, query_statistics& statistics, const Add& add) const {
        const T* rows = group(0, leaf);
        const std::uint32_t* const own = indices() + leaf * per_group;
        const std::size_t n = (std::min)(per_group, size() - leaf * per_group);
        for (std::size_t i = 0; i + 1 < n; ++i) {
            const detail::row_limits<T> limits{limits_of(detail::box_in(rows, i))};
            std::uint32_t hits = met(0, leaf, limits, statistics) & all_of_group << (i + 1);
            for (; hits != 0; hits &= hits - 1)
                if (!add(own[i], own[first_of(hits)])) return false;
        }
        const detail::row_limits<T> around{limits_of(detail::box_around(rows))};
        if (leaf + 1 == layout_.groups[0]) return true;
        return search(around, leaf + 1, statistics, [&](std::size_t other) {
            for (std::uint32_t met_by = met(0, other, around, statistics); met_by != 0; met_by &= met_by - 1) {
                const detail::row_limits<T> limits{limits_of(detail::box_in(group(0, other), first_of(met_by)))};
                for (std::uint32_t hits = met(0, leaf, limits, statistics); hits != 0; hits &= hits - 1)
                    if (!add(own[first_of(hits)], indices()[other * per_group + first_of(met_by)])) return false;
            }
            return true;
        });
    }

    /// Visits the boxes below a group, the nearest first. A gap, and the distance that `visit` returns, are each
    /// rounded by less than 4 epsilon of themselves. The margin is therefore 8 epsilon.
    template <class Visit>
    void from_nearest(std::size_t level, std::size_t g, const detail::row_limits<T>& limits, T& limit,
                      const Visit& visit) const {
        const std::size_t first = g * per_group, here = static_cast<std::size_t>(layout_.boxes_of(level)) - first;
        detail::gaps_of_group<T> gaps{limits, group(level, g), (std::min)(per_group, here)};
        while (limit >= T(0) && gaps.advance()) {
            if (gaps.least - T(8) * std::numeric_limits<T>::epsilon() * detail::magnitude(gaps.least) > limit) return;
            if (level > 0) from_nearest(level - 1, first + gaps.slot, limits, limit, visit);
            else limit = visit(at(first + gaps.slot));
        }
    }
    void add_nearest(std::size_t level, std::size_t g, vec2<T> point, std::size_t k,
                     std::vector<neighbour>& heap) const {
        detail::square_gap<T> gaps[per_group];
        detail::find_gaps<per_group>(group(level, g), point, gaps);
        std::uint32_t order[per_group];
        std::size_t n = 0;
        const std::size_t here =
            (std::min)(per_group, static_cast<std::size_t>(layout_.boxes_of(level)) - g * per_group);
        for (std::uint32_t i = 0; i < here; ++i) {
            if (heap.size() == k && heap.front().gap < gaps[i]) continue;
            std::size_t j = n++;
            for (; j > 0 && gaps[i] < gaps[order[j - 1]]; --j) order[j] = order[j - 1];
            order[j] = i;
        }
        for (std::size_t i = 0; i < n; ++i) {
            const detail::square_gap<T>& gap = gaps[order[i]];
            if (heap.size() == k && heap.front().gap < gap) return;
            const std::size_t child = g * per_group + order[i];
            if (level > 0) add_nearest(level - 1, child, point, k, heap);
            else detail::add_to_nearest(heap, k, neighbour{gap, indices()[child]});
        }
    }
    static constexpr detail::rtree_header header_of_nothing() noexcept {
        detail::rtree_header header;
        header.scalar_size = sizeof(T);
        return header;
    }
    static constexpr detail::rtree_header of_nothing = header_of_nothing();

    std::vector<line> own_;  // empty for a view
    const std::byte* viewed_ = nullptr;
    layout layout_;
    std::uint32_t generation_ = 1;
    detail::visit_count visits_;
};

}  // namespace HITBOX_ISA
}  // namespace hitbox
