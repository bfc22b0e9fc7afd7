#pragma once
/// Lists of plain values, and views of them, that compile faster than std::vector and std::span.
///
/// The members of std::vector are constexpr since C++20, so a compiler instantiates each one that a header names, even
/// in a template that is never used. std::span tests the concepts of ranges for each type of element.

#include <hitbox/core/isa.hpp>

#include <cstddef>
#include <initializer_list>
#include <new>
#include <type_traits>
#include <utility>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// A view of consecutive elements, which it does not own.
template <class T>
class list_view {
public:
    using value_type = std::remove_const_t<T>;

    constexpr list_view() noexcept = default;
    constexpr list_view(T* data, std::size_t size) noexcept : data_{data}, size_{size} {}
    template <class List>
        requires requires(List& list, T*& data) { data = list.data(), list.size(); }
    constexpr list_view(List&& list) noexcept : data_{list.data()}, size_{list.size()} {}  // NOLINT: as std::span

    [[nodiscard]] constexpr T* data() const noexcept { return data_; }
    [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
    [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] constexpr T* begin() const noexcept { return data_; }
    [[nodiscard]] constexpr T* end() const noexcept { return data_ + size_; }
    [[nodiscard]] constexpr T& operator[](std::size_t i) const noexcept { return data_[i]; }
    [[nodiscard]] constexpr T& front() const noexcept { return data_[0]; }
    [[nodiscard]] constexpr T& back() const noexcept { return data_[size_ - 1]; }
    [[nodiscard]] constexpr list_view first(std::size_t n) const noexcept { return {data_, n}; }

private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
};

/// Allocates room for `capacity` elements of so many bytes, and copies n elements into it. One function serves all
/// types.
[[nodiscard, gnu::noinline]] inline void* copied_to_room(const void* elements, std::size_t n, std::size_t capacity,
                                                         std::size_t bytes) {
    // `new` fails if the number of bytes is too large for std::size_t.
    void* const room = ::operator new(capacity <= ~std::size_t{0} / bytes ? capacity * bytes : ~std::size_t{0});
    const auto* const from = static_cast<const std::byte*>(elements);
    for (std::size_t i = 0; i < n * bytes; ++i) static_cast<std::byte*>(room)[i] = from[i];
    return room;
}

/// A list whose first N elements are stored in place, and that allocates for more. Removed elements are not destroyed,
/// because elements are plain values.
template <class T, std::size_t N>
    requires std::is_trivially_copyable_v<T>  // and so no destructor does anything
class small_list {
public:
    using value_type = T;

    small_list() noexcept {}  // NOLINT: the room is not filled
    explicit small_list(std::size_t n, T value = T()) { resize(n, value); }
    small_list(std::initializer_list<T> list) { append(list.begin(), list.end()); }
    small_list(const T* first, const T* last) { append(first, last); }
    /// Copies have at least the capacity of the original, so they need no allocation where it needs none.
    small_list(const small_list& other) { copy(other); }
    small_list(small_list&& other) noexcept { take(other); }
    small_list& operator=(const small_list& other) {
        if (this != &other) clear(), copy(other);
        return *this;
    }
    small_list& operator=(small_list&& other) noexcept {
        if (this != &other) take(other);
        return *this;
    }
    ~small_list() { ::operator delete(more_); }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] T* data() noexcept { return N == 0 || more_ ? more_ : reinterpret_cast<T*>(inside_); }
    [[nodiscard]] const T* data() const noexcept {
        return N == 0 || more_ ? more_ : reinterpret_cast<const T*>(inside_);
    }
    [[nodiscard]] T* begin() noexcept { return data(); }
    [[nodiscard]] T* end() noexcept { return data() + size_; }
    [[nodiscard]] const T* begin() const noexcept { return data(); }
    [[nodiscard]] const T* end() const noexcept { return data() + size_; }
    [[nodiscard]] T& operator[](std::size_t i) noexcept { return data()[i]; }
    [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return data()[i]; }
    [[nodiscard]] T& front() noexcept { return data()[0]; }
    [[nodiscard]] const T& front() const noexcept { return data()[0]; }
    [[nodiscard]] T& back() noexcept { return data()[size_ - 1]; }
    [[nodiscard]] const T& back() const noexcept { return data()[size_ - 1]; }
    [[nodiscard]] list_view<const T> view() const noexcept { return {data(), size_}; }

    void clear() noexcept { size_ = 0; }
    void swap(small_list& other) noexcept { std::swap(*this, other); }
    /// Keeps the first n elements. @pre n <= size()
    void shrink(std::size_t n) noexcept { size_ = n; }
    void pop_back() noexcept { --size_; }
    void push_back(const T& value) {
        if (size_ == capacity_) return push_back_in_more(value);
        ::new (static_cast<void*>(data() + size_++)) T(value);
    }
    void reserve(std::size_t n) {
        if (capacity_ < n) move_to(n);
    }
    /// Keeps the first n elements, or adds copies of `value`.
    void resize(std::size_t n, T value = T()) {
        for (T *p = room_for(n < size_ ? 0 : n - size_), *const end = data() + n; p < end; ++p)
            ::new (static_cast<void*>(p)) T(value);
        size_ = n;
    }
    void assign(std::size_t n, T value) { clear(), resize(n, value); }
    /// Returns a pointer to room for n more elements behind the last one. Write them there, then call `grow_to`.
    [[nodiscard]] T* room_for(std::size_t n) {
        if (capacity_ - size_ < n) move_to(size_ + n < 2 * capacity_ ? 2 * capacity_ : size_ + n);
        return end();
    }
    /// Adds the elements that were written to the room, up to `end`. @pre `end` is in the room
    void grow_to(const T* end) noexcept { size_ = static_cast<std::size_t>(end - data()); }
    /// Adds copies of elements. @pre they are not elements of this list
    void append(const T* first, const T* last) {
        T* p = room_for(static_cast<std::size_t>(last - first));
        for (; first != last; ++first) ::new (static_cast<void*>(p++)) T(*first);
        grow_to(p);
    }
    /// Removes element i and keeps the order of the others. @pre i < size()
    void erase_at(std::size_t i) noexcept {
        for (T* p = data(); i + 1 < size_; ++i) p[i] = p[i + 1];
        --size_;
    }
    template <class Test>
    void erase_if(const Test& test) {
        std::size_t kept = 0;
        T* const p = data();
        for (std::size_t i = 0; i < size_; ++i)
            if (!test(p[i])) {
                if (kept != i) p[kept] = p[i];
                ++kept;
            }
        size_ = kept;
    }

private:
    static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);

    [[gnu::noinline]] void push_back_in_more(T value) {
        move_to(2 * capacity_ + (N == 0));
        ::new (static_cast<void*>(more_ + size_++)) T(value);
    }
    [[gnu::noinline]] void move_to(std::size_t capacity) {
        T* const room = static_cast<T*>(copied_to_room(data(), size_, capacity, sizeof(T)));
        ::operator delete(std::exchange(more_, room)), capacity_ = capacity;
    }
    [[gnu::noinline]] void copy(const small_list& other) {
        reserve(other.capacity_), append(other.begin(), other.end());
    }
    [[gnu::noinline]] void take(small_list& other) noexcept {
        ::operator delete(std::exchange(more_, std::exchange(other.more_, nullptr)));
        capacity_ = more_ ? other.capacity_ : N, size_ = 0;
        if (more_) size_ = other.size_;
        else append(other.begin(), other.end());
        other.size_ = 0, other.capacity_ = N;
    }

    std::size_t size_ = 0, capacity_ = N;
    T* more_ = nullptr;  // owned
    alignas(T) std::byte inside_[N == 0 ? 1 : N * sizeof(T)];
};

/// A list that stores all its elements in allocated memory.
template <class T>
using value_list = small_list<T, 0>;

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
