#pragma once
/// The order in which a plane sweep reaches the points of a polygon's rings, with the edges that begin and end at each.

#include <hitbox/core/lists.hpp>
#include <hitbox/core/small_list.hpp>
#include <hitbox/shapes/concepts.hpp>

#include <cstdint>
#include <span>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

inline constexpr std::uint32_t no_index = 0xffffffff;

/// Consecutive rings: ring r has the points starts[r], ..., starts[r + 1] - 1. The edge from point i to the next point
/// of its ring has index i, too.
template <real T>
struct ring_list {
    std::span<const vec2<T>> points;
    list_view<const std::uint32_t> starts;

    [[nodiscard]] std::size_t count() const noexcept { return starts.size() - 1; }
};

template <exact_real T>
using sort_key_t = std::conditional_t<std::same_as<T, float>, std::uint32_t, std::uint64_t>;

/// Returns an unsigned number whose order is that of x. Both zeros give the same number.
template <exact_real T>
[[nodiscard]] inline sort_key_t<T> sort_key(T x) noexcept {
    using bits_t = sort_key_t<T>;
    const bits_t bits = std::bit_cast<bits_t>(unsigned_zero(x)), sign = bits_t{1} << (8 * sizeof(T) - 1);
    return (bits & sign) != 0 ? static_cast<bits_t>(~bits) : bits | sign;
}

template <class Key>
struct keyed_index {
    Key key;
    std::uint32_t index;
};

/// Sorts a list by its keys: a stable radix sort, from the lowest digit to the highest. Digits that are equal in all
/// keys are skipped.
template <class Key>
void radix_sort(value_list<keyed_index<Key>>& list) {
    constexpr unsigned bytes = sizeof(Key);
    value_list<std::uint32_t> counts(256 * bytes);
    for (const auto& k : list)
        for (unsigned b = 0; b < bytes; ++b) ++counts[256 * b + (k.key >> 8 * b & 255)];
    value_list<keyed_index<Key>> other(list.size());
    for (unsigned b = 0; b < bytes; ++b) {
        const auto first = counts.begin() + 256 * b;
        if (is_among(std::span{&counts[256 * b], 256}, list.size())) continue;
        std::uint32_t before_it = 0;
        for (auto c = first; c != first + 256; ++c) {
            const std::uint32_t count = *c;
            *c = before_it, before_it += count;
        }
        for (const auto& k : list) other[first[static_cast<std::ptrdiff_t>(k.key >> 8 * b & 255)]++] = k;
        list.swap(other);
    }
}

/// Returns the indices of the points, sorted from left to right, then from bottom to top, then by index.
template <real T>
[[nodiscard]] inline value_list<std::uint32_t> sorted_indices(std::span<const vec2<T>> points) {
    const auto n = static_cast<std::uint32_t>(points.size());
    value_list<std::uint32_t> order(n);
    const auto comes_before = [points](std::uint32_t i, std::uint32_t j) {
        const vec2<T> p = points[i], q = points[j];
        return p == q ? i < j : before(p, q);
    };
    constexpr std::uint32_t few = 512;  // up to this number, sorting by comparisons is faster
    if constexpr (exact_real<T>) {
        if (n > few) {
            value_list<keyed_index<sort_key_t<T>>> keyed(n);
            for (std::uint32_t i = 0; i < n; ++i) keyed[i] = {sort_key(points[i].x), i};
            radix_sort(keyed);
            for (std::uint32_t i = 0; i < n; ++i) order[i] = keyed[i].index;
            for (std::uint32_t i = 0, j = 0; i < n; i = j) {
                for (j = i + 1; j < n && keyed[j].key == keyed[i].key;) ++j;
                if (j > i + 1) sort_range(order.data() + i, j - i, comes_before);
            }
            return order;
        }
    }
    for (std::uint32_t i = 0; i < n; ++i) order[i] = i;
    sort_list(order, comes_before);
    return order;
}

/// The ranks of the points in sweep order, which are compared instead of coordinates. Equal points have equal ranks.
template <real T>
class sweep_order {
public:
    explicit sweep_order(const ring_list<T>& rings) : rings_{rings}, order_{sorted_indices(rings.points)} {
        rank_.resize(order_.size());
        for (std::size_t i = 0; i < order_.size(); ++i) {
            if (i > 0 && point(order_[i]) != point(order_[i - 1])) ++rank_count_;
            rank_[order_[i]] = rank_count_;
        }
        if (!order_.empty()) ++rank_count_;
        if (rings.count() == 1) return;
        ring_.resize(order_.size());
        for (std::size_t r = 0; r < rings.count(); ++r)
            for (std::uint32_t i = rings.starts[r]; i < rings.starts[r + 1]; ++i)
                ring_[i] = static_cast<std::uint32_t>(r);
    }

    [[nodiscard]] list_view<const std::uint32_t> indices() const noexcept { return {order_.data(), order_.size()}; }
    [[nodiscard]] vec2<T> point(std::uint32_t i) const noexcept { return rings_.points[i]; }
    [[nodiscard]] std::uint32_t rank(std::uint32_t i) const noexcept { return rank_[i]; }
    /// Returns the number of different points.
    [[nodiscard]] std::uint32_t rank_count() const noexcept { return rank_count_; }

    [[nodiscard]] std::uint32_t ring(std::uint32_t i) const noexcept { return ring_.empty() ? 0 : ring_[i]; }
    [[nodiscard]] std::uint32_t next(std::uint32_t i) const noexcept {
        const std::uint32_t r = ring(i);
        return i + 1 == rings_.starts[r + 1] ? rings_.starts[r] : i + 1;
    }
    [[nodiscard]] std::uint32_t previous(std::uint32_t i) const noexcept {
        const std::uint32_t r = ring(i);
        return (i == rings_.starts[r] ? rings_.starts[r + 1] : i) - 1;
    }
    /// Returns the end of edge e that comes first in sweep order; `right_of` returns the other end.
    [[nodiscard]] std::uint32_t left_of(std::uint32_t e) const noexcept {
        const std::uint32_t f = next(e);
        return rank_[e] < rank_[f] ? e : f;
    }
    [[nodiscard]] std::uint32_t right_of(std::uint32_t e) const noexcept {
        const std::uint32_t f = next(e);
        return rank_[e] < rank_[f] ? f : e;
    }

private:
    ring_list<T> rings_;
    value_list<std::uint32_t> order_, rank_, ring_;
    std::uint32_t rank_count_ = 0;
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
