#pragma once
/// A list that stores a few elements in place and allocates only for more.

#include <hitbox/narrow/separation.hpp>

#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// A list whose first N elements are stored in place. Removed elements are not destroyed, because elements are plain
/// values.
template <class T, std::size_t N>
    requires std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>
class small_list {
public:
    using value_type = T;

    small_list() noexcept {}  // NOLINT: the room is not filled
    small_list(const small_list& other) { append(other.begin(), other.end()); }
    small_list(small_list&& other) noexcept { take(other); }
    small_list& operator=(const small_list& other) {
        if (this != &other) clear(), append(other.begin(), other.end());
        return *this;
    }
    small_list& operator=(small_list&& other) noexcept {
        if (this != &other) take(other);
        return *this;
    }
    ~small_list() { delete[] more_; }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] T* data() noexcept { return more_ ? more_ : reinterpret_cast<T*>(inside_); }
    [[nodiscard]] const T* data() const noexcept { return more_ ? more_ : reinterpret_cast<const T*>(inside_); }
    [[nodiscard]] T* begin() noexcept { return data(); }
    [[nodiscard]] T* end() noexcept { return data() + size_; }
    [[nodiscard]] const T* begin() const noexcept { return data(); }
    [[nodiscard]] const T* end() const noexcept { return data() + size_; }
    [[nodiscard]] T& operator[](std::size_t i) noexcept { return data()[i]; }
    [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return data()[i]; }
    [[nodiscard]] T& front() noexcept { return data()[0]; }
    [[nodiscard]] const T& front() const noexcept { return data()[0]; }
    [[nodiscard]] T& back() noexcept { return data()[size_ - 1]; }
    [[nodiscard]] std::span<const T> view() const noexcept { return {data(), size_}; }

    void clear() noexcept { size_ = 0; }
    /// Keeps the first n elements. @pre n <= size()
    void shrink(std::size_t n) noexcept { size_ = n; }
    void push_back(const T& value) {
        if (size_ == capacity_) return push_back_in_more(value);
        ::new (static_cast<void*>(data() + size_++)) T(value);
    }
    /// Returns a pointer to room for n more elements behind the last one. Write them there, then call `grow_to`.
    [[nodiscard]] T* room_for(std::size_t n) {
        while (capacity_ - size_ < n) move_to(2 * capacity_);
        return end();
    }
    /// Adds the elements that were written to the room, up to `end`. @pre `end` is in the room
    void grow_to(const T* end) noexcept { size_ = static_cast<std::size_t>(end - data()); }
    void append(const T* first, const T* last) {
        for (; first != last; ++first) push_back(*first);
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
    [[gnu::noinline]] void push_back_in_more(T value) {
        move_to(2 * capacity_);
        more_[size_++] = value;
    }
    [[gnu::noinline]] void move_to(std::size_t capacity) {
        T* const room = new T[capacity]();
        for (std::size_t i = 0; i < size_; ++i) room[i] = (*this)[i];
        delete[] std::exchange(more_, room), capacity_ = capacity;
    }
    [[gnu::noinline]] void take(small_list& other) noexcept {
        delete[] std::exchange(more_, std::exchange(other.more_, nullptr)), capacity_ = more_ ? other.capacity_ : N,
                                                                            size_ = 0;
        if (more_) size_ = other.size_;
        else append(other.begin(), other.end());
        other.size_ = 0, other.capacity_ = N;
    }

    std::size_t size_ = 0, capacity_ = N;
    T* more_ = nullptr;  // owned
    alignas(T) std::byte inside_[N * sizeof(T)];
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
