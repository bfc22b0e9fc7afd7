#pragma once

#include <cstddef>
#include <new>

namespace hitbox_tests {

/// Returns how often the program has taken memory from the heap; always 0 under the address sanitizer, which has
/// operators of its own.
std::size_t allocation_count() noexcept;

/// A scope in which allocation n, counted from 0, and all later ones throw std::bad_alloc; none under the address
/// sanitizer.
class failing_allocations {
public:
    explicit failing_allocations(std::size_t n) noexcept;
    failing_allocations(const failing_allocations&) = delete;
    failing_allocations& operator=(const failing_allocations&) = delete;
    ~failing_allocations();
};

/// Calls change() with failing allocation n. Returns true if an allocation failed.
template <class F>
bool fails_at(std::size_t n, const F& change) {
    try {
        const failing_allocations scope{n};
        change();
        return false;
    } catch (const std::bad_alloc&) {
        return true;
    }
}

}  // namespace hitbox_tests
