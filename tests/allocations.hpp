#pragma once

#include <cstddef>

namespace hitbox_tests {

/// Returns how often the program has taken memory from the heap; always 0 under the address sanitizer, which has
/// operators of its own.
std::size_t allocation_count() noexcept;

}  // namespace hitbox_tests
