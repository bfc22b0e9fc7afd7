#pragma once
/// The table of boxes by index, and the search for pairs in chunks, which several structures share.

#include <hitbox/broad/box_path.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The boxes of a structure by index, and their proxies. The box of a free index meets nothing.
template <exact_real T>
class box_table {
public:
    [[nodiscard]] std::size_t size() const noexcept { return proxies_.size(); }
    [[nodiscard]] std::size_t index_count() const noexcept { return boxes_.size(); }
    [[nodiscard]] bool has(std::size_t index) const noexcept { return proxies_.has(index); }
    [[nodiscard]] bool contains(proxy p) const noexcept { return proxies_.contains(p); }
    /// Returns the proxy of an index. @pre has(index)
    [[nodiscard]] proxy at(std::size_t index) const noexcept { return proxies_.at(index); }
    /// @pre index < index_count()
    [[nodiscard]] const packed_box<T>& operator[](std::size_t index) const noexcept { return boxes_[index]; }
    [[nodiscard]] std::size_t bytes_used() const noexcept {
        return boxes_.capacity() * sizeof(packed_box<T>) + proxies_.bytes_used();
    }

    /// Returns the status of an update or a removal of this proxy; with a box, that of an update to this box.
    [[nodiscard]] broad_status status_of(proxy p) const noexcept {
        return {contains(p) ? broad_error::none : broad_error::stale_proxy, 0};
    }
    [[nodiscard]] broad_status status_of(proxy p, const aabb<T>& box) const noexcept {
        return contains(p) ? broad_status{error_of(box), 0} : status_of(p);
    }
    /// Returns the status of an update of all boxes to these.
    [[nodiscard]] broad_status status_of_all(std::span<const aabb<T>> boxes) const {
        if (boxes.size() != size() || size() != index_count()) return {broad_error::wrong_count, 0};
        return detail::status_of(boxes);
    }
    /// Returns the status of a build with these boxes.
    [[nodiscard]] static broad_status status_of_new(std::span<const aabb<T>> boxes) {
        return boxes.size() > max_boxes ? broad_status{broad_error::too_many, max_boxes} : detail::status_of(boxes);
    }

    /// Adds a box and returns its proxy: null if the box is not finite or is inverted, or if the table is full.
    [[nodiscard]] proxy insert(const aabb<T>& box) {
        if (error_of(box) != broad_error::none || size() >= max_boxes) return {};
        if (size() == index_count()) boxes_.push_back(no_box<T>());
        const proxy p = proxies_.add();
        replace(p.index(), packed(box));
        return p;
    }
    /// @pre contains(p), and the box is valid
    void set(proxy p, const aabb<T>& box) noexcept { replace(p.index(), packed(box)); }
    /// @pre contains(p)
    void remove(proxy p) {
        proxies_.remove(p);
        replace(p.index(), no_box<T>());
    }
    /// Replaces all boxes; after a change of their number, `reset` must be called.
    /// @pre status_of_new(boxes) or status_of_all(boxes) reports no error
    template <class E>
    void set_all(E& run, std::span<const aabb<T>> boxes) {
        boxes_.resize(boxes.size());
        run((boxes.size() + chunk - 1) / chunk, [&](std::size_t c) {
            const std::size_t end = (std::min)(boxes.size(), (c + 1) * chunk);
            for (std::size_t i = c * chunk; i < end; ++i) boxes_[i] = packed(boxes[i]);
        });
        bounds_ = around_all(), are_bounds_loose_ = false;
    }
    [[nodiscard]] proxy_range reset() { return proxies_.reset(boxes_.size()); }
    void clear() {
        boxes_.clear(), static_cast<void>(proxies_.reset(0));
        bounds_ = no_box<T>(), are_bounds_loose_ = false;
    }

    /// Returns the smallest box around all boxes, inverted if there are none. It is stored. After a box at its border
    /// was removed or moved inwards, each call compares all boxes until the next `refresh_bounds`.
    [[nodiscard]] aabb<T> bounds() const noexcept { return unpacked(are_bounds_loose_ ? around_all() : bounds_); }
    void refresh_bounds() noexcept {
        if (are_bounds_loose_) bounds_ = around_all(), are_bounds_loose_ = false;
    }
    [[nodiscard]] bool validate() const {
        if (boxes_.size() != proxies_.index_count()) return false;
        for (std::size_t i = 0; i < boxes_.size(); ++i)
            if (has(i) ? error_of(unpacked(boxes_[i])) != broad_error::none : !same(boxes_[i], no_box<T>()))
                return false;
        return true;
    }

    /// The number of boxes of one task. It does not depend on the executor.
    static constexpr std::size_t chunk = 4096;
    static constexpr std::size_t max_boxes = 0xffff'fff0;

private:
    void replace(std::size_t index, const packed_box<T>& box) noexcept {
        const packed_box<T> old = std::exchange(boxes_[index], box);
        for (std::size_t k = 0; k < 4; ++k)
            are_bounds_loose_ = are_bounds_loose_ || (old.lanes[k] == bounds_.lanes[k] && box.lanes[k] > old.lanes[k]);
        bounds_ = merged(bounds_, box);
    }
    [[nodiscard]] packed_box<T> around_all() const noexcept {
        packed_box<T> all = no_box<T>();
        for (const packed_box<T>& box : boxes_) all = merged(all, box);
        return all;
    }

    std::vector<packed_box<T>> boxes_;
    proxy_table proxies_;
    packed_box<T> bounds_ = no_box<T>();  // encloses all boxes; the smallest such box unless it is loose
    bool are_bounds_loose_ = false;
};

/// Runs find(c, add) for each chunk c < chunks in tasks, which pass their pairs to add(i, j). Then calls visit(at(i),
/// at(j)) for all pairs on this thread, chunk after chunk, in the order in which they were found. The order is
/// therefore the same with any executor.
template <class E, class Find, class At, class Visit>
query_statistics visit_in_chunks(E& run, std::size_t chunks, const Find& find, const At& at, Visit& visit) {
    struct part {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
        query_statistics statistics;
    };
    std::vector<part> parts(chunks);
    run(chunks, [&](std::size_t c) {
        part found;  // local to the task, because neighbouring elements of `parts` share cache lines
        found.statistics = find(c, [&](std::uint32_t i, std::uint32_t j) {
            found.pairs.emplace_back(i, j);
            return true;
        });
        parts[c] = std::move(found);
    });
    query_statistics statistics;
    for (const part& p : parts) statistics += p.statistics;
    for (const part& p : parts) {
        for (const auto& [i, j] : p.pairs) {
            ++statistics.found;
            if (!goes_on(visit, at(i), at(j))) return statistics;
        }
    }
    return statistics;
}

/// The limits of a box, for comparing several boxes at once whose lanes are stored in four rows.
template <exact_real T>
class row_limits {
public:
    explicit row_limits(const packed_box<T>& limits) noexcept {
        for (std::size_t i = 0; i < 4; ++i) lanes_[i] = pack_of(limits.lanes[i]);
    }
    /// Returns a mask: bit i is set if box i of pack_size<T> boxes meets the limits. Lane k of the first box is
    /// rows[k * length]. The signs of the differences are exact, also if a difference is rounded or infinite.
    [[nodiscard, gnu::always_inline]] std::uint64_t meets(const T* rows, std::size_t length) const noexcept {
        return greater(gaps_to(rows, length), pack<T>{}) ^ ((1u << pack_size<T>)-1);
    }
    /// Returns the mask of sixteen boxes.
    [[nodiscard, gnu::always_inline]] std::uint32_t meets_sixteen(const T* rows, std::size_t length) const noexcept {
#if HITBOX_HAS_PACKS && defined(__SSE2__)
        if constexpr (pack_size<T> == 4) {
            typedef int words __attribute__((vector_size(16)));
            const auto within = [&](std::size_t i) {
                const auto row = [&](std::size_t k) {
                    return reinterpret_cast<words>(load_pack(rows + k * length + i) <= lanes_[k]);
                };
                return (row(0) & row(1)) & (row(2) & row(3));
            };
            // The pack instructions narrow the four results to one byte for each box.
            return static_cast<std::uint32_t>(__builtin_ia32_pmovmskb128(__builtin_ia32_packsswb128(
                __builtin_ia32_packssdw128(within(0), within(4)), __builtin_ia32_packssdw128(within(8), within(12)))));
        }
#endif
        std::uint32_t met = 0;
        for (std::size_t i = 0; i < 16; i += pack_size<T>)
            met |= static_cast<std::uint32_t>(meets(rows + i, length)) << i;
        return met;
    }
    /// Writes the gaps of n boxes along the axis on which each is farther away; negative where they overlap. Infinite
    /// gaps become the largest finite number. @pre n is a multiple of pack_size<T>
    void store_gaps(const T* rows, std::size_t length, T* gaps, std::size_t n) const noexcept {
        const pack<T> max_gap = pack_of((std::numeric_limits<T>::max)());
        for (std::size_t i = 0; i < n; i += pack_size<T>)
            store_pack(gaps + i, lower(gaps_to(rows + i, length), max_gap));
    }

private:
    [[nodiscard, gnu::always_inline]] pack<T> gaps_to(const T* rows, std::size_t length) const noexcept {
        const auto beyond = [&](std::size_t k) { return load_pack(rows + k * length) - lanes_[k]; };
        return upper(upper(beyond(0), beyond(1)), upper(beyond(2), beyond(3)));
    }

    pack<T> lanes_[4];
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
