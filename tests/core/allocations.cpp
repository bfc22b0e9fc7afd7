// Counts heap allocations, for tests of functions that promise to make none.

#include "../allocations.hpp"
#include "../catch_compat.hpp"

#include <cstdlib>
#include <new>

namespace {
std::size_t allocations = 0;
volatile std::size_t end_of_memory = ~std::size_t{0};  // volatile: compilers assume that `new` reads no variables
}  // namespace

std::size_t hitbox_tests::allocation_count() noexcept { return allocations; }
void hitbox_tests::fail_allocations(std::size_t n) noexcept { end_of_memory = n == never ? never : allocations + n; }

// The address sanitizer has its own operators new and delete; replacing them would break its bookkeeping.
#if defined(__has_feature)
#  if __has_feature(address_sanitizer)
#    define COUNTED_ELSEWHERE
#  endif
#endif
#if !defined(COUNTED_ELSEWHERE) && !defined(__SANITIZE_ADDRESS__)
void* operator new(std::size_t size) {
    if (allocations >= end_of_memory) throw std::bad_alloc{};
    ++allocations;
    if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc{};
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return allocations >= end_of_memory ? nullptr : operator new(size);
}
// Not inlined: compilers would warn that `free` does not match `new`.
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

TEST_CASE("heap allocations are counted") {
    const std::size_t before = hitbox_tests::allocation_count();
    int* const volatile memory = new int{7};
    CHECK(hitbox_tests::allocation_count() == before + 1);
    delete memory;
    CHECK(hitbox_tests::fails_at(0, [] { delete new volatile int{7}; }));
    CHECK(!hitbox_tests::fails_at(1, [] { delete new volatile int{7}; }));
}
#  if !defined(_WIN32)
void* operator new(std::size_t size, std::align_val_t alignment) {
    if (allocations >= end_of_memory) throw std::bad_alloc{};
    ++allocations;
    const auto to = static_cast<std::size_t>(alignment);
    if (void* memory = std::aligned_alloc(to, (size + to - 1) / to * to)) return memory;
    throw std::bad_alloc{};
}
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
#  endif
#else
TEST_CASE("no allocation is counted under the address sanitizer") {
    int* const volatile memory = new int{7};
    CHECK(hitbox_tests::allocation_count() == 0);
    delete memory;
}
#endif
