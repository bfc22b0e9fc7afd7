#pragma once

#include <cstddef>
#include <new>

namespace hitbox_tests {

/// Returns how often the program has taken memory from the heap; always 0 under the address sanitizer, which has
/// operators of its own.
std::size_t allocation_count() noexcept;

/// Lets allocation n from now on, counted from 0, and all later ones throw std::bad_alloc; none under the address
/// sanitizer. `never`: no longer.
inline constexpr std::size_t never = ~std::size_t{0};
void fail_allocations(std::size_t n) noexcept;

/// Calls change() with failing allocation n. Returns true if an allocation failed.
template <class F>
bool fails_at(std::size_t n, const F& change) {
    bool failed = false;
    fail_allocations(n);
    try {
        change();
    } catch (const std::bad_alloc&) {
        failed = true;
    }
    fail_allocations(never);
    return failed;
}

}  // namespace hitbox_tests
