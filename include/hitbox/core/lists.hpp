#pragma once
/// Search, heaps and sorting in contiguous lists.
///
/// These functions replace the part of <algorithm> that the library needs. They take a third of its time to include and
/// a tenth of its time to instantiate. All orders in the library are total, so the result of sorting does not depend on
/// the algorithm.

#include <hitbox/core/isa.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

struct is_less {
    template <class T>
    [[nodiscard]] constexpr bool operator()(const T& a, const T& b) const noexcept {
        return a < b;
    }
};

/// Returns true if `test` holds for an element of the list.
template <class List, class Test>
[[nodiscard]] constexpr bool any_of(const List& list, const Test& test) {
    for (const auto& x : list)
        if (test(x)) return true;
    return false;
}
/// Returns true if `test` holds for every element of the list.
template <class List, class Test>
[[nodiscard]] constexpr bool all_of(const List& list, const Test& test) {
    for (const auto& x : list)
        if (!test(x)) return false;
    return true;
}
/// Returns true if an element of the list equals `value`.
template <class List, class T>
[[nodiscard]] constexpr bool is_among(const List& list, const T& value) {
    for (const auto& x : list)
        if (x == value) return true;
    return false;
}
/// Returns true if two lists have the same size and equal elements.
template <class A, class B>
[[nodiscard]] constexpr bool are_equal(const A& a, const B& b) {
    std::size_t i = 0;
    for (const auto& x : a)
        if (i >= b.size() || !(x == b[i++])) return false;
    return i == b.size();
}
/// Returns the index of the first element that does not compare less than `value`. @pre the list is ascending
template <class T, class Value, class Less = is_less>
[[nodiscard]] constexpr std::size_t lower_bound(const T* list, std::size_t size, const Value& value,
                                                const Less& less = {}) {
    std::size_t first = 0;
    while (size > 0) {
        const std::size_t half = size / 2;
        if (less(list[first + half], value)) first += half + 1, size -= half + 1;
        else size = half;
    }
    return first;
}

/// Assigns `value` to the elements of [first, last).
template <class I, class T>
constexpr void fill_range(I first, I last, const T& value) {
    for (; first != last; ++first) *first = value;
}

/// Moves `x` down from index `at` to its position in a max-heap of `n` elements.
template <class T, class Less>
constexpr void sift_down(T* heap, std::size_t n, std::size_t at, T x, const Less& less) {
    for (std::size_t child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && less(heap[child], heap[child + 1])) ++child;
        if (!less(x, heap[child])) break;
        heap[at] = std::move(heap[child]);
    }
    heap[at] = std::move(x);
}
/// Adds the last of `n` elements to the max-heap that the elements before it form.
template <class T, class Less = is_less>
constexpr void push_heap(T* heap, std::size_t n, const Less& less = {}) {
    T x = std::move(heap[n - 1]);
    std::size_t at = n - 1;
    for (; at > 0 && less(heap[(at - 1) / 2], x); at = (at - 1) / 2) heap[at] = std::move(heap[(at - 1) / 2]);
    heap[at] = std::move(x);
}
/// Moves the greatest of `n` elements of a max-heap to the end; the others remain a max-heap.
template <class T, class Less = is_less>
constexpr void pop_heap(T* heap, std::size_t n, const Less& less = {}) {
    T x = std::move(heap[n - 1]);
    heap[n - 1] = std::move(heap[0]);
    if (n > 1) sift_down(heap, n - 1, 0, std::move(x), less);
    else heap[0] = std::move(x);
}
/// Sorts a max-heap of `n` elements in ascending order.
template <class T, class Less = is_less>
constexpr void sort_heap(T* heap, std::size_t n, const Less& less = {}) {
    for (; n > 1; --n) pop_heap(heap, n, less);
}

/// Sorts a short list in ascending order by insertion. Equal elements keep their order.
template <class T, class Less>
constexpr void sort_few(T* first, T* last, const Less& less) {
    for (T* i = first; i < last; ++i) {
        T x = std::move(*i);
        T* j = i;
        for (; j > first && less(x, j[-1]); --j) *j = std::move(j[-1]);
        *j = std::move(x);
    }
}
/// Sorts in ascending order by introsort (Musser 1997): quicksort with the median of three, heapsort after `depth`
/// partitions, insertion sort for at most 16 elements.
template <class T, class Less>
constexpr void sort_range(T* first, T* last, const Less& less, int depth) {
    while (last - first > 16) {
        if (depth-- == 0) {
            const auto n = static_cast<std::size_t>(last - first);
            for (std::size_t i = n / 2; i-- > 0;) sift_down(first, n, i, T(std::move(first[i])), less);
            return sort_heap(first, n, less);
        }
        T *const middle = first + (last - first) / 2, *const end = last - 1;
        if (less(*middle, *first)) std::swap(*middle, *first);
        if (less(*end, *middle)) {
            std::swap(*end, *middle);
            if (less(*middle, *first)) std::swap(*middle, *first);
        }
        const T pivot = *middle;
        T *i = first, *j = end;
        while (i <= j) {
            while (less(*i, pivot)) ++i;
            while (less(pivot, *j)) --j;
            if (i <= j) std::swap(*i++, *j--);
        }
        if (j - first < last - i) sort_range(first, j + 1, less, depth), first = i;
        else sort_range(i, last, less, depth), last = j + 1;
    }
    sort_few(first, last, less);
}
template <class T, class Less>
constexpr void sort_range(T* first, std::size_t n, const Less& less) {
    int depth = 2;
    for (std::size_t k = n; k > 1; k /= 2) depth += 2;
    sort_range(first, first + n, less, depth);
}
/// Sorts a list that has `data()` and `size()` in ascending order. The order of equal elements may change.
template <class List, class Less = is_less>
constexpr void sort_list(List& list, const Less& less = {}) {
    sort_range(list.data(), list.size(), less);
}

/// Sorts distinct indices in ascending order: up to 20 by their ranks, up to 1024 by a radix sort of at most seven bits
/// at a time. Neither has a branch that depends on the indices, because such branches would take most of the time for
/// indices in random order. All passes have nearly the same number of bits: the increments of a pass with few values
/// would wait for each other.
[[gnu::noinline]] inline void sort_indices(std::uint32_t* list, std::size_t n) noexcept {
    constexpr std::size_t capacity = 1024, few = 20;
    constexpr int width = 7;
    if (n > capacity) return sort_range(list, n, is_less{});
    std::uint32_t room[capacity];  // NOLINT: the first n are filled
    std::uint32_t *from = list, *to = room;
    if (n <= few) {
        std::uint32_t ranks[few]{};
        for (std::size_t i = 1; i < n; ++i)
            for (std::size_t k = 0; k < i; ++k) {
                const std::uint32_t is_first = list[k] < list[i] ? 1 : 0;
                ranks[i] += is_first, ranks[k] += 1 - is_first;
            }
        for (std::size_t i = 0; i < n; ++i) to[ranks[i]] = from[i];
        std::swap(from, to);
    } else {
        std::uint32_t all = 0;
        for (std::size_t i = 0; i < n; ++i) all |= list[i];
        const int bits = static_cast<int>(std::bit_width(all));
        const int passes = (bits + width - 1) / width, digit = (bits + passes - 1) / passes;
        for (int shift = 0; shift < bits; shift += digit, std::swap(from, to)) {
            std::uint32_t places[1 << width]{}, sum = 0, mask = (1u << digit) - 1;
            for (std::size_t i = 0; i < n; ++i) ++places[from[i] >> shift & mask];
            for (std::uint32_t k = 0; k <= mask; ++k) sum += std::exchange(places[k], sum);
            for (std::size_t i = 0; i < n; ++i) to[places[from[i] >> shift & mask]++] = from[i];
        }
    }
    for (std::size_t i = 0; i < n && from != list; ++i) list[i] = from[i];
}

/// A stable counting sort, ascending by key(x). @pre `to` is as long as `from`, and `starts` has one element more than
/// there are keys
template <class List, class Starts, class Key>
void counting_sort(const List& from, List& to, Starts& starts, const Key& key) {
    starts.assign(starts.size(), 0);
    for (const auto& x : from) ++starts[key(x) + std::size_t{1}];
    for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
    for (const auto& x : from) to[starts[key(x)]++] = x;
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
