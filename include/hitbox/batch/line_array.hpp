#pragma once
/// The array that holds the numbers and shapes of a batch, aligned to cache lines.

#include <hitbox/core/isa.hpp>

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace hitbox::detail {

/// A growing array of T that begins at a cache line. Otherwise every load of 64 bytes would touch two lines.
///
/// It works like std::vector, but all of its functions are inlined. The linker could take functions of std::vector from
/// a file that is compiled with other flags.
template <class T>
class line_array {
public:
    [[gnu::always_inline]] line_array() = default;
    [[gnu::always_inline]] line_array(const line_array& other) : line_array() {
        reserve(other.size_);
        for (; size_ < other.size_; ++size_) ::new (static_cast<void*>(data_ + size_)) T(other.data_[size_]);
    }
    [[gnu::always_inline]] line_array(line_array&& other) noexcept { trade(other); }
    [[gnu::always_inline]] line_array& operator=(line_array&& other) noexcept { return trade(other), *this; }
    [[gnu::always_inline]] ~line_array() {
        clear();
        ::operator delete(static_cast<void*>(data_), line);
    }

    [[nodiscard, gnu::always_inline]] T* data() noexcept { return data_; }
    [[nodiscard, gnu::always_inline]] const T* data() const noexcept { return data_; }
    [[nodiscard, gnu::always_inline]] T& operator[](std::size_t i) noexcept { return data_[i]; }
    [[nodiscard, gnu::always_inline]] const T& operator[](std::size_t i) const noexcept { return data_[i]; }
    [[nodiscard, gnu::always_inline]] T& back() noexcept { return data_[size_ - 1]; }

    [[gnu::always_inline]] void reserve(std::size_t n) {
        if (n <= capacity_) return;
        line_array larger;
        constexpr std::size_t max_count = static_cast<std::size_t>(-1);
        // If n is impossibly large, `new` reports that there is no memory.
        larger.data_ = static_cast<T*>(::operator new(n > max_count / sizeof(T) ? max_count : n * sizeof(T), line));
        larger.capacity_ = n;
        for (std::size_t& i = larger.size_; i < size_; ++i)
            ::new (static_cast<void*>(larger.data_ + i)) T(std::move(data_[i]));
        trade(larger);
    }
    /// Grows to at least n elements; new ones are zeros or default shapes.
    [[gnu::always_inline]] void grow(std::size_t n) {
        if (n > capacity_) reserve(n > 2 * capacity_ ? n : 2 * capacity_);
        for (; size_ < n; ++size_) ::new (static_cast<void*>(data_ + size_)) T{};
    }
    /// Adds an element. `x` may be an element of this array.
    [[gnu::always_inline]] void push_back(const T& x) {
        T copy = x;
        if (size_ == capacity_) reserve(size_ < 8 ? 8 : 2 * size_);
        ::new (static_cast<void*>(data_ + size_)) T(std::move(copy));
        ++size_;
    }
    [[gnu::always_inline]] void clear() noexcept {
        for (; size_ > 0; --size_) data_[size_ - 1].~T();
    }

private:
    static constexpr std::align_val_t line{alignof(T) > 64 ? alignof(T) : 64};

    [[gnu::always_inline]] void trade(line_array& other) noexcept {
        std::swap(data_, other.data_), std::swap(size_, other.size_), std::swap(capacity_, other.capacity_);
    }

    T* data_ = nullptr;
    std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace hitbox::detail
